//! The tables of a page, written between two marks of it, from the JSON of simulations.

use crate::error::Error;
use crate::model::gpu::Target;
use crate::model::predict::predict;
use crate::model::table::{Kernel, right_hand_sides};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

const BEGIN: &str = "<!-- simulated kernels: written by array-fn-simulate -->\n";
const END: &str = "<!-- end of simulated kernels -->\n";

/// Kernels of fewer blocks are no part of a large launch.
const FEW: f64 = 32.0;

/// Writes the tables into a page.
///
/// # Errors
/// [`Error::File`], and [`Error::Marks`] where the page lacks the marks.
pub fn write(path: &Path, lines: &[Value], targets: &[Target]) -> Result<(), Error> {
    let page = std::fs::read_to_string(path).map_err(Error::file(path))?;
    let page = with_tables(&page, &tables(lines, targets)).ok_or_else(|| Error::Marks {
        path: path.to_path_buf(),
        begin: BEGIN.trim(),
        end: END.trim(),
    })?;
    std::fs::write(path, page).map_err(Error::file(path))
}

/// The page with this text between its marks, if it has them.
fn with_tables(page: &str, tables: &str) -> Option<String> {
    let start = page.find(BEGIN)? + BEGIN.len();
    let end = start + page[start..].find(END)?;
    Some(format!("{}{tables}{}", &page[..start], &page[end..]))
}

/// A table of what was simulated, and one of what is predicted.
fn tables(lines: &[Value], targets: &[Target]) -> String {
    let mut out = String::from(
        "| program | kernel | part | cycles | of bandwidth | DRAM of planned | registers | resident | difference | \
         predicted of simulated |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for line in lines.iter().filter(|line| line.get("cycles").is_some()) {
        let judged = Kernel::of_json(line).and_then(|kernel| kernel.judged());
        let judged =
            judged.map_or_else(String::new, |(_, judged)| format!("{:.0} %", 100.0 * judged));
        let difference = match number(line, "difference") {
            0.0 => "none".to_owned(),
            difference => format!("{difference:.0e}"),
        };
        let _ = writeln!(
            out,
            "| {} | {} | 1/{} | {} | {:.0} % | {:.2} | {} | {} | {difference} | {judged} |",
            text(line, "program"),
            text(line, "kernel"),
            number(line, "part"),
            grouped(number(line, "cycles") as u64),
            100.0 * number(line, "of_bandwidth"),
            number(line, "dram_of_planned"),
            number(line, "registers"),
            number(line, "resident_blocks"),
        );
    }
    // A kernel may have been simulated on several chips; its work is the same.
    let mut kernels: Vec<Kernel> = Vec::new();
    for kernel in lines.iter().filter_map(Kernel::of_json) {
        let same =
            |known: &Kernel| known.program == kernel.program && known.kernel == kernel.kernel;
        if !kernels.iter().any(same) {
            kernels.push(kernel);
        }
    }
    if !targets.is_empty() && !kernels.is_empty() {
        predictions(&mut out, &kernels, targets);
        sides(&mut out, &kernels, targets);
    }
    out
}

/// Time in a large launch and without overlap, what limits it, and the part of the memory's bandwidth.
fn predictions(out: &mut String, kernels: &[Kernel], targets: &[Target]) {
    out.push_str("\n| program | kernel |");
    for target in targets {
        let _ = write!(out, " {} |", target.name());
    }
    let _ = writeln!(out, "\n| --- | --- |{}", " --- |".repeat(targets.len()));
    for kernel in kernels.iter().filter(|kernel| kernel.work.blocks >= FEW) {
        let _ = write!(out, "| {} | {} |", kernel.program, kernel.kernel);
        for target in targets {
            let gpu = target.gpu();
            let found = predict(&kernel.work, &gpu);
            let share = 100.0 * found.of_bandwidth(&gpu);
            let (large, in_step) = (1e6 * found.large, 1e6 * found.in_step);
            let limiter = found.limiter();
            let _ = write!(out, " {large:.2} to {in_step:.2} µs, {limiter}, {share:.0} % |");
        }
        out.push('\n');
    }
}

/// Right-hand sides of the solvers: time of an element, what limits it, and the part of the gather roofline. The second
/// figures are without overlap.
fn sides(out: &mut String, kernels: &[Kernel], targets: &[Target]) {
    let all: Vec<_> =
        targets.iter().map(|target| right_hand_sides(kernels, &target.gpu())).collect();
    if all.first().is_none_or(Vec::is_empty) {
        return;
    }
    out.push_str(
        "\n| right-hand side | bytes of DRAM an element | if neighbours are gathered from it |",
    );
    for target in targets {
        let _ = write!(out, " {} |", target.name());
    }
    let _ = writeln!(out, "\n| --- | --- | --- |{}", " --- |".repeat(targets.len()));
    for (k, side) in all[0].iter().enumerate() {
        let _ =
            write!(out, "| {} | {:.0} | {:.0} |", side.program, side.bytes, side.roofline.gathered);
        for side in all.iter().map(|sides| &sides[k]) {
            let share = 100.0 * side.of_roofline;
            let slower = share * side.seconds / side.in_step;
            let _ = write!(
                out,
                " {:.2} to {:.2} ns, {}, {share:.0} to {slower:.0} % |",
                1e9 * side.seconds,
                1e9 * side.in_step,
                side.limiter
            );
        }
        out.push('\n');
    }
}

fn text<'a>(line: &'a Value, name: &str) -> &'a str {
    line.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn number(line: &Value, name: &str) -> f64 {
    line.get(name).and_then(Value::as_f64).unwrap_or_default()
}

/// A number with a space before each group of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, grouped, tables, with_tables};
    use serde_json::json;

    #[test]
    fn tables_stand_between_the_marks() {
        let page = format!("before\n{BEGIN}old\n{END}after\n");
        assert_eq!(with_tables(&page, "new\n"), Some(format!("before\n{BEGIN}new\n{END}after\n")));
        assert_eq!(with_tables("no marks", "new"), None);
    }

    #[test]
    fn a_kernel_is_a_row() {
        let line = json!({
            "program": "copy", "kernel": "copied", "part": 3, "cycles": 45_123, "of_bandwidth": 0.694,
            "dram_of_planned": 0.9, "registers": 16, "resident_blocks": 8, "difference": 0.0,
        });
        let failed = json!({"program": "sort", "kernel": "k", "not_simulated": "no"});
        let found = tables(&[line, failed], &[]);
        let row = "| copy | copied | 1/3 | 45 123 | 69 % | 0.90 | 16 | 8 | none |  |";
        assert_eq!(found.lines().skip(2).collect::<Vec<_>>(), [row]);
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(
            [grouped(7), grouped(999), grouped(1000), grouped(1_234_567)],
            ["7", "999", "1 000", "1 234 567"]
        );
    }
}
