//! Which drivers a program runs on: those that refuse its PTX, are too old, or have no device; and machines without any.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::__rt::plan::{DeviceCode, Program};
use array_fn::__rt::{DynArray, DynData, Function, call_dynamic};
use array_fn::cuda::CudaError;
use array_fn::{Array, Device, Error, Mode, array_fn};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

array_fn! {
    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] {
        a * x + y
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
    let cuda = &axpy::FUNCTION.program().cuda;
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    driver.register(cuda.ptx, cuda.source, &cache);
    Some(Gpu { driver, device: Device::cuda(0).unwrap(), _alone: alone })
}

impl Gpu {
    /// Waits, and lets the stand-in say what it found.
    fn finish(&self) {
        self.device.synchronize().unwrap();
        self.driver.check();
    }
}

/// Runs one of the tests that are ignored here in a process of its own, because it spoils the driver.
fn alone(test: &str, environment: &[(&str, &str)]) {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--include-ignored", "--nocapture"]);
    command.envs(environment.iter().copied());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}\n{errors}");
}

#[test]
fn newer_ptx_is_compiled_anew() {
    alone("ptx_of_a_newer_version", &[]);
}

#[test]
#[ignore = "run by `newer_ptx_is_compiled_anew`"]
fn ptx_of_a_newer_version() {
    let gpu = gpu().unwrap();
    // PTX of the build, where there was an nvcc, is refused; NVRTC's is not.
    gpu.driver.set_newest_ptx(6, 0);
    let x = Array::full([5], 1.0).unwrap();
    let y = gpu.device.run(|| axpy(2.0, &x, &x)).unwrap();
    assert_eq!(y.as_slice(), [3.0; 5]);
    gpu.finish();
}

/// `2 * 1 + 1` by a program with PTX without kernels.
fn call_with_ptx(gpu: &Gpu) -> Result<DynArray, Error> {
    let mut program = axpy::FUNCTION.program().clone();
    program.cuda.ptx = Some(".version 8.7\n.target sm_75\n.address_size 64\n");
    program.cuda.code = &[];
    call(gpu, program)
}

/// `2 * 1 + 1` by a program that differs from that of `axpy` in what the build made of its kernels.
fn call(gpu: &Gpu, mut program: Program) -> Result<DynArray, Error> {
    // Modules are kept by the address of the source.
    program.cuda.source = Box::leak(program.cuda.source.to_owned().into_boxed_str());
    // SAFETY: the kernels are those of the program that was copied.
    let function = unsafe { Function::new(Box::leak(Box::new(program))) };
    let function: &'static Function = Box::leak(Box::new(function));
    let ones = || DynArray::Array { shape: vec![3], data: DynData::F64(vec![1.0; 3]) };
    let arguments = vec![DynArray::Scalar(DynData::F64(vec![2.0])), ones(), ones()];
    let results = gpu.device.run(|| call_dynamic(function, Mode::Fused, &[], arguments))?;
    Ok(results[0].clone())
}

/// Each error that says that this code does not suit this driver. Where NVRTC makes other code, that is what runs.
#[test]
fn refused_ptx_is_compiled_anew() {
    let Some(gpu) = gpu() else { return };
    for code in [200, 209, 218, 221, 222, 223, 225, 300, 302] {
        let before = gpu.driver.counters().module_loads;
        gpu.driver.fail_next("cuModuleLoadDataEx", code);
        let result = call_with_ptx(&gpu).unwrap_or_else(|error| panic!("{code}: {error}"));
        let expected = DynArray::Array { shape: vec![3], data: DynData::F64(vec![3.0; 3]) };
        assert_eq!(result, expected, "{code}");
        assert_eq!(gpu.driver.counters().module_loads - before, 1, "{code}");
    }
    // Refused in both forms: the error says why in both cases.
    gpu.driver.fail_next("cuModuleLoadDataEx", 223);
    gpu.driver.fail_next("cuModuleLoadDataEx", 302);
    let error = call_with_ptx(&gpu).expect_err("the driver refuses everything").to_string();
    for name in ["CUDA_ERROR_JIT_COMPILATION_DISABLED", "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND"]
    {
        assert!(error.contains(name), "{error}");
    }
    // Other failures are none of the code's, and nothing is tried anew.
    gpu.driver.fail_next("cuModuleLoadDataEx", 1);
    let error = call_with_ptx(&gpu).expect_err("the driver fails").to_string();
    assert!(error.contains("CUDA_ERROR_INVALID_VALUE"), "{error}");
    gpu.finish();
    gpu.driver.reset();
}

/// A file as ptxas makes one for an architecture, without anything but its header.
fn code_of(architecture: u8) -> &'static [u8] {
    let mut file = vec![0; 64];
    file[..9].copy_from_slice(b"\x7fELF\x02\x01\x01\x41\x08");
    (file[18], file[32], file[40], file[49]) = (190, 64, 64, architecture);
    Box::leak(file.into_boxed_slice())
}

/// `2 * 1 + 1` by a copy of `axpy` with code of a build.
fn call_with_code(gpu: &Gpu, code: &'static [DeviceCode]) -> Result<DynArray, Error> {
    let mut program = axpy::FUNCTION.program().clone();
    program.cuda.code = code;
    call(gpu, program)
}

#[test]
fn code_of_the_build_is_for_one_architecture() {
    let Some(gpu) = gpu() else { return };
    let Some(ptx) = axpy::FUNCTION.program().cuda.ptx else {
        return println!("skipped: built without nvcc");
    };
    let code: &'static [DeviceCode] = Box::leak(Box::new([80, 90, 100].map(|number| DeviceCode {
        device: Box::leak(format!("sm_{number}").into_boxed_str()),
        bytes: code_of(number),
    })));
    let expected = DynArray::Array { shape: vec![3], data: DynData::F64(vec![3.0; 3]) };
    // Nobody knows the code yet, so it is refused, and PTX takes its place.
    let loads = || gpu.driver.counters().module_loads;
    for (registered, expected_loads) in [(false, 2), (true, 1)] {
        if registered {
            gpu.driver.register_code(code[1].bytes, ptx);
        }
        let before = loads();
        assert_eq!(call_with_code(&gpu, code).unwrap(), expected);
        assert_eq!(loads() - before, expected_loads, "registered: {registered}");
    }
    // Code of other architectures is not even tried.
    let before = loads();
    assert_eq!(call_with_code(&gpu, &code[..1]).unwrap(), expected);
    assert_eq!(loads() - before, 1);
    // Code, PTX and what NVRTC makes: the error names all.
    for error in [209, 222, 302] {
        gpu.driver.fail_next("cuModuleLoadDataEx", error);
    }
    let error = call_with_code(&gpu, code).expect_err("everything is refused").to_string();
    for part in [
        "the code of the build for sm_90: CUDA_ERROR_NO_BINARY_FOR_GPU",
        "the PTX of the build: CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
        "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND",
    ] {
        assert!(error.contains(part), "{part} in {error}");
    }
    gpu.finish();
    gpu.driver.reset();
}

#[test]
fn a_lost_device_says_so() {
    alone("losing_the_device", &[]);
}

#[test]
#[ignore = "run by `a_lost_device_says_so`"]
fn losing_the_device() {
    let gpu = gpu().unwrap();
    let mut x = Array::full([5], 1.0).unwrap();
    let y = gpu.device.run(|| axpy(2.0, &x, &x)).unwrap();
    gpu.driver.fail_next("cuGraphLaunch", 700);
    let error = gpu.device.run(|| axpy(2.0, &x, &y)).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Cuda(CudaError::ContextLost { .. })), "{error}");
    let text = error.to_string();
    assert!(text.contains("stand-in") && text.contains("CUDA_ERROR_ILLEGAL_ADDRESS"), "{text}");
    // From now on everything says so, and the host's arrays are as they were.
    for _ in 0..2 {
        let error = gpu.device.run(|| axpy(2.0, &x, &x)).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), text);
    }
    assert_eq!(y.to_host().map(|_| ()).unwrap_err().to_string(), text);
    assert_eq!(gpu.device.synchronize().unwrap_err().to_string(), text);
    assert_eq!(x.as_mut_slice(), [1.0; 5]);
}

#[test]
fn an_old_driver_is_refused() {
    alone("driver_of_another_time", &[("ARRAY_FN_STANDIN_DRIVER_VERSION", "12020")]);
}

#[test]
#[ignore = "run by `an_old_driver_is_refused`"]
fn driver_of_another_time() {
    StandIn::install().unwrap();
    let error = Device::cuda(0).map(|_| ()).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, Error::Cuda(CudaError::DriverTooOld { .. })), "{text}");
    assert!(text.contains("12.2") && text.contains("12.8"), "{text}");
    assert!(!Device::default().is_gpu(), "the CPU it is");
}

/// `libcuda.so` of a toolkit, against which programs are linked.
#[test]
fn a_stub_is_no_driver() {
    alone("stub_in_place_of_a_driver", &[("ARRAY_FN_STANDIN_STUB", "1")]);
}

#[test]
#[ignore = "run by `a_stub_is_no_driver`"]
fn stub_in_place_of_a_driver() {
    StandIn::install().unwrap();
    let error = Device::cuda(0).map(|_| ()).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, Error::Cuda(CudaError::NoDriver { .. })), "{text}");
    assert!(text.contains("stub") && text.contains("Device::cpu()"), "{text}");
    runs_on_the_cpu();
}

/// A driver on a machine whose GPU was taken away.
#[test]
fn a_driver_without_devices_is_no_reason_to_fail() {
    alone("driver_without_devices", &[]);
}

#[test]
#[ignore = "run by `a_driver_without_devices_is_no_reason_to_fail`"]
fn driver_without_devices() {
    StandIn::install().unwrap().set_device_count(0);
    let error = Device::cuda(0).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Cuda(CudaError::NoDevice { ordinal: 0, count: 0 })), "{error}");
    assert_eq!(error.to_string(), "there is no CUDA device 0: the machine has 0");
    assert_eq!(Device::cuda_count().unwrap(), 0);
    runs_on_the_cpu();
}

fn runs_on_the_cpu() {
    assert_eq!(Device::default(), Device::cpu());
    let x = Array::full([3], 1.0).unwrap();
    assert_eq!(axpy(1.0, &x, &x).unwrap().as_slice(), [2.0; 3]);
}

/// Without the stand-in, in a process of its own: nothing panics.
#[test]
fn without_a_driver() {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    let output = command.args(["--exact", "on_a_machine_as_it_is", "--include-ignored"]).output();
    assert!(output.unwrap().status.success());
}

#[test]
#[ignore = "run by `without_a_driver`"]
fn on_a_machine_as_it_is() {
    let default = Device::default();
    match Device::cuda(0) {
        Ok(device) => assert_eq!(default, device),
        Err(error) => {
            assert_eq!(default, Device::cpu());
            assert!(error.to_string().contains("CUDA"), "{error}");
        }
    }
    let x = Array::full([3], 1.0).unwrap();
    assert_eq!(axpy(1.0, &x, &x).unwrap().as_slice(), [2.0; 3]);
}
