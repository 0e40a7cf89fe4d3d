//! Which part of an axis a tile has, and what an index does to it.

use crate::dag::visit::{operands_first, visit_scalars};
use crate::dag::{Binary, Dag, NodeId, Scalar, ScalarId, Size, Var};
use crate::hash::HashMap;
use crate::optimise::Affine;

/// A positive fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Ratio {
    pub numerator: i64,
    pub denominator: i64,
}

impl Ratio {
    pub(super) const ONE: Ratio = Ratio { numerator: 1, denominator: 1 };

    /// The fraction, unless its terms are so large that products of them may overflow.
    pub(super) fn new(numerator: i64, denominator: i64) -> Option<Ratio> {
        const LARGEST: i64 = 1 << 24;
        if numerator <= 0 || denominator <= 0 {
            return None;
        }
        let common = gcd(numerator, denominator);
        let ratio = Ratio { numerator: numerator / common, denominator: denominator / common };
        (ratio.numerator <= LARGEST && ratio.denominator <= LARGEST).then_some(ratio)
    }

    pub(super) fn times(self, other: Ratio) -> Option<Ratio> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Ratio::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    pub(super) fn over(self, other: Ratio) -> Option<Ratio> {
        self.times(Ratio { numerator: other.denominator, denominator: other.numerator })
    }
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The part of an axis that belongs to a tile: it begins where the tile begins on the cut `class`, times `ratio`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Label {
    pub class: usize,
    pub ratio: Ratio,
}

impl Label {
    /// The class of the first fixed part.
    const FIXED: usize = 1 << 32;

    /// Stands for a part that is the same for all tiles, and is counted from the beginning of the axis. Parts with
    /// different numbers are apart.
    pub(super) fn fixed(number: usize) -> Label {
        Label { class: Label::FIXED + number, ratio: Ratio::ONE }
    }

    pub(super) fn is_cut(&self) -> bool {
        self.class < Label::FIXED
    }
}

/// The labels of all axes of a node. Axes without one are whole.
pub(super) type Labels = Vec<Option<Label>>;

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub label: Option<Label>,
    /// The size of the axis, or the extent of the reduction, for all tiles together.
    pub extent: Size,
}

pub(super) type Scope = HashMap<Var, Place>;

/// The scope of a node's axes.
pub(super) fn axes_of(shape: &[Size], labels: &[Option<Label>]) -> Scope {
    let places = shape.iter().zip(labels).enumerate();
    places
        .map(|(k, (extent, label))| {
            (Var::Axis(k as u32), Place { label: *label, extent: extent.clone() })
        })
        .collect()
}

/// How an index depends on variables of which a tile has a part.
#[derive(Clone, Debug)]
pub(super) enum Access {
    /// Not at all. It is one of `first..=first + span`, if that is known.
    Uncut(Option<(Size, Size)>),
    Along(Along),
    /// In a way that does not map parts to parts.
    Scattered,
}

/// The index `step * floor((var + shift) / divisor) + first + k` with `0 <= k <= span`, where `k` depends on variables that are
/// not cut. Either the step or the divisor is 1.
#[derive(Clone, Debug)]
pub(super) struct Along {
    pub var: Var,
    pub step: i64,
    pub divisor: i64,
    pub shift: Size,
    pub first: Size,
    pub span: Size,
}

impl Along {
    /// The label of the axis that is indexed.
    pub(super) fn label(&self, scope: &Scope) -> Option<Label> {
        let label = scope.get(&self.var)?.label?;
        if !label.is_cut() {
            return Some(label);
        }
        let ratio = label.ratio.times(Ratio::new(self.step, self.divisor)?)?;
        Some(Label { class: label.class, ratio })
    }
}

/// Reads an index.
pub(super) fn access(dag: &Dag, index: ScalarId, scope: &Scope) -> Access {
    let cut = |var: &Var| scope.get(var).is_some_and(|place| place.label.is_some());
    let form = Affine::of(dag, index);
    let mut along: Option<Along> = None;
    let (mut first, mut span) = (form.offset().clone(), Size::zero());
    let mut unclear = false;
    let begin = |var: Var, step: i64, divisor: i64, shift: Size| Along {
        var,
        step,
        divisor,
        shift,
        first: Size::zero(),
        span: Size::zero(),
    };
    for (term, factor) in form.terms() {
        match dag.scalar(term) {
            Scalar::Var(var) if cut(var) => match factor.as_constant() {
                Some(step) if step > 0 && along.is_none() => {
                    along = Some(begin(*var, step, 1, Size::zero()));
                }
                _ => return Access::Scattered,
            },
            Scalar::Var(var) => {
                let Some(place) = scope.get(var) else { return Access::Scattered };
                let reach = factor.short_product(&place.extent.sub(&Size::one()));
                match reach {
                    Some(reach) if factor.at_least(0) => span = span.add(&reach),
                    Some(reach) if factor.scale(-1).at_least(0) => {
                        first = first.add(&reach);
                        span = span.sub(&reach);
                    }
                    _ => unclear = true,
                }
            }
            scalar if mentions(dag, term, &cut) => match quotient(dag, scalar) {
                Some((var, shift, divisor)) if along.is_none() && factor.is_one() && cut(&var) => {
                    along = Some(begin(var, 1, divisor, shift));
                }
                _ => return Access::Scattered,
            },
            _ => unclear = true,
        }
    }
    match along {
        None => Access::Uncut((!unclear).then_some((first, span))),
        Some(_) if unclear => Access::Scattered,
        Some(along) => Access::Along(Along { first, span, ..along }),
    }
}

/// The parts of `floor((var + shift) / divisor)` with a constant divisor.
fn quotient(dag: &Dag, scalar: &Scalar) -> Option<(Var, Size, i64)> {
    let Scalar::Binary(Binary::FloorDiv, dividend, divisor) = scalar else { return None };
    let divisor = Affine::of(dag, *divisor).as_size()?.as_constant().filter(|d| *d > 0)?;
    let dividend = Affine::of(dag, *dividend);
    let mut terms = dividend.terms();
    let (Some((term, factor)), None) = (terms.next(), terms.next()) else { return None };
    match dag.scalar(term) {
        Scalar::Var(var) if factor.is_one() => Some((*var, dividend.offset().clone(), divisor)),
        _ => None,
    }
}

fn mentions(dag: &Dag, scalar: ScalarId, cut: &dyn Fn(&Var) -> bool) -> bool {
    let mut found = false;
    visit_scalars(dag, scalar, &mut |_, scalar| {
        found |= matches!(scalar, Scalar::Var(var) if cut(var));
    });
    found
}

/// Calls `f` on each load below a scalar, with the variables in scope there. Those of reductions inside are not cut.
pub(super) fn loads(
    dag: &Dag,
    root: ScalarId,
    scope: &Scope,
    f: &mut dyn FnMut(NodeId, &[ScalarId], &Scope),
) {
    for id in operands_first(dag, root, false, &|_| false) {
        match dag.scalar(id) {
            Scalar::Load { node, index } => f(*node, index, scope),
            Scalar::Reduce { height, extents, body, .. } => {
                let mut inner = scope.clone();
                for (k, extent) in (0..).zip(extents) {
                    let place = Place { label: None, extent: extent.clone() };
                    inner.insert(Var::Reduction { height: *height, k }, place);
                }
                loads(dag, *body, &inner, f);
            }
            _ => {}
        }
    }
}
