//! Ten million elements, each by itself.

use super::wide;
use crate::Error;
use crate::random::Random;
use crate::task::{Bound, Prepared};
use array_fn::Array;
use array_fn_workloads::expressions as programs;

const N: usize = 10_000_000;

pub fn where_plus_one() -> Result<Prepared, Error> {
    let mut random = Random::new(2);
    let c: Vec<bool> = (0..N).map(|_| random.unit() < 0.5).collect();
    let a: Vec<f64> = (0..N).map(|_| random.unit()).collect();
    let b: Vec<f64> = (0..N).map(|_| random.unit()).collect();
    let expected = (0..N).map(|i| if c[i] { a[i] } else { b[i] } + 1.0).collect();
    struct State(Array<bool, 1>, Array<f64, 1>, Array<f64, 1>, Array<f64, 1>);
    let state = State(
        Array::from_slice([N], &c)?,
        Array::from_slice([N], &a)?,
        Array::from_slice([N], &b)?,
        Array::zeros([N])?,
    );
    let task = Box::new(Bound {
        state,
        run: |State(c, a, b, out)| programs::where_plus_one::into(&*c, &*a, &*b, out),
        results: |State(.., out)| vec![out.to_vec()],
    });
    let bytes = N * (1 + 3 * 8);
    Ok(Prepared {
        task,
        expected: vec![expected],
        bytes,
        values: N,
        dtype: "f64",
        batch: 1,
        elements: 0,
    })
}

fn normal_cdf(d: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.2316419 * d.abs());
    let coefficients = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
    let poly = coefficients.iter().fold(0.0, |sum, c| k * (c + sum));
    let tail = 0.39894228 * (-0.5 * d * d).exp() * poly;
    if d < 0.0 { tail } else { 1.0 - tail }
}

/// Prices of a call and a put.
fn prices(spot: f64, strike: f64, years: f64) -> (f64, f64) {
    let (rate, vol) = (0.02, 0.3);
    let root = vol * years.sqrt();
    let d1 = ((spot / strike).ln() + (rate + 0.5 * vol * vol) * years) / root;
    let (n1, n2) = (normal_cdf(d1), normal_cdf(d1 - root));
    let present = strike * (-rate * years).exp();
    (spot * n1 - present * n2, present * (1.0 - n2) - spot * (1.0 - n1))
}

pub fn black_scholes() -> Result<Prepared, Error> {
    let mut random = Random::new(2);
    let mut uniform =
        |low, high| -> Vec<f32> { (0..N).map(|_| random.uniform(low, high) as f32).collect() };
    let (s, x, t) = (uniform(5.0, 30.0), uniform(1.0, 100.0), uniform(0.25, 10.0));
    let value = |i| prices(f64::from(s[i]), f64::from(x[i]), f64::from(t[i]));
    let (calls, puts) = (0..N).map(value).unzip();
    struct State {
        inputs: [Array<f32, 1>; 3],
        call: Array<f32, 1>,
        put: Array<f32, 1>,
    }
    let inputs =
        [Array::from_slice([N], &s)?, Array::from_slice([N], &x)?, Array::from_slice([N], &t)?];
    let task = Box::new(Bound {
        state: State { inputs, call: Array::zeros([N])?, put: Array::zeros([N])? },
        run: |State { inputs: [s, x, t], call, put }| {
            programs::black_scholes::into(&*s, &*x, &*t, call, put)
        },
        results: |state| vec![wide(state.call.as_slice()), wide(state.put.as_slice())],
    });
    let bytes = 5 * 4 * N;
    Ok(Prepared {
        task,
        expected: vec![calls, puts],
        bytes,
        values: N,
        dtype: "f32",
        batch: 1,
        elements: 0,
    })
}
