//! A change of layout whose target is in an object store.
//!
//! Objects appear whole, so a list of them is the journal: a chunk that is there is written. Beside the target, the object
//! `NAME.relayout/task` says which change they are of, and `NAME.relayout/between-K` has the arrays between passes. The
//! target gets its `zarr.json` last; before that there is no array for readers.

use std::path::Path;
use std::time::Instant;

use super::{Folder, Report, give_memory_back, run_pass, task, verify};
use crate::file::Counts;
use crate::object::Store;
use crate::relayout::journal::Done;
use crate::relayout::pass::Pass;
use crate::relayout::{Plan, Relayout};
use crate::{Error, Result};

pub(super) fn run(relayout: &Relayout, plan: &Plan, store: &Store) -> Result<Report> {
    let start = Instant::now();
    let target = &relayout.target;
    let name = store.address(target);
    let folder = Folder::of(target);
    let passes = plan.passes();
    begin(store, &name, &folder, target, &task(&relayout.source, plan)?)?;
    let mut done = Done::new();
    for (k, pass) in passes.iter().enumerate() {
        list(store, k, pass, &mut done)?;
    }
    let kept = |k: usize| done.iter().filter(|(of, _)| *of == k).count() as u64;
    let is_complete = |k: usize| kept(k) == passes[k].target.header().write_grid().len();
    // What passes before a complete one have written may be removed.
    let first = (0..passes.len()).rev().find(|&k| is_complete(k)).map_or(0, |k| k + 1);
    let mut report = Report::new(&done);
    for (k, pass) in passes.iter().enumerate() {
        let (counts, slots) = match k < first {
            true => (Counts::default(), 0),
            false => run_pass(k, pass, &|_, _| Ok(()), &done)?,
        };
        give_memory_back();
        report.passes.push(counts);
        report.slots_used.push(slots);
        if let Some(before) = k.checked_sub(1) {
            remove(store, &name, &folder.between(before))?;
        }
    }
    let made = match passes.last() {
        Some(last) => last.target.clone(),
        None => relayout.empty_target()?,
    };
    if relayout.verify {
        report.checksum = Some(verify(relayout, &made)?);
    }
    made.backend().make()?;
    remove(store, &name, &folder.root)?;
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

/// Says which change this is. What another one has left is removed, but not what no change of layout has written.
fn begin(store: &Store, name: &str, folder: &Folder, target: &Path, task: &str) -> Result<()> {
    let note = folder.root.join("task");
    let failed = |action| move |error| Error::io(name, action, target, error);
    let storage = crate::storage::Storage::Objects(store.clone());
    let found = storage.read(&note).map_err(failed("read the task of"))?;
    if found.as_deref() == Some(task.as_bytes()) {
        return Ok(());
    }
    if found.is_none() {
        let mut is_empty = true;
        let each = |_: &str| {
            is_empty = false;
            false
        };
        store.list(target, each).map_err(failed("list"))?;
        if !is_empty {
            return Err(Error::Exists { path: name.into() });
        }
    }
    remove(store, name, target)?;
    remove(store, name, &folder.root)?;
    store.put(&note, task.as_bytes().to_vec().into()).map_err(failed("write the task of"))
}

fn remove(store: &Store, name: &str, key: &Path) -> Result<()> {
    store.delete_under(key).map_err(|error| Error::io(name, "remove", key, error))
}

/// Finds the chunks that a pass has written.
fn list(store: &Store, k: usize, pass: &Pass, done: &mut Done) -> Result<()> {
    let header = pass.target.header();
    let counts = header.write_grid().counts();
    let each = |rest: &str| {
        done.extend(chunk(rest, &counts).map(|flat| (k, flat)));
        true
    };
    store
        .list(&header.path, each)
        .map_err(|error| Error::io(&header.name, "list", &header.path, error))
}

/// The flat position of the chunk of a key, such as `c/1/0`.
fn chunk(key: &str, counts: &[u64]) -> Option<u64> {
    let mut parts = key.split('/');
    if parts.next() != Some("c") {
        return None;
    }
    let mut flat = 0;
    for &count in counts {
        let position: u64 = parts.next()?.parse().ok()?;
        if position >= count {
            return None;
        }
        flat = flat * count + position;
    }
    parts.next().is_none().then_some(flat)
}

#[cfg(test)]
mod tests {
    use super::chunk;

    #[test]
    fn keys_are_those_of_chunks() {
        assert_eq!(chunk("c/1/2", &[3, 4]), Some(6));
        assert_eq!(chunk("c", &[]), Some(0));
        for other in ["zarr.json", "c/1", "c/1/2/3", "c/3/0", "c/1/x", "d/1/2", "c/-1/2", ""] {
            assert_eq!(chunk(other, &[3, 4]), None, "{other}");
        }
    }
}
