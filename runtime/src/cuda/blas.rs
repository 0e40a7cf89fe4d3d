//! cuBLAS, which is looked for at run time. If it is not found, kernels run instead.

use cudarc::cublas::sys::{
    self as blas, cublasHandle_t, cublasMath_t, cublasOperation_t, cublasPointerMode_t,
};

use super::CudaError;
use super::capture::Capturer;
use super::context::Context;
use super::memory::Memory;
use super::product::{Matrix, Product};
use super::raw::RawGraph;
use super::stream::Stream;

/// The functions of the library that array-fn calls. Its results are numbers, 0 for success.
mod library {
    use std::ffi::{c_int, c_longlong, c_void};

    use cudarc::cublas::sys::{
        cublasHandle_t, cublasMath_t, cublasOperation_t, cublasPointerMode_t, cudaStream_t, culib,
    };

    use crate::cuda::foreign::foreign;

    foreign! {
        culib, u32;
        fn cublasCreate_v2(handle: *mut cublasHandle_t);
        fn cublasDestroy_v2(handle: cublasHandle_t);
        fn cublasSetStream_v2(handle: cublasHandle_t, stream: cudaStream_t);
        fn cublasSetWorkspace_v2(handle: cublasHandle_t, start: *mut c_void, bytes: usize);
        fn cublasSetPointerMode_v2(handle: cublasHandle_t, mode: cublasPointerMode_t);
        fn cublasSetMathMode(handle: cublasHandle_t, mode: cublasMath_t);
        fn cublasSgemmStridedBatched(
            handle: cublasHandle_t, first: cublasOperation_t, second: cublasOperation_t,
            m: c_int, n: c_int, k: c_int, alpha: *const f32,
            a: *const f32, a_leading: c_int, a_stride: c_longlong,
            b: *const f32, b_leading: c_int, b_stride: c_longlong, beta: *const f32,
            c: *mut f32, c_leading: c_int, c_stride: c_longlong, batch: c_int,
        );
        fn cublasDgemmStridedBatched(
            handle: cublasHandle_t, first: cublasOperation_t, second: cublasOperation_t,
            m: c_int, n: c_int, k: c_int, alpha: *const f64,
            a: *const f64, a_leading: c_int, a_stride: c_longlong,
            b: *const f64, b_leading: c_int, b_stride: c_longlong, beta: *const f64,
            c: *mut f64, c_leading: c_int, c_stride: c_longlong, batch: c_int,
        );
    }
}

/// A handle of cuBLAS, used by one thread at a time. It lives as long as the process.
pub(super) struct Blas {
    handle: cublasHandle_t,
    captured: Capturer,
}

// SAFETY: the handle may be used from any thread, one at a time.
unsafe impl Send for Blas {}

impl Blas {
    /// The handle, or the reason why there is none.
    pub(super) fn new(context: &'static Context) -> Result<Blas, String> {
        // SAFETY: opens the library of cuBLAS, whose constructors are made for that.
        if !unsafe { blas::is_culib_present() } {
            return Err("the library (libcublas.so) was not found".to_owned());
        }
        // SAFETY: the library is there.
        let found = unsafe { blas::culib() };
        // SAFETY: the symbol is only looked up; its type does not matter then.
        let has =
            |name: &str| unsafe { found.get::<unsafe extern "C" fn()>(name.as_bytes()).is_ok() };
        if let Some(missing) = library::NAMES.iter().find(|name| !has(name)) {
            return Err(format!("the library lacks {missing}"));
        }
        let _current = context.bind().map_err(|error| error.to_string())?;
        let captured = Capturer::new(context).map_err(|error| error.to_string())?;
        let mut handle = std::ptr::null_mut();
        // SAFETY: the context is current; a handle is written.
        let created = unsafe { library::cublasCreate_v2(&raw mut handle) };
        check("cublasCreate_v2", created).map_err(|error| error.to_string())?;
        // SAFETY: the handle was made just now. Factors are read while a call is made; single precision
        // stays so, because the default mode allows no format with fewer bits.
        let set_up = unsafe {
            let host = cublasPointerMode_t::CUBLAS_POINTER_MODE_HOST;
            check("cublasSetPointerMode_v2", library::cublasSetPointerMode_v2(handle, host))
                .and_then(|()| {
                    let mode = cublasMath_t::CUBLAS_DEFAULT_MATH;
                    check("cublasSetMathMode", library::cublasSetMathMode(handle, mode))
                })
        };
        if let Err(error) = set_up {
            // SAFETY: the handle is alive and not used again.
            unsafe { library::cublasDestroy_v2(handle) };
            return Err(error.to_string());
        }
        Ok(Blas { handle, captured })
    }

    /// The bytes of the workspace of a call: as many as cuBLAS allocates by default.
    pub(super) fn workspace_bytes(context: &Context) -> usize {
        if context.capability.0 >= 9 { 32 << 20 } else { 4 << 20 }
    }

    /// Puts a product on a stream. The context must be current.
    ///
    /// # Safety
    /// - `buffer` must give the addresses of the launch's buffers, and the product must be made for its dimensions.
    /// - Work that is put on the stream now may use all of this memory.
    /// - Nothing else may use the workspace at the same time.
    pub(super) unsafe fn submit(
        &self,
        stream: &Stream,
        product: &Product,
        buffer: &dyn Fn(usize) -> u64,
        workspace: &Memory,
    ) -> Result<(), CudaError> {
        // SAFETY: the handles are alive.
        let result = unsafe { library::cublasSetStream_v2(self.handle, stream.raw().cast()) };
        check("cublasSetStream_v2", result)?;
        // This comes second, because setting a stream resets the workspace.
        let start = pointer(workspace.address(), 0);
        // SAFETY: the memory has these bytes.
        let result =
            unsafe { library::cublasSetWorkspace_v2(self.handle, start, workspace.bytes()) };
        check("cublasSetWorkspace_v2", result)?;
        for call in &product.calls {
            let size = if product.single { 4 } else { 8 };
            let at = |matrix: &Matrix, offset: i64| pointer(buffer(matrix.buffer), offset * size);
            let first = at(&product.first, call.first);
            let second = at(&product.second, call.second);
            let out = at(&product.out, call.out);
            macro_rules! multiply {
                ($function:ident, $element:ty) => {{
                    let (one, add): ($element, $element) = (1.0, if call.add { 1.0 } else { 0.0 });
                    // SAFETY: all elements that the product steps through are elements of the buffers,
                    // because the program's own kernel reads and writes the same ones; the result is
                    // neither operand.
                    let status = unsafe {
                        library::$function(
                            self.handle,
                            operation(&product.first),
                            operation(&product.second),
                            product.m,
                            product.n,
                            product.k,
                            &raw const one,
                            first.cast(),
                            product.first.leading,
                            product.first.batch,
                            second.cast(),
                            product.second.leading,
                            product.second.batch,
                            &raw const add,
                            out.cast(),
                            product.out.leading,
                            product.out.batch,
                            product.batch,
                        )
                    };
                    check(stringify!($function), status)?;
                }};
            }
            match product.single {
                true => multiply!(cublasSgemmStridedBatched, f32),
                false => multiply!(cublasDgemmStridedBatched, f64),
            }
        }
        Ok(())
    }

    /// Captures as a graph the work that [`Blas::submit`] would put on a stream.
    ///
    /// # Safety
    /// As for [`Blas::submit`], at each launch of the graph.
    pub(super) unsafe fn capture(
        &self,
        product: &Product,
        buffer: &dyn Fn(usize) -> u64,
        workspace: &Memory,
    ) -> Result<RawGraph, CudaError> {
        // SAFETY: promised by the caller.
        self.captured.capture(&|stream| unsafe { self.submit(stream, product, buffer, workspace) })
    }
}

fn operation(matrix: &Matrix) -> cublasOperation_t {
    match matrix.transposed {
        false => cublasOperation_t::CUBLAS_OP_N,
        true => cublasOperation_t::CUBLAS_OP_T,
    }
}

/// An address on the device, as a pointer that cuBLAS takes.
fn pointer(address: u64, bytes: i64) -> *mut std::ffi::c_void {
    std::ptr::without_provenance_mut(address.wrapping_add_signed(bytes) as usize)
}

fn check(call: &'static str, status: u32) -> Result<(), CudaError> {
    if status == 0 {
        return Ok(());
    }
    let text = "cuBLAS refuses the call".to_owned();
    Err(CudaError::Driver { call, name: format!("status {status}"), text })
}
