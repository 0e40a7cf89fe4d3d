//! Keeps operators of several characters in one piece on the way through a `macro_rules!` macro.
//!
//! The tokens of such a macro do not remember which of them stood side by side, so `**` would come out as two
//! multiplications. A marker word after each token that was joined to the next keeps that.

use crate::parse::joint::is_joint;
use proc_macro2::{Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

const JOINED: &str = "__joined";

/// The tokens, with the marker word after each that is joined to the next.
pub(super) fn marked(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let joined = match (&token, tokens.peek()) {
            (TokenTree::Punct(punct), Some(next)) => is_joint(punct, next),
            _ => false,
        };
        out.extend([inside(token, marked)]);
        out.extend(joined.then(|| TokenTree::Ident(Ident::new(JOINED, Span::call_site()))));
    }
    out
}

/// The tokens that [`marked`] was given.
pub(super) fn unmarked(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match (token, out.last_mut()) {
            (TokenTree::Ident(word), Some(TokenTree::Punct(last))) if word == JOINED => {
                *last = spaced(last, Spacing::Joint);
            }
            (TokenTree::Punct(punct), _) => out.push(spaced(&punct, Spacing::Alone).into()),
            (token, _) => out.push(inside(token, unmarked)),
        }
    }
    out.into_iter().collect()
}

fn spaced(punct: &Punct, spacing: Spacing) -> Punct {
    let mut new = Punct::new(punct.as_char(), spacing);
    new.set_span(punct.span());
    new
}

fn inside(token: TokenTree, change: fn(TokenStream) -> TokenStream) -> TokenTree {
    match token {
        TokenTree::Group(group) => {
            let mut new = Group::new(group.delimiter(), change(group.stream()));
            new.set_span(group.span());
            new.into()
        }
        token => token,
    }
}
