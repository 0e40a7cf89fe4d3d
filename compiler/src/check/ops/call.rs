//! Arguments of built-in functions, bound to the parameters that their signature names.

use super::FunctionInfo;
use crate::check::checker::{Checker, Operand};
use crate::check::value::{Array, Res};
use crate::check::{render, suggest};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{Arg, Expr, ExprKind};
use proc_macro2::Ident;

/// A call of a built-in function. Arguments are still expressions: some are axes, types or closures.
pub(crate) struct Call<'e> {
    pub(crate) name: &'static str,
    pub(crate) span: SpanRange,
    /// One argument per parameter of the signature, in order.
    args: Vec<Option<&'e Expr>>,
    /// The arguments that the `*parameter` takes.
    pub(crate) rest: Vec<&'e Expr>,
}

struct Parameter {
    name: &'static str,
    required: bool,
    variadic: bool,
}

fn parameters(signature: &'static str) -> Vec<Parameter> {
    let inside = signature.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    inside
        .split(", ")
        .filter(|p| !p.is_empty())
        .map(|p| {
            let (name, default) = match p.split_once('=') {
                Some((name, _)) => (name, true),
                None => (p, false),
            };
            let variadic = name.starts_with('*');
            let name = name.trim_start_matches('*');
            Parameter { name, required: !default && !variadic, variadic }
        })
        .collect()
}

fn is_none(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == "None" || name == "none")
}

impl<'e> Call<'e> {
    pub(crate) fn bind(
        checker: &mut Checker<'_>,
        info: &FunctionInfo,
        name: &Ident,
        receiver: Option<&'e Expr>,
        args: &'e [Arg],
        span: SpanRange,
    ) -> Res<Call<'e>> {
        let parameters = parameters(info.signature);
        let mut slots: Vec<Option<&'e Expr>> = parameters.iter().map(|_| None).collect();
        let mut rest = Vec::new();
        let mut next = 0;
        let positional =
            receiver.into_iter().chain(args.iter().filter(|a| a.name.is_none()).map(|a| &a.value));
        for value in positional {
            match parameters.get(next) {
                Some(p) if p.variadic => rest.push(value),
                Some(_) => {
                    slots[next] = Some(value);
                    next += 1;
                }
                None => {
                    let count = parameters.len();
                    let plural = if count == 1 { "" } else { "s" };
                    return Err(checker.report(
                        Diagnostic::new(
                            value.span,
                            format!("`{name}` takes {count} argument{plural}"),
                        )
                        .help(format_args!("its signature is `{}`", info.signature)),
                    ));
                }
            }
        }
        for arg in args {
            let Some(keyword) = &arg.name else { continue };
            let text = keyword.to_string();
            let Some(k) = parameters.iter().position(|p| p.name == text) else {
                let diagnostic = Diagnostic::new(
                    keyword.span(),
                    format!("`{name}` has no argument `{keyword}`"),
                );
                let names = parameters.iter().map(|p| p.name);
                return Err(checker.report(match suggest::nearest(&text, names) {
                    Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                    None => diagnostic.help(format_args!("its signature is `{}`", info.signature)),
                }));
            };
            if parameters[k].variadic && rest.is_empty() {
                rest.push(&arg.value);
                continue;
            }
            if slots[k].is_some() || parameters[k].variadic {
                return checker.fail(
                    keyword.span(),
                    format!("`{name}` got the argument `{keyword}` twice"),
                    format_args!("its signature is `{}`", info.signature),
                );
            }
            slots[k] = Some(&arg.value);
        }
        for (parameter, slot) in parameters.iter().zip(&slots) {
            if parameter.required && slot.is_none() {
                if info.name == "where" && slots.iter().flatten().count() == 1 {
                    let message = "the size of `where(condition)` would depend on data";
                    return Err(checker.report(Diagnostic::new(span, message).help(
                        "`where(condition, x, y)` chooses; `nonzero(condition, size=M)` has a bound",
                    )));
                }
                return Err(checker.report(
                    Diagnostic::new(
                        span,
                        format!("`{name}` needs the argument `{}`", parameter.name),
                    )
                    .help(format_args!("its signature is `{}`", info.signature)),
                ));
            }
        }
        Ok(Call { name: info.name, span, args: slots, rest })
    }

    /// The expression of parameter `k`, which the signature requires.
    pub(crate) fn arg(&self, k: usize) -> &'e Expr {
        self.args[k].expect("`bind` refuses calls without their required arguments")
    }

    /// The expression of an optional parameter. It is also `None` if the user wrote `None`.
    pub(crate) fn option(&self, k: usize) -> Option<&'e Expr> {
        self.args.get(k).copied().flatten().filter(|e| !is_none(e))
    }

    /// The first `count` arguments, evaluated; all errors in them are reported.
    pub(crate) fn operands(&self, checker: &mut Checker<'_>, count: usize) -> Res<Vec<Operand>> {
        let exprs: Vec<&Expr> = (0..count).map(|k| self.arg(k)).collect();
        checker.operands(&exprs)
    }

    /// The first argument as an array.
    pub(crate) fn array(&self, checker: &mut Checker<'_>) -> Res<Array> {
        checker.array(self.arg(0))
    }

    /// Whether the user may ask for a complex dtype.
    pub(crate) fn makes_complex(&self) -> bool {
        matches!(
            self.name,
            "zeros"
                | "ones"
                | "full"
                | "zeros_like"
                | "ones_like"
                | "full_like"
                | "sum"
                | "prod"
                | "mean"
        )
    }

    /// The text of an argument.
    pub(crate) fn text(&self, k: usize) -> String {
        render::text(self.arg(k))
    }
}

/// The entries of a tuple or list, or the expression itself.
pub(crate) fn entries(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().collect(),
        _ => vec![expr],
    }
}
