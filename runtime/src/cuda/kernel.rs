//! Kernels, and what is known about their parameters.

use std::sync::Arc;

use cudarc::driver::sys::{CUfunction, CUfunction_attribute as Attribute};

use super::context::Context;
use super::driver::functions as api;
use super::graph::RuleError;
use super::launch::{LaunchConfig, Limits};
use super::{CudaError, Gpu, module};
use crate::plan::DType;

/// Loaded code: the kernels of a PTX text or of a CUDA source. Clones are the same module. It stays loaded as long as a
/// clone, a kernel or a graph uses it.
#[derive(Clone)]
pub struct Module {
    loaded: Arc<module::Module>,
}

/// A kernel with known parameters. Clones are the same kernel.
#[derive(Clone)]
pub struct Kernel {
    data: Arc<KernelData>,
}

#[derive(Clone)]
struct KernelData {
    name: String,
    module: Arc<module::Module>,
    function: CUfunction,
    parameters: Vec<Parameter>,
    limits: Limits,
    /// Bytes of shared memory that every block has anyway.
    static_shared: u32,
    block: Option<[u32; 3]>,
    least_shared: u32,
    waits: bool,
}

// SAFETY: the function's handle is the driver's, which may be used from any thread; the module keeps it
// loaded.
unsafe impl Send for KernelData {}
// SAFETY: as above.
unsafe impl Sync for KernelData {}

/// A parameter of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameter {
    /// A pointer to elements that are only read.
    Read(DType),
    /// A pointer to elements that are written, and may be read, too.
    Write(DType),
    /// A number.
    Value(DType),
    /// The length, in elements, of the buffer that is passed to the parameter at this position, as 64 bits without a
    /// sign. It takes no argument, so a length that a kernel relies on cannot be wrong.
    Length(usize),
    /// The handle of a condition, for `cudaGraphSetConditional`, as 64 bits without a sign.
    Condition,
}

impl Parameter {
    fn size(self) -> usize {
        match self {
            Parameter::Value(dtype) => dtype.size(),
            Parameter::Read(_)
            | Parameter::Write(_)
            | Parameter::Length(_)
            | Parameter::Condition => 8,
        }
    }
}

impl Module {
    /// Loads PTX. The name is for messages.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] with the driver's log, for instance where the PTX is newer than the
    /// driver.
    pub fn from_ptx(gpu: Gpu, name: &str, ptx: &str) -> Result<Module, CudaError> {
        let loaded = module::Module::from_ptx(gpu.context(), name, ptx)?;
        Ok(Module { loaded: Arc::new(loaded) })
    }

    /// Compiles CUDA C++ with NVRTC, a library of the CUDA toolkit, and loads it. The name is for
    /// messages. Kernels should be `extern "C"`, so that their names are as written.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] where there is no NVRTC, or with what it says.
    pub fn from_source(gpu: Gpu, name: &str, source: &str) -> Result<Module, CudaError> {
        let loaded = module::Module::from_source(gpu.context(), name, source)?;
        Ok(Module { loaded: Arc::new(loaded) })
    }

    /// A kernel of the module. The promises that are asked for here make its launches, as nodes of graphs, safe.
    ///
    /// # Errors
    /// [`CudaError::Rejected`] if there is no such kernel; [`RuleError::Signature`] if the sizes of the parameters are
    /// not those of the kernel; [`RuleError::LengthOf`] for a length of a parameter that is not a buffer.
    ///
    /// # Safety
    /// The kernel must have exactly these parameters, in this order. If it is made for some launch configurations only,
    /// restrict it to these by [`Kernel::with_block`] and [`Kernel::with_shared_bytes`] before anyone else gets it. For
    /// all values of its parameters, all contents of its buffers and every launch configuration that is left, it must
    ///
    /// - access memory through its [`Parameter::Read`] and [`Parameter::Write`] pointers only, within as
    ///   many elements as the buffers have (which [`Parameter::Length`] tells), besides its own local and
    ///   shared memory, and write through [`Parameter::Write`] pointers only;
    /// - set no condition but those of its [`Parameter::Condition`]s;
    /// - launch nothing itself, and not trap.
    ///
    /// Buffers of a launch do not overlap if one of them is written, so `__restrict__` is fine. Code
    /// that was loaded with the module but is no kernel must do nothing on its own.
    pub unsafe fn kernel(&self, name: &str, parameters: &[Parameter]) -> Result<Kernel, CudaError> {
        let function = self.loaded.function(name, 0)?;
        let actual = self.loaded.parameter_sizes(function)?;
        let declared: Vec<usize> = parameters.iter().map(|parameter| parameter.size()).collect();
        if actual != declared {
            let kernel = name.to_owned();
            return Err(RuleError::Signature { kernel, declared, actual }.into());
        }
        for (position, parameter) in parameters.iter().enumerate() {
            if let Parameter::Length(of) = *parameter
                && !matches!(parameters.get(of), Some(Parameter::Read(_) | Parameter::Write(_)))
            {
                return Err(RuleError::LengthOf { kernel: name.to_owned(), position, of }.into());
            }
        }
        let context = self.loaded.context();
        let _current = context.bind()?;
        let attribute = |attribute: Attribute| {
            let mut value = 0;
            // SAFETY: the function is loaded; one integer is written.
            let result = unsafe { api::cuFuncGetAttribute(&raw mut value, attribute, function) };
            context.check("cuFuncGetAttribute", result)?;
            Ok::<u32, CudaError>(u32::try_from(value).unwrap_or(0))
        };
        let static_shared = attribute(Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?;
        let threads = attribute(Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?;
        let mut limits = Limits::of(context)?;
        limits.threads = limits.threads.min(threads);
        limits.shared_bytes = limits.shared_bytes.saturating_sub(static_shared);
        let data = KernelData {
            name: name.to_owned(),
            module: self.loaded.clone(),
            function,
            parameters: parameters.to_vec(),
            limits,
            static_shared,
            block: None,
            least_shared: 0,
            waits: false,
        };
        Ok(Kernel { data: Arc::new(data) })
    }
}

impl Kernel {
    /// The kernel's name.
    pub fn name(&self) -> &str {
        &self.data.name
    }

    /// The parameters, as given.
    pub fn parameters(&self) -> &[Parameter] {
        &self.data.parameters
    }

    /// The device that the kernel is loaded on.
    pub fn gpu(&self) -> Gpu {
        Gpu::of(self.context())
    }

    /// The kernel, restricted to blocks of exactly this size. Other launches are refused.
    pub fn with_block(self, block: [u32; 3]) -> Kernel {
        self.with(|data| data.block = Some(block))
    }

    /// The kernel, restricted to at least this many bytes of dynamic shared memory. Launches with less are refused.
    pub fn with_shared_bytes(self, bytes: u32) -> Kernel {
        self.with(|data| data.least_shared = bytes)
    }

    /// The kernel, declared to be one that may start before its dependencies are done
    /// ([`Graph::depend_programmatic`](super::graph::Graph::depend_programmatic)).
    ///
    /// # Safety
    /// Every thread of it must call `cudaGridDependencySynchronize()` (in PTX `griddepcontrol.wait`)
    /// before it accesses memory of its arguments or sets a condition, and before it ends.
    pub unsafe fn waiting_for_dependencies(self) -> Kernel {
        self.with(|data| data.waits = true)
    }

    fn with(mut self, change: impl FnOnce(&mut KernelData)) -> Kernel {
        change(Arc::make_mut(&mut self.data));
        self
    }

    pub(super) fn context(&self) -> &'static Context {
        self.data.module.context()
    }

    pub(super) fn waits(&self) -> bool {
        self.data.waits
    }

    /// Checks whether the kernel can be launched with this configuration.
    pub(super) fn check(&self, launch: &LaunchConfig) -> Result<(), RuleError> {
        let data = &self.data;
        data.limits.check(&data.name, launch)?;
        if let Some(block) = data.block.filter(|&block| block != launch.block) {
            let (kernel, actual) = (data.name.clone(), launch.block);
            return Err(RuleError::Block { kernel, expected: block, actual });
        }
        if launch.shared_bytes < data.least_shared {
            return Err(RuleError::Launch {
                kernel: data.name.clone(),
                what: "bytes of dynamic shared memory".to_owned(),
                value: launch.shared_bytes.into(),
                least: data.least_shared.into(),
                most: data.limits.shared_bytes.into(),
            });
        }
        Ok(())
    }

    /// The function, ready for launches with this many bytes of dynamic shared memory.
    pub(super) fn function(&self, shared_bytes: u32) -> Result<CUfunction, CudaError> {
        /// The shared memory that a block gets without asking.
        const GRANTED: u32 = 48 * 1024;
        let data = &self.data;
        if shared_bytes.saturating_add(data.static_shared) > GRANTED {
            // The most that is possible, so that a smaller request does not take memory from a larger one.
            let most = i32::try_from(data.limits.shared_bytes).unwrap_or(i32::MAX);
            let attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function is loaded; the value was computed from what the device has.
            let result = unsafe { api::cuFuncSetAttribute(data.function, attribute, most) };
            self.context().check("cuFuncSetAttribute", result)?;
        }
        Ok(data.function)
    }
}

impl std::fmt::Debug for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Module")
    }
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kernel({}, {:?})", self.data.name, self.data.parameters)
    }
}
