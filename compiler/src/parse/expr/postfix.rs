//! The suffixes of an operand: indices, fields and calls of methods. Suffixes of other languages get their own
//! messages.

use super::super::ast::ExprKind;
use super::super::tokens::{Parsed, Parser, Tree, span_of_group};
use crate::diagnostic::Diagnostic;
use proc_macro2::{Delimiter, TokenTree};

impl Parser<'_> {
    /// Parses the suffixes of a primary expression: indices, calls, methods.
    pub(super) fn postfix(&mut self, mut tree: Tree) -> Parsed<Tree> {
        loop {
            if let Some(group) = self.eat_group(Delimiter::Bracket) {
                let span = tree.expr.span.to(span_of_group(&group));
                let (subscripts, height) = self.subscripts(&group)?;
                let kind = ExprKind::Index(Box::new(tree.expr), subscripts);
                tree = self.grown(kind, span, tree.height.max(height))?;
            } else if self.peek_op(".") {
                tree = self.method_or_field(tree)?;
            } else if self.peek_group(Delimiter::Parenthesis) {
                let span = self.here();
                return self.reject(
                    Diagnostic::new(span, "only a named function can be called")
                        .help("a product is written with `*`"),
                );
            } else {
                return self.foreign_postfix().map(|()| tree);
            }
        }
    }

    #[inline(never)]
    fn method_or_field(&mut self, tree: Tree) -> Parsed<Tree> {
        let dot = self.here();
        self.skip(1);
        let number = matches!(tree.expr.kind, ExprKind::Int { .. } | ExprKind::Float { .. });
        let name = match self.peek() {
            Some(TokenTree::Ident(ident)) => ident.clone(),
            Some(TokenTree::Literal(literal)) => {
                let span = literal.span();
                return self.reject(
                    Diagnostic::new(span, "tuples are not taken apart with `.0`")
                        .help("name the parts: `let (a, b) = f(x);`"),
                );
            }
            _ => {
                let diagnostic = Diagnostic::new(dot, "expected a method or `T` after `.`");
                return self.reject(match number {
                    true => diagnostic.help("a float ends in a digit: `1.0`"),
                    false => diagnostic.help("write `x.T`, `x.shape`, or a method: `x.sum()`"),
                });
            }
        };
        let text = name.to_string();
        if number && !self.method_call_ahead() {
            let exponent = text.strip_prefix(['e', 'E']);
            let digits = exponent
                .filter(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()));
            let diagnostic = Diagnostic::new(
                tree.expr.span.to(name.span().into()),
                "this is not a number in Rust",
            );
            return self.reject(match digits {
                Some(digits) => {
                    diagnostic.help(format_args!("write a digit after the point: 1.0e{digits}"))
                }
                None => diagnostic.help("write a digit after the point: 1.0"),
            });
        }
        self.skip(1);
        if self.peek_op("::") {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "type arguments are not part of the array language")
                    .help("dtypes follow from the operands; `x as f32` converts"),
            );
        }
        let Some(group) = self.eat_group(Delimiter::Parenthesis) else {
            let span = tree.expr.span.to(name.span().into());
            return self.grown(ExprKind::Field(Box::new(tree.expr), name), span, tree.height);
        };
        let span = tree.expr.span.to(span_of_group(&group));
        let (args, height) = self.arguments(&group)?;
        let kind = ExprKind::Method { receiver: Box::new(tree.expr), method: name, args };
        self.grown(kind, span, tree.height.max(height))
    }

    /// Whether a name and parentheses come next.
    pub(super) fn method_call_ahead(&self) -> bool {
        matches!(
            self.peek_at(1),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
        )
    }

    /// Rejects tokens that may follow an operand in Python or Rust, but not here.
    #[inline(never)]
    fn foreign_postfix(&mut self) -> Parsed<()> {
        let Some(token) = self.peek() else { return Ok(()) };
        let span = self.here();
        let word = match token {
            TokenTree::Ident(ident) => ident.to_string(),
            TokenTree::Punct(_) => self.operator().unwrap_or_default(),
            _ => return Ok(()),
        };
        let (message, help) = match word.as_str() {
            "if" => ("`a if c else b` is not part of the array language", "write `where(c, a, b)`"),
            "and" => ("`and` is not an operator", "write `&`, with parentheses around comparisons"),
            "or" => ("`or` is not an operator", "write `|`, with parentheses around comparisons"),
            "is" => ("`is` is not an operator", "write `==`; NaN is found by `isnan(x)`"),
            // A `for` on a line of its own is a loop.
            "for" if self.previous().end.end().line == span.start.start().line => (
                "list comprehensions are not part of the array language",
                "write a closure: `from_fn(|i: N| x[i] * 2.0)`",
            ),
            "::" => {
                let help = self.path_advice();
                return self.reject(
                    Diagnostic::new(span, "paths are not part of the array language").help(help),
                );
            }
            "?" => ("`?` has no meaning inside a block", "remove it"),
            _ => return Ok(()),
        };
        self.reject(Diagnostic::new(span, message).help(help))
    }

    /// The help for a path whose first `::` comes next.
    fn path_advice(&self) -> String {
        let mut last = None;
        let mut at = 0;
        while self.operator_at(at).as_deref() == Some("::")
            && let Some(TokenTree::Ident(name)) = self.peek_at(at + 2)
        {
            last = Some(name.to_string());
            at += 3;
        }
        let here = match last.as_deref() {
            Some("PI") => "pi",
            Some("E") => "e",
            Some("INFINITY") => "inf",
            Some("NAN") => "nan",
            Some("powi" | "powf") => "pow",
            Some("ln") => "log",
            Some(name) => name,
            None => return "functions are called by their plain name: `sqrt(x)`".to_string(),
        };
        format!("names stand alone: write `{here}`")
    }
}
