//! One case: operands, the comparison of results, and turns.

use super::generated::scripts;
use super::process::Process;
use crate::Error;
use crate::options::Sweep;
use crate::record::OWN;
use crate::statistics::median;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::path::Path;
use std::time::{Duration, Instant};

/// No new round begins in a case that has taken so many seconds.
const PATIENCE: f64 = 8.0;

/// Before each turn: threads of libraries wait for more work at full speed for some time, on cores that the next one needs.
const REST: Duration = Duration::from_millis(10);

/// The two processes.
pub struct Pair {
    own: Process,
    peers: Process,
}

impl Pair {
    pub fn start(
        options: &Sweep,
        program: &Path,
        threads: usize,
        cores: usize,
    ) -> Result<Pair, Error> {
        let complaints = || {
            let file = options.out.join("complaints.txt");
            OpenOptions::new().create(true).append(true).open(file)
        };
        let python = [options.python.clone().into(), scripts().join("peer.py").into()];
        Ok(Pair {
            own: Process::start(&[program.into()], threads, cores, complaints()?)?,
            peers: Process::start(&python, threads, cores, complaints()?)?,
        })
    }

    /// What a case's line has beside the case itself. A function that fails, or whose result is wrong, is not timed.
    ///
    /// # Errors
    /// A process has ended.
    pub fn case(&mut self, options: &Sweep, case: &Value, folder: &Path) -> Result<Value, Error> {
        let prepare = json!({ "prepare": case, "folder": folder, "peers": options.peers });
        let prepared = match self.peers.ask(&prepare)? {
            Ok(prepared) => prepared,
            Err(error) => return Ok(json!({ "wrong": format!("NumPy: {error}") })),
        };
        let request = json!({ "prepare": case["function"], "inputs": prepared["inputs"], "results": folder.join("result") });
        let own = match self.own.ask(&request)? {
            Ok(own) => own,
            Err(error) => return Ok(json!({ "wrong": error })),
        };
        let checked = match self.peers.ask(&json!({ "check": own["results"] }))? {
            Ok(checked) => checked,
            Err(error) => json!({ "wrong": error }),
        };
        if let Some(wrong) = checked["wrong"].as_str() {
            return Ok(json!({ "wrong": wrong }));
        }
        let peers = prepared["peers"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let everybody: Vec<&str> = [OWN].into_iter().chain(peers).collect();
        let rounds = self.rounds(options, &everybody)?;
        let mut measured = summary(&rounds);
        measured["first"] = own["first"].clone();
        measured["refused"] = prepared["refused"].clone();
        self.own.ask(&json!({ "drop": true }))??;
        Ok(measured)
    }

    /// Seconds a call of everybody in each round; every second round is in reverse order.
    fn rounds(
        &mut self,
        options: &Sweep,
        everybody: &[&str],
    ) -> Result<Vec<BTreeMap<String, f64>>, Error> {
        let start = Instant::now();
        let mut rounds = Vec::new();
        for number in 0..options.rounds {
            if !rounds.is_empty() && start.elapsed().as_secs_f64() > PATIENCE {
                break;
            }
            let mut order = everybody.to_vec();
            if number % 2 == 1 {
                order.reverse();
            }
            let mut round = BTreeMap::new();
            for name in order {
                std::thread::sleep(REST);
                let answer = match name {
                    OWN => self.own.ask(&json!({ "time": options.seconds }))?,
                    _ => self.peers.ask(&json!({ "time": name, "seconds": options.seconds }))?,
                };
                if let Some(seconds) = answer.ok().and_then(|answer| answer["median"].as_f64()) {
                    round.insert(name.to_owned(), seconds);
                }
            }
            rounds.push(round);
        }
        Ok(rounds)
    }
}

/// Medians over rounds: of times, and of ratios within a round.
fn summary(rounds: &[BTreeMap<String, f64>]) -> Value {
    let names: Vec<&String> = rounds.first().into_iter().flat_map(BTreeMap::keys).collect();
    let (mut times, mut ratios) = (Map::new(), Map::new());
    for name in names {
        let of_rounds = rounds.iter().filter_map(|round| round.get(name).copied());
        times.insert(name.clone(), json!(median(of_rounds)));
        if name != OWN {
            let of_rounds =
                rounds.iter().filter_map(|round| Some(round.get(OWN)? / round.get(name)?));
            ratios.insert(name.clone(), json!(median(of_rounds)));
        }
    }
    json!({ "seconds": times, "ratios": ratios })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_rounds() {
        let round = |own: f64, numpy: f64| {
            BTreeMap::from([(OWN.to_owned(), own), ("numpy".to_owned(), numpy)])
        };
        let summary = summary(&[round(1.0, 2.0), round(3.0, 4.0), round(2.0, 8.0)]);
        assert_eq!(summary["seconds"][OWN], 2.0);
        assert_eq!(summary["ratios"]["numpy"], 0.5);
        assert!(summary["ratios"][OWN].is_null());
    }
}
