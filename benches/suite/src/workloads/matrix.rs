//! Matrices: neighbours, small products, rows and columns.

use super::wide;
use crate::Error;
use crate::random::Random;
use crate::task::{Bound, Prepared};
use array_fn::Array;
use array_fn_workloads::expressions as programs;

/// Rows, and columns.
const N: usize = 4096;

fn normal(count: usize) -> Vec<f64> {
    let mut random = Random::new(2);
    (0..count).map(|_| random.normal()).collect()
}

pub fn stencil() -> Result<Prepared, Error> {
    let u = normal(N * N);
    let mut expected = Vec::with_capacity((N - 2) * (N - 2));
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            let at = |i: usize, j: usize| u[i * N + j];
            expected.push((at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1)) / 4.0);
        }
    }
    let (bytes, values) = (8 * (u.len() + expected.len()), u.len());
    let state = (Array::from_slice([N, N], &u)?, Array::zeros([N - 2, N - 2])?);
    let task = Box::new(Bound {
        state,
        run: |(u, out): &mut (Array<f64, 2>, Array<f64, 2>)| programs::stencil::into(&*u, out),
        results: |(_, out)| vec![out.to_vec()],
    });
    Ok(Prepared {
        task,
        expected: vec![expected],
        bytes,
        values,
        dtype: "f64",
        batch: 1,
        elements: 0,
    })
}

pub fn matvec<const N: usize>() -> Result<Prepared, Error> {
    let rows = 1_000_000 / N;
    let mut a = normal(N * N + rows * N);
    let x = a.split_off(N * N);
    let mut expected = Vec::with_capacity(x.len());
    for x in x.chunks_exact(N) {
        expected
            .extend(a.chunks_exact(N).map(|a| a.iter().zip(x).map(|(a, x)| a * x).sum::<f64>()));
    }
    let (bytes, values) = (8 * (a.len() + 2 * x.len()), x.len());
    struct State(Array<f64, 2>, Array<f64, 2>, Array<f64, 2>);
    let out = Array::zeros([rows, N])?;
    let task = Box::new(Bound {
        state: State(Array::from_slice([N, N], &a)?, Array::from_slice([rows, N], &x)?, out),
        run: |State(a, x, out)| programs::matvec::into(&*a, &*x, out),
        results: |State(.., out)| vec![out.to_vec()],
    });
    Ok(Prepared {
        task,
        expected: vec![expected],
        bytes,
        values,
        dtype: "f64",
        batch: 1,
        elements: 0,
    })
}

pub fn softmax() -> Result<Prepared, Error> {
    let x: Vec<f32> = normal(N * N).into_iter().map(|x| x as f32).collect();
    let mut expected = Vec::with_capacity(x.len());
    for row in x.chunks_exact(N) {
        let sum: f64 = row.iter().map(|&x| f64::from(x).exp()).sum();
        expected.extend(row.iter().map(|&x| f64::from(x).exp() / sum));
    }
    let (bytes, values) = (2 * 4 * x.len(), x.len());
    let state = (Array::from_slice([N, N], &x)?, Array::zeros([N, N])?);
    let task = Box::new(Bound {
        state,
        run: |(x, out): &mut (Array<f32, 2>, Array<f32, 2>)| programs::softmax::into(&*x, out),
        results: |(_, out)| vec![wide(out.as_slice())],
    });
    Ok(Prepared {
        task,
        expected: vec![expected],
        bytes,
        values,
        dtype: "f32",
        batch: 1,
        elements: 0,
    })
}

pub fn reduce() -> Result<Prepared, Error> {
    let x = normal(N * N);
    let mut sums = vec![0.0; N];
    for row in x.chunks_exact(N) {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    let means = x.chunks_exact(N).map(|row| row.iter().sum::<f64>() / N as f64).collect();
    let mean = sums.iter().sum::<f64>() / x.len() as f64;
    let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / x.len() as f64;
    struct State {
        x: Array<f64, 2>,
        sums: Array<f64, 1>,
        means: Array<f64, 1>,
        deviation: Array<f64, 0>,
    }
    let (bytes, values) = (8 * (x.len() + 2 * N + 1), x.len());
    let task = Box::new(Bound {
        state: State {
            x: Array::from_slice([N, N], &x)?,
            sums: Array::zeros([N])?,
            means: Array::zeros([N])?,
            deviation: Array::zeros([])?,
        },
        run: |s| programs::reduce::into(&s.x, &mut s.sums, &mut s.means, &mut s.deviation),
        results: |s: &State| vec![s.sums.to_vec(), s.means.to_vec(), vec![s.deviation.item()]],
    });
    let expected = vec![sums, means, vec![variance.sqrt()]];
    Ok(Prepared { task, expected, bytes, values, dtype: "f64", batch: 1, elements: 0 })
}
