//! Where functions run.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::Mode;
use crate::cpu::Cpu;
use crate::instance::Key;

/// Where functions run: a CPU with a number of threads.
///
/// A call runs on [`Device::current`]: the device of the innermost [`Device::run`] around it on its
/// thread, else the process's default ([`Device::set_default`]), else [`Device::cpu`].
///
/// ```
/// use array_fn_runtime::Device;
///
/// let device = Device::cpu_with_threads(2);
/// assert_eq!(device.threads(), 2);
/// device.run(|| assert_eq!(Device::current(), device));
/// ```
///
/// Clones are the same device. A device's threads start with the first call that is worth them. Kernels
/// run with the best instruction set of the machine; the environment variable `ARRAY_FN_ISA`
/// (`baseline`, `avx2`, `avx512`), read once, can ask for a lesser one.
#[derive(Clone)]
pub struct Device {
    kind: Kind,
    mode: Mode,
}

#[derive(Clone)]
pub(crate) enum Kind {
    Cpu(Arc<Cpu>),
}

/// What `set_default` chose.
static DEFAULT: RwLock<Option<Device>> = RwLock::new(None);

thread_local! {
    /// Devices of the `run`s around the thread's current point, innermost last.
    static SCOPES: RefCell<Vec<Device>> = const { RefCell::new(Vec::new()) };
}

impl Device {
    /// The CPU with as many threads as the machine runs at once (or `RAYON_NUM_THREADS` says). It is
    /// the same device each time.
    pub fn cpu() -> Device {
        static CPU: OnceLock<Arc<Cpu>> = OnceLock::new();
        Device::of(CPU.get_or_init(|| Arc::new(Cpu::new(0))).clone())
    }

    /// The CPU with threads of its own; 0 stands for as many as [`Device::cpu`] has.
    pub fn cpu_with_threads(threads: usize) -> Device {
        Device::of(Arc::new(Cpu::new(threads)))
    }

    fn of(cpu: Arc<Cpu>) -> Device {
        Device { kind: Kind::Cpu(cpu), mode: Mode::Fused }
    }

    /// The same device, on which every function runs unfused: one kernel per array operation. This is
    /// the baseline of measurements, and a way to find out whether fusion changed a result. Functions
    /// that are not marked `#[unfused]` are errors there.
    pub fn unfused(mut self) -> Device {
        self.mode = Mode::Unfused;
        self
    }

    /// The device that calls on this thread use.
    pub fn current() -> Device {
        let scoped = SCOPES.with_borrow(|scopes| scopes.last().cloned());
        scoped.unwrap_or_default()
    }

    /// Makes this the device of all calls of the process that are not within a [`Device::run`].
    pub fn set_default(self) {
        *DEFAULT.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Calls `f`; functions that it calls on this thread run on this device. Threads that `f` starts
    /// do not inherit it.
    pub fn run<R>(&self, f: impl FnOnce() -> R) -> R {
        struct Scope;
        impl Drop for Scope {
            fn drop(&mut self) {
                SCOPES.with_borrow_mut(Vec::pop);
            }
        }
        SCOPES.with_borrow_mut(|scopes| scopes.push(self.clone()));
        let _scope = Scope;
        f()
    }

    /// Number of threads that run kernels.
    pub fn threads(&self) -> usize {
        let Kind::Cpu(cpu) = &self.kind;
        cpu.threads()
    }

    /// What instances for this device are made for. The device may ask for the unfused schedule, too.
    pub(crate) fn key<'a>(&self, mode: Mode, dims: &'a [i64]) -> Key<'a> {
        let mode = if self.mode == Mode::Unfused { Mode::Unfused } else { mode };
        Key { dims, mode, threads: self.threads() }
    }

    pub(crate) fn kind(&self) -> &Kind {
        &self.kind
    }
}

impl Default for Device {
    /// What [`Device::set_default`] chose, else [`Device::cpu`].
    fn default() -> Device {
        let chosen = DEFAULT.read().unwrap_or_else(PoisonError::into_inner).clone();
        chosen.unwrap_or_else(Device::cpu)
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        let (Kind::Cpu(left), Kind::Cpu(right)) = (&self.kind, &other.kind);
        Arc::ptr_eq(left, right) && self.mode == other.mode
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = self.threads();
        write!(f, "CPU ({threads} {})", if threads == 1 { "thread" } else { "threads" })?;
        match self.mode {
            Mode::Fused => Ok(()),
            Mode::Unfused => f.write_str(", unfused"),
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_is_one_device() {
        assert_eq!(Device::cpu(), Device::cpu());
        assert_ne!(Device::cpu(), Device::cpu_with_threads(0));
        assert_ne!(Device::cpu(), Device::cpu().unfused());
        assert_eq!(Device::cpu_with_threads(0).threads(), Device::cpu().threads());
    }

    #[test]
    fn texts() {
        assert_eq!(Device::cpu_with_threads(1).to_string(), "CPU (1 thread)");
        let device = Device::cpu_with_threads(3).unfused();
        assert_eq!(format!("{device:?}"), "Device(CPU (3 threads), unfused)");
    }

    #[test]
    fn scopes_nest_and_end_with_panics() {
        let (outer, inner) = (Device::cpu_with_threads(1), Device::cpu_with_threads(2));
        outer.run(|| {
            inner.run(|| assert_eq!(Device::current(), inner));
            assert_eq!(Device::current(), outer);
            let caught = std::panic::catch_unwind(|| inner.run(|| panic!("on purpose")));
            assert!(caught.is_err());
            assert_eq!(Device::current(), outer);
            std::thread::scope(|scope| {
                scope.spawn(|| assert_ne!(Device::current(), outer));
            });
        });
    }
}
