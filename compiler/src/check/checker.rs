//! The state while one function is lowered: operands, and the errors that are reported.

mod arrays;
mod sizes;

use super::graph::Graph;
use super::ops::FunctionInfo;
use super::promote::meeting;
use super::scopes::Scopes;
use super::tuning::Inlined;
use super::value::{Array, Reported, Res, Value, Weak, type_text};
use super::{consts::ConstTable, render};
use crate::dag::{Const, DType, Foreign};
use crate::diagnostic::{Diagnostic, Errors, SpanRange};
use crate::hash::HashMap;
use crate::limits;
use crate::parse::ast::{Block, Expr};
use crate::records::Records;
use crate::shared::Names;
use std::collections::HashSet;
use std::rc::Rc;

/// The state that all functions of a block share.
pub(crate) struct BlockState {
    /// The places of errors so far, as lines and columns of start and end. Unrolled loops and inlined helpers would
    /// repeat errors.
    reported: HashSet<(usize, usize, usize, usize)>,
    /// The number of expressions evaluated so far.
    expressions: usize,
    /// The number of operations of the functions before.
    pub(crate) operations: usize,
    pub(crate) names: Names,
    pub(crate) records: Rc<Records>,
    /// The foreign functions, by their positions in the block.
    pub(crate) foreign: HashMap<usize, Vec<Foreign>>,
    /// Whether the block turned out to be too large, so that nothing more is evaluated.
    pub(crate) exhausted: bool,
}

/// The state while one function is lowered.
///
/// Two parts of it work on their own: [`Graph`] makes nodes and reports nothing, and [`Scopes`] knows what names mean.
/// The methods of the checker itself evaluate expressions and report errors.
pub(crate) struct Checker<'a> {
    pub(crate) consts: &'a ConstTable,
    pub(crate) errors: &'a mut Errors,
    pub(crate) state: &'a mut BlockState,
    /// Names that stand for nothing, by function.
    pub(crate) unknown: HashSet<(Option<usize>, String)>,
    /// Whether an error was found (also one that was reported before).
    pub(crate) failed: bool,
    /// Nesting of the expression being lowered, helpers included.
    pub(crate) depth: usize,
    /// Whether the arguments of a call are being checked. Their errors are the caller's, not the helper's.
    pub(crate) binding_arguments: bool,
    /// Calls of helpers inlined so far.
    pub(crate) inlined: usize,
    pub(crate) scopes: Scopes<'a>,
    pub(crate) graph: Graph,
    /// Dimensions of the checked function that its body mentions.
    pub(crate) used_dims: HashSet<String>,
    /// Helpers that were inlined.
    pub(crate) called: HashSet<usize>,
    /// Iterations of `for` loops unrolled so far.
    pub(crate) unrolled: usize,
    /// The values of `let`s that are to be inlined.
    pub(crate) inlined_lets: Vec<Inlined>,
    /// The built-in function whose arguments are being taken.
    pub(crate) within: Option<&'static FunctionInfo>,
}

impl BlockState {
    pub(crate) fn new(block: &Block) -> BlockState {
        BlockState {
            reported: HashSet::new(),
            expressions: 0,
            operations: 0,
            names: Names::new(block),
            records: Rc::new(Records::new(block)),
            foreign: HashMap::default(),
            exhausted: false,
        }
    }
}

/// A value, with the text that it was written as.
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) text: String,
    pub(crate) span: SpanRange,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        block: &'a Block,
        consts: &'a ConstTable,
        errors: &'a mut Errors,
        state: &'a mut BlockState,
        name: &str,
    ) -> Checker<'a> {
        Checker {
            consts,
            errors,
            state,
            unknown: HashSet::new(),
            failed: false,
            depth: 0,
            binding_arguments: false,
            inlined: 0,
            scopes: Scopes::new(block),
            graph: Graph::new(name),
            used_dims: HashSet::new(),
            called: HashSet::new(),
            unrolled: 0,
            inlined_lets: Vec::new(),
            within: None,
        }
    }

    /// Sets the line that the nodes added from now on come from, and returns the line before. Nodes of another block
    /// come from the line of its call, because the lines of another file are not lines of this one.
    pub(crate) fn at(&mut self, span: SpanRange) -> usize {
        match self.scopes.home() {
            0 => self.graph.dag.at_line(span.start.start().line),
            _ => self.graph.dag.line(),
        }
    }

    /// The function of the block that a name in scope calls.
    pub(crate) fn function_named(&self, name: &str) -> Option<usize> {
        self.state.names.function(self.scopes.home(), name)
    }

    /// Reports an error, unless one was reported at the same place before.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.failed = true;
        let (start, end) = (diagnostic.span.start.start(), diagnostic.span.end.end());
        if self.state.reported.insert((start.line, start.column, end.line, end.column)) {
            let diagnostic = self.scopes.name_dtype_parameters(diagnostic);
            let diagnostic = self.with_call_chain(diagnostic);
            self.errors.push(diagnostic);
            // The search for similar names takes time for each of them.
            self.state.exhausted |= self.errors.is_full();
        }
        Reported::after_error()
    }

    /// Adds to a message the calls that led into the helper with the error, because its sizes are those of the caller.
    fn with_call_chain(&self, diagnostic: Diagnostic) -> Diagnostic {
        let names: Vec<String> = self
            .scopes
            .frames
            .iter()
            .filter_map(|f| Some(format!("`{}`", self.scopes.block.fns.get(f.function?)?.name)))
            .collect();
        let [callers @ .., callee] = &names[..] else { return diagnostic };
        if callers.is_empty() || self.binding_arguments {
            return diagnostic;
        }
        diagnostic.fact(format_args!("in {callee}, called from {}", callers.join(" -> ")))
    }

    /// Counts an expression that is evaluated. Reports an error once there are too many, and nothing from then on.
    pub(crate) fn is_small(&mut self, span: SpanRange) -> Res<()> {
        if self.state.exhausted {
            self.failed = true;
            return Err(Reported::after_error());
        }
        self.state.expressions += 1;
        let operations = self.state.operations + self.graph.dag.operation_count();
        let (what, limit) = match self.state.expressions > limits::EXPRESSIONS {
            true => ("expressions", limits::EXPRESSIONS),
            false if operations > limits::OPERATIONS => {
                ("operations on elements", limits::OPERATIONS)
            }
            false => return Ok(()),
        };
        self.state.exhausted = true;
        let what = format!("too many {what} in this block");
        Err(self.report(
            limits::exceeded(span, what, limit)
                .fact("loops are unrolled, and functions without `pub` are inlined, before they are counted")
                .help("move functions into a block of their own, or replace a `for` by array operations"),
        ))
    }

    /// Reports an error that has only a claim and a help, and returns `Err`.
    pub(crate) fn fail<T>(
        &mut self,
        span: impl Into<SpanRange>,
        claim: impl Into<String>,
        help: impl std::fmt::Display,
    ) -> Res<T> {
        Err(self.report(Diagnostic::new(span, claim).help(help)))
    }

    pub(crate) fn operand(&mut self, expr: &Expr) -> Res<Operand> {
        let value = self.expr(expr)?;
        let operand = Operand { value, text: render::text(expr), span: expr.span };
        self.refuse_complex(&operand)?;
        Ok(operand)
    }

    /// An error for a complex argument of a function of real numbers.
    fn refuse_complex(&mut self, operand: &Operand) -> Res<()> {
        let complex = match &operand.value {
            Value::Weak(Weak::Complex(..)) => true,
            Value::Array(array) => array.dtype.is_complex(),
            _ => false,
        };
        let Some(function) = self.within.filter(|f| complex && !f.flags.complex) else {
            return Ok(());
        };
        let message = format!("`{}` does not work on complex numbers", function.name);
        Err(self.report(
            Diagnostic::new(operand.span, message)
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                .help("take the parts, `real(z)` and `imag(z)`, or `abs(z)`"),
        ))
    }

    /// Evaluates all of `exprs`, so that every error in them is reported.
    pub(crate) fn operands(&mut self, exprs: &[&Expr]) -> Res<Vec<Operand>> {
        let all: Vec<Res<Operand>> = exprs.iter().map(|e| self.operand(e)).collect();
        all.into_iter().collect()
    }

    /// Error for two typed operands of different dtype.
    pub(crate) fn dtype_mismatch(
        &mut self,
        span: SpanRange,
        claim: &str,
        left: (&str, &Operand, DType),
        right: (&str, &Operand, DType),
    ) -> Reported {
        let ((left_label, left, left_dtype), (right_label, right, right_dtype)) = (left, right);
        self.report(
            Diagnostic::new(
                span,
                format!("{claim} mixes {left_dtype} and {right_dtype}; dtypes never mix silently"),
            )
            .fact(format_args!("{left_label}: `{}` is {}", left.text, left.value.type_text()))
            .fact(format_args!("{right_label}: `{}` is {}", right.text, right.value.type_text()))
            .help(meeting((&left.text, left_dtype), (&right.text, right_dtype))),
        )
    }
}

/// Rust's `as`.
pub(crate) fn cast_constant(value: Const, dtype: DType) -> Const {
    match value.to_i128() {
        Some(i) => Const::from_i128(dtype, i),
        None => Const::from_f64(dtype, value.to_f64()),
    }
}

/// `f64`, `[f64; E, N]`, for messages.
pub(crate) fn array_text(array: &Array) -> String {
    type_text(array.dtype, array.bound.as_ref(), &array.shape)
}
