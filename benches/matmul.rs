//! Matrix products by the library and by the kernel of the compiler, in Gflop/s. `matmul.py` prints the same
//! for NumPy: `OPENBLAS_NUM_THREADS=1 python3 benches/matmul.py`.

use array_fn::{Array, Contractions, Device, Operand, array_fn};
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
const ROUNDS: usize = 7;

fn main() {
    println!("{:>5} {:>8} {:>6} {:>9} {:>9}", "dtype", "threads", "size", "library", "kernel");
    for threads in [1, 2] {
        measure::<f64>("f64", threads, |a, b, out| product_f64::into(a, b, out).unwrap());
        measure::<f32>("f32", threads, |a, b, out| product_f32::into(a, b, out).unwrap());
    }
}

fn measure<T: array_fn::Element + From<i8>>(
    name: &str,
    threads: usize,
    product: impl Fn(&Array<T>, &Array<T>, &mut Array<T>),
) where
    Array<T>: Operand,
{
    let device = Device::cpu_with_threads(threads);
    for size in [16usize, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048] {
        let elements = |step: usize| (0..size * size).map(|i| T::from((i * step % 17) as i8 - 8));
        let array = |step| Array::from_vec([size, size], elements(step).collect()).unwrap();
        let (a, b, mut out) = (array(3), array(5), array(7));
        let multiplications = (size as f64).powi(3);
        let repeats = (WORK / multiplications).ceil().min(2000.0) as usize;
        let mut times = [Contractions::Library, Contractions::Kernels].map(|by| (by, Vec::new()));
        for _ in 0..ROUNDS {
            for (by, times) in &mut times {
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
            2.0 * multiplications / times[ROUNDS / 2] / 1e9
        });
        println!("{name:>5} {threads:>8} {size:>6} {library:>9.1} {kernel:>9.1}");
    }
}
