//! Operands: literals, names, calls with their arguments, groups in brackets, and closures.

use super::super::ast::{Arg, Expr, ExprKind};
use super::super::tokens::{Parsed, Parser, Rejected, Tree, is_keyword, span_of_group};
use super::ABOVE_COMPARISON;
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed<Tree> {
        let leaf = |expr| Ok(Tree { expr, height: 1 });
        match self.peek().cloned() {
            Some(TokenTree::Literal(literal)) => {
                self.skip(1);
                leaf(self.literal(&literal))
            }
            Some(TokenTree::Ident(ident)) => self.word(ident),
            Some(TokenTree::Group(group)) => {
                self.skip(1);
                match group.delimiter() {
                    Delimiter::Parenthesis => self.parenthesised(&group),
                    Delimiter::Bracket => self.bracketed(&group),
                    Delimiter::Brace => self.block_expr(&group),
                    Delimiter::None => {
                        let mut inside = self.enter(&group);
                        let tree = inside.expr_tree()?;
                        inside.expect_end("an expression")?;
                        Ok(tree)
                    }
                }
            }
            Some(TokenTree::Punct(_)) if self.peek_op("|") || self.peek_op("||") => self.closure(),
            Some(TokenTree::Punct(_)) if self.peek_op("..") || self.peek_op("...") => {
                let span = self.here();
                self.reject(
                    Diagnostic::new(
                        span,
                        "a slice can only stand between the brackets of `x[...]`",
                    )
                    .help("the integers of a range are `arange(M, N)`"),
                )
            }
            _ => self.expected("an expression"),
        }
    }

    /// An expression that starts with a word: a name, a call, `true`, or a misplaced keyword.
    #[inline(never)]
    fn word(&mut self, ident: Ident) -> Parsed<Tree> {
        let span = SpanRange::from(ident.span());
        let text = ident.to_string();
        let call = self.method_call_ahead();
        if let "true" | "false" = text.as_str() {
            self.skip(1);
            return self.grown(ExprKind::Bool(text == "true"), span, 0);
        }
        if let "True" | "False" = text.as_str() {
            self.skip(1);
            let lower = text.to_lowercase();
            self.errors.push(
                Diagnostic::new(span, format!("`{text}` is spelt differently in Rust"))
                    .help(format_args!("write `{lower}`")),
            );
            return self.grown(ExprKind::Bool(lower == "true"), span, 0);
        }
        if let "while" | "loop" | "if" = text.as_str() {
            return self.deeper(|p| p.flow(&text));
        }
        if !(text == "where" && call)
            && let Some((message, help)) = misplaced(&text)
        {
            return self.reject(Diagnostic::new(span, message).help(help));
        }
        self.skip(1);
        if self.peek_op("!") && matches!(self.peek_at(1), Some(TokenTree::Group(_))) {
            return self.reject(
                Diagnostic::new(
                    span,
                    format!("macros such as `{text}!` cannot be called inside a block"),
                )
                .help(crate::check::ops::macro_advice(&text)),
            );
        }
        if self.opens_record(&ident) {
            return self.record_value(ident);
        }
        let Some(group) = self.eat_group(Delimiter::Parenthesis) else {
            return self.grown(ExprKind::Name(ident), span, 0);
        };
        let span = span.to(span_of_group(&group));
        let (args, height) = self.arguments(&group)?;
        self.grown(ExprKind::Call { function: ident, args }, span, height)
    }

    /// The arguments of a call, and the height of the tallest: positional ones, then `name=value`.
    #[inline(never)]
    pub(super) fn arguments(&mut self, group: &Group) -> Parsed<(Vec<Arg>, usize)> {
        let mut inside = self.enter(group);
        let mut tallest = 0;
        let mut named: Vec<String> = Vec::new();
        let args = inside.comma_separated(|p| {
            let keyword = match (p.peek_ident(), p.operator_at(1).as_deref()) {
                (Some(ident), Some("=")) => Some(ident.clone()),
                (Some(ident), Some(":")) => {
                    let message = format!("`{ident}:` does not name an argument");
                    let diagnostic = Diagnostic::new(ident.span(), message)
                        .help(format_args!("keyword arguments are written `{ident}=value`"));
                    return p.reject(diagnostic);
                }
                _ => None,
            };
            match &keyword {
                Some(name) => {
                    let text = name.to_string();
                    if named.contains(&text) {
                        let message = format!("the argument `{text}` is given twice");
                        return p.reject(Diagnostic::new(name.span(), message).help("remove one"));
                    }
                    named.push(text);
                    p.skip(2);
                }
                None => p.mutable_argument(),
            }
            let tree = match p.none_argument() {
                Some(none) => none,
                None => p.expr_tree()?,
            };
            tallest = tallest.max(tree.height);
            if keyword.is_none() && !named.is_empty() {
                let diagnostic = Diagnostic::new(
                    tree.expr.span,
                    "a positional argument cannot follow a keyword argument",
                );
                return p.reject(diagnostic.help("put it first, or name it too"));
            }
            Ok(Arg { name: keyword, value: tree.expr })
        })?;
        Ok((args, tallest))
    }

    /// `None` as an argument. It means the same as leaving the argument out.
    fn none_argument(&mut self) -> Option<Tree> {
        let ident = self.peek_ident().filter(|ident| *ident == "None")?.clone();
        let ends = match self.peek_at(1) {
            None => true,
            Some(TokenTree::Punct(comma)) => comma.as_char() == ',',
            Some(_) => false,
        };
        if !ends {
            return None;
        }
        self.skip(1);
        let span = ident.span().into();
        Some(Tree { expr: Expr { kind: ExprKind::Name(ident), span }, height: 1 })
    }

    /// Skips the `&mut` of an argument `&mut u`, which is Rust's spelling for an array that the helper updates. `u`
    /// means the same.
    fn mutable_argument(&mut self) {
        let mutable = matches!(self.peek_at(1), Some(TokenTree::Ident(word)) if word == "mut");
        if mutable && self.eat_op("&").is_some() {
            self.skip(1);
        }
    }

    #[inline(never)]
    fn parenthesised(&mut self, group: &Group) -> Parsed<Tree> {
        let span = span_of_group(group);
        let mut inside = self.enter(group);
        let mut tallest = 0;
        let mut commas = 0;
        let mut list = Vec::new();
        let mut rejected = false;
        while !inside.at_end() {
            match inside.expr_tree() {
                Ok(tree) => {
                    tallest = tallest.max(tree.height);
                    list.push(tree.expr);
                }
                Err(Rejected) => {
                    rejected = true;
                    while !inside.at_end() && !inside.peek_op(",") {
                        inside.skip(1);
                    }
                }
            }
            if inside.eat_op(",").is_some() {
                commas += 1;
            } else if !inside.at_end() {
                return inside.expected("an operator, `,` or `)`");
            }
        }
        if rejected {
            return Err(Rejected);
        }
        if commas == 0
            && let Some(single) = list.pop()
        {
            return Ok(Tree { expr: Expr { span, ..single }, height: tallest });
        }
        self.grown(ExprKind::Tuple(list), span, tallest)
    }

    /// `[f64; E, N]` or `[a, b]`
    #[inline(never)]
    fn bracketed(&mut self, group: &Group) -> Parsed<Tree> {
        let span = span_of_group(group);
        let semicolon =
            |token: TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ';');
        if group.stream().into_iter().any(semicolon) {
            if matches!(group.stream().into_iter().next(), Some(TokenTree::Literal(_))) {
                return self.reject(
                    Diagnostic::new(span, "`[value; count]` is not part of the array language")
                        .help("write `full([f64; N], value)`"),
                );
            }
            let ty = self.array_type(group)?;
            return self.grown(ExprKind::Type(Box::new(ty)), span, 1);
        }
        let mut tallest = 0;
        let list = self.enter(group).comma_separated(|p| {
            let tree = p.expr_tree()?;
            tallest = tallest.max(tree.height);
            Ok(tree.expr)
        })?;
        self.grown(ExprKind::List(list), span, tallest)
    }

    #[inline(never)]
    fn block_expr(&mut self, group: &Group) -> Parsed<Tree> {
        let span = span_of_group(group);
        let mut inside = self.enter(group);
        let body = inside.body();
        if body.rejected {
            return Err(Rejected);
        }
        self.grown(ExprKind::Block(Box::new(body.body)), span, body.height)
    }

    /// `|i: E, j: N| a[i] * b[j]`
    #[inline(never)]
    fn closure(&mut self) -> Parsed<Tree> {
        let start = self.here();
        let mut params = Vec::new();
        if self.eat_op("||").is_none() {
            self.eat_char('|');
            while self.eat_char('|').is_none() {
                let name = self.name("an index")?;
                let size = match self.eat_op(":") {
                    Some(_) => Some(self.expr_above(ABOVE_COMPARISON)?),
                    None => None,
                };
                params.push((name, size));
                if self.eat_op(",").is_none() && !self.peek_bar() {
                    return self.expected("`,` or the closing `|`");
                }
            }
        }
        let body = self.expr_tree()?;
        let span = start.to(body.expr.span);
        self.grown(ExprKind::Closure { params, body: Box::new(body.expr) }, span, body.height)
    }

    fn peek_bar(&self) -> bool {
        self.operator().is_some_and(|operator| operator.starts_with('|'))
    }
}

/// The message and the help for a keyword or a Python word in the place of an operand.
fn misplaced(word: &str) -> Option<(String, &'static str)> {
    let help = match word {
        "where" => "`where` is a function here: `where(condition, a, b)`",
        "None" => "a new axis is `newaxis`; an optional argument is left out",
        "lambda" => "a closure is written `|i: N| x[i]`",
        "match" => {
            "a choice by a condition is `if c { a } else { b }`; a choice per element is `where(condition, a, b)`"
        }
        "for" => "`for` is a statement: `for s in 0..5 { ... }`",
        "return" => "the last expression of a body is its result",
        "break" => "`break` is a statement: `if done { break; }`",
        "do" => "a loop that tests at its end is `loop, at most 100 { ... if done { break; } }`",
        "continue" => "put what follows into an `if`",
        "move" => "closures need no `move`",
        "unsafe" => "everything inside a block is safe",
        "mut" => "`let` declares a name: `let mut x = ...;`",
        "let" => "`let` is a statement: `let x = ...;`",
        "fn" => "functions stand side by side in the block, not inside one another",
        "_" => "name what should stand here",
        _ if is_keyword(word) => "this keyword has no meaning in the array language",
        _ => return None,
    };
    Some((format!("`{word}` is not an expression here"), help))
}
