//! Element types that need a feature of the crate `array-fn`.

use crate::dag::DType;
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Block, Element, Type};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// For each feature, an error at the first name that needs it, inside a macro of the runtime that drops its content if
/// the feature is on. Only names that Rust sees count: inside the block every dtype is known.
pub fn required(block: &Block) -> TokenStream {
    let names = names(block);
    let mut errors = TokenStream::new();
    for feature in ["half", "complex"] {
        let needs = |name: &&&Ident| feature_of(name) == Some(feature);
        let Some(name) = names.iter().find(needs) else { continue };
        let error = Diagnostic::new(
            name.span(),
            format!("`{name}` needs the feature `{feature}` of array-fn"),
        )
        .help(format_args!(
            "enable it in Cargo.toml: `array-fn = {{ version = \"{}\", features = [\"{feature}\"] }}`",
            env!("CARGO_PKG_VERSION")
        ))
        .to_compile_error();
        let unless = format_ident!("without_{feature}");
        errors.extend(quote! { ::array_fn::__rt::#unless! { #error } });
    }
    errors
}

/// The error at the first function with `#[stream]`, inside a macro that drops it if there is the feature.
pub fn stream_required(block: &Block) -> Option<TokenStream> {
    let stream = block.own_fns().find_map(|f| f.stream.as_ref())?;
    let error = Diagnostic::new(
        stream.span,
        "`stream` needs the feature `zarr` of array-fn, which has arrays on disk",
    )
    .help(format_args!(
        "enable it in Cargo.toml: `array-fn = {{ version = \"{}\", features = [\"zarr\"] }}`",
        env!("CARGO_PKG_VERSION")
    ))
    .to_compile_error();
    Some(quote! { ::array_fn::__without_zarr! { #error } })
}

fn feature_of(name: &Ident) -> Option<&'static str> {
    match DType::from_name(&name.to_string())? {
        dtype if dtype.is_half() => Some("half"),
        dtype if dtype.is_complex() => Some("complex"),
        _ => None,
    }
}

/// The dtypes in the types of public constants and functions.
fn names(block: &Block) -> Vec<&Ident> {
    let mut names: Vec<&Ident> = Vec::new();
    let constants = block.consts.iter().filter(|c| c.public).map(|c| &c.ty);
    names.extend(constants.filter_map(dtype));
    for record in block.own_records().filter(|r| r.is_public()) {
        names.extend(record.dtypes.iter().flat_map(|d| &d.choices));
        names.extend(record.fields.iter().filter_map(|field| dtype(&field.ty)));
    }
    for function in block.fns.iter().filter(|f| f.is_public()) {
        names.extend(function.dtypes.iter().flat_map(|d| &d.choices));
        let params = function.params.iter().map(|p| &p.ty);
        names.extend(params.chain(&function.results).filter_map(dtype));
    }
    names
}

fn dtype(ty: &Type) -> Option<&Ident> {
    match &ty.element {
        Element::Dtype(name) => Some(name),
        Element::Index(_) | Element::Record { .. } | Element::Function(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Errors;
    use crate::parse::parse_block;

    fn required(source: &str) -> String {
        let mut errors = Errors::default();
        let block = parse_block(source.parse().expect("the source lexes"), &mut errors);
        assert!(errors.is_empty(), "{source}");
        super::required(&block).to_string()
    }

    #[test]
    fn each_feature_is_named_once() {
        let both = required(
            "pub const Z: c64 = 1j;
             pub fn f<N, T: f32 | bf16>(x: [T; N], z: [c32; N]) -> [f16; N] { x as f16 }",
        );
        let claims = ["`c64` needs the feature `complex`", "`bf16` needs the feature `half`"];
        assert!(claims.iter().all(|claim| both.contains(claim)), "{both}");
        assert_eq!(both.matches("needs the feature").count(), 2, "{both}");
        let result = required("pub fn f<N>(x: [f64; N]) -> [c64; N] { x * 1j }");
        assert!(result.contains("without_complex") && !result.contains("without_half"), "{result}");
    }

    #[test]
    fn what_stays_inside_needs_none() {
        let inside = required(
            "const H: f16 = 0.5;
             pub fn f<N>(x: [f64; N]) -> [f64; N] { abs(g(x) as c64) }
             fn g<N>(x: [f64; N]) -> [f16; N] { x as f16 }",
        );
        assert_eq!(inside, "");
    }
}
