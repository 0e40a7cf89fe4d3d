//! Functions of many sizes: what a call costs, and what an element costs in each level of memory.

use crate::Error;
use crate::random::Random;
use crate::task::{Bound, Prepared};
use array_fn::Array;
use array_fn_workloads::sizes as programs;

/// Runs in one sample, as the peers have it.
fn batch(elements: usize) -> usize {
    (100_000 / elements).clamp(1, 1000)
}

fn uniform(count: usize) -> Vec<f64> {
    let mut random = Random::new(2);
    (0..count).map(|_| random.unit()).collect()
}

pub fn axpy(n: usize) -> Result<Prepared, Error> {
    let mut x = uniform(2 * n);
    let y = x.split_off(n);
    let expected = x.iter().zip(&y).map(|(x, y)| 2.5 * x + y).collect();
    struct State(Array<f64, 1>, Array<f64, 1>, Array<f64, 1>);
    let state = State(Array::from_slice([n], &x)?, Array::from_slice([n], &y)?, Array::zeros([n])?);
    let task = Box::new(Bound {
        state,
        run: |State(x, y, out)| programs::axpy::into(&*x, &*y, out),
        results: |State(.., out)| vec![out.to_vec()],
    });
    Ok(prepared(task, expected, 3 * 8 * n, n))
}

pub fn gauss(n: usize) -> Result<Prepared, Error> {
    let x = uniform(n);
    let expected = x.iter().map(|x| (-x * x).exp()).collect();
    struct State(Array<f64, 1>, Array<f64, 1>);
    let task = Box::new(Bound {
        state: State(Array::from_slice([n], &x)?, Array::zeros([n])?),
        run: |State(x, out)| programs::gauss::into(&*x, out),
        results: |State(_, out)| vec![out.to_vec()],
    });
    Ok(prepared(task, expected, 2 * 8 * n, n))
}

pub fn sum(n: usize) -> Result<Prepared, Error> {
    let x = uniform(n);
    let expected = vec![x.iter().sum()];
    struct State(Array<f64, 1>, Array<f64, 0>);
    let task = Box::new(Bound {
        state: State(Array::from_slice([n], &x)?, Array::zeros([])?),
        run: |State(x, out)| programs::sum_of::into(&*x, out),
        results: |State(_, out)| vec![out.to_vec()],
    });
    Ok(prepared(task, expected, 8 * (n + 1), n))
}

fn prepared(
    task: Box<dyn crate::task::Task>,
    expected: Vec<f64>,
    bytes: usize,
    values: usize,
) -> Prepared {
    let batch = batch(values);
    Prepared { task, expected: vec![expected], bytes, values, dtype: "f64", batch, elements: 0 }
}
