//! Random graphs: scheduled fused and unfused, emitted as CUDA and run on the host, against the
//! interpreter.

#[allow(dead_code, reason = "the compiler's own tests call the rest")]
#[path = "../../compiler/tests/random/generate.rs"]
mod random;
mod support;

use array_fn_compiler::dag::dot::dot;
use array_fn_compiler::dag::interpret::{Tensor, interpret};
use array_fn_compiler::dag::{Const, DType, ParamKind, Size, Target};
use array_fn_compiler::emit::cuda::CudaSource;
use array_fn_compiler::optimise::optimise;
use array_fn_compiler::plan::{Place, ScalarArg, Schedule};
use array_fn_compiler::schedule::kernel::KernelIr;
use array_fn_compiler::schedule::{KernelSet, Mode, schedule};
use array_fn_cuda_host::HostCuda;
use random::Case;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

const CASES: u64 = 800;
/// Cases whose kernels are compiled together.
const BATCH: u64 = 50;

/// A scheduled case; `kernels` are positions in the batch's source.
struct Scheduled {
    seed: u64,
    mode: Mode,
    case: Case,
    schedule: Schedule,
    first_kernel: usize,
}

#[test]
fn schedules_agree_with_the_interpreter() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let (next, launches) = (AtomicU64::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= CASES / BATCH {
                return;
            }
            launches.fetch_add(check_batch(batch), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let launches = launches.into_inner();
    assert!(launches > CASES as usize * 3, "{launches} launches");
}

/// Compiles the kernels of a batch of cases and runs them; the number of launches.
fn check_batch(batch: u64) -> usize {
    let mut launches = 0;
    let mut kernels: Vec<(String, KernelIr)> = Vec::new();
    let mut runs = Vec::new();
    for seed in batch * BATCH..(batch + 1) * BATCH {
        for mode in [Mode::Fused, Mode::Unfused] {
            let case = random::case(seed);
            let mut set = KernelSet::default();
            let schedule = schedule(&optimise(&case.dag), mode, &mut set);
            let first_kernel = kernels.len();
            launches += schedule.launches.len();
            for (k, kernel) in set.kernels.into_iter().enumerate() {
                let mode = format!("{mode:?}").to_lowercase();
                kernels.push((format!("seed{seed}_{mode}_{k}"), kernel));
            }
            runs.push(Scheduled { seed, mode, case, schedule, first_kernel });
        }
    }
    let (source, host) = support::emit(&format!("schedules_{batch}"), &kernels);
    runs.iter().for_each(|run| check(run, &source, &host));
    launches
}

/// Runs a case and compares.
fn check(scheduled: &Scheduled, source: &CudaSource, host: &HostCuda) {
    let Scheduled { seed, mode, case, .. } = scheduled;
    let want = interpret(&case.dag, &|name| case.dim(name), &case.args).unwrap();
    let mut memory = Memory::new(scheduled);
    memory.run(scheduled, source, host);
    let explain = |what: String| format!("seed {seed}, {mode:?}, {what}\n{}", dot(&case.dag));
    for (k, result) in want.results.iter().enumerate() {
        let got = bits(&memory.results[k], result.dtype, false);
        compare(&got, result, || explain(format!("result {k}")));
    }
    for (k, param) in &want.params {
        let got = bits(&memory.params[*k], param.dtype, false);
        compare(&got, param, || explain(format!("parameter {k}")));
    }
}

fn compare(got: &[u64], want: &Tensor, explain: impl Fn() -> String) {
    assert_eq!(got.len(), want.len(), "{}", explain());
    for (k, (got, want)) in got.iter().zip(want.elements()).enumerate() {
        let got = Const { dtype: want.dtype, bits: *got };
        let (x, y) = (got.to_f64(), want.to_f64());
        let epsilon = if want.dtype == DType::F32 { 1e-5 } else { 1e-12 };
        let close = want.dtype.is_float()
            && (x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= epsilon * y.abs());
        assert!(got == want || close, "{}: [{k}] is {x}, not {y}", explain());
    }
}

/// Elements of a buffer, 64 bits each as in `Const`.
fn bits(bytes: &[u8], dtype: DType, index: bool) -> Vec<u64> {
    let width = if index { 4 } else { dtype.bytes() as usize };
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..width].copy_from_slice(chunk);
        let word = u64::from_le_bytes(word);
        let unused = 64 - 8 * width as u32;
        match dtype.is_signed_integer() && !index {
            true => ((word << unused) as i64 >> unused) as u64,
            false => word,
        }
    };
    bytes.chunks_exact(width).map(word).collect()
}

struct Memory {
    params: Vec<Vec<u8>>,
    results: Vec<Vec<u8>>,
    slots: Vec<Vec<u8>>,
}

impl Memory {
    fn new(scheduled: &Scheduled) -> Memory {
        let Scheduled { case, schedule, .. } = scheduled;
        let store = |tensor: &Tensor, index: bool| -> Vec<u8> {
            let width = if index { 4 } else { tensor.dtype.bytes() as usize };
            tensor.bits.iter().flat_map(|bits| bits.to_le_bytes()[..width].to_vec()).collect()
        };
        let params = case
            .dag
            .inputs
            .iter()
            .zip(&case.args)
            .map(|(input, arg)| store(arg, matches!(input.kind, ParamKind::Index { .. })));
        let mut results: Vec<(u32, Vec<u8>)> = Vec::new();
        for output in &case.dag.outputs {
            let node = case.dag.node(output.node);
            let len: i64 = node.shape.iter().map(|s| value(case, s)).product();
            if let Target::Result(k) = output.target {
                results.push((k, vec![0xFF; (len * node.dtype.bytes()) as usize]));
            }
        }
        results.sort();
        let mut slots = vec![0; schedule.slots];
        for temp in schedule.temps.iter().filter(|t| t.slot.0 < schedule.slots) {
            let bytes = (value(case, &temp.len) * temp.dtype.bytes()) as usize;
            slots[temp.slot.0] = slots[temp.slot.0].max(bytes);
        }
        Memory {
            params: params.collect(),
            results: results.into_iter().map(|(_, bytes)| bytes).collect(),
            slots: slots.into_iter().map(|bytes| vec![0xFF; bytes]).collect(),
        }
    }

    fn run(&mut self, scheduled: &Scheduled, source: &CudaSource, host: &HostCuda) {
        let Scheduled { case, schedule, first_kernel, .. } = scheduled;
        for launch in &schedule.launches {
            let info = &source.kernels[first_kernel + launch.kernel.0];
            let extents: Vec<i64> = launch.extents.iter().map(|s| value(case, s)).collect();
            let points: i64 = extents.iter().product();
            if points <= 0 {
                continue;
            }
            let mut pointers: Vec<*mut u8> = launch
                .buffers
                .iter()
                .map(|place| match place {
                    Place::Param(k) => self.params[k.0].as_mut_ptr(),
                    Place::Result(k) => self.results[k.0].as_mut_ptr(),
                    Place::Temp(k) => self.slots[schedule.temps[k.0].slot.0].as_mut_ptr(),
                })
                .collect();
            let kernel = info.launch;
            let scalars = launch.scalars.iter().map(|scalar| match scalar {
                ScalarArg::Const(bits) => *bits,
                ScalarArg::Param(k) => case.args[k.0].bits[0],
            });
            let sizes: Vec<i64> = launch.sizes.iter().map(|s| value(case, s)).collect();
            let numbers = sizes.iter().chain(&extents).map(|n| n.cast_unsigned());
            let mut words: Vec<u64> = scalars.chain(numbers).collect();
            let mut parameters: Vec<*mut c_void> =
                pointers.iter_mut().map(|p| std::ptr::from_mut(p).cast()).collect();
            parameters.extend(words.iter_mut().map(|w| std::ptr::from_mut(w).cast::<c_void>()));
            let grid = kernel.spread.blocks(&sizes, &extents) as u32;
            // SAFETY: the schedule binds buffers, scalars (little-endian words), sizes and extents as its
            // kernels declare them.
            let outcome = unsafe {
                let shared = info.launch.shared_bytes as usize;
                host.launch(&info.name, grid, info.launch.threads, shared, &mut parameters)
            };
            outcome.unwrap_or_else(|e| panic!("seed {}: {e}", scheduled.seed));
        }
    }
}

fn value(case: &Case, size: &Size) -> i64 {
    size.evaluate(&|name| case.dim(name)).expect("all dimensions have values")
}
