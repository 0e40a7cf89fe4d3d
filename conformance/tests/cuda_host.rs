//! Emitted CUDA kernels, compiled for the host and run by real plans, against the interpreter: on sizes
//! that fit no block, fused and unfused.

#![allow(missing_docs)]

use array_fn::__rt::plan::{self, ParamKind, Place};
use array_fn::__rt::{
    BF16Bits, DynArray, DynData, F16Bits, Function, Mode, call_dynamic, run_with,
};
use array_fn::{Device, array_fn};
use array_fn_compiler::dag::interpret::{Tensor, interpret};
use array_fn_compiler::dag::{Const, DType};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::{Checked, check_tokens};
use array_fn_cuda_host::HostLauncher;
use array_fn_cuda_host::agreement::{arguments, compare, dims};
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
        for dims in [0, 1, 31, 33, 1025].into_iter().flat_map(|e| dims(program, e, 5)) {
            let args = arguments(program, &dims);
            let dim = |name: &str| program.dims.iter().position(|d| *d == name).map(|k| dims[k]);
            let tensors: Vec<Tensor> = args.iter().map(tensor).collect();
            let outcome = interpret(&reference.instances[0].dag, &dim, &tensors).unwrap();
            let want: Vec<DynArray> =
                outcome.results.iter().chain(outcome.params.values()).map(array).collect();
            let explicit: Vec<usize> =
                program.explicit_dims.iter().map(|k| dims[*k as usize] as usize).collect();
            for mode in [Mode::Fused, Mode::Unfused] {
                let what = format!("{} {dims:?} {mode:?}", program.name);
                // SAFETY: the launcher runs the program's own kernels.
                let cuda = unsafe { run_with(function, mode, &explicit, args.clone(), &launcher) };
                compare(&cuda.unwrap(), &want, &format!("{what} on CUDA"));
                let run = || call_dynamic(function, mode, &explicit, args.clone());
                let cpu = Device::cpu().run(run);
                compare(&cpu.unwrap(), &want, &format!("{what} on the CPU"));
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
                    let written = kernel.writes.contains(&(k as u32));
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

fn elements(data: &DynData) -> (DType, Vec<Const>) {
    let int = |dtype, value: i128| Const::from_i128(dtype, value);
    let bits = |dtype, bits: u16| Const { dtype, bits: bits.into() };
    match data {
        DynData::Bool(v) => (DType::Bool, v.iter().map(|x| Const::bool(*x)).collect()),
        DynData::I8(v) => (DType::I8, v.iter().map(|x| int(DType::I8, (*x).into())).collect()),
        DynData::I16(v) => (DType::I16, v.iter().map(|x| int(DType::I16, (*x).into())).collect()),
        DynData::I32(v) => (DType::I32, v.iter().map(|x| int(DType::I32, (*x).into())).collect()),
        DynData::I64(v) => (DType::I64, v.iter().map(|x| Const::i64(*x)).collect()),
        DynData::U8(v) => (DType::U8, v.iter().map(|x| int(DType::U8, (*x).into())).collect()),
        DynData::U16(v) => (DType::U16, v.iter().map(|x| int(DType::U16, (*x).into())).collect()),
        DynData::U32(v) => (DType::U32, v.iter().map(|x| int(DType::U32, (*x).into())).collect()),
        DynData::U64(v) => (DType::U64, v.iter().map(|x| int(DType::U64, (*x).into())).collect()),
        DynData::F16(v) => (DType::F16, v.iter().map(|x| bits(DType::F16, x.0)).collect()),
        DynData::BF16(v) => (DType::BF16, v.iter().map(|x| bits(DType::BF16, x.0)).collect()),
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

fn array(tensor: &Tensor) -> DynArray {
    let numbers = || tensor.elements().map(Const::to_f64);
    let integers = || tensor.elements().filter_map(Const::to_i128);
    let data = match tensor.dtype {
        DType::Bool => DynData::Bool(integers().map(|x| x != 0).collect()),
        DType::I8 => DynData::I8(integers().map(|x| x as i8).collect()),
        DType::I16 => DynData::I16(integers().map(|x| x as i16).collect()),
        DType::I32 => DynData::I32(integers().map(|x| x as i32).collect()),
        DType::I64 => DynData::I64(integers().map(|x| x as i64).collect()),
        DType::U8 => DynData::U8(integers().map(|x| x as u8).collect()),
        DType::U16 => DynData::U16(integers().map(|x| x as u16).collect()),
        DType::U32 => DynData::U32(integers().map(|x| x as u32).collect()),
        DType::U64 => DynData::U64(integers().map(|x| x as u64).collect()),
        DType::F16 => DynData::F16(tensor.bits.iter().map(|b| F16Bits(*b as u16)).collect()),
        DType::BF16 => DynData::BF16(tensor.bits.iter().map(|b| BF16Bits(*b as u16)).collect()),
        DType::F32 => DynData::F32(numbers().map(|x| x as f32).collect()),
        DType::F64 => DynData::F64(numbers().collect()),
        DType::C32 | DType::C64 => unreachable!("complex arrays are stored as real ones"),
    };
    DynArray::Array { shape: tensor.shape.clone(), data }
}
