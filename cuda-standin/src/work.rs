//! Pieces of work that streams and graphs consist of, what memory they touch, and doing them.

use std::ffi::c_void;

use crate::gemm::Gemm;
use crate::memory::{Kind, Memory};
use crate::signature::Parameter;
use crate::state::{MAX_THREADS, State};

/// A kernel with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelCall {
    /// Index of the function.
    pub function: usize,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared: u32,
    /// One per parameter; narrower values in the first bytes.
    pub arguments: Vec<u64>,
}

/// Something that is done at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    Kernel(KernelCall),
    /// Bytes from one address to another; addresses of the host are marked.
    Copy {
        target: End,
        source: End,
        bytes: usize,
    },
    Fill {
        target: u64,
        value: u32,
        element: usize,
        count: usize,
    },
    /// A strided batch of matrix products.
    Gemm(Gemm),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Host(u64),
    Device(u64),
}

/// Memory that work touches: bytes from an address on (`None`: the allocation from there).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub address: u64,
    pub bytes: Option<usize>,
    pub write: bool,
}

impl Work {
    pub fn describe(&self, state: &State) -> String {
        match self {
            Work::Kernel(call) => format!("kernel {}", state.function_name(call.function)),
            Work::Copy { target, source, bytes } => {
                format!("copy of {bytes} bytes from {source:x?} to {target:x?}")
            }
            Work::Fill { target, element, count, .. } => {
                format!("memset of {} bytes at {target:#x}", element * count)
            }
            Work::Gemm(gemm) => gemm.describe(),
        }
    }

    /// Memory of allocations that is touched. Memory of the host that is none of the driver's is the
    /// program's business.
    pub fn accesses(&self, state: &State) -> Vec<Access> {
        let mut all = Vec::new();
        match self {
            Work::Kernel(call) => {
                let Some(parameters) = state.parameters(call.function) else { return all };
                for (parameter, &address) in parameters.iter().zip(&call.arguments) {
                    let write = match parameter {
                        Parameter::Read => false,
                        Parameter::Write => true,
                        Parameter::Value(_) => continue,
                    };
                    if address != 0 {
                        all.push(Access { address, bytes: None, write });
                    }
                }
            }
            Work::Copy { target, source, bytes } => {
                for (end, write) in [(source, false), (target, true)] {
                    let (address, device) = match *end {
                        End::Host(address) => (address, false),
                        End::Device(address) => (address, true),
                    };
                    if device || state.memory.find(address, *bytes).is_ok() {
                        all.push(Access { address, bytes: Some(*bytes), write });
                    }
                }
            }
            Work::Fill { target, element, count, .. } => {
                all.push(Access { address: *target, bytes: Some(element * count), write: true });
            }
            Work::Gemm(gemm) => all = gemm.accesses(),
        }
        all
    }

    /// The kinds of allocation that a copy or a memset is for, `None` for memory of the host that is none of the driver's.
    /// An update cannot change them.
    pub fn memory_kinds(&self, memory: &Memory) -> Vec<Option<Kind>> {
        let kind = |address: u64| memory.find_any(address, 0).map(|(_, kind)| kind);
        match *self {
            Work::Copy { target, source, .. } => {
                let of = |(End::Host(address) | End::Device(address))| kind(address);
                vec![of(target), of(source)]
            }
            Work::Fill { target, .. } => vec![kind(target)],
            Work::Kernel(_) | Work::Gemm(_) => Vec::new(),
        }
    }

    /// What is wrong with the launch itself.
    pub fn fault(&self, state: &State) -> Option<String> {
        let call = match self {
            Work::Kernel(call) => call,
            Work::Gemm(gemm) => return gemm.fault(),
            _ => return None,
        };
        let (grid, block) = (call.grid, call.block);
        let threads: u64 = block.iter().map(|&n| u64::from(n)).product();
        if grid.contains(&0) || block.contains(&0) {
            return Some(format!("an empty grid {grid:?} or block {block:?}"));
        }
        let too_large = threads > MAX_THREADS.into() || block[2] > 64;
        if grid[0] > i32::MAX as u32 || grid[1] > 65535 || grid[2] > 65535 || too_large {
            return Some(format!("too large a grid {grid:?} or block {block:?}"));
        }
        if self.lacks_registers(state) {
            let most = state.max_threads(call.function);
            return Some(format!("a block of {threads} threads, which have registers for {most}"));
        }
        let allowed = state.functions.get(call.function).map_or(0, |function| function.max_shared);
        (call.shared > allowed)
            .then(|| format!("{} bytes of shared memory, more than {allowed}", call.shared))
    }

    /// Whether a kernel has too many threads in a block for its registers, or for the bound in its source, but not for the
    /// device.
    pub fn lacks_registers(&self, state: &State) -> bool {
        let Work::Kernel(call) = self else { return false };
        let threads: u64 = call.block.iter().map(|&n| u64::from(n)).product();
        threads > state.max_threads(call.function).into() && threads <= MAX_THREADS.into()
    }

    /// Does the work.
    pub fn run(&self, state: &mut State) {
        for access in self.accesses(state) {
            // Frees that were queued later do not matter: memory is there until they run.
            if state.memory.find_any(access.address, access.bytes.unwrap_or(0)).is_none() {
                let what = self.describe(state);
                state.illegal(format!("{what} touches {:#x}, which is no memory", access.address));
                return;
            }
        }
        match self {
            Work::Kernel(call) => {
                state.counters.kernels += 1;
                let Some((code, name)) = state.code(call.function) else { return };
                let recorded = state.begin_record(call, &name);
                let mut arguments = call.arguments.clone();
                let mut pointers: Vec<*mut c_void> =
                    arguments.iter_mut().map(|a| std::ptr::from_mut(a).cast()).collect();
                let threads = call.block.iter().product();
                let blocks: u32 = call.grid.iter().product();
                let order = state.below(2 * (blocks.max(1) as usize).min(1 << 20)) as u32;
                // SAFETY: one value per parameter, whose pointers lead to allocations; that kernels stay
                // within those is what tests under sanitizers find out.
                let outcome = unsafe {
                    let shared = call.shared as usize;
                    code.launch_in_order(&name, blocks, threads, shared, &mut pointers, order)
                };
                if let Err(error) = outcome {
                    state.illegal(format!("kernel {name}: {error}"));
                }
                state.end_record(recorded);
            }
            Work::Copy { target, source, bytes } => {
                let pointer = |end: &End| {
                    let (End::Host(address) | End::Device(address)) = *end;
                    std::ptr::with_exposed_provenance_mut::<u8>(address as usize)
                };
                match (target, source) {
                    (End::Device(_), End::Host(_)) => {
                        state.counters.bytes_to_device += *bytes as u64
                    }
                    (End::Host(_), End::Device(_)) => state.counters.bytes_to_host += *bytes as u64,
                    _ => {}
                }
                // SAFETY: sides on the device were looked up; those of the host are the program's promise.
                unsafe { pointer(target).copy_from(pointer(source), *bytes) };
            }
            Work::Fill { target, value, element, count } => {
                let start = std::ptr::with_exposed_provenance_mut::<u8>(*target as usize);
                let bytes = value.to_le_bytes();
                for k in 0..*count {
                    // SAFETY: within the allocation, which was looked up.
                    unsafe {
                        start.add(k * element).copy_from(bytes.as_ptr(), (*element).min(4));
                    }
                }
            }
            Work::Gemm(gemm) => {
                state.counters.gemms += u64::from(gemm.part == 0);
                gemm.run();
            }
        }
    }

    /// The program's own memory that the work reads, if it is page-locked by the driver.
    pub fn touches_pinned(&self, state: &State, address: u64) -> bool {
        self.accesses(state)
            .iter()
            .any(|access| state.memory.find_any(access.address, 0) == Some((address, Kind::Pinned)))
    }
}
