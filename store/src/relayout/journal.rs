//! The journal of a change of layout: which chunks are written.
//!
//! A line for each chunk follows its write. The system keeps what a killed process wrote, so the lines hold after a kill.
//! After a loss of power only those hold that were on the disk: the lines before the last line `synced`. Whether the
//! system was started anew is told by its boot id, in the second line.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::file::sync_file_system;
use crate::{Error, Result};

/// Bytes written between two waits for the disk.
const SYNC_EVERY: u64 = 1 << 30;

/// An open journal; no other process can open it meanwhile.
#[derive(Debug)]
pub(crate) struct Journal {
    path: std::path::PathBuf,
    state: Mutex<State>,
    is_durable: bool,
}

#[derive(Debug)]
struct State {
    file: File,
    unsynced: u64,
}

/// Chunks that are written, by pass and flat position.
pub(crate) type Done = HashSet<(usize, u64)>;

fn boot_id() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}

impl Journal {
    /// Opens the journal in `folder`. If it is of the same task, returns what is done; else calls `clear`, which removes
    /// what another task left, and begins anew.
    pub(crate) fn open(
        folder: &Path,
        task: &str,
        is_durable: bool,
        clear: impl FnOnce() -> Result<()>,
    ) -> Result<(Journal, Done)> {
        let path = folder.join("journal");
        let failed =
            |error| Error::io(&folder.display().to_string(), "use the journal", &path, error);
        let options =
            OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed);
        let mut file = options?;
        file.try_lock().map_err(|_| {
            Error::request(format!("another process writes into {}: wait for it", folder.display()))
        })?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let held = held(&String::from_utf8_lossy(&text), task, &boot_id());
        if held.is_none() {
            clear()?;
        }
        // Written anew: lines that were lost or cut off must not come back.
        let held = held.unwrap_or_default();
        let mut lines = format!("{task}\n{}\n", boot_id());
        for line in &held {
            lines.push_str(line);
            lines.push('\n');
        }
        file.set_len(0).map_err(failed)?;
        file.write_all(lines.as_bytes()).map_err(failed)?;
        let done = held.iter().filter_map(|line| chunk(line)).collect();
        let journal = Journal { path, state: Mutex::new(State { file, unsynced: 0 }), is_durable };
        Ok((journal, done))
    }

    /// A chunk of `bytes` bytes is written.
    pub(crate) fn wrote(&self, pass: usize, flat: u64, bytes: u64) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{pass} {flat}\n");
        state.file.write_all(line.as_bytes()).map_err(|error| self.failed(error))?;
        state.unsynced += bytes;
        if state.unsynced >= SYNC_EVERY { self.sync_locked(&mut state) } else { Ok(()) }
    }

    /// Waits until all that the journal says is on the disk, if the target has to be durable.
    pub(crate) fn sync(&self) -> Result<()> {
        self.sync_locked(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn sync_locked(&self, state: &mut State) -> Result<()> {
        state.unsynced = 0;
        if self.is_durable {
            let synced = sync_file_system(crate::file::folder_of(&self.path));
            synced.map_err(|error| self.failed(error))?;
            state.file.write_all(b"synced\n").map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    fn failed(&self, error: std::io::Error) -> Error {
        Error::io("journal", "write", &self.path, error)
    }
}

/// The chunk of a line.
fn chunk(line: &str) -> Option<(usize, u64)> {
    let (pass, flat) = line.split_once(' ')?;
    Some((pass.parse().ok()?, flat.parse().ok()?))
}

/// The lines of a journal that hold; `None` if it is of another task.
fn held(text: &str, task: &str, boot: &str) -> Option<Vec<String>> {
    // A line without an end may be cut off.
    let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = complete.lines();
    if lines.next() != Some(task) {
        return None;
    }
    let same_boot = lines.next() == Some(boot);
    let lines: Vec<&str> = lines.collect();
    let synced = lines.iter().rposition(|&line| line == "synced").map_or(0, |last| last + 1);
    let held = if same_boot { &lines[..] } else { &lines[..synced] };
    Some(held.iter().map(|&line| line.to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_as_far_as_they_were_on_the_disk() {
        let text = "task\nboot\n0 1\n0 2\nsynced\n0 3\n1 4";
        let lines = |list: &[&str]| Some(list.iter().map(|&line| line.to_owned()).collect());
        assert_eq!(held(text, "task", "boot"), lines(&["0 1", "0 2", "synced", "0 3"]));
        assert_eq!(held(text, "task", "another boot"), lines(&["0 1", "0 2", "synced"]));
        assert_eq!(held("task\nboot\n0 1\n", "task", "another boot"), lines(&[]));
        assert_eq!(held(text, "another task", "boot"), None);
        assert_eq!(held("", "task", "boot"), None);
        assert_eq!(held("tas", "task", "boot"), None);
        assert_eq!((chunk("3 4"), chunk("synced")), (Some((3, 4)), None));
    }
}
