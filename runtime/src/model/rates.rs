//! The speeds of a machine, and the text in which they are kept.

use std::fmt::Write;

use super::calibrate::SIZES;

/// The speeds of a machine with some number of threads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rates {
    /// Bytes read per second.
    pub(super) read: Curve,
    /// Bytes read per second if columns are summed, one page of each row at a time.
    pub(super) columns: Curve,
    /// Bytes read and written per second, equally many of both.
    pub(super) copy: Curve,
    /// Bytes copied per second in memory, counted twice, if results are stored past the caches: by one thread and by
    /// all.
    pub(super) streamed: [f64; 2],
    /// Loads per second from loaded positions in an array of a given size.
    pub(super) gather: Curve,
    /// Vectors of `f64`, and of `f32`.
    pub(super) f64: Lanes,
    pub(super) f32: Lanes,
    /// One value at a time.
    pub(super) scalar: Lanes,
    /// The seconds of an operation that waits for the one before.
    pub(super) chain: f64,
    /// The seconds that a short sum in lanes takes in addition to those of its terms.
    pub(super) row: f64,
    /// The seconds to hand work to all threads and to wait for them.
    pub(super) team: f64,
}

/// Bytes per second for the working sets of [`SIZES`], by one thread and by all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Curve {
    pub(super) one: [f64; SIZES.len()],
    pub(super) all: [f64; SIZES.len()],
}

/// The seconds that one thread takes for one operation of each kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lanes {
    pub(super) op: f64,
    pub(super) division: f64,
    pub(super) exponential: f64,
    pub(super) transcendental: f64,
    /// An element of a row that is loaded in columns.
    pub(super) strided: f64,
}

impl Curve {
    /// The rate for a working set. Between the measured sizes it is interpolated by the logarithm of the size.
    pub(super) fn at(&self, bytes: u64, by_all: bool) -> f64 {
        let rates = if by_all { &self.all } else { &self.one };
        let Some(k) = SIZES.iter().position(|&size| bytes <= size as u64) else {
            return rates[rates.len() - 1];
        };
        if k == 0 {
            return rates[0];
        }
        let (low, high) = ((SIZES[k - 1] as f64).ln(), (SIZES[k] as f64).ln());
        let part = ((bytes as f64).ln() - low) / (high - low);
        rates[k - 1] * (1.0 - part) + rates[k] * part
    }
}

impl Rates {
    /// The numbers that are the better the greater they are.
    fn rates(&mut self) -> impl Iterator<Item = &mut f64> {
        let Rates { read, columns, copy, gather, streamed, .. } = self;
        let curves = [read, columns, copy, gather].into_iter();
        curves.flat_map(|c| c.one.iter_mut().chain(&mut c.all)).chain(streamed)
    }

    /// The numbers that are the better the smaller they are.
    fn times(&mut self) -> impl Iterator<Item = &mut f64> {
        let Rates { f64, f32, scalar, chain, row, team, .. } = self;
        let lanes = [f64, f32, scalar].into_iter();
        let lanes = lanes.flat_map(|l| {
            [&mut l.op, &mut l.division, &mut l.exponential, &mut l.transcendental, &mut l.strided]
        });
        lanes.chain([chain, row, team])
    }

    /// The best of several measurements, for each number. Other work of a machine only ever slows it down, sometimes
    /// during several of the measurements.
    pub(super) fn best(mut rounds: Vec<Rates>) -> Option<Rates> {
        let mut best = rounds.first()?.clone();
        for round in &mut rounds {
            let rates = best.rates().zip(round.rates());
            rates.for_each(|(best, rate)| *best = best.max(*rate));
            let times = best.times().zip(round.times());
            times.for_each(|(best, time)| *best = best.min(*time));
        }
        Some(best)
    }

    /// The speeds as text: one line for the machine that they belong to, then one line per number.
    pub(super) fn to_text(&self, machine: &str) -> String {
        let mut out = format!("{machine}\n");
        let mut rates = self.clone();
        rates.rates().for_each(|number| _ = writeln!(out, "{number:e}"));
        rates.times().for_each(|number| _ = writeln!(out, "{number:e}"));
        out
    }

    /// Reads the text that [`Rates::to_text`] wrote for this machine; `None` if anything is wrong with it.
    pub(super) fn from_text(text: &str, machine: &str) -> Option<Rates> {
        let mut lines = text.strip_prefix(machine)?.strip_prefix('\n')?.lines();
        let curve = || Curve { one: [0.0; SIZES.len()], all: [0.0; SIZES.len()] };
        let lanes = || Lanes {
            op: 0.0,
            division: 0.0,
            exponential: 0.0,
            transcendental: 0.0,
            strided: 0.0,
        };
        let mut rates = Rates {
            read: curve(),
            columns: curve(),
            copy: curve(),
            streamed: [0.0; 2],
            gather: curve(),
            f64: lanes(),
            f32: lanes(),
            scalar: lanes(),
            chain: 0.0,
            row: 0.0,
            team: 0.0,
        };
        let mut next = || lines.next()?.parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0);
        for rate in rates.rates() {
            *rate = next().filter(|rate| *rate > 0.0)?;
        }
        for time in rates.times() {
            *time = next()?;
        }
        lines.next().is_none().then_some(rates)
    }
}

#[cfg(test)]
pub(super) fn example() -> Rates {
    let curve = |rate: f64| Curve {
        one: std::array::from_fn(|k| rate / (k + 1) as f64),
        all: std::array::from_fn(|k| 2.0 * rate / (k + 1) as f64),
    };
    let lanes = |op: f64| Lanes {
        op,
        division: 8.0 * op,
        exponential: 20.0 * op,
        transcendental: 40.0 * op,
        strided: 2.0 * op,
    };
    Rates {
        read: curve(1e11),
        columns: curve(7e10),
        copy: curve(8e10),
        streamed: [3e10, 4e10],
        gather: curve(2e9),
        f64: lanes(1e-10),
        f32: lanes(5e-11),
        scalar: lanes(4e-10),
        chain: 1e-9,
        row: 5e-9,
        team: 5e-6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        let rates = example();
        let text = rates.to_text("a machine");
        assert_eq!(Rates::from_text(&text, "a machine"), Some(rates));
        assert_eq!(Rates::from_text(&text, "another"), None);
        assert_eq!(Rates::from_text("", "a machine"), None);
        let cut = &text[..text.len() / 2];
        assert_eq!(Rates::from_text(cut, "a machine"), None);
        assert_eq!(Rates::from_text(&format!("{text}1\n"), "a machine"), None);
        assert_eq!(Rates::from_text(&text.replace("5e-6", "NaN"), "a machine"), None);
    }

    #[test]
    fn between_measured_sizes() {
        let curve = &example().read;
        assert_eq!(curve.at(0, false), 1e11);
        assert_eq!(curve.at(SIZES[2] as u64, false), curve.one[2]);
        let between = curve.at(SIZES[2] as u64 + 100_000, true);
        assert!(between < curve.all[2] && between > curve.all[3]);
        assert_eq!(curve.at(u64::MAX, true), curve.all[SIZES.len() - 1]);
    }

    #[test]
    fn the_best_of_measurements() {
        let rounds = [2.0, 1e3, 1.0].map(|factor| {
            let mut rates = example();
            rates.read.one[0] *= factor;
            rates.copy.all[1] *= factor;
            rates.team *= factor;
            rates.f32.op /= factor;
            rates
        });
        let mut expected = example();
        expected.read.one[0] *= 1e3;
        expected.copy.all[1] *= 1e3;
        expected.f32.op /= 1e3;
        assert_eq!(Rates::best(rounds.into()), Some(expected));
        assert_eq!(Rates::best(Vec::new()), None);
    }
}
