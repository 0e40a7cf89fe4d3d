//! Tests of integers: single lanes, and vectors of them.

#[cfg(target_arch = "x86_64")]
use super::has_avx512;
use crate::lanes::ops::Bits;
use crate::lanes::*;

#[test]
fn integers_follow_numpy() {
    assert_eq!([(-7i64).floor_div(2), 7i64.floor_div(-2), 7i64.floor_div(0)], [-4, -4, 0]);
    assert_eq!([Lane::rem(-7i32, 3), Lane::rem(7i32, -3), Lane::rem(7i32, 0)], [2, -2, 0]);
    assert_eq!(i32::MIN.floor_div(-1), i32::MIN);
    assert_eq!(Lane::powi(3u32, 4), 81);
    assert_eq!([Bits::shl(1i32, 40), Bits::shr(-8i32, 40), Bits::shr(-8i32, 1)], [0, -1, -4]);
}

/// Judged by divisions of 64 bits.
#[test]
fn quotients_of_integers_round_down() {
    macro_rules! check {
        ($($t:ident)*) => {
            $({
                let near = |x: $t| [x.wrapping_sub(1), x, x.wrapping_add(1)];
                let mut all: Vec<$t> = [0, $t::MIN, $t::MAX, $t::MAX / 2, $t::MAX / 3, 7, 100].into_iter().flat_map(near).collect();
                all.extend((0..120u64).map(|k| (k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (k % 64)) as $t));
                for a in &all {
                    for b in &all {
                        let (x, y) = (i64::from(*a), i64::from(*b));
                        let (q, r) = match y {
                            0 => (0, 0),
                            _ => (x.div_euclid(y), x.rem_euclid(y)),
                        };
                        // Remainders have the sign of the divisor.
                        let (q, r) = if r != 0 && y < 0 { (q - 1, r + y) } else { (q, r) };
                        assert_eq!((a.floor_div(*b), Lane::rem(*a, *b)), (q as $t, r as $t), "{a} / {b}");
                    }
                }
            })*
        };
    }
    check!(i8 u8 i16 u16 i32 u32);
}

/// Numbers without a pattern.
#[cfg(target_arch = "x86_64")]
fn scattered(n: usize) -> u64 {
    (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// All masks of comparisons.
///
/// # Safety
/// The instruction set of the width must be present.
#[cfg(target_arch = "x86_64")]
unsafe fn check_masks<T: Lane + PartialOrd + std::fmt::Debug, const W: usize>(
    a: [T; W],
    b: [T; W],
) {
    let mask = |f: &dyn Fn(&T, &T) -> bool| {
        (0..W).fold(0, |mask, l| mask | u32::from(f(&a[l], &b[l])) << l)
    };
    // SAFETY: promised by the caller.
    let own = unsafe {
        let (a, b) = (V(a), V(b));
        [lt(a, b), le(a, b), gt(a, b), ge(a, b), eq(a, b), ne(a, b)].map(|m| m.0)
    };
    let expected =
        [mask(&T::lt), mask(&T::le), mask(&T::gt), mask(&T::ge), mask(&T::eq), mask(&T::ne)];
    assert_eq!(own, expected, "{a:?}, {b:?}");
}

/// The operations that reductions accumulate with, and selections by comparisons.
///
/// # Safety
/// As for [`check_masks`].
#[cfg(target_arch = "x86_64")]
unsafe fn check_pairs<T: Lane + PartialOrd + std::fmt::Debug, const W: usize>(
    a: [T; W],
    b: [T; W],
) {
    // SAFETY: promised by the caller.
    let [sums, least, largest] =
        unsafe { [add(V(a), V(b)), min(V(a), V(b)), max(V(a), V(b))] }.map(|v| v.0);
    for l in 0..W {
        let one_by_one = (Lane::add(a[l], b[l]), Lane::min(a[l], b[l]), Lane::max(a[l], b[l]));
        assert_eq!((sums[l], least[l], largest[l]), one_by_one, "{a:?}, {b:?}");
    }
    // SAFETY: as above.
    let by = unsafe {
        let (a, b) = (V(a), V(b));
        [select_lt(a, b, b, a), select_le(a, b, b, a), select_eq(a, b, b, V(sums))]
    };
    for l in 0..W {
        let (x, y) = (a[l], b[l]);
        let expected = [
            if x < y { y } else { x },
            if x <= y { y } else { x },
            if x == y { y } else { sums[l] },
        ];
        assert_eq!(by.map(|v| v.0[l]), expected, "{a:?}, {b:?}");
    }
}

/// Comparisons, and the operations that use them, on numbers that `of` makes.
///
/// # Safety
/// As for [`check_masks`].
#[cfg(target_arch = "x86_64")]
unsafe fn check<T: Lane + PartialOrd + std::fmt::Debug, const W: usize>(of: impl Fn(u64) -> T) {
    for k in 0..200 {
        let at = |l: usize| scattered(W * k + l);
        let a: [T; W] = std::array::from_fn(|l| of(at(l)));
        // Every third lane is equal, every third differs in the lowest bit.
        let b: [T; W] = std::array::from_fn(|l| match l % 3 {
            0 => a[l],
            1 => of(at(l) ^ 1),
            _ => of(at(l + W)),
        });
        // SAFETY: promised by the caller.
        unsafe {
            check_masks(a, b);
            check_pairs(a, b);
        }
        let m = at(1) as u32 & M::<W>::ALL;
        // SAFETY: as above.
        let chosen = unsafe { select(M(m), V(a), V(b)) }.0;
        for l in 0..W {
            assert_eq!(chosen[l], if m >> l & 1 != 0 { a[l] } else { b[l] }, "{m:b}");
        }
    }
}

/// Masks as bools, and back.
///
/// # Safety
/// The instruction set that this many lanes stand for must be present.
#[cfg(target_arch = "x86_64")]
unsafe fn check_bools<const W: usize>() {
    for k in 0..1000u32 {
        let mask = M::<W>(k.wrapping_mul(0x9e37_79b9) & M::<W>::ALL);
        let mut bools = [false; W];
        // SAFETY: promised by the caller; the array has as many elements.
        unsafe { store_bool(bools.as_mut_ptr(), mask) };
        assert!((0..W).all(|l| bools[l] == mask.lane(l)));
        assert_eq!(from_bools(bools), mask);
    }
}

/// Judged by comparisons one lane at a time.
#[cfg(target_arch = "x86_64")]
#[test]
fn integers_are_compared_lane_by_lane() {
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run() {
        macro_rules! all {
            ($($t:ty)*) => {
                $(
                    check::<$t, 2>(|x| x as $t);
                    check::<$t, 4>(|x| x as $t);
                    check::<$t, 8>(|x| x as $t);
                    check::<$t, 16>(|x| x as $t);
                )*
            };
        }
        // SAFETY: the caller has AVX2.
        unsafe {
            check_bools::<4>();
            check_bools::<8>();
            check_bools::<16>();
            all!(i8 u8 i16 u16 i32 u32 i64 u64);
        }
    }
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    unsafe fn run_wide() {
        // SAFETY: the caller has AVX-512.
        unsafe {
            check::<i8, 32>(|x| x as i8);
            check::<u8, 32>(|x| x as u8);
            check::<i16, 32>(|x| x as i16);
            check::<u16, 32>(|x| x as u16);
            check_bools::<32>();
        }
    }
    if has_avx512() {
        // SAFETY: just detected.
        unsafe { run_wide() }
    }
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: just detected.
        unsafe { run() }
    }
}

/// Near the limits of what floats divide, and far beyond.
#[cfg(target_arch = "x86_64")]
#[test]
fn quotients_of_integers_are_those_of_single_lanes() {
    macro_rules! check {
        ($t:ident) => {
            let near = |x: i128| [x - 1, x, x + 1];
            let mut some: Vec<i128> = [0, 7, 1 << 31, 1 << 50, 1 << 51, 1 << 52, 1 << 62, 1 << 63]
                .into_iter()
                .flat_map(near)
                .collect();
            some.extend((0..40u64).map(|k| i128::from(k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> k)));
            some.extend(some.clone().iter().map(|x| -x));
            let some: Vec<$t> = some.into_iter().map(|x| x as $t).collect();
            for b in &some {
                for a in some.chunks(4) {
                    let a: [$t; 4] = std::array::from_fn(|k| a[k % a.len()]);
                    // SAFETY: the caller has AVX2.
                    let (quotients, rests) =
                        unsafe { (floor_div(V(a), V([*b; 4])).0, rem(V(a), V([*b; 4])).0) };
                    for k in 0..4 {
                        let right = (Lane::floor_div(a[k], *b), Lane::rem(a[k], *b));
                        assert_eq!((quotients[k], rests[k]), right, "{} by {b}", a[k]);
                    }
                }
            }
        };
    }
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run() {
        check!(i32);
        check!(u32);
        check!(i64);
        check!(u64);
    }
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: just detected.
        unsafe { run() }
    }
}
