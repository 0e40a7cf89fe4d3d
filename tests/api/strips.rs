//! Kernels that run together, some rows of all of them after the others: arrays that fit no cache.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    pub fn softmax<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }

    /// Rows of mean 0; squares of their lengths then and before.
    pub fn centre<M, N>(x: &mut [f64; M, N]) -> ([f64; M], [f64; M]) {
        let before = (x ** 2).sum(axis=1);
        x = x - mean(x, axis=1, keepdims=true);
        ((x ** 2).sum(axis=1), before)
    }

    /// Sums of columns, squares of rows, columns weighted with what their rows begin with, and where large ones are.
    pub fn totals<M, N>(x: [f64; M, N]) -> ([f64; N], [f64; M], [f64; N], [bool; N]) {
        let weighted = x[.., ..1] * x;
        (x.sum(axis=0), (x ** 2).sum(axis=1), weighted.sum(axis=0), any(x > 4.9, axis=0))
    }
}

const ROWS: usize = 531;
const COLUMNS: usize = 203;

fn operand() -> Array<f64, 2> {
    let value = |k: usize| ((k * 7919) % 1009) as f64 / 100.0 - 5.0;
    Array::from_vec([ROWS, COLUMNS], (0..ROWS * COLUMNS).map(value).collect()).expect("the size")
}

/// Up to the rounding of numbers as large as `scale`.
fn is_close(a: f64, b: f64, scale: f64) -> bool {
    (a - b).abs() <= 1e-13 * scale
}

#[test]
fn of_a_result() -> Result<(), Error> {
    let x = operand();
    let mut first = None;
    for threads in [1, 2, 3] {
        let y = Device::cpu_with_threads(threads).run(|| softmax(&x))?;
        for (x, y) in x.as_slice().chunks(COLUMNS).zip(y.as_slice().chunks(COLUMNS)) {
            let top = x.iter().copied().fold(f64::MIN, f64::max);
            let sum: f64 = x.iter().map(|x| (x - top).exp()).sum();
            let expected = x.iter().map(|x| (x - top).exp() / sum);
            assert!(expected.zip(y).all(|(expected, y)| is_close(*y, expected, expected)));
        }
        let first = first.get_or_insert_with(|| y.as_slice().to_vec());
        assert_eq!(first, y.as_slice(), "{threads} threads");
    }
    Ok(())
}

#[test]
fn of_an_updated_parameter() -> Result<(), Error> {
    for threads in [1, 2] {
        let x = operand();
        let mut y = x.clone();
        let (after, before) = Device::cpu_with_threads(threads).run(|| centre(&mut y))?;
        let rows = x.as_slice().chunks(COLUMNS).zip(y.as_slice().chunks(COLUMNS));
        for (row, (x, y)) in rows.enumerate() {
            let mean = x.iter().sum::<f64>() / COLUMNS as f64;
            assert!(x.iter().zip(y).all(|(x, y)| is_close(*y, x - mean, 5.0)), "row {row}");
            let square = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>();
            assert!(is_close(before.as_slice()[row], square(x), square(x)), "row {row}");
            assert!(is_close(after.as_slice()[row], square(y), square(y)), "row {row}");
        }
    }
    Ok(())
}

/// Columns are reduced in parts of a few rows each, beside what reads the rows.
#[test]
fn of_columns_and_rows() -> Result<(), Error> {
    // A last part of fewer rows; one part; rows that no cache holds; nothing.
    for (rows, columns) in [(331, 3001), (17, 203), (40, 70_001), (1, 5), (0, 3), (3, 1)] {
        let value = |k: usize| ((k * 7919) % 1009) as f64 / 100.0 - 5.0;
        let x = Array::from_fn([rows, columns], |[i, j]| value(i * columns + j))?;
        let row = |i: usize| &x.as_slice()[i * columns..(i + 1) * columns];
        let mut first = None;
        for threads in [1, 2, 3] {
            let (sums, squares, weighted, large) =
                Device::cpu_with_threads(threads).run(|| totals(&x))?;
            for j in 0..columns {
                let sum: f64 = (0..rows).map(|i| row(i)[j]).sum();
                assert!(is_close(sums.as_slice()[j], sum, 5.0 * rows as f64), "column {j}");
                let products: f64 = (0..rows).map(|i| row(i)[j] * row(i)[0]).sum();
                assert!(is_close(weighted.as_slice()[j], products, 25.0 * rows as f64));
                assert_eq!(large.as_slice()[j], (0..rows).any(|i| row(i)[j] > 4.9), "column {j}");
            }
            for i in 0..rows {
                let square: f64 = row(i).iter().map(|x| x * x).sum();
                assert!(is_close(squares.as_slice()[i], square, square), "row {i}");
            }
            let first = first.get_or_insert_with(|| sums.as_slice().to_vec());
            assert_eq!(first, sums.as_slice(), "{threads} threads");
        }
    }
    Ok(())
}
