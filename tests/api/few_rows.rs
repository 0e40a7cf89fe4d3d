//! Reductions over rows, which are split into parts only where there turn out to be many.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    /// Down columns: sums, means, largest values and where they are, and whether any is above.
    pub fn columns<M, N>(x: [f64; M, N]) -> ([f64; N], [f64; N], [f64; N], [i64; N], [bool; N]) {
        (x.sum(axis=0), x.mean(axis=0), x.max(axis=0), argmax(x, axis=0), any(x > 990.0, axis=0))
    }

    pub fn all_columns<M, N>(x: [bool; M, N]) -> [bool; N] { all(x, axis=0) }

    pub fn all_rows<M, N>(x: [bool; M, N]) -> [bool; M] { all(x, axis=1) }

    pub fn pinned<M, N>(x: [f64; M, N]) -> [f64; N]
    where M: 3 | _
    {
        x.sum(axis=0)
    }

    /// The whole array's, the first of equal ones.
    pub fn places<N>(x: [f64; N]) -> (i64, i64) { (argmax(x), argmin(x)) }

    /// How many are the largest, how many are that or odd, and what is seen of the others.
    pub fn largest<N>(x: [i64; N]) -> (i64, i64, i64) {
        let found = x == max(x);
        (sum(where(found, 1, 0)), sum(where(found | (x % 2 == 1), 1, 0)), max(where(found, 1, 2)))
    }
}

fn operand(m: usize, n: usize) -> Array<f64, 2> {
    let value = |k: usize| ((k * 7919) % 1009) as f64;
    Array::from_vec([m, n], (0..m * n).map(value).collect()).expect("the size")
}

const SIZES: [(usize, usize); 8] =
    [(1, 1), (3, 5000), (4, 37), (64, 20), (65, 20), (5000, 4), (1000, 300), (0, 3)];

#[test]
fn results_are_those_of_loops() -> Result<(), Error> {
    for (m, n) in SIZES.into_iter().filter(|(m, _)| *m > 0) {
        let x = operand(m, n);
        for threads in [1, 2, 3] {
            let (sums, means, largest, places, above) =
                Device::cpu_with_threads(threads).run(|| columns(&x))?;
            for k in 0..n {
                let column = || (0..m).map(|row| x.as_slice()[row * n + k]);
                // Sums of whole numbers are exact.
                let sum: f64 = column().sum();
                assert_eq!((sums.as_slice()[k], means.as_slice()[k]), (sum, sum / m as f64));
                let most = column().fold(f64::MIN, f64::max);
                let place = column().position(|x| x == most).map(|place| place as i64);
                assert_eq!((largest.as_slice()[k], Some(places.as_slice()[k])), (most, place));
                assert_eq!(above.as_slice()[k], column().any(|x| x > 990.0));
            }
        }
    }
    Ok(())
}

#[test]
fn conditions_on_columns_and_rows_are_those_of_loops() -> Result<(), Error> {
    for (m, n) in SIZES.into_iter().chain((0..40).map(|n| (7, n))) {
        let x: Vec<bool> = (0..m * n).map(|k| (k * 7919) % 1009 > 20).collect();
        let x = Array::from_vec([m, n], x)?;
        let (down, along) = (all_columns(&x)?, all_rows(&x)?);
        // Of no rows, too, they are bools: what is neither 0 nor 1 would not be.
        // SAFETY: a bool is a byte that is initialised, and there are `n`.
        let bytes = unsafe { std::slice::from_raw_parts(down.as_slice().as_ptr().cast::<u8>(), n) };
        assert!(bytes.iter().all(|byte| *byte <= 1), "{m} {n}: {bytes:?}");
        let at = |row: usize, column: usize| x.as_slice()[row * n + column];
        assert!((0..n).all(|k| down.as_slice()[k] == (0..m).all(|row| at(row, k))), "{m} {n}");
        assert!((0..m).all(|k| along.as_slice()[k] == (0..n).all(|c| at(k, c))), "{m} {n}");
    }
    Ok(())
}

#[test]
fn few_rows_have_no_parts() -> Result<(), Error> {
    let device = Device::cpu();
    let kernels = |m, n| Ok::<_, Error>(all_columns::plan(&device, m, n)?.launches().count());
    assert_eq!((kernels(4, 5000)?, kernels(64, 4)?, kernels(1_000_000, 4)?), (1, 1, 2));
    let pinned = |m, n| Ok::<_, Error>(pinned::plan(&device, m, n)?.launches().count());
    assert_eq!((pinned(3, 5000)?, pinned(4, 5000)?, pinned(100_000, 4)?), (1, 1, 2));
    Ok(())
}

#[test]
fn places_in_whole_arrays_are_the_first() -> Result<(), Error> {
    for n in [1, 2, 4095, 4096, 4097, 10_000, 100_000] {
        for equal in [1, 3, 1009] {
            let mut x: Vec<f64> = (0..n).map(|k| ((k * 7919) % 1009 / equal) as f64).collect();
            for nan in [None, Some(n - 1), Some(n / 2)] {
                if let Some(place) = nan {
                    x[place] = f64::NAN;
                }
                let of = |best: fn(f64, f64) -> f64| {
                    let nan = x.iter().position(|x| x.is_nan());
                    let most = x.iter().copied().reduce(best);
                    nan.or_else(|| x.iter().position(|x| Some(*x) == most))
                };
                let expected = (of(f64::max), of(f64::min));
                let (first, last) = places(&x)?;
                let found = (first.to_vec()[0] as usize, last.to_vec()[0] as usize);
                assert_eq!((Some(found.0), Some(found.1)), expected, "{n} {equal} {nan:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn parts_without_the_largest_count_where_they_matter() -> Result<(), Error> {
    for n in [1, 4096, 4097, 20_000] {
        let mut x: Vec<i64> = (0..n).map(|k| (k * 7919) % 1009).collect();
        *x.last_mut().expect("one at least") = 2000;
        let (found, or_odd, seen) = largest(&x)?;
        let odd = x.iter().filter(|x| **x == 2000 || **x % 2 == 1).count() as i64;
        let results = [found, or_odd, seen].map(|result| result.to_vec()[0]);
        assert_eq!(results, [1, odd, if n == 1 { 1 } else { 2 }], "{n}");
    }
    Ok(())
}
