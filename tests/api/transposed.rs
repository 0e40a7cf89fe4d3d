//! Arrays that are read along another axis than they are written: in tiles, with what is left at their edges.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    pub fn turned<M, N>(x: [f64; M, N]) -> [f64; N, M] { x.T }
    pub fn turned_f32<M, N>(x: [f32; M, N]) -> [f32; N, M] { 2 * x.T }
    pub fn turned_i64<M, N>(x: [i64; M, N]) -> [i64; N, M] { x.T }
    pub fn turned_i32<M, N>(x: [i32; M, N]) -> [i32; N, M] { x.T }
    pub fn turned_u8<M, N>(x: [u8; M, N]) -> [u8; N, M] { x.T }
    pub fn turned_bool<M, N>(x: [bool; M, N]) -> [bool; N, M] { x.T }
    /// Neighbouring rows of the transpose, and what is read as it is written.
    pub fn mixed<M, N>(x: [f64; M + 1, N], y: [f64; N, M], w: [f64; N]) -> [f64; N, M] {
        w[.., newaxis] * (x[1..].T - x[..-1].T) + y
    }
    /// The first axis becomes the last one: the tiles' rows are not next to each other.
    pub fn first_last<A, B, C>(x: [f64; A, B, C]) -> [f64; C, B, A] { transpose(x, (2, 1, 0)) }
    pub fn rotated<A, B, C>(x: [f64; A, B, C]) -> [f64; C, A, B] { transpose(x, (2, 0, 1)) }
    pub fn shifted<A, B, C, T: f64 | u8>(x: [T; A, B, C]) -> [T; B, C, A] { transpose(x, (1, 2, 0)) }
    /// Two pairs of axes that stay together, one of them of known length.
    pub fn swapped<A, B, C>(x: [f32; A, B, C, 4]) -> [f32; C, 4, A, B] { transpose(x, (2, 3, 0, 1)) }
    pub fn pages<A, B, C>(x: [f64; A, B, C]) -> [f64; A, C, B] { transpose(x, (0, 2, 1)) }
    /// Many matrices with short sides, whose numbers have two axes.
    pub fn inner<A, B, C, D, T: f32 | f64 | u8 | i16>(x: [T; A, B, C, D]) -> [T; A, B, D, C] {
        transpose(x, (0, 1, 3, 2))
    }
    pub fn reversed<A, B, C, D, T: f32 | f64 | u8 | i16>(x: [T; A, B, C, D]) -> [T; D, C, B, A] {
        transpose(x, (3, 2, 1, 0))
    }
    /// In place: no point may be done twice.
    pub fn added<M, N>(x: [f64; M, N], y: &mut [f64; N, M]) { y += x.T; }
}

const LENGTHS: [usize; 9] = [1, 3, 7, 8, 9, 16, 31, 64, 203];

/// Different numbers, which all elements can be.
fn at(i: usize, j: usize) -> usize {
    (i * 31 + j * 7) % 251
}

macro_rules! check {
    ($function:ident, $m:ident, $n:ident, $convert:expr, $expected:expr) => {
        let x = Array::from_fn([$m, $n], |[i, j]| $convert(at(i, j)))?;
        let result = $function(&x)?;
        for (k, value) in result.as_slice().iter().enumerate() {
            let expected = $expected(at(k % $m, k / $m));
            assert_eq!(*value, expected, "{} {} x {}, {k}", stringify!($function), $m, $n);
        }
    };
}

#[test]
fn matrices_of_all_dtypes_and_sizes() -> Result<(), Error> {
    for threads in [1, 2, 3] {
        Device::cpu_with_threads(threads).run(|| -> Result<(), Error> {
            for (m, n) in LENGTHS.into_iter().flat_map(|m| LENGTHS.map(|n| (m, n))) {
                check!(turned, m, n, |k| k as f64, |k| k as f64);
                check!(turned_f32, m, n, |k| k as f32, |k| 2.0 * k as f32);
                check!(turned_i64, m, n, |k| k as i64 - (1 << 60), |k| k as i64 - (1 << 60));
                check!(turned_i32, m, n, |k| k as i32 - 100, |k| k as i32 - 100);
                check!(turned_u8, m, n, |k| k as u8, |k| k as u8);
                check!(turned_bool, m, n, |k| k % 2 == 0, |k| k % 2 == 0);
            }
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn tiles_beside_what_is_read_as_it_is_written() -> Result<(), Error> {
    for (m, n) in LENGTHS.into_iter().flat_map(|m| LENGTHS.map(|n| (m, n))) {
        let x = Array::from_fn([m + 1, n], |[i, j]| at(i, j) as f64)?;
        let y = Array::from_fn([n, m], |[i, j]| at(j, i) as f64 / 2.0)?;
        let w = Array::from_fn([n], |[i]| i as f64)?;
        let result = mixed(&x, &y, &w)?;
        let mut sum = Array::from_fn([n, m], |[i, j]| (i + j) as f64)?;
        let part = Array::from_fn([m, n], |[i, j]| at(i, j) as f64)?;
        added(&part, &mut sum)?;
        for (k, (value, sum)) in result.as_slice().iter().zip(sum.as_slice()).enumerate() {
            let (i, j) = (k / m, k % m);
            let difference = at(j + 1, i) as f64 - at(j, i) as f64;
            assert_eq!(*value, i as f64 * difference + at(j, i) as f64 / 2.0, "{m} {n} {i} {j}");
            assert_eq!(*sum, (i + j + at(j, i)) as f64, "{m} {n} {i} {j}");
        }
    }
    Ok(())
}

#[test]
fn permutations_of_three_axes() -> Result<(), Error> {
    for [a, b, c] in [[1, 1, 1], [9, 2, 17], [16, 5, 8], [33, 40, 19], [3, 70, 41], [70, 3, 8]] {
        let value = |i: usize, j: usize, k: usize| ((i * b + j) * c + k) as f64;
        let x = Array::from_fn([a, b, c], |[i, j, k]| value(i, j, k))?;
        let (first_last, rotated, pages) = (first_last(&x)?, rotated(&x)?, pages(&x)?);
        for i in 0..a {
            for j in 0..b {
                for k in 0..c {
                    let expected = value(i, j, k);
                    assert_eq!(first_last.as_slice()[(k * b + j) * a + i], expected, "{i} {j} {k}");
                    assert_eq!(rotated.as_slice()[(k * a + i) * b + j], expected, "{i} {j} {k}");
                    assert_eq!(pages.as_slice()[(i * c + k) * b + j], expected, "{i} {j} {k}");
                }
            }
        }
    }
    Ok(())
}

/// Short sides have code of their own, and one task does many matrices, or parts of them.
#[test]
fn many_short_matrices() -> Result<(), Error> {
    fn agrees<T: array_fn::Element + PartialEq + std::fmt::Debug>(
        shape: [usize; 4],
        element: fn(usize) -> T,
        inner: fn(&Array<T, 4>) -> Result<Array<T, 4>, Error>,
        reversed: fn(&Array<T, 4>) -> Result<Array<T, 4>, Error>,
    ) -> Result<(), Error> {
        let [a, b, c, d] = shape;
        let x = Array::from_fn(shape, |[i, j, k, l]| element(((i * b + j) * c + k) * d + l))?;
        let (inner, reversed) = (inner(&x)?, reversed(&x)?);
        let (inner, reversed) = (inner.as_slice(), reversed.as_slice());
        for (at, value) in x.as_slice().iter().enumerate() {
            let (l, k, j, i) = (at % d, at / d % c, at / d / c % b, at / d / c / b);
            assert_eq!(inner[((i * b + j) * d + l) * c + k], *value, "{shape:?} {i} {j} {k} {l}");
            assert_eq!(
                reversed[((l * c + k) * b + j) * a + i],
                *value,
                "{shape:?} {i} {j} {k} {l}"
            );
        }
        Ok(())
    }
    let shapes = [
        [3, 4, 3, 3],
        [5, 7, 2, 3],
        [4, 3, 4, 3],
        [2, 5, 20, 3],
        [3, 5, 3, 21],
        [7, 2, 5, 6],
        [6, 9, 10, 7],
        [17, 3, 9, 12],
        [300, 11, 3, 3],
        [90, 30, 13, 3],
        [31, 50, 3, 19],
    ];
    for threads in [1, 3] {
        Device::cpu_with_threads(threads).run(|| -> Result<(), Error> {
            for shape in shapes {
                agrees(shape, |k| k as f32, inner, reversed)?;
                agrees(shape, |k| k as f64, inner, reversed)?;
                agrees(shape, |k| (k % 251) as u8, inner, reversed)?;
                agrees(shape, |k| (k % 32749) as i16, inner, reversed)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Neighbouring axes that stay neighbours are done as one.
#[test]
fn axes_that_stay_together() -> Result<(), Error> {
    for [a, b, c] in [[1, 1, 1], [9, 17, 4], [64, 5, 4], [33, 40, 3], [3, 70, 41], [70, 3, 8]] {
        let value = |i: usize, j: usize, k: usize| ((i * b + j) * c + k) as f64;
        let byte = |i: usize, j: usize, k: usize| (value(i, j, k) % 251.0) as u8;
        let shifted_f64 = shifted(&Array::from_fn([a, b, c], |[i, j, k]| value(i, j, k))?)?;
        let shifted_u8 = shifted(&Array::from_fn([a, b, c], |[i, j, k]| byte(i, j, k))?)?;
        let pairs = |[i, j, k, l]: [usize; 4]| (value(i, j, k) * 4.0 + l as f64) as f32;
        let swapped = swapped(&Array::from_fn([a, b, c, 4], pairs)?)?;
        for i in 0..a {
            for j in 0..b {
                for k in 0..c {
                    let to = (j * c + k) * a + i;
                    assert_eq!(shifted_f64.as_slice()[to], value(i, j, k), "{i} {j} {k}");
                    assert_eq!(shifted_u8.as_slice()[to], byte(i, j, k), "{i} {j} {k}");
                    for l in 0..4 {
                        let to = ((k * 4 + l) * a + i) * b + j;
                        assert_eq!(swapped.as_slice()[to], pairs([i, j, k, l]), "{i} {j} {k} {l}");
                    }
                }
            }
        }
    }
    Ok(())
}
