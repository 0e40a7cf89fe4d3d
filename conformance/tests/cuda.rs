//! The CUDA path as a program meets it, on the stand-in driver: where arrays are, what a call tells the
//! driver, errors, threads.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::cuda::{CudaError, Executor};
use array_fn::{Array, Device, Error, IndexArray, Mode, array_fn};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

array_fn! {
    #![unfused]

    /// Several kernels unfused; in place, with a scalar, and with a result.
    pub fn accumulate<E, N>(u: [f64; E, N], c: f64, k: &mut [f64; E, N]) -> [f64; E] {
        let added = c * u;
        k += added;
        sum(added, axis=1)
    }

    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] {
        a * x + y
    }

    pub fn gather<N, K>(u: [f64; N], i: [index<N>; K]) -> [f64; K] {
        2 * u[i]
    }

    /// Every index is checked before anything is written.
    pub fn take<E, N>(u: [f64; E], i: [i64; N], out: &mut [f64; N]) -> f64 {
        out = u[i];
        sum(u)
    }

    pub fn sum_and_difference<N>(x: [f64; N], y: [f64; N]) -> ([f64; N], [f64; N]) {
        (x + y, x - y)
    }

    /// In place, with rows that no block can keep.
    pub fn reverse<E>(u: &mut [f64; E, 30_000]) {
        u = flip(u, axis=1);
    }

    /// Two independent branches, and what joins them.
    pub fn diamond<N>(x: [f64; N]) -> f64 {
        sum(exp(x) * sin(x)) + max(x * x)
    }
}

/// The stand-in with this test alone on it; None, with a word, without a C++ compiler.
struct Gpu {
    driver: &'static StandIn,
    device: Device,
    _alone: MutexGuard<'static, ()>,
}

fn gpu() -> Option<Gpu> {
    static ALONE: Mutex<()> = Mutex::new(());
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = StandIn::install().unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    let functions = [
        &accumulate::FUNCTION,
        &axpy::FUNCTION,
        &gather::FUNCTION,
        &take::FUNCTION,
        &reverse::FUNCTION,
        &diamond::FUNCTION,
    ];
    for function in functions {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    let device = Device::cuda(0).unwrap();
    assert!(device.is_gpu() && device.to_string().contains("stand-in"), "{device}");
    Some(Gpu { driver, device, _alone: alone })
}

impl Gpu {
    /// Waits, and lets the stand-in say what it found.
    fn finish(&self) {
        self.device.synchronize().unwrap();
        self.driver.check();
    }
}

fn ramp(e: usize, n: usize) -> Array<f64, 2> {
    Array::from_fn([e, n], |[i, j]| i as f64 - 0.5 * j as f64).unwrap()
}

#[test]
fn arrays_stay_on_the_device() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let (u, mut k) = (ramp(37, 5), Array::full([37, 5], 1.0)?);
    let first = gpu.device.run(|| accumulate(&u, 2.0, &mut k))?;
    assert!(first.is_on_gpu() && k.is_on_gpu() && !u.is_on_gpu());
    let before = gpu.driver.counters();
    for _ in 0..5 {
        gpu.device.run(|| accumulate(&u, 2.0, &mut k))?;
    }
    let after = gpu.driver.counters();
    assert_eq!(after.bytes_to_device, before.bytes_to_device, "nothing is copied again");
    assert_eq!(after.bytes_to_host, before.bytes_to_host);
    assert_eq!(after.graph_launches - before.graph_launches, 5);
    assert_eq!(after.instantiations, before.instantiations);
    let sums: Vec<f64> = (0..37).map(|i| 2.0 * (5 * i) as f64 - 10.0).collect();
    assert_eq!(first.as_slice(), sums);
    let expected: Vec<f64> = u.as_slice().iter().map(|u| 1.0 + 12.0 * u).collect();
    assert_eq!(k.as_slice(), expected);
    // Reading keeps it there, writing brings it to the host.
    assert!(k.is_on_gpu());
    k.as_mut_slice()[0] = 100.0;
    assert!(!k.is_on_gpu());
    gpu.device.run(|| accumulate(&u, 0.0, &mut k))?;
    assert_eq!(k.to_host()?.as_slice()[0], 100.0);
    gpu.finish();
    Ok(())
}

/// What a call on the CPU writes, a GPU that has a copy of the array is sent anew.
#[test]
fn writes_of_the_cpu_reach_the_device() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let (mut u, mut k) = (ramp(37, 5), Array::zeros([37, 5])?);
    gpu.device.run(|| accumulate(&u, 1.0, &mut k))?;
    let by = Array::full([37, 5], 1.0)?;
    accumulate(&by, 10.0, &mut u)?;
    let sums = gpu.device.run(|| accumulate(&u, 1.0, &mut k))?;
    let expected: Vec<f64> = (0..37).map(|i| (5 * i) as f64 - 5.0 + 50.0).collect();
    assert_eq!(sums.as_slice(), expected);
    // And results that are written into it.
    let (ones, mut x) = (Array::full([9], 1.0)?, Array::zeros([9])?);
    let doubled = |x: &Array<f64, 1>| gpu.device.run(|| axpy(2.0, x, &ones));
    assert_eq!(doubled(&x)?.as_slice(), [1.0; 9]);
    axpy::into(3.0, &ones, &ones, &mut x)?;
    assert_eq!(doubled(&x)?.as_slice(), [9.0; 9]);
    gpu.finish();
    Ok(())
}

#[test]
fn only_what_changed_is_sent() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let device = gpu.device.clone();
    let (x, y) = (Array::full([100], 1.0)?, Array::full([100], 2.0)?);
    let (x2, mut out) = (Array::full([100], 3.0)?, Array::zeros([100])?);
    let call = |a: f64, x: &Array<f64, 1>, out: &mut Array<f64, 1>| {
        let before = gpu.driver.counters();
        device.run(|| axpy::into(a, x, &y, out))?;
        let after = gpu.driver.counters();
        assert_eq!(after.graph_launches - before.graph_launches, 1);
        Ok::<_, Error>((
            after.set_params - before.set_params,
            after.allocations - before.allocations,
        ))
    };
    call(2.0, &x, &mut out)?;
    assert_eq!(call(2.0, &x, &mut out)?, (0, 0), "nothing changed");
    assert_eq!(call(5.0, &x, &mut out)?, (1, 0), "a scalar");
    assert_eq!(out.as_slice(), [7.0; 100]);
    call(5.0, &x2, &mut out)?;
    assert_eq!(out.as_slice(), [17.0; 100]);
    assert_eq!(call(5.0, &x, &mut out)?, (1, 0), "an array");
    assert_eq!(out.as_slice(), [7.0; 100]);
    // Unfused, several kernels take `c`, `u` or `k`, and none that takes neither is told anything.
    let unfused = device.clone().unfused();
    let (u, mut k) = (ramp(8, 3), Array::zeros([8, 3])?);
    let plan = accumulate::unfused_plan(&unfused, 8, 3)?;
    assert!(plan.kernel_count() >= 3, "{plan:?}");
    let mut sums = Array::zeros([8])?;
    let mut sent = |c: f64, sums: &mut Array<f64, 1>| {
        let before = gpu.driver.counters().set_params;
        unfused.run(|| accumulate::into(&u, c, &mut k, sums))?;
        Ok::<_, Error>(gpu.driver.counters().set_params - before)
    };
    sent(1.0, &mut sums)?;
    assert_eq!(sent(1.0, &mut sums)?, 0);
    assert_eq!(sent(2.0, &mut sums)?, 1, "one kernel multiplies by c");
    gpu.finish();
    Ok(())
}

#[test]
fn new_dimensions_build_a_graph_and_load_nothing() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let call = |n: usize| {
        let x = Array::full([n], 1.0)?;
        gpu.device.run(|| axpy(1.0, &x, &x))
    };
    call(11)?;
    let before = gpu.driver.counters();
    call(12)?;
    let middle = gpu.driver.counters();
    call(12)?;
    let after = gpu.driver.counters();
    assert_eq!(middle.instantiations - before.instantiations, 1);
    assert_eq!(after.instantiations, middle.instantiations);
    assert_eq!(after.module_loads, before.module_loads);
    // An empty array has no kernel, and no graph to launch.
    assert!(call(0)?.is_empty());
    assert_eq!(gpu.driver.counters().instantiations, after.instantiations);
    gpu.finish();
    Ok(())
}

#[test]
fn plans_are_bounded() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let call = |n: usize| gpu.device.run(|| diamond(&Array::full([n], 0.5)?));
    for n in 100..140 {
        call(n)?;
    }
    gpu.device.synchronize()?;
    let execs = gpu.driver.live().execs;
    for n in 140..200 {
        call(n)?;
    }
    gpu.device.synchronize()?;
    assert_eq!(gpu.driver.live().execs, execs, "old plans go");
    gpu.finish();
    Ok(())
}

#[test]
fn operands_of_the_host_are_copied_by_the_graph() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    for executor in [Executor::Graph, Executor::LinearGraph, Executor::Stream] {
        let device = gpu.device.clone().with_executor(executor);
        let u = ndarray::arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        let mut k = ndarray::Array2::zeros((2, 3));
        let mut sums = vec![0.0; 2];
        for round in 1..=3 {
            device.run(|| accumulate::into(&u, 1.0, &mut k, &mut sums))?;
            assert_eq!(k, &u * f64::from(round), "{executor:?}");
            assert_eq!(sums, [6.0, 15.0]);
        }
        // A transposed view is copied before.
        let y = device.run(|| axpy(2.0, &u.row(1), &u.column(0).to_vec()[..1].repeat(3)))?;
        assert_eq!(y.as_slice(), [9.0, 11.0, 13.0]);
        let x = device.run(|| accumulate(&u.t(), 1.0, &mut Array::zeros([3, 2])?))?;
        assert_eq!(x.as_slice(), [5.0, 7.0, 9.0]);
    }
    gpu.finish();
    Ok(())
}

#[test]
fn indices_are_checked_before_anything_is_written() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    for executor in [Executor::Graph, Executor::LinearGraph, Executor::Stream] {
        let device = gpu.device.clone().with_executor(executor);
        let u = Array::from_vec([3], vec![10.0, 20.0, 30.0])?;
        let mut out = Array::full([4], -1.0)?;
        let bad = Array::from_vec([4], vec![0i64, -3, 3, 7])?;
        for _ in 0..2 {
            let error = device.run(|| take(&u, &bad, &mut out)).unwrap_err();
            assert!(matches!(error, Error::CheckFailed { position: 2, .. }), "{error}");
            let said = error.to_string();
            assert!(said.contains("`i`") && said.contains("where it is 3 (here E = 3)"), "{said}");
            assert_eq!(out.as_slice(), [-1.0; 4]);
        }
        let mut slice = [-1.0; 4];
        // Memory of the host, which is copied.
        let error = device.run(|| take(&u, &[0i64, -3, 3, 7], &mut slice)).unwrap_err();
        assert!(error.to_string().contains("where it is 3 (here E = 3)"), "{error}");
        assert_eq!(slice, [-1.0; 4]);
        let good = [0i64, -3, 2, -1];
        let sum = device.run(|| take(&u, &good, &mut slice))?;
        assert_eq!((sum.item(), slice), (60.0, [10.0, 10.0, 30.0, 30.0]));
        device.run(|| take(&u, &good, &mut out))?;
        assert_eq!(out.as_slice(), slice);
    }
    gpu.finish();
    Ok(())
}

#[test]
fn devices_must_agree() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let x = Array::full([4], 1.0)?.to_device(&gpu.device)?;
    assert!(x.is_on_gpu());
    let host = x.to_host()?;
    let error = Device::cpu().run(|| axpy(1.0, &host, &x)).unwrap_err();
    assert!(matches!(&error, Error::DeviceMismatch { argument, .. } if argument == "y"), "{error}");
    let mut out = Array::zeros([4])?.to_device(&gpu.device)?;
    let error = Device::cpu().run(|| axpy::into(1.0, &host, &host, &mut out)).unwrap_err();
    assert!(matches!(&error, Error::DeviceMismatch { argument, .. } if argument == "out"));
    assert!(error.to_string().contains("to_host"), "{error}");
    let mut other = Array::zeros([4])?;
    let error = Device::cpu()
        .run(|| sum_and_difference::into(&host, &host, &mut other, &mut out))
        .unwrap_err();
    assert!(matches!(&error, Error::DeviceMismatch { argument, .. } if argument == "out 1"));
    assert_eq!(x.to_device(&Device::cpu())?.as_slice(), [1.0; 4]);
    assert!(!x.to_device(&Device::cpu())?.is_on_gpu());
    let index = IndexArray::new([2], [3usize, 0], 4)?.to_device(&gpu.device)?;
    assert_eq!(gpu.device.run(|| gather(&x, &index))?.as_slice(), [2.0; 2]);
    assert_eq!(index.as_slice(), [3, 0]);
    gpu.finish();
    Ok(())
}

#[test]
fn copies_on_a_device_are_separate() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let u = ramp(4, 4);
    let mut k = Array::zeros([4, 4])?.to_device(&gpu.device)?;
    let before = k.clone();
    gpu.device.run(|| accumulate(&u, 1.0, &mut k))?;
    assert!(before.is_on_gpu());
    assert_eq!(before.as_slice(), [0.0; 16]);
    assert_eq!(k, u);
    gpu.finish();
    Ok(())
}

#[test]
fn memory_may_run_out() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let small = Array::full([10], 1.0)?;
    gpu.device.run(|| axpy(1.0, &small, &small))?;
    gpu.device.synchronize()?;
    let x = Array::full([100_000], 1.0)?;
    let live = gpu.driver.live();
    gpu.driver.set_memory_limit(Some(1_000_000));
    let outcome = gpu.device.run(|| axpy(1.0, &x, &x));
    let error = outcome.map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Cuda(CudaError::OutOfMemory { bytes: 800_000, .. })), "{error}");
    // The copy of `x` stays with `x`.
    drop(x);
    gpu.device.synchronize()?;
    assert!(gpu.driver.live().allocations <= live.allocations, "nothing is kept");
    let y = gpu.device.run(|| axpy(1.0, &small, &small))?;
    assert_eq!(y.as_slice(), [2.0; 10]);
    gpu.driver.set_memory_limit(None);
    gpu.finish();
    Ok(())
}

/// The driver reserves the local memory of a thread for all threads that the device can hold.
#[test]
fn long_rows_need_no_memory_of_threads() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    gpu.driver.set_memory_limit(Some(gpu.driver.live().bytes + (1 << 30)));
    for device in [gpu.device.clone(), gpu.device.clone().unfused()] {
        let mut u = Array::from_fn([3, 30_000], |[i, j]| (i * 30_000 + j) as f64)?;
        device.run(|| reverse(&mut u))?;
        let rows = u.as_slice().chunks(30_000);
        for (i, row) in rows.enumerate() {
            let expected = (0..30_000).rev().map(|j| (i * 30_000 + j) as f64);
            assert!(row.iter().copied().eq(expected), "row {i}");
        }
    }
    gpu.driver.set_memory_limit(None);
    gpu.finish();
    Ok(())
}

#[test]
fn temporaries_of_other_plans_make_room() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let unfused = gpu.device.clone().unfused();
    let call = |n: usize| unfused.run(|| diamond(&Array::full([n], 0.5)?));
    let expected = call(20_000)?.item();
    gpu.device.synchronize()?;
    // The temporaries of the plan for 20000 elements have to go for those of 20001.
    let live = gpu.driver.live();
    gpu.driver.set_memory_limit(Some(live.bytes + live.reserved + 200_000));
    let next = call(20_001)?.item();
    gpu.driver.set_memory_limit(None);
    assert!((next - expected).abs() < 1.0);
    gpu.finish();
    Ok(())
}

#[test]
fn threads_share_arrays_and_functions() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    for seed in 0..20 {
        gpu.driver.set_seed(seed);
        let x =
            gpu.device.run(|| axpy(1.0, &Array::full([257], 1.0)?, &Array::full([257], 1.0)?))?;
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|t| {
                    let (x, device) = (&x, &gpu.device);
                    scope.spawn(move || {
                        let mut y = Array::full([257], f64::from(t))?;
                        for _ in 0..10 {
                            // Results of other threads' streams are read, and dropped in flight.
                            y = device.run(|| axpy(0.5, x, &y))?;
                        }
                        Ok::<_, Error>(y)
                    })
                })
                .collect();
            for (t, worker) in workers.into_iter().enumerate() {
                // Read by another thread than the one that made it.
                let y = worker.join().unwrap().unwrap();
                assert_eq!(y.as_slice(), [t as f64 + 10.0; 257], "seed {seed}");
            }
        });
        gpu.finish();
    }
    Ok(())
}

#[test]
fn arrays_move_between_threads_and_are_dropped_in_flight() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    gpu.device.synchronize()?;
    let live = gpu.driver.live().allocations;
    for seed in 0..20 {
        gpu.driver.set_seed(seed);
        let mut k = ramp(6, 6);
        let u = ramp(6, 6);
        for _ in 0..3 {
            let device = gpu.device.clone();
            let u = u.clone();
            k = std::thread::spawn(move || device.run(|| accumulate(&u, 1.0, &mut k)).map(|_| k))
                .join()
                .unwrap()?;
        }
        drop(u);
        let expected: Vec<f64> = ramp(6, 6).as_slice().iter().map(|u| 4.0 * u).collect();
        assert_eq!(k.as_slice(), expected, "seed {seed}");
    }
    gpu.device.synchronize()?;
    // Plans of this function may have been built; arrays are gone.
    assert!(gpu.driver.live().allocations <= live + 16, "{} {live}", gpu.driver.live().allocations);
    gpu.finish();
    Ok(())
}

#[test]
fn a_plan_can_be_built_ahead() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let plan = accumulate::plan(&gpu.device, 21, 7)?;
    assert!(plan.build_times().is_some() && plan.mode() == Mode::Fused);
    let before = gpu.driver.counters();
    let (u, mut k) = (ramp(21, 7), ramp(21, 7));
    gpu.device.run(|| accumulate(&u, 1.0, &mut k))?;
    let after = gpu.driver.counters();
    assert_eq!(
        (after.instantiations, after.module_loads),
        (before.instantiations, before.module_loads)
    );
    gpu.finish();
    Ok(())
}

#[test]
fn other_devices_do_not_exist() {
    let Some(gpu) = gpu() else { return };
    let error = Device::cuda(7).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Cuda(CudaError::NoDevice { ordinal: 7, count: 1 })), "{error}");
    assert_eq!(Device::cuda_count().unwrap(), 1);
    assert_eq!(gpu.device, Device::cuda(0).unwrap());
}
