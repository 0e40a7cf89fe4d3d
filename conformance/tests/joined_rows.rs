//! Several launches of a row, or phases of a kernel, whose sums threads of a GPU share: on the stand-in driver and on the host, against the CPU.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::__rt::plan::{DType, Param};
use array_fn::__rt::{DynArray, DynData, Function, Mode, call_dynamic, run_with};
use array_fn::cuda::{Autotune, Executor};
use array_fn::{Device, array_fn};
use array_fn_cuda_host::agreement::compare;
use array_fn_cuda_host::{HostLauncher, Sanitizer};
use std::path::{Path, PathBuf};

array_fn! {
    /// The exponentials stay in shared memory.
    pub fn softmaxes<M, N>(x: [f64; M, N], y: [f32; M, N])
        -> ([f64; M, N], [f32; M, N], [f32; M, N])
    {
        let e = exp(y - max(y, axis=1, keepdims=true));
        let d = sin(exp(cos(x - max(x, axis=1, keepdims=true))) ** 0.3) ** 0.4;
        let narrow = (d / sum(d, axis=1, keepdims=true)) as f32;
        (softmax(x, axis=1), e / sum(e, axis=1, keepdims=true), narrow)
    }

    /// Exact, and so the same on all devices.
    pub fn shares<M, N>(i: [i64; M, N]) -> [i64; M, N] {
        let total = sum(i, axis=1, keepdims=true);
        i * 1000 - total + argmax(i, axis=1)[.., newaxis]
    }

    /// In place, with a result in the middle and a scalar.
    pub fn normalise<M, N>(x: &mut [f64; M, N], c: f64) -> ([f64; M], [f64; M]) {
        let mean = mean(x, axis=1, keepdims=true);
        let deviation = std(x, axis=1, keepdims=true) + c;
        x = (x - mean) / deviation;
        (mean[.., 0], deviation[.., 0])
    }

    /// Two numbers for each point.
    pub fn complex<M, N>(z: [c64; M, N]) -> [c64; M, N] {
        let e = sin(exp(z - mean(z, axis=1, keepdims=true)) * 0.1);
        e / sum(e, axis=1, keepdims=true)
    }

    /// One kernel anyway, because the lengths of rows are known. Threads share a row in all its phases.
    pub fn literal<M>(x: &mut [f64; M, 300], y: [f32; M, 5000], i: [i32; M, 64])
        -> ([f32; M, 5000], [i32; M, 64], [f64; M])
    {
        let deviation = std(x, axis=1);
        x = (x - mean(x, axis=1, keepdims=true)) / (deviation[.., newaxis] + 0.1);
        let e = exp(y - max(y, axis=1, keepdims=true));
        let found = argmax(i, axis=1)[.., newaxis];
        let total = sum(i, axis=1, keepdims=true);
        (e / sum(e, axis=1, keepdims=true), i * 10 + (found - total) as i32, deviation)
    }

    /// The kernel needs what another launch makes of its first result, so it is none.
    pub fn around<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let totals = sum(x, axis=1);
        let all = sum(totals * totals);
        x / totals[.., newaxis] + all
    }

    /// One kernel, in which all threads of a row need its maximum.
    pub fn signs<M, N>(x: [f64; M, N], y: [f64; M, N]) -> [f64; M] {
        sum(copysign(y, max(x, axis=1, keepdims=true)), axis=1)
    }
}

fn functions() -> [&'static Function; 6] {
    [
        &softmaxes::FUNCTION,
        &shares::FUNCTION,
        &normalise::FUNCTION,
        &around::FUNCTION,
        &literal::FUNCTION,
        &complex::FUNCTION,
    ]
}

/// Rows, and their length: around the numbers of threads that share a row, and where one kernel begins to be too few
/// blocks.
const SIZES: [[usize; 2]; 10] = [
    [0, 100],
    [5, 15],
    [70, 16],
    [33, 129],
    [1, 1000],
    [9, 1024],
    [5, 4097],
    [1, 8192],
    [2, 8193],
    [257, 8193],
];

fn arguments(function: &Function, [m, n]: [usize; 2]) -> Vec<DynArray> {
    let number = |k: usize| (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let float = |k: usize| (number(k) % 2001) as f64 / 1000.0 - 0.9;
    let one = |param: &Param| {
        let n = match (function.program().name, param.name) {
            ("literal", "x") => 300,
            ("literal", "y") => 5000,
            ("literal", _) => 64,
            _ => n,
        };
        let mut shape = vec![m, n];
        if param.name == "z" {
            shape.push(2);
        }
        let all = 0..shape.iter().product::<usize>();
        let data = match param.dtype {
            DType::F64 if param.name == "c" => return DynArray::Scalar(DynData::F64(vec![0.5])),
            DType::F64 => DynData::F64(all.map(float).collect()),
            DType::F32 => DynData::F32(all.map(|k| float(k) as f32).collect()),
            DType::I32 => DynData::I32(all.map(|k| (number(k) % 100) as i32).collect()),
            DType::I64 => DynData::I64(all.map(|k| (number(k) % 100) as i64).collect()),
            other => panic!("no parameter has {other:?}"),
        };
        DynArray::Array { shape, data }
    };
    function.program().params.iter().map(one).collect()
}

/// A folder for compiled kernels. The two tests run at the same time and compile files of the same names, so each has
/// its own.
fn cache(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn rows_are_joined() {
    let joined = functions().map(|function| {
        let variants = function.program().variants.iter();
        let joined = variants.flat_map(|variant| variant.fused.joined);
        joined.map(|joined| joined.launches.len()).collect::<Vec<_>>()
    });
    let text = literal::FUNCTION.program().cuda.source;
    for sharing in [8, 32, 256] {
        assert!(text.contains(&format!("const unsigned int sharing = {sharing};")), "{text}");
    }
    assert_eq!(joined, [vec![4, 4], vec![2], vec![2], vec![], vec![], vec![2]]);
    // Few long rows would be few blocks, and short rows have one thread each.
    for ([m, n], is_joined) in
        [([40, 15], false), ([40, 16], true), ([1, 8192], true), ([9, 8193], false)]
    {
        let explanation = shares::explain(&Device::cpu(), m, n).unwrap();
        let kernels: Vec<&str> = explanation.launches.iter().map(|l| l.cuda[0]).collect();
        assert_eq!(kernels.iter().all(|kernel| *kernel == kernels[0]), is_joined, "{m} {n}");
        let parts = kernels[0].matches("static __device__ inline void").count();
        assert_eq!(parts, if is_joined { 2 } else { 0 }, "{m} {n}");
    }
}

#[test]
fn joined_rows_agree_on_the_host() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    // Threads as fibers of a sanitizer take long.
    let few = std::env::var_os("ARRAY_FN_HOST_SANITIZER").is_some();
    for function in functions() {
        let program = function.program();
        let launcher = HostLauncher::new(program, &cache("joined-rows-host"));
        let launcher = launcher.unwrap_or_else(|e| panic!("{e}"));
        for sizes in SIZES.into_iter().filter(|[m, n]| !few || m * n < 20_000) {
            let args = || arguments(function, sizes);
            // SAFETY: the launcher runs the program's own kernels.
            let cuda = unsafe { run_with(function, Mode::Fused, &[], args(), &launcher) }.unwrap();
            let apart = launcher.of_candidate(1);
            // SAFETY: as above.
            let apart = unsafe { run_with(function, Mode::Fused, &[], args(), &apart) }.unwrap();
            assert_eq!(format!("{apart:?}"), format!("{cuda:?}"), "{} {sizes:?}", program.name);
            let run = || call_dynamic(function, Mode::Fused, &[], args());
            let cpu = Device::cpu().run(run).unwrap();
            compare(&cuda, &cpu, &format!("{} {sizes:?}", program.name));
        }
    }
}

/// The maximum of zeros with different signs is either, but the same in all threads.
#[test]
fn threads_of_a_row_agree_on_the_sign_of_zero() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let function: &'static Function = &signs::FUNCTION;
    assert_eq!(function.program().kernels.len(), 1, "{}", function.program().cuda.source);
    let launcher = HostLauncher::new(function.program(), &cache("joined-rows-signs"));
    let launcher = launcher.unwrap_or_else(|e| panic!("{e}"));
    for n in [15, 16, 64, 1000, 5000] {
        let array = |value: &dyn Fn(usize) -> f64| DynArray::Array {
            shape: vec![7, n],
            data: DynData::F64((0..7 * n).map(value).collect()),
        };
        let zero = |k: usize| if k.wrapping_mul(0x9E37_79B9) >> 7 & 1 == 0 { 0.0 } else { -0.0 };
        let args = vec![array(&zero), array(&|_| 1.0)];
        // SAFETY: the launcher runs the program's own kernels.
        let found = unsafe { run_with(function, Mode::Fused, &[], args, &launcher) }.unwrap();
        let DynArray::Array { data: DynData::F64(sums), .. } = &found[0] else {
            panic!("{found:?}")
        };
        assert!(sums.iter().all(|sum| sum.abs() == n as f64), "{n}: {sums:?}");
    }
}

/// With any executor, in any order of blocks. The stand-in counts the kernels.
#[test]
fn joined_rows_agree_on_the_stand_in() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let driver = StandIn::install().unwrap();
    for function in functions() {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache("joined-rows-stand-in"));
    }
    let gpu = Device::cuda(0).unwrap().with_autotune(Autotune::Off);
    for function in functions() {
        for sizes in SIZES {
            let call = |device: &Device| {
                let args = arguments(function, sizes);
                device.run(|| call_dynamic(function, Mode::Fused, &[], args)).unwrap()
            };
            let before = driver.counters().kernels;
            let first = call(&gpu);
            gpu.synchronize().unwrap();
            let kernels = driver.counters().kernels - before;
            if function.program().name == "shares" {
                let expected = match sizes {
                    [0, _] => 0,
                    [_, ..16] | [2, 8193] => 2,
                    _ => 1,
                };
                assert_eq!(kernels, expected, "{sizes:?}");
            }
            compare(
                &first,
                &call(&Device::cpu()),
                &format!("{} {sizes:?}", function.program().name),
            );
            let others = [Executor::LinearGraph, Executor::Stream].into_iter();
            for executor in others.filter(|_| sizes[0] * sizes[1] < 20_000) {
                let other = call(&gpu.clone().with_executor(executor));
                assert_eq!(format!("{other:?}"), format!("{first:?}"), "{executor:?} {sizes:?}");
            }
            let seeds = if sizes[0] * sizes[1] < 20_000 { 0..2 } else { 0..1 };
            for seed in seeds {
                driver.set_seed(seed);
                assert_eq!(format!("{:?}", call(&gpu)), format!("{first:?}"), "{sizes:?}");
            }
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
    let run =
        sanitizer.run_tests(&["joined_rows_agree_on_the_host"]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(run.passed(), Some(1), "{:#?}\n{}", run.reports(), run.text());
}

#[test]
#[ignore = "slow"]
fn sanitized_joined_rows_stay_within_their_memory() {
    sanitized(Sanitizer::Address);
}

#[test]
#[ignore = "slow"]
fn sanitized_joined_rows_have_no_races() {
    sanitized(Sanitizer::Thread);
}
