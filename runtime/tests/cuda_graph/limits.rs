//! Limits of kernels: shared memory, registers, and the memory of their threads.

use array_fn_runtime::cuda::graph::{Graph, RuleError};
use array_fn_runtime::cuda::{CudaError, DType, DeviceBuffer, Gpu, Kernel, LaunchConfig};
use array_fn_runtime::cuda::{Module, Parameter};

use crate::support::{Setup, on_stand_in, once};

/// Kernels that stay within the length of their one buffer.
const SOURCE: &str = r#"
extern "C" __global__ void with_shared(float* x, unsigned long long len) {
    __shared__ float parts[10000];
    if (threadIdx.x < 10000) parts[threadIdx.x] = 3.0f;
    if (blockIdx.x + threadIdx.x == 0 && len > 0) x[0] = parts[0];
}
extern "C" __global__ void deep(float* x, unsigned long long len) {
    float stack[1000];
    for (int k = 0; k < 1000; ++k) stack[k] = k;
    if (blockIdx.x + threadIdx.x == 0 && len > 0) x[0] = stack[len % 1000];
}
"#;

/// The bytes that a block of `with_shared` has without asking.
const STATIC: u32 = 40_000;

fn kernel(gpu: Gpu, name: &str) -> Result<Kernel, CudaError> {
    let module = Module::from_source(gpu, "limits", SOURCE)?;
    // SAFETY: these are the parameters of both kernels, which keep to what is asked.
    unsafe { module.kernel(name, &[Parameter::Write(DType::F32), Parameter::Length(0)]) }
}

fn graph(kernel: &Kernel, launch: LaunchConfig) -> Result<(Graph, DeviceBuffer<f32>), CudaError> {
    let x = DeviceBuffer::zeros(kernel.gpu(), 7)?;
    let mut graph = Graph::new(kernel.gpu());
    graph.kernel(kernel, launch, &[(&x).into()], &[])?;
    Ok((graph, x))
}

#[test]
fn static_shared_memory_counts() {
    once(|Setup { gpu, .. }| {
        let kernel = kernel(*gpu, "with_shared")?;
        let launch = LaunchConfig::linear(1, 32);
        // Below the limit of both, and above what a block has without asking.
        for dynamic in [0, 8000, 20_000] {
            let (graph, x) = graph(&kernel, launch.with_shared_bytes(dynamic))?;
            graph.instantiate()?.launch()?;
            assert_eq!(x.to_vec()?[0], 3.0, "{dynamic}");
        }
        Ok(())
    });
}

#[test]
fn more_shared_memory_than_a_device_has_is_refused() {
    on_stand_in(|Setup { gpu, .. }, _| {
        let kernel = kernel(*gpu, "with_shared")?;
        let most = 227 * 1024 - STATIC;
        let launch = LaunchConfig::linear(1, 32);
        graph(&kernel, launch.with_shared_bytes(most))?.0.instantiate()?.launch()?;
        let error = graph(&kernel, launch.with_shared_bytes(most + 1)).expect_err("too much");
        assert!(matches!(error, CudaError::Graph(RuleError::Launch { .. })), "{error}");
        Ok(())
    });
}

#[test]
fn blocks_have_as_many_threads_as_there_are_registers_for() {
    on_stand_in(|Setup { gpu, .. }, stand_in| {
        stand_in.set_registers(128);
        let kernel = kernel(*gpu, "with_shared")?;
        graph(&kernel, LaunchConfig::linear(512, 512))?.0.instantiate()?.launch()?;
        let error = graph(&kernel, LaunchConfig::linear(513, 513)).expect_err("too many threads");
        assert!(error.to_string().contains("513 threads of a block"), "{error}");
        stand_in.set_registers(64);
        Ok(())
    });
}

#[test]
fn a_graph_without_memory_for_its_threads_leaves_the_device_usable() {
    on_stand_in(|Setup { gpu, kernels, .. }, stand_in| {
        let kernel = kernel(*gpu, "deep")?;
        let (deep, x) = graph(&kernel, LaunchConfig::linear(1, 32))?;
        // 4000 bytes for each of 270 336 threads.
        let needed = 4000 * 270_336;
        stand_in.set_memory_limit(Some(stand_in.live().bytes + needed - 1));
        let error = deep.instantiate().expect_err("too little memory");
        assert!(matches!(error, CudaError::OutOfMemory { .. }), "{error}");
        let mut other = Graph::new(*gpu);
        let arguments = [2.0f32.into(), (&DeviceBuffer::from_slice(*gpu, &[1.0f32; 7])?).into()];
        let [a, ones] = arguments;
        other.kernel(&kernels.axpy, LaunchConfig::linear(7, 32), &[a, ones, (&x).into()], &[])?;
        other.instantiate()?.launch()?;
        assert_eq!(x.to_vec()?, [2.0; 7]);
        stand_in.set_memory_limit(Some(stand_in.live().bytes + needed + 4096));
        deep.instantiate()?.launch()?;
        assert_eq!(x.to_vec()?[0], 7.0);
        stand_in.set_memory_limit(None);
        stand_in.reset();
        Ok(())
    });
}
