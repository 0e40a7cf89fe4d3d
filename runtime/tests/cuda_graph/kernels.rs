//! The kernels of these tests.

use array_fn_runtime::cuda::{CudaError, DType, Gpu, Kernel, Module, Parameter};

/// CUDA C++ of all kernels. Every one stays within the lengths of its buffers, whatever it is given.
const SOURCE: &str = r#"
typedef unsigned long long u64;
typedef unsigned long long cudaGraphConditionalHandle;
extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);

__device__ static u64 thread_number() {
    return blockIdx.x * (u64)blockDim.x + threadIdx.x;
}

extern "C" __global__ void axpy(
    float a, const float* x, float* y, unsigned long long x_len, unsigned long long y_len
) {
    u64 i = thread_number();
    if (i < x_len && i < y_len) y[i] = y[i] + a * x[i];
}

extern "C" __global__ void add(
    const float* x, const float* y, float* z,
    unsigned long long x_len, unsigned long long y_len, unsigned long long z_len
) {
    u64 i = thread_number();
    if (i < x_len && i < y_len && i < z_len) z[i] = x[i] + y[i];
}

// The same, allowed to start before the kernels that it depends on are done.
extern "C" __global__ void early_add(
    const float* x, const float* y, float* z,
    unsigned long long x_len, unsigned long long y_len, unsigned long long z_len
) {
#ifdef __CUDACC__
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    u64 i = thread_number();
    if (i < x_len && i < y_len && i < z_len) z[i] = x[i] + y[i];
}

extern "C" __global__ void choose(
    const unsigned int* flag, unsigned long long len, cudaGraphConditionalHandle condition
) {
    if (thread_number() == 0 && len > 0) cudaGraphSetConditional(condition, flag[0]);
}

extern "C" __global__ void count_down(
    unsigned int* counter, unsigned long long len, cudaGraphConditionalHandle condition
) {
    if (thread_number() == 0 && len > 0) {
        if (counter[0] > 0) counter[0] = counter[0] - 1;
        cudaGraphSetConditional(condition, counter[0]);
    }
}

extern "C" __global__ void increment(unsigned int* counter, unsigned long long len) {
    if (thread_number() == 0 && len > 0) counter[0] = counter[0] + 1;
}
"#;

pub struct Kernels {
    pub module: Module,
    /// `y += a * x` for f32: (a, x, y).
    pub axpy: Kernel,
    /// `z = x + y` for f32: (x, y, z).
    pub add: Kernel,
    /// The same, allowed to start early.
    pub early_add: Kernel,
    /// (flag, condition).
    pub choose: Kernel,
    /// (counter, condition): counts down, and goes on until 0.
    pub count_down: Kernel,
    /// (counter).
    pub increment: Kernel,
}

impl Kernels {
    pub fn new(gpu: Gpu) -> Result<Kernels, CudaError> {
        use Parameter::{Condition, Length, Read, Value, Write};
        let (f32, u32) = (DType::F32, DType::U32);
        let module = Module::from_source(gpu, "kernels of the tests", SOURCE)?;
        let addition = [Read(f32), Read(f32), Write(f32), Length(0), Length(1), Length(2)];
        // SAFETY: these are the parameters of the source above, whose kernels keep to what is asked.
        // `early_add` waits before it does anything; where its source is not compiled for a GPU, nothing
        // starts early.
        unsafe {
            Ok(Kernels {
                axpy: module
                    .kernel("axpy", &[Value(f32), Read(f32), Write(f32), Length(1), Length(2)])?,
                add: module.kernel("add", &addition)?,
                early_add: module.kernel("early_add", &addition)?.waiting_for_dependencies(),
                choose: module.kernel("choose", &[Read(u32), Length(0), Condition])?,
                count_down: module.kernel("count_down", &[Write(u32), Length(0), Condition])?,
                increment: module.kernel("increment", &[Write(u32), Length(0)])?,
                module,
            })
        }
    }
}
