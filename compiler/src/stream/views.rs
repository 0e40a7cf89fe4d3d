//! Views of large arrays: the same elements in another order along a cut axis, or some of them again. In a view, the
//! elements that a tile needs are a range, so that axes can be cut along which arrays are reversed, rolled, padded, or
//! indexed by an array in memory.
//!
//! [`views`] gives each such load an input of its own. Its index along the axis counts the positions of the view, which may
//! lie outside of the array: the executor puts the elements there. Operations between the load and the large
//! array are done in the place of the load.

mod index;

use self::index::{size_of, view};
use super::Cuts;
use crate::dag::rebuild::{Copied, Copies};
use crate::dag::visit::{map_operands, operands, operands_first};
use crate::dag::{
    Binary, DType, Dag, Input, NodeId, NodeKind, ParamKind, Scalar, ScalarId, Size, Var,
};
use crate::hash::{HashMap, HashSet};

/// The element of an axis that stands at position `j` of a view.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum View {
    /// `j`.
    Same,
    /// `n - 1 - j`, where the axis has `n` elements.
    Reversed,
    /// `low` plus the remainder of `j` by `size`.
    Wrapped { low: Size, size: Size },
    /// The same elements in reverse: `low + size - 1` minus the remainder of `j`.
    WrappedBack { low: Size, size: Size },
    /// The remainder of `j` plus `times` the value of an input, which is a number, by `size`.
    Rolled { size: Size, input: usize, times: i64 },
    /// `low` plus `j`, limited to `0..size`.
    Clamped { low: Size, size: Size },
    /// `low + size - 1` minus `j`, limited to `0..size`.
    ClampedBack { low: Size, size: Size },
    /// Goes to the end and back, without the ends a second time.
    Reflected,
    /// Goes to the end and back, with the ends twice.
    Mirrored,
    /// Element `j` of an input, which is an array of indices.
    Gathered(usize),
}

impl View {
    /// Whether each position inside of the axis is that of the array.
    fn keeps_inside(&self, axis: &Size) -> bool {
        match self {
            View::Same | View::Reflected | View::Mirrored => true,
            View::Wrapped { low, size } | View::Clamped { low, size } => {
                low.is_zero() && size == axis
            }
            View::Reversed
            | View::WrappedBack { .. }
            | View::Rolled { .. }
            | View::ClampedBack { .. }
            | View::Gathered(_) => false,
        }
    }
}

/// A graph, and for each of its inputs the one that it is a view of, with the view of each axis. Without views these are none.
pub(super) struct Viewed {
    pub dag: Dag,
    pub inputs: Vec<(usize, Vec<View>)>,
}

/// The most operations that are done in the place of a load, in a node.
const MOST_MOVED: usize = 200;

/// Gives the loads of large arrays along cut axes that need it a view.
pub(super) fn views(dag: &Dag, large: &[bool], cuts: &Cuts) -> Viewed {
    let dag = &marked(dag);
    let mut found = HashMap::default();
    copied(dag, large, cuts, &mut found, false);
    copied(dag, large, cuts, &mut found, true)
}

/// The graph with a mark on variables of ranges of at most one element, which are 0. Loads of padded arrays have such,
/// because the array may be empty. Loads without views keep the variable, so that nothing moves them out of the loop.
fn marked(dag: &Dag) -> Dag {
    let of_body = |new: &mut Dag, body: ScalarId| {
        let mut copies: HashMap<ScalarId, ScalarId> = HashMap::default();
        for id in operands_first(new, body, true, &|_| false) {
            let dtype = new.dtype(id);
            let mut copy = map_operands(&new.scalar(id).clone(), &mut |s| copies[&s]);
            if let Scalar::Reduce { height, range: Some([low, high]), body, .. } = &mut copy
                && is_at_most_one(new, *low, *high)
            {
                let height = *height;
                let mut vars = HashMap::default();
                for id in operands_first(new, *body, true, &|_| false) {
                    if let Scalar::Var(var @ Var::Reduction { height: of, .. }) = new.scalar(id)
                        && *of == height
                    {
                        vars.insert(*var, id);
                    }
                }
                let mut marks = HashMap::default();
                for (var, id) in vars {
                    let once = new.add_scalar(Scalar::Binary(Binary::Min, id, id), DType::I64);
                    let mark = Scalar::Binary(Binary::Max, once, once);
                    marks.insert(var, new.add_scalar(mark, DType::I64));
                }
                *body = new.substitute(*body, &|var| marks.get(&var).copied());
            }
            let copy = new.add_scalar(copy, dtype);
            copies.insert(id, copy);
        }
        copies[&body]
    };
    let (new, _) = dag.copied(&mut |new, copies, _, node| match &node.kind {
        NodeKind::Compute(body) => {
            let body = new.rebuild(dag, *body, &mut |new, scalar| match scalar {
                Scalar::Load { node, index } => Some(new.load(copies[node], index.clone())),
                _ => None,
            });
            let body = of_body(new, body);
            Copied::Node(new.compute(&node.name, node.shape.clone(), body))
        }
        _ => Copied::Same,
    });
    new
}

/// The views of each input's loads.
type Found = HashMap<usize, HashSet<Vec<View>>>;

fn copied(dag: &Dag, large: &[bool], cuts: &Cuts, found: &mut Found, all_known: bool) -> Viewed {
    let mut depends = vec![false; dag.node_count()];
    for (id, node) in dag.nodes() {
        depends[id.0 as usize] = match node.kind {
            NodeKind::Input(k) => large[k as usize],
            _ => operands(dag, id).iter().any(|o| depends[o.0 as usize]),
        };
    }
    let mut search =
        Search { dag, large, cuts, depends, found, all_known, inputs: HashMap::default() };
    let (new, _) = dag.copied(&mut |new, copies, _, node| match &node.kind {
        NodeKind::Compute(body) => {
            let body = search.body(new, copies, *body, None, &mut 0);
            Copied::Node(new.compute(&node.name, node.shape.clone(), body))
        }
        _ => Copied::Same,
    });
    let views: HashMap<NodeId, (usize, Vec<View>)> =
        search.inputs.into_iter().map(|(key, id)| (id, key)).collect();
    // The inputs of the copy are in the order of their nodes, and old ones are in their old order.
    let mut old = dag.nodes().filter_map(|(_, node)| match node.kind {
        NodeKind::Input(k) => Some(k as usize),
        _ => None,
    });
    let inputs = new.nodes().filter_map(|(id, node)| match node.kind {
        NodeKind::Input(_) => match views.get(&id) {
            Some(view) => Some(view.clone()),
            None => old.next().map(|k| (k, Vec::new())),
        },
        _ => None,
    });
    Viewed { inputs: inputs.collect(), dag: new }
}

fn is_at_most_one(dag: &Dag, low: ScalarId, high: ScalarId) -> bool {
    let is_one = |s: ScalarId| size_of(dag, s).is_some_and(|size| size.is_one());
    let bounded = match dag.scalar(high) {
        Scalar::Binary(Binary::Min, a, b) => is_one(*a) || is_one(*b),
        _ => is_one(high),
    };
    bounded && size_of(dag, low).is_some_and(|size| size.is_zero())
}

struct Search<'a> {
    dag: &'a Dag,
    large: &'a [bool],
    cuts: &'a Cuts,
    /// For each node, whether it depends on large arrays.
    depends: Vec<bool>,
    found: &'a mut Found,
    /// Whether `found` has all views, so that one input may serve several loads.
    all_known: bool,
    /// The new inputs.
    inputs: HashMap<(usize, Vec<View>), NodeId>,
}

impl Search<'_> {
    /// A body in the new graph, with `index` in the place of its axes. `moved` counts the operations that are in it besides.
    fn body(
        &mut self,
        new: &mut Dag,
        copies: &Copies,
        body: ScalarId,
        index: Option<&[ScalarId]>,
        moved: &mut usize,
    ) -> ScalarId {
        let dag = self.dag;
        new.rebuild(dag, body, &mut |new, scalar| match scalar {
            Scalar::Var(Var::Axis(k)) => index.map(|index| index[*k as usize]),
            Scalar::Load { node, index } => Some(self.load(new, copies, *node, index, moved)),
            _ => None,
        })
    }

    fn load(
        &mut self,
        new: &mut Dag,
        copies: &Copies,
        node: NodeId,
        index: &[ScalarId],
        moved: &mut usize,
    ) -> ScalarId {
        let plain = |new: &mut Dag| new.load(copies[&node], index.to_vec());
        if !self.depends[node.0 as usize] {
            return plain(new);
        }
        let shape = self.dag.node(node).shape.clone();
        let mut views = Vec::new();
        let mut places = Vec::new();
        for (index, size) in index.iter().zip(&shape) {
            let view = self.cuts.mentioned(size).then(|| view(new, *index, size)).flatten();
            let (view, place) = view.unwrap_or((View::Same, *index));
            views.push(view);
            places.push(place);
        }
        let is_same = views.iter().all(|view| *view == View::Same);
        match &self.dag.node(node).kind {
            NodeKind::Input(k) => {
                let k = *k as usize;
                if !self.all_known {
                    self.found.entry(k).or_default().insert(views);
                    return plain(new);
                }
                self.share(k, &shape, &mut views);
                if !self.large[k] || views.iter().all(|view| *view == View::Same) {
                    return plain(new);
                }
                let input = self.input(new, k, views);
                new.load(input, places)
            }
            NodeKind::Compute(body)
                if !is_same && *moved < MOST_MOVED && !self.is_cut_reduction(*body) =>
            {
                *moved += 1;
                self.body(new, copies, *body, Some(index), moved)
            }
            _ => plain(new),
        }
    }

    /// Lets a load without a view use that of other loads, if the array has one that is the same inside. So both are one
    /// input, and chunks are read once.
    fn share(&self, k: usize, shape: &[Size], views: &mut [View]) {
        let Some(all) = self.found.get(&k) else { return };
        for (axis, view) in views.iter_mut().enumerate().filter(|(_, view)| **view == View::Same) {
            let mut others: Vec<&View> = all.iter().map(|views| &views[axis]).collect();
            others.retain(|other| **other != View::Same);
            others.sort();
            others.dedup();
            if let [other] = others.as_slice()
                && other.keeps_inside(&shape[axis])
            {
                *view = (*other).clone();
            }
        }
    }

    fn input(&mut self, new: &mut Dag, k: usize, views: Vec<View>) -> NodeId {
        let dag = self.dag;
        *self.inputs.entry((k, views.clone())).or_insert_with(|| {
            let mut shape = dag.inputs[k].shape.clone();
            for (size, view) in shape.iter_mut().zip(&views) {
                if let View::Gathered(index) = view {
                    *size = dag.inputs[*index].shape[0].clone();
                }
            }
            new.input(Input { shape, kind: ParamKind::Array, ..dag.inputs[k].clone() })
        })
    }

    /// Whether a body is a reduction that a pass computes, so that it is in memory later.
    fn is_cut_reduction(&self, body: ScalarId) -> bool {
        match self.dag.scalar(body) {
            Scalar::Reduce { extents, range: None, .. } => {
                extents.iter().any(|extent| self.cuts.mentioned(extent))
            }
            _ => false,
        }
    }
}
