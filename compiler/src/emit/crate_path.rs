//! Replaces the path of the crate in emitted code.
//!
//! Emitted code names the crate `::array_fn`. That path does not exist in a package that gives the crate another name
//! (`afn = { package = "array-fn" }`), or reaches it through another crate. So the macro passes its own `$crate`, and
//! the path is replaced by it.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// The name of modules that do not name the crate, because they import the runtime from the module around them. They
/// hold programs, which are long.
const WITHOUT_PATHS: &str = "program";

/// `tokens`, with `root` instead of each `::array_fn`.
pub fn renamed(tokens: TokenStream, root: &Ident) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut inside_program = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "array_fn" && ends_with_colons(&out) => {
                out.truncate(out.len() - 2);
                let mut root = root.clone();
                root.set_span(root.span().located_at(ident.span()));
                out.push(root.into());
            }
            TokenTree::Group(group) if !inside_program => {
                let mut new = Group::new(group.delimiter(), renamed(group.stream(), root));
                new.set_span(group.span());
                out.push(new.into());
            }
            token => {
                inside_program = match &token {
                    TokenTree::Ident(ident) => {
                        let after_mod =
                            matches!(out.last(), Some(TokenTree::Ident(i)) if i == "mod");
                        after_mod && ident.to_string().starts_with(WITHOUT_PATHS)
                    }
                    _ => false,
                };
                out.push(token);
            }
        }
    }
    out.into_iter().collect()
}

fn ends_with_colons(tokens: &[TokenTree]) -> bool {
    let colon = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':');
    matches!(tokens, [.., a, b] if colon(a) && colon(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::Span;

    /// Paths are not replaced in programs, which would take most of the time.
    #[test]
    fn the_path_is_replaced_wherever_it_stands() {
        let tokens: TokenStream =
            "fn f(x: ::array_fn::Array) { g(&::array_fn::__rt::h::<::array_fn::A>()) }
            mod program { use super::rt; ::array_fn::none(); } ::array_fn::last!()"
                .parse()
                .expect("it lexes");
        let renamed = renamed(tokens, &Ident::new("afn", Span::call_site())).to_string();
        let expected: TokenStream = "fn f(x: afn::Array) { g(&afn::__rt::h::<afn::A>()) }
            mod program { use super::rt; ::array_fn::none(); } afn::last!()"
            .parse()
            .expect("it lexes");
        assert_eq!(renamed.replace(' ', ""), expected.to_string().replace(' ', ""));
    }
}
