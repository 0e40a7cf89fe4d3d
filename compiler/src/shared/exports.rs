//! The macros that a shared block leaves behind for others, and the calls by which a block asks for them.

use super::{Handed, SharedBlock, exported};
use crate::emit::records::path_of_alias;
use crate::hash::HashSet;
use crate::parse::ast::{Block, Elsewhere};
use crate::parse::uses::heads;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

/// The macros by which other blocks get `tokens`, the tokens of `block`, together with the blocks that were `handed` to
/// it.
pub fn exports(block: &Block, tokens: &TokenStream, handed: &Handed, broken: bool) -> TokenStream {
    if !block.shared || has_dollar(tokens.clone()) {
        return TokenStream::new();
    }
    let id = id(tokens);
    let providers = handed.providers.clone();
    let own = SharedBlock { id: id.clone(), broken, providers, tokens: tokens.clone() };
    let blocks = std::iter::once(&own).chain(&handed.blocks).map(SharedBlock::to_tokens);
    let makro = format_ident!("__array_fn_shared_{id}");
    let consts = block.own_consts().map(|c| &c.name);
    let records = block.own_records().map(|r| &r.name);
    let functions = block.own_fns().map(|f| &f.name);
    let mut seen = HashSet::default();
    let names = consts.chain(records).chain(functions).filter(|n| seen.insert(n.to_string()));
    let uses = names.map(|name| {
        let exported = exported(name);
        quote_spanned! { name.span() =>
            #[doc(hidden)]
            #[allow(unused_imports, unreachable_pub)]
            pub use #makro as #exported;
        }
    });
    // Re-exports the records that this block uses, because records of this block may have them as fields.
    let foreign = block.records.iter().filter(|record| record.is_public()).filter_map(|record| {
        let Elsewhere { path, alias } = record.elsewhere.as_ref()?;
        let vis = match record.vis.to_string().as_str() {
            "pub" => quote!(pub),
            _ => quote!(pub(crate)),
        };
        let of = (!record.dtypes.is_empty()).then(|| {
            let (path, alias) = (path_of_alias(path), path_of_alias(&quote!(#alias)));
            quote! {
                #[doc(hidden)]
                #[allow(unused_imports, unreachable_pub, deprecated)]
                #vis use #path as #alias;
            }
        });
        Some(quote! {
            #[doc(hidden)]
            #[allow(unused_imports, unreachable_pub, deprecated)]
            #vis use #path as #alias;
            #of
        })
    });
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros, non_local_definitions)]
        #[macro_export]
        macro_rules! #makro {
            ($($request:tt)*) => {
                ::array_fn::__rt_macro::handed! { [ #(#blocks)* ] $($request)* }
            };
        }
        #(#uses)*
        #(#foreign)*
    }
}

/// The call that asks for the next block that `tokens` use, and passes on the blocks that are there already. There is
/// no call if all blocks are there. `root` is the path of the crate `array_fn`, if that is known.
pub fn request(root: Option<&Ident>, tokens: &TokenStream, handed: &Handed) -> Option<TokenStream> {
    let (uses, _) = heads(tokens.clone())?;
    let next = uses.get(handed.providers.len())?;
    let (module, name) = (next.module(), exported(&next.name));
    let known = handed.to_tokens();
    let root = root.map(|root| quote!(#root));
    Some(quote!(#module #name! { [#root] [#known] { #tokens } }))
}

/// Reads the answer of a shared block to a [`request`]: the name of the crate, the tokens of the block that asked, and
/// the blocks that are there now.
pub fn answer(tokens: TokenStream) -> Option<(Option<Ident>, TokenStream, Handed)> {
    let mut tokens = tokens.into_iter();
    let mut next = || tokens.next().and_then(super::group).map(|group: Group| group.stream());
    let (blocks, root, known, block) = (next()?, next()?, next()?, next()?);
    let mut handed = Handed::from_tokens(known)?;
    handed.take(blocks.into_iter().map(SharedBlock::from_token).collect::<Option<_>>()?);
    let root = root.into_iter().find_map(|token| match token {
        TokenTree::Ident(root) => Some(root),
        _ => None,
    });
    Some((root, block, handed))
}

/// An id that tells a block from others: a hash of its tokens and its place.
pub fn id(tokens: &TokenStream) -> String {
    let line = tokens.clone().into_iter().next().map_or(0, |token| token.span().start().line);
    let file = Span::call_site().file();
    crate::embed::stem(&format!("{file}:{line}\n{tokens}"))
}

/// Whether there is a `$`, which would mean something else in a macro. Only blocks with errors have one.
fn has_dollar(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '$',
        TokenTree::Group(group) => has_dollar(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}
