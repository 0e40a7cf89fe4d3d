//! `inv`, `det`, `slogdet`, `solve` and `cholesky`. If the size of the matrices is small, and known when the block is
//! compiled, the steps are written out for that size, so that they fuse with the code around them. Otherwise routines
//! do the work ([`general`]).
//!
//! All of them use Gaussian elimination with partial pivoting (or Cholesky's), as in LAPACK, from n = 1 on. Closed
//! forms would need fewer operations. But already for n = 3 their error grows with the square of the condition number,
//! and products of n elements overflow early.
//!
//! A size that `where N: 3 | 4` pins is not literal. In that case the result is computed for every value n, from the
//! first n rows and columns (clamped to those that exist), and the one with n = N is selected. As soon as a variant
//! fixes N, the selection folds to the computation for that value.

mod cholesky;
mod eliminate;

use super::matrices::square;
use super::{FunctionInfo, general};
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::ops::call::Call;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size, Unary};
use crate::diagnostic::{Diagnostic, SpanRange};
use eliminate::{Eliminated, Matrix};
use std::rc::Rc;

/// The size of the largest matrices. The results of all steps of elimination are on the stack, for every lane of a
/// vector.
const MAX_EXTENT: i64 = 8;

pub(in crate::check::ops) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Linear linalg "inv" "(a)" "Inverses of square matrices; inf or NaN if singular." inv),
    function!(Linear linalg "det" "(a)" "Determinants of square matrices." det),
    function!(Linear linalg "slogdet" "(a)" "Sign of the determinant, and logarithm of its absolute value."
        slogdet),
    function!(Linear linalg "solve" "(a, b)"
        "x with `a @ x = b` for square matrices a; inf or NaN if singular." solve),
    function!(Linear linalg "cholesky" "(a, upper=false)"
        "Lower triangular l with `l @ l.T = a`; NaN if a is not positive definite." cholesky),
];

/// The matrices in the last two axes of an argument.
pub(super) struct Matrices {
    /// The matrices, of a float dtype.
    pub(super) array: Array,
    /// The size as declared.
    pub(super) size: Size,
    /// The values of the size in the variants of the function, if all of them are small; otherwise empty.
    extents: Vec<i64>,
    text: String,
    span: SpanRange,
}

impl Matrices {
    fn new(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Matrices> {
        let operand = checker.operand(call.arg(0))?;
        let array = checker.as_array(&operand)?;
        let size = square(checker, call, &operand.text, &array)?;
        if array.dtype.is_complex() {
            // Only `matrix_power` takes complex matrices.
            let claim = format!("`{}` has no inverses of complex matrices", call.name);
            return Err(checker.report(
                Diagnostic::new(call.span, claim)
                    .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
                    .help("an exponent of at least 0 takes complex matrices"),
            ));
        }
        let extents = extents(checker, &size);
        let array = as_float(checker, &array);
        Ok(Matrices { array, size, extents, text: operand.text, span: operand.span })
    }

    pub(super) fn batch(&self) -> &[Size] {
        &self.array.shape[..self.array.rank() - 2]
    }

    /// The argument, for messages.
    pub(super) fn place(&self) -> general::CallSite<'_> {
        (&self.text, self.span)
    }

    /// Whether the steps are not written out.
    fn is_general(&self) -> bool {
        self.extents.is_empty()
    }

    /// The first `n` elements along the given axes of `array`. In the variant with this `n`, these are all elements.
    fn first(&self, checker: &mut Checker<'_>, array: &Array, axes: &[usize], n: i64) -> Array {
        if self.size.as_constant().is_some() {
            return array.clone();
        }
        let mut shape = array.shape.clone();
        axes.iter().for_each(|k| shape[*k] = Size::constant(n));
        let (axes, size) = (axes.to_vec(), self.size.clone());
        checker.graph.emit("first", shape, vec![array.clone()], move |dag, a, index| {
            let last = dag.size(size.sub(&Size::one()));
            let mut at = index.to_vec();
            axes.iter().for_each(|k| at[*k] = dag.binary(Binary::Min, at[*k], last));
            a[0].element(dag, &at)
        })
    }

    /// Joins the results for each extent into one array. `axes` are the axes with that extent.
    fn joined(
        &self,
        checker: &mut Checker<'_>,
        name: &str,
        results: Vec<Array>,
        axes: &[usize],
    ) -> Array {
        if self.size.as_constant().is_some() {
            return results[0].clone();
        }
        let mut shape = results[0].shape.clone();
        axes.iter().for_each(|k| shape[*k] = self.size.clone());
        let (axes, size, extents) = (axes.to_vec(), self.size.clone(), self.extents.clone());
        checker.graph.emit(name, shape, results, move |dag, a, index| {
            let mut value = None;
            for (array, n) in a.iter().zip(&extents).rev() {
                let last = dag.constant(Const::i64(n - 1));
                let mut at = index.to_vec();
                axes.iter().for_each(|k| at[*k] = dag.binary(Binary::Min, at[*k], last));
                let own = array.element(dag, &at);
                value = Some(match value {
                    None => own,
                    Some(others) => {
                        let (size, n) = (dag.size(size.clone()), dag.constant(Const::i64(*n)));
                        let here = dag.binary(Binary::Eq, size, n);
                        dag.select(here, own, others)
                    }
                });
            }
            value.expect("there is a variant")
        })
    }
}

/// The values that a size of matrices can have, if they are known, and all small.
fn extents(checker: &Checker<'_>, size: &Size) -> Vec<i64> {
    let mut extents = Vec::new();
    for pins in &checker.graph.variants {
        let fixed = size.substitute(&|name| {
            let pin = pins.iter().find(|(dim, _)| dim == name)?;
            Some(Size::constant(pin.1))
        });
        match fixed.as_constant() {
            Some(n) if extents.contains(&n) => {}
            Some(n) if (1..=MAX_EXTENT).contains(&n) => extents.push(n),
            _ => return Vec::new(),
        }
    }
    extents.sort_unstable();
    extents
}

/// NumPy computes in f64 unless all operands are f32.
fn as_float(checker: &mut Checker<'_>, array: &Array) -> Array {
    match array.dtype.is_float() {
        true => array.clone(),
        false => checker.graph.cast(array, DType::F64),
    }
}

fn inv(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let matrices = Matrices::new(checker, call)?;
    if matrices.is_general() {
        return general::inverse(checker, call.name, &matrices);
    }
    Ok(inverse(checker, &matrices))
}

fn inverse(checker: &mut Checker<'_>, matrices: &Matrices) -> Array {
    let rank = matrices.array.rank();
    let axes = [rank - 2, rank - 1];
    let mut results = Vec::new();
    for n in matrices.extents.clone() {
        let array = matrices.first(checker, &matrices.array, &axes, n);
        let dtype = array.dtype;
        let shape = vec![Size::constant(n); 2];
        let identity = checker.graph.emit("identity", shape, Vec::new(), move |dag, _, index| {
            let here = dag.binary(Binary::Eq, index[0], index[1]);
            dag.cast(dtype, here)
        });
        let solution = eliminate::solve(checker, Matrix::new(array, n), identity);
        results.push(solution);
    }
    matrices.joined(checker, "inv", results, &axes)
}

/// The inverses of the matrices in the last two axes of an array, for other functions.
pub(super) fn inverted(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    inv(checker, call)
}

fn solve(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let matrices = Matrices::new(checker, call)?;
    let operands = call.operands(checker, 2)?;
    let views: Vec<&Operand> = operands.iter().collect();
    checker.common_dtype("`solve`", call.span, &["left", "right"], &views)?;
    let right = checker.as_array(&operands[1])?;
    let fact = |checker: &mut Checker<'_>, claim: String, help: &str| {
        let diagnostic = Diagnostic::new(call.span, claim)
            .fact(format_args!("left: `{}` is {}", operands[0].text, array_text(&matrices.array)))
            .fact(format_args!("right: `{}` is {}", operands[1].text, array_text(&right)));
        checker.report(diagnostic.help(help))
    };
    let help = "the right side is one vector [n], or matrices [..., n, k] with a column for each right side";
    let vector = right.rank() == 1;
    if right.rank() == 0 {
        let claim = "`solve` needs a vector or matrices on the right".to_string();
        return Err(fact(checker, claim, help));
    }
    let rows = &right.shape[right.rank() - if vector { 1 } else { 2 }];
    if *rows != matrices.size {
        let claim =
            format!("`solve` has matrices of {} rows, but a right side of {rows}", matrices.size);
        return Err(fact(checker, claim, help));
    }
    let mut right = checker.graph.cast(&right, matrices.array.dtype);
    if vector {
        let shape = vec![right.shape[0].clone(), Size::one()];
        right = checker.graph.reshaped("expand_dims", &right, shape);
    }
    // The axes before the matrices broadcast.
    let front =
        |array: &Array| Array { shape: array.shape[..array.rank() - 2].to_vec(), ..array.clone() };
    let (front_a, front_b) = (front(&matrices.array), front(&right));
    let sides = [(operands[0].text.as_str(), &front_a), (operands[1].text.as_str(), &front_b)];
    let labels = ["left, without its matrices", "right, without its matrices"];
    let batch = checker.broadcast_shape(call.span, &labels, &sides)?;

    let mut solution = if matrices.is_general() {
        let place = (operands[1].text.as_str(), operands[1].span);
        general::solve(checker, call.name, &matrices, &right, &batch, place)?
    } else {
        let rank = matrices.array.rank();
        let mut results = Vec::new();
        for n in matrices.extents.clone() {
            let array = matrices.first(checker, &matrices.array, &[rank - 2, rank - 1], n);
            let right = matrices.first(checker, &right, &[right.rank() - 2], n);
            let solution = eliminate::solve(checker, Matrix::new(array, n), right);
            results.push(solution);
        }
        matrices.joined(checker, "solve", results, &[batch.len()])
    };
    if vector {
        let shape = solution.shape[..batch.len() + 1].to_vec();
        solution = checker.graph.reshaped("squeeze", &solution, shape);
    }
    Ok(solution)
}

/// For each extent, the result of elimination.
fn eliminated(checker: &mut Checker<'_>, matrices: &Matrices) -> Vec<Eliminated> {
    let rank = matrices.array.rank();
    let mut all = Vec::new();
    for n in matrices.extents.clone() {
        let array = matrices.first(checker, &matrices.array, &[rank - 2, rank - 1], n);
        all.push(eliminate::eliminate(checker, Matrix::new(array, n)));
    }
    all
}

fn det(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let matrices = Matrices::new(checker, call)?;
    if matrices.is_general() {
        return general::det(checker, call.name, &matrices);
    }
    let mut results = Vec::new();
    for steps in eliminated(checker, &matrices) {
        results.push(diagonal(
            checker,
            "det",
            &matrices,
            steps,
            |dag, pivots, swapped, singular| {
                let product = pivots.iter().copied().reduce(|p, q| dag.binary(Binary::Mul, p, q));
                let product = product.expect("a pivot");
                let negative = dag.unary(Unary::Neg, product);
                let signed = match swapped {
                    Some(swapped) => dag.select(swapped, negative, product),
                    None => product,
                };
                // Zero, and not NaN, if another pivot is infinite.
                let zero = dag.constant(Const::from_i128(dag.dtype(product), 0));
                dag.select(singular, zero, signed)
            },
        ));
    }
    Ok(matrices.joined(checker, "det", results, &[]))
}

fn slogdet(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let matrices = Matrices::new(checker, call)?;
    if matrices.is_general() {
        let results = general::slogdet(checker, call.name, &matrices)?;
        return Ok(Value::Tuple(results.map(Value::Array).into()));
    }
    let (mut signs, mut logarithms) = (Vec::new(), Vec::new());
    for steps in eliminated(checker, &matrices) {
        let again = Eliminated { pivots: steps.pivots.clone(), rows: steps.rows.clone() };
        signs.push(diagonal(
            checker,
            "sign",
            &matrices,
            again,
            |dag, pivots, swapped, singular| {
                let dtype = dag.dtype(pivots[0]);
                let number = |dag: &mut Dag, value| dag.constant(Const::from_i128(dtype, value));
                let (zero, one, minus) = (number(dag, 0), number(dag, 1), number(dag, -1));
                let negative =
                    pivots.iter().map(|p| dag.binary(Binary::Lt, *p, zero)).collect::<Vec<_>>();
                let odd = negative
                    .into_iter()
                    .chain(swapped)
                    .reduce(|p, q| dag.binary(Binary::Xor, p, q));
                let sign = dag.select(odd.expect("a pivot"), minus, one);
                dag.select(singular, zero, sign)
            },
        ));
        logarithms.push(diagonal(
            checker,
            "logabsdet",
            &matrices,
            steps,
            |dag, pivots, _, singular| {
                let dtype = dag.dtype(pivots[0]);
                let mut terms = Vec::new();
                for pivot in pivots {
                    let size = dag.unary(Unary::Abs, *pivot);
                    terms.push(dag.unary(Unary::Log, size));
                }
                let sum = terms.into_iter().reduce(|p, q| dag.binary(Binary::Add, p, q));
                let least = dag.constant(Const::from_f64(dtype, f64::NEG_INFINITY));
                dag.select(singular, least, sum.expect("a pivot"))
            },
        ));
    }
    let sign = matrices.joined(checker, "sign", signs, &[]);
    let logarithm = matrices.joined(checker, "logabsdet", logarithms, &[]);
    Ok(Value::Tuple(vec![Value::Array(sign), Value::Array(logarithm)]))
}

/// A number for each matrix. It is computed from the pivots, from whether rows were swapped an odd number of times
/// (`None`: never), and from whether a pivot is zero.
fn diagonal(
    checker: &mut Checker<'_>,
    name: &str,
    matrices: &Matrices,
    steps: Eliminated,
    rule: impl Fn(&mut Dag, &[ScalarId], Option<ScalarId>, ScalarId) -> ScalarId + 'static,
) -> Array {
    let n = steps.rows.len();
    let operands = steps.rows.into_iter().chain(steps.pivots).collect();
    let rule = Rc::new(rule);
    checker.graph.emit(name, matrices.batch().to_vec(), operands, move |dag, a, index| {
        let zero = dag.constant(Const::i64(0));
        let mut at = index.to_vec();
        at.push(zero);
        let pivots: Vec<ScalarId> = a[..n].iter().map(|row| row.element(dag, &at)).collect();
        let mut swaps = Vec::new();
        for chosen in &a[n..] {
            let chosen = chosen.element(dag, index);
            swaps.push(dag.binary(Binary::Ne, chosen, zero));
        }
        let swapped = swaps.into_iter().reduce(|p, q| dag.binary(Binary::Xor, p, q));
        let mut zeros = Vec::new();
        for pivot in &pivots {
            let none = dag.constant(Const::from_i128(dag.dtype(*pivot), 0));
            zeros.push(dag.binary(Binary::Eq, *pivot, none));
        }
        let singular = zeros.into_iter().reduce(|p, q| dag.binary(Binary::Or, p, q));
        rule(dag, &pivots, swapped, singular.expect("a pivot"))
    })
}

fn cholesky(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut matrices = Matrices::new(checker, call)?;
    let upper = match call.option(1) {
        Some(expr) => checker.const_bool(expr, "`upper`")?,
        None => false,
    };
    let rank = matrices.array.rank();
    let mut transposed: Vec<usize> = (0..rank).collect();
    transposed.swap(rank - 2, rank - 1);
    if upper {
        // The factor by the upper triangle is the transpose of the factor by the lower triangle of the transpose.
        matrices.array = checker.graph.permute(&matrices.array, &transposed);
    }
    let lower = if matrices.is_general() {
        general::cholesky(checker, call.name, &matrices)?
    } else {
        let axes = [rank - 2, rank - 1];
        let mut results = Vec::new();
        for n in matrices.extents.clone() {
            let array = matrices.first(checker, &matrices.array, &axes, n);
            results.push(cholesky::factor(checker, Matrix::new(array, n)));
        }
        matrices.joined(checker, "cholesky", results, &axes)
    };
    Ok(if upper { checker.graph.permute(&lower, &transposed) } else { lower })
}
