//! The parser: turns tokens into a syntax tree ([`ast`]).
//!
//! The language is NumPy's, as far as Rust's lexer allows. `@`, `**`, `x[1..-1, ..;2]`, `where(c, a, b)` and
//! `sum(x, axis=1)` are not Rust expressions. So this is a Pratt parser of its own, over [`proc_macro2`] token trees.
//!
//! It collects errors instead of stopping at the first one. After an error it goes on behind the next `;`, `,` or `}`.

pub mod ast;
mod attribute;
mod comment;
mod expr;
mod foreign;
mod item;
pub(crate) mod joint;
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
/// Parts that do not parse are reported to `errors` and left out of the result. If a signature is wrong, that is the
/// whole item. If only a statement is wrong, it is the body, and [`ast::Function::broken`] is set.
pub fn parse_block(tokens: TokenStream, errors: &mut Errors) -> ast::Block {
    parse_with(tokens, BTreeSet::new(), errors)
}

/// Does the same as [`parse_block`] for a block that uses `records` of other blocks, which are names of types as well.
pub fn parse_with(
    tokens: TokenStream,
    records: BTreeSet<String>,
    errors: &mut Errors,
) -> ast::Block {
    tokens::Parser::knowing(tokens, records, errors).block()
}
