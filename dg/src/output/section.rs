//! Fields on a plane through the mesh, pixel by pixel, for pictures without another program.

use crate::mesh::straight;
use crate::reference::{equispaced, gradient_vandermonde, vandermonde};
use crate::vector::{cross, dot, minus, nearest};
use crate::{Discretisation, Error};
use ndarray::{Array2, ArrayView2};
use std::ops::Range;

/// A rectangle in a plane normal to a coordinate axis, cut into square pixels.
///
/// The horizontal and the vertical direction of the picture are the other two axes, in the order x, y, z.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The axis that is normal to the plane: 0, 1 or 2.
    pub axis: usize,
    /// The coordinate at which the plane cuts that axis.
    pub at: f64,
    /// Least coordinates of the rectangle, horizontal and vertical.
    pub lower: [f64; 2],
    /// Greatest coordinates of the rectangle.
    pub upper: [f64; 2],
    /// Number of pixels, horizontal and vertical.
    pub pixels: [usize; 2],
}

impl Section {
    /// The section with the plane at `at` on `axis`, between `lower` and `upper`, with `longest` pixels (at least 1)
    /// along its longer side. `None` if there is no such axis, if the rectangle is empty, or if it is so small that
    /// pixels cannot be told apart by their coordinates.
    pub fn new(
        axis: usize,
        at: f64,
        lower: [f64; 2],
        upper: [f64; 2],
        longest: usize,
    ) -> Option<Self> {
        let size = [upper[0] - lower[0], upper[1] - lower[1]];
        let fine = (0..2).all(|side| {
            let away = lower[side].abs().max(upper[side].abs());
            let pixel = size[side] / longest.max(1) as f64;
            size[side].is_finite() && pixel.is_normal() && pixel > 1e-11 * away
        });
        if !fine || axis > 2 || !at.is_finite() {
            return None;
        }
        let scale = longest.max(1) as f64 / size[0].max(size[1]);
        if !scale.is_finite() {
            return None;
        }
        let pixels = size.map(|size| ((size * scale).round() as usize).max(1));
        Some(Section { axis, at, lower, upper, pixels })
    }

    /// The two axes of the picture, horizontal and vertical.
    pub fn axes(&self) -> [usize; 2] {
        Section::sides(self.axis)
    }

    /// The two axes of a picture of a plane normal to `axis`, horizontal and vertical.
    pub fn sides(axis: usize) -> [usize; 2] {
        match axis {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        }
    }

    /// The coordinate of the middle of a pixel along a side of the picture. Rows count from below.
    fn middle(&self, side: usize, pixel: usize) -> f64 {
        let share = (pixel as f64 + 0.5) / self.pixels[side] as f64;
        self.lower[side] + share * (self.upper[side] - self.lower[side])
    }

    /// The pixels along a side whose middles are between two coordinates.
    fn between(&self, side: usize, low: f64, high: f64) -> Range<usize> {
        let scale = self.pixels[side] as f64 / (self.upper[side] - self.lower[side]);
        let first = ((low - self.lower[side]) * scale - 0.5).ceil().max(0.0);
        let last = ((high - self.lower[side]) * scale - 0.5).floor();
        let last = last.min(self.pixels[side] as f64 - 1.0);
        // If there are none, the range is empty: numbers below 0 become 0 by the cast.
        first as usize..(last + 1.0) as usize
    }

    /// The values of nodal fields `[E, N]` at the pixels, `[rows, columns]`, with the uppermost row first. They are NaN
    /// where there is no mesh. On faces, where a discontinuous field has several values, it is that of the first element.
    /// In the part of a rank, they are NaN outside of its elements.
    ///
    /// # Panics
    /// When a field has another shape than `[E, N]`.
    pub fn sample(
        &self,
        discretisation: &Discretisation,
        fields: &[ArrayView2<f64>],
    ) -> Vec<Array2<f64>> {
        self.sample_with_numbers(discretisation, fields).0
    }

    /// The same with the elements of all ranks, which all call this. Only rank 0 gets the values. They are those of
    /// [`Section::sample`] on the whole mesh.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange values.
    ///
    /// # Panics
    /// As for [`Section::sample`].
    pub fn sample_of_ranks(
        &self,
        discretisation: &Discretisation,
        fields: &[ArrayView2<f64>],
    ) -> Result<Option<Vec<Array2<f64>>>, Error> {
        let (mut values, mut numbers) = self.sample_with_numbers(discretisation, fields);
        let Some(part) = discretisation.part() else { return Ok(Some(values)) };
        let mut words: Vec<u64> = Vec::new();
        for (pixel, number) in numbers.iter().enumerate().filter(|(_, number)| **number != NONE) {
            words.extend([pixel as u64, *number]);
            words.extend(values.iter().map(|values| values[self.place(pixel)].to_bits()));
        }
        let bytes: Vec<u8> = words.into_iter().flat_map(u64::to_ne_bytes).collect();
        let Some(all) = part.exchange.gather(&bytes)? else { return Ok(None) };
        for bytes in all {
            let words = bytes.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word));
            let words: Vec<u64> = words.collect();
            for record in words.chunks_exact(2 + fields.len()) {
                let (pixel, number) = (record[0] as usize, record[1]);
                if numbers.get(pixel).is_some_and(|known| number < *known) {
                    numbers[pixel] = number;
                    for (values, value) in values.iter_mut().zip(&record[2..]) {
                        values[self.place(pixel)] = f64::from_bits(*value);
                    }
                }
            }
        }
        Ok(Some(values))
    }

    /// The row and the column of a pixel in values, of which the uppermost row is first.
    fn place(&self, pixel: usize) -> (usize, usize) {
        let [columns, rows] = self.pixels;
        (rows - 1 - pixel / columns, pixel % columns)
    }

    /// For each pixel also the number of its element in the whole mesh, or [`NONE`].
    fn sample_with_numbers(
        &self,
        discretisation: &Discretisation,
        fields: &[ArrayView2<f64>],
    ) -> (Vec<Array2<f64>>, Vec<u64>) {
        let [columns, rows] = self.pixels;
        let mut values = vec![Array2::from_elem((rows, columns), f64::NAN); fields.len()];
        let mut numbers = vec![NONE; rows * columns];
        let corners = corners(discretisation);
        let [horizontal, vertical] = self.axes();
        for e in 0..discretisation.element_count() {
            let number = discretisation.number(e) as u64;
            let nodes = discretisation.nodes.index_axis(ndarray::Axis(1), e);
            let extent = |axis: usize| {
                let row = nodes.row(axis);
                let low = row.iter().copied().fold(f64::INFINITY, f64::min);
                let high = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                // Between its nodes, a curved element may reach a little farther.
                let more = 0.1 * (high - low);
                (low - more, high + more)
            };
            let (low, high) = extent(self.axis);
            if !(low..=high).contains(&self.at) {
                continue;
            }
            let ((left, right), (bottom, top)) = (extent(horizontal), extent(vertical));
            let element = Element::new(discretisation, nodes, corners);
            let (mut pixels, mut points, mut places) = (Vec::new(), Vec::new(), Vec::new());
            for row in self.between(1, bottom, top) {
                for column in self.between(0, left, right) {
                    let pixel = row * columns + column;
                    if numbers[pixel] < number {
                        continue;
                    }
                    let mut point = [0.0; 3];
                    point[self.axis] = self.at;
                    point[horizontal] = self.middle(0, column);
                    point[vertical] = self.middle(1, row);
                    let place = element.straight(point);
                    // The straight map does not tell how far a curved element reaches.
                    if element.is_curved || contains(place) {
                        pixels.push(pixel);
                        points.push(point);
                        places.push(place);
                    }
                }
            }
            if element.is_curved {
                element.refine(&points, &mut places);
                let inside: Vec<usize> =
                    (0..places.len()).filter(|&k| contains(places[k])).collect();
                pixels = inside.iter().map(|&k| pixels[k]).collect();
                places = inside.iter().map(|&k| places[k]).collect();
            }
            if pixels.is_empty() {
                continue;
            }
            let reference = &discretisation.reference;
            let basis = vandermonde(reference.order, &places);
            for (field, values) in fields.iter().zip(&mut values) {
                let modes = reference.inverse_vandermonde.dot(&field.row(e));
                for (&pixel, value) in pixels.iter().zip(basis.dot(&modes)) {
                    values[self.place(pixel)] = value;
                }
            }
            for pixel in pixels {
                numbers[pixel] = number;
            }
        }
        (values, numbers)
    }
}

/// The number of no element.
const NONE: u64 = u64::MAX;

/// The nodes that are the vertices of the reference tetrahedron.
fn corners(discretisation: &Discretisation) -> [usize; 4] {
    let vertices = equispaced(1);
    std::array::from_fn(|v| nearest(&discretisation.reference.nodes, vertices[v]))
}

/// Whether reference coordinates are in the reference tetrahedron, up to rounding.
fn contains([r, s, t]: [f64; 3]) -> bool {
    let least = -1e-8;
    1.0 + r >= least && 1.0 + s >= least && 1.0 + t >= least && -(1.0 + r + s + t) >= least
}

/// The map from the reference tetrahedron to an element.
struct Element<'a> {
    discretisation: &'a Discretisation,
    /// The coordinates of the nodes, `[3, N]`.
    nodes: ArrayView2<'a, f64>,
    first_corner: [f64; 3],
    /// The columns of the derivative of the straight map, which has the same corners.
    edges: [[f64; 3]; 3],
    /// Whether the element's own map differs from the straight one.
    is_curved: bool,
}

impl<'a> Element<'a> {
    fn new(
        discretisation: &'a Discretisation,
        nodes: ArrayView2<'a, f64>,
        corners: [usize; 4],
    ) -> Self {
        let reference = &discretisation.reference;
        let node = |i: usize| -> [f64; 3] { std::array::from_fn(|d| nodes[[d, i]]) };
        let corners = corners.map(node);
        let edges = [1, 2, 3].map(|v| minus(corners[v], corners[0]).map(|x| 0.5 * x));
        let straight: Vec<_> = reference.nodes.iter().map(|&r| straight(corners, r)).collect();
        let scale = edges.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let bend =
            nodes.indexed_iter().map(|((d, i), x)| (x - straight[i][d]).abs()).fold(0.0, f64::max);
        Element {
            discretisation,
            nodes,
            first_corner: corners[0],
            edges,
            is_curved: bend > 1e-12 * scale,
        }
    }

    /// The reference coordinates that the straight map gives a point.
    fn straight(&self, point: [f64; 3]) -> [f64; 3] {
        solve(self.edges, minus(point, self.first_corner)).map(|step| step - 1.0)
    }

    /// The reference coordinates of points, by Newton's method from those of the straight map. For points that are not
    /// in the element, they are some coordinates outside of the reference tetrahedron.
    fn refine(&self, points: &[[f64; 3]], places: &mut [[f64; 3]]) {
        let reference = &self.discretisation.reference;
        for _ in 0..8 {
            // Far from the element, where the map may fold over, there are no points of interest.
            for place in places.iter_mut() {
                *place = place.map(|r| r.clamp(-2.0, 2.0));
            }
            let values = reference.interpolation(places);
            let slopes = gradient_vandermonde(reference.order, places)
                .map(|slope| slope.dot(&reference.inverse_vandermonde));
            let at: [_; 3] = std::array::from_fn(|d| values.dot(&self.nodes.row(d)));
            let along: [[_; 3]; 3] =
                std::array::from_fn(|r| std::array::from_fn(|d| slopes[r].dot(&self.nodes.row(d))));
            for (k, place) in places.iter_mut().enumerate() {
                let columns = std::array::from_fn(|r| std::array::from_fn(|d| along[r][d][k]));
                let step = solve(columns, std::array::from_fn(|d| points[k][d] - at[d][k]));
                *place = std::array::from_fn(|d| place[d] + step[d]);
            }
        }
    }
}

/// The solution x of `sum_i x_i columns[i] = b`, by Cramer's rule.
fn solve(columns: [[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] {
    let [u, v, w] = columns;
    let volume = dot(u, cross(v, w));
    [dot(b, cross(v, w)), dot(b, cross(w, u)), dot(b, cross(u, v))].map(|x| x / volume)
}

#[cfg(test)]
#[path = "tests/section.rs"]
mod tests;
