//! The view in which an index of a large array is simple.

use super::View;
use crate::dag::{Binary, DType, Dag, NodeKind, ParamKind, Scalar, ScalarId, Size};
use crate::optimise::Affine;

/// Whether a scalar is a variable with a mark. No program has such an index itself.
pub(super) fn is_mark(dag: &Dag, scalar: ScalarId) -> bool {
    let same = |scalar: ScalarId, wanted: Binary| match dag.scalar(scalar) {
        Scalar::Binary(op, a, b) if a == b && *op == wanted => Some(*a),
        _ => None,
    };
    same(scalar, Binary::Max).and_then(|once| same(once, Binary::Min)).is_some()
}

/// The view in which an index of an axis is simple, and the index in it.
pub(super) fn view(dag: &mut Dag, index: ScalarId, axis: &Size) -> Option<(View, ScalarId)> {
    if let Some(found) = gathered(dag, index) {
        return Some(found);
    }
    let mut form = Affine::of(dag, index);
    let marks: Vec<ScalarId> =
        form.terms().map(|(term, _)| term).filter(|term| is_mark(dag, *term)).collect();
    for mark in marks {
        let factor = form.terms().find(|(term, _)| *term == mark).map(|(_, f)| f.clone())?;
        form = form.minus(&Affine::term(dag, mark).scaled(&factor));
    }
    let terms: Vec<(ScalarId, Size)> =
        form.terms().map(|(s, factor)| (s, factor.clone())).collect();
    let is_var = |s: &ScalarId| matches!(dag.scalar(*s), Scalar::Var(_));
    let falls = |(s, factor): &(ScalarId, Size)| {
        is_var(s) && factor.as_constant().is_some_and(|factor| factor < 0)
    };
    if !terms.is_empty() && terms.iter().all(falls) {
        let last = axis.sub(&Size::one());
        let place = form.scaled(&Size::constant(-1)).plus(&constant(&last));
        return Some((View::Reversed, place.build(dag)));
    }
    let [(term, factor)] = terms.as_slice() else { return None };
    // A view in reverse is the last place minus another view.
    let back = match factor.as_constant()? {
        1 => false,
        -1 => true,
        _ => return None,
    };
    let offset = form.offset().clone();
    let low = |size: &Size| match back {
        false => offset.clone(),
        true => offset.sub(size).add(&Size::one()),
    };
    if let Some((size, inner)) = wrapped(dag, *term) {
        let inner = unwrapped(dag, inner, &size);
        let low = low(&size);
        if !back
            && low.is_zero()
            && size == *axis
            && let Some((input, times, inner)) = rolled(dag, &inner)
        {
            return Some((View::Rolled { size, input, times }, inner.build(dag)));
        }
        // The remainder of `a` is `size - 1` minus that of `-a - 1`.
        let turned = falls_all(dag, &inner);
        let inner = match turned {
            true => inner.scaled(&Size::constant(-1)).plus(&constant(&Size::constant(-1))),
            false => inner,
        };
        let view = match back != turned {
            false => View::Wrapped { low, size },
            true => View::WrappedBack { low, size },
        };
        return Some((view, inner.build(dag)));
    }
    if let Some((size, inner)) = clamped(dag, *term) {
        let (low, inner) = (low(&size), Affine::of(dag, inner));
        let turned = falls_all(dag, &inner);
        let inner = match turned {
            true => inner.scaled(&Size::constant(-1)).plus(&constant(&size.sub(&Size::one()))),
            false => inner,
        };
        let view = match back != turned {
            false => View::Clamped { low, size },
            true => View::ClampedBack { low, size },
        };
        return Some((view, inner.build(dag)));
    }
    let (mirrored, inner) = reflected(dag, *term, axis).filter(|_| low(axis).is_zero())?;
    let mut inner = Affine::of(dag, inner);
    // Both ways look the same from a turn.
    if falls_all(dag, &inner) {
        inner = inner.scaled(&Size::constant(-1));
        if mirrored {
            inner = inner.plus(&constant(&Size::constant(-1)));
        }
    }
    if back {
        let half = if mirrored { axis.clone() } else { axis.sub(&Size::one()) };
        inner = inner.plus(&constant(&half));
    }
    let view = if mirrored { View::Mirrored } else { View::Reflected };
    Some((view, inner.build(dag)))
}

/// Whether an index falls with all of its variables, of which it has some.
fn falls_all(dag: &Dag, index: &Affine) -> bool {
    let falls = |(term, factor): (ScalarId, &Size)| {
        matches!(dag.scalar(term), Scalar::Var(_))
            && factor.as_constant().is_some_and(|factor| factor < 0)
    };
    index.terms().next().is_some() && index.terms().all(falls)
}

/// The same with the formulas of numbers that the graph computes, such as `-k`.
fn expanded(dag: &Dag, index: &Affine) -> Affine {
    let mut index = index.clone();
    // Each round replaces one.
    for _ in 0..16 {
        let computed = index.terms().find_map(|(term, factor)| {
            let Scalar::Load { node, .. } = dag.scalar(term) else { return None };
            let node = dag.node(*node);
            match node.kind {
                NodeKind::Compute(body) if node.shape.is_empty() && node.dtype == DType::I64 => {
                    Some((term, factor.clone(), Affine::of(dag, body)))
                }
                _ => None,
            }
        });
        let Some((term, factor, body)) = computed else { break };
        let removed = index.minus(&Affine::term(dag, term).scaled(&factor));
        index = removed.plus(&body.scaled(&factor));
    }
    index
}

/// A multiple of an input that is a number, and the rest of the index.
fn rolled(dag: &Dag, index: &Affine) -> Option<(usize, i64, Affine)> {
    let number = |term: ScalarId| {
        let load = match dag.scalar(term) {
            Scalar::Cast(DType::I64, inner) => *inner,
            _ => term,
        };
        let Scalar::Load { node, .. } = dag.scalar(load) else { return None };
        let NodeKind::Input(k) = dag.node(*node).kind else { return None };
        let input = &dag.inputs[k as usize];
        let is_number =
            input.kind == ParamKind::Scalar && matches!(input.dtype, DType::I32 | DType::I64);
        is_number.then_some(k as usize)
    };
    let index = &expanded(dag, index);
    let (term, factor, input) = index
        .terms()
        .find_map(|(term, factor)| Some((term, factor.as_constant()?, number(term)?)))?;
    let rest = index.clone().minus(&Affine::term(dag, term).scaled(&Size::constant(factor)));
    let others_are_variables =
        rest.terms().all(|(term, _)| matches!(dag.scalar(term), Scalar::Var(_)));
    others_are_variables.then_some((input, factor, rest))
}

fn constant(size: &Size) -> Affine {
    Affine::default().plus_size(size)
}

pub(super) fn size_of(dag: &Dag, scalar: ScalarId) -> Option<Size> {
    Affine::of(dag, scalar).as_size().cloned()
}

/// An element of an array of indices in memory.
fn gathered(dag: &Dag, index: ScalarId) -> Option<(View, ScalarId)> {
    let load = match dag.scalar(index) {
        Scalar::Cast(DType::I64, inner) => *inner,
        _ => index,
    };
    let Scalar::Load { node, index } = dag.scalar(load) else { return None };
    let NodeKind::Input(k) = dag.node(*node).kind else { return None };
    match (&dag.inputs[k as usize].kind, index.as_slice()) {
        (ParamKind::Index { .. }, [place]) => Some((View::Gathered(k as usize), *place)),
        _ => None,
    }
}

/// `x` of the remainder of `x` by a size, which may be written with a comparison if `x` is hardly outside.
fn wrapped(dag: &Dag, scalar: ScalarId) -> Option<(Size, ScalarId)> {
    match dag.scalar(scalar) {
        Scalar::Binary(Binary::Rem, x, size) => Some((size_of(dag, *size)?, *x)),
        Scalar::Select(below, above, x) => {
            let Scalar::Binary(Binary::Lt, tested, zero) = dag.scalar(*below) else { return None };
            let is_zero = size_of(dag, *zero)?.is_zero();
            let of_x = Affine::of(dag, *x);
            let apart = Affine::of(dag, *tested).minus(&of_x);
            let size = Affine::of(dag, *above).minus(&of_x);
            let same = is_zero && apart.as_size().is_some_and(Size::is_zero);
            size.as_size().filter(|_| same).map(|size| (size.clone(), *x))
        }
        _ => None,
    }
}

/// The same modulo a size, without remainders by it.
fn unwrapped(dag: &Dag, scalar: ScalarId, size: &Size) -> Affine {
    let mut form = Affine::of(dag, scalar);
    // Each round removes one.
    for _ in 0..16 {
        let inner = form.terms().find_map(|(term, factor)| {
            let (other, inner) = wrapped(dag, term)?;
            (other == *size && factor.as_constant().is_some())
                .then(|| (Affine::of(dag, inner), Affine::term(dag, term), factor.clone()))
        });
        let Some((inner, term, factor)) = inner else { break };
        form = form.minus(&term.scaled(&factor)).plus(&inner.scaled(&factor));
    }
    form
}

/// `x` limited to `0..size`.
fn clamped(dag: &Dag, scalar: ScalarId) -> Option<(Size, ScalarId)> {
    let Scalar::Binary(Binary::Min, inner, last) = dag.scalar(scalar) else { return None };
    let last = size_of(dag, *last)?;
    let Scalar::Binary(Binary::Max, x, zero) = dag.scalar(*inner) else { return None };
    size_of(dag, *zero)?.is_zero().then(|| (last.add(&Size::one()), *x))
}

/// `x` of a place that goes to the end of an axis and back, and whether the ends are there twice.
fn reflected(dag: &Dag, scalar: ScalarId, axis: &Size) -> Option<(bool, ScalarId)> {
    let Scalar::Binary(Binary::Min, there, back) = dag.scalar(scalar) else { return None };
    let Scalar::Binary(Binary::Rem, x, period) = dag.scalar(*there) else { return None };
    let period = size_of(dag, *period)?;
    let sum = Affine::of(dag, *back).plus(&Affine::of(dag, *there));
    let turn = sum.as_size()?;
    let twice = axis.scale(2);
    let [one, two] = [1, 2].map(|k| twice.sub(&Size::constant(k)));
    match () {
        () if period == two && *turn == two => Some((false, *x)),
        () if period == twice && *turn == one => Some((true, *x)),
        () => None,
    }
}
