//! The sums of the small sizes, against those that NumPy gives for the same data.

use array_fn::Device;
use array_fn_dataflow::{
    Outcome, Size, black_scholes, bm25f, id3, kmeans, pagerank, skyserver, terasort,
};

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

#[test]
fn neighbours() {
    let outcome = run(skyserver::run);
    assert_eq!(outcome.sums["objects"], 3059);
    assert_eq!(outcome.sums["pairs"], 3142);
    assert_eq!(outcome.sums["id_sum"], 2_093_614_315_393_802_358_u64);
}

#[test]
fn records() {
    let outcome = run(terasort::run);
    assert_eq!(outcome.sums["byte_sum"], 12_750_373_258_u64);
    assert_eq!(outcome.sums["first"], "000011cc33d69cce1c2c");
    assert_eq!(outcome.sums["last"], "ffffe61de1ae62366222");
    assert_eq!(outcome.sums["sorted"], true);
}

#[test]
fn trees() {
    let outcome = run(id3::run);
    let levels = serde_json::json!([
        [3],
        [7, 7, 7, 0],
        [5, 5, 11, 11, 11, 11, 11, 0, 11, 0, 0, 0, 1, 1, 1, 1]
    ]);
    assert_eq!(outcome.sums["levels"], levels);
    near(&outcome, "accuracy", 0.896_84, 1e-12);
}

#[test]
fn scores() {
    let outcome = run(bm25f::run);
    near(&outcome, "sum_score", 125_790.148_223_391_04, 1e-13);
    let top = outcome.sums["top"].as_array().cloned().unwrap_or_default();
    assert_eq!(top.len(), 10);
    assert_eq!(top[..4], [150_981, 161_374, 166_195, 83_613].map(serde_json::Value::from));
}

/// Keys that agree in their first 8 bytes, and whole keys that agree, whose records stay in their order.
#[test]
fn records_of_equal_keys() {
    let keys = [[2, 9, 1], [1, 0, 7], [2, 3, 200], [1, 0, 7], [1, 0, 3], [2, 9, 0]];
    let record = |k: usize| {
        let [first, ninth, tenth] = keys[k];
        let mut record = [0u8; terasort::RECORD];
        (record[0], record[8], record[9], record[99]) = (first, ninth, tenth, k as u8);
        record
    };
    let bytes = (0..keys.len()).flat_map(record).collect();
    let shape = [keys.len(), terasort::RECORD];
    let records = array_fn::Array::from_vec(shape, bytes).unwrap_or_else(|e| panic!("{e}"));
    let mut sorted = records.clone();
    terasort::terasort(&records, &mut sorted).unwrap_or_else(|e| panic!("{e}"));
    let last: Vec<u8> = sorted.as_slice().chunks(terasort::RECORD).map(|r| r[99]).collect();
    assert_eq!(last, [4, 1, 3, 2, 5, 0]);
}
