//! Turns reductions over several axes that go through memory in its order into reductions over one axis.
//!
//! `sum(x)` of a matrix is a loop over rows, and in it a loop over columns. If rows are short, the inner loop is hardly
//! worth starting. One loop over all elements reads the same memory, whatever the shape turns out to be.

use crate::dag::visit::visit_operands;
use crate::dag::{Binary, DType, Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Var};
use crate::hash::{HashMap, HashSet};

/// For the extents of reductions, whether all reductions with these extents read in the order of memory. If one does
/// not, none is changed, because reductions with the same extents share their loops.
pub struct InOrder(HashMap<Vec<Size>, bool>);

impl InOrder {
    /// Looks at the reductions of the nodes for which `asked_for` is true.
    pub fn new(dag: &Dag, asked_for: impl Fn(NodeId) -> bool) -> InOrder {
        let mut all = HashMap::default();
        for (_, node) in dag.nodes().filter(|(id, _)| asked_for(*id)) {
            let NodeKind::Compute(root) = node.kind else { continue };
            let mut stack = vec![root];
            let mut seen = HashSet::default();
            while let Some(id) = stack.pop() {
                if !seen.insert(id) {
                    continue;
                }
                let scalar = dag.scalar(id);
                if let Scalar::Reduce { height, extents, range: None, body, .. } = scalar
                    && extents.len() > 1
                {
                    let reads = Reads { dag, height: *height, extents };
                    *all.entry(extents.clone()).or_insert(true) &= reads.are_in_order(*body);
                }
                visit_operands(scalar, &mut |s| stack.push(s));
            }
        }
        InOrder(all)
    }

    /// The reduction over one axis, whose extent is the product of the extents; or the same reduction if the order
    /// would differ.
    pub fn ravelled(&self, dag: &mut Dag, id: ScalarId) -> ScalarId {
        let Scalar::Reduce { op, height, extents, range: None, body } = dag.scalar(id).clone()
        else {
            return id;
        };
        if self.0.get(&extents) != Some(&true) {
            return id;
        }
        let source = dag.clone();
        dag.reduce(op, vec![Size::product(&extents)], |dag, vars| {
            // Row-major: `k / N` and `k % N`, which offsets put together again.
            let mut positions = vec![vars[0]; extents.len()];
            for k in (1..extents.len()).rev() {
                let extent = dag.size(extents[k].clone());
                let rest = positions[k];
                positions[k] = dag.binary(Binary::Rem, rest, extent);
                positions[k - 1] = dag.binary(Binary::FloorDiv, rest, extent);
            }
            dag.rebuild(&source, body, &mut |dag, scalar| match *scalar {
                Scalar::Var(Var::Reduction { height: h, k }) if h == height => {
                    Some(positions[k as usize])
                }
                Scalar::Binary(Binary::Add, a, b) => {
                    let index = |id| positions.iter().position(|index| *index == id);
                    is_position(dag, [a, b], index, &extents).then_some(vars[0])
                }
                _ => None,
            })
        })
    }
}

/// Whether a sum is the row-major position in an array with these extents. `index` gives the axis whose index a scalar
/// is.
fn is_position(
    dag: &Dag,
    sum: [ScalarId; 2],
    index: impl Fn(ScalarId) -> Option<usize>,
    extents: &[Size],
) -> bool {
    // A sum of more terms is something else.
    let mut budget = 4 * extents.len();
    let mut found = vec![false; extents.len()];
    let mut stack = sum.map(|id| (id, Size::one())).to_vec();
    while let Some((id, factor)) = stack.pop() {
        let Some(left) = budget.checked_sub(1) else { return false };
        budget = left;
        if let Some(k) = index(id) {
            if found[k] || factor != Size::product(&extents[k + 1..]) {
                return false;
            }
            found[k] = true;
            continue;
        }
        match *dag.scalar(id) {
            Scalar::Binary(Binary::Add, a, b) => stack.extend([(a, factor.clone()), (b, factor)]),
            Scalar::Binary(Binary::Mul, a, b) => match (size(dag, a), size(dag, b)) {
                (None, Some(n)) => stack.push((a, factor.mul(&n))),
                (Some(n), None) => stack.push((b, factor.mul(&n))),
                _ => return false,
            },
            _ => return false,
        }
    }
    found.into_iter().all(|found| found)
}

fn size(dag: &Dag, id: ScalarId) -> Option<Size> {
    match dag.scalar(id) {
        Scalar::Size(size) => Some(size.clone()),
        Scalar::Const(c) if dag.dtype(id) == DType::I64 => Some(Size::constant(c.bits as i64)),
        _ => None,
    }
}

/// The uses of its variables in the body of a reduction.
struct Reads<'a> {
    dag: &'a Dag,
    height: u32,
    extents: &'a [Size],
}

impl Reads<'_> {
    /// Whether the variables are used only to index neighbouring axes of arrays, all of them in their order and with
    /// the same extents, or as a position in that order.
    fn are_in_order(&self, body: ScalarId) -> bool {
        let mut stack = vec![body];
        let mut seen = HashSet::default();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.dag.scalar(id) {
                Scalar::Binary(Binary::Add, a, b)
                    if is_position(self.dag, [*a, *b], |id| self.variable(id), self.extents) => {}
                Scalar::Var(_) if self.variable(id).is_some() => return false,
                Scalar::Load { node, index } => {
                    let count = index.iter().filter(|i| self.variable(**i).is_some()).count();
                    let first = index.iter().position(|i| self.variable(*i) == Some(0));
                    let shape = &self.dag.node(*node).shape;
                    let in_order = first.is_some_and(|first| {
                        index.len() >= first + self.extents.len()
                            && self.extents.iter().enumerate().all(|(k, extent)| {
                                self.variable(index[first + k]) == Some(k)
                                    && shape[first + k] == *extent
                            })
                    });
                    if count > 0 && !(in_order && count == self.extents.len()) {
                        return false;
                    }
                    stack.extend(index.iter().filter(|i| self.variable(**i).is_none()));
                }
                other => visit_operands(other, &mut |s| stack.push(s)),
            }
        }
        true
    }

    /// The number of the variable that a scalar is.
    fn variable(&self, id: ScalarId) -> Option<usize> {
        match *self.dag.scalar(id) {
            Scalar::Var(Var::Reduction { height, k }) if height == self.height => Some(k as usize),
            _ => None,
        }
    }
}
