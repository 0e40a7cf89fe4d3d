//! `unsafe extern "phi.h" fn phi(x: f64) -> f64;`, a function whose code is elsewhere.

use super::ast::{Body, ForeignCode, Function};
use super::attribute::Attributes;
use super::signature::Generics;
use super::tokens::{Parsed, Parser};
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// The forms of a declaration.
const FORMS: &str = "write `unsafe extern \"phi.h\" fn phi(x: f64) -> f64;` for a C function, and \
                     `unsafe extern fn crate::phi(x: f64) -> f64;` for one in Rust";

impl Parser<'_> {
    /// Whether `unsafe extern` or `extern` follows.
    pub(super) fn is_foreign(&self) -> bool {
        let extern_next =
            matches!(self.peek_at(1), Some(TokenTree::Ident(word)) if word == "extern");
        let is_declared = || match self.peek_at(1) {
            Some(TokenTree::Literal(_)) => true,
            Some(TokenTree::Ident(word)) => word == "fn",
            _ => false,
        };
        self.peek_word("unsafe") && extern_next || self.peek_word("extern") && is_declared()
    }

    /// Parses a declaration, whose item begins at `start`.
    pub(super) fn foreign(
        &mut self,
        attributes: Attributes,
        vis: &TokenStream,
        start: SpanRange,
    ) -> Parsed<Function> {
        self.no_derive(&attributes);
        if let Some(span) = attributes.of_functions() {
            let claim = "this attribute stands on no foreign function";
            self.errors.push(Diagnostic::new(span, claim).help("remove it"));
        }
        if !vis.is_empty() {
            let claim = "a foreign function is not `pub`";
            let help = "write a `pub fn` that calls it; Rust code can call the function itself";
            self.errors.push(Diagnostic::new(start, claim).help(help));
        }
        let is_unsafe = self.eat_word("unsafe").is_some();
        self.eat_word("extern");
        if !is_unsafe {
            let claim = "a foreign function is declared by `unsafe extern`";
            self.errors.push(Diagnostic::new(start, claim).help(
                "write `unsafe`: you promise that the function is pure, writes nothing else, and never unwinds",
            ));
        }
        let header = match self.header() {
            Ok(header) => header,
            Err(rejected) => {
                // The rest would be taken for a function.
                while !self.at_end() && !self.peek_op(";") {
                    self.skip(1);
                }
                return Err(rejected);
            }
        };
        if self.eat_word("fn").is_none() {
            let diagnostic = self.expected_diagnostic("`fn` and the name of the function");
            return self.reject(diagnostic.help(FORMS));
        }
        let path = self.path_of_function(header.is_some())?;
        let (Some(name), short) = (path.last().cloned(), path.len() < 2) else {
            return self.expected("the name of the function");
        };
        let foreign = match header {
            Some((header, span)) => ForeignCode::C { header, span },
            None if short => {
                let claim = format!("nothing says where the code of `{name}` is");
                let help = format!(
                    "name a header, `unsafe extern \"{name}.h\" fn {name}(...)`, or write a path, \
                     `unsafe extern fn crate::{name}(...)`"
                );
                return self.reject(Diagnostic::new(name.span(), claim).help(help));
            }
            None => ForeignCode::Rust { path },
        };
        let Generics { dims, dtypes, .. } = self.generics()?;
        let params = self.params()?;
        let results = self.results()?;
        let span = SpanRange { start: start.start, end: self.previous().end };
        if self.peek_group(Delimiter::Brace) {
            let at = self.here();
            self.skip(1);
            let claim = format!("`{name}` is foreign, and has no body here");
            return self.reject(Diagnostic::new(at, claim).help("write `;` in place of the body"));
        }
        if self.eat_op(";").is_none() {
            return self.expected("`;`");
        }
        Ok(Function {
            attrs: attributes.tokens,
            unfused: false,
            stream: None,
            ranks: None,
            rounding: None,
            vis: TokenStream::new(),
            body_span: name.span(),
            name,
            dims,
            dtypes,
            params,
            results: results.types,
            results_tuple: results.tuple,
            pins: Vec::new(),
            tuning: Vec::new(),
            foreign: Some(foreign),
            body: Body::default(),
            broken: false,
            broken_tokens: TokenStream::new(),
            span,
            home: 0,
        })
    }

    /// `"phi.h"`, if there is a literal.
    fn header(&mut self) -> Parsed<Option<(String, SpanRange)>> {
        let span = self.here();
        let Some(TokenTree::Literal(literal)) = self.peek() else { return Ok(None) };
        let text = literal.to_string();
        let name = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let Some(name) = name.filter(|name| !name.is_empty() && !name.contains(['\\', '\n']))
        else {
            let claim = format!("expected the name of a header, found `{text}`");
            return self.reject(Diagnostic::new(span, claim).help(FORMS));
        };
        if matches!(name, "C" | "system" | "Rust" | "C-unwind") {
            let claim = format!("expected the name of a header, found the ABI `{text}`");
            return self.reject(Diagnostic::new(span, claim).help(FORMS));
        }
        let name = name.to_string();
        self.skip(1);
        Ok(Some((name, span)))
    }

    /// The name of the function, or its path in Rust.
    fn path_of_function(&mut self, is_c: bool) -> Parsed<Vec<Ident>> {
        let start = self.here();
        self.eat_op("::");
        let mut path = Vec::new();
        loop {
            // `crate` is a keyword, and so no name of a function.
            match self.peek_ident().cloned() {
                Some(word) if path.is_empty() && word == "crate" => {
                    self.skip(1);
                    path.push(word);
                }
                Some(word) if word == "self" || word == "super" => {
                    let claim = format!("the path begins with `{word}`");
                    let help = "write it from `crate` on, or from the name of another crate on";
                    return self.reject(Diagnostic::new(start, claim).help(help));
                }
                _ => path.push(self.name("a function")?),
            }
            if self.eat_op("::").is_none() {
                break;
            }
        }
        if is_c && path.len() > 1 {
            let span = start.to(self.previous());
            let claim = "a C function has a name, and no path";
            return self.reject(Diagnostic::new(span, claim).help(
                "leave the header out if the function is written in Rust, or write the name alone",
            ));
        }
        Ok(path)
    }
}
