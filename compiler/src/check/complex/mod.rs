//! Complex numbers, which are pairs of real numbers. They exist only in the checker.
//!
//! A complex array of shape `[..]` is a real array of shape `[.., 2]`, whose real and imaginary parts are interleaved
//! as they are in memory. So nothing after the checker knows about complex numbers. Operations that only move elements
//! move both parts by the same rule ([`Graph::emit`](super::graph::Graph::emit)). Arithmetic has rules on pairs, which are NumPy's formulas.

mod arithmetic;
mod functions;
mod inverse;

pub(crate) use arithmetic::{
    add, angle, conjugate, divide, divide_by_size, magnitude, multiply, reciprocal, sign, subtract,
};
pub(crate) use functions::function;

use super::graph::Graph;
use functions::{power, square_root, whole_power};

use super::checker::{Checker, Operand};
use super::fold;
use super::render;
use super::value::{Array, Data, Lazy, Res, Value, Weak};
use crate::dag::{Binary, Const, DType, Dag, NodeKind, Scalar, ScalarId, Size};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::BinaryOp;
use std::rc::Rc;

/// Real and imaginary part of a number.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) re: ScalarId,
    pub(crate) im: ScalarId,
}

/// Larger literal exponents go through `exp` and `log`.
const MAX_EXPONENT: i128 = 99;

/// The pair's parts by the index of the last axis.
pub(crate) fn choose(dag: &mut Dag, pair: Pair, part: ScalarId) -> ScalarId {
    let zero = dag.constant(Const::i64(0));
    let real = fold::binary(dag, Binary::Eq, part, zero);
    dag.select(real, pair.re, pair.im)
}

/// The element of a real view ([`Array::real`]) of a complex array.
pub(crate) fn pair_at(dag: &mut Dag, view: &Array, index: &[ScalarId]) -> Pair {
    let [re, im] = [0, 1].map(|k| {
        let mut at = index.to_vec();
        at.push(dag.constant(Const::i64(k)));
        view.element(dag, &at)
    });
    Pair { re, im }
}

impl Checker<'_> {
    /// One comprehension of pairs over broadcast complex operands of one dtype.
    pub(crate) fn complex_elementwise(
        &mut self,
        name: &str,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
        rule: impl Fn(&mut Dag, &[Pair]) -> Pair + 'static,
    ) -> Res<Array> {
        let (mut shape, views) = self.complex_views(span, labels, operands)?;
        shape.push(Size::constant(2));
        let full = shape.clone();
        let result = self.graph.emit(name, shape, views, move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let pairs = pairs(dag, arrays, &full, index);
            let pair = rule(dag, &pairs);
            choose(dag, pair, *part)
        });
        Ok(result.complex())
    }

    /// An operation that does the same with both parts, as an operation on twice as many real numbers.
    fn part_by_part(
        &mut self,
        name: &str,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
        op: Binary,
    ) -> Res<Array> {
        let (mut shape, views) = self.complex_views(span, labels, operands)?;
        shape.push(Size::constant(2));
        let full = shape.clone();
        let result = self.graph.emit(name, shape, views, move |dag, arrays, index| {
            let [a, b] = [0, 1].map(|k| arrays[k].broadcast_element(dag, &full, index));
            fold::binary(dag, op, a, b)
        });
        Ok(result.complex())
    }

    /// One comprehension of real numbers or bools over broadcast complex operands of one dtype.
    pub(crate) fn complex_to_real(
        &mut self,
        name: &str,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
        rule: impl Fn(&mut Dag, &[Pair]) -> ScalarId + 'static,
    ) -> Res<Array> {
        let (shape, views) = self.complex_views(span, labels, operands)?;
        let mut full = shape.clone();
        full.push(Size::constant(2));
        Ok(self.graph.emit(name, shape, views, move |dag, arrays, index| {
            let pairs = pairs(dag, arrays, &full, index);
            rule(dag, &pairs)
        }))
    }

    /// The common shape, and the operands as real arrays.
    fn complex_views(
        &mut self,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
    ) -> Res<(Vec<Size>, Vec<Array>)> {
        let views: Vec<(&str, &Array)> = operands.iter().map(|(t, a)| (*t, a)).collect();
        let shape = self.broadcast_shape(span, labels, &views)?;
        Ok((shape, operands.iter().map(|(_, a)| a.real()).collect()))
    }

    /// Operands as complex arrays of `dtype`, with their texts.
    fn complex_operands<'o>(
        &mut self,
        operands: &[&'o Operand],
        dtype: DType,
    ) -> Res<Vec<(&'o str, Array)>> {
        let mut arrays = Vec::new();
        for operand in operands {
            let array = self.coerced(operand, dtype)?;
            arrays.push((operand.text.as_str(), self.graph.cast(&array, dtype)));
        }
        Ok(arrays)
    }

    /// `left op right` in the complex `dtype`.
    pub(crate) fn complex_operator(
        &mut self,
        op: BinaryOp,
        dtype: DType,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Value> {
        let sides = ["left", "right"];
        let rule: fn(&mut Dag, Pair, Pair) -> Pair = match op {
            BinaryOp::Add => add,
            BinaryOp::Sub => subtract,
            BinaryOp::Mul => multiply,
            BinaryOp::Div => divide,
            BinaryOp::Eq | BinaryOp::Ne => {
                let operands = self.complex_operands(&[left, right], dtype)?;
                let equal = op == BinaryOp::Eq;
                let name = if equal { "equal" } else { "not_equal" };
                return self
                    .complex_to_real(name, span, &sides, &operands, move |dag, x| {
                        let (test, join) = match equal {
                            true => (Binary::Eq, Binary::And),
                            false => (Binary::Ne, Binary::Or),
                        };
                        let re = fold::binary(dag, test, x[0].re, x[1].re);
                        let im = fold::binary(dag, test, x[0].im, x[1].im);
                        fold::binary(dag, join, re, im)
                    })
                    .map(Value::Array);
            }
            _ => {
                let sign = render::operator(op);
                let ordered =
                    matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
                let help = match ordered {
                    true => {
                        "complex numbers have no order: compare `abs(z)`, or `real(z)` and `imag(z)`"
                    }
                    false => "take the parts, `real(z)` and `imag(z)`, or `abs(z)`",
                };
                return Err(self.report(
                    Diagnostic::new(span, format!("`{sign}` does not work on {dtype}"))
                        .fact(format_args!("left: `{}` is {}", left.text, left.value.type_text()))
                        .fact(format_args!(
                            "right: `{}` is {}",
                            right.text,
                            right.value.type_text()
                        ))
                        .help(help),
                ));
            }
        };
        let name = match op {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "subtract",
            BinaryOp::Mul => "multiply",
            _ => "divide",
        };
        let operands = self.complex_operands(&[left, right], dtype)?;
        let whole = || operands.iter().all(|(_, array)| self.graph.has_parts_in_order(array));
        let of_parts = match op {
            BinaryOp::Add => Some(Binary::Add),
            BinaryOp::Sub => Some(Binary::Sub),
            _ => None,
        };
        if let Some(op) = of_parts.filter(|_| whole()) {
            return self.part_by_part(name, span, &sides, &operands, op).map(Value::Array);
        }
        self.complex_elementwise(name, span, &sides, &operands, move |dag, x| rule(dag, x[0], x[1]))
            .map(Value::Array)
    }

    /// `left ** right` in the complex `dtype`.
    pub(crate) fn complex_power(
        &mut self,
        dtype: DType,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Value> {
        let exponent = match right.value {
            Value::Weak(Weak::Int(n)) => Some(n),
            Value::Weak(Weak::Float(f)) if f as i128 as f64 == f => Some(f as i128),
            _ => None,
        };
        let half = matches!(right.value, Value::Weak(Weak::Float(f)) if f == 0.5);
        let sides = ["left", "right"];
        if let Some(n) = exponent.filter(|n| n.abs() <= MAX_EXPONENT) {
            let operands = self.complex_operands(&[left], dtype)?;
            let array =
                self.graph.complex_map("pow", &operands[0].1, move |dag, z| whole_power(dag, z, n));
            return Ok(Value::Array(array));
        }
        if half {
            let operands = self.complex_operands(&[left], dtype)?;
            return Ok(Value::Array(self.graph.complex_map("sqrt", &operands[0].1, square_root)));
        }
        let operands = self.complex_operands(&[left, right], dtype)?;
        self.complex_elementwise("pow", span, &sides, &operands, |dag, x| power(dag, x[0], x[1]))
            .map(Value::Array)
    }
}

impl Graph {
    /// Whether the parts of an array are read or computed by one rule, so that they may stay in the order of memory.
    /// Other arrays ([`choose`]) have both parts of a number at the same time.
    fn has_parts_in_order(&self, array: &Array) -> bool {
        let Data::Node(node) = array.data else { return false };
        match self.dag.node(node).kind {
            NodeKind::Compute(body) => !matches!(self.dag.scalar(body), Scalar::Select(..)),
            NodeKind::Input(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => true,
        }
    }

    /// A function of complex numbers.
    pub(crate) fn complex_map(
        &mut self,
        name: &str,
        array: &Array,
        rule: impl Fn(&mut Dag, Pair) -> Pair + 'static,
    ) -> Array {
        let mut shape = array.shape.clone();
        shape.push(Size::constant(2));
        let result = self.emit(name, shape, vec![array.real()], move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let pair = pair_at(dag, &arrays[0], index);
            let pair = rule(dag, pair);
            choose(dag, pair, *part)
        });
        result.complex()
    }

    /// A real function of complex numbers.
    pub(crate) fn complex_part(
        &mut self,
        name: &str,
        array: &Array,
        rule: impl Fn(&mut Dag, Pair) -> ScalarId + 'static,
    ) -> Array {
        self.emit(name, array.shape.clone(), vec![array.real()], move |dag, arrays, index| {
            let pair = pair_at(dag, &arrays[0], index);
            rule(dag, pair)
        })
    }

    /// The complex conjugate. A real array stays as it is.
    pub(crate) fn conjugated(&mut self, array: &Array) -> Array {
        match array.dtype.is_complex() {
            true => self.complex_map("conj", array, conjugate),
            false => array.clone(),
        }
    }

    /// The absolute values of complex numbers. A real array stays as it is.
    pub(crate) fn magnitudes(&mut self, array: &Array) -> Array {
        match array.dtype.is_complex() {
            true => self.complex_part("abs", array, magnitude),
            false => array.clone(),
        }
    }

    /// For each complex number, whether it is not zero. A real array stays as it is.
    pub(crate) fn truth(&mut self, array: &Array) -> Array {
        if !array.dtype.is_complex() {
            return array.clone();
        }
        self.complex_part("not_equal", array, |dag, z| {
            let [re, im] = [z.re, z.im].map(|x| fold::cast(dag, DType::Bool, x));
            fold::binary(dag, Binary::Or, re, im)
        })
    }

    /// Any number as an array of the complex `dtype`.
    pub(crate) fn make_complex(&mut self, array: &Array, dtype: DType) -> Array {
        if array.dtype.is_complex() {
            return self.cast(&array.real(), dtype.part()).complex();
        }
        let real = self.cast(array, dtype.part());
        let zero = Const::from_i128(dtype.part(), 0);
        let elements = match (&real.data, self.as_constant(&real)) {
            (Data::Constant(elements), _) => Some(elements.to_vec()),
            (_, Some(c)) => Some(vec![c]),
            _ => None,
        };
        if let Some(elements) = elements {
            let parts = elements.into_iter().flat_map(|re| [re, zero]).collect();
            let data = Data::Constant(Rc::new(parts));
            return Array { shape: real.shape, dtype, data, bound: None, open: false };
        }
        let mut shape = real.shape.clone();
        shape.push(Size::constant(2));
        let result = self.emit("complex", shape, vec![real], move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let re = arrays[0].element(dag, index);
            let im = dag.constant(zero);
            choose(dag, Pair { re, im }, *part)
        });
        result.complex()
    }

    /// A complex number of two scalars; `open` if they depend on variables of closures around.
    pub(crate) fn complex_scalar(&mut self, pair: Pair, open: bool) -> Array {
        let dtype = self.dag.dtype(pair.re);
        let shape = vec![Size::constant(2)];
        if open {
            let lazy = Lazy::new(move |dag, index| choose(dag, pair, index[0]));
            let data = Data::Lazy(lazy);
            return Array { shape, dtype, data, bound: None, open }.complex();
        }
        let part = self.dag.axis(0);
        let body = choose(&mut self.dag, pair, part);
        let node = self.dag.compute("complex", shape.clone(), body);
        Array::node(shape, dtype, node).complex()
    }
}

/// The elements of broadcast operands, given as real views, at an index of the result.
fn pairs(dag: &mut Dag, views: &[Array], full: &[Size], index: &[ScalarId]) -> Vec<Pair> {
    views
        .iter()
        .map(|view| {
            let [re, im] = [0, 1].map(|k| {
                let mut at = index.to_vec();
                at.push(dag.constant(Const::i64(k)));
                view.broadcast_element(dag, full, &at)
            });
            Pair { re, im }
        })
        .collect()
}
