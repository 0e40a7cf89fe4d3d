//! Sorts of which only the first or the last elements are read: `sort(x)[..10]`, `argsort(x)[-1]`, `partition(x, 3)[3]`.
//! These elements are found without a sort, as those of `topk` are.

use super::access::{LoadRef, as_axis, body, loads};
use crate::dag::rebuild::Copied;
use crate::dag::{Binary, Dag, NodeId, NodeKind, Routine, Scalar, ScalarId, Size, Var};
use crate::hash::HashMap;
use crate::optimise::{Affine, dead_code};

/// At most this many elements at an end are few.
const FEW: i64 = 64;
/// Rows of a known length are sorted unless they have this many times as many elements.
const FRACTION: i64 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// How many elements at each end of the rows of a sort are read.
#[derive(Clone, Copy, Debug, Default)]
struct Read {
    first: i64,
    last: i64,
}

/// What the sort of a node became.
struct Found {
    routine: Routine,
    /// The length of the rows.
    n: Size,
    /// The positions of the first elements, and the rows that these are positions in.
    first: Option<[NodeId; 2]>,
    /// The positions of the last elements, from the end, and the rows in reverse.
    last: Option<[NodeId; 2]>,
}

/// The same graph without sorts of which only a few elements at the ends are read.
pub fn few_of_sorted(dag: &Dag) -> Dag {
    let read = read_of_sorts(dag);
    let mut found: HashMap<NodeId, Found> = HashMap::default();
    if read.is_empty() {
        return dag.clone();
    }
    let (new, _) = dag.copied(&mut |new, nodes, id, node| match &node.kind {
        NodeKind::Compute(old) => {
            let body = new.rebuild(dag, *old, &mut |new, scalar| match scalar {
                Scalar::Load { node, index } => Some(match found.get(node) {
                    Some(found) => found.element(new, index),
                    None => new.load(nodes[node], index.clone()),
                }),
                _ => None,
            });
            Copied::Node(new.compute(&node.name, node.shape.clone(), body))
        }
        NodeKind::Routine { routine, operands } if read.contains_key(&id) => {
            let Read { first, last } = read[&id];
            let n = node.shape.last().cloned().unwrap_or_default();
            let top = |new: &mut Dag, rows: NodeId, count: i64, largest: bool| {
                let mut shape = node.shape.clone();
                shape.pop();
                shape.push(Size::constant(count));
                new.routine_into(&node.name, Routine::Top { largest }, vec![rows], shape)
            };
            let rows = nodes[&operands[0]];
            let first = (first > 0).then(|| [top(new, rows, first, false), rows]);
            let last = (last > 0).then(|| {
                // Of equal elements, the last one comes last. `Top` would take the first one.
                let backwards = match reversed(dag, operands[0]) {
                    Some(source) => nodes[&source],
                    None => reverse(new, rows),
                };
                [top(new, backwards, last, true), backwards]
            });
            found.insert(id, Found { routine: routine.clone(), n, first, last });
            Copied::Nothing
        }
        _ => Copied::Same,
    });
    // Rows that were only reversed in order to be sorted.
    dead_code(&new)
}

impl Found {
    /// An element of what was sorted.
    fn element(&self, dag: &mut Dag, index: &[ScalarId]) -> ScalarId {
        let (place, rows) = index.split_last().expect("rows have an axis");
        let with = |last: ScalarId| rows.iter().copied().chain([last]).collect::<Vec<_>>();
        let place = Affine::of(dag, *place);
        let end = end(&place, &self.n);
        let from_end =
            |place: &Affine| Affine::default().plus_size(&self.n.sub(&Size::one())).minus(place);
        let (found, place) = match end {
            Some(End::Last) => (self.last, from_end(&place)),
            _ => (self.first, place),
        };
        let [positions, of] = found.expect("the elements at both ends were counted");
        let place = place.build(dag);
        let position = dag.load(positions, with(place));
        match (&self.routine, end) {
            (Routine::Sort, _) => dag.load(of, with(position)),
            (_, Some(End::Last)) => {
                let last = dag.size(self.n.sub(&Size::one()));
                dag.binary(Binary::Sub, last, position)
            }
            _ => position,
        }
    }
}

/// The sorts of which only a few elements at the ends are read.
fn read_of_sorts(dag: &Dag) -> HashMap<NodeId, Read> {
    let is_sort = |(id, node): (NodeId, &crate::dag::Node)| {
        let sorts = matches!(
            node.kind,
            NodeKind::Routine { routine: Routine::Sort | Routine::ArgSort, .. }
        );
        sorts.then_some((id, Some(Read::default())))
    };
    let mut all: HashMap<NodeId, Option<Read>> = dag.nodes().filter_map(is_sort).collect();
    if all.is_empty() {
        return HashMap::default();
    }
    let stored = dag.outputs.iter().map(|output| output.node);
    stored.chain(dag.checks.iter().map(|check| check.node)).for_each(|id| {
        all.remove(&id);
    });
    for (id, _) in dag.nodes() {
        for load in loads(dag, id) {
            let Some(entry) = all.get_mut(&load.node) else { continue };
            *entry = entry.and_then(|read| with_load(dag, id, &load, read));
        }
    }
    let is_few = |(id, read): (NodeId, Option<Read>)| {
        let Read { first, last } = read?;
        let shape = &dag.node(id).shape;
        let most = first.max(last);
        // Short rows are sorted in registers.
        let is_long = match shape.last()?.as_constant() {
            Some(n) => n >= FRACTION * most,
            None => shape.len() == 1,
        };
        (most > 0 && is_long).then_some((id, Read { first, last }))
    };
    all.into_iter().filter_map(is_few).collect()
}

/// What is read of a sort if a node reads it in this way, too. `None` if that may be many elements.
fn with_load(dag: &Dag, reader: NodeId, load: &LoadRef, read: Read) -> Option<Read> {
    let place = Affine::of(dag, *load.index.last()?);
    let n = dag.node(load.node).shape.last()?;
    let (mut low, mut high) = (0i64, 0i64);
    for (term, coefficient) in place.terms() {
        let Scalar::Var(var) = dag.scalar(term) else { return None };
        let extent = match *var {
            Var::Axis(k) => dag.node(reader).shape.get(k as usize)?.as_constant()?,
            _ => load.reductions.iter().find(|around| around.var == *var)?.extent.as_constant()?,
        };
        // Where there is no point, the place may be outside.
        let last = extent.checked_sub(1).filter(|last| *last >= 0)?;
        let reach = coefficient.as_constant()?.checked_mul(last)?;
        low = low.checked_add(reach.min(0))?;
        high = high.checked_add(reach.max(0))?;
    }
    let few = |from: i64, to: i64| (0 <= from && to < FEW).then_some(to + 1);
    match end(&place, n)? {
        End::First => {
            let offset = place.offset().as_constant()?;
            let first = few(offset.checked_add(low)?, offset.checked_add(high)?)?;
            Some(Read { first: read.first.max(first), ..read })
        }
        End::Last => {
            let offset = n.sub(place.offset()).sub(&Size::one()).as_constant()?;
            let last = few(offset.checked_sub(high)?, offset.checked_sub(low)?)?;
            Some(Read { last: read.last.max(last), ..read })
        }
    }
}

/// The end of rows of `n` elements that a place is near to, if it is a constant number of places away.
fn end(place: &Affine, n: &Size) -> Option<End> {
    match (place.offset().as_constant(), n.as_constant()) {
        (Some(offset), Some(n)) if offset >= n / 2 => Some(End::Last),
        (Some(_), _) => Some(End::First),
        (None, _) => n.sub(place.offset()).as_constant().map(|_| End::Last),
    }
}

/// The array of which a node has the rows in reverse.
fn reversed(dag: &Dag, id: NodeId) -> Option<NodeId> {
    let Scalar::Load { node, index } = dag.scalar(body(dag, id)?) else { return None };
    let (last, rows) = index.split_last()?;
    let shape = &dag.node(id).shape;
    let n = shape.last()?;
    let place = Affine::of(dag, *last);
    let mut terms = place.terms();
    let (term, coefficient) = terms.next()?;
    let backwards = coefficient.as_constant() == Some(-1)
        && terms.next().is_none()
        && as_axis(dag, term) == Some(rows.len())
        && *place.offset() == n.sub(&Size::one());
    let own = (0..rows.len()).all(|k| as_axis(dag, rows[k]) == Some(k));
    (own && backwards && dag.node(*node).shape == *shape).then_some(*node)
}

/// The rows of a node in reverse.
fn reverse(dag: &mut Dag, of: NodeId) -> NodeId {
    let shape = dag.node(of).shape.clone();
    let Some(last) = shape.len().checked_sub(1) else { return of };
    let mut index: Vec<ScalarId> = (0..=last).map(|k| dag.axis(k)).collect();
    let from = dag.size(shape[last].sub(&Size::one()));
    index[last] = dag.binary(Binary::Sub, from, index[last]);
    let element = dag.load(of, index);
    dag.compute("flip", shape, element)
}

#[cfg(test)]
mod tests {
    use super::super::kernel::KernelIr;
    use super::super::source_tests::fused_into;
    use super::super::{KernelSet, Schedule};
    use crate::dag::Routine;

    /// The number of sorts in the schedule of a function, and the number of searches for a few elements.
    fn sorts(body: &str, result: &str) -> (usize, usize) {
        let mut kernels = KernelSet::default();
        let params = "x: [f64; N], k: [i64; N], m: [f64; M, 500], l: [f64; M, N], j: i64";
        let source = format!("pub fn f<M, N>({params}) -> {result} {{ {body} }}");
        let Schedule { launches, .. } = fused_into(&source, &mut kernels);
        let routine = |kernel: &KernelIr| kernel.routine.as_ref().map(|of| of.routine.clone());
        let all: Vec<_> =
            launches.iter().filter_map(|of| routine(&kernels.kernels[of.kernel.0])).collect();
        let is_sort = |of: &&Routine| matches!(of, Routine::Sort | Routine::ArgSort);
        (
            all.iter().filter(is_sort).count(),
            all.iter().filter(|of| matches!(of, Routine::Top { .. })).count(),
        )
    }

    #[test]
    fn few_elements_need_no_sort() {
        assert_eq!(sorts("sort(x)[..10]", "[f64; 10]"), (0, 1));
        assert_eq!(sorts("argsort(k)[-1]", "i64"), (0, 1));
        assert_eq!(sorts("partition(x, 12)[12] + sort(x)[-2..].sum()", "f64"), (0, 2));
        assert_eq!(sorts("x[argsort(k, descending=true)[..5]]", "[f64; 5]"), (0, 1));
        assert_eq!(sorts("sort(m, axis=1)[.., ..31]", "[f64; M, 31]"), (0, 1));
    }

    #[test]
    fn many_elements_are_sorted() {
        assert_eq!(sorts("sort(x)[..65]", "[f64; 65]"), (1, 0));
        assert_eq!(sorts("let s = sort(x); (s, s[..5])", "([f64; N], [f64; 5])"), (1, 0));
        assert_eq!(sorts("sort(x)[j]", "f64"), (1, 0));
        assert_eq!(sorts("sort(m, axis=1)[.., ..32]", "[f64; M, 32]"), (1, 0));
        // Rows may be short.
        assert_eq!(sorts("sort(l, axis=1)[.., 0]", "[f64; M]"), (1, 0));
        // The row may have no elements.
        assert_eq!(sorts("sort(x)[..0]", "[f64; 0]"), (1, 0));
        assert_eq!(sorts("searchsorted(sort(x), x[..3])", "[i64; 3]"), (1, 0));
    }
}
