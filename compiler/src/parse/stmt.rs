//! Statements: `let`, assignment, `for`, `break`, loops, branches, calls for their effect, and the tail expression.

use super::ast::{Attribute, BinaryOp, Body, Expr, ExprKind, Flow, Pattern, Stmt};
use super::tokens::{MAX_DEPTH, Parsed, Parser, Rejected, Tree, too_deep};
use crate::diagnostic::{CLAIM_IS_REMEDY, Diagnostic, SpanRange};
use proc_macro2::{Delimiter, Ident, TokenTree};

/// A parsed body, the height of its tallest expression, and whether a statement was left out.
pub(super) struct ParsedBody {
    pub body: Body,
    pub height: usize,
    pub rejected: bool,
}

/// The operation that an assignment operator contains: `+` for `+=`, none for `=`. The result is `None` for other
/// operators.
fn assignment(operator: &str) -> Option<Option<BinaryOp>> {
    use BinaryOp::*;
    Some(match operator {
        "=" => None,
        "+=" => Some(Add),
        "-=" => Some(Sub),
        "*=" => Some(Mul),
        "/=" => Some(Div),
        "%=" => Some(Rem),
        "**=" => Some(Pow),
        "@=" => Some(MatMul),
        "&=" => Some(And),
        "|=" => Some(Or),
        "^=" => Some(Xor),
        "<<=" => Some(Shl),
        ">>=" => Some(Shr),
        _ => return None,
    })
}

impl Parser<'_> {
    /// Parses all statements up to the end of the tokens. After an error it goes on with the next statement.
    pub(super) fn body(&mut self) -> ParsedBody {
        let mut parsed = ParsedBody { body: Body::default(), height: 0, rejected: false };
        loop {
            while self.eat_op(";").is_some() {}
            if self.at_end() || parsed.body.tail.is_some() {
                return parsed;
            }
            let compound = self.peek_ident().is_some_and(|word| {
                ["for", "while", "loop", "if", "match"].iter().any(|k| word == k)
            });
            if self.statement(&mut parsed).is_err() {
                parsed.rejected = true;
                self.next_statement(compound);
            }
        }
    }

    /// Skips the rest of a statement: up to and including the `;` or the `{ ... }` of a compound statement, or up to a
    /// `let` or `for`, which no expression contains.
    fn next_statement(&mut self, compound: bool) {
        while !self.at_end() {
            if self.peek_word("let") || self.peek_word("for") && !compound {
                return;
            }
            let brace = self.peek_group(Delimiter::Brace);
            let semicolon = self.peek_op(";");
            self.skip(1);
            if semicolon || compound && brace && !self.peek_word("else") {
                return;
            }
        }
    }

    fn statement(&mut self, parsed: &mut ParsedBody) -> Parsed<()> {
        let (stmts, tallest) = (&mut parsed.body.stmts, &mut parsed.height);
        let attributes = self.statement_attributes()?;
        self.splice_statement();
        if self.eat_word("let").is_some() {
            stmts.push(self.let_statement(attributes, tallest)?);
            return Ok(());
        }
        if let Some(span) = self.eat_word("for") {
            stmts.push(self.deeper(|p| p.for_statement(span.into(), tallest))?);
            return Ok(());
        }
        if self.peek_word("break") {
            stmts.push(Stmt::Break(self.break_statement()?));
            return Ok(());
        }
        if let Some(word) = ["while", "loop", "if"].into_iter().find(|word| self.peek_word(word)) {
            return self.flow_statement(word, parsed);
        }
        let expr = self.measured(tallest)?;
        if let Some(operator) = self.operator()
            && let Some(op) = assignment(&operator)
        {
            self.eat_op(&operator);
            let value = self.measured(tallest)?;
            self.semicolon()?;
            stmts.push(Stmt::Assign { target: expr, op, value });
            return Ok(());
        }
        self.value_or_statement(expr, parsed)
    }

    /// A loop or a branch. It is the value of the body if it stands at the end and its branches have values.
    fn flow_statement(&mut self, word: &str, parsed: &mut ParsedBody) -> Parsed<()> {
        // As in Rust, an operator behind it begins something new.
        let Tree { expr, height } = self.deeper(|p| p.flow(word))?;
        parsed.height = parsed.height.max(height);
        let has_value = match &expr.kind {
            ExprKind::Flow(flow) => match &**flow {
                Flow::While { .. } => false,
                Flow::If { then, otherwise, .. } => then.tail.is_some() && otherwise.is_some(),
            },
            _ => false,
        };
        if has_value && self.at_end() {
            parsed.body.tail = Some(expr);
            return Ok(());
        }
        self.eat_op(";");
        parsed.body.stmts.push(Stmt::Expr(expr));
        Ok(())
    }

    /// An expression at the end of the body, or one with a `;`.
    fn value_or_statement(&mut self, expr: Expr, parsed: &mut ParsedBody) -> Parsed<()> {
        if self.at_end() {
            parsed.body.tail = Some(expr);
            return Ok(());
        }
        let block = matches!(expr.kind, ExprKind::Block(_));
        if self.eat_op(";").is_some() || block {
            parsed.body.stmts.push(Stmt::Expr(expr));
            return Ok(());
        }
        self.missing_semicolon()
    }

    /// Opens a statement that `macro_rules!` captured.
    pub(super) fn splice_statement(&mut self) {
        if let Some(TokenTree::Group(group)) = self.peek()
            && group.delimiter() == Delimiter::None
            && let Some(TokenTree::Ident(word)) = group.stream().into_iter().next()
            && (word == "let" || word == "for")
        {
            self.splice();
        }
    }

    fn measured(&mut self, tallest: &mut usize) -> Parsed<Expr> {
        let tree = self.expr_tree()?;
        *tallest = (*tallest).max(tree.height);
        Ok(tree.expr)
    }

    fn let_statement(&mut self, attributes: Vec<Attribute>, tallest: &mut usize) -> Parsed<Stmt> {
        self.eat_word("mut");
        let pattern = match self.eat_group(Delimiter::Parenthesis) {
            Some(group) => Pattern::Tuple(self.enter(&group).comma_separated(Parser::pattern)?),
            None => match self.record_pattern()? {
                Some(record) => record,
                None => Pattern::Name(self.pattern()?),
            },
        };
        let ty = match self.eat_op(":") {
            Some(_) if !matches!(pattern, Pattern::Name(_)) => {
                let span = self.previous();
                let claim = match pattern {
                    Pattern::Record { .. } => "the fields of a record have their types already",
                    _ => "a tuple of names takes no type",
                };
                return self.reject(
                    Diagnostic::new(span, claim)
                        .help("annotate single names: `let x: [f64; N] = ...;`"),
                );
            }
            Some(_) => Some(self.ty()?),
            None => None,
        };
        if self.eat_op("=").is_none() {
            if self.at_end() || self.peek_op(";") {
                let span = self.previous();
                return self.reject(
                    Diagnostic::new(span, "this `let` has no value").help("write `let x = ...;`"),
                );
            }
            if let Some(operator) = self.operator()
                && assignment(&operator).is_some()
            {
                let span = self.here();
                return self.reject(
                    Diagnostic::new(span, format!("`let` and `{operator}` do not go together"))
                        .help(format_args!("drop `let` to update, or write `=`")),
                );
            }
            return self.expected("`=`");
        }
        let value = self.measured(tallest)?;
        if self.peek_op(",") {
            let span = self.here();
            return self
                .reject(Diagnostic::new(span, "a tuple needs parentheses").help("write `(a, b)`"));
        }
        self.semicolon()?;
        Ok(Stmt::Let { attributes, pattern, ty, value })
    }

    /// One name of a `let`. `_` discards the value.
    pub(super) fn pattern(&mut self) -> Parsed<Ident> {
        self.eat_word("mut");
        if self.peek_group(Delimiter::Parenthesis) || self.peek_group(Delimiter::Bracket) {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "patterns do not nest")
                    .help("name the parts one level at a time: `let (a, b) = ...;`"),
            );
        }
        match self.peek_ident().cloned() {
            Some(ident) if ident == "_" => {
                self.skip(1);
                Ok(ident)
            }
            _ => self.name("a value"),
        }
    }

    fn for_statement(&mut self, start: SpanRange, tallest: &mut usize) -> Parsed<Stmt> {
        let var = self.pattern()?;
        if self.eat_word("in").is_none() {
            return self.expected("`in`");
        }
        let bounds = |help: &str, span: SpanRange| {
            Diagnostic::new(span, "a loop runs over a range of integers").help(help)
        };
        self.brace_is_body = true;
        let lo = self.measured(tallest);
        self.brace_is_body = false;
        let lo = lo?;
        if self.peek_op("..=") {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "`..=` is not part of the array language")
                    .help("a range excludes its end: `0..5` counts 0, 1, 2, 3, 4"),
            );
        }
        if self.eat_op("..").is_none() {
            let diagnostic = bounds("write `for s in 0..5 { ... }`", lo.span);
            return self.reject(diagnostic);
        }
        self.brace_is_body = true;
        let hi = self.measured(tallest);
        self.brace_is_body = false;
        let hi = hi?;
        let Some(group) = self.eat_group(Delimiter::Brace) else {
            return self.expected("`{ ... }`, the body of the loop");
        };
        let span = start.to(self.previous());
        let parsed = self.enter(&group).body();
        if parsed.rejected {
            return Err(Rejected);
        }
        *tallest = (*tallest).max(parsed.height + 1);
        if *tallest > MAX_DEPTH {
            return self.reject(too_deep(span, MAX_DEPTH));
        }
        Ok(Stmt::For { var, lo, hi, body: parsed.body, span })
    }

    fn semicolon(&mut self) -> Parsed<()> {
        match self.eat_op(";") {
            Some(_) => Ok(()),
            None => self.missing_semicolon(),
        }
    }

    fn missing_semicolon<T>(&mut self) -> Parsed<T> {
        let previous = self.previous();
        if self.at_end() {
            return self.reject(
                Diagnostic::new(previous, "expected `;` after this statement")
                    .no_help(CLAIM_IS_REMEDY),
            );
        }
        // If the next token is on the same line, it is the mistake. If it is on a later line, the missing `;` is.
        let (end, next) = (previous.end.end(), self.here());
        if next.start.start().line > end.line {
            return self.reject(
                Diagnostic::new(previous.end, "expected `;` or an operator after this").help(
                    "a statement ends in `;` (`//` starts a comment: floor division is `floor_div(a, b)`)",
                ),
            );
        }
        self.expected("`;` or an operator")
    }
}
