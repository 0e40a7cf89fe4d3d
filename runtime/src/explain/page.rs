//! The explanation as one HTML page that needs no other file.

use std::fmt::Write;
use std::io;
use std::path::Path;

use super::picture::escaped;
use super::table::live_text;
use super::text::{bytes, plural, time};
use super::{ExplainedLaunch, Explanation, list};

const STYLE: &str = "
body { font: 14px sans-serif; margin: 2em; max-width: 1400px; color: #222; }
h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; } th, td { padding: 3px 10px; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
pre { background: #f7f7f5; padding: 8px; overflow: auto; max-height: 32em; margin: 0; font-size: 12px; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
.picture { overflow: auto; max-height: 48em; border: 1px solid #ddd; padding: 6px; }
.bar { display: inline-block; height: 9px; background: #4a7ba6; margin-left: 6px; }
mark { background: #fff0a8; } summary { cursor: pointer; font-family: monospace; }
.note { color: #666; }
";

impl Explanation {
    /// Writes everything as one HTML file that a browser shows without any other file. It has the operations as a graph
    /// before and after fusion, the table of kernels, the lives of the temporaries, and each kernel's CUDA C++ beside
    /// the lines that it computes.
    ///
    /// # Errors
    /// Those of writing the file.
    pub fn write_html(&self, path: impl AsRef<Path>) -> io::Result<()> {
        std::fs::write(path, self.html())
    }

    /// The text that [`write_html`](Explanation::write_html) writes.
    pub fn html(&self) -> String {
        let title = escaped(&self.title());
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>{title}</title>\
             <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
        );
        let summary = format!(
            "{} in {}, which move {} and do {} operations. Temporaries take {} at most.",
            plural(self.computed().count(), "array operation"),
            plural(self.launches.len(), "kernel"),
            bytes(self.plan.bytes()),
            super::text::count(self.plan.ops()),
            bytes(self.plan.temporary_bytes() as u64),
        );
        let _ = writeln!(out, "<p>{summary}</p>");
        if self.measured.is_some() {
            let _ = writeln!(out, "<p>A call takes {}.</p>", time(self.measured));
        }
        self.kernel_table(&mut out);
        for of in &self.loops {
            let _ = writeln!(
                out,
                "<p>There is {}. Costs are those of one pass.</p>",
                escaped(&of.to_string())
            );
        }
        out.push_str("<h2>Memory between kernels</h2>\n");
        match self.temporaries.is_empty() {
            true => out.push_str("<p>None.</p>\n"),
            false => self.memory(&mut out),
        }
        out.push_str("<h2>Kernels, and the order between them</h2>\n");
        picture(&mut out, self.svg_after());
        out.push_str("<h2>Lines, and what flows between them</h2>\n");
        picture(&mut out, self.svg_lines());
        out.push_str("<h2>Array operations, as written</h2>\n");
        picture(&mut out, self.svg_before());
        out.push_str("<h2>Each kernel</h2>\n");
        for (k, launch) in self.launches.iter().enumerate() {
            self.kernel(&mut out, k, launch);
        }
        out.push_str("</body></html>\n");
        out
    }

    fn kernel_table(&self, out: &mut String) {
        out.push_str("<h2>Costs</h2>\n<table>\n<tr>");
        Self::KERNEL_HEADS.iter().for_each(|head| _ = write!(out, "<th>{head}</th>"));
        out.push_str("</tr>\n");
        // By measured time if there is one, else by traffic.
        let weight = |launch: &ExplainedLaunch| match launch.measured {
            Some(time) => time.as_secs_f64(),
            None => launch.plan.bytes as f64,
        };
        let most = self.launches.iter().map(weight).fold(0.0, f64::max);
        for (k, launch) in self.launches.iter().enumerate() {
            let width = if most > 0.0 { 200.0 * weight(launch) / most } else { 0.0 };
            let cells = self.kernel_row(k);
            row(out, &cells, &format!("<span class=\"bar\" style=\"width:{width:.0}px\"></span>"));
        }
        row(out, &self.total_row(), "");
        out.push_str("</table>\n");
    }

    fn memory(&self, out: &mut String) {
        let _ = writeln!(out, "<div class=\"picture\">{}</div>", self.svg_buffers());
        out.push_str(
            "<table>\n<tr><th>temporary</th><th>bytes</th><th>slot</th><th>live</th></tr>\n",
        );
        for temporary in &self.temporaries {
            let cells = [
                temporary.name.to_string(),
                bytes(temporary.bytes as u64),
                temporary.slot.to_string(),
                live_text(temporary),
            ];
            row(out, &cells, "");
        }
        out.push_str("</table>\n");
    }

    fn kernel(&self, out: &mut String, k: usize, launch: &ExplainedLaunch) {
        let took = match launch.measured {
            None => String::new(),
            Some(took) => format!(", {}", time(Some(took))),
        };
        let name = escaped(launch.plan.name);
        let _ = writeln!(out, "<details><summary>{k} {name}{took}</summary>");
        let _ = writeln!(out, "<p>Computes {}.</p>", escaped(&self.computes(launch)));
        let (reads, writes) = (list(&launch.reads), list(&launch.writes));
        let order = self.order(launch).map_or(String::new(), |order| format!("; {order}"));
        let (reads, writes) = (escaped(&reads), escaped(&writes));
        let _ = writeln!(out, "<p>Reads {reads}; writes {writes}{order}.</p>");
        if let Some(candidates) = self.candidates(launch) {
            let _ = writeln!(out, "<p>Candidates: {}.</p>", escaped(&candidates));
        }
        let _ = writeln!(
            out,
            "<div class=\"sides\"><pre>{}</pre><pre>{}</pre></div></details>",
            self.lines_of(launch),
            escaped(&launch.cuda.join("\n\n"))
        );
    }

    /// The source, in which the lines that a launch computes are marked.
    fn lines_of(&self, launch: &ExplainedLaunch) -> String {
        let lines: Vec<usize> =
            launch.operations.iter().filter_map(|&k| self.operations[k].line).collect();
        let mut out = String::new();
        for (number, text) in &self.source {
            let text = format!("{number:>5}  {}", escaped(text));
            let _ = match lines.contains(number) {
                true => writeln!(out, "<mark>{text}</mark>"),
                false => writeln!(out, "{text}"),
            };
        }
        out
    }
}

fn row(out: &mut String, cells: &[String], after: &str) {
    out.push_str("<tr>");
    for (k, cell) in cells.iter().enumerate() {
        let after = if k + 1 == cells.len() { after } else { "" };
        let _ = write!(out, "<td>{}{after}</td>", escaped(cell));
    }
    out.push_str("</tr>\n");
}

fn picture(out: &mut String, svg: Option<String>) {
    let _ = match svg {
        Some(svg) => writeln!(out, "<div class=\"picture\">{svg}</div>"),
        None => writeln!(out, "<p class=\"note\">Too many to be drawn.</p>"),
    };
}
