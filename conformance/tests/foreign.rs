//! Functions in C and in Rust on every executor: instruction sets and threads of a CPU, kernels for GPUs on the host and
//! on the stand-in driver, fused and unfused, against the same in plain Rust.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::__rt::{DynArray, DynData, Function, Mode, call_dynamic, run_with};
use array_fn::{Array, Device, Error, array_fn};
use array_fn_cuda_host::HostLauncher;
use array_fn_cuda_host::agreement::compare;
use std::path::Path;

array_fn! {
    #![unfused]

    unsafe extern "tests/foreign/functions.h" fn phi(x: f64, y: f64) -> f64;
    unsafe extern "tests/foreign/functions.h" fn half_of(x: f32) -> f32;
    unsafe extern "tests/foreign/functions.h" fn mixed(a: i32, b: u8, c: i64) -> i64;
    unsafe extern "tests/foreign/functions.h" fn differs(a: bool, x: f64) -> bool;
    unsafe extern "tests/foreign/functions.h" fn digit(x: u8) -> u8;
    unsafe extern "tests/foreign/functions.h" fn constant() -> f64;
    unsafe extern "tests/foreign/functions.h" fn polar(x: f64, y: f64) -> (f64, f32);

    /// Broadcast, with a literal and a scalar, and twice.
    pub fn elements<M, N>(x: [f64; M, N], y: [f64; N], s: f64) -> ([f64; M, N], [f64; N], f64) {
        (phi(x + 1.0, y) * constant(), phi(y, 2) - phi(y, s), phi(s, s))
    }

    /// In reductions: along rows, down columns, and of all.
    pub fn reductions<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M], [f64; N], f64) {
        let z = phi(x, y);
        (sum(z, axis=1), sum(z, axis=0), sum(phi(2 * x, 0.5)))
    }

    pub fn singles<N>(x: [f32; N]) -> ([f32; N], f32) {
        (half_of(x) + half_of(3.0 * x), sum(half_of(x)))
    }

    pub fn integers<N>(a: [i32; N], b: [u8; N], c: [i64; N]) -> ([i64; N], [u8; N], i64) {
        (mixed(a, b, c), digit(b) + digit(b + 5), sum(mixed(a, digit(b), 7)))
    }

    pub fn bools<N>(a: [bool; N], x: [f64; N]) -> ([bool; N], bool, i64) {
        (differs(a, x) & !a, any(differs(a, x)), sum(differs(!a, 0.5 - x)))
    }

    /// Two results of each element.
    pub fn polars<M, N>(x: [f64; M, N], y: [f64; N], s: f64) -> ([f64; M, N], [f32; N], f64) {
        let (radius, turns) = polar(x, y);
        let (_, second) = polar(y, 0.5);
        let (first, _) = polar(y, s);
        (radius + turns as f64, second, sum(first))
    }

    /// In a loop whose passes are on the device.
    pub fn repeated<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut z = x;
        for k in 0..n { z = phi(z, k as f64) + 0.5; }
        z
    }
}

fn phi(x: f64, y: f64) -> f64 {
    let r = (x * x + y * y).sqrt();
    if r > 1.0 { x / r } else { x * y }
}

fn functions() -> [&'static Function; 7] {
    [
        &polars::FUNCTION,
        &elements::FUNCTION,
        &reductions::FUNCTION,
        &singles::FUNCTION,
        &integers::FUNCTION,
        &bools::FUNCTION,
        &repeated::FUNCTION,
    ]
}

fn number(k: usize) -> f64 {
    ((k * 7919) % 1009) as f64 / 300.0 - 1.5
}

/// Arguments of a function for rows of `n`.
fn arguments(name: &str, n: usize) -> Vec<DynArray> {
    let array = |shape: &[usize], data| DynArray::Array { shape: shape.to_vec(), data };
    let f64s = |shape: &[usize], from: usize| {
        let len: usize = shape.iter().product();
        array(shape, DynData::F64((from..from + len).map(number).collect()))
    };
    let ints = |k: usize| (number(k) * 100.0) as i64;
    match name {
        "elements" | "polars" => {
            vec![f64s(&[5, n], 0), f64s(&[n], 3), DynArray::Scalar(DynData::F64(vec![0.25]))]
        }
        "reductions" => vec![f64s(&[5, n], 1), f64s(&[n], 2)],
        "singles" => vec![array(&[n], DynData::F32((0..n).map(|k| number(k) as f32).collect()))],
        "integers" => vec![
            array(&[n], DynData::I32((0..n).map(|k| ints(k) as i32).collect())),
            array(&[n], DynData::U8((0..n).map(|k| ints(k) as u8).collect())),
            array(&[n], DynData::I64((0..n).map(|k| ints(k + 5)).collect())),
        ],
        "bools" => {
            vec![array(&[n], DynData::Bool((0..n).map(|k| k % 3 == 0).collect())), f64s(&[n], 4)]
        }
        _ => vec![f64s(&[n], 5), DynArray::Scalar(DynData::I64(vec![4]))],
    }
}

const SIZES: [usize; 7] = [0, 1, 3, 8, 21, 1000, 40_000];

fn on(device: &Device, function: &Function, mode: Mode, n: usize) -> Vec<DynArray> {
    let args = arguments(function.program().name, n);
    device.run(|| call_dynamic(function, mode, &[], args)).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn c_functions_are_applied_to_elements() {
    Device::cpu().run(|| {
        for n in SIZES {
            let x = Array::from_fn([5, n], |[i, j]| number(i * n + j)).unwrap();
            let y = Array::from_fn([n], |[j]| number(j + 3)).unwrap();
            let (a, b, c) = elements(&x, &y, 0.25).unwrap();
            let (x, y) = (x.to_vec(), y.to_vec());
            let want: Vec<f64> = (0..5 * n).map(|k| phi(x[k] + 1.0, y[k % n]) * 0.375).collect();
            assert_eq!(a.to_vec(), want);
            let want: Vec<f64> = y.iter().map(|y| phi(*y, 2.0) - phi(*y, 0.25)).collect();
            assert_eq!(b.to_vec(), want);
            assert_eq!(c.item(), phi(0.25, 0.25));
            let (x, y) = (&x, &y);
            let polar = |x: f64, y: f64| {
                ((x * x + y * y).sqrt(), (if x > y { 0.25 * y } else { 0.5 * x }) as f32)
            };
            let rows = Array::from_vec([5, n], x.clone()).unwrap();
            let (a, b, _) = polars(&rows, y, 0.25).unwrap();
            let want = (0..5 * n).map(|k| polar(x[k], y[k % n]));
            let want: Vec<f64> = want.map(|(r, turns)| r + f64::from(turns)).collect();
            assert_eq!(a.to_vec(), want);
            assert_eq!(b.to_vec(), y.iter().map(|y| polar(*y, 0.5).1).collect::<Vec<_>>());
            let [ints, bytes, longs] = [0, 1, 2].map(|k| {
                Array::from_fn([n], |[j]| (number(j + k) * 100.0) as i64).unwrap().to_vec()
            });
            let (a, b) = (ints.iter().map(|x| *x as i32), bytes.iter().map(|x| *x as u8));
            let (a, b): (Vec<i32>, Vec<u8>) = (a.collect(), b.collect());
            let (z, digits, _) = integers(&a, &b, &longs).unwrap();
            let want =
                (0..n).map(|k| longs[k] * i64::from(a[k] - i32::from(b[k])) - i64::from(a[k]));
            assert_eq!(z.to_vec(), want.collect::<Vec<_>>());
            let want = b.iter().map(|b| b % 10 + b.wrapping_add(5) % 10);
            assert_eq!(digits.to_vec(), want.collect::<Vec<_>>());
            let mask: Vec<bool> = (0..n).map(|k| k % 3 == 0).collect();
            let (and, any, count) = bools(&mask, y).unwrap();
            let differs = |a: bool, x: f64| a != (x > 0.0);
            let want: Vec<bool> = (0..n).map(|k| differs(mask[k], y[k])).collect();
            assert_eq!(any.item(), want.iter().any(|d| *d));
            let want = want.iter().zip(&mask).map(|(d, a)| d & !a);
            assert_eq!(and.to_vec(), want.collect::<Vec<_>>());
            let want = (0..n).filter(|k| differs(!mask[*k], 0.5 - y[*k])).count();
            assert_eq!(count.item(), want as i64);
        }
    });
}

#[test]
fn threads_and_fusion_change_nothing() {
    for function in functions() {
        for n in SIZES {
            let name = function.program().name;
            let one = on(&Device::cpu_with_threads(1), function, Mode::Fused, n);
            let three = on(&Device::cpu_with_threads(3), function, Mode::Fused, n);
            assert_eq!(format!("{one:?}"), format!("{three:?}"), "{name} {n}");
            let unfused = on(&Device::cpu_with_threads(2), function, Mode::Unfused, n);
            compare(&unfused, &one, &format!("{name} {n}"));
        }
    }
}

#[test]
fn kernels_for_gpus_have_the_text_of_the_headers() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign-host");
    for function in functions() {
        let program = function.program();
        assert!(program.cuda.source.contains("ARRAY_FUNCTION"), "{}", program.cuda.source);
        let launcher = HostLauncher::new(program, &cache).unwrap_or_else(|e| panic!("{e}"));
        for (n, mode) in SIZES.into_iter().flat_map(|n| [(n, Mode::Fused), (n, Mode::Unfused)]) {
            let args = arguments(program.name, n);
            // SAFETY: the launcher runs the program's own kernels.
            let cuda = unsafe { run_with(function, mode, &[], args, &launcher) };
            let cpu = on(&Device::cpu(), function, mode, n);
            compare(&cuda.unwrap(), &cpu, &format!("{} {n} {mode:?}", program.name));
        }
    }
}

array_fn! {
    unsafe extern "<math.h>" fn j0(x: f64) -> f64;
    unsafe extern fn crate::cube(x: f64) -> f64;
    unsafe extern fn crate::inner::is_even(n: u64) -> bool;
    unsafe extern fn crate::inner::divided(n: u64, by: i32) -> (u64, i32);

    /// A function of a library, whose code no compiler sees.
    pub fn bessel<N>(x: [f64; N]) -> [f64; N] { j0(x) }

    /// A function in Rust with two results.
    pub fn quotients<N>(n: [u64; N]) -> ([u64; N], [i32; N]) { divided(n, 7 as i32) }

    /// Functions in Rust.
    pub fn in_rust<N>(x: [f64; N], n: [u64; N]) -> ([f64; N], i64) {
        (cube(x) + 1.0, sum(is_even(n)))
    }
}

fn cube(x: f64) -> f64 {
    x * x * x
}

mod inner {
    pub fn divided(n: u64, by: i32) -> (u64, i32) {
        let by = u64::from(by.unsigned_abs()).max(1);
        (n / by, (n % by) as i32)
    }

    pub fn is_even(n: u64) -> bool {
        n.is_multiple_of(2)
    }
}

#[test]
fn functions_of_libraries_and_in_rust_run_on_cpus() {
    Device::cpu().run(|| {
        let values = bessel(&[0.0, 1.0, 2.404825557695773]).unwrap().to_vec();
        let want = [1.0, 0.765_197_686_557_966_6, 0.0];
        assert!(values.iter().zip(want).all(|(v, w)| (v - w).abs() < 1e-15), "{values:?}");
        for n in SIZES {
            let x: Vec<f64> = (0..n).map(number).collect();
            let k: Vec<u64> = (0..n as u64).collect();
            let (cubes, even) = in_rust(&x, &k).unwrap();
            let want: Vec<f64> = x.iter().map(|x| x * x * x + 1.0).collect();
            assert_eq!(cubes.to_vec(), want);
            assert_eq!(even.item(), n.div_ceil(2) as i64);
            let (quotients, rests) = quotients(&k).unwrap();
            assert_eq!(quotients.to_vec(), k.iter().map(|k| k / 7).collect::<Vec<_>>());
            assert_eq!(rests.to_vec(), k.iter().map(|k| (k % 7) as i32).collect::<Vec<_>>());
        }
    });
}

#[test]
fn gpus_refuse_what_they_have_no_code_for() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let driver = StandIn::install().unwrap();
    for function in functions() {
        let cuda = &function.program().cuda;
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign-stand-in");
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    let gpu = Device::cuda(0).unwrap();
    for function in functions() {
        for n in SIZES {
            let got = on(&gpu, function, Mode::Fused, n);
            let cpu = on(&Device::cpu(), function, Mode::Fused, n);
            compare(&got, &cpu, &format!("{} {n}", function.program().name));
        }
    }
    let error = gpu.run(|| bessel(&[1.0])).unwrap_err();
    assert!(matches!(error, Error::OnlyOnCpus { function: "bessel", .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "bessel: `<math.h>` has no body of `j0`, so GPUs cannot run it: call it on a CPU, \
         `Device::cpu().run(|| ...)`, with arrays that are there"
    );
    let error = gpu.run(|| in_rust(&[1.0], &[1])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "in_rust: `cube` is a Rust function, which GPUs cannot call: call it on a CPU, \
         `Device::cpu().run(|| ...)`, with arrays that are there"
    );
    gpu.synchronize().unwrap();
    driver.check();
}

array_fn! {
    #![unfused]

    unsafe extern "tests/foreign/arrays.h" fn smooth<M, N>(x: [f64; M, N]) -> [f64; M, N];
    unsafe extern "tests/foreign/arrays.h" fn tally<N, K>(x: [u8; N], weight: i64) -> [i64; K];
    unsafe extern "tests/foreign/arrays.h" fn first_positive<N>(x: [f32; N], otherwise: f32) -> f32;
    unsafe extern "tests/foreign/arrays.h" fn partitioned<N>(x: [f64; N], pivot: f64) -> ([f64; N], [i32; N], i64);
    unsafe extern "tests/foreign/arrays.h" fn counting<N>() -> [i64; N];
    unsafe extern "tests/foreign/arrays.h" fn forgets<N>(x: [f64; N]) -> [f64; N];

    /// Between element-wise operations, on a view, and twice.
    pub fn smoothed<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; N, M]) {
        (smooth(smooth(2 * x) + 1.0), smooth(x.T))
    }

    pub fn tallies<N, K>(x: [u8; N], weight: i64) -> ([i64; K], [i64; 4]) {
        (tally(K, x, weight), tally(4, x[1..], 2) - 1)
    }

    pub fn first<N>(x: [f32; N], otherwise: f32) -> ([f32; N], f32) {
        let p = first_positive(x, otherwise);
        (x * p, first_positive(-x, 0.5))
    }

    /// Several results, as results, for others, and in a loop.
    pub fn parts<N>(x: [f64; N], n: i64) -> ([f64; N], [i64; N], i64, [f64; N]) {
        let (y, from, below) = partitioned(x, 0.0);
        let mut z = x;
        let mut all = 0;
        for _ in 0..n {
            let (low, _, count) = partitioned(z, 0.5);
            z = flip(low);
            all += count;
        }
        (y, counting(N) + from as i64, below + all, z)
    }

    /// In a loop, in place.
    pub fn diffused<N>(u: &mut [f64; 1, N], n: i64) {
        for _ in 0..n { u = smooth(u); }
    }

    pub fn forgotten<N>(x: [f64; N]) -> [f64; N] { forgets(x) }
}

fn smooth(x: &[f64], columns: usize) -> Vec<f64> {
    let inner = |j: usize| j > 0 && j + 1 < columns;
    let at = |k: usize| match inner(k % columns) {
        true => (x[k - 1] + x[k] + x[k + 1]) / 3.0,
        false => x[k],
    };
    (0..x.len()).map(at).collect()
}

#[test]
fn c_functions_of_arrays_run_on_cpus() {
    for threads in [1, 3] {
        Device::cpu_with_threads(threads).run(|| {
            for n in [1, 2, 5, 1000] {
                let x = Array::from_fn([3, n], |[i, j]| number(i * n + j)).unwrap();
                let (a, b) = smoothed(&x).unwrap();
                let x = x.to_vec();
                let twice: Vec<f64> = x.iter().map(|x| 2.0 * x).collect();
                let twice: Vec<f64> = smooth(&twice, n).iter().map(|x| x + 1.0).collect();
                assert_eq!(a.to_vec(), smooth(&twice, n));
                let turned: Vec<f64> = (0..3 * n).map(|k| x[k % 3 * n + k / 3]).collect();
                assert_eq!(b.to_vec(), smooth(&turned, 3));

                let bytes: Vec<u8> = (0..n).map(|k| (k * 7 % 6) as u8).collect();
                let (all, few) = tallies(5, &bytes, 3).unwrap();
                let count = |k: u8, from: usize| bytes[from..].iter().filter(|b| **b == k).count();
                let want: Vec<i64> = (0..5).map(|k| 3 * count(k, 0) as i64).collect();
                assert_eq!(all.to_vec(), want);
                let want: Vec<i64> = (0..4).map(|k| 2 * count(k, 1) as i64 - 1).collect();
                assert_eq!(few.to_vec(), want);

                let singles: Vec<f32> = x[..n].iter().map(|x| *x as f32).collect();
                let (times, negative) = first(&singles, 4.0).unwrap();
                let p = singles.iter().copied().find(|x| *x > 0.0).unwrap_or(4.0);
                assert_eq!(times.to_vec(), singles.iter().map(|x| x * p).collect::<Vec<_>>());
                let p = singles.iter().map(|x| -x).find(|x| *x > 0.0).unwrap_or(0.5);
                assert_eq!(negative.item(), p);

                let partitioned = |x: &[f64], pivot: f64| {
                    let mut order: Vec<usize> = (0..x.len()).collect();
                    order.sort_by_key(|k| x[*k] >= pivot);
                    let below = x.iter().filter(|x| **x < pivot).count() as i64;
                    (order.iter().map(|k| x[*k]).collect::<Vec<_>>(), order, below)
                };
                let (y, from, below, z) = parts(&x[..n], 3).unwrap();
                let (want, order, mut count) = partitioned(&x[..n], 0.0);
                assert_eq!(y.to_vec(), want);
                let from_want = order.iter().enumerate().map(|(k, from)| (3 * k + from) as i64);
                assert_eq!(from.to_vec(), from_want.collect::<Vec<_>>());
                let mut want = x[..n].to_vec();
                for _ in 0..3 {
                    let (low, _, below) = partitioned(&want, 0.5);
                    want = low.into_iter().rev().collect();
                    count += below;
                }
                assert_eq!((below.item(), z.to_vec()), (count, want));

                let mut u = x[..n].to_vec();
                let mut want = u.clone();
                for _ in 0..3 {
                    want = smooth(&want, n);
                }
                let mut state = Array::from_vec([1, n], std::mem::take(&mut u)).unwrap();
                diffused(&mut state, 3).unwrap();
                assert_eq!(state.to_vec(), want);
            }
            let unfused = Device::cpu_with_threads(threads).unfused();
            let x = Array::from_fn([3, 8], |[i, j]| number(i * 8 + j)).unwrap();
            let fused = smoothed(&x).unwrap();
            let (a, b) = unfused.run(|| smoothed(&x)).unwrap();
            assert_eq!((a.to_vec(), b.to_vec()), (fused.0.to_vec(), fused.1.to_vec()));
        });
    }
}

/// Builds with debug assertions fill results first.
#[test]
#[cfg(debug_assertions)]
fn what_a_function_does_not_write_stands_out() {
    let result = Device::cpu().run(|| forgotten(&[1.0, 2.0])).unwrap().to_vec();
    assert!(result.iter().all(|x| x.is_nan()), "{result:?}");
}

#[test]
fn explanations_name_foreign_functions_and_their_bytes() {
    let text = format!("{:#}", smoothed::explain(&Device::cpu(), 1000, 100).unwrap());
    assert!(text.contains("smooth"), "{text}");
}

#[cfg(has_blas)]
array_fn! {
    unsafe extern "tests/foreign/blas.h" fn product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N];

    /// A product by BLAS, and the same by kernels.
    pub fn products<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> ([f64; M, N], [f64; M, N]) {
        (product(a, b), a @ b)
    }
}

#[test]
#[cfg(has_blas)]
fn blas_is_a_function_of_arrays() {
    Device::cpu().run(|| {
        for [m, k, n] in [[1, 1, 1], [3, 5, 2], [64, 100, 33]] {
            let a = Array::from_fn([m, k], |[i, j]| number(i * k + j)).unwrap();
            let b = Array::from_fn([k, n], |[i, j]| number(i * n + j + 1)).unwrap();
            let (by_blas, by_kernels) = products(&a, &b).unwrap();
            let pairs = by_blas.to_vec().into_iter().zip(by_kernels.to_vec());
            let differs = pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            assert!(differs < 1e-11, "{m} {k} {n}: {differs:e}");
        }
    });
}

#[test]
#[cfg(not(has_blas))]
fn blas_is_a_function_of_arrays() {
    println!("skipped: no <cblas.h>, or no libblas (Debian: libblas-dev)");
}
