//! What was measured of one workload: a JSON object a line, as the peers write it too.

use crate::Error;
use crate::task::Prepared;
use crate::timing::Times;
use serde_json::{Value, json};

/// The name of array-fn among its peers.
pub const OWN: &str = "array-fn";

/// One measurement of array-fn. `order` and `K` are 0 where there are no elements.
pub fn own(
    op: &str,
    order: usize,
    threads: usize,
    prepared: &Prepared,
    times: &Times,
) -> Result<Value, Error> {
    let error = prepared.error()?;
    Ok(json!({
        "peer": OWN,
        "op": op,
        "p": order,
        "K": prepared.elements,
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
    }))
}

/// One measurement as it is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub suite: String,
    pub round: usize,
    pub peer: String,
    pub op: String,
    pub order: usize,
    /// Elements of the mesh; 0 where there is none.
    pub elements: usize,
    pub dtype: String,
    pub threads: usize,
    /// Degrees of freedom.
    pub values: usize,
    pub ms: f64,
    pub min_ms: f64,
    pub quartiles: [f64; 2],
    pub gb_s: f64,
    /// Whether the result was right.
    pub right: bool,
}

impl Record {
    /// A record from its line; None where something is missing.
    pub fn read(line: &Value) -> Option<Record> {
        let text = |key: &str| line[key].as_str().map(str::to_owned);
        let count = |key: &str| line[key].as_u64().map(|count| count as usize);
        let number = |key: &str| line[key].as_f64();
        Some(Record {
            suite: text("suite")?,
            round: count("round")?,
            peer: text("peer")?,
            op: text("op")?,
            order: count("p")?,
            elements: count("K").unwrap_or(0),
            dtype: text("dtype")?,
            threads: count("threads")?,
            values: count("dof")?,
            ms: number("ms")?,
            min_ms: number("min_ms")?,
            quartiles: [number("q1_ms")?, number("q3_ms")?],
            gb_s: number("gb_s")?,
            right: line["right"].as_bool()?,
        })
    }
}
