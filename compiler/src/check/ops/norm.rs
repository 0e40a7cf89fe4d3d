//! `norm` of vectors and of matrices, and the array API's `vector_norm` and `matrix_norm`.

use super::FunctionInfo;
use super::call::{Call, entries};
use super::elementwise::float_dtype;
use super::linear::singular::singular_values;
use super::reductions::{Along, along};
use crate::check::checker::{Checker, array_text};
use crate::check::fold::Fold;
use crate::check::value::{Array, Res, Value, Weak};
use crate::dag::{Binary, DType, Reduce, ScalarId, Size, Unary};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::ExprKind;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Linear complex linalg "norm" "(x, ord=None, axis=None, keepdims=false)"
        "Norm of all elements or along the axes: Euclidean, `ord=1`, `inf`, any p; of matrices \
         Frobenius, nuclear, `ord=1`, 2 and `inf`." norm),
    function!(Linear complex linalg "vector_norm" "(x, axis=None, keepdims=false, ord=2)"
        "Norm of the elements along the axes, or of all: `ord=1`, `inf`, any p." vector_norm),
    function!(Linear complex linalg "matrix_norm" "(x, keepdims=false, ord=\"fro\")"
        "Norm of matrices along the last two axes: Frobenius, nuclear, `ord=1`, 2 and `inf`." matrix_norm),
];

/// The norm that `ord` asks for.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// The root of the sum of squares.
    Euclidean,
    Power(f64),
    /// The sum of the singular values.
    Nuclear,
}

/// The norm that parameter `k` asks for, if it is given.
fn order(checker: &mut Checker<'_>, call: &Call<'_>, k: usize) -> Res<Option<Order>> {
    let Some(expr) = call.option(k) else { return Ok(None) };
    if let ExprKind::Str(text) = &expr.kind {
        if text == "fro" {
            return Ok(Some(Order::Euclidean));
        }
        if text == "nuc" {
            return Ok(Some(Order::Nuclear));
        }
    } else {
        match checker.expr(expr)? {
            Value::Weak(Weak::Int(p)) => return Ok(Some(Order::Power(p as f64))),
            Value::Weak(Weak::Float(p)) if !p.is_nan() => return Ok(Some(Order::Power(p))),
            _ => {}
        }
    }
    Err(checker.report(
        Diagnostic::new(expr.span, format!("`{}` is no order of a norm", call.text(k)))
            .help("orders are numbers, `inf`, `-inf`, \"fro\" and \"nuc\""),
    ))
}

fn norm(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let elements = call.array(checker)?;
    let array = checker.graph.magnitudes(&elements);
    let order = order(checker, call, 1)?;
    let along = along(checker, call, &array, 2, 3)?;
    let axes = call.option(2).map(entries);
    let Some(order) = order else {
        return Ok(vector(checker, call, &array, &along, Order::Euclidean));
    };
    match along.axes.len() {
        1 => {
            if let (Order::Power(_), _) | (Order::Euclidean, None) = (order, &axes) {
                let order = if order == Order::Power(2.0) { Order::Euclidean } else { order };
                if order == Order::Power(f64::NEG_INFINITY) {
                    along.require_elements(checker, call, &array)?;
                }
                return Ok(vector(checker, call, &array, &along, order));
            }
            let name = if order == Order::Nuclear { "nuclear" } else { "Frobenius" };
            checker.fail(
                call.span,
                format!("the {name} norm is that of a matrix"),
                "name two axes, `axis=(0, 1)`; that of a vector is `norm(x)`",
            )
        }
        2 => {
            // The axes in the order in which they were written: rows, then columns.
            let mut written = along.axes.clone();
            if let Some(axes) = axes {
                written.clear();
                for axis in axes {
                    written.push(checker.axis(axis, &call.axes(&array))?);
                }
            }
            let order = (order, call.text(1));
            let arrays = [&elements, &array];
            matrix(checker, call, arrays, &along, [written[0], written[1]], order)
        }
        n => {
            let message = format!("`norm` with `ord` is along one axis or two, not {n}");
            Err(checker.report(
                Diagnostic::new(call.span, message)
                    .help("name them: `norm(x, ord=1, axis=-1)`, or leave `ord` out"),
            ))
        }
    }
}

fn vector_norm(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let array = checker.graph.magnitudes(&array);
    let order = match order(checker, call, 3)? {
        None | Some(Order::Power(2.0)) => Order::Euclidean,
        Some(Order::Nuclear) => {
            return Err(checker.report(
                Diagnostic::new(call.span, "the nuclear norm is that of a matrix")
                    .help("matrices have `matrix_norm`"),
            ));
        }
        Some(order) => order,
    };
    let along = along(checker, call, &array, 1, 2)?;
    if order == Order::Power(f64::NEG_INFINITY) {
        along.require_elements(checker, call, &array)?;
    }
    Ok(vector(checker, call, &array, &along, order))
}

fn matrix_norm(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let elements = call.array(checker)?;
    let array = checker.graph.magnitudes(&elements);
    let order = order(checker, call, 2)?.unwrap_or(Order::Euclidean);
    let keepdims = match call.option(1) {
        Some(e) => checker.const_bool(e, "`keepdims`")?,
        None => false,
    };
    let Some(rows) = array.rank().checked_sub(2) else {
        return Err(checker.report(
            Diagnostic::new(call.span, "`matrix_norm` is of two axes or more")
                .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                .help("`vector_norm` takes any number of axes"),
        ));
    };
    let along = Along { axes: vec![rows, rows + 1], keepdims };
    let text = if call.option(2).is_some() { call.text(2) } else { "fro".to_string() };
    matrix(checker, call, [&elements, &array], &along, [rows, rows + 1], (order, text))
}

fn vector(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
    order: Order,
) -> Array {
    let dtype = float_dtype(array.dtype);
    let (op, power) = match order {
        Order::Euclidean | Order::Nuclear => (Reduce::Sum, None),
        Order::Power(f64::INFINITY) => (Reduce::Max, Some(1.0)),
        Order::Power(f64::NEG_INFINITY) => (Reduce::Min, Some(1.0)),
        Order::Power(p) => (Reduce::Sum, Some(p)),
    };
    let rule = move |s: &mut Fold<'_>, x: &[ScalarId], _: &[ScalarId]| {
        let x0 = s.cast(dtype, x[0]);
        let Some(power) = power else { return s.mul(x0, x0) };
        let magnitude = s.unary(Unary::Abs, x0);
        if power == 1.0 {
            return magnitude;
        }
        if power == 0.0 {
            let counts = s.cast(DType::Bool, x0);
            return s.cast(dtype, counts);
        }
        let power = s.number(dtype, power);
        s.binary(Binary::Pow, magnitude, power)
    };
    let mut rests = along.axes.iter().map(|axis| array.shape[*axis].sub(&Size::one()));
    let are_there = rests.all(|rest| checker.graph.is_non_negative(&rest));
    along.reduce(checker, call.name, &[array], op, rule, move |s, value| match (power, op) {
        // As in NumPy, the largest magnitude of no elements is 0.
        (_, Reduce::Max) if !are_there => {
            let zero = s.number(dtype, 0.0);
            s.binary(Binary::Max, value, zero)
        }
        (None, _) => s.unary(Unary::Sqrt, value),
        (Some(p), Reduce::Sum) if p != 0.0 && p != 1.0 => {
            let root = s.number(dtype, 1.0 / p);
            s.binary(Binary::Pow, value, root)
        }
        _ => value,
    })
}

/// The norm of matrices, given the elements and their magnitudes.
fn matrix(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    [elements, array]: [&Array; 2],
    along: &Along,
    axes: [usize; 2],
    (order, text): (Order, String),
) -> Res<Array> {
    let op = match order {
        Order::Euclidean => return Ok(vector(checker, call, array, along, order)),
        Order::Power(p) if p.abs() == 1.0 || p.is_infinite() => {
            if p > 0.0 {
                Reduce::Max
            } else {
                Reduce::Min
            }
        }
        Order::Nuclear => return spectral(checker, call, elements, along, axes, order),
        Order::Power(2.0) => return spectral(checker, call, elements, along, axes, order),
        Order::Power(-2.0) => {
            for axis in axes {
                require_elements(checker, call, array, axis)?;
            }
            return spectral(checker, call, elements, along, axes, order);
        }
        Order::Power(_) => {
            return Err(checker.report(
                Diagnostic::new(
                    call.span,
                    format!("the matrix norm of order {text} is not supported"),
                )
                .help("matrices have \"fro\", \"nuc\", 1, -1, 2, -2, inf and -inf; `norm(x)` takes all elements"),
            ));
        }
    };
    let columns = matches!(order, Order::Power(p) if p.is_finite());
    let (inner, outer) = if columns { (axes[0], axes[1]) } else { (axes[1], axes[0]) };
    if op == Reduce::Min {
        require_elements(checker, call, array, outer)?;
    }
    let sums = Along { axes: vec![inner], keepdims: true };
    let sums = vector(checker, call, array, &sums, Order::Power(1.0));
    let kept = Along { axes: vec![outer], keepdims: true };
    let value = match op {
        Reduce::Max => vector(checker, call, &sums, &kept, Order::Power(f64::INFINITY)),
        _ => super::statistics::extremum(checker, &sums, &kept, call.name, op),
    };
    Ok(along.without_kept(checker, &value))
}

/// Requires that at every call there are elements, so that one is the smallest.
fn require_elements(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
) -> Res<()> {
    let message = format!("`{}` of `{}` needs at least one element", call.name, call.text(0));
    let help = "of nothing there is no smallest value; orders 1, 2 and inf are 0 then";
    checker.require(&array.shape[axis].sub(&Size::one()), call.span, &message, help)
}

/// The norms that are computed from singular values.
fn spectral(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
    axes: [usize; 2],
    order: Order,
) -> Res<Array> {
    let others = (0..array.rank()).filter(|axis| !axes.contains(axis));
    let order_of_axes: Vec<usize> = others.chain(axes).collect();
    let moved = checker.graph.permute(array, &order_of_axes);
    let place = (call.text(0), call.arg(0).span);
    let found = singular_values(checker, call.name, &moved, (&place.0, place.1))?;
    let value = match order {
        Order::Nuclear => found.sum(checker),
        Order::Power(p) if p > 0.0 => found.largest(checker),
        Order::Power(_) => found.smallest(checker),
        Order::Euclidean => unreachable!("the sum of squares"),
    };
    if !along.keepdims {
        return Ok(value);
    }
    let mut shape = array.shape.clone();
    axes.into_iter().for_each(|axis| shape[axis] = Size::one());
    Ok(checker.graph.reshaped("norm", &value, shape))
}
