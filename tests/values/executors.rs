//! The generated code as executors: the CPU, fused and unfused, and CUDA kernels compiled for the
//! host.

use crate::data::{Argument, Call};
use array_fn::__rt::{
    DynArray, DynData, Function, LaunchCall, Launcher, Mode, call_dynamic, run_with,
};
use array_fn_compiler::dag::{Const, DType, interpret::Tensor};
use array_fn_cuda_host::HostCuda;
use std::ffi::c_void;

/// Runs a call on the CPU: results, then updated parameters.
pub fn run_cpu(function: &Function, mode: Mode, call: &Call) -> Result<Vec<Tensor>, String> {
    let results = call_dynamic(function, mode, &explicit_dims(function, call), arguments(call));
    results.map(tensors).map_err(|e| e.to_string())
}

/// Runs a call's CUDA kernels on the host.
pub fn run_host_cuda(
    function: &Function,
    mode: Mode,
    kernels: &HostKernels,
    call: &Call,
) -> Result<Vec<Tensor>, String> {
    let dims = explicit_dims(function, call);
    // SAFETY: the emitted kernels do what the CPU's do, or a test is about to fail.
    let results = unsafe { run_with(function, mode, &dims, arguments(call), kernels) };
    results.map(tensors).map_err(|e| e.to_string())
}

fn explicit_dims(function: &Function, call: &Call) -> Vec<usize> {
    let program = function.program();
    let value = |name: &str| call.dims.iter().find(|(dim, _)| dim == name).expect("a dimension").1;
    program.explicit_dims.iter().map(|k| value(program.dims[*k as usize]) as usize).collect()
}

fn arguments(call: &Call) -> Vec<DynArray> {
    call.args
        .iter()
        .map(|argument| match argument {
            Argument::Scalar(tensor) => DynArray::Scalar(data(tensor)),
            Argument::Array(tensor) => {
                DynArray::Array { shape: tensor.shape.clone(), data: data(tensor) }
            }
            Argument::Index { values, bound } => DynArray::Index {
                shape: values.shape.clone(),
                values: values.bits.iter().map(|i| *i as i32).collect(),
                bound: *bound as usize,
            },
        })
        .collect()
}

fn data(tensor: &Tensor) -> DynData {
    let bits = tensor.bits.iter().copied();
    match tensor.dtype {
        DType::Bool => DynData::Bool(bits.map(|b| b != 0).collect()),
        DType::I32 => DynData::I32(bits.map(|b| b as i32).collect()),
        DType::I64 => DynData::I64(bits.map(|b| b as i64).collect()),
        DType::U32 => DynData::U32(bits.map(|b| b as u32).collect()),
        DType::U64 => DynData::U64(bits.collect()),
        DType::F32 => DynData::F32(bits.map(|b| f32::from_bits(b as u32)).collect()),
        DType::F64 => DynData::F64(bits.map(f64::from_bits).collect()),
    }
}

fn tensors(results: Vec<DynArray>) -> Vec<Tensor> {
    let tensor = |result| {
        let (shape, data) = match result {
            DynArray::Array { shape, data } => (shape, data),
            DynArray::Scalar(data) => (Vec::new(), data),
            DynArray::Index { .. } => panic!("index arrays are no results"),
        };
        let int = |dtype, value: i128| Const::from_i128(dtype, value);
        let (dtype, elements): (DType, Vec<Const>) = match data {
            DynData::Bool(v) => (DType::Bool, v.into_iter().map(Const::bool).collect()),
            DynData::I32(v) => {
                (DType::I32, v.into_iter().map(|x| int(DType::I32, x.into())).collect())
            }
            DynData::I64(v) => (DType::I64, v.into_iter().map(Const::i64).collect()),
            DynData::U32(v) => {
                (DType::U32, v.into_iter().map(|x| int(DType::U32, x.into())).collect())
            }
            DynData::U64(v) => {
                (DType::U64, v.into_iter().map(|x| int(DType::U64, x.into())).collect())
            }
            DynData::F32(v) => {
                let bits = |x: f32| Const { dtype: DType::F32, bits: x.to_bits().into() };
                (DType::F32, v.into_iter().map(bits).collect())
            }
            DynData::F64(v) => (DType::F64, v.into_iter().map(Const::f64).collect()),
        };
        Tensor::new(dtype, &shape, elements)
    };
    results.into_iter().map(tensor).collect()
}

/// The kernels of a program, compiled for the host.
pub struct HostKernels {
    library: HostCuda,
    /// Prefix of the program's kernels in the library.
    prefix: String,
}

impl Launcher for HostKernels {
    unsafe fn launch(&self, call: &LaunchCall<'_>) {
        let cuda = &call.kernel.cuda;
        let blocks = call.points.div_ceil(cuda.points_per_block as usize) as u32;
        if blocks == 0 {
            return;
        }
        let mut parameters: Vec<*mut c_void> = Vec::new();
        let counts = [
            (call.launch.buffers.len(), call.args.buffers.cast::<u64>()),
            (call.launch.scalars.len(), call.args.scalars.cast()),
            (call.launch.sizes.len(), call.args.sizes.cast()),
            (call.launch.extents.len(), call.args.extents.cast()),
        ];
        for (count, values) in counts {
            // SAFETY: the arguments hold as many values of 64 bits as the launch has of each kind.
            parameters.extend((0..count).map(|k| unsafe { values.add(k) } as *mut c_void));
        }
        let name = format!("{}{}", self.prefix, call.kernel.name);
        let shared = cuda.shared_bytes as usize;
        // SAFETY: the parameters are the kernel's, and their buffers those of a checked call.
        let done = unsafe { self.library.launch(&name, blocks, cuda.threads, shared, &mut parameters) };
        done.unwrap_or_else(|e| panic!("{}: {e}", call.program.name));
    }
}
