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

/// How a file is going to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// From front to back.
    Sequential,
    /// At scattered positions, and no other parts of it.
    Scattered,
    /// All of it, in several parts.
    Soon,
}

/// Tells the system how a file is going to be read.
pub(crate) fn advise(file: &File, access: Access) {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd;
        let advice = match access {
            Access::Sequential => libc::POSIX_FADV_SEQUENTIAL,
            Access::Scattered => libc::POSIX_FADV_RANDOM,
            Access::Soon => libc::POSIX_FADV_WILLNEED,
        };
        // SAFETY: the descriptor is open. The call only gives advice, so its result does not matter.
        unsafe { libc::posix_fadvise(file.as_raw_fd(), 0, 0, advice) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, access);
}

/// Lets the system read a part of a file ahead.
pub(crate) fn read_ahead(file: &File, offset: u64, bytes: u64) {
    #[cfg(target_os = "linux")]
    if let (Ok(offset), Ok(bytes)) = (offset.try_into(), bytes.try_into()) {
        use std::os::fd::AsRawFd;
        // SAFETY: the descriptor is open. The call only gives advice, so its result does not matter.
        unsafe { libc::posix_fadvise(file.as_raw_fd(), offset, bytes, libc::POSIX_FADV_WILLNEED) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, offset, bytes);
}

/// Bytes of memory that the system could use for files; 0 if it does not say.
pub(crate) fn available_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    let available = kilobytes.unwrap_or(0) * 1024;
    limit_of_group().map_or(available, |limit| available.min(limit))
}

/// The most resident memory that this process had so far, in bytes, where the system tells: what a bound of memory is compared
/// with. Not `ru_maxrss`, which also counts the process that started this one.
pub fn peak_resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// The memory that the control group of this process may use, its files included, if there is a limit.
fn limit_of_group() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    // One line per hierarchy: number, controllers, group. Version 2 has number 0 and no controllers.
    text.lines().filter_map(limit_of_line).min()
}

fn limit_of_line(line: &str) -> Option<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, group) = (fields.next()?, fields.next()?.trim_start_matches('/'));
    let (root, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        _ if controllers.split(',').any(|controller| controller == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    // Limits of the groups around it hold, too.
    let folder = Path::new(root).join(group);
    let folders = folder.ancestors().take_while(|folder| folder.starts_with(root));
    let limit =
        |folder: &Path| std::fs::read_to_string(folder.join(file)).ok()?.trim().parse::<u64>().ok();
    folders.filter_map(limit).min()
}

/// Writes a new file past the system's cache, which saves a copy and leaves the cache to what is read. Returns whether it
/// did: memory, length and file system must allow it.
pub(crate) fn write_direct(path: &Path, bytes: &[u8], counters: &Counters) -> io::Result<bool> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let is_aligned = |n: usize| n.is_multiple_of(crate::memory::PAGE);
        if bytes.len() >= 1 << 20 && is_aligned(bytes.len()) && is_aligned(bytes.as_ptr() as usize)
        {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(true).custom_flags(libc::O_DIRECT);
            let written = options.open(path).and_then(|file| write_at(&file, bytes, 0, counters));
            return match written {
                // What file systems say that cannot do it, or want another alignment.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(false),
                other => other.map(|()| true),
            };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (path, bytes, counters);
    Ok(false)
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
