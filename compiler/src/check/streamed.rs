//! `#[stream(N)]`: whether a function can run over arrays that are cut along its dimensions.

use super::CheckedFunction;
use crate::dag::ParamKind;
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Element, Function, Param, Stream};
use crate::records::Signature;
use crate::stream::{Cuts, Refusal, Streamed, stream};
use crate::suggest;

/// Takes the function apart, once for each choice of its dtypes.
///
/// # Errors
/// The reason why that is not possible.
pub(super) fn streamed(
    function: &Function,
    attribute: &Stream,
    checked: &CheckedFunction,
    signature: &Signature,
) -> Result<Vec<Streamed>, Diagnostic> {
    let name = &function.name;
    for dim in &attribute.dims {
        let dim_name = dim.to_string();
        if !checked.dims.contains(&dim_name) {
            let claim = format!("`{name}` has no dimension `{dim_name}`");
            let diagnostic = Diagnostic::new(dim.span(), claim);
            return Err(
                match suggest::nearest(&dim_name, checked.dims.iter().map(String::as_str)) {
                    Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                    None => {
                        diagnostic.help("name dimensions that the function declares in `<...>`")
                    }
                },
            );
        }
    }
    let is_record = |param: &&Param| matches!(param.ty.element, Element::Record { .. });
    if let Some(param) = function.params.iter().filter(is_record).find(|param| param.mutable) {
        let claim = format!("a streamed function updates arrays, and `{}` is a record", param.name);
        return Err(Diagnostic::new(param.name.span(), claim)
            .help("pass the fields that are updated by themselves"));
    }
    let cuts = Cuts { dims: attribute.dims.iter().map(ToString::to_string).collect() };
    let large = large(checked, &cuts);
    for (leaf, _) in signature.params.iter().zip(&large).filter(|(_, large)| **large) {
        let param = &function.params[leaf.of];
        if matches!(param.ty.element, Element::Record { .. }) {
            let claim =
                format!("`{}` is a field of a record, and would be a large array", leaf.text);
            return Err(
                Diagnostic::new(param.name.span(), claim).help("pass large arrays by themselves")
            );
        }
    }
    if !large.contains(&true) {
        let dims = cuts.dims.join("`, `");
        let claim = format!("no parameter of `{name}` is an array along `{dims}`");
        return Err(Diagnostic::new(attribute.span, claim)
            .help("name dimensions of the arrays that are too large for memory"));
    }
    let instances = checked.instances.iter();
    let streamed = instances.map(|of| stream(&of.dag, &of.results, &large, &cuts));
    streamed
        .collect::<Result<_, _>>()
        .map_err(|refusal| refused(attribute, checked, &cuts, refusal))
}

/// The error for a function without `pub`.
pub(super) fn of_helper(function: &Function, attribute: &Stream) -> Diagnostic {
    let claim = format!("`{}` is not `pub`: only public functions are streamed", function.name);
    Diagnostic::new(attribute.span, claim)
        .help("put `#[stream(...)]` on the functions that call it")
}

/// For each parameter, whether it may be too large for memory.
pub(super) fn large(checked: &CheckedFunction, cuts: &Cuts) -> Vec<bool> {
    let inputs = checked.instances[0].dag.inputs.iter();
    inputs
        .map(|input| {
            let is_array = matches!(input.kind, ParamKind::Array | ParamKind::ArrayMut);
            is_array && input.shape.iter().any(|size| cuts.mentioned(size))
        })
        .collect()
}

fn refused(
    attribute: &Stream,
    checked: &CheckedFunction,
    cuts: &Cuts,
    refusal: Refusal,
) -> Diagnostic {
    let Refusal { array, axis, operation, line } = refusal;
    let input = checked.instances[0].dag.inputs.iter().find(|input| input.name == array);
    let size = input.and_then(|input| input.shape.get(axis)).filter(|size| cuts.mentioned(size));
    let along = size.map(|size| format!(" along `{size}`")).unwrap_or_default();
    let place = if line > 0 { format!(" of line {line}") } else { String::new() };
    Diagnostic::new(attribute.span, format!("`{array}` cannot be cut{along}"))
        .fact(format_args!("`{operation}`{place} may need any of its elements along that axis"))
        .help("leave the dimension out of `#[stream(...)]`, so that the axis is whole in every tile, or write the \
               operation with slices and reductions")
}
