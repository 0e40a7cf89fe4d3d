//! Arrays whose points read different things, depending on where they are: rows fall into pieces, of all lengths.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    pub fn joined<N, M>(x: [f64; N], y: [f64; M]) -> [f64; N + M + N] { concatenate([x, y, x]) }
    pub fn joined_bytes<N, M>(x: [u8; N], y: [u8; M]) -> [u8; N + M] { concatenate([x, y]) }
    pub fn above<M, K, N>(x: [f64; M, N], y: [f64; K, N]) -> [f64; M + K, N] { concatenate([x, y]) }
    pub fn beside<M, K, N>(x: [f64; N, M], y: [f64; N, K]) -> [f64; N, M + K] {
        concatenate([x, y], axis=1)
    }
    pub fn computed<N, M>(x: [f32; N], y: [f32; M]) -> [f32; N + M] { concatenate([2 * x, y + 1]) }
    pub fn framed<M, N>(x: [f64; M, N]) -> [f64; M + 3, N + 5] {
        pad(x, ((1, 2), (2, 3)), constant_values=9)
    }
    pub fn mirrored<N>(x: [f64; N]) -> [f64; N + 7] { pad(x, (3, 4), mode="reflect") }
    /// A piece that turns.
    pub fn mirrored_columns<M, N>(x: [f64; M, N]) -> [f64; N, M + 7] {
        pad(x.T, ((0, 0), (3, 4)), mode="reflect")
    }
    pub fn extended<N>(x: [f64; N]) -> [f64; N + 90] { pad(x, (40, 50), mode="edge") }
    pub fn rolled<N>(x: [f64; N], by: i64) -> [f64; N] { roll(x, by) }
    pub fn neighbours<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        roll(x, 1, axis=0) - roll(x, -1, axis=0) + 2 * roll(x, 1, axis=1) - 3 * roll(x, -1, axis=1)
    }
    pub fn tiled<M, N>(x: [f64; M, N]) -> [f64; 2 * M, 3 * N] { tile(x, (2, 3)) }
    pub fn backwards<N>(x: [f64; N]) -> [f64; N] { x[..;-1] + 1 }
    pub fn backwards_bytes<N>(x: [u8; N]) -> [u8; N] { flip(x) }
    pub fn both<M, N>(x: [f64; M, N], y: [f64; M, N]) -> [f64; 2, M, N] { stack([x, y]) }
    pub fn pairs<N>(x: [f64; N], y: [f64; N]) -> [f64; N, 2] { stack([x, y], axis=-1) }
    pub fn unit<M, N>(x: [f64; M, N]) -> [f64; M, N] { eye(M, N, k=2) + 0 * x }
    pub fn lower<M, N>(x: [f64; M, N]) -> [f64; M, N] { tril(x, k=-1) }
    pub fn slopes<N>(x: [f64; N]) -> [f64; N] { gradient(x) }
    /// The second piece begins where no vector does.
    pub fn branches<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {
        let product = x * y;
        where(arange(N) < 5, product, product + x)
    }
    pub fn exponentials<N, M>(x: [f64; N], y: [f64; M]) -> [f64; N + M] {
        concatenate([x, exp(-y) + tanh(y)])
    }
    /// Every third row is another array's.
    pub fn every_third<M>(x: [f64; M, 5], y: [f64; M, 5]) -> [f64; M, 5] {
        where((arange(M) % 3 == 0)[.., newaxis], x, y)
    }
    /// Pieces that are moved whole, some of which only long rows have.
    pub fn turned<M, N>(x: [f64; M, N]) -> [f64; M, N] { roll(x, 20, axis=1) }
    pub fn ends<M, N>(x: [f64; M, N], y: [f64; M, N]) -> [f64; M, N] {
        where((arange(N) < N - 20) | (arange(N) < 3), x, y)
    }
    pub fn middle<M, N>(x: [f64; M, N], y: [f64; M, N]) -> [f64; M, N] {
        where((arange(N) >= 10) & (arange(N) < 20), x, y)
    }
    pub fn bordered<M, N>(x: [f64; M, N]) -> [f64; M + 2, N + 2] { pad(x, 1) }
    /// In place: each point once.
    pub fn updated<N>(x: [f64; N], y: &mut [f64; N]) { y += roll(x, 1); }
}

const LENGTHS: [usize; 11] = [1, 2, 3, 8, 31, 32, 33, 40, 77, 130, 1000];

fn at(i: usize, j: usize) -> f64 {
    ((i * 31 + j * 7) % 251) as f64 + 0.5
}

fn vector(n: usize) -> Result<Array<f64, 1>, Error> {
    Array::from_fn([n], |[i]| at(i, 0))
}

fn matrix(m: usize, n: usize) -> Result<Array<f64, 2>, Error> {
    Array::from_fn([m, n], |[i, j]| at(i, j))
}

fn on_threads(test: impl Fn() -> Result<(), Error>) -> Result<(), Error> {
    [1, 2, 3].into_iter().try_for_each(|threads| Device::cpu_with_threads(threads).run(&test))
}

fn check<T: PartialEq + std::fmt::Debug + Copy>(
    name: &str,
    result: &[T],
    expected: impl Fn(usize) -> T,
) {
    for (k, value) in result.iter().enumerate() {
        assert_eq!(*value, expected(k), "{name}, element {k} of {}", result.len());
    }
}

#[test]
fn vectors() -> Result<(), Error> {
    on_threads(|| {
        for n in LENGTHS {
            let x = vector(n)?;
            let bytes = Array::from_fn([n], |[i]| i as u8)?;
            for m in [0, 1, 5, 32, 100] {
                let y = Array::from_fn([m], |[i]| -at(i, 1))?;
                check("joined", joined(&x, &y)?.as_slice(), |k| match k {
                    _ if k < n => at(k, 0),
                    _ if k < n + m => -at(k - n, 1),
                    _ => at(k - n - m, 0),
                });
                let more = Array::from_fn([m], |[i]| 100 + i as u8)?;
                check("joined_bytes", joined_bytes(&bytes, &more)?.as_slice(), |k| {
                    if k < n { k as u8 } else { 100 + (k - n) as u8 }
                });
                let (a, b) =
                    (Array::from_fn([n], |[i]| i as f32)?, Array::from_fn([m], |[i]| i as f32)?);
                check("computed", computed(&a, &b)?.as_slice(), |k| {
                    if k < n { 2.0 * k as f32 } else { (k - n) as f32 + 1.0 }
                });
            }
            check("backwards", backwards(&x)?.as_slice(), |k| at(n - 1 - k, 0) + 1.0);
            check("backwards_bytes", backwards_bytes(&bytes)?.as_slice(), |k| (n - 1 - k) as u8);
            check("pairs", pairs(&x, &backwards(&x)?)?.as_slice(), |k| match k % 2 {
                0 => at(k / 2, 0),
                _ => at(n - 1 - k / 2, 0) + 1.0,
            });
            for by in [0, 1, -1, 35, -40, 2003, i64::MAX, i64::MIN] {
                check("rolled", rolled(&x, by)?.as_slice(), |k| {
                    at((k as i128 - i128::from(by)).rem_euclid(n as i128) as usize, 0)
                });
            }
            check("extended", extended(&x)?.as_slice(), |k| at(k.saturating_sub(40).min(n - 1), 0));
            let mut y = vector(n)?;
            updated(&x, &mut y)?;
            check("updated", y.as_slice(), |k| at(k, 0) + at((k + n - 1) % n, 0));
            if n >= 2 {
                let columns = matrix(n, 40)?;
                check("mirrored_columns", mirrored_columns(&columns)?.as_slice(), |k| {
                    let (row, column) = (k / (n + 7), k % (n + 7));
                    let turn = (column as i64 - 3).rem_euclid(2 * n as i64 - 2);
                    at(turn.min(2 * n as i64 - 2 - turn) as usize, row)
                });
                check("mirrored", mirrored(&x)?.as_slice(), |k| {
                    let turn = (k as i64 - 3).rem_euclid(2 * n as i64 - 2);
                    at(turn.min(2 * n as i64 - 2 - turn) as usize, 0)
                });
                check("slopes", slopes(&x)?.as_slice(), |k| match k {
                    0 => at(1, 0) - at(0, 0),
                    _ if k == n - 1 => at(n - 1, 0) - at(n - 2, 0),
                    _ => (at(k + 1, 0) - at(k - 1, 0)) / 2.0,
                });
            }
        }
        Ok(())
    })
}

#[test]
fn matrices() -> Result<(), Error> {
    on_threads(|| {
        for (m, n) in LENGTHS.into_iter().flat_map(|m| [1, 3, 33, 64, 101].map(|n| (m, n))) {
            let x = matrix(m, n)?;
            for more in [0, 1, 40] {
                let y = Array::from_fn([more, n], |[i, j]| -at(i, j))?;
                check("above", above(&x, &y)?.as_slice(), |k| match k / n {
                    i if i < m => at(i, k % n),
                    i => -at(i - m, k % n),
                });
                let y = Array::from_fn([m, more], |[i, j]| -at(i, j))?;
                check("beside", beside(&x, &y)?.as_slice(), |k| {
                    let (i, j) = (k / (n + more), k % (n + more));
                    if j < n { at(i, j) } else { -at(i, j - n) }
                });
            }
            check("framed", framed(&x)?.as_slice(), |k| {
                let (i, j) = (k / (n + 5), k % (n + 5));
                let inside = (1..m + 1).contains(&i) && (2..n + 2).contains(&j);
                if inside { at(i - 1, j - 2) } else { 9.0 }
            });
            check("neighbours", neighbours(&x)?.as_slice(), |k| {
                let (i, j) = (k / n, k % n);
                at((i + m - 1) % m, j) - at((i + 1) % m, j) + 2.0 * at(i, (j + n - 1) % n)
                    - 3.0 * at(i, (j + 1) % n)
            });
            check("tiled", tiled(&x)?.as_slice(), |k| at(k / (3 * n) % m, k % n));
            check("both", both(&x, &x)?.as_slice(), |k| at(k / n % m, k % n));
            if n == 33 {
                let (x, y) = (matrix(m, 5)?, Array::from_fn([m, 5], |[i, j]| -at(i, j))?);
                check("every_third", every_third(&x, &y)?.as_slice(), |k| {
                    let sign = if k / 5 % 3 == 0 { 1.0 } else { -1.0 };
                    sign * at(k / 5, k % 5)
                });
            }
            check("unit", unit(&x)?.as_slice(), |k| f64::from(u8::from(k % n == k / n + 2)));
            check("lower", lower(&x)?.as_slice(), |k| {
                if k % n < k / n { at(k / n, k % n) } else { 0.0 }
            });
        }
        Ok(())
    })
}

/// Which points share a vector depends on threads, and what is fused must not.
#[test]
fn bits_do_not_depend_on_threads() -> Result<(), Error> {
    let n = 100_003;
    let x = Array::from_fn([n], |[i]| 1.0 / (i as f64 + 3.0))?;
    let y = Array::from_fn([n], |[i]| (i as f64).sqrt())?;
    let few = vector(5)?;
    let bits = |threads| -> Result<Vec<u64>, Error> {
        let results = Device::cpu_with_threads(threads)
            .run(|| Ok::<_, Error>([branches(&x, &y)?, exponentials(&few, &y)?]))?;
        Ok(results.iter().flat_map(|r| r.as_slice()).map(|v| v.to_bits()).collect())
    };
    let one = bits(1)?;
    for threads in [2, 3, 7] {
        assert!(bits(threads)? == one, "{threads} threads");
    }
    Ok(())
}

#[test]
fn of_short_rows_that_are_moved() -> Result<(), Error> {
    on_threads(|| {
        for (m, n) in (1..70).map(|n| (40, n)).chain([(3000, 4), (3000, 31)]) {
            let x = matrix(m, n)?;
            let y = Array::from_fn([m, n], |[i, j]| -at(i, j))?;
            let (turned, ends) = (turned(&x)?, ends(&x, &y)?);
            let (middle, bordered) = (middle(&x, &y)?, bordered(&x)?);
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let of = |result: &Array<f64, 2>| result.as_slice()[i * n + j];
                let chosen = |is_x: bool| if is_x { at(i, j) } else { -at(i, j) };
                assert_eq!(of(&turned), at(i, (j + 20 * n - 20) % n), "{m} {n}");
                assert_eq!(of(&ends), chosen(j + 20 < n || j < 3), "{m} {n}");
                assert_eq!(of(&middle), chosen((10..20).contains(&j)), "{m} {n}");
            }
            for (i, j) in (0..m + 2).flat_map(|i| (0..n + 2).map(move |j| (i, j))) {
                let inside = (1..=m).contains(&i) && (1..=n).contains(&j);
                let expected = if inside { at(i - 1, j - 1) } else { 0.0 };
                assert_eq!(bordered.as_slice()[i * (n + 2) + j], expected, "{m} {n}");
            }
        }
        Ok(())
    })
}
