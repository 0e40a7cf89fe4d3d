//! Writes the dictionary as Markdown.

use super::array_api::{CORE, Chapter, Coverage, EXTENSIONS, Standing, coverage, is_function};
use super::language;
use super::pages::page_of;
use crate::check::ops::advice::{SPELLINGS, UNSUPPORTED};
use crate::check::{Group, function_table};
use std::fmt::Write;

/// The text of `docs/numpy.md`.
pub fn render() -> String {
    let mut out = String::from(
        "# NumPy, and what it is here\n\n\
         Written from the table that the compiler resolves calls by: `BLESS=1 cargo test -p array-fn-compiler\n\
         --test dictionary` writes it anew.\n\n\
         ## Syntax\n\n\
         | NumPy | here | difference |\n| --- | --- | --- |\n",
    );
    for (numpy, here, difference) in language::ROWS {
        row(&mut out, &[numpy, here, difference]);
    }
    out += "\n## Functions\n\n\
            Names that stand together are one function. `x.name(...)` works wherever the first parameter is an\n\
            array.\n";
    let mut groups: Vec<Group> = Vec::new();
    for function in function_table() {
        if !groups.contains(&function.group) {
            groups.push(function.group);
        }
    }
    for group in groups {
        let title = title(group);
        let _ =
            write!(out, "\n### {title}\n\n| here | meaning | difference |\n| --- | --- | --- |\n");
        for function in function_table().iter().filter(|f| f.group == group) {
            let aliases: String = function.aliases.iter().map(|a| format!(", `{a}`")).collect();
            let difference = page_of(function).map_or("", |page| page.differs);
            let here = format!("`{}`{aliases}", function.signature);
            row(&mut out, &[&here, function.doc, difference]);
        }
    }
    out += "\n## Spelt otherwise\n\n| NumPy | here |\n| --- | --- |\n";
    for (name, help) in SPELLINGS.iter().filter(|(name, _)| !is_function(name)) {
        row(&mut out, &[&format!("`{name}`"), help]);
    }
    out += "\n## Not here\n\n| NumPy | instead |\n| --- | --- |\n";
    for (name, help) in UNSUPPORTED.iter().filter(|(name, _)| !is_function(name)) {
        row(&mut out, &[&format!("`{name}`"), help]);
    }
    out += "\n## Limits\n\n\
            A function or block that is larger is a compile error that names the limit. Most blocks are far from\n\
            them; `for` loops with constant bounds are unrolled, and functions without `pub` inlined, before expressions\n\
            are counted.\n\n\
            | limit | of what |\n| --- | --- |\n";
    for (limit, what) in crate::limits::LIST {
        row(&mut out, &[&limit.to_string(), what]);
    }
    out += "\n## The Python Array API standard, 2024.12\n\n";
    let (core, extensions) = (coverage(CORE), coverage(EXTENSIONS));
    let _ = writeln!(
        out,
        "{} of the {} applicable functions, constants and operators ({:.1}%), and {} of {} of the optional\n\
         extensions. Not applicable is what is about\n\
         Python, devices or dtypes at run time.",
        core.present,
        core.applicable,
        core.percent(),
        extensions.present,
        extensions.applicable,
    );
    for chapter in CORE.iter().chain(EXTENSIONS) {
        standard(&mut out, chapter);
    }
    out
}

fn title(group: Group) -> &'static str {
    match group {
        Group::Math => "Element by element",
        Group::Logic => "Choices and comparisons",
        Group::Reduction => "Reductions",
        Group::Sorting => "Scans, sorting and searching",
        Group::Segment => "Segments, scattering and sparse matrices",
        Group::Linear => "Linear algebra",
        Group::Shape => "Shapes and elements rearranged",
        Group::Creation => "Creation",
        Group::Random => "Random numbers",
    }
}

impl Coverage {
    pub fn percent(self) -> f64 {
        100.0 * self.present as f64 / self.applicable.max(1) as f64
    }
}

fn standard(out: &mut String, chapter: &Chapter) {
    let Coverage { present, applicable } = chapter.coverage();
    let _ = write!(out, "\n### {} ({present} of {applicable})\n\n", chapter.title);
    let same: Vec<String> = chapter
        .functions
        .iter()
        .filter(|(name, standing)| *standing == Standing::Function && is_function(name))
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    if !same.is_empty() {
        let _ = writeln!(out, "By the same name: {}.", same.join(", "));
    }
    let others: Vec<(&str, String)> = chapter
        .functions
        .iter()
        .filter_map(|(name, standing)| {
            let text = match standing {
                Standing::Function if is_function(name) => return None,
                Standing::Function | Standing::Missing => "missing".to_string(),
                Standing::Written(text) => text.to_string(),
                Standing::Outside(text) => format!("not applicable: {text}"),
            };
            Some((*name, text))
        })
        .collect();
    if !others.is_empty() {
        *out += if same.is_empty() { "" } else { "\n" };
        *out += "| standard | here |\n| --- | --- |\n";
        for (name, text) in others {
            row(out, &[&format!("`{name}`"), &text]);
        }
    }
}

/// Writes one row. `|` is escaped, because it would end a cell even inside code.
fn row(out: &mut String, cells: &[&str]) {
    for cell in cells {
        let _ = write!(out, "| {} ", cell.replace('|', "\\|"));
    }
    *out += "|\n";
}
