//! Loops and branches on every executor: threads of a CPU, kernels for GPUs on the host and on the stand-in driver, fused
//! and unfused, against plain Rust.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::__rt::{DynArray, DynData, Function, Mode, call_dynamic, run_with};
use array_fn::cuda::Executor;
use array_fn::{Array, Device, array_fn};

use array_fn_cuda_host::agreement::compare;
use array_fn_cuda_host::{HostLauncher, Sanitizer};
use std::path::{Path, PathBuf};

array_fn! {
    #![unfused]

    /// Neighbours of old elements: passes alternate between two arrays.
    pub fn jacobi<N>(u: &mut [f64; N], b: [f64; N], tolerance: f64) -> (f64, i64) {
        let mut error = 1e300;
        let passes = while error > tolerance, at most 50 {
            let old = u;
            u[1..-1] = 0.5 * (old[..-2] + old[2..] + b[1..-1]);
            error = max(abs(u - old));
        };
        (error, passes)
    }

    /// Scalars alone.
    pub fn collatz(start: i64) -> (i64, i64) {
        let mut n = start;
        let mut most = start;
        let passes = while n != 1, at most 10000 {
            n = if n % 2 == 0 { floor_divide(n, 2) } else { 3 * n + 1 };
            most = maximum(most, n);
        };
        (passes, most)
    }

    /// A loop in a loop, with branches: Newton's method, for each power.
    pub fn roots<M, N>(x: [f64; N], powers: [f64; M]) -> ([f64; M, N], i64) {
        let mut all = zeros([f64; M, N]);
        let mut steps = 0;
        for m in 0..M {
            let p = powers[m];
            let mut r = x + 1.0;
            loop, at most 60 {
                let next = r - (r ** p - x) / (p * r ** (p - 1.0));
                let change = max(abs(next - r));
                r = next;
                steps += 1;
                if change < 1e-12 { break; }
            }
            if steps > 1000000 { r = sort(r); }
            all[m] = r;
        }
        (all, steps)
    }

    /// Routines, products and gathers in a loop. The sums of rows do not change, so they move out.
    pub fn power_method<N>(a: [f64; N, N], order: [i64; N], n: i32) -> ([f64; N], f64, [i64; N]) {
        let mut v = ones([f64; N]);
        let mut norm = 0.0;
        let mut ranks = arange(N);
        for _ in 0..n {
            let w = a @ v + 0.125 * sum(a, axis=1);
            norm = sqrt(sum(w * w));
            v = (w / norm)[order];
            ranks = argsort(v);
        }
        (v, norm, ranks)
    }

    /// States that change places, and one that is never read.
    pub fn swaps<N>(x: [f32; N], y: [f32; N], n: i64) -> ([f32; N], [f32; N], [bool; N]) {
        let mut a = x;
        let mut b = y;
        let mut less = x < y;
        for t in 0..n {
            let c = a;
            a = b + (t as f32);
            b = c;
            less = a < b;
        }
        (a, b, less)
    }

    /// The distance of Levenshtein. Single elements of an array are stored, next to those of earlier passes.
    pub fn distance<M, N>(a: [i64; M], b: [i64; N]) -> i64 {
        let mut d = zeros([i64; M + 1, N + 1]);
        d[.., 0] = arange(M + 1);
        d[0, ..] = arange(N + 1);
        for i in 0..M {
            for j in 0..N {
                let differ = (a[i] != b[j]) as i64;
                d[i + 1, j + 1] = minimum(minimum(d[i, j + 1], d[i + 1, j]) + 1, d[i, j] + differ);
            }
        }
        d[M, N]
    }

    /// Rows of a parameter, each made of the one before.
    pub fn rows<T, N>(h: &mut [f64; T, N], n: i32) {
        for t in 1..n { h[t] += 0.5 * h[t - 1]; }
    }
}

fn functions() -> [&'static Function; 7] {
    [
        &jacobi::FUNCTION,
        &collatz::FUNCTION,
        &roots::FUNCTION,
        &power_method::FUNCTION,
        &swaps::FUNCTION,
        &distance::FUNCTION,
        &rows::FUNCTION,
    ]
}

fn number(k: usize) -> u64 {
    (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
}

fn f64s(shape: &[usize], at: impl Fn(usize) -> f64) -> DynArray {
    let data = DynData::F64((0..shape.iter().product()).map(at).collect());
    DynArray::Array { shape: shape.to_vec(), data }
}

/// Arguments of some sizes; the last ones keep all threads busy.
fn arguments(name: &str, case: usize) -> Vec<DynArray> {
    let float = |k: usize| (number(k) % 2001) as f64 / 1000.0;
    let scalar = |value: i64| DynArray::Scalar(DynData::I64(vec![value]));
    match name {
        "jacobi" => {
            let n = [3, 4, 9, 1000, 300_000][case];
            let tolerance = [1e-3, 1e301, 0.0, 0.05, 1.0][case];
            let tolerance = DynArray::Scalar(DynData::F64(vec![tolerance]));
            vec![f64s(&[n], float), f64s(&[n], |k| 0.01 * float(k + 7)), tolerance]
        }
        "collatz" => vec![scalar([1, 2, 6, 27, 837_799][case])],
        "roots" => {
            let [m, n] = [[0, 3], [1, 1], [2, 5], [3, 200], [2, 50_000]][case];
            vec![f64s(&[n], |k| 1.0 + float(k)), f64s(&[m], |k| 2.0 + k as f64)]
        }
        "power_method" => {
            let n = [1, 2, 5, 40, 300][case];
            let order = (0..n as i64).rev().collect();
            let passes = DynArray::Scalar(DynData::I32(vec![[0, 1, 2, 5, 4][case]]));
            let order = DynArray::Array { shape: vec![n], data: DynData::I64(order) };
            vec![f64s(&[n, n], float), order, passes]
        }
        "distance" => {
            let [m, n] = [[0, 3], [1, 1], [6, 7], [20, 30], [40, 60]][case];
            let letters = |n: usize, from: usize| {
                let letters = (0..n).map(|k| (number(k + from) % 3) as i64).collect();
                DynArray::Array { shape: vec![n], data: DynData::I64(letters) }
            };
            vec![letters(m, 0), letters(n, 7)]
        }
        "rows" => {
            let shape = [[0, 3], [1, 1], [3, 5], [7, 1000], [3, 200_000]][case];
            let rows = [-1, 1, 2, 7, 3][case];
            vec![f64s(&shape, float), DynArray::Scalar(DynData::I32(vec![rows]))]
        }
        _ => {
            let n = [1, 2, 5, 1000, 200_000][case];
            let of = |from: usize| {
                let data = DynData::F32((from..from + n).map(|k| float(k) as f32).collect());
                DynArray::Array { shape: vec![n], data }
            };
            vec![of(0), of(n), scalar([0, 1, 2, 3, 4][case])]
        }
    }
}

const CASES: usize = 5;

fn cache(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn on(device: &Device, function: &Function, mode: Mode, case: usize) -> Vec<DynArray> {
    let args = arguments(function.program().name, case);
    device.run(|| call_dynamic(function, mode, &[], args)).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn loops_are_right_on_a_cpu() {
    let one = Device::cpu_with_threads(1);
    for threads in 1..4 {
        Device::cpu_with_threads(threads).run(|| {
            for (start, passes, most) in [(1, 0, 1), (6, 8, 16), (27, 111, 9232)] {
                let (got, largest) = collatz(start).unwrap();
                assert_eq!((got.to_vec(), largest.to_vec()), (vec![passes], vec![most]), "{start}");
            }
            let x = Array::from_fn([1000], |[k]| 1.0 + (k % 7) as f64).unwrap();
            let powers = Array::from_fn([3], |[k]| 2.0 + k as f64).unwrap();
            let (all, steps) = roots(&x, &powers).unwrap();
            let steps = steps.to_vec()[0];
            assert!((3..180).contains(&steps), "{steps}");
            let (all, x) = (all.to_vec(), x.to_vec());
            for (k, root) in all.iter().enumerate() {
                let power = 2.0 + (k / 1000) as f64;
                assert!((root - x[k % 1000].powf(1.0 / power)).abs() < 1e-11, "{k}: {root}");
            }
        });
        for function in functions() {
            for case in 0..CASES {
                let several = on(&Device::cpu_with_threads(threads), function, Mode::Fused, case);
                let alone = on(&one, function, Mode::Fused, case);
                let name = function.program().name;
                assert_eq!(format!("{several:?}"), format!("{alone:?}"), "{name} {case} {threads}");
                let unfused = on(&one, function, Mode::Unfused, case);
                compare(&several, &unfused, &format!("{name} {case}"));
            }
        }
    }
}

/// Passes of small loops and of loops that all threads share, against plain Rust.
#[test]
fn jacobi_is_right_on_a_cpu() {
    for (n, tolerance) in [(3, 1e-3), (1000, 1e-2), (300_000, 1.0)] {
        let start = |k: usize| (number(k) % 2001) as f64 / 1000.0;
        let source = |k: usize| 0.01 * start(k + 7);
        let mut u: Vec<f64> = (0..n).map(start).collect();
        let (mut error, mut passes) = (1e300, 0);
        while error > tolerance && passes < 50 {
            let old = u.clone();
            for k in 1..n - 1 {
                u[k] = 0.5 * (old[k - 1] + old[k + 1] + source(k));
            }
            error = u.iter().zip(&old).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            passes += 1;
        }
        let mut got = Array::from_fn([n], |[k]| start(k)).unwrap();
        let b = Array::from_fn([n], |[k]| source(k)).unwrap();
        // The default device would look for a driver before the stand-in is there.
        let run = || jacobi(&mut got, &b, tolerance).unwrap();
        let (got_error, got_passes) = Device::cpu().run(run);
        assert_eq!(got_passes.to_vec(), [passes], "{n}");
        assert_eq!(got_error.to_vec(), [error], "{n}");
        assert_eq!(got.to_vec(), u, "{n}");
    }
}

#[test]
fn elements_and_rows_are_stored_one_by_one() {
    let letters = |word: &str| word.bytes().map(i64::from).collect::<Vec<_>>();
    Device::cpu().run(|| {
        for (a, b, expected) in [("kitten", "sitting", 3), ("", "ab", 2), ("flaw", "lawn", 2)] {
            let got = distance(&letters(a), &letters(b)).unwrap();
            assert_eq!(got.to_vec(), [expected], "{a} {b}");
        }
        let start = |[t, k]: [usize; 2]| (t + k) as f64;
        let mut h = Array::from_fn([4, 300], start).unwrap();
        rows(&mut h, 3).unwrap();
        for k in 0..300 {
            let one = start([1, k]) + 0.5 * start([0, k]);
            let two = start([2, k]) + 0.5 * one;
            assert_eq!((h[[1, k]], h[[2, k]], h[[3, k]]), (one, two, start([3, k])));
        }
        let message = rows(&mut h, 5).unwrap_err().to_string();
        assert!(message.contains("where `n` is 5 (here T = 4)"), "{message}");
    });
}

#[test]
fn explanations_tell_loops() {
    let text = format!("{:#}", jacobi::explain(&Device::cpu(), 100).unwrap());
    let line = text.lines().find(|line| line.starts_with("a loop over passes, u, error: kernels "));
    let line = line.unwrap_or_else(|| panic!("{text}"));
    assert!(
        line.contains(" in each pass, kernels ")
            && line.contains(" instead in every second one, kernel "),
        "{line}"
    );
    assert!(line.ends_with(" after an odd number of passes"), "{line}");
    let text = format!("{:#}", collatz::explain(&Device::cpu()).unwrap());
    assert!(text.contains("a loop over passes, n, most: kernel "), "{text}");
    assert!(text.contains(" in each pass\n"), "{text}");
}

#[test]
fn loops_agree_on_the_host() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    for function in functions() {
        let program = function.program();
        let launcher = HostLauncher::new(program, &cache("loops-host"));
        let launcher = launcher.unwrap_or_else(|e| panic!("{e}"));
        for (case, mode) in (0..CASES - 1).flat_map(|c| [(c, Mode::Fused), (c, Mode::Unfused)]) {
            let args = arguments(program.name, case);
            // SAFETY: the launcher runs the program's own kernels.
            let cuda = unsafe { run_with(function, mode, &[], args, &launcher) };
            let cpu = on(&Device::cpu(), function, mode, case);
            compare(&cuda.unwrap(), &cpu, &format!("{} {case} {mode:?}", program.name));
        }
    }
}

#[test]
fn loops_agree_on_the_stand_in() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let driver = StandIn::install().unwrap();
    for function in functions() {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache("loops-stand-in"));
    }
    let gpu = Device::cuda(0).unwrap();
    for function in functions() {
        for case in 0..CASES - 1 {
            let name = function.program().name;
            let cpu = on(&Device::cpu(), function, Mode::Fused, case);
            let before = driver.counters();
            let first = on(&gpu, function, Mode::Fused, case);
            // However many passes there are; and one for checks.
            let after = driver.counters();
            let checks = !function.program().variants[0].fused.checks.is_empty();
            let launches = after.graph_launches - before.graph_launches;
            assert_eq!(launches, 1 + u64::from(checks), "{name} {case}");
            assert_eq!(after.kernel_launches, before.kernel_launches, "{name} {case}");
            // Other arrays are other arguments of nodes within the loop.
            let second = on(&gpu, function, Mode::Fused, case);
            assert_eq!(format!("{second:?}"), format!("{first:?}"), "{name} {case}");
            compare(&first, &cpu, &format!("{name} {case}"));
            for executor in [Executor::LinearGraph, Executor::Stream] {
                let device = gpu.clone().with_executor(executor);
                let other = on(&device, function, Mode::Fused, case);
                assert_eq!(
                    format!("{other:?}"),
                    format!("{first:?}"),
                    "{name} {executor:?} {case}"
                );
            }
            driver.set_seed(case as u64);
            let again = on(&gpu, function, Mode::Fused, case);
            assert_eq!(format!("{again:?}"), format!("{first:?}"), "{name} {case}");
        }
    }
    gpu.synchronize().unwrap();
    driver.check();
}

/// Runs the test on the host under a sanitizer, which must have nothing to report.
fn sanitized(sanitizer: Sanitizer) {
    if !sanitizer.is_installed() {
        return;
    }
    let run = sanitizer.run_tests(&["loops_agree_on_the_host"]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(run.passed(), Some(1), "{:#?}\n{}", run.reports(), run.text());
}

#[test]
#[ignore = "slow"]
fn sanitized_loops_stay_within_their_memory() {
    sanitized(Sanitizer::Address);
}

#[test]
#[ignore = "slow"]
fn sanitized_loops_have_no_races() {
    sanitized(Sanitizer::Thread);
}
