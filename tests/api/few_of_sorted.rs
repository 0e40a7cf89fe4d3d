//! Sorts of which only the first or the last elements are read are none, and give what sorts give, to the bit.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    pub fn whole<N>(x: [f64; N], k: [i32; N], u: [u8; N])
        -> ([f64; N], [i64; N], [i64; N], [f64; N], [i32; N], [u8; N])
    {
        let back = sort(x, descending=true);
        (sort(x), argsort(x), argsort(k, descending=true), back, sort(k), sort(u))
    }

    pub fn few<N>(x: [f64; N], k: [i32; N], u: [u8; N])
        -> ([f64; 10], [f64; 3], [i64; 5], [i64; 4], [i64; 7], [f64; 6], [f64; 2], i32, u8, f64)
    {
        let s = sort(x);
        let places = argsort(x);
        let last = argsort(k, descending=true)[..7];
        let back = sort(x, descending=true);
        let mean = (s[..8;2] * [1.0, 2.0, 3.0, 4.0]).sum() - s[N - 2];
        (s[..10], s[N - 3..], places[2..7], places[-4..][..;-1], last, back[..6], back[-2..],
            partition(k, 11)[11], sort(u)[-1], mean)
    }

    /// Rows of a known length, and the others, of which too many elements are read.
    pub fn rows<M>(x: [f64; M, 500], y: [f64; M, 30])
        -> ([f64; M, 3], [f64; M, 2], [f64; M, 3], [f64; M, 40])
    {
        let s = sort(x, axis=1);
        (s[.., ..3], s[.., -2..], sort(y, axis=1)[.., ..3], sort(x + 1, axis=1)[.., 100..140])
    }

    /// Where there is no element, the other side of a choice is read.
    pub fn joined<N>(x: [f64; N]) -> ([f64; 4], [f64; 4], [f64; 2, 2], [f64; 6]) {
        let (first, last) = (sort(x)[..2], sort(x)[-2..]);
        (concatenate([first, last]), pad(first, (1, 1)), stack([first, last]), repeat(last, 3))
    }

    pub fn whole_rows<M>(x: [f64; M, 500], y: [f64; M, 30])
        -> ([f64; M, 500], [f64; M, 30], [f64; M, 500])
    {
        (sort(x, axis=1), sort(y, axis=1), sort(x + 1, axis=1))
    }
}

/// Many are equal. Zeros have either sign, and some are NaN.
fn value(k: usize) -> f64 {
    match (k * 7919 + 5) % 1009 {
        0..8 => f64::NAN,
        8..300 => 0.0,
        300..600 => -0.0,
        q => (q % 50) as f64 - if q < 610 { 90.0 } else { 25.0 },
    }
}

fn bits<'a>(values: impl IntoIterator<Item = &'a f64>) -> Vec<u64> {
    values.into_iter().map(|value| value.to_bits()).collect()
}

#[test]
fn of_a_row() -> Result<(), Error> {
    for n in [12, 30, 1000, 40_000] {
        let x = Array::from_fn([n], |[k]| value(k))?;
        let k = Array::from_fn([n], |[k]| (k * 31 % 57) as i32 - 20)?;
        let u = Array::from_fn([n], |[k]| (k * 13 % 251) as u8)?;
        let (s, places, back_places, back, ints, bytes) = whole(&x, &k, &u)?;
        let [s, back] = [&s, &back].map(Array::as_slice);
        for threads in [1, 2] {
            let device = Device::cpu_with_threads(threads);
            let (first, last, second, end, last_k, back_first, back_last, kth, most, mean) =
                device.run(|| few(&x, &k, &u))?;
            assert_eq!(bits(first.as_slice()), bits(&s[..10]), "{n}");
            assert_eq!(bits(last.as_slice()), bits(&s[n - 3..]), "{n}");
            assert_eq!(second.as_slice(), &places.as_slice()[2..7], "{n}");
            let reversed: Vec<i64> = places.as_slice()[n - 4..].iter().rev().copied().collect();
            assert_eq!(end.as_slice(), reversed, "{n}");
            assert_eq!(last_k.as_slice(), &back_places.as_slice()[..7], "{n}");
            assert_eq!(bits(back_first.as_slice()), bits(&back[..6]), "{n}");
            assert_eq!(bits(back_last.as_slice()), bits(&back[n - 2..]), "{n}");
            assert_eq!(kth.as_slice()[0], ints.as_slice()[11], "{n}");
            assert_eq!(most.as_slice()[0], bytes.as_slice()[n - 1], "{n}");
            let expected = s[0] + 2.0 * s[2] + 3.0 * s[4] + 4.0 * s[6] - s[n - 2];
            assert_eq!(mean.as_slice()[0].is_nan(), expected.is_nan(), "{n}");
        }
    }
    Ok(())
}

#[test]
fn of_several_rows() -> Result<(), Error> {
    let m = 17;
    let [x, y] = [500, 30].map(|n| Array::from_fn([m, n], |[i, j]| value(i * n + j)));
    let (x, y) = (x?, y?);
    let (first, last, short, middle) = rows(&x, &y)?;
    let (s, of_y, of_more) = whole_rows(&x, &y)?;
    for row in 0..m {
        let of = |array: &Array<f64, 2>, n: usize| array.as_slice()[row * n..][..n].to_vec();
        assert_eq!(bits(&of(&first, 3)), bits(&of(&s, 500)[..3]), "{row}");
        assert_eq!(bits(&of(&last, 2)), bits(&of(&s, 500)[498..]), "{row}");
        assert_eq!(bits(&of(&short, 3)), bits(&of(&of_y, 30)[..3]), "{row}");
        assert_eq!(bits(&of(&middle, 40)), bits(&of(&of_more, 500)[100..140]), "{row}");
    }
    Ok(())
}

#[test]
fn of_rows_that_are_hardly_longer() -> Result<(), Error> {
    for n in 2..7 {
        let x = Array::from_fn([n], |[k]| (k * 5 % 7) as f64)?;
        let mut s = x.as_slice().to_vec();
        s.sort_by(f64::total_cmp);
        let (a, b, c, d) = (s[0], s[1], s[n - 2], s[n - 1]);
        let (both, padded, stacked, repeated) = joined(&x)?;
        assert_eq!(both.as_slice(), [a, b, c, d], "{n}");
        assert_eq!(padded.as_slice(), [0.0, a, b, 0.0], "{n}");
        assert_eq!(stacked.as_slice(), [a, b, c, d], "{n}");
        assert_eq!(repeated.as_slice(), [c, c, c, d, d, d], "{n}");
    }
    Ok(())
}
