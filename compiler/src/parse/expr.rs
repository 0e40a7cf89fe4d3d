//! Expressions: a Pratt parser with Rust's precedences, plus `**` (above unary minus, as in Python)
//! and `@` (as `*`).

use super::ast::{Arg, BinaryOp, Expr, ExprKind, UnaryOp};
use super::tokens::{
    MAX_DEPTH, Parsed, Parser, Rejected, Tree, is_keyword, span_of_group, too_deep,
};
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

/// Binding powers: an operator is taken while its power is at least the given minimum.
const CAST: u8 = 13;
const UNARY: u8 = 14;
const POWER: u8 = 15;
const COMPARISON: u8 = 3;
/// The least power that stops before `|` and `>`, for sizes inside bars and angle brackets.
pub(super) const ABOVE_COMPARISON: u8 = 8;

/// Operator, its binding power, and the least power of its right operand.
fn infix(operator: &str) -> Option<(BinaryOp, u8, u8)> {
    use BinaryOp::*;
    let (op, power) = match operator {
        "||" => (Or, 1),
        "&&" => (And, 2),
        "==" => (Eq, COMPARISON),
        "!=" => (Ne, COMPARISON),
        "<" => (Lt, COMPARISON),
        "<=" => (Le, COMPARISON),
        ">" => (Gt, COMPARISON),
        ">=" => (Ge, COMPARISON),
        "|" => (Or, 4),
        "^" => (Xor, 5),
        "&" => (And, 6),
        "<<" => (Shl, 7),
        ">>" => (Shr, 7),
        "+" => (Add, 8),
        "-" => (Sub, 8),
        "*" => (Mul, 9),
        "/" => (Div, 9),
        "%" => (Rem, 9),
        "@" => (MatMul, 9),
        // Right associative.
        "**" => return Some((Pow, POWER, POWER)),
        _ => return None,
    };
    Some((op, power, power + 1))
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}

fn spelled(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Eq => "==",
        Ne => "!=",
        Lt => "<",
        Le => "<=",
        Gt => ">",
        Ge => ">=",
        _ => "an operator",
    }
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.expr_above(0)
    }

    pub(super) fn expr_above(&mut self, power: u8) -> Parsed<Expr> {
        Ok(self.tree(power)?.expr)
    }

    pub(super) fn expr_tree(&mut self) -> Parsed<Tree> {
        self.tree(0)
    }

    fn tree(&mut self, least: u8) -> Parsed<Tree> {
        self.deeper(|p| {
            let mut left = match p.prefix_operator()? {
                Some((op, span)) => {
                    let operand = p.tree(UNARY)?;
                    let span = span.to(operand.expr.span);
                    let kind = ExprKind::Unary(op, Box::new(operand.expr));
                    p.grown(kind, span, operand.height)?
                }
                None => {
                    let primary = p.primary()?;
                    p.postfix(primary)?
                }
            };
            left = p.casts(left, least)?;
            // The comparison just built, for the message about chains.
            let mut compared: Option<BinaryOp> = None;
            while let Some(operator) = p.operator() {
                let Some((op, power, right_power)) = infix(&operator) else { break };
                if power < least {
                    break;
                }
                if is_comparison(op)
                    && let Some(first) = compared
                {
                    return p.chained(first, op, &left.expr);
                }
                let Some(span) = p.eat_op(&operator) else { break };
                if p.at_end() || p.peek_op(",") || p.peek_op(";") {
                    let claim = format!("`{operator}` has no operand on its right");
                    let help = format!("write one behind it, or remove the `{operator}`");
                    return p.reject(Diagnostic::new(span, claim).help(help));
                }
                left = p.binary(left, op, span, right_power)?;
                compared = is_comparison(op).then_some(op);
                left = p.casts(left, least)?;
            }
            Ok(left)
        })
    }

    #[inline(never)]
    fn binary(&mut self, left: Tree, op: BinaryOp, span: SpanRange, power: u8) -> Parsed<Tree> {
        let right = self.tree(power)?;
        let whole = left.expr.span.to(right.expr.span);
        let height = left.height.max(right.height);
        let kind = ExprKind::Binary(op, span, Box::new(left.expr), Box::new(right.expr));
        self.grown(kind, whole, height)
    }

    /// A node over children of the given height, or the error that it is too tall.
    pub(super) fn grown(&mut self, kind: ExprKind, span: SpanRange, below: usize) -> Parsed<Tree> {
        if below + 1 > MAX_DEPTH {
            return self.reject(too_deep(span, MAX_DEPTH));
        }
        Ok(Tree { expr: Expr { kind, span }, height: below + 1 })
    }

    fn prefix_operator(&mut self) -> Parsed<Option<(UnaryOp, SpanRange)>> {
        let span = self.here();
        let operator = self.operator();
        let op = match operator.as_deref() {
            Some("-") => UnaryOp::Neg,
            Some("+") => UnaryOp::Plus,
            Some("!" | "~") => UnaryOp::Not,
            Some("&" | "&&") => {
                self.errors.push(
                    Diagnostic::new(span, "arrays are passed without `&` inside a block")
                        .help("remove the `&`"),
                );
                UnaryOp::Plus
            }
            Some("*" | "**") => {
                self.errors.push(
                    Diagnostic::new(span, "there is nothing to dereference inside a block")
                        .help("remove the `*`"),
                );
                UnaryOp::Plus
            }
            None if self.peek_word("not") => {
                self.errors
                    .push(Diagnostic::new(span, "`not` is not an operator").help("write `!`"));
                UnaryOp::Not
            }
            _ => return Ok(None),
        };
        self.skip(match operator.as_deref() {
            Some(operator) if op == UnaryOp::Plus => operator.len(),
            _ => 1,
        });
        if self.at_end() {
            let operator = operator.unwrap_or_default();
            let message = format!("`{operator}` has no operand");
            let help = format!("write one behind it, or remove the `{operator}`");
            return self.reject(Diagnostic::new(span, message).help(help));
        }
        Ok(Some((op, span)))
    }

    /// `left as f32 as f64`
    fn casts(&mut self, mut left: Tree, least: u8) -> Parsed<Tree> {
        while least <= CAST && self.peek_word("as") {
            self.skip(1);
            let dtype = match self.peek_ident() {
                Some(_) => self.name("a dtype")?,
                None => {
                    let diagnostic = self.expected_diagnostic("a dtype");
                    return self.reject(
                        diagnostic
                            .help("`as` names the new dtype only: `x as f32`; the shape stays"),
                    );
                }
            };
            let span = left.expr.span.to(dtype.span().into());
            left = self.grown(ExprKind::Cast(Box::new(left.expr), dtype), span, left.height)?;
        }
        Ok(left)
    }

    /// `a < b < c`
    #[inline(never)]
    fn chained<T>(&mut self, first: BinaryOp, second: BinaryOp, left: &Expr) -> Parsed<T> {
        let span = self.here();
        let (first, second) = (spelled(first), spelled(second));
        // `a < b & c < d` reads as `a < (b & c) < d`.
        let bitwise = matches!(&left.kind, ExprKind::Binary(_, _, _, right) if matches!(
            right.kind,
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)
        ));
        let help = match bitwise {
            true => format!(
                "`&`, `|` and `^` bind tighter than comparisons: write `(a {first} b) & (c {second} d)`"
            ),
            false => format!("compare in pairs: `(a {first} b) & (b {second} c)`"),
        };
        self.reject(Diagnostic::new(span, "comparisons cannot be chained").help(help))
    }

    /// What follows a primary expression: indices, calls, methods.
    fn postfix(&mut self, mut tree: Tree) -> Parsed<Tree> {
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
    fn method_call_ahead(&self) -> bool {
        matches!(
            self.peek_at(1),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
        )
    }

    /// Python or Rust that may follow an operand there, but not here.
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
            // A `for` of its own stands on a line of its own.
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

    /// What to write instead of the path whose first `::` comes next.
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

    fn primary(&mut self) -> Parsed<Tree> {
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

    /// An expression that starts with a word: a name, a call, `true`, or a keyword out of place.
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

    /// Call arguments and the height of the tallest: positional ones, then `name=value`.
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

    /// `None` as an argument: as if it had been left out.
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

    /// `&mut u` as an argument: Rust's habit for what the helper updates. `u` means the same.
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

/// Keywords and Python words where an operand should stand.
fn misplaced(word: &str) -> Option<(String, &'static str)> {
    let help = match word {
        "where" => "`where` is a function here: `where(condition, a, b)`",
        "None" => "a new axis is `newaxis`; an optional argument is left out",
        "lambda" => "a closure is written `|i: N| x[i]`",
        "if" | "match" => "a choice per element is `where(condition, a, b)`",
        "while" | "loop" => "only `for s in 0..5 { ... }` with known bounds exists",
        "for" => "`for` is a statement: `for s in 0..5 { ... }`",
        "return" => "the last expression of a body is its result",
        "break" | "continue" => "loops are unrolled and always run to their end",
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
