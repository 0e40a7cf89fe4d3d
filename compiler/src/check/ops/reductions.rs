//! Reductions along axes and over closures; contractions.

use super::FunctionInfo;
use super::call::Call;
use crate::check::axis::Axes;
use crate::check::checker::Checker;
use crate::check::complex::{self, Pair};
use crate::check::fold::{self, Fold};
use crate::check::stmt::parenthesised;
use crate::check::types::spelt_otherwise;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Dag, Reduce, ScalarId, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Expr, ExprKind};

macro_rules! reductions {
    ($($($flag:ident)* $name:literal $kind:ident $([$alias:literal])? $parameters:literal $doc:literal;)*) => {
        &[$(function!(Reduction $($flag)* $name $([$alias])? $parameters $doc
            |checker, call| reduction(checker, call, Kind::$kind))),*]
    };
}

pub(super) const REDUCTIONS: &[FunctionInfo] = reductions! {
    complex "sum" Sum "(x, axis=None, keepdims=false, dtype=None)"
        "Sum along the axes; bools and integers widen to 64 bits. Also `sum(|k: N| ...)`.";
    complex "prod" Prod "(x, axis=None, keepdims=false, dtype=None)"
        "Product along the axes; bools and integers widen to 64 bits. Also `prod(|k: N| ...)`.";
    "min" Min ["amin"] "(x, axis=None, keepdims=false)"
        "Smallest element along the axes; NaN if any is. Also `min(|k: N| ...)`.";
    "max" Max ["amax"] "(x, axis=None, keepdims=false)"
        "Largest element along the axes; NaN if any is. Also `max(|k: N| ...)`.";
    complex "mean" Mean "(x, axis=None, keepdims=false, dtype=None)"
        "Mean along the axes; integers give f64. Also `mean(|k: N| ...)`.";
    complex "all" All "(x, axis=None, keepdims=false)"
        "Whether all elements are non-zero. Also `all(|k: N| ...)`.";
    complex "any" Any "(x, axis=None, keepdims=false)"
        "Whether any element is non-zero. Also `any(|k: N| ...)`.";
};

pub(super) const CONTRACTIONS: &[FunctionInfo] = &[
    function!(Linear complex by_name "einsum" "(subscripts, *operands)"
        "Sum of products by labelled axes: `einsum(\"ij,jk->ik\", a, b)`."
        |checker, call| checker.einsum(call)),
    function!(Linear complex linalg "matmul" "(a, b)"
        "`a @ b`: matrix product over the last two axes, broadcast over the others." matmul),
];

fn matmul(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = call.operands(checker, 2)?;
    checker.matmul(call.span, &operands[0], &operands[1])
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Sum,
    Prod,
    Min,
    Max,
    Mean,
    All,
    Any,
}

/// How elements of `dtype` are reduced: the operation and the dtype in which it happens.
pub(super) fn operation(kind: Kind, dtype: DType) -> (Reduce, DType) {
    let wide = dtype.sum_of().part();
    match (kind, dtype) {
        (Kind::Sum, _) => (Reduce::Sum, wide),
        (Kind::Prod, _) => (Reduce::Prod, wide),
        (Kind::Mean, d) if d.part().is_float() => (Reduce::Sum, d.part().computed_in()),
        (Kind::Mean, _) => (Reduce::Sum, DType::F64),
        (Kind::All, _) | (Kind::Min, DType::Bool) => (Reduce::All, DType::Bool),
        (Kind::Any, _) | (Kind::Max, DType::Bool) => (Reduce::Any, DType::Bool),
        (Kind::Min, d) => (Reduce::Min, d),
        (Kind::Max, d) => (Reduce::Max, d),
    }
}

impl Checker<'_> {
    /// The dtype in which elements of `dtype` are summed.
    pub(crate) fn sum_dtype(&self, dtype: DType) -> DType {
        operation(Kind::Sum, dtype).1
    }
}

/// Divides a sum by the number of its terms, which have dtype `of`. A mean of halves is rounded once.
pub(super) fn divide(dag: &mut Dag, sum: ScalarId, count: &Size, of: DType) -> ScalarId {
    let count = dag.size(count.clone());
    let count = fold::cast(dag, dag.dtype(sum), count);
    let mean = dag.binary(Binary::Div, sum, count);
    if of.is_half() { dag.cast(of, mean) } else { mean }
}

/// `dtype=f32`: a dtype by name.
pub(super) fn dtype_argument(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    k: usize,
) -> Res<Option<DType>> {
    match call.option(k).map(|e| (&e.kind, e.span)) {
        None => Ok(None),
        Some((ExprKind::Name(name), span)) => {
            let dtype = checker.dtype_name(name)?;
            let complex = dtype.is_complex() && !call.makes_complex();
            if complex {
                let message = format!("`{}` does not make complex numbers", call.name);
                return Err(checker.report(
                    Diagnostic::new(span, message)
                        .help(format_args!("convert its result: `{}(...) as {dtype}`", call.name)),
                ));
            }
            Ok(Some(dtype))
        }
        Some((kind, span)) => {
            // NumPy takes a name in quotes, which may be that of a NumPy dtype.
            let quoted = match kind {
                ExprKind::Str(text) => {
                    let own = DType::from_name(text).map(DType::name);
                    own.or_else(|| spelt_otherwise(text))
                }
                ExprKind::Field(_, name) => spelt_otherwise(&name.to_string()),
                _ => None,
            };
            let name = quoted.unwrap_or("f64");
            let claim = format!("`dtype` of `{}` is not a dtype", call.name);
            Err(checker.report(Diagnostic::new(span, claim).help(match call.name {
                "astype" => format!("write `{} as {name}`", parenthesised(&call.text(0))),
                _ => format!("write for example `dtype={name}`"),
            })))
        }
    }
}

/// The operation and the dtype of a reduction with `dtype=`.
fn operation_in(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    kind: Kind,
    dtype: DType,
) -> Res<(Reduce, DType)> {
    match kind {
        Kind::Sum if dtype == DType::Bool => Ok((Reduce::Any, dtype)),
        Kind::Prod if dtype == DType::Bool => Ok((Reduce::All, dtype)),
        Kind::Mean if !dtype.is_float() => {
            let message = format!("`{}` has a float dtype, not {dtype}", call.name);
            let help = "a mean of integers has fractions: leave `dtype` out, or write `dtype=f64`";
            checker.fail(call.span, message, help)
        }
        _ => Ok((operation(kind, dtype).0, dtype)),
    }
}

fn reduction(checker: &mut Checker<'_>, call: &Call<'_>, kind: Kind) -> Res<Value> {
    if let ExprKind::Closure { params, body } = &call.arg(0).kind {
        for k in [1, 2, 3] {
            if let Some(extra) = call.option(k) {
                let message = format!("`{}` of a closure takes no other argument", call.name);
                return checker.fail(
                    extra.span,
                    message,
                    "a closure is reduced over all of its indices: leave the argument out",
                );
            }
        }
        return closure_reduction(checker, call, kind, params, body);
    }
    let operand = checker.operand(call.arg(0));
    let dtype = dtype_argument(checker, call, 3)?;
    let mut array = checker.as_array(&operand?)?;
    if matches!(kind, Kind::All | Kind::Any) {
        array = checker.graph.truth(&array);
    }
    let along = along(checker, call, &array, 1, 2)?;
    if matches!(kind, Kind::Min | Kind::Max) {
        along.require_elements(checker, call, &array)?;
    }
    let (op, dtype) = match dtype {
        Some(dtype) if dtype != array.dtype && (array.dtype.is_complex() || dtype.is_complex()) => {
            let message = format!("`{}` of {} in {dtype} is not supported", call.name, array.dtype);
            return Err(checker.report(
                Diagnostic::new(call.span, message).help("convert the operand: `z as c64`"),
            ));
        }
        Some(dtype) if !dtype.is_complex() => operation_in(checker, call, kind, dtype)?,
        _ => operation(kind, array.dtype),
    };
    if array.dtype.is_complex() && kind == Kind::Prod {
        return complex_product(checker, call, &array, &along).map(Value::Array);
    }
    let complex_mean = array.dtype.is_complex() && kind == Kind::Mean;
    let kind = if complex_mean { Kind::Sum } else { kind };
    let (count, of) =
        (along.count(&array), if array.dtype.is_half() { array.dtype } else { dtype });
    let bound = if matches!(kind, Kind::Min | Kind::Max) { array.bound.clone() } else { None };
    let result = along.reduce(
        checker,
        call.name,
        &[&array],
        op,
        move |s, x, _| s.cast(dtype, x[0]),
        move |s, value| if kind == Kind::Mean { divide(s.0, value, &count, of) } else { value },
    );
    if complex_mean {
        let count = along.count(&array);
        let mean = move |dag: &mut Dag, sum| complex::divide_by_size(dag, sum, &count);
        return Ok(Value::Array(checker.graph.complex_map("mean", &result, mean)));
    }
    Ok(Value::Array(checker.graph.bounded(result, bound)))
}

/// The name of the views that keep the axes of a reduction.
pub(crate) const KEEPDIMS: &str = "keepdims";

/// The axes along which a reduction goes.
#[derive(Clone)]
pub(super) struct Along {
    /// Sorted, each once.
    pub(super) axes: Vec<usize>,
    pub(super) keepdims: bool,
}

/// The arguments for `axis` and `keepdims`, given the numbers of these parameters.
pub(super) fn along(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
    keepdims: usize,
) -> Res<Along> {
    let axes = match call.option(axis) {
        None => Ok((0..array.rank()).collect()),
        Some(e) => axis_list(checker, e, &call.axes(array)),
    };
    let keepdims = match call.option(keepdims) {
        Some(e) => checker.const_bool(e, "`keepdims`")?,
        None => false,
    };
    Ok(Along { axes: axes?, keepdims })
}

impl Along {
    /// The same with all axes kept, so that the result broadcasts with the operand.
    pub(super) fn keeping(&self) -> Along {
        Along { axes: self.axes.clone(), keepdims: true }
    }

    /// The number of elements per result.
    pub(super) fn count(&self, array: &Array) -> Size {
        Size::product(self.axes.iter().map(|a| &array.shape[*a]))
    }

    /// Requires that at every call there are elements to reduce.
    pub(super) fn require_elements(
        &self,
        checker: &mut Checker<'_>,
        call: &Call<'_>,
        array: &Array,
    ) -> Res<()> {
        let text = call.text(0);
        self.axes
            .iter()
            .try_for_each(|axis| require_elements(checker, call, &array.shape[*axis], &text))
    }

    pub(super) fn shape(&self, shape: &[Size]) -> Vec<Size> {
        let sizes = shape.iter().enumerate().filter_map(|(axis, size)| {
            match (self.axes.contains(&axis), self.keepdims) {
                (false, _) => Some(size.clone()),
                (true, true) => Some(Size::one()),
                (true, false) => None,
            }
        });
        sizes.collect()
    }

    /// Gives a result of [`Along::keeping`] the shape that was asked for.
    pub(super) fn without_kept(&self, checker: &mut Checker<'_>, kept: &Array) -> Array {
        checker.graph.reshaped("squeeze", kept, self.shape(&kept.shape))
    }

    /// `finish(op over rule(elements, index))`. The operands broadcast to the shape of the first one.
    pub(super) fn reduce(
        &self,
        checker: &mut Checker<'_>,
        name: &str,
        operands: &[&Array],
        op: Reduce,
        rule: impl Fn(&mut Fold<'_>, &[ScalarId], &[ScalarId]) -> ScalarId + 'static,
        finish: impl Fn(&mut Fold<'_>, ScalarId) -> ScalarId + 'static,
    ) -> Array {
        let full = operands[0].shape.clone();
        let shape = self.shape(&full);
        if self.keepdims {
            // The result is a view of the reduction without kept axes. So `mean(x, axis=0)` and the mean inside
            // `std(x, axis=0)`, which keeps its axis, are computed once.
            let bare = Along { axes: self.axes.clone(), keepdims: false };
            let reduced = bare.reduce(checker, name, operands, op, rule, finish);
            return checker.graph.reshaped(KEEPDIMS, &reduced, shape);
        }
        let extents: Vec<Size> = self.axes.iter().map(|a| full[*a].clone()).collect();
        // The axis of the result that an axis of the operand becomes.
        let mut next = 0;
        let mut kept = Vec::new();
        for axis in 0..full.len() {
            let reduced = self.axes.contains(&axis);
            kept.push(if reduced { None } else { Some(next) });
            next += usize::from(!reduced);
        }
        let operands = operands.iter().map(|a| (*a).clone()).collect();
        checker.graph.emit(name, shape, operands, move |dag, a, index| {
            let element = |dag: &mut Dag, vars: &[ScalarId]| {
                let mut vars = vars.iter();
                let at: Vec<ScalarId> = kept
                    .iter()
                    .map(|k| match k {
                        Some(k) => index[*k],
                        None => *vars.next().expect("one variable per reduced axis"),
                    })
                    .collect();
                let elements: Vec<ScalarId> =
                    a.iter().map(|a| a.broadcast_element(dag, &full, &at)).collect();
                rule(&mut Fold(dag), &elements, &at)
            };
            let value = if extents.is_empty() {
                element(dag, &[])
            } else {
                dag.reduce(op, extents.clone(), element)
            };
            finish(&mut Fold(dag), value)
        })
    }
}

/// `axis=1`, `axis=-1`, `axis=(0, 1)`: sorted, each once.
pub(super) fn axis_list(checker: &mut Checker<'_>, expr: &Expr, of: &Axes<'_>) -> Res<Vec<usize>> {
    let mut axes = checker.axis_list(expr, of)?;
    axes.sort_unstable();
    Ok(axes)
}

fn require_elements(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    extent: &Size,
    text: &str,
) -> Res<()> {
    let message =
        format!("`{}` of `{text}` needs at least one element, but reduces {extent}", call.name);
    let help = "of nothing there is no such value; `where` and `concatenate` can add one";
    checker.require(&extent.sub(&Size::one()), call.span, &message, help)
}

/// A product of complex numbers, which is not a reduction of each part. A product of a few numbers is written out; a
/// longer one is the last of the cumulative products.
pub(super) fn complex_product(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
) -> Res<Array> {
    let full = array.shape.clone();
    let extents: Vec<Size> = along.axes.iter().map(|a| full[*a].clone()).collect();
    if !few_factors(&extents) {
        return last_product(checker, call, array, along);
    }
    let sizes: Vec<i64> = extents.iter().map(|e| e.as_constant().unwrap_or(0)).collect();
    let keeping = along.keeping();
    let axes = along.axes.clone();
    let mut shape = keeping.shape(&full);
    shape.push(Size::constant(2));
    let one = Const::from_i128(array.dtype.part(), 1);
    let zero = Const::from_i128(array.dtype.part(), 0);
    let product = checker.graph.emit(call.name, shape, vec![array.real()], move |dag, a, index| {
        let (part, index) = index.split_last().expect("the axis of parts");
        let mut product = None;
        for flat in 0..sizes.iter().product() {
            let mut at = index.to_vec();
            let mut rest = flat;
            for (axis, size) in axes.iter().zip(&sizes).rev() {
                at[*axis] = dag.constant(Const::i64(rest % size));
                rest /= size;
            }
            let factor = complex::pair_at(dag, &a[0], &at);
            product = Some(match product {
                None => factor,
                Some(so_far) => complex::multiply(dag, so_far, factor),
            });
        }
        let empty = Pair { re: dag.constant(one), im: dag.constant(zero) };
        complex::choose(dag, product.unwrap_or(empty), *part)
    });
    let product = product.complex();
    Ok(if along.keepdims { product } else { along.without_kept(checker, &product) })
}

/// The most factors of a product of complex numbers that is written out.
const MAX_FACTORS: i64 = 256;

fn few_factors(extents: &[Size]) -> bool {
    Size::product(extents).as_constant().is_some_and(|n| n <= MAX_FACTORS)
}

/// The product of complex numbers along axes, by a routine.
fn last_product(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
) -> Res<Array> {
    let mut order: Vec<usize> = (0..array.rank()).filter(|k| !along.axes.contains(k)).collect();
    let kept: Vec<Size> = order.iter().map(|k| array.shape[*k].clone()).collect();
    order.extend(&along.axes);
    let count = along.count(array);
    let rows = checker.graph.permute(array, &order);
    let shape = kept.iter().cloned().chain([count.clone()]).collect();
    let rows = checker.graph.reshaped("ravel", &rows, shape);
    let axis = kept.len();
    let products = super::scans::complex_products(checker, call, &rows.real(), axis)?;
    let empty = checker.graph.may_be_empty(&products, &[axis]);
    let one = checker.graph.constant(Const::from_i128(array.dtype.part(), 1));
    let one = checker.graph.cast(&one, array.dtype);
    let product = checker.graph.emit(call.name, kept, vec![products, one], move |dag, a, index| {
        let mut at = index.to_vec();
        at.push(dag.size(count.sub(&Size::one())));
        let last = a[0].element_unless_empty(dag, &at, &empty);
        if empty.is_empty() {
            return last;
        }
        let (count, zero) = (dag.size(count.clone()), dag.constant(Const::i64(0)));
        let nothing = dag.binary(Binary::Eq, count, zero);
        let one = a[1].element(dag, &[]);
        dag.select(nothing, one, last)
    });
    let shape = along.shape(&array.shape);
    Ok(checker.graph.reshaped(call.name, &product, shape))
}

/// `sum(|k: N| a[i, k] * b[k, j])`
fn closure_reduction(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    kind: Kind,
    params: &[(proc_macro2::Ident, Option<Expr>)],
    body: &Expr,
) -> Res<Value> {
    let comprehension = checker.comprehension(params, body)?;
    let extents: Vec<Size> = comprehension.loops.iter().map(|l| l.extent.clone()).collect();
    if matches!(kind, Kind::Min | Kind::Max) {
        let text = call.text(0);
        for extent in &extents {
            require_elements(checker, call, extent, &text)?;
        }
    }
    let of = checker.graph.dag.dtype(comprehension.body);
    let (op, dtype) = operation(kind, of);
    if comprehension.imaginary.is_some() && !matches!(kind, Kind::Sum | Kind::Mean) {
        let message = format!("`{}` of a closure does not work on complex numbers", call.name);
        return checker.fail(
            body.span,
            message,
            "take the parts, `real(z)` and `imag(z)`, or `abs(z)`",
        );
    }
    if let Some(imaginary) = comprehension.imaginary {
        let vars: Vec<_> = comprehension.loops.iter().map(|l| l.var).collect();
        let count = Size::product(&extents);
        let dag = &mut checker.graph.dag;
        let [re, im] = [comprehension.body, imaginary]
            .map(|part| dag.bind_reduction(op, &vars, extents.clone(), part));
        let mut value = Pair { re, im };
        if kind == Kind::Mean {
            value = complex::divide_by_size(dag, value, &count);
        }
        return Ok(Value::Array(checker.graph.complex_scalar(value, comprehension.open)));
    }
    let value = fold::cast(&mut checker.graph.dag, dtype, comprehension.body);
    let vars: Vec<_> = comprehension.loops.iter().map(|l| l.var).collect();
    let count = Size::product(&extents);
    let mut value = checker.graph.dag.bind_reduction(op, &vars, extents, value);
    if kind == Kind::Mean {
        value = divide(&mut checker.graph.dag, value, &count, of);
    }
    let dtype = checker.graph.dag.dtype(value);
    if comprehension.open {
        return Ok(Value::Array(Array::scalar(dtype, value, true)));
    }
    let node = checker.graph.dag.compute(call.name, Vec::new(), value);
    Ok(Value::Array(Array::node(Vec::new(), dtype, node)))
}

/// The error for a missing closure in a call of a function that takes one.
pub(super) fn closure_expected<T>(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<T> {
    Err(checker.report(
        Diagnostic::new(call.arg(0).span, format!("`{}` takes a closure", call.name))
            .help("for example `from_fn(|i: N| 2 * i)`"),
    ))
}
