//! Every instruction set against plain arithmetic. Only sets that the machine has are run.

use super::ops::Bits;
use super::*;

fn data<const N: usize>() -> [f64; N] {
    let special = [0.0, -0.0, f64::NAN, f64::INFINITY, -1.5, 2.5, f64::NEG_INFINITY];
    std::array::from_fn(
        |k| if k % 3 == 0 { special[k / 3 % 7] } else { (k as f64 * 1.7).sin() * 9.0 },
    )
}

fn same(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}

/// # Safety
/// The instruction set of the widths must be present.
#[inline(always)]
unsafe fn floats<const W: usize>() {
    let values = data::<64>();
    for shift in 0..23 {
        let a = V::<f64, W>(std::array::from_fn(|k| values[k]));
        let b = V::<f64, W>(std::array::from_fn(|k| values[(k + shift) % 64]));
        for k in 0..W {
            let (x, y) = (a.0[k], b.0[k]);
            // SAFETY: promised by the caller.
            unsafe {
                assert!(same(add(a, b).0[k], x + y));
                assert!(same(sub(a, b).0[k], x - y));
                assert!(same(mul(a, b).0[k], x * y));
                assert!(same(div(a, b).0[k], x / y));
                for (vector, scalar) in
                    [(min(a, b).0[k], Lane::min(x, y)), (max(a, b).0[k], Lane::max(x, y))]
                {
                    let is_nan = vector.is_nan() && scalar.is_nan();
                    assert!(
                        is_nan || vector.to_bits() == scalar.to_bits(),
                        "{x} {y}: {vector} {scalar}"
                    );
                }
                assert!(same(sqrt(a).0[k], x.sqrt()));
                // The sign of a NaN means nothing.
                assert!(
                    x.is_nan() && neg(a).0[k].is_nan() || neg(a).0[k].to_bits() == (-x).to_bits()
                );
                assert_eq!(abs(a).0[k].to_bits(), x.abs().to_bits());
                assert!(
                    x.is_nan() && sign(a).0[k].is_nan()
                        || sign(a).0[k].to_bits() == Lane::sign(x).to_bits()
                );
                let (fused, split) = (x.mul_add(y, 1.25), x * y + 1.25);
                let f = fma(a, b, V([1.25; W])).0[k];
                assert!(same(f, fused) || same(f, split));
                assert_eq!(lt(a, b).lane(k), x < y);
                assert_eq!(le(a, b).lane(k), x <= y);
                assert_eq!(eq(a, b).lane(k), x == y);
                assert_eq!(ne(a, b).lane(k), x != y);
                let chosen = if x < y { x } else { y };
                assert_eq!(select(lt(a, b), a, b).0[k].to_bits(), chosen.to_bits());
            }
        }
    }
}

/// # Safety
/// The instruction set of the widths must be present.
#[inline(always)]
unsafe fn columns<T: Lane + std::fmt::Debug + From<i16>, const W: usize>() {
    for (n, stride) in
        [(1usize, 23), (2, 2), (2, 23), (3, 3), (3, 23), (4, 23), (5, 23), (10, 23), (20, 23)]
    {
        let memory: Vec<T> = (0..stride * W + 32).map(|k| T::from(k as i16)).collect();
        let mut vectors = vec![[T::default(); W]; n];
        let mut back = vec![T::default(); memory.len()];
        // SAFETY: `W` rows of `n <= stride` columns lie inside both vectors.
        unsafe {
            load_columns::<T, W>(memory.as_ptr(), stride as i64, n as i64, vectors.as_mut_ptr());
            store_columns::<T, W>(vectors.as_ptr(), n as i64, back.as_mut_ptr(), stride as i64);
        }
        for (at, (value, original)) in back.iter().zip(&memory).enumerate() {
            let (row, column) = (at / stride, at % stride);
            let copied = row < W && column < n;
            assert_eq!(*value, if copied { *original } else { T::default() }, "{n} of {stride}");
        }
        for (column, vector) in vectors.iter().enumerate() {
            for (row, value) in vector.iter().enumerate() {
                assert_eq!(*value, memory[row * stride + column]);
            }
        }
    }
    // SAFETY: the widths are those of the caller.
    unsafe {
        gathered::<T, W, 3>();
        gathered::<T, W, 4>();
        gathered::<T, W, 5>();
        gathered::<T, W, 7>();
        gathered::<T, W, 9>();
        gathered::<T, W, 16>();
        alternate::<T, W>();
    }
}

/// # Safety
/// The instruction set of the widths must be present.
#[inline(always)]
unsafe fn alternate<T: Lane + std::fmt::Debug + From<i16>, const W: usize>() {
    // Nothing behind the last element of the lanes.
    let memory: Vec<T> = (0..2 * W - 1).map(|k| T::from(k as i16)).collect();
    // SAFETY: the last lane's element is the last one.
    let lanes = unsafe { load_alternate::<T, W>(memory.as_ptr()) };
    for (k, lane) in lanes.0.iter().enumerate() {
        assert_eq!(*lane, memory[2 * k]);
    }
}

/// # Safety
/// The instruction set of the widths must be present.
#[inline(always)]
unsafe fn gathered<T: Lane + std::fmt::Debug + From<i16>, const W: usize, const N: usize>() {
    let memory: Vec<T> = (0..97 + N).map(|k| T::from(k as i16)).collect();
    let offsets = std::array::from_fn(|k| (k * 31 % 97) as i64 + i64::from(k % 3 == 0));
    // SAFETY: all rows of `N` columns lie inside of the memory.
    let columns = unsafe { gather_columns::<T, W, N>(memory.as_ptr(), V(offsets)) };
    for (column, vector) in columns.iter().enumerate() {
        for (row, value) in vector.0.iter().enumerate() {
            assert_eq!(*value, memory[offsets[row] as usize + column]);
        }
    }
}

/// Distance in units in the last place of the expected value.
fn ulps(actual: f64, expected: f64, ulp: f64) -> f64 {
    if same(actual, expected) { 0.0 } else { ((actual - expected) / ulp).abs() }
}

/// `exp` and `log` of all lanes against the standard library, near and at their limits.
///
/// # Safety
/// The instruction set of the widths must be present.
#[inline(always)]
unsafe fn exponentials<const W: usize, const H: usize>() {
    let mut arguments = vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0, -1.0];
    arguments.extend([
        f64::MIN_POSITIVE,
        5e-324,
        1e-310,
        f64::MAX,
        -5e-324,
        0.999_999_9,
        1.000_000_1,
    ]);
    arguments
        .extend([709.78, 709.79, 710.5, -708.4, -740.0, -745.1, -746.5, 88.7, 88.8, -87.4, -103.9]);
    arguments.extend((0..4000).map(|k| (k as f64 - 2000.0) * 0.3731));
    arguments.extend((0..4000).map(|k| (k as f64 * 0.91).exp2() * 1e-300));
    for chunk in arguments.chunks(W) {
        let x = V::<f64, W>(std::array::from_fn(|k| chunk[k % chunk.len()]));
        // SAFETY: promised by the caller.
        let (e, l) = unsafe { (exp(x), log(x)) };
        for k in 0..W {
            let (x, e, l) = (x.0[k], e.0[k], l.0[k]);
            let ulp = |y: f64| (y.abs().next_up() - y.abs()).max(5e-324);
            assert!(ulps(e, x.exp(), ulp(x.exp())) <= 1.0, "exp({x:e}) = {e:e}, not {:e}", x.exp());
            assert!(ulps(l, x.ln(), ulp(x.ln())) <= 1.0, "log({x:e}) = {l:e}, not {:e}", x.ln());
        }
    }
    for chunk in arguments.chunks(H) {
        let x = V::<f32, H>(std::array::from_fn(|k| chunk[k % chunk.len()] as f32));
        // SAFETY: promised by the caller.
        let (e, l) = unsafe { (exp(x), log(x)) };
        for k in 0..H {
            let (x, e, l) = (x.0[k], e.0[k], l.0[k]);
            let ulp = |y: f32| (y.abs().next_up() - y.abs()).max(1e-45) as f64;
            let (of_exp, of_log) = (x.exp(), x.ln());
            assert!(ulps(e.into(), of_exp.into(), ulp(of_exp)) <= 1.0, "exp({x:e}) = {e:e}");
            assert!(ulps(l.into(), of_log.into(), ulp(of_log)) <= 1.0, "log({x:e}) = {l:e}");
        }
    }
}

#[test]
fn baseline() {
    // SAFETY: one lane and odd widths use no special instructions.
    unsafe {
        floats::<1>();
        columns::<f64, 1>();
        columns::<f32, 1>();
        exponentials::<1, 1>();
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2() {
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run() {
        // SAFETY: compiled for AVX2.
        unsafe {
            floats::<4>();
            columns::<f64, 4>();
            columns::<f32, 4>();
            columns::<f32, 8>();
            columns::<i64, 4>();
            columns::<i32, 8>();
            columns::<i16, 8>();
            exponentials::<4, 8>();
        }
    }
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: just detected.
        unsafe { run() }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512() {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    unsafe fn run() {
        // SAFETY: compiled for AVX-512.
        unsafe {
            floats::<8>();
            columns::<f64, 8>();
            columns::<f32, 16>();
            exponentials::<8, 16>();
        }
    }
    if has_avx512() {
        // SAFETY: just detected.
        unsafe { run() }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// AVX-512 takes exponents off and puts them on by instructions of its own.
#[cfg(target_arch = "x86_64")]
#[test]
fn exponentials_are_the_same_with_avx512() {
    macro_rules! compare {
        ($t:ident, $wide:literal, $half:literal, $bits:expr) => {
            for k in 0..10_000u64 {
                // All signs and exponents, NaNs and infinities included.
                let bits: [u64; $wide] = std::array::from_fn(|l| {
                    ($wide * k + l as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                });
                let near = bits.map(|b| ((b >> 12) as f64 * 4e-13 - 900.0) as $t);
                for x in [near, bits.map($bits)] {
                    // SAFETY: promised by the caller.
                    let wide = unsafe { [exp(V(x)).0, log(V(x)).0] };
                    let halves = [0, $half].map(|from| {
                        let x: V<$t, $half> = V(std::array::from_fn(|l| x[from + l]));
                        // SAFETY: as above.
                        unsafe { [exp(x).0, log(x).0] }
                    });
                    for (f, wide) in wide.iter().enumerate() {
                        for (l, value) in wide.iter().enumerate() {
                            let narrow = halves[l / $half][f][l % $half];
                            let same = value.to_bits() == narrow.to_bits()
                                || value.is_nan() && narrow.is_nan();
                            assert!(same, "{:e}: {value:e} and {narrow:e}", x[l]);
                        }
                    }
                }
            }
        };
    }
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    unsafe fn run() {
        compare!(f64, 8, 4, f64::from_bits);
        compare!(f32, 16, 8, |b| f32::from_bits((b >> 32) as u32));
    }
    if has_avx512() {
        // SAFETY: just detected.
        unsafe { run() }
    }
}

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

/// The products are those of a single lane.
#[test]
fn powers_of_lanes_are_those_of_one() {
    for n in -3..70 {
        let x: [f64; 2] = [1.37, -0.91];
        let whole: [u32; 2] = [3, 1_000_001];
        // SAFETY: two lanes are of no register.
        let (powers, whole_powers) =
            unsafe { (powi(V(x), V([n; 2])).0, powi(V(whole), V([n; 2])).0) };
        for k in 0..2 {
            assert_eq!(powers[k].to_bits(), Lane::powi(x[k], n).to_bits());
            assert_eq!(whole_powers[k], Lane::powi(whole[k], n));
        }
    }
}

/// Also where each lane has a power of its own.
#[test]
fn powers_of_lanes_may_differ() {
    for n in -3..70 {
        let bases: [i32; 4] = [3, -1, 0, -77];
        let small: [i8; 4] = [2, -1, 7, -128];
        for powers in [[n, 0, 5, 1], [n, n + 1, 2, 63], [0, 64, n, 3]] {
            // SAFETY: four lanes of these are of no register.
            let (wide, narrow) =
                unsafe { (powi(V(bases), V(powers)).0, powi(V(small), V(powers)).0) };
            for k in 0..4 {
                assert_eq!(wide[k], Lane::powi(bases[k], powers[k]), "{n} {k}");
                assert_eq!(narrow[k], Lane::powi(small[k], powers[k]), "{n} {k}");
            }
            // Exponents of the size of the bases.
            // SAFETY: as above.
            let same = unsafe { powi(V(bases), V(powers.map(|n| n as i32))).0 };
            assert_eq!(same, wide);
        }
    }
}

/// NaNs win, and of numbers the first of those that are equal.
#[test]
fn extrema_of_lanes_are_those_of_pairs() {
    let lanes = [1.5, -0.0, 7.0, 0.0, -3.0, 9.0, 2.0, -3.0, 0.5, 1.0, 0.0, 4.0, 9.0, 0.1, 0.2, 0.3];
    for nan in [None, Some(0), Some(3), Some(15)] {
        let mut lanes = lanes;
        if let Some(k) = nan {
            lanes[k] = f64::NAN;
        }
        // SAFETY: so many lanes of these are of no register, and neither is one.
        unsafe {
            let (most, least) = (
                extremum_across::<true, _, 16>(V(lanes)),
                extremum_across::<false, _, 16>(V(lanes)),
            );
            let pairs = (across(V(lanes), |x, y| max(x, y)), across(V(lanes), |x, y| min(x, y)));
            assert_eq!(most.0[0].to_bits(), pairs.0.0[0].to_bits());
            assert_eq!(least.0[0].to_bits(), pairs.1.0[0].to_bits());
            assert_eq!(extremum_across::<true, _, 1>(V([-1.0f32])).0, [-1.0]);
        }
    }
}

/// The next floats are the C library's, to the bit.
#[test]
fn next_floats_are_those_of_the_library() {
    let some = [0.0, -0.0, 1.0, -1.0, 1.5, f64::MIN_POSITIVE, 5e-324, -5e-324, f64::MAX, f64::MIN];
    let more = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300, -2.0, 3e-310];
    let all: Vec<f64> = some.into_iter().chain(more).collect();
    for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (*x, *y))) {
        let (double, single) = (next_after(V([x]), V([y])).0[0], libm::nextafter(x, y));
        assert!(double.to_bits() == single.to_bits() || double.is_nan() && single.is_nan());
        let (x, y) = (x as f32, y as f32);
        let (double, single) = (next_after(V([x]), V([y])).0[0], libm::nextafterf(x, y));
        assert!(double.to_bits() == single.to_bits() || double.is_nan() && single.is_nan());
    }
}

/// Quotients by one number are bit for bit those of the divider.
#[cfg(target_arch = "x86_64")]
#[test]
fn dividing_by_one_number_rounds_as_a_division() {
    macro_rules! compare {
        ($t:ident, $bits:ident, $w:literal, $random:ident) => {
            let some: [$t; 12] = [
                0.0,
                -0.0,
                1.0,
                3.0,
                1.0 + $t::EPSILON,
                2.0 - $t::EPSILON,
                $t::MIN_POSITIVE,
                -$t::MIN_POSITIVE / 8.0,
                $t::MAX,
                $t::INFINITY,
                $t::NEG_INFINITY,
                $t::NAN,
            ];
            let check = |a: [$t; $w], b: $t| {
                // SAFETY: promised by the caller.
                let quotients = unsafe { div_by(V(a), V([b])).0 };
                for (a, q) in a.iter().zip(quotients) {
                    let same = q.to_bits() == (a / b).to_bits() || q.is_nan() && (a / b).is_nan();
                    assert!(same, "{a:e} / {b:e}: {q:e}, not {:e}", a / b);
                }
            };
            for a in some {
                some.iter().for_each(|b| check([a; $w], *b));
            }
            for k in 0..40_000u32 {
                let any = $t::from_bits($random() as $bits);
                // Between 1 and 2, and every other time close to 2, whose reciprocals are hard to round.
                let near = |bits: u64| {
                    let one = $bits::from((1.0 as $t).to_bits());
                    let mantissa = (1 << ($t::MANTISSA_DIGITS - 1)) - 1;
                    $t::from_bits(one | bits as $bits & mantissa)
                };
                let b = match k % 4 {
                    0 => any,
                    1 => 2.0 - $t::EPSILON * (k % 64) as $t,
                    _ => near($random()),
                };
                let a: [$t; $w] = std::array::from_fn(|_| match k % 3 {
                    0 => $t::from_bits($random() as $bits),
                    1 => near($random()),
                    // The quotient is close to the middle of two numbers.
                    _ => {
                        let q = near($random());
                        $t::mul_add(b, q, b * $t::EPSILON / 2.0)
                    }
                });
                check(a, b);
                let mut with_zeros = a;
                (with_zeros[1], with_zeros[3]) = (0.0, -0.0);
                check(with_zeros, b);
                check(with_zeros, -b);
            }
        };
    }
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    unsafe fn run() {
        let mut state = 88_172_645_463_325_252u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        compare!(f64, u64, 8, random);
        compare!(f32, u32, 16, random);
    }
    if has_avx512() {
        // SAFETY: just detected.
        unsafe { run() }
    }
}

/// Judged by comparisons one lane at a time.
#[cfg(target_arch = "x86_64")]
#[test]
fn integers_are_compared_lane_by_lane() {
    fn check<T: Lane + PartialOrd + std::fmt::Debug, const W: usize>(of: impl Fn(u64) -> T) {
        for k in 0..200 {
            let at = |l: usize| ((W * k + l) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let a: [T; W] = std::array::from_fn(|l| of(at(l)));
            // Every third lane is equal, every third differs in the lowest bit.
            let b: [T; W] = std::array::from_fn(|l| match l % 3 {
                0 => a[l],
                1 => of(at(l) ^ 1),
                _ => of(at(l + W)),
            });
            let mask = |f: &dyn Fn(&T, &T) -> bool| {
                (0..W).fold(0, |mask, l| mask | u32::from(f(&a[l], &b[l])) << l)
            };
            // SAFETY: the caller has AVX2.
            let own = unsafe {
                let (a, b) = (V(a), V(b));
                [lt(a, b), le(a, b), gt(a, b), ge(a, b), eq(a, b), ne(a, b)].map(|m| m.0)
            };
            let expected = [
                mask(&T::lt),
                mask(&T::le),
                mask(&T::gt),
                mask(&T::ge),
                mask(&T::eq),
                mask(&T::ne),
            ];
            assert_eq!(own, expected, "{a:?}, {b:?}");
            // SAFETY: as above.
            let [sums, least, largest] =
                unsafe { [add(V(a), V(b)), min(V(a), V(b)), max(V(a), V(b))] }.map(|v| v.0);
            for l in 0..W {
                let one_by_one =
                    (Lane::add(a[l], b[l]), Lane::min(a[l], b[l]), Lane::max(a[l], b[l]));
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
            let m = at(1) as u32 & M::<W>::ALL;
            // SAFETY: as above.
            let chosen = unsafe { select(M(m), V(a), V(b)) }.0;
            for l in 0..W {
                assert_eq!(chosen[l], if m >> l & 1 != 0 { a[l] } else { b[l] }, "{m:b}");
            }
        }
    }
    fn check_bools<const W: usize>() {
        for k in 0..1000u32 {
            let mask = M::<W>(k.wrapping_mul(0x9e37_79b9) & M::<W>::ALL);
            let mut bools = [false; W];
            // SAFETY: the array has as many elements.
            unsafe { store_bool(bools.as_mut_ptr(), mask) };
            assert!((0..W).all(|l| bools[l] == mask.lane(l)));
            assert_eq!(from_bools(bools), mask);
        }
    }
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run() {
        check_bools::<4>();
        check_bools::<8>();
        check_bools::<16>();
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
        all!(i8 u8 i16 u16 i32 u32 i64 u64);
    }
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
    unsafe fn run_wide() {
        check::<i8, 32>(|x| x as i8);
        check::<u8, 32>(|x| x as u8);
        check::<i16, 32>(|x| x as i16);
        check::<u16, 32>(|x| x as u16);
        check_bools::<32>();
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
        check!(i64);
        check!(u64);
    }
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: just detected.
        unsafe { run() }
    }
}
