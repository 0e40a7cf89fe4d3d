//! Planted bugs: what the stand-in is there to find, it finds.

use afn_mock_cuda::StandIn;
use cudarc::driver::sys::{self, *};
use std::ffi::c_void;
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

const PTX: &str = ".version 9.0\n.target sm_90\n// kernels of the planted bugs\n";
const SOURCE: &str = r#"
extern "C" __global__ void copy(const double* __restrict__ x, double* __restrict__ y, const long long n) {
    long long i = (long long)blockIdx.x * 32 + threadIdx.x;
    if (i < n) y[i] = x[i];
}
extern "C" __global__ void add_one(double* x, const long long n) {
    long long i = (long long)blockIdx.x * 32 + threadIdx.x;
    if (i < n) x[i] = x[i] + 1;
}
extern "C" __global__ void count_down(int* left, int* passes, unsigned long long handle) {
    *passes = *passes + 1;
    *left = *left - 1;
    cudaGraphSetConditional(handle, *left > 0);
}
"#;
const N: usize = 50;
const BYTES: usize = 8 * N;

/// One test at a time: they share the driver.
struct Driver {
    stand_in: &'static StandIn,
    module: CUmodule,
    stream: CUstream,
    _alone: MutexGuard<'static, ()>,
}

/// Calls a function of the driver, which must succeed.
macro_rules! ok {
    ($call:expr) => {
        // SAFETY: handles are alive, pointers lead to what the functions want; this is a stand-in.
        assert_eq!(unsafe { $call }, CUresult::CUDA_SUCCESS)
    };
}

/// Calls a function of the driver.
macro_rules! call {
    ($call:expr) => {
        // SAFETY: as in `ok`; mistakes are what the stand-in is to find.
        unsafe { $call }
    };
}

fn driver() -> Option<Driver> {
    static ALONE: Mutex<()> = Mutex::new(());
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let stand_in = StandIn::install().unwrap();
    stand_in.reset();
    stand_in.take_findings();
    stand_in.register(Some(PTX), SOURCE, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host"));
    ok!(sys::cuInit(0));
    let (mut context, mut module, mut stream) = (null_mut(), null_mut(), null_mut());
    let image = format!("{PTX}\0");
    ok!(sys::cuDevicePrimaryCtxRetain(&raw mut context, 0));
    ok!(sys::cuModuleLoadDataEx(&raw mut module, image.as_ptr().cast(), 0, null_mut(), null_mut()));
    ok!(sys::cuStreamCreate(&raw mut stream, 1));
    Some(Driver { stand_in, module, stream, _alone: alone })
}

impl Driver {
    fn function(&self, name: &std::ffi::CStr) -> CUfunction {
        let mut function = null_mut();
        ok!(sys::cuModuleGetFunction(&raw mut function, self.module, name.as_ptr()));
        function
    }

    fn memory(&self) -> u64 {
        let mut address = 0;
        ok!(sys::cuMemAllocAsync(&raw mut address, BYTES, self.stream));
        address
    }

    /// Memory that holds numbers from 1 on.
    fn numbers(&self) -> u64 {
        let (address, values) = (self.memory(), values());
        ok!(sys::cuMemcpyHtoDAsync_v2(address, values.as_ptr().cast(), BYTES, self.stream));
        ok!(sys::cuStreamSynchronize(self.stream));
        address
    }

    fn read(&self, address: u64) -> Vec<f64> {
        let mut target = vec![0.0; N];
        ok!(sys::cuMemcpyDtoHAsync_v2(target.as_mut_ptr().cast(), address, BYTES, self.stream));
        ok!(sys::cuStreamSynchronize(self.stream));
        target
    }

    /// The one finding, which must say this.
    fn finds(&self, what: &str) {
        let findings = self.stand_in.take_findings();
        assert!(findings.iter().any(|finding| finding.contains(what)), "{what}: {findings:?}");
    }
}

fn values() -> Vec<f64> {
    (1..=N).map(|k| k as f64).collect()
}

/// The parameters of a kernel over `N` elements, kept alive for one call.
struct Arguments {
    values: Vec<u64>,
    pointers: Vec<*mut c_void>,
}

impl Arguments {
    fn new(values: &[u64]) -> Arguments {
        let mut values = values.to_vec();
        let pointers = values.iter_mut().map(|value| std::ptr::from_mut(value).cast()).collect();
        Arguments { values, pointers }
    }

    fn params(&mut self, function: CUfunction) -> CUDA_KERNEL_NODE_PARAMS {
        assert!(!self.values.is_empty());
        // SAFETY: all zeros are a valid value.
        let mut params: CUDA_KERNEL_NODE_PARAMS = unsafe { std::mem::zeroed() };
        params.func = function;
        (params.gridDimX, params.gridDimY, params.gridDimZ) = (N.div_ceil(32) as u32, 1, 1);
        (params.blockDimX, params.blockDimY, params.blockDimZ) = (32, 1, 1);
        params.kernelParams = self.pointers.as_mut_ptr();
        params
    }
}

fn launch(driver: &Driver, stream: CUstream, name: &std::ffi::CStr, values: &[u64]) -> CUresult {
    let mut arguments = Arguments::new(values);
    let p = arguments.params(driver.function(name));
    call!(sys::cuLaunchKernel(
        p.func,
        p.gridDimX,
        1,
        1,
        p.blockDimX,
        1,
        1,
        0,
        stream,
        p.kernelParams,
        null_mut()
    ))
}

struct Graph(CUgraph);

impl Graph {
    fn new() -> Graph {
        let mut graph = null_mut();
        ok!(sys::cuGraphCreate(&raw mut graph, 0));
        Graph(graph)
    }

    fn kernel(
        &self,
        driver: &Driver,
        name: &std::ffi::CStr,
        values: &[u64],
        after: &[CUgraphNode],
    ) -> CUgraphNode {
        let mut arguments = Arguments::new(values);
        let params = arguments.params(driver.function(name));
        let mut node = null_mut();
        ok!(sys::cuGraphAddKernelNode_v2(
            &raw mut node,
            self.0,
            after.as_ptr(),
            after.len(),
            &raw const params
        ));
        node
    }

    fn allocate(&self, after: &[CUgraphNode]) -> (CUgraphNode, u64) {
        // SAFETY: all zeros are a valid value but for kinds, which the stand-in does not look at.
        let mut params = unsafe {
            let mut params = std::mem::MaybeUninit::<CUDA_MEM_ALLOC_NODE_PARAMS>::zeroed();
            let start = params.as_mut_ptr();
            (&raw mut (*start).poolProps.allocType)
                .write(CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED);
            (&raw mut (*start).poolProps.handleTypes)
                .write(CUmemAllocationHandleType::CU_MEM_HANDLE_TYPE_NONE);
            (&raw mut (*start).poolProps.location.type_)
                .write(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE);
            params.assume_init()
        };
        params.bytesize = BYTES;
        let mut node = null_mut();
        ok!(sys::cuGraphAddMemAllocNode(
            &raw mut node,
            self.0,
            after.as_ptr(),
            after.len(),
            &raw mut params
        ));
        (node, params.dptr)
    }

    fn free(&self, address: u64, after: &[CUgraphNode]) -> CUgraphNode {
        let mut node = null_mut();
        ok!(sys::cuGraphAddMemFreeNode(
            &raw mut node,
            self.0,
            after.as_ptr(),
            after.len(),
            address
        ));
        node
    }

    fn instantiate(&self) -> Result<CUgraphExec, CUresult> {
        let mut exec = null_mut();
        match call!(sys::cuGraphInstantiateWithFlags(&raw mut exec, self.0, 0)) {
            CUresult::CUDA_SUCCESS => Ok(exec),
            error => Err(error),
        }
    }

    /// It cannot be made executable, for this reason.
    fn is_refused(&self, driver: &Driver, why: &str) {
        assert_eq!(self.instantiate(), Err(CUresult::CUDA_ERROR_INVALID_VALUE));
        driver.finds(why);
    }
}

const LEN: u64 = N as u64;

#[test]
fn missing_edge() {
    let Some(driver) = driver() else { return };
    let (x, y, z) = (driver.numbers(), driver.memory(), driver.memory());
    let bad = Graph::new();
    let first = bad.kernel(&driver, c"copy", &[x, y, LEN], &[]);
    bad.kernel(&driver, c"copy", &[y, z, LEN], &[]);
    bad.is_refused(&driver, "kernel copy and kernel copy use the same memory");
    // Two writers count as well.
    let bad = Graph::new();
    bad.kernel(&driver, c"add_one", &[x, LEN], &[]);
    bad.kernel(&driver, c"add_one", &[x, LEN], &[]);
    bad.is_refused(&driver, "neither comes first");
    // With the edge all is well, in every order.
    let good = Graph::new();
    let copied = good.kernel(&driver, c"copy", &[x, y, LEN], &[]);
    good.kernel(&driver, c"copy", &[y, z, LEN], &[copied]);
    let exec = good.instantiate().unwrap();
    for seed in 0..5 {
        driver.stand_in.set_seed(seed);
        ok!(sys::cuGraphLaunch(exec, driver.stream));
        assert_eq!(driver.read(z), values());
    }
    assert!(!first.is_null());
    driver.stand_in.check();
}

#[test]
fn lifetimes_of_graph_memory() {
    let Some(driver) = driver() else { return };
    let x = driver.numbers();
    let use_before_allocation = Graph::new();
    let (node, t) = use_before_allocation.allocate(&[]);
    let kernel = use_before_allocation.kernel(&driver, c"copy", &[x, t, LEN], &[]);
    use_before_allocation.free(t, &[node, kernel]);
    use_before_allocation.is_refused(&driver, "does not come after the allocation");
    let early_free = Graph::new();
    let (node, t) = early_free.allocate(&[]);
    early_free.kernel(&driver, c"copy", &[x, t, LEN], &[node]);
    early_free.free(t, &[node]);
    early_free.is_refused(&driver, "does not come before the free");
    let double_free = Graph::new();
    let (node, t) = double_free.allocate(&[]);
    let free = double_free.free(t, &[node]);
    double_free.free(t, &[free]);
    double_free.is_refused(&driver, "freed twice");
    // What is not freed cannot be allocated again by a second launch.
    let unfreed = Graph::new();
    unfreed.allocate(&[]);
    let exec = unfreed.instantiate().unwrap();
    ok!(sys::cuGraphLaunch(exec, driver.stream));
    assert_eq!(call!(sys::cuGraphLaunch(exec, driver.stream)), CUresult::CUDA_ERROR_INVALID_VALUE);
    driver.finds("a second launch with allocations of the first one");
    // A graph with memory is made executable once at a time.
    unfreed.is_refused(&driver, "a second instance");
    ok!(sys::cuGraphExecDestroy(exec));
    let good = Graph::new();
    let (node, t) = good.allocate(&[]);
    let there = good.kernel(&driver, c"copy", &[x, t, LEN], &[node]);
    let y = driver.memory();
    let back = good.kernel(&driver, c"copy", &[t, y, LEN], &[there]);
    good.free(t, &[back]);
    let exec = good.instantiate().unwrap();
    for _ in 0..3 {
        ok!(sys::cuGraphLaunch(exec, driver.stream));
    }
    assert_eq!(driver.read(y), values());
    driver.stand_in.check();
}

#[test]
fn swapped_arguments() {
    let Some(driver) = driver() else { return };
    let (x, y) = (driver.numbers(), driver.memory());
    assert_eq!(launch(&driver, driver.stream, c"copy", &[y, x, LEN]), CUresult::CUDA_SUCCESS);
    // Nothing wrote `y`: it holds the poison that memory begins with, and has handed it on.
    assert!(driver.read(y).iter().all(|value| value.is_nan()));
    assert!(driver.read(x).iter().all(|value| value.is_nan()));
    driver.stand_in.check();
}

#[test]
fn changed_arguments_are_checked() {
    let Some(driver) = driver() else { return };
    let (x, y, z, w) = (driver.numbers(), driver.memory(), driver.memory(), driver.memory());
    let graph = Graph::new();
    let first = graph.kernel(&driver, c"copy", &[x, y, LEN], &[]);
    graph.kernel(&driver, c"copy", &[x, z, LEN], &[]);
    let exec = graph.instantiate().unwrap();
    let set = |values: &[u64]| {
        let mut arguments = Arguments::new(values);
        let params = arguments.params(driver.function(c"copy"));
        ok!(sys::cuGraphExecKernelNodeSetParams_v2(exec, first, &raw const params));
    };
    set(&[x, w, LEN]);
    ok!(sys::cuGraphLaunch(exec, driver.stream));
    assert_eq!(driver.read(w), values());
    driver.stand_in.check();
    // Now both write the same memory.
    set(&[x, z, LEN]);
    assert_eq!(call!(sys::cuGraphLaunch(exec, driver.stream)), CUresult::CUDA_ERROR_INVALID_VALUE);
    driver.finds("neither comes first");
}

#[test]
fn missing_wait_between_streams() {
    let Some(driver) = driver() else { return };
    let mut other = null_mut();
    ok!(sys::cuStreamCreate(&raw mut other, 1));
    let mut event = null_mut();
    ok!(sys::cuEventCreate(&raw mut event, 0));
    let mut wrong = 0;
    for seed in 0..20 {
        driver.stand_in.set_seed(seed);
        for waits in [true, false] {
            let (x, y, z) = (driver.numbers(), driver.memory(), driver.memory());
            launch(&driver, driver.stream, c"copy", &[x, y, LEN]);
            if waits {
                ok!(sys::cuEventRecord(event, driver.stream));
                ok!(sys::cuStreamWaitEvent(other, event, 0));
            }
            launch(&driver, other, c"copy", &[y, z, LEN]);
            ok!(sys::cuStreamSynchronize(other));
            let right = driver.read(z) == values();
            let findings = driver.stand_in.take_findings();
            if waits {
                assert!(right && findings.is_empty(), "seed {seed}: {findings:?}");
            } else {
                assert!(findings.iter().any(|f| f.contains("without an event")), "{findings:?}");
                wrong += usize::from(!right);
            }
        }
    }
    assert!(wrong > 0, "with some seed the result is wrong, too");
}

#[test]
fn late_copies_from_the_host() {
    let Some(driver) = driver() else { return };
    let x = driver.memory();
    let mut host = values();
    ok!(sys::cuMemcpyHtoDAsync_v2(x, host.as_ptr().cast(), BYTES, driver.stream));
    host.fill(-1.0);
    assert_eq!(driver.read(x), host, "the copy had not been made yet");
    let mut pinned = null_mut();
    ok!(sys::cuMemAllocHost_v2(&raw mut pinned, BYTES));
    ok!(sys::cuMemcpyHtoDAsync_v2(x, pinned, BYTES, driver.stream));
    assert_eq!(call!(sys::cuMemFreeHost(pinned)), CUresult::CUDA_ERROR_INVALID_VALUE);
    driver.finds("a copy from or to the memory is pending");
    ok!(sys::cuStreamSynchronize(driver.stream));
    ok!(sys::cuMemFreeHost(pinned));
    driver.stand_in.check();
}

#[test]
fn memory_that_is_not_there() {
    let Some(driver) = driver() else { return };
    let (x, y) = (driver.numbers(), driver.memory());
    let not_there = [
        // The host's own, past the end, freed.
        std::ptr::from_ref(&driver).addr() as u64,
        x + BYTES as u64,
    ];
    for bad in not_there {
        let result = launch(&driver, driver.stream, c"copy", &[bad, y, LEN]);
        assert_eq!(result, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        driver.finds("is not memory of the device");
        // From now on everything fails.
        let result = call!(sys::cuStreamSynchronize(driver.stream));
        assert_eq!(result, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        driver.stand_in.reset();
    }
    ok!(sys::cuMemFreeAsync(x, driver.stream));
    let result = launch(&driver, driver.stream, c"copy", &[x, y, LEN]);
    assert_eq!(result, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    driver.finds("is freed");
    driver.stand_in.reset();
    let result = call!(sys::cuMemFreeAsync(x, driver.stream));
    assert_eq!(result, CUresult::CUDA_ERROR_INVALID_VALUE);
    driver.finds("freed twice");
    let target = y + BYTES as u64 - 8;
    let host = [0.0; 2];
    call!(sys::cuMemcpyHtoDAsync_v2(target, host.as_ptr().cast(), 16, driver.stream));
    driver.finds("do not fit");
    driver.stand_in.reset();
}

#[test]
fn memory_is_limited() {
    let Some(driver) = driver() else { return };
    driver.stand_in.set_memory_limit(Some(driver.stand_in.live().bytes + BYTES));
    let mut address = 0;
    let result = call!(sys::cuMemAllocAsync(&raw mut address, 2 * BYTES, driver.stream));
    assert_eq!(result, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    ok!(sys::cuMemAllocAsync(&raw mut address, BYTES, driver.stream));
    driver.stand_in.set_memory_limit(None);
    driver.stand_in.check();
}

/// A loop of a WHILE node, and the rules of bodies and handles.
#[test]
fn loops() {
    let Some(driver) = driver() else { return };
    let left = driver.memory();
    let passes = driver.memory();
    let graph = Graph::new();
    let mut handle = 0;
    ok!(sys::cuGraphConditionalHandleCreate(&raw mut handle, graph.0, null_mut(), 1, 1));
    graph.is_refused(&driver, "a conditional handle without its node");
    // SAFETY: all zeros are a valid value but for the kinds, which are set.
    let mut params = unsafe {
        let mut params = std::mem::MaybeUninit::<CUgraphNodeParams>::zeroed();
        let start = params.as_mut_ptr();
        (&raw mut (*start).type_).write(CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL);
        let conditional = &raw mut (*start).__bindgen_anon_1.conditional;
        (&raw mut (*conditional).handle).write(handle);
        (&raw mut (*conditional).type_).write(CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE);
        (&raw mut (*conditional).size).write(1);
        params.assume_init()
    };
    let mut node = null_mut();
    ok!(sys::cuGraphAddNode_v2(&raw mut node, graph.0, null(), null(), 0, &raw mut params));
    // SAFETY: the driver returned an array of one graph.
    let body = Graph(unsafe { *params.__bindgen_anon_1.conditional.phGraph_out });
    let mut arguments = Arguments::new(&[left, passes, handle]);
    let mut kernel = arguments.params(driver.function(c"count_down"));
    (kernel.gridDimX, kernel.blockDimX) = (1, 1);
    let mut inner = null_mut();
    ok!(sys::cuGraphAddKernelNode_v2(&raw mut inner, body.0, null(), 0, &raw const kernel));
    let mut memory = null_mut();
    let result = call!(sys::cuGraphAddMemFreeNode(&raw mut memory, body.0, null(), 0, left));
    assert_eq!(result, CUresult::CUDA_ERROR_INVALID_VALUE);
    driver.finds("in the body of a conditional node");
    let exec = graph.instantiate().unwrap();
    for count in [1i32, 7] {
        let (start, mut end) = ([count, 0], [0i32; 2]);
        let (a, b) = (start.as_ptr(), start[1..].as_ptr());
        ok!(sys::cuMemcpyHtoDAsync_v2(left, a.cast(), 4, driver.stream));
        ok!(sys::cuMemcpyHtoDAsync_v2(passes, b.cast(), 4, driver.stream));
        ok!(sys::cuGraphLaunch(exec, driver.stream));
        ok!(sys::cuMemcpyDtoHAsync_v2(end.as_mut_ptr().cast(), passes, 4, driver.stream));
        ok!(sys::cuStreamSynchronize(driver.stream));
        assert_eq!(end[0], count);
    }
    driver.stand_in.check();
}

#[test]
fn launches_beyond_the_limits() {
    let Some(driver) = driver() else { return };
    let x = driver.numbers();
    let mut arguments = Arguments::new(&[x, LEN]);
    let p = arguments.params(driver.function(c"add_one"));
    for (grid, block, shared) in [(0, 32, 0), (1, 2048, 0), (1, 32, 64 * 1024)] {
        let result = call!(sys::cuLaunchKernel(
            p.func,
            grid,
            1,
            1,
            block,
            1,
            1,
            shared,
            driver.stream,
            p.kernelParams,
            null_mut()
        ));
        assert_eq!(result, CUresult::CUDA_ERROR_INVALID_VALUE);
        assert_eq!(driver.stand_in.take_findings().len(), 1);
    }
    assert_eq!(driver.read(x), values());
}
