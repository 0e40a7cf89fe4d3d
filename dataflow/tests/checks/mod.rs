//! What the sums of the small sizes have to be: those that NumPy gives for the same data.

use array_fn_dataflow::Outcome;

fn near(outcome: &Outcome, name: &str, expected: f64, tolerance: f64) {
    let got = outcome.sums[name].as_f64().unwrap_or(f64::NAN);
    assert!((got - expected).abs() <= tolerance * expected.abs(), "{name}: {got}, not {expected}");
}

pub fn clusters(outcome: &Outcome) {
    near(outcome, "sum_c", 100.452_854_556_105_88, 1e-12);
    let shifts = outcome.sums["shifts"].as_array().cloned().unwrap_or_default();
    let shifts: Vec<String> =
        shifts.iter().map(|s| format!("{:.4}", s.as_f64().unwrap_or(f64::NAN))).collect();
    assert_eq!(shifts, ["0.2561", "0.0960", "0.0637", "0.0486", "0.0373"]);
}

pub fn ranks(outcome: &Outcome) {
    assert_eq!(outcome.sums["argmax"], 86_778);
    near(outcome, "max", 2.008_687_134_68e-5, 1e-11);
    near(outcome, "sum_r", 1.0, 1e-12);
}

pub fn prices(outcome: &Outcome) {
    near(outcome, "sum_call", 298_106.015_147, 1e-11);
    near(outcome, "sum_put", 3_111_536.196_18, 1e-11);
    near(outcome, "call_0", 0.439_395_323_007_289_4, 1e-14);
}

pub fn neighbours(outcome: &Outcome) {
    assert_eq!(outcome.sums["objects"], 3059);
    assert_eq!(outcome.sums["pairs"], 3142);
    assert_eq!(outcome.sums["id_sum"], 2_093_614_315_393_802_358_u64);
}

pub fn records(outcome: &Outcome) {
    assert_eq!(outcome.sums["byte_sum"], 12_750_373_258_u64);
    assert_eq!(outcome.sums["first"], "000011cc33d69cce1c2c");
    assert_eq!(outcome.sums["last"], "ffffe61de1ae62366222");
    assert_eq!(outcome.sums["sorted"], true);
}

pub fn trees(outcome: &Outcome) {
    let levels = serde_json::json!([
        [3],
        [7, 7, 7, 0],
        [5, 5, 11, 11, 11, 11, 11, 0, 11, 0, 0, 0, 1, 1, 1, 1]
    ]);
    assert_eq!(outcome.sums["levels"], levels);
    near(outcome, "accuracy", 0.896_84, 1e-12);
}

pub fn scores(outcome: &Outcome) {
    near(outcome, "sum_score", 125_790.148_223_391_04, 1e-13);
    let top = outcome.sums["top"].as_array().cloned().unwrap_or_default();
    assert_eq!(top.len(), 10);
    assert_eq!(top[..4], [150_981, 161_374, 166_195, 83_613].map(serde_json::Value::from));
}
