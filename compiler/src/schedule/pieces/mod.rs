//! Rows in pieces: elementwise kernels whose points read different things, depending on where they are.
//!
//! Which of several arrays a point of a concatenation reads is a comparison of its index with a size. So is whether a
//! point of a padded array lies inside, and an index that is clamped or wraps around is one, too. Each is decided
//! once for many neighbouring points: a row falls into pieces, in each of which all comparisons are known. Every kind
//! of piece is a kernel of its own, [`Pieces::leaves`], in which what is known has been replaced by what it leads to.
//! [`Tree`] tells which one a point belongs to, and for how many points after it the answer stays the same.

mod flat;
mod linear;
mod question;
mod rebuild;

pub use linear::{Atom, Linear, Plain};

use super::kernel::{Extent, Kernel, Stmt, Value, ValueId, VarId};
use super::lower::Lowered;
use super::turn::turned;
use crate::dag::{Binary, Size, Unary};
use crate::hash::HashMap;
use linear::Facts;
use question::Splitter;
use rebuild::rebuilt;
use std::collections::BTreeMap;

/// More pieces than these would be too much code for what they gain.
const MAX_LEAVES: usize = 10;
/// As would be this many values in all of them.
const MAX_VALUES: usize = 640;
/// A larger kernel does more than to move elements.
const MAX_KERNEL: usize = 160;
/// Rows of fewer points, and turns around fewer elements, are not worth being decided piece by piece.
const MIN_POINTS: i64 = 32;
/// The same of rows whose length is known, as their pieces are, too.
const MIN_KNOWN: i64 = 16;

/// How the kernel of a point is found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    Leaf(usize),
    /// Whether something is negative.
    Sign {
        of: Linear,
        negative: Box<Tree>,
        other: Box<Tree>,
    },
    /// The points for which the quotient of both stays the same.
    Turn {
        of: Linear,
        by: Linear,
        then: Box<Tree>,
    },
}

impl Tree {
    fn mentions(&self, var: VarId) -> bool {
        match self {
            Tree::Leaf(_) => false,
            Tree::Sign { of, negative, other } => {
                of.mentions(var) || negative.mentions(var) || other.mentions(var)
            }
            Tree::Turn { of, by, then } => {
                of.mentions(var) || by.mentions(var) || then.mentions(var)
            }
        }
    }

    /// The kernel of a point, told by what the variables and sizes are there.
    pub fn leaf(&self, value: &dyn Fn(&Plain) -> Option<i64>) -> Option<usize> {
        match self {
            Tree::Leaf(k) => Some(*k),
            Tree::Sign { of, negative, other } => match of.evaluate(value)? < 0 {
                true => negative.leaf(value),
                false => other.leaf(value),
            },
            Tree::Turn { then, .. } => then.leaf(value),
        }
    }
}

/// The kernels of a kernel's pieces; the first one is the kernel itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    pub leaves: Vec<Kernel>,
    pub tree: Tree,
    /// Whether the tree is right for short rows, too, but for their being left to the first piece.
    pub of_any_length: bool,
    /// The parallel dimension along which pieces end, and its variable.
    pub along: usize,
    pub lane: VarId,
    /// In leaves, the variable of a piece's first point.
    pub first: VarId,
}

impl Pieces {
    /// The tree without the question of how long rows are, if its answers are right for short ones, too.
    pub fn tree_of_any_length(&self) -> Option<&Tree> {
        let tree = match &self.tree {
            Tree::Sign { negative, other, .. } if **negative == Tree::Leaf(0) => other,
            tree => tree,
        };
        self.of_any_length.then_some(tree)
    }
}

/// Gives a kernel its pieces, if its rows have some.
pub fn split(lowered: &mut Lowered) {
    let Some(mut pieces) = pieces(&lowered.kernel, &lowered.sizes) else { return };
    for leaf in &mut pieces.leaves[1..] {
        while let Some(flat) = flat::merged(leaf, &mut lowered.sizes, pieces.first) {
            *leaf = flat;
        }
    }
    let sizes = lowered.sizes.len() as u32;
    pieces.leaves.iter_mut().for_each(|leaf| leaf.sizes = sizes);
    lowered.kernel.sizes = sizes;
    lowered.kernel.pieces = Some(Box::new(pieces));
}

fn pieces(kernel: &Kernel, sizes: &[Size]) -> Option<Pieces> {
    let [phase] = kernel.phases.as_slice() else { return None };
    let lane = kernel.parallel.last()?;
    let moves = |stmt: &Stmt| match stmt {
        Stmt::Store { .. } => true,
        Stmt::StoreLocal { .. } => false,
        Stmt::Reduce { loops, body, .. } => {
            // Whether an element is there must not differ from point to point.
            let is_size = |id: &ValueId| matches!(kernel.value(*id), Value::Size(_));
            let guards = match loops.as_slice() {
                [one] => kernel.guarded_by(one),
                _ => None,
            };
            body.is_empty() && guards.is_some_and(|sizes| sizes.iter().all(is_size))
        }
    };
    let short = matches!(lane.extent, Extent::Const(n) if n < MIN_KNOWN);
    if !phase.body.iter().all(moves)
        || !phase.loops.is_empty()
        || !kernel.locals.is_empty()
        || kernel.value_count() > MAX_KERNEL
        || turned(kernel).is_some()
        || !is_alike_in_lanes(kernel)
    {
        return None;
    }
    let values = (0..kernel.value_count()).map(|k| kernel.value(ValueId(k as u32)));
    let vars = values.filter_map(|value| match value {
        Value::Var(var) => Some(var.0),
        _ => None,
    });
    let first = VarId(vars.chain(kernel.parallel.iter().map(|l| l.var.0)).max()? + 1);
    // Rows of symbolic length are taken for long ones; short ones are left to the kernel itself.
    let long = match lane.extent {
        Extent::Size(k) => {
            let terms = BTreeMap::from([(Atom::Size(k), 1)]);
            Some(Linear { terms, constant: -MIN_POINTS })
        }
        _ => None,
    };
    let splitter = |short| Splitter { sizes, lane: lane.var, short, first, leaves: 1, values: 0 };
    let (tree, leaves) = grown(kernel, splitter(short), long.as_ref())?;
    if tree.mentions(lane.var) {
        let along = kernel.parallel.len() - 1;
        let of_any_length = long.is_none()
            || grown(kernel, splitter(short), None)
                .is_some_and(|(any, of_any)| any == tree && of_any == leaves);
        let tree = match long {
            Some(of) => Tree::Sign { of, negative: Box::new(Tree::Leaf(0)), other: Box::new(tree) },
            None => tree,
        };
        return Some(Pieces { leaves, tree, of_any_length, along, lane: lane.var, first });
    }
    // Whole rows are pieces, of whatever length.
    let (tree, leaves) = grown(kernel, splitter(true), None)?;
    let along = kernel.parallel.iter().rposition(|l| tree.mentions(l.var))?;
    let lane = kernel.parallel[along].var;
    Some(Pieces { leaves, tree, of_any_length: true, along, lane, first })
}

/// Whether points have the same bits in vectors and alone. Vectors begin where pieces and threads' parts of them do, so
/// which points fill one depends on threads. (Products are not contracted with sums in pieces, for the same reason.)
fn is_alike_in_lanes(kernel: &Kernel) -> bool {
    use Binary::{Add, Copysign, Div, Max, Min, Mul, NextAfter, Sub};
    use Unary::{Abs, Ceil, Floor, IsFinite, IsInf, IsNan, Neg, Round, Sign, Sqrt, Trunc};
    let is_float = |id: &ValueId| kernel.dtype(*id).is_float();
    kernel.is_strict()
        || (0..kernel.value_count()).all(|k| match kernel.value(ValueId(k as u32)) {
            Value::Unary(op, a) if is_float(a) => matches!(
                op,
                Neg | Abs | Sqrt | Sign | Floor | Ceil | Trunc | Round | IsNan | IsInf | IsFinite
            ),
            Value::Binary(op, a, _) if is_float(a) => {
                op.is_comparison()
                    || matches!(op, Add | Sub | Mul | Div | Min | Max | Copysign | NextAfter)
            }
            _ => true,
        })
}

/// The tree of a kernel, and the kernels of its leaves; `None` if there is nothing to decide. `long` is not negative.
fn grown(
    kernel: &Kernel,
    mut splitter: Splitter<'_>,
    long: Option<&Linear>,
) -> Option<(Tree, Vec<Kernel>)> {
    let needed = rebuilt(kernel.clone(), HashMap::default());
    let mut facts = Facts::of(kernel);
    facts.0.extend(long.map(|long| (long.clone(), false)));
    // Breadth first: what is left over when there are enough is spread over all.
    let mut open: Vec<Node> = vec![Node::Open(needed, facts, Vec::new())];
    let mut next = 0;
    while next < open.len() {
        if let Node::Open(..) = open[next] {
            splitter.decide(&mut open, next);
        }
        next += 1;
    }
    if matches!(open[0], Node::Leaf(_)) {
        return None;
    }
    let mut leaves = vec![kernel.clone()];
    let tree = tree(&mut open, 0, &mut leaves);
    Some((tree, leaves))
}

/// A place in the tree that is being made.
enum Node {
    /// With what is known there, and the remainders that stay as they are.
    Open(Kernel, Facts, Vec<(Linear, Linear)>),
    Leaf(Kernel),
    Sign(Linear, usize, usize),
    Turn(Linear, Linear, usize),
    Done,
}

fn tree(nodes: &mut [Node], at: usize, leaves: &mut Vec<Kernel>) -> Tree {
    match std::mem::replace(&mut nodes[at], Node::Done) {
        Node::Leaf(kernel) | Node::Open(kernel, ..) => {
            let kernel = rebuilt(kernel, HashMap::default());
            let known = leaves.iter().position(|leaf| *leaf == kernel);
            Tree::Leaf(known.unwrap_or_else(|| {
                leaves.push(kernel);
                leaves.len() - 1
            }))
        }
        Node::Sign(of, negative, other) => {
            let negative = tree(nodes, negative, leaves);
            let other = tree(nodes, other, leaves);
            if negative == other {
                return other;
            }
            Tree::Sign { of, negative: Box::new(negative), other: Box::new(other) }
        }
        Node::Turn(of, by, then) => {
            Tree::Turn { of, by, then: Box::new(tree(nodes, then, leaves)) }
        }
        Node::Done => unreachable!("each node has one parent"),
    }
}
