//! A CUDA graph by hand: the heat equation on a rod, relaxed on the GPU until it changes no more. The
//! loop is part of the graph: one launch, however many passes it takes.
//!
//! ```text
//! cargo run --release --example cuda_graph
//! ```
//!
//! It prints the GPU, the number of passes with the time that they take, and the distance from the exact solution, a
//! straight line. Without a GPU it says why there is nothing to show.

#[cfg(any(feature = "cuda-12080", feature = "cuda-13000"))]
fn main() -> Result<(), array_fn::cuda::CudaError> {
    use array_fn::cuda::{CudaError, Gpu};

    match Gpu::new(0) {
        Ok(gpu) => rod::solve(gpu),
        Err(reason @ (CudaError::NoDriver { .. } | CudaError::NoDevice { .. })) => {
            println!("{reason}");
            println!("This example needs an NVIDIA GPU, so there is nothing to show.");
            Ok(())
        }
        Err(error) => Err(error),
    }
}

#[cfg(not(any(feature = "cuda-12080", feature = "cuda-13000")))]
fn main() {
    println!("array-fn was built without CUDA: add the feature `cuda-13000` or `cuda-12080`.");
}

#[cfg(any(feature = "cuda-12080", feature = "cuda-13000"))]
mod rod {
    use array_fn::cuda::graph::Graph;
    use array_fn::cuda::{
        CudaError, DType, DeviceBuffer, Event, Gpu, HostBuffer, LaunchConfig, Module, Parameter,
    };

    const SOURCE: &str = r#"
        typedef unsigned long long cudaGraphConditionalHandle;
        extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned int);

        // One sweep: each inner point becomes the mean of its neighbours.
        extern "C" __global__ void sweep(
            const double* u, double* next, unsigned long long u_len, unsigned long long next_len
        ) {
            unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
            if (i >= u_len || i >= next_len) return;
            bool inner = i > 0 && i + 1 < u_len;
            next[i] = inner ? 0.5 * (u[i - 1] + u[i + 1]) : u[i];
        }

        // Whether any point still moves; passes are counted. One thread does it.
        extern "C" __global__ void proceed(
            double tolerance, const double* u, const double* next, unsigned int* passes,
            unsigned long long u_len, unsigned long long next_len, unsigned long long passes_len,
            cudaGraphConditionalHandle condition
        ) {
            if (blockIdx.x + threadIdx.x != 0) return;
            bool moves = false;
            for (unsigned long long i = 0; i < u_len && i < next_len; ++i) {
                double change = next[i] - u[i];
                if (change > tolerance || change < -tolerance) moves = true;
            }
            if (passes_len > 0) passes[0] += 1;
            cudaGraphSetConditional(condition, moves);
        }
    "#;

    const POINTS: usize = 33;

    pub fn solve(gpu: Gpu) -> Result<(), CudaError> {
        use Parameter::{Condition, Length, Read, Value, Write};
        println!("GPU {}: {}", gpu.ordinal(), gpu.name());

        let module = Module::from_source(gpu, "rod", SOURCE)?;
        let (f64, u32) = (DType::F64, DType::U32);
        // SAFETY: the kernels have these parameters, and stay within the lengths of their buffers.
        let (sweep, proceed) = unsafe {
            let sweep = [Read(f64), Write(f64), Length(0), Length(1)];
            let proceed = [
                Value(f64),
                Read(f64),
                Read(f64),
                Write(u32),
                Length(1),
                Length(2),
                Length(3),
                Condition,
            ];
            (module.kernel("sweep", &sweep)?, module.kernel("proceed", &proceed)?)
        };

        // Hot on the left, cold on the right.
        let mut start = vec![0.0; POINTS];
        start[0] = 1.0;
        let start = HostBuffer::from_slice(gpu, &start)?;
        let result = HostBuffer::<f64>::zeros(gpu, POINTS)?;
        let passes = DeviceBuffer::<u32>::zeros(gpu, 1)?;

        let mut graph = Graph::new(gpu);
        let (alloc_u, u) = graph.alloc::<f64>(POINTS, &[])?;
        let (alloc_next, next) = graph.alloc::<f64>(POINTS, &[])?;
        let upload = graph.copy_to_device(&u, &start, &[alloc_u])?;
        let reset = graph.memset(&passes, 0, &[])?;
        let condition = graph.condition(1);
        let relax = graph.while_(
            condition,
            |body| {
                let launch = LaunchConfig::linear(POINTS, 128);
                let sweep = body.kernel(&sweep, launch, &[(&u).into(), (&next).into()], &[])?;
                let arguments =
                    [1e-6.into(), (&u).into(), (&next).into(), (&passes).into(), condition.into()];
                let launch = LaunchConfig::linear(1, 1);
                let proceed = body.kernel(&proceed, launch, &arguments, &[sweep])?;
                body.copy_on_device(&u, &next, &[proceed])?;
                Ok(())
            },
            &[upload, alloc_next, reset],
        )?;
        let download = graph.copy_to_host(&result, &u, &[relax])?;
        graph.free(u, &[download])?;
        graph.free(next, &[relax])?;

        let mut executable = graph.instantiate()?;
        executable.upload()?;
        let (mut begin, mut end) = (Event::new(gpu)?, Event::new(gpu)?);
        begin.record(gpu.stream()?)?;
        executable.launch()?;
        end.record(gpu.stream()?)?;
        let time = end.since(&begin)?;

        let values = result.to_vec()?;
        let line = |k: usize| 1.0 - k as f64 / (POINTS - 1) as f64;
        let error = values.iter().enumerate().map(|(k, v)| (v - line(k)).abs()).fold(0.0, f64::max);
        println!("{} passes in one launch, {time:?} on the GPU", passes.to_vec()?[0]);
        println!("largest distance from the straight line: {error:.1e}");
        Ok(())
    }
}
