//! The examples `wave`, `euler` and `navier_stokes` as programs: killed at any moment they go on bit for bit; whatever is
//! wrong with a file is one line with a remedy, exit status 2, and leaves nothing behind; and no file is lost.

mod interruptions;
mod meshes;
#[cfg(feature = "mpi")]
mod mpi;
mod options;
mod outputs;
mod pictures;
#[cfg(unix)]
mod pipes;
mod ranks;
mod restarts;
mod support;
