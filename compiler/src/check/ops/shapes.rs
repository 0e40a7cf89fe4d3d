//! Functions that rearrange elements: `reshape`, `transpose` and the like.

use super::FunctionInfo;
use super::call::{Call, entries};
use crate::check::checker::{Checker, array_text};
use crate::check::graph::Graph;
use crate::check::value::{Array, Data, Res, shape_text};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::Expr;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex "reshape" "(x, *shape)"
        "The same elements, row-major, in another shape; one size may be -1." reshape),
    function!(Shape complex "ravel" ["flatten"] "(x)" "All elements in one axis, row-major." ravel),
    function!(Shape complex "transpose" ["permute_dims"] "(x, *axes)"
        "Axes in another order; reversed if none are given." transpose),
    function!(Shape complex "swapaxes" "(x, axis1, axis2)" "Two axes exchanged." swapaxes),
    function!(Shape complex "moveaxis" "(x, source, destination)" "One axis, or several, at another place."
        moveaxis),
    function!(Shape complex "expand_dims" "(x, axis)" "A new axis of size 1." expand_dims),
    function!(Shape complex "squeeze" "(x, axis=None)" "Without axes of size 1." squeeze),
    function!(Shape complex "broadcast_to" "(x, *shape)" "x repeated to a larger shape." broadcast_to),
];

/// The sizes of a shape argument: `[E, N]`, `(E, N)`, or one argument per size. `None` stands for -1.
fn shape_argument(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
) -> Res<Vec<(Option<Size>, SpanRange)>> {
    let exprs: Vec<&Expr> = match call.rest.as_slice() {
        [] => {
            return checker.fail(
                call.span,
                format!("`{}` needs a shape", call.name),
                format_args!("write `{}({}, [M, N])`", call.name, call.text(0)),
            );
        }
        [one] => entries(one),
        many => many.to_vec(),
    };
    let mut sizes = Vec::new();
    for expr in exprs {
        let size = checker.size_expr(expr)?;
        if size == Size::constant(-1) {
            sizes.push((None, expr.span));
            continue;
        }
        let message = format!("the size `{size}` is negative");
        checker.require(
            &size,
            expr.span,
            &message,
            "a size is 0 or more; -1 stands for what remains",
        )?;
        sizes.push((Some(size), expr.span));
    }
    Ok(sizes)
}

fn reshape(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker);
    let sizes = shape_argument(checker, call);
    let (array, sizes) = (array?, sizes?);
    let total = Size::product(&array.shape);
    let literals = |sizes: &mut dyn Iterator<Item = &Size>| -> f64 {
        sizes.filter_map(|s| s.as_constant()).map(|c| c as f64).product()
    };
    let most = (1u64 << 47) as f64;
    if literals(&mut array.shape.iter()) > most
        || literals(&mut sizes.iter().filter_map(|(s, _)| s.as_ref())) > most
    {
        return checker.fail(
            call.span,
            "this shape has too many elements",
            "no array has more than 2^47 elements",
        );
    }
    let known = Size::product(sizes.iter().filter_map(|(s, _)| s.as_ref()));
    let mut shape = Vec::new();
    let mut inferred = false;
    for (size, span) in &sizes {
        match size {
            Some(size) => shape.push(size.clone()),
            None if inferred => {
                return Err(checker.report(
                    Diagnostic::new(*span, "only one size of a shape can be -1")
                        .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                        .help("-1 is what remains of the number of elements: write the other sizes out"),
                ));
            }
            None => {
                inferred = true;
                let quotient = if known.is_zero() { None } else { total.exact_div(&known) };
                let Some(quotient) = quotient else {
                    return Err(checker.report(
                        Diagnostic::new(
                            *span,
                            format!("cannot infer this size: {total} is not a multiple of {known}"),
                        )
                        .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                        .help("write the size out"),
                    ));
                };
                shape.push(quotient);
            }
        }
    }
    if Size::product(&shape) != total {
        return Err(checker.report(
            Diagnostic::new(
                call.span,
                format!(
                    "cannot reshape {} into {}: {total} elements are not {}",
                    shape_text(&array.shape),
                    shape_text(&shape),
                    Size::product(&shape)
                ),
            )
            .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
            .help("the number of elements stays: one size can be -1, which is what remains"),
        ));
    }
    Ok(checker.graph.reshaped("reshape", &array, shape))
}

fn ravel(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let total = Size::product(&array.shape);
    Ok(checker.graph.reshaped("ravel", &array, vec![total]))
}

fn transpose(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let rank = array.rank();
    let exprs: Vec<&Expr> = match call.rest.as_slice() {
        [] => return Ok(checker.graph.permute(&array, &(0..rank).rev().collect::<Vec<_>>())),
        [one] => entries(one),
        many => many.to_vec(),
    };
    let mut axes = Vec::new();
    for expr in &exprs {
        axes.push(checker.axis(expr, &call.axes(&array))?);
    }
    let mut sorted = axes.clone();
    sorted.sort_unstable();
    if sorted != (0..rank).collect::<Vec<_>>() {
        return Err(checker.report(
            Diagnostic::new(
                call.span,
                format!("the axes {axes:?} are not an order of {rank} axes"),
            )
            .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
            .help(match rank {
                0 | 1 => format!("leave the axes out: `transpose({})`", call.text(0)),
                _ => {
                    format!("name each axis once; `swapaxes({}, 0, 1)` exchanges two", call.text(0))
                }
            }),
        ));
    }
    Ok(checker.graph.permute(&array, &axes))
}

fn swapaxes(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let of = call.axes(&array);
    let (a, b) = (checker.axis(call.arg(1), &of)?, checker.axis(call.arg(2), &of)?);
    let mut axes: Vec<usize> = (0..array.rank()).collect();
    axes.swap(a, b);
    Ok(checker.graph.permute(&array, &axes))
}

fn moveaxis(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let of = call.axes(&array);
    let (from, to) = (checker.axis_list(call.arg(1), &of)?, checker.axis_list(call.arg(2), &of)?);
    if from.len() != to.len() {
        let message = format!("`moveaxis` got {} sources for {} places", from.len(), to.len());
        return checker.fail(call.span, message, "name a place for each axis that moves");
    }
    let mut axes: Vec<usize> = (0..array.rank()).filter(|a| !from.contains(a)).collect();
    let mut moves: Vec<(usize, usize)> = to.into_iter().zip(from).collect();
    moves.sort_unstable();
    for (place, axis) in moves {
        axes.insert(place, axis);
    }
    Ok(checker.graph.permute(&array, &axes))
}

fn expand_dims(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let mut shape = array.shape.clone();
    let new = entries(call.arg(1)).len();
    let mut axes = checker.axis_list(call.arg(1), &call.axes(&array).and_new(new))?;
    axes.sort_unstable();
    for axis in axes {
        shape.insert(axis, Size::one());
    }
    Ok(checker.graph.reshaped("expand_dims", &array, shape))
}

fn squeeze(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let mut axes = Vec::new();
    match call.option(1) {
        None => axes.extend((0..array.rank()).filter(|k| array.shape[*k].is_one())),
        Some(expr) => {
            for entry in entries(expr) {
                let axis = checker.axis(entry, &call.axes(&array))?;
                if !array.shape[axis].is_one() {
                    return Err(checker.report(
                        Diagnostic::new(
                            entry.span,
                            format!("axis {axis} has size {}, not 1", array.shape[axis]),
                        )
                        .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                        .help("only axes of the literal size 1 can be squeezed"),
                    ));
                }
                axes.push(axis);
            }
        }
    }
    let shape: Vec<Size> = array
        .shape
        .iter()
        .enumerate()
        .filter(|(k, _)| !axes.contains(k))
        .map(|(_, s)| s.clone())
        .collect();
    Ok(checker.graph.reshaped("squeeze", &array, shape))
}

fn broadcast_to(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker);
    let sizes = shape_argument(checker, call);
    let (array, sizes) = (array?, sizes?);
    let mut shape = Vec::new();
    for (size, span) in sizes {
        match size {
            Some(size) => shape.push(size),
            None => {
                return checker.fail(
                    span,
                    "`broadcast_to` needs every size",
                    "write the size instead of -1",
                );
            }
        }
    }
    let fits = array.rank() <= shape.len()
        && array.shape.iter().rev().zip(shape.iter().rev()).all(|(a, s)| a == s || a.is_one());
    if !fits {
        return Err(checker.report(
            Diagnostic::new(
                call.span,
                format!(
                    "shape {} does not broadcast to {}",
                    shape_text(&array.shape),
                    shape_text(&shape)
                ),
            )
            .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
            .help("axes match from the last one backwards; each is equal or the literal 1"),
        ));
    }
    Ok(checker.graph.broadcast_to(&array, &shape))
}

impl Graph {
    /// Axis `k` of the result is axis `axes[k]` of `array`.
    pub(crate) fn permute(&mut self, array: &Array, axes: &[usize]) -> Array {
        if axes.iter().enumerate().all(|(k, a)| k == *a) {
            return array.clone();
        }
        let shape = axes.iter().map(|a| array.shape[*a].clone()).collect();
        let axes = axes.to_vec();
        let result = self.emit("transpose", shape, vec![array.clone()], move |dag, a, index| {
            let mut at = index.to_vec();
            for (k, axis) in axes.iter().enumerate() {
                at[*axis] = index[k];
            }
            a[0].element(dag, &at)
        });
        self.bounded(result, array.bound.clone())
    }

    /// `array` with axis `axis` after the others.
    pub(crate) fn axis_last(&mut self, array: &Array, axis: usize) -> Array {
        let mut axes: Vec<usize> = (0..array.rank()).filter(|k| *k != axis).collect();
        axes.push(axis);
        self.permute(array, &axes)
    }

    /// `array`, repeated along axes of size 1 and new leading ones.
    pub(crate) fn broadcast_to(&mut self, array: &Array, shape: &[Size]) -> Array {
        if array.shape == shape {
            return array.clone();
        }
        let full = shape.to_vec();
        let result =
            self.emit("broadcast_to", shape.to_vec(), vec![array.clone()], move |dag, a, index| {
                a[0].broadcast_element(dag, &full, index)
            });
        self.bounded(result, array.bound.clone())
    }

    /// The elements of `array` in `shape`, which has the same number of elements.
    pub(crate) fn reshaped(&mut self, name: &str, array: &Array, shape: Vec<Size>) -> Array {
        if array.shape == shape {
            return array.clone();
        }
        if let Data::Constant(_) = &array.data {
            return Array { shape, ..array.clone() };
        }
        let groups = groups(&array.shape, &shape);
        let (from, to) = (array.shape.clone(), shape.clone());
        let result = self.emit(name, shape, vec![array.clone()], move |dag, a, index| {
            let at = source_index(dag, &from, &to, &groups, index);
            a[0].element(dag, &at)
        });
        self.bounded(result, array.bound.clone())
    }
}

/// Runs of axes (source, result) with equal numbers of elements, as short as possible.
type Groups = Vec<(std::ops::Range<usize>, std::ops::Range<usize>)>;

fn groups(from: &[Size], to: &[Size]) -> Option<Groups> {
    // Nothing is ever loaded from an array that is known to be empty.
    if from.iter().any(Size::is_zero) {
        return None;
    }
    let mut groups = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < from.len() || j < to.len() {
        let mut found = None;
        'search: for length in 1..=(from.len() - i) + (to.len() - j) {
            for a in 0..=length.min(from.len() - i) {
                let b = length - a;
                if b > to.len() - j {
                    continue;
                }
                if Size::product(&from[i..i + a]) == Size::product(&to[j..j + b]) {
                    found = Some((i + a, j + b));
                    break 'search;
                }
            }
        }
        let (next_i, next_j) = found?;
        groups.push((i..next_i, j..next_j));
        (i, j) = (next_i, next_j);
    }
    Some(groups)
}

/// The index in the source of element `index` of the reshaped array.
fn source_index(
    dag: &mut Dag,
    from: &[Size],
    to: &[Size],
    groups: &Option<Groups>,
    index: &[ScalarId],
) -> Vec<ScalarId> {
    let zero = dag.constant(Const::i64(0));
    let mut at = vec![zero; from.len()];
    for (source, result) in groups.iter().flatten() {
        let outs: Vec<usize> = result.clone().filter(|k| !to[*k].is_one()).collect();
        let ins: Vec<usize> = source.clone().filter(|k| !from[*k].is_one()).collect();
        let Some((&first, more)) = outs.split_first() else { continue };
        let mut flat = index[first];
        for k in more {
            let size = dag.size(to[*k].clone());
            let scaled = dag.binary(Binary::Mul, flat, size);
            flat = dag.binary(Binary::Add, scaled, index[*k]);
        }
        for (n, k) in ins.iter().enumerate().rev() {
            if n == 0 {
                at[*k] = flat;
                break;
            }
            let size = dag.size(from[*k].clone());
            debug_assert_eq!(dag.dtype(size), DType::I64);
            at[*k] = dag.binary(Binary::Rem, flat, size);
            flat = dag.binary(Binary::FloorDiv, flat, size);
        }
    }
    at
}
