//! The explanation as text.

use std::fmt;

use super::text::{bytes, columns, count, percent, plural, time};
use super::{ExplainedTemporary, Explanation, fraction, list};

impl fmt::Display for Explanation {
    /// A table of the kernels, the operations of each, the temporaries, and the totals. `{:#}` leaves out everything
    /// that differs from machine to machine.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operations = plural(self.computed().count(), "array operation");
        let kernels = plural(self.launches.len(), "kernel");
        writeln!(f, "{}: {operations} in {kernels}", self.title())?;
        if !self.launches.is_empty() {
            writeln!(f)?;
            let mut rows = self.kernel_rows();
            if f.alternate() {
                rows.iter_mut().for_each(|row| row.truncate(Self::LASTING));
            }
            columns(&rows).iter().try_for_each(|line| writeln!(f, "{line}"))?;
            writeln!(f)?;
        }
        for (k, launch) in self.launches.iter().enumerate() {
            let library = if launch.plan.library { " (by a library)" } else { "" };
            let check = if launch.is_check { " (a check of indices)" } else { "" };
            writeln!(f, "{k} computes {}{check}{library}", self.computes(launch))?;
            let (reads, writes) = (list(&launch.reads), list(&launch.writes));
            writeln!(f, "  reads {reads}; writes {writes}")?;
            if let Some(order) = self.order(launch) {
                writeln!(f, "  {order}")?;
            }
            if let Some(candidates) = self.candidates(launch).filter(|_| !f.alternate()) {
                writeln!(f, "  candidates: {candidates}")?;
            }
        }
        for of in &self.loops {
            writeln!(f, "{of}")?;
        }
        if !self.temporaries.is_empty() {
            writeln!(f)?;
            columns(&self.temporary_rows()).iter().try_for_each(|line| writeln!(f, "{line}"))?;
        }
        write!(f, "\ntemporaries take {} at most", bytes(self.plan.temporary_bytes() as u64))?;
        if f.alternate() {
            return writeln!(f);
        }
        if let Some(path) = self.critical_path().filter(|_| !self.launches.is_empty()) {
            write!(f, "; the critical path takes {}", time(Some(path)))?;
        }
        match self.measured {
            Some(_) => writeln!(f, "; a call takes {}", time(self.measured)),
            None => writeln!(f),
        }
    }
}

impl Explanation {
    pub(super) const KERNEL_HEADS: [&'static str; 9] = [
        "kernel",
        "points",
        "bytes",
        "ops",
        "ops/byte",
        "predicted",
        "measured",
        "roofline",
        "critical",
    ];
    /// The number of columns before those of times.
    const LASTING: usize = 5;

    fn kernel_rows(&self) -> Vec<Vec<String>> {
        let mut rows = vec![Self::KERNEL_HEADS.map(String::from).to_vec()];
        rows.extend((0..self.launches.len()).map(|k| self.kernel_row(k)));
        rows.push(self.total_row());
        rows
    }

    pub(super) fn kernel_row(&self, k: usize) -> Vec<String> {
        let launch = &self.launches[k];
        vec![
            format!("{k} {}", launch.plan.name),
            count(launch.plan.points as u64),
            bytes(launch.plan.bytes),
            count(launch.plan.ops),
            format!("{:.2}", launch.intensity()),
            time(launch.predicted),
            time(launch.measured),
            percent(launch.roofline_fraction()),
            if launch.is_critical { "*".into() } else { String::new() },
        ]
    }

    pub(super) fn total_row(&self) -> Vec<String> {
        let points = self.launches.iter().map(|launch| launch.plan.points as u64);
        let (all_bytes, ops) = (self.plan.bytes(), self.plan.ops());
        let predicted = self.launches.iter().map(|launch| launch.predicted).sum::<Option<_>>();
        let roofline = self.launches.iter().map(|launch| launch.roofline).sum::<Option<_>>();
        let measured = self.launches.iter().map(|launch| launch.measured).sum::<Option<_>>();
        vec![
            "all".into(),
            count(points.fold(0, u64::saturating_add)),
            bytes(all_bytes),
            count(ops),
            format!("{:.2}", ops as f64 / all_bytes.max(1) as f64),
            time(predicted),
            time(measured),
            percent(fraction(roofline, measured)),
            String::new(),
        ]
    }

    fn temporary_rows(&self) -> Vec<Vec<String>> {
        let mut rows = vec![["temporary", "bytes", "slot", "live"].map(String::from).to_vec()];
        rows.extend(self.temporaries.iter().map(|temporary| {
            vec![
                temporary.name.to_string(),
                bytes(temporary.bytes as u64),
                temporary.slot.to_string(),
                live_text(temporary),
            ]
        }));
        rows
    }
}

pub(super) fn live_text(temporary: &ExplainedTemporary) -> String {
    match &temporary.live {
        Some(live) => format!("{}..={}", live.start(), live.end()),
        None => "never".into(),
    }
}
