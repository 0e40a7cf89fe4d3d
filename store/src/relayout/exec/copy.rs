//! A pass that copies encoded chunks as they are.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Wrote;
use super::slots::{in_threads, unravel};
use crate::file::{Access, advise, read_at, start_writeback, write_at};
use crate::pieces::PIECE;
use crate::relayout::journal::Done;
use crate::relayout::pass::Pass;
use crate::{Error, Result, StoredArray};

pub(super) fn run(k: usize, pass: &Pass, wrote: &Wrote<'_>, done: &Done) -> Result<u64> {
    let grid = pass.target.header().write_grid();
    let (count, counts) = (grid.len(), grid.counts());
    let next = AtomicU64::new(0);
    in_threads(pass.threads, |failed| {
        let mut buffer = vec![0; PIECE as usize];
        while !failed() {
            let flat = next.fetch_add(1, Ordering::Relaxed);
            if flat >= count {
                break;
            }
            if done.contains(&(k, flat)) {
                continue;
            }
            let bytes = copy(pass, &unravel(flat, &counts), &mut buffer)?;
            wrote(flat, bytes)?;
        }
        Ok(())
    })?;
    Ok(0)
}

fn copy(pass: &Pass, chunk: &[u64], buffer: &mut [u8]) -> Result<u64> {
    #[cfg(feature = "object-store")]
    if !(pass.source.storage().is_files() && pass.target.storage().is_files()) {
        return pass.target.copy_chunk(&pass.source, chunk);
    }
    let (source, _) = pass.source.backend().place(chunk);
    let (target, _) = pass.target.backend().place(chunk);
    let error = |array: &StoredArray, action, path: &Path| {
        let (array, chunk) = (array.header().name.clone(), Some(chunk.to_vec()));
        let path = path.to_owned();
        move |source| Error::Io { array, chunk, action, path, source }
    };
    let file = match File::open(&source) {
        Err(absent) if absent.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        opened => opened.map_err(error(&pass.source, "read", &source))?,
    };
    let metadata = file.metadata().map_err(error(&pass.source, "look at", &source))?;
    let bytes = metadata.len();
    if let Some(expected) = pass.source.backend().scratch().fixed_write
        && expected != bytes
    {
        let array = pass.source.header().name.clone();
        let chunk = chunk.to_vec();
        return Err(Error::ChunkSize { array, chunk, path: source, expected, actual: bytes });
    }
    advise(&file, Access::Sequential);
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder).map_err(error(&pass.target, "create", folder))?;
    }
    let out = File::create(&target).map_err(error(&pass.target, "create", &target))?;
    let mut at = 0;
    while at < bytes {
        let piece = &mut buffer[..(bytes - at).min(PIECE) as usize];
        read_at(&file, piece, at, pass.source.counters()).map_err(error(
            &pass.source,
            "read",
            &source,
        ))?;
        write_at(&out, piece, at, pass.target.counters()).map_err(error(
            &pass.target,
            "write",
            &target,
        ))?;
        at += piece.len() as u64;
    }
    start_writeback(&out);
    pass.source.counters().read_chunk();
    pass.target.counters().wrote_chunk();
    Ok(bytes)
}
