//! Scans, sorts and searches of rows and columns of all lengths, as short and as long ones are computed otherwise.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    pub fn scan_rows<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N]) {
        (cumsum(x, axis=1), cummax(x, axis=1))
    }

    pub fn scan_columns<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N]) {
        (cumsum(x, axis=0), cummin(x, axis=0))
    }

    /// Columns of arrays of three axes, and of computed ones.
    pub fn scan_more<M, N>(x: [f64; 2, M, N]) -> ([f64; 2, M, N], [f64; 2, M, N]) {
        (cumsum(x, axis=1), cumsum(2 * x, axis=0))
    }

    #[strict]
    pub fn scan_strictly<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N]) {
        (cumsum(x, axis=1), cumsum(x, axis=0))
    }

    pub fn in_order<M, N>(x: [f64; M, N]) -> ([f64; M, N], [i64; M, N], [f64; M]) {
        (sort(x, axis=1), argsort(x, axis=1), median(x, axis=1))
    }

    pub fn places<N, K>(a: [f64; N], v: [f64; K]) -> ([i64; K], [i64; K]) {
        (searchsorted(a, v), searchsorted(a, v, side="right"))
    }
}

/// Whole numbers, of which sums are exact.
fn operand<const D: usize>(shape: [usize; D]) -> Array<f64, D> {
    let len = shape.iter().product();
    let value = |k: usize| ((k * 7919) % 101) as f64 - 50.0;
    Array::from_vec(shape, (0..len).map(value).collect()).expect("the size")
}

const SHAPES: [[usize; 2]; 9] =
    [[1, 1], [3, 2], [40, 4], [4, 700], [33, 9], [5, 16], [3, 70], [2, 1500], [1, 150_000]];

/// Each element combined with the one that is `step` before it, if that is one of the same row or column.
fn plainly(x: &[f64], step: usize, length: usize, op: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let mut y = x.to_vec();
    for k in 0..y.len() {
        if !(k / step).is_multiple_of(length) {
            y[k] = op(y[k - step], y[k]);
        }
    }
    y
}

#[test]
fn scans_are_those_of_plain_loops() -> Result<(), Error> {
    for threads in [1, 2] {
        let device = Device::cpu_with_threads(threads);
        for [m, n] in SHAPES {
            let x = operand([m, n]);
            let along = |step, length| plainly(x.as_slice(), step, length, |a, b| a + b);
            let (sums, largest) = device.run(|| scan_rows(&x))?;
            assert_eq!(sums.as_slice(), along(1, n), "{m} {n}");
            assert_eq!(largest.as_slice(), plainly(x.as_slice(), 1, n, f64::max), "{m} {n}");
            let (sums, least) = device.run(|| scan_columns(&x))?;
            assert_eq!(sums.as_slice(), along(n, m), "{m} {n}");
            assert_eq!(least.as_slice(), plainly(x.as_slice(), n, m, f64::min), "{m} {n}");
            let (rows, columns) = device.run(|| scan_strictly(&x))?;
            assert_eq!(rows.as_slice(), along(1, n), "{m} {n}");
            assert_eq!(columns.as_slice(), along(n, m), "{m} {n}");
            let x = operand([2, m, n]);
            let (columns, others) = device.run(|| scan_more(&x))?;
            let add = |a, b| a + b;
            assert_eq!(columns.as_slice(), plainly(x.as_slice(), n, m, add), "{m} {n}");
            let twice: Vec<f64> = x.as_slice().iter().map(|x| 2.0 * x).collect();
            assert_eq!(others.as_slice(), plainly(&twice, m * n, 2, add), "{m} {n}");
        }
    }
    Ok(())
}

#[test]
fn rows_are_in_order() -> Result<(), Error> {
    for threads in [1, 2] {
        let device = Device::cpu_with_threads(threads);
        for [m, n] in SHAPES {
            let x = operand([m, n]);
            let (sorted, order, medians) = device.run(|| in_order(&x))?;
            for (k, row) in x.as_slice().chunks_exact(n).enumerate() {
                let mut expected: Vec<usize> = (0..n).collect();
                expected.sort_by(|a, b| row[*a].total_cmp(&row[*b]));
                let range = k * n..(k + 1) * n;
                let in_order = order.as_slice()[range.clone()].iter().map(|k| *k as usize);
                assert!(in_order.eq(expected.iter().copied()), "{m} {n}");
                let values: Vec<f64> = expected.iter().map(|k| row[*k]).collect();
                assert_eq!(sorted.as_slice()[range], values, "{m} {n}");
                let median = (values[(n - 1) / 2] + values[n / 2]) / 2.0;
                assert_eq!(medians.as_slice()[k], median, "{m} {n}");
            }
        }
    }
    Ok(())
}

#[test]
fn values_find_their_places() -> Result<(), Error> {
    for n in [0, 1, 2, 7, 100, 5000] {
        let row: Vec<f64> = (0..n).map(|k| (k / 3) as f64).collect();
        let a = Array::from_vec([n], row.clone())?;
        for count in [1, 15, 16, 40, 20_000] {
            let v = operand([count]);
            let (left, right) = places(&a, &v)?;
            for (k, v) in v.as_slice().iter().enumerate() {
                let expected = [row.partition_point(|x| x < v), row.partition_point(|x| x <= v)];
                assert_eq!([left.as_slice()[k], right.as_slice()[k]], expected.map(|k| k as i64));
            }
        }
    }
    Ok(())
}
