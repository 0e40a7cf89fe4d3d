//! The positions of extrema: `argmin`, `argmax`.

use super::FunctionInfo;
use super::call::Call;
use super::reductions::along;
use super::statistics::extremum;
use crate::check::checker::Checker;
use crate::check::fold::Fold;
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, Reduce, ScalarId, Size};
use crate::diagnostic::Diagnostic;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Reduction "argmin" "(x, axis=None, keepdims=false)"
        "Position of the first smallest element (of the first NaN, if any) along one axis, or among \
         all elements."
        |checker, call| position(checker, call, Reduce::Min)),
    function!(Reduction "argmax" "(x, axis=None, keepdims=false)"
        "Position of the first largest element (of the first NaN, if any) along one axis, or among \
         all elements."
        |checker, call| position(checker, call, Reduce::Max)),
];

/// The smallest position whose element is the extremum. It is found in a second pass over the elements, because a
/// comprehension reduces numbers, not pairs.
fn position(checker: &mut Checker<'_>, call: &Call<'_>, op: Reduce) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 2)?;
    if let Some(axis) = call.option(1)
        && along.axes.len() != 1
    {
        return Err(checker.report(
            Diagnostic::new(axis.span, format!("`{}` is along one axis, or all", call.name))
                .help("reshape first: positions count along one axis"),
        ));
    }
    along.require_elements(checker, call, &array)?;
    let value = extremum(checker, &array, &along.keeping(), call.name, op);
    let axes = along.axes.clone();
    let sizes: Vec<Size> = axes.iter().map(|a| array.shape[*a].clone()).collect();
    let count = Size::product(&sizes);
    let last = count.sub(&Size::one());
    let result = along.reduce(
        checker,
        call.name,
        &[&array, &value],
        Reduce::Min,
        move |s, x, at| {
            let equal = s.binary(Binary::Eq, x[0], x[1]);
            // If an element is NaN, so is the extremum, which then equals no element.
            let nan = s.is_nan(x[0]);
            let here = s.binary(Binary::Or, equal, nan);
            let position = flat(s, &axes, &sizes, at);
            let none = s.0.constant(Const::i64(i64::MAX));
            s.select(here, position, none)
        },
        // No position is found only if the extremum was rounded differently from the elements. An index into memory has
        // to be in range even then.
        move |s, position| {
            let last = s.0.size(last.clone());
            s.binary(Binary::Min, position, last)
        },
    );
    Ok(checker.graph.bounded(result, Some(count)))
}

/// The row-major position along some axes.
fn flat(s: &mut Fold<'_>, axes: &[usize], sizes: &[Size], at: &[ScalarId]) -> ScalarId {
    let Some((first, more)) = axes.split_first() else { return s.0.constant(Const::i64(0)) };
    let mut position = at[*first];
    for (axis, size) in more.iter().zip(&sizes[1..]) {
        let size = s.0.size(size.clone());
        let scaled = s.mul(position, size);
        position = s.add(scaled, at[*axis]);
    }
    position
}
