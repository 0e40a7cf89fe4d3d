//! A GPU with its primary context, and everything that belongs to it for the life of the process: streams, modules,
//! cuBLAS.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use cudarc::driver::sys::{
    CUcontext, CUdevice, CUdevice_attribute as Attribute, CUmemAllocationType, CUmemLocationType,
    CUmemPool_attribute, CUmemPoolProps, CUmemoryPool,
};

use super::blas::Blas;
use super::capture::Capturer;
use super::current::Current;
use super::driver::{Status, functions as api};
use super::module::Module;
use super::raw::RawGraph;
use super::stream::Stream;
use super::{CudaError, driver};

/// A GPU. There is one for each ordinal, which lives as long as the process.
pub(crate) struct Context {
    ordinal: usize,
    device: CUdevice,
    raw: CUcontext,
    pool: CUmemoryPool,
    name: String,
    /// Compute capability: major, minor.
    pub(super) capability: (i32, i32),
    pub(super) multiprocessors: i32,
    /// Largest dynamic shared memory of a block in bytes, on request.
    pub(super) max_shared: usize,
    /// Streams that no thread uses at present.
    streams: Mutex<StreamPool>,
    /// The kernels of programs, by the address of the program's source.
    modules: Mutex<HashMap<usize, Arc<Module>>>,
    /// The objects that may hold memory that nobody uses.
    idle: Mutex<Vec<Weak<dyn Idle>>>,
    /// cuBLAS, looked for the first time that it is wanted.
    blas: OnceLock<Option<Mutex<Blas>>>,
    /// What captures the work of foreign functions, made the first time that it is wanted.
    capturer: Mutex<Option<Capturer>>,
    /// The reason why nothing works any more.
    lost: OnceLock<String>,
}

// SAFETY: the handles are the driver's, which may be used from any thread.
unsafe impl Send for Context {}
// SAFETY: as above; everything else is guarded.
unsafe impl Sync for Context {}

#[derive(Default)]
struct StreamPool {
    all: Vec<&'static Stream>,
    idle: Vec<&'static Stream>,
    /// The next stream that threads share if there are too many.
    next: usize,
}

/// An object that may hold memory that nobody uses.
pub(super) trait Idle: Send + Sync {
    /// Frees such memory.
    fn release(&self);
}

/// The most streams of one device. If there are more threads, they share them.
const MAX_STREAMS: usize = 32;

/// The number of GPUs.
///
/// # Errors
/// [`CudaError::NoDriver`], [`CudaError::DriverTooOld`].
pub(crate) fn device_count() -> Result<usize, CudaError> {
    driver::load()?;
    let mut count = 0;
    // SAFETY: the driver is loaded; one integer is written.
    let result = unsafe { api::cuDeviceGetCount(&raw mut count) };
    if result == Status::NO_DEVICE || result == Status::NOT_INITIALIZED {
        return Ok(0);
    }
    driver::check("cuDeviceGetCount", result)?;
    Ok(usize::try_from(count).unwrap_or(0))
}

impl Context {
    /// The GPU with this number.
    ///
    /// # Errors
    /// The reason why it cannot be used.
    pub(crate) fn get(ordinal: usize) -> Result<&'static Context, CudaError> {
        static CONTEXTS: Mutex<Vec<&'static Context>> = Mutex::new(Vec::new());
        let count = device_count()?;
        let mut contexts = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(context) = contexts.iter().find(|context| context.ordinal == ordinal) {
            return Ok(context);
        }
        if ordinal >= count {
            return Err(CudaError::NoDevice { ordinal, count });
        }
        let context: &'static Context = Box::leak(Box::new(Context::new(ordinal)?));
        contexts.push(context);
        // Reported without holding the lock, because a listener may call an array function.
        drop(contexts);
        let Context { name, capability, .. } = context;
        tracing::debug!(target: "array_fn", ordinal, %name, ?capability, "CUDA device opened");
        Ok(context)
    }

    fn new(ordinal: usize) -> Result<Context, CudaError> {
        let mut device: CUdevice = 0;
        let mut name = [0u8; 256];
        let number = c_int::try_from(ordinal).unwrap_or(c_int::MAX);
        // SAFETY: the driver is loaded and has this device; it writes a handle, and a text of at most
        // the given length.
        unsafe {
            driver::check("cuDeviceGet", api::cuDeviceGet(&raw mut device, number))?;
            let result =
                api::cuDeviceGetName(name.as_mut_ptr().cast(), name.len() as c_int, device);
            driver::check("cuDeviceGetName", result)?;
        }
        let name = String::from_utf8_lossy(name.split(|&byte| byte == 0).next().unwrap_or(&[]));
        let attribute = |attribute: Attribute| {
            let mut value = 0;
            // SAFETY: the device exists; one integer is written.
            let result = unsafe { api::cuDeviceGetAttribute(&raw mut value, attribute, device) };
            driver::check("cuDeviceGetAttribute", result).map(|()| value)
        };
        let capability = (
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        );
        let multiprocessors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let shared = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        if attribute(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED)? == 0 {
            let (device, what) =
                (format!("CUDA device {ordinal} ({name})"), "memory pools".to_owned());
            return Err(CudaError::Unsupported { device, what });
        }
        let mut raw = std::ptr::null_mut();
        // SAFETY: the device exists; a handle is written.
        let result = unsafe { api::cuDevicePrimaryCtxRetain(&raw mut raw, device) };
        driver::check("cuDevicePrimaryCtxRetain", result)?;
        let pool = new_pool(device)?;
        Ok(Context {
            ordinal,
            device,
            raw,
            pool,
            name: name.into_owned(),
            capability,
            multiprocessors,
            max_shared: usize::try_from(shared).unwrap_or(0),
            streams: Mutex::default(),
            modules: Mutex::default(),
            idle: Mutex::default(),
            blas: OnceLock::new(),
            capturer: Mutex::default(),
            lost: OnceLock::new(),
        })
    }

    pub(crate) fn ordinal(&self) -> usize {
        self.ordinal
    }

    /// The model of the GPU.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The device in words.
    pub(crate) fn describe(&self) -> String {
        format!("CUDA device {} ({})", self.ordinal, self.name)
    }

    pub(super) fn raw(&self) -> CUcontext {
        self.raw
    }

    pub(super) fn pool(&self) -> CUmemoryPool {
        self.pool
    }

    pub(super) fn device(&self) -> CUdevice {
        self.device
    }

    /// Makes the device current on this thread, until the result is dropped. Other libraries may have changed that at
    /// any time, and find it as it was.
    ///
    /// # Errors
    /// [`CudaError::ContextLost`].
    pub(crate) fn bind(&self) -> Result<Current, CudaError> {
        if let Some(cause) = self.lost.get() {
            return Err(self.lost_error(cause));
        }
        Current::new(self)
    }

    /// An error for a failed call; errors after which nothing works any more are remembered.
    pub(super) fn check(&self, call: &'static str, result: Status) -> Result<(), CudaError> {
        if result == Status::SUCCESS {
            return Ok(());
        }
        if result.is_fatal() {
            let (name, text) = driver::describe(result);
            let cause = self.lost.get_or_init(|| format!("{call} reports {name} ({text})"));
            tracing::error!(target: "array_fn", device = self.ordinal, cause, "CUDA device lost");
            return Err(self.lost_error(cause));
        }
        driver::check(call, result)
    }

    fn lost_error(&self, cause: &str) -> CudaError {
        CudaError::ContextLost { device: self.describe(), cause: cause.to_owned() }
    }

    /// Waits for everything that array-fn has put on the device.
    ///
    /// The streams are waited for one by one. A wait for the whole context would fail while any stream is captured, and
    /// the capture with it.
    ///
    /// # Errors
    /// [`CudaError::ContextLost`].
    pub(crate) fn synchronize(&self) -> Result<(), CudaError> {
        let _current = self.bind()?;
        let streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner).all.clone();
        streams.into_iter().try_for_each(Stream::synchronize)
    }

    /// Remembers an object that may hold memory that nobody uses.
    pub(super) fn register(&self, idle: Weak<dyn Idle>) {
        let mut all = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        // The list is cleaned only when it would grow, and then has room for as many entries again. So the cost of an
        // entry stays the same with thousands of them.
        if all.len() == all.capacity() {
            all.retain(|idle| idle.strong_count() > 0);
            let live = all.len();
            all.reserve(live.max(8));
        }
        all.push(idle);
    }

    /// Gives up graphs that are not in use, waits for pending frees and returns unused memory to the system.
    pub(super) fn trim(&self) -> Result<(), CudaError> {
        let _current = self.bind()?;
        let all = self.idle.lock().unwrap_or_else(PoisonError::into_inner).clone();
        all.iter().filter_map(Weak::upgrade).for_each(|idle| idle.release());
        self.synchronize()?;
        // SAFETY: the pool is the device's; graphs' memory belongs to the device as well.
        unsafe {
            self.check("cuMemPoolTrimTo", api::cuMemPoolTrimTo(self.pool, 0))?;
            self.check("cuDeviceGraphMemTrim", api::cuDeviceGraphMemTrim(self.device))
        }
    }

    /// Does something for which the driver may need memory. If it lacks memory, unused memory is given back, and it is
    /// done once more.
    ///
    /// # Errors
    /// Those of `f`.
    pub(super) fn with_memory<T>(
        &self,
        mut f: impl FnMut() -> Result<T, CudaError>,
    ) -> Result<T, CudaError> {
        match f() {
            Err(error) if error.is_out_of_memory() => {
                tracing::debug!(target: "array_fn", "device memory is exhausted: trimming");
                self.trim()?;
                f()
            }
            outcome => outcome,
        }
    }

    /// The free memory and the total memory, in bytes; zeros if the driver does not tell.
    pub(super) fn memory_info(&self) -> (usize, usize) {
        let (mut free, mut total) = (0, 0);
        // SAFETY: two numbers are written; a context that is not current is an error.
        unsafe { api::cuMemGetInfo_v2(&raw mut free, &raw mut total) };
        (free, total)
    }

    /// The module of a program, made by `load` the first time.
    pub(super) fn module(
        &self,
        key: usize,
        load: impl FnOnce() -> Result<Module, CudaError>,
    ) -> Result<Arc<Module>, CudaError> {
        // The lock is held while the module is loaded, because other threads would only do the same work again.
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = modules.get(&key) {
            return Ok(module.clone());
        }
        let module = Arc::new(load()?);
        modules.insert(key, module.clone());
        Ok(module)
    }

    /// Whether there is a library for products of matrices.
    pub(crate) fn has_blas(&'static self) -> bool {
        self.blas().is_some()
    }

    /// cuBLAS, for one caller at a time. The caller must not wait for another lock while it has it. `None` if cuBLAS is
    /// not found or does not start.
    pub(super) fn blas(&'static self) -> Option<MutexGuard<'static, Blas>> {
        let mut missing = None;
        let found = self.blas.get_or_init(|| {
            Blas::new(self).map(Mutex::new).map_err(|reason| missing = Some(reason)).ok()
        });
        // Reported after it is decided, because a listener may call an array function.
        if let Some(reason) = missing {
            tracing::debug!(target: "array_fn", device = self.ordinal, reason, "no cuBLAS");
        }
        found.as_ref().map(|blas| blas.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Captures as a graph the work that `submit` puts on a stream, one caller after another. The context must be
    /// current.
    ///
    /// # Errors
    /// Those of `submit` and of the driver.
    pub(super) fn capture(
        &'static self,
        submit: &dyn Fn(&Stream) -> Result<(), CudaError>,
    ) -> Result<RawGraph, CudaError> {
        let mut capturer = self.capturer.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *capturer {
            Some(capturer) => capturer.capture(submit),
            none => none.insert(Capturer::new(self)?).capture(submit),
        }
    }

    /// This thread's stream of the device.
    ///
    /// # Errors
    /// Those of the driver.
    pub(crate) fn stream(&'static self) -> Result<&'static Stream, CudaError> {
        /// A thread's streams, which go back to their devices when the thread ends.
        struct Streams(Vec<&'static Stream>);
        impl Drop for Streams {
            fn drop(&mut self) {
                for stream in &self.0 {
                    let pool = &stream.context().streams;
                    pool.lock().unwrap_or_else(PoisonError::into_inner).idle.push(stream);
                }
            }
        }
        thread_local! {
            static STREAMS: RefCell<Streams> = const { RefCell::new(Streams(Vec::new())) };
        }
        let own = |streams: &RefCell<Streams>| {
            let mut streams = streams.borrow_mut();
            let found = streams.0.iter().find(|s| std::ptr::eq(s.context(), self)).copied();
            found.map_or_else(
                || {
                    let stream = self.lend_stream()?;
                    streams.0.push(stream);
                    Ok(stream)
                },
                Ok,
            )
        };
        // While a thread ends, it may still drop arrays.
        STREAMS.try_with(own).unwrap_or_else(|_| self.shared_stream())
    }

    fn lend_stream(&'static self) -> Result<&'static Stream, CudaError> {
        let mut pool = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stream) = pool.idle.pop() {
            return Ok(stream);
        }
        if pool.all.len() < MAX_STREAMS {
            let stream: &'static Stream = Box::leak(Box::new(Stream::new(self)?));
            pool.all.push(stream);
            return Ok(stream);
        }
        pool.next = (pool.next + 1) % MAX_STREAMS;
        Ok(pool.all[pool.next])
    }

    /// Any stream.
    fn shared_stream(&'static self) -> Result<&'static Stream, CudaError> {
        let first =
            self.streams.lock().unwrap_or_else(PoisonError::into_inner).all.first().copied();
        first.map_or_else(|| self.lend_stream(), Ok)
    }
}

impl PartialEq for Context {
    fn eq(&self, other: &Context) -> bool {
        std::ptr::eq(self, other)
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.describe())
    }
}

/// A pool of memory of a device, beside the one that the whole process has.
fn new_pool(device: CUdevice) -> Result<CUmemoryPool, CudaError> {
    let mut pool = std::ptr::null_mut();
    // SAFETY: all zeros are a valid value, except for the kinds of memory, which are set first.
    let mut properties = unsafe {
        let mut properties = std::mem::MaybeUninit::<CUmemPoolProps>::zeroed();
        let start = properties.as_mut_ptr();
        (&raw mut (*start).allocType).write(CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED);
        (&raw mut (*start).location.type_).write(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE);
        properties.assume_init()
    };
    properties.location.id = device;
    // Freed memory stays in the pool. By default every synchronisation would return it to the system.
    let mut threshold = u64::MAX;
    let attribute = CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
    // SAFETY: the device exists; the properties are read, a handle is written, the threshold is read.
    unsafe {
        let result = api::cuMemPoolCreate(&raw mut pool, &raw const properties);
        driver::check("cuMemPoolCreate", result)?;
        let result = api::cuMemPoolSetAttribute(pool, attribute, (&raw mut threshold).cast());
        driver::check("cuMemPoolSetAttribute", result)?;
    }
    Ok(pool)
}
