//! The calls on a CUDA device: the stand-in driver, or, with `ARRAY_FN_TEST_DRIVER=real`, the driver of the
//! machine.

use crate::compare::compare_calls;
use crate::data::Call;
use crate::executors::{arguments, explicit_dims, tensors};
#[cfg(all_cases)]
use crate::sizes;
use crate::{CALLS, FUNCTIONS, HOST_KERNELS};
use afn_mock_cuda::StandIn;
use array_fn::__rt::{Function, Mode, call_dynamic, call_dynamic_stored};
use array_fn::cuda::{Autotune, Executor};
use array_fn::{Contractions, Device};
use array_fn_compiler::dag::interpret::Tensor;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// How many orders of the stand-in each function runs in.
const SEEDS: u64 = 12;

const EXECUTORS: [Executor; 3] = [Executor::Graph, Executor::LinearGraph, Executor::Stream];

/// A CUDA device, and what stands in for it.
struct Gpu {
    device: Device,
    stand_in: Option<&'static StandIn>,
}

impl Gpu {
    /// None, with a word, where the stand-in has no C++ compiler for the kernels.
    fn new<'a>(functions: impl Iterator<Item = &'a Function>) -> Option<Gpu> {
        let driver = std::env::var("ARRAY_FN_TEST_DRIVER").unwrap_or_default();
        let stand_in = match driver.as_str() {
            "real" => None,
            "" => {
                if !array_fn_cuda_host::has_compiler() {
                    return None;
                }
                let stand_in = StandIn::install().unwrap_or_else(|e| panic!("{e}"));
                let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
                for function in functions {
                    let cuda = &function.program().cuda;
                    stand_in.register(cuda.ptx, cuda.source, &cache);
                }
                Some(stand_in)
            }
            other => panic!("ARRAY_FN_TEST_DRIVER is `{other}`: expected `real` or nothing"),
        };
        let device = Device::cuda(0).unwrap_or_else(|e| panic!("{e}"));
        println!("{device}");
        assert_eq!(stand_in.is_some(), device.to_string().contains("stand-in"), "{device}");
        Some(Gpu { device, stand_in })
    }

    /// Calls `run` with a name and a device for each executor, and for every seed.
    fn sweep(
        &self,
        seeds: impl Iterator<Item = u64>,
        mut run: impl FnMut(&str, &Device, Executor, u64),
    ) {
        for seed in seeds {
            if let Some(stand_in) = self.stand_in {
                stand_in.set_seed(seed);
                // New memory where other memory was, or late uses that are found.
                stand_in.set_reuse(seed % 4 > 1);
            }
            // Arrays of the host are copied by each call, those of array-fn stay on the device.
            let stored = seed % 2 == 1;
            for executor in EXECUTORS {
                // The compiler's choice of blocks, or alternatives.
                let autotune = if seed % 2 == 0 { Autotune::Off } else { Autotune::Candidate(1) };
                let device = self.device.clone().with_executor(executor).with_autotune(autotune);
                let name = format!("CUDA, {executor:?}, stored {stored}, seed {seed}");
                run(&name, &device, executor, seed);
                device.synchronize().unwrap();
                if let Some(stand_in) = self.stand_in {
                    stand_in.check();
                }
            }
        }
    }
}

fn run(
    function: &'static Function,
    mode: Mode,
    device: &Device,
    stored: bool,
    call: &Call,
) -> Result<Vec<Tensor>, String> {
    // cuBLAS takes small products, too, if it is told to. Not those of all functions: what it works in
    // stays allocated.
    let by_library = stored && mode == Mode::Fused && call.function.starts_with("products_");
    let by = if by_library { Contractions::Library } else { Contractions::BySize };
    let device = device.clone().with_contractions(by);
    let (dims, arguments) = (explicit_dims(function, call), arguments(call));
    let results = device.run(|| match stored {
        true => call_dynamic_stored(function, mode, &dims, arguments),
        false => call_dynamic(function, mode, &dims, arguments),
    });
    results.map(tensors).map_err(|e| e.to_string())
}

/// Whether there is more than one order to try of what the call does, and the call is small enough to
/// try many.
fn has_orders(call: &Call, mode: Mode) -> bool {
    let program = FUNCTIONS[&*call.function].program();
    let mut schedules = program.variants.iter().map(|variant| match mode {
        Mode::Fused => &variant.fused,
        Mode::Unfused => variant.unfused.as_ref().unwrap_or(&variant.fused),
    });
    call.is_small() && schedules.any(|schedule| schedule.launches.len() > 1)
}

/// What the stand-in runs with a seed. With each of the first two all calls: an executor takes every other call fused and
/// the rest unfused, its neighbour the other way round, and with the other seed they swap. So every call is run in both
/// modes on each executor, and in both modes with and without stored arrays. Large calls are one executor's.
/// With later seeds those that have orders, of each function one after the other.
fn calls_of_stand_in(seed: u64, executor: Executor, mode: Mode) -> Vec<&'static Call> {
    if seed < 2 {
        let number = EXECUTORS.iter().position(|e| *e == executor).expect("one of them");
        let takes_part = |&(k, call): &(usize, &Call)| {
            let unfused = (k + seed as usize + number) % 2 == 1;
            let turn = k % EXECUTORS.len() == number;
            unfused == (mode == Mode::Unfused) && (call.is_small() || turn)
        };
        return CALLS.iter().enumerate().filter(takes_part).map(|(_, call)| call).collect();
    }
    let mut by_function: BTreeMap<&str, Vec<&Call>> = BTreeMap::new();
    for call in CALLS.iter().filter(|call| has_orders(call, mode)) {
        by_function.entry(&call.function).or_default().push(call);
    }
    // Another start in each round, so that an even number of calls has seeds of both kinds.
    let turn = |count: usize| (seed as usize + seed as usize / count) % count;
    by_function.into_values().map(|calls| calls[turn(calls.len())]).collect()
}

fn agree(seeds: impl Iterator<Item = u64>) {
    let all = FUNCTIONS.values().copied();
    #[cfg(all_cases)]
    let all = all.chain(sizes::functions().into_iter().map(|(_, function)| function));
    let Some(gpu) = Gpu::new(all) else { return };
    gpu.sweep(seeds, |name, device, executor, seed| {
        let stored = seed % 2 == 1;
        for mode in [Mode::Fused, Mode::Unfused] {
            let name = format!("{name}, {mode:?}");
            let calls = match gpu.stand_in {
                Some(_) => calls_of_stand_in(seed, executor, mode),
                None => CALLS.iter().collect(),
            };
            compare_calls(&name, &calls, |call| {
                run(FUNCTIONS[&*call.function], mode, device, stored, call)
            });
            #[cfg(all_cases)]
            sizes::sweep(&name, |function, call| run(function, mode, device, stored, call));
        }
    });
}

/// The device.
#[test]
fn cuda_agrees() {
    if std::env::var("ARRAY_FN_TEST_DRIVER").is_ok_and(|driver| driver == "real") {
        return agree(0..2);
    }
    // All libraries at once, for both processes.
    if HOST_KERNELS.is_none() {
        return;
    }
    // The stand-in's seed is the process's, so the odd ones have a process of their own.
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests.args(["--exact", "cuda::cuda_agrees_odd_seeds", "--ignored", "--nocapture"]);
    let odd = tests.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    agree((0..SEEDS).step_by(2));
    let output = odd.wait_with_output().unwrap();
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{out}");
    assert!(output.status.success() && out.contains(" 1 passed"), "{out}\n{err}");
}

#[test]
#[ignore = "a part of `cuda_agrees`"]
fn cuda_agrees_odd_seeds() {
    agree((1..SEEDS).step_by(2));
}
