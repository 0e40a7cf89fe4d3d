//! Sorting, searches in sorted arrays, and counts by such searches.

use super::FunctionInfo;
use super::call::Call;
use super::digitize::digitize;
use super::reductions::{Along, along};
use super::segments::{Wanted, of_indices};
use crate::check::checker::{Checker, array_text};
use crate::check::promote::{Common, weak_dtype};
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Reduce, Routine, Size, Unary};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::ExprKind;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Sorting "sort" "(x, axis=-1, descending=false, stable=true)"
        "The elements along an axis in ascending order, NaN last."
        |checker, call| sort(checker, call).map(Value::Array)),
    function!(Sorting "argsort" "(x, axis=-1, descending=false, stable=true)"
        "The positions (i64) of the elements in ascending order, equal ones as they stand, NaN last."
        |checker, call| argsort(checker, call).map(Value::Array)),
    function!(Sorting "topk" "(x, k, axis=-1, largest=true)"
        "The k largest (or smallest) elements in order, and their positions (i64). As PyTorch's."
        topk),
    function!(Sorting "searchsorted" "(a, v, side=\"left\")"
        "Where v belongs in the ascending a (i64): before equal elements, or after them (`side=\"right\"`)."
        searchsorted),
    function!(Sorting "digitize" "(x, bins, right=false)"
        "The bin of each element (i64) between edges that ascend or descend: 0 before the first one."
        digitize),
    function!(Sorting "median" "(x, axis=None, keepdims=false)"
        "The middle element in ascending order, or the mean of the middle two; NaN if any is, and of \
         nothing; integers give f64." median),
    function!(Sorting "histogram" "(x, bins)"
        "How many elements are in each bin between ascending edges (i64); the last bin has both its edges."
        histogram),
];

/// A constant `true` or `false`.
pub(super) fn flag(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    k: usize,
    name: &str,
    default: bool,
) -> Res<bool> {
    match call.option(k) {
        Some(e) => checker.const_bool(e, name),
        None => Ok(default),
    }
}

/// The array to be sorted, the axis, and whether the order is descending.
fn arguments(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<(Array, usize, bool)> {
    let array = call.array(checker)?;
    let descending = flag(checker, call, 2, "`descending`", false)?;
    // Every sort here is stable.
    flag(checker, call, 3, "`stable`", true)?;
    let axis = match call.option(1) {
        Some(e) => checker.axis(e, &call.axes(&array))?,
        None => checker.normalise_axis(-1, &call.axes(&array), call.span)?,
    };
    Ok((array, axis, descending))
}

fn sort(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (array, axis, descending) = arguments(checker, call)?;
    sorted(checker, call, &array, axis, descending)
}

fn argsort(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (array, axis, descending) = arguments(checker, call)?;
    order(checker, call, &array, axis, descending)
}

/// An array sorted along an axis.
pub(super) fn sorted(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
    descending: bool,
) -> Res<Array> {
    let place = (call.text(0), call.arg(0).span);
    // A descending order is sorted backwards twice, so that equal elements stay in their order.
    let source = if descending { flipped(checker, array, axis) } else { array.clone() };
    let rows = checker.rows(call.name, &source, axis, array.dtype, (&place.0, place.1))?;
    let sorted = checker.graph.sorted_rows(&rows);
    let sorted = checker.graph.back_from_rows(&sorted, axis);
    let sorted = if descending { flipped(checker, &sorted, axis) } else { sorted };
    let sorted = checker.graph.cast(&sorted, array.dtype);
    Ok(checker.graph.bounded(sorted, array.bound.clone()))
}

/// The positions that elements sorted along an axis had.
pub(super) fn order(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
    descending: bool,
) -> Res<Array> {
    let place = (call.text(0), call.arg(0).span);
    let n = array.shape[axis].clone();
    let source = if descending { flipped(checker, array, axis) } else { array.clone() };
    let rows = checker.rows(call.name, &source, axis, array.dtype, (&place.0, place.1))?;
    let order = checker.graph.argsorted(&rows);
    let order = checker.graph.back_from_rows(&order, axis);
    if !descending {
        return Ok(order);
    }
    let last = n.sub(&Size::one());
    let flipped = flipped(checker, &order, axis);
    let from_end = checker.graph.map("argsort", &flipped, None, move |dag, position| {
        let last = dag.size(last.clone());
        dag.binary(Binary::Sub, last, position)
    });
    checker.graph.known_below(&from_end, &n);
    Ok(from_end)
}

fn flipped(checker: &mut Checker<'_>, array: &Array, axis: usize) -> Array {
    let last = array.shape[axis].sub(&Size::one());
    checker.graph.emit("flip", array.shape.clone(), vec![array.clone()], move |dag, a, index| {
        let mut at = index.to_vec();
        let last = dag.size(last.clone());
        at[axis] = dag.binary(Binary::Sub, last, index[axis]);
        a[0].element(dag, &at)
    })
}

fn median(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 2)?;
    median_along(checker, call, &array, &along)
}

/// The medians of the elements along axes.
pub(super) fn median_along(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
) -> Res<Array> {
    // The elements of one result are brought into one row.
    let mut order: Vec<usize> = (0..array.rank()).filter(|k| !along.axes.contains(k)).collect();
    let axis = order.len();
    let mut shape: Vec<Size> = order.iter().map(|k| array.shape[*k].clone()).collect();
    let kept = shape.clone();
    order.extend(&along.axes);
    let n = along.count(array);
    shape.push(n.clone());
    let rows = checker.graph.permute(array, &order);
    let rows = checker.graph.reshaped("ravel", &rows, shape);
    let dtype = if array.dtype.is_float() { array.dtype } else { DType::F64 };
    let place = (call.text(0), call.arg(0).span);
    let rows = checker.rows(call.name, &rows, axis, array.dtype, (&place.0, place.1))?;
    let middle = checker.graph.middle_of_rows(&rows);
    let result = checker.graph.emit("median", kept, vec![middle], move |dag, a, index| {
        let mut element = |position: i64| {
            let mut at = index.to_vec();
            at.insert(axis, dag.constant(Const::i64(position)));
            let element = a[0].element(dag, &at);
            dag.cast(dtype.computed_in(), element)
        };
        let [low, high, largest] = [0, 1, 2].map(&mut element);
        let two = dag.constant(Const::from_f64(dtype.computed_in(), 2.0));
        let sum = dag.binary(Binary::Add, low, high);
        let mean = dag.binary(Binary::Div, sum, two);
        // A single middle element is taken as it is, because twice the element may overflow.
        let [last, half] = [n.sub(&Size::one()), n.clone()].map(|size| dag.size(size.floor_div(2)));
        let odd = dag.binary(Binary::Eq, last, half);
        let value = dag.select(odd, high, mean);
        let unordered = dag.unary(Unary::IsNan, largest);
        let mut value = dag.select(unordered, largest, value);
        if n.as_constant().is_none_or(|n| n == 0) {
            // The median of no elements is NaN, like their mean.
            let nan = dag.constant(Const::from_f64(dtype.computed_in(), f64::NAN));
            let (count, zero) = (dag.size(n.clone()), dag.constant(Const::i64(0)));
            let nothing = dag.binary(Binary::Eq, count, zero);
            value = dag.select(nothing, nan, value);
        }
        dag.cast(dtype, value)
    });
    let shape = along.shape(&array.shape);
    Ok(checker.graph.reshaped("median", &result, shape))
}

fn topk(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let array = call.array(checker);
    let k = checker.size_expr(call.arg(1));
    let largest = flag(checker, call, 3, "`largest`", true);
    let (array, k, largest) = (array?, k?, largest?);
    let axis = match call.option(2) {
        Some(e) => checker.axis(e, &call.axes(&array))?,
        None => checker.normalise_axis(-1, &call.axes(&array), call.span)?,
    };
    let text = call.text(0);
    let size = &array.shape[axis];
    let message =
        format!("`topk` takes {k} elements along axis {axis} of `{text}`, which has size {size}");
    let help = format!("take 0 to {size} of them");
    checker.require(&k, call.arg(1).span, &message, &help)?;
    checker.require(&size.sub(&k), call.arg(1).span, &message, &help)?;
    let rows = checker.rows(call.name, &array, axis, array.dtype, (&text, call.arg(0).span))?;
    let order = checker.graph.top_of_rows(&rows, &k, largest);
    let order = checker.graph.back_from_rows(&order, axis);
    let operands = vec![array.clone(), order.clone()];
    let values = checker.graph.emit("topk", order.shape.clone(), operands, move |dag, a, index| {
        let mut at = index.to_vec();
        at[axis] = a[1].element(dag, index);
        a[0].element(dag, &at)
    });
    let values = checker.graph.bounded(values, array.bound.clone());
    Ok(Value::Tuple(vec![Value::Array(values), Value::Array(order)]))
}

/// `side="left"` or `side="right"`.
fn is_right(checker: &mut Checker<'_>, call: &Call<'_>, k: usize) -> Res<bool> {
    match call.option(k).map(|e| (&e.kind, e.span)) {
        None => Ok(false),
        Some((ExprKind::Str(side), _)) if side == "left" => Ok(false),
        Some((ExprKind::Str(side), _)) if side == "right" => Ok(true),
        Some((_, span)) => {
            let claim = format!("`{}` is no side", call.text(k));
            checker.fail(span, claim, "the sides are \"left\" and \"right\"")
        }
    }
}

/// The arguments `a` (sorted) and `v` (values), in their common dtype.
pub(super) fn same_dtype(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    a: usize,
    v: usize,
) -> Res<(Array, Array)> {
    let operands = call.operands(checker, 2)?;
    let views: Vec<_> = operands.iter().collect();
    let claim = format!("`{}`", call.name);
    let dtype = match checker.common_dtype(&claim, call.span, &["first", "second"], &views)? {
        Common::Typed(dtype) => dtype,
        Common::Weak => weak_dtype(&views),
    };
    let sorted = checker.coerced(&operands[a], dtype)?;
    let values = checker.coerced(&operands[v], dtype)?;
    // Halves have the order of the `f32` that they stand for.
    let dtype = dtype.computed_in();
    Ok((checker.graph.cast(&sorted, dtype), checker.graph.cast(&values, dtype)))
}

/// The places of `values` in `sorted`, in the shape of the values.
pub(super) fn places(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    (sorted, a): (&Array, usize),
    (values, v): (&Array, usize),
    right: bool,
) -> Res<Array> {
    let scalar = values.rank() == 0;
    let values = match scalar {
        true => checker.graph.broadcast_to(values, &[Size::one()]),
        false => values.clone(),
    };
    let rows = sorted.rank().saturating_sub(1);
    let fits = sorted.rank() == 1
        || sorted.rank() == values.rank() && sorted.shape[..rows] == values.shape[..rows];
    if !fits {
        return Err(checker.report(
            Diagnostic::new(
                call.arg(a).span,
                format!("`{}` needs one sorted row, or one for each row of values", call.name),
            )
            .fact(format_args!("sorted: `{}` is {}", call.text(a), array_text(sorted)))
            .fact(format_args!("values: `{}` is {}", call.text(v), array_text(&values)))
            .help("give one sorted row, [n], or as many as there are rows of values"),
        ));
    }
    let texts = (call.text(a), call.text(v));
    let sorted = checker.stored(call.name, sorted, (&texts.0, call.arg(a).span))?;
    let values = checker.stored(call.name, &values, (&texts.1, call.arg(v).span))?;
    let places = checker.graph.searched(sorted, values, right);
    if !scalar {
        return Ok(places);
    }
    let n = checker.graph.dag.node(sorted).shape.last().cloned().unwrap_or_default();
    let place = checker.graph.emit(call.name, Vec::new(), vec![places], |dag, a, _| {
        let zero = dag.constant(Const::i64(0));
        a[0].element(dag, &[zero])
    });
    checker.graph.known_below(&place, &n.add(&Size::one()));
    Ok(place)
}

fn searchsorted(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let right = is_right(checker, call, 2)?;
    let (sorted, values) = same_dtype(checker, call, 0, 1)?;
    places(checker, call, (&sorted, 0), (&values, 1), right)
}

/// Requires that the edges of bins have one axis.
pub(super) fn one_row(checker: &mut Checker<'_>, call: &Call<'_>, bins: &Array) -> Res<()> {
    if bins.rank() == 1 {
        return Ok(());
    }
    Err(checker.report(
        Diagnostic::new(call.arg(1).span, format!("the bins of `{}` are one row", call.name))
            .fact(format_args!("`{}` is {}", call.text(1), array_text(bins)))
            .help(match call.text(1).parse::<u64>() {
                Ok(n) => format!("write the edges: `linspace(low, high, {})`", n.saturating_add(1)),
                Err(_) => "write their edges: `[0.0, 0.5, 1.0]`".to_string(),
            }),
    ))
}

fn histogram(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (bins, values) = same_dtype(checker, call, 1, 0)?;
    one_row(checker, call, &bins)?;
    let count = bins.shape[0].sub(&Size::one());
    let text = call.text(1);
    let message = format!("`histogram` needs an edge: `{text}` is empty");
    checker.require(
        &count,
        call.arg(1).span,
        &message,
        "n bins have n + 1 edges: `[0.0, 0.5, 1.0]`",
    )?;
    let claim = format!("the edges `{text}` of `histogram` decrease");
    checker.graph.check_ascending(&bins, &claim, "sort them: `sort(bins)`");
    let total = Size::product(&values.shape);
    let values = checker.graph.reshaped("ravel", &values, vec![total.clone()]);
    let place = (call.text(0), call.arg(0).span);
    let stored = checker.stored(call.name, &values, (&place.0, place.1))?;
    let edges = checker.stored(call.name, &bins, (&text, call.arg(1).span))?;
    // The number of edges at or before an element, which is its bin plus one.
    let places = checker.graph.searched(edges, stored, true);
    let wanted = Wanted { name: call.name, indices: (&place.0, place.1) };
    let counts =
        of_indices(checker, wanted, Routine::SegmentCount, &places, &count.add(&Size::one()))?;
    // Elements at the last edge are counted as after all edges, like those beyond it.
    let last = count.clone();
    let at_end = checker.graph.emit("at_end", Vec::new(), vec![values, bins], move |dag, a, _| {
        let last = dag.size(last.clone());
        dag.reduce(Reduce::Sum, vec![total.clone()], |dag, k| {
            let (x, edge) = (a[0].element(dag, k), a[1].element(dag, &[last]));
            let equal = dag.binary(Binary::Eq, x, edge);
            let both = match dag.dtype(x).is_float() {
                false => equal,
                true => {
                    let [x, edge] = [x, edge].map(|x| dag.unary(Unary::IsNan, x));
                    let unordered = dag.binary(Binary::And, x, edge);
                    dag.binary(Binary::Or, equal, unordered)
                }
            };
            dag.cast(DType::I64, both)
        })
    });
    let last = count.clone();
    Ok(checker.graph.emit("histogram", vec![count], vec![counts, at_end], move |dag, a, index| {
        let one = dag.constant(Const::i64(1));
        let next = dag.binary(Binary::Add, index[0], one);
        let last = dag.size(last.clone());
        let is_last = dag.binary(Binary::Eq, next, last);
        let (inside, at_end) = (a[0].element(dag, &[next]), a[1].element(dag, &[]));
        let zero = dag.constant(Const::i64(0));
        let more = dag.select(is_last, at_end, zero);
        dag.binary(Binary::Add, inside, more)
    }))
}
