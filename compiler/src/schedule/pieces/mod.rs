//! Rows in pieces, for elementwise kernels whose points read different elements depending on their position.
//!
//! A comparison of an index with a size decides which of several arrays a point of a concatenation reads. The same
//! holds for points inside and outside of a padded array, and for indices that are clamped or wrap around. Each
//! comparison is decided once for many neighbouring points: a row falls into pieces, in each of which all comparisons
//! are known.
//!
//! Every kind of piece has its own kernel ([`Pieces::leaves`]), in which the known comparisons have been replaced by
//! their results. A [`Tree`] tells which of these kernels a point belongs to, and for how many points after it that
//! stays the same.

mod linear;
mod question;
mod rebuild;

pub use linear::{Atom, Linear, Plain};

use super::join::joined;
use super::kernel::{Extent, KernelIr, Stmt, Value, ValueId, VarId};
use super::lower::Lowered;
use super::turn::turned;
use crate::dag::{Binary, Size, Unary};
use crate::hash::HashMap;
use linear::Facts;
use question::Splitter;
pub(super) use rebuild::{Product, products, rebuilt};
use std::collections::BTreeMap;

/// The most kinds of pieces. More would be too much code for what they gain.
const MAX_LEAVES: usize = 10;
/// The most values in the kernels of all pieces together.
const MAX_VALUES: usize = 640;
/// The most values of a kernel that is split. A larger kernel does more than move elements.
const MAX_KERNEL: usize = 160;
/// The least number of points of a row, and of elements that an index turns around. Fewer are not worth a decision per
/// piece.
const MIN_POINTS: i64 = 32;
/// The least number of points of rows whose length is known. The lengths of their pieces are known, too.
const MIN_KNOWN: i64 = 16;

/// A tree of questions by which the kernel of a point is found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    Leaf(usize),
    /// Whether `of` is negative.
    Sign {
        of: Linear,
        negative: Box<Tree>,
        other: Box<Tree>,
    },
    /// The points for which the quotient of `of` by `by` stays the same.
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

    /// The kernel of a point, given the values of the variables and sizes there.
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
    pub leaves: Vec<KernelIr>,
    pub tree: Tree,
    /// Whether the tree would be right for short rows, too. (Its first question leaves these to the kernel itself.)
    pub of_any_length: bool,
    /// The parallel dimension along which pieces end, and its variable.
    pub along: usize,
    pub lane: VarId,
    /// The variable that is a piece's first point, in leaves.
    pub first: VarId,
}

impl Pieces {
    /// The tree without the question for the length of rows, if its answers are right for short rows, too.
    pub fn tree_of_any_length(&self) -> Option<&Tree> {
        let tree = match &self.tree {
            Tree::Sign { negative, other, .. } if **negative == Tree::Leaf(0) => other,
            tree => tree,
        };
        self.of_any_length.then_some(tree)
    }
}

/// The kernel without the comparisons, limits and conditions of which it is known what they come to at all points.
pub(super) fn settled(kernel: KernelIr, sizes: &[Size]) -> KernelIr {
    let Some(lane) = kernel.parallel.last().map(|l| l.var) else { return kernel };
    let splitter = Splitter { sizes, lane, short: true, first: lane, leaves: 1, values: 0 };
    let facts = Facts::of(&kernel);
    splitter.settled(kernel, &facts)
}

/// Gives a kernel its pieces, if its rows have some.
pub fn split(lowered: &mut Lowered) {
    let Some(mut pieces) = pieces(&lowered.kernel, &lowered.sizes) else { return };
    for leaf in &mut pieces.leaves[1..] {
        while let Some(flat) = merged(leaf, &mut lowered.sizes, pieces.first) {
            *leaf = flat;
        }
    }
    let sizes = lowered.sizes.len() as u32;
    pieces.leaves.iter_mut().for_each(|leaf| leaf.sizes = sizes);
    lowered.kernel.sizes = sizes;
    lowered.kernel.pieces = Some(Box::new(pieces));
}

/// The kernel of a piece with its last two dimensions merged. `first` is the variable of the piece's first point. An
/// element that may not be there is read at one place, the same for all points, so nothing is merged around it.
fn merged(kernel: &KernelIr, sizes: &mut Vec<Size>, first: VarId) -> Option<KernelIr> {
    let [phase] = kernel.phases.as_slice() else { return None };
    if !phase.body.iter().all(|stmt| matches!(stmt, Stmt::Store { .. })) {
        return None;
    }
    let &[.., rows, lane] = kernel.parallel.as_slice() else { return None };
    joined(kernel, sizes, [rows, lane], Some(first))
}

fn pieces(kernel: &KernelIr, sizes: &[Size]) -> Option<Pieces> {
    let [phase] = kernel.phases.as_slice() else { return None };
    let lane = kernel.parallel.last()?;
    let moves = |stmt: &Stmt| match stmt {
        Stmt::Store { .. } => true,
        Stmt::StoreLocal { .. } => false,
        Stmt::Reduce { loops, body, .. } => {
            // An element must be there for all points, or for none.
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
    // Rows of symbolic length are assumed to be long. Short ones are left to the kernel itself.
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
    // Pieces are whole rows, of any length.
    let (tree, leaves) = grown(kernel, splitter(true), None)?;
    let along = kernel.parallel.iter().rposition(|l| tree.mentions(l.var))?;
    let lane = kernel.parallel[along].var;
    Some(Pieces { leaves, tree, of_any_length: true, along, lane, first })
}

/// Whether points have the same bits in vectors and alone. This is necessary, because vectors begin where a piece or a
/// thread's part of it begins, so the points that fill one depend on threads. (For the same reason products are not
/// fused with sums in pieces.)
fn is_alike_in_lanes(kernel: &KernelIr) -> bool {
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

/// The tree of a kernel, and the kernels of its leaves. `None` if there is nothing to decide. `long` is known not to be
/// negative.
fn grown(
    kernel: &KernelIr,
    mut splitter: Splitter<'_>,
    long: Option<&Linear>,
) -> Option<(Tree, Vec<KernelIr>)> {
    let needed = rebuilt(kernel.clone(), HashMap::default());
    let mut facts = Facts::of(kernel);
    facts.0.extend(long.map(|long| (long.clone(), false)));
    // Breadth first: if there are enough leaves, the questions that are left undecided are spread over all of them.
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
    /// An open place: its kernel, the facts that are known there, and the remainders that stay as they are.
    Open(KernelIr, Facts, Vec<(Linear, Linear)>),
    Leaf(KernelIr),
    Sign(Linear, usize, usize),
    Turn(Linear, Linear, usize),
    Done,
}

fn tree(nodes: &mut [Node], at: usize, leaves: &mut Vec<KernelIr>) -> Tree {
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
