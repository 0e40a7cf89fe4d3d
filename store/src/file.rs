//! Files: reads and writes at positions, counted; files and folders that appear whole.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What was read and written so far. Metadata are not counted, and neither are the indices of shards.
#[derive(Debug, Default)]
pub struct Counters {
    bytes_read: AtomicU64,
    bytes_written: AtomicU64,
    reads: AtomicU64,
    writes: AtomicU64,
    chunks_read: AtomicU64,
    chunks_written: AtomicU64,
}

/// The values of [`Counters`] at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bytes of chunks that were read.
    pub bytes_read: u64,
    /// Bytes of chunks that were written.
    pub bytes_written: u64,
    /// Calls of the system that read.
    pub reads: u64,
    /// Calls of the system that wrote.
    pub writes: u64,
    /// Chunks that were read whole or in part; a chunk that was read twice counts twice.
    pub chunks_read: u64,
    /// Chunks that were written.
    pub chunks_written: u64,
}

impl Counters {
    /// The values now.
    pub fn get(&self) -> Counts {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counts {
            bytes_read: of(&self.bytes_read),
            bytes_written: of(&self.bytes_written),
            reads: of(&self.reads),
            writes: of(&self.writes),
            chunks_read: of(&self.chunks_read),
            chunks_written: of(&self.chunks_written),
        }
    }

    pub(crate) fn read_chunk(&self) {
        self.chunks_read.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn wrote_chunk(&self) {
        self.chunks_written.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn read(&self, bytes: usize) {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.bytes_read.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn wrote(&self, bytes: usize) {
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.bytes_written.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

/// Fills `out` from a position of a file.
pub(crate) fn read_at(
    file: &File,
    out: &mut [u8],
    offset: u64,
    counters: &Counters,
) -> io::Result<()> {
    file.read_exact_at(out, offset)?;
    counters.read(out.len());
    Ok(())
}

/// Writes `bytes` at a position of a file.
pub(crate) fn write_at(
    file: &File,
    bytes: &[u8],
    offset: u64,
    counters: &Counters,
) -> io::Result<()> {
    file.write_all_at(bytes, offset)?;
    counters.wrote(bytes.len());
    Ok(())
}

/// A name beside `path` that no other process uses.
pub(crate) fn sibling(path: &Path, what: &str) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{what}-{}-{number}", std::process::id()));
    path.with_file_name(name)
}

/// Writes a file such that others see all of it or nothing. It is not on the disk before the system gets to it.
pub(crate) fn replace(path: &Path, bytes: &[u8], counters: &Counters) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let temporary = sibling(path, "new");
    let written = (|| {
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        write_at(&file, bytes, 0, counters)?;
        std::fs::rename(&temporary, path)
    })();
    if written.is_err() {
        // The error to report is the first one.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// Starts to write to the disk what the system holds of a file, without waiting.
pub(crate) fn start_writeback(file: &File) {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        // SAFETY: the descriptor is open. The call only gives advice, so its result does not matter.
        unsafe { libc::sync_file_range(file.as_raw_fd(), 0, 0, libc::SYNC_FILE_RANGE_WRITE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}

/// Tells the system that a file is read at scattered positions, or from front to back.
pub(crate) fn advise(file: &File, sequential: bool) {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let advice = if sequential { libc::POSIX_FADV_SEQUENTIAL } else { libc::POSIX_FADV_RANDOM };
        // SAFETY: the descriptor is open. The call only gives advice, so its result does not matter.
        unsafe { libc::posix_fadvise(file.as_raw_fd(), 0, 0, advice) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, sequential);
}

/// Waits until all files of the file system that holds `folder` are on the disk.
pub(crate) fn sync_file_system(folder: &Path) -> io::Result<()> {
    let folder = File::open(folder)?;
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        // SAFETY: the descriptor is open.
        match unsafe { libc::syncfs(folder.as_raw_fd()) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    folder.sync_all()
}

/// Waits until the names in the folder of `path` are on the disk.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

/// The folder that a path is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
