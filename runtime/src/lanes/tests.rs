//! Every instruction set against plain arithmetic. Only sets that the machine has are run.

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

#[inline(always)]
unsafe fn floats<const W: usize>() {
    let values = data::<64>();
    for shift in 0..23 {
        let a = V::<f64, W>(std::array::from_fn(|k| values[k]));
        let b = V::<f64, W>(std::array::from_fn(|k| values[(k + shift) % 64]));
        for k in 0..W {
            let (x, y) = (a.0[k], b.0[k]);
            assert!(same(add(a, b).0[k], x + y));
            assert!(same(sub(a, b).0[k], x - y));
            assert!(same(mul(a, b).0[k], x * y));
            assert!(same(div(a, b).0[k], x / y));
            assert!(same(min(a, b).0[k], Lane::min(x, y)));
            assert!(same(max(a, b).0[k], Lane::max(x, y)));
            assert!(same(sqrt(a).0[k], x.sqrt()));
            // The sign of a NaN means nothing.
            assert!(x.is_nan() && neg(a).0[k].is_nan() || neg(a).0[k].to_bits() == (-x).to_bits());
            assert_eq!(abs(a).0[k].to_bits(), x.abs().to_bits());
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

#[inline(always)]
unsafe fn columns<T: Lane + std::fmt::Debug + From<i16>, const W: usize>() {
    for n in [1usize, 3, 4, 5, 10, 20] {
        let stride = 23;
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
            assert_eq!(*value, if copied { *original } else { T::default() });
        }
        for (column, vector) in vectors.iter().enumerate() {
            for (row, value) in vector.iter().enumerate() {
                assert_eq!(*value, memory[row * stride + column]);
            }
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
            columns::<f32, 8>();
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
        }
    }
    let sets = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    if sets {
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
