//! Transpositions with few rows and many columns, or the other way round, whose threads share out columns: they are
//! right, and have the same bits for any number of threads.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    pub fn computed<M, N>(x: [f64; M, N], y: [f32; M, N], i: [i16; M, N], b: [bool; M, N])
        -> ([f64; N, M], [f32; N, M], [i16; N, M], [bool; N, M])
    {
        (sqrt(x.T) + 1, y.T * 3 - y.T * y.T, abs(i.T), !b.T)
    }
    pub fn several<M, N>(x: [f64; M, N], y: [f64; N, M]) -> ([f64; N, M], [bool; N, M]) {
        (where(x.T > y, x.T - y, y), x.T > y)
    }
    pub fn moved<M, N>(x: [f64; M, N], b: [bool; M, N], c: [u8; M, N]) -> ([f64; N, M], [bool; N, M], [u8; N, M]) {
        (x.T, b.T, c.T)
    }
    pub fn updated<M, N>(x: [f64; M, N], u: &mut [f64; N, M]) { u += x.T; }
    pub fn planes<K, M, N>(x: [f64; K, M, N]) -> ([f64; K, N, M], [f64; K, N, M]) {
        (transpose(x, (0, 2, 1)), 2 * transpose(x, (0, 2, 1)))
    }
    pub fn pixels<K, M, N>(x: [f32; K, M, N, 2], y: [u8; K, M, N, 3]) -> ([f32; K, N, M, 2], [u8; K, N, M, 3]) {
        (transpose(x, (0, 2, 1, 3)), transpose(y, (0, 2, 1, 3)))
    }
}

/// An array of `f`, at each place of a number between -500 and 508 that depends on the row and the column.
fn of<T: array_fn::Element>(shape: [usize; 2], f: impl Fn(i64) -> T) -> Result<Array<T, 2>, Error> {
    Array::from_fn(shape, |[i, j]| f(((i * 7919 + j * 104_729) % 1009) as i64 - 500))
}

/// Whether a result has, in row `j` and column `i`, what `expected` gives for row `i` and column `j` of the arguments.
fn is<T: array_fn::Element + PartialEq>(got: &Array<T, 2>, expected: impl Fn(i64) -> T) -> bool {
    let n = got.shape()[1];
    let place = |k: usize| ((k % n * 7919 + k / n * 104_729) % 1009) as i64 - 500;
    got.as_slice().iter().enumerate().all(|(k, got)| *got == expected(place(k)))
}

#[test]
fn columns_are_shared_out() -> Result<(), Error> {
    let shapes =
        [[70_001, 2], [70_000, 3], [30_003, 7], [9001, 20], [3000, 61], [2001, 130], [300, 1000]];
    for [m, n] in shapes.into_iter().flat_map(|[m, n]| [[m, n], [n, m]]) {
        let (x, y) = (of([m, n], |k| k.abs() as f64)?, of([m, n], |k| k as f32)?);
        let (i, b) = (of([m, n], |k| k as i16)?, of([m, n], |k| k % 3 == 0)?);
        let c = of([m, n], |k| k as u8)?;
        let w = of([n, m], |k| k.abs() as f64)?;
        for threads in [1, 2, 3, 7] {
            Device::cpu_with_threads(threads).run(|| -> Result<(), Error> {
                let what = format!("{m} x {n}, {threads} threads");
                let (p, q, r, s) = computed(&x, &y, &i, &b)?;
                assert!(is(&p, |k| (k.abs() as f64).sqrt() + 1.0), "{what}");
                assert!(is(&q, |k| (k * 3 - k * k) as f32), "{what}");
                assert!(is(&r, |k| k.abs() as i16) && is(&s, |k| k % 3 != 0), "{what}");

                let (p, q, r) = moved(&x, &b, &c)?;
                assert!(is(&p, |k| k.abs() as f64) && is(&q, |k| k % 3 == 0), "{what}");
                assert!(is(&r, |k| k as u8), "{what}");

                let mut u = p.clone();
                updated(&x, &mut u)?;
                assert!(is(&u, |k| 2.0 * k.abs() as f64), "{what}");

                let (difference, larger) = several(&x, &w)?;
                let all = p.as_slice().iter().zip(w.as_slice());
                let results = difference.as_slice().iter().zip(larger.as_slice());
                for ((x, y), (d, l)) in all.zip(results) {
                    assert!(*l == (x > y) && *d == if x > y { x - y } else { *y }, "{what}");
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}

#[test]
fn columns_of_planes_are_shared_out() -> Result<(), Error> {
    for [k, m, n] in [[2, 50_000, 3], [3, 5000, 20], [40, 2000, 3], [5, 3, 20_000], [1, 257, 700]] {
        let x = Array::from_fn([k, m, n], |[k, i, j]| (k * 3 + i * 7 + j * 11) as f64)?;
        let of_pixel = |k, i, j| (k * 3 + i * 7 + j * 11) % 250;
        let y = Array::from_fn([k, m, n, 2], |[k, i, j, p]| (of_pixel(k, i, j) + p) as f32)?;
        let z = Array::from_fn([k, m, n, 3], |[k, i, j, p]| (of_pixel(k, i, j) + p) as u8)?;
        for threads in [1, 2, 3, 7] {
            Device::cpu_with_threads(threads).run(|| -> Result<(), Error> {
                let (floats, bytes) = pixels(&y, &z)?;
                let of = |at: usize, n: usize| of_pixel(at / (m * n), at % m, at / m % n);
                let right = floats
                    .as_slice()
                    .chunks(2)
                    .enumerate()
                    .all(|(at, pixel)| pixel == [of(at, n) as f32, of(at, n) as f32 + 1.0]);
                assert!(right, "{k} x {m} x {n}, {threads} threads");
                let right = bytes.as_slice().chunks(3).enumerate().all(|(at, pixel)| {
                    pixel == [of(at, n) as u8, of(at, n) as u8 + 1, of(at, n) as u8 + 2]
                });
                assert!(right, "{k} x {m} x {n}, {threads} threads");

                let (moved, doubled) = planes(&x)?;
                for (at, (moved, doubled)) in
                    moved.as_slice().iter().zip(doubled.as_slice()).enumerate()
                {
                    let (k, j, i) = (at / (m * n), at / m % n, at % m);
                    let expected = (k * 3 + i * 7 + j * 11) as f64;
                    assert!(*moved == expected && *doubled == 2.0 * expected, "{k} {i} {j}");
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}
