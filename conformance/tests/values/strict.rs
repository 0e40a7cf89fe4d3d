//! `#[strict]`: the interpreter's bits, from every executor.

use crate::data::{Call, Tolerance};
use crate::executors::{HostKernels, run_cpu, run_cpu_with, run_host_cuda};
use crate::sizes;
use crate::table::functions;
use array_fn::__rt::{Function, Mode};
use array_fn::Contractions;
use array_fn_compiler::dag::interpret::Tensor;
use std::sync::LazyLock;

array_fn::array_fn! {
    #![unfused]
    #![strict]

    pub fn polynomial<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] { ((a * x + y) * x - y) * x + a * y - x * y }

    pub fn dots<N>(x: [f64; N], y: [f32; N], z: [f32; N]) -> (f64, f32, f64) {
        (sum(x * x), sum(y * z + y * y), mean(x - 0.5 * y as f64))
    }

    pub fn moments<M, N>(x: [f64; M, N]) -> ([f64; N], [f64; M], [f64; M], f64) {
        (sum(x, axis=0), var(x, axis=1), prod(1 + 0.1 * x, axis=1), std(x))
    }

    pub fn extremes<M, N>(x: [f64; M, N]) -> ([f64; M], [f64; N], [f64; M]) {
        (max(x * x - 0.1 * x, axis=1), min(x, axis=0), sum(abs(x), axis=1))
    }

    pub fn matrix_product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }

    pub fn normalised<M, N>(x: [f32; M, N]) -> [f32; M, N] { x / sqrt(sum(x * x, axis=1, keepdims=true) + 1e-3) }

    pub fn elementary<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (exp(x) + log(abs(x)), exp(-y * y) * tanh(y))
    }

    #[vectorize(N)]
    pub fn vectorized<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x * x, axis=1) }

    pub fn running<N>(x: [f64; N], k: [index<N>; N]) -> ([f64; N], [f64; N]) { (cumsum(x * x + x), x[k] * x - x) }

    pub fn factors<E, N>(
        a: [f64; E, N, N], b: [f64; E, N, 3],
    ) -> ([f64; E, N, N], [f64; E, N, 3], [f64; E, N, N]) {
        (inv(a), solve(a, b), cholesky(a + 20.0 * eye(N)))
    }

    pub fn singular_values<E, N>(
        a: [f64; E, N, N], c: [f32; N, N + 2],
    ) -> ([f32; N], [f32; N], [f64; E, N], [f64; N], [f64; N]) {
        let row = a[0, 0];
        (svdvals(c), svdvals(c.T), svdvals(a), svdvals(outer(row, row)), svdvals(triu(tril(a[0]), k=-1)))
    }

    pub fn flux<E, N>(
        d: [f64; 3, N, N], lift: [f64; N, 4], g: [f64; 3, E], next: [index<E>; E, 4], u: &mut [f64; E, N], dt: f64,
    )
    where
        N: 4 | 10 | _,
    {
        let volume = einsum("re,rij,ej->ei", g, d, u);
        let jump = u[next, 0] - u[.., -1][.., newaxis];
        let rhs = einsum("if,ef->ei", lift, jump * jump) - volume;
        u += dt * rhs;
    }
}

functions! {
    polynomial, dots, moments, extremes, matrix_product, normalised, elementary, vectorized, running, factors, singular_values, flux,
}

/// The same in the form that is fast: not the same bits.
mod contracted {
    use crate::table::functions;

    array_fn::array_fn! {
        pub fn polynomial<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] { ((a * x + y) * x - y) * x + a * y - x * y }

        pub fn dots<N>(x: [f64; N], y: [f32; N], z: [f32; N]) -> (f64, f32, f64) {
            (sum(x * x), sum(y * z + y * y), mean(x - 0.5 * y as f64))
        }
    }
    functions! { polynomial, dots, }
}

/// Around vectors.
const SIZES: [i64; 4] = [0, 1, 33, 1025];

/// The last ones have more than one part of a long sum.
const SWEEPS: [(&str, &[(&str, i64)]); 31] = [
    ("polynomial", &[("N", sizes::SWEPT)]),
    ("dots", &[("N", sizes::SWEPT)]),
    ("moments", &[("M", sizes::SWEPT), ("N", 3)]),
    ("moments", &[("M", 19), ("N", sizes::SWEPT)]),
    ("extremes", &[("M", sizes::SWEPT), ("N", 3)]),
    ("extremes", &[("M", 3), ("N", sizes::SWEPT)]),
    ("matrix_product", &[("M", 70), ("K", sizes::SWEPT), ("N", 2)]),
    ("matrix_product", &[("M", 65), ("K", 66), ("N", 67)]),
    ("normalised", &[("M", 3), ("N", sizes::SWEPT)]),
    ("elementary", &[("N", sizes::SWEPT)]),
    ("vectorized", &[("M", 3), ("N", sizes::SWEPT)]),
    ("running", &[("N", sizes::SWEPT)]),
    ("factors", &[("E", 33), ("N", 1)]),
    ("factors", &[("E", 2), ("N", 9)]),
    ("factors", &[("E", 1), ("N", 40)]),
    ("factors", &[("E", 2), ("N", 70)]),
    ("singular_values", &[("E", 33), ("N", 1)]),
    ("singular_values", &[("E", 2), ("N", 9)]),
    ("singular_values", &[("E", 1), ("N", 40)]),
    ("singular_values", &[("E", 2), ("N", 70)]),
    ("flux", &[("E", sizes::SWEPT), ("N", 4)]),
    ("flux", &[("E", sizes::SWEPT), ("N", 10)]),
    ("flux", &[("E", 33), ("N", 7)]),
    ("dots", &[("N", 9001)]),
    ("moments", &[("M", 9001), ("N", 3)]),
    ("moments", &[("M", 19), ("N", 9001)]),
    ("extremes", &[("M", 9001), ("N", 3)]),
    ("extremes", &[("M", 3), ("N", 9001)]),
    ("matrix_product", &[("M", 7), ("K", 9001), ("N", 2)]),
    ("vectorized", &[("M", 3), ("N", 9001)]),
    ("running", &[("N", 9001)]),
];

/// The functions with their calls, and the bits that the interpreter makes of them.
static CALLS: LazyLock<Vec<(&'static Function, Call)>> = LazyLock::new(|| {
    let mut calls = sizes::calls(include_str!("strict.rs"), &functions(), &SWEEPS, &SIZES);
    for (_, call) in &mut calls {
        call.tolerance = Tolerance { epsilons: 0.0, scale: 0.0 };
    }
    calls
});

fn differing(run: impl Fn(&'static Function, &Call) -> Result<Vec<Tensor>, String>) -> Vec<String> {
    let judged = |(function, call): &(&'static Function, Call)| {
        let error = call.judge(run(function, call)).err()?;
        Some(format!("{} {:?}: {error}", call.function, call.dims))
    };
    CALLS.iter().filter_map(judged).collect()
}

fn check(executor: &str, run: impl Fn(&'static Function, &Call) -> Result<Vec<Tensor>, String>) {
    let failures = differing(run);
    assert!(failures.is_empty(), "{executor}:\n{}", failures.join("\n"));
}

#[test]
fn strict_cpu_agrees_to_the_bit() {
    for mode in [Mode::Fused, Mode::Unfused] {
        check(&format!("CPU, {mode:?}"), |function, call| run_cpu(function, mode, call));
        let library = Contractions::Library;
        check(&format!("CPU, libraries asked for, {mode:?}"), |function, call| {
            run_cpu_with(library, function, mode, call)
        });
    }
}

#[test]
fn strict_host_cuda_agrees_to_the_bit() {
    let Some(kernels) = HostKernels::compile(&functions()) else { return };
    for mode in [Mode::Fused, Mode::Unfused] {
        check(&format!("CUDA kernels on the host, {mode:?}"), |function, call| {
            run_host_cuda(function, mode, &kernels, call)
        });
    }
}

/// Without the attribute there are other bits, or these tests would show nothing.
#[test]
fn what_is_not_strict_differs() {
    let fast = contracted::functions();
    let differing = differing(|function, call| {
        let same = |(name, _): &&(&str, &Function)| *name == call.function;
        let function = fast.iter().find(same).map_or(function, |(_, function)| function);
        run_cpu(function, Mode::Fused, call)
    });
    let of = |name: &str| differing.iter().filter(|text| text.starts_with(name)).count();
    assert!(of("dots") > 0, "{differing:?}");
    // Only instruction sets that have it contract.
    assert!(of("polynomial") > 0 || !is_contracting(), "{differing:?}");
    assert_eq!(of("dots") + of("polynomial"), differing.len(), "{differing:?}");
}

/// The blocks of this file as the build's CUDA compiler left them, where there was one.
#[test]
fn strict_ptx_has_no_fused_operations() {
    let ptx = |functions: Vec<(&str, &'static Function)>, name: &str| {
        let (_, function) = functions.into_iter().find(|(n, _)| *n == name).unwrap();
        function.program().cuda.ptx
    };
    // Elementary functions are made of fused operations themselves.
    for (name, function) in functions().into_iter().filter(|(name, _)| *name != "elementary") {
        let text = function.program().cuda.ptx.unwrap_or_default();
        assert!(!text.contains("fma."), "{name}");
    }
    let contracted = ptx(contracted::functions(), "polynomial");
    assert_eq!(ptx(functions(), "polynomial").is_some(), contracted.is_some());
    assert!(contracted.is_none_or(|text| text.contains("fma.rn.f64")));
}

/// Whether products and sums are fused: not in the baseline version.
fn is_contracting() -> bool {
    std::env::var("ARRAY_FN_ISA").map_or(cfg!(target_arch = "x86_64"), |isa| isa != "baseline")
}
