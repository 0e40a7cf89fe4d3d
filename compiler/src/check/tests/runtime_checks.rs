//! Tests of the checks at the call: that indices are in range, and other conditions on values.

use super::{assert_value, f64s, i64s, range, run, valid};
use crate::dag::DType;
use crate::dag::interpret::Tensor;

#[test]
fn plain_integers_are_checked() {
    let source = "pub fn f<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] { x[i] }";
    assert_value(source, &[range(&[5]), i64s(&[3], &[-1, 0, 4])], &[3], &[4.0, 0.0, 4.0]);
    for (index, at) in [([0, 5, 9], "position 1"), ([0, 1, -6], "position 2")] {
        let message = run(source, &[range(&[5]), i64s(&[3], &index)]).err().unwrap_or_default();
        assert!(
            message.contains("out of range for axis 0 of `x`") && message.contains(at),
            "{message}"
        );
    }
    let unsigned = "pub fn f<N, K>(x: [f64; N], i: [u64; K]) -> [f64; K] { x[i] }";
    let huge = Tensor { dtype: DType::U64, shape: vec![1], bits: vec![u64::MAX] };
    assert!(run(unsigned, &[range(&[5]), huge]).is_err());
    let dag = &valid(source)[0].instances[0].dag;
    assert_eq!((dag.checks.len(), dag.constraints.len()), (1, 1));
    // A check inside a closure covers its domain.
    let closure =
        "pub fn f<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] { from_fn(|k: K| x[i[k] + 1]) }";
    assert_value(closure, &[range(&[5]), i64s(&[2], &[-2, 3])], &[2], &[4.0, 4.0]);
    assert!(run(closure, &[range(&[5]), i64s(&[2], &[0, 4])]).is_err());
}

/// The message of each check that may fail at the call gives the position, the value, the size, and what to do.
#[test]
fn failed_checks_say_where_and_what() {
    let cases: &[(&str, &[Tensor], &str)] = &[
        (
            "pub fn f<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] { x[i] }",
            &[range(&[5]), i64s(&[3], &[1, -6, 9])],
            "`i` is out of range for axis 0 of `x`, which has size N, at position 1, where it is -6 \
             (here N = 5): indices count from 0 to N - 1, or, from the end, from -1 to -N",
        ),
        (
            "pub fn f<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] { x[i + 1] }",
            &[range(&[5]), i64s(&[3], &[1, 3, 4])],
            "`i + 1` is out of range for axis 0 of `x`, which has size N, at position 2, where `i` is 4 \
             (here N = 5): indices count from 0 to N - 1, or, from the end, from -1 to -N",
        ),
        (
            "pub fn f<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] { from_fn(|k: K| x[2 * i[k]]) }",
            &[range(&[5]), i64s(&[2], &[1, 3])],
            "`2 * i[k]` is out of range for axis 0 of `x`, which has size N, at position 1, where `i` is 3 \
             (here N = 5): indices count from 0 to N - 1, or, from the end, from -1 to -N",
        ),
        (
            "pub fn f<M, N>(x: [f64; M, N + 1], i: i64) -> [f64; M] { x[.., i] }",
            &[range(&[2, 4]), i64s(&[], &[7])],
            "`i` is out of range for axis 1 of `x`, which has size N + 1, where it is 7 (here N = 3): \
             indices count from 0 to N, or, from the end, from -1 to -(N + 1)",
        ),
        (
            "pub fn f<K>(x: [f64; 3], i: [u64; K]) -> [f64; K] { x[i] }",
            &[range(&[3]), Tensor { dtype: DType::U64, shape: vec![1], bits: vec![u64::MAX] }],
            "`i` is out of range for axis 0 of `x`, which has size 3, at position 0, where it is \
             18446744073709551615: indices count from 0 to 2",
        ),
        (
            "pub fn f<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] { take(x, i) }",
            &[range(&[5]), i64s(&[1], &[5])],
            "`i` is out of range for axis 0 of `x`, which has size N, at position 0, where it is 5 \
             (here N = 5): indices count from 0 to N - 1, or, from the end, from -1 to -N",
        ),
        (
            "pub fn f<N, K>(x: [f64; N], i: [i64; K], v: [f64; K]) -> [f64; N] { scatter_add(x, i, v) }",
            &[range(&[5]), i64s(&[2], &[0, 5]), range(&[2])],
            "`i` is out of range for axis 0 of `x`, which has size N, at position 1, where it is 5 \
             (here N = 5): indices count from 0 to N - 1, or, from the end, from -1 to -N",
        ),
        (
            "pub fn f<N, M>(x: [f64; N], k: [i64; N], y: [f64; M]) -> [f64; M] { segment_sum(x, k, num_segments=M) + y }",
            &[range(&[3]), i64s(&[3], &[0, 1, 2]), range(&[2])],
            "`k` of `segment_sum` is outside of 0..M, at position 2, where it is 2 (here M = 2): indices \
             count from 0 to M - 1; `num_segments` is how many there are",
        ),
        (
            "pub fn f<N>(k: [i64; N]) -> [i64; 4] { bincount(k, minlength=4) }",
            &[i64s(&[3], &[0, -1, 9])],
            "`k` of `bincount` is outside of 0..4, at position 1, where it is -1: indices count from 0 to 3; \
             `minlength` is how many there are",
        ),
        (
            "pub fn f<N>(k: [i64; N], p: [i64; N]) -> [i64; N] { k ** p }",
            &[i64s(&[3], &[1, 2, 3]), i64s(&[3], &[0, -1, -2])],
            "the exponent `p` of integers is negative, at position 1, where it is -1: convert the base: \
             `x as f64`",
        ),
        (
            "pub fn f<N>(x: [f64; N], b: [f64; 3]) -> [i64; 2] { histogram(x, b) }",
            &[range(&[3]), Tensor::from_f64(DType::F64, &[3], &[0.0, 2.0, 1.0])],
            "the edges `b` of `histogram` decrease, at position 1: sort them: `sort(bins)`",
        ),
        (
            "pub fn f<N>(key: u64, low: [i64; N]) -> [i64; N] { random.integers(key, [i64; N], low, 3) }",
            &[Tensor { dtype: DType::U64, shape: vec![], bits: vec![1] }, i64s(&[2], &[0, 3])],
            "`random.integers` draws from low up to 3, between which there is nothing, at position 1, where \
             `low` is 3: the upper bound is excluded: make it larger than the lower one",
        ),
    ];
    for (source, args, expected) in cases {
        assert_eq!(run(source, args).err().unwrap_or_default(), *expected, "{source}");
    }
}

/// A value that is moved out of a closure must not rely on a closure's range that is not empty.
#[test]
fn proofs_assume_only_loops_that_the_index_depends_on() {
    let source = "pub fn f<E, K>(x: [f64; E], y: [f64; K]) -> [f64; E] {
         from_fn(|i: E| sum(|j: K| x[(E - 1) + 0 * j] * y[j]) + x[i])
     }";
    let args = [f64s(&[0], &[]), f64s(&[2], &[1.0, 2.0])];
    let message = run(source, &args).err().unwrap_or_default();
    assert!(message.contains("must not be empty"), "{message}");
    assert_value(source, &[f64s(&[1], &[3.0]), f64s(&[2], &[1.0, 2.0])], &[1], &[12.0]);
}

/// Bounds that are always enough are not checked, so they may stand in loops.
#[test]
fn only_bounds_that_may_be_exceeded_are_checked() {
    let checks = |result: &str| {
        let source = format!(
            "pub fn f<M, N>(x: [i64; N], y: [i64; M]) -> i64 {{ let (.., n) = ({result}); n }}"
        );
        let source =
            source.replace("(.., n)", if result.contains("join") { "(_, _, n)" } else { "(_, n)" });
        valid(&source)[0].instances[0].dag.checks.len()
    };
    for enough in [
        "compress(x > 0, x, size=N)",
        "nonzero(x, size=2 * N)",
        "unique(x, size=N + M)",
        "join(x, y, size=N * M)",
    ] {
        assert_eq!(checks(enough), 0, "{enough}");
    }
    for few in [
        "compress(x > 0, x, size=N - 1)",
        "nonzero(x, size=M)",
        "unique(x, size=3)",
        "join(x, y, size=N + M)",
    ] {
        assert_eq!(checks(few), 1, "{few}");
    }
}

/// An index that is in range of every axis that has elements needs no check, only an axis that has some.
#[test]
fn indices_in_range_unless_an_axis_is_empty_are_not_checked() {
    for index in ["i % N", "clip(i, 0, N - 1)", "minimum(searchsorted(x, y), N - 1)"] {
        let source = format!(
            "pub fn f<N, K>(x: [f64; N], i: [i64; K], y: [f64; K]) -> [f64; K] {{ x[{index}] + i }}"
        )
        .replace("+ i }", "+ i as f64 }");
        let dag = &valid(&source)[0].instances[0].dag;
        assert_eq!((dag.checks.len(), dag.constraints.len()), (0, 1), "{index}");
        let args = [range(&[3]), i64s(&[4], &[-1, 0, 2, 7]), f64s(&[4], &[-1.0, 0.5, 2.0, 9.0])];
        let expected = match index {
            "i % N" => [1.0, 0.0, 4.0, 8.0],
            "clip(i, 0, N - 1)" => [-1.0, 0.0, 4.0, 9.0],
            _ => [-1.0, 1.0, 4.0, 9.0],
        };
        assert_value(&source, &args, &[4], &expected);
        let message = run(&source, &[range(&[0]), args[1].clone(), args[2].clone()]).err();
        assert!(message.is_some_and(|message| message.contains("must not be empty")), "{index}");
    }
    let source = "pub fn f<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] { x[i % (N + 1)] }";
    assert_eq!(valid(source)[0].instances[0].dag.checks.len(), 1);
}
