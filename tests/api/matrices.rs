//! Products and factors of matrices: the same bits for any number of threads, and products of a matrix and its transpose,
//! of which one half is a copy, those of two matrices.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    /// What has one matrix as both factors.
    pub fn grams<M, N>(x: [f64; M, N], y: [f32; M, N]) -> ([f64; N, N], [f64; M, M], [f32; N, N]) {
        (x.T @ x, x @ x.T, y.T @ y)
    }

    /// The same with factors that nobody knows to be equal.
    pub fn products<M, N>(
        x: [f64; M, N], x2: [f64; M, N], y: [f32; M, N], y2: [f32; M, N],
    ) -> ([f64; N, N], [f64; M, M], [f32; N, N]) {
        (x.T @ x2, x @ x2.T, y.T @ y2)
    }

    /// One for each matrix, sums over two axes.
    pub fn batched<B, M, N>(x: [f64; B, M, N]) -> ([f64; B, N, N], [f64; N, N]) {
        (einsum("bmi,bmj->bij", x, x), einsum("bmi,bmj->ij", x, x))
    }

    pub fn batched_products<B, M, N>(x: [f64; B, M, N], y: [f64; B, M, N]) -> ([f64; B, N, N], [f64; N, N]) {
        (einsum("bmi,bmj->bij", x, y), einsum("bmi,bmj->ij", x, y))
    }

    /// A matrix and its transpose, of which the first rows and the last ones are left out: no symmetric product.
    pub fn shifted<M, N>(x: [f64; M, N]) -> [f64; M - 1, M - 1] {
        x[1..] @ x[..-1].T
    }

    pub fn shifted_products<M, N>(x: [f64; M, N], y: [f64; M, N]) -> [f64; M - 1, M - 1] {
        x[1..] @ y[..-1].T
    }

    /// A product for each matrix, and one whose factors and result are transposed in memory.
    pub fn each<B, M, K, N>(x: [f64; B, M, K], y: [f64; B, K, N]) -> ([f64; B, M, N], [f64; N, B, M]) {
        (x @ y, einsum("bmk,bkn->nbm", x, y))
    }

    /// The sum of every third element, of every second element of rows, and of a column.
    pub fn apart<M, N>(x: [f64; M, N], y: [f64; M]) -> (f64, [f64; M], f64) {
        (sum(y[..;3]), sum(x[.., ..;2], axis=1), sum(x[.., 0]))
    }

    pub fn factors<B, N, K>(a: [f64; B, N, N], b: [f64; B, N, K]) -> ([f64; B, N, N], [f64; B, N, K], [f64; B]) {
        (cholesky(a), solve(a, b), det(a))
    }

    /// The bits of the plain algorithms.
    #[strict]
    pub fn strict_factors<B, N, K>(
        a: [f64; B, N, N], b: [f64; B, N, K],
    ) -> ([f64; B, N, N], [f64; B, N, K], [f64; B]) {
        (cholesky(a), solve(a, b), det(a))
    }
}

fn array<const R: usize>(shape: [usize; R]) -> Result<Array<f64, R>, Error> {
    let value = |k: usize| ((k * 7919 + 13) % 1009) as f64 / 1009.0 - 0.4;
    Array::from_vec(shape, (0..shape.iter().product()).map(value).collect())
}

fn single<const R: usize>(x: &Array<f64, R>) -> Result<Array<f32, R>, Error> {
    Array::from_vec(x.shape(), x.as_slice().iter().map(|value| *value as f32).collect())
}

fn bits<const R: usize>(x: &Array<f64, R>) -> Vec<u64> {
    x.as_slice().iter().map(|value| value.to_bits()).collect()
}

/// Calls `f` with one thread and with several.
fn with_threads(f: impl Fn(usize) -> Result<(), Error>) -> Result<(), Error> {
    [1, 2, 3].into_iter().try_for_each(|n| Device::cpu_with_threads(n).run(|| f(n)))
}

#[test]
fn of_a_matrix_and_its_transpose() -> Result<(), Error> {
    for shape in [[191, 192], [200, 301], [70, 500]] {
        let x = array(shape)?;
        let (x2, y) = (x.clone(), single(&x)?);
        with_threads(|threads| {
            let (a, b, c) = grams(&x, &y)?;
            let (d, e, f) = products(&x, &x2, &y, &y.clone())?;
            assert!(bits(&a) == bits(&d) && bits(&b) == bits(&e), "{shape:?}, {threads} threads");
            assert!(c == f, "{shape:?}, {threads} threads");
            assert!(bits(&shifted(&x)?) == bits(&shifted_products(&x, &x2)?), "{shape:?}, shifted");
            Ok(())
        })?;
    }
    for shape in [[3, 17, 200], [2, 300, 210]] {
        let x = array(shape)?;
        with_threads(|threads| {
            let ((a, b), (c, d)) = (batched(&x)?, batched_products(&x, &x.clone())?);
            assert!(bits(&a) == bits(&c) && bits(&b) == bits(&d), "{shape:?}, {threads} threads");
            Ok(())
        })?;
    }
    Ok(())
}

/// Small matrices are dealt out to threads, large ones shared by them, one or several.
#[test]
fn factors_do_not_depend_on_threads() -> Result<(), Error> {
    for [batch, n, k] in
        [[1, 190, 5], [1, 260, 130], [3, 129, 64], [5, 40, 1], [40, 17, 3], [1, 0, 3]]
    {
        let b = array([batch, n, k])?;
        let a = Array::from_fn([batch, n, n], |[m, i, j]| {
            let (low, high) = (i.min(j), i.max(j));
            let other = ((low * 37 + high * 11 + m) % 101) as f64 / 101.0 - 0.5;
            if i == j { n as f64 } else { other }
        })?;
        let all = || {
            let ((l, x, d), (m, y, e)) = (factors(&a, &b)?, strict_factors(&a, &b)?);
            Ok::<_, Error>(([bits(&l), bits(&x), bits(&d)], [bits(&m), bits(&y), bits(&e)]))
        };
        let one = Device::cpu_with_threads(1).run(all)?;
        for threads in [2, 3, 5] {
            let several = Device::cpu_with_threads(threads).run(all)?;
            assert!(several == one, "{batch} of {n}, {k} columns, {threads} threads");
        }
    }
    Ok(())
}

/// Entries are small whole numbers, so that every order of additions gives the same.
fn whole<const R: usize>(shape: [usize; R]) -> Result<Array<f64, R>, Error> {
    Array::from_vec(shape, (0..shape.iter().product()).map(|k| ((k * 7919) % 13) as f64).collect())
}

#[test]
fn tiny_products_are_those_of_loops() -> Result<(), Error> {
    let extents = [1, 2, 3, 5, 8, 9];
    for (m, k) in extents.into_iter().flat_map(|m| extents.map(|k| (m, k))) {
        for n in extents {
            let (x, y) = (whole([67, m, k])?, whole([67, k, n])?);
            let entry = |b: usize, i: usize, j: usize| -> f64 {
                let term = |t: usize| {
                    x.as_slice()[(b * m + i) * k + t] * y.as_slice()[(b * k + t) * n + j]
                };
                (0..k).map(term).sum()
            };
            with_threads(|threads| {
                let (plain, turned) = Device::cpu_with_threads(threads).run(|| each(&x, &y))?;
                for (b, i) in (0..67).flat_map(|b| (0..m).map(move |i| (b, i))) {
                    for j in 0..n {
                        let expected = entry(b, i, j);
                        assert_eq!(plain.as_slice()[(b * m + i) * n + j], expected, "{m} {k} {n}");
                        assert_eq!(
                            turned.as_slice()[(j * 67 + b) * m + i],
                            expected,
                            "{m} {k} {n}"
                        );
                    }
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}

#[test]
fn sums_of_elements_that_are_apart() -> Result<(), Error> {
    for (m, n) in [(1, 1), (3, 2), (40, 7), (5, 1001), (10_007, 3)] {
        let (x, y) = (whole([m, n])?, whole([m])?);
        let (third, second, column) = apart(&x, &y)?;
        let rows = || x.as_slice().chunks(n);
        let expected: Vec<f64> = rows().map(|row| row.iter().step_by(2).sum()).collect();
        assert_eq!(second.as_slice(), expected);
        assert_eq!(third.to_vec(), [y.as_slice().iter().step_by(3).sum::<f64>()]);
        assert_eq!(column.to_vec(), [rows().map(|row| row[0]).sum::<f64>()]);
    }
    Ok(())
}
