//! Sizes at the edges of vectors, chunks and blocks: every executor against the interpreter.

use crate::data::{Argument, Call, Expected, Tolerance};
use crate::executors::{HostKernels, run_cpu, run_host_cuda};
use crate::interpreter::{self, Stage};
use crate::table::functions;
use array_fn::__rt::{Function, Mode};
use array_fn_compiler::check::CheckedFunction;
use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{Const, DType, ParamKind};
use std::sync::LazyLock;

array_fn::array_fn! {
    #![unfused]

    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] { a * x + y }

    pub fn mixed_dtypes<N>(x: [f32; N], n: [i32; N], c: [bool; N]) -> ([f32; N], [i64; N], [bool; N]) {
        (where(c, exp(-x ** 2), x / 3), floor_div(n as i64, 2) + (n % 3) as i64, c & (n > 0))
    }

    pub fn stencil<N>(x: [f64; N + 2]) -> [f64; N] { x[2..] - 2 * x[1..-1] + x[..-2] }

    pub fn totals<N>(x: [f64; N], n: [i32; N]) -> (f64, i64, bool, f64) {
        (sum(x), sum(n), any(x > 0.99), mean(x * x + 1))
    }

    pub fn extremes<N>(x: [f64; N], n: [u64; N]) -> (f64, u64) { (max(x), min(n)) }

    pub fn columns_and_rows<M, N>(x: [f64; M, N]) -> ([f64; N], [f64; M], [f64; N, M]) {
        (sum(x, axis=0), prod(x, axis=1), x.T)
    }

    pub fn softmax<M, N>(x: [f32; M, N]) -> [f32; M, N] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }

    pub fn gathered<N, K>(x: [f64; N], i: [index<N>; K], j: [i64; K], t: [f64; 7]) -> [f64; K] {
        x[i] * t[j] + i as f64
    }

    pub fn product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }

    pub fn outer_update<M, N>(u: &mut [f64; M, N], a: [f64; M], b: [f64; N]) -> f64 {
        u -= a[.., newaxis] * b;
        sum(u)
    }

    pub fn rotated<N>(u: &mut [f64; N], i: [index<N>; N]) {
        u = u[i] + 0.5 * u;
        u = u[i] - u;
    }

    pub fn joined<M, N>(a: [i32; M, N], b: [i32; M, 2]) -> [i32; M * (N + 2)] {
        concatenate((b, a), axis=1).reshape(M * (N + 2))
    }

    pub fn operator<E, N, K>(
        d: [f64; 3, N, N], lift: [f64; N, 4 * K], g: [f64; 3, E], normal: [f64; E, 4], scale: [f64; E, 4],
        minus: [index<E * N>; E, 4, K], plus: [index<E * N>; E, 4, K], u: [f64; E, N],
    ) -> [f64; E, N]
    where
        (N, K): (4, 3) | (10, 6) | _,
    {
        let volume = einsum("re,rij,ej->ei", g, d, u);
        let flat = u.reshape(E * N);
        let jump = flat[plus] - flat[minus];
        let flux = 0.5 * (normal - abs(normal))[.., .., newaxis] * jump * scale[.., .., newaxis];
        einsum("ij,ej->ei", lift, flux.reshape(E, 4 * K)) - volume
    }

    pub fn time_step<E, N>(
        d: [f64; N, N], neighbour: [index<E>; E], u: &mut [f64; E, N], k: &mut [f64; E, N], dt: f64,
    )
    where
        N: 5 | _,
    {
        for s in 0..3 {
            let jump = u[neighbour, 0] - u[.., -1];
            let rhs = einsum("ij,ej->ei", d, u) + jump[.., newaxis] * d[.., 0];
            k = A[s] * k + dt * rhs;
            u += B[s] * k;
        }
    }

    #[fast_math]
    pub fn regrouped<N>(a: f64, x: [f64; N], y: [f64; N], z: [f32; N]) -> ([f64; N], f64, [f32; N]) {
        let mut u = x;
        for _ in 0..4 {
            u = 0.5 * ((u * 1.01 + y) + (u - 0.5 * y)) - (x - y) / 4;
        }
        let v = (2 + u * u) / (1 + a * a);
        (v + 3 * (v - x) - u, sum(2 * (u - 1) + 2 * (u + 3) - u), (z + 1) / 3 - (z - 1) / 3 + z)
    }

    const A: [f64; 3] = [0.0, -0.5, -1.25];
    const B: [f64; 3] = [0.25, 0.75, 0.5];
}

functions! {
    axpy, mixed_dtypes, stencil, totals, extremes, columns_and_rows, softmax, gathered, product,
    outer_update, rotated, joined, operator, time_step, regrouped,
}

const SIZES: [i64; 5] = [0, 1, 31, 33, 1025];

/// Stands for a size that goes through several.
pub const SWEPT: i64 = -1;

/// Functions with their dimensions, one of which goes through the sizes.
const SWEEPS: [(&str, &[(&str, i64)]); 24] = [
    ("axpy", &[("N", SWEPT)]),
    ("mixed_dtypes", &[("N", SWEPT)]),
    ("stencil", &[("N", SWEPT)]),
    ("totals", &[("N", SWEPT)]),
    ("extremes", &[("N", SWEPT)]),
    ("columns_and_rows", &[("M", SWEPT), ("N", 3)]),
    ("columns_and_rows", &[("M", 3), ("N", SWEPT)]),
    ("softmax", &[("M", SWEPT), ("N", 5)]),
    ("softmax", &[("M", 2), ("N", SWEPT)]),
    ("gathered", &[("N", 17), ("K", SWEPT)]),
    ("gathered", &[("N", SWEPT), ("K", 5)]),
    ("product", &[("M", SWEPT), ("K", 3), ("N", 4)]),
    ("product", &[("M", 3), ("K", SWEPT), ("N", 4)]),
    ("product", &[("M", 3), ("K", 4), ("N", SWEPT)]),
    ("outer_update", &[("M", SWEPT), ("N", 3)]),
    ("outer_update", &[("M", 31), ("N", SWEPT)]),
    ("rotated", &[("N", SWEPT)]),
    ("joined", &[("M", SWEPT), ("N", 3)]),
    ("operator", &[("E", SWEPT), ("N", 4), ("K", 3)]),
    ("operator", &[("E", SWEPT), ("N", 10), ("K", 6)]),
    ("operator", &[("E", SWEPT), ("N", 3), ("K", 2)]),
    ("time_step", &[("E", SWEPT), ("N", 5)]),
    ("time_step", &[("E", SWEPT), ("N", 7)]),
    ("regrouped", &[("N", SWEPT)]),
];

/// Numbers from a seed (SplitMix64).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn element(&mut self, dtype: DType) -> Const {
        match dtype {
            DType::Bool => Const::bool(self.next() & 1 == 0),
            _ if dtype.is_float() => {
                Const::from_f64(dtype, (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0)
            }
            _ if dtype.is_signed() => Const::from_i128(dtype, (self.next() % 8) as i128 - 4),
            _ => Const::from_i128(dtype, (self.next() % 8) as i128),
        }
    }
}

/// A call with random arguments, expecting what the interpreter makes of them; `None` where no index
/// array exists (elements, but nothing to point to).
fn call(function: &CheckedFunction, dims: &[(&str, i64)]) -> Option<Call> {
    let dag = &function.instances[0].dag;
    let mut rng = Rng(dims.iter().map(|d| d.1 as u64).sum());
    let value = |name: &str| dims.iter().find(|(dim, _)| *dim == name).map(|d| d.1);
    let mut args = Vec::new();
    for input in &dag.inputs {
        let shape: Vec<usize> =
            input.shape.iter().map(|s| s.evaluate(&value).unwrap() as usize).collect();
        let count = shape.iter().product::<usize>();
        let tensor = |elements: Vec<Const>| Tensor::new(input.dtype, &shape, elements);
        args.push(match &input.kind {
            ParamKind::Index { bound } => {
                let bound = bound.evaluate(&value).unwrap();
                if bound == 0 && count > 0 {
                    return None;
                }
                let elements = (0..count).map(|_| Const::i64((rng.next() % bound as u64) as i64));
                Argument::Index { values: tensor(elements.collect()), bound }
            }
            kind => {
                let tensor = tensor((0..count).map(|_| rng.element(input.dtype)).collect());
                match kind {
                    ParamKind::Scalar => Argument::Scalar(tensor),
                    _ => Argument::Array(tensor),
                }
            }
        });
    }
    let mut call = Call {
        function: function.name.clone(),
        tolerance: Tolerance { epsilons: 0.0, scale: 0.0 },
        dims: dims.iter().map(|(d, n)| (d.to_string(), *n)).collect(),
        args,
        expected: Expected::Values(Vec::new()),
    };
    call.expected = match interpreter::run(function, Stage::Checked, &call) {
        Ok(values) => {
            // Rounding of a sum of n numbers grows like the root of n, whatever the sum comes to.
            let arguments = || call.args.iter().map(Argument::tensor);
            let finite = values.iter().chain(arguments()).flat_map(Tensor::to_f64);
            let largest = finite.filter(|x| x.is_finite()).fold(0.0, |m: f64, x| m.max(x.abs()));
            let elements = arguments().map(|tensor| tensor.to_f64().len()).max().unwrap_or(1);
            let scale = largest * (elements as f64).sqrt();
            call.tolerance = Tolerance { epsilons: 16.0, scale };
            Expected::Values(values)
        }
        // Both say which constraint is violated in the same words.
        Err(e) => Expected::Error(e),
    };
    Some(call)
}

/// The functions with their calls, and what the interpreter makes of them.
static CALLS: LazyLock<Vec<(&'static Function, Call)>> =
    LazyLock::new(|| calls(include_str!("sizes.rs"), &functions(), &SWEEPS, &SIZES));

/// Calls of a source's functions: a sweep is a function with its dimensions, one of which may go through the sizes.
pub fn calls(
    source: &str,
    table: &[(&'static str, &'static Function)],
    sweeps: &[(&str, &[(&str, i64)])],
    sizes: &[i64],
) -> Vec<(&'static Function, Call)> {
    let checked = interpreter::functions(source);
    let mut calls = Vec::new();
    for (name, dims) in sweeps {
        let function = table.iter().find(|(n, _)| n == name).unwrap().1;
        let is_swept = dims.iter().any(|(_, n)| *n == SWEPT);
        for size in if is_swept { sizes } else { &sizes[..1] } {
            let dims: Vec<(&str, i64)> =
                dims.iter().map(|(d, n)| (*d, if *n == SWEPT { *size } else { *n })).collect();
            calls.extend(call(&checked[*name], &dims).map(|call| (function, call)));
        }
    }
    calls
}

/// Runs all sweeps on an executor.
pub fn sweep(
    executor: &str,
    run: impl Fn(&'static Function, &Call) -> Result<Vec<Tensor>, String>,
) {
    let (mut errors, mut failures) = (0, Vec::new());
    for (function, call) in CALLS.iter() {
        errors += matches!(call.expected, Expected::Error(_)) as usize;
        if let Err(e) = call.judge(run(function, call)) {
            failures.push(format!("{} {:?}: {e}", call.function, call.dims));
        }
    }
    let calls = CALLS.len();
    println!("sizes, {executor}: {calls} calls ({errors} refused), {} wrong", failures.len());
    assert!(failures.is_empty(), "{executor}:\n{}", failures.join("\n"));
    assert!(calls > 90 && errors < 6, "{calls} calls, {errors} refused");
}

#[test]
fn fused_cpu_agrees_with_the_interpreter() {
    sweep("CPU, fused", |function, call| run_cpu(function, Mode::Fused, call));
}

#[test]
fn unfused_cpu_agrees_with_the_interpreter() {
    sweep("CPU, unfused", |function, call| run_cpu(function, Mode::Unfused, call));
}

#[test]
fn host_cuda_agrees_with_the_interpreter() {
    let Some(kernels) = HostKernels::compile(&functions()) else { return };
    for mode in [Mode::Fused, Mode::Unfused] {
        sweep(&format!("CUDA kernels on the host, {mode:?}"), |function, call| {
            run_host_cuda(function, mode, &kernels, call)
        });
    }
}
