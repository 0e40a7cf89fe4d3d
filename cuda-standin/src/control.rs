//! How tests speak with the loaded library: plain C functions, because it has statics of its own.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::memory::Kind;
use crate::recording::Recorder;
use crate::state::{FAILING, LOST, lock};

/// What happened so far.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Launches of executable graphs.
    pub graph_launches: u64,
    /// Nodes of graphs that ran.
    pub nodes: u64,
    /// Kernels that ran, in graphs and on streams.
    pub kernels: u64,
    /// Kernels that were put on streams.
    pub kernel_launches: u64,
    /// Changes of nodes of executable graphs.
    pub set_params: u64,
    /// Graphs that became executable.
    pub instantiations: u64,
    /// Uploads of executable graphs.
    pub uploads: u64,
    /// Modules that were loaded.
    pub module_loads: u64,
    /// Allocations of memory of the device, outside graphs.
    pub allocations: u64,
    /// Frees of such memory.
    pub frees: u64,
    /// Bytes copied from the host to the device.
    pub bytes_to_device: u64,
    /// Bytes copied from the device to the host.
    pub bytes_to_host: u64,
    /// Records of events.
    pub records: u64,
    /// Waits of streams for events.
    pub waits: u64,
    /// Calls of cuBLAS that ran, in graphs and on streams.
    pub gemms: u64,
    /// Streams whose work became a graph.
    pub captures: u64,
}

/// What exists now.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Allocations of memory of the device, outside graphs.
    pub allocations: usize,
    /// The bytes of all these allocations.
    pub bytes: usize,
    /// Bytes that are reserved for the local memory of threads.
    pub reserved: usize,
    /// Allocations of pinned memory of the host.
    pub pinned: usize,
    /// Allocations by nodes of graphs.
    pub graph_allocations: usize,
    /// Modules.
    pub modules: usize,
    /// Graphs that are described.
    pub graphs: usize,
    /// Executable graphs.
    pub execs: usize,
    /// Streams.
    pub streams: usize,
    /// Events.
    pub events: usize,
}

/// What [`afn_mock_set`] sets.
#[repr(u32)]
#[derive(Clone, Copy, Debug)]
pub enum Setting {
    Seed = 0,
    /// 0: nothing is done, launches only cost what the caller does.
    Execution = 1,
    /// Bytes; negative for no limit.
    MemoryLimit = 2,
    DeviceCount = 3,
    DriverVersion = 4,
    /// 10 * major + minor.
    NewestPtx = 5,
    Registers = 6,
    Reuse = 7,
}

/// # Safety
/// Each pointer leads to as many bytes as the number after it says; `ptx` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_register(
    ptx: *const u8,
    ptx_bytes: usize,
    source: *const u8,
    source_bytes: usize,
    cache: *const u8,
    cache_bytes: usize,
) {
    // SAFETY: promised by the caller.
    let text = |pointer: *const u8, bytes: usize| unsafe {
        String::from_utf8_lossy(std::slice::from_raw_parts(pointer, bytes)).into_owned()
    };
    let ptx = (!ptx.is_null()).then(|| text(ptx, ptx_bytes));
    let (source, cache) = (text(source, source_bytes), text(cache, cache_bytes));
    lock().sources.register(ptx.as_deref(), &source, cache.as_ref());
}

/// # Safety
/// Each pointer leads to as many bytes as the number after it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_register_code(
    code: *const u8,
    code_bytes: usize,
    ptx: *const u8,
    ptx_bytes: usize,
) {
    // SAFETY: promised by the caller.
    let (code, ptx) = unsafe {
        (std::slice::from_raw_parts(code, code_bytes), std::slice::from_raw_parts(ptx, ptx_bytes))
    };
    lock().sources.register_code(code, &String::from_utf8_lossy(ptx));
}

#[unsafe(no_mangle)]
pub extern "C" fn afn_mock_set(setting: u32, value: i64) {
    let mut state = lock();
    match setting {
        0 => state.random = (value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        1 => {
            state.synchronize_all();
            state.execute = value != 0;
        }
        2 => state.memory.limit = usize::try_from(value).ok(),
        3 => state.device_count = value as i32,
        4 => state.driver_version = value as i32,
        5 => state.newest_ptx = ((value / 10) as u32, (value % 10) as u32),
        6 => state.registers = value as u32,
        _ => state.memory.reuse = value != 0,
    }
}

/// Starts a recording, or ends it where the name of the folder is empty; whether that was possible.
///
/// # Safety
/// `folder` leads to as many bytes as are said.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_record(folder: *const u8, bytes: usize) -> bool {
    // SAFETY: promised by the caller.
    let folder = unsafe { std::slice::from_raw_parts(folder, bytes) };
    let folder = String::from_utf8_lossy(folder).into_owned();
    let mut state = lock();
    state.synchronize_all();
    state.recorder = None;
    if folder.is_empty() {
        return true;
    }
    let recorder = Recorder::new(folder.into());
    state.recorder = recorder.ok();
    state.recorder.is_some()
}

/// Says how long a kernel takes with blocks of so many threads, for the times of events. An empty name ends that for all
/// kernels.
///
/// # Safety
/// `name` leads to as many bytes as are said.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_kernel_time(
    name: *const u8,
    bytes: usize,
    threads: u32,
    nanoseconds: u64,
) {
    // SAFETY: promised by the caller.
    let name = unsafe { std::slice::from_raw_parts(name, bytes) };
    let name = String::from_utf8_lossy(name).into_owned();
    let clock = &mut lock().clock;
    match name.is_empty() {
        true => clock.clear(),
        false => clock.set(name, threads, Duration::from_nanos(nanoseconds)),
    }
}

/// # Safety
/// `name` leads to as many bytes as are said.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_fail_next(name: *const u8, bytes: usize, code: u32) {
    // SAFETY: promised by the caller.
    let name = unsafe { std::slice::from_raw_parts(name, bytes) };
    let name = String::from_utf8_lossy(name).into_owned();
    lock().failures.entry(name).or_default().push_back(code);
    FAILING.store(true, Ordering::SeqCst);
}

#[unsafe(no_mangle)]
pub extern "C" fn afn_mock_counters() -> Counters {
    lock().counters
}

#[unsafe(no_mangle)]
pub extern "C" fn afn_mock_live() -> Live {
    let state = lock();
    Live {
        allocations: state.memory.count(Kind::Device),
        bytes: state.memory.used,
        reserved: state.memory.reserved,
        pinned: state.memory.count(Kind::Pinned),
        graph_allocations: state.memory.count(Kind::Graph),
        modules: state.modules.iter().flatten().count(),
        graphs: state.graphs.iter().flatten().count(),
        execs: state.execs.iter().flatten().count(),
        streams: state.streams.iter().skip(1).filter(|stream| stream.alive).count(),
        events: state.events.iter().filter(|event| event.alive).count(),
    }
}

/// The findings, each ended by a zero byte, are written if there is room, and forgotten then. Returns how
/// many bytes they have.
///
/// # Safety
/// `target` must have room for as many bytes as are said.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn afn_mock_take_findings(target: *mut u8, room: usize) -> usize {
    let mut state = lock();
    let text: Vec<u8> =
        state.findings.iter().flat_map(|f| f.bytes().chain(std::iter::once(0))).collect();
    if text.len() <= room {
        // SAFETY: promised by the caller.
        unsafe { target.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        state.findings.clear();
    }
    text.len()
}

/// Forgets that the context is lost, and with it what is queued.
#[unsafe(no_mangle)]
pub extern "C" fn afn_mock_reset() {
    let mut state = lock();
    if LOST.swap(0, Ordering::SeqCst) != 0 {
        state.drop_queues();
    }
    FAILING.store(false, Ordering::SeqCst);
    state.failures.clear();
    state.memory.forget_reserved();
}
