//! Everything the stand-in knows.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use array_fn_cuda_host::HostCuda;

use crate::clock::Clock;
use crate::control::Counters;
use crate::graph::{Exec, Graph, Node};
use crate::memory::Memory;
use crate::module::{Module, Sources};
use crate::recording::Recorder;
use crate::signature::{Parameter, Signature};
use crate::streams::{Event, Stream};

pub struct Function {
    pub module: usize,
    /// Index in the module.
    pub kernel: usize,
    pub max_shared: u32,
}

pub struct State {
    pub random: u64,
    /// Whether work is done at all.
    pub execute: bool,
    pub counters: Counters,
    pub findings: Vec<String>,
    pub failures: HashMap<String, VecDeque<u32>>,
    pub memory: Memory,
    pub streams: Vec<Stream>,
    pub events: Vec<Event>,
    /// What the host knows to be done: a position for each stream.
    pub host_clock: Vec<u64>,
    pub pending: usize,
    pub sources: Sources,
    pub modules: Vec<Option<Module>>,
    pub functions: Vec<Function>,
    pub graphs: Vec<Option<Graph>>,
    pub nodes: Vec<Node>,
    pub execs: Vec<Option<Exec>>,
    /// Conditional handles, which are addresses of conditions.
    pub cells: HashSet<u64>,
    pub device_count: i32,
    pub driver_version: i32,
    pub newest_ptx: (u32, u32),
    /// The release threshold of each pool of memory.
    pub pools: Vec<u64>,
    /// Where kernels are recorded, if they are.
    pub recorder: Option<Recorder>,
    /// Registers of a thread of kernels whose source does not bound the threads of a block.
    pub registers: u32,
    /// How long kernels take.
    pub clock: Clock,
}

/// The registers of a multiprocessor, and thus the most of a block.
const REGISTERS: u32 = 65_536;
/// The most threads of a block.
pub const MAX_THREADS: u32 = 1024;
/// The most local memory of a thread. No assembler refuses more.
const MAX_LOCAL: usize = 512 * 1024;
/// The threads that all multiprocessors can hold. Each has the local memory that the most demanding kernel needs.
const RESIDENT_THREADS: usize = 132 * 2048;

static STATE: Mutex<Option<State>> = Mutex::new(None);
/// The error that every call reports since the context is lost; 0 for none.
pub static LOST: AtomicU32 = AtomicU32::new(0);
/// Whether some call is to fail.
pub static FAILING: AtomicBool = AtomicBool::new(false);

/// Exclusive access.
pub struct Locked(MutexGuard<'static, Option<State>>);

impl std::ops::Deref for Locked {
    type Target = State;

    fn deref(&self) -> &State {
        self.0.as_ref().expect("made by `lock`")
    }
}

impl std::ops::DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut State {
        self.0.as_mut().expect("made by `lock`")
    }
}

pub fn lock() -> Locked {
    let mut guard = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    guard.get_or_insert_with(State::new);
    Locked(guard)
}

/// The recording that `ARRAY_FN_STANDIN_RECORDING` asks for.
fn recorder_of_process() -> Option<Recorder> {
    let folder = std::env::var_os("ARRAY_FN_STANDIN_RECORDING").filter(|name| !name.is_empty())?;
    let recorder = Recorder::new(folder.into());
    recorder.inspect_err(|error| eprintln!("stand-in driver: no recording: {error}")).ok()
}

impl State {
    fn new() -> State {
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
        let version = number("ARRAY_FN_STANDIN_DRIVER_VERSION");
        let mut memory = Memory::default();
        memory.limit = number("ARRAY_FN_STANDIN_MEMORY");
        State {
            random: 1,
            execute: true,
            counters: Counters::default(),
            findings: Vec::new(),
            failures: HashMap::new(),
            memory,
            streams: Vec::new(),
            events: Vec::new(),
            host_clock: Vec::new(),
            pending: 0,
            sources: Sources::default(),
            modules: Vec::new(),
            functions: Vec::new(),
            graphs: Vec::new(),
            nodes: Vec::new(),
            execs: Vec::new(),
            cells: HashSet::new(),
            device_count: 1,
            driver_version: version.map_or(13_000, |version| version as i32),
            newest_ptx: (9, 0),
            pools: vec![0],
            recorder: recorder_of_process(),
            registers: 64,
            clock: Clock::default(),
        }
    }

    /// The kernel that a function is.
    pub fn kernel(&self, function: usize) -> Option<&Signature> {
        let function = self.functions.get(function)?;
        let module = self.modules.get(function.module)?.as_ref()?;
        module.kernels.get(function.kernel)
    }

    /// The most threads of a block of a function: by its source, else by its registers.
    pub fn max_threads(&self, function: usize) -> u32 {
        let bound = self.kernel(function).and_then(|kernel| kernel.max_threads);
        let whole_warps = REGISTERS / self.registers.max(1) / 32 * 32;
        bound.unwrap_or(whole_warps).min(MAX_THREADS)
    }

    /// Reserves the local memory of all threads that may run a function at the same time. False where memory does not
    /// suffice.
    pub fn reserve_local(&mut self, function: usize) -> bool {
        let local = self.kernel(function).map_or(0, |kernel| kernel.local);
        local <= MAX_LOCAL && self.memory.reserve(local.next_multiple_of(16) * RESIDENT_THREADS)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // xorshift64*
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        ((self.random.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % bound
    }

    /// Remembers a mistake of the program.
    pub fn finding(&mut self, text: String) {
        eprintln!("stand-in driver: {text}");
        self.findings.push(text);
    }

    /// An access that a device would not survive.
    pub fn illegal(&mut self, text: String) {
        self.finding(text);
        LOST.store(700, Ordering::SeqCst);
    }

    pub fn parameters(&self, function: usize) -> Option<&[Parameter]> {
        self.kernel(function).map(|kernel| &kernel.parameters[..])
    }

    pub fn function_name(&self, function: usize) -> String {
        self.code(function).map_or_else(|| "of an unloaded module".to_owned(), |(_, name)| name)
    }

    pub fn code(&self, function: usize) -> Option<(Arc<HostCuda>, String)> {
        let function = self.functions.get(function)?;
        let module = self.modules.get(function.module)?.as_ref()?;
        Some((module.code.clone(), module.kernels[function.kernel].name.clone()))
    }
}
