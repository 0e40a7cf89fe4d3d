//! Runs a plan: folders, the journal, passes one after another, and the name at the end.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use super::checksum::checksum_as;
use super::journal::{Done, Journal};
use super::pass::{Pass, Work};
use super::{Plan, Relayout};
use crate::file::{Counts, sync_file_system, sync_folder_of};
use crate::storage::Storage;
use crate::{Error, Result, StoredArray};

mod copy;
#[cfg(feature = "object-store")]
mod objects;
mod slots;
mod walk;

pub(crate) use slots::in_threads;
pub(super) use slots::unravel;

/// The folder beside the target in which it is made.
pub(crate) struct Folder {
    root: PathBuf,
    /// The target, until it gets its name.
    pub(crate) target: PathBuf,
}

impl Folder {
    pub(crate) fn of(target: &Path) -> Folder {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".relayout");
        let root = target.with_file_name(name);
        Folder { target: root.join("target"), root }
    }

    /// The array between pass `k` and the next.
    pub(crate) fn between(&self, k: usize) -> PathBuf {
        self.root.join(format!("between-{k}"))
    }
}

/// What a change of layout did.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was read and written in each pass, in this run.
    pub passes: Vec<Counts>,
    /// Target chunks of all passes that an earlier run had written.
    pub chunks_kept: u64,
    /// The most chunks that were in memory at one time, in each pass.
    pub slots_used: Vec<u64>,
    /// The check sum of the elements, if it was asked for.
    pub checksum: Option<u64>,
    /// The time, in seconds.
    pub seconds: f64,
}

impl Report {
    fn new(done: &Done) -> Report {
        Report {
            passes: Vec::new(),
            chunks_kept: done.len() as u64,
            slots_used: Vec::new(),
            checksum: None,
            seconds: 0.0,
        }
    }

    /// The report as a JSON object.
    pub fn json(&self) -> Value {
        let counts = |counts: &Counts| {
            json!({
                "bytes_read": counts.bytes_read,
                "bytes_written": counts.bytes_written,
                "reads": counts.reads,
                "writes": counts.writes,
                "chunks_read": counts.chunks_read,
                "chunks_written": counts.chunks_written,
            })
        };
        json!({
            "passes": self.passes.iter().map(counts).collect::<Vec<_>>(),
            "chunks_kept": self.chunks_kept,
            "slots_used": self.slots_used,
            "checksum": self.checksum.map(|sum| format!("{sum:016x}")),
            "seconds": self.seconds,
        })
    }
}

/// A line that is equal only for the same change of the same array.
fn task(source: &StoredArray, plan: &Plan) -> Result<String> {
    let header = source.header();
    let path = source.storage().identity(&header.path);
    let mut hasher = DefaultHasher::new();
    // Metadata that were written since mean another array.
    let folder = &header.path;
    for file in [folder.clone(), folder.join("zarr.json"), folder.join(".zarray")] {
        let stamp = source.storage().stamp(&file);
        let stamp = stamp.map_err(|error| Error::io(&header.name, "look at", &file, error))?;
        stamp.hash(&mut hasher);
    }
    for pass in plan.passes() {
        // Threads and memory may change from run to run, what is written may not.
        let (from, to) = (pass.source.header(), pass.target.header());
        let copies = pass.work == Work::Copy;
        format!(
            "{copies} {:?} {:?} {} {:?} {:?} {} {:?} {:?} {:?}",
            from.shape,
            from.chunk,
            from.element,
            pass.axes,
            to.write_chunk,
            to.element,
            to.chunk,
            to.codecs,
            to.fill
        )
        .hash(&mut hasher);
    }
    let task = format!("{:016x}", hasher.finish());
    Ok(json!({"array-fn relayout": 1, "source": path, "task": task}).to_string())
}

pub(super) fn run(relayout: &Relayout, plan: &Plan) -> Result<Report> {
    match &relayout.storage {
        Storage::Files => run_in_folder(relayout, plan),
        #[cfg(feature = "object-store")]
        Storage::Objects(store) => objects::run(relayout, plan, store),
    }
}

fn run_in_folder(relayout: &Relayout, plan: &Plan) -> Result<Report> {
    let start = Instant::now();
    let target = &relayout.target;
    let folder = Folder::of(target);
    let name = target.display().to_string();
    let failed = |action| {
        let (name, root) = (name.clone(), folder.root.clone());
        move |error| Error::io(&name, action, &root, error)
    };
    std::fs::create_dir_all(&folder.root).map_err(failed("create"))?;
    let task = task(&relayout.source, plan)?;
    let open = || {
        Journal::open(&folder.root, &task, relayout.durable, || {
            clear(&folder.root).map_err(failed("clear"))
        })
    };
    let (mut journal, mut done) = open()?;
    if is_stale(plan, &done) {
        drop(journal);
        std::fs::remove_dir_all(&folder.root).map_err(failed("clear"))?;
        std::fs::create_dir_all(&folder.root).map_err(failed("create"))?;
        (journal, done) = open()?;
    }
    let mut report = Report::new(&done);
    for (k, pass) in plan.passes().iter().enumerate() {
        let wrote = |flat: u64, bytes: u64| journal.wrote(k, flat, bytes);
        let (counts, slots) = run_pass(k, pass, &wrote, &done)?;
        give_memory_back();
        report.passes.push(counts);
        report.slots_used.push(slots);
        if let Some(before) = k.checked_sub(1) {
            // It is read no more. Lines of this pass must not be lost after it is gone.
            journal.sync()?;
            remove(&folder.between(before)).map_err(failed("remove"))?;
        }
    }
    if plan.passes().is_empty() {
        relayout.empty_target()?.backend().make()?;
    }
    if relayout.verify {
        let made = StoredArray::open(&folder.target)?;
        report.checksum = Some(verify(relayout, &made)?);
    }
    if relayout.durable {
        sync_file_system(&folder.root).map_err(failed("sync"))?;
    }
    std::fs::rename(&folder.target, target).map_err(failed("rename"))?;
    if relayout.durable {
        sync_folder_of(target).map_err(failed("sync"))?;
    }
    drop(journal);
    std::fs::remove_dir_all(&folder.root).map_err(failed("remove"))?;
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

/// Returns to the system what allocators keep of the buffers of codecs, so that passes do not add up.
pub(crate) fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call may be made at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Whether the journal speaks of arrays that are gone: a run was killed after it gave the target its name, and before it
/// removed the folder.
fn is_stale(plan: &Plan, done: &Done) -> bool {
    let kept = |k: usize| done.iter().filter(|(of, _)| *of == k).count() as u64;
    let passes = plan.passes();
    passes.iter().enumerate().any(|(k, pass)| {
        let path = &pass.target.header().path;
        // What is between two passes is removed when the second is complete.
        let next = passes.get(k + 1).map(|next| (kept(k + 1), next.target.header().write_grid()));
        let is_used_up = next.is_some_and(|(kept, grid)| kept == grid.len());
        kept(k) > 0 && !path.exists() && !is_used_up
    })
}

/// Removes all but the journal.
fn clear(root: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root)? {
        let entry = entry?;
        if entry.file_name() != "journal" {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> std::io::Result<()> {
    let removed =
        if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// What is called after each chunk with its flat position and its bytes.
type Wrote<'w> = dyn Fn(u64, u64) -> Result<()> + Sync + 'w;

fn run_pass(k: usize, pass: &Pass, wrote: &Wrote<'_>, done: &Done) -> Result<(Counts, u64)> {
    let grid = pass.target.header().write_grid();
    let kept = done.iter().filter(|(of, _)| *of == k).count() as u64;
    if kept == grid.len() {
        // What it read may be gone.
        return Ok((Counts::default(), 0));
    }
    if pass.target.storage().is_files() {
        pass.target.backend().make()?;
    }
    let (before_read, before_written) =
        (pass.source.counters().get(), pass.target.counters().get());
    let slots = match &pass.work {
        Work::Copy => copy::run(k, pass, wrote, done)?,
        Work::Walk(walk) => walk::run(k, pass, walk, wrote, done)?,
    };
    let (read, written) = (pass.source.counters().get(), pass.target.counters().get());
    let counts = Counts {
        bytes_read: read.bytes_read - before_read.bytes_read,
        reads: read.reads - before_read.reads,
        chunks_read: read.chunks_read - before_read.chunks_read,
        bytes_written: written.bytes_written - before_written.bytes_written,
        writes: written.writes - before_written.writes,
        chunks_written: written.chunks_written - before_written.chunks_written,
    };
    Ok((counts, slots))
}

/// Compares check sums of source and target.
fn verify(relayout: &Relayout, made: &StoredArray) -> Result<u64> {
    let rank = made.header().shape.len();
    let same: Vec<usize> = (0..rank).collect();
    let axes = relayout.axes.as_ref().unwrap_or(&same);
    let threads = relayout.threads.unwrap_or(4);
    let element = made.header().element;
    let expected = checksum_as(&relayout.source, axes, element, threads)?;
    let actual = checksum_as(made, &same, element, threads)?;
    if expected != actual {
        return Err(Error::request(format!(
            "{}: check sum {actual:016x} of what was written, but {expected:016x} of the source: \
             do not use it, and check the disk",
            made.header().name
        )));
    }
    Ok(actual)
}
