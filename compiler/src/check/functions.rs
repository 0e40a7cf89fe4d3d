//! Functions as arguments. When the block is compiled it is known which function a parameter `flux: fn(left, right)`
//! stands for. That function is inlined where it is called, like every function.

use super::checker::{Checker, Operand};
use super::inline::Callee;
use super::ops::{self, call::Call};
use super::scopes::{Binding, Scopes};
use super::value::{Passed, Res, Value};
use super::{render, signature};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{Arg, Element, Expr, ExprKind, Param};
use crate::suggest;
use proc_macro2::Ident;
use std::rc::Rc;

impl Checker<'_> {
    /// The value of a call of a variable that stands for a function.
    pub(super) fn call_passed(
        &mut self,
        passed: Passed,
        name: &Ident,
        args: &[Arg],
        span: SpanRange,
    ) -> Res<Value> {
        match passed {
            Passed::Own(k) => {
                // Messages name the function that it stands for.
                let own = Ident::new(&self.scopes.block.fns[k].name.to_string(), name.span());
                self.inline(k, &own, args, span)
            }
            Passed::BuiltIn(info) => {
                let call = Call::bind(self, info, name, None, args, span)?;
                self.evaluate(info, &call)
            }
        }
    }

    /// The argument for a parameter that is a function.
    pub(super) fn function_operand(
        &mut self,
        param: &Param,
        callee: &Ident,
        expr: &Expr,
    ) -> Res<Operand> {
        let Element::Function(arguments) = &param.ty.element else { return self.operand(expr) };
        let text = render::text(expr);
        let claim = format!("`{}` of `{callee}` is a function, but `{text}` is none", param.name);
        let ExprKind::Name(name) = &expr.kind else {
            let help = "pass the name of a function of this block, or of a built-in one";
            return self.fail(expr.span, claim, help);
        };
        let known = self.scopes.passed(&text).or_else(|| {
            if self.scopes.lookup(&text).is_some() {
                return None;
            }
            let own = self.function_named(&text).map(Passed::Own);
            own.or_else(|| ops::find(&text).map(Passed::BuiltIn))
        });
        let Some(passed) = known else {
            let diagnostic = Diagnostic::new(name.span(), claim);
            let names: Vec<String> =
                self.state.names.functions(self.scopes.home()).map(str::to_string).collect();
            let near = suggest::nearest(&text, names.iter().map(String::as_str));
            return Err(self.report(match near {
                Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                None => diagnostic
                    .help("pass the name of a function of this block, or of a built-in one"),
            }));
        };
        if let Passed::Own(k) = passed {
            self.called.insert(k);
            self.takes(k, arguments, param, callee, expr.span)?;
        }
        Ok(Operand { value: Value::Function(passed), text, span: expr.span })
    }

    /// Checks whether a function of the block takes as many arguments as it will be given.
    fn takes(
        &mut self,
        k: usize,
        arguments: &[Ident],
        param: &Param,
        callee: &Ident,
        span: SpanRange,
    ) -> Res<()> {
        let block = self.scopes.block;
        let function = &block.fns[k];
        let records = Rc::clone(&self.state.records);
        let taken = Callee::of_function(k, function, records.signature(k));
        let sizes = self.symbolic_sizes(&taken)?;
        let (_, explicit) = signature::solve_order(&taken.dims, &sizes);
        let names: Vec<String> = explicit
            .into_iter()
            .chain(function.params.iter().map(|p| p.name.to_string()))
            .collect();
        if names.len() == arguments.len() {
            return Ok(());
        }
        let count =
            |n: usize| if n == 1 { "1 argument".to_string() } else { format!("{n} arguments") };
        let claim = format!(
            "`{}` of `{callee}` takes {}, but `{}` takes {}",
            param.name,
            count(arguments.len()),
            function.name,
            count(names.len())
        );
        Err(self.report(
            Diagnostic::new(span, claim)
                .fact(format_args!("`{}` is `{}`", param.name, render::type_text(&param.ty)))
                .fact(format_args!("`{0}` is `{0}({1})`", function.name, names.join(", ")))
                .help("pass a function of as many arguments, or declare another `fn(...)`"),
        ))
    }
}

impl Scopes<'_> {
    /// The function that a variable stands for, if it stands for one.
    pub(super) fn passed(&self, name: &str) -> Option<Passed> {
        match self.lookup(name) {
            Some(Binding { value: Ok(Value::Function(passed)), .. }) => Some(*passed),
            _ => None,
        }
    }
}
