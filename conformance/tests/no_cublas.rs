//! Contractions on a machine with a CUDA driver, but without cuBLAS: kernels run.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::cuda::Executor;
use array_fn::{Array, Contractions, Device, array_fn};
use std::path::Path;

array_fn! {
    pub fn product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }
}

#[test]
fn kernels_run_without_the_library() {
    if !array_fn_cuda_host::has_compiler() || afn_mock_cuda::finds_cublas() {
        return;
    }
    let driver = StandIn::install_without_cublas().unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    let cuda = &product::FUNCTION.program().cuda;
    driver.register(cuda.ptx, cuda.source, &cache);
    let ramp = |rows, columns| {
        Array::from_fn([rows, columns], |[i, j]| (i * 3 + j * 5) as f64 % 7.0 - 3.0).unwrap()
    };
    let (a, b) = (ramp(40, 30), ramp(30, 50));
    let expected = Device::cpu().run(|| product(&a, &b)).unwrap();
    for executor in [Executor::Graph, Executor::LinearGraph, Executor::Stream] {
        let device = Device::cuda(0).unwrap().with_executor(executor);
        let device = device.with_contractions(Contractions::Library);
        let plan = product::plan(&device, 40, 30, 50).unwrap();
        assert!(plan.launches().all(|launch| !launch.library));
        assert_eq!(device.run(|| product(&a, &b)).unwrap().to_vec(), expected.to_vec());
        device.synchronize().unwrap();
    }
    driver.check();
    let counters = driver.counters();
    assert_eq!((counters.gemms, counters.kernels), (0, 3));
}
