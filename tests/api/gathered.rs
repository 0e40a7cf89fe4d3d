//! Gathers from arrays that are larger than the cache of a core, which ask early for what they read.

use array_fn::{Array, Device, Error, IndexArray, array_fn};

array_fn! {
    pub fn bytes<M, R>(x: [u8; M, 100], i: [index<M>; R]) -> [u8; R, 100] { x[i] }
    pub fn tails<M, R>(x: [u8; M, 100], i: [index<M>; R]) -> [u8; R, 63] { x[i, 37..] }
    pub fn rows<M, R, C>(x: [f64; M, C], i: [index<M>; R]) -> [f64; R, C] { x[i] }
    pub fn planes<M, R>(x: [f64; M, 2, 9], i: [index<M>; R]) -> [f64; 2, R, 9] { transpose(x[i], (1, 0, 2)) }
    pub fn near<M, R>(x: [f64; M, 4], i: [index<M>; R], j: [index<M>; R], most: f64) -> [bool; R] {
        all(abs(x[i] - x[j]) < most, axis=1)
    }
}

/// Positions without an order.
fn positions(count: usize, below: usize, seed: u64) -> Result<IndexArray<1>, Error> {
    let mut z = seed;
    let mut next = || {
        z = z.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((z >> 33) % below as u64) as i64
    };
    IndexArray::new([count], (0..count).map(|_| next()).collect::<Vec<_>>(), below)
}

#[test]
fn rows_are_those_at_the_positions() -> Result<(), Error> {
    for (m, r) in [(40_000, 50_003), (40_000, 3), (7, 70_001)] {
        let x = Array::from_fn([m, 100], |[i, k]| (31 * i + 7 * k) as u8)?;
        let i = positions(r, m, 5)?;
        let at: Vec<usize> = i.as_slice().iter().map(|i| *i as usize).collect();
        for threads in [1, 2, 3] {
            let device = Device::cpu_with_threads(threads);
            let (whole, tails) = (device.run(|| bytes(&x, &i))?, device.run(|| tails(&x, &i))?);
            for (k, &row) in at.iter().enumerate() {
                let from = &x.as_slice()[100 * row..][..100];
                assert_eq!(&whole.as_slice()[100 * k..][..100], from, "row {k} of {m}, {r}");
                assert_eq!(&tails.as_slice()[63 * k..][..63], &from[37..], "row {k} of {m}, {r}");
            }
        }
    }
    Ok(())
}

#[test]
fn rows_of_any_length() -> Result<(), Error> {
    for c in [1, 3, 8, 12, 16, 33, 100, 127, 130] {
        let (m, r) = (300_000 / c, 200_001 / c);
        let x = Array::from_fn([m, c], |[i, k]| (c * i + k) as f64)?;
        let i = positions(r, m, 9)?;
        let result = Device::cpu_with_threads(2).run(|| rows(&x, &i))?;
        for (k, &row) in i.as_slice().iter().enumerate() {
            let expected = (0..c).map(|j| (c * row as usize + j) as f64);
            assert!(result.as_slice()[c * k..][..c].iter().copied().eq(expected), "{k} of {c}");
        }
    }
    Ok(())
}

#[test]
fn points_read_several_rows() -> Result<(), Error> {
    let (m, r) = (60_000, 80_005);
    let x = Array::from_fn([m, 4], |[i, k]| ((i * 7919 + k * 104_729) % 1000) as f64)?;
    let of = |i: i64, k: usize| x.as_slice()[4 * i as usize + k];
    let (i, j) = (positions(r, m, 1)?, positions(r, m, 2)?);
    let result = Device::cpu_with_threads(2).run(|| near(&x, &i, &j, 500.0))?;
    for (k, (&a, &b)) in i.as_slice().iter().zip(j.as_slice()).enumerate() {
        let expected = (0..4).all(|c| (of(a.into(), c) - of(b.into(), c)).abs() < 500.0);
        assert_eq!(result.as_slice()[k], expected, "point {k}");
    }
    let y = Array::from_fn([m, 2, 9], |[i, j, k]| (18 * i + 9 * j + k) as f64)?;
    let result = Device::cpu_with_threads(2).run(|| planes(&y, &i))?;
    for (k, &row) in i.as_slice().iter().enumerate() {
        for plane in 0..2 {
            let from = &y.as_slice()[18 * row as usize + 9 * plane..][..9];
            assert_eq!(&result.as_slice()[9 * (plane * r + k)..][..9], from, "point {k}");
        }
    }
    Ok(())
}
