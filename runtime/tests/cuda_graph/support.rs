//! What the tests run on: the stand-in for the driver, or with `ARRAY_FN_TEST_GPU=1` the first GPU.

use std::sync::{Mutex, PoisonError};

use afn_mock_cuda::{Live, StandIn};
use array_fn_runtime::cuda::{CudaError, Gpu};

use crate::kernels::Kernels;

pub struct Setup {
    pub gpu: Gpu,
    pub kernels: Kernels,
}

/// The stand-in, unless the tests run on a GPU.
fn stand_in() -> Option<&'static StandIn> {
    if std::env::var_os("ARRAY_FN_TEST_GPU").is_some_and(|value| value == "1") {
        return None;
    }
    Some(StandIn::install().unwrap_or_else(|error| panic!("{error}")))
}

/// Runs a test with several seeds: what has no order in a graph runs in another one with each.
pub fn repeatedly(test: impl Fn(&Setup) -> Result<(), CudaError>) {
    run(5, |setup, _| test(setup));
}

pub fn once(test: impl Fn(&Setup) -> Result<(), CudaError>) {
    run(1, |setup, _| test(setup));
}

/// Runs a test that tells the driver what to do; not on a GPU.
pub fn on_stand_in(test: impl Fn(&Setup, &'static StandIn) -> Result<(), CudaError>) {
    run(1, |setup, stand_in| stand_in.map_or(Ok(()), |stand_in| test(setup, stand_in)));
}

fn run(seeds: u64, test: impl Fn(&Setup, Option<&'static StandIn>) -> Result<(), CudaError>) {
    // They share a driver, whose counters are compared.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let stand_in = stand_in();
    if stand_in.is_some() && !array_fn_cuda_host::has_compiler() {
        return;
    }
    for seed in 0..seeds {
        if let Some(stand_in) = stand_in {
            stand_in.set_seed(seed);
            // New memory where other memory was, or late uses that are found.
            stand_in.set_reuse(seed % 2 == 1);
        }
        let gpu = Gpu::new(0).unwrap_or_else(|error| panic!("{error}"));
        let live = || {
            gpu.synchronize().expect("everything that was launched is right");
            // Streams and their events stay for later threads.
            stand_in.map(|stand_in| Live { streams: 0, events: 0, reserved: 0, ..stand_in.live() })
        };
        let before = live();
        let kernels = Kernels::new(gpu).unwrap_or_else(|error| panic!("{error}"));
        test(&Setup { gpu, kernels }, stand_in).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(live(), before, "what is left over");
        if let Some(stand_in) = stand_in {
            stand_in.check();
        }
    }
}
