//! Sorts and segments of many elements, as chains of kernels: on the stand-in driver and on the host, against the CPU.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::__rt::plan::{DType, Param, ParamKind};
use array_fn::__rt::{
    BF16Bits, DynArray, DynData, F16Bits, Function, Mode, call_dynamic, run_with,
};
use array_fn::{Device, array_fn};
use array_fn_cuda_host::agreement::{compare, size};
use array_fn_cuda_host::{HostLauncher, Sanitizer};
use std::path::{Path, PathBuf};

array_fn! {
    pub fn counts<N, B>(i: [index<B>; N]) -> [i64; B] {
        bincount(i)
    }

    /// Numbers outside of all bins are counted nowhere.
    pub fn binned<N>(x: [f64; N]) -> [i64; 20] {
        histogram(x, linspace(-0.5, 0.75, 21))
    }

    /// Of several values for one place the last one is kept.
    pub fn assigned<N, B>(
        y: &mut [f64; B],
        z: &mut [f32; B, 3],
        v: &mut [i16; B],
        i: [index<B>; N],
        x: [f64; N],
        w: [f32; N, 3],
    ) {
        y[i] = x;
        z[i] = w;
        v[i] = -7;
    }

    pub fn sums<N, B>(i: [index<B>; N], x: [f64; N], k: [i32; N], u: [u8; N])
        -> ([f64; B], [i32; B], [u8; B])
    {
        (segment_sum(x, i), segment_sum(k, i), segment_sum(u, i))
    }

    pub fn extrema<N, B>(i: [index<B>; N], x: [f64; N], y: [f32; N], s: [i16; N], d: [bool; N])
        -> ([f64; B], [f32; B], [i16; B], [bool; B])
    {
        (segment_max(x, i), segment_min(y, i), segment_max(s, i), segment_max(d, i))
    }

    pub fn rows<N, B>(i: [index<B>; N], x: [f64; N, 3]) -> ([f64; B, 3], [f64; B, 3]) {
        (segment_sum(x, i), segment_prod(x, i))
    }

    #[strict]
    pub fn in_order<N, B>(i: [index<B>; N], x: [f64; N], z: [f32; N, 2]) -> ([f64; B], [f32; B, 2]) {
        (segment_sum(x, i), segment_sum(z, i))
    }
}

array_fn! {
    pub fn sorted<M, N>(x: [f64; M, N], y: [f32; M, N], k: [i32; M, N], l: [i64; M, N])
        -> ([f64; M, N], [f32; M, N], [i32; M, N], [i64; M, N])
    {
        (sort(x, axis=1), sort(y, axis=1), sort(k, axis=1), sort(l, axis=1))
    }

    pub fn sorted_short<M, N>(h: [f16; M, N], b: [bf16; M, N], s: [i16; M, N], t: [i8; M, N], d: [bool; M, N])
        -> ([f16; M, N], [bf16; M, N], [i16; M, N], [i8; M, N], [bool; M, N])
    {
        (sort(h, axis=1), sort(b, axis=1), sort(s, axis=1), sort(t, axis=1), sort(d, axis=1))
    }

    pub fn sorted_unsigned<M, N>(u: [u8; M, N], v: [u16; M, N], w: [u32; M, N], z: [u64; M, N])
        -> ([u8; M, N], [u16; M, N], [u32; M, N], [u64; M, N])
    {
        (sort(u, axis=1), sort(v, axis=1), sort(w, axis=1), sort(z, axis=1))
    }

    pub fn positions<M, N>(x: [f64; M, N], y: [f32; M, N], k: [i32; M, N], u: [u8; M, N], h: [f16; M, N])
        -> ([i64; M, N], [i64; M, N], [i64; M, N], [i64; M, N], [i64; M, N])
    {
        (argsort(x, axis=1), argsort(y, axis=1), argsort(k, axis=1), argsort(u, axis=1), argsort(h, axis=1))
    }

    pub fn backwards<M, N>(x: [f64; M, N], l: [i64; M, N]) -> ([f64; M, N], [i64; M, N]) {
        (sort(x, axis=1, descending=true), argsort(l, axis=1, descending=true))
    }

    pub fn middles<M, N>(x: [f64; M, N], y: [f32; M, N], u: [u8; M, N]) -> ([f64; M], [f32; M], [f64; M]) {
        (median(x, axis=1), median(y, axis=1), median(u, axis=1))
    }

    pub fn first<M>(x: [f64; M, 9001], y: [f32; M, 9001], u: [u8; M, 9001])
        -> ([i64; M, 5], [i64; M, 500], [i64; M, 3], [f32; M, 7])
    {
        let (_, a) = topk(x, 5);
        let (_, b) = topk(x, 500, largest=false);
        let (_, c) = topk(u, 3);
        let (d, _) = topk(y, 7);
        (a, b, c, d)
    }

    /// Nothing is sorted as a whole.
    pub fn ends<M>(x: [f64; M, 9001], y: [f32; M, 9001], l: [i64; M, 9001], h: [f16; M, 9001])
        -> ([f64; M, 5], [f64; M, 3], [i64; M, 6], [i64; M, 2], [f16; M, 4], [f32; M, 9])
    {
        let s = sort(x, axis=1);
        let order = argsort(l, axis=1);
        let down = sort(y, axis=1, descending=true);
        (s[.., ..5], s[.., -3..], order[.., -6..], order[.., 3..5], sort(h, axis=1)[.., -4..],
            down[.., ..9])
    }
}

fn segments() -> [&'static Function; 7] {
    [
        &counts::FUNCTION,
        &binned::FUNCTION,
        &assigned::FUNCTION,
        &sums::FUNCTION,
        &extrema::FUNCTION,
        &rows::FUNCTION,
        &in_order::FUNCTION,
    ]
}

fn sorts() -> [&'static Function; 8] {
    [
        &sorted::FUNCTION,
        &sorted_short::FUNCTION,
        &sorted_unsigned::FUNCTION,
        &positions::FUNCTION,
        &backwards::FUNCTION,
        &middles::FUNCTION,
        &first::FUNCTION,
        &ends::FUNCTION,
    ]
}

/// The numbers of indices and of segments: around the borders of tiles; one segment; segments that a block counts in its
/// own memory, and more; as many as one, two and three digits of a sort tell apart; more segments than indices.
const SEGMENTS: [[i64; 2]; 10] = [
    [8192, 7],
    [8193, 1],
    [8193, 255],
    [4096 * 3, 256],
    [9000, 2048],
    [9001, 2049],
    [20_000, 70_000],
    [30_000, 100],
    [65_537, 65_536],
    [40_000, 3],
];

/// The same for counts alone, in the largest numbers of segments of each chain and one more, and in parts of indices.
const COUNTED: [[i64; 2]; 7] = [
    [8300, 2100],
    [70_000, 2100],
    [70_000, 8192],
    [90_000, 8193],
    [9000, 262_145],
    [9000, 1_572_864],
    [9000, 1_572_865],
];

/// The numbers of rows, and their length.
const ROWS: [[i64; 2]; 7] =
    [[0, 9000], [2, 8192], [1, 8193], [3, 9001], [2, 4096 * 3 - 1], [1, 3072 * 4], [1, 30_000]];

/// A number that looks random.
fn random(k: usize) -> u64 {
    let mixed = (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11
}

/// The kind of elements.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Few different numbers, so that many are equal, and no others.
    Few,
    /// All bits are random: infinities, zeros of both signs, and NaNs are among halves. Floats have some, too.
    Any,
    /// The numbers ascend.
    Ascending,
}

impl Kind {
    fn f64(self, k: usize) -> f64 {
        match self {
            Kind::Few => (random(k) % 41) as f64 / 16.0 - 1.25,
            Kind::Any => match random(k) % 1000 {
                0 => f64::NAN,
                1 => -f64::NAN,
                2 => f64::INFINITY,
                3 => f64::NEG_INFINITY,
                4..9 => 0.0,
                9..14 => -0.0,
                14 => f64::MIN_POSITIVE / 4.0,
                _ => (random(k + 7) as f64 / (1u64 << 52) as f64 - 0.5) * 1e3,
            },
            Kind::Ascending => k as f64 / 64.0 - 100.0,
        }
    }

    fn bits(self, k: usize) -> u64 {
        match self {
            Kind::Few => random(k) % 5,
            Kind::Any => random(k).wrapping_mul(0xD6E8_FEB8_6659_FD93),
            Kind::Ascending => k as u64 / 3,
        }
    }
}

/// The bits of a half, whose exponent has the bits of `infinity`. All NaNs become one.
fn with_one_nan(bits: u16, infinity: u16, nan: u16) -> u16 {
    if bits & 0x7FFF > infinity { nan } else { bits }
}

fn argument(param: &Param, dims: &[i64], kind: Kind) -> DynArray {
    let shape: Vec<usize> = param.shape.iter().map(|s| size(s, dims) as usize).collect();
    let all = 0..shape.iter().product();
    if let ParamKind::Index { bound } = param.kind {
        let bound = size(bound, dims) as usize;
        let place = |k: usize| match kind {
            Kind::Few => random(k) as usize % bound,
            // Most are in one segment.
            Kind::Any if !random(k).is_multiple_of(3) => bound / 2,
            Kind::Any => random(k + 1) as usize % bound,
            Kind::Ascending => k * bound / shape[0],
        };
        let values = all.map(|k| place(k) as i32).collect();
        return DynArray::Index { shape, values, bound };
    }
    let data = match param.dtype {
        DType::F64 => DynData::F64(all.map(|k| kind.f64(k)).collect()),
        DType::F32 => DynData::F32(all.map(|k| kind.f64(k) as f32).collect()),
        DType::F16 => {
            let half = |k| F16Bits(with_one_nan(kind.bits(k) as u16, 0x7C00, 0x7E00));
            DynData::F16(all.map(half).collect())
        }
        DType::BF16 => {
            let half = |k| BF16Bits(with_one_nan(kind.bits(k) as u16, 0x7F80, 0x7FC0));
            DynData::BF16(all.map(half).collect())
        }
        DType::Bool => DynData::Bool(all.map(|k| kind.bits(k).is_multiple_of(2)).collect()),
        DType::I8 => DynData::I8(all.map(|k| kind.bits(k) as i8).collect()),
        DType::I16 => DynData::I16(all.map(|k| kind.bits(k) as i16).collect()),
        DType::I32 => DynData::I32(all.map(|k| kind.bits(k) as i32).collect()),
        DType::I64 => DynData::I64(all.map(|k| kind.bits(k) as i64).collect()),
        DType::U8 => DynData::U8(all.map(|k| kind.bits(k) as u8).collect()),
        DType::U16 => DynData::U16(all.map(|k| kind.bits(k) as u16).collect()),
        DType::U32 => DynData::U32(all.map(|k| kind.bits(k) as u32).collect()),
        DType::U64 => DynData::U64(all.map(|k| kind.bits(k)).collect()),
    };
    DynArray::Array { shape, data }
}

/// Arguments for two sizes: the numbers of indices and of segments, or those of rows and of their elements.
fn arguments(function: &Function, [first, second]: [i64; 2], kind: Kind) -> Vec<DynArray> {
    let program = function.program();
    let names = program.dims;
    let is_second = |name: &str| name == "B" || name == "N" && names.contains(&"M");
    let dims: Vec<i64> =
        names.iter().map(|name| if is_second(name) { second } else { first }).collect();
    program.params.iter().map(|param| argument(param, &dims, kind)).collect()
}

/// A folder for compiled kernels, which tests that run at the same time do not share.
fn cache(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The bits of an array, but that all NaNs are the same.
fn bits(arrays: &[DynArray]) -> String {
    format!("{arrays:?}").replace("-NaN", "NaN")
}

/// Whether results are to the bit those of the CPU. Others are rounded in another order, or are zeros of either sign.
fn is_exact(function: &Function) -> bool {
    !matches!(function.program().name, "sums" | "rows" | "extrema")
}

fn agree(functions: &[&'static Function], sizes: &[[i64; 2]], folder: &str) {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    // Threads as fibers of a sanitizer take long.
    let few = std::env::var_os("ARRAY_FN_HOST_SANITIZER").is_some();
    for function in functions {
        let program = function.program();
        let launcher = HostLauncher::new(program, &cache(folder)).unwrap_or_else(|e| panic!("{e}"));
        for &dims in sizes
            .iter()
            .filter(|dims| !few || matches!(dims, [8193, 255] | [8300, 2100] | [1, 8193]))
        {
            let short = dims[0].max(dims[1]) <= 9001;
            let kinds: &[Kind] = match short && !few {
                true => &[Kind::Few, Kind::Any, Kind::Ascending],
                false => &[Kind::Any],
            };
            for &kind in kinds {
                let args = || arguments(function, dims, kind);
                // SAFETY: the launcher runs the program's own kernels.
                let cuda = unsafe { run_with(function, Mode::Fused, &[], args(), &launcher) };
                let run = || call_dynamic(function, Mode::Fused, &[], args());
                let cpu = Device::cpu().run(run).unwrap();
                let cuda = cuda.unwrap();
                let what = format!("{} {dims:?} {kind:?}", program.name);
                match is_exact(function) {
                    true => assert!(bits(&cuda) == bits(&cpu), "{what}"),
                    false => compare(&cuda, &cpu, &what),
                }
            }
        }
    }
}

#[test]
fn segments_agree_on_the_host() {
    agree(&segments(), &SEGMENTS, "long-segments-host");
}

#[test]
fn counts_in_many_segments_agree_on_the_host() {
    agree(&[&counts::FUNCTION], &COUNTED, "long-counts-host");
}

#[test]
fn sorts_agree_on_the_host() {
    agree(&sorts(), &ROWS, "long-sorts-host");
}

/// A result has the same bits in every call, whatever the order of blocks and threads.
#[test]
fn results_have_the_same_bits_in_any_order() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let driver = StandIn::install().unwrap();
    let functions = || segments().into_iter().chain(sorts());
    for function in functions() {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache("long-sorts-stand-in"));
    }
    let gpu = Device::cuda(0).unwrap();
    for function in functions() {
        let is_sort = sorts().iter().any(|sort| std::ptr::eq(*sort, function));
        let dims = if is_sort { [2, 8199] } else { [12_295, 300] };
        let call = || {
            let args = arguments(function, dims, Kind::Any);
            gpu.run(|| call_dynamic(function, Mode::Fused, &[], args)).unwrap()
        };
        let first = bits(&call());
        driver.set_seed(7);
        assert!(bits(&call()) == first, "{}", function.program().name);
    }
    gpu.synchronize().unwrap();
    driver.check();
}

/// Only long rows are chains, and only where positions fit into 32 bits.
#[test]
fn the_number_of_elements_decides() {
    for function in sorts().into_iter().chain(segments()) {
        let program = function.program();
        let with_chains: Vec<_> = program.kernels.iter().filter(|k| !k.chains.is_empty()).collect();
        assert!(!with_chains.is_empty(), "{}", program.name);
        for kernel in with_chains {
            for (n, is_long) in
                [(0, false), (8192, false), (8193, true), (i64::from(i32::MAX), true)]
            {
                let sizes = [n, 100, 1, 2, 2, 100];
                assert_eq!(kernel.chain(&sizes).is_some(), is_long, "{} {n}", program.name);
            }
        }
    }
}

/// Runs tests on the host under a sanitizer, which must have nothing to report.
fn sanitized(sanitizer: Sanitizer) {
    if !sanitizer.is_installed() {
        return;
    }
    let run = sanitizer
        .run_tests(&[
            "segments_agree_on_the_host",
            "counts_in_many_segments_agree_on_the_host",
            "sorts_agree_on_the_host",
        ])
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(run.passed(), Some(3), "{:#?}\n{}", run.reports(), run.text());
}

#[test]
#[ignore = "slow"]
fn sanitized_long_sorts_stay_within_their_memory() {
    sanitized(Sanitizer::Address);
}

#[test]
#[ignore = "slow"]
fn sanitized_long_sorts_have_no_races() {
    sanitized(Sanitizer::Thread);
}
