//! Compares every instruction set with plain arithmetic. Only sets that the machine has are run.

mod integers;

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
    // There is nothing after the last element of the lanes.
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
    arguments.extend([-708.396_5, -708.396_418_532_264, -87.336_54, -87.336_55, -103.2, -744.9]);
    arguments.extend((0..4000).map(|k| (k as f64 - 2000.0) * 0.3731));
    arguments.extend((0..4000).map(|k| (k as f64 * 0.91).exp2() * 1e-300));
    for chunk in arguments.chunks(W) {
        let x = V::<f64, W>(std::array::from_fn(|k| chunk[k % chunk.len()]));
        // SAFETY: promised by the caller.
        let (e, l, z) = unsafe { (exp(x), log(x), exp_or_zero(x)) };
        for k in 0..W {
            let (x, e, l, z) = (x.0[k], e.0[k], l.0[k], z.0[k]);
            assert!(same(z, if e.is_subnormal() { 0.0 } else { e }), "{z:e} for exp({x:e})");
            let ulp = |y: f64| (y.abs().next_up() - y.abs()).max(5e-324);
            assert!(ulps(e, x.exp(), ulp(x.exp())) <= 1.0, "exp({x:e}) = {e:e}, not {:e}", x.exp());
            assert!(ulps(l, x.ln(), ulp(x.ln())) <= 1.0, "log({x:e}) = {l:e}, not {:e}", x.ln());
        }
    }
    for chunk in arguments.chunks(H) {
        let x = V::<f32, H>(std::array::from_fn(|k| chunk[k % chunk.len()] as f32));
        // SAFETY: promised by the caller.
        let (e, l, z) = unsafe { (exp(x), log(x), exp_or_zero(x)) };
        for k in 0..H {
            let (x, e, l, z) = (x.0[k], e.0[k], l.0[k], z.0[k]);
            assert!(same(z.into(), if e.is_subnormal() { 0.0 } else { e.into() }), "{z:e}");
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

/// AVX-512 has instructions that take exponents off and put them on.
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

/// Powers use the same products as a single lane.
#[test]
fn powers_of_lanes_are_those_of_one() {
    for n in -3..70 {
        let x: [f64; 2] = [1.37, -0.91];
        let whole: [u32; 2] = [3, 1_000_001];
        // SAFETY: two lanes fill no register.
        let (powers, whole_powers) =
            unsafe { (powi(V(x), V([n; 2])).0, powi(V(whole), V([n; 2])).0) };
        for k in 0..2 {
            assert_eq!(powers[k].to_bits(), Lane::powi(x[k], n).to_bits());
            assert_eq!(whole_powers[k], Lane::powi(whole[k], n));
        }
    }
}

/// The same if each lane has another exponent.
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

/// NaNs win; of equal numbers, the first one wins.
#[test]
fn extrema_of_lanes_are_those_of_pairs() {
    let lanes = [1.5, -0.0, 7.0, 0.0, -3.0, 9.0, 2.0, -3.0, 0.5, 1.0, 0.0, 4.0, 9.0, 0.1, 0.2, 0.3];
    for nan in [None, Some(0), Some(3), Some(15)] {
        let mut lanes = lanes;
        if let Some(k) = nan {
            lanes[k] = f64::NAN;
        }
        // SAFETY: neither this many lanes nor one lane fills a register.
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
                // Between 1 and 2; every other number is close to 2, because reciprocals of these are hard to round.
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
