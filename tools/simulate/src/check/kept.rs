//! Checked kernels in a file of JSON lines, from which a check that was interrupted goes on.

use super::{Checked, Verdict};
use crate::compare::Difference;
use crate::error::Error;
use crate::recording::Launch;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Kernels that an earlier check found right, and the file into which others go.
#[derive(Default)]
pub struct Kept {
    right: HashMap<(String, String, u64), Checked>,
    file: Option<(PathBuf, File)>,
}

impl Kept {
    /// What a file has, if there is one. Kernels are added to it.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn new(path: Option<&Path>) -> Result<Kept, Error> {
        let Some(path) = path else { return Ok(Kept::default()) };
        let text = if path.exists() {
            std::fs::read_to_string(path).map_err(Error::file(path))?
        } else {
            String::new()
        };
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(Error::file(path))?;
        Ok(Kept { right: right(&text), file: Some((path.to_path_buf(), file)) })
    }

    /// The kernel of a launch, if it was right with as many blocks.
    pub fn find(&self, launch: &Launch) -> Option<&Checked> {
        self.right.get(&(launch.source.clone(), launch.kernel.clone(), launch.blocks()))
    }

    /// Writes a kernel.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn add(&mut self, checked: &Checked) -> Result<(), Error> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        writeln!(file, "{}", line(checked)).map_err(Error::file(path))
    }
}

/// The kernels of these lines that were right. A line that was cut off is none.
fn right(text: &str) -> HashMap<(String, String, u64), Checked> {
    let kernels = text.lines().filter_map(|line| {
        let value: Value = serde_json::from_str(line).ok()?;
        if value.get("verdict")?.as_str()? != "right" {
            return None;
        }
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let number = |name: &str| value.get(name)?.as_f64();
        let difference = Difference {
            elements: value.get("different_elements")?.as_u64()?,
            relative: number("difference")?,
            excess: number("of_allowed")?,
            worst: None,
        };
        let checked = Checked {
            kernel: text("kernel")?,
            source: text("source")?,
            blocks: value.get("blocks")?.as_u64()?,
            exact: value.get("exact")?.as_bool()?,
            fused: value.get("fused")?.as_bool()?,
            verdict: Verdict::Right(difference),
        };
        Some(((checked.source.clone(), checked.kernel.clone(), checked.blocks), checked))
    });
    kernels.collect()
}

fn line(checked: &Checked) -> Value {
    let mut line = json!({
        "kernel": checked.kernel, "source": checked.source, "blocks": checked.blocks, "exact": checked.exact,
        "fused": checked.fused,
    });
    let verdict = match &checked.verdict {
        Verdict::Right(difference) | Verdict::Wrong(difference) => {
            line["different_elements"] = json!(difference.elements);
            // Infinity is `null`.
            line["difference"] = json!(difference.relative);
            line["of_allowed"] = json!(difference.excess);
            if let Some(worst) = &difference.worst {
                line["array"] = json!(worst.array);
                line["index"] = json!(worst.index);
                line["simulated"] = json!(worst.simulated);
                line["recorded"] = json!(worst.recorded);
            }
            if matches!(checked.verdict, Verdict::Right(_)) { "right" } else { "wrong" }
        }
        Verdict::Refused(refused) => {
            line["group"] = json!(refused.group);
            line["detail"] = json!(refused.detail);
            "not executed"
        }
        Verdict::DidNotEnd => "did not end",
    };
    line["verdict"] = json!(verdict);
    line
}

#[cfg(test)]
mod tests {
    use super::{line, right};
    use crate::check::refused::Refused;
    use crate::check::{Checked, Verdict};
    use crate::compare::{Difference, Place};

    #[test]
    fn only_what_was_right_is_kept() {
        let checked = |kernel: &str, verdict| Checked {
            kernel: kernel.to_owned(),
            source: "a.cu".to_owned(),
            blocks: 3,
            exact: false,
            fused: false,
            verdict,
        };
        let worst = Place {
            array: "b1".to_owned(),
            index: 7,
            simulated: "1".to_owned(),
            recorded: "2".to_owned(),
        };
        let near =
            Difference { elements: 2, relative: 1e-16, excess: 1e-6, worst: Some(worst.clone()) };
        let far = Difference {
            elements: 1,
            relative: f64::INFINITY,
            excess: f64::INFINITY,
            worst: Some(worst),
        };
        let refused = Refused { group: "bfi.b32: not executed".to_owned(), detail: String::new() };
        let all = [
            checked("f", Verdict::Right(near)),
            checked("g", Verdict::Wrong(far)),
            checked("h", Verdict::Refused(refused)),
            checked("i", Verdict::DidNotEnd),
        ];
        let mut text: String = all.iter().map(|checked| format!("{}\n", line(checked))).collect();
        assert!(text.contains("\"verdict\":\"did not end\""), "{text}");
        text.push_str("{\"kernel\":\"j\",\"verd");
        let found = right(&text);
        assert_eq!(found.len(), 1);
        let kept = &found[&("a.cu".to_owned(), "f".to_owned(), 3)];
        let Verdict::Right(difference) = &kept.verdict else { panic!("{kept:?}") };
        assert_eq!((difference.elements, difference.relative), (2, 1e-16));
    }
}
