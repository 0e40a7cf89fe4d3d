//! Routines on rows that are too long for a block of a GPU, as chains of kernels: on the stand-in driver and on the
//! host, against the CPU.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::__rt::plan::{DType, Param};
use array_fn::__rt::{DynArray, DynData, Function, Mode, call_dynamic, run_with};
use array_fn::{Device, array_fn};
use array_fn_cuda_host::agreement::compare;
use array_fn_cuda_host::{HostLauncher, Sanitizer};
use std::path::{Path, PathBuf};

array_fn! {
    pub fn sums<M, N>(x: [f64; M, N], y: [f32; M, N], i: [i32; M, N], j: [u8; M, N])
        -> ([f64; M, N], [f32; M, N], [i64; M, N], [u64; M, N])
    {
        (cumsum(x, axis=1), cumsum(y, axis=1), cumsum(i, axis=1), cumsum(j, axis=1))
    }

    pub fn extrema<M, N>(x: [f64; M, N], i: [i32; M, N], j: [u8; M, N])
        -> ([f64; M, N], [i32; M, N], [u8; M, N])
    {
        (cummax(x, axis=1), cummin(i, axis=1), cummax(j, axis=1))
    }

    pub fn columns<M, N>(x: [f64; N, M], i: [i32; N, M]) -> ([f64; N, M], [i32; N, M]) {
        (cumsum(x, axis=0), cummin(i, axis=0))
    }

    pub fn complex_products<M, N>(z: [c64; M, N]) -> [c64; M, N] {
        cumprod(z, axis=1)
    }

    pub fn found<M, N>(x: [f64; M, N]) -> ([f64; M * N], i64, [i64; M * N], [i64; M * N], i64) {
        let row = ravel(x);
        let (large, larges) = compress(row > 0.9, row, size=M * N);
        let (rows, columns, others) = nonzero(abs(x) < 0.4, size=M * N, fill_value=-1);
        (large, larges, rows, columns, others)
    }

    #[strict]
    pub fn in_order<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        cumsum(x, axis=1)
    }
}

fn functions() -> [&'static Function; 6] {
    [
        &sums::FUNCTION,
        &extrema::FUNCTION,
        &columns::FUNCTION,
        &complex_products::FUNCTION,
        &found::FUNCTION,
        &in_order::FUNCTION,
    ]
}

/// A number that looks random.
fn random(k: usize) -> u64 {
    let mixed = (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11
}

/// Rows, and their length, around the borders of tiles; and rows that are left to one block.
const SIZES: [[usize; 2]; 9] = [
    [0, 9000],
    [2, 0],
    [1, 8192],
    [1, 8193],
    [3, 9000],
    [2, 4096 * 3 - 1],
    [1, 4096 * 4],
    [2, 4096 * 5 + 1],
    // More than a group of tiles.
    [1, 1_100_000],
];

/// Arguments for `m` rows of length `n`. Some floats are NaN where `nan` says so.
fn arguments(function: &Function, [m, n]: [usize; 2], nan: bool) -> Vec<DynArray> {
    let float = |k: usize| match nan && random(k).is_multiple_of(10_000) {
        true => f64::NAN,
        false => (random(k) % 2001) as f64 / 1000.0 - 1.0,
    };
    let params = function.program().params.iter();
    let one = |param: &Param| {
        let columns = function.program().name == "columns";
        let mut shape = if columns { vec![n, m] } else { vec![m, n] };
        let (all, name) = (0..m * n, param.name);
        let data = match param.dtype {
            DType::F64 if name == "z" => {
                shape.push(2);
                // On the unit circle, so that products neither vanish nor overflow.
                let parts = all.flat_map(|k| [float(k).cos(), float(k).sin()]);
                DynData::F64(parts.collect())
            }
            DType::F64 => DynData::F64(all.map(float).collect()),
            DType::F32 => DynData::F32(all.map(|k| float(k) as f32).collect()),
            DType::I32 => DynData::I32(all.map(|k| random(k) as i32).collect()),
            DType::U8 => DynData::U8(all.map(|k| random(k) as u8).collect()),
            other => panic!("no parameter has {other:?}"),
        };
        DynArray::Array { shape, data }
    };
    params.map(one).collect()
}

/// A folder for compiled kernels. The two tests run at the same time and compile files of the same names, so each has
/// its own.
fn cache(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The bits of an array: NaNs are equal to themselves, and zeros have signs.
fn bits(arrays: &[DynArray]) -> String {
    format!("{arrays:?}").replace("-NaN", "NaN")
}

/// Only rows of more than 8192 elements are chains, and none that are summed in order.
#[test]
fn the_length_of_a_row_decides() {
    for function in functions() {
        let program = function.program();
        let has_chains = program.name != "in_order";
        for (n, is_long) in [(0, false), (1, false), (8192, false), (8193, true), (1 << 40, true)] {
            for rows in [1, 1000] {
                // The length, then the number of columns beside each other if a scan goes down, then the points.
                let sizes =
                    if program.name == "columns" { vec![n, rows, rows] } else { vec![n, rows] };
                let scans = program.kernels.iter().filter(|kernel| !kernel.chains.is_empty());
                let chains: Vec<bool> = scans.map(|k| k.chain(&sizes).is_some()).collect();
                assert_eq!(chains.is_empty(), !has_chains, "{}", program.name);
                assert!(chains.iter().all(|found| *found == is_long), "{} {n}", program.name);
            }
        }
    }
}

#[test]
fn long_rows_agree_on_the_host() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    for function in functions() {
        let program = function.program();
        let launcher =
            HostLauncher::new(program, &cache("long-rows-host")).unwrap_or_else(|e| panic!("{e}"));
        // Threads as fibers of a sanitizer take long.
        let few = std::env::var_os("ARRAY_FN_HOST_SANITIZER").is_some();
        for sizes in SIZES.into_iter().filter(|[m, n]| !few || m * n < 20_000) {
            for nan in [false, true] {
                let args = || arguments(function, sizes, nan);
                // SAFETY: the launcher runs the program's own kernels.
                let cuda = unsafe { run_with(function, Mode::Fused, &[], args(), &launcher) };
                let run = || call_dynamic(function, Mode::Fused, &[], args());
                let cpu = Device::cpu().run(run).unwrap();
                let cuda = cuda.unwrap();
                compare(&cuda, &cpu, &format!("{} {sizes:?}", program.name));
                if program.name == "in_order" {
                    assert_eq!(bits(&cuda), bits(&cpu), "{sizes:?}");
                }
            }
        }
    }
}

/// A result has the same bits in every call, whatever the order of blocks, and whatever the number of rows.
#[test]
fn long_rows_have_the_same_bits_in_any_order() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let driver = StandIn::install().unwrap();
    for function in functions() {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache("long-rows-stand-in"));
    }
    let gpu = Device::cuda(0).unwrap();
    for function in functions() {
        let call = |sizes| {
            let args = arguments(function, sizes, true);
            gpu.run(|| call_dynamic(function, Mode::Fused, &[], args)).unwrap()
        };
        for n in [4096 * 2 + 5, 4096 * 3] {
            let first = call([1, n]);
            let cpu = call_dynamic(function, Mode::Fused, &[], arguments(function, [1, n], true));
            compare(&first, &cpu.unwrap(), function.program().name);
            for seed in 0..6 {
                driver.set_seed(seed);
                assert_eq!(bits(&call([1, n])), bits(&first), "{} {seed}", function.program().name);
            }
            // The results of these have no rows of their own.
            if !matches!(function.program().name, "columns" | "found") {
                let several = call([3, n]);
                let row = |array: &DynArray| {
                    let text = bits(std::slice::from_ref(array));
                    let start = text.find("([").unwrap() + 2;
                    text[start..text.find("])").unwrap()].to_owned()
                };
                for (several, first) in several.iter().zip(&first) {
                    assert!(row(several).starts_with(&row(first)), "{}", function.program().name);
                }
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
        sanitizer.run_tests(&["long_rows_agree_on_the_host"]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(run.passed(), Some(1), "{:#?}\n{}", run.reports(), run.text());
}

#[test]
#[ignore = "slow"]
fn sanitized_long_rows_stay_within_their_memory() {
    sanitized(Sanitizer::Address);
}

#[test]
#[ignore = "slow"]
fn sanitized_long_rows_have_no_races() {
    sanitized(Sanitizer::Thread);
}
