//! Tokens to syntax tree.

pub mod ast;
