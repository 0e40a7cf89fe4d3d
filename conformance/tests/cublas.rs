//! Contractions by cuBLAS, on stand-ins for it and for the driver: which run there, that all executors compute
//! the same, and what a graph is told when arguments change.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::cuda::Executor;
use array_fn::{Array, Contractions, Device, Error, array_fn};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

array_fn! {
    #![unfused]

    pub fn plain<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }
    pub fn left<M, K, N>(a: [f64; K, M], b: [f64; K, N]) -> [f64; M, N] { a.T @ b }
    pub fn right<M, K, N>(a: [f64; M, K], b: [f64; N, K]) -> [f64; M, N] { a @ b.T }
    pub fn both<M, K, N>(a: [f64; K, M], b: [f64; N, K]) -> [f64; M, N] { a.T @ b.T }
    pub fn turned<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; N, M] {
        einsum("mk,kn->nm", a, b)
    }
    pub fn single<M, K, N>(a: [f32; M, K], b: [f32; K, N]) -> [f32; M, N] { a @ b }
    pub fn batches<E, M, K, N>(a: [f64; E, K, M], b: [f64; E, K, N]) -> [f64; E, M, N] {
        einsum("ekm,ekn->emn", a, b)
    }
    /// The same matrix for all of a batch, whose axis is not the first.
    pub fn shared<E, M, K, N>(a: [f64; M, K], b: [f64; K, E, N]) -> [f64; E, M, N] {
        einsum("mk,ken->emn", a, b)
    }
    /// Two summed axes that are not one: products are added up, if they are few.
    pub fn summed<M, J, K, N>(a: [f64; J, M, K], b: [f64; J, K, N]) -> [f64; M, N] {
        einsum("jmk,jkn->mn", a, b)
    }
    /// Parts of arrays.
    pub fn sliced<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M - 2, N - 3] {
        a[1..-1] @ b[.., 2..-1]
    }
    /// No axis of `a` has a unit stride.
    pub fn strided<M, K, N>(a: [f64; M, K, 2], b: [f64; K, N]) -> [f64; M, N] {
        a[.., .., 1] @ b
    }
    pub fn add<M, K, N>(a: [f64; M, K], b: [f64; K, N], y: &mut [f64; M, N]) { y += a @ b; }
    /// Two products that may run at the same time, one after both, and kernels between them.
    pub fn several<N>(a: [f64; N, N], b: [f64; N, N]) -> [f64; N, N] {
        let (left, right) = (a @ b, b @ a);
        (exp(left) @ right) + left
    }
}

/// The stand-in with this test alone on it; None, with a word, without a C++ compiler.
struct Gpu {
    driver: &'static StandIn,
    device: Device,
    _alone: MutexGuard<'static, ()>,
}

const EXECUTORS: [Executor; 3] = [Executor::Graph, Executor::LinearGraph, Executor::Stream];

fn gpu() -> Option<Gpu> {
    static ALONE: Mutex<()> = Mutex::new(());
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = StandIn::install().unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    // All functions of a block have one source.
    let cuda = &plain::FUNCTION.program().cuda;
    driver.register(cuda.ptx, cuda.source, &cache);
    for function in [
        &left::FUNCTION,
        &right::FUNCTION,
        &both::FUNCTION,
        &turned::FUNCTION,
        &single::FUNCTION,
        &batches::FUNCTION,
        &shared::FUNCTION,
        &summed::FUNCTION,
        &sliced::FUNCTION,
        &strided::FUNCTION,
        &add::FUNCTION,
        &several::FUNCTION,
    ] {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    Some(Gpu { driver, device: Device::cuda(0).unwrap(), _alone: alone })
}

impl Gpu {
    fn device(&self, executor: Executor, by: Contractions) -> Device {
        self.device.clone().with_executor(executor).with_contractions(by)
    }

    /// The result of each executor by the library, compared with that of a CPU's kernels; calls of the
    /// library that ran.
    #[track_caller]
    fn agree<const R: usize>(
        &self,
        f: impl Fn() -> Result<Array<f64, R>, Error>,
        tolerance: f64,
    ) -> u64 {
        let cpu = Device::cpu_with_threads(1).with_contractions(Contractions::Kernels);
        let expected = cpu.run(&f).unwrap().to_vec();
        let before = self.driver.counters().gemms;
        for (seed, executor) in EXECUTORS.into_iter().enumerate() {
            self.driver.set_seed(seed as u64);
            // The second call finds what the first has built.
            for _ in 0..2 {
                let got = self.device(executor, Contractions::Library).run(&f).unwrap();
                assert_close(&got.to_vec(), &expected, tolerance);
            }
        }
        self.finish();
        self.driver.counters().gemms - before
    }

    fn finish(&self) {
        self.device.synchronize().unwrap();
        self.driver.check();
    }
}

/// Numbers between -1 and 1 that follow no pattern.
fn numbers(seed: u64, len: usize) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..len).map(|_| next()).collect()
}

fn array<const R: usize>(seed: u64, shape: [usize; R]) -> Array<f64, R> {
    Array::from_vec(shape, numbers(seed, shape.iter().product())).unwrap()
}

#[track_caller]
fn assert_close(got: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(got.len(), expected.len());
    for (k, (x, y)) in got.iter().zip(expected).enumerate() {
        assert!((x - y).abs() <= tolerance, "element {k}: {x}, not {y}");
    }
}

#[test]
fn products_and_transposes_agree() {
    let Some(gpu) = gpu() else { return };
    for (m, k, n) in [(33, 20, 41), (1, 17, 9), (17, 1, 9), (17, 9, 1), (1, 1, 1), (2, 3, 2)] {
        let (a, b) = (array(1, [m, k]), array(2, [k, n]));
        let (at, bt) = (array(3, [k, m]), array(4, [n, k]));
        // Each of six calls is one of the library.
        assert_eq!(gpu.agree(|| plain(&a, &b), 1e-12), 6, "{m} {k} {n}");
        assert_eq!(gpu.agree(|| left(&at, &b), 1e-12), 6, "{m} {k} {n}");
        assert_eq!(gpu.agree(|| right(&a, &bt), 1e-12), 6, "{m} {k} {n}");
        assert_eq!(gpu.agree(|| both(&at, &bt), 1e-12), 6, "{m} {k} {n}");
        assert_eq!(gpu.agree(|| turned(&a, &b), 1e-12), 6, "{m} {k} {n}");
    }
}

#[test]
fn nothing_and_empty_sums_are_kernels() {
    let Some(gpu) = gpu() else { return };
    for (m, k, n) in [(0, 5, 6), (5, 0, 6), (5, 6, 0), (0, 0, 0)] {
        let (a, b) = (array(1, [m, k]), array(2, [k, n]));
        assert_eq!(gpu.agree(|| plain(&a, &b), 0.0), 0, "{m} {k} {n}");
    }
}

#[test]
fn batches_and_parts_agree() {
    let Some(gpu) = gpu() else { return };
    for (e, m, k, n) in [(5, 12, 7, 9), (1, 12, 7, 9), (5, 1, 7, 9), (5, 12, 7, 1)] {
        let (a, b) = (array(5, [e, k, m]), array(6, [e, k, n]));
        assert_eq!(gpu.agree(|| batches(&a, &b), 1e-12), 6, "{e} {m} {k} {n}");
        let (a, b) = (array(7, [m, k]), array(8, [k, e, n]));
        assert_eq!(gpu.agree(|| shared(&a, &b), 1e-12), 6, "{e} {m} {k} {n}");
    }
    let (a, b) = (array(9, [20, 13]), array(10, [13, 30]));
    assert_eq!(gpu.agree(|| sliced(&a, &b), 1e-12), 6);
    // Three products are added, ten are too many calls.
    for (j, calls) in [(3, 3 * 6), (10, 0)] {
        let (a, b) = (array(11, [j, 12, 15]), array(12, [j, 15, 11]));
        assert_eq!(gpu.agree(|| summed(&a, &b), 1e-12), calls, "{j}");
    }
    let (a, b) = (array(13, [10, 11, 2]), array(14, [11, 12]));
    assert_eq!(gpu.agree(|| strided(&a, &b), 1e-12), 0, "no stride is 1");
}

#[test]
fn single_precision_agrees() {
    let Some(gpu) = gpu() else { return };
    let narrow = |x: Array<f64, 2>| {
        let elements = x.to_vec().into_iter().map(|x| x as f32).collect();
        Array::<f32, 2>::from_vec(x.shape(), elements).unwrap()
    };
    let (a, b) = (narrow(array(1, [33, 20])), narrow(array(2, [20, 41])));
    let run = |device: Device| {
        let got = device.run(|| single(&a, &b)).unwrap();
        got.to_vec().into_iter().map(f64::from).collect::<Vec<_>>()
    };
    let expected = run(Device::cpu_with_threads(1));
    let before = gpu.driver.counters().gemms;
    for executor in EXECUTORS {
        assert_close(&run(gpu.device(executor, Contractions::Library)), &expected, 1e-5);
    }
    gpu.finish();
    assert_eq!(gpu.driver.counters().gemms - before, 3);
}

/// Products without an order between them have workspaces of their own, or the stand-in finds a conflict.
#[test]
fn independent_products_share_nothing() {
    let Some(gpu) = gpu() else { return };
    let (a, b) = (array(1, [24, 24]), array(2, [24, 24]));
    assert_eq!(gpu.agree(|| several(&a, &b), 1e-6), 18);
    let device = gpu.device(Executor::Graph, Contractions::Library).unfused();
    let expected = Device::cpu().run(|| several(&a, &b)).unwrap();
    for seed in 0..20 {
        gpu.driver.set_seed(seed);
        let got = device.run(|| several(&a, &b)).unwrap();
        assert_close(&got.to_vec(), &expected.to_vec(), 1e-6);
    }
    gpu.finish();
}

#[test]
fn other_arguments_are_captured_and_sent() {
    let Some(gpu) = gpu() else { return };
    for executor in EXECUTORS {
        let device = gpu.device(executor, Contractions::Library);
        let (m, k, n) = (18, 19, 20);
        let inputs: Vec<_> = (0..4).map(|s| (array(s, [m, k]), array(s + 9, [k, n]))).collect();
        let mut outs: Vec<_> = (0..4).map(|_| Array::zeros([m, n]).unwrap()).collect();
        let mut counts = Vec::new();
        for ((a, b), out) in inputs.iter().zip(&mut outs) {
            let before = gpu.driver.counters();
            device.run(|| plain::into(a, b, out)).unwrap();
            let after = gpu.driver.counters();
            counts.push((
                after.captures - before.captures,
                after.set_params - before.set_params,
                after.instantiations - before.instantiations,
            ));
        }
        let expected = match executor {
            Executor::Stream => vec![(0, 0, 0); 4],
            _ => vec![(1, 0, 1), (1, 1, 0), (1, 1, 0), (1, 1, 0)],
        };
        assert_eq!(counts, expected, "{executor:?}");
        let before = gpu.driver.counters();
        device.run(|| plain::into(&inputs[3].0, &inputs[3].1, &mut outs[3])).unwrap();
        assert_eq!(gpu.driver.counters().captures, before.captures, "nothing changed");
        gpu.finish();
        for ((a, b), out) in inputs.iter().zip(&outs) {
            let expected = Device::cpu().run(|| plain(a, b)).unwrap();
            assert_close(&out.to_vec(), &expected.to_vec(), 1e-12);
        }
    }
}

/// Arrays of the host are copied before and after.
#[test]
fn operands_of_the_host_are_copied() {
    let Some(gpu) = gpu() else { return };
    let (a, b) = (array(1, [15, 16]), array(2, [16, 17]));
    let (ha, hb) = (ndarray::Array2::from_shape_vec((15, 16), a.to_vec()).unwrap(), b.to_vec());
    let hb = ndarray::Array2::from_shape_vec((16, 17), hb).unwrap();
    for executor in EXECUTORS {
        let device = gpu.device(executor, Contractions::Library);
        let before = gpu.driver.counters().gemms;
        let mut y = ndarray::Array2::from_elem((15, 17), 1.0);
        device.run(|| add(&ha, &hb, &mut y)).unwrap();
        device.run(|| add(&ha, &hb, &mut y)).unwrap();
        gpu.finish();
        assert_eq!(gpu.driver.counters().gemms - before, 2, "{executor:?}");
        let expected = ha.dot(&hb) * 2.0 + 1.0;
        assert_close(y.as_slice().unwrap(), expected.as_slice().unwrap(), 1e-12);
    }
}

#[test]
fn a_refused_update_builds_the_graph_anew() {
    let Some(gpu) = gpu() else { return };
    let device = gpu.device(Executor::Graph, Contractions::Library);
    let (a, b) = (array(1, [21, 22]), array(2, [22, 23]));
    let mut out = Array::zeros([21, 23]).unwrap();
    device.run(|| plain::into(&a, &b, &mut out)).unwrap();
    let other = array(3, [21, 22]);
    let before = gpu.driver.counters();
    gpu.driver.fail_next("cuGraphExecChildGraphNodeSetParams", 1);
    device.run(|| plain::into(&other, &b, &mut out)).unwrap();
    let after = gpu.driver.counters();
    assert_eq!(after.instantiations - before.instantiations, 1);
    let expected = Device::cpu().run(|| plain(&other, &b)).unwrap();
    assert_close(&out.to_vec(), &expected.to_vec(), 1e-12);
    // The new graph is told as the old one was.
    device.run(|| plain::into(&a, &b, &mut out)).unwrap();
    assert_eq!(gpu.driver.counters().instantiations, after.instantiations);
    let expected = Device::cpu().run(|| plain(&a, &b)).unwrap();
    assert_close(&out.to_vec(), &expected.to_vec(), 1e-12);
    gpu.finish();
    gpu.driver.reset();
}

/// Another thread that waits for the whole device ends a capture: with 900 where the capture's own call is the one that is
/// refused, with 901 afterwards.
#[test]
fn a_capture_that_is_lost_is_made_again() {
    let Some(gpu) = gpu() else { return };
    let device = gpu.device(Executor::Graph, Contractions::Library);
    for (round, (code, losses)) in [(900, 1), (901, 1), (901, 3)].into_iter().enumerate() {
        let m = 41 + round;
        let (a, b) = (array(1, [m, 22]), array(2, [22, 23]));
        let before = gpu.driver.counters();
        (0..losses).for_each(|_| gpu.driver.fail_next("cuStreamEndCapture", code));
        let mut out = Array::zeros([m, 23]).unwrap();
        // The first call captures, the second has other arguments and captures again.
        for (calls, a) in [(1, &a), (2, &array(3, [m, 22]))] {
            device.run(|| plain::into(a, &b, &mut out)).unwrap();
            gpu.finish();
            let after = gpu.driver.counters();
            assert_eq!(after.captures - before.captures, calls, "{code}, {losses} times");
            assert_eq!(after.gemms - before.gemms, calls, "{code}, {losses} times");
            let expected = Device::cpu().run(|| plain(a, &b)).unwrap();
            assert_close(&out.to_vec(), &expected.to_vec(), 1e-12);
        }
        gpu.driver.reset();
    }
}

#[test]
fn the_kernel_runs_where_each_capture_is_lost() {
    let Some(gpu) = gpu() else { return };
    let device = gpu.device(Executor::Graph, Contractions::Library);
    let (a, b) = (array(1, [45, 22]), array(2, [22, 23]));
    let before = gpu.driver.counters();
    (0..4).for_each(|_| gpu.driver.fail_next("cuStreamEndCapture", 901));
    let mut out = Array::zeros([45, 23]).unwrap();
    for a in [&a, &array(3, [45, 22])] {
        device.run(|| plain::into(a, &b, &mut out)).unwrap();
        let expected = Device::cpu().run(|| plain(a, &b)).unwrap();
        assert_close(&out.to_vec(), &expected.to_vec(), 1e-12);
    }
    gpu.finish();
    let after = gpu.driver.counters();
    assert_eq!((after.captures, after.gemms), (before.captures, before.gemms));
    assert_eq!(after.instantiations - before.instantiations, 1);
    gpu.driver.reset();
}

#[test]
fn after_two_refused_updates_the_kernel_runs() {
    let Some(gpu) = gpu() else { return };
    let device = gpu.device(Executor::Graph, Contractions::Library);
    let inputs: Vec<_> = (0..5).map(|k| (array(k, [24, 25]), array(k + 9, [25, 26]))).collect();
    let mut out = Array::zeros([24, 26]).unwrap();
    let mut counts = Vec::new();
    for (k, (a, b)) in inputs.iter().enumerate() {
        let before = gpu.driver.counters();
        if (1..=2).contains(&k) {
            gpu.driver.fail_next("cuGraphExecChildGraphNodeSetParams", 1);
        }
        device.run(|| plain::into(a, b, &mut out)).unwrap();
        gpu.finish();
        let after = gpu.driver.counters();
        counts.push((after.instantiations - before.instantiations, after.gemms - before.gemms));
        let expected = Device::cpu().run(|| plain(a, b)).unwrap();
        assert_close(&out.to_vec(), &expected.to_vec(), 1e-12);
    }
    // Built, built anew, built with the kernel; from then on the node of the kernel takes any arguments.
    assert_eq!(counts, [(1, 1), (1, 1), (1, 0), (0, 0), (0, 0)]);
    gpu.driver.reset();
}

#[test]
fn the_kernel_runs_where_the_library_fails() {
    let Some(gpu) = gpu() else { return };
    for (round, executor) in EXECUTORS.into_iter().enumerate() {
        let device = gpu.device(executor, Contractions::Library);
        let m = 31 + round;
        let (a, b) = (array(1, [m, 22]), array(2, [22, 23]));
        let expected = Device::cpu().run(|| plain(&a, &b)).unwrap();
        for failing in ["cublasDgemmStridedBatched", "cuStreamBeginCapture_v2"] {
            if executor == Executor::Stream && failing != "cublasDgemmStridedBatched" {
                continue;
            }
            let mut out = Array::zeros([m, 23]).unwrap();
            let before = gpu.driver.counters();
            gpu.driver.fail_next(failing, 1);
            device.run(|| plain::into(&a, &b, &mut out)).unwrap();
            assert_close(&out.to_vec(), &expected.to_vec(), 1e-12);
            gpu.finish();
            let after = gpu.driver.counters();
            assert_eq!(after.gemms, before.gemms, "{executor:?}, {failing}");
            assert!(after.kernels > before.kernels, "{executor:?}, {failing}");
            gpu.driver.reset();
        }
    }
}

#[test]
fn kernels_run_where_memory_is_short() {
    let Some(gpu) = gpu() else { return };
    let (a, b) = (array(1, [37, 22]), array(2, [22, 23]));
    let expected = Device::cpu().run(|| plain(&a, &b)).unwrap();
    gpu.device.synchronize().unwrap();
    let before = gpu.driver.counters().gemms;
    // Less than a workspace, whatever unused graphs give back.
    gpu.driver.set_memory_limit(Some(8 << 20));
    let got = gpu.device(Executor::Graph, Contractions::Library).run(|| plain(&a, &b));
    gpu.driver.set_memory_limit(None);
    assert_close(&got.unwrap().to_vec(), &expected.to_vec(), 1e-12);
    gpu.finish();
    assert_eq!(gpu.driver.counters().gemms, before);
}

#[test]
fn threads_take_turns_at_the_handle() {
    let Some(gpu) = gpu() else { return };
    let before = gpu.driver.counters().gemms;
    for executor in EXECUTORS {
        std::thread::scope(|scope| {
            for t in 0..2u64 {
                let device = gpu.device(executor, Contractions::Library);
                scope.spawn(move || {
                    for round in 0..8 {
                        let (a, b) = (array(t, [16, 12]), array(round, [12, 14]));
                        let got = device.run(|| plain(&a, &b)).unwrap();
                        let expected = Device::cpu().run(|| plain(&a, &b)).unwrap();
                        assert_close(&got.to_vec(), &expected.to_vec(), 1e-12);
                    }
                });
            }
        });
    }
    gpu.finish();
    assert_eq!(gpu.driver.counters().gemms - before, 3 * 2 * 8);
}

#[test]
fn sizes_decide() {
    let Some(gpu) = gpu() else { return };
    let by = |by, m: usize, k: usize, n: usize| {
        let device = gpu.device(Executor::Graph, by);
        let plan = plain::plan(&device, m, k, n).unwrap();
        plan.launches().map(|launch| launch.library).collect::<Vec<_>>()
    };
    assert_eq!(by(Contractions::BySize, 128, 128, 128), [true]);
    assert_eq!(by(Contractions::BySize, 32, 32, 32), [false]);
    assert_eq!(by(Contractions::BySize, 10_000, 10_000, 1), [false]);
    assert_eq!(by(Contractions::Library, 32, 32, 32), [true]);
    assert_eq!(by(Contractions::Kernels, 512, 512, 512), [false]);
    gpu.finish();
}
