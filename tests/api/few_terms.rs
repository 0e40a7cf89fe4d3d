//! Reductions of rows of few elements: they are right, and have the same bits for any number of threads.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    fn of_rows<M, N, T: f32 | f64>(a: [T; M, N], x: [T; N], w: [T; M]) -> ([T; M], [T; M], [T; M], [T; M]) {
        (a @ x, sum(a * a, axis=1) * w, max(a - w[.., newaxis], axis=1), var(a, axis=1))
    }
    pub fn of_single<M, N>(a: [f32; M, N], x: [f32; N], w: [f32; M]) -> ([f32; M], [f32; M], [f32; M], [f32; M]) {
        of_rows(a, x, w)
    }
    pub fn of_double<M, N>(a: [f64; M, N], x: [f64; N], w: [f64; M]) -> ([f64; M], [f64; M], [f64; M], [f64; M]) {
        of_rows(a, x, w)
    }
}

macro_rules! agrees {
    ($t:ty, $f:ident, $nearly:expr) => {
        for n in (1..15).chain([17]) {
            let x: Vec<$t> = (0..n).map(|k| (k as $t + 0.3).sin()).collect();
            let x = Array::from_vec([n], x)?;
            let row = |k: usize| -> Vec<$t> {
                (0..n).map(|j| ((7 * k + 3 * j) as $t * 0.37).cos() / 3.0).collect()
            };
            let weight = |k: usize| 1.0 / (k as $t + 1.5);
            // Threads share the work of many rows only.
            let many = if [1, 4, 12, 13].contains(&n) { 70_001 } else { 4097 };
            for m in (1..40).chain([many]) {
                let a = Array::from_vec([m, n], (0..m).flat_map(row).collect())?;
                let w = Array::from_vec([m], (0..m).map(weight).collect())?;
                let run = |threads| Device::cpu_with_threads(threads).run(|| $f(&a, &x, &w));
                let results = run(1)?;
                for k in 0..m {
                    let a: Vec<f64> = row(k).iter().map(|x| *x as f64).collect();
                    let w = weight(k) as f64;
                    let mean = a.iter().sum::<f64>() / n as f64;
                    let expected = [
                        a.iter().zip(x.as_slice()).map(|(a, x)| a * *x as f64).sum(),
                        a.iter().map(|a| a * a).sum::<f64>() * w,
                        a.iter().map(|a| a - w).fold(f64::NEG_INFINITY, f64::max),
                        a.iter().map(|a| (a - mean).powi(2)).sum::<f64>() / n as f64,
                    ];
                    let (product, sum, most, var) = &results;
                    let got = [product, sum, most, var].map(|x| x.as_slice()[k] as f64);
                    for (got, expected) in got.into_iter().zip(expected) {
                        assert!(
                            (got - expected).abs() < $nearly,
                            "{got}, not {expected}: {m} x {n}"
                        );
                    }
                }
                for threads in [2, 3] {
                    assert!(run(threads)? == results, "{m} x {n}, {threads} threads");
                }
            }
        }
    };
}

#[test]
fn rows_of_few_elements() -> Result<(), Error> {
    agrees!(f32, of_single, 2e-6);
    agrees!(f64, of_double, 1e-14);
    Ok(())
}

array_fn! {
    pub fn places<M, N>(a: [f64; M, N], i: [i32; M, N], b: [bool; M, N]) -> ([i64; M], [i64; M], [i64; M], [i64; M], [i64; M]) {
        (argmax(a, axis=1), argmin(a, axis=1), argmax(i, axis=1), argmin(i, axis=1), argmax(b, axis=1))
    }
}

#[test]
fn places_in_rows_of_few_elements() -> Result<(), Error> {
    for n in (1..15).chain([17]) {
        for m in [1, 2, 7, 8, 33, 50_001] {
            let number = |i: usize, j: usize| ((i * 31 + j * 17 + i * j % 5) % 7) as i32 - 3;
            // Some numbers are NaN, which is the extremum.
            let float = |i, j| match number(i, j) {
                3 if i % 4 == 0 => f64::NAN,
                other => f64::from(other),
            };
            let a = Array::from_fn([m, n], |[i, j]| float(i, j))?;
            let k = Array::from_fn([m, n], |[i, j]| number(i, j))?;
            let b = Array::from_fn([m, n], |[i, j]| number(i, j) > 0)?;
            let run = |threads| Device::cpu_with_threads(threads).run(|| places(&a, &k, &b));
            let results = run(1)?;
            for i in 0..m {
                // The first of those that no other is better than.
                let first = |better: &dyn Fn(usize, usize) -> bool| {
                    (0..n).fold(0, |best, j| if better(j, best) { j } else { best }) as i64
                };
                let nan = (0..n).find(|j| float(i, *j).is_nan()).map(|j| j as i64);
                let expected = [
                    nan.unwrap_or(first(&|j, k| float(i, j) > float(i, k))),
                    nan.unwrap_or(first(&|j, k| float(i, j) < float(i, k))),
                    first(&|j, k| number(i, j) > number(i, k)),
                    first(&|j, k| number(i, j) < number(i, k)),
                    first(&|j, k| (number(i, j) > 0) & (number(i, k) <= 0)),
                ];
                let (p, q, r, s, t) = &results;
                let got = [p, q, r, s, t].map(|x| x.as_slice()[i]);
                assert_eq!(got, expected, "row {i} of {m} x {n}");
            }
            for threads in [2, 3] {
                assert!(run(threads)? == results, "{m} x {n}, {threads} threads");
            }
        }
    }
    Ok(())
}
