//! Loops that fill an array, index by index.

use super::agree::run;
use super::{f64s, integer, scalar};
use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{Const, DType};

fn i64s(shape: &[usize], elements: &[i64]) -> Tensor {
    let mut tensor = Tensor::from_f64(DType::I64, shape, &vec![0.0; elements.len()]);
    tensor.bits = elements.iter().map(|e| Const::i64(*e).bits).collect();
    tensor
}

/// Elements that earlier passes stored. The array is updated in place, though a pass reads it elsewhere.
#[test]
fn a_pass_reads_what_earlier_ones_stored() {
    let source = "pub fn fibonacci<T>() -> [f64; T] {
        let mut h = ones([f64; T]);
        for t in 2..T { h[t] = h[t - 1] + h[t - 2]; }
        h
    }";
    for (n, expected) in [(0, &[][..]), (1, &[1.0]), (6, &[1.0, 1.0, 2.0, 3.0, 5.0, 8.0])] {
        let got = run(source, &[("T", n)], &[]).unwrap();
        assert_eq!(got.results, [f64s(expected)]);
    }
    let source = "pub fn from_the_end<T>(h: &mut [f64; T], k: f64) {
        for t in 0..T { h[-1 - t] = h[T - 1 - t] + k; h[t] *= 2.0; }
    }";
    let got = run(source, &[("T", 3)], &[f64s(&[1.0, 2.0, 3.0]), scalar(1.0)]).unwrap();
    // The first pass: 3 + 1, 1 * 2. The second: (2 + 1) * 2. The third: 2 + 1, 4 * 2.
    assert_eq!(got.params[&0], f64s(&[3.0, 6.0, 8.0]));
}

#[test]
fn rows_are_stored_and_read() {
    for axis in ["T", "100"] {
        let source = format!(
            "pub fn steps<T, N>(u0: [f64; N], w: [f64; T]) -> [f64; {axis}, N] {{
                let mut h = zeros([f64; {axis}, N]);
                h[0] = u0;
                for t in 1..{axis} {{ h[t] = 0.5 * h[t - 1] + 1.0; }}
                h
            }}"
        );
        let got = run(&source, &[("T", 100), ("N", 2)], &[f64s(&[4.0, 6.0]), f64s(&[0.0; 100])]);
        let h = got.unwrap().results.remove(0);
        assert_eq!(h.bits[2..4], f64s(&[3.0, 4.0]).bits);
        assert_eq!(h.bits[4..6], f64s(&[2.5, 3.0]).bits);
        assert_eq!(h.bits.len(), 200);
    }
}

/// The bounds of an inner loop depend on the variable of the outer one.
#[test]
fn inner_loops_may_end_at_outer_variables() {
    let source = "pub fn pascal<N>() -> [i64; N, N] {
        let mut p = zeros([i64; N, N]);
        for i in 0..N {
            p[i, 0] = 1;
            for j in 1..i + 1 { p[i, j] = p[i - 1, j - 1] + p[i - 1, j]; }
        }
        p
    }";
    let got = run(source, &[("N", 4)], &[]).unwrap();
    let expected = [1, 0, 0, 0, 1, 1, 0, 0, 1, 2, 1, 0, 1, 3, 3, 1];
    assert_eq!(got.results, [i64s(&[4, 4], &expected)]);
}

/// The distance of Levenshtein. Indices are in range of longer axes than those that the loops run over.
#[test]
fn dynamic_programming_in_two_dimensions() {
    let source = "pub fn distance<M, N>(a: [i64; M], b: [i64; N]) -> i64 {
        let mut d = zeros([i64; M + 1, N + 1]);
        d[.., 0] = arange(M + 1);
        d[0, ..] = arange(N + 1);
        for i in 0..M {
            for j in 0..N {
                let differ = (a[i] != b[j]) as i64;
                let one = minimum(d[i, j + 1], d[i + 1, j]) + 1;
                d[i + 1, j + 1] = minimum(one, d[i, j] + differ);
            }
        }
        d[M, N]
    }";
    for (a, b, expected) in [("kitten", "sitting", 3), ("", "ab", 2), ("abc", "abc", 0)] {
        let letters = |word: &str| {
            let letters: Vec<i64> = word.bytes().map(i64::from).collect();
            i64s(&[letters.len()], &letters)
        };
        let dims = [("M", a.len() as i64), ("N", b.len() as i64)];
        let got = run(source, &dims, &[letters(a), letters(b)]).unwrap();
        assert_eq!(got.results, [integer(expected)], "{a} {b}");
    }
}

/// Indices of loops whose bounds are arguments are checked before the loop, and only if it has a pass.
#[test]
fn indices_are_checked_before_loops() {
    let source = "pub fn f<T>(from: i64, to: i64) -> [f64; T] {
        let mut h = ones([f64; T]);
        for t in from..to { h[t + 1] += 2.0; }
        h
    }";
    let call = |t, from, to| run(source, &[("T", t)], &[integer(from), integer(to)]);
    assert_eq!(call(3, 0, 2).unwrap().results, [f64s(&[1.0, 3.0, 3.0])]);
    // As everywhere, -1 is the last.
    assert_eq!(call(3, -2, 0).unwrap().results, [f64s(&[3.0, 1.0, 3.0])]);
    assert_eq!(call(0, 5, 5).unwrap().results, [f64s(&[])]);
    let message = call(3, 0, 3).unwrap_err();
    let expected =
        "`t + 1` is out of range for axis 0 of `h`, which has size T, where `to` is 3 (here T = 3)";
    assert!(message.contains(expected), "{message}");
    let message = call(3, -5, 0).unwrap_err();
    assert!(message.contains("where `from` is -5 (here T = 3)"), "{message}");
}

/// Two parameters are updated where they are, and one of them is needed as it was.
#[test]
fn parameters_are_states() {
    for (after, third) in [("0.0", 0.0), ("sum(x - old)", -8.0)] {
        let source = format!(
            "pub fn f<N>(x: &mut [f64; N], y: &mut [f64; N], n: i64) -> (f64, [f64; N], f64) {{
                let old = x;
                let s = sum(y);
                for t in 0..n {{ let z = x; x = 0.5 * y; y = z + s; x[t] = 7.0; }}
                (s, old, {after})
            }}"
        );
        let args = [f64s(&[8.0, 9.0]), f64s(&[2.0, 4.0]), integer(1)];
        let got = run(&source, &[("N", 2)], &args).unwrap();
        assert_eq!(got.params[&0], f64s(&[7.0, 2.0]));
        assert_eq!(got.params[&1], f64s(&[14.0, 15.0]));
        assert_eq!(got.results, [scalar(6.0), f64s(&[8.0, 9.0]), scalar(third)]);
    }
}
