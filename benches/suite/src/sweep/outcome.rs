//! What became of a case.

use crate::Error;
use crate::record::OWN;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A case as it is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub title: String,
    pub kind: String,
    pub name: String,
    pub dtype: String,
    pub size: u64,
    pub threads: u64,
    /// Why there are no times.
    pub wrong: Option<String>,
    /// Seconds a call, of everybody.
    pub seconds: BTreeMap<String, f64>,
    /// array-fn's time over that of each peer.
    pub ratios: BTreeMap<String, f64>,
    /// Seconds of array-fn's first call.
    pub first: Option<f64>,
}

/// A line of the file of cases.
pub fn line(case: &Value, threads: usize, measured: &Value) -> Value {
    let mut line = case.clone();
    line["threads"] = threads.into();
    for (key, value) in measured.as_object().into_iter().flatten() {
        line[key] = value.clone();
    }
    line
}

impl Outcome {
    /// An outcome from its line; None where something is missing.
    pub fn read(line: &Value) -> Option<Outcome> {
        let text = |key: &str| line[key].as_str().map(str::to_owned);
        let numbers = |key: &str| {
            let entries = line[key].as_object().into_iter().flatten();
            entries.filter_map(|(name, value)| Some((name.clone(), value.as_f64()?))).collect()
        };
        Some(Outcome {
            title: text("title")?,
            kind: text("kind")?,
            name: text("name")?,
            dtype: text("dtype")?,
            size: line["size"].as_u64()?,
            threads: line["threads"].as_u64()?,
            wrong: text("wrong"),
            seconds: numbers("seconds"),
            ratios: numbers("ratios"),
            first: line["first"].as_f64(),
        })
    }

    /// Time over NumPy's.
    pub fn over_numpy(&self) -> Option<f64> {
        self.ratios.get("numpy").copied()
    }

    /// Time over that of the faster of JAX and Numba.
    pub fn over_best(&self) -> Option<f64> {
        let others = self.ratios.iter().filter(|(name, _)| *name != "numpy");
        others.map(|(_, ratio)| *ratio).max_by(f64::total_cmp)
    }

    /// Milliseconds of everybody, in a few words.
    pub fn times(&self) -> String {
        let own = self.seconds.get(OWN).map(|own| format!("{:.4}", 1e3 * own));
        let peers = self.seconds.iter().filter(|(name, _)| *name != OWN);
        let peers = peers.map(|(name, seconds)| format!("{name} {:.4}", 1e3 * seconds));
        own.into_iter().chain(peers).collect::<Vec<_>>().join(", ")
    }

    /// A line for the reader.
    pub fn text(&self) -> String {
        if let Some(wrong) = &self.wrong {
            return format!("{}: WRONG: {wrong}", self.title);
        }
        let number =
            |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let (numpy, best) = (number(self.over_numpy()), number(self.over_best()));
        format!("{}: {numpy} of NumPy, {best} of the best other; ms: {}", self.title, self.times())
    }
}

/// The outcomes in a file: of a case that is there twice the last one.
pub fn read(path: &Path) -> Result<Vec<Outcome>, Error> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut places = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let outcome = serde_json::from_str(line).ok().and_then(|line| Outcome::read(&line));
        let outcome = outcome
            .ok_or_else(|| format!("`{}`, line {}: no case: {line}", path.display(), number + 1))?;
        match places.get(&outcome.title) {
            Some(&place) => outcomes[place] = outcome,
            None => {
                places.insert(outcome.title.clone(), outcomes.len());
                outcomes.push(outcome);
            }
        }
    }
    Ok(outcomes)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use serde_json::json;

    /// An outcome with a ratio to NumPy and one to JAX.
    pub fn outcome(kind: &str, name: &str, numpy: f64, jax: f64) -> Outcome {
        let case = json!({ "title": format!("{kind}: {name}"), "kind": kind, "name": name, "dtype": "f64", "size": 100 });
        let measured = json!({ "seconds": { OWN: 1.0, "numpy": 1.0 / numpy }, "ratios": { "numpy": numpy, "jax": jax } });
        Outcome::read(&line(&case, 2, &measured)).unwrap()
    }

    #[test]
    fn the_best_other_is_the_fastest() {
        let mut outcome = outcome("sorting", "sort", 0.5, 0.75);
        assert_eq!((outcome.over_numpy(), outcome.over_best()), (Some(0.5), Some(0.75)));
        outcome.ratios.insert("numba".to_owned(), 2.0);
        assert_eq!(outcome.over_best(), Some(2.0));
        outcome.ratios.clear();
        assert_eq!((outcome.over_numpy(), outcome.over_best()), (None, None));
    }
}
