//! Programs whose kernels have alternatives of each kind, and the stand-in that runs them.

use afn_mock_cuda::StandIn;
use array_fn::__rt::Function;
use array_fn::{Device, array_fn};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

array_fn! {
    /// The same code in smaller blocks.
    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] {
        a * x + y
    }

    pub fn accumulate<N>(x: [f64; N], k: &mut [f64; N]) {
        k += 2 * x;
    }

    /// Checks before the kernel.
    pub fn take<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] {
        3 * x[i]
    }

    /// Local arrays in shared memory, with neighbours.
    pub fn faces<E>(q: [f64; 3, E, 10], d: [f64; 10, 10], lift: [f64; 10, 8], other: [index<E * 10>; E, 8])
        -> [f64; 3, E, 10]
    {
        let outside = q.reshape([3, E * 10])[.., other];
        let volume = einsum("ij,vej->vei", d, q);
        volume + einsum("ik,vek->vei", lift, tanh(outside))
    }

    /// In place.
    pub fn step<E>(q: &mut [f64; E, 21], a: [f64; 21, 21], b: [f64; 21, 21]) {
        q += 0.25 * (tanh(q @ a) @ b);
    }

    #[strict]
    pub fn strict_step<E>(q: &mut [f32; E, 16], a: [f32; 16, 16], b: [f32; 16, 16]) {
        q = q + 0.5 * (exp(-abs(q @ a)) @ b);
    }

    /// Blocks with room for few points.
    pub fn large<E>(q: [f64; E, 300], a: [f64; 300, 300]) -> [f64; E, 300] {
        tanh(tanh(q @ a) @ a)
    }

    /// Threads share rows of known length.
    pub fn rows<E>(x: [f32; E, 512]) -> [f32; E, 512] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }

    pub fn sums<E>(x: [f64; E, 512]) -> [f64; E] {
        sum(x * x, axis=1)
    }

    /// Inner loops without local arrays.
    pub fn products<E>(x: [f64; E, 12], a: [f64; 12, 12]) -> [f64; E, 12] {
        x @ a
    }

    /// The same launches again and again.
    pub fn passes<N>(x: &mut [f64; N], n: i64) {
        for _ in 0..n {
            x += 1.0;
        }
    }

    /// One kernel or several.
    pub fn softmaxes<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        softmax(x, axis=1)
    }
}

pub fn functions() -> [&'static Function; 12] {
    [
        &axpy::FUNCTION,
        &accumulate::FUNCTION,
        &take::FUNCTION,
        &faces::FUNCTION,
        &step::FUNCTION,
        &strict_step::FUNCTION,
        &large::FUNCTION,
        &rows::FUNCTION,
        &sums::FUNCTION,
        &products::FUNCTION,
        &passes::FUNCTION,
        &softmaxes::FUNCTION,
    ]
}

/// The stand-in with this test alone on it.
pub struct Gpu {
    pub driver: &'static StandIn,
    pub device: Device,
    _alone: MutexGuard<'static, ()>,
}

/// `None`, with a word, without a C++ compiler.
pub fn gpu() -> Option<Gpu> {
    static ALONE: Mutex<()> = Mutex::new(());
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = StandIn::install().unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("autotune");
    for function in functions() {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    Some(Gpu { driver, device: Device::cuda(0).unwrap(), _alone: alone })
}

impl Gpu {
    /// Waits, and lets the stand-in say what it found.
    pub fn finish(&self) {
        self.device.synchronize().unwrap();
        self.driver.check();
    }
}
