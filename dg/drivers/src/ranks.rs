//! Ranks: threads of this process, or processes of MPI. All of them run the same program, each on its part of the mesh.

use crate::Failure;
use array_fn::Device;
use array_fn::ranks::{Exchange, Threads, launched};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// The rank that this thread is, if the run has ranks.
    static CURRENT: RefCell<Option<Arc<dyn Exchange>>> = const { RefCell::new(None) };
}

/// The rank that this thread is, if the run has ranks.
pub(crate) fn current() -> Option<Arc<dyn Exchange>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Whether this is the rank that prints, and writes the files that there are once.
pub(crate) fn is_first() -> bool {
    current().is_none_or(|exchange| exchange.rank() == 0)
}

/// The number of ranks, if the run has some.
pub(crate) fn count() -> Option<usize> {
    current().map(|exchange| exchange.size())
}

/// The number of the GPU for this rank. Neighbouring ranks have different ones; where ranks are more, they share GPUs.
///
/// # Errors
/// That there is no driver, or an old one.
pub(crate) fn gpu() -> Result<usize, array_fn::Error> {
    let Some(exchange) = current() else { return Ok(0) };
    Ok(exchange.rank() % Device::cuda_count()?.max(1))
}

/// Runs `work` on the ranks that `threads` asks for, or that `mpirun` has started; otherwise only here.
///
/// # Errors
/// The failure of the first rank that failed.
pub(crate) fn run(
    threads: Option<usize>,
    work: impl Fn() -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let launched = launched().map_or(0, |launched| launched.size);
    match threads {
        Some(_) if launched > 1 => {
            let problem =
                "`--ranks` makes ranks of threads, and `mpirun` has started several processes";
            Err(Failure::input(problem, "leave out one of them"))
        }
        Some(ranks) => on_threads(ranks, work),
        // One process of MPI is a rank, too, so that its results are those of several.
        None if launched > 1 || cfg!(feature = "mpi") && launched == 1 => on_mpi(work),
        None => work(),
    }
}

#[cfg(not(feature = "mpi"))]
fn on_mpi(_: impl Fn() -> Result<(), Failure>) -> Result<(), Failure> {
    let problem = "`mpirun` has started several processes, and this program was built without MPI";
    Err(Failure::input(problem, "build it with `--features mpi`, or use `--ranks` for threads"))
}

/// Runs `work` as the rank that this process is.
#[cfg(feature = "mpi")]
fn on_mpi(work: impl Fn() -> Result<(), Failure>) -> Result<(), Failure> {
    use std::time::Duration;
    let mpi =
        array_fn_mpi::Mpi::init().map_err(|error| Failure::input(error, "see docs/ranks.md"))?;
    let exchange = mpi.exchange();
    CURRENT.set(Some(exchange.clone()));
    let outcome = work();
    CURRENT.set(None);
    if let Err(failure) = &outcome
        && !matches!(failure, Failure::Done | Failure::Interrupted(_))
    {
        // Where all ranks fail alike, as on a bad option, one message is enough.
        if exchange.rank() > 0 {
            std::thread::sleep(Duration::from_secs(1));
        }
        exchange.abort(&failure.to_string());
    }
    drop(exchange);
    drop(mpi);
    outcome
}

/// Runs `work` on so many ranks, each a thread.
///
/// # Errors
/// The failure of the first rank that failed.
fn on_threads(ranks: usize, work: impl Fn() -> Result<(), Failure> + Sync) -> Result<(), Failure> {
    let all = Threads::new(ranks).run(|exchange| {
        CURRENT.set(Some(exchange));
        let outcome = work();
        CURRENT.set(None);
        outcome
    });
    all.map(|_| ())
}
