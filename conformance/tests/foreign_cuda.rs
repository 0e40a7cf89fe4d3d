//! Foreign functions of arrays with code for GPUs, on the stand-in driver: captured as child graphs, within loops, with
//! other operands in each call, and put on a stream.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::__rt::Function;
use array_fn::cuda::Executor;
use array_fn::{Array, Device, array_fn};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

array_fn! {
    unsafe extern "tests/foreign/streams.h" fn rotated<N>(x: [f64; N]) -> [f64; N];
    unsafe extern "tests/foreign/streams.h" fn tagged<M, N>(x: [f32; M, N], tag: f32) -> ([f32; M, N + 1], [u32; M]);
    unsafe extern "tests/foreign/streams.h" fn waits<N>(x: [f64; N]) -> [f64; N];

    /// On a parameter and on a computed array, which may happen at the same time.
    pub fn turned<N>(x: [f64; N]) -> ([f64; N], [f64; N]) {
        (rotated(x), 2.0 * rotated(x + 1.0) - x)
    }

    /// Two results of different dtypes, a scalar that is computed on the device, and one result alone.
    pub fn tags<M, N>(x: [f32; M, N]) -> ([f32; M, N + 1], [u32; M], f32) {
        let (rows, sevens) = tagged(x, sum(x));
        let (others, _) = tagged(x[..-1], 0.5);
        (rows, sevens + 1, sum(others))
    }

    /// In a loop whose passes are on the device.
    pub fn repeated<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut z = x;
        for k in 0..n { z = rotated(z) + k as f64; }
        z
    }

    pub fn waiting<N>(x: [f64; N]) -> [f64; N] { waits(x) }
}

/// The stand-in with this test alone on it; None without a C++ compiler.
fn driver() -> Option<(&'static StandIn, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = StandIn::install().unwrap();
    let functions: [&Function; 4] =
        [&turned::FUNCTION, &tags::FUNCTION, &repeated::FUNCTION, &waiting::FUNCTION];
    for function in functions {
        let cuda = &function.program().cuda;
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign-stand-in");
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    Some((driver, alone))
}

fn numbers(n: usize, from: usize) -> Array<f64, 1> {
    Array::from_fn([n], |[k]| (((k + from) * 7919) % 1009) as f64 / 300.0 - 1.5).unwrap()
}

#[test]
fn their_work_is_captured() {
    let Some((driver, _alone)) = driver() else { return };
    let cpu = Device::cpu();
    for executor in [Executor::Graph, Executor::LinearGraph, Executor::Stream] {
        let gpu = Device::cuda(0).unwrap().with_executor(executor);
        for n in [0, 1, 2, 7, 1000] {
            // The second and third call send other addresses to the graph.
            let kept: Vec<_> = (0..3).map(|from| numbers(n, from)).collect();
            let results: Vec<_> = kept.iter().map(|x| gpu.run(|| turned(x)).unwrap()).collect();
            for (x, (a, b)) in kept.iter().zip(results) {
                let want = cpu.run(|| turned(x)).unwrap();
                assert_eq!((a.to_vec(), b.to_vec()), (want.0.to_vec(), want.1.to_vec()), "{n}");
            }
            for passes in [0, 1, 4] {
                for x in &kept {
                    let got = gpu.run(|| repeated(x, passes)).unwrap().to_vec();
                    assert_eq!(
                        got,
                        cpu.run(|| repeated(x, passes)).unwrap().to_vec(),
                        "{n} {passes}"
                    );
                }
            }
        }
        for (m, n) in [(1, 3), (4, 1), (3, 100)] {
            for from in 0..2 {
                let x = Array::from_fn([m, n], |[i, j]| (i * n + j + from) as f32).unwrap();
                let (rows, sevens, sum) = gpu.run(|| tags(&x)).unwrap();
                let want = cpu.run(|| tags(&x)).unwrap();
                assert_eq!(rows.to_vec(), want.0.to_vec());
                assert_eq!(sevens.to_vec(), vec![8; m]);
                assert_eq!(sum.item(), want.2.item());
            }
        }
        gpu.synchronize().unwrap();
    }
    driver.check();
}

/// What a capture forbids is an error that names the function.
#[test]
fn functions_must_not_wait() {
    let Some((driver, _alone)) = driver() else { return };
    let gpu = Device::cuda(0).unwrap();
    let error = gpu.run(|| waiting(&[1.0, 2.0])).unwrap_err().to_string();
    assert!(
        error.contains("the foreign function `waits` was captured, which must not wait"),
        "{error}"
    );
    let _ = driver.take_findings();
}
