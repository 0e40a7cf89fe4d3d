//! Contractions by the library and by kernels: who computes what, and that both compute the same.

#![allow(missing_docs)]

use array_fn::{Array, Contractions, Device, Error, Plan, array_fn, c32, c64};

array_fn! {
    pub fn product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] { a @ b }
    pub fn product_f32<M, K, N>(a: [f32; K, M], b: [f32; K, N]) -> [f32; M, N] { a.T @ b }
    pub fn add<M, K, N>(a: [f64; M, K], b: [f64; K, N], y: &mut [f64; M, N]) { y += a @ b; }
    pub fn square<N>(a: &mut [f64; N, N]) { a = a @ a; }
    pub fn batches<E, M, K, N>(a: [f64; E, K, M], b: [f64; E, K, N]) -> [f64; E, M, N] {
        einsum("ekm,ekn->emn", a, b)
    }
    pub fn complex<E, M, K, N>(a: [c64; E, M, K], b: [c64; E, K, N]) -> ([c64; E, M, N], [c64; E, N, M]) {
        (a @ b, einsum("emk,ekn->enm", a, b))
    }
    pub fn complex_f32<M, K, N>(a: [c32; K, M], b: [c32; N, K]) -> [c32; M, N] { a.T @ b.T }
    pub fn nearest<B, M, K, N>(a: [f64; B, M, K], b: [f64; N, K]) -> ([i64; B, M], [f64; B, M, N]) {
        let t = tanh(a @ (2 * b).T) + sum(b * b, axis=1);
        (argmin(t, axis=2), t / sum(t, axis=2)[.., .., newaxis])
    }
    pub fn small<B>(a: [f64; B, 8, 8], b: [f64; B, 8, 8]) -> [f64; B, 8, 8] { a @ b }
    pub fn transposed<M, K, N>(a: [f64; M, K], b: [f64; N, K]) -> [f64; M, N] { a @ b.T }
    pub fn pinned<E, N>(a: [f64; N, N], u: [f64; E, N]) -> [f64; E, N]
    where
        N: 4 | 35,
    {
        tanh(u @ a.T)
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

fn matrix(seed: u64, rows: usize, columns: usize) -> Array<f64, 2> {
    Array::from_vec([rows, columns], numbers(seed, rows * columns)).unwrap()
}

fn naive(a: &Array<f64, 2>, b: &Array<f64, 2>) -> Vec<f64> {
    let ([m, k], [_, n]) = (a.shape(), b.shape());
    let (a, b) = (a.to_vec(), b.to_vec());
    let element = |i: usize, j: usize| (0..k).map(|l| a[i * k + l] * b[l * n + j]).sum();
    (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| element(i, j)).collect()
}

#[track_caller]
fn assert_close(got: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(got.len(), expected.len());
    let pairs = got.iter().zip(expected).enumerate();
    for (k, (x, y)) in pairs {
        assert!((x - y).abs() <= tolerance, "element {k}: {x}, not {y}");
    }
}

/// There are products for AVX2 and AVX-512; another library knows the machine's instruction set only.
fn has_library() -> bool {
    std::env::var("ARRAY_FN_ISA").is_ok_and(|isa| isa == "avx2" || isa == "avx512")
        || std::env::var_os("ARRAY_FN_ISA").is_none()
}

/// Whether that of complex numbers is the library's.
fn has_complex() -> bool {
    let avx2 = cfg!(target_arch = "x86_64") && {
        #[cfg(target_arch = "x86_64")]
        let avx2 = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = false;
        avx2
    };
    has_library() && avx2
}

fn by_library(plan: Result<Plan, Error>) -> Vec<bool> {
    plan.unwrap().launches().map(|launch| launch.library).collect()
}

#[test]
fn large_products_agree() {
    let (a, b) = (matrix(1, 300, 257), matrix(2, 257, 129));
    let expected = naive(&a, &b);
    for threads in [1, 2, 5] {
        let device = Device::cpu_with_threads(threads);
        for by in [Contractions::BySize, Contractions::Library, Contractions::Kernels] {
            let device = device.clone().with_contractions(by);
            assert_close(&device.run(|| product(&a, &b)).unwrap().to_vec(), &expected, 1e-12);
            let mut y = matrix(3, 300, 129);
            let sum: Vec<f64> = y.to_vec().iter().zip(&expected).map(|(y, p)| y + p).collect();
            device.run(|| add(&a, &b, &mut y)).unwrap();
            assert_close(&y.to_vec(), &sum, 1e-12);
        }
    }
}

#[test]
fn single_precision_agrees() {
    let (a, b) = (matrix(4, 257, 130), matrix(5, 257, 99));
    let single = |x: &Array<f64, 2>| {
        let elements = x.to_vec().into_iter().map(|x| x as f32).collect();
        Array::<f32, 2>::from_vec(x.shape(), elements).unwrap()
    };
    let double = |x: &Array<f32, 2>| {
        let elements = x.to_vec().into_iter().map(f64::from).collect();
        Array::<f64, 2>::from_vec(x.shape(), elements).unwrap()
    };
    let (a, b) = (single(&a), single(&b));
    let mut transposed = vec![0.0; 130 * 257];
    for (at, x) in double(&a).to_vec().into_iter().enumerate() {
        transposed[at % 130 * 257 + at / 130] = x;
    }
    let expected = naive(&Array::from_vec([130, 257], transposed).unwrap(), &double(&b));
    for by in [Contractions::Library, Contractions::Kernels] {
        let device = Device::cpu_with_threads(3).with_contractions(by);
        let got = device.run(|| product_f32(&a, &b)).unwrap();
        assert_close(&double(&got).to_vec(), &expected, 1e-4);
    }
}

/// Tiles differ with the number of threads, sums do not.
#[test]
fn results_do_not_depend_on_threads() {
    let (a, b) = (matrix(6, 701, 530), matrix(7, 530, 433));
    let run = |threads| Device::cpu_with_threads(threads).run(|| product(&a, &b)).unwrap().to_vec();
    let one = run(1);
    // Few rows, with sums in shorter parts, and columns that are cut.
    let (few, wide) = (matrix(8, 5, 530), matrix(9, 530, 1999));
    let run_few =
        |threads| Device::cpu_with_threads(threads).run(|| product(&few, &wide)).unwrap().to_vec();
    let few_one = run_few(1);
    for threads in [2, 3, 8] {
        assert!(run(threads) == one, "{threads} threads");
        assert!(run_few(threads) == few_one, "{threads} threads");
    }
}

/// The new value of what is read comes from another array.
#[test]
fn operands_are_not_overwritten_early() {
    let a = matrix(8, 150, 150);
    let expected = naive(&a, &a);
    for by in [Contractions::Library, Contractions::Kernels] {
        let mut a = a.clone();
        Device::cpu_with_threads(2).with_contractions(by).run(|| square(&mut a)).unwrap();
        assert_close(&a.to_vec(), &expected, 1e-12);
    }
}

#[test]
fn sizes_decide() {
    let device = Device::cpu_with_threads(2);
    let of = |m: usize, k: usize, n: usize| {
        let never = device.clone().with_contractions(Contractions::Kernels);
        assert_eq!(by_library(product::plan(&never, m, k, n)), [false]);
        by_library(product::plan(&device, m, k, n))
    };
    assert_eq!(of(300, 257, 129), [has_library()]);
    assert_eq!(of(4, 4, 4), [false]);
    assert_eq!(of(1000, 1000, 1), [false]);
    assert_eq!(of(300, 0, 129), [false]);
    // Vectors along the terms of both.
    let of_transposed = |m, k, n| by_library(transposed::plan(&device, m, k, n));
    assert_eq!(of_transposed(300, 200, 129), [has_library()]);
    assert_eq!(of_transposed(300, 200, 3), [false]);
    // What a kernel keeps in registers.
    assert_eq!(by_library(small::plan(&device, 1000)), [false]);
}

/// Both results are products, one of them of the transposed matrices.
#[test]
fn complex_products_agree() {
    let (e, m, k, n) = (3, 70, 41, 53);
    let numbers = |seed, len: usize| -> Vec<c64> {
        numbers(seed, 2 * len).chunks(2).map(|x| c64::new(x[0], x[1])).collect()
    };
    let (a, b) = (numbers(11, e * m * k), numbers(12, e * k * n));
    let a = Array::from_vec([e, m, k], a).unwrap();
    let b = Array::from_vec([e, k, n], b).unwrap();
    let parts = |x: &[c64]| x.iter().flat_map(|x| [x.re, x.im]).collect::<Vec<_>>();
    let run = |threads, by| {
        let device = Device::cpu_with_threads(threads).with_contractions(by);
        let expected = by != Contractions::Kernels && has_complex();
        assert_eq!(by_library(complex::plan(&device, e, m, k, n)), [expected; 2]);
        let (product, transposed) = device.run(|| complex(&a, &b)).unwrap();
        (parts(&product.to_vec()), parts(&transposed.to_vec()))
    };
    let expected = run(1, Contractions::Kernels);
    let one = run(1, Contractions::BySize);
    assert_close(&one.0, &expected.0, 1e-12);
    assert_close(&one.1, &expected.1, 1e-12);
    assert!(run(2, Contractions::BySize) == one && run(5, Contractions::BySize) == one);
}

#[test]
fn complex_products_of_single_precision_agree() {
    let (m, k, n) = (37, 29, 130);
    let numbers = |seed, len: usize| -> Vec<c32> {
        let parts = numbers(seed, 2 * len);
        parts.chunks(2).map(|x| c32::new(x[0] as f32, x[1] as f32)).collect()
    };
    let a = Array::from_vec([k, m], numbers(13, k * m)).unwrap();
    let b = Array::from_vec([n, k], numbers(14, n * k)).unwrap();
    let run = |by| {
        let device = Device::cpu_with_threads(2).with_contractions(by);
        let product = device.run(|| complex_f32(&a, &b)).unwrap().to_vec();
        product.iter().flat_map(|x| [x.re.into(), x.im.into()]).collect::<Vec<f64>>()
    };
    assert_close(&run(Contractions::BySize), &run(Contractions::Kernels), 1e-4);
}

#[test]
fn every_point_of_a_batch_is_computed() {
    let (e, m, k, n) = (7, 65, 40, 50);
    let a = Array::from_vec([e, k, m], numbers(9, e * k * m)).unwrap();
    let b = Array::from_vec([e, k, n], numbers(10, e * k * n)).unwrap();
    let run = |threads, by| {
        let device = Device::cpu_with_threads(threads).with_contractions(by);
        let expected = by != Contractions::Kernels && has_library();
        assert_eq!(by_library(batches::plan(&device, e, m, k, n)), [expected]);
        device.run(|| batches(&a, &b)).unwrap().to_vec()
    };
    let expected = run(1, Contractions::Kernels);
    for threads in [1, 2, 4] {
        assert_close(&run(threads, Contractions::BySize), &expected, 1e-12);
    }
}

/// A product runs with what reads its rows, while a cache holds them; the bits are those of the whole product.
#[test]
fn products_run_in_strips() {
    let (b, m, k, n) = (1500, 2, 24, 40);
    let x = Array::from_vec([b, m, k], numbers(15, b * m * k)).unwrap();
    let y = matrix(16, n, k);
    let run = |threads, by| {
        let device = Device::cpu_with_threads(threads).with_contractions(by);
        let table = nearest::explain(&device, b, m, k, n).unwrap();
        if by == Contractions::BySize && has_library() {
            let product = table.launches.iter().find(|l| l.plan.library).unwrap();
            let strip = product.strip.as_ref().unwrap();
            assert!(strip.rows < b && strip.with.len() >= 2, "{table}");
        }
        let (places, rest) = device.run(|| nearest(&x, &y)).unwrap();
        (places.to_vec(), rest.to_vec())
    };
    let one = run(1, Contractions::BySize);
    for threads in [2, 3] {
        assert!(run(threads, Contractions::BySize) == one);
    }
    let kernels = run(2, Contractions::Kernels);
    assert!(kernels.0 == one.0);
    assert_close(&one.1, &kernels.1, 1e-10);
    // The product of a few rows is that of as many rows of the whole product.
    let device = Device::cpu_with_threads(1);
    let few = Array::from_vec([3, m, k], x.to_vec()[..3 * m * k].to_vec()).unwrap();
    let (_, rest) = device.run(|| nearest(&few, &y)).unwrap();
    assert_close(&rest.to_vec(), &one.1[..3 * m * n], 1e-10);
}

/// What is pinned to small values stays fused.
#[test]
fn pinned_operators_are_one_kernel() {
    for n in [4, 35] {
        assert_eq!(by_library(pinned::plan(&Device::cpu(), 40, n)), [false]);
    }
}
