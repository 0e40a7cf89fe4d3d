//! Functions whose results have a size that data decide: `compress`, `nonzero`, `unique`, `join`.
//!
//! The user gives a bound, `size=M`, so shapes are known. Results have `M` places, of which the first ones are filled,
//! and a count tells how many. More than `M` elements are an error of the call.
//!
//! All but `join` are made of one step: the positions at which a mask holds ([`Routine::Positions`]).

mod join;
mod unique;

use super::FunctionInfo;
use super::call::Call;
use crate::check::axis::Axes;
use crate::check::checker::{Checker, array_text};
use crate::check::stmt::parenthesised;
use crate::check::value::{Array, Res, Value, Weak};
use crate::dag::{Binary, Const, DType, Reduce, Size};
use crate::diagnostic::{Diagnostic, SpanRange};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Sorting complex by_name "compress" "(condition, x, axis=None, size=None, fill_value=0)"
        "The parts of x along an axis where the condition holds, in `size` places, and their number."
        compress),
    function!(Sorting complex "nonzero" "(x, size=None, fill_value=0)"
        "The positions (i64) of the elements that are not zero, an array for each axis, in `size` places, \
         and their number."
        nonzero),
    function!(Sorting "unique"
        "(x, return_index=false, return_inverse=false, return_counts=false, size=None, fill_value=0)"
        "The different elements in ascending order, in `size` places, and their number."
        unique::unique),
    function!(Sorting by_name "join" "(left, right, size=None, fill_value=0)"
        "The pairs of positions (i64) at which two arrays of keys are equal, in `size` places, and their \
         number."
        join::join),
];

/// The bound of a result.
struct Bound {
    size: Size,
    /// What the error of an overflow calls the elements: "elements of `x`".
    what: String,
    /// A bound that is always enough, as a user writes it.
    enough: Size,
}

impl Bound {
    /// The argument `size`, parameter `k`. `enough` elements are the most that there can be.
    fn new(
        checker: &mut Checker<'_>,
        call: &Call<'_>,
        k: usize,
        what: String,
        enough: Size,
    ) -> Res<Bound> {
        let Some(expr) = call.option(k) else {
            let claim =
                format!("the size of `{}` would depend on data, not on dimensions", call.name);
            return Err(checker.report(
                Diagnostic::new(call.span, claim)
                    .fact(
                        "results have `size` places, and their last part tells how many are filled",
                    )
                    .help(format_args!("give a bound: `size={enough}` is always enough")),
            ));
        };
        let size = checker.size_expr(expr)?;
        let message = format!("`size` {size} of `{}` is negative", call.name);
        checker.require(&size, expr.span, &message, "a bound is 0 or more")?;
        Ok(Bound { size, what, enough })
    }

    /// Makes a larger count an error of the call, unless no count is larger.
    fn check(&self, checker: &mut Checker<'_>, call: &Call<'_>, count: &Array) {
        if checker.graph.is_non_negative(&self.size.sub(&self.enough)) {
            return;
        }
        let claim = format!("`{}` finds more than {} {}", call.name, self.size, self.what);
        let help = format!("give a larger `size`; {} is always enough", self.enough);
        checker.graph.check_count(count, &self.size, &claim, &self.enough, &help);
    }

    /// Whether there are places wherever there are elements.
    fn holds(&self, checker: &Checker<'_>) -> bool {
        checker.graph.is_non_negative(&self.size.sub(&Size::one()))
            || checker.graph.is_non_negative(&self.size.sub(&self.enough))
    }
}

/// The positions at which a mask holds.
struct Positions {
    /// The positions in ascending order, then -1.
    at: Array,
    /// Their number.
    count: Array,
}

impl Positions {
    /// Those of a mask (of one axis, with the text `place`), of which there may be as many as the bound says.
    fn new(
        checker: &mut Checker<'_>,
        call: &Call<'_>,
        mask: &Array,
        bound: &Bound,
        place: (&str, SpanRange),
    ) -> Res<Positions> {
        let row = checker.stored(call.name, mask, place)?;
        let found = checker.graph.positions_of_row(row, &bound.size);
        let operands = vec![found.clone()];
        let at = checker.graph.emit("at", vec![bound.size.clone()], operands, |dag, a, index| {
            a[0].element(dag, index)
        });
        let last = bound.size.clone();
        let count = checker.graph.emit("count", Vec::new(), vec![found], move |dag, a, _| {
            let last = dag.size(last.clone());
            a[0].element(dag, &[last])
        });
        bound.check(checker, call, &count);
        Ok(Positions { at, count })
    }

    /// The parts of `x` along `axis` at these positions, then `fill`.
    fn take(
        &self,
        checker: &mut Checker<'_>,
        name: &str,
        x: &Array,
        axis: usize,
        fill: &Array,
    ) -> Array {
        let mut shape = x.shape.clone();
        shape[axis] = self.at.shape[0].clone();
        let empty = checker.graph.may_be_empty(x, &[axis]);
        let operands = vec![x.clone(), self.at.clone(), fill.clone()];
        checker.graph.emit(name, shape, operands, move |dag, a, index| {
            let at = a[1].element(dag, &[index[axis]]);
            let zero = dag.constant(Const::i64(0));
            let found = dag.binary(Binary::Ge, at, zero);
            let mut place = index.to_vec();
            place[axis] = dag.binary(Binary::Max, at, zero);
            let element = a[0].element_unless_empty(dag, &place, &empty);
            let fill = a[2].element(dag, &[]);
            let dtype = dag.dtype(fill);
            let element = dag.cast(dtype, element);
            dag.select(found, element, fill)
        })
    }
}

impl Checker<'_> {
    /// The last element of an array of one axis, or 0 if there is none.
    fn last_or_zero(&mut self, name: &str, array: &Array) -> Array {
        let n = array.shape[0].clone();
        self.graph.emit(name, Vec::new(), vec![array.clone()], move |dag, a, _| {
            let (one, n_value) = (dag.constant(Const::i64(1)), dag.size(n.clone()));
            let last = dag.binary(Binary::Sub, n_value, one);
            // A sum of one element, or of none.
            dag.reduce_range(Reduce::Sum, n.clone(), [last, n_value], |dag, k| {
                a[0].element(dag, &[k])
            })
        })
    }
}

/// The argument `fill_value`, parameter `k`, a scalar of `dtype`.
fn fill(checker: &mut Checker<'_>, call: &Call<'_>, k: usize, dtype: DType) -> Res<Array> {
    let Some(expr) = call.option(k) else {
        return checker.weak_to(&Weak::Int(0), dtype, call.span);
    };
    let operand = checker.operand(expr)?;
    let fill = checker.coerced(&operand, dtype)?;
    if fill.rank() == 0 && fill.dtype == dtype {
        return Ok(fill);
    }
    let claim = format!("`fill_value` of `{}` is one value of dtype {dtype}", call.name);
    Err(checker.report(
        Diagnostic::new(expr.span, claim)
            .fact(format_args!("`{}` is {}", operand.text, array_text(&fill)))
            .help(match fill.rank() {
                0 => format!("convert it: `{} as {dtype}`", parenthesised(&operand.text)),
                _ => "leave it out: it is 0".to_string(),
            }),
    ))
}

fn compress(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let (mask, operand) = (checker.array(call.arg(0)), checker.operand(call.arg(1)));
    let (mask, operand) = (mask?, operand?);
    let mut x = checker.as_array(&operand)?;
    let operand_rank = x.rank();
    let axis = match call.option(2) {
        Some(expr) => checker.axis(expr, &Axes::of(&operand, &x))?,
        None => {
            let total = Size::product(&x.shape);
            x = checker.graph.reshaped("ravel", &x, vec![total]);
            0
        }
    };
    let (mask_text, x_text) = (call.text(0), call.text(1));
    if mask.rank() != 1 || mask.shape[0] != x.shape[axis] {
        return Err(checker.report(
            Diagnostic::new(
                call.arg(0).span,
                "the condition of `compress` has one value for each part",
            )
            .fact(format_args!("condition: `{mask_text}` is {}", array_text(&mask)))
            .fact(format_args!("axis {axis} of `{x_text}` has size {}", x.shape[axis]))
            .help(match (mask.rank(), operand_rank) {
                (1, 1) => "make it of the array itself: `x > 0`",
                (1, _) if call.option(2).is_none() => "say along which axis: `axis=0`",
                (1, _) => "make it of one row along the axis: `x[.., 0] > 0`",
                _ => "flatten both: `compress(ravel(mask), ravel(x), size=M)`",
            }),
        ));
    }
    let mask = checker.graph.truth(&mask);
    let mask = checker.graph.cast(&mask, DType::Bool);
    let what = match x.rank() {
        1 => format!("elements of `{x_text}`"),
        _ => format!("parts of `{x_text}`"),
    };
    let bound = Bound::new(checker, call, 3, what, x.shape[axis].clone())?;
    let fill = fill(checker, call, 4, x.dtype)?;
    let place = (mask_text.as_str(), call.arg(0).span);
    let positions = Positions::new(checker, call, &mask, &bound, place)?;
    let values = positions.take(checker, call.name, &x, axis, &fill);
    Ok(Value::Tuple(vec![Value::Array(values), Value::Array(positions.count)]))
}

fn nonzero(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let x = call.array(checker)?;
    let text = call.text(0);
    if x.rank() == 0 {
        let claim = format!("`nonzero` counts positions along axes, and `{text}` has none");
        return checker.fail(call.arg(0).span, claim, format!("compare it: `{text} != 0`"));
    }
    let total = Size::product(&x.shape);
    let mask = checker.graph.truth(&x);
    let mask = checker.graph.cast(&mask, DType::Bool);
    let mask = checker.graph.reshaped("ravel", &mask, vec![total.clone()]);
    let what = format!("elements of `{text}` that are not zero");
    let bound = Bound::new(checker, call, 1, what, total.clone())?;
    let fill = fill(checker, call, 2, DType::I64)?;
    let place = (text.as_str(), call.arg(0).span);
    let positions = Positions::new(checker, call, &mask, &bound, place)?;
    let count = positions.count.clone();
    let axes = (0..x.rank()).map(|axis| {
        let inner = Size::product(&x.shape[axis + 1..]);
        let (size, outermost) = (x.shape[axis].clone(), axis == 0);
        let operands = vec![positions.at.clone(), fill.clone()];
        let shape = positions.at.shape.clone();
        let result = checker.graph.emit(call.name, shape, operands, move |dag, a, index| {
            let at = a[0].element(dag, index);
            let zero = dag.constant(Const::i64(0));
            let found = dag.binary(Binary::Ge, at, zero);
            let mut own = at;
            if !inner.is_one() {
                let inner = dag.size(inner.clone());
                own = dag.binary(Binary::FloorDiv, own, inner);
            }
            if !outermost {
                let size = dag.size(size.clone());
                own = dag.binary(Binary::Rem, own, size);
            }
            let fill = a[1].element(dag, &[]);
            dag.select(found, own, fill)
        });
        // A position that is filled with 0 is none of an empty axis.
        let size = x.shape[axis].clone();
        if call.option(2).is_none() && checker.graph.is_non_negative(&size.sub(&Size::one())) {
            checker.graph.known_below(&result, &size);
        }
        Value::Array(result)
    });
    let mut results: Vec<Value> = axes.collect();
    results.push(Value::Array(count));
    Ok(Value::Tuple(results))
}
