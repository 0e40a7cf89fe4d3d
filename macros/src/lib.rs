//! The procedural macro of array-fn. Everything happens in `array-fn-compiler`; see the `array-fn`
//! crate for the documentation.

use proc_macro::TokenStream;

/// What `array_fn::array_fn!` calls: its own `$crate`, then the block.
#[proc_macro]
pub fn array_fn(input: TokenStream) -> TokenStream {
    array_fn_compiler::expand_in_crate(input.into()).into()
}

/// What the macros call that shared blocks leave behind: the block, then what was asked.
#[proc_macro]
pub fn handed(input: TokenStream) -> TokenStream {
    array_fn_compiler::expand_handed(input.into()).into()
}
