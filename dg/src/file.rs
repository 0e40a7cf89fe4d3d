//! Files that are written as a whole or not at all.
//!
//! A file is written under another name in the same folder, brought to the disk, and then renamed. After that, the
//! folder is brought to the disk. So after a killed run or a power failure, and for a reader at any time, the file has
//! its old or its new contents.
//!
//! The other name is that of the file, followed by `.PID-COUNT.array-fn-tmp`. While a program writes such a temporary
//! file, it holds the system's lock on it. The lock ends with the program, however that ends. So a temporary file that
//! can be locked is left over from a program that has ended, and [`remove_leftovers`] removes it. Process numbers would
//! not tell: they are used again, and they differ between containers.

use crate::Error;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The end of the names of temporary files.
const SUFFIX: &str = ".array-fn-tmp";

/// Replaces the contents of a file as a whole, or not at all. A symbolic link stays one, and the file that it points to
/// is replaced. Permissions stay as they were.
///
/// # Errors
/// [`Error::NotAFile`] when something at `path` is no file, [`Error::File`] when it cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let target = replaceable(path)?;
    let written = || -> io::Result<()> {
        let temporary = Temporary::beside(&target)?;
        let mut file = BufWriter::with_capacity(1 << 16, &temporary.file);
        write(&mut file)?;
        file.flush()?;
        drop(file);
        temporary.rename(&target)
    };
    written().map_err(|source| Error::writing(path, source))
}

/// A file that takes the place of another one once it is complete. Before that, it can be opened and written to by its
/// name, also by other processes. It is removed if it is dropped unfinished.
pub(crate) struct Replacement {
    temporary: Temporary,
    target: PathBuf,
}

impl Replacement {
    /// Makes an empty file beside that at `path`.
    ///
    /// # Errors
    /// As for [`replace`].
    pub fn begin(path: &Path) -> Result<Self, Error> {
        let target = replaceable(path)?;
        let temporary = Temporary::beside(&target);
        let temporary = temporary.map_err(|source| Error::writing(path, source))?;
        Ok(Replacement { temporary, target })
    }

    /// The name of the file, which is in the folder of its target.
    pub fn name(&self) -> String {
        let name = self.temporary.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The file, open for writing.
    pub fn file(&self) -> &File {
        &self.temporary.file
    }

    /// Brings the file to the disk, and puts it in the place of the other.
    pub fn finish(self) -> io::Result<()> {
        self.temporary.rename(&self.target)
    }
}

/// Checks that [`replace`] will find a place to write to, for programs that compute long before they write. Nothing is
/// changed.
///
/// # Errors
/// [`Error::NotAFile`] and [`Error::File`], as [`replace`] would return them.
pub fn check(path: &Path) -> Result<(), Error> {
    let target = replaceable(path)?;
    let tried = || -> io::Result<()> {
        if target.exists() {
            // A file that nobody may write to must not be replaced either.
            OpenOptions::new().write(true).open(&target)?;
        }
        Temporary::beside(&target).map(drop)
    };
    tried().map_err(|source| Error::writing(path, source))
}

/// Removes temporary files in the folder of `path` that killed programs left over: those of the file `path`, and those
/// of names that `also` accepts. Nothing else is touched. Files that cannot be removed stay.
pub fn remove_leftovers(path: &Path, also: impl Fn(&str) -> bool) {
    let Ok(target) = target(path) else { return };
    let stem = stem(&target);
    let Ok(entries) = std::fs::read_dir(folder(&target)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let of = name.to_str().and_then(replaced_by);
        if of.is_some_and(|name| name == stem || also(name)) {
            remove_if_abandoned(&entry.path());
        }
    }
}

/// The end of a chain of symbolic links, whether or not something is there.
///
/// # Errors
/// The error of the system when a link cannot be read, or an error when there are too many links.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        if !std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(path);
        }
        let link = std::fs::read_link(&path)?;
        path = folder(&path).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The kind of something that is no regular file, in words. `None` for a regular file.
pub fn kind(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a named pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
    }
    Some(if kind.is_dir() { "a folder" } else { "no regular file" })
}

/// The file that is replaced when `path` is, if `path` leads to a file or to nothing yet.
fn replaceable(path: &Path) -> Result<PathBuf, Error> {
    if let Some(kind) = std::fs::metadata(path).ok().as_ref().and_then(kind) {
        return Err(Error::NotAFile { path: path.into(), kind });
    }
    let target = target(path).map_err(|source| Error::writing(path, source))?;
    let last = target.as_os_str().as_encoded_bytes().last();
    match target.file_name() {
        Some(_) if !last.is_some_and(|&byte| std::path::is_separator(byte.into())) => Ok(target),
        _ => Err(Error::NotAFile { path: path.into(), kind: "no name of a file" }),
    }
}

/// The folder in which a file is.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The name of a file at the start of temporary names. It is so short that a file system with names of 255 bytes has
/// room for the rest.
fn stem(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default();
    match name.to_str() {
        Some(name) if name.len() <= 200 => name.into(),
        _ => format!("{:016x}", xxhash_rust::xxh3::xxh3_64(name.as_encoded_bytes())),
    }
}

/// The stem of a temporary file's name, if `name` is such a name.
fn replaced_by(name: &str) -> Option<&str> {
    let (stem, number) = name.strip_suffix(SUFFIX)?.rsplit_once('.')?;
    let (process, count) = number.split_once('-')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(process) && digits(count)).then_some(stem)
}

fn remove_if_abandoned(path: &Path) {
    // Only regular files are opened: something else of such a name, such as a pipe, could make this wait.
    let is_file = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    let file = is_file.then(|| OpenOptions::new().write(true).open(path));
    if let Some(Ok(file)) = file
        && file.try_lock().is_ok()
    {
        // Another program may have been quicker.
        let _ = std::fs::remove_file(path);
    }
}

/// A temporary file beside another file. It takes the other's place, or is removed again.
struct Temporary {
    file: File,
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    /// Makes an empty, locked file with a name that no other file has.
    fn beside(target: &Path) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{}.{}-{count}{SUFFIX}", stem(target), std::process::id());
            let path = target.with_file_name(name);
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            match file.try_lock() {
                // Between its creation and its lock it looked like a leftover, and another program removes it.
                Err(TryLockError::WouldBlock) => continue,
                Ok(()) if !path.exists() => continue,
                // The file system may have no locks. Then nobody can lock the file, and it stays if this program is
                // killed.
                Ok(()) | Err(TryLockError::Error(_)) => {
                    return Ok(Temporary { file, path, renamed: false });
                }
            }
        }
    }

    fn rename(mut self, target: &Path) -> io::Result<()> {
        if let Ok(before) = std::fs::metadata(target) {
            self.file.set_permissions(before.permissions())?;
        }
        self.file.sync_all()?;
        std::fs::rename(&self.path, target)?;
        self.renamed = true;
        sync_folder(folder(target))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // If it cannot be removed, it stays as a leftover.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Brings the names in a folder to the disk, if the system can do that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    // Some file systems do it on their own. Folders that may not be read can still be written to.
    let harmless = [ErrorKind::InvalidInput, ErrorKind::Unsupported, ErrorKind::PermissionDenied];
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if harmless.contains(&error.kind()) => Ok(()),
        result => result,
    }
}

#[cfg(test)]
#[path = "tests/file.rs"]
mod tests;
