//! Quotients and remainders by literal powers of two, which kernels compute by shifts and masks: rounded down, like
//! those by other numbers.

use array_fn::{Array, Error, array_fn};

array_fn! {
    pub fn signed<N>(x: [i64; N], y: [i32; N], z: [i8; N]) -> ([i64; N], [i64; N], [i32; N], [i32; N], [i8; N], [i8; N]) {
        (floor_div(x, 8), x % 4611686018427387904, floor_div(y, 1), y % 1073741824, floor_div(z, 64), z % 2)
    }

    pub fn unsigned<N>(x: [u64; N], y: [u8; N]) -> ([u64; N], [u64; N], [u8; N], [u8; N]) {
        (floor_div(x, 1024), x % 16, floor_div(y, 128), y % 128)
    }
}

const N: usize = 67;

/// Numbers of a type from its least to its largest, zeros among them.
macro_rules! numbers {
    ($t:ty) => {{
        let step = <$t>::MAX / (N as $t / 2 - 3);
        let numbers = (0..N).map(|k| match k {
            0 => <$t>::MIN,
            1 => <$t>::MAX,
            2..8 => k as $t,
            8..16 => (k as $t).wrapping_neg(),
            _ => <$t>::MIN.wrapping_add((k as $t).wrapping_mul(step)),
        });
        Array::<$t, 1>::from_vec([N], numbers.collect())?
    }};
}

macro_rules! assert_divides {
    ($x:expr, $by:expr, $quotients:expr, $remainders:expr) => {
        for (k, x) in $x.as_slice().iter().enumerate() {
            let (quotient, remainder) = $by(*x);
            if let Some(quotients) = &$quotients {
                assert_eq!(quotients.as_slice()[k], quotient, "{x}");
            }
            if let Some(remainders) = &$remainders {
                assert_eq!(remainders.as_slice()[k], remainder, "{x}");
            }
        }
    };
}

#[test]
fn round_down() -> Result<(), Error> {
    let (x, y, z) = (numbers!(i64), numbers!(i32), numbers!(i8));
    let (a, b, c, d, e, f) = signed(&x, &y, &z)?;
    let of = |by: i64| move |x: i64| (x.div_euclid(by), x.rem_euclid(by));
    assert_divides!(x, of(8), Some(&a), None::<Array<i64, 1>>);
    assert_divides!(x, of(1 << 62), None::<Array<i64, 1>>, Some(&b));
    let of = |by: i32| move |x: i32| (x.div_euclid(by), x.rem_euclid(by));
    assert_divides!(y, of(1), Some(&c), None::<Array<i32, 1>>);
    assert_divides!(y, of(1 << 30), None::<Array<i32, 1>>, Some(&d));
    let of = |by: i8| move |x: i8| (x.div_euclid(by), x.rem_euclid(by));
    assert_divides!(z, of(64), Some(&e), None::<Array<i8, 1>>);
    assert_divides!(z, of(2), None::<Array<i8, 1>>, Some(&f));
    let (x, y) = (numbers!(u64), numbers!(u8));
    let (a, b, c, d) = unsigned(&x, &y)?;
    assert_divides!(x, |x: u64| (x / 1024, x % 16), Some(&a), Some(&b));
    assert_divides!(y, |x: u8| (x / 128, x % 128), Some(&c), Some(&d));
    Ok(())
}
