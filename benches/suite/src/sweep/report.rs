//! The distribution of ratios, and the worst of them.

use super::heat;
use super::outcome::Outcome;
use crate::Error;
use crate::options::Sweep;
use crate::report::{machine, section};
use crate::statistics::{geometric_mean, median};
use serde_json::Value;
use std::path::Path;

/// Cases in a table of the worst.
const WORST: usize = 60;
/// The same in a document.
const WORST_SHOWN: usize = 20;
/// Who ratios are to, and the bounds of which the tables say how many cases keep them.
const RIVALS: [Rival; 2] = [
    Rival { name: "NumPy", ratio: Outcome::over_numpy, bounds: [1.0, 1.3] },
    Rival { name: "the best of JAX and Numba", ratio: Outcome::over_best, bounds: [1.1, 1.5] },
];

struct Rival {
    name: &'static str,
    ratio: fn(&Outcome) -> Option<f64>,
    bounds: [f64; 2],
}

/// Writes `report.md`, `all.html` and `heat.svg` into the folder of results; with `docs` also a section of that file.
pub fn write(options: &Sweep, outcomes: &[Outcome]) -> Result<(), Error> {
    let out = &options.out;
    heat::draw(outcomes, &out.join("heat.svg"))?;
    std::fs::write(out.join("all.html"), heat::page(outcomes))?;
    let report = format!("{}\n![Time over NumPy's](heat.svg)\n", text(outcomes, WORST));
    std::fs::write(out.join("report.md"), &report)?;
    println!("{report}");
    if let Some(docs) = &options.docs {
        let folder = docs.with_extension("");
        std::fs::create_dir_all(&folder)?;
        heat::draw(outcomes, &folder.join("sweep-heat.svg"))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let picture = format!("\n![Time over NumPy's]({name}/sweep-heat.svg)\n");
        let described = described(&out.join(super::MACHINE))?;
        let text = format!("{described}\n{}{picture}", text(outcomes, WORST_SHOWN));
        let old = std::fs::read_to_string(docs)?;
        std::fs::write(docs, section::replace(&old, "sweep", &text)?)?;
    }
    Ok(())
}

fn described(file: &Path) -> Result<String, Error> {
    let machine: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    Ok(machine::describe(&machine))
}

/// Distributions by kind of statement, and the worst cases.
fn text(outcomes: &[Outcome], worst: usize) -> String {
    let wrong: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.wrong.is_some()).collect();
    let threads = outcomes.first().map_or(0, |outcome| outcome.threads);
    let mut text = format!(
        "{} cases, {threads} threads; {} are not timed, because they fail or their results differ.\n",
        outcomes.len(),
        wrong.len()
    );
    for rival in &RIVALS {
        text.push_str(&distribution(outcomes, rival));
    }
    for rival in &RIVALS {
        text.push_str(&slowest(outcomes, rival, worst));
    }
    let firsts = outcomes.iter().filter(|outcome| outcome.size <= 100);
    if let Some(first) = median(firsts.filter_map(|outcome| outcome.first)) {
        text.push_str(&format!(
            "\nThe first call on at most 100 elements takes {:.3} ms (median).\n",
            1e3 * first
        ));
    }
    if !wrong.is_empty() {
        text.push_str("\n| not timed | why |\n| --- | --- |\n");
    }
    for outcome in wrong {
        let why = outcome.wrong.as_deref().unwrap_or_default().replace(['|', '\n'], " ");
        text.push_str(&format!("| {} | {why} |\n", outcome.title));
    }
    text
}

fn distribution(outcomes: &[Outcome], rival: &Rival) -> String {
    let [low, high] = rival.bounds;
    let mut text = format!(
        "\n| time over {} | cases | geometric mean | median | <= {low} | <= {high} | worst |\n|{}\n",
        rival.name,
        " --- |".repeat(7)
    );
    let kinds = heat::distinct(outcomes, |outcome| &*outcome.kind);
    let mut row = |title: &str, ratios: Vec<f64>| {
        let Some(mean) = geometric_mean(&ratios) else { return };
        let middle = median(ratios.iter().copied()).unwrap_or(mean);
        let within = |bound: f64| {
            let count = ratios.iter().filter(|ratio| **ratio <= bound).count();
            format!("{:.1} %", 100.0 * count as f64 / ratios.len() as f64)
        };
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        text.push_str(&format!(
            "| {title} | {} | {mean:.3} | {middle:.3} | {} | {} | {worst:.2} |\n",
            ratios.len(),
            within(low),
            within(high)
        ));
    };
    for kind in kinds {
        let of_kind = outcomes.iter().filter(|outcome| outcome.kind == kind);
        row(kind, of_kind.filter_map(rival.ratio).collect());
    }
    row("**all**", outcomes.iter().filter_map(rival.ratio).collect());
    text
}

fn slowest(outcomes: &[Outcome], rival: &Rival, count: usize) -> String {
    let mut rated: Vec<(f64, &Outcome)> =
        outcomes.iter().filter_map(|outcome| Some(((rival.ratio)(outcome)?, outcome))).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let above = rated.iter().filter(|(ratio, _)| *ratio > rival.bounds[0]).count();
    let mut text = format!(
        "\n| the worst of {above} above {} of {} | ratio | ms: array-fn, others |\n| --- | --- | --- |\n",
        rival.bounds[0], rival.name
    );
    for (ratio, outcome) in rated.iter().take(above.min(count)) {
        text.push_str(&format!("| {} | {ratio:.2} | {} |\n", outcome.title, outcome.times()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::outcome;
    use super::*;

    #[test]
    fn distributions_and_the_worst() {
        let mut failed = outcome("sorting", "c", 9.0, 9.0);
        failed.ratios.clear();
        failed.wrong = Some("off by 3".to_owned());
        // A sweep that was gone on with has kinds in any order.
        let [a, b] = [outcome("sorting", "a", 0.5, 1.0), outcome("sorting", "b", 2.0, 4.0)];
        let outcomes = [a, outcome("scans", "d", 1.0, 1.0), b, failed];
        let text = text(&outcomes, 10);
        assert!(text.starts_with("4 cases, 2 threads; 1 are not timed"), "{text}");
        assert!(
            text.contains("| sorting | 2 | 1.000 | 1.250 | 50.0 % | 50.0 % | 2.00 |"),
            "{text}"
        );
        assert_eq!(text.matches("| sorting | 2 |").count(), 2, "one line for each peer: {text}");
        assert!(text.contains("| the worst of 1 above 1 of NumPy |"), "{text}");
        assert!(text.contains("| sorting: b | 4.00 |"), "{text}");
        assert!(text.contains("| sorting: c | off by 3 |"), "{text}");
    }
}
