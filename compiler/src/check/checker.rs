//! The state of lowering one function, and the few primitives that everything else is built on.

use super::ops::FunctionInfo;
use super::promote::meeting;
use super::tuning::Inlined;
use super::value::{Array, Data, Lazy, Reported, Res, Value, Weak, type_text};
use super::weak::{exact_quotient, is_moderate};
use super::{consts::ConstTable, render};
use crate::dag::{
    Binary, Const, Constraint, DType, Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Var,
};
use crate::diagnostic::{Diagnostic, Errors, SpanRange};
use crate::limits;
use crate::parse::ast::{BinaryOp, Block, Expr, ExprKind};
use crate::records::Records;
use crate::shared::Names;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What a name stands for.
#[derive(Clone)]
pub(crate) struct Binding {
    /// `Err` after an error: uses stay silent.
    pub(crate) value: Res<Value>,
    pub(crate) kind: BindingKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindingKind {
    Param {
        mutable: bool,
    },
    Local,
    Dim,
    /// An index of a closure or the variable of a `for`.
    Index,
}

/// A function being lowered: the one that is checked, or a helper that is being inlined.
pub(crate) struct Frame {
    /// Index into [`Block::fns`]; `None` while constants are evaluated.
    pub(crate) function: Option<usize>,
    pub(crate) scopes: Vec<HashMap<String, Binding>>,
    pub(crate) dtypes: HashMap<String, DType>,
}

/// An index of an open closure.
#[derive(Clone)]
pub(crate) struct LoopVar {
    pub(crate) var: Var,
    pub(crate) id: ScalarId,
    pub(crate) extent: Size,
}

/// What the functions of a block share.
pub(crate) struct BlockState {
    /// Places of errors: start and end, line and column. Unrolled loops and inlined helpers repeat themselves.
    reported: HashSet<(usize, usize, usize, usize)>,
    /// Expressions evaluated so far.
    expressions: usize,
    /// Operations of the functions before.
    pub(crate) operations: usize,
    pub(crate) names: Names,
    pub(crate) records: Rc<Records>,
    /// Whether the block turned out to be too large: nothing more is evaluated.
    pub(crate) exhausted: bool,
}

pub(crate) struct Checker<'a> {
    pub(crate) block: &'a Block,
    pub(crate) consts: &'a ConstTable,
    /// The block whose names are in scope where no function's are.
    pub(crate) home: usize,
    pub(crate) errors: &'a mut Errors,
    pub(crate) state: &'a mut BlockState,
    /// Names that stand for nothing, by function.
    pub(crate) unknown: HashSet<(Option<usize>, String)>,
    /// Whether an error was found (also one that was reported before).
    pub(crate) failed: bool,
    /// Nesting of the expression being lowered, helpers included.
    pub(crate) depth: usize,
    /// Whether the arguments of a call are being checked: the caller's matter, not the helper's.
    pub(crate) binding_arguments: bool,
    /// Calls of helpers inlined so far.
    pub(crate) inlined: usize,
    pub(crate) dag: Dag,
    pub(crate) frames: Vec<Frame>,
    pub(crate) loops: Vec<LoopVar>,
    /// Nodes whose elements are known to be in `0..D`.
    pub(crate) node_bounds: HashMap<NodeId, Size>,
    /// Pinned dimensions of each variant: what is to be proved must hold in all of them.
    pub(crate) variants: Vec<Vec<(String, i64)>>,
    /// Dimensions of the checked function that its body mentions.
    pub(crate) used_dims: HashSet<String>,
    /// Helpers that were inlined.
    pub(crate) called: HashSet<usize>,
    /// Iterations of `for` loops unrolled so far.
    pub(crate) unrolled: usize,
    /// Values of `let`s that are to be inlined.
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
            exhausted: false,
        }
    }
}

/// A value with the text it was written as.
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) text: String,
    pub(crate) span: SpanRange,
}

/// What an element of a result is, given the operands and the element's index.
type Rule = Rc<dyn Fn(&mut Dag, &[Array], &[ScalarId]) -> ScalarId>;

impl<'a> Checker<'a> {
    pub(crate) fn new(
        block: &'a Block,
        consts: &'a ConstTable,
        errors: &'a mut Errors,
        state: &'a mut BlockState,
        name: &str,
    ) -> Checker<'a> {
        Checker {
            block,
            consts,
            home: 0,
            errors,
            state,
            unknown: HashSet::new(),
            failed: false,
            depth: 0,
            binding_arguments: false,
            inlined: 0,
            dag: Dag::new(name),
            frames: Vec::new(),
            loops: Vec::new(),
            node_bounds: HashMap::new(),
            variants: vec![Vec::new()],
            used_dims: HashSet::new(),
            called: HashSet::new(),
            unrolled: 0,
            inlined_lets: Vec::new(),
            within: None,
        }
    }

    /// The block whose names are in scope.
    pub(crate) fn home(&self) -> usize {
        let function = self.frames.last().and_then(|frame| frame.function);
        function.map_or(self.home, |k| self.block.fns[k].home)
    }

    /// Says from where the nodes come that are added from now on; from where they came so far. What another block
    /// computes comes from its call: no line of that block's file is one of this.
    pub(crate) fn at(&mut self, span: SpanRange) -> usize {
        match self.home() {
            0 => self.dag.at_line(span.start.start().line),
            _ => self.dag.line(),
        }
    }

    /// The function of the block that a name in scope calls.
    pub(crate) fn function_named(&self, name: &str) -> Option<usize> {
        self.state.names.function(self.home(), name)
    }

    /// Reports an error, unless one was reported at the same place before.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.failed = true;
        let (start, end) = (diagnostic.span.start.start(), diagnostic.span.end.end());
        if self.state.reported.insert((start.line, start.column, end.line, end.column)) {
            let diagnostic = self.name_dtype_parameters(diagnostic);
            let diagnostic = self.with_call_chain(diagnostic);
            self.errors.push(diagnostic);
            // To look for names that were meant takes time for each of them.
            self.state.exhausted |= self.errors.is_full();
        }
        Reported::after_error()
    }

    /// Says which dtype parameter a dtype in the message stands for.
    fn name_dtype_parameters(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let Some(frame) = self.frames.last() else { return diagnostic };
        let message = diagnostic.message();
        let mut parameters: Vec<_> = frame.dtypes.iter().collect();
        parameters.sort();
        for (name, dtype) in parameters {
            if message.contains(dtype.name()) {
                diagnostic = diagnostic.fact(format_args!("`{name}` is {dtype} here"));
            }
        }
        diagnostic
    }

    /// Says which calls led into the helper that has the error: its sizes are the caller's.
    fn with_call_chain(&self, diagnostic: Diagnostic) -> Diagnostic {
        let names: Vec<String> = self
            .frames
            .iter()
            .filter_map(|f| Some(format!("`{}`", self.block.fns.get(f.function?)?.name)))
            .collect();
        let [callers @ .., callee] = &names[..] else { return diagnostic };
        if callers.is_empty() || self.binding_arguments {
            return diagnostic;
        }
        diagnostic.fact(format_args!("in {callee}, called from {}", callers.join(" -> ")))
    }

    /// Counts an expression that is evaluated; an error once there are too many, and silence from then on.
    pub(crate) fn is_small(&mut self, span: SpanRange) -> Res<()> {
        if self.state.exhausted {
            self.failed = true;
            return Err(Reported::after_error());
        }
        self.state.expressions += 1;
        let operations = self.state.operations + self.dag.operation_count();
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

    /// `Err` with a claim and a help alone.
    pub(crate) fn fail<T>(
        &mut self,
        span: impl Into<SpanRange>,
        claim: impl Into<String>,
        help: impl std::fmt::Display,
    ) -> Res<T> {
        Err(self.report(Diagnostic::new(span, claim).help(help)))
    }

    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function is being lowered")
    }

    pub(crate) fn lookup(&self, name: &str) -> Option<&Binding> {
        self.frames.last()?.scopes.iter().rev().find_map(|s| s.get(name))
    }

    pub(crate) fn bind(&mut self, name: &str, value: Res<Value>, kind: BindingKind) {
        let scope = self.frame().scopes.last_mut().expect("a scope");
        scope.insert(name.to_string(), Binding { value, kind });
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
        let Some(function) = self.within.filter(|f| complex && !f.takes_complex()) else {
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

    // ----- emitting -------------------------------------------------------------------------

    /// An operand as part of comprehensions: literal arrays become nodes.
    pub(crate) fn materialise(&mut self, array: Array) -> Array {
        let Data::Constant(_) = &array.data else { return array };
        if array.dtype.is_complex() {
            return self.materialise(array.real()).complex();
        }
        let axes: Vec<ScalarId> = (0..array.rank()).map(|k| self.dag.axis(k)).collect();
        let body = array.element(&mut self.dag, &axes);
        let node = self.dag.compute("constant", array.shape.clone(), body);
        Array { data: Data::Node(node), ..array }
    }

    /// `out[i...] = rule(operands, i...)`: a node, or inside a closure, where an operand depends on
    /// a loop variable, a rule for elements. If operands are complex, the rule is that for each of their
    /// parts: what only moves elements need not know of them.
    pub(crate) fn emit(
        &mut self,
        name: &str,
        shape: Vec<Size>,
        operands: Vec<Array>,
        rule: impl Fn(&mut Dag, &[Array], &[ScalarId]) -> ScalarId + 'static,
    ) -> Array {
        self.emit_rule(name, shape, operands, Rc::new(rule))
    }

    /// As [`Checker::emit`], which is compiled once for each of some 200 rules, and is short for that.
    fn emit_rule(
        &mut self,
        name: &str,
        mut shape: Vec<Size>,
        operands: Vec<Array>,
        rule: Rule,
    ) -> Array {
        if !operands.iter().any(|a| a.dtype.is_complex()) {
            return self.emit_real(name, shape, operands, rule);
        }
        shape.push(Size::constant(2));
        let complex: Vec<bool> = operands.iter().map(|a| a.dtype.is_complex()).collect();
        let views = operands.iter().map(Array::real).collect();
        let of_parts: Rule = Rc::new(move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let parts: Vec<Array> = arrays
                .iter()
                .zip(&complex)
                .map(|(array, complex)| match complex {
                    true => Array {
                        shape: array.shape[..array.rank() - 1].to_vec(),
                        data: Data::Part(Rc::new(array.clone()), *part),
                        ..array.clone()
                    },
                    false => array.clone(),
                })
                .collect();
            rule(dag, &parts, index)
        });
        self.emit_real(name, shape, views, of_parts).complex()
    }

    fn emit_real(
        &mut self,
        name: &str,
        shape: Vec<Size>,
        operands: Vec<Array>,
        rule: Rule,
    ) -> Array {
        let open = !self.loops.is_empty() && operands.iter().any(|a| a.open);
        let operands: Vec<Array> = operands.into_iter().map(|a| self.materialise(a)).collect();
        let axes: Vec<ScalarId> = (0..shape.len()).map(|k| self.dag.axis(k)).collect();
        let body = rule(&mut self.dag, &operands, &axes);
        let dtype = self.dag.dtype(body);
        if open && !shape.is_empty() {
            let lazy = Lazy::new(move |dag, index| rule(dag, &operands, index));
            return Array { shape, dtype, data: Data::Lazy(lazy), bound: None, open };
        }
        if shape.is_empty() && (open || self.is_free_standing(body)) {
            return Array::scalar(dtype, body, open);
        }
        let node = self.dag.compute(name, shape.clone(), body);
        Array::node(shape, dtype, node)
    }

    /// Marks the elements as indices into `0..bound`.
    pub(crate) fn bounded(&mut self, array: Array, bound: Option<Size>) -> Array {
        if let (Data::Node(node), Some(bound)) = (&array.data, &bound) {
            self.node_bounds.insert(*node, bound.clone());
        }
        array.with_bound(bound)
    }

    /// Constants and sizes are cheap enough to repeat in every user.
    fn is_free_standing(&self, id: ScalarId) -> bool {
        match self.dag.scalar(id) {
            Scalar::Const(_) | Scalar::Size(_) => true,
            Scalar::Cast(_, a) => matches!(self.dag.scalar(*a), Scalar::Size(_)),
            _ => false,
        }
    }

    pub(crate) fn constant(&mut self, value: Const) -> Array {
        let id = self.dag.constant(value);
        Array::scalar(value.dtype, id, false)
    }

    // ----- weak values ----------------------------------------------------------------------

    /// A weak number as a scalar of `dtype`.
    pub(crate) fn weak_to(&mut self, weak: &Weak, dtype: DType, span: SpanRange) -> Res<Array> {
        if dtype.is_complex() {
            let (re, im) = match weak {
                Weak::Complex(re, im) => (Weak::Float(*re), Weak::Float(*im)),
                other => (other.clone(), Weak::Float(0.0)),
            };
            let re = self.weak_to(&re, dtype.part(), span)?;
            let im = self.weak_to(&im, dtype.part(), span)?;
            let Some((re_value, im)) = self.as_constant(&re).zip(self.as_constant(&im)) else {
                return Ok(self.make_complex(&re, dtype));
            };
            let data = Data::Constant(Rc::new(vec![re_value, im]));
            return Ok(Array { shape: Vec::new(), dtype, data, bound: None, open: false });
        }
        let constant = match weak {
            Weak::Complex(..) => {
                return Err(self.report(
                    Diagnostic::new(span, format!("a complex number does not fit {dtype}")).help(
                        format_args!("convert the other operand with `as {}`", dtype.complex_of()),
                    ),
                ));
            }
            Weak::Bool(b) => Const::from_i128(dtype, *b as i128),
            Weak::Float(f) if dtype.is_float() => Const::from_f64(dtype, *f),
            Weak::Float(f) => {
                return Err(self.report(
                    Diagnostic::new(span, format!("the float {f:?} does not fit {dtype}"))
                        .help("convert the other operand with `as f64`"),
                ));
            }
            Weak::Int(i) => {
                let fits = dtype.integer_range().is_none_or(|(low, high)| (low..=high).contains(i));
                if !fits {
                    return Err(self.report(
                        Diagnostic::new(span, format!("the integer {i} does not fit {dtype}"))
                            .help(match wide_enough(dtype, *i) {
                                Some(wide) => format!("convert the other operand with `as {wide}`"),
                                None => "a float holds it: write it with a point".to_string(),
                            }),
                    ));
                }
                Const::from_i128(dtype, *i)
            }
            Weak::Size(size) => {
                if let Some((low, high)) = dtype.integer_range().filter(|_| dtype != DType::I64) {
                    self.require_size_in(size, dtype, [low, high], span)?;
                }
                let id = self.dag.size(size.clone());
                let id = self.dag.cast(dtype, id);
                return Ok(Array::scalar(dtype, id, false));
            }
        };
        Ok(self.constant(constant))
    }

    /// A size that meets integers of a dtype fits it, at every call: as in NumPy nothing wraps silently here.
    fn require_size_in(
        &mut self,
        size: &Size,
        dtype: DType,
        [low, high]: [i128; 2],
        span: SpanRange,
    ) -> Res<()> {
        let message = format!("the size {size} has to fit {dtype}");
        let help = "convert the other operand to a dtype that holds it, with `as`";
        let [low, high] = [low, high].map(|bound| i64::try_from(bound).ok().map(Size::constant));
        if let Some(high) = high {
            self.require(&high.sub(size), span, &message, help)?;
        }
        match low {
            Some(low) => self.require(&size.sub(&low), span, &message, help),
            None => Ok(()),
        }
    }

    /// Any value as an array; weak ones get their default dtype.
    pub(crate) fn as_array(&mut self, operand: &Operand) -> Res<Array> {
        match &operand.value {
            Value::Array(a) => Ok(a.clone()),
            Value::Weak(w) => self.weak_to(w, w.default_dtype(), operand.span),
            Value::Tuple(_) | Value::Record(_) | Value::Function(_) => {
                Err(self.not_one_array(operand))
            }
        }
    }

    /// The error for a tuple, a record or a function where one array is needed.
    pub(crate) fn not_one_array(&mut self, operand: &Operand) -> Reported {
        if let Value::Record(record) = &operand.value {
            let claim = format!("expected an array, found the record `{}`", operand.text);
            let help = super::records::fields_of(&operand.text, record);
            return self.report(
                Diagnostic::new(operand.span, claim)
                    .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                    .help(help),
            );
        }
        if let Value::Function(_) = &operand.value {
            let claim = format!("expected an array, found the function `{}`", operand.text);
            let help = format!("call it: `{}(...)`", operand.text);
            return self.report(Diagnostic::new(operand.span, claim).help(help));
        }
        let claim = format!("expected an array, found the tuple `{}`", operand.text);
        self.report(
            Diagnostic::new(operand.span, claim)
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                .help(match operand.value {
                    Value::Tuple(ref items) if items.is_empty() => {
                        "a shape, a type or an array stands here".to_string()
                    }
                    _ => format!(
                        "take a part, `let (a, b) = {0};`, or join them, `stack([a, b])`",
                        operand.text
                    ),
                }),
        )
    }

    pub(crate) fn array(&mut self, expr: &Expr) -> Res<Array> {
        let operand = self.operand(expr)?;
        self.as_array(&operand)
    }

    /// A cast within the user's comprehension where the operand is a scalar, else a node.
    pub(crate) fn cast(&mut self, array: &Array, dtype: DType) -> Array {
        if array.dtype == dtype && array.bound.is_none() {
            return array.clone();
        }
        if array.dtype == dtype {
            return array.clone().with_bound(None);
        }
        if dtype.is_complex() {
            return self.make_complex(array, dtype);
        }
        if let Data::Constant(elements) = &array.data {
            let cast = elements.iter().map(|c| cast_constant(*c, dtype)).collect();
            let data = Data::Constant(std::rc::Rc::new(cast));
            return Array { data, dtype, ..array.clone() };
        }
        if let Some(c) = self.as_constant(array) {
            return self.constant(cast_constant(c, dtype));
        }
        self.emit("cast", array.shape.clone(), vec![array.clone()], move |dag, a, i| {
            let element = a[0].element(dag, i);
            dag.cast(dtype, element)
        })
    }

    /// The value of a typed scalar that is a constant.
    pub(crate) fn as_constant(&self, array: &Array) -> Option<Const> {
        match &array.data {
            _ if array.dtype.is_complex() => None,
            Data::Scalar(id) => match self.dag.scalar(*id) {
                Scalar::Const(c) => Some(*c),
                _ => None,
            },
            Data::Constant(elements) if array.shape.is_empty() => elements.first().copied(),
            _ => None,
        }
    }

    /// The value as a size, if it is known from the dimensions alone.
    pub(crate) fn as_size(&self, value: &Value) -> Option<Size> {
        self.any_size(value).filter(is_moderate)
    }

    fn any_size(&self, value: &Value) -> Option<Size> {
        match value {
            Value::Weak(Weak::Int(i)) => Some(Size::constant(i64::try_from(*i).ok()?)),
            Value::Weak(Weak::Size(s)) => Some(s.clone()),
            Value::Array(a) if a.dtype.is_integer() && a.shape.is_empty() => {
                if let Some(c) = self.as_constant(a) {
                    return Some(Size::constant(i64::try_from(c.to_i128()?).ok()?));
                }
                match &a.data {
                    Data::Scalar(id) => match self.dag.scalar(*id) {
                        Scalar::Size(s) => Some(s.clone()),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The quotient that `floor_div` of sizes is unless its divisor is zero, and the divisor.
    fn quotient_of_sizes(&self, value: &Value) -> Option<(Size, Size)> {
        let Value::Array(Array { data: Data::Node(node), .. }) = value else { return None };
        let NodeKind::Compute(body) = self.dag.node(*node).kind else { return None };
        let Scalar::Binary(Binary::FloorDiv, x, y) = self.dag.scalar(body) else { return None };
        let (Scalar::Size(x), Scalar::Size(y)) = (self.dag.scalar(*x), self.dag.scalar(*y)) else {
            return None;
        };
        let quotient = exact_quotient(x, y).filter(is_moderate)?;
        Some((quotient, y.clone()))
    }

    /// A size that the dimensions determine.
    pub(crate) fn size_expr(&mut self, expr: &Expr) -> Res<Size> {
        let value = self.expr(expr)?;
        if let Some(size) = self.as_size(&value) {
            return Ok(size);
        }
        if let Some((size, divisor)) = self.quotient_of_sizes(&value) {
            let message = format!("the size `{}` divides by {divisor}", render::text(expr));
            let help = "a size that is divided by nothing has no value: divide by a literal";
            self.require(&divisor.sub(&Size::one()), expr.span, &message, help)?;
            return Ok(size);
        }
        let what = value.type_text();
        let diagnostic = Diagnostic::new(
            expr.span,
            format!(
                "a size has to follow from the dimensions, but `{}` is {what}",
                render::text(expr)
            ),
        );
        Err(self.report(match &expr.kind {
            ExprKind::Binary(BinaryOp::Div, _, left, right) => diagnostic.help(format_args!(
                "`/` gives f64; for sizes write `floor_div({}, {})`",
                render::text(left),
                render::text(right)
            )),
            _ => diagnostic
                .help("sizes are made of integers, dimensions, `+`, `-`, `*` and `floor_div`"),
        }))
    }

    /// A constant integer (an axis, a step).
    pub(crate) fn const_int(&mut self, expr: &Expr, what: &str) -> Res<i64> {
        let value = self.expr(expr)?;
        match self.as_size(&value).and_then(|s| s.as_constant()) {
            Some(c) => Ok(c),
            None => {
                let text = render::text(expr);
                let claim = format!("{what} has to be a constant integer, not `{text}`");
                Err(self.report(
                    Diagnostic::new(expr.span, claim)
                        .help("write a literal, or a `const` of the block: `const K: i64 = 2;`"),
                ))
            }
        }
    }

    pub(crate) fn const_bool(&mut self, expr: &Expr, what: &str) -> Res<bool> {
        match self.expr(expr)? {
            Value::Weak(Weak::Bool(b)) => Ok(b),
            _ => {
                let text = render::text(expr);
                self.fail(
                    expr.span,
                    format!("{what} has to be `true` or `false`, not `{text}`"),
                    "what decides a shape is known here: write `true` or `false`",
                )
            }
        }
    }

    // ----- sizes ----------------------------------------------------------------------------

    /// Whether `size >= 0` in every variant.
    pub(crate) fn is_non_negative(&self, size: &Size) -> bool {
        size.at_least(0)
            || self.variants.iter().all(|pins| {
                let fixed = size.substitute(&|name| {
                    let pin = pins.iter().find(|(dim, _)| dim == name)?;
                    Some(Size::constant(pin.1))
                });
                fixed.at_least(0)
            })
    }

    /// Which of the axes may have no elements.
    pub(crate) fn may_be_empty(&self, array: &Array, axes: &[usize]) -> Vec<usize> {
        let empty = |axis: &&usize| !self.is_non_negative(&array.shape[**axis].sub(&Size::one()));
        axes.iter().filter(empty).copied().collect()
    }

    /// `size >= 0` at every call: provable, a condition on the call, or impossible. The remedy is for what is
    /// already known to fail.
    pub(crate) fn require(
        &mut self,
        size: &Size,
        span: SpanRange,
        message: &str,
        help: impl std::fmt::Display,
    ) -> Res<()> {
        if self.is_non_negative(size) {
            return Ok(());
        }
        let never = Size::constant(-1).sub(size);
        if self.is_non_negative(&never) {
            let diagnostic = Diagnostic::new(span, message);
            return Err(self.report(diagnostic.help(help)));
        }
        if !self.dag.constraints.iter().any(|c| c.size == *size) {
            let message = format!("{message}: needs {}", at_least_zero(size));
            self.dag.constraints.push(Constraint { size: size.clone(), message });
        }
        Ok(())
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

/// The least integer dtype that holds `dtype` and `value`.
fn wide_enough(dtype: DType, value: i128) -> Option<DType> {
    let holds =
        |d: &DType| d.integer_range().is_some_and(|(low, high)| (low..=high).contains(&value));
    let wider = |d: &DType| d.is_integer() && dtype.common_with(*d) == *d && holds(d);
    DType::ALL.into_iter().filter(wider).min_by_key(|d| (d.bytes(), d.is_signed()))
}

/// `size >= 0` with the constant on the right: `N >= 3`.
fn at_least_zero(size: &Size) -> String {
    let constant: i64 = size.terms().filter(|(atoms, _)| atoms.is_empty()).map(|(_, c)| c).sum();
    let rest = size.sub(&Size::constant(constant));
    // `3 - N >= 0` reads better as `N <= 3`.
    if rest.terms().all(|(_, c)| c < 0) {
        return format!("{} <= {constant}", rest.scale(-1));
    }
    format!("{rest} >= {}", constant.wrapping_neg())
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
