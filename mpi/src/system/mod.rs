//! The MPI of this system.

mod channel;
mod shared;

use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use array_fn_runtime::Error;
use array_fn_runtime::ranks::{Channel, Exchange, Link, launched};
use ferrompi::ThreadLevel;

use crate::operations::Operations;
use channel::{Messages, Place};
use shared::{Shared, refused};

/// MPI, from [`Mpi::init`] until this is dropped, which has to be at the end of `main`.
///
/// A panic on any thread ends all ranks; so does an error of [`Mpi::run`]. If the transport has failed, as after a
/// time-out, dropping this ends all ranks as well, because the others wait for messages.
pub struct Mpi {
    member: Arc<Member>,
    /// Taken when this is dropped.
    system: Option<ferrompi::Mpi>,
}

impl Mpi {
    /// Initialises MPI, once in a process. Several threads may then use it, one at a time.
    ///
    /// # Errors
    /// [`Error::Ranks`] if MPI was initialised before, lets only one thread use it, or was started by the `mpirun` of
    /// another MPI; or if `ARRAY_FN_MPI_TIMEOUT` is no number of seconds.
    pub fn init() -> Result<Mpi, Error> {
        let timeout = shared::timeout(std::env::var("ARRAY_FN_MPI_TIMEOUT").ok().as_deref())?;
        let system = ferrompi::Mpi::init_thread(ThreadLevel::Serialized)
            .map_err(|error| refused(format!("MPI cannot be initialised: {error}")))?;
        let (level, world) = (system.thread_level(), system.world());
        if level < ThreadLevel::Serialized {
            return Err(refused(format!(
                "this MPI has threads at level {level:?}, and array-fn needs Serialized: use an MPI that was built for \
                 threads"
            )));
        }
        let size = world.size() as usize;
        if let (1, Some(launched)) = (size, launched().filter(|launched| launched.size > 1)) {
            let library = ferrompi::Mpi::library_version().unwrap_or_default();
            return Err(refused(format!(
                "{} processes were started, but MPI sees only this one: start them with the `mpirun` of the MPI that this \
                 program was built with, {}",
                launched.size,
                library.lines().next().unwrap_or_default()
            )));
        }
        let shared = Arc::new(Shared::new(world, timeout)?);
        shared::end_all_with_this(&shared);
        let for_operations = shared.clone();
        let open = move |operation, links: &[Link]| -> Result<Box<dyn Channel>, Error> {
            let place = Place::Operation(operation);
            Ok(Box::new(Messages::new(for_operations.clone(), place, links)?))
        };
        let operations = Operations::new(shared.rank, shared.size, Box::new(open));
        let member = Arc::new(Member { shared, operations: Mutex::new(operations) });
        Ok(Mpi { member, system: Some(system) })
    }

    /// This rank.
    pub fn exchange(&self) -> Arc<dyn Exchange> {
        self.member.clone()
    }

    /// Runs the work of this rank. If it fails, its error is written to the standard error stream, and all ranks end.
    pub fn run<T, E: Display>(self, work: impl FnOnce(Arc<dyn Exchange>) -> Result<T, E>) -> T {
        match work(self.exchange()) {
            Ok(done) => done,
            Err(error) => self.member.shared.end(error),
        }
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        let shared = &self.member.shared;
        if let Some(message) = shared.failure() {
            shared.end(message);
        }
        shared.over();
        drop(self.system.take());
    }
}

/// A rank.
struct Member {
    shared: Arc<Shared>,
    operations: Mutex<Operations>,
}

impl Member {
    fn operations(&self) -> MutexGuard<'_, Operations> {
        self.operations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Exchange for Member {
    fn rank(&self) -> usize {
        self.shared.rank
    }

    fn size(&self) -> usize {
        self.shared.size
    }

    fn channel(&self, number: u32, links: &[Link]) -> Result<Box<dyn Channel>, Error> {
        Ok(Box::new(Messages::new(self.shared.clone(), Place::Channel(number), links)?))
    }

    fn max(&self, values: &mut [f64]) -> Result<(), Error> {
        self.operations().max(values)
    }

    fn sum(&self, values: &mut [i64]) -> Result<(), Error> {
        self.operations().sum(values)
    }

    fn gather(&self, bytes: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Error> {
        self.operations().gather(bytes)
    }

    fn broadcast(&self, bytes: &mut Vec<u8>) -> Result<(), Error> {
        self.operations().broadcast(bytes)
    }

    fn all_to_all(&self, parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        self.operations().all_to_all(parts)
    }

    fn abort(&self, message: &str) {
        self.shared.end(message)
    }
}
