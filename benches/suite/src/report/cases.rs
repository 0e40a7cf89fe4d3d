//! Measurements by case.

use crate::record::{OWN, Record};
use crate::statistics::{least, median};

/// Peers in the order of tables, with the names that are shown.
pub const PEERS: [(&str, &str); 9] = [
    (OWN, "array-fn"),
    ("cpp", "C++"),
    ("numba", "Numba"),
    ("jax", "JAX"),
    ("torch.compile", "torch.compile"),
    ("torch", "PyTorch"),
    ("numexpr", "numexpr"),
    ("numpy", "NumPy"),
    ("numpy.einsum", "NumPy (einsum)"),
];

/// What is compared: one workload with one precision and number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    pub suite: String,
    pub threads: usize,
    pub dtype: String,
    pub op: String,
    pub order: usize,
    pub elements: usize,
}

/// All measurements of a case, wrong results left out.
#[derive(Debug)]
pub struct Case {
    pub key: Key,
    /// Degrees of freedom.
    pub values: usize,
    records: Vec<Record>,
}

impl Case {
    fn of<'a>(&'a self, peer: &'a str) -> impl Iterator<Item = &'a Record> {
        self.records.iter().filter(move |record| record.peer == peer)
    }

    /// Milliseconds: the median over rounds of each round's median.
    pub fn ms(&self, peer: &str) -> Option<f64> {
        median(self.of(peer).map(|record| record.ms))
    }

    /// Milliseconds: the least of all.
    pub fn min_ms(&self, peer: &str) -> Option<f64> {
        least(self.of(peer).map(|record| record.min_ms))
    }

    /// Gigabytes a second, of the fewest bytes.
    pub fn gb_s(&self, peer: &str) -> Option<f64> {
        median(self.of(peer).map(|record| record.gb_s))
    }

    /// How much longer one takes than another: the median over rounds, each compared with its neighbour.
    pub fn ratio(&self, peer: &str, to: &str) -> Option<f64> {
        let in_round = |round| self.of(to).find(|record: &&Record| record.round == round);
        let ratios = self.of(peer).filter_map(|a| Some(a.ms / in_round(a.round)?.ms));
        median(ratios)
    }

    /// The same of the least times.
    pub fn least_ratio(&self, peer: &str, to: &str) -> Option<f64> {
        Some(self.min_ms(peer)? / self.min_ms(to)?)
    }

    /// How much longer array-fn takes than the fastest peer other than C++.
    pub fn to_best_other(&self) -> Option<f64> {
        let others =
            PEERS.iter().map(|(name, _)| *name).filter(|name| ![OWN, "cpp"].contains(name));
        let best = least(others.filter_map(|name| self.ms(name)))?;
        Some(self.ms(OWN)? / best)
    }
}

/// All cases, in the order in which they were measured first.
pub struct Cases(Vec<Case>);

impl Cases {
    pub fn new(records: &[Record]) -> Cases {
        let mut cases: Vec<Case> = Vec::new();
        for record in records.iter().filter(|record| record.right) {
            let key = Key {
                suite: record.suite.clone(),
                threads: record.threads,
                dtype: record.dtype.clone(),
                op: record.op.clone(),
                order: record.order,
                elements: record.elements,
            };
            match cases.iter_mut().find(|case| case.key == key) {
                Some(case) => case.records.push(record.clone()),
                None => {
                    let (values, records) = (record.values, vec![record.clone()]);
                    cases.push(Case { key, values, records });
                }
            }
        }
        Cases(cases)
    }

    /// Those of a suite with a number of threads.
    pub fn of<'a>(&'a self, suite: &'a str, threads: usize) -> impl Iterator<Item = &'a Case> {
        let wanted = move |case: &&Case| case.key.suite == suite && case.key.threads == threads;
        self.0.iter().filter(wanted)
    }

    /// Numbers of threads, most first.
    pub fn threads(&self) -> Vec<usize> {
        let mut threads: Vec<usize> = self.0.iter().map(|case| case.key.threads).collect();
        threads.sort_unstable_by(|a, b| b.cmp(a));
        threads.dedup();
        threads
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn record(peer: &str, round: usize, ms: f64) -> Record {
        Record {
            suite: "expr".into(),
            round,
            peer: peer.into(),
            op: "where".into(),
            order: 0,
            elements: 0,
            dtype: "f64".into(),
            threads: 2,
            values: 1000,
            ms,
            min_ms: ms / 2.0,
            quartiles: [ms; 2],
            gb_s: 10.0,
            right: true,
        }
    }

    #[test]
    fn ratios_compare_rounds() {
        let wrong = Record { right: false, ..record("cpp", 0, 0.001) };
        let records = [
            record(OWN, 0, 2.0),
            record("cpp", 0, 1.0),
            wrong,
            record(OWN, 1, 30.0),
            record("cpp", 1, 10.0),
            record(OWN, 2, 4.0),
            record("cpp", 2, 1.0),
            record("numba", 0, 8.0),
        ];
        let cases = Cases::new(&records);
        let case = cases.of("expr", 2).next().unwrap();
        assert_eq!(case.ratio(OWN, "cpp"), Some(3.0));
        assert_eq!(case.ms(OWN), Some(4.0));
        assert_eq!(case.least_ratio(OWN, "cpp"), Some(2.0));
        assert_eq!(case.to_best_other(), Some(0.5));
        assert_eq!(case.ratio(OWN, "jax"), None);
        assert_eq!(cases.threads(), [2]);
        assert_eq!(cases.of("expr", 1).count(), 0);
    }
}
