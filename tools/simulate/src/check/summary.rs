//! What was found of all kernels, in a page.

use super::{Checked, Verdict};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::time::Instant;

/// Checked kernels.
pub struct Summary {
    begin: Instant,
    kernels: Vec<Checked>,
}

impl Summary {
    pub fn new() -> Summary {
        Summary { begin: Instant::now(), kernels: Vec::new() }
    }

    /// Adds a kernel, and prints it where it is wrong.
    pub fn add(&mut self, kernel: Checked) {
        if let Some(text) = wrong(&kernel) {
            println!("{text}");
        }
        self.kernels.push(kernel);
    }

    /// Whether no result is wrong.
    pub fn is_right(&self) -> bool {
        !self.kernels.iter().any(|kernel| matches!(kernel.verdict, Verdict::Wrong(_)))
    }

    fn count(&self, is_counted: impl Fn(&Verdict) -> bool) -> usize {
        self.kernels.iter().filter(|kernel| is_counted(&kernel.verdict)).count()
    }

    /// The counts in one line.
    pub fn line(&self) -> String {
        let right = self.count(|verdict| matches!(verdict, Verdict::Right(_)));
        let bits = self.count(|verdict| matches!(verdict, Verdict::Right(d) if d.elements == 0));
        format!(
            "{right} kernels right ({bits} to the last bit), {} wrong, {} not executed, {} did not end",
            self.count(|verdict| matches!(verdict, Verdict::Wrong(_))),
            self.count(|verdict| matches!(verdict, Verdict::Refused(_))),
            self.count(|verdict| matches!(verdict, Verdict::DidNotEnd)),
        )
    }

    /// The page.
    pub fn page(&self) -> String {
        let sources: HashSet<&str> = self.kernels.iter().map(|kernel| &*kernel.source).collect();
        let fused = self.kernels.iter().filter(|kernel| kernel.fused).count();
        let many = self.kernels.iter().filter(|kernel| kernel.blocks > 1).count();
        let exact = self.kernels.iter().filter(|kernel| kernel.exact).count();
        let mut page = format!(
            "{} kernels of {} sources in {:.0} s; {many} in several blocks, {exact} strict, {fused} nearer with fused \
             multiply-adds\n{}\n",
            self.kernels.len(),
            sources.len(),
            self.begin.elapsed().as_secs_f64(),
            self.line(),
        );
        let largest = self.kernels.iter().filter_map(|kernel| match &kernel.verdict {
            Verdict::Right(difference) => Some((difference.excess, kernel)),
            _ => None,
        });
        if let Some((excess, kernel)) =
            largest.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(excess, _)| *excess > 0.0)
        {
            let _ = writeln!(
                page,
                "the largest difference of those right is {:.0} % of what is allowed, in {}",
                100.0 * excess,
                kernel.kernel
            );
        }
        let groups = self.groups();
        if !groups.is_empty() {
            page.push_str(
                "\n| not executed | kernels | one of them | |\n| --- | --- | --- | --- |\n",
            );
        }
        for (group, count, kernel, detail) in groups {
            let detail =
                detail.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
            let _ = writeln!(page, "| {group} | {count} | {kernel} | `{detail}` |");
        }
        let late = self.kernels.iter().filter(|k| matches!(k.verdict, Verdict::DidNotEnd));
        for kernel in late {
            let _ = writeln!(page, "did not end: {} of {}", kernel.kernel, kernel.source);
        }
        for text in self.kernels.iter().filter_map(wrong) {
            let _ = writeln!(page, "{text}");
        }
        page
    }

    /// Why kernels were not executed: the reason, how many have it, and one of them with its line. The most come first.
    fn groups(&self) -> Vec<(&str, usize, &str, &str)> {
        let mut groups: BTreeMap<&str, (usize, &str, &str)> = BTreeMap::new();
        for kernel in &self.kernels {
            if let Verdict::Refused(refused) = &kernel.verdict {
                let first = (0, &*kernel.kernel, &*refused.detail);
                groups.entry(&refused.group).or_insert(first).0 += 1;
            }
        }
        let mut groups: Vec<_> = groups
            .into_iter()
            .map(|(group, (n, kernel, detail))| (group, n, kernel, detail))
            .collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.1));
        groups
    }
}

/// The line of a kernel whose results are wrong.
fn wrong(kernel: &Checked) -> Option<String> {
    let Verdict::Wrong(difference) = &kernel.verdict else { return None };
    let Checked { kernel, source, .. } = kernel;
    let mut text = format!("WRONG: {kernel} of {source}");
    if let Some(worst) = &difference.worst {
        let _ = write!(
            text,
            ": {}[{}] is {} on the simulator and {} in the recording",
            worst.array, worst.index, worst.simulated, worst.recorded
        );
    }
    let _ = write!(
        text,
        "; {} elements differ, by {:.1e} of the largest",
        difference.elements, difference.relative
    );
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::Summary;
    use crate::check::refused::Refused;
    use crate::check::{Checked, Verdict};
    use crate::compare::{Difference, Place};

    fn checked(kernel: &str, verdict: Verdict) -> Checked {
        Checked {
            kernel: kernel.to_owned(),
            source: "a.cu".to_owned(),
            blocks: 2,
            exact: false,
            fused: false,
            verdict,
        }
    }

    #[test]
    fn reasons_are_grouped() {
        let refused = |group: &str, detail: &str| {
            Verdict::Refused(Refused { group: group.to_owned(), detail: detail.to_owned() })
        };
        let mut summary = Summary::new();
        summary.add(checked("f", refused("bfi.b32: not executed", "bfi.b32 \t%r1;")));
        summary.add(checked("g", refused("shf.l.wrap.b32: not read", "shf.l.wrap.b32 %r2|%p1;")));
        summary.add(checked("h", refused("shf.l.wrap.b32: not read", "shf.l.wrap.b32 %r3;")));
        summary.add(checked("i", Verdict::DidNotEnd));
        summary.add(checked("j", Verdict::Right(Difference::default())));
        assert!(summary.is_right());
        let page = summary.page();
        let lines: Vec<&str> = page.lines().filter(|line| line.contains("32: not")).collect();
        let expected = [
            "| shf.l.wrap.b32: not read | 2 | g | `shf.l.wrap.b32 %r2\\|%p1;` |",
            "| bfi.b32: not executed | 1 | f | `bfi.b32 %r1;` |",
        ];
        assert_eq!(lines, expected);
        assert!(page.contains("5 kernels of 1 sources"), "{page}");
        assert!(page.contains(
            "1 kernels right (1 to the last bit), 0 wrong, 3 not executed, 1 did not end"
        ));
        assert!(page.contains("did not end: i of a.cu"));
    }

    #[test]
    fn wrong_results_are_shown() {
        let worst = Some(Place {
            array: "b1".to_owned(),
            index: 7,
            simulated: "1.5".to_owned(),
            recorded: "2".to_owned(),
        });
        let difference = Difference { elements: 3, relative: 0.25, excess: 2.5e4, worst };
        let mut summary = Summary::new();
        summary.add(checked("f", Verdict::Wrong(difference)));
        assert!(!summary.is_right());
        let expected = "WRONG: f of a.cu: b1[7] is 1.5 on the simulator and 2 in the recording; 3 elements differ, by \
            2.5e-1 of the largest";
        assert!(summary.page().contains(expected), "{}", summary.page());
    }
}
