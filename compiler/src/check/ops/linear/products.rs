//! Sums of products over pairs of axes: `dot`, `inner`, `tensordot` and the like. Each is one comprehension.

use crate::check::axis::Axes;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::contract::Label;
use crate::check::ops::call::Call;
use crate::check::promote::{Common, weak_dtype};
use crate::check::stmt::parenthesised;
use crate::check::value::{Array, Res, Value};
use crate::dag::{DType, Size};
use crate::diagnostic::{Diagnostic, Unfinished};
use crate::parse::ast::{BinaryOp, ExprKind};
use std::collections::BTreeMap;

/// The two operands of a product, of one dtype.
struct Pair {
    operands: Vec<Operand>,
    a: Array,
    b: Array,
    dtype: DType,
}

impl Pair {
    fn new(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Pair> {
        let operands = call.operands(checker, 2)?;
        Pair::of(checker, call, operands)
    }

    fn of(checker: &mut Checker<'_>, call: &Call<'_>, operands: Vec<Operand>) -> Res<Pair> {
        let claim = format!("`{}`", call.name);
        let views: Vec<&Operand> = operands.iter().collect();
        let dtype = match checker.common_dtype(&claim, call.span, &["left", "right"], &views)? {
            Common::Typed(dtype) => dtype,
            Common::Weak => weak_dtype(&views),
        };
        let (a, b) = (checker.as_array(&operands[0])?, checker.as_array(&operands[1])?);
        Ok(Pair { operands, a, b, dtype })
    }

    fn diagnostic(&self, call: &Call<'_>, claim: String) -> Diagnostic<Unfinished> {
        Diagnostic::new(call.span, claim)
            .fact(format_args!("left: `{}` is {}", self.operands[0].text, array_text(&self.a)))
            .fact(format_args!("right: `{}` is {}", self.operands[1].text, array_text(&self.b)))
    }

    /// The axes of the two operands.
    fn axes(&self) -> [Axes<'_>; 2] {
        [Axes::of(&self.operands[0], &self.a), Axes::of(&self.operands[1], &self.b)]
    }

    /// Requires that axes that are summed over together have the same size. A size of 1 does not stretch here.
    fn require_equal(
        &self,
        checker: &mut Checker<'_>,
        call: &Call<'_>,
        (i, j): (usize, usize),
    ) -> Res<()> {
        let (n, m) = (&self.a.shape[i], &self.b.shape[j]);
        if n == m {
            return Ok(());
        }
        let claim = format!(
            "`{}` sums over axis {i} of the left operand and axis {j} of the right one, which have sizes {n} and {m}",
            call.name
        );
        let help = if self.b.rank() == 2 && self.b.shape[1 - j] == *n {
            format!("transpose the right operand: `{}.T`", parenthesised(&self.operands[1].text))
        } else {
            "give the operands one size there; a size 1 is not repeated".to_string()
        };
        let diagnostic = self.diagnostic(call, claim);
        Err(checker.report(diagnostic.help(help)))
    }

    fn require_rank(
        &self,
        checker: &mut Checker<'_>,
        call: &Call<'_>,
        (least_a, least_b): (usize, usize),
    ) -> Res<()> {
        let sides = [("left", &self.a, least_a), ("right", &self.b, least_b)];
        for (side, array, least) in sides {
            if array.rank() < least {
                let axes = if least == 1 { "1 axis".to_string() } else { format!("{least} axes") };
                let claim = format!("the {side} operand of `{}` needs at least {axes}", call.name);
                let help = match array.rank() {
                    0 => "a product of numbers is written with `*`",
                    _ => "a new axis is made by `newaxis`: `x[.., newaxis]` is a column",
                };
                return Err(checker.report(self.diagnostic(call, claim).help(help)));
            }
        }
        Ok(())
    }

    /// The sum of products. Labels that both operands have belong to axes of equal size.
    fn contract(
        self,
        checker: &mut Checker<'_>,
        name: &str,
        labels: [Vec<Label>; 2],
        output: Vec<Label>,
    ) -> Array {
        let mut sizes: BTreeMap<Label, Size> = BTreeMap::new();
        for (own, array) in labels.iter().zip([&self.a, &self.b]) {
            for (label, size) in own.iter().zip(&array.shape) {
                let known = sizes.entry(*label).or_insert_with(|| size.clone());
                if known.is_one() {
                    *known = size.clone();
                }
            }
        }
        checker.graph.contract(name, vec![self.a, self.b], labels.into(), output, sizes, self.dtype)
    }
}

/// The labels `from..` for the axes of an array.
fn labels(from: usize, rank: usize) -> Vec<Label> {
    (from..from + rank).map(|k| k as Label).collect()
}

fn is_scalar(operand: &Operand) -> bool {
    match &operand.value {
        Value::Weak(_) => true,
        Value::Array(array) => array.rank() == 0,
        Value::Tuple(_) | Value::Record(_) | Value::Function(_) => false,
    }
}

/// `a * b` if either is a scalar, which is the meaning of `dot` and `inner` in that case.
fn scaled(checker: &mut Checker<'_>, call: &Call<'_>, operands: &[Operand]) -> Option<Res<Value>> {
    if !operands.iter().any(is_scalar) {
        return None;
    }
    Some(checker.binary_operator(BinaryOp::Mul, call.span, &operands[0], &operands[1]))
}

pub(super) fn dot(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    if let Some(product) = scaled(checker, call, &operands) {
        return product;
    }
    let pair = Pair::of(checker, call, operands)?;
    let (last, inner) = (pair.a.rank() - 1, pair.b.rank().saturating_sub(2));
    pair.require_equal(checker, call, (last, inner))?;
    Ok(Value::Array(over(checker, call, pair, &[(last, inner)])))
}

pub(super) fn inner(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    if let Some(product) = scaled(checker, call, &operands) {
        return product;
    }
    let pair = Pair::of(checker, call, operands)?;
    let axes = (pair.a.rank() - 1, pair.b.rank() - 1);
    pair.require_equal(checker, call, axes)?;
    Ok(Value::Array(over(checker, call, pair, &[axes])))
}

/// The sum over pairs of axes. The remaining axes of `a`, then those of `b`, are the axes of the result.
fn over(checker: &mut Checker<'_>, call: &Call<'_>, pair: Pair, axes: &[(usize, usize)]) -> Array {
    let of_a = labels(0, pair.a.rank());
    let mut of_b = labels(pair.a.rank(), pair.b.rank());
    for (i, j) in axes {
        of_b[*j] = of_a[*i];
    }
    let summed = |label: &Label| of_a.contains(label) && of_b.contains(label);
    let output = of_a.iter().chain(&of_b).copied().filter(|l| !summed(l)).collect();
    pair.contract(checker, call.name, [of_a, of_b], output)
}

pub(super) fn vdot(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut pair = Pair::new(checker, call)?;
    let (n, m) = (Size::product(&pair.a.shape), Size::product(&pair.b.shape));
    if n != m {
        let claim = format!("`vdot` needs equal numbers of elements, not {n} and {m}");
        return Err(
            checker.report(pair.diagnostic(call, claim).help("take slices with as many elements"))
        );
    }
    // If the shapes are equal, the elements need not be brought into one row.
    if pair.a.shape != pair.b.shape {
        pair.a = checker.graph.reshaped("ravel", &pair.a, vec![n]);
        pair.b = checker.graph.reshaped("ravel", &pair.b, vec![m]);
    }
    let own = labels(0, pair.a.rank());
    pair.a = checker.graph.conjugated(&pair.a);
    Ok(pair.contract(checker, "vdot", [own.clone(), own], Vec::new()))
}

/// The labels of the common axes before the last `core_a` and `core_b`: those of `a`, of `b`, and of the result.
type Batch = (Vec<Label>, Vec<Label>, Vec<Label>);

fn batch(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    pair: &Pair,
    (core_a, core_b): (usize, usize),
) -> Res<Batch> {
    let (a, b) = (pair.a.rank() - core_a, pair.b.rank() - core_b);
    let front =
        |array: &Array, axes: usize| Array { shape: array.shape[..axes].to_vec(), ..array.clone() };
    let (front_a, front_b) = (front(&pair.a, a), front(&pair.b, b));
    let texts = [pair.operands[0].text.as_str(), pair.operands[1].text.as_str()];
    let views = [(texts[0], &front_a), (texts[1], &front_b)];
    checker.broadcast_shape(
        call.span,
        &["left, without its last axes", "right, without its last axes"],
        &views,
    )?;
    // Counted from the right, after the labels of the other axes.
    let own = |rank: usize| (0..rank).rev().map(|k| (k + 2) as Label).collect::<Vec<_>>();
    Ok((own(a), own(b), own(a.max(b))))
}

pub(super) fn vecdot(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut pair = Pair::new(checker, call)?;
    pair.require_rank(checker, call, (1, 1))?;
    let mut axes = [pair.a.rank() - 1, pair.b.rank() - 1];
    if let Some(expr) = call.option(2) {
        let axes_of = pair.axes().map(|of| checker.axis(expr, &of));
        let [a, b] = axes_of;
        axes = [a?, b?];
    }
    pair.require_equal(checker, call, (axes[0], axes[1]))?;
    pair.a = checker.graph.conjugated(&pair.a);
    pair.a = checker.graph.axis_last(&pair.a, axes[0]);
    pair.b = checker.graph.axis_last(&pair.b, axes[1]);
    let (mut of_a, mut of_b, output) = batch(checker, call, &pair, (1, 1))?;
    of_a.push(0);
    of_b.push(0);
    Ok(pair.contract(checker, "vecdot", [of_a, of_b], output))
}

pub(super) fn matvec(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let pair = Pair::new(checker, call)?;
    pair.require_rank(checker, call, (2, 1))?;
    pair.require_equal(checker, call, (pair.a.rank() - 1, pair.b.rank() - 1))?;
    let (mut of_a, mut of_b, mut output) = batch(checker, call, &pair, (2, 1))?;
    of_a.extend([0, 1]);
    of_b.push(1);
    output.push(0);
    Ok(pair.contract(checker, "matvec", [of_a, of_b], output))
}

pub(super) fn vecmat(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut pair = Pair::new(checker, call)?;
    pair.a = checker.graph.conjugated(&pair.a);
    pair.require_rank(checker, call, (1, 2))?;
    pair.require_equal(checker, call, (pair.a.rank() - 1, pair.b.rank() - 2))?;
    let (mut of_a, mut of_b, mut output) = batch(checker, call, &pair, (1, 2))?;
    of_a.push(0);
    of_b.extend([0, 1]);
    output.push(1);
    Ok(pair.contract(checker, "vecmat", [of_a, of_b], output))
}

pub(super) fn outer(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut pair = Pair::new(checker, call)?;
    for array in [&mut pair.a, &mut pair.b] {
        let total = Size::product(&array.shape);
        *array = checker.graph.reshaped("ravel", array, vec![total]);
    }
    Ok(pair.contract(checker, "outer", [vec![0], vec![1]], vec![0, 1]))
}

pub(super) fn kron(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut pair = Pair::new(checker, call)?;
    let rank = pair.a.rank().max(pair.b.rank());
    for array in [&mut pair.a, &mut pair.b] {
        let mut shape = vec![Size::one(); rank - array.rank()];
        shape.extend(array.shape.iter().cloned());
        *array = checker.graph.reshaped("expand_dims", array, shape);
    }
    let shape = pair.a.shape.iter().zip(&pair.b.shape).map(|(n, m)| n.mul(m)).collect();
    let (of_a, of_b) = (labels(0, rank), labels(rank, rank));
    let output = of_a.iter().zip(&of_b).flat_map(|(i, j)| [*i, *j]).collect();
    let blocks = pair.contract(checker, "kron", [of_a, of_b], output);
    Ok(checker.graph.reshaped("kron", &blocks, shape))
}

pub(super) fn tensordot(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let pair = Pair::new(checker, call)?;
    let axes = summed_axes(checker, call, &pair)?;
    for axes in &axes {
        pair.require_equal(checker, call, *axes)?;
    }
    Ok(over(checker, call, pair, &axes))
}

/// `axes=2`, `axes=([1], [0])`, `axes=(1, 0)`: pairs of an axis of `a` and one of `b`.
fn summed_axes(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    pair: &Pair,
) -> Res<Vec<(usize, usize)>> {
    let (rank_a, rank_b) = (pair.a.rank(), pair.b.rank());
    let lists = call.option(2).map(|e| (e, &e.kind));
    if let Some((_, ExprKind::Tuple(lists) | ExprKind::List(lists))) = lists {
        let [of_a, of_b] = &lists[..] else {
            return Err(checker.report(
                Diagnostic::new(
                    call.arg(2).span,
                    "`axes` is a number of axes, or a list for each operand",
                )
                .help("write `axes=([1, 2], [0, 1])`"),
            ));
        };
        let [axes_a, axes_b] = pair.axes();
        let (i, j) = (checker.axis_list(of_a, &axes_a)?, checker.axis_list(of_b, &axes_b)?);
        if i.len() != j.len() {
            let claim = format!("`axes` pairs {} axes with {}", i.len(), j.len());
            return checker.fail(
                call.arg(2).span,
                claim,
                "each axis of the first is summed with one of the second: `axes=([0, 1], [1, 0])`",
            );
        }
        return Ok(i.into_iter().zip(j).collect());
    }
    let count = match call.option(2) {
        Some(expr) => checker.const_int(expr, "`axes`")?,
        None => 2,
    };
    match usize::try_from(count) {
        Ok(count) if count <= rank_a.min(rank_b) => {
            Ok((0..count).map(|k| (rank_a - count + k, k)).collect())
        }
        _ => {
            let claim = format!("`tensordot` cannot sum over {count} axes of these operands");
            let most = rank_a.min(rank_b);
            Err(checker.report(pair.diagnostic(call, claim).help(format_args!(
                "`axes` is how many axes are summed, at most {most} here; 0 makes the outer product"
            ))))
        }
    }
}
