//! Tables and plots of what was measured.

mod cases;
pub mod machine;
mod plots;
pub mod section;
mod tables;

use crate::Error;
use crate::options::Report;
use crate::record::Record;
use crate::run::{MACHINE, RECORDS};
use cases::Cases;
use serde_json::Value;
use std::path::Path;

/// Writes `report.md` and plots into the folder of the measurements; with `docs` also into a section of that
/// file, its plots beside it, and with `readme` a summary.
pub fn report(options: &Report) -> Result<(), Error> {
    let records = read(&options.out.join(RECORDS))?;
    let machine = std::fs::read_to_string(options.out.join(MACHINE))?;
    let machine: Value = serde_json::from_str(&machine)?;
    let cases = Cases::new(&records);
    let mut text = machine::describe(&machine);
    text.push_str(&tables::all(&cases, &machine));
    let drawn = plots::draw(&cases, &options.out)?;
    let mut report = text.clone();
    append_plots(&mut report, &drawn, "");
    std::fs::write(options.out.join("report.md"), report)?;
    println!("{}", options.out.join("report.md").display());
    if let Some(docs) = &options.docs {
        let folder = docs.with_extension("");
        std::fs::create_dir_all(&folder)?;
        plots::draw(&cases, &folder)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        append_plots(&mut text, &drawn, &format!("{name}/"));
        let old = std::fs::read_to_string(docs)?;
        std::fs::write(docs, section::replace(&old, "report", &text)?)?;
    }
    if let Some(readme) = &options.readme {
        let old = std::fs::read_to_string(readme)?;
        std::fs::write(readme, section::replace(&old, "summary", &tables::summary(&cases))?)?;
    }
    Ok(())
}

fn append_plots(text: &mut String, plots: &[plots::Plot], folder: &str) {
    for plot in plots {
        text.push_str(&format!("\n![{}]({folder}{})\n", plot.title, plot.file));
    }
}

/// The measurements in a file; a line that is none is an error.
fn read(path: &Path) -> Result<Vec<Record>, Error> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
    let mut records = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let value: Value = serde_json::from_str(line)?;
        let record = Record::read(&value).ok_or_else(|| {
            format!("`{}`, line {}: not a measurement: {line}", path.display(), number + 1)
        })?;
        records.push(record);
    }
    Ok(records)
}
