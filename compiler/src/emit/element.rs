//! Element types as Rust names them.

use crate::dag::DType;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// The Rust type for a dtype's name, with the span of the name. A dtype parameter is a type of the same name.
pub fn element_type(name: &Ident) -> TokenStream {
    match DType::from_name(&name.to_string()) {
        Some(dtype) if dtype.is_half() || dtype.is_complex() => {
            quote_spanned!(name.span() => ::array_fn::__rt::#name)
        }
        // The user's module may have another type of that name.
        Some(_) => quote!(::core::primitive::#name),
        None => quote!(#name),
    }
}
