//! The graph of a tile: the parts of nodes that the roots of a pass need.

mod build;
mod needs;

use self::build::Build;
use self::needs::Needs;
use super::analysis::{Group, Rules};
use super::label::{Label, Labels};
use super::{Cuts, Refusal};
use crate::dag::{Dag, NodeId, Size, Var};
use crate::hash::{HashMap, HashSet};
use crate::plan::{
    self, AxisView, BoxAxis, Goal, Length, ResultInfo, Source, TileInput, TileOutput,
};
use std::collections::BTreeMap;

/// The program of a tile, or nodes that have to be in memory first.
pub(super) enum Tile {
    Ready(Box<Ready>),
    First(Vec<NodeId>),
}

pub(super) struct Ready {
    pub dag: Dag,
    pub results: Vec<ResultInfo>,
    pub lengths: Vec<Length>,
    pub inputs: Vec<TileInput>,
    pub outputs: Vec<TileOutput>,
    /// For each class, what the beginning of a tile is a multiple of.
    pub units: Vec<i64>,
}

/// The part of an axis that a tile has of a node.
#[derive(Clone, Debug)]
struct Part {
    label: Label,
    /// The first index, counted from the beginning of the label's part.
    low: Size,
    length: Size,
}

/// What users need of an axis: the first index, and pairs of a length that must not be 0 and of an end. All are counted
/// from the beginning of the label's part.
#[derive(Clone, Debug)]
struct Need {
    low: Size,
    reaches: Vec<(Size, Size)>,
}

/// For each input of a graph, the array that it is, and the views of its axes.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub arrays: &'a [Source],
    pub views: &'a [Vec<AxisView>],
}

type Key = (NodeId, Labels);

/// Makes the program of a tile. `sources` are the inputs of the graph; `goals` says where the result of a reduction goes.
pub(super) fn tile(
    dag: &Dag,
    group: &Group,
    cuts: &Cuts,
    sources: Sources<'_>,
    goals: &HashMap<NodeId, Goal>,
) -> Result<Tile, Refusal> {
    let rules = Rules { dag, kinds: &group.kinds, cuts, fixed: &group.fixed };
    let mut needs = Needs {
        dag,
        rules,
        group,
        dims: Vec::new(),
        lengths: Vec::new(),
        parts: HashMap::default(),
        open: BTreeMap::new(),
        done: BTreeMap::new(),
        first: HashSet::default(),
    };
    needs.roots()?;
    needs.all()?;
    if !needs.first.is_empty() {
        let mut first: Vec<NodeId> = needs.first.into_iter().collect();
        first.sort_unstable();
        return Ok(Tile::First(first));
    }
    let Needs { dims, lengths, parts, done, .. } = needs;
    let mut new = Dag::new(&dag.name);
    new.dims = dag.dims.iter().chain(&dims).cloned().collect();
    new.tuning = dag.tuning.clone();
    new.constraints.clone_from(&dag.constraints);
    new.set_loops(dag.bodies().cloned().collect());
    let build = Build {
        dag,
        rules,
        group,
        sources,
        parts,
        done,
        new,
        starts: HashMap::default(),
        inputs: vec![],
    };
    Ok(Tile::Ready(Box::new(build.all(lengths, goals))))
}

fn parts_of(axes: &[Option<Part>]) -> HashMap<Var, Part> {
    let axes = (0..).zip(axes);
    axes.filter_map(|(k, part)| Some((Var::Axis(k), part.clone()?))).collect()
}

fn along(label: Label) -> plan::Along {
    plan::Along {
        cut: label.class,
        numerator: label.ratio.numerator,
        denominator: label.ratio.denominator,
    }
}

fn sizes(shape: &[Size], parts: &[Option<Part>]) -> Vec<Size> {
    let axes = shape.iter().zip(parts);
    axes.map(|(size, part)| part.as_ref().map_or(size, |part| &part.length).clone()).collect()
}

fn box_axis(part: &Option<Part>) -> BoxAxis {
    match part {
        None => BoxAxis::Whole,
        Some(Part { label, low, length }) => BoxAxis::Part {
            along: label.is_cut().then(|| along(*label)),
            low: low.clone(),
            length: length.clone(),
        },
    }
}
