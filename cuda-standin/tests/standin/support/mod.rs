//! CUDA's functions as these tests use them.

use afn_mock_cuda::StandIn;
use cudarc::driver::sys::{self, *};
use std::ffi::{CString, c_void};
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub const OK: CUresult = CUresult::CUDA_SUCCESS;
pub const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;

pub const SOURCE: &str = r#"
extern "C" __global__ void __launch_bounds__(64, 1) scale(
    const double* __restrict__ b0, double* __restrict__ b1, const double s0, const long long n0) {
    const long long i = (long long)blockIdx.x * 64 + threadIdx.x;
    if (i < n0) b1[i] = s0 * b0[i];
}
extern "C" __global__ void __launch_bounds__(64, 1) add(
    const double* __restrict__ b0, const double* __restrict__ b1, double* __restrict__ b2,
    const long long n0) {
    const long long i = (long long)blockIdx.x * 64 + threadIdx.x;
    if (i < n0) b2[i] = b0[i] + b1[i];
}
extern "C" __global__ void increment(double* __restrict__ b0) { b0[0] += 1.0; }
extern "C" __global__ void count_down(int* __restrict__ b0, const cudaGraphConditionalHandle h0) {
    b0[0] -= 1;
    cudaGraphSetConditional(h0, b0[0] > 0 ? 1 : 0);
}
extern "C" __global__ void is_positive(const int* __restrict__ b0, const cudaGraphConditionalHandle h0) {
    cudaGraphSetConditional(h0, b0[0] > 0 ? 1 : 0);
}
extern "C" __global__ void store(int* __restrict__ b0, const int s0) { b0[0] = s0; }
extern "C" __global__ void diverging(int* __restrict__ b0) {
    if (threadIdx.x == 0) __syncthreads();
    b0[0] = 1;
}
"#;

/// The stand-in for one test at a time.
pub struct Cuda {
    pub standin: &'static StandIn,
    module: CUmodule,
    _turn: MutexGuard<'static, ()>,
}

/// Checks a result, with its name.
#[track_caller]
pub fn ok(result: CUresult) {
    assert_eq!(result, OK);
}

macro_rules! call {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: the tests pass what these functions of CUDA take.
        unsafe { cudarc::driver::sys::$function($($argument),*) }
    };
}
pub(crate) use call;

/// None, with a note, where there is no compiler for kernels.
pub fn cuda() -> Option<Cuda> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let standin = StandIn::install().unwrap_or_else(|e| panic!("{e}"));
    standin.reset();
    standin.set_seed(1);
    standin.set_execution(true);
    standin.set_memory_limit(None);
    standin.register(None, SOURCE, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("standin"));
    standin.take_findings();
    ok(call!(cuInit(0)));
    let mut context = null_mut();
    ok(call!(cuDevicePrimaryCtxRetain(&mut context, 0)));
    ok(call!(cuCtxSetCurrent(context)));
    let ptx = CString::new(cudarc::nvrtc::compile_ptx(SOURCE).unwrap().to_src()).unwrap();
    let mut module = null_mut();
    ok(call!(cuModuleLoadData(&mut module, ptx.as_ptr().cast())));
    Some(Cuda { standin, module, _turn: turn })
}

impl Cuda {
    pub fn function(&self, name: &str) -> CUfunction {
        let (mut function, name) = (null_mut(), CString::new(name).unwrap());
        ok(call!(cuModuleGetFunction(&mut function, self.module, name.as_ptr())));
        function
    }

    pub fn alloc(&self, bytes: usize) -> CUdeviceptr {
        let mut pointer = 0;
        ok(call!(cuMemAlloc_v2(&mut pointer, bytes)));
        pointer
    }

    /// Memory with these numbers.
    pub fn upload<T: Copy>(&self, values: &[T]) -> CUdeviceptr {
        let pointer = self.alloc(size_of_val(values));
        let (from, bytes) = (values.as_ptr().cast(), size_of_val(values));
        ok(call!(cuMemcpyHtoDAsync_v2(pointer, from, bytes, null_mut())));
        ok(call!(cuStreamSynchronize(null_mut())));
        pointer
    }

    pub fn download<T: Copy + Default>(&self, pointer: CUdeviceptr, count: usize) -> Vec<T> {
        let mut values = vec![T::default(); count];
        let bytes = size_of_val(&values[..]);
        ok(call!(cuCtxSynchronize()));
        let to = values.as_mut_ptr().cast();
        ok(call!(cuMemcpyDtoHAsync_v2(to, pointer, bytes, null_mut())));
        ok(call!(cuStreamSynchronize(null_mut())));
        values
    }

    pub fn stream(&self) -> CUstream {
        let mut stream = null_mut();
        ok(call!(cuStreamCreate(&mut stream, CUstream_flags::CU_STREAM_NON_BLOCKING as u32)));
        stream
    }

    pub fn event(&self) -> CUevent {
        let mut event = null_mut();
        ok(call!(cuEventCreate(&mut event, 0)));
        event
    }

    /// Launches a kernel on one block of 64 threads.
    pub fn launch(&self, name: &str, arguments: &[Argument], stream: CUstream) -> CUresult {
        let mut arguments = Arguments::new(arguments);
        let function = self.function(name);
        call!(cuLaunchKernel(
            function,
            1,
            1,
            1,
            arguments.threads,
            1,
            1,
            0,
            stream,
            arguments.pointers(),
            null_mut()
        ))
    }

    pub fn graph(&self) -> Graph<'_> {
        let mut graph = null_mut();
        ok(call!(cuGraphCreate(&mut graph, 0)));
        Graph { cuda: self, graph }
    }

    /// The findings must mention these words, and there must be some.
    #[track_caller]
    pub fn found(&self, words: &[&str]) {
        let findings = self.standin.take_findings();
        let all = findings.join("\n");
        assert!(!findings.is_empty(), "nothing was found");
        for word in words {
            assert!(all.contains(word), "`{word}` is not in:\n{all}");
        }
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        self.standin.reset();
        call!(cuModuleUnload(self.module));
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Argument {
    Pointer(u64),
    F64(f64),
    I64(i64),
    I32(i32),
}

use Argument::{F64, I64, Pointer};

/// Storage for the arguments of a launch.
pub struct Arguments {
    words: Vec<u64>,
    pointers: Vec<*mut c_void>,
    pub threads: u32,
}

impl Arguments {
    pub fn new(arguments: &[Argument]) -> Arguments {
        let word = |argument: &Argument| match *argument {
            Pointer(x) => x,
            F64(x) => x.to_bits(),
            I64(x) => x as u64,
            Argument::I32(x) => x as u32 as u64,
        };
        let mut words: Vec<u64> = arguments.iter().map(word).collect();
        let pointers = words.iter_mut().map(|word| (&raw mut *word).cast()).collect();
        // Kernels with a count are for many threads, the others for one.
        let many = arguments.iter().any(|a| matches!(a, I64(_)));
        Arguments { words, pointers, threads: if many { 64 } else { 1 } }
    }

    pub fn pointers(&mut self) -> *mut *mut c_void {
        assert_eq!(self.words.len(), self.pointers.len());
        self.pointers.as_mut_ptr()
    }
}

pub fn scale(from: u64, to: u64, by: f64, count: i64) -> Vec<Argument> {
    vec![Pointer(from), Pointer(to), F64(by), I64(count)]
}

pub fn add(a: u64, b: u64, to: u64, count: i64) -> Vec<Argument> {
    vec![Pointer(a), Pointer(b), Pointer(to), I64(count)]
}

pub struct Graph<'a> {
    cuda: &'a Cuda,
    pub graph: CUgraph,
}

impl Graph<'_> {
    pub fn body(&self, graph: CUgraph) -> Graph<'_> {
        Graph { cuda: self.cuda, graph }
    }

    pub fn kernel(&self, name: &str, arguments: &[Argument], after: &[CUgraphNode]) -> CUgraphNode {
        let mut arguments = Arguments::new(arguments);
        let params = params(self.cuda.function(name), &mut arguments);
        let mut node = null_mut();
        let (graph, count) = (self.graph, after.len());
        ok(call!(cuGraphAddKernelNode_v2(&mut node, graph, after.as_ptr(), count, &params)));
        node
    }

    pub fn alloc(&self, bytes: usize, after: &[CUgraphNode]) -> (CUgraphNode, CUdeviceptr) {
        // SAFETY: CUDA asks for zeros where nothing is said.
        let mut params: CUDA_MEM_ALLOC_NODE_PARAMS = unsafe { std::mem::zeroed() };
        params.bytesize = bytes;
        let mut node = null_mut();
        let (graph, count) = (self.graph, after.len());
        ok(call!(cuGraphAddMemAllocNode(&mut node, graph, after.as_ptr(), count, &mut params)));
        (node, params.dptr)
    }

    pub fn try_alloc(&self, bytes: usize) -> CUresult {
        // SAFETY: CUDA asks for zeros where nothing is said.
        let mut params: CUDA_MEM_ALLOC_NODE_PARAMS = unsafe { std::mem::zeroed() };
        params.bytesize = bytes;
        let mut node = null_mut();
        call!(cuGraphAddMemAllocNode(&mut node, self.graph, null(), 0, &mut params))
    }

    pub fn free(&self, pointer: CUdeviceptr, after: &[CUgraphNode]) -> CUresult {
        let mut node = null_mut();
        let (graph, count) = (self.graph, after.len());
        call!(cuGraphAddMemFreeNode(&mut node, graph, after.as_ptr(), count, pointer))
    }

    pub fn memcpy(&self, params: &CUDA_MEMCPY3D, after: &[CUgraphNode]) -> CUgraphNode {
        let mut node = null_mut();
        let (graph, count) = (self.graph, after.len());
        let none = null_mut();
        ok(call!(cuGraphAddMemcpyNode(&mut node, graph, after.as_ptr(), count, params, none)));
        node
    }

    pub fn memset(&self, to: CUdeviceptr, bytes: usize, after: &[CUgraphNode]) -> CUgraphNode {
        let params = CUDA_MEMSET_NODE_PARAMS {
            dst: to,
            pitch: 0,
            value: 0,
            elementSize: 1,
            width: bytes,
            height: 1,
        };
        let mut node = null_mut();
        let (graph, count) = (self.graph, after.len());
        let none = null_mut();
        ok(call!(cuGraphAddMemsetNode(&mut node, graph, after.as_ptr(), count, &params, none)));
        node
    }

    pub fn condition(&self, default: Option<u32>) -> u64 {
        let mut handle = 0;
        let (value, flags) = default.map_or((0, 0), |d| (d, CU_GRAPH_COND_ASSIGN_DEFAULT));
        ok(call!(cuGraphConditionalHandleCreate(
            &mut handle,
            self.graph,
            null_mut(),
            value,
            flags
        )));
        handle
    }

    /// A conditional node with its bodies.
    pub fn conditional(
        &self,
        handle: u64,
        kind: CUgraphConditionalNodeType,
        size: u32,
        after: &[CUgraphNode],
    ) -> (CUgraphNode, Vec<CUgraph>) {
        // SAFETY: CUDA asks for zeros where nothing is said.
        let mut params: CUgraphNodeParams = unsafe { std::mem::zeroed() };
        params.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL;
        params.__bindgen_anon_1.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
            handle,
            type_: kind,
            size,
            phGraph_out: null_mut(),
            ctx: null_mut(),
        };
        let mut node = null_mut();
        ok(call!(cuGraphAddNode_v2(
            &mut node,
            self.graph,
            after.as_ptr(),
            null(),
            after.len(),
            &mut params
        )));
        // SAFETY: the driver wrote a table of this many graphs.
        let bodies = unsafe {
            let table = params.__bindgen_anon_1.conditional.phGraph_out;
            std::slice::from_raw_parts(table, size as usize).to_vec()
        };
        (node, bodies)
    }

    pub fn instantiate(&self, flags: u64) -> Result<CUgraphExec, CUresult> {
        let mut exec = null_mut();
        match call!(cuGraphInstantiateWithFlags(&mut exec, self.graph, flags)) {
            OK => Ok(exec),
            error => Err(error),
        }
    }

    /// Instantiates, launches once, and waits.
    pub fn run(&self) -> CUgraphExec {
        let exec = self.instantiate(0).unwrap_or_else(|e| panic!("{e:?}"));
        ok(call!(cuGraphLaunch(exec, null_mut())));
        ok(call!(cuCtxSynchronize()));
        exec
    }

    /// Must not be instantiated, for a reason with these words.
    #[track_caller]
    pub fn refused(&self, words: &[&str]) {
        assert_eq!(self.instantiate(0), Err(INVALID));
        self.cuda.found(words);
    }
}

/// One block of threads.
pub fn params(function: CUfunction, arguments: &mut Arguments) -> CUDA_KERNEL_NODE_PARAMS {
    CUDA_KERNEL_NODE_PARAMS {
        func: function,
        gridDimX: 1,
        gridDimY: 1,
        gridDimZ: 1,
        blockDimX: arguments.threads,
        blockDimY: 1,
        blockDimZ: 1,
        sharedMemBytes: 0,
        kernelParams: arguments.pointers(),
        extra: null_mut(),
        kern: null_mut(),
        ctx: null_mut(),
    }
}

/// A copy of bytes within the device.
pub fn device_copy(to: CUdeviceptr, from: CUdeviceptr, bytes: usize) -> CUDA_MEMCPY3D {
    // SAFETY: CUDA asks for zeros where nothing is said; the enums of the memory types are set below.
    let mut params = unsafe {
        let mut params = std::mem::MaybeUninit::<CUDA_MEMCPY3D>::zeroed();
        (*params.as_mut_ptr()).srcMemoryType = CUmemorytype::CU_MEMORYTYPE_DEVICE;
        (*params.as_mut_ptr()).dstMemoryType = CUmemorytype::CU_MEMORYTYPE_DEVICE;
        params.assume_init()
    };
    (params.srcDevice, params.dstDevice) = (from, to);
    (params.WidthInBytes, params.Height, params.Depth) = (bytes, 1, 1);
    params
}

/// Name of the device, for the test that asks which driver this is.
pub fn device_name() -> String {
    let mut name = [0u8; 64];
    // SAFETY: the buffer has the size that is told.
    ok(unsafe { sys::cuDeviceGetName(name.as_mut_ptr().cast(), 64, 0) });
    let end = name.iter().position(|b| *b == 0).unwrap();
    String::from_utf8_lossy(&name[..end]).into_owned()
}
