//! `#[ranks(E)]`: whether a function can run on several ranks, each of which has some rows.

use super::CheckedFunction;
use crate::dag::Size;
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Function, Ranks};
use crate::ranks::{Refusal, Why, check, mentions};
use crate::suggest;

/// Checks the function.
///
/// # Errors
/// The reason why it cannot run on several ranks.
pub(super) fn ranked(
    function: &Function,
    attribute: &Ranks,
    checked: &CheckedFunction,
) -> Result<(), Diagnostic> {
    let (name, rows) = (&function.name, attribute.dim.to_string());
    if !checked.dims.contains(&rows) {
        let claim = format!("`{name}` has no dimension `{rows}`");
        let diagnostic = Diagnostic::new(attribute.dim.span(), claim);
        return Err(match suggest::nearest(&rows, checked.dims.iter().map(String::as_str)) {
            Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
            None => diagnostic.help("name a dimension that the function declares in `<...>`"),
        });
    }
    if checked.pins.iter().flatten().any(|(dim, _)| *dim == rows) {
        let claim = format!("`{name}` is compiled for some numbers of rows `{rows}`");
        return Err(Diagnostic::new(attribute.span, claim)
            .fact("arrays of ranks have rows of other ranks behind their own, so their number is known at the call only")
            .help(format_args!("leave `{rows}` out of the `where` clause")));
    }
    let dag = &checked.instances[0].dag;
    let size = Size::dim(&rows);
    if !dag.inputs.iter().any(|input| input.shape.iter().any(|axis| mentions(axis, &size))) {
        let claim = format!("no parameter of `{name}` is an array along `{rows}`");
        return Err(Diagnostic::new(attribute.span, claim)
            .help("name the dimension of the arrays whose rows belong to ranks"));
    }
    check(dag, &rows).map_err(|refusal| refused(function, attribute, refusal))
}

/// The error for a function without `pub`.
pub(super) fn of_helper(function: &Function, attribute: &Ranks) -> Diagnostic {
    let claim = format!("`{}` is not `pub`: only public functions run on ranks", function.name);
    Diagnostic::new(attribute.span, claim).help("put `#[ranks(...)]` on the functions that call it")
}

/// The error for a function that reads `array` at positions that are not those of the array in memory.
pub(crate) fn unordered(function: &Function, attribute: &Ranks, array: &str) -> Diagnostic {
    let (name, rows) = (&function.name, &attribute.dim);
    let claim = format!("`{name}` cannot run on several ranks: it reads rows of `{array}` across");
    Diagnostic::new(attribute.span, claim)
        .fact("the positions of a row have to be neighbours in memory, in the order in which they are counted")
        .help(format_args!(
            "put `#[materialize]` on the `let` of the array that is indexed, with all axes of a position behind `{rows}`"
        ))
}

fn refused(function: &Function, attribute: &Ranks, refusal: Refusal) -> Diagnostic {
    let (name, rows) = (&function.name, &attribute.dim);
    let Refusal { why, operation, line } = refusal;
    let place = if line > 0 { format!(" of line {line}") } else { String::new() };
    let claim = format!("`{name}` cannot run on several ranks, each with some rows of `{rows}`");
    let diagnostic = Diagnostic::new(attribute.span, claim);
    match why {
        Why::OtherRows(array) => diagnostic
            .fact(format_args!("`{operation}`{place} reads rows of `{array}` that may be of other ranks"))
            .help(format_args!(
                "read other rows through a parameter of type `index<{rows}>`, or `index<{rows} * ..>` for elements of rows"
            )),
        Why::Combined => diagnostic
            .fact(format_args!("`{operation}`{place} combines all rows, and a rank has only its own"))
            .help(
                "combine them in a function without `#[ranks]`, which sees the rows of one rank, and combine its \
                 results by `Exchange::max` or `Exchange::sum`",
            ),
        Why::Number => diagnostic
            .fact(format_args!("`{operation}`{place} depends on the number of a row, or on that of all rows"))
            .help("pass such numbers as an array with an element per row, or as a scalar"),
        Why::Routine => diagnostic
            .fact(format_args!("`{operation}`{place} is an algorithm on whole arrays"))
            .help("call it in a function without `#[ranks]`, which sees the rows of one rank"),
        Why::Shape => diagnostic
            .fact(format_args!("an array has to have one axis along `{rows}`, and `{operation}`{place} has another shape"))
            .help(format_args!("keep one axis of the size `{rows}`, or a multiple of it")),
    }
}
