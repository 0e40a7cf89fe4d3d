//! The kernels of the trials.

use array_fn::cuda::{CudaError, DType, Gpu, Kernel, Module, Parameter};

/// The kernels of `kernels.cu`. Each stays within the lengths of its buffers, whatever it is given.
pub struct Kernels {
    /// `y += a * x`: (a, x, y).
    pub axpy: Kernel,
    /// Sets a condition: (flag, condition).
    pub choose: Kernel,
    /// Counts down, and sets a condition to what is left: (counter, condition).
    pub count_down: Kernel,
    /// (counter).
    pub increment: Kernel,
}

fn module(gpu: Gpu, name: &str, ptx: &str, source: &str) -> Result<Module, CudaError> {
    match ptx.is_empty() {
        false => Module::from_ptx(gpu, name, ptx),
        true => Module::from_source(gpu, name, source),
    }
}

impl Kernels {
    pub fn new(gpu: Gpu) -> Result<Kernels, CudaError> {
        use Parameter::{Condition, Length, Read, Value, Write};
        let (f32, u32) = (DType::F32, DType::U32);
        let ptx = include_str!(concat!(env!("OUT_DIR"), "/kernels.ptx"));
        let module = module(gpu, "kernels", ptx, include_str!("kernels.cu"))?;
        // SAFETY: these are the parameters of the source, whose kernels keep to what is asked.
        unsafe {
            Ok(Kernels {
                axpy: module
                    .kernel("axpy", &[Value(f32), Read(f32), Write(f32), Length(1), Length(2)])?,
                choose: module.kernel("choose", &[Read(u32), Length(0), Condition])?,
                count_down: module.kernel("count_down", &[Write(u32), Length(0), Condition])?,
                increment: module.kernel("increment", &[Write(u32), Length(0)])?,
            })
        }
    }
}

/// `z = x + y`, allowed to start early: (x, y, z).
pub fn early_add(gpu: Gpu) -> Result<Kernel, CudaError> {
    use Parameter::{Length, Read, Write};
    let f32 = DType::F32;
    let ptx = include_str!(concat!(env!("OUT_DIR"), "/early.ptx"));
    let module = module(gpu, "early", ptx, include_str!("early.cu"))?;
    let parameters = [Read(f32), Read(f32), Write(f32), Length(0), Length(1), Length(2)];
    // SAFETY: these are the parameters of the source. The kernel waits before it does anything; where its source is not
    // compiled for a GPU, nothing starts early.
    unsafe { Ok(module.kernel("early_add", &parameters)?.waiting_for_dependencies()) }
}
