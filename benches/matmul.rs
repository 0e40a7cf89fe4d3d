//! Matrix products by the library and by the kernel of the compiler, in Gflop/s. `matmul.py` prints the same
//! for NumPy: `OPENBLAS_NUM_THREADS=1 python3 benches/matmul.py`. Both take sizes of squares in place of all shapes.

#![allow(missing_docs)]

use array_fn::{Array, Contractions, Device, Element, array_fn};
use std::time::Instant;

array_fn! {
    pub fn product_f64<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        a @ b
    }

    pub fn product_f32<M, K, N>(a: [f32; M, K], b: [f32; K, N]) -> [f32; M, N] {
        a @ b
    }
}

/// Multiplications per measurement, so that small products are repeated.
const WORK: f64 = 2e8;
const ROUNDS: usize = 5;
/// Above as many multiplications only the library is measured.
const LONG: f64 = 2e8;

const SQUARES: [usize; 11] = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048];
/// Of products with short dimensions.
const SHORT: [usize; 5] = [4, 8, 16, 32, 64];

fn main() {
    let mut shapes: Vec<_> =
        std::env::args().filter_map(|s| s.parse().ok()).map(|s| [s; 3]).collect();
    if shapes.is_empty() {
        shapes.extend(SQUARES.map(|s| [s; 3]));
        shapes.extend(SHORT.map(|s| [20_000, s, s]));
        shapes.extend(SHORT.map(|s| [s, 1000, 1000]));
        shapes.extend(SHORT.map(|s| [1000, s, 1000]));
        shapes.extend(SHORT.map(|s| [1000, 1000, s]));
    }
    println!("dtype threads     m     k     n   library    kernel");
    for threads in [1, 2] {
        measure::<f64>("f64", threads, &shapes, |a, b, out| product_f64::into(a, b, out).unwrap());
        measure::<f32>("f32", threads, &shapes, |a, b, out| product_f32::into(a, b, out).unwrap());
    }
}

fn measure<T: Element + From<i8>>(
    name: &str,
    threads: usize,
    shapes: &[[usize; 3]],
    product: impl Fn(&Array<T, 2>, &Array<T, 2>, &mut Array<T, 2>),
) {
    let device = Device::cpu_with_threads(threads);
    for &[m, k, n] in shapes {
        let array = |rows: usize, columns: usize| {
            let elements = (0..rows * columns).map(|i| T::from((i * 5 % 17) as i8 - 8));
            Array::from_slice([rows, columns], &elements.collect::<Vec<_>>()).unwrap()
        };
        let (a, b, mut out) = (array(m, k), array(k, n), array(m, n));
        let multiplications = (m * k * n) as f64;
        let repeats = (WORK / multiplications).ceil().min(2000.0) as usize;
        let mut times = [Contractions::Library, Contractions::Kernels].map(|by| (by, Vec::new()));
        for _ in 0..ROUNDS {
            for (by, times) in &mut times {
                if *by == Contractions::Kernels && multiplications > LONG {
                    continue;
                }
                device.clone().with_contractions(*by).run(|| {
                    product(&a, &b, &mut out);
                    let start = Instant::now();
                    (0..repeats).for_each(|_| product(&a, &b, &mut out));
                    times.push(start.elapsed().as_secs_f64() / repeats as f64);
                });
            }
        }
        let [library, kernel] = times.map(|(_, mut times)| {
            times.sort_by(f64::total_cmp);
            times.get(ROUNDS / 2).map_or(f64::NAN, |time| 2.0 * multiplications / time / 1e9)
        });
        println!("{name:>5} {threads:>7} {m:>5} {k:>5} {n:>5} {library:>9.1} {kernel:>9.1}");
    }
}
