//! Loops and branches: `while`, `loop` and `if`.

use super::super::ast::{Body, Expr, ExprKind, Flow};
use super::super::tokens::{Parsed, Parser, Rejected, Tree};
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::Delimiter;

impl Parser<'_> {
    /// `while c, at most 100 { ... }`, `loop, at most 100 { ... }` or `if c { ... } else { ... }`. The word is the next
    /// token.
    #[inline(never)]
    pub(in crate::parse) fn flow(&mut self, word: &str) -> Parsed<Tree> {
        let start = self.here();
        self.skip(1);
        let mut tallest = 0;
        let flow = match word {
            "if" => self.branches(&mut tallest)?,
            _ => {
                let condition = match word {
                    "while" => Some(self.before_body(&mut tallest)?),
                    _ => None,
                };
                let most = self.most_passes(&mut tallest)?;
                let body = self.flow_body("the body of the loop", &mut tallest)?;
                Flow::While { condition, most, body }
            }
        };
        let span = start.to(self.previous());
        self.grown(ExprKind::Flow(Box::new(flow)), span, tallest)
    }

    /// What follows the word `if`.
    fn branches(&mut self, tallest: &mut usize) -> Parsed<Flow> {
        let condition = self.before_body(tallest)?;
        let then = self.flow_body("what is done if the condition holds", tallest)?;
        let otherwise = match self.eat_word("else") {
            None => None,
            Some(_) if self.peek_word("if") => {
                let tree = self.deeper(|p| p.flow("if"))?;
                *tallest = (*tallest).max(tree.height);
                Some(Body { stmts: Vec::new(), tail: Some(tree.expr) })
            }
            Some(_) => Some(self.flow_body("what is done otherwise", tallest)?),
        };
        Ok(Flow::If { condition, then, otherwise })
    }

    /// `, at most N` before the body of a loop.
    fn most_passes(&mut self, tallest: &mut usize) -> Parsed<Option<Expr>> {
        if self.eat_op(",").is_none() && !self.peek_word("at") {
            return Ok(None);
        }
        if self.eat_word("at").is_none() || self.eat_word("most").is_none() {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "expected `at most` and a number of passes")
                    .help("write `while error > tolerance, at most 1000 { ... }`"),
            );
        }
        self.before_body(tallest).map(Some)
    }

    /// An expression after which a `{ ... }` is a body, not the fields of a record.
    fn before_body(&mut self, tallest: &mut usize) -> Parsed<Expr> {
        let outside = std::mem::replace(&mut self.brace_is_body, true);
        let tree = self.expr_tree();
        self.brace_is_body = outside;
        let tree = tree?;
        *tallest = (*tallest).max(tree.height);
        Ok(tree.expr)
    }

    fn flow_body(&mut self, what: &str, tallest: &mut usize) -> Parsed<Body> {
        let Some(group) = self.eat_group(Delimiter::Brace) else {
            return self.expected(&format!("`{{ ... }}`, {what}"));
        };
        let parsed = self.enter(&group).body();
        *tallest = (*tallest).max(parsed.height);
        if parsed.rejected { Err(Rejected) } else { Ok(parsed.body) }
    }

    /// `break`, which ends a loop.
    pub(in crate::parse) fn break_statement(&mut self) -> Parsed<SpanRange> {
        let span = self.here();
        self.skip(1);
        if self.eat_op(";").is_none() && !self.at_end() {
            let span = self.here();
            return self.reject(Diagnostic::new(span, "`break` has no value and no label").help(
                "write `break;`: it ends the innermost loop, whose variables keep their values",
            ));
        }
        Ok(span)
    }
}
