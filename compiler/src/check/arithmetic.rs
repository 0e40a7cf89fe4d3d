//! Operators: arithmetic, comparison, bits, with NumPy's semantics.

use super::checker::{Checker, Operand};
use super::fold;
use super::graph::Graph;
use super::promote::{Common, weak_dtype};
use super::render;
use super::value::{Array, Reported, Res, Value, Weak};
use super::weak::{weak_binary, weak_negative};
use crate::dag::{Binary, Check, Const, DType, Reduce, ScalarId, Size, Unary, check};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::BinaryOp;

const SIDES: [&str; 2] = ["left", "right"];

impl Checker<'_> {
    pub(crate) fn negative(&mut self, a: &Operand, span: SpanRange) -> Res<Value> {
        match &a.value {
            Value::Weak(weak) => match weak_negative(weak) {
                Some(value) => Ok(Value::Weak(value)),
                None => self.fail(span, "`-` does not work on a bool", "`!` negates a bool"),
            },
            _ => {
                let array = self.as_array(a)?;
                if array.dtype == DType::Bool {
                    return Err(self.report(
                        Diagnostic::new(span, format!("`-` of the bool `{}`", a.text))
                            .help("`!` negates a bool"),
                    ));
                }
                Ok(Value::Array(
                    self.graph
                        .map("negative", &array, None, |dag, x| fold::unary(dag, Unary::Neg, x)),
                ))
            }
        }
    }

    pub(crate) fn positive(&mut self, a: &Operand, span: SpanRange) -> Res<Value> {
        match &a.value {
            Value::Record(_) | Value::Function(_) => Err(self.not_one_array(a)),
            Value::Tuple(_) => self.fail(
                span,
                "`+` does not work on a tuple",
                format_args!("name the parts: `let (a, b) = {};`", a.text),
            ),
            Value::Array(array) if array.dtype == DType::Bool => {
                let text = super::stmt::parenthesised(&a.text);
                self.fail(
                    span,
                    format!("`+` does not work on the bool `{}`", a.text),
                    format_args!("convert it: `{text} as i64`"),
                )
            }
            value => Ok(value.clone()),
        }
    }

    pub(crate) fn not(&mut self, a: &Operand, span: SpanRange) -> Res<Value> {
        match &a.value {
            Value::Weak(Weak::Bool(b)) => Ok(Value::Weak(Weak::Bool(!b))),
            Value::Weak(Weak::Int(i)) => Ok(Value::Weak(Weak::Int(!i))),
            _ => {
                let array = self.as_array(a)?;
                if array.dtype.is_float() || array.dtype.is_complex() {
                    return Err(self.report(
                        Diagnostic::new(
                            span,
                            format!("`!` of `{}`, which is {}", a.text, array.dtype),
                        )
                        .help("`!` works on bools and integers; `logical_not(x)` tests for zero"),
                    ));
                }
                Ok(Value::Array(
                    self.graph.map("not", &array, None, |dag, x| fold::unary(dag, Unary::Not, x)),
                ))
            }
        }
    }

    pub(crate) fn binary_operator(
        &mut self,
        op: BinaryOp,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Value> {
        match op {
            BinaryOp::MatMul => return self.matmul(span, left, right).map(Value::Array),
            BinaryOp::Pow => return self.power(span, left, right),
            _ => {}
        }
        if let (Value::Weak(a), Value::Weak(b)) = (&left.value, &right.value) {
            match weak_binary(op, a, b) {
                Ok(Some(value)) => return Ok(Value::Weak(value)),
                Ok(None) => {}
                Err(wrong) => return self.fail(span, wrong.claim, wrong.help),
            }
        }
        let sign = render::operator(op);
        let claim = format!("`{}`", render::binary(&left.text, op, &right.text));
        let claim = if claim.len() > 60 { format!("`{sign}`") } else { claim };
        let dtype = match bits_of_mixed(op, &left.value, &right.value) {
            Some(dtype) => dtype,
            None => match self.common_dtype(&claim, span, &SIDES, &[left, right])? {
                Common::Typed(dtype) => dtype,
                Common::Weak => weak_dtype(&[left, right]),
            },
        };
        if let Some(compared) = self.compared_beyond(op, dtype, span, left, right)? {
            return Ok(Value::Array(compared));
        }
        if dtype.is_complex() {
            return self.complex_operator(op, dtype, span, left, right);
        }
        let (scalar_op, dtype) = match operation(op, dtype) {
            Ok(found) => found,
            Err(help) => {
                let diagnostic =
                    Diagnostic::new(span, format!("`{sign}` does not work on {dtype}"))
                        .fact(format_args!("left: `{}` is {}", left.text, left.value.type_text()))
                        .fact(format_args!(
                            "right: `{}` is {}",
                            right.text,
                            right.value.type_text()
                        ))
                        .help(match (op, &right.value) {
                            // The user may also know `^` as a power.
                            (BinaryOp::Xor, _) if dtype.is_float() => {
                                let text = super::stmt::parenthesised;
                                format!(
                                    "a power is `{} ** {}`",
                                    text(&left.text),
                                    text(&right.text)
                                )
                            }
                            _ => help.to_string(),
                        });
                return Err(self.report(diagnostic));
            }
        };
        let name = operator_name(op);
        let array = self.binary(name, scalar_op, dtype, span, left, right)?;
        Ok(Value::Array(array))
    }

    /// A comparison of integers with a literal outside of their dtype, or with a size, which need not fit it either.
    /// The numbers themselves are compared, as in NumPy. `None` for all other operations.
    fn compared_beyond(
        &mut self,
        op: BinaryOp,
        dtype: DType,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Option<Array>> {
        let (Some(below), Some((low, high))) = (holds_below(op), dtype.integer_range()) else {
            return Ok(None);
        };
        let name = operator_name(op);
        let beyond = |value: &Value| match value {
            Value::Weak(Weak::Int(i)) if *i > high => Some(true),
            Value::Weak(Weak::Int(i)) if *i < low => Some(false),
            _ => None,
        };
        let (array, is_less) = match (beyond(&left.value), beyond(&right.value)) {
            (None, Some(above)) => (self.as_array(left)?, above),
            (Some(above), None) => (self.as_array(right)?, !above),
            _ => {
                let is_size = |o: &Operand| matches!(o.value, Value::Weak(Weak::Size(_)));
                if dtype == DType::I64 || !(is_size(left) || is_size(right)) {
                    return Ok(None);
                }
                return self.compared_with_size(op, span, left, right).map(Some);
            }
        };
        let ordered = !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let holds = if ordered && !is_less { !below } else { below };
        Ok(Some(self.graph.map(name, &array, None, move |dag, _| dag.constant(Const::bool(holds)))))
    }

    /// A comparison of integers with a size, in `i64`, the type of sizes.
    fn compared_with_size(
        &mut self,
        op: BinaryOp,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Array> {
        let mut sides = Vec::new();
        for operand in [left, right] {
            let array = match &operand.value {
                Value::Weak(weak) => self.weak_to(weak, DType::I64, operand.span)?,
                _ => self.as_array(operand)?,
            };
            sides.push((operand.text.as_str(), array.with_bound(None)));
        }
        let Ok((scalar_op, _)) = operation(op, DType::I64) else {
            unreachable!("integers are compared")
        };
        self.elementwise(operator_name(op), span, &SIDES, &sides, None, move |dag, x| {
            let [a, b] = [x[0], x[1]].map(|x| match dag.dtype(x) {
                // Numbers that are cut off here are larger than all sizes.
                DType::U64 => {
                    let most = dag.constant(Const::from_i128(DType::U64, i64::MAX.into()));
                    let x = dag.binary(Binary::Min, x, most);
                    dag.cast(DType::I64, x)
                }
                _ => dag.cast(DType::I64, x),
            });
            dag.binary(scalar_op, a, b)
        })
    }

    /// `op` on two broadcast operands in `dtype`.
    pub(crate) fn binary(
        &mut self,
        name: &str,
        op: Binary,
        dtype: DType,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Array> {
        let (a, b) = (self.coerced(left, dtype)?, self.coerced(right, dtype)?);
        let operands = [(left.text.as_str(), a), (right.text.as_str(), b)];
        self.elementwise(name, span, &SIDES, &operands, Some(dtype), move |dag, x| {
            fold::binary(dag, op, x[0], x[1])
        })
    }

    /// `left ** right`
    pub(crate) fn power(&mut self, span: SpanRange, left: &Operand, right: &Operand) -> Res<Value> {
        if let (Value::Weak(a), Value::Weak(b)) = (&left.value, &right.value) {
            match weak_binary(BinaryOp::Pow, a, b) {
                Ok(Some(value)) => return Ok(Value::Weak(value)),
                Ok(None) => {}
                Err(wrong) => return self.fail(span, wrong.claim, wrong.help),
            }
        }
        let complex = |value: &Value| match value {
            Value::Weak(weak) => matches!(weak, Weak::Complex(..)),
            Value::Array(array) => array.dtype.is_complex(),
            Value::Tuple(_) | Value::Record(_) | Value::Function(_) => false,
        };
        if complex(&left.value) || complex(&right.value) {
            let dtype = match self.common_dtype("`**`", span, &SIDES, &[left, right])? {
                Common::Typed(dtype) => dtype,
                Common::Weak => weak_dtype(&[left, right]),
            };
            return self.complex_power(dtype, span, left, right);
        }
        // Literal exponents come first, because they do not mix dtypes.
        if let Value::Array(base) = &left.value {
            let base = base.clone();
            match &right.value {
                Value::Weak(Weak::Int(n)) => return self.integer_power(span, &base, left, *n),
                Value::Array(exponent) if base.dtype.is_float() && exponent.dtype.is_integer() => {
                    if let Some(n) = self.graph.as_constant(exponent).and_then(|c| c.to_i128()) {
                        return self.integer_power(span, &base, left, n);
                    }
                }
                Value::Weak(Weak::Float(f)) if base.dtype.is_float() => {
                    let whole = *f as i128;
                    if whole as f64 == *f && (-1..=MAX_UNROLLED_EXPONENT).contains(&whole) {
                        return self.integer_power(span, &base, left, whole);
                    }
                    if *f == 0.5 {
                        return Ok(Value::Array(
                            self.graph.map("sqrt", &base, None, |dag, x| dag.unary(Unary::Sqrt, x)),
                        ));
                    }
                }
                _ => {}
            }
        }
        let dtype = match self.common_dtype("`**`", span, &SIDES, &[left, right])? {
            Common::Typed(dtype) => dtype,
            Common::Weak => weak_dtype(&[left, right]),
        };
        let of_bools = dtype == DType::Bool;
        let dtype = bools_in_i8(dtype);
        if dtype.is_float() {
            return Ok(Value::Array(self.binary("pow", Binary::Pow, dtype, span, left, right)?));
        }
        let (a, b) = (self.coerced(left, dtype)?, self.coerced(right, dtype)?);
        let exponent = self.graph.cast(&b, dtype);
        match self.graph.as_constant(&exponent).and_then(|c| c.to_i128()) {
            Some(n) if n < 0 => return Err(self.negative_exponent(span, left)),
            Some(_) => {}
            None if dtype.is_signed() && !of_bools => self.graph.check_exponents(&exponent, right),
            None => {}
        }
        let operands = [(left.text.as_str(), a), (right.text.as_str(), exponent)];
        let array = self.elementwise("pow", span, &SIDES, &operands, Some(dtype), |dag, x| {
            let exponent = dag.cast(DType::I64, x[1]);
            dag.binary(Binary::PowI, x[0], exponent)
        })?;
        Ok(Value::Array(array))
    }

    /// `base ** n` for a literal `n`.
    fn integer_power(
        &mut self,
        span: SpanRange,
        base: &Array,
        left: &Operand,
        n: i128,
    ) -> Res<Value> {
        // As in NumPy, where `b ** 2` is `square(b)`, and other exponents are integers that bools meet.
        let base = &match base.dtype {
            DType::Bool => self.graph.cast(base, if n == 2 { DType::I8 } else { DType::I64 }),
            _ => base.clone(),
        };
        let dtype = base.dtype;
        if n < 0 && dtype.is_integer() {
            return Err(self.negative_exponent(span, left));
        }
        if n == 1 {
            return Ok(Value::Array(base.clone().with_bound(None)));
        }
        if n == -1 {
            return Ok(Value::Array(self.graph.map("reciprocal", base, None, move |dag, x| {
                let one = dag.constant(Const::from_i128(dtype, 1));
                dag.binary(Binary::Div, one, x)
            })));
        }
        let Ok(small) = i64::try_from(n) else {
            return self.fail(
                span,
                format!("the exponent {n} is too large"),
                "a float exponent has no limit: `x ** 1e20`",
            );
        };
        if dtype.is_float() && !(0..=MAX_UNROLLED_EXPONENT).contains(&n) {
            return Ok(Value::Array(self.graph.map("pow", base, None, move |dag, x| {
                let exponent = dag.constant(Const::from_i128(dtype, n));
                dag.binary(Binary::Pow, x, exponent)
            })));
        }
        Ok(Value::Array(self.graph.map("pow", base, None, move |dag, x| {
            let exponent = dag.constant(Const::i64(small));
            dag.binary(Binary::PowI, x, exponent)
        })))
    }

    fn negative_exponent(&mut self, span: SpanRange, left: &Operand) -> Reported {
        self.report(
            Diagnostic::new(span, "integers to negative integer powers are not allowed")
                .fact(format_args!("left: `{}` is {}", left.text, left.value.type_text()))
                .help("convert the base: `x as f64`"),
        )
    }
}

impl Graph {
    /// The comprehension `rule(x)` for each element `x`, which is cast to `dtype` first if one is given.
    pub(crate) fn map(
        &mut self,
        name: &str,
        array: &Array,
        dtype: Option<DType>,
        rule: impl Fn(&mut crate::dag::Dag, ScalarId) -> ScalarId + 'static,
    ) -> Array {
        self.emit(name, array.shape.clone(), vec![array.clone()], move |dag, a, index| {
            let mut element = a[0].element(dag, index);
            if let Some(dtype) = dtype {
                element = fold::cast(dag, dtype, element);
            }
            rule(dag, element)
        })
    }

    /// A run-time check that no element of an array of one axis, which is not empty, is larger than the next.
    pub(crate) fn check_ascending(&mut self, array: &Array, claim: &str, help: &str) {
        let shape = vec![array.shape[0].sub(&Size::one())];
        let decreases = self.emit("decreases", shape, vec![array.clone()], |dag, a, index| {
            let one = dag.constant(Const::i64(1));
            let next = dag.binary(Binary::Add, index[0], one);
            let (this, next) = (a[0].element(dag, index), a[0].element(dag, &[next]));
            dag.binary(Binary::Gt, this, next)
        });
        let sizes = [array.shape[0].clone()];
        self.check_elements(&decreases, claim, &sizes, help, |_, decreases| decreases);
    }

    fn check_exponents(&mut self, exponent: &Array, operand: &Operand) {
        let claim = format!("the exponent `{}` of integers is negative", operand.text);
        let help = "convert the base: `x as f64`";
        self.check_elements(exponent, &claim, &[], help, |dag, x| {
            let zero = dag.constant(Const::from_i128(dag.dtype(x), 0));
            dag.binary(Binary::Lt, x, zero)
        });
    }

    /// Adds a run-time check that no element of `array` is `bad`. Inside a closure these are the elements of all its
    /// iterations.
    ///
    /// The message consists of the claim, the position, the value, the dimensions of the `sizes` that the claim
    /// mentions, and the help.
    pub(crate) fn check_elements(
        &mut self,
        array: &Array,
        claim: &str,
        sizes: &[Size],
        help: &str,
        bad: impl Fn(&mut crate::dag::Dag, ScalarId) -> ScalarId,
    ) {
        let array = self.materialise(array.clone());
        let mut vars = Vec::new();
        let mut extents = Vec::new();
        let mut index = Vec::new();
        for size in &array.shape {
            let var = self.dag.fresh_var();
            index.push(self.dag.var(var));
            vars.push(var);
            extents.push(size.clone());
        }
        let element = array.element(&mut self.dag, &index);
        // Loop variables of enclosing closures come first, because they vary slowest.
        let outer: Vec<_> = self
            .loops
            .iter()
            .filter(|l| array.open && super::range::mentions(&self.dag, element, l.var))
            .cloned()
            .collect();
        let mut positions: Vec<(ScalarId, crate::dag::Size)> =
            outer.iter().map(|l| (l.id, l.extent.clone())).collect();
        positions.extend(index.iter().copied().zip(array.shape.iter().cloned()));
        let mut flat = self.dag.constant(Const::i64(0));
        for (k, (id, extent)) in positions.iter().enumerate() {
            if k == 0 {
                flat = *id;
                continue;
            }
            let size = self.dag.size(extent.clone());
            let scaled = self.dag.binary(Binary::Mul, flat, size);
            flat = self.dag.binary(Binary::Add, scaled, *id);
        }
        let is_bad = bad(&mut self.dag, element);
        let none = self.dag.constant(Const::i64(i64::MAX));
        let value = self.dag.select(is_bad, flat, none);
        let all_vars: Vec<_> = outer.iter().map(|l| l.var).chain(vars).collect();
        let all_extents: Vec<_> = outer.iter().map(|l| l.extent.clone()).chain(extents).collect();
        let body = if all_vars.is_empty() {
            value
        } else {
            self.dag.bind_reduction(Reduce::Min, &all_vars, all_extents, value)
        };
        let node = self.dag.compute("check", Vec::new(), body);
        if !self.dag.checks.iter().any(|c| c.node == node) {
            let places: Vec<ScalarId> = positions.iter().map(|(id, _)| *id).collect();
            let shown = check::shown(&self.dag, element, &places);
            let mut dims: Vec<String> =
                sizes.iter().flat_map(Size::dims).map(|dim| dim.to_string()).collect();
            dims.dedup();
            let any = !places.is_empty();
            let message = check::template(&self.dag, claim, any, shown, &dims, help);
            self.dag.checks.push(Check { node, message });
        }
    }

    /// Adds a run-time check that `count`, a number, is at most `limit`.
    ///
    /// The message consists of the claim, the count, the dimensions of `limit` and of `enough`, and the help.
    pub(crate) fn check_count(
        &mut self,
        count: &Array,
        limit: &Size,
        claim: &str,
        enough: &Size,
        help: &str,
    ) {
        let value = count.element(&mut self.dag, &[]);
        let most = self.dag.size(limit.clone());
        let exceeds = self.dag.binary(Binary::Gt, value, most);
        let none = self.dag.constant(Const::i64(i64::MAX));
        let body = self.dag.select(exceeds, value, none);
        let node = self.dag.compute("check", Vec::new(), body);
        if !self.dag.checks.iter().any(|c| c.node == node) {
            let mut dims: Vec<String> = Vec::new();
            for dim in limit.dims().into_iter().chain(enough.dims()) {
                if !dims.iter().any(|known| **known == *dim) {
                    dims.push(dim.to_string());
                }
            }
            let message = check::count_template(claim, &dims, help);
            self.dag.checks.push(Check { node, message });
        }
    }
}

/// Larger literal exponents of floats go to `pow`.
const MAX_UNROLLED_EXPONENT: i128 = 64;

fn operator_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "subtract",
        BinaryOp::Mul => "multiply",
        BinaryOp::Div => "divide",
        BinaryOp::Rem => "remainder",
        BinaryOp::Pow => "pow",
        BinaryOp::MatMul => "matmul",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::Shl => "left_shift",
        BinaryOp::Shr => "right_shift",
        BinaryOp::Eq => "equal",
        BinaryOp::Ne => "not_equal",
        BinaryOp::Lt => "less",
        BinaryOp::Le => "less_equal",
        BinaryOp::Gt => "greater",
        BinaryOp::Ge => "greater_equal",
    }
}

/// The dtype of integer arithmetic on operands of `dtype`: as in NumPy, bools count in i8.
pub(crate) fn bools_in_i8(dtype: DType) -> DType {
    if dtype == DType::Bool { DType::I8 } else { dtype }
}

/// The integer dtype of a bit operation on a bool and an integer, which is exact.
fn bits_of_mixed(op: BinaryOp, left: &Value, right: &Value) -> Option<DType> {
    let (Value::Array(left), Value::Array(right)) = (left, right) else { return None };
    if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
        return None;
    }
    match (left.dtype, right.dtype) {
        (DType::Bool, dtype) | (dtype, DType::Bool) if dtype.is_integer() => Some(dtype),
        _ => None,
    }
}

/// Whether a comparison of a number with a larger one holds.
fn holds_below(op: BinaryOp) -> Option<bool> {
    match op {
        BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => Some(true),
        BinaryOp::Eq | BinaryOp::Gt | BinaryOp::Ge => Some(false),
        _ => None,
    }
}

/// The scalar operation and the dtype in which it happens; or else the help that says what to write.
fn operation(op: BinaryOp, dtype: DType) -> Result<(Binary, DType), &'static str> {
    let bool = dtype == DType::Bool;
    let number = |op: Binary| if bool { Err("convert: `x as i64`") } else { Ok((op, dtype)) };
    let bits = |op: Binary| {
        if dtype.is_float() {
            Err(
                "compare first, as in `(a > 0) & (b > 0)`; bit operators work on bools and integers",
            )
        } else {
            Ok((op, dtype))
        }
    };
    match op {
        // As in NumPy: `+` of bools is "or", `*` is "and".
        BinaryOp::Add if bool => Ok((Binary::Or, dtype)),
        BinaryOp::Mul if bool => Ok((Binary::And, dtype)),
        BinaryOp::Sub if bool => Err("use `^` (exclusive or), or convert: `x as i64`"),
        BinaryOp::Add => Ok((Binary::Add, dtype)),
        BinaryOp::Sub => Ok((Binary::Sub, dtype)),
        BinaryOp::Mul => Ok((Binary::Mul, dtype)),
        BinaryOp::Div => Ok((Binary::Div, if dtype.is_float() { dtype } else { DType::F64 })),
        BinaryOp::Rem => Ok((Binary::Rem, bools_in_i8(dtype))),
        BinaryOp::Pow => number(Binary::Pow),
        BinaryOp::MatMul => number(Binary::Mul),
        BinaryOp::And => bits(Binary::And),
        BinaryOp::Or => bits(Binary::Or),
        BinaryOp::Xor => bits(Binary::Xor),
        BinaryOp::Shl if !dtype.is_float() => Ok((Binary::Shl, bools_in_i8(dtype))),
        BinaryOp::Shr if !dtype.is_float() => Ok((Binary::Shr, bools_in_i8(dtype))),
        BinaryOp::Shl | BinaryOp::Shr => Err("convert: `x as i64`"),
        BinaryOp::Eq => Ok((Binary::Eq, dtype)),
        BinaryOp::Ne => Ok((Binary::Ne, dtype)),
        BinaryOp::Lt => Ok((Binary::Lt, dtype)),
        BinaryOp::Le => Ok((Binary::Le, dtype)),
        BinaryOp::Gt => Ok((Binary::Gt, dtype)),
        BinaryOp::Ge => Ok((Binary::Ge, dtype)),
    }
}
