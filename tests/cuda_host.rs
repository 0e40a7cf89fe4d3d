//! Emitted CUDA kernels, compiled for the host and run by real plans, against the interpreter: on sizes
//! that fit no block, fused and unfused.

use array_fn::__rt::plan::{self, ParamKind, Place, SizeOp};
use array_fn::__rt::{DynArray, DynData, Function, Mode, call_dynamic, run_with};
use array_fn::array_fn;
use array_fn_compiler::dag::interpret::{Tensor, interpret};
use array_fn_compiler::dag::{Const, DType};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::{Checked, check_tokens};
use array_fn_cuda_host::HostLauncher;
use proc_macro2::{TokenStream, TokenTree};
use std::path::Path;

array_fn! {
    #![unfused]

    /// Elementwise over several dtypes, with a chain of temporaries.
    pub fn elementwise<E>(c: [bool; E], x: [f64; E], y: [f32; E], k: [i32; E], s: f64) -> ([f64; E], [i32; E], bool) {
        let z = where(c, x * s, maximum(x, y as f64)) + sqrt(abs(x));
        let q = floor_div(k, 7) * 3 - k % 5;
        (z ** 2 - exp(-z * z), where(q > 0, q << 2, ~q), any(c & (k < 0)))
    }

    /// Element-local: a derivative, a nonlinearity, and its projection back.
    pub fn element_local<E, N>(d: [f64; N, N], u: [f64; E, N], scale: [f64; E]) -> [f64; E, N]
    where N: 4 | 10 | 20 | 35
    {
        let du = einsum("ij,ej->ei", d, u) * scale[.., newaxis];
        let flux = du * du + u;
        einsum("ji,ej->ei", d, flux) - flux.sum(axis=1, keepdims=true)
    }

    /// Components of a field, several locals of one element.
    pub fn curl_like<E, N>(d: [f64; 3, N, N], v: [f64; E, 3, N], g: [f64; E, 3, 3]) -> [f64; E, 3, N]
    where N: 4 | 10
    {
        let dv = einsum("rij,ecj->ecri", d, v);
        let grad = einsum("exr,ecri->ecxi", g, dv);
        let x = grad[.., 2, 1] - grad[.., 1, 2];
        let y = grad[.., 0, 2] - grad[.., 2, 0];
        let z = grad[.., 1, 0] - grad[.., 0, 1];
        stack((x, y, z), axis=1)
    }

    /// Updated in place, with reads of other elements.
    pub fn neighbours<E, N>(u: &mut [f64; E, N], v: &mut [f64; E], of: [index<E>; E, 4], dt: f64)
    where N: 4 | _
    {
        let jump = u[of].sum(axis=1) - 4 * u;
        u += dt * jump;
        v += dt * jump.max(axis=1) + v[of[.., 0]];
    }

    pub fn reductions<E, K>(x: [f64; E + 1, K + 1]) -> (f64, [f64; K + 1], [f64; E + 1], f64, f64) {
        (sum(x), x.max(axis=0), x.min(axis=1), mean(x), prod(x[0, ..]))
    }

    pub fn views<E>(x: [f64; 2 * E + 3]) -> ([f64; E + 2], [f64; 2 * E + 2], [f64; 4 * E + 6]) {
        (x[..;2], x[1..] - x[..-1], concatenate((x, -x)))
    }

    pub fn products<E, K>(a: [f32; E, K], b: [f32; K, 7]) -> ([f32; E, 7], [f32; E]) {
        (a @ b, einsum("ek,ek->e", a, a))
    }

    /// A plain integer index: every entry is checked before anything runs.
    pub fn checked_index<E>(x: [f64; E + 1], k: [i64; E]) -> [f64; E] {
        x[k] * 2
    }

    pub fn counting<E>(n: i64) -> ([i64; E, 3], [u32; E]) {
        (from_fn(|i: E, j: 3| i * n - j), from_fn(|i: E| (i * i) as u32))
    }
}

fn functions() -> Vec<&'static Function> {
    vec![
        &elementwise::FUNCTION,
        &element_local::FUNCTION,
        &curl_like::FUNCTION,
        &neighbours::FUNCTION,
        &reductions::FUNCTION,
        &views::FUNCTION,
        &products::FUNCTION,
        &checked_index::FUNCTION,
        &counting::FUNCTION,
    ]
}

/// The block above, for the interpreter.
fn checked_block() -> Checked {
    let tokens: TokenStream = include_str!("cuda_host.rs").parse().unwrap();
    let mut before: Vec<String> = Vec::new();
    for token in tokens {
        if let TokenTree::Group(group) = &token
            && before.ends_with(&["array_fn".to_string(), "!".to_string()])
        {
            let mut errors = Errors::default();
            let checked = check_tokens(group.stream(), &mut errors);
            assert!(errors.is_empty());
            return checked;
        }
        before.push(token.to_string());
    }
    panic!("no block");
}

#[test]
fn kernels_agree_with_the_interpreter() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let checked = checked_block();
    assert_eq!(functions().len(), checked.functions.len(), "every function is tested");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    for function in functions() {
        let program = function.program();
        let reference = checked.functions.iter().find(|f| f.name == program.name).unwrap();
        let launcher = HostLauncher::new(program, &cache).unwrap_or_else(|e| panic!("{e}"));
        for size in [0, 1, 31, 33, 1025] {
            for variant in program.variants {
                let dims: Vec<i64> = program
                    .dims
                    .iter()
                    .enumerate()
                    .map(|(k, name)| match variant.pins.iter().find(|pin| pin.0 as usize == k) {
                        Some(pin) => pin.1,
                        None if *name == "E" => size,
                        None => 5,
                    })
                    .collect();
                let args = arguments(program, &dims);
                let dim =
                    |name: &str| program.dims.iter().position(|d| *d == name).map(|k| dims[k]);
                let tensors: Vec<Tensor> = args.iter().map(tensor).collect();
                let outcome = interpret(&reference.instances[0].dag, &dim, &tensors).unwrap();
                let want: Vec<&Tensor> =
                    outcome.results.iter().chain(outcome.params.values()).collect();
                let explicit: Vec<usize> =
                    program.explicit_dims.iter().map(|k| dims[*k as usize] as usize).collect();
                for mode in [Mode::Fused, Mode::Unfused] {
                    let what = format!("{} {dims:?} {mode:?}", program.name);
                    // SAFETY: the launcher runs the program's own kernels.
                    let cuda =
                        unsafe { run_with(function, mode, &explicit, args.clone(), &launcher) };
                    compare(&cuda.unwrap(), &want, &format!("{what} on CUDA"));
                    let cpu = call_dynamic(function, mode, &explicit, args.clone());
                    compare(&cpu.unwrap(), &want, &format!("{what} on the CPU"));
                }
            }
        }
    }
}

#[test]
fn a_failed_check_leaves_everything_as_it_was() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let function: &'static Function = &checked_index::FUNCTION;
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    let launcher = HostLauncher::new(function.program(), &cache).unwrap_or_else(|e| panic!("{e}"));
    let array = |shape: usize, data| DynArray::Array { shape: vec![shape], data };
    let args = vec![
        array(4, DynData::F64(vec![1.0, 2.0, 3.0, 4.0])),
        array(3, DynData::I64(vec![-4, 3, 4])),
    ];
    // SAFETY: the launcher runs the program's own kernels.
    let outcome = unsafe { run_with(function, Mode::Fused, &[], args, &launcher) };
    let error = outcome.unwrap_err().to_string();
    assert!(error.contains('2'), "the third entry is out of range: {error}");
}

/// Every kernel is launched by some schedule, and the plan says which buffers it writes.
#[test]
fn plans_name_what_their_kernels_write() {
    for function in functions() {
        let program = function.program();
        let mut launched = vec![false; program.kernels.len()];
        for variant in program.variants {
            for launch in variant.fused.launches.iter().chain(unfused(variant)) {
                launched[launch.kernel as usize] = true;
                let kernel = &program.kernels[launch.kernel as usize];
                for (k, place) in launch.buffers.iter().enumerate() {
                    let written = kernel.writes >> k & 1 == 1;
                    if let Place::Param(p) = place {
                        let mutable =
                            matches!(program.params[*p as usize].kind, ParamKind::ArrayMut);
                        assert!(mutable || !written, "{}: {}", program.name, launch.name);
                    }
                }
            }
        }
        assert!(launched.iter().all(|l| *l), "{}", program.name);
    }
}

fn unfused(variant: &'static plan::Variant) -> &'static [plan::Launch] {
    variant.unfused.as_ref().map_or(&[], |schedule| schedule.launches)
}

fn size(size: plan::Size, dims: &[i64]) -> i64 {
    let mut stack = Vec::new();
    for op in size {
        let value = match op {
            SizeOp::Const(c) => *c,
            SizeOp::Dim(k) => dims[*k as usize],
            SizeOp::Add => stack.pop().unwrap() + stack.pop().unwrap(),
            SizeOp::Mul => stack.pop().unwrap() * stack.pop().unwrap(),
            SizeOp::FloorDiv(k) => i64::div_euclid(stack.pop().unwrap(), *k),
        };
        stack.push(value);
    }
    stack.pop().unwrap()
}

/// Arguments of a program for these dimensions, the same in every run.
fn arguments(program: &plan::Program, dims: &[i64]) -> Vec<DynArray> {
    let mut state = 12345u64;
    let mut random = move |n: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    let mut one = |param: &plan::Param| {
        let shape: Vec<usize> = param.shape.iter().map(|s| size(s, dims) as usize).collect();
        let count = shape.iter().product();
        if let ParamKind::Index { bound } = param.kind {
            let bound = size(bound, dims) as usize;
            let values = (0..count).map(|_| random(bound as u64) as i32).collect();
            return DynArray::Index { shape, values, bound };
        }
        // Plain integers that index are in range for every size.
        let largest = if param.name == "k" && param.dtype == plan::DType::I64 { 1 } else { 40 };
        let mut number = || random(largest) as i64 - if largest == 1 { 0 } else { 20 };
        let data = match param.dtype {
            plan::DType::Bool => DynData::Bool((0..count).map(|_| number() > 0).collect()),
            plan::DType::I32 => DynData::I32((0..count).map(|_| number() as i32).collect()),
            plan::DType::I64 => DynData::I64((0..count).map(|_| number()).collect()),
            plan::DType::U32 => DynData::U32((0..count).map(|_| number() as u32).collect()),
            plan::DType::U64 => DynData::U64((0..count).map(|_| number() as u64).collect()),
            plan::DType::F32 => DynData::F32((0..count).map(|_| number() as f32 / 8.0).collect()),
            plan::DType::F64 => DynData::F64((0..count).map(|_| number() as f64 / 8.0).collect()),
        };
        match param.kind {
            ParamKind::Scalar => DynArray::Scalar(data),
            _ => DynArray::Array { shape, data },
        }
    };
    program.params.iter().map(&mut one).collect()
}

fn elements(data: &DynData) -> (DType, Vec<Const>) {
    let int = |dtype, value: i128| Const::from_i128(dtype, value);
    match data {
        DynData::Bool(v) => (DType::Bool, v.iter().map(|x| Const::bool(*x)).collect()),
        DynData::I32(v) => (DType::I32, v.iter().map(|x| int(DType::I32, (*x).into())).collect()),
        DynData::I64(v) => (DType::I64, v.iter().map(|x| Const::i64(*x)).collect()),
        DynData::U32(v) => (DType::U32, v.iter().map(|x| int(DType::U32, (*x).into())).collect()),
        DynData::U64(v) => (DType::U64, v.iter().map(|x| int(DType::U64, (*x).into())).collect()),
        DynData::F32(v) => {
            (DType::F32, v.iter().map(|x| Const::from_f64(DType::F32, (*x).into())).collect())
        }
        DynData::F64(v) => (DType::F64, v.iter().map(|x| Const::f64(*x)).collect()),
    }
}

fn tensor(array: &DynArray) -> Tensor {
    match array {
        DynArray::Array { shape, data } => {
            let (dtype, values) = elements(data);
            Tensor::new(dtype, shape, values)
        }
        DynArray::Scalar(data) => {
            let (dtype, values) = elements(data);
            Tensor::new(dtype, &[], values)
        }
        DynArray::Index { shape, values, .. } => {
            Tensor::new(DType::I64, shape, values.iter().map(|k| Const::i64((*k).into())))
        }
    }
}

/// Equal up to the rounding that another order of summation brings.
fn compare(got: &[DynArray], want: &[&Tensor], what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (k, (got, want)) in got.iter().zip(want).enumerate() {
        let got = tensor(got);
        assert_eq!((got.dtype, &got.shape), (want.dtype, &want.shape), "{what}, result {k}");
        for (e, (a, b)) in got.elements().zip(want.elements()).enumerate() {
            let (x, y) = (a.to_f64(), b.to_f64());
            let epsilon = if want.dtype == DType::F32 { 1e-5 } else { 1e-12 };
            let close = want.dtype.is_float()
                && (x == y
                    || x.is_nan() && y.is_nan()
                    || (x - y).abs() <= epsilon * y.abs().max(100.0));
            assert!(a == b || close, "{what}, result {k}, element {e}: {x}, not {y}");
        }
    }
}
