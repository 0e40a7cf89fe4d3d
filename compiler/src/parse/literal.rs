//! Literals: numbers with dtype suffixes, and texts.

use super::ast::{Expr, ExprKind, UnaryOp};
use super::tokens::{Parsed, Parser};
use crate::dag::DType;
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::{Ident, Literal};

impl Parser<'_> {
    /// The literal `token`, which is already taken. A wrong one is reported and stands for 0, so that the rest of the
    /// expression is parsed.
    pub(super) fn literal(&mut self, token: &Literal) -> Expr {
        let span = SpanRange::from(token.span());
        self.valid_literal(token, span)
            .unwrap_or(Expr { kind: ExprKind::Int { value: 0, suffix: None }, span })
    }

    fn valid_literal(&mut self, token: &Literal, span: SpanRange) -> Parsed<Expr> {
        let text = token.to_string();
        // Other macros can make negative literals, but source text cannot.
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.as_str()),
        };
        let kind = if text.starts_with(|c: char| c.is_ascii_digit()) {
            self.number(text, token)?
        } else {
            self.text(text, span)?
        };
        let value = Expr { kind, span };
        Ok(match negative {
            true => Expr { kind: ExprKind::Unary(UnaryOp::Neg, Box::new(value)), span },
            false => value,
        })
    }

    fn number(&mut self, text: &str, token: &Literal) -> Parsed<ExprKind> {
        let span = token.span();
        let digits: String = text.chars().filter(|c| *c != '_').collect();
        let (radix, body) = match digits.get(..2) {
            Some("0x") => (16, &digits[2..]),
            Some("0o") => (8, &digits[2..]),
            Some("0b") => (2, &digits[2..]),
            _ => (10, digits.as_str()),
        };
        let end = match radix {
            10 => decimal_length(body),
            _ => body.find(|c: char| !c.is_digit(radix)).unwrap_or(body.len()),
        };
        let (value, suffix) = body.split_at(end);
        let float = radix == 10 && value.contains(['.', 'e', 'E']);
        let suffix = match suffix {
            "" => None,
            _ => Some(self.suffix(suffix, value, float, token)?),
        };
        let float_suffix = suffix.as_ref().is_some_and(|s| {
            s == "j" || dtype_of(s).is_some_and(|d| d.is_float() || d.is_complex())
        });
        if float || float_suffix {
            return match value.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(ExprKind::Float { value, suffix }),
                _ => self.reject(
                    Diagnostic::new(span, format!("`{text}` is too large for f64"))
                        .help("infinity is written `1.0 / 0.0`"),
                ),
            };
        }
        match u128::from_str_radix(value, radix) {
            Ok(value) if value <= u128::from(u64::MAX) => Ok(ExprKind::Int { value, suffix }),
            _ => self.reject(
                Diagnostic::new(span, format!("`{text}` does not fit any integer dtype"))
                    .help("write a floating-point literal, such as 1e20"),
            ),
        }
    }

    fn suffix(&mut self, suffix: &str, value: &str, float: bool, token: &Literal) -> Parsed<Ident> {
        let span = token.span();
        let dtypes = || DType::ALL.map(DType::name)[1..].join(", ");
        // It is an imaginary number, as in Python.
        if suffix == "j" {
            return Ok(Ident::new(suffix, span));
        }
        match DType::from_name(suffix) {
            Some(dtype) if dtype != DType::Bool && !(float && dtype.is_integer()) => {
                return Ok(Ident::new(suffix, span));
            }
            Some(dtype) => {
                let message = format!("`{token}` is not a literal of dtype {dtype}");
                return self.reject(
                    Diagnostic::new(span, message)
                        .help(format_args!("drop the suffix, or convert: `{value} as {dtype}`")),
                );
            }
            None => {}
        }
        let diagnostic = match suffix {
            "i" | "J" => Diagnostic::new(span, format!("unknown suffix `{suffix}` of a number"))
                .help(format_args!("an imaginary number is `{value}j`")),
            "f" | "F" => Diagnostic::new(span, format!("unknown suffix `{suffix}` of a number"))
                .help(format_args!("single precision is `{value}f32`")),
            "u" | "U" | "l" | "L" | "usize" | "isize" | "i128" | "u128" => {
                Diagnostic::new(span, format!("unknown suffix `{suffix}` of a number"))
                    .help(format_args!("the dtypes are {}", dtypes()))
            }
            _ => Diagnostic::new(span, format!("unknown suffix `{suffix}` of a number")).help(
                format_args!(
                    "the suffixes are {}; a product is written with `*`: {value} * {suffix}",
                    dtypes()
                ),
            ),
        };
        self.reject(diagnostic)
    }

    fn text(&mut self, text: &str, span: SpanRange) -> Parsed<ExprKind> {
        if text.starts_with('\'') {
            return self.reject(
                Diagnostic::new(span, "single quotes hold one character in Rust, not text")
                    .help(format_args!("use double quotes: \"{}\"", text.trim_matches('\''))),
            );
        }
        let raw = text.strip_prefix('r').map(|rest| rest.trim_matches('#'));
        match raw.or_else(|| text.starts_with('"').then_some(text)) {
            Some(quoted) if quoted.len() >= 2 => {
                let content = &quoted[1..quoted.len() - 1];
                // Escapes have no use in an einsum subscript or a name, and are kept as written.
                Ok(ExprKind::Str(content.to_string()))
            }
            _ => self.reject(
                Diagnostic::new(span, "this kind of literal is not part of the array language")
                    .help("text is written in double quotes: \"ij,jk->ik\""),
            ),
        }
    }
}

fn dtype_of(suffix: &Ident) -> Option<DType> {
    DType::from_name(&suffix.to_string())
}

/// The length of the decimal number at the start of `text`: digits, fraction, exponent.
fn decimal_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes[from..].iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |n| from + n)
    };
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}
