//! Attributes and doc comments of items. Some belong to array-fn (`#[unfused]`, `#[strict]`, `#[fast_math]`,
//! `#[stream(N)]`, `#[ranks(E)]`, those that tune), and others pass through to the generated code.

use super::ast::{Attribute, Block, Ranks, Stream};
use super::tokens::{Parsed, Parser, span_of_group};
use super::tuning::{OF_FUNCTION, OF_LET};
use crate::dag::Rounding;
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::suggest;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// Attributes that pass through: they mean the same on the generated function as on any other.
const PASSED_THROUGH: [&str; 8] =
    ["doc", "deprecated", "must_use", "allow", "expect", "warn", "deny", "inline"];

/// Attributes of array-fn that take no arguments, and can stand on blocks, too.
pub(super) const SWITCHES: [&str; 3] = ["unfused", "strict", "fast_math"];

#[derive(Default)]
pub(super) struct Attributes {
    /// The attributes that pass through.
    pub tokens: TokenStream,
    /// Where `#[unfused]` stands.
    pub unfused: Option<SpanRange>,
    /// Where `#[strict]` or `#[fast_math]` stands.
    pub rounding: Option<(Rounding, SpanRange)>,
    /// `#[stream(N)]`.
    pub stream: Option<Stream>,
    /// `#[ranks(E)]`.
    pub ranks: Option<Ranks>,
    /// The attributes that tune.
    pub tuning: Vec<Attribute>,
    /// The place of the last `#[derive(...)]`, which only records can have.
    pub derive: Option<SpanRange>,
    pub derives: TokenStream,
}

impl Attributes {
    /// The place of an attribute that only functions can have.
    pub(super) fn of_functions(&self) -> Option<SpanRange> {
        let tuning = self.tuning.first().map(|attribute| attribute.span);
        let stream = self.stream.as_ref().map(|stream| stream.span);
        let ranks = self.ranks.as_ref().map(|ranks| ranks.span);
        self.unfused.or(self.rounding.map(|(_, span)| span)).or(stream).or(ranks).or(tuning)
    }
}

impl Parser<'_> {
    /// `#![shared]`, `#![unfused]`, `#![strict]` and `#![fast_math]` at the top of the block.
    pub(super) fn block_attributes(&mut self) -> Block {
        let mut block = Block::default();
        while self.peek_op("#") && matches!(self.operator_at(1).as_deref(), Some("!")) {
            self.skip(2);
            let Some(group) = self.eat_group(Delimiter::Bracket) else { continue };
            let word = group.stream().to_string();
            if word == "unfused" {
                block.unfused = true;
                continue;
            }
            if word == "shared" {
                block.shared = true;
                continue;
            }
            if let Some(rounding) = rounding(&word) {
                if block.rounding.is_some_and(|other| other != rounding) {
                    self.errors.push(contradiction(span_of_group(&group)));
                }
                block.rounding = Some(rounding);
                continue;
            }
            let diagnostic = match word.starts_with("doc") {
                true => Diagnostic::new(span_of_group(&group), "`//!` documents nothing here")
                    .help("write `///` above a function, or `//`"),
                false => Diagnostic::new(span_of_group(&group), "unknown attribute of the block")
                    .help("the attributes of a block are `#![shared]`, `#![unfused]`, `#![strict]` and `#![fast_math]`"),
            };
            self.errors.push(diagnostic);
        }
        block
    }

    /// The `#[...]` and doc comments before an item.
    pub(super) fn attributes(&mut self) -> Parsed<Attributes> {
        let mut attributes = Attributes::default();
        loop {
            self.splice();
            if !self.peek_op("#") {
                return Ok(attributes);
            }
            let start = self.here();
            let hash = self.next();
            let Some(group) = self.eat_group(Delimiter::Bracket) else {
                return self.expected("`[...]` of an attribute");
            };
            let span = start.to(span_of_group(&group));
            let mut inside = self.enter(&group);
            let name = inside.peek_ident().map(ToString::to_string).unwrap_or_default();
            inside.skip(1);
            match name.as_str() {
                "unfused" if inside.at_end() => attributes.unfused = Some(span),
                name if inside.at_end() && rounding(name).is_some() => {
                    let new = rounding(name).map(|rounding| (rounding, span));
                    let old = std::mem::replace(&mut attributes.rounding, new);
                    if old.is_some_and(|(old, _)| Some(old) != rounding(name)) {
                        self.errors.push(contradiction(span));
                    }
                }
                name if SWITCHES.contains(&name) => {
                    self.errors.push(
                        Diagnostic::new(span, format!("`{name}` takes no arguments"))
                            .help(format_args!("write `#[{name}]`")),
                    );
                }
                name if PASSED_THROUGH.contains(&name) => {
                    attributes.tokens.extend(hash);
                    attributes.tokens.extend([TokenTree::Group(group)]);
                }
                "stream" => {
                    if let Ok(dims) = inside.stream_dims(span) {
                        attributes.stream = Some(Stream { dims, span });
                    }
                }
                "ranks" => {
                    if let Ok(dim) = inside.ranks_dim(span) {
                        attributes.ranks = Some(Ranks { dim, span });
                    }
                }
                "shared" => self.errors.push(
                    Diagnostic::new(span, "`shared` stands on a whole block")
                        .help("write `#![shared]` at the top of the block"),
                ),
                "derive" => {
                    attributes.derive = Some(span);
                    attributes.derives.extend(hash);
                    attributes.derives.extend([TokenTree::Group(group)]);
                }
                "cfg" | "cfg_attr" => self.errors.push(
                    Diagnostic::new(span, format!("`{name}` is not supported inside a block"))
                        .help("put it on a whole `array_fn!` block"),
                ),
                name if OF_FUNCTION.contains(&name) => {
                    if let Ok(tuning) = inside.tuning(name, span) {
                        self.add(&mut attributes.tuning, Attribute { tuning, span });
                    }
                }
                name => self.errors.push(unknown(name, span)),
            }
        }
    }

    /// The dimensions of `stream(N, M)`.
    fn stream_dims(&mut self, span: SpanRange) -> Parsed<Vec<Ident>> {
        let none = || {
            Diagnostic::new(span, "`stream` names the dimensions along which arrays are cut")
                .help("write `#[stream(N)]`, where `N` is a dimension of the function")
        };
        let Some(group) = self.eat_group(Delimiter::Parenthesis) else {
            return self.reject(none());
        };
        self.expect_end("the attribute")?;
        let mut inside = self.enter(&group);
        let dims = inside.comma_separated(|parser| parser.name("a dimension"))?;
        if dims.is_empty() { self.reject(none()) } else { Ok(dims) }
    }

    /// The dimension of `ranks(E)`.
    fn ranks_dim(&mut self, span: SpanRange) -> Parsed<Ident> {
        let other = || {
            Diagnostic::new(span, "`ranks` names the dimension whose rows belong to ranks")
                .help("write `#[ranks(E)]`, where `E` is a dimension of the function")
        };
        let Some(group) = self.eat_group(Delimiter::Parenthesis) else {
            return self.reject(other());
        };
        self.expect_end("the attribute")?;
        let mut inside = self.enter(&group);
        let dims = inside.comma_separated(|parser| parser.name("a dimension"))?;
        match <[Ident; 1]>::try_from(dims) {
            Ok([dim]) => Ok(dim),
            Err(_) => self.reject(other()),
        }
    }

    /// Rejects attributes in places where none can stand, such as parameters.
    pub(super) fn no_attributes(&mut self, place: &str) -> Parsed<()> {
        if !self.peek_op("#") {
            return Ok(());
        }
        let start = self.here();
        self.skip(1);
        let bang = self.eat_op("!").is_some();
        let group = self.eat_group(Delimiter::Bracket);
        let doc = group.as_ref().is_some_and(|g| g.stream().to_string().starts_with("doc"));
        let span = start.to(group.as_ref().map_or(start, span_of_group));
        let diagnostic = match doc {
            true => Diagnostic::new(span, format!("a doc comment cannot stand before {place}"))
                .help(if bang {
                    "write `//` instead of `//!`"
                } else {
                    "write `//` instead of `///`"
                }),
            false => Diagnostic::new(span, format!("an attribute cannot stand before {place}"))
                .help("put it before the function, or remove it"),
        };
        self.reject(diagnostic)
    }
}

/// The rounding that an attribute asks for.
fn rounding(name: &str) -> Option<Rounding> {
    match name {
        "strict" => Some(Rounding::Strict),
        "fast_math" => Some(Rounding::Fast),
        _ => None,
    }
}

fn contradiction(span: SpanRange) -> Diagnostic {
    Diagnostic::new(span, "`strict` and `fast_math` contradict each other")
        .fact("one rounds every operation as it is written, the other regroups them")
        .help("keep one of them")
}

/// An attribute that no item can have.
fn unknown(name: &str, span: SpanRange) -> Diagnostic {
    if OF_LET.contains(&name) {
        return Diagnostic::new(span, format!("`{name}` stands on a `let`, not on an item"))
            .help(format_args!("write `#[{name}] let a = ...;` in the body"));
    }
    let possible =
        || SWITCHES.into_iter().chain(["stream", "ranks"]).chain(OF_FUNCTION).chain(PASSED_THROUGH);
    let diagnostic = Diagnostic::new(span, "this attribute is not supported here");
    match suggest::nearest(name, possible()) {
        Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
        None => {
            let possible: Vec<&str> = possible().collect();
            diagnostic.help(format_args!("possible are {}", possible.join(", ")))
        }
    }
}
