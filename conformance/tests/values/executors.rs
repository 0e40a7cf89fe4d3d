//! The generated code as executors: the CPU, and CUDA kernels compiled for the host.

use crate::data::{Argument, Call};
use array_fn::__rt::{
    BF16Bits, DynArray, DynData, F16Bits, Function, Mode, call_dynamic, run_with,
};
use array_fn::{Contractions, Device};
use array_fn_compiler::dag::{Const, DType, interpret::Tensor};
use array_fn_cuda_host::{HostError, HostLauncher};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

/// Functions whose kernels share a library. Most of the time that a C++ compiler takes for one is for the library.
const TOGETHER: usize = 24;

/// Runs a call on the CPU: results, then updated parameters.
pub fn run_cpu(function: &Function, mode: Mode, call: &Call) -> Result<Vec<Tensor>, String> {
    run_cpu_with(Contractions::BySize, function, mode, call)
}

/// The same with a choice of what computes contractions.
pub fn run_cpu_with(
    contractions: Contractions,
    function: &Function,
    mode: Mode,
    call: &Call,
) -> Result<Vec<Tensor>, String> {
    let dims = explicit_dims(function, call);
    let run = || call_dynamic(function, mode, &dims, arguments(call));
    let device = Device::cpu().with_contractions(contractions);
    device.run(run).map(tensors).map_err(|e| e.to_string())
}

/// The CUDA kernels of some functions, compiled for the host.
pub struct HostKernels {
    programs: HashMap<&'static str, HostLauncher>,
}

impl HostKernels {
    /// Compiles the kernels; `None`, with a word, where there is no C++ compiler and none is required. The stand-in
    /// for the CUDA driver finds them, too.
    pub fn compile(functions: &[(&'static str, &'static Function)]) -> Option<HostKernels> {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
        let required = std::env::var_os("ARRAY_FN_REQUIRE_HOST_CUDA").is_some_and(|v| v == "1");
        let queue = Mutex::new(functions.chunks(TOGETHER));
        let compile = || {
            let mut done = Vec::new();
            loop {
                let next = queue.lock().unwrap().next();
                let Some(batch) = next else { return done };
                let programs: Vec<_> = batch.iter().map(|(_, f)| f.program()).collect();
                let names = programs.iter().map(|program| program.name).collect::<Vec<_>>();
                done.push((names, HostLauncher::of_programs(&programs, &cache)));
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let compiled = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(compile)).collect();
            workers.into_iter().flat_map(|w| w.join().unwrap()).collect::<Vec<_>>()
        });
        let mut programs = HashMap::new();
        for (names, launchers) in compiled {
            match launchers {
                Ok(launchers) => programs.extend(names.into_iter().zip(launchers)),
                Err(HostError::NoCompiler) if !required => {
                    println!("no C++ compiler: the CUDA kernels are not tested");
                    return None;
                }
                Err(e) => panic!("{names:?}: {e}"),
            }
        }
        Some(HostKernels { programs })
    }
}

/// Runs a call's CUDA kernels on the host.
pub fn run_host_cuda(
    function: &Function,
    mode: Mode,
    kernels: &HostKernels,
    call: &Call,
) -> Result<Vec<Tensor>, String> {
    let kernels = &kernels.programs[function.program().name];
    let dims = explicit_dims(function, call);
    // SAFETY: the kernels are the function's own; that they stay within their buffers as the CPU's do
    // is what the emitter promises, and what the shim's guards help to find out.
    let results = unsafe { run_with(function, mode, &dims, arguments(call), kernels) };
    results.map(tensors).map_err(|e| e.to_string())
}

pub fn explicit_dims(function: &Function, call: &Call) -> Vec<usize> {
    let program = function.program();
    let value = |name: &str| call.dims.iter().find(|(dim, _)| dim == name).expect("a dimension").1;
    program.explicit_dims.iter().map(|k| value(program.dims[*k as usize]) as usize).collect()
}

pub fn arguments(call: &Call) -> Vec<DynArray> {
    let argument = |argument: &Argument| match argument {
        Argument::Scalar(tensor) => DynArray::Scalar(data(tensor)),
        Argument::Array(tensor) => {
            DynArray::Array { shape: tensor.shape.clone(), data: data(tensor) }
        }
        Argument::Index { values, bound } => DynArray::Index {
            shape: values.shape.clone(),
            values: values.bits.iter().map(|i| *i as i32).collect(),
            bound: *bound as usize,
        },
    };
    call.args.iter().map(argument).collect()
}

fn data(tensor: &Tensor) -> DynData {
    let bits = tensor.bits.iter().copied();
    match tensor.dtype {
        DType::Bool => DynData::Bool(bits.map(|b| b != 0).collect()),
        DType::I8 => DynData::I8(bits.map(|b| b as i8).collect()),
        DType::I16 => DynData::I16(bits.map(|b| b as i16).collect()),
        DType::I32 => DynData::I32(bits.map(|b| b as i32).collect()),
        DType::I64 => DynData::I64(bits.map(|b| b as i64).collect()),
        DType::U8 => DynData::U8(bits.map(|b| b as u8).collect()),
        DType::U16 => DynData::U16(bits.map(|b| b as u16).collect()),
        DType::U32 => DynData::U32(bits.map(|b| b as u32).collect()),
        DType::U64 => DynData::U64(bits.collect()),
        DType::F16 => DynData::F16(bits.map(|b| F16Bits(b as u16)).collect()),
        DType::BF16 => DynData::BF16(bits.map(|b| BF16Bits(b as u16)).collect()),
        DType::F32 => DynData::F32(bits.map(|b| f32::from_bits(b as u32)).collect()),
        DType::F64 => DynData::F64(bits.map(f64::from_bits).collect()),
        DType::C32 | DType::C64 => unreachable!("complex arrays are stored as real ones"),
    }
}

pub fn tensors(results: Vec<DynArray>) -> Vec<Tensor> {
    let tensor = |result| {
        let (shape, data) = match result {
            DynArray::Array { shape, data } => (shape, data),
            DynArray::Scalar(data) => (Vec::new(), data),
            DynArray::Index { .. } => panic!("index arrays are no results"),
        };
        let (dtype, bits): (DType, Vec<u64>) = match data {
            DynData::Bool(v) => (DType::Bool, v.into_iter().map(u64::from).collect()),
            DynData::I8(v) => (DType::I8, v.into_iter().map(|x| x as i64 as u64).collect()),
            DynData::I16(v) => (DType::I16, v.into_iter().map(|x| x as i64 as u64).collect()),
            DynData::I32(v) => (DType::I32, v.into_iter().map(|x| x as i64 as u64).collect()),
            DynData::I64(v) => (DType::I64, v.into_iter().map(|x| x as u64).collect()),
            DynData::U8(v) => (DType::U8, v.into_iter().map(u64::from).collect()),
            DynData::U16(v) => (DType::U16, v.into_iter().map(u64::from).collect()),
            DynData::U32(v) => (DType::U32, v.into_iter().map(u64::from).collect()),
            DynData::U64(v) => (DType::U64, v),
            DynData::F16(v) => (DType::F16, v.into_iter().map(|x| x.0.into()).collect()),
            DynData::BF16(v) => (DType::BF16, v.into_iter().map(|x| x.0.into()).collect()),
            DynData::F32(v) => (DType::F32, v.into_iter().map(|x| x.to_bits().into()).collect()),
            DynData::F64(v) => (DType::F64, v.into_iter().map(f64::to_bits).collect()),
        };
        Tensor::new(dtype, &shape, bits.into_iter().map(|bits| Const { dtype, bits }))
    };
    results.into_iter().map(tensor).collect()
}
