//! The sums of the small sizes, against those that NumPy gives for the same data.

use array_fn::Device;
use array_fn_dataflow::{Outcome, Size, black_scholes, kmeans, pagerank};

fn near(outcome: &Outcome, name: &str, expected: f64, tolerance: f64) {
    let got = outcome.sums[name].as_f64().unwrap_or(f64::NAN);
    assert!((got - expected).abs() <= tolerance * expected.abs(), "{name}: {got}, not {expected}");
}

/// Runs a program with one and two threads, which agree to the bit.
fn run(run: impl Fn(&Device, Size, usize) -> Result<Outcome, array_fn::Error>) -> Outcome {
    let [one, two] = [1, 2].map(|threads| {
        run(&Device::cpu_with_threads(threads), Size::Small, 0).unwrap_or_else(|e| panic!("{e}"))
    });
    assert_eq!(one.sums, two.sums);
    one
}

#[test]
fn clusters() {
    let x = kmeans::data(Size::Small).unwrap_or_else(|e| panic!("{e}")).x;
    let sum: f64 = x.to_vec().iter().sum();
    assert!((sum - 1_004_796.569).abs() < 1e-3, "{sum}");
    let outcome = run(kmeans::run);
    near(&outcome, "sum_c", 100.452_854_556_105_88, 1e-12);
    let shifts = outcome.sums["shifts"].as_array().cloned().unwrap_or_default();
    let shifts: Vec<String> =
        shifts.iter().map(|s| format!("{:.4}", s.as_f64().unwrap_or(f64::NAN))).collect();
    assert_eq!(shifts, ["0.2561", "0.0960", "0.0637", "0.0486", "0.0373"]);
}

#[test]
fn ranks() {
    let outcome = run(pagerank::run);
    assert_eq!(outcome.sums["argmax"], 86_778);
    near(&outcome, "max", 2.008_687_134_68e-5, 1e-11);
    near(&outcome, "sum_r", 1.0, 1e-12);
}

#[test]
fn prices() {
    let outcome = run(black_scholes::run);
    near(&outcome, "sum_call", 298_106.015_147, 1e-11);
    near(&outcome, "sum_put", 3_111_536.196_18, 1e-11);
    near(&outcome, "call_0", 0.439_395_323_007_289_4, 1e-14);
}
