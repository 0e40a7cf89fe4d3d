//! Reductions of the elements that share an index, and updates through index arrays.
//!
//! A routine combines them, in their order. If values depend on the index of a closure, there is no array of them for a
//! routine. In that case positions are sorted (stably) by their index, each index finds its range by a search, and
//! every result is a reduction over its range.

use super::FunctionInfo;
use super::call::Call;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::fold;
use crate::check::range::Proof;
use crate::check::stmt::parenthesised;
use crate::check::value::{Array, Res, shape_text};
use crate::dag::{Binary, Const, DType, Reduce, Routine, Size};
use crate::diagnostic::{Diagnostic, SpanRange};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Segment complex "segment_sum" "(data, segment_ids, num_segments=None)"
        "Sums of the rows of data that share an index; 0 where there are none. As JAX's."
        |checker, call| segment(checker, call, Reduce::Sum)),
    function!(Segment "segment_prod" "(data, segment_ids, num_segments=None)"
        "Products of the rows of data that share an index; 1 where there are none. As JAX's."
        |checker, call| segment(checker, call, Reduce::Prod)),
    function!(Segment "segment_min" "(data, segment_ids, num_segments=None)"
        "Minima of the rows of data that share an index; the largest value where there are none."
        |checker, call| segment(checker, call, Reduce::Min)),
    function!(Segment "segment_max" "(data, segment_ids, num_segments=None)"
        "Maxima of the rows of data that share an index; the smallest value where there are none."
        |checker, call| segment(checker, call, Reduce::Max)),
    function!(Segment complex "scatter_add" "(x, indices, values)"
        "x with values added to the rows that indices name, repeated ones too: NumPy's `add.at`."
        |checker, call| scatter(checker, call, Reduce::Sum)),
    function!(Segment "scatter_mul" "(x, indices, values)"
        "x with the rows that indices name multiplied by values: NumPy's `multiply.at`."
        |checker, call| scatter(checker, call, Reduce::Prod)),
    function!(Segment "scatter_min" "(x, indices, values)"
        "x with the minimum of values in the rows that indices name: NumPy's `minimum.at`."
        |checker, call| scatter(checker, call, Reduce::Min)),
    function!(Segment "scatter_max" "(x, indices, values)"
        "x with the maximum of values in the rows that indices name: NumPy's `maximum.at`."
        |checker, call| scatter(checker, call, Reduce::Max)),
    function!(Segment "bincount" "(x, weights=None, minlength=None)"
        "How often each index occurs (i64), or the sums of its weights (f64), for all of `0..minlength`."
        bincount),
];

/// A request for segments, with the texts of its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// The function.
    pub(crate) name: &'a str,
    /// The indices.
    pub(crate) indices: (&'a str, SpanRange),
}

/// The results of a routine on indices alone, for each of `count` segments.
pub(crate) fn of_indices(
    checker: &mut Checker<'_>,
    wanted: Wanted<'_>,
    routine: Routine,
    ids: &Array,
    count: &Size,
) -> Res<Array> {
    let ids = checker.stored_indices(wanted.name, ids, wanted.indices)?;
    Ok(checker.graph.segments(wanted.name, routine, vec![ids], count))
}

/// The reduction of the rows of `data` in each of `count` segments. `ids`, which are integers in `0..count`, give the
/// segment of each row. `text` is that of the data.
fn reduced(
    checker: &mut Checker<'_>,
    wanted: Wanted<'_>,
    (data, text): (&Array, (&str, SpanRange)),
    ids: &Array,
    count: &Size,
    op: Reduce,
) -> Res<Array> {
    if data.open {
        let segments = Segments::new(checker, wanted, ids, count)?;
        return Ok(segments.reduced(checker, wanted.name, data, count, op));
    }
    if data.dtype.is_complex() {
        // Each part is reduced separately.
        let reduced = reduced(checker, wanted, (&data.real(), text), ids, count, op)?;
        return Ok(reduced.complex());
    }
    let ids = checker.stored_indices(wanted.name, ids, wanted.indices)?;
    let values = checker.stored(wanted.name, data, text)?;
    Ok(checker.graph.segments(wanted.name, Routine::Segment(op), vec![ids, values], count))
}

/// Elements in the order of the segments that they belong to.
struct Segments {
    /// The positions in the order of the segments, along one axis.
    order: Array,
    /// The places in that order where each segment begins, and where the last one ends.
    starts: Array,
    /// The number of elements.
    elements: Size,
}

impl Segments {
    /// Sorts by `ids`, which are integers in `0..count` with one axis.
    fn new(
        checker: &mut Checker<'_>,
        Wanted { name, indices: place }: Wanted<'_>,
        ids: &Array,
        count: &Size,
    ) -> Res<Segments> {
        let rows = checker.rows(name, ids, 0, DType::I64, place)?;
        let elements = rows.len().clone();
        let order = checker.graph.argsorted(&rows);
        let operands = vec![ids.clone().with_bound(None), order.clone()];
        let sorted =
            checker.graph.emit("sorted_ids", vec![elements.clone()], operands, |dag, a, index| {
                let at = a[1].element(dag, index);
                let id = a[0].element(dag, &[at]);
                dag.cast(DType::I64, id)
            });
        let sorted = checker.stored(name, &sorted, place)?;
        let ends = count.add(&Size::one());
        let all = checker.graph.emit("segments", vec![ends], Vec::new(), |_, _, index| index[0]);
        let all = checker.stored(name, &all, place)?;
        let starts = checker.graph.searched(sorted, all, false);
        Ok(Segments { order, starts, elements })
    }

    /// The reduction of the rows of `data` in each of `count` segments.
    fn reduced(
        &self,
        checker: &mut Checker<'_>,
        name: &str,
        data: &Array,
        count: &Size,
        op: Reduce,
    ) -> Array {
        let mut shape = data.shape.clone();
        shape[0] = count.clone();
        let elements = self.elements.clone();
        let operands = vec![data.clone(), self.order.clone(), self.starts.clone()];
        checker.graph.emit(name, shape, operands, move |dag, a, index| {
            let one = dag.constant(Const::i64(1));
            let next = dag.binary(Binary::Add, index[0], one);
            let range = [a[2].element(dag, &[index[0]]), a[2].element(dag, &[next])];
            dag.reduce_range(op, elements.clone(), range, |dag, k| {
                let mut at = index.to_vec();
                at[0] = a[1].element(dag, &[k]);
                a[0].element(dag, &at)
            })
        })
    }
}

fn integers(checker: &mut Checker<'_>, call: &Call<'_>, k: usize) -> Res<Array> {
    let array = checker.array(call.arg(k))?;
    if array.dtype.is_integer() && array.rank() > 0 {
        return Ok(array);
    }
    let claim = format!("`{}` of `{}` has to be an array of integers", call.text(k), call.name);
    Err(checker.report(
        Diagnostic::new(call.arg(k).span, claim)
            .fact(format_args!("`{}` is {}", call.text(k), array_text(&array)))
            .help(match array.rank() {
                0 => "declare it as `[index<S>; N]` or `[i64; N]`".to_string(),
                _ => format!("convert it: `{} as i64`", parenthesised(&call.text(k))),
            }),
    ))
}

/// The number of segments: the domain of the indices, or argument `k`. Indices without a domain are checked at the
/// call.
fn domain(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    ids: &Array,
    argument: usize,
    k: usize,
    parameter: &str,
) -> Res<Size> {
    let count = match call.option(k) {
        Some(e) => {
            let size = checker.size_expr(e)?;
            let message = format!("`{parameter}` {size} is negative");
            checker.require(&size, e.span, &message, "a number of segments is 0 or more")?;
            Some((size, e.span))
        }
        None => None,
    };
    match (count, &ids.bound) {
        (None, Some(bound)) => Ok(bound.clone()),
        (Some((count, span)), Some(bound)) => {
            let text = call.text(argument);
            let message = format!("`{parameter}` is {count}, but `{text}` is index<{bound}>");
            checker.require(
                &count.sub(bound),
                span,
                &message,
                format_args!("leave `{parameter}` out: it is {bound}"),
            )?;
            Ok(count)
        }
        (Some((count, _)), None) => {
            if checker.graph.prove_index(ids, &count) != Proof::InRange {
                let text = call.text(argument);
                let claim = format!("`{text}` of `{}` is outside of 0..{count}", call.name);
                let help = format!(
                    "indices count from 0 to {}; `{parameter}` is how many there are",
                    count.sub(&Size::one())
                );
                let limit = count.clone();
                checker.graph.check_elements(
                    ids,
                    &claim,
                    std::slice::from_ref(&count),
                    &help,
                    move |dag, x| {
                        // Negative indices become larger than any size.
                        let wide = dag.cast(DType::U64, x);
                        let limit = dag.size(limit.clone());
                        let limit = dag.cast(DType::U64, limit);
                        dag.binary(Binary::Ge, wide, limit)
                    },
                );
            }
            Ok(count)
        }
        (None, None) => Err(checker.report(
            Diagnostic::new(
                call.span,
                format!("`{}` has to know how many indices there may be", call.name),
            )
            .fact(format_args!("`{}` is {}", call.text(argument), array_text(ids)))
            .help(format_args!(
                "declare `{}` as `[index<S>; N]`, or give `{parameter}=S`",
                call.text(argument)
            )),
        )),
    }
}

fn segment(checker: &mut Checker<'_>, call: &Call<'_>, op: Reduce) -> Res<Array> {
    let data = call.array(checker);
    let ids = integers(checker, call, 1);
    let (data, ids) = (data?, ids?);
    if ids.rank() != 1 || data.shape.first() != ids.shape.first() {
        return Err(checker.report(
            Diagnostic::new(call.span, format!("`{}` needs an index for each row", call.name))
                .fact(format_args!("data: `{}` is {}", call.text(0), array_text(&data)))
                .fact(format_args!("indices: `{}` is {}", call.text(1), array_text(&ids)))
                .help("the first axis of the data is the axis of the indices"),
        ));
    }
    if data.dtype == DType::Bool && matches!(op, Reduce::Sum | Reduce::Prod) {
        return Err(checker.report(
            Diagnostic::new(call.span, format!("`{}` does not count in bool", call.name))
                .fact(format_args!("data: `{}` is {}", call.text(0), array_text(&data)))
                .help(format_args!("convert it: `{} as i64`", call.text(0))),
        ));
    }
    let count = domain(checker, call, &ids, 1, 2, "num_segments")?;
    let texts = [0, 1].map(|k| (call.text(k), call.arg(k).span));
    let [data_text, indices] = [0, 1].map(|k| (texts[k].0.as_str(), texts[k].1));
    let wanted = Wanted { name: call.name, indices };
    reduced(checker, wanted, (&data, data_text), &ids, &count, op)
}

fn bincount(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let ids = integers(checker, call, 0)?;
    if ids.rank() != 1 {
        return Err(checker.report(
            Diagnostic::new(call.arg(0).span, "`bincount` counts along one axis")
                .fact(format_args!("`{}` is {}", call.text(0), array_text(&ids)))
                .help("flatten it: `ravel(x)`"),
        ));
    }
    let weights = match call.option(1) {
        Some(e) => Some(checker.array(e)?),
        None => None,
    };
    let count = domain(checker, call, &ids, 0, 2, "minlength")?;
    if let Some(weights) = &weights
        && weights.shape != ids.shape
    {
        return Err(checker.report(
            Diagnostic::new(call.span, "`bincount` needs a weight for each index")
                .fact(format_args!("indices: `{}` is {}", call.text(0), array_text(&ids)))
                .fact(format_args!("weights: `{}` is {}", call.text(1), array_text(weights)))
                .help("both are of one shape; one weight for all is a factor of the result"),
        ));
    }
    let text = call.text(0);
    let wanted = Wanted { name: call.name, indices: (&text, call.arg(0).span) };
    if let Some(weights) = weights {
        let weights = checker.graph.cast(&weights, DType::F64);
        let text = call.text(1);
        let data = (&weights, (text.as_str(), call.arg(1).span));
        return reduced(checker, wanted, data, &ids, &count, Reduce::Sum);
    }
    of_indices(checker, wanted, Routine::SegmentCount, &ids, &count)
}

/// The values to scatter, as an array of the dtype of `x`.
fn scattered(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    x: &Operand,
    values: &Operand,
) -> Res<(Array, Array)> {
    let claim = format!("`{}`", call.name);
    let array = checker.as_array(x)?;
    checker.common_dtype(&claim, call.span, &["array", "values"], &[x, values])?;
    let values = checker.coerced(values, array.dtype)?;
    Ok((array, values))
}

fn scatter(checker: &mut Checker<'_>, call: &Call<'_>, op: Reduce) -> Res<Array> {
    let x = checker.operand(call.arg(0));
    let ids = integers(checker, call, 1);
    let values = checker.operand(call.arg(2));
    let (x, ids, values) = (x?, ids?, values?);
    let (array, values) = scattered(checker, call, &x, &values)?;
    if array.rank() == 0 || array.dtype == DType::Bool {
        let claim = format!("`{}` updates an array of numbers", call.name);
        return Err(checker.report(
            Diagnostic::new(call.arg(0).span, claim)
                .fact(format_args!("`{}` is {}", x.text, array_text(&array)))
                .help(match array.dtype {
                    DType::Bool => format!("convert it: `{} as i64`", parenthesised(&x.text)),
                    _ => format!("an array of this one element is `[{}]`", x.text),
                }),
        ));
    }
    let count = array.shape[0].clone();
    let text = call.text(1);
    let ids = checker.positions(&ids, &count, (&text, call.arg(1).span), 0, (&x.text, &array))?;
    // There is one value for each row that is named.
    let mut shape = ids.shape.clone();
    shape.extend(array.shape[1..].iter().cloned());
    let fits = values.rank() <= shape.len()
        && values
            .shape
            .iter()
            .rev()
            .zip(shape.iter().rev())
            .all(|(own, whole)| own == whole || own.is_one());
    if !fits {
        return Err(checker.report(
            Diagnostic::new(
                call.arg(2).span,
                format!("`{}` needs values of shape {}", call.name, shape_text(&shape)),
            )
            .fact(format_args!("array: `{}` is {}", x.text, array_text(&array)))
            .fact(format_args!("indices: `{text}` is {}", array_text(&ids)))
            .fact(format_args!("values: `{}` is {}", call.text(2), array_text(&values)))
            .help("one value (or one that broadcasts) for each row that an index names"),
        ));
    }
    let values = checker.graph.broadcast_to(&values, &shape);
    let total = Size::product(&ids.shape);
    let mut rows = array.shape.clone();
    rows[0] = total.clone();
    let values = checker.graph.reshaped("ravel", &values, rows);
    let ids = checker.graph.reshaped("ravel", &ids, vec![total]);
    let wanted = Wanted { name: call.name, indices: (&text, call.arg(1).span) };
    let values_text = call.text(2);
    let data = (&values, (values_text.as_str(), call.arg(2).span));
    let update = reduced(checker, wanted, data, &ids, &count, op)?;
    let operands = vec![array.clone(), update];
    Ok(checker.graph.emit(call.name, array.shape.clone(), operands, move |dag, a, index| {
        let (old, new) = (a[0].element(dag, index), a[1].element(dag, index));
        fold::binary(dag, op.combine(), old, new)
    }))
}
