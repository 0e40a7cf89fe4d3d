//! Reductions along axes and over closures; contractions.

use super::call::{Call, entries};
use super::{FunctionInfo, Group};
use crate::check::checker::Checker;
use crate::check::fold;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, DType, Dag, Reduce, ScalarId, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Expr, ExprKind};

macro_rules! reductions {
    ($($name:ident $kind:ident $doc:literal;)*) => {
        &[$(FunctionInfo {
            name: stringify!($name),
            aliases: &[],
            signature: concat!(stringify!($name), "(x, axis=None, keepdims=false)"),
            doc: $doc,
            group: Group::Reduction,
            eval: |checker, call| reduction(checker, call, Kind::$kind),
        }),*]
    };
}

const REDUCTIONS: &[FunctionInfo] = reductions! {
    sum Sum "Sum along the axes; bools and integers widen to 64 bits. Also `sum(|k: N| ...)`.";
    prod Prod "Product along the axes; bools and integers widen to 64 bits. Also `prod(|k: N| ...)`.";
    min Min "Smallest element along the axes; NaN if any is. Also `min(|k: N| ...)`.";
    max Max "Largest element along the axes; NaN if any is. Also `max(|k: N| ...)`.";
    mean Mean "Mean along the axes; integers give f64. Also `mean(|k: N| ...)`.";
    all All "Whether all elements are non-zero. Also `all(|k: N| ...)`.";
    any Any "Whether any element is non-zero. Also `any(|k: N| ...)`.";
};

const CONTRACTIONS: &[FunctionInfo] = &[
    FunctionInfo {
        name: "einsum",
        aliases: &[],
        signature: "einsum(subscripts, *operands)",
        doc: "Sum of products by labelled axes: `einsum(\"ij,jk->ik\", a, b)`.",
        group: Group::Linear,
        eval: |checker, call| checker.einsum(call).map(Value::Array),
    },
    FunctionInfo {
        name: "matmul",
        aliases: &[],
        signature: "matmul(a, b)",
        doc: "`a @ b`: matrix product over the last two axes, broadcast over the others.",
        group: Group::Linear,
        eval: |checker, call| {
            let operands = call.operands(checker, 2)?;
            checker.matmul(call.span, &operands[0], &operands[1]).map(Value::Array)
        },
    },
];

const COUNT: usize = REDUCTIONS.len() + CONTRACTIONS.len();

pub(super) const FUNCTIONS: &[FunctionInfo] = &concat();

const fn concat() -> [FunctionInfo; COUNT] {
    let mut all = [REDUCTIONS[0]; COUNT];
    let mut k = 0;
    while k < COUNT {
        all[k] =
            if k < REDUCTIONS.len() { REDUCTIONS[k] } else { CONTRACTIONS[k - REDUCTIONS.len()] };
        k += 1;
    }
    all
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sum,
    Prod,
    Min,
    Max,
    Mean,
    All,
    Any,
}

/// How elements of `dtype` are reduced: the operation and the dtype in which it happens.
fn operation(kind: Kind, dtype: DType) -> (Reduce, DType) {
    let wide = dtype.sum_of();
    match (kind, dtype) {
        (Kind::Sum, _) => (Reduce::Sum, wide),
        (Kind::Prod, _) => (Reduce::Prod, wide),
        (Kind::Mean, d) if d.is_float() => (Reduce::Sum, d),
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

/// Divides a sum by the number of its terms.
fn divide(dag: &mut Dag, sum: ScalarId, count: &Size, dtype: DType) -> ScalarId {
    let count = dag.size(count.clone());
    let count = fold::cast(dag, dtype, count);
    dag.binary(Binary::Div, sum, count)
}

fn reduction(checker: &mut Checker<'_>, call: &Call<'_>, kind: Kind) -> Res<Value> {
    if let ExprKind::Closure { params, body } = &call.arg(0).kind {
        for k in [1, 2] {
            if let Some(extra) = call.option(k) {
                let message = format!("`{}` of a closure takes no other argument", call.name);
                return checker.fail(extra.span, message);
            }
        }
        return closure_reduction(checker, call, kind, params, body);
    }
    let operand = checker.operand(call.arg(0));
    let keepdims = match call.option(2) {
        Some(e) => checker.const_bool(e, "`keepdims`"),
        None => Ok(false),
    };
    let array = checker.as_array(&operand?)?;
    let axes = match call.option(1) {
        None => (0..array.rank()).collect(),
        Some(e) => axis_list(checker, e, array.rank())?,
    };
    let keepdims = keepdims?;
    if matches!(kind, Kind::Min | Kind::Max) {
        let text = call.text(0);
        for axis in &axes {
            require_elements(checker, call, &array.shape[*axis], &text)?;
        }
    }
    let (op, dtype) = operation(kind, array.dtype);
    let result = reduce(checker, call.name, &array, &axes, keepdims, op, dtype, kind == Kind::Mean);
    let bound = if matches!(kind, Kind::Min | Kind::Max) { array.bound } else { None };
    Ok(Value::Array(checker.bounded(result, bound)))
}

/// `axis=1`, `axis=-1`, `axis=(0, 1)`: sorted, each once.
fn axis_list(checker: &mut Checker<'_>, expr: &Expr, rank: usize) -> Res<Vec<usize>> {
    let mut axes = Vec::new();
    for entry in entries(expr) {
        let axis = checker.axis(entry, rank)?;
        if axes.contains(&axis) {
            return checker.fail(entry.span, format!("axis {axis} is given twice"));
        }
        axes.push(axis);
    }
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
    checker.require(&extent.sub(&Size::one()), call.span, &message)
}

#[allow(clippy::too_many_arguments)]
fn reduce(
    checker: &mut Checker<'_>,
    name: &str,
    array: &Array,
    axes: &[usize],
    keepdims: bool,
    op: Reduce,
    dtype: DType,
    mean: bool,
) -> Array {
    let rank = array.rank();
    let extents: Vec<Size> = axes.iter().map(|a| array.shape[*a].clone()).collect();
    let count = Size::product(&extents);
    let mut shape = Vec::new();
    // The axis of the result that an axis of the operand becomes.
    let mut kept = vec![None; rank];
    for (axis, kept) in kept.iter_mut().enumerate() {
        if axes.contains(&axis) {
            if keepdims {
                shape.push(Size::one());
            }
        } else {
            *kept = Some(shape.len());
            shape.push(array.shape[axis].clone());
        }
    }
    checker.emit(name, shape, vec![array.clone()], move |dag, a, index| {
        let element = |dag: &mut Dag, vars: &[ScalarId]| {
            let mut vars = vars.iter();
            let at: Vec<ScalarId> = kept
                .iter()
                .map(|k| match k {
                    Some(k) => index[*k],
                    None => *vars.next().expect("one variable per reduced axis"),
                })
                .collect();
            let element = a[0].element(dag, &at);
            fold::cast(dag, dtype, element)
        };
        let value = if extents.is_empty() {
            element(dag, &[])
        } else {
            dag.reduce(op, extents.clone(), element)
        };
        if mean { divide(dag, value, &count, dtype) } else { value }
    })
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
    let (op, dtype) = operation(kind, checker.dag.dtype(comprehension.body));
    let value = fold::cast(&mut checker.dag, dtype, comprehension.body);
    let vars: Vec<_> = comprehension.loops.iter().map(|l| l.var).collect();
    let count = Size::product(&extents);
    let mut value = checker.dag.bind_reduction(op, &vars, extents, value);
    if kind == Kind::Mean {
        value = divide(&mut checker.dag, value, &count, dtype);
    }
    let dtype = checker.dag.dtype(value);
    if comprehension.open {
        return Ok(Value::Array(Array::scalar(dtype, value, true)));
    }
    let node = checker.dag.compute(call.name, Vec::new(), value);
    Ok(Value::Array(Array::node(Vec::new(), dtype, node)))
}

/// For functions that take closures: an error where there is none.
pub(super) fn closure_expected<T>(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<T> {
    Err(checker.report(
        Diagnostic::new(call.arg(0).span, format!("`{}` takes a closure", call.name))
            .help("for example `from_fn(|i: N| 2 * i)`"),
    ))
}
