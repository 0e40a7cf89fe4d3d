//! What is measured, chosen and kept. Each test has a process and a cache folder of its own.

use crate::autotune::programs::{Gpu, accumulate, axpy, gpu, passes, softmaxes, take};
use array_fn::cuda::{Autotune, Executor};
use array_fn::explain::{ExplainedCandidate, Explanation};
use array_fn::{Array, Device, Error};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Elements of arrays that are large enough to be measured.
const LARGE: usize = 200_000;
/// Calls of a kernel of two candidates, after which all times are taken.
const CALLS: usize = 10;
const KERNEL: &str = "axpy__add";

/// A new folder that ends with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("autotune-{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("array-fn/gpu-kernels.txt")
    }

    fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.file()).unwrap_or_default();
        text.lines().skip(1).map(str::to_owned).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs one of the tests that are ignored here in a process of its own, with a cache folder.
fn alone(test: &str, cache: &Path) {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("autotune::choice::{test}"), "--ignored", "--nocapture"]);
    let output = command.env("XDG_CACHE_HOME", cache).env_remove("ARRAY_FN_AUTOTUNE").output();
    let output = output.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}\n{errors}");
}

/// Lets a kernel take so many microseconds with blocks of 256 threads, and of 128.
fn takes(gpu: &Gpu, kernel: &str, [first, second]: [u64; 2]) {
    gpu.driver.set_kernel_time(kernel, 256, Duration::from_micros(first));
    gpu.driver.set_kernel_time(kernel, 128, Duration::from_micros(second));
}

fn candidates(explanation: &Explanation) -> &[ExplainedCandidate] {
    &explanation.launches[explanation.launches.len() - 1].candidates
}

/// The position of the chosen candidate of `axpy` for `n` elements.
fn chosen(device: &Device, n: usize) -> Option<usize> {
    let explanation = axpy::explain(device, n).unwrap();
    candidates(&explanation).iter().position(|candidate| candidate.is_chosen)
}

/// Calls `axpy` so often, each time with another scalar, and waits after each call. Returns how many events were
/// recorded and how many graphs launched.
fn call(gpu: &Gpu, device: &Device, n: usize, times: usize) -> [u64; 2] {
    let x = Array::from_fn([n], |[i]| i as f64).unwrap();
    let y = Array::full([n], 1.0).unwrap();
    let mut out = Array::zeros([n]).unwrap();
    let before = gpu.driver.counters();
    for k in 0..times {
        device.run(|| axpy::into(k as f64, &x, &y, &mut out)).unwrap();
        device.synchronize().unwrap();
        let expected = |i: usize| k as f64 * i as f64 + 1.0;
        for (i, &value) in out.to_host().unwrap().as_slice().iter().enumerate() {
            assert_eq!(value, expected(i), "call {k}, element {i}");
        }
    }
    let after = gpu.driver.counters();
    gpu.driver.check();
    [after.records - before.records, after.graph_launches - before.graph_launches]
}

/// Measures in `CALLS` calls, and uses a graph from then on.
fn measures(gpu: &Gpu, device: &Device, n: usize) {
    assert_eq!(chosen(device, n), None);
    let [records, graphs] = call(gpu, device, n, CALLS);
    assert!(records >= 2 * CALLS as u64 && graphs == 0, "{records} {graphs}");
    assert_eq!(call(gpu, device, n, 3)[1], 3);
}

/// Uses a graph from the first call on.
fn knows(gpu: &Gpu, device: &Device, n: usize, candidate: usize) {
    assert_eq!(chosen(device, n), Some(candidate));
    assert_eq!(call(gpu, device, n, 2)[1], 2);
}

#[test]
fn the_fastest_candidate_is_chosen_and_kept() {
    let folder = Folder::new();
    alone("first_process", &folder.0);
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let lines = folder.lines();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines.iter().all(|line| line.ends_with(KERNEL)), "{lines:?}");
    assert!(lines[0].contains(" 1 10000,5000 "), "{lines:?}");
    alone("second_process", &folder.0);
    assert_eq!(folder.lines(), lines, "nothing was measured");
}

#[test]
#[ignore = "a part of `the_fastest_candidate_is_chosen_and_kept`"]
fn first_process() {
    let gpu = gpu().unwrap();
    takes(&gpu, KERNEL, [10, 5]);
    measures(&gpu, &gpu.device, LARGE);
    let explanation = axpy::explain(&gpu.device, LARGE).unwrap();
    let times: Vec<_> = candidates(&explanation).iter().map(|c| c.time).collect();
    assert_eq!(times, [10, 5].map(|us| Some(Duration::from_micros(us))));
    let text = explanation.to_string();
    let expected =
        "candidates: axpy__add of 256 threads: 10.0 us; axpy__add of 128 threads: 5.0 us, chosen";
    assert!(text.contains(expected), "{text}");
    // Another instance of about the same size, and one on another executor.
    knows(&gpu, &gpu.device, LARGE + 1000, 1);
    knows(&gpu, &gpu.device.clone().with_executor(Executor::LinearGraph), LARGE, 1);
    // Another size, and another driver.
    takes(&gpu, KERNEL, [5, 10]);
    measures(&gpu, &gpu.device, 4 * LARGE);
    assert_eq!(chosen(&gpu.device, 4 * LARGE), Some(0));
    gpu.driver.set_driver_version(13_010);
    let stream = gpu.device.clone().with_executor(Executor::Stream);
    assert_eq!(chosen(&stream, LARGE), None);
    call(&gpu, &stream, LARGE, CALLS + 1);
    assert_eq!(chosen(&stream, LARGE), Some(0));
}

#[test]
#[ignore = "a part of `the_fastest_candidate_is_chosen_and_kept`"]
fn second_process() {
    let gpu = gpu().unwrap();
    // What is kept counts.
    takes(&gpu, KERNEL, [5, 10]);
    knows(&gpu, &gpu.device, LARGE, 1);
    knows(&gpu, &gpu.device, 4 * LARGE, 0);
    // Unless the program says otherwise.
    knows(&gpu, &gpu.device.clone().with_autotune(Autotune::Off), LARGE, 0);
    knows(&gpu, &gpu.device.clone().with_autotune(Autotune::Kept), LARGE, 1);
    knows(&gpu, &gpu.device.clone().with_autotune(Autotune::Kept), 16 * LARGE, 0);
    // Small launches take no time worth measuring.
    knows(&gpu, &gpu.device, 1000, 0);
}

#[test]
fn a_file_that_is_not_ours_is_no_error() {
    let ours = "array-fn, kernels chosen on GPUs, format 1\n";
    for text in ["", "\u{0}\u{1}", "array-fn, something else\n", &format!("{ours}0 1 2 3\n")] {
        let folder = Folder::new();
        std::fs::create_dir_all(folder.file().parent().unwrap()).unwrap();
        std::fs::write(folder.file(), text).unwrap();
        alone("measures_once", &folder.0);
        if array_fn_cuda_host::has_compiler() {
            assert_eq!(folder.lines().len(), 1, "{text:?}");
        }
    }
    // A place where nothing can be kept.
    alone("measures_once", Path::new("/dev/null/nothing"));
}

#[test]
#[ignore = "a part of `a_file_that_is_not_ours_is_no_error`"]
fn measures_once() {
    let gpu = gpu().unwrap();
    takes(&gpu, KERNEL, [10, 5]);
    measures(&gpu, &gpu.device, LARGE);
    assert_eq!(chosen(&gpu.device, LARGE), Some(1));
    // Within a process it is known in any case.
    knows(&gpu, &gpu.device.clone().with_executor(Executor::LinearGraph), LARGE, 1);
}

#[test]
fn processes_may_measure_at_the_same_time() {
    let folder = Folder::new();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| alone("measures_if_unknown", &folder.0));
        }
    });
    if array_fn_cuda_host::has_compiler() {
        assert_eq!(folder.lines().len(), 1);
    }
}

#[test]
#[ignore = "a part of `processes_may_measure_at_the_same_time`"]
fn measures_if_unknown() {
    let gpu = gpu().unwrap();
    takes(&gpu, KERNEL, [10, 5]);
    call(&gpu, &gpu.device, LARGE, CALLS + 1);
    assert_eq!(chosen(&gpu.device, LARGE), Some(1));
}

#[test]
fn calls_are_right_while_they_are_measured() {
    let folder = Folder::new();
    alone("updates_in_place", &folder.0);
    alone("failed_checks", &folder.0);
    alone("calls_of_several_threads", &folder.0);
    alone("launches_apart", &folder.0);
    alone("passes_of_a_loop", &folder.0);
}

#[test]
#[ignore = "a part of `calls_are_right_while_they_are_measured`"]
fn updates_in_place() {
    let gpu = gpu().unwrap();
    let x = Array::from_fn([LARGE], |[i]| i as f64).unwrap();
    let mut k = Array::zeros([LARGE]).unwrap();
    let mut of_host = vec![0.0; LARGE];
    // Without waiting, so that times come late.
    for _ in 0..2 * CALLS {
        gpu.device.run(|| accumulate(&x, &mut k)).unwrap();
    }
    for _ in 0..2 * CALLS {
        gpu.device.run(|| accumulate(&x, of_host.as_mut_slice())).unwrap();
    }
    let explanation = accumulate::explain(&gpu.device, LARGE).unwrap();
    assert!(candidates(&explanation).iter().any(|c| c.is_chosen), "{explanation}");
    let expected: Vec<f64> = (0..LARGE).map(|i| (4 * CALLS * i) as f64).collect();
    assert!(k.as_slice() == expected && of_host == expected);
    gpu.finish();
}

#[test]
#[ignore = "a part of `calls_are_right_while_they_are_measured`"]
fn failed_checks() {
    let gpu = gpu().unwrap();
    let x = Array::from_fn([10], |[i]| i as f64).unwrap();
    let good = Array::from_fn([4 * LARGE], |[k]| (k % 10) as i64).unwrap();
    let bad = Array::from_fn([4 * LARGE], |[k]| (k / LARGE * 5) as i64).unwrap();
    for _ in 0..4 * CALLS {
        let error = gpu.device.run(|| take(&x, &bad)).unwrap_err();
        assert!(matches!(error, Error::CheckFailed { .. }), "{error}");
        let taken = gpu.device.run(|| take(&x, &good)).unwrap();
        assert!(taken.as_slice().iter().enumerate().all(|(k, v)| *v == (3 * (k % 10)) as f64));
    }
    let explanation = take::explain(&gpu.device, 10, 4 * LARGE).unwrap();
    assert!(candidates(&explanation).iter().any(|c| c.time.is_some()), "{explanation}");
    gpu.finish();
}

#[test]
#[ignore = "a part of `calls_are_right_while_they_are_measured`"]
fn calls_of_several_threads() {
    let gpu = gpu().unwrap();
    takes(&gpu, KERNEL, [10, 5]);
    let device = &gpu.device;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                let x = Array::full([LARGE], f64::from(thread)).unwrap();
                let mut sum = Array::zeros([LARGE]).unwrap();
                for _ in 0..CALLS {
                    sum = device.run(|| axpy(2.0, &x, &sum)).unwrap();
                }
                let expected = f64::from(thread) * 2.0 * CALLS as f64;
                assert!(sum.as_slice().iter().all(|&v| v == expected));
            });
        }
    });
    call(&gpu, device, LARGE, CALLS + 1);
    assert_eq!(chosen(device, LARGE), Some(1));
}

#[test]
#[ignore = "a part of `calls_are_right_while_they_are_measured`"]
fn launches_apart() {
    let gpu = gpu().unwrap();
    let [m, n] = [300, 1024];
    let joined = softmaxes::explain(&gpu.device, m, n).unwrap();
    let count = joined.launches.len();
    let [together, apart] = candidates(&joined) else { panic!("{joined}") };
    assert_eq!((together.kernels.len(), apart.kernels.len()), (1, count));
    gpu.driver.set_kernel_time(together.kernels[0], together.threads, Duration::from_millis(1));
    let x = Array::from_fn([m, n], |[i, j]| ((i * j) % 7) as f64).unwrap();
    let first = gpu.device.run(|| softmaxes(&x)).unwrap();
    for _ in 0..CALLS {
        let y = gpu.device.run(|| softmaxes(&x)).unwrap();
        assert!(y.as_slice() == first.as_slice());
    }
    let explanation = softmaxes::explain(&gpu.device, m, n).unwrap();
    assert!(candidates(&explanation)[1].is_chosen, "{explanation}");
    // Kernels that follow each other take as long as all of them.
    let apart = candidates(&explanation)[1].time;
    assert_eq!(apart, Some(Duration::from_micros(count as u64)));
    let before = gpu.driver.counters();
    gpu.device.run(|| softmaxes(&x)).unwrap();
    gpu.finish();
    let after = gpu.driver.counters();
    assert_eq!(after.kernels - before.kernels, count as u64);
    assert_eq!(after.graph_launches - before.graph_launches, 1);
}

#[test]
#[ignore = "a part of `calls_are_right_while_they_are_measured`"]
fn passes_of_a_loop() {
    let gpu = gpu().unwrap();
    let large = 2 * LARGE;
    let device = gpu.device.clone().with_executor(Executor::Stream);
    let kernels = passes::explain(&device, large).unwrap().launches;
    let measured = kernels.iter().filter(|launch| launch.candidates.len() == 2);
    let measured = measured.map(|launch| launch.plan.kernel).collect::<Vec<_>>();
    assert!(!measured.is_empty());
    measured.iter().for_each(|kernel| takes(&gpu, kernel, [10, 5]));
    let mut x = Array::zeros([large]).unwrap();
    let before = gpu.driver.counters().records;
    for _ in 0..2 * CALLS {
        device.run(|| passes(&mut x, 7)).unwrap();
        device.synchronize().unwrap();
    }
    // One pass of each call, between two events.
    let records = gpu.driver.counters().records - before;
    assert!(records <= (2 * CALLS * (2 * kernels.len() + 2)) as u64, "{records}");
    assert!(x.as_slice().iter().all(|&v| v == (7 * 2 * CALLS) as f64));
    let explanation = passes::explain(&device, large).unwrap();
    let times = explanation.launches.iter().flat_map(|launch| &launch.candidates);
    let chosen = times.filter(|c| c.is_chosen && c.time == Some(Duration::from_micros(5)));
    assert!(chosen.count() > 0, "{explanation}");
    // Without passes there is nothing to measure.
    let mut x = Array::zeros([16 * large]).unwrap();
    for _ in 0..2 * CALLS {
        device.run(|| passes(&mut x, 0)).unwrap();
    }
    // A graph with a loop is not given up for measurements.
    let before = gpu.driver.counters().graph_launches;
    gpu.device.run(|| passes(&mut x, 2)).unwrap();
    assert!(x.as_slice().iter().all(|&v| v == 2.0));
    assert_eq!(gpu.driver.counters().graph_launches - before, 1);
    gpu.finish();
}
