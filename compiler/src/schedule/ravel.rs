//! Reductions over several axes that go through memory in its order are reductions over one.
//!
//! `sum(x)` of a matrix is a loop over rows and one over columns. Where rows are short, the inner loop is hardly worth
//! its beginning. One loop over all elements is the same in memory, whatever the shape is in the end.

use crate::dag::visit::visit_operands;
use crate::dag::{Binary, Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Var};
use crate::hash::{HashMap, HashSet};

/// The extents of reductions of which none reads otherwise than in the order of memory, among the nodes asked for.
/// Reductions with other extents stay as they are, or those that share their loops would be apart.
pub struct InOrder(HashMap<Vec<Size>, bool>);

impl InOrder {
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

    /// The reduction over one axis, of the product of the extents; itself, if that is another order.
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
                Scalar::Binary(Binary::Add, a, b) => recombined(dag, [a, b]),
                _ => None,
            })
        })
    }
}

/// `(x / n) * n + x % n` is x, where nothing is negative.
fn recombined(dag: &Dag, sum: [ScalarId; 2]) -> Option<ScalarId> {
    let of = |[scaled, rest]: [ScalarId; 2]| {
        let Scalar::Binary(Binary::Rem, x, n) = *dag.scalar(rest) else { return None };
        let is_rest = |[quotient, by]: [ScalarId; 2]| {
            by == n && *dag.scalar(quotient) == Scalar::Binary(Binary::FloorDiv, x, n)
        };
        either_order(dag, scaled, Binary::Mul, is_rest).then_some(x)
    };
    of(sum).or_else(|| of([sum[1], sum[0]]))
}

/// Whether a scalar is `op` of operands that are as asked for in one order or the other.
fn either_order(
    dag: &Dag,
    id: ScalarId,
    op: Binary,
    as_asked_for: impl Fn([ScalarId; 2]) -> bool,
) -> bool {
    match *dag.scalar(id) {
        Scalar::Binary(found, a, b) if found == op => as_asked_for([a, b]) || as_asked_for([b, a]),
        _ => false,
    }
}

/// What the body of a reduction does with its variables.
struct Reads<'a> {
    dag: &'a Dag,
    height: u32,
    extents: &'a [Size],
}

impl Reads<'_> {
    /// Whether the variables index neighbouring axes of arrays, all of them in their order and with the same extents, or
    /// are a position in that order, and nothing else.
    fn are_in_order(&self, body: ScalarId) -> bool {
        let mut stack = vec![body];
        let mut seen = HashSet::default();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) || self.is_position(id, self.extents.len()) {
                continue;
            }
            match self.dag.scalar(id) {
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

    /// Which of the variables it is.
    fn variable(&self, id: ScalarId) -> Option<usize> {
        match *self.dag.scalar(id) {
            Scalar::Var(Var::Reduction { height, k }) if height == self.height => Some(k as usize),
            _ => None,
        }
    }

    /// Whether it is the row-major position of the first `count` variables, at least two.
    fn is_position(&self, id: ScalarId, count: usize) -> bool {
        let is_extent = |id: ScalarId, extent: &Size| match self.dag.scalar(id) {
            Scalar::Size(size) => size == extent,
            Scalar::Const(c) => extent.as_constant() == Some(c.bits as i64),
            _ => false,
        };
        let is_scaled = |[rows, n]: [ScalarId; 2]| {
            is_extent(n, &self.extents[count - 1])
                && match count {
                    2 => self.variable(rows) == Some(0),
                    _ => self.is_position(rows, count - 1),
                }
        };
        let is_sum = |[scaled, last]: [ScalarId; 2]| {
            self.variable(last) == Some(count - 1)
                && either_order(self.dag, scaled, Binary::Mul, is_scaled)
        };
        count >= 2 && either_order(self.dag, id, Binary::Add, is_sum)
    }
}
