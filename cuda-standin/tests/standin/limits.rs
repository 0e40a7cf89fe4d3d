//! Limits of kernels: registers, shared memory, local memory, and what PTX says of them.

use crate::support::*;
use cudarc::driver::sys::*;
use std::ffi::CString;
use std::path::Path;
use std::ptr::{null, null_mut};

const KERNELS: &str = r#"
extern "C" __global__ void __launch_bounds__(64, 1) bounded(int* b0) { b0[0] = 1; }
extern "C" __global__ void unbounded(int* b0) { b0[0] = 1; }
extern "C" __global__ void shared(int* b0) {
    __shared__ int sums[10000];
    sums[threadIdx.x] = 1;
    b0[0] = sums[0];
}
extern "C" __global__ void deep(double* b0, const int s0) {
    double stack[1000];
    for (int k = 0; k < 1000; ++k) stack[k] = k;
    b0[0] = stack[s0];
}
"#;

const REFUSED: CUresult = CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
const NO_MEMORY: CUresult = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
const MAX_THREADS: CUfunction_attribute =
    CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
const MAX_SHARED: CUfunction_attribute =
    CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;

struct Loaded(CUmodule);

impl Loaded {
    fn source(text: &str) -> Result<Loaded, CUresult> {
        Loaded::ptx(&cudarc::nvrtc::compile_ptx(text).unwrap().to_src())
    }

    fn ptx(text: &str) -> Result<Loaded, CUresult> {
        let (text, mut module) = (CString::new(text).unwrap(), null_mut());
        match call!(cuModuleLoadData(&mut module, text.as_ptr().cast())) {
            OK => Ok(Loaded(module)),
            error => Err(error),
        }
    }

    fn function(&self, name: &str) -> Result<CUfunction, CUresult> {
        let (mut function, name) = (null_mut(), CString::new(name).unwrap());
        match call!(cuModuleGetFunction(&mut function, self.0, name.as_ptr())) {
            OK => Ok(function),
            error => Err(error),
        }
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        call!(cuModuleUnload(self.0));
    }
}

/// Launches a block of so many threads.
fn launch(function: CUfunction, threads: u32, shared: u32, arguments: &[Argument]) -> CUresult {
    let mut arguments = Arguments::new(arguments);
    let (pointers, none, stream) = (arguments.pointers(), null_mut(), null_mut());
    call!(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, shared, stream, pointers, none))
}

fn attribute(function: CUfunction, attribute: CUfunction_attribute) -> i32 {
    let mut value = 0;
    ok(call!(cuFuncGetAttribute(&mut value, attribute, function)));
    value
}

#[test]
fn blocks_have_registers_for_so_many_threads() {
    let Some(cuda) = cuda() else { return };
    let (loaded, a) = (Loaded::source(KERNELS).unwrap(), [Argument::Pointer(cuda.alloc(4))]);
    let [bounded, unbounded] = ["bounded", "unbounded"].map(|name| loaded.function(name).unwrap());
    assert_eq!([bounded, unbounded].map(|f| attribute(f, MAX_THREADS)), [64, 1024]);
    ok(launch(bounded, 64, 0, &a));
    assert_eq!(launch(bounded, 65, 0, &a), REFUSED);
    cuda.found(&["a block of 65 threads", "registers for 64"]);
    ok(launch(unbounded, 1024, 0, &a));
    cuda.standin.set_registers(100);
    assert_eq!(attribute(unbounded, MAX_THREADS), 640);
    ok(launch(unbounded, 640, 0, &a));
    assert_eq!(launch(unbounded, 641, 0, &a), REFUSED);
    cuda.found(&["registers for 640"]);
    let (graph, mut node, mut arguments) = (cuda.graph(), null_mut(), Arguments::new(&a));
    let params = CUDA_KERNEL_NODE_PARAMS { blockDimX: 641, ..params(unbounded, &mut arguments) };
    assert_eq!(call!(cuGraphAddKernelNode_v2(&mut node, graph.graph, null(), 0, &params)), INVALID);
    cuda.found(&["registers for 640"]);
    cuda.standin.set_registers(64);
    ok(call!(cuCtxSynchronize()));
    cuda.standin.check();
}

#[test]
fn both_kinds_of_shared_memory_have_one_limit() {
    let Some(cuda) = cuda() else { return };
    let (loaded, a) = (Loaded::source(KERNELS).unwrap(), [Argument::Pointer(cuda.alloc(4))]);
    let shared = loaded.function("shared").unwrap();
    let is_static = CUfunction_attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
    assert_eq!(attribute(shared, is_static), 40_000);
    assert_eq!(attribute(shared, MAX_SHARED), 48 * 1024 - 40_000);
    ok(launch(shared, 1, 48 * 1024 - 40_000, &a));
    assert_eq!(launch(shared, 1, 48 * 1024 - 39_999, &a), INVALID);
    cuda.found(&["9153 bytes of shared memory, more than 9152"]);
    let most = 227 * 1024 - 40_000;
    assert_eq!(call!(cuFuncSetAttribute(shared, MAX_SHARED, most + 1)), INVALID);
    ok(call!(cuFuncSetAttribute(shared, MAX_SHARED, most)));
    ok(launch(shared, 1, most as u32, &a));
    ok(call!(cuCtxSynchronize()));
    // More than a block gets without asking is refused by the assembler.
    let larger = KERNELS.replace("[10000]", "[12289]");
    assert_eq!(Loaded::source(&larger).err(), Some(CUresult::CUDA_ERROR_INVALID_PTX));
    cuda.standin.check();
}

#[test]
fn local_memory_is_there_for_all_threads_of_the_device() {
    let Some(cuda) = cuda() else { return };
    let loaded = Loaded::source(KERNELS).unwrap();
    let (deep, a) = (loaded.function("deep").unwrap(), cuda.alloc(8));
    let arguments = [Argument::Pointer(a), Argument::I32(999)];
    // 8000 bytes for each of 2048 threads of 132 multiprocessors.
    let needed = 8000 * 2048 * 132;
    let limit = |bytes| cuda.standin.set_memory_limit(Some(cuda.standin.live().bytes + bytes));
    limit(needed - 1);
    assert_eq!(launch(deep, 1, 0, &arguments), NO_MEMORY);
    let (graph, mut node, mut values) = (cuda.graph(), null_mut(), Arguments::new(&arguments));
    let params = params(deep, &mut values);
    ok(call!(cuGraphAddKernelNode_v2(&mut node, graph.graph, null(), 0, &params)));
    assert_eq!(graph.instantiate(0), Err(NO_MEMORY));
    limit(needed);
    ok(launch(deep, 1, 0, &arguments));
    assert_eq!(cuda.download::<f64>(a, 1), [999.0]);
    // It stays reserved, for this kernel and for those that need less.
    let (mut free, mut total, mut b) = (1, 1, 0);
    ok(call!(cuMemGetInfo_v2(&mut free, &mut total)));
    assert_eq!(free, 0);
    assert_eq!(call!(cuMemAlloc_v2(&mut b, 8)), NO_MEMORY);
    graph.run();
    cuda.standin.reset();
    ok(call!(cuMemAlloc_v2(&mut b, 8)));
    cuda.standin.set_memory_limit(None);
    // No thread has more than 512 KiB, whatever the device has.
    let deeper = Loaded::source(&KERNELS.replace("stack[1000]", "stack[70000]")).unwrap();
    assert_eq!(launch(deeper.function("deep").unwrap(), 1, 0, &arguments), NO_MEMORY);
    cuda.standin.check();
}

#[test]
fn a_module_has_the_kernels_of_its_ptx() {
    let Some(cuda) = cuda() else { return };
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("standin");
    let ptx = |parameter: &str| {
        format!(
            ".version 9.0\n.target sm_75\n.address_size 64\n\
             .visible .entry increment(\n{parameter}\n)\n.maxntid 32, 1, 1\n{{\n\tret;\n}}\n"
        )
    };
    let right = ptx("\t.param .u64 .ptr .align 1 increment_param_0");
    cuda.standin.register(Some(&right), SOURCE, &cache);
    let loaded = Loaded::ptx(&right).unwrap();
    let increment = loaded.function("increment").unwrap();
    assert_eq!(attribute(increment, MAX_THREADS), 32);
    assert_eq!(loaded.function("scale"), Err(CUresult::CUDA_ERROR_NOT_FOUND));
    // PTX of another source, in which the kernel has other parameters.
    for wrong in ["\t.param .u32 increment_param_0", ""] {
        let wrong = ptx(wrong);
        cuda.standin.register(Some(&wrong), SOURCE, &cache);
        assert_eq!(Loaded::ptx(&wrong).err(), Some(CUresult::CUDA_ERROR_INVALID_PTX));
    }
    // PTX for newer devices than this one.
    let newer = right.replace("sm_75", "sm_120");
    cuda.standin.register(Some(&newer), SOURCE, &cache);
    assert_eq!(Loaded::ptx(&newer).err(), Some(CUresult::CUDA_ERROR_INVALID_PTX));
    cuda.standin.check();
}
