//! The procedural macros of array-fn. Users call them through the crate `array-fn`, whose pages document them.
//!
//! Each macro passes its tokens to `array-fn-compiler` and returns the Rust that it emits:
//!
//! - [`array_fn`] expands one block, by `array_fn_compiler::expand_in_crate`.
//! - [`handed`] expands one block that uses items of shared blocks, by `array_fn_compiler::expand_handed`. Each shared
//!   block leaves a `macro_rules!` macro per item; the last of those that a block asks for calls [`handed`].

use proc_macro::TokenStream;

/// Expands a block for `array_fn::array_fn!`. The input is the `$crate` of that macro, then the block.
#[proc_macro]
pub fn array_fn(input: TokenStream) -> TokenStream {
    array_fn_compiler::expand_in_crate(input.into()).into()
}

/// Expands a block that uses shared blocks. The macros of the shared blocks call it: the input is the block, then the
/// items that it asked for.
#[proc_macro]
pub fn handed(input: TokenStream) -> TokenStream {
    array_fn_compiler::expand_handed(input.into()).into()
}
