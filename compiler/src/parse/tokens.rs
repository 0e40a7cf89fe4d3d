//! The parser's view of the tokens: one flat list per pair of delimiters, operators by longest match, and errors.

use super::ast;
use super::joint::is_joint;
use crate::diagnostic::{CLAIM_IS_REMEDY, Diagnostic, Errors, SpanRange, Unfinished};
use crate::limits;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The current construct is given up. The reason is already in the list of errors.
#[derive(Debug)]
pub(super) struct Rejected;

pub(super) type Parsed<T> = Result<T, Rejected>;

/// How deep expressions, groups and statements may nest. Every later stage walks the tree recursively, so this bound
/// keeps hostile input from overflowing the stack.
pub(super) const MAX_DEPTH: usize = limits::HEIGHT;

/// How deep groups and statements may nest. Each level costs the parser several stack frames.
const MAX_NESTING: usize = limits::NESTING;

/// Operators of several characters. Longer ones come before their prefixes.
const OPERATORS: [&str; 27] = [
    "<<=", ">>=", "**=", "...", "..=", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "@=", "&=", "|=", "^=", "<<", ">>", "**", "..", "->", "=>", "::",
];

/// Parses the tokens between one pair of delimiters.
pub(super) struct Parser<'e> {
    tokens: Vec<TokenTree>,
    position: usize,
    /// The place of errors about an empty list.
    around: SpanRange,
    pub(super) depth: usize,
    /// The records of the block. They are collected first, because types are parsed before all declarations are.
    pub(super) records: Rc<BTreeSet<String>>,
    /// Whether `{` after a name opens a body, rather than the fields of a record.
    pub(super) brace_is_body: bool,
    pub(super) errors: &'e mut Errors,
}

/// The name after each `struct`, at the top level and inside of tokens that `macro_rules!` captured.
pub(super) fn declared_records(tokens: &TokenStream) -> BTreeSet<String> {
    fn collect(tokens: TokenStream, depth: usize, names: &mut BTreeSet<String>) {
        let mut follows = false;
        for token in tokens {
            match token {
                TokenTree::Ident(word) if follows => {
                    names.insert(word.to_string());
                    follows = false;
                }
                TokenTree::Ident(word) => follows = word == "struct",
                TokenTree::Group(group)
                    if group.delimiter() == Delimiter::None && depth < MAX_DEPTH =>
                {
                    collect(group.stream(), depth + 1, names);
                }
                _ => follows = false,
            }
        }
    }
    let mut names = BTreeSet::new();
    collect(tokens.clone(), 0, &mut names);
    names
}

/// The span of a whole token tree, delimiters included.
pub(super) fn span_of(token: &TokenTree) -> SpanRange {
    match token {
        TokenTree::Group(group) => span_of_group(group),
        other => other.span().into(),
    }
}

pub(super) fn span_of_group(group: &Group) -> SpanRange {
    match group.delimiter() {
        // A group that `macro_rules!` made has no delimiters to point at.
        Delimiter::None => {
            let mut tokens = group.stream().into_iter();
            match tokens.next() {
                Some(first) => {
                    let first = span_of(&first);
                    tokens.last().map_or(first, |last| first.to(span_of(&last)))
                }
                None => group.span().into(),
            }
        }
        _ => SpanRange { start: group.span_open(), end: group.span_close() },
    }
}

/// Adds a token. Tokens that `macro_rules!` captured as one `$x` arrive in a group without delimiters: a single token
/// is taken out of it, but several stay a group, because they bind like a parenthesised expression.
fn push_flat(token: TokenTree, list: &mut Vec<TokenTree>, depth: usize) {
    if let TokenTree::Group(group) = &token
        && group.delimiter() == Delimiter::None
        && depth < MAX_DEPTH
    {
        let mut inner = Vec::new();
        group.stream().into_iter().for_each(|t| push_flat(t, &mut inner, depth + 1));
        if inner.len() <= 1 {
            return list.append(&mut inner);
        }
    }
    list.push(token);
}

impl<'e> Parser<'e> {
    pub(super) fn new(tokens: TokenStream, errors: &'e mut Errors) -> Self {
        Parser::knowing(tokens, BTreeSet::new(), errors)
    }

    /// A parser for a block that uses these records of other blocks.
    pub(super) fn knowing(
        tokens: TokenStream,
        mut records: BTreeSet<String>,
        errors: &'e mut Errors,
    ) -> Self {
        records.extend(declared_records(&tokens));
        Parser::with(tokens, Span::call_site().into(), 0, Rc::new(records), errors)
    }

    fn with(
        stream: TokenStream,
        around: SpanRange,
        depth: usize,
        records: Rc<BTreeSet<String>>,
        errors: &'e mut Errors,
    ) -> Parser<'e> {
        let mut tokens = Vec::new();
        stream.into_iter().for_each(|token| push_flat(token, &mut tokens, 0));
        Parser { tokens, position: 0, around, depth, records, brace_is_body: false, errors }
    }

    /// A parser for the tokens between the delimiters of `group`. [`Parser::deeper`] has rejected groups that are too
    /// deep before.
    pub(super) fn enter(&mut self, group: &Group) -> Parser<'_> {
        let records = Rc::clone(&self.records);
        Parser::with(group.stream(), span_of_group(group), self.depth, records, self.errors)
    }

    /// Replaces a `macro_rules!` capture at the cursor by its tokens. This is for places where items, types or
    /// statements stand, because these have no precedence to lose.
    pub(super) fn splice(&mut self) {
        let mut budget = MAX_DEPTH;
        while let Some(TokenTree::Group(group)) = self.tokens.get(self.position)
            && group.delimiter() == Delimiter::None
            && budget > 0
        {
            budget -= 1;
            let stream = group.stream();
            self.tokens.splice(self.position..=self.position, stream);
        }
    }

    /// Runs `parse` one level deeper, or reports that the limit is reached.
    pub(super) fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            let span = self.here();
            return self.reject(too_deep(span, MAX_NESTING));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    // --- looking ---

    pub(super) fn peek(&self) -> Option<&TokenTree> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, offset: usize) -> Option<&TokenTree> {
        self.tokens.get(self.position + offset)
    }

    pub(super) fn at_end(&self) -> bool {
        self.position >= self.tokens.len()
    }

    pub(super) fn peek_ident(&self) -> Option<&Ident> {
        match self.peek() {
            Some(TokenTree::Ident(ident)) => Some(ident),
            _ => None,
        }
    }

    pub(super) fn peek_word(&self, word: &str) -> bool {
        self.peek_ident().is_some_and(|ident| ident == word)
    }

    pub(super) fn peek_group(&self, delimiter: Delimiter) -> bool {
        matches!(self.peek(), Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
    }

    fn char_at(&self, offset: usize) -> Option<char> {
        match self.peek_at(offset) {
            Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
            _ => None,
        }
    }

    /// Whether the character `offset` tokens ahead and the next one stand side by side.
    fn is_joint_at(&self, offset: usize) -> bool {
        match (self.peek_at(offset), self.peek_at(offset + 1)) {
            (Some(TokenTree::Punct(first)), Some(second)) => is_joint(first, second),
            _ => false,
        }
    }

    /// The operator `offset` tokens ahead: the longest one whose characters stand side by side.
    pub(super) fn operator_at(&self, offset: usize) -> Option<String> {
        let first = self.char_at(offset)?;
        let touches = |operator: &&&str| {
            operator.chars().enumerate().all(|(i, c)| {
                let last = i + 1 == operator.chars().count();
                self.char_at(offset + i) == Some(c) && (last || self.is_joint_at(offset + i))
            })
        };
        Some(OPERATORS.iter().find(touches).map_or_else(|| first.to_string(), |o| o.to_string()))
    }

    pub(super) fn operator(&self) -> Option<String> {
        self.operator_at(0)
    }

    pub(super) fn peek_op(&self, operator: &str) -> bool {
        self.operator().is_some_and(|found| found == operator)
    }

    /// The span of the next token. At the end, it is that of the last token.
    pub(super) fn here(&self) -> SpanRange {
        match self.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::None => {
                group.span_open().into()
            }
            Some(TokenTree::Punct(_)) => {
                let length = self.operator().map_or(1, |operator| operator.len());
                let last = self.peek_at(length - 1).map_or_else(Span::call_site, TokenTree::span);
                SpanRange::from(self.tokens[self.position].span()).to(last.into())
            }
            Some(token) => span_of(token),
            None => self.previous(),
        }
    }

    /// The span of the token before the cursor. Before the first token, it is the whole surroundings.
    pub(super) fn previous(&self) -> SpanRange {
        match self.position.checked_sub(1).and_then(|i| self.tokens.get(i)) {
            Some(token) => span_of(token),
            None => self.around,
        }
    }

    /// "found `x`" for messages.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            None => "found nothing".to_string(),
            Some(TokenTree::Group(group)) => match group.delimiter() {
                Delimiter::Parenthesis => "found `(`".to_string(),
                Delimiter::Bracket => "found `[`".to_string(),
                Delimiter::Brace => "found `{`".to_string(),
                Delimiter::None => "found an expression".to_string(),
            },
            Some(TokenTree::Punct(_)) => format!("found `{}`", self.operator().unwrap_or_default()),
            Some(other) => format!("found `{other}`"),
        }
    }

    // --- taking ---

    pub(super) fn next(&mut self) -> Option<TokenTree> {
        let token = self.tokens.get(self.position).cloned();
        self.position += usize::from(token.is_some());
        token
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// The tokens from an earlier position to the cursor.
    pub(super) fn since(&self, position: usize) -> TokenStream {
        self.tokens[position.min(self.position)..self.position].iter().cloned().collect()
    }

    pub(super) fn skip(&mut self, count: usize) {
        self.position = (self.position + count).min(self.tokens.len());
    }

    pub(super) fn eat_op(&mut self, operator: &str) -> Option<SpanRange> {
        if !self.peek_op(operator) {
            return None;
        }
        let span = self.here();
        self.skip(operator.len());
        Some(span)
    }

    /// Takes one character, even if it is the head of a longer operator (`>` of `>=`). This is for angle brackets and
    /// the bars of closures.
    pub(super) fn eat_char(&mut self, wanted: char) -> Option<Span> {
        if self.char_at(0) != Some(wanted) {
            return None;
        }
        self.next().map(|token| token.span())
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Option<Span> {
        let span = self.peek_ident().filter(|ident| *ident == word)?.span();
        self.skip(1);
        Some(span)
    }

    pub(super) fn eat_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        match self.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => {
                let group = group.clone();
                self.skip(1);
                Some(group)
            }
            _ => None,
        }
    }

    /// Takes a name that the generated Rust can use, too.
    pub(super) fn name(&mut self, what: &str) -> Parsed<Ident> {
        match self.peek_ident().cloned() {
            Some(ident) if is_keyword(&ident.to_string()) => {
                let help = if ident == "_" { "give it a name" } else { "choose another name" };
                self.reject(
                    Diagnostic::new(ident.span(), format!("`{ident}` cannot name {what}"))
                        .help(help),
                )
            }
            Some(ident) => {
                self.skip(1);
                Ok(ident)
            }
            None => self.expected(what),
        }
    }

    // --- errors ---

    pub(super) fn reject<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.errors.push(diagnostic);
        Err(Rejected)
    }

    /// Rejects the next token: "expected WHAT, found ...".
    pub(super) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let diagnostic = self.expected_diagnostic(what);
        let hint = match self.peek() {
            Some(TokenTree::Punct(punct)) if punct.as_char() == '\'' => {
                Some("text is written in double quotes: \"ij,jk->ik\"")
            }
            Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), '$' | '#' | '?' | '\\') => {
                Some("this character has no meaning in the array language")
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '.' => {
                let number = matches!(self.peek_at(1), Some(TokenTree::Literal(_)));
                number.then_some("a number starts with a digit: 0.5")
            }
            _ => None,
        };
        self.reject(match hint {
            Some(hint) => diagnostic.help(hint),
            None => diagnostic.no_help(CLAIM_IS_REMEDY),
        })
    }

    pub(super) fn expected_diagnostic(&self, what: &str) -> Diagnostic<Unfinished> {
        if self.at_end() {
            let message = match self.position {
                0 => format!("expected {what} in here"),
                _ => format!("expected {what} after this"),
            };
            return Diagnostic::new(self.previous(), message);
        }
        Diagnostic::new(self.here(), format!("expected {what}, {}", self.found()))
    }

    /// Parses `item`s, separated by commas, up to the end of the tokens. Items after one with an error are parsed as
    /// well.
    pub(super) fn comma_separated<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut list = Vec::new();
        let mut rejected = false;
        while !self.at_end() {
            let parsed = item(self).and_then(|value| match self.at_end() || self.peek_op(",") {
                true => Ok(value),
                false => self.expected("`,` or the closing delimiter"),
            });
            match parsed {
                Ok(value) => list.push(value),
                Err(Rejected) => {
                    rejected = true;
                    while !self.at_end() && !self.peek_op(",") {
                        self.skip(1);
                    }
                }
            }
            self.eat_op(",");
        }
        if rejected { Err(Rejected) } else { Ok(list) }
    }

    /// Reports tokens that are left over after a construct that should have used all.
    pub(super) fn expect_end(&mut self, after: &str) -> Parsed<()> {
        if self.at_end() {
            return Ok(());
        }
        let message = format!("nothing may follow {after} here, {}", self.found());
        let span = self.here();
        self.reject(Diagnostic::new(span, message).help("remove it"))
    }
}

pub(super) fn too_deep(span: SpanRange, limit: usize) -> Diagnostic {
    Diagnostic::new(span, format!("this nests more than {limit} levels deep"))
        .help("name intermediate results with `let`")
}

/// Whether a word cannot be a name, because it is a keyword in the generated Rust.
pub(crate) fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "_", "as", "break", "const", "continue", "crate", "else", "enum", "extern", "false", "fn",
        "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
        "return", "self", "Self", "static", "struct", "super", "trait", "true", "type", "unsafe",
        "use", "where", "while", "async", "await", "dyn", "abstract", "become", "box", "do",
        "final", "macro", "override", "priv", "typeof", "unsized", "virtual", "yield", "try",
        "gen",
    ];
    KEYWORDS.contains(&word)
}

/// An expression with the height of its tree. [`MAX_DEPTH`] bounds the height, too: `a + a + a + ...` nests without a
/// single parenthesis.
pub(super) struct Tree {
    pub expr: ast::Expr,
    pub height: usize,
}
