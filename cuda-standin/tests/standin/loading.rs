//! Loading: which driver this is, PTX, NVRTC, errors.

use crate::support::*;
use cudarc::driver::sys::*;
use std::ffi::{CStr, CString, c_void};
use std::ptr::null_mut;

#[test]
fn the_stand_in_is_the_driver() {
    let Some(cuda) = cuda() else { return };
    assert_eq!(device_name(), "array-fn stand-in");
    let (mut version, mut major) = (0, 0);
    ok(call!(cuDriverGetVersion(&mut version)));
    let capability = CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
    ok(call!(cuDeviceGetAttribute(&mut major, capability, 0)));
    assert_eq!((version, major), (13000, 9));
    let error = cudarc::driver::DriverError(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    assert!(error.to_string().contains("CUDA_ERROR_ILLEGAL_ADDRESS"), "{error}");
    cuda.standin.check();
}

fn load(ptx: &str) -> (CUresult, String) {
    let (ptx, mut log, mut module) = (CString::new(ptx).unwrap(), [0u8; 500], null_mut());
    let mut options =
        [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    let size = std::ptr::without_provenance_mut::<c_void>(log.len());
    let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), size];
    let result = call!(cuModuleLoadDataEx(
        &mut module,
        ptx.as_ptr().cast(),
        2,
        options.as_mut_ptr(),
        values.as_mut_ptr()
    ));
    if result == OK {
        ok(call!(cuModuleUnload(module)));
    }
    (result, CStr::from_bytes_until_nul(&log).unwrap().to_string_lossy().into_owned())
}

#[test]
fn ptx_that_is_too_new_or_garbage_is_refused_with_a_log() {
    let Some(cuda) = cuda() else { return };
    let (result, log) = load("garbage");
    assert_eq!(result, CUresult::CUDA_ERROR_INVALID_PTX);
    assert!(log.contains("missing .version"), "{log}");
    let (result, log) = load(".version 9.5\n.target sm_90\n");
    assert_eq!(result, CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    assert!(log.contains("9.5"), "{log}");
    cuda.standin.set_newest_ptx(9, 5);
    let (result, log) = load(".version 9.5\n.target sm_90\n.address_size 64\n");
    cuda.standin.set_newest_ptx(9, 0);
    assert_eq!(result, CUresult::CUDA_ERROR_INVALID_PTX);
    assert!(log.contains("no source is registered"), "{log}");
}

#[test]
fn nvrtc_makes_ptx_that_carries_its_source() {
    let Some(cuda) = cuda() else { return };
    let ptx = cudarc::nvrtc::compile_ptx(SOURCE).unwrap();
    assert_eq!(load(&ptx.to_src()), (OK, String::new()));
    let error = cudarc::nvrtc::compile_ptx("#error no").unwrap_err();
    assert!(format!("{error:?}").contains("#error"), "{error:?}");
    cuda.standin.check();
}

#[test]
fn functions_tell_their_parameters() {
    let Some(cuda) = cuda() else { return };
    let scale = cuda.function("scale");
    let (mut offset, mut size) = (0, 0);
    ok(call!(cuFuncGetParamInfo(scale, 3, &mut offset, &mut size)));
    assert_eq!((offset, size), (24, 8));
    assert_eq!(call!(cuFuncGetParamInfo(scale, 4, &mut offset, &mut size)), INVALID);
    cuda.standin.check();
}

#[test]
fn calls_fail_when_a_test_wants_them_to() {
    let Some(cuda) = cuda() else { return };
    let mut pointer = 0;
    cuda.standin.fail_next("cuMemAllocAsync", CUresult::CUDA_ERROR_OUT_OF_MEMORY as u32);
    let failed = call!(cuMemAllocAsync(&mut pointer, 8, null_mut()));
    assert_eq!(failed, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    ok(call!(cuMemAllocAsync(&mut pointer, 8, null_mut())));
    ok(call!(cuMemFreeAsync(pointer, null_mut())));
    ok(call!(cuCtxSynchronize()));
    cuda.standin.check();
}

#[test]
fn calls_need_a_current_context() {
    let Some(cuda) = cuda() else { return };
    let mut context = null_mut();
    ok(call!(cuCtxGetCurrent(&mut context)));
    ok(call!(cuCtxSetCurrent(null_mut())));
    let none = CUresult::CUDA_ERROR_INVALID_CONTEXT;
    let (mut address, mut stream, mut pinned) = (0, null_mut(), null_mut());
    assert_eq!(call!(cuMemAllocAsync(&mut address, 8, null_mut())), none);
    assert_eq!(call!(cuMemAllocHost_v2(&mut pinned, 8)), none);
    assert_eq!(call!(cuStreamCreate(&mut stream, 1)), none);
    assert_eq!(call!(cuCtxSynchronize()), none);
    ok(call!(cuCtxSetCurrent(context)));
    ok(call!(cuCtxSynchronize()));
    cuda.standin.check();
}

#[test]
fn code_of_a_device_does_not_depend_on_the_version_of_ptx() {
    let Some(cuda) = cuda() else { return };
    let compile = |architecture: &str| {
        use cudarc::nvrtc::{result, sys};
        let source = CString::new(SOURCE).unwrap();
        let program = result::create_program(&source, None).unwrap();
        let option = format!("--gpu-architecture={architecture}");
        // SAFETY: the program is alive until it is destroyed; a size is written, and as many bytes.
        unsafe {
            result::compile_program(program, &[option]).unwrap();
            let mut bytes = 0;
            assert_eq!(sys::nvrtcGetCUBINSize(program, &raw mut bytes) as u32, 0);
            let mut code = vec![0u8; bytes];
            assert_eq!(sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()) as u32, 0);
            result::destroy_program(program).unwrap();
            code
        }
    };
    let load = |code: &[u8]| {
        let mut module = null_mut();
        let loaded = call!(cuModuleLoadData(&mut module, code.as_ptr().cast()));
        if loaded == OK {
            ok(call!(cuModuleUnload(module)));
        }
        loaded
    };
    cuda.standin.set_newest_ptx(6, 0);
    let outcomes = [load(&compile("sm_90")), load(&compile("sm_80"))];
    cuda.standin.set_newest_ptx(9, 0);
    assert_eq!(outcomes, [OK, CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU]);
    assert!(compile("compute_90").is_empty());
    cuda.standin.check();
}
