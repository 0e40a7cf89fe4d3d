//! Tokens to syntax tree.
//!
//! The language is NumPy's where Rust's lexer allows: `@`, `**`, `x[1..-1, ..;2]`, `where(c, a, b)`
//! and `sum(x, axis=1)` are not Rust expressions, so this is a Pratt parser of its own over
//! [`proc_macro2`] token trees. It collects errors instead of stopping at the first one: after an
//! error it goes on behind the next `;`, `,` or `}`.

pub mod ast;
mod attribute;
mod comment;
mod expr;
mod item;
mod literal;
mod record;
pub mod settings;
mod signature;
mod stmt;
mod subscript;
#[cfg(test)]
mod tests;
mod tokens;
mod tuning;
mod types;
pub mod uses;

pub(crate) use tokens::is_keyword;

use crate::diagnostic::Errors;
use proc_macro2::TokenStream;
use std::collections::BTreeSet;

/// Parses the content of an `array_fn! { ... }`.
///
/// What does not parse is reported to `errors` and left out of the result: a whole item if its
/// signature is wrong, a statement (with [`ast::Function::broken`] set) if only that one is.
pub fn parse_block(tokens: TokenStream, errors: &mut Errors) -> ast::Block {
    parse_with(tokens, BTreeSet::new(), errors)
}

/// The same for a block in which also `records`, which others declare, are names of types.
pub fn parse_with(
    tokens: TokenStream,
    records: BTreeSet<String>,
    errors: &mut Errors,
) -> ast::Block {
    tokens::Parser::knowing(tokens, records, errors).block()
}
