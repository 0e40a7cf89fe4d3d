//! Modules, functions, launches on streams.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use cudarc::driver::sys::{CUfunction, CUfunction_attribute, CUjit_option, CUmodule, CUstream};

use super::events::stream_index;
use super::{
    INVALID_VALUE, SUCCESS, Status, Tag, current, enter, handle, index, outcome, unsafe_in_captures,
};
use crate::elf;
use crate::module::Refused;
use crate::ptx::MAX_STATIC_SHARED;
use crate::state::{Function, State, lock};
use crate::streams::Operation;
use crate::work::{KernelCall, Work};

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadDataEx(
    target: *mut CUmodule,
    image: *const c_void,
    count: c_uint,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
) -> Status {
    enter!("cuModuleLoadDataEx");
    current!();
    unsafe_in_captures!();
    let mut state = lock();
    let newest = state.newest_ptx;
    // SAFETY: promised by the caller.
    let loaded = if unsafe { elf::is_code(image.cast()) } {
        // SAFETY: files of ptxas are whole, promised by the caller.
        match unsafe { elf::read(image.cast()) } {
            Some((code, device)) => state.sources.load_code(code, device),
            None => Err(Refused::Device),
        }
    } else {
        // SAFETY: PTX is zero-terminated, promised by the caller; so is what the stand-in for NVRTC makes.
        let ptx = unsafe { CStr::from_ptr(image.cast()) }.to_string_lossy().into_owned();
        state.sources.load(&ptx, newest)
    };
    state.counters.module_loads += 1;
    let refused = match loaded {
        Ok(module) => {
            state.modules.push(Some(module));
            // SAFETY: promised by the caller.
            unsafe { target.write(handle(Tag::Module, state.modules.len() - 1)) };
            return SUCCESS;
        }
        Err(refused) => refused,
    };
    let (result, text) = match refused {
        Refused::Invalid(text) => (Status::CUDA_ERROR_INVALID_PTX, text),
        Refused::Device => (Status::CUDA_ERROR_NO_BINARY_FOR_GPU, String::new()),
        Refused::Version(major, minor) => (
            Status::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
            format!(
                "Unsupported .version {major}.{minor}; current version is '{}.{}'",
                newest.0, newest.1
            ),
        ),
    };
    // SAFETY: there are as many options and values as are said; the log has the size that is given.
    unsafe { write_log(&text, count as usize, options, values) };
    result
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadData(target: *mut CUmodule, image: *const c_void) -> Status {
    let null = std::ptr::null_mut();
    // SAFETY: forwarded.
    unsafe { cuModuleLoadDataEx(target, image, 0, null, std::ptr::null_mut()) }
}

/// # Safety
/// `options` and `values` must have `count` elements.
unsafe fn write_log(
    text: &str,
    count: usize,
    options: *mut CUjit_option,
    values: *mut *mut c_void,
) {
    let (mut buffer, mut room) = (std::ptr::null_mut::<u8>(), 0);
    for k in 0..count {
        // SAFETY: promised by the caller.
        let (option, value) = unsafe { (options.add(k).read(), values.add(k).read()) };
        match option {
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER => buffer = value.cast(),
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES => room = value.addr(),
            _ => {}
        }
    }
    if buffer.is_null() || room == 0 {
        return;
    }
    let bytes = text.len().min(room - 1);
    // SAFETY: the buffer has that room, promised by the caller.
    unsafe {
        buffer.copy_from_nonoverlapping(text.as_ptr(), bytes);
        buffer.add(bytes).write(0);
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleUnload(module: CUmodule) -> Status {
    unsafe_in_captures!();
    let Some(module) = index(Tag::Module, module) else { return INVALID_VALUE };
    let mut state = lock();
    state.synchronize_all();
    state.modules[module] = None;
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetFunction(
    target: *mut CUfunction,
    module: CUmodule,
    name: *const c_char,
) -> Status {
    enter!("cuModuleGetFunction");
    let Some(module) = index(Tag::Module, module) else { return INVALID_VALUE };
    // SAFETY: promised by the caller.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    let mut state = lock();
    let Some(Some(found)) = state.modules.get(module) else { return INVALID_VALUE };
    let Some(kernel) = found.kernels.iter().position(|kernel| kernel.name == name) else {
        return Status::CUDA_ERROR_NOT_FOUND;
    };
    let shared = found.kernels[kernel].shared;
    // The same handle each time, as attributes belong to the function.
    let known = state.functions.iter().position(|f| f.module == module && f.kernel == kernel);
    let function = known.unwrap_or_else(|| {
        // What a block has without asking is for both kinds of shared memory.
        let max_shared = (MAX_STATIC_SHARED - shared) as u32;
        state.functions.push(Function { module, kernel, max_shared });
        state.functions.len() - 1
    });
    // SAFETY: promised by the caller.
    unsafe { target.write(handle(Tag::Function, function)) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncSetAttribute(
    function: CUfunction,
    attribute: CUfunction_attribute,
    value: c_int,
) -> Status {
    enter!("cuFuncSetAttribute");
    let Some(function) = index(Tag::Function, function) else { return INVALID_VALUE };
    if attribute == CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES {
        let mut state = lock();
        let shared = state.kernel(function).map_or(0, |kernel| kernel.shared);
        if !(0..=227 * 1024 - shared as c_int).contains(&value) {
            return INVALID_VALUE;
        }
        state.functions[function].max_shared = value as u32;
    }
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetAttribute(
    value: *mut c_int,
    attribute: CUfunction_attribute,
    function: CUfunction,
) -> Status {
    let Some(function) = index(Tag::Function, function) else { return INVALID_VALUE };
    use CUfunction_attribute::*;
    let state = lock();
    let Some(kernel) = state.kernel(function) else { return INVALID_VALUE };
    let answer = match attribute {
        CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => state.max_threads(function) as c_int,
        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
            state.functions[function].max_shared as c_int
        }
        CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES => kernel.shared as c_int,
        CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES => kernel.local as c_int,
        _ => 0,
    };
    // SAFETY: promised by the caller.
    unsafe { value.write(answer) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetParamInfo(
    function: CUfunction,
    position: usize,
    offset: *mut usize,
    size: *mut usize,
) -> Status {
    let Some(function) = index(Tag::Function, function) else { return INVALID_VALUE };
    let state = lock();
    let Some(parameters) = state.parameters(function) else { return INVALID_VALUE };
    let Some(parameter) = parameters.get(position) else { return INVALID_VALUE };
    let start = parameters[..position]
        .iter()
        .fold(0usize, |end, parameter| end.next_multiple_of(parameter.bytes()) + parameter.bytes());
    // SAFETY: promised by the caller; the size may be unwanted.
    unsafe {
        offset.write(start.next_multiple_of(parameter.bytes()));
        if !size.is_null() {
            size.write(parameter.bytes());
        }
    }
    SUCCESS
}

/// The argument at a position.
///
/// # Safety
/// `arguments` must hold a pointer to a value of so many bytes there.
pub(super) unsafe fn argument(arguments: *mut *mut c_void, k: usize, bytes: usize) -> u64 {
    // SAFETY: promised by the caller; unaligned values are fine.
    unsafe {
        let source = arguments.add(k).read();
        match bytes {
            8 => source.cast::<u64>().read_unaligned(),
            4 => u64::from(source.cast::<u32>().read_unaligned()),
            2 => u64::from(source.cast::<u16>().read_unaligned()),
            _ => u64::from(source.cast::<u8>().read()),
        }
    }
}

/// The kernel with copies of its arguments.
///
/// # Safety
/// `arguments` must hold one pointer to a value per parameter.
pub(super) unsafe fn kernel_call(
    state: &State,
    function: CUfunction,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    arguments: *mut *mut c_void,
) -> Option<KernelCall> {
    let function = index(Tag::Function, function)?;
    let parameters = state.parameters(function)?;
    if arguments.is_null() && !parameters.is_empty() {
        return None;
    }
    let values = parameters.iter().enumerate();
    // SAFETY: promised by the caller.
    let values = values.map(|(k, parameter)| unsafe { argument(arguments, k, parameter.bytes()) });
    Some(KernelCall { function, grid, block, shared, arguments: values.collect() })
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "CUDA's signature")]
pub unsafe extern "C" fn cuLaunchKernel(
    function: CUfunction,
    x: c_uint,
    y: c_uint,
    z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared: c_uint,
    stream: CUstream,
    arguments: *mut *mut c_void,
    _: *mut *mut c_void,
) -> Status {
    enter!("cuLaunchKernel");
    current!();
    let Some(stream) = stream_index(stream) else { return INVALID_VALUE };
    let mut state = lock();
    state.counters.kernel_launches += 1;
    if !state.execute {
        return SUCCESS;
    }
    let (grid, block) = ([x, y, z], [block_x, block_y, block_z]);
    // SAFETY: promised by the caller.
    let Some(call) = (unsafe { kernel_call(&state, function, grid, block, shared, arguments) })
    else {
        return INVALID_VALUE;
    };
    let function = call.function;
    let work = Work::Kernel(call);
    if let Some(fault) = work.fault(&state) {
        let lacks_registers = work.lacks_registers(&state);
        let refused = super::mistake(state, "cuLaunchKernel", &fault);
        return if lacks_registers { Status::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES } else { refused };
    }
    if !state.reserve_local(function) {
        return Status::CUDA_ERROR_OUT_OF_MEMORY;
    }
    if state.is_capture_invalid(stream) {
        return Status::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    }
    state.enqueue(stream, Operation::Work(work));
    outcome()
}
