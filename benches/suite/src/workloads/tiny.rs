//! A thousand elements: what a call costs counts.

use crate::Error;
use crate::random::Random;
use crate::task::{Bound, Prepared};
use array_fn::Array;
use array_fn_workloads::expressions as programs;

const N: usize = 1000;
/// Runs in one sample.
const BATCH: usize = 20;

struct State {
    x: Array<f64, 1>,
    y: Array<f64, 1>,
    out: Array<f64, 1>,
}

fn prepare(
    run: fn(&mut State) -> Result<(), array_fn::Error>,
    expected: impl FnOnce(&[f64], &[f64]) -> Vec<f64>,
) -> Result<Prepared, Error> {
    let mut random = Random::new(2);
    let x: Vec<f64> = (0..N).map(|_| random.unit()).collect();
    let y: Vec<f64> = (0..N).map(|_| random.unit()).collect();
    let expected = expected(&x, &y);
    let state = State {
        x: Array::from_slice([N], &x)?,
        y: Array::from_slice([N], &y)?,
        out: Array::zeros([N])?,
    };
    let task = Box::new(Bound { state, run, results: |state| vec![state.out.to_vec()] });
    let bytes = 3 * 8 * N;
    Ok(Prepared {
        task,
        expected: vec![expected],
        bytes,
        values: N,
        dtype: "f64",
        batch: BATCH,
        elements: 0,
    })
}

pub fn diamond() -> Result<Prepared, Error> {
    prepare(
        |state| programs::diamond::into(&state.x, &state.y, &mut state.out),
        |x, y| {
            let step = |x: f64, y: f64| 0.5 * ((x * 1.01 + y) + (x - 0.5 * y));
            let value = |(&x, &y)| (0..7).fold(x, |x, _| step(x, y));
            x.iter().zip(y).map(value).collect()
        },
    )
}

pub fn diamond_max() -> Result<Prepared, Error> {
    prepare(
        |state| programs::diamond_max::into(&state.x, &state.y, &mut state.out),
        |x, y| {
            let mut x = x.to_vec();
            for _ in 0..6 {
                let r: Vec<f64> = x.iter().zip(y).map(|(x, y)| x + 0.5 * y).collect();
                let top = r.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                x = (0..N).map(|i| ((x[i] * 1.01 + y[i]) + r[i]) / top).collect();
            }
            x
        },
    )
}
