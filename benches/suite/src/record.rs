//! What was measured of one workload: a JSON object a line, as the peers write it too.

use crate::task::Prepared;
use crate::timing::Times;
use serde_json::{Value, json};

/// The peers' name of array-fn.
pub const OWN: &str = "array-fn";

/// One measurement of array-fn. `p` is 0 where there is no polynomial order.
pub fn own(op: &str, p: usize, threads: usize, prepared: &Prepared, times: &Times) -> Value {
    let error = prepared.error();
    json!({
        "peer": OWN,
        "op": op,
        "p": p,
        "dtype": prepared.dtype,
        "device": "cpu",
        "threads": threads,
        "dof": prepared.values,
        "ms": 1e3 * times.median,
        "min_ms": 1e3 * times.least,
        "q1_ms": 1e3 * times.quartiles[0],
        "q3_ms": 1e3 * times.quartiles[1],
        "clean": times.clean,
        "samples": times.all,
        "gb_s": prepared.bytes as f64 / times.median / 1e9,
        // JSON has no infinity.
        "rel": if error.is_finite() { json!(error) } else { Value::Null },
        "right": error < prepared.tolerance(),
    })
}
