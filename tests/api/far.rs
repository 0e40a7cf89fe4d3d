//! Kernels for arrays that no cache holds: all of them, where caches are said to have no bytes.

use std::process::Command;

use array_fn::{Array, Device, Error, array_fn};
use ndarray::{Array1, s};

array_fn! {
    pub fn stencil<M, N>(u: [f64; M + 2, N + 2]) -> [f64; M, N] {
        0.25 * (u[..-2, 1..-1] + u[2.., 1..-1] + u[1..-1, ..-2] + u[1..-1, 2..])
    }

    /// What is written in whole lines of memory, where rows consist of them; layers of it.
    pub fn turned<M, N>(x: [f64; M, N], k: [i64; M, N]) -> ([f64; N, M], [i64; N, M]) { (x.T, k.T) }
    pub fn left<M, N>(x: [f64; M, N]) -> [f64; N, M] { rot90(x) }
    pub fn back<M, N>(x: [f64; M, N]) -> [f64; N, M] { x[..;-1, ..;-1].T }
    pub fn turned_layers<L, M, N>(x: [f64; L, M, N]) -> [f64; L, N, M] { transpose(x, (0, 2, 1)) }

    /// Results of two sizes.
    pub fn mixed<N>(x: [f32; N], y: [f64; N]) -> ([f32; N], [f64; N]) { (2 * x, y - x as f64) }

    pub fn sums<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M], [f64; N], f64) {
        (sum(x * y, axis=1), sum(x, axis=0), sum(x))
    }

    /// The second result is read at once, the parameter before it is overwritten.
    pub fn update<N>(x: [f64; N], y: &mut [f64; N]) -> ([f64; N], [f64; N]) {
        let twice = 2 * x;
        y += twice;
        (sqrt(twice * twice), twice)
    }
}

fn operand<const D: usize>(shape: [usize; D]) -> Array<f64, D> {
    let len = shape.iter().product();
    let value = |k: usize| ((k * 7919) % 1009) as f64;
    Array::from_vec(shape, (0..len).map(value).collect()).expect("the size")
}

const LENGTHS: [usize; 9] = [1, 7, 8, 15, 16, 33, 64, 130, 1001];

#[test]
fn rows_of_results_begin_anywhere() -> Result<(), Error> {
    for threads in [1, 2] {
        let device = Device::cpu_with_threads(threads);
        for n in LENGTHS {
            let (rows, width) = (5, n + 2);
            let u = operand([rows + 2, width]);
            let out = device.run(|| stencil(&u))?;
            for (at, value) in out.as_slice().iter().enumerate() {
                let (i, j) = (at / n + 1, at % n + 1);
                let u = |i: usize, j: usize| u.as_slice()[i * width + j];
                let sum = u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1);
                assert_eq!(*value, 0.25 * sum, "{n} {i} {j}");
            }
        }
    }
    Ok(())
}

#[test]
fn arrays_begin_anywhere() -> Result<(), Error> {
    for n in LENGTHS {
        for begin in 0..9 {
            let (x, y) = (operand([n]), operand([n]));
            let x = Array1::from_iter(x.as_slice().iter().map(|x| *x as f32 / 2.0));
            let mut single = Array1::zeros(n + 17);
            let mut double = Array1::from_elem(n + 17, 0.25);
            let of = s![begin..begin + n];
            mixed::into(&x, &y, &mut single.slice_mut(of), &mut double.slice_mut(of))?;
            for k in 0..n {
                assert_eq!(single[begin + k], 2.0 * x[k]);
                assert_eq!(double[begin + k], y.as_slice()[k] - f64::from(x[k]));
            }
            let outside = |k: &usize| !(begin..begin + n).contains(k);
            assert!((0..n + 17).filter(outside).all(|k| single[k] == 0.0 && double[k] == 0.25));
        }
    }
    Ok(())
}

#[test]
fn sums_ask_for_rows_that_do_not_exist() -> Result<(), Error> {
    for (m, n) in [(1, 1), (3, 70), (70, 3), (40, 257), (257, 40), (300, 300)] {
        let (x, y) = (operand([m, n]), operand([n]));
        let (of_rows, of_columns, total) = sums(&x, &y)?;
        let rows = || x.as_slice().chunks(n);
        let row = |row: &[f64]| row.iter().zip(y.as_slice()).map(|(x, y)| x * y).sum::<f64>();
        assert!(rows().map(row).eq(of_rows.as_slice().iter().copied()), "{m} {n}");
        let column = |j: usize| rows().map(|row| row[j]).sum::<f64>();
        assert!((0..n).map(column).eq(of_columns.as_slice().iter().copied()), "{m} {n}");
        assert_eq!(total.as_slice(), [x.as_slice().iter().sum::<f64>()]);
    }
    Ok(())
}

#[test]
fn columns_become_rows() -> Result<(), Error> {
    let sides = [16, 24, 31, 64, 130, 136];
    for (m, n) in sides.iter().flat_map(|&m| sides.map(|n| (m, n))) {
        let (x, layers) = (operand([m, n]), operand([3, m, n]));
        let k = Array::from_vec([m, n], x.as_slice().iter().map(|x| *x as i64).collect())?;
        for threads in [1, 3] {
            let all = || {
                Ok::<_, Error>((turned(&x, &k)?, turned_layers(&layers)?, (left(&x)?, back(&x)?)))
            };
            let ((y, l), z, (left, back)) = Device::cpu_with_threads(threads).run(all)?;
            for at in 0..m * n {
                let from = at % m * n + at / m;
                assert_eq!(y.as_slice()[at], x.as_slice()[from], "{at} of {m} {n}");
                assert_eq!(l.as_slice()[at], k.as_slice()[from], "{at} of {m} {n}");
                let reversed = n - 1 - at / m;
                let [of_left, of_back] = [at % m, m - 1 - at % m].map(|i| i * n + reversed);
                assert_eq!(left.as_slice()[at], x.as_slice()[of_left], "{at} of {m} {n}");
                assert_eq!(back.as_slice()[at], x.as_slice()[of_back], "{at} of {m} {n}");
                for layer in [0, m * n, 2 * m * n] {
                    let [to, from] = [at, from].map(|at| layer + at);
                    assert_eq!(z.as_slice()[to], layers.as_slice()[from], "{to} of {m} {n}");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn what_is_read_again_is_there() -> Result<(), Error> {
    for n in LENGTHS {
        let (x, mut y) = (operand([n]), operand([n]));
        let (magnitude, twice) = update(&x, &mut y)?;
        let expected: Vec<f64> = x.as_slice().iter().map(|x| 2.0 * x).collect();
        assert_eq!(twice.as_slice(), expected);
        assert_eq!(magnitude.as_slice(), expected);
        assert!(y.as_slice().iter().zip(x.as_slice()).all(|(y, x)| *y == 3.0 * x));
    }
    Ok(())
}

/// What a cache holds is found out once in a process.
#[test]
fn with_caches_of_no_bytes() {
    if std::env::var_os("ARRAY_FN_CACHE_BYTES").is_some() {
        return;
    }
    for isa in ["avx2", "avx512"] {
        let mut tests = Command::new(std::env::current_exe().expect("a path"));
        tests.arg("far::").env("ARRAY_FN_CACHE_BYTES", "0").env("ARRAY_FN_ISA", isa);
        let output = tests.output().expect("the tests run");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains(" 6 passed"), "{isa}:\n{text}");
    }
}
