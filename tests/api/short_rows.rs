//! Rows shorter than a vector, and those that fill some and a part of one: lanes that run on in the next row, vectors that
//! overlap, and vectors of which only the first lanes are read. All numbers are small integers, so that results are exact.

use array_fn::{Array, Device, Element, Error, IndexArray, array_fn};

array_fn! {
    fn rows<M, N, T: f64 | f32 | i32>(x: [T; M, N], y: [T; N], z: [T; M], t: [T; N, M]) -> [T; M, N] {
        x * y + z[.., newaxis] - x[.., ..;-1] + t.T
    }

    pub fn rows_f64<M, N>(x: [f64; M, N], y: [f64; N], z: [f64; M], t: [f64; N, M]) -> [f64; M, N] { rows(x, y, z, t) }
    pub fn rows_f32<M, N>(x: [f32; M, N], y: [f32; N], z: [f32; M], t: [f32; N, M]) -> [f32; M, N] { rows(x, y, z, t) }
    pub fn rows_i32<M, N>(x: [i32; M, N], y: [i32; N], z: [i32; M], t: [i32; N, M]) -> [i32; M, N] { rows(x, y, z, t) }

    pub fn compared<M, N>(x: [f64; M, N], y: [f64; N]) -> ([bool; M, N], [i64; M, N]) {
        (x > y, where(x < y, 1, 0) + arange(N))
    }

    /// Two results of different rows, and indices of columns.
    pub fn picked<M, N, K>(x: [f32; M, N], i: [index<N>; K], b: [bool; K]) -> [f32; M, K] {
        where(b, x[.., i], -1.0)
    }

    /// Rows whose elements, and whose places, repeat and turn around.
    fn moved<M, N, T: f64 | f32 | i32 | i64>(x: [T; M, N]) -> ([T; 2 * M, 2 * N], [T; M, N], [T; M, N]) {
        (tile(x, (2, 2)), roll(x, (3, 1), axis=(0, 1)), flip(x))
    }
    pub fn moved_f64<M, N>(x: [f64; M, N]) -> ([f64; 2 * M, 2 * N], [f64; M, N], [f64; M, N]) { moved(x) }
    pub fn moved_f32<M, N>(x: [f32; M, N]) -> ([f32; 2 * M, 2 * N], [f32; M, N], [f32; M, N]) { moved(x) }
    pub fn moved_i32<M, N>(x: [i32; M, N]) -> ([i32; 2 * M, 2 * N], [i32; M, N], [i32; M, N]) { moved(x) }
    pub fn moved_i64<M, N>(x: [i64; M, N]) -> ([i64; 2 * M, 2 * N], [i64; M, N], [i64; M, N]) { moved(x) }

    pub fn inside<M, N>(x: [f64; M, N]) -> [f64; M - 2, N - 2] {
        x[..-2, 1..-1] + x[2.., 1..-1] + 3 * x[1..-1, ..-2] + x[1..-1, 2..] - 4 * x[1..-1, 1..-1]
    }

    pub fn layers<L, M, N>(x: [f64; L, M, N], z: [f64; L, N]) -> [f64; L, M, N] { x - z[.., newaxis, ..] }

    /// Images of `K` channels, parts of which do not follow each other in memory.
    fn images<M, N, K, T: f64 | f32 | i16 | u8>(x: [T; M, N, K], y: [T; M, K], w: [T; K])
        -> ([T; M, floor_div(N + 1, 2), K], [T; M - 1, N - 1, K - 1], [T; M, N, K])
    {
        (
            x[.., ..;2] + w,
            x[1.., ..;-1, ..][.., ..-1, 1..] - x[..-1, 1.., ..-1],
            y[.., newaxis] - x[..;-1] + x[.., ..;-1],
        )
    }
    pub fn images_f64<M, N, K>(x: [f64; M, N, K], y: [f64; M, K], w: [f64; K])
        -> ([f64; M, floor_div(N + 1, 2), K], [f64; M - 1, N - 1, K - 1], [f64; M, N, K]) { images(x, y, w) }
    pub fn images_f32<M, N, K>(x: [f32; M, N, K], y: [f32; M, K], w: [f32; K])
        -> ([f32; M, floor_div(N + 1, 2), K], [f32; M - 1, N - 1, K - 1], [f32; M, N, K]) { images(x, y, w) }
    pub fn images_i16<M, N, K>(x: [i16; M, N, K], y: [i16; M, K], w: [i16; K])
        -> ([i16; M, floor_div(N + 1, 2), K], [i16; M - 1, N - 1, K - 1], [i16; M, N, K]) { images(x, y, w) }

    /// Whether the channels of some pixels are more than those of others; and which pixels.
    pub fn brighter<M, N, K>(x: [u8; M, N, K]) -> ([bool; M, floor_div(N + 1, 2), K], [i64; M, floor_div(N + 1, 2), K]) {
        let every = x[.., ..;2];
        (every > 9, where(every > 9, arange(M)[.., newaxis, newaxis], 0))
    }

    pub fn films<L, M, N, K>(x: [f64; L, M, N, K]) -> [f64; L, floor_div(M + 1, 2), N - 1, K] {
        2 * x[.., ..;2, 1..]
    }

    /// Each half of the columns is written by itself, and does not fill its array.
    pub fn side_by_side<M, N, K>(x: [f64; M, N, K]) -> [f64; M, 2 * N, K] {
        concatenate((2 * x[.., ..;-1], x[..;-1]), axis=1)
    }

    /// Sums, extrema and their places down the columns of many matrices.
    pub fn of_matrices<M, N, K>(x: [f64; M, N, K], y: [f32; M, N, K], w: [f64; N], v: [f64; M, K])
        -> ([f64; M, K], [f32; M, K], [i64; M, K], [f64; M, K])
    {
        (sum(x * w[.., newaxis], axis=1) - v, max(y, axis=1), argmin(x, axis=1), sum((x - mean(x, axis=1, keepdims=true)), axis=1))
    }
    pub fn sums_of_matrices<M, N, K>(x: [i32; M, N, K]) -> [i64; M, K] { sum(x, axis=1) }

    /// What is added to must be worked out once.
    pub fn add<M, N>(x: [f64; M, N], y: [f64; N], r: &mut [f64; M, N], s: &mut [f64; N]) {
        r += x * y;
        s += sum(x, axis=0);
    }

    /// The result may stand in place of the differences that it is made of.
    pub fn in_place<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let differences = x - max(x, axis=1, keepdims=true);
        differences * sum(differences, axis=1, keepdims=true)
    }

    pub fn along<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M], [f64; M], [i64; M], [f64; M]) {
        (sum(x, axis=1), max(x - y, axis=1), argmin(x, axis=1), x @ y)
    }

    pub fn of_small<M, N>(x: [i32; M, N], y: [u8; M, N], w: [f32; M, N]) -> ([i64; M], [u8; M], [f32; M], [f64; M]) {
        (sum(x as i64, axis=1), max(y, axis=1), min(w, axis=1), mean(x, axis=1))
    }

    pub fn down<M, N>(x: [f64; M, N], w: [f32; M, N]) -> ([f64; N], [f64; N], [i64; N], [f32; N]) {
        (sum(x, axis=0), min(x, axis=0), argmax(x, axis=0), max(w, axis=0))
    }
}

fn at(k: usize) -> i8 {
    ((k * 37 + 11) % 29) as i8 - 14
}

fn array<T: Element + From<i8>, const R: usize>(
    shape: [usize; R],
    from: usize,
) -> Result<Array<T, R>, Error> {
    Array::from_vec(shape, (0..shape.iter().product()).map(|k| T::from(at(from + k))).collect())
}

/// Shapes of rows of each remainder of each vector.
fn shapes() -> impl Iterator<Item = [usize; 2]> {
    [1, 2, 7, 53].into_iter().flat_map(|m| (1..20).chain([31, 64, 67]).map(move |n| [m, n]))
}

/// Rows of many, which threads share, too.
fn on_threads(test: impl Fn([usize; 2]) -> Result<(), Error>) -> Result<(), Error> {
    shapes().try_for_each(|shape| Device::cpu_with_threads(1).run(|| test(shape)))?;
    [[20_000, 3], [10_001, 7], [9_001, 9]]
        .into_iter()
        .try_for_each(|shape| Device::cpu_with_threads(3).run(|| test(shape)))
}

macro_rules! check_rows {
    ($f:ident, $t:ty, $m:ident, $n:ident) => {{
        let (x, y, z) = (array([$m, $n], 0)?, array([$n], 5)?, array([$m], 9)?);
        let t = array([$n, $m], 3)?;
        let expected: Vec<$t> = (0..$m * $n)
            .map(|k| {
                let (i, j) = (k / $n, k % $n);
                let of = |k: usize| <$t>::from(at(k));
                of(k) * of(5 + j) + of(9 + i) - of(i * $n + $n - 1 - j) + of(3 + j * $m + i)
            })
            .collect();
        assert_eq!($f(&x, &y, &z, &t)?.as_slice(), expected, "{} of {}", $m, $n);
    }};
}

#[test]
fn elements() -> Result<(), Error> {
    on_threads(|[m, n]| {
        check_rows!(rows_f64, f64, m, n);
        check_rows!(rows_f32, f32, m, n);
        check_rows!(rows_i32, i32, m, n);
        Ok(())
    })
}

#[test]
fn bools_and_indices() -> Result<(), Error> {
    on_threads(|[m, n]| {
        let (x, y) = (array([m, n], 0)?, array([n], 5)?);
        let (greater, less) = compared(&x, &y)?;
        for k in 0..m * n {
            let (i, j) = (k / n, k % n);
            assert_eq!(greater.as_slice()[k], at(k) > at(5 + j), "[{i}, {j}] of [{m}, {n}]");
            let expected = i64::from(at(k) < at(5 + j)) + j as i64;
            assert_eq!(less.as_slice()[k], expected, "[{i}, {j}] of [{m}, {n}]");
        }
        let count = n.div_ceil(2);
        let columns: Vec<usize> = (0..count).map(|k| (k * 5 + 1) % n).collect();
        let index = IndexArray::new([count], columns.clone(), n)?;
        let bools = Array::from_vec([count], (0..count).map(|k| k % 3 != 1).collect())?;
        let picked = picked(&array([m, n], 0)?, &index, &bools)?;
        for (k, value) in picked.as_slice().iter().enumerate() {
            let (i, j) = (k / count, k % count);
            let expected = if j % 3 != 1 { f32::from(at(i * n + columns[j])) } else { -1.0 };
            assert_eq!(*value, expected, "[{i}, {j}] of [{m}, {count}]");
        }
        Ok(())
    })
}

macro_rules! check_moved {
    ($f:ident, $t:ty, $m:ident, $n:ident) => {{
        let (tiled, rolled, flipped) = $f(&array([$m, $n], 0)?)?;
        let of = |i: usize, j: usize| <$t>::from(at(i % $m * $n + j % $n));
        for (k, value) in tiled.as_slice().iter().enumerate() {
            assert_eq!(*value, of(k / (2 * $n), k % (2 * $n)), "{k} of [{}, {}], tiled", $m, $n);
        }
        for (k, (rolled, flipped)) in rolled.as_slice().iter().zip(flipped.as_slice()).enumerate() {
            let (i, j) = (k / $n, k % $n);
            assert_eq!(*rolled, of(i + 3 * $m - 3, j + $n - 1), "{k} of [{}, {}], rolled", $m, $n);
            assert_eq!(*flipped, of($m - 1 - i, $n - 1 - j), "{k} of [{}, {}], flipped", $m, $n);
        }
    }};
}

#[test]
fn elements_elsewhere() -> Result<(), Error> {
    on_threads(|[m, n]| {
        check_moved!(moved_f64, f64, m, n);
        check_moved!(moved_f32, f32, m, n);
        check_moved!(moved_i32, i32, m, n);
        check_moved!(moved_i64, i64, m, n);
        Ok(())
    })
}

#[test]
fn parts_of_rows_and_layers() -> Result<(), Error> {
    on_threads(|[m, n]| {
        let x = array([m + 2, n + 2], 0)?;
        let of = |i: usize, j: usize| f64::from(at(i * (n + 2) + j));
        for (k, value) in inside(&x)?.as_slice().iter().enumerate() {
            let (i, j) = (k / n + 1, k % n + 1);
            let expected = of(i - 1, j) + of(i + 1, j) + 3.0 * of(i, j - 1) + of(i, j + 1);
            assert_eq!(*value, expected - 4.0 * of(i, j), "[{i}, {j}] of [{m}, {n}]");
        }
        let layered = layers(&array([3, m, n], 0)?, &array([3, n], 4)?)?;
        for (k, value) in layered.as_slice().iter().enumerate() {
            let expected = f64::from(at(k)) - f64::from(at(4 + k / (m * n) * n + k % n));
            assert_eq!(*value, expected, "{k} of [3, {m}, {n}]");
        }
        Ok(())
    })
}

#[test]
fn results_in_place_of_what_they_are_made_of() -> Result<(), Error> {
    on_threads(|[m, n]| {
        let x = array([m, n], 0)?;
        let results = in_place(&x)?;
        for i in 0..m {
            let row: Vec<i32> = (0..n).map(|j| i32::from(at(i * n + j))).collect();
            let max = row.iter().copied().max().unwrap_or(0);
            let sum: i32 = row.iter().map(|v| v - max).sum();
            for (j, v) in row.iter().enumerate() {
                let value = results.as_slice()[i * n + j];
                assert_eq!(value, f64::from((v - max) * sum), "[{i}, {j}] of [{m}, {n}]");
            }
        }
        Ok(())
    })
}

#[test]
fn sums_along_rows() -> Result<(), Error> {
    on_threads(|[m, n]| {
        let (x, y) = (array([m, n], 0)?, array([n], 5)?);
        let (sums, largest, least, products) = along(&x, &y)?;
        let small: Array<i32, 2> = array([m, n], 0)?;
        let bytes = Array::from_fn([m, n], |[i, j]| (at(i * n + j) + 14) as u8)?;
        let (integers, byte, single, means) = of_small(&small, &bytes, &array([m, n], 0)?)?;
        for i in 0..m {
            let row: Vec<i8> = (0..n).map(|j| at(i * n + j)).collect();
            let sum: i64 = row.iter().map(|&v| i64::from(v)).sum();
            let what = format!("row {i} of [{m}, {n}]");
            assert_eq!(sums.as_slice()[i], sum as f64, "{what}");
            assert_eq!(integers.as_slice()[i], sum, "{what}");
            assert_eq!(means.as_slice()[i], sum as f64 / n as f64, "{what}");
            let differences = row.iter().enumerate().map(|(j, &v)| v - at(5 + j));
            assert_eq!(largest.as_slice()[i], f64::from(differences.max().unwrap_or(0)), "{what}");
            let min = row.iter().copied().min().unwrap_or(0);
            let place = row.iter().position(|&v| v == min).unwrap_or(0);
            assert_eq!(least.as_slice()[i], place as i64, "{what}");
            assert_eq!(single.as_slice()[i], f32::from(min), "{what}");
            let max = row.iter().copied().max().unwrap_or(0);
            assert_eq!(byte.as_slice()[i], (max + 14) as u8, "{what}");
            let product: i64 =
                row.iter().enumerate().map(|(j, &v)| i64::from(v) * i64::from(at(5 + j))).sum();
            assert_eq!(products.as_slice()[i], product as f64, "{what}");
        }
        Ok(())
    })
}

#[test]
fn sums_down_columns_and_updates() -> Result<(), Error> {
    on_threads(|[m, n]| {
        let (x, y) = (array([m, n], 0)?, array([n], 5)?);
        let (mut r, mut s): (Array<f64, 2>, Array<f64, 1>) = (array([m, n], 7)?, array([n], 8)?);
        add(&x, &y, &mut r, &mut s)?;
        for (k, value) in r.as_slice().iter().enumerate() {
            let product = i32::from(at(k)) * i32::from(at(5 + k % n));
            assert_eq!(*value, f64::from(i32::from(at(7 + k)) + product), "{k} of [{m}, {n}]");
        }
        let (sums, least, places, largest) = down(&x, &array([m, n], 0)?)?;
        for j in 0..n {
            let column: Vec<i8> = (0..m).map(|i| at(i * n + j)).collect();
            let what = format!("column {j} of [{m}, {n}]");
            let sum: i64 = column.iter().map(|&v| i64::from(v)).sum();
            assert_eq!(sums.as_slice()[j], sum as f64, "{what}");
            assert_eq!(s.as_slice()[j], (sum + i64::from(at(8 + j))) as f64, "{what}");
            let (min, max) = (column.iter().min().copied(), column.iter().max().copied());
            assert_eq!(Some(least.as_slice()[j]), min.map(f64::from), "{what}");
            assert_eq!(Some(largest.as_slice()[j]), max.map(f32::from), "{what}");
            let place = column.iter().position(|v| Some(*v) == max);
            assert_eq!(Some(places.as_slice()[j]), place.map(|p| p as i64), "{what}");
        }
        Ok(())
    })
}

/// Images of few and of many pixels, in one or several tasks.
fn on_images(test: impl Fn([usize; 3]) -> Result<(), Error>) -> Result<(), Error> {
    let few = [[1, 1], [2, 1], [3, 2], [2, 40], [9, 5], [33, 3], [7, 41], [19, 70]];
    let shapes = few.into_iter().flat_map(|[m, n]| (1..10).map(move |k| [m, n, k]));
    Device::cpu_with_threads(1).run(|| shapes.into_iter().try_for_each(&test))?;
    [[150, 133, 3], [10_001, 2, 4], [3, 3001, 7], [301, 50, 2]]
        .into_iter()
        .try_for_each(|shape| Device::cpu_with_threads(3).run(|| test(shape)))
}

macro_rules! check_images {
    ($f:ident, $t:ty, $m:ident, $n:ident, $k:ident) => {{
        let (every, parts, turned) =
            $f(&array([$m, $n, $k], 0)?, &array([$m, $k], 5)?, &array([$k], 9)?)?;
        let of = |i: usize, j: usize, c: usize| <$t>::from(at((i * $n + j) * $k + c));
        let what = |at: [usize; 3]| format!("{at:?} of {:?}", [$m, $n, $k]);
        check(&every, |[i, j, c]| of(i, 2 * j, c) + <$t>::from(at(9 + c)), what);
        check(&parts, |[i, j, c]| of(i + 1, $n - 1 - j, c + 1) - of(i, j + 1, c), what);
        let y = |i: usize, c: usize| <$t>::from(at(5 + i * $k + c));
        check(&turned, |[i, j, c]| y(i, c) - of($m - 1 - i, j, c) + of(i, $n - 1 - j, c), what);
    }};
}

/// Compares an array with a function of places.
fn check<T: Element + PartialEq + std::fmt::Debug>(
    array: &Array<T, 3>,
    expected: impl Fn([usize; 3]) -> T,
    what: impl Fn([usize; 3]) -> String,
) {
    let [_, n, k] = array.shape();
    for (flat, value) in array.as_slice().iter().enumerate() {
        let place = [flat / (n * k), flat / k % n, flat % k];
        assert_eq!(*value, expected(place), "{}", what(place));
    }
}

#[test]
fn channels_of_images() -> Result<(), Error> {
    on_images(|[m, n, k]| {
        check_images!(images_f64, f64, m, n, k);
        check_images!(images_f32, f32, m, n, k);
        check_images!(images_i16, i16, m, n, k);
        let byte = |i: usize, j: usize, c: usize| (at((i * n + j) * k + c) + 14) as u8;
        let (brighter, rows) = brighter(&Array::from_fn([m, n, k], |[i, j, c]| byte(i, j, c))?)?;
        let what = |at: [usize; 3]| format!("{at:?} of {:?}", [m, n, k]);
        check(&brighter, |[i, j, c]| byte(i, 2 * j, c) > 9, what);
        check(&rows, |[i, j, c]| if byte(i, 2 * j, c) > 9 { i as i64 } else { 0 }, what);
        Ok(())
    })
}

#[test]
fn channels_of_films_and_of_images_side_by_side() -> Result<(), Error> {
    on_images(|[m, n, k]| {
        let films = films(&array([3, m, n, k], 0)?)?;
        let [_, rows, columns, _] = films.shape();
        for (flat, value) in films.as_slice().iter().enumerate() {
            let [l, i, j] =
                [flat / (k * columns * rows), flat / (k * columns) % rows, flat / k % columns];
            let expected = at(((l * m + 2 * i) * n + j + 1) * k + flat % k);
            assert_eq!(*value, 2.0 * f64::from(expected), "{:?} of {:?}", [l, i, j], [m, n, k]);
        }
        let of = |i: usize, j: usize, c: usize| f64::from(at((i * n + j) * k + c));
        let expected = |[i, j, c]: [usize; 3]| match j.checked_sub(n) {
            None => 2.0 * of(i, n - 1 - j, c),
            Some(j) => of(m - 1 - i, j, c),
        };
        let what = |at: [usize; 3]| format!("{at:?} of {:?}", [m, n, k]);
        check(&side_by_side(&array([m, n, k], 0)?)?, expected, what);
        Ok(())
    })
}

#[test]
fn columns_of_many_small_matrices() -> Result<(), Error> {
    let test = |[m, n, k]: [usize; 3]| -> Result<(), Error> {
        let shape = [m, n, k];
        let value = |i: usize, j: usize, c: usize| at((i * n + j) * k + c);
        let column = |i: usize, c: usize| (0..n).map(move |j| value(i, j, c));
        let sums = sums_of_matrices(&array(shape, 0)?)?;
        for (flat, sum) in sums.as_slice().iter().enumerate() {
            let expected: i64 = column(flat / k, flat % k).map(i64::from).sum();
            assert_eq!(*sum, expected, "{flat} of {shape:?}");
        }
        if n == 0 {
            return Ok(());
        }
        let (w, v) = (array([n], 5)?, array([m, k], 9)?);
        let (weighted, largest, places, deviations) =
            of_matrices(&array(shape, 0)?, &array(shape, 0)?, &w, &v)?;
        for flat in 0..m * k {
            let (i, c) = (flat / k, flat % k);
            let what = format!("{:?} of {shape:?}", [i, c]);
            let products =
                column(i, c).enumerate().map(|(j, x)| i32::from(x) * i32::from(at(5 + j)));
            let expected = products.sum::<i32>() - i32::from(at(9 + flat));
            assert_eq!(weighted.as_slice()[flat], f64::from(expected), "{what}");
            assert_eq!(Some(largest.as_slice()[flat]), column(i, c).max().map(f32::from), "{what}");
            let place = column(i, c).position(|x| Some(x) == column(i, c).min());
            assert_eq!(Some(places.as_slice()[flat]), place.map(|place| place as i64), "{what}");
            assert!(deviations.as_slice()[flat].abs() < 1e-11, "{what}");
        }
        Ok(())
    };
    let counts = [1, 63, 64, 67, 200];
    let shapes = [0, 1, 2, 3, 6, 7, 20, 21].into_iter().flat_map(|n| (1..18).map(move |k| [n, k]));
    Device::cpu_with_threads(1).run(|| {
        shapes
            .into_iter()
            .try_for_each(|[n, k]| counts.into_iter().try_for_each(|m| test([m, n, k])))
    })?;
    [[20_000, 3, 3], [10_001, 2, 7], [9_001, 6, 4]]
        .into_iter()
        .try_for_each(|shape| Device::cpu_with_threads(3).run(|| test(shape)))
}
