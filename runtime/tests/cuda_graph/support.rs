//! What the tests run on: the first GPU, or whatever stands in for the driver.

use std::sync::{Mutex, PoisonError};

use array_fn_runtime::cuda::{CudaError, Gpu};

use crate::kernels::Kernels;

pub struct Setup {
    pub gpu: Gpu,
    pub kernels: Kernels,
}

impl Setup {
    /// Nothing where there is no GPU, or no NVRTC for the kernels.
    fn new() -> Option<Setup> {
        let skip = |reason: CudaError| eprintln!("skipped: {reason}");
        let gpu = match Gpu::new(0) {
            Err(reason @ (CudaError::NoDriver { .. } | CudaError::NoDevice { .. })) => {
                skip(reason);
                return None;
            }
            gpu => gpu.expect("a GPU that is there can be used"),
        };
        match Kernels::new(gpu) {
            Err(CudaError::Rejected { program, log }) if log.contains("NVRTC (") => {
                skip(CudaError::Rejected { program, log });
                None
            }
            kernels => Some(Setup { gpu, kernels: kernels.expect("the kernels are right") }),
        }
    }
}

/// Runs a test a few times: what has no order in a graph may run in another one each time.
pub fn repeatedly(test: impl Fn(&Setup) -> Result<(), CudaError>) {
    times(5, test);
}

pub fn once(test: impl Fn(&Setup) -> Result<(), CudaError>) {
    times(1, test);
}

fn times(count: usize, test: impl Fn(&Setup) -> Result<(), CudaError>) {
    // Tests that fill the memory must not disturb others.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for _ in 0..count {
        let Some(setup) = Setup::new() else { return };
        test(&setup).unwrap_or_else(|error| panic!("{error}"));
        setup.gpu.synchronize().expect("everything that was launched is right");
    }
}
