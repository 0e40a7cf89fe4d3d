//! Subscripts, between the brackets of `x[...]`: NumPy's indexing in ndarray's spelling.

use super::ast::{Subscript, SubscriptKind};
use super::tokens::{Parsed, Parser};
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::Group;

impl Parser<'_> {
    /// The subscripts in `group`, and the height of the tallest expression in them.
    #[inline(never)]
    pub(super) fn subscripts(&mut self, group: &Group) -> Parsed<(Vec<Subscript>, usize)> {
        let mut inside = self.enter(group);
        if inside.at_end() {
            return inside.expected("an index or a slice");
        }
        let mut tallest = 0;
        let list = inside.comma_separated(|p| p.subscript(&mut tallest))?;
        Ok((list, tallest))
    }

    fn subscript(&mut self, tallest: &mut usize) -> Parsed<Subscript> {
        let start_span = self.here();
        if self.eat_op("...").is_some() {
            return Ok(Subscript { kind: SubscriptKind::Ellipsis, span: start_span });
        }
        if self.eat_word("newaxis").is_some() {
            return Ok(Subscript { kind: SubscriptKind::NewAxis, span: start_span });
        }
        if self.peek_word("None") {
            return self.reject(
                Diagnostic::new(start_span, "`None` is not an index here")
                    .help("a new axis is written `newaxis`"),
            );
        }
        self.no_colon()?;
        let mut bound = |p: &mut Self| {
            let tree = p.expr_tree()?;
            *tallest = (*tallest).max(tree.height);
            Ok(tree.expr)
        };
        let start = match self.peek_op("..") || self.peek_op("..=") {
            true => None,
            false => Some(bound(self)?),
        };
        self.no_colon()?;
        if self.peek_op("..=") {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "`..=` is not part of the array language").help(
                    "a slice excludes its end: `a..=b` is `a..b + 1`, \"up to the last\" is `a..`",
                ),
            );
        }
        if self.eat_op("..").is_none() {
            if let Some(index) = start {
                let span = index.span;
                return Ok(Subscript { kind: SubscriptKind::Index(index), span });
            }
            return self.expected("an index or a slice");
        }
        let stop = match self.at_end() || self.peek_op(",") || self.peek_op(";") {
            true => None,
            false => Some(bound(self)?),
        };
        self.no_colon()?;
        let step = match self.eat_op(";") {
            Some(_) => Some(bound(self)?),
            None => None,
        };
        let span = SpanRange { start: start_span.start, end: self.previous().end };
        Ok(Subscript { kind: SubscriptKind::Slice { start, stop, step }, span })
    }

    /// Rejects NumPy's `:` in a slice, with a message of its own.
    fn no_colon(&mut self) -> Parsed<()> {
        if !self.peek_op(":") && !self.peek_op("::") {
            return Ok(());
        }
        let span = self.here();
        self.reject(
            Diagnostic::new(span, "slices are written with `..` here, not with `:`")
                .help("`:` is `..`, `a:b` is `a..b`, `::2` is `..;2`, `a:b:c` is `a..b;c`"),
        )
    }
}
