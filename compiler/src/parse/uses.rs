//! Parses `use super::gas::{Law, pressure as p};`, the names of other blocks.

use super::ast::Use;
use super::tokens::{self, Parsed, Parser};
use crate::diagnostic::{CLAIM_IS_REMEDY, Diagnostic, Errors, SpanRange};
use proc_macro2::{Delimiter, Ident, TokenStream};
use std::collections::BTreeSet;

impl Parser<'_> {
    /// The names after a `use`, whose item begins at `start`.
    pub(super) fn uses(&mut self, vis: &TokenStream, start: SpanRange) -> Parsed<Vec<Use>> {
        if !vis.is_empty() {
            let diagnostic = Diagnostic::new(start, "a block does not pass names on");
            return self.reject(diagnostic.help(
                "write `use` without `pub`; whoever needs the name uses the block that declares it",
            ));
        }
        // `::gas` means the same as `gas`: a crate.
        self.eat_op("::");
        let mut found = Vec::new();
        self.use_tree(Vec::new(), &mut found)?;
        if self.eat_op(";").is_none() {
            return self.expected("`;`");
        }
        Ok(found)
    }

    /// `gas::pressure as p`, `gas::{...}` after the segments of `path`.
    fn use_tree(&mut self, mut path: Vec<Ident>, found: &mut Vec<Use>) -> Parsed<()> {
        loop {
            if self.peek_op("*") {
                let diagnostic = Diagnostic::new(self.here(), "a block uses names one by one");
                return self
                    .reject(diagnostic.help("list them: `use super::gas::{Law, pressure};`"));
            }
            if let Some(group) = self.eat_group(Delimiter::Brace) {
                let mut inside = self.enter(&group);
                while !inside.at_end() {
                    inside.use_tree(path.clone(), found)?;
                    if inside.eat_op(",").is_none() && !inside.at_end() {
                        return inside.expected("`,`");
                    }
                }
                return Ok(());
            }
            let Some(segment) = self.peek_ident().cloned() else {
                return self.expected("a name, or `{...}` with names");
            };
            self.skip(1);
            if self.eat_op("::").is_some() {
                path.push(segment);
                continue;
            }
            let span = SpanRange::from(path.first().map_or(segment.span(), Ident::span))
                .to(segment.span().into());
            let starts = path.first().map(ToString::to_string);
            if path.is_empty() {
                let claim = "a `use` says where the other block stands";
                return self.reject(Diagnostic::new(span, claim).help(format_args!(
                    "write its module, from `crate`, `self` or `super` on: `use super::gas::{segment};`"
                )));
            }
            if matches!(starts.as_deref(), Some("std" | "core" | "alloc" | "array_fn")) {
                let claim = "a `use` names items of other blocks, and nothing else";
                let help = "what is built in needs none: `pi`, `sqrt(x)`";
                return self.reject(Diagnostic::new(span, claim).help(help));
            }
            if matches!(segment.to_string().as_str(), "self" | "super" | "crate") {
                let claim = "a `use` names constants, records and functions of a block";
                return self.reject(
                    Diagnostic::new(segment.span(), claim)
                        .help("list them: `use super::gas::{Law, pressure};`"),
                );
            }
            let alias = match self.eat_word("as") {
                Some(_) => self.name("a used item")?,
                None => segment.clone(),
            };
            found.push(Use { path, name: segment, alias, span });
            return Ok(());
        }
    }
}

/// The `use`s of a block, in order, and whether the block is `#![shared]`. Both are found without parsing the rest. The
/// result is `None` if a `use` is wrong, and parsing the block reports the mistake.
pub fn heads(tokens: TokenStream) -> Option<(Vec<Use>, bool)> {
    let mut errors = Errors::default();
    let mut parser = Parser::new(tokens, &mut errors);
    let shared = parser.block_attributes().shared;
    let mut found = Vec::new();
    while !parser.at_end() {
        parser.splice();
        match parser.eat_word("use") {
            Some(start) => {
                found.extend(parser.uses(&TokenStream::new(), start.into()).ok()?);
            }
            None => parser.skip(1),
        }
    }
    Some((found, shared))
}

/// The names of a block's records, found without parsing it.
pub fn declared_records(tokens: &TokenStream) -> BTreeSet<String> {
    tokens::declared_records(tokens)
}

/// The names that the items of a block declare, found without parsing them.
pub fn declared(tokens: TokenStream) -> Vec<Ident> {
    let mut errors = Errors::default();
    let mut parser = Parser::new(tokens, &mut errors);
    let mut found = Vec::new();
    while !parser.at_end() {
        parser.splice();
        let item = ["fn", "const", "struct"].iter().any(|word| parser.eat_word(word).is_some());
        match parser.peek_ident() {
            Some(name) if item => found.push(name.clone()),
            _ => parser.skip(usize::from(!item)),
        }
    }
    found
}

/// An error for a `use` whose block has no such item.
pub fn missing(used: &Use) -> Diagnostic {
    let claim = format!("the block has no `{}`", used.name);
    Diagnostic::new(used.name.span(), claim).no_help(CLAIM_IS_REMEDY)
}
