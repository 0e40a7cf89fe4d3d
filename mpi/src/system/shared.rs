//! What all channels of a process share.

use std::cell::Cell;
use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use array_fn_runtime::Error;
use array_fn_runtime::ranks::Threads;
use ferrompi::Communicator;

pub(super) struct Shared {
    pub(super) rank: usize,
    pub(super) size: usize,
    /// How long to wait for a message; for ever if there is none.
    pub(super) timeout: Option<Duration>,
    world: Communicator,
    /// The messages of channels, and those of operations on all ranks.
    pub(super) channels: Communicator,
    pub(super) operations: Communicator,
    /// Held during each call of MPI: threads use it one at a time.
    calls: Mutex<()>,
    /// Why nothing can be exchanged any more.
    failed: OnceLock<String>,
    /// Whether MPI is not used any more.
    over: AtomicBool,
}

pub(super) fn refused(message: String) -> Error {
    Error::Ranks { message }
}

/// The time-out that the text of `ARRAY_FN_MPI_TIMEOUT` asks for.
pub(super) fn timeout(text: Option<&str>) -> Result<Option<Duration>, Error> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(Some(Threads::TIMEOUT));
    };
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    match seconds {
        Some(seconds) => Ok(Some(seconds).filter(|seconds| !seconds.is_zero())),
        None => Err(refused(format!(
            "ARRAY_FN_MPI_TIMEOUT is `{text}`: give it a number of seconds, or 0 to wait for ever"
        ))),
    }
}

impl Shared {
    pub(super) fn new(world: Communicator, timeout: Option<Duration>) -> Result<Shared, Error> {
        let copy = || {
            let copy = world.duplicate();
            copy.map_err(|error| refused(format!("MPI makes no communicator: {error}")))
        };
        let (channels, operations) = (copy()?, copy()?);
        Ok(Shared {
            rank: world.rank() as usize,
            size: world.size() as usize,
            timeout,
            world,
            channels,
            operations,
            calls: Mutex::new(()),
            failed: OnceLock::new(),
            over: AtomicBool::new(false),
        })
    }

    /// To be held during calls of MPI.
    pub(super) fn calls(&self) -> MutexGuard<'_, ()> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why nothing can be exchanged any more.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failed.get().map(String::as_str)
    }

    /// Nothing can be exchanged any more.
    pub(super) fn fail(&self, message: String) -> Error {
        refused(self.failed.get_or_init(|| message).clone())
    }

    /// The error, if nothing can be exchanged any more.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.failure() {
            Some(message) => Err(refused(message.into())),
            None => Ok(()),
        }
    }

    /// Says that MPI is not used any more.
    pub(super) fn over(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Ends all ranks.
    pub(super) fn end(&self, message: impl Display) -> ! {
        // As one piece, because another rank may end this one in between. Whether it can be written does not matter.
        let text = format!("rank {} of {} ends all ranks: {message}\n", self.rank, self.size);
        let _ = std::io::stderr().write_all(text.as_bytes());
        // Launchers lose what they have not yet read when ranks end.
        std::thread::sleep(Duration::from_millis(200));
        // Another thread leaves MPI soon, unless it is this one that panicked there.
        let begin = Instant::now();
        let _calls = loop {
            match self.calls.try_lock() {
                Ok(calls) => break Some(calls),
                Err(_) if begin.elapsed() > Duration::from_secs(1) => break None,
                Err(_) => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        self.world.abort(1)
    }

    /// Ends all ranks if MPI is in use.
    fn end_in_use(&self, message: &str) {
        if !self.over.load(Ordering::Relaxed) {
            self.end(message);
        }
    }
}

/// Makes a panic on any thread end all ranks, after its message is written; and also an exit of the process while MPI is
/// in use. The other ranks would wait for this one.
pub(super) fn end_all_with_this(shared: &Arc<Shared>) {
    let (of_panics, before) = (shared.clone(), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |panic| {
        before(panic);
        of_panics.end_in_use("it panicked");
    }));
    LEAVING.set(Some(Leaving(shared.clone())));
}

thread_local! {
    /// Dropped when the thread ends that initialised MPI, or when it ends the process.
    static LEAVING: Cell<Option<Leaving>> = const { Cell::new(None) };
}

struct Leaving(Arc<Shared>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.end_in_use("its process exits before `Mpi` is dropped");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts() {
        let of = |text| timeout(text).unwrap();
        assert_eq!(of(None), Some(Duration::from_secs(60)));
        assert_eq!(of(Some("")), Some(Duration::from_secs(60)));
        assert_eq!(of(Some(" 2.5 ")), Some(Duration::from_millis(2500)));
        assert_eq!(of(Some("0")), None);
        for text in ["-1", "nan", "a minute", "1e300"] {
            let error = timeout(Some(text)).unwrap_err().to_string();
            assert!(error.contains("give it a number of seconds"), "{text}: {error}");
        }
    }
}
