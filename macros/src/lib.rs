//! The procedural macro of array-fn. Everything happens in `array-fn-compiler`; see the `array-fn`
//! crate for the documentation.

use proc_macro::TokenStream;

/// NumPy inside Rust: a block of array functions, checked when the crate is built, compiled to fused
/// kernels. The `array-fn` crate documents the language.
#[proc_macro]
pub fn array_fn(input: TokenStream) -> TokenStream {
    array_fn_compiler::expand(input.into()).into()
}
