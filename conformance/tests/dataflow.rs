//! The programs of `dataflow`, on the small sizes, on the stand-in for the CUDA driver: the same sums as on CPUs.

#![allow(missing_docs)]

#[path = "../../dataflow/tests/checks/mod.rs"]
mod checks;

use afn_mock_cuda::StandIn;
use array_fn::__rt::Function;
use array_fn::Device;
use array_fn_dataflow::{
    Outcome, Size, black_scholes, bm25f, id3, kmeans, pagerank, skyserver, terasort,
};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Runs a program, whose functions are given, with this test alone on the driver. Without a C++ compiler it is left out.
fn on_gpu(
    functions: &[&'static Function],
    run: impl Fn(&Device, Size, usize) -> Result<Outcome, array_fn::Error>,
    check: impl Fn(&Outcome),
) {
    static ALONE: Mutex<()> = Mutex::new(());
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = StandIn::install().unwrap_or_else(|e| panic!("{e}"));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dataflow-stand-in");
    for function in functions {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    let gpu = Device::cuda(0).unwrap_or_else(|e| panic!("{e}"));
    check(&run(&gpu, Size::Small, 1).unwrap_or_else(|e| panic!("{e}")));
    gpu.synchronize().unwrap_or_else(|e| panic!("{e}"));
    driver.check();
}

#[test]
fn clusters() {
    let functions = [&kmeans::kmeans::FUNCTION, &kmeans::nearest::FUNCTION];
    on_gpu(&functions, kmeans::run, checks::clusters);
}

#[test]
fn ranks() {
    let functions = [&pagerank::sources::FUNCTION, &pagerank::pagerank::FUNCTION];
    on_gpu(&functions, pagerank::run, checks::ranks);
}

#[test]
fn prices() {
    let functions = [&black_scholes::black_scholes::FUNCTION];
    on_gpu(&functions, black_scholes::run, checks::prices);
}

#[test]
fn neighbours() {
    let functions = [&skyserver::skyserver::FUNCTION];
    on_gpu(&functions, skyserver::run, checks::neighbours);
}

#[test]
fn records() {
    let functions = [&terasort::terasort::FUNCTION];
    on_gpu(&functions, terasort::run, checks::records);
}

#[test]
fn trees() {
    let functions = [&id3::id3::FUNCTION];
    on_gpu(&functions, id3::run, checks::trees);
}

#[test]
fn scores() {
    let functions = [&bm25f::bm25f::FUNCTION];
    on_gpu(&functions, bm25f::run, checks::scores);
}
