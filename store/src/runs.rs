//! Reads of many short runs of a file. Those that are close together are read in one call, because a call costs as much as some
//! thousand bytes, and the disk is read by pages anyway.

use std::fs::File;
use std::io;

use crate::file::{Counters, read_at};

/// The most bytes between two runs that are read in one call: those of a page.
const GAP: u64 = 4096;
/// The most runs of one call. Systems allow 1024 parts, and each gap is one, too.
const MOST: usize = 512;

/// Fills each memory from its position in the file. Positions must not descend. Bytes between the runs are not counted.
pub(crate) fn read_runs<'m>(
    file: &File,
    runs: impl Iterator<Item = (u64, &'m mut [u8])>,
    counters: &Counters,
) -> io::Result<()> {
    let mut batch: Vec<(u64, &mut [u8])> = Vec::new();
    for (at, out) in runs {
        let gap = batch.last().and_then(|(start, last)| at.checked_sub(start + last.len() as u64));
        if batch.len() == MOST || gap.is_none_or(|gap| gap > GAP) {
            read_batch(file, &mut batch, counters)?;
            batch.clear();
        }
        batch.push((at, out));
    }
    read_batch(file, &mut batch, counters)
}

#[cfg(target_os = "linux")]
fn read_batch(file: &File, batch: &mut [(u64, &mut [u8])], counters: &Counters) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let (Some((first, _)), true) = (batch.first(), batch.len() > 1) else {
        return one_by_one(file, batch, counters);
    };
    let first = *first;
    let mut between = [0u8; GAP as usize];
    let between = between.as_mut_ptr();
    let mut parts = Vec::with_capacity(2 * batch.len());
    let (mut end, mut wanted) = (first, 0);
    for (at, out) in batch.iter_mut() {
        if *at > end {
            parts.push(libc::iovec { iov_base: between.cast(), iov_len: (*at - end) as usize });
        }
        parts.push(libc::iovec { iov_base: out.as_mut_ptr().cast(), iov_len: out.len() });
        end = *at + out.len() as u64;
        wanted += out.len();
    }
    let Ok(position) = libc::off_t::try_from(first) else {
        return one_by_one(file, batch, counters);
    };
    // SAFETY: the descriptor is open. Each part is memory that is borrowed mutably, or the one for gaps, which has room for the
    // longest; what is written there is never read. There are no more parts than systems allow.
    let read = unsafe {
        libc::preadv(file.as_raw_fd(), parts.as_ptr(), parts.len() as libc::c_int, position)
    };
    if u64::try_from(read) == Ok(end - first) {
        counters.read(wanted);
        return Ok(());
    }
    // A signal came, the file ends, or it cannot be read: the calls for each run say which.
    one_by_one(file, batch, counters)
}

#[cfg(not(target_os = "linux"))]
fn read_batch(file: &File, batch: &mut [(u64, &mut [u8])], counters: &Counters) -> io::Result<()> {
    one_by_one(file, batch, counters)
}

fn one_by_one(file: &File, batch: &mut [(u64, &mut [u8])], counters: &Counters) -> io::Result<()> {
    batch.iter_mut().try_for_each(|(at, out)| read_at(file, out, *at, counters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_those_of_the_file() {
        let path = std::env::temp_dir().join(format!("array-fn-runs-{}", std::process::id()));
        let bytes: Vec<u8> = (0..200_000u32).map(|k| (k * 7 + k / 256) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let file = File::open(&path).unwrap();
        // The bytes of a run, and from one to the next; more runs than one call has; gaps of all sizes.
        for (run, step, count) in [(3, 3, 2000), (5, 7, 2000), (10, 5000, 40), (100, 4196, 40)] {
            let counters = Counters::default();
            let mut found = vec![0; run * count];
            let at = (0..count).map(|k| (11 + k * step) as u64);
            read_runs(&file, at.zip(found.chunks_mut(run)), &counters).unwrap();
            for k in 0..count {
                let start = 11 + k * step;
                assert_eq!(found[k * run..][..run], bytes[start..start + run], "{run} {step}");
            }
            let counts = counters.get();
            assert_eq!(counts.bytes_read, (run * count) as u64);
            let together = step - run <= GAP as usize;
            let calls = if together { count.div_ceil(MOST) } else { count };
            assert_eq!(counts.reads, calls as u64, "{run} {step}");
        }
        let mut found = [0; 20];
        let beyond = [199_980, 199_995].into_iter().zip(found.chunks_mut(10));
        let error = read_runs(&file, beyond, &Counters::default()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        std::fs::remove_file(&path).unwrap();
    }
}
