use super::*;
use crate::plan::CpuArgs;

/// Numbers in -1..1 that look random.
fn numbers<T>(count: usize, seed: u64, convert: impl Fn(f64) -> T) -> Vec<T> {
    let mut state = seed;
    let next = |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        convert((state >> 11) as f64 / (1u64 << 52) as f64 - 1.0)
    };
    (0..count).map(next).collect()
}

/// Runs a routine on the first `points` points of these buffers.
fn run<T>(
    routine: unsafe fn(&CpuArgs, usize, usize, bool),
    buffers: &mut [&mut Vec<T>],
    sizes: &[usize],
    points: usize,
    strict: bool,
) {
    let buffers: Vec<*mut u8> = buffers.iter_mut().map(|b| b.as_mut_ptr().cast()).collect();
    let sizes: Vec<i64> = sizes.iter().map(|n| *n as i64).collect();
    let args = crate::routines::arguments(&buffers, &sizes, None);
    // SAFETY: the callers' arrays hold as many points.
    unsafe { routine(&args, 0, points, strict) };
}

fn plain_lu(a: &[f64], n: usize) -> Vec<f64> {
    let (mut a, mut pivots) = (a.to_vec(), Vec::new());
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a[i * n + k].abs() > a[pivot * n + k].abs() {
                pivot = i;
            }
        }
        pivots.push(pivot as f64);
        (0..n).for_each(|j| a.swap(k * n + j, pivot * n + j));
        for i in k + 1..n {
            let divisor = a[k * n + k];
            a[i * n + k] = if divisor == 0.0 { 0.0 } else { a[i * n + k] / divisor };
            for j in k + 1..n {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }
    a.extend(pivots);
    a
}

fn plain_solve(lu: &[f64], b: &[f64], n: usize, columns: usize) -> Vec<f64> {
    let mut x = b.to_vec();
    for k in 0..n {
        let pivot = lu[n * n + k] as usize;
        (0..columns).for_each(|j| x.swap(k * columns + j, pivot * columns + j));
    }
    for j in 0..columns {
        for k in 0..n {
            for i in k + 1..n {
                x[i * columns + j] -= lu[i * n + k] * x[k * columns + j];
            }
        }
        for k in (0..n).rev() {
            x[k * columns + j] /= lu[k * n + k];
            for i in 0..k {
                x[i * columns + j] -= lu[i * n + k] * x[k * columns + j];
            }
        }
    }
    x
}

fn plain_cholesky(a: &[f64], n: usize) -> Vec<f64> {
    let mut l = a.to_vec();
    for k in 0..n {
        l[k * n + k] = l[k * n + k].sqrt();
        for i in k + 1..n {
            l[k * n + i] = 0.0;
            l[i * n + k] /= l[k * n + k];
            for j in k + 1..=i {
                l[i * n + j] -= l[i * n + k] * l[j * n + k];
            }
        }
    }
    l
}

fn bits(x: &[f64]) -> Vec<u64> {
    x.iter().map(|x| x.to_bits()).collect()
}

const SIZES: &[usize] = &[0, 1, 2, 7, 8, 9, 16, 17, 33, 64, 65, 100, 150];

#[test]
fn strict_results_are_those_of_the_plain_algorithm() {
    for &n in SIZES {
        let points = 2;
        let mut a = numbers(points * n * n, n as u64, |x| x);
        if n == 9 {
            // Columns of zeros, and NaNs.
            (0..n).for_each(|i| a[i * n + 4] = 0.0);
            a[n * n + 3 * n + 3] = f64::NAN;
        }
        let mut lu_of = vec![0.0; points * (n + 1) * n];
        run(lu::<f64>, &mut [&mut a, &mut lu_of], &[n, n], points, true);
        let plain: Vec<f64> = a.chunks(n.max(1) * n.max(1)).flat_map(|a| plain_lu(a, n)).collect();
        assert_eq!(bits(&plain), bits(&lu_of), "lu, {n}");
        for columns in [0, 1, 3, 40] {
            let mut b = numbers(points * n * columns, 7, |x| x);
            let mut x = vec![0.0; b.len()];
            let buffers = &mut [&mut lu_of, &mut b, &mut x];
            run(lu_solve::<f64>, buffers, &[n, columns], points, true);
            let pairs = lu_of.chunks(((n + 1) * n).max(1)).zip(b.chunks((n * columns).max(1)));
            let plain: Vec<f64> =
                pairs.flat_map(|(lu, b)| plain_solve(lu, b, n, columns)).collect();
            assert_eq!(bits(&plain), bits(&x), "lu_solve, {n}, {columns}");
        }
        // The diagonal dominates; elements above it do not count.
        let mut a = numbers(n * n, n as u64, |x| x);
        (0..n).for_each(|k| a[k * n + k] += n as f64);
        let mut l = vec![0.0; n * n];
        run(cholesky::<f64>, &mut [&mut a, &mut l], &[n, n], 1, true);
        assert_eq!(bits(&plain_cholesky(&a, n)), bits(&l), "cholesky, {n}");
    }
}

#[test]
fn the_library_takes_the_large_products() {
    let n = 150;
    let mut a = numbers(n * n, 3, |x| x);
    let mut strict = vec![0.0; (n + 1) * n];
    let mut free = strict.clone();
    run(lu::<f64>, &mut [&mut a, &mut strict], &[n, n], 1, true);
    run(lu::<f64>, &mut [&mut a, &mut free], &[n, n], 1, false);
    assert_eq!(strict[n * n..], free[n * n..], "pivots");
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-11);
    assert!(close(&strict, &free));
    assert_eq!(Isa::is_best(), bits(&strict) != bits(&free));
    let mut b = numbers(n * n, 4, |x| x);
    let (mut x, mut y) = (vec![0.0; n * n], vec![0.0; n * n]);
    run(lu_solve::<f64>, &mut [&mut free, &mut b, &mut x], &[n, n], 1, false);
    run(lu_solve::<f64>, &mut [&mut strict, &mut b, &mut y], &[n, n], 1, true);
    assert!(close(&x, &y));
    for i in 0..n {
        for j in 0..n {
            let product: f64 = (0..n).map(|k| a[i * n + k] * x[k * n + j]).sum();
            assert!((product - b[i * n + j]).abs() < 1e-10, "{i}, {j}");
        }
    }
    let mut a: Vec<f32> = numbers(n * n, 5, |x| x as f32);
    (0..n).for_each(|k| a[k * n + k] += n as f32);
    let mut l = vec![0.0; n * n];
    run(cholesky::<f32>, &mut [&mut a, &mut l], &[n, n], 1, false);
    for i in 0..n {
        for j in 0..n {
            let product: f32 = (0..n).map(|k| l[i * n + k] * l[j * n + k]).sum();
            let element = a[i.max(j) * n + i.min(j)];
            assert!(
                (product - element).abs() < 1e-4 && (j <= i || l[i * n + j] == 0.0),
                "{i}, {j}"
            );
        }
    }
}

#[test]
fn singular_values_have_the_norms_of_their_matrix() {
    unsafe fn values<T: Real>(args: &CpuArgs, begin: usize, end: usize, _: bool) {
        // SAFETY: promised by the caller.
        unsafe { singular_values::<T>(args, begin, end) }
    }
    for (m, n) in [(1, 1), (3, 3), (5, 20), (20, 5), (33, 33), (0, 4), (4, 0)] {
        let mut a = numbers(2 * m * n, 11, |x| 1e100 * x);
        let mut out = vec![1.0; 2 * m];
        let mut scratch = vec![0.0; 2 * (m * n + 3 * m + n)];
        run(values::<f64>, &mut [&mut a, &mut out, &mut scratch], &[m, n], 2, false);
        for (a, out) in a.chunks((m * n).max(1)).zip(out.chunks(m.max(1))) {
            assert!(out.is_sorted_by(|a, b| a >= b), "{out:?}");
            let square = |x: &[f64]| x.iter().map(|x| (x / 1e100).powi(2)).sum::<f64>();
            assert!((square(out) / square(a) - 1.0).abs() < 1e-13, "{m}, {n}");
            assert!(out[n.min(m)..].iter().all(|x| *x == 0.0));
        }
        assert!(n > 0 || out.iter().all(|x| *x == 0.0));
    }
}

/// Threads share one matrix, or have matrices of their own.
#[test]
fn singular_values_are_those_of_one_thread() {
    let threads = crate::cpu::team::Team::new(3).unwrap();
    let n = if cfg!(miri) { 18 } else { 40 };
    for count in [1, 2, 7] {
        let mut a = numbers(count * n * n, 5, |x| x);
        a[(count - 1) * n * n] = if count == 2 { f64::NAN } else { 0.5 };
        let values = [None, Some(&threads)].map(|team| {
            let mut out = vec![7.0; count * n];
            let mut scratch = vec![0.0; count * (n * n + 4 * n)];
            let buffers = [&mut a, &mut out, &mut scratch].map(|b| b.as_mut_ptr().cast());
            let sizes = [n as i64; 2];
            let args = crate::routines::arguments(&buffers, &sizes, team);
            // SAFETY: the arrays are as long, and the team outlives the call.
            unsafe { singular_values::<f64>(&args, 0, count) };
            out.into_iter().map(f64::to_bits).collect::<Vec<_>>()
        });
        assert_eq!(values[0], values[1], "{count}");
    }
}

/// A reflection whose vector is nearly along its column must not lose it to cancellation, whatever its sign.
#[test]
fn singular_values_of_columns_that_are_nearly_axes() {
    unsafe fn values(args: &CpuArgs, begin: usize, end: usize, _: bool) {
        // SAFETY: promised by the caller.
        unsafe { singular_values::<f64>(args, begin, end) }
    }
    for sign in [1.0, -1.0] {
        for small in [1e-5, 1e-7, 1e-9] {
            // The two singular values have this product, and this sum of squares.
            let mut a = vec![sign, 0.5, small, 2.0];
            let (determinant, squares): (f64, f64) =
                (sign * 2.0 - 0.5 * small, 5.25 + small * small);
            let mut out = vec![0.0; 2];
            run(values, &mut [&mut a, &mut out, &mut vec![0.0; 12]], &[2, 2], 1, false);
            let close = |x: f64, y: f64| (x / y - 1.0).abs() < 1e-14;
            assert!(close(out[0] * out[1], determinant.abs()), "{sign}, {small}: {out:?}");
            assert!(close(out[0] * out[0] + out[1] * out[1], squares), "{sign}, {small}: {out:?}");
        }
    }
}

#[test]
fn the_library_gets_products_that_are_worth_their_packing() {
    assert!(is_large([32, 32, 32]));
    assert!(is_large([LEAST_EXTENT, LEAST_EXTENT, LEAST_WORK / LEAST_EXTENT / LEAST_EXTENT]));
    // There is enough work, but no element is used twice.
    assert!(!is_large([LEAST_EXTENT - 1, 10_000, 10_000]));
    assert!(!is_large([10_000, LEAST_EXTENT - 1, 10_000]));
    assert!(!is_large([10_000, 10_000, LEAST_EXTENT - 1]));
    assert!(!is_large([LEAST_EXTENT, LEAST_EXTENT, LEAST_EXTENT]));
    assert!(is_large([usize::MAX; 3]));
}
