//! Registers against the standard library and libm: dense samples, and special numbers.

use super::*;

/// A function of one number: in lanes, and as the judge computes it, with the domain of dense samples.
struct One<T: 'static, const W: usize> {
    name: &'static str,
    lanes: fn([T; W]) -> [T; W],
    judge: fn(f64) -> f64,
    domain: [f64; 2],
    /// In units in the last place.
    bound: f64,
}

fn special() -> Vec<f64> {
    let mut some = vec![
        0.0, 1.0, 0.5, 2.0, 1.5, 3.0, 8.0, 10.0, 100.0, 1000.0, 1e15, 1e-15, 709.0, 1e5, 1e7, 1e10,
    ];
    some.extend([f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e-310, 1e-45, 1e-40, 1e-38]);
    some.extend([
        3.4e38, 1e300, 709.78, 709.7827, 709.79, 710.4758, 710.5, 745.2, 88.72, 88.73, 89.41,
        89.42, 1024.0,
    ]);
    some.extend([0.41421356237309503, 2.414213562373095, 0.9999999999999999, 1.0000000000000002]);
    some.extend([std::f64::consts::FRAC_PI_2, std::f64::consts::PI, 22.0, 355.0, 33.0, 1e6, 5e4]);
    let negative: Vec<f64> = some.iter().map(|x| -x).collect();
    some.extend(negative);
    some.extend([f64::NAN, -1022.0, -1074.0, -1075.5, -149.5, -126.5]);
    some
}

/// Numbers of a domain, others of all magnitudes, and the special ones.
fn arguments(domain: [f64; 2]) -> Vec<f64> {
    let mut all = special();
    let golden = 0.618_033_988_749_894_9;
    all.extend(
        (0..40_000).map(|k| domain[0] + (domain[1] - domain[0]) * (k as f64 * golden).fract()),
    );
    all.extend((0..20_000).map(|k| {
        let magnitude = ((k as f64 * golden).fract() * 80.0 - 40.0).exp2();
        if k % 2 == 0 { magnitude } else { -magnitude }
    }));
    all.extend((0..8_000).map(|k| f64::from_bits((k as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))));
    all
}

macro_rules! checks {
    ($module:ident, $t:ident) => {
        mod $module {
            use super::*;

            /// The distance from the right result, in units in its last place.
            fn error(own: $t, right: f64) -> f64 {
                let rounded = right as $t;
                if own.is_nan() || rounded.is_nan() {
                    return if own.is_nan() && rounded.is_nan() { 0.0 } else { f64::INFINITY };
                }
                if own == rounded {
                    let zeros = own == 0.0 && own.is_sign_negative() != rounded.is_sign_negative();
                    return if zeros { f64::INFINITY } else { 0.0 };
                }
                if rounded.is_infinite() || own.is_infinite() {
                    // Just beyond the largest number, both infinity and the largest number are right.
                    let largest = own.abs() == $t::MAX || rounded.abs() == $t::MAX;
                    return if largest && (own > 0.0) == (rounded > 0.0) {
                        1.0
                    } else {
                        f64::INFINITY
                    };
                }
                let below = rounded.abs().next_down().max(0.0);
                let ulp = f64::from(rounded.abs().next_up()) - f64::from(rounded.abs());
                let ulp = if rounded == 0.0 {
                    ulp
                } else {
                    ulp.min(f64::from(rounded.abs()) - f64::from(below)).max(ulp / 2.0)
                };
                (f64::from(own) - right).abs() / ulp
            }

            pub fn one<const W: usize>(f: &One<$t, W>) {
                let mut worst = (0.0, 0.0);
                let all: Vec<$t> = arguments(f.domain).iter().map(|x| *x as $t).collect();
                for chunk in all.chunks(W) {
                    let x: [$t; W] = std::array::from_fn(|k| chunk[k % chunk.len()]);
                    for (x, own) in x.iter().zip((f.lanes)(x)) {
                        let right = (f.judge)(f64::from(*x));
                        let error = error(own, right);
                        assert!(
                            error <= f.bound,
                            "{}({x:e}) = {own:e}, not {right:e}: {error}",
                            f.name
                        );
                        if error > worst.0 {
                            worst = (error, f64::from(*x));
                        }
                    }
                }
                println!("{} {} {W}: {:.3} at {:e}", f.name, stringify!($t), worst.0, worst.1);
            }

            pub fn two<const W: usize>(
                name: &str,
                lanes: fn([$t; W], [$t; W]) -> [$t; W],
                judge: fn(f64, f64) -> f64,
                domains: [[f64; 2]; 2],
                bound: f64,
            ) {
                let mut worst = (0.0, 0.0, 0.0);
                let (a, b) = (arguments(domains[0]), arguments(domains[1]));
                let few = special().len();
                let mut pairs: Vec<($t, $t)> =
                    a.iter().zip(&b).map(|(x, y)| (*x as $t, *y as $t)).collect();
                pairs.extend(
                    a[..few].iter().flat_map(|x| b[..few].iter().map(|y| (*x as $t, *y as $t))),
                );
                pairs.extend(a.iter().skip(17).zip(&b).map(|(x, y)| (*x as $t, *y as $t)));
                for chunk in pairs.chunks(W) {
                    let x: [$t; W] = std::array::from_fn(|k| chunk[k % chunk.len()].0);
                    let y: [$t; W] = std::array::from_fn(|k| chunk[k % chunk.len()].1);
                    let own = lanes(x, y);
                    for k in 0..W {
                        let right = judge(f64::from(x[k]), f64::from(y[k]));
                        let error = error(own[k], right);
                        assert!(
                            error <= bound,
                            "{name}({:e}, {:e}) = {:e}, not {right:e}: {error}",
                            x[k],
                            y[k],
                            own[k]
                        );
                        if error > worst.0 {
                            worst = (error, f64::from(x[k]), f64::from(y[k]));
                        }
                    }
                }
                println!(
                    "{name} {} {W}: {:.3} at {:e} {:e}",
                    stringify!($t),
                    worst.0,
                    worst.1,
                    worst.2
                );
            }
        }
    };
}
checks!(of_f64, f64);
checks!(of_f32, f32);

macro_rules! all {
    ($($name:ident $judge:expr, $low:literal $high:literal, $bound:literal;)*) => {
        $(
            #[cfg(target_arch = "x86_64")]
            #[test]
            #[cfg_attr(miri, ignore = "has no registers")]
            fn $name() {
                fn of<T: InLanes, const W: usize>() -> One<T, W> {
                    One {
                        name: stringify!($name),
                        lanes: <T as InLanes>::$name,
                        judge: $judge,
                        domain: [$low, $high],
                        bound: $bound,
                    }
                }
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    of_f64::one::<4>(&of());
                    of_f32::one::<8>(&of());
                }
                if crate::lanes::tests::has_avx512() {
                    of_f64::one::<8>(&of());
                    of_f32::one::<16>(&of());
                }
            }
        )*
    };
}
all! {
    expm1 f64::exp_m1, -3.0 3.0, 2.0;
    exp2 f64::exp2, -10.0 10.0, 2.0;
    sinh libm::sinh, -3.0 3.0, 2.0;
    cosh libm::cosh, -3.0 3.0, 2.0;
    tanh libm::tanh, -3.0 3.0, 3.0;
    log1p f64::ln_1p, -0.9 3.0, 2.0;
    log2 f64::log2, 0.1 3.0, 2.0;
    log10 f64::log10, 0.1 3.0, 2.0;
    asinh libm::asinh, -3.0 3.0, 2.0;
    acosh |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) }, 1.0 3.0, 3.0;
    atanh libm::atanh, -1.0 1.0, 3.0;
    sin f64::sin, -30.0 30.0, 2.0;
    cos f64::cos, -30.0 30.0, 2.0;
    tan f64::tan, -30.0 30.0, 3.1;
    asin f64::asin, -1.0 1.0, 2.0;
    acos f64::acos, -1.0 1.0, 2.0;
    atan f64::atan, -3.0 3.0, 2.0;
    cbrt f64::cbrt, -30.0 30.0, 2.0;
    erf libm::erf, -3.0 3.0, 2.0;
    erfc libm::erfc, -3.0 6.0, 3.0;
    gamma libm::tgamma, -30.0 30.0, 12.0;
    log_gamma libm::lgamma, 0.0 30.0, 3.0;
}

macro_rules! all_of_two {
    ($($name:ident $judge:expr, $low:literal $high:literal, $low2:literal $high2:literal, $bound:literal;)*) => {
        $(
            #[cfg(target_arch = "x86_64")]
            #[test]
            #[cfg_attr(miri, ignore = "has no registers")]
            fn $name() {
                let (name, domains) = (stringify!($name), [[$low, $high], [$low2, $high2]]);
                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    of_f64::two::<4>(name, <f64 as InLanes>::$name, $judge, domains, $bound);
                    of_f32::two::<8>(name, <f32 as InLanes>::$name, $judge, domains, $bound);
                }
                if crate::lanes::tests::has_avx512() {
                    of_f64::two::<8>(name, <f64 as InLanes>::$name, $judge, domains, $bound);
                    of_f32::two::<16>(name, <f32 as InLanes>::$name, $judge, domains, $bound);
                }
            }
        )*
    };
}
all_of_two! {
    atan2 f64::atan2, -3.0 3.0, -3.0 3.0, 2.0;
    hypot f64::hypot, -3.0 3.0, -3.0 3.0, 2.0;
    pow f64::powf, 0.0 20.0, -30.0 30.0, 2.0;
}

/// Remainders have no error.
#[cfg(target_arch = "x86_64")]
#[test]
#[cfg_attr(miri, ignore = "has no registers")]
fn remainders_are_those_of_single_lanes() {
    macro_rules! check {
        ($t:ident, $w:literal) => {
            let numbers: Vec<$t> = arguments([-3.0, 3.0]).iter().map(|x| *x as $t).collect();
            let few = special().len();
            let mut pairs: Vec<($t, $t)> =
                numbers.iter().copied().zip(numbers.iter().skip(13).copied()).collect();
            pairs.extend(numbers.iter().copied().zip(numbers[..few].iter().copied().cycle()));
            pairs.extend(
                numbers[..few].iter().flat_map(|x| numbers[..few].iter().map(|y| (*x, *y))),
            );
            // Quotients that are close to whole numbers.
            pairs.extend((1..20_000).map(|k| {
                let (y, whole) = (numbers[few + k], (k % 97) as $t);
                let x = y * whole;
                (if k % 2 == 0 { x.next_down() } else { x.next_up() }, y)
            }));
            for chunk in pairs.chunks($w) {
                let x: [$t; $w] = std::array::from_fn(|k| chunk[k % chunk.len()].0);
                let y: [$t; $w] = std::array::from_fn(|k| chunk[k % chunk.len()].1);
                let own = [
                    <$t as InLanes>::fmod(x, y),
                    <$t as InLanes>::remainder(x, y),
                    <$t as InLanes>::floor_divide(x, y),
                ];
                for k in 0..$w {
                    let right = [
                        Elementary2::fmod(x[k], y[k]),
                        Elementary2::remainder(x[k], y[k]),
                        Elementary2::floor_divide(x[k], y[k]),
                    ];
                    for (own, right) in own.iter().zip(right) {
                        let same = own[k].to_bits() == right.to_bits();
                        let nan = own[k].is_nan() && right.is_nan();
                        assert!(same || nan, "{:e}, {:e}: {:e}, not {right:e}", x[k], y[k], own[k]);
                    }
                }
            }
        };
    }
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        check!(f64, 4);
        check!(f32, 8);
    }
    if crate::lanes::tests::has_avx512() {
        check!(f64, 8);
        check!(f32, 16);
    }
}
