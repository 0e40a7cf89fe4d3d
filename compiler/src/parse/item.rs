//! The items of a block.

use super::ast::{Block, Body, Const, Function, Param, Type};
use super::attribute::Attributes;
use super::signature::{Generics, Results};
use super::tokens::{Parsed, Parser, Rejected};
use crate::diagnostic::{CLAIM_IS_REMEDY, Diagnostic, SpanRange};
use crate::limits;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// The help that lists the items of a block.
const ITEMS: &str = "a block holds `use`, `const NAME: f64 = ...;`, `struct Name { ... }` and `fn name(...) { ... }`";

impl Parser<'_> {
    /// Parses the whole block.
    pub(super) fn block(&mut self) -> Block {
        let mut block = self.block_attributes();
        loop {
            self.splice();
            if self.at_end() {
                return block;
            }
            if self.item(&mut block).is_err() {
                block.incomplete = true;
                self.next_item();
            }
            if let Some(function) = block.fns.get(limits::FUNCTIONS) {
                let what = "too many functions in this block";
                let diagnostic = limits::exceeded(function.name.span(), what, limits::FUNCTIONS);
                self.errors.push(diagnostic.help("move some into a block of their own"));
                block.fns.truncate(limits::FUNCTIONS);
                block.incomplete = true;
                return block;
            }
        }
    }

    /// Skips the rest of an item: up to and including the next `;` or `{ ... }`, or up to a word that starts an item.
    fn next_item(&mut self) {
        while !self.at_end() {
            if self.peek_word("fn")
                || self.peek_word("const")
                || self.peek_word("struct")
                || self.peek_word("use")
                || self.peek_word("unsafe")
                || self.peek_word("pub")
                || self.peek_op("#")
            {
                return;
            }
            let end = self.peek_op(";") || self.peek_group(Delimiter::Brace);
            self.skip(1);
            if end {
                return;
            }
        }
    }

    fn item(&mut self, block: &mut Block) -> Parsed<()> {
        let attributes = self.attributes()?;
        if self.at_end() {
            let span = self.previous();
            return self.reject(
                Diagnostic::new(span, "expected `fn`, `struct` or `const` after this attribute")
                    .no_help(CLAIM_IS_REMEDY),
            );
        }
        let vis = self.visibility();
        self.splice();
        let start = self.here();
        if self.eat_word("const").is_some() {
            if self.peek_word("fn") || self.peek_word("unsafe") {
                return self.reject(
                    Diagnostic::new(start, "`const fn` is not part of the array language")
                        .help("write `fn`"),
                );
            }
            block.consts.push(self.constant(attributes, vis)?);
            return Ok(());
        }
        if self.eat_word("use").is_some() {
            self.no_attributes_on_use(&attributes);
            block.uses.extend(self.uses(&vis, start)?);
            return Ok(());
        }
        if self.eat_word("struct").is_some() {
            block.records.push(self.record(attributes, vis, start)?);
            return Ok(());
        }
        if self.eat_word("fn").is_some() {
            let function = self.function(attributes, vis, start)?;
            block.fns.push(function);
            return Ok(());
        }
        if self.is_foreign() {
            let function = self.foreign(attributes, &vis, start)?;
            block.fns.push(function);
            return Ok(());
        }
        let word = self.peek_ident().map(ToString::to_string).unwrap_or_default();
        let diagnostic = match word.as_str() {
            "unsafe" | "async" | "extern" => {
                Diagnostic::new(start, format!("`{word} fn` is not part of the array language"))
                    .help("write `fn`")
            }
            "let" | "for" => {
                Diagnostic::new(start, format!("`{word}` cannot stand outside of a function"))
                    .help(ITEMS)
            }
            "enum" | "union" | "type" | "trait" | "impl" | "mod" | "static" => {
                Diagnostic::new(start, format!("`{word}` is not part of the array language"))
                    .help(ITEMS)
            }
            "def" => Diagnostic::new(start, "`def` is not part of the array language")
                .help("write `fn name<N>(x: [f64; N]) -> [f64; N] { ... }`"),
            _ => self.expected_diagnostic("`fn`, `struct` or `const`").help(ITEMS),
        };
        // Skip the word, so that the next tokens can be an item.
        self.skip(1);
        self.reject(diagnostic)
    }

    /// `pub`, `pub(crate)`, `pub(in path)`, or nothing.
    fn visibility(&mut self) -> TokenStream {
        self.splice();
        let mut vis = TokenStream::new();
        if self.peek_word("pub") {
            vis.extend(self.next());
            if let Some(group) = self.eat_group(Delimiter::Parenthesis) {
                vis.extend([TokenTree::Group(group)]);
            }
        }
        vis
    }

    fn constant(&mut self, attributes: Attributes, vis: TokenStream) -> Parsed<Const> {
        self.no_derive(&attributes);
        if let Some(span) = attributes.unfused {
            self.errors.push(
                Diagnostic::new(span, "`#[unfused]` stands on functions only").help("remove it"),
            );
        }
        if let Some((_, span)) = attributes.rounding {
            let claim = "attributes of rounding stand on functions only";
            self.errors.push(Diagnostic::new(span, claim).help("remove it"));
        }
        if let Some(stream) = &attributes.stream {
            let claim = "`#[stream]` stands on functions only";
            self.errors.push(Diagnostic::new(stream.span, claim).help("remove it"));
        }
        if let Some(ranks) = &attributes.ranks {
            let claim = "`#[ranks]` stands on functions only";
            self.errors.push(Diagnostic::new(ranks.span, claim).help("remove it"));
        }
        self.no_tuning(&attributes.tuning);
        let name = self.name("a constant")?;
        if self.eat_op(":").is_none() {
            return self.reject(
                Diagnostic::new(name.span(), format!("the constant `{name}` has no type"))
                    .help(format_args!("write `const {name}: f64 = ...;`")),
            );
        }
        let ty = self.ty()?;
        self.rank_is_small(&ty, format_args!("the constant `{name}`"))?;
        if self.eat_op("=").is_none() {
            return self.expected("`=` and the value of the constant");
        }
        let value = self.expr()?;
        if self.eat_op(";").is_none() {
            return self.expected("`;`");
        }
        let public = !vis.is_empty();
        Ok(Const { attrs: attributes.tokens, public, vis, name, ty, value, home: 0 })
    }

    fn function(
        &mut self,
        attributes: Attributes,
        vis: TokenStream,
        start: SpanRange,
    ) -> Parsed<Function> {
        self.no_derive(&attributes);
        let head = self.position();
        let name = self.name("a function")?;
        let Generics { dims, dtypes, .. } = self.generics()?;
        let params = self.params();
        // A wrong result or clause is reported, too, even if the parameters are wrong already.
        let results = match self.results() {
            Ok(results) => Some(results),
            Err(Rejected) => {
                while !self.at_end()
                    && !self.peek_word("where")
                    && !self.peek_group(Delimiter::Brace)
                {
                    self.skip(1);
                }
                None
            }
        };
        let span = SpanRange { start: start.start, end: self.previous().end };
        let pins = self.pins();
        if pins.is_err() {
            while !self.at_end() && !self.peek_group(Delimiter::Brace) {
                self.skip(1);
            }
        }
        let Some(group) = self.eat_group(Delimiter::Brace) else {
            if self.peek_op(";") {
                let diagnostic = Diagnostic::new(span, format!("`{name}` has no body"));
                return self.reject(diagnostic.help("write `{ ... }` instead of `;`"));
            }
            if self.peek_op(":") {
                return self.expected("`->` and the type of the result");
            }
            return self.expected("`{ ... }`, the body of the function");
        };
        let errors = self.errors.len();
        let parsed = self.enter(&group).body();
        if self.errors.len() == errors {
            let signature = self.since(head);
            self.swallowed_divisions(&group, signature);
        }
        let broken = self.errors.len() > errors;
        let (Ok(params), Some(Results { types, tuple }), Ok(pins)) = (params, results, pins) else {
            // The body was parsed for its own errors. Nothing is left to do for this function.
            return Err(Rejected);
        };
        self.signature_is_small(&name, &dims, &params, &types)?;
        Ok(Function {
            attrs: attributes.tokens,
            unfused: attributes.unfused.is_some(),
            rounding: attributes.rounding.map(|(rounding, _)| rounding),
            stream: attributes.stream,
            ranks: attributes.ranks,
            vis,
            name,
            dims,
            dtypes,
            params,
            results: types,
            results_tuple: tuple,
            pins,
            tuning: attributes.tuning,
            foreign: None,
            body: if broken { Body::default() } else { parsed.body },
            broken,
            broken_tokens: if broken { group.stream() } else { TokenStream::new() },
            span,
            body_span: group.span(),
            home: 0,
        })
    }

    /// Checks the limits of a signature before anything else.
    fn signature_is_small(
        &mut self,
        name: &Ident,
        dims: &[Ident],
        params: &[Param],
        results: &[Type],
    ) -> Parsed<()> {
        if let Some(dim) = dims.get(limits::DIMENSIONS) {
            let what = format!("`{name}` declares {} dimensions", dims.len());
            let diagnostic = limits::exceeded(dim.span(), what, limits::DIMENSIONS);
            return self.reject(diagnostic.help("write sizes that never change as numbers"));
        }
        if let Some(param) = params.get(limits::PARAMETERS) {
            let what = format!("`{name}` has {} parameters", params.len());
            let diagnostic = limits::exceeded(param.name.span(), what, limits::PARAMETERS);
            let help = "pass arrays of one shape as one array with one more axis";
            return self.reject(diagnostic.help(help));
        }
        if let Some(result) = results.get(limits::RESULTS) {
            let what = format!("`{name}` has {} results", results.len());
            let diagnostic = limits::exceeded(result.span, what, limits::RESULTS);
            return self
                .reject(diagnostic.help("return arrays of one shape as one: `stack([a, b])`"));
        }
        let mut small = Ok(());
        for param in params {
            let who = format_args!("the parameter `{}`", param.name);
            small = self.rank_is_small(&param.ty, who).and(small);
        }
        for result in results {
            let who = format_args!("a result of `{name}`");
            small = self.rank_is_small(result, who).and(small);
        }
        small
    }

    fn no_attributes_on_use(&mut self, attributes: &Attributes) {
        let first = attributes.tokens.clone().into_iter().next().map(|token| token.span().into());
        if let Some(span) = first.or(attributes.derive).or(attributes.of_functions()) {
            let diagnostic = Diagnostic::new(span, "attributes and comments stand on no `use`");
            self.errors.push(diagnostic.help("remove it, or write `//`"));
        }
    }

    pub(super) fn no_derive(&mut self, attributes: &Attributes) {
        if let Some(span) = attributes.derive {
            let diagnostic = Diagnostic::new(span, "`derive` stands on a `struct` only");
            self.errors.push(diagnostic.help("remove it"));
        }
    }

    pub(super) fn rank_is_small(&mut self, ty: &Type, who: std::fmt::Arguments<'_>) -> Parsed<()> {
        let rank = ty.shape.as_ref().map_or(0, Vec::len);
        if rank <= limits::RANK {
            return Ok(());
        }
        let diagnostic =
            limits::exceeded(ty.span, format_args!("{who} has {rank} axes"), limits::RANK);
        self.reject(
            diagnostic
                .help("merge axes into one of their product, `[f64; E * N]`, and `reshape` inside"),
        )
    }
}
