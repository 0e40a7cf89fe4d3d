//! Reductions along rows that share what they read: two rows are done at a time.

use array_fn::{Array, array_fn};

array_fn! {
    pub fn products<M, N, T: f32 | f64>(a: [T; M, N], x: [T; N]) -> [T; M] { a @ x }
    pub fn distances<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] { max(abs(a - x), axis=1) }
    pub fn of_batches<B, M, N>(a: [f64; B, M, N], x: [f64; B, N]) -> [f64; B, M] {
        sum(a * x[.., newaxis], axis=2)
    }
    pub fn counted<M, N>(a: [i64; M, N], x: [i64; N]) -> [i64; M] { 2 * sum(a * x, axis=1) + 1 }
}

const ROWS: [usize; 7] = [0, 1, 2, 3, 4, 7, 1000];
const LENGTHS: [usize; 12] = [0, 1, 3, 7, 15, 16, 17, 31, 33, 64, 65, 200];

fn element(k: usize) -> f64 {
    ((k * 7919 + 13) % 101) as f64 / 8.0 - 6.0
}

/// Each row as a function of one row alone gives it, to the bit. Rows of few elements are done side by side in vectors,
/// if there are enough of them, and are rounded in another way there.
#[test]
fn rows_in_pairs_are_rows_alone() {
    for m in ROWS {
        for n in LENGTHS.into_iter().filter(|n| *n > 12) {
            let a = Array::from_fn([m, n], |[i, j]| element(i * n + j) / 3.0).unwrap();
            let x = Array::from_fn([n], |[j]| element(j + 5) / 7.0).unwrap();
            let all = products(&a, &x).unwrap();
            for i in 0..m.min(9) {
                let row = Array::from_slice([1, n], &a.as_slice()[i * n..(i + 1) * n]).unwrap();
                let alone = products(&row, &x).unwrap();
                assert_eq!(
                    all.as_slice()[i].to_bits(),
                    alone.as_slice()[0].to_bits(),
                    "{m} {n} {i}"
                );
            }
        }
    }
}

#[test]
fn results_are_those_of_plain_loops() {
    for m in ROWS {
        for n in LENGTHS {
            // Sums of such numbers are exact.
            let a = Array::from_fn([m, n], |[i, j]| element(i * n + j)).unwrap();
            let x = Array::from_fn([n], |[j]| element(j + 5)).unwrap();
            let plain = |i: usize, of: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
                (0..n).map(|j| of(a.as_slice()[i * n + j], x.as_slice()[j])).collect()
            };
            let expected: Vec<f64> = (0..m).map(|i| plain(i, &|a, x| a * x).iter().sum()).collect();
            assert_eq!(products(&a, &x).unwrap().as_slice(), expected, "{m} {n}");
            let (a32, x32) = (
                Array::from_fn([m, n], |[i, j]| element(i * n + j) as f32).unwrap(),
                Array::from_fn([n], |[j]| element(j + 5) as f32).unwrap(),
            );
            let narrow: Vec<f32> = expected.iter().map(|sum| *sum as f32).collect();
            assert_eq!(products(&a32, &x32).unwrap().as_slice(), narrow, "{m} {n}");
            let integers = |array: &[f64]| array.iter().map(|x| (x * 8.0) as i64).collect();
            let whole = (
                Array::from_vec([m, n], integers(a.as_slice())).unwrap(),
                Array::from_vec([n], integers(x.as_slice())).unwrap(),
            );
            let expected: Vec<i64> =
                expected.iter().map(|sum| 2 * (sum * 64.0) as i64 + 1).collect();
            assert_eq!(counted(&whole.0, &whole.1).unwrap().as_slice(), expected, "{m} {n}");
            if n > 0 {
                let far = |i| plain(i, &|a, x| (a - x).abs()).into_iter().fold(0.0, f64::max);
                let expected: Vec<f64> = (0..m).map(far).collect();
                assert_eq!(distances(&a, &x).unwrap().as_slice(), expected, "{m} {n}");
            }
        }
    }
}

#[test]
fn pairs_stay_in_their_batch() {
    for m in [1, 2, 3, 5] {
        for n in [1, 16, 37] {
            let a = Array::from_fn([4, m, n], |[b, i, j]| element((b * m + i) * n + j)).unwrap();
            let x = Array::from_fn([4, n], |[b, j]| element(b * n + j)).unwrap();
            let expected: Vec<f64> = (0..4 * m)
                .map(|row| {
                    let (a, x) = (&a.as_slice()[row * n..], &x.as_slice()[row / m * n..]);
                    (0..n).map(|j| a[j] * x[j]).sum()
                })
                .collect();
            assert_eq!(of_batches(&a, &x).unwrap().as_slice(), expected, "{m} {n}");
        }
    }
}
