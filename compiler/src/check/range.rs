//! Proofs that an index stays inside its axis, by symbolic bounds of scalar expressions.

use super::graph::Graph;
use super::index::turns::Turn;
use super::value::{Array, Data};
use crate::dag::visit::visit_operands;
use crate::dag::{Atom, Binary, DType, Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Var};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Whether a variable occurs in a scalar.
pub(crate) fn mentions(dag: &Dag, id: ScalarId, var: Var) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![id];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        if *dag.scalar(id) == Scalar::Var(var) {
            return true;
        }
        visit_operands(dag.scalar(id), &mut |s| stack.push(s));
    }
    false
}

/// The proved range of an index into an axis of size `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// In `0..S`.
    InRange,
    /// In `0..S`, unless intermediate integers overflow. It has to be clamped, so that memory stays safe.
    InRangeClamped,
    /// In `-S..S`, where negative indices count from the end. If `exact`, that holds even if intermediate integers
    /// overflow.
    Wrapping {
        exact: bool,
    },
    /// Out of range in some iteration, for all sizes.
    OutOfRange,
    Unknown,
}

/// The bounds of a scalar. There may be several alternatives, each of which holds; none means that nothing is known.
///
/// `exact` holds while only wrapping `+ - *` are involved, so that a proof about integers is a proof about `i64`.
/// `attained` says that some iterations reach both bounds.
#[derive(Clone)]
struct Range {
    lo: Vec<Size>,
    hi: Vec<Size>,
    exact: bool,
    attained: bool,
}

const UNKNOWN: Range = Range { lo: Vec::new(), hi: Vec::new(), exact: false, attained: false };

impl Range {
    /// The range of an index that is in `0..extent`.
    fn of_axis(extent: &Size, attained: bool) -> Range {
        let last = extent.sub(&Size::one());
        Range { lo: vec![Size::zero()], hi: vec![last], exact: true, attained }
    }

    /// A range whose bounds need not be reached, and hold unless integers overflow.
    fn loose(lo: Vec<Size>, hi: Vec<Size>) -> Range {
        Range { lo, hi, exact: false, attained: false }
    }
}

/// Alternatives beyond this number are dropped.
const MAX_ALTERNATIVES: usize = 4;

/// Whether a dtype has unsigned integers that are all `i64`s.
fn is_small(dtype: DType) -> bool {
    matches!(dtype, DType::U8 | DType::U16 | DType::U32)
}

/// The most nodes that a proof may look through.
const MAX_DEPTH: usize = 12;

struct Prover<'a> {
    dag: &'a Dag,
    bounds: &'a HashMap<NodeId, Size>,
    turns: &'a HashMap<NodeId, Turn>,
    variants: &'a [Vec<(String, i64)>],
}

type Extents = HashMap<Var, Size>;

struct Linear {
    terms: BTreeMap<ScalarId, Size>,
    constant: Size,
}

impl Linear {
    fn constant(constant: Size) -> Linear {
        Linear { terms: BTreeMap::new(), constant }
    }

    fn add(mut self, other: Linear, factor: i64) -> Linear {
        for (id, c) in other.terms {
            let sum = self.terms.remove(&id).unwrap_or_default().add(&c.scale(factor));
            if !sum.is_zero() {
                self.terms.insert(id, sum);
            }
        }
        self.constant = self.constant.add(&other.constant.scale(factor));
        self
    }

    fn scale(self, factor: &Size) -> Linear {
        let terms = self.terms.into_iter().map(|(id, c)| (id, c.mul(factor)));
        Linear {
            terms: terms.filter(|(_, c)| !c.is_zero()).collect(),
            constant: self.constant.mul(factor),
        }
    }
}

impl Prover<'_> {
    /// Whether `size >= 0` if every extent is at least 1 (otherwise nothing is evaluated).
    fn non_negative(&self, size: &Size, extents: &Extents) -> bool {
        if size.at_least(0) {
            return true;
        }
        // For an extent `D + c`, `D + c >= 1` means `D >= 1 - c`, so D is shifted.
        let mut least: HashMap<String, i64> = HashMap::new();
        for extent in extents.values() {
            let mut dim = None;
            let mut constant = 0;
            let mut simple = true;
            for (atoms, c) in extent.terms() {
                match atoms {
                    [] => constant = c,
                    [Atom::Dim(name)] if c == 1 && dim.is_none() => dim = Some(name.to_string()),
                    _ => simple = false,
                }
            }
            if let (true, Some(dim)) = (simple, dim) {
                let entry = least.entry(dim).or_insert(0);
                *entry = (*entry).max(1i64.saturating_sub(constant));
            }
        }
        let shift = |size: &Size| {
            size.substitute(&|name| {
                let least = least.get(name).filter(|l| **l > 0)?;
                Some(Size::dim(name).add(&Size::constant(*least)))
            })
        };
        if shift(size).at_least(0) {
            return true;
        }
        self.variants.iter().all(|pins| {
            let fixed = size.substitute(&|name| {
                let pin = pins.iter().find(|(dim, _)| dim == name)?;
                Some(Size::constant(pin.1))
            });
            fixed.at_least(0) || shift(&fixed).at_least(0)
        })
    }

    fn less_equal(&self, a: &Size, b: &Size, extents: &Extents) -> bool {
        self.non_negative(&b.sub(a), extents)
    }

    fn linear(&self, id: ScalarId, depth: usize) -> Linear {
        let leaf = || Linear { terms: BTreeMap::from([(id, Size::one())]), constant: Size::zero() };
        if depth > 200 {
            return leaf();
        }
        match self.dag.scalar(id) {
            Scalar::Const(c) if c.dtype == DType::I64 => {
                Linear::constant(Size::constant(c.bits as i64))
            }
            Scalar::Size(s) => Linear::constant(s.clone()),
            Scalar::Unary(crate::dag::Unary::Neg, a) if self.dag.dtype(*a) == DType::I64 => {
                self.linear(*a, depth + 1).scale(&Size::constant(-1))
            }
            Scalar::Binary(op, a, b) if self.dag.dtype(*a) == DType::I64 => match op {
                Binary::Add => self.linear(*a, depth + 1).add(self.linear(*b, depth + 1), 1),
                Binary::Sub => self.linear(*a, depth + 1).add(self.linear(*b, depth + 1), -1),
                Binary::Mul => {
                    let (x, y) = (self.linear(*a, depth + 1), self.linear(*b, depth + 1));
                    if x.terms.is_empty() {
                        y.scale(&x.constant)
                    } else if y.terms.is_empty() {
                        x.scale(&y.constant)
                    } else {
                        leaf()
                    }
                }
                _ => leaf(),
            },
            _ => leaf(),
        }
    }

    fn range(&self, id: ScalarId, extents: &Extents, depth: usize) -> Range {
        if depth > MAX_DEPTH {
            return UNKNOWN;
        }
        let linear = self.linear(id, 0);
        let mut range = Range {
            lo: vec![linear.constant.clone()],
            hi: vec![linear.constant],
            exact: true,
            attained: true,
        };
        for (leaf, c) in &linear.terms {
            let own = self.leaf_range(*leaf, extents, depth);
            let (lo, hi) = if self.non_negative(c, extents) {
                (own.lo, own.hi)
            } else if self.non_negative(&c.scale(-1), extents) {
                (own.hi, own.lo)
            } else {
                (Vec::new(), Vec::new())
            };
            let add = |sums: Vec<Size>, parts: Vec<Size>| -> Vec<Size> {
                let all = sums.iter().flat_map(|s| parts.iter().map(|p| s.add(&p.mul(c))));
                all.take(MAX_ALTERNATIVES).collect()
            };
            range.lo = add(range.lo, lo);
            range.hi = add(range.hi, hi);
            range.exact &= own.exact;
            range.attained &= own.attained;
        }
        range
    }

    /// Whether `id <= bound`. If bounds have no common expression, each case is proved separately.
    fn at_most(&self, id: ScalarId, bound: &Size, extents: &Extents, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let both = |a, b| {
            self.at_most(a, bound, extents, depth + 1) && self.at_most(b, bound, extents, depth + 1)
        };
        let hi = self.range(id, extents, depth).hi;
        hi.iter().any(|hi| self.less_equal(hi, bound, extents))
            || match self.dag.scalar(id) {
                Scalar::Select(_, a, b) | Scalar::Binary(Binary::Max, a, b) => both(*a, *b),
                _ => false,
            }
    }

    /// Whether `id >= bound`.
    fn at_least(&self, id: ScalarId, bound: &Size, extents: &Extents, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let both = |a, b| {
            self.at_least(a, bound, extents, depth + 1)
                && self.at_least(b, bound, extents, depth + 1)
        };
        let lo = self.range(id, extents, depth).lo;
        lo.iter().any(|lo| self.less_equal(bound, lo, extents))
            || match self.dag.scalar(id) {
                Scalar::Select(_, a, b) | Scalar::Binary(Binary::Min, a, b) => both(*a, *b),
                _ => false,
            }
    }

    /// A lower bound of both of two values with lower bounds `a` and `b`.
    fn smaller(&self, a: &[Size], b: &[Size], extents: &Extents) -> Vec<Size> {
        let mut all = Vec::new();
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
            if self.less_equal(a, b, extents) {
                all.push(a.clone());
            } else if self.less_equal(b, a, extents) {
                all.push(b.clone());
            } else if self.non_negative(a, extents) && self.non_negative(b, extents) {
                all.push(Size::zero());
            }
        }
        all.truncate(MAX_ALTERNATIVES);
        all
    }

    /// An upper bound of both of two values with upper bounds `a` and `b`.
    fn larger(&self, a: &[Size], b: &[Size], extents: &Extents) -> Vec<Size> {
        let mut all = Vec::new();
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
            if self.less_equal(a, b, extents) {
                all.push(b.clone());
            } else if self.less_equal(b, a, extents) {
                all.push(a.clone());
            }
        }
        all.truncate(MAX_ALTERNATIVES);
        all
    }

    fn leaf_range(&self, id: ScalarId, extents: &Extents, depth: usize) -> Range {
        match self.dag.scalar(id) {
            Scalar::Var(v) => match extents.get(v) {
                Some(extent) => Range::of_axis(extent, true),
                None => UNKNOWN,
            },
            Scalar::Load { node, .. } => self.load_range(*node, extents, depth),
            Scalar::Binary(op, a, b) if self.dag.dtype(*a) == DType::I64 => {
                self.binary_range(*op, *a, *b, extents, depth)
            }
            Scalar::Select(_, a, b) => {
                let inner = |id: &ScalarId| self.range(*id, extents, depth + 1);
                let (a, b) = (inner(a), inner(b));
                let lo = self.smaller(&a.lo, &b.lo, extents);
                Range::loose(lo, self.larger(&a.hi, &b.hi, extents))
            }
            Scalar::Cast(DType::I64, a) if self.dag.dtype(*a) == DType::Bool => {
                Range::loose(vec![Size::zero()], vec![Size::one()])
            }
            Scalar::Cast(DType::I64, a) if is_small(self.dag.dtype(*a)) => {
                let most = Size::constant(self.most(*a, depth));
                Range { lo: vec![Size::zero()], hi: vec![most], exact: true, attained: false }
            }
            _ => UNKNOWN,
        }
    }

    /// The most that an unsigned integer with few bits can be.
    fn most(&self, id: ScalarId, depth: usize) -> i64 {
        let of_dtype = (1 << (8 * self.dag.dtype(id).bytes())) - 1;
        let constant = |id: ScalarId| match self.dag.scalar(id) {
            Scalar::Const(c) => c.to_i128().and_then(|c| i64::try_from(c).ok()),
            _ => None,
        };
        let most = match *self.dag.scalar(id) {
            Scalar::Const(_) => constant(id),
            Scalar::Binary(Binary::Rem, _, b) => constant(b).filter(|b| *b > 0).map(|b| b - 1),
            Scalar::Load { node, .. } if depth < MAX_DEPTH => match self.dag.node(node).kind {
                NodeKind::Compute(body) => Some(self.most(body, depth + 1)),
                _ => None,
            },
            _ => None,
        };
        most.unwrap_or(of_dtype)
    }

    /// The range of a node's elements.
    fn load_range(&self, node: NodeId, extents: &Extents, depth: usize) -> Range {
        if let Some(turn) = self.turns.get(&node) {
            let (low, end) = (self.alone(&turn.low, depth), self.alone(&turn.end, depth));
            let last = end.hi.iter().map(|end| end.sub(&Size::one())).collect();
            let attained = turn.whole && low.attained && end.attained;
            return Range { lo: low.lo, hi: last, exact: low.exact && end.exact, attained };
        }
        if let Some(bound) = self.bounds.get(&node) {
            return Range::of_axis(bound, false);
        }
        match &self.dag.node(node).kind {
            NodeKind::Compute(body) if self.dag.dtype(*body) == DType::I64 => {
                let mut extents = extents.clone();
                for (k, size) in self.dag.node(node).shape.iter().enumerate() {
                    extents.insert(Var::Axis(k as u32), size.clone());
                }
                let inside = self.range(*body, &extents, depth + 1);
                // What has axes may be read in part.
                let attained = inside.attained && self.dag.node(node).shape.is_empty();
                Range { attained, ..inside }
            }
            _ => UNKNOWN,
        }
    }

    /// The range of an array without axes.
    fn alone(&self, array: &Array, depth: usize) -> Range {
        match array.data {
            Data::Node(node) => self.load_range(node, &Extents::new(), depth + 1),
            Data::Scalar(id) => self.range(id, &Extents::new(), depth + 1),
            _ => UNKNOWN,
        }
    }

    /// The range of `a op b` where both are `i64`.
    fn binary_range(
        &self,
        op: Binary,
        a: ScalarId,
        b: ScalarId,
        extents: &Extents,
        depth: usize,
    ) -> Range {
        let inner = |id: ScalarId| self.range(id, extents, depth + 1);
        match op {
            Binary::Min => {
                let (mut a, b) = (inner(a), inner(b));
                a.hi.extend(b.hi);
                Range::loose(self.smaller(&a.lo, &b.lo, extents), a.hi)
            }
            Binary::Max => {
                let (mut a, b) = (inner(a), inner(b));
                a.lo.extend(b.lo);
                Range::loose(a.lo, self.larger(&a.hi, &b.hi, extents))
            }
            Binary::Rem => {
                let b = inner(b);
                match (&b.lo[..], &b.hi[..]) {
                    ([lo], [hi])
                        if b.exact && lo == hi && self.less_equal(&Size::one(), lo, extents) =>
                    {
                        Range::loose(vec![Size::zero()], vec![lo.sub(&Size::one())])
                    }
                    _ => UNKNOWN,
                }
            }
            Binary::FloorDiv => {
                let divisor = match self.dag.scalar(b) {
                    Scalar::Const(c) => c.bits as i64,
                    _ => return UNKNOWN,
                };
                if divisor < 1 {
                    return UNKNOWN;
                }
                let a = inner(a);
                let divide = |s: Vec<Size>| s.iter().map(|s| s.floor_div(divisor)).collect();
                let mut hi: Vec<Size> = divide(a.hi.clone());
                // A value that is not negative also has an upper bound without a division.
                if a.lo.iter().any(|lo| self.non_negative(lo, extents)) {
                    hi.extend(a.hi);
                }
                Range::loose(divide(a.lo), hi)
            }
            _ => UNKNOWN,
        }
    }
}

impl Graph {
    /// The strongest range that can be proved for every element of `index`, as an index into an axis of size `size`.
    pub(crate) fn prove_index(&mut self, index: &Array, size: &Size) -> Proof {
        self.prove(index, size, false)
    }

    /// The same for an axis that is not empty.
    pub(crate) fn prove_index_unless_empty(&mut self, index: &Array, size: &Size) -> Proof {
        self.prove(index, size, true)
    }

    fn prove(&mut self, index: &Array, size: &Size, has_elements: bool) -> Proof {
        if let (Data::Constant(elements), Some(size)) = (&index.data, size.as_constant()) {
            let all = |lo: i64| {
                elements
                    .iter()
                    .all(|c| c.to_i128().is_some_and(|i| (lo as i128..size as i128).contains(&i)))
            };
            return match () {
                () if all(0) => Proof::InRange,
                () if all(-size) => Proof::Wrapping { exact: true },
                () => Proof::OutOfRange,
            };
        }
        if index.dtype != DType::I64 && !is_small(index.dtype) {
            return Proof::Unknown;
        }
        let mut extents = Extents::new();
        let index = self.materialise(index.clone());
        let mut at = Vec::new();
        for extent in &index.shape {
            let var = self.dag.fresh_var();
            extents.insert(var, extent.clone());
            at.push(self.dag.var(var));
        }
        let element = index.element(&mut self.dag, &at);
        let element = self.dag.cast(DType::I64, element);
        // Where the index is evaluated, only the loops that it depends on are known to run. The other loops may be
        // empty, and the index may have been moved out of them.
        for l in &self.loops {
            if mentions(&self.dag, element, l.var) {
                extents.insert(l.var, l.extent.clone());
            }
        }
        if has_elements {
            // As if a loop ran over the axis.
            extents.insert(self.dag.fresh_var(), size.clone());
        }
        let Graph { dag, node_bounds: bounds, turns, variants, .. } = &*self;
        let prover = Prover { dag, bounds, turns, variants };
        let range = prover.range(element, &extents, 0);
        let last = size.sub(&Size::one());
        if range.attained {
            let beyond = |bound: Size| prover.non_negative(&bound, &extents);
            let above = range.hi.iter().any(|hi| beyond(hi.sub(size)));
            let below = range.lo.iter().any(|lo| beyond(Size::constant(-1).sub(size).sub(lo)));
            if above || below {
                return Proof::OutOfRange;
            }
        }
        if !prover.at_most(element, &last, &extents, 0) {
            return Proof::Unknown;
        }
        if prover.at_least(element, &Size::zero(), &extents, 0) {
            return if range.exact { Proof::InRange } else { Proof::InRangeClamped };
        }
        if prover.at_least(element, &size.scale(-1), &extents, 0) {
            return Proof::Wrapping { exact: range.exact };
        }
        Proof::Unknown
    }
}
