//! The order of elements along a space-filling curve.

use super::Mesh;

/// The number of bits of a coordinate along each axis.
const BITS: u32 = 20;

impl Mesh {
    /// The numbers of the tetrahedra in the order in which a Hilbert curve through the mesh's bounding box visits their
    /// centroids. Those with one place on the curve are in the order of their numbers.
    ///
    /// Neighbours on the curve are mostly near each other. So ranges of it are compact parts of the mesh, of any number.
    pub fn along_curve(&self) -> Vec<usize> {
        let (lower, upper) = self.bounds();
        let curve = Curve::new(lower, upper);
        let place = |e: usize| curve.place(self.corners(e));
        let mut keyed: Vec<(u64, usize)> = (0..self.tets.len()).map(|e| (place(e), e)).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, e)| e).collect()
    }
}

/// The curve through a box.
pub(super) struct Curve {
    lower: [f64; 3],
    /// The longest side.
    largest: f64,
}

impl Curve {
    pub fn new(lower: [f64; 3], upper: [f64; 3]) -> Curve {
        let largest = (0..3).map(|d| upper[d] - lower[d]).fold(f64::MIN_POSITIVE, f64::max);
        Curve { lower, largest }
    }

    /// The place of the centroid of a tetrahedron.
    pub fn place(&self, corners: [[f64; 3]; 4]) -> u64 {
        let cells = f64::from(1 << BITS);
        hilbert(std::array::from_fn(|d| {
            let middle = corners.iter().map(|x| x[d]).sum::<f64>() / 4.0;
            // A cast saturates, so every centroid has a cell.
            (((middle - self.lower[d]) / self.largest * cells) as u32).min((1 << BITS) - 1)
        }))
    }
}

/// The place of a cell on the Hilbert curve (Skilling, *Programming the Hilbert curve*, AIP Conf. Proc. 707, 2004).
fn hilbert(mut x: [u32; 3]) -> u64 {
    let mut q = 1 << (BITS - 1);
    while q > 1 {
        for i in 0..3 {
            if x[i] & q != 0 {
                x[0] ^= q - 1;
            } else {
                let t = (x[0] ^ x[i]) & (q - 1);
                x[0] ^= t;
                x[i] ^= t;
            }
        }
        q >>= 1;
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    let mut t = 0;
    let mut q = 1 << (BITS - 1);
    while q > 1 {
        if x[2] & q != 0 {
            t ^= q - 1;
        }
        q >>= 1;
    }
    let x = x.map(|x| x ^ t);
    (0..BITS)
        .rev()
        .fold(0, |place, bit| x.iter().fold(place, |place, x| place << 1 | u64::from(x >> bit & 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::BoxMesh;

    /// The curve visits every cell of a cube once, and goes from each to a neighbour.
    #[test]
    fn the_curve_goes_from_cell_to_cell() {
        let n = 8;
        let shift = BITS - 3;
        let mut cells: Vec<(u64, [i32; 3])> = Vec::new();
        for x in 0..n {
            for y in 0..n {
                for z in 0..n {
                    cells.push((
                        hilbert([x, y, z].map(|c: u32| c << shift)),
                        [x, y, z].map(|c| c as i32),
                    ));
                }
            }
        }
        cells.sort_unstable();
        for pair in cells.windows(2) {
            let steps: i32 = (0..3).map(|d| (pair[0].1[d] - pair[1].1[d]).abs()).sum();
            assert_eq!(steps, 1, "{pair:?}");
        }
    }

    #[test]
    fn every_element_is_on_the_curve_once() {
        let mesh = BoxMesh::cube(3).build();
        let mut order = mesh.along_curve();
        assert_ne!(order, (0..mesh.tets.len()).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..mesh.tets.len()).collect::<Vec<_>>());
    }
}
