//! One knob at a time, each at its best value so far, and at the end a comparison with what there was.

use crate::knobs::Knob;

/// Faster by less than this part is noise.
const WORTH: f64 = 0.02;

pub struct Search<'a> {
    pub knobs: &'a [Knob],
    /// Comparisons at the end.
    pub runs: usize,
}

pub struct Found {
    /// The value of each knob.
    pub chosen: Vec<Option<usize>>,
    /// Seconds without and with them.
    pub before: f64,
    pub after: f64,
}

impl Search<'_> {
    /// `measure` gives the seconds that settings lead to, or why they cannot be.
    pub fn run(
        &self,
        measure: &mut dyn FnMut(&str) -> Result<f64, String>,
    ) -> Result<Found, String> {
        let before = measure("")?;
        let (mut chosen, mut best) = (vec![None; self.knobs.len()], before);
        for (k, knob) in self.knobs.iter().enumerate() {
            for value in 0..knob.values.len() {
                let mut tried = chosen.clone();
                tried[k] = Some(value);
                // What the compiler refuses, or what fails, is no candidate.
                if let Ok(seconds) = measure(&self.settings(&tried))
                    && seconds < best * (1.0 - WORTH)
                {
                    (chosen, best) = (tried, seconds);
                }
            }
        }
        let none = || Found { chosen: vec![None; self.knobs.len()], before, after: before };
        if chosen.iter().all(Option::is_none) {
            return Ok(none());
        }
        // The best of many measurements is also the luckiest: both again, in turns.
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..self.runs.max(1) {
            without.push(measure("")?);
            with.push(measure(&self.settings(&chosen))?);
        }
        let (before, after) = (median(&mut without), median(&mut with));
        match after < before * (1.0 - WORTH) {
            true => Ok(Found { chosen, before, after }),
            false => Ok(none()),
        }
    }

    fn settings(&self, chosen: &[Option<usize>]) -> String {
        let settings = self.knobs.iter().zip(chosen).filter_map(|(k, v)| Some(k.setting((*v)?)));
        settings.collect::<Vec<_>>().join(" ")
    }
}

pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Args;
    use clap::Parser;

    fn knobs() -> Vec<Knob> {
        let line = "t --function f --vectorize N --block E=1,2 --materialize a -- true";
        Args::try_parse_from(line.split(' ')).unwrap().knobs.list("f").unwrap()
    }

    #[test]
    fn knobs_are_turned_one_after_the_other() {
        let knobs = knobs();
        let mut asked = Vec::new();
        let mut measure = |settings: &str| {
            asked.push(settings.to_string());
            if settings.contains("vectorize") {
                return Err("refused".to_string());
            }
            let cost = |part: &str, saved: f64| if settings.contains(part) { saved } else { 0.0 };
            Ok(10.0 - cost("#[no_fuse]", 1.0) - cost("E = 2", 4.0) + cost("materialize", 1.0))
        };
        let found = Search { knobs: &knobs, runs: 3 }.run(&mut measure).unwrap();
        // `a` in a kernel of its own, no vectorize, the second block.
        assert_eq!(found.chosen, [Some(1), None, Some(1)]);
        assert_eq!((found.before, found.after), (10.0, 5.0));
        assert_eq!(asked[4], "#[no_fuse] let a in f; #[block(E = 1)] fn f;");
        assert_eq!(asked.len(), 1 + 5 + 6);
    }

    #[test]
    fn luck_is_not_chosen() {
        let knobs = knobs();
        let mut lucky = [10.0, 10.0, 7.0].into_iter();
        let mut measure = |_: &str| Ok(lucky.next().unwrap_or(10.0));
        let found = Search { knobs: &knobs, runs: 3 }.run(&mut measure).unwrap();
        assert!(found.chosen.iter().all(Option::is_none));
    }

    #[test]
    fn a_program_that_does_not_run_is_an_error() {
        let knobs = knobs();
        let mut measure = |_: &str| Err("no such command".to_string());
        assert!(Search { knobs: &knobs, runs: 1 }.run(&mut measure).is_err());
    }
}
