//! The calls on a CUDA device: the stand-in driver, or, with `ARRAY_FN_TEST_DRIVER=real`, the driver of the
//! machine.

use crate::compare::compare_calls;
use crate::data::Call;
use crate::executors::{arguments, explicit_dims, tensors};
#[cfg(all_cases)]
use crate::sizes;
use crate::{CALLS, FUNCTIONS};
use afn_mock_cuda::StandIn;
use array_fn::__rt::{Function, Mode, call_dynamic, call_dynamic_stored};
use array_fn::{Contractions, Device, Executor};
use array_fn_compiler::dag::interpret::Tensor;
use std::path::Path;

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

    /// Calls `run` with a name and a device for each executor, and as often as there are orders to try.
    fn sweep(&self, mut run: impl FnMut(&str, &Device, u64)) {
        let seeds = if self.stand_in.is_some() { 20 } else { 2 };
        for seed in 0..seeds {
            if let Some(stand_in) = self.stand_in {
                stand_in.set_seed(seed);
            }
            // Arrays of the host are copied by each call, those of array-fn stay on the device.
            let stored = seed % 2 == 1;
            for executor in [Executor::Graph, Executor::LinearGraph, Executor::Stream] {
                let device = self.device.clone().with_executor(executor);
                let name = format!("CUDA, {executor:?}, stored {stored}, seed {seed}");
                run(&name, &device, seed);
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

/// One test, because the stand-in's seed is the process's.
#[test]
fn cuda_agrees() {
    let all = FUNCTIONS.values().copied();
    #[cfg(all_cases)]
    let all = all.chain(sizes::functions().into_iter().map(|(_, function)| function));
    let Some(gpu) = Gpu::new(all) else { return };
    gpu.sweep(|name, device, seed| {
        let stored = seed % 2 == 1;
        for mode in [Mode::Fused, Mode::Unfused] {
            let calls: Vec<_> =
                CALLS.iter().filter(|call| seed < 2 || has_orders(call, mode)).collect();
            let name = format!("{name}, {mode:?}");
            compare_calls(&name, &calls, |call| {
                run(FUNCTIONS[&*call.function], mode, device, stored, call)
            });
            #[cfg(all_cases)]
            sizes::sweep(&name, |function, call| run(function, mode, device, stored, call));
        }
    });
}
