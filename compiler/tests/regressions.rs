//! Programs that were compiled wrongly once, or that random ones do not reach: their kernels against the interpreter.

#[path = "flow/agree.rs"]
mod agree;

use agree::run;
use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{Const, DType};

fn i64s(elements: &[i64]) -> Tensor {
    Tensor::new(DType::I64, &[elements.len()], elements.iter().map(|x| Const::i64(*x)))
}

/// A check that needs the new value of a parameter must not store it: the call fails before anything is
/// written.
#[test]
fn checks_write_no_outputs() {
    let source = "pub fn f<N>(u: &mut [i64; N], y: [i64; N]) -> [i64; N] { u += 1; y[u] }";
    let good = run(source, &[("N", 3)], &[i64s(&[1, 0, -1]), i64s(&[7, 8, 9])]).unwrap();
    assert_eq!(good.results, [i64s(&[9, 8, 7])]);
    assert_eq!(good.params[&0], i64s(&[2, 1, 0]));
    run(source, &[("N", 3)], &[i64s(&[1, 5, -1]), i64s(&[7, 8, 9])]).unwrap_err();
}

/// A copy that a user wants in memory, and that a check needs, is not the copy that goes to a result.
#[test]
fn checks_write_no_results_through_copies() {
    let source = "pub fn f<N>(x: [i64; N], k: [i64; N]) -> ([i64; N], [i64; N]) {
        let i = k + 1;
        #[materialize]
        let c = from_fn(|n: N| i[n]);
        (x[c], i)
    }";
    let good = run(source, &[("N", 3)], &[i64s(&[7, 8, 9]), i64s(&[1, 0, -1])]).unwrap();
    assert_eq!(good.results, [i64s(&[9, 8, 7]), i64s(&[2, 1, 0])]);
}

/// `x * 3 % 3` is not 0 where `x * 3` wraps.
#[test]
fn divisions_of_products_that_wrap() {
    let source = "pub fn f<N>(x: [i64; N]) -> ([i64; N], [i64; N]) { (x * 3 % 3, floor_divide(x * 4 + 1, 4)) }";
    let x = [5, i64::MAX, i64::MIN, i64::MAX / 2];
    let outcome = run(source, &[("N", 4)], &[i64s(&x)]).unwrap();
    let remainder = x.map(|x| x.wrapping_mul(3).rem_euclid(3));
    let quotient = x.map(|x| x.wrapping_mul(4).wrapping_add(1).div_euclid(4));
    assert_eq!(outcome.results, [i64s(&remainder), i64s(&quotient)]);
}

/// A quotient by a dimension that is 0 is 0, even if the dividend is a multiple of the dimension.
#[test]
fn divisions_by_a_dimension_that_is_zero() {
    let source = "pub fn f<N, M>(x: [i64; N], y: [i64; M]) -> [i64; M] {
        from_fn(|j: M| floor_divide(j * N, N)) + y + sum(x)
    }";
    let outcome = run(source, &[("N", 0), ("M", 3)], &[i64s(&[]), i64s(&[1, 1, 1])]).unwrap();
    assert_eq!(outcome.results, [i64s(&[1, 1, 1])]);
}

/// What is read at constant positions of unrolled axes stays in registers; powers, and variables of
/// reductions that are not unrolled, are no constant positions.
#[test]
fn short_axes_read_at_positions_that_are_computed() {
    let source = "pub fn f<N>(x: [i64; N], y: [i64; N]) -> [i64; N] {
        let c = stack([x, y], axis=0);
        sum(from_fn(|k: 2, n: N| c[(k ** 3) % 2, n] * (k + 1)), axis=0)
    }";
    let args = [i64s(&[1, 2]), i64s(&[10, 20])];
    let outcome = run(source, &[("N", 2)], &args).unwrap();
    assert_eq!(outcome.results, [i64s(&[21, 42])]);

    // 4 * 4 * 4 copies are too many: the last variable is a loop.
    let source = "pub fn f<N>(x: [i64; N], y: [i64; N]) -> [i64; N] {
        let c = stack([x, y, x - y, x * y], axis=0);
        sum(from_fn(|n: N, i: 4, j: 4, k: 4| c[k, n] * (c[j, n] + i) + c[i, n]), axis=(1, 2, 3))
    }";
    let outcome = run(source, &[("N", 2)], &args).unwrap();
    let expected = [(1i64, 10), (2, 20)].map(|(x, y)| {
        let c = [x, y, x - y, x * y];
        let term = |(i, j, k): (usize, usize, usize)| c[k] * (c[j] + i as i64) + c[i];
        (0..64).map(|n| term((n / 16, n / 4 % 4, n % 4))).sum::<i64>()
    });
    assert_eq!(outcome.results, [i64s(&expected)]);
}

/// Ranges of index arithmetic are known only where it does not wrap.
#[test]
fn ranges_of_arithmetic_that_wraps() {
    const MAX: i64 = i64::MAX;
    let source = "pub fn f<N>(x: [i64; N]) -> [i64; N] { (x % 9223372036854775807 * 2) % 3 }";
    let x = [5, MAX - 1, MAX - 2, i64::MIN];
    let outcome = run(source, &[("N", 4)], &[i64s(&x)]).unwrap();
    let expected = x.map(|x| x.rem_euclid(MAX).wrapping_mul(2).rem_euclid(3));
    assert_eq!(outcome.results, [i64s(&expected)]);

    let source = "pub fn f<N>(x: [i64; N]) -> [i64; N] {
        from_fn(|i: N| (i + 9223372036854775807 < i + 9223372036854775806) as i64) + x
    }";
    let outcome = run(source, &[("N", 4)], &[i64s(&[0; 4])]).unwrap();
    let less = |i: i64| i.wrapping_add(MAX) < i.wrapping_add(MAX - 1);
    assert_eq!(outcome.results, [i64s(&[0, 1, 2, 3].map(|i| less(i) as i64))]);
}

/// Parts of a few rows each beside rows of their own: with rows this long, of 8 rows and of the 3 that are left.
#[test]
fn parts_of_rows_in_strips_of_rows() {
    let source = "pub fn f<M, N>(x: [i64; M, N]) -> ([i64; N], [i64; M]) {
        (x.sum(axis=0), max(x - 1, axis=1))
    }";
    let (m, n) = (11, 8193);
    let value = |k: usize| (k * 7919 % 1009) as i64 - 500;
    let elements = || (0..m * n).map(|k| Const::i64(value(k)));
    let x = Tensor::new(DType::I64, &[m, n], elements());
    let dims = [("M", m as i64), ("N", n as i64)];
    let outcome = run(source, &dims, &[x]).unwrap();
    let sums: Vec<_> = (0..n).map(|j| (0..m).map(|i| value(i * n + j)).sum()).collect();
    assert_eq!(outcome.results[0], i64s(&sums));
    run(source, &[("M", 0), ("N", 3)], &[Tensor::new(DType::I64, &[0, 3], [])]).unwrap();
    run(source, &[("M", 2), ("N", 1)], &[Tensor::new(DType::I64, &[2, 1], [3, 4].map(Const::i64))])
        .unwrap();
}

/// Strict sums go from the first term to the last, over several axes, too, and sums of sums stay such.
#[test]
fn strict_sums_are_added_in_order() {
    let source = "#[strict] pub fn f<M>(x: [f64; M, 3]) -> (f64, f64, [f64; 3]) {
        (sum(x * x), sum(sum(x, axis=1)), sum(x * x, axis=0))
    }";
    let values: Vec<f64> = (0..33).map(|k| 1.5f64.powi(k * 7 % 33)).collect();
    let elements = values.iter().map(|x| Const::f64(*x));
    let x = Tensor::new(DType::F64, &[11, 3], elements);
    let outcome = run(source, &[("M", 11)], &[x]).unwrap();
    let in_order = values.iter().fold(0.0, |sum, x| sum + x * x);
    let of_rows = values.chunks(3).fold(0.0, |sum, row| sum + (row[0] + row[1] + row[2]));
    let results: Vec<f64> = outcome.results[..2].iter().flat_map(|r| r.to_f64()).collect();
    assert_eq!(results, [in_order, of_rows]);
    // Or the test would show nothing.
    let by_rows = |row: &[f64]| row.iter().fold(0.0, |sum, x| sum + x * x);
    assert_ne!(values.chunks(3).map(by_rows).sum::<f64>(), in_order);
}

/// Two checks with the same words are two checks.
#[test]
fn each_iteration_has_its_checks() {
    let source = "pub fn f<M, N>(x: [i64; M], a: [i64; N]) -> [i64; N] {
        let mut sum = 0 * a;
        for s in 0..2 { sum = sum + x[a + s]; }
        sum
    }";
    let call = |a: [i64; 2]| run(source, &[("M", 3), ("N", 2)], &[i64s(&[7, 8, 9]), i64s(&a)]);
    assert_eq!(call([0, 1]).unwrap().results, [i64s(&[15, 17])]);
    assert!(call([0, 2]).is_err());
    assert!(call([3, 0]).is_err());
}

/// Of unsigned integers, remainders and quotients by powers of two are bits. Signed ones round down.
#[test]
fn divisions_by_powers_of_two() {
    let of = |dtype: DType, values: &[i128]| {
        Tensor::new(dtype, &[values.len()], values.iter().map(|x| Const::from_i128(dtype, *x)))
    };
    let source =
        "pub fn f<N>(x: [u8; N], y: [i8; N]) -> ([u8; N], [u8; N], [u8; N], [i8; N], [i8; N]) {
        (x % 8, floor_divide(x, 128), x % 6, y % 8, floor_divide(y, 8))
    }";
    let (x, y) = ([0, 7, 8, 129, 255], [0, 7, 8, -1, -128]);
    let args = [of(DType::U8, &x), of(DType::I8, &y)];
    let outcome = run(source, &[("N", 5)], &args).unwrap();
    let expected = [
        of(DType::U8, &x.map(|x| x % 8)),
        of(DType::U8, &x.map(|x| x / 128)),
        of(DType::U8, &x.map(|x| x % 6)),
        of(DType::I8, &y.map(|y: i128| y.rem_euclid(8))),
        of(DType::I8, &y.map(|y: i128| y.div_euclid(8))),
    ];
    assert_eq!(outcome.results, expected);
}

/// Indices of few bits, or remainders of them, are in range by their dtype: no check is left.
#[test]
fn indices_of_few_bits() {
    let source = "pub fn f<N>(x: [i64; 256], k: [u8; N], y: [i64; 16], n: [u16; N]) -> ([i64; N], [i64; 16]) {
        (x[k] + y[(n + 3) % 16], bincount(k % 16, minlength=16))
    }";
    let few = |dtype: DType, values: [i64; 3]| {
        Tensor::new(dtype, &[3], values.map(|x| Const::from_i128(dtype, i128::from(x))))
    };
    let x: Vec<i64> = (0..256).collect();
    let args =
        [i64s(&x), few(DType::U8, [255, 0, 16]), i64s(&x[..16]), few(DType::U16, [65535, 0, 13])];
    let outcome = run(source, &[("N", 3)], &args).unwrap();
    let mut counts = [0; 16];
    (counts[15], counts[0]) = (1, 2);
    assert_eq!(outcome.results, [i64s(&[255 + 2, 3, 16]), i64s(&counts)]);
    let mut errors = array_fn_compiler::diagnostic::Errors::default();
    let checked = array_fn_compiler::check_tokens(source.parse().unwrap(), &mut errors);
    assert!(checked.functions[0].instances[0].dag.checks.is_empty());
}
