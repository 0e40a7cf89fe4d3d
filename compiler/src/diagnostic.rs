//! Errors with source spans, collected rather than thrown one at a time.

use crate::limits;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::fmt::Write as _;

/// A stretch of source text, from the start of one token to the end of another. Both ends are kept, because
/// `Span::join` is unstable.
#[derive(Clone, Copy, Debug)]
pub struct SpanRange {
    pub start: Span,
    pub end: Span,
}

impl SpanRange {
    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: SpanRange) -> SpanRange {
        SpanRange { start: self.start, end: other.end }
    }
}

impl From<Span> for SpanRange {
    fn from(span: Span) -> Self {
        SpanRange { start: span, end: span }
    }
}

/// One error: a claim on the first line, facts on the following lines, and `= help: ...` on the last.
///
/// An error can be reported only with its last line. [`Diagnostic::help`] adds it; [`Diagnostic::no_help`] gives the
/// reason why there is nothing to advise. Until then it is a `Diagnostic<Unfinished>`.
#[derive(Clone, Debug)]
pub struct Diagnostic<H = Help> {
    pub span: SpanRange,
    claim: String,
    facts: Vec<String>,
    help: H,
}

/// The help of a diagnostic that has none yet.
#[derive(Clone, Copy, Debug)]
pub struct Unfinished;

/// How to mend the program.
#[derive(Clone, Debug)]
pub enum Help {
    /// The advice.
    Remedy(String),
    /// Nothing is printed. The reason tells readers of the compiler why there is nothing to advise.
    None { reason: &'static str },
}

/// A reason for [`Diagnostic::no_help`]: a claim such as "expected `;`" already says what to write.
pub const CLAIM_IS_REMEDY: &str = "the claim names what belongs in this place";

impl Diagnostic<Unfinished> {
    pub fn new(span: impl Into<SpanRange>, claim: impl Into<String>) -> Self {
        Diagnostic { span: span.into(), claim: claim.into(), facts: Vec::new(), help: Unfinished }
    }

    /// Adds the closing `= help: ...` line.
    pub fn help(self, line: impl std::fmt::Display) -> Diagnostic {
        self.closed(Help::Remedy(line.to_string()))
    }

    /// Leaves the diagnostic without help, for the reason given.
    pub fn no_help(self, reason: &'static str) -> Diagnostic {
        self.closed(Help::None { reason })
    }

    fn closed(self, help: Help) -> Diagnostic {
        Diagnostic { span: self.span, claim: self.claim, facts: self.facts, help }
    }
}

impl<H> Diagnostic<H> {
    /// Adds a line of fact below the claim.
    #[must_use]
    pub fn fact(mut self, line: impl std::fmt::Display) -> Self {
        self.facts.push(line.to_string());
        self
    }
}

impl Diagnostic {
    /// All lines.
    pub fn message(&self) -> String {
        let mut message = self.claim.clone();
        for fact in &self.facts {
            let _ = write!(message, "\n{fact}");
        }
        if let Help::Remedy(line) = &self.help {
            let _ = write!(message, "\n= help: {line}");
        }
        message
    }

    /// The closing line, or the reason why there is none.
    pub fn remedy(&self) -> &Help {
        &self.help
    }

    /// The same error at another place. `before` is put before the claim.
    pub(crate) fn within(
        mut self,
        before: impl std::fmt::Display,
        span: impl Into<SpanRange>,
    ) -> Self {
        self.claim = format!("{before}{}", self.claim);
        self.span = span.into();
        self
    }

    /// The error as rustc would print it, for build scripts and tests. `source` is the text that the tokens were lexed
    /// from, and `file` is its name.
    pub fn render(&self, source: &str, file: &str) -> String {
        let (start, end) = (self.span.start.start(), self.span.end.end());
        let mut text = format!("error: {}\n", self.message().replace('\n', "\n       "));
        let line_at = |line: usize| line.checked_sub(1).and_then(|n| source.lines().nth(n));
        let gutter = " ".repeat(end.line.to_string().len());
        let Some(line) = line_at(start.line) else {
            // Another macro made the tokens, so no source text belongs to them.
            let _ = writeln!(text, "{gutter}--> {file}");
            return text;
        };
        let _ = writeln!(text, "{gutter}--> {file}:{}:{}", start.line, start.column + 1);
        let _ = writeln!(text, "{gutter} |");
        let before = |line: &str, column: usize| -> String {
            line.chars().take(column).map(|c| if c == '\t' { c } else { ' ' }).collect()
        };
        let width = gutter.len();
        let numbered = |number: usize, mark: &str, line: &str| {
            format!("{number:<width$} |{mark} {line}").trim_end().to_string() + "\n"
        };
        if start.line == end.line {
            text.push_str(&numbered(start.line, "", line));
            let carets = "^".repeat(end.column.saturating_sub(start.column).max(1));
            let _ = writeln!(text, "{gutter} | {}{carets}", before(line, start.column));
            return text;
        }
        // Several lines are marked by a bar on the left, from the start of the first to the end of the last.
        if line.chars().take(start.column).all(char::is_whitespace) {
            text.push_str(&numbered(start.line, " /", line));
        } else {
            text.push_str(&numbered(start.line, "  ", line));
            let _ = writeln!(text, "{gutter} |  _{}^", "_".repeat(start.column));
        }
        for number in start.line + 1..=end.line {
            text.push_str(&numbered(number, " |", line_at(number).unwrap_or_default()));
        }
        let _ = writeln!(text, "{gutter} | |_{}^", "_".repeat(end.column.saturating_sub(1)));
        text
    }

    /// The tokens `::core::compile_error! { "..." }`. Their spans make rustc underline exactly [`Diagnostic::span`] and
    /// add no remark about the macro.
    pub(crate) fn to_compile_error(&self) -> TokenStream {
        let SpanRange { start, end } = self.span;
        let punct = |c, spacing| {
            let mut punct = Punct::new(c, spacing);
            punct.set_span(start);
            TokenTree::Punct(punct)
        };
        let ident = |name| TokenTree::Ident(Ident::new(name, start));
        let mut message = Literal::string(&self.message());
        message.set_span(end);
        let mut group =
            Group::new(Delimiter::Brace, TokenStream::from(TokenTree::Literal(message)));
        group.set_span(end);
        TokenStream::from_iter([
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            ident("core"),
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            ident("compile_error"),
            punct('!', Spacing::Alone),
            TokenTree::Group(group),
        ])
    }
}

/// All errors of a block.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    list: Vec<Diagnostic>,
}

impl Errors {
    /// Adds an error. Beyond [`limits::ERRORS`] errors are left out, because nobody reads so many.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.list.push(diagnostic);
        }
    }

    /// Whether further errors are left out.
    pub fn is_full(&self) -> bool {
        self.list.len() >= limits::ERRORS
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The errors in source order. Errors with the same place and text appear once.
    pub fn sorted(&self) -> Vec<Diagnostic> {
        let place = |s: Span| (s.start().line, s.start().column);
        let mut list = self.list.clone();
        list.sort_by_key(|d| place(d.span.start));
        list.dedup_by(|a, b| {
            place(a.span.start) == place(b.span.start) && a.message() == b.message()
        });
        list
    }

    /// One `compile_error!` item per error, in source order.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.sorted().iter().map(Diagnostic::to_compile_error).collect()
    }

    /// All errors as rustc would print them; see [`Diagnostic::render`].
    pub fn render(&self, source: &str, file: &str) -> String {
        let all: Vec<String> = self.sorted().iter().map(|d| d.render(source, file)).collect();
        all.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second_token(source: &str) -> Span {
        let tokens: TokenStream = source.parse().expect("it lexes");
        tokens.into_iter().nth(1).expect("two tokens").span()
    }

    #[test]
    fn rendering_points_at_the_span() {
        let source = "a\n\tüb cd";
        let tokens: TokenStream = source.parse().expect("it lexes");
        let span = tokens.into_iter().nth(2).expect("three tokens").span();
        let rendered =
            Diagnostic::new(span, "claim").fact("left: x").help("do").render(source, "f.rs");
        let expected = "error: claim\n       left: x\n       = help: do\n --> f.rs:2:5\n  |\n2 | \tüb cd\n  | \t   ^^\n";
        assert_eq!(rendered, expected);
    }

    #[test]
    fn errors_come_in_source_order_and_once() {
        let mut errors = Errors::default();
        let late = second_token("a\n b");
        let early = second_token("a b");
        errors.push(Diagnostic::new(late, "late").no_help("a test"));
        errors.push(Diagnostic::new(early, "early").no_help("a test"));
        errors.push(Diagnostic::new(late, "late").no_help("a test"));
        let messages: Vec<_> = errors.sorted().into_iter().map(|d| d.message()).collect();
        assert_eq!(messages, ["early", "late"]);
        let tokens = errors.to_compile_errors().to_string();
        assert_eq!(tokens.matches("compile_error").count(), 2);
        assert!(tokens.find("early") < tokens.find("late"));
    }
}
