//! Requests and answers, a JSON object a line.

use crate::call::Call;
use crate::inputs::Inputs;
use crate::{Entry, Error, Table, timing};
use array_fn::Device;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Answers the requests on the standard input until it ends: `{"prepare": FUNCTION, "inputs": [..], "results": PREFIX}`
/// calls a function for the first time and writes its results, `{"time": SECONDS}` measures it, `{"drop": true}`
/// frees its operands. Errors are answers, too.
pub fn serve(tables: &[Table]) -> ExitCode {
    let threads = std::env::var("OMP_NUM_THREADS").ok().and_then(|text| text.parse().ok());
    let device = threads.map_or_else(Device::cpu, Device::cpu_with_threads);
    let entries = tables.iter().flat_map(|table| table.iter().copied()).collect();
    let mut server = Server { entries, call: None };
    let result = device.run(|| {
        for line in std::io::stdin().lock().lines() {
            let answer = match server.answer(&line?) {
                Ok(answer) => answer,
                Err(error) => json!({ "error": error.to_string() }),
            };
            let mut output = std::io::stdout().lock();
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        Ok::<(), Error>(())
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Server {
    entries: HashMap<&'static str, Entry>,
    call: Option<Box<dyn Call>>,
}

impl Server {
    fn answer(&mut self, line: &str) -> Result<Value, Error> {
        let request: Value = serde_json::from_str(line)?;
        if let Some(name) = request["prepare"].as_str() {
            self.call = None;
            let entry = self.entries.get(name).ok_or_else(|| format!("no function `{name}`"))?;
            let mut call = entry(&Inputs::new(&request["inputs"])?)?;
            let start = Instant::now();
            let results = call.results(request["results"].as_str().ok_or("no `results`")?);
            let first = start.elapsed().as_secs_f64();
            let results = results?;
            self.call = Some(call);
            return Ok(json!({ "first": first, "results": results }));
        }
        if let Some(seconds) = request["time"].as_f64() {
            return timing::measure(
                &mut **self.call.as_mut().ok_or("nothing is prepared")?,
                seconds,
            );
        }
        if request["drop"] == json!(true) {
            self.call = None;
            return Ok(json!({}));
        }
        Err(format!("not a request: {line}").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests() {
        let entry: Entry = |inputs| {
            let x: array_fn::Array<f64, 1> = inputs.array(0)?;
            Ok(crate::call(move || Ok(x.as_slice().iter().sum::<f64>())))
        };
        let mut server = Server { entries: HashMap::from([("sum", entry)]), call: None };
        assert!(server.answer("{\"time\": 0.0}").is_err());
        let folder = std::env::temp_dir().join(format!("array-fn-sweep-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [x, results] = ["x", "result"].map(|name| folder.join(name).display().to_string());
        std::fs::write(&x, [1.5f64, 2.0].map(f64::to_ne_bytes).concat()).unwrap();
        let inputs = json!([{ "dtype": "f64", "shape": [2], "path": x }]);
        let request = json!({ "prepare": "sum", "inputs": inputs, "results": results });
        let answer = server.answer(&request.to_string()).unwrap();
        assert_eq!(answer["results"][0]["dtype"], "f64");
        assert_eq!(std::fs::read(format!("{results}0")).unwrap(), 3.5f64.to_ne_bytes());
        assert!(server.answer("{\"time\": 0.0}").unwrap()["median"].is_f64());
        server.answer("{\"drop\": true}").unwrap();
        assert!(server.answer("{\"time\": 0.0}").is_err());
        let other = json!({ "prepare": "sum", "results": results,
            "inputs": [{ "dtype": "f32", "shape": [4], "path": x }] });
        let error = server.answer(&other.to_string()).unwrap_err().to_string();
        assert_eq!(error, "operand 0 is of f32, not of f64");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
