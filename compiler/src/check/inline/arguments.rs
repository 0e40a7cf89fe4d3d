//! Arguments of the block's own functions, bound to the parameters that they are for.

use super::super::checker::Checker;
use super::super::value::Res;
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{Arg, Expr, Function};
use proc_macro2::Ident;

/// Everything that a call of a function can give: explicit dimensions, then parameters.
struct Parameters<'a> {
    function: &'a Ident,
    names: Vec<String>,
}

impl<'a> Parameters<'a> {
    fn new(callee: &Function, explicit: &[String], function: &'a Ident) -> Parameters<'a> {
        let names = explicit
            .iter()
            .cloned()
            .chain(callee.params.iter().map(|p| p.name.to_string()))
            .collect();
        Parameters { function, names }
    }

    /// `axpy(a, x, y)`
    fn signature(&self) -> String {
        format!("{}({})", self.function, self.names.join(", "))
    }

    /// "its parameters are `axpy(a, x, y)`"
    fn listed(&self) -> String {
        format!("its parameters are `{}`", self.signature())
    }

    /// The error for a keyword that names no parameter.
    fn unknown(&self, keyword: &Ident) -> Diagnostic {
        Diagnostic::new(keyword.span(), format!("`{}` has no parameter `{keyword}`", self.function))
            .help(self.listed())
    }

    /// The error for a second argument of one parameter.
    fn given_twice(&self, parameter: usize, span: SpanRange) -> Diagnostic {
        Diagnostic::new(span, format!("`{}` is given twice", self.names[parameter]))
            .help(self.listed())
    }

    /// The error for an argument after those of all parameters.
    fn too_many(&self, span: SpanRange) -> Diagnostic {
        let count = self.names.len();
        let claim = format!("`{}` takes {count} argument{}", self.function, plural(count));
        Diagnostic::new(span, claim).help(self.listed())
    }

    /// The error for parameters without arguments.
    fn missing(&self, missing: &[String], explicit: &[String], span: SpanRange) -> Diagnostic {
        let claim = format!(
            "`{}` needs the argument{} {}",
            self.function,
            plural(missing.len()),
            missing.join(", ")
        );
        let diagnostic = Diagnostic::new(span, claim).fact(self.listed());
        match explicit {
            [] => diagnostic.help(format_args!("write `{}`", self.signature())),
            _ => diagnostic.help(format_args!(
                "no parameter determines {}: leading arguments give it",
                explicit.join(", ")
            )),
        }
    }
}

impl Checker<'_> {
    /// The argument expressions in the order of explicit dimensions, then parameters.
    pub(in crate::check) fn arguments<'e>(
        &mut self,
        callee: &Function,
        explicit: &[String],
        name: &Ident,
        args: &'e [Arg],
        span: SpanRange,
    ) -> Res<Vec<&'e Expr>> {
        let parameters = Parameters::new(callee, explicit, name);
        let names = &parameters.names;
        let mut slots: Vec<Option<&Expr>> = vec![None; names.len()];
        let mut next = 0;
        for arg in args {
            let at = match &arg.name {
                None => {
                    next += 1;
                    next - 1
                }
                Some(keyword) => match names.iter().position(|n| keyword == n) {
                    Some(at) => at,
                    None => return Err(self.report(parameters.unknown(keyword))),
                },
            };
            match slots.get_mut(at) {
                Some(slot) if slot.is_none() => *slot = Some(&arg.value),
                Some(_) => return Err(self.report(parameters.given_twice(at, arg.value.span))),
                None => return Err(self.report(parameters.too_many(arg.value.span))),
            }
        }
        let missing: Vec<String> = names
            .iter()
            .zip(&slots)
            .filter(|(_, slot)| slot.is_none())
            .map(|(n, _)| format!("`{n}`"))
            .collect();
        if !missing.is_empty() {
            return Err(self.report(parameters.missing(&missing, explicit, span)));
        }
        Ok(slots.into_iter().flatten().collect())
    }
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}
