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

    /// Fields `[3, E, N]`, whose rows are along the second axis: fluxes, their derivatives, less of these where they are
    /// large, and how large.
    pub fn damped<E, N>(u: [f64; 3, E, N], d: [f64; 2, N, N]) -> ([f64; 3, E, N], [f64; E]) {
        let speed = sqrt(u[0] ** 2 + 1);
        let flux = concatenate([(speed * u[1])[newaxis], speed * u[1..]]);
        let other = concatenate([u[..2] / speed, (u[0] * u[2])[newaxis]]);
        let slope = einsum("ij,xej->xei", d[0], flux) - einsum("ij,xej->xei", d[1], other);
        let size = (slope ** 2).sum(axis=(0, 2));
        let rest = einsum("ij,xej->xei", d[0], slope);
        (slope - (0.1 / (1 + size))[newaxis, .., newaxis] * rest, size)
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

/// The fields of all rows, computed one row at a time.
fn rows_alone(u: &Array<f64, 3>, d: &Array<f64, 3>) -> Result<(Vec<f64>, Vec<f64>), Error> {
    let [fields, e, n] = u.shape();
    let (mut all, mut sizes) = (vec![0.0; fields * e * n], Vec::new());
    for row in 0..e {
        let of_row = |[x, _, k]: [usize; 3]| u.as_slice()[(x * e + row) * n + k];
        let (fields_of_row, size) = damped(&Array::from_fn([fields, 1, n], of_row)?, d)?;
        for (x, field) in fields_of_row.as_slice().chunks(n).enumerate() {
            all[(x * e + row) * n..][..n].copy_from_slice(field);
        }
        sizes.push(size.as_slice()[0]);
    }
    Ok((all, sizes))
}

/// Temporaries of several fields, of which each thread writes the rows of all its strips to one place.
#[test]
fn of_fields() -> Result<(), Error> {
    for (e, n) in [(1501, 20), (1000, 35)] {
        let u = Array::from_fn([3, e, n], |[x, e, k]| {
            ((x * 31 + e * 7919 + k * 104_729) % 1009) as f64 / 500.0 - 1.0
        })?;
        let d = Array::from_fn([2, n, n], |[r, i, j]| {
            ((r * 7 + i * 5 + j * 3) % 11) as f64 / 10.0 - 0.5
        })?;
        let (expected, expected_size) = rows_alone(&u, &d)?;
        let mut first = None;
        for threads in [1, 2, 5] {
            let device = Device::cpu_with_threads(threads);
            let explanation = damped::explain(&device, e, n)?;
            // A library would compute one of the products whole. Then no launch would be in strips.
            let strips = explanation.launches.iter().filter_map(|launch| launch.strip.as_ref());
            let rows: Vec<usize> = strips.map(|strip| strip.rows).collect();
            assert!(rows.len() >= 4, "{explanation}");
            // The arrays are counted once each: `u`, two arguments of products, the result and the rest.
            let bytes_of_row = 8 * ((3 + 6 + 3 + 3) * n + 2);
            assert!(threads > 2 || (rows[0] + 8) * bytes_of_row > 256 << 10, "{explanation}");
            // Twice at the same time, so that one of the calls has one thread for itself.
            let run = || device.run(|| damped(&u, &d));
            let (one, other) = std::thread::scope(|scope| {
                let other = scope.spawn(run);
                (run(), other.join().expect("no panic"))
            });
            for (slope, size) in [one?, other?, run()?] {
                let all = slope.as_slice().iter().zip(&expected);
                assert!(
                    all.into_iter().all(|(got, expected)| is_close(*got, *expected, 100.0)),
                    "{e}, {n}"
                );
                let all = size.as_slice().iter().zip(&expected_size);
                assert!(
                    all.into_iter().all(|(got, expected)| is_close(*got, *expected, 10_000.0)),
                    "{e}, {n}"
                );
                let bits = (slope.as_slice().to_vec(), size.as_slice().to_vec());
                assert!(*first.get_or_insert_with(|| bits.clone()) == bits, "{threads} threads");
            }
        }
    }
    Ok(())
}
