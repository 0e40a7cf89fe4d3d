//! All faults in one source: each behind a question to the environment, so that all are compiled at once.

use crate::find::{Change, Fault};
use std::ops::Range;

/// A file with faults planted, and where each of them is in it.
pub struct Planted {
    pub source: String,
    /// Numbers of faults with the bytes that they take.
    pub places: Vec<(usize, Range<usize>)>,
}

/// Plants `faults`, numbered, of one file.
pub fn plant(source: &str, faults: &[(usize, &Fault)]) -> Planted {
    let mut sorted = faults.to_vec();
    // What is around comes first; at an empty range, what returns.
    sorted.sort_by_key(|(_, f)| (f.range.start, std::cmp::Reverse(f.range.end)));
    let mut out = Planted { source: String::new(), places: Vec::new() };
    write(source, 0..source.len(), &sorted, &mut out);
    out
}

fn write(source: &str, range: Range<usize>, faults: &[(usize, &Fault)], out: &mut Planted) {
    let mut at = range.start;
    let mut rest = faults;
    while let Some(((number, fault), after)) = rest.split_first() {
        let inner = after.partition_point(|(_, f)| f.range.start < fault.range.end);
        out.source.push_str(&source[at..fault.range.start]);
        let start = out.source.len();
        let on = format!("crate::planted_fault({number})");
        match &fault.change {
            Change::Expression(new) => {
                out.source.push_str(&format!("(if {on} {{ {new} }} else {{ "));
                write(source, fault.range.clone(), &after[..inner], out);
                out.source.push_str(" })");
            }
            Change::Removed => {
                out.source.push_str(&format!("if !{on} {{ "));
                write(source, fault.range.clone(), &after[..inner], out);
                out.source.push_str(" }");
            }
            Change::Arm => {
                out.source.push_str(&format!(" if !{on}"));
                if !fault.range.is_empty() {
                    out.source.push_str(" && (");
                    let guard = fault.range.start + "if".len()..fault.range.end;
                    write(source, guard, &after[..inner], out);
                    out.source.push(')');
                }
            }
            Change::Returns(value) => {
                out.source.push_str(&format!(" if {on} {{ return {value}; }}"));
            }
        }
        out.places.push((*number, start..out.source.len()));
        at = fault.range.end;
        rest = &after[inner..];
    }
    out.source.push_str(&source[at..range.end]);
}

/// What each crate with faults gets: which one is on, and a file for each that was asked for.
pub const SWITCH: &str = r#"
#[doc(hidden)]
#[allow(missing_docs)]
pub fn planted_fault(number: u32) -> bool {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    static ON: LazyLock<u32> = LazyLock::new(|| std::env::var("PLANTED_FAULT").ok().and_then(|n| n.parse().ok()).unwrap_or(u32::MAX));
    static SEEN: [AtomicBool; 4096] = [const { AtomicBool::new(false) }; 4096];
    static FOLDER: LazyLock<Option<std::ffi::OsString>> = LazyLock::new(|| std::env::var_os("PLANTED_FAULTS_SEEN"));
    if !SEEN[number as usize].swap(true, Ordering::Relaxed) {
        if let Some(folder) = &*FOLDER {
            let _ = std::fs::write(std::path::Path::new(folder).join(number.to_string()), "");
        }
    }
    number == *ON
}
"#;
