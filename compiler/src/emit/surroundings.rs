//! The modules that keep a generated function apart from the names of the user's module.
//!
//! A parameter of a Rust function is a pattern. If a constant, a static or a unit struct of its name is in scope, the
//! pattern is that item. So the function stands in its own module, in which only names of functions are in scope:
//!
//! ```text
//! pub use f::function::f;
//! #[no_implicit_prelude]
//! pub mod f {
//!     pub(super) mod function { pub fn f(N: usize, Some: f64) -> ... }
//!     pub fn into(...) ...
//! }
//! ```
//!
//! The documentation is on both. rustdoc uses that of the `use`, whose links are resolved where the block is; editors
//! and the lint `missing_docs` look at the function.

use crate::parse::ast::{Block, Function};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

/// The function `main`, and the module of its companions with `inside`. Both have the visibility `vis`.
pub fn apart(
    function: &Function,
    vis: &TokenStream,
    main: &TokenStream,
    inside: &TokenStream,
) -> TokenStream {
    let Function { name, attrs, .. } = function;
    // The name is resolved by the edition of this crate: in edition 2015, a path begins at the root of the crate.
    let module = Ident::new(&name.to_string(), Span::call_site());
    let docs: TokenStream =
        split(attrs).0.iter().map(|doc| quote!(#[cfg_attr(doc, #doc)])).collect();
    let companions = format!("Companions of [`{name}()`]: other ways to run it.");
    quote! {
        #docs
        #[doc(inline)]
        #[allow(unused_imports, deprecated)]
        #vis use #module::function::#name;
        #[doc = #companions]
        #[no_implicit_prelude]
        #vis mod #name {
            pub(super) mod function { #main }
            #inside
        }
    }
}

/// The user's attributes, in the form in which they stand on the function.
pub fn on_function(attrs: &TokenStream) -> TokenStream {
    let (docs, mut others) = split(attrs);
    others.extend(docs.iter().map(|doc| quote!(#[cfg_attr(not(doc), #doc)])));
    if !docs.is_empty() {
        others.extend(quote!(#[cfg_attr(doc, doc = "")]));
    }
    others
}

/// The content of each `#[doc = "..."]`, and all other attributes.
fn split(attrs: &TokenStream) -> (Vec<TokenStream>, TokenStream) {
    let (mut docs, mut others) = (Vec::new(), TokenStream::new());
    for token in attrs.clone() {
        let TokenTree::Group(group) = token else { continue };
        let inside = group.stream();
        match inside.clone().into_iter().next() {
            Some(TokenTree::Ident(name)) if name == "doc" => docs.push(inside),
            _ => others.extend(quote!(#[#inside])),
        }
    }
    (docs, others)
}

/// Functions that nothing can call, with the names of the block's functions without `pub`. If Rust code calls such a
/// name, rustc says that there is a function that cannot be reached, and shows its path, which explains why.
pub fn unreachable(block: &Block) -> TokenStream {
    let helpers = block.own_fns().filter(|f| !f.is_public() && f.foreign.is_none());
    let helpers: TokenStream = helpers
        .map(|f| {
            let name = &f.name;
            quote_spanned!(name.span() => #[allow(dead_code, non_snake_case)] fn #name() {})
        })
        .collect();
    if helpers.is_empty() {
        return helpers;
    }
    quote! {
        #[doc(hidden)]
        mod functions_without_pub_are_inlined__write_pub_to_call_them_from_rust { #helpers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_stands_on_both_and_the_rest_on_the_function() {
        let attrs: TokenStream =
            "/// First.\n#[must_use] #[doc = \"Second.\"]".parse().expect("it lexes");
        let (docs, others) = split(&attrs);
        assert_eq!(docs.len(), 2);
        assert_eq!(others.to_string(), quote!(#[must_use]).to_string());
        let on_function = on_function(&attrs).to_string();
        assert_eq!(on_function.matches("not (doc)").count(), 2, "{on_function}");
    }
}
