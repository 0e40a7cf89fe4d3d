//! Evenly spaced numbers: `arange`, `linspace`, `logspace`, `geomspace`.

use super::FunctionInfo;
use super::call::Call;
use super::elementwise::{common, float_dtype};
use super::reductions::dtype_argument;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::fold::Fold;
use crate::check::value::{Array, Res, Value, Weak};
use crate::dag::{Binary, Const, DType, ScalarId, Size, Unary};
use crate::diagnostic::Diagnostic;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Creation "arange" "(start, stop=None, step=1, dtype=None)"
        "From start (or 0) in steps up to, without, stop: `arange(N)`, `arange(1, N, 2)`." arange),
    function!(Creation complex "linspace" "(start, stop, num=50, endpoint=true, dtype=None)"
        "So many numbers from start to stop, evenly spaced." linspace),
    function!(Creation "logspace" "(start, stop, num=50, endpoint=true, base=10.0, dtype=None)"
        "`base ** linspace(start, stop)`." logspace),
    function!(Creation "geomspace" "(start, stop, num=50, endpoint=true, dtype=None)"
        "So many numbers from start to stop, each the same multiple of the one before." geomspace),
];

/// A number that must be known when the block is compiled.
enum Known {
    Size(Size),
    Float(f64),
}

impl Known {
    fn float(&self) -> Option<f64> {
        match self {
            Known::Size(size) => size.as_constant().map(|c| c as f64),
            Known::Float(f) => Some(*f),
        }
    }
}

fn known(checker: &mut Checker<'_>, call: &Call<'_>, k: usize) -> Res<Option<Known>> {
    let Some(expr) = call.option(k) else { return Ok(None) };
    let operand = checker.operand(expr)?;
    if let Some(size) = checker.graph.as_size(&operand.value) {
        return Ok(Some(Known::Size(size)));
    }
    let float = match &operand.value {
        Value::Weak(Weak::Float(f)) => Some(*f),
        Value::Array(a) => checker.graph.as_constant(a).map(|c| c.to_f64()),
        _ => None,
    };
    match float.filter(|f| f.is_finite()) {
        Some(f) => Ok(Some(Known::Float(f))),
        None => Err(checker.report(
            Diagnostic::new(
                expr.span,
                format!("the size of `{}` would depend on `{}`", call.name, operand.text),
            )
            .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
            .help("bounds and step are numbers or made of dimensions; `linspace` takes any bounds"),
        )),
    }
}

fn arange(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (first, second) = (known(checker, call, 0), known(checker, call, 1));
    let step = known(checker, call, 2);
    let dtype = dtype_argument(checker, call, 3)?;
    let zero = Known::Size(Size::zero());
    let (start, stop) = match (first?, second?) {
        (Some(start), Some(stop)) => (start, stop),
        (Some(stop), None) => (zero, stop),
        (None, _) => {
            return checker.fail(
                call.span,
                "`arange` needs an end",
                "write `arange(N)`, or `arange(start, stop)`",
            );
        }
    };
    let step = step?.unwrap_or(Known::Size(Size::one()));
    match (&start, &stop, &step) {
        (Known::Size(start), Known::Size(stop), Known::Size(step)) => {
            let Some(step) = step.as_constant() else {
                return checker.fail(
                    call.span,
                    "the step of `arange` is a number",
                    "scale it: `K * arange(N)`",
                );
            };
            whole(checker, call, [start, stop], step, dtype.unwrap_or(DType::I64))
        }
        _ => {
            let (Some(start), Some(stop), Some(step)) = (start.float(), stop.float(), step.float())
            else {
                return Err(checker.report(
                    Diagnostic::new(
                        call.span,
                        "the size of `arange` does not follow from fractions and dimensions",
                    )
                    .help("`linspace(start, stop, N)` has N elements; or scale: `0.5 * arange(N)`"),
                ));
            };
            fractions(checker, call, [start, stop, step], dtype.unwrap_or(DType::F64))
        }
    }
}

fn whole(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    [start, stop]: [&Size; 2],
    step: i64,
    dtype: DType,
) -> Res<Array> {
    if step == 0 || step.unsigned_abs() > 1 << 47 {
        return checker.fail(
            call.span,
            format!("`arange` cannot go in steps of {step}"),
            "a step is not 0 and below 2^47; `full([i64; N], value)` repeats a value",
        );
    }
    let distance = if step > 0 { stop.sub(start) } else { start.sub(stop) };
    let magnitude = step.abs();
    let mut length = distance.add(&Size::constant(magnitude - 1)).floor_div(magnitude);
    // As in NumPy, a range that ends before it starts is empty. Sizes that are known only at the call must not be
    // negative.
    if length.as_constant().is_some_and(|n| n < 0) {
        length = Size::zero();
    }
    let message = format!("`arange` from {start} to {stop} in steps of {step}");
    checker.require(&length, call.span, &message, "the end is not before the start")?;
    if dtype == DType::Bool {
        return checker.fail(
            call.span,
            "`arange` is of numbers, not of bool",
            "compare: `arange(N) > 0`",
        );
    }
    let start = start.clone();
    Ok(checker.graph.emit(call.name, vec![length], Vec::new(), move |dag, _, at| {
        let value = crate::check::index::affine(dag, at[0], &start, step);
        dag.cast(dtype, value)
    }))
}

fn fractions(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    [start, stop, step]: [f64; 3],
    dtype: DType,
) -> Res<Array> {
    let length = ((stop - start) / step).ceil();
    if step == 0.0 || length.is_nan() || length > (1u64 << 40) as f64 {
        return checker.fail(
            call.span,
            "this `arange` has too many elements",
            "make the step larger: it is not 0, and no array has more than 2^40 elements here",
        );
    }
    if !dtype.is_float() {
        return Err(checker.report(
            Diagnostic::new(call.span, format!("`arange` in fractions is of floats, not {dtype}"))
                .help(format_args!("convert the result: `arange(...) as {dtype}`")),
        ));
    }
    let length = Size::constant(length.max(0.0) as i64);
    Ok(checker.graph.emit(call.name, vec![length], Vec::new(), move |dag, _, at| {
        let s = &mut Fold(dag);
        // As in NumPy, the step is the distance of the first two elements after rounding.
        let first = s.number(dtype, start);
        let second = s.number(dtype, start + step);
        let step = s.sub(second, first);
        let k = s.cast(dtype, at[0]);
        let distance = s.mul(k, step);
        s.add(first, distance)
    }))
}

/// The parameters that all functions with `num` elements have in common.
struct Space {
    dtype: DType,
    result: DType,
    num: Size,
    endpoint: bool,
    bounds: [Array; 2],
}

fn space(checker: &mut Checker<'_>, call: &Call<'_>, dtype: usize) -> Res<Space> {
    let operands = call.operands(checker, 2);
    let num = match call.option(2) {
        Some(expr) => {
            let num = checker.size_expr(expr)?;
            let message = format!("`{}` of {num} elements", call.name);
            checker.require(&num, expr.span, &message, "a number of elements is 0 or more")?;
            num
        }
        None => Size::constant(50),
    };
    let endpoint = match call.option(3) {
        Some(expr) => checker.const_bool(expr, "`endpoint`")?,
        None => true,
    };
    let given = dtype_argument(checker, call, dtype)?;
    let operands = operands?;
    let common = common(checker, call, &[&operands[0], &operands[1]])?;
    let dtype = float_dtype(common.part());
    if let Some(given) = given.filter(|_| common.is_complex()) {
        let message =
            format!("`{}` between complex numbers is of {common}, not {given}", call.name);
        return Err(checker.report(
            Diagnostic::new(call.span, message)
                .help("leave `dtype` out, and take a part of the result: `real(z)`"),
        ));
    }
    let mut bound = |operand: &Operand| -> Res<Array> {
        let array = match common.is_complex() {
            true => checker.coerced(operand, common)?,
            false => checker.coerced(operand, dtype)?,
        };
        if array.rank() == 0 {
            // For complex numbers, the rules apply to each part.
            return Ok(if common.is_complex() {
                checker.graph.cast(&array, common)
            } else {
                array
            });
        }
        Err(checker.report(
            Diagnostic::new(operand.span, format!("`{}` is between scalars", call.name))
                .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
                .help("between arrays write `a + (b - a) * t[.., newaxis]` with `t = linspace(0, 1, N)`"),
        ))
    };
    let bounds = [bound(&operands[0])?, bound(&operands[1])?];
    Ok(Space { dtype, result: given.unwrap_or(dtype), num, endpoint, bounds })
}

impl Space {
    /// The number of steps from start to stop, at least one.
    fn steps(&self, s: &mut Fold<'_>) -> ScalarId {
        let steps = if self.endpoint { self.num.sub(&Size::one()) } else { self.num.clone() };
        let (steps, one) = (s.0.size(steps), s.0.constant(Const::i64(1)));
        s.binary(Binary::Max, steps, one)
    }

    /// Element `i` of the even spacing of two scalars.
    fn element(&self, s: &mut Fold<'_>, i: ScalarId, [start, stop]: [ScalarId; 2]) -> ScalarId {
        let steps = self.steps(s);
        let (count, k) = (s.cast(self.dtype, steps), s.cast(self.dtype, i));
        let distance = s.sub(stop, start);
        let step = s.div(distance, count);
        let along = s.mul(k, step);
        let value = s.add(along, start);
        self.ending(s, i, stop, value)
    }

    /// `value`, but the last element exactly `stop`.
    fn ending(&self, s: &mut Fold<'_>, i: ScalarId, stop: ScalarId, value: ScalarId) -> ScalarId {
        if !self.endpoint {
            return value;
        }
        let steps = self.steps(s);
        let last = s.binary(Binary::Eq, i, steps);
        s.select(last, stop, value)
    }

    /// Start and stop, in the dtype of the computation.
    fn ends(&self, s: &mut Fold<'_>, arrays: &[Array]) -> [ScalarId; 2] {
        [0, 1].map(|k| {
            let bound = arrays[k].element(s.0, &[]);
            s.cast(self.dtype, bound)
        })
    }

    fn result(&self, s: &mut Fold<'_>, value: ScalarId) -> ScalarId {
        // Rounded towards minus infinity, as in NumPy.
        let value = if self.result.is_integer() { s.unary(Unary::Floor, value) } else { value };
        s.cast(self.result, value)
    }

    /// The array whose element `i` the rule computes from start and stop.
    fn array(
        self,
        checker: &mut Checker<'_>,
        name: &str,
        rule: impl Fn(&Space, &mut Fold<'_>, ScalarId, [ScalarId; 2]) -> ScalarId + 'static,
    ) -> Array {
        let (shape, operands) = (vec![self.num.clone()], self.bounds.to_vec());
        checker.graph.emit(name, shape, operands, move |dag, a, at| {
            let s = &mut Fold(dag);
            let ends = self.ends(s, a);
            let value = rule(&self, s, at[0], ends);
            self.result(s, value)
        })
    }
}

fn linspace(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let space = space(checker, call, 4)?;
    Ok(space.array(checker, call.name, |space, s, i, ends| space.element(s, i, ends)))
}

fn logspace(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let base = known(checker, call, 4)?.map_or(Some(10.0), |base| base.float());
    let space = space(checker, call, 5)?;
    let Some(base) = base else {
        return checker.fail(
            call.span,
            "the base of `logspace` is a number",
            "write it out: `pow(base, linspace(start, stop, N))`",
        );
    };
    Ok(space.array(checker, call.name, move |space, s, i, ends| {
        let exponent = space.element(s, i, ends);
        let base = s.number(space.dtype, base);
        s.binary(Binary::Pow, base, exponent)
    }))
}

fn geomspace(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let space = space(checker, call, 4)?;
    Ok(space.array(checker, call.name, |space, s, i, [start, stop]| {
        // Between negative numbers as between their magnitudes.
        let logs = [start, stop].map(|end| {
            let magnitude = s.unary(Unary::Abs, end);
            s.unary(Unary::Log10, magnitude)
        });
        let exponent = space.element(s, i, logs);
        let ten = s.number(space.dtype, 10.0);
        let magnitude = s.binary(Binary::Pow, ten, exponent);
        let value = s.binary(Binary::Copysign, magnitude, start);
        let zero = s.0.constant(Const::i64(0));
        let first = s.binary(Binary::Eq, i, zero);
        let value = space.ending(s, i, stop, value);
        s.select(first, start, value)
    }))
}
