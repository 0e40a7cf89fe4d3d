//! Which characters stand side by side, and so may be one operator.

use proc_macro2::{Punct, Spacing, TokenTree};

/// Whether `second` stands right behind `first`.
///
/// Tokens say so themselves, but not all that Rust copies out of the body of a `macro_rules!` macro. `**` and `@=` are
/// no tokens of Rust, so it keeps their characters apart there, and forgets that they stood side by side. Their places
/// in the source still tell: `x ** y` is a power, and `x * *y` stays an error.
pub(crate) fn is_joint(first: &Punct, second: &TokenTree) -> bool {
    first.spacing() == Spacing::Joint || is_split(first, second)
}

fn is_split(first: &Punct, second: &TokenTree) -> bool {
    let TokenTree::Punct(second) = second else { return false };
    if !matches!((first.as_char(), second.as_char()), ('*', '*') | ('@', '=')) {
        return false;
    }
    let (first, second) = (first.span(), second.span());
    // Tokens that another macro made have one place for all: that of its call.
    first.start() != second.start()
        && first.end() == second.start()
        && first.file() == second.file()
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Errors;
    use crate::parse::parse_block;
    use proc_macro2::{Group, Punct, Spacing, TokenStream, TokenTree};

    /// The tokens as Rust copies them out of a macro's body: `*=` is one token of Rust, `**` and `@=` are two.
    fn copied(tokens: TokenStream) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        let mut out = TokenStream::new();
        while let Some(token) = tokens.next() {
            let before_star =
                matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '*');
            out.extend([match token {
                TokenTree::Punct(p) if p.as_char() == '@' || p.as_char() == '*' && before_star => {
                    let mut alone = Punct::new(p.as_char(), Spacing::Alone);
                    alone.set_span(p.span());
                    TokenTree::from(alone)
                }
                TokenTree::Group(group) => {
                    Group::new(group.delimiter(), copied(group.stream())).into()
                }
                token => token,
            }]);
        }
        out
    }

    fn messages(body: &str) -> Vec<String> {
        let source = format!("pub fn f<N>(x: &mut [f64; N, N], y: [f64; N, N]) {{ {body} }}");
        let mut errors = Errors::default();
        parse_block(copied(source.parse().expect("it lexes")), &mut errors);
        errors.sorted().iter().map(|error| error.message()).collect()
    }

    #[test]
    fn operators_that_are_no_tokens_of_rust() {
        for body in ["x = y ** 2 + y**y;", "x **= 2;", "x **= 2 * y;", "x @= y;", "x = y @ x;"] {
            assert_eq!(messages(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn characters_apart_stay_apart() {
        for body in ["x = y * *x;", "x = y * * x;"] {
            let messages = messages(body);
            assert!(messages[0].contains("nothing to dereference"), "{body}: {messages:?}");
        }
        assert_ne!(messages("x @ = y;"), [""; 0]);
    }
}
