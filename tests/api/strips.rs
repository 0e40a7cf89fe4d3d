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
