//! Pictures of the state: a field on a plane, in colours.

mod animation;
mod scale;
mod svg;

use crate::{Failure, file};
use array_fn_dg::Solver;
use array_fn_dg::output::Section;
use clap::Args;
use ndarray::{Array2, Axis};
use std::path::{Path, PathBuf};

/// Options of pictures of the state.
#[derive(Args)]
pub struct PictureOptions {
    /// Draw the state on a plane into an SVG file, with every instant anew; or into a GIF file (by its name), whose
    /// frames are the instants of this run.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// What to draw: a field of the VTU files, or vorticity; of vectors the length, or a component, as in
    /// velocity.x [default: the first field].
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

    /// Prepares a picture, if one is wanted. This is done before a run, so that the run is not in vain. On ranks, all ranks
    /// call this.
    ///
    /// # Errors
    /// [`Failure::Input`] for a plane or a window outside the mesh, or a field that does not exist.
    pub fn prepare<S: Solver>(&self, solver: &S) -> Result<Option<Picture<'_>>, Failure> {
        let Some(path) = &self.picture else { return Ok(None) };
        let sides = bounds(solver)?;
        let bounds = |axis: usize| sides[axis];
        let Plane { axis, at } = self.picture_plane.unwrap_or_else(|| {
            let [low, high] = bounds(2);
            Plane { axis: 2, at: 0.5 * (low + high) }
        });
        let [low, high] = bounds(axis);
        if !(low..=high).contains(&at) {
            let name = AXES[axis];
            return Err(Failure::input(
                format_args!("the plane {name} = {at} of the picture is outside the mesh"),
                format_args!("the mesh is between {name} = {low} and {high}"),
            ));
        }
        let field = self.picture_field.as_deref().unwrap_or(S::FIELDS[0]);
        if values(solver, field).is_none() {
            let vorticity = S::FIELDS.contains(&"velocity").then_some("vorticity");
            let known: Vec<&str> = S::FIELDS.iter().copied().chain(vorticity).collect();
            let known = known.join(", ");
            return Err(Failure::input(
                format_args!("there is no field `{field}` to draw"),
                format_args!("fields are {known}; of vectors `.x`, `.y` and `.z` are components"),
            ));
        }
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
            return Err(Failure::input(
                "the window of the picture is outside the mesh",
                format_args!("the mesh is between {}", sides.join(", and between ")),
            ));
        }
        let animated = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gif"));
        let longest = if animated { LONGEST_ANIMATED } else { LONGEST };
        let section = Section::new(axis, at, [left, bottom], [right, top], longest);
        let section = section.ok_or_else(|| {
            let problem = "the window of the picture is too small to be drawn";
            Failure::input(problem, "give another `--picture-window`")
        })?;
        let frames = animated.then(Vec::new);
        Ok(Some(Picture { path, field, section, range: self.picture_range, frames }))
    }
}

/// The number of pixels along the longer side.
const LONGEST: usize = 720;
const LONGEST_ANIMATED: usize = 480;

/// A picture that can be drawn at any time of a run.
pub struct Picture<'a> {
    path: &'a Path,
    field: &'a str,
    section: Section,
    range: Option<[f64; 2]>,
    /// If the picture is animated, the titles and the values at the pixels of all instants so far.
    frames: Option<Vec<(String, Array2<f32>)>>,
}

type DrawError = Box<dyn std::error::Error>;

impl Picture<'_> {
    /// Draws the state of `solver`. On ranks, all ranks call this, and the first one draws.
    ///
    /// # Errors
    /// [`Failure::Input`] when the file cannot be written.
    pub fn draw<S: Solver>(&mut self, solver: &S) -> Result<(), Failure> {
        let values = values(solver, self.field).ok_or(Failure::Other("no field".into()))?;
        let d = solver.discretisation();
        let Some(sampled) = self.section.sample_of_ranks(d, &[values.view()])? else {
            return Ok(());
        };
        let title = format!(
            "{} at {} = {}, t = {:.4}",
            self.field,
            AXES[self.section.axis],
            self.section.at,
            solver.time()
        );
        let (section, range) = (&self.section, self.range);
        let bytes = match &mut self.frames {
            Some(frames) => {
                frames.push((title, sampled[0].mapv(|value| value as f32)));
                animation::encode(section, frames, range, self.field)
            }
            None => svg::draw(section, &sampled[0], range, &title, self.field),
        };
        let bytes =
            bytes.map_err(|error| Failure::Other(format!("cannot draw the picture: {error}")))?;
        file::replace(self.path, &bytes)
    }
}

/// The least and the greatest coordinate of the nodes of all ranks, for each axis.
fn bounds<S: Solver>(solver: &S) -> Result<[[f64; 2]; 3], Failure> {
    let nodes = &solver.discretisation().nodes;
    // Of the least the negative, so that all are maxima.
    let mut ends = [f64::NEG_INFINITY; 6];
    for ((axis, ..), x) in nodes.indexed_iter() {
        ends[axis] = ends[axis].max(-x);
        ends[3 + axis] = ends[3 + axis].max(*x);
    }
    let ends = solver.discretisation().max_of_ranks(ends)?;
    Ok(std::array::from_fn(|axis| [-ends[axis], ends[3 + axis]]))
}

/// What `wanted` names, at all nodes `[E, N]`: a scalar, the length of a vector, or a component of one.
fn values<S: Solver>(solver: &S, wanted: &str) -> Option<Array2<f64>> {
    let (name, component) = match wanted.split_once('.') {
        Some((name, axis)) => (name, Some(AXES.iter().position(|known| *known == axis)?)),
        None => (wanted, None),
    };
    let mut fields = solver.fields();
    let mut named =
        |name: &str| Some(fields.swap_remove(S::FIELDS.iter().position(|f| *f == name)?));
    let field = match name {
        "vorticity" => solver.discretisation().curl(named("velocity")?.view()),
        _ => named(name)?,
    };
    match component {
        None if field.dim().0 > 1 => Some(field.mapv(|x| x * x).sum_axis(Axis(0)).mapv(f64::sqrt)),
        component if field.dim().0 == 1 && component.is_some() => None,
        component => Some(field.index_axis(Axis(0), component.unwrap_or(0)).to_owned()),
    }
}
