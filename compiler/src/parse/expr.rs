//! Expressions: a Pratt parser with Rust's precedences. `**` binds tighter than unary minus, as in Python, and `@`
//! binds like `*`.

mod flow;
mod postfix;
mod primary;

use super::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use super::tokens::{MAX_DEPTH, Parsed, Parser, Tree, too_deep};
use crate::diagnostic::{Diagnostic, SpanRange};

/// Binding powers. The parser takes an operator while its power is at least the given minimum.
const CAST: u8 = 13;
const UNARY: u8 = 14;
const POWER: u8 = 15;
const COMPARISON: u8 = 3;
/// The least power that leaves out `|` and `>`, for sizes inside bars and angle brackets.
pub(super) const ABOVE_COMPARISON: u8 = 8;

/// The operation, the binding power of the operator, and the least power of its right operand.
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
        // `**` is right associative.
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
            // The comparison that was just built, for the message about chains.
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

    /// An expression over children of the given height, or the error that it is too tall.
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

    /// `left as f32 as f64`: the casts after `left`.
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

    /// Rejects `a < b < c`.
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
}
