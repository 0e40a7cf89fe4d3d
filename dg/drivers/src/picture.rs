//! Pictures of the state: a field on a plane, in colours.

use crate::number::{axis, number};
use crate::{Failure, file};
use array_fn_dg::Solver;
use array_fn_dg::output::Section;
use base64::Engine;
use clap::Args;
use ndarray::{Array2, ArrayView3, Axis};
use plotters::prelude::*;
use std::path::{Path, PathBuf};

/// Options of pictures of the state.
#[derive(Args)]
pub struct PictureOptions {
    /// Draw the state on a plane into an SVG file, with every instant anew.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// What to draw: a field of the VTU files, of vectors the length, or vorticity [default: the first].
    #[arg(long, value_name = "FIELD", requires = "picture")]
    picture_field: Option<String>,
    /// The plane to draw it on [default: across the middle of z].
    #[arg(long, value_name = "AXIS=VALUE", value_parser = parse_plane, requires = "picture")]
    picture_plane: Option<Plane>,
    /// What to draw of the plane: the least and greatest coordinates along its first axis, then along its
    /// second [default: all].
    #[arg(
        long, value_name = "LEFT,RIGHT,BOTTOM,TOP", value_parser = parse_numbers::<4>, requires = "picture",
        allow_hyphen_values = true
    )]
    picture_window: Option<[f64; 4]>,
    /// Values at the ends of the scale of colours [default: the least and greatest there are].
    #[arg(
        long, value_name = "LEAST,GREATEST", value_parser = parse_numbers::<2>, requires = "picture",
        allow_hyphen_values = true
    )]
    picture_range: Option<[f64; 2]>,
}

#[derive(Clone, Copy)]
struct Plane {
    axis: usize,
    at: f64,
}

const AXES: [&str; 3] = ["x", "y", "z"];

fn parse_plane(text: &str) -> Result<Plane, String> {
    let plane = text.split_once('=').and_then(|(axis, at)| {
        let axis = AXES.iter().position(|name| *name == axis.trim())?;
        Some(Plane { axis, at: at.trim().parse().ok().filter(|at: &f64| at.is_finite())? })
    });
    plane.ok_or("an axis and a value are needed, as in `z=0.5`".into())
}

fn parse_numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let numbers: Vec<f64> = text.split(',').map_while(|x| x.trim().parse().ok()).collect();
    let increasing = numbers.chunks(2).all(|pair| pair.len() == 2 && pair[0] < pair[1]);
    match <[f64; N]>::try_from(numbers) {
        Ok(numbers) if increasing && numbers.iter().all(|x| x.is_finite()) => Ok(numbers),
        _ => Err(format!("{N} numbers are needed, of each pair the smaller one first")),
    }
}

impl PictureOptions {
    /// The file that the picture is drawn into.
    pub fn path(&self) -> Option<&Path> {
        self.picture.as_deref()
    }

    /// Prepares a picture, if one is wanted. This is done before a run, so that the run is not in vain.
    ///
    /// # Errors
    /// [`Failure::Input`] for a plane or a window outside the mesh, or a field that does not exist.
    pub fn prepare<S: Solver>(&self, solver: &S) -> Result<Option<Picture<'_>>, Failure> {
        let Some(path) = &self.picture else { return Ok(None) };
        let nodes = &solver.discretisation().nodes;
        let bounds = |axis: usize| {
            let nodes = nodes.index_axis(Axis(0), axis);
            nodes.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &x| {
                [low.min(x), high.max(x)]
            })
        };
        let Plane { axis, at } = self.picture_plane.unwrap_or_else(|| {
            let [low, high] = bounds(2);
            Plane { axis: 2, at: 0.5 * (low + high) }
        });
        let [low, high] = bounds(axis);
        if !(low..=high).contains(&at) {
            let name = AXES[axis];
            return Err(Failure::Input(format!(
                "the plane {name} = {at} of the picture is outside the mesh\n\
                 help: the mesh is between {name} = {low} and {high}"
            )));
        }
        let vorticity = S::FIELDS.contains(&"velocity").then_some("vorticity");
        let known: Vec<&'static str> = S::FIELDS.iter().copied().chain(vorticity).collect();
        let wanted = self.picture_field.as_deref().unwrap_or(known[0]);
        let field = known.iter().copied().find(|name| *name == wanted).ok_or_else(|| {
            Failure::Input(format!(
                "there is no field `{wanted}` to draw\nhelp: fields are {}",
                known.join(", ")
            ))
        })?;
        let [horizontal, vertical] = Section::sides(axis);
        let ([left, right], [bottom, top]) = match self.picture_window {
            Some([left, right, bottom, top]) => ([left, right], [bottom, top]),
            None => (bounds(horizontal), bounds(vertical)),
        };
        let apart = |[low, high]: [f64; 2], axis: usize| {
            let [least, greatest] = bounds(axis);
            high <= least || low >= greatest
        };
        if apart([left, right], horizontal) || apart([bottom, top], vertical) {
            let sides = [horizontal, vertical].map(|axis| {
                let [low, high] = bounds(axis);
                format!("{} = {low} and {high}", AXES[axis])
            });
            return Err(Failure::Input(format!(
                "the window of the picture is outside the mesh\nhelp: the mesh is between {}",
                sides.join(", and between ")
            )));
        }
        let section =
            Section::new(axis, at, [left, bottom], [right, top], LONGEST).ok_or_else(|| {
                Failure::Input(
                    "the window of the picture is too small to be drawn\n\
                     help: give another `--picture-window`"
                        .into(),
                )
            })?;
        Ok(Some(Picture { path, field, section, range: self.picture_range }))
    }
}

/// The number of pixels along the longer side.
const LONGEST: usize = 720;

/// A picture that can be drawn at any time of a run.
pub struct Picture<'a> {
    path: &'a Path,
    field: &'static str,
    section: Section,
    range: Option<[f64; 2]>,
}

impl Picture<'_> {
    /// Draws the state of `solver`.
    ///
    /// # Errors
    /// [`Failure::Input`] when the file cannot be written.
    pub fn draw<S: Solver>(&self, solver: &S) -> Result<(), Failure> {
        let d = solver.discretisation();
        let fields = solver.fields();
        let of_name = |name: &str| {
            let field = S::FIELDS.iter().zip(&fields).find(|(field, _)| **field == name);
            field.map(|(_, values)| values.view()).ok_or_else(|| Failure::Other("no field".into()))
        };
        let values = match self.field {
            "vorticity" => length(d.curl(of_name("velocity")?).view()),
            name => length(of_name(name)?),
        };
        let sampled = self.section.sample(d, &[values.view()]);
        let title = format!(
            "{} at {} = {}, t = {:.4}",
            self.field,
            AXES[self.section.axis],
            self.section.at,
            solver.time()
        );
        let svg = draw(&self.section, &sampled[0], self.range, &title)
            .map_err(|error| Failure::Other(format!("cannot draw the picture: {error}")))?;
        file::replace(self.path, svg.as_bytes())
    }
}

/// A scalar itself, or the length of a vector.
fn length(field: ArrayView3<f64>) -> Array2<f64> {
    match field.dim().0 {
        1 => field.index_axis(Axis(0), 0).to_owned(),
        _ => field.mapv(|x| x * x).sum_axis(Axis(0)).mapv(f64::sqrt),
    }
}

type DrawError = Box<dyn std::error::Error>;

/// A scale of colours. If values have one sign, it goes from one colour to another. If they have both signs, it goes
/// from one colour through white to another.
struct Scale {
    range: [f64; 2],
    gradient: colorous::Gradient,
}

impl Scale {
    fn new(values: &Array2<f64>, range: Option<[f64; 2]>) -> Self {
        let finite = values.iter().copied().filter(|x| x.is_finite());
        let least = finite.clone().fold(f64::INFINITY, f64::min);
        let greatest = finite.fold(f64::NEG_INFINITY, f64::max);
        let largest = least.abs().max(greatest.abs());
        let range = range.unwrap_or(match (least < -0.1 * largest, greatest > 0.1 * largest) {
            // No pixel has a number.
            _ if !largest.is_finite() => [0.0, 1.0],
            (true, true) => [-largest, largest],
            // All values are the same, but the scale needs some width.
            _ if greatest - least <= 1e-12 * largest => {
                let room = if largest > 0.0 { 1e-6 * largest } else { 0.5 };
                [least - room, greatest + room]
            }
            _ => [least, greatest],
        });
        let range = axis(range);
        let signed = range[0] == -range[1];
        let gradient = if signed { colorous::RED_BLUE } else { colorous::VIRIDIS };
        Scale { range, gradient }
    }

    /// Red, green and blue of all shades, from the least to the greatest. The last colour is grey, for pixels outside
    /// of the mesh.
    fn palette(&self) -> Vec<u8> {
        // Values above zero are red.
        let signed = self.range[0] == -self.range[1];
        let colour = |shade: u8| {
            let share = f64::from(shade) / f64::from(SHADES - 1);
            self.gradient.eval_continuous(if signed { 1.0 - share } else { share }).as_array()
        };
        let grey = [225; 3];
        (0..SHADES).map(colour).chain([grey]).flatten().collect()
    }

    /// The shade of a value.
    fn shade(&self, value: f64) -> u8 {
        if !value.is_finite() {
            return SHADES;
        }
        let share = ((value - self.range[0]) / (self.range[1] - self.range[0])).clamp(0.0, 1.0);
        (share * f64::from(SHADES - 1)).round() as u8
    }
}

/// The number of shades. The next number stands for pixels outside of the mesh.
const SHADES: u8 = 255;

/// An image element with the colours of the values, over a rectangle of the drawing.
fn image(values: &Array2<f64>, scale: &Scale, place: [u32; 4]) -> Result<String, DrawError> {
    let (rows, columns) = values.dim();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, columns.try_into()?, rows.try_into()?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(scale.palette());
    encoder.set_compression(png::Compression::High);
    // Shades are indices of colours, so differences of neighbours are no smaller than the shades.
    encoder.set_filter(png::Filter::NoFilter);
    let pixels: Vec<u8> = values.iter().map(|&value| scale.shade(value)).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let [x, y, width, height] = place;
    Ok(format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
         href=\"data:image/png;base64,{data}\"/>\n"
    ))
}

fn draw(
    section: &Section,
    values: &Array2<f64>,
    range: Option<[f64; 2]>,
    title: &str,
) -> Result<String, DrawError> {
    // Margins around the picture. To the right of it is the scale of colours, with its numbers.
    const LEFT: u32 = 62;
    const TOP: u32 = 40;
    const BOTTOM: u32 = 46;
    const GAP: u32 = 16;
    const BAR: u32 = 16;
    const NUMBERS: u32 = 76;
    let scale = Scale::new(values, range);
    let [width, height] = section.pixels.map(|pixels| pixels as u32);
    let bar = LEFT + width + GAP;
    let mut svg = String::new();
    {
        let size = (bar + BAR + NUMBERS, TOP + height + BOTTOM);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        area.titled(title, ("sans-serif", 17))?;
        let sides = section.axes().map(|axis| AXES[axis]);
        let [x, y] = [0, 1].map(|side| {
            let [low, high] = axis([section.lower[side], section.upper[side]]);
            low..high
        });
        ChartBuilder::on(&area.clone().shrink((0, TOP), (LEFT + width, height + BOTTOM)))
            .x_label_area_size(BOTTOM)
            .y_label_area_size(LEFT)
            .build_cartesian_2d(x, y)?
            .configure_mesh()
            .disable_mesh()
            .x_labels((width / 90).max(2) as usize)
            .y_labels((height / 60).max(2) as usize)
            .x_desc(sides[0])
            .y_desc(sides[1])
            .draw()?;
        ChartBuilder::on(&area.shrink((bar, TOP), (BAR + NUMBERS, height)))
            .right_y_label_area_size(NUMBERS)
            .build_cartesian_2d(0.0..1.0, 0.0..1.0)?
            .set_secondary_coord(0.0..1.0, scale.range[0]..scale.range[1])
            .configure_secondary_axes()
            .y_labels((height / 60).max(2) as usize)
            .y_label_formatter(&|value| number(*value))
            .draw()?;
    }
    let shades = Array2::from_shape_fn((usize::from(SHADES), 1), |(row, _)| {
        let share = 1.0 - (row as f64 + 0.5) / f64::from(SHADES);
        scale.range[0] + share * (scale.range[1] - scale.range[0])
    });
    let images = image(values, &scale, [LEFT, TOP, width, height])?
        + &image(&shades, &scale, [bar, TOP, BAR, height])?;
    let end = svg.rfind("</svg>").ok_or("no end of the drawing")?;
    svg.insert_str(end, &images);
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows and scales of colours that are as large, as small and as thin as possible.
    #[test]
    fn extreme_windows_and_ranges() {
        let windows = [
            ([0.0, 0.0], [1.0, 1.0]),
            ([0.0, 0.0], [1e-300, 1e-300]),
            ([-1e300, -1e300], [1e300, 1e300]),
            ([1.0, 1.0], [1.0 + 1e-8, 1.0 + 1e-8]),
            ([0.0, 0.0], [1e9, 1.0]),
            ([0.0, 0.0], [1.0, 1e9]),
        ];
        let ranges = [
            None,
            Some([0.0, 1e-320]),
            Some([1.0, 1.0f64.next_up()]),
            Some([-1e308, 1e308]),
            Some([-f64::MAX, f64::MAX]),
            Some([0.0, f64::MAX]),
        ];
        for (lower, upper) in windows {
            let section = Section::new(2, 0.5, lower, upper, 72).unwrap();
            let [columns, rows] = section.pixels;
            for value in [0.0, 1.0, f64::NAN, 1e308, 5e-324] {
                for range in ranges {
                    let values = Array2::from_elem((rows, columns), value);
                    let svg = draw(&section, &values, range, "title").unwrap();
                    assert!(svg.trim_end().ends_with("</svg>"), "{lower:?} {upper:?} {range:?}");
                }
            }
        }
    }
}
