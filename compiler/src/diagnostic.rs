//! Errors with source spans, collected rather than thrown one at a time.

use proc_macro2::Span;

/// A stretch of source text: from the start of one token to the end of another.
/// (`Span::join` is unstable, so both ends are kept.)
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

/// One error: a claim on the first line, facts on the following lines, `= help: ...` last.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub span: SpanRange,
    pub message: String,
}

impl Diagnostic {
    pub fn new(span: impl Into<SpanRange>, message: impl Into<String>) -> Self {
        Diagnostic { span: span.into(), message: message.into() }
    }

    /// Adds a line of fact below the claim.
    #[must_use]
    pub fn fact(mut self, line: impl std::fmt::Display) -> Self {
        self.message.push_str(&format!("\n{line}"));
        self
    }

    /// Adds the closing `= help: ...` line.
    #[must_use]
    pub fn help(self, line: impl std::fmt::Display) -> Self {
        self.fact(format_args!("= help: {line}"))
    }
}

/// All errors of a block.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    list: Vec<Diagnostic>,
}

impl Errors {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The errors in source order, equal ones (same place, same text) once.
    pub fn sorted(&self) -> Vec<Diagnostic> {
        let place = |s: Span| (s.start().line, s.start().column);
        let mut list = self.list.clone();
        list.sort_by_key(|d| place(d.span.start));
        list.dedup_by(|a, b| place(a.span.start) == place(b.span.start) && a.message == b.message);
        list
    }
}
