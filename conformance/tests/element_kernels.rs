//! Kernels with local arrays: on the stand-in's compiler for the host, against the CPU. Their phases go through items by
//! points and by memory, sum several items at once, and send results through shared memory.

#![allow(missing_docs)]

use array_fn::__rt::plan::{DType, Param, ParamKind};
use array_fn::__rt::{DynArray, DynData, Function, Mode, call_dynamic, run_with};
use array_fn::{Device, array_fn};
use array_fn_cuda_host::agreement::{compare, size};
use array_fn_cuda_host::{HostLauncher, Sanitizer};
use std::path::{Path, PathBuf};

array_fn! {
    /// Volume and faces of an element, as solvers have them.
    fn rates<E, N, F>(
        q: [f64; 3, E, N],
        d: [f64; 2, N, N],
        lift: [f64; N, 2 * F],
        metric: [f64; 2, E],
        own: [index<N>; 2, F],
        other: [index<E * N>; E, 2, F],
        scale: [f64; E, 2],
    ) -> [f64; 3, E, N] {
        let along = einsum("rij,vej->rvei", d, q);
        let volume = einsum("re,rvei->vei", metric, along);
        let inside = q[.., .., own];
        let outside = q.reshape([3, E * N])[.., other];
        let jump = scale[newaxis, .., .., newaxis] * tanh(outside - inside);
        einsum("ik,vek->vei", lift, jump.reshape([3, E, 2 * F])) - volume
    }

    pub fn rhs<E, N, F>(
        q: [f64; 3, E, N],
        d: [f64; 2, N, N],
        lift: [f64; N, 2 * F],
        metric: [f64; 2, E],
        own: [index<N>; 2, F],
        other: [index<E * N>; E, 2, F],
        scale: [f64; E, 2],
    ) -> [f64; 3, E, N]
    where
        (N, F): (4, 3) | (10, 4) | (20, 10) | (35, 15),
    {
        rates(q, d, lift, metric, own, other, scale)
    }

    /// In place, without neighbours: what is stored is loaded, too.
    pub fn step<E>(q: &mut [f64; E, 21], k: &mut [f64; E, 21], a: [f64; 21, 21], b: [f64; 21, 21]) {
        k = 0.5 * k + tanh(q @ a) @ b;
        q += 0.25 * k;
    }

    pub fn step_f32<E>(q: &mut [f32; E, 21], k: &mut [f32; E, 21], a: [f32; 21, 21], b: [f32; 21, 21]) {
        k = 0.5 * k + tanh(q @ a) @ b;
        q += 0.25 * k;
    }

    #[strict]
    pub fn strict_step<E>(q: &mut [f64; E, 16], a: [f64; 16, 16], b: [f64; 16, 16]) {
        q = q + 0.5 * (exp(-abs(q @ a)) @ b);
    }

    /// Local arrays of several widths, which follow each other.
    pub fn mixed<E>(x: [f32; E, 24], a: [f32; 24, 24], b: [f64; 24, 13], c: [i32; 13, 9])
        -> ([f64; E, 13], [i32; E, 9], [bool; E, 24])
    {
        let y = x @ a;
        let above = y > 0.125;
        let z = where(above, y as f64, -0.5) @ b;
        let n = (where(z > 0, 3, -2) as i32) @ c;
        (z, n, above)
    }

    #[threads(96)]
    pub fn few_threads<E>(q: [f64; E, 18], a: [f64; 18, 18], b: [f64; 18, 18]) -> [f64; E, 18] {
        tanh(q @ a) @ b
    }

    /// Between two dimensions, of which threads have the last one.
    pub fn planes<E, M>(q: [f64; E, 12, M], a: [f64; 12, 12], b: [f64; 12, 12]) -> [f64; E, 12, M] {
        let inner = tanh(einsum("ij,ejm->eim", a, q));
        einsum("ij,ejm->eim", b, inner)
    }
}

fn functions() -> [&'static Function; 7] {
    [
        &rhs::FUNCTION,
        &step_f32::FUNCTION,
        &step::FUNCTION,
        &strict_step::FUNCTION,
        &mixed::FUNCTION,
        &few_threads::FUNCTION,
        &planes::FUNCTION,
    ]
}

/// The numbers of elements: none, fewer than a block has, and around the borders of blocks.
const ELEMENTS: [i64; 9] = [0, 1, 2, 15, 16, 17, 33, 64, 130];
/// The nodes of an element, and those of a face.
const NODES: [[i64; 2]; 4] = [[4, 3], [10, 4], [20, 10], [35, 15]];

fn argument(param: &Param, dims: &[i64]) -> DynArray {
    let shape: Vec<usize> = param.shape.iter().map(|s| size(s, dims) as usize).collect();
    let all = 0..shape.iter().product();
    let random = |k: usize| (k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17;
    if let ParamKind::Index { bound } = param.kind {
        let bound = size(bound, dims) as usize;
        let values = all.map(|k| (random(k) % bound.max(1)) as i32).collect();
        return DynArray::Index { shape, values, bound };
    }
    let real = |k: usize| (random(k) % 4001) as f64 / 4000.0 - 0.5;
    let data = match param.dtype {
        DType::F64 => DynData::F64(all.map(real).collect()),
        // Their sums of products are exact, with or without fused multiply-adds. So what goes on in `f64` agrees.
        DType::F32 => DynData::F32(all.map(|k| (random(k) % 65) as f32 / 64.0 - 0.5).collect()),
        DType::I32 => DynData::I32(all.map(|k| (random(k) % 7) as i32 - 3).collect()),
        other => unreachable!("no argument is {other:?}"),
    };
    DynArray::Array { shape, data }
}

/// A folder for compiled kernels, which tests that run at the same time do not share.
fn cache(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn agree(folder: &str, elements: &[i64]) {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    for function in functions() {
        let program = function.program();
        let launcher = HostLauncher::new(program, &cache(folder)).unwrap_or_else(|e| panic!("{e}"));
        let nodes = if program.dims.contains(&"F") { NODES.as_slice() } else { &NODES[..1] };
        for (&e, &[n, f]) in elements.iter().flat_map(|e| nodes.iter().map(move |n| (e, n))) {
            let of = |name: &&str| match *name {
                "E" => e,
                "N" => n,
                "F" => f,
                _ => 19,
            };
            let dims: Vec<i64> = program.dims.iter().map(of).collect();
            let args = || program.params.iter().map(|p| argument(p, &dims)).collect::<Vec<_>>();
            let run_on = |launcher: &HostLauncher| {
                // SAFETY: the launcher runs the program's own kernels.
                unsafe { run_with(function, Mode::Fused, &[], args(), launcher) }.unwrap()
            };
            let cuda = run_on(&launcher);
            let run = || call_dynamic(function, Mode::Fused, &[], args());
            let cpu = Device::cpu().run(run).unwrap();
            let what = format!("{} {dims:?}", program.name);
            let other = run_on(&launcher.of_candidate(1));
            assert_eq!(format!("{other:?}"), format!("{cuda:?}"), "{what}: other blocks");
            match program.name {
                "strict_step" => assert_eq!(format!("{cuda:?}"), format!("{cpu:?}"), "{what}"),
                _ => compare(&cuda, &cpu, &what),
            }
        }
    }
}

#[test]
fn element_kernels_agree_on_the_host() {
    agree("element-kernels", &ELEMENTS);
}

/// Otherwise the tests here would test something else.
#[test]
fn they_have_local_arrays_and_rounds() {
    for function in functions() {
        let program = function.program();
        assert!(program.cuda.source.contains("ARRAY_FN_SHARED(shared);"), "{}", program.name);
        let blocks = program.kernels.iter().flat_map(|kernel| kernel.alternatives);
        let has_choice = program.name != "few_threads";
        assert_eq!(blocks.count() > 0, has_choice, "{}: the user may have chosen", program.name);
    }
    // Two sums at once, neighbours in memory side by side, and an odd stride of local arrays.
    let source = rhs::FUNCTION.program().cuda.source;
    for text in ["double t0[2] =", "const unsigned int lane = item / 20;", " * 33 + lane]"] {
        assert!(source.contains(text), "{text}");
    }
}

/// Runs the test under a sanitizer, which must have nothing to report.
fn sanitized(sanitizer: Sanitizer) {
    if !sanitizer.is_installed() {
        return;
    }
    let run = sanitizer
        .run_tests(&["element_kernels_agree_on_the_host"])
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(run.passed(), Some(1), "{:#?}\n{}", run.reports(), run.text());
}

#[test]
#[ignore = "slow"]
fn sanitized_element_kernels_stay_within_their_memory() {
    sanitized(Sanitizer::Address);
}

#[test]
#[ignore = "slow"]
fn sanitized_element_kernels_have_no_races() {
    sanitized(Sanitizer::Thread);
}
