//! Element types as Rust names them.

use crate::dag::DType;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// The Rust type of a dtype's name, with the name's span; a dtype parameter is its own name.
pub fn element_type(name: &Ident) -> TokenStream {
    match DType::from_name(&name.to_string()) {
        Some(dtype) if dtype.is_half() || dtype.is_complex() => {
            quote_spanned!(name.span() => ::array_fn::__rt::#name)
        }
        // The user's module may have a type of that name.
        Some(_) => quote!(::core::primitive::#name),
        None => quote!(#name),
    }
}
