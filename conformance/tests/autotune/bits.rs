//! Every candidate has the bits of the compiler's choice.

use crate::autotune::programs::{functions, gpu, rows, softmaxes};
use array_fn::__rt::plan::{DType, Param, ParamKind, Program};
use array_fn::__rt::{DynArray, DynData, Mode, call_dynamic, run_with};
use array_fn::Device;
use array_fn::cuda::{Autotune, Executor};
use array_fn_cuda_host::agreement::{compare, size};
use array_fn_cuda_host::{HostLauncher, Sanitizer};
use std::path::Path;

/// Numbers of points: none, few, and around the borders of blocks of all candidates.
const POINTS: [i64; 12] = [0, 1, 3, 7, 9, 16, 31, 33, 127, 130, 257, 400];

fn arguments(program: &Program, dims: &[i64]) -> Vec<DynArray> {
    let argument = |param: &Param| {
        let shape: Vec<usize> = param.shape.iter().map(|s| size(s, dims) as usize).collect();
        let all = 0..shape.iter().product();
        let random = |k: usize| (k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17;
        let real = |k: usize| (random(k) % 4001) as f64 / 4000.0 - 0.5;
        let data = match (param.kind.clone(), param.dtype) {
            (ParamKind::Index { bound }, _) => {
                let bound = size(bound, dims) as usize;
                let values = all.map(|k| (random(k) % bound.max(1)) as i32).collect();
                return DynArray::Index { shape, values, bound };
            }
            (ParamKind::Scalar, DType::I64) => return DynArray::Scalar(DynData::I64(vec![3])),
            (ParamKind::Scalar, _) => return DynArray::Scalar(DynData::F64(vec![0.75])),
            (_, DType::F32) => DynData::F32(all.map(|k| real(k) as f32).collect()),
            // Indices, all of them in range where there is an element.
            (_, DType::I64) => DynData::I64(all.map(|_| -1).collect()),
            _ => DynData::F64(all.map(real).collect()),
        };
        DynArray::Array { shape, data }
    };
    program.params.iter().map(argument).collect()
}

/// The dimensions of a program for so many points; `None` where it would take long.
fn dims(program: &Program, points: i64) -> Option<Vec<i64>> {
    if program.name == "large" && points > 40 {
        return None;
    }
    Some(match program.dims {
        [_, second] if *second == "N" => vec![points, 129],
        [_, _] => vec![points.max(1), points],
        _ => vec![points],
    })
}

#[test]
fn all_candidates_have_the_same_bits() {
    let Some(gpu) = gpu() else { return };
    for function in functions() {
        let program = function.program();
        for (round, points) in POINTS.into_iter().enumerate() {
            let Some(dims) = dims(program, points) else { continue };
            let call = |autotune: Autotune, executor: Executor| {
                let device = gpu.device.clone().with_executor(executor).with_autotune(autotune);
                let args = arguments(program, &dims);
                let result = device.run(|| call_dynamic(function, Mode::Fused, &[], args));
                result.unwrap_or_else(|e| panic!("{} {dims:?}: {e}", program.name))
            };
            gpu.driver.set_seed(round as u64);
            let expected = call(Autotune::Off, Executor::Graph);
            for executor in [Executor::Graph, Executor::Stream] {
                let other = call(Autotune::Candidate(1), executor);
                let what = format!("{} {dims:?} {executor:?}", program.name);
                assert_eq!(format!("{other:?}"), format!("{expected:?}"), "{what}");
            }
        }
        gpu.finish();
    }
}

/// Otherwise the test above would compare a kernel with itself.
#[test]
fn all_kinds_of_kernels_have_candidates() {
    for function in functions() {
        let program = function.program();
        if program.name == "softmaxes" {
            let joined = program.variants.iter().flat_map(|variant| variant.fused.joined);
            assert!(joined.count() > 0);
            continue;
        }
        let with = program.kernels.iter().filter(|kernel| !kernel.alternatives.is_empty());
        let mut count = 0;
        for kernel in with {
            for other in kernel.alternatives {
                assert_ne!(other.launch, kernel.cuda, "{}", kernel.name);
                count += 1;
            }
        }
        assert!(count > 0, "{}", program.name);
    }
}

/// What is asked for is what runs: explanations name it, and the driver launches it.
#[test]
fn candidates_run_when_they_are_asked_for() {
    let Some(gpu) = gpu() else { return };
    let other = gpu.device.clone().with_autotune(Autotune::Candidate(1));
    let off = gpu.device.clone().with_autotune(Autotune::Off);
    for (device, chosen) in [(&off, 0), (&other, 1)] {
        let explanation = rows::explain(device, 100).unwrap();
        let candidates = &explanation.launches[0].candidates;
        assert_eq!(candidates.iter().position(|c| c.is_chosen), Some(chosen), "{candidates:?}");
        assert!(explanation.launches[0].cuda[0].contains(candidates[chosen].kernels[0]));
        let text = explanation.to_string();
        assert!(text.contains("threads, chosen") && text.contains("; not measured"), "{text}");
        assert!(!format!("{explanation:#}").contains("candidates"));
        // Launches that may be one kernel.
        let explanation = softmaxes::explain(device, 100, 129).unwrap();
        let count = explanation.launches.len();
        let candidates = &explanation.launches[count - 1].candidates;
        assert_eq!(candidates.iter().map(|c| c.kernels.len()).collect::<Vec<_>>(), [1, count]);
        assert!(candidates[chosen].is_chosen);
        let x = array_fn::Array::full([100, 129], 1.0).unwrap();
        let before = gpu.driver.counters().kernels;
        device.run(|| softmaxes(&x)).unwrap();
        gpu.finish();
        let kernels = (gpu.driver.counters().kernels - before) as usize;
        assert_eq!(kernels, if chosen == 0 { 1 } else { count });
    }
}

/// The kernels without a driver, so that they run under sanitizers.
#[test]
fn candidates_agree_on_the_host() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    // Threads as fibers of a sanitizer take long.
    let most = if std::env::var_os("ARRAY_FN_HOST_SANITIZER").is_some() { 33 } else { i64::MAX };
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("autotune-host");
    for function in functions() {
        let program = function.program();
        let launcher = HostLauncher::new(program, &cache).unwrap_or_else(|e| panic!("{e}"));
        for points in POINTS.into_iter().filter(|&points| points <= most) {
            let Some(dims) = dims(program, points) else { continue };
            let run = |candidate: usize| {
                let launcher = launcher.of_candidate(candidate);
                // SAFETY: the launcher runs the program's own kernels.
                unsafe {
                    run_with(function, Mode::Fused, &[], arguments(program, &dims), &launcher)
                }
            };
            let [own, other] = [0, 1].map(|candidate| run(candidate).unwrap());
            let what = format!("{} {dims:?}", program.name);
            assert_eq!(format!("{other:?}"), format!("{own:?}"), "{what}");
            let args = arguments(program, &dims);
            let cpu = Device::cpu().run(|| call_dynamic(function, Mode::Fused, &[], args));
            compare(&own, &cpu.unwrap(), &what);
        }
    }
}

/// Runs the test above under a sanitizer, which must have nothing to report.
fn sanitized(sanitizer: Sanitizer) {
    if !sanitizer.is_installed() {
        return;
    }
    let test = "autotune::bits::candidates_agree_on_the_host";
    let run = sanitizer.run_tests(&[test]).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(run.passed(), Some(1), "{:#?}\n{}", run.reports(), run.text());
}

#[test]
#[ignore = "slow"]
fn sanitized_candidates_stay_within_their_memory() {
    sanitized(Sanitizer::Address);
}

#[test]
#[ignore = "slow"]
fn sanitized_candidates_have_no_races() {
    sanitized(Sanitizer::Thread);
}
