//! Updates of arrays that happen as a whole or not at all: new chunks are kept beside the array, and replace the old ones at the
//! end.
//!
//! The folder `NAME.update` beside the array is an array, too, which has the new chunks. When all of them are on the disk, the file
//! `complete` is made in it. Then the chunks are moved, each by a rename. A kill before `complete` leaves the array as it was;
//! after it, the next [`StoredArray::open`], or the next update, moves the rest.
//!
//! A lock of the array's description keeps two updates apart. The system releases it when a process ends.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::file::{folder_of, sync_file_system};
use crate::{Error, Result, StoredArray};

/// The files of an array that are no chunks.
const DESCRIPTIONS: [&str; 4] = ["zarr.json", ".zarray", ".zattrs", ".zmetadata"];
/// Says that all new chunks are there.
const COMPLETE: &str = "complete";

/// An update that has begun. If it is dropped before [`Update::commit`], the array stays as it is.
#[derive(Debug)]
pub(crate) struct Update {
    array: PathBuf,
    folder: PathBuf,
    /// The array that gets the new chunks.
    new: StoredArray,
    is_committed: bool,
    _lock: File,
}

/// Whether new chunks can be kept beside an array: it is a folder with a file for each chunk.
pub(crate) fn is_possible(array: &StoredArray) -> bool {
    array.storage().is_files() && array.header().path.is_dir()
}

impl Update {
    /// Begins an update of an array, see [`is_possible`].
    ///
    /// # Errors
    /// [`Error::Request`] if another update is under way; [`Error::Io`].
    pub(crate) fn begin(array: &StoredArray) -> Result<Update> {
        let lock = lock(array)?;
        let path = whole_path(&array.header().path)?;
        let folder = folder_beside(&path);
        if folder.join(COMPLETE).exists() {
            finish(&path, &folder)?;
        }
        let failed = |error| Error::io(&array.header().name, "keep new chunks in", &folder, error);
        remove(&folder).map_err(failed)?;
        fs::create_dir(&folder).map_err(failed)?;
        let made = (|| {
            for name in DESCRIPTIONS {
                if path.join(name).is_file() {
                    fs::copy(path.join(name), folder.join(name)).map_err(failed)?;
                }
            }
            StoredArray::open(&folder)
        })();
        let new = made.inspect_err(|_| drop(remove(&folder)))?.with_old(array);
        Ok(Update { array: path, folder, new, is_committed: false, _lock: lock })
    }

    /// The array that gets the new chunks. Where it has none, it is as before.
    pub(crate) fn array(&self) -> &StoredArray {
        &self.new
    }

    /// Puts the new chunks into the place of the old ones.
    ///
    /// # Errors
    /// [`Error::Io`]. Before the first chunk is moved, the array is as before; later, the next opening moves the rest.
    pub(crate) fn commit(mut self) -> Result<()> {
        let folder = &self.folder;
        let failed =
            |error| Error::io(&self.new.header().name, "complete the update in", folder, error);
        sync_file_system(folder).map_err(failed)?;
        let complete = File::create(folder.join(COMPLETE)).and_then(|file| file.sync_all());
        complete.and_then(|()| File::open(folder)?.sync_all()).map_err(failed)?;
        self.is_committed = true;
        finish(&self.array, &self.folder)
    }
}

impl Drop for Update {
    fn drop(&mut self) {
        if !self.is_committed {
            // What is left does no harm, and is removed by the next update.
            let _ = remove(&self.folder);
        }
    }
}

/// Keeps other updates of an array away until the file is closed.
///
/// # Errors
/// [`Error::Request`] if another update is under way; [`Error::Io`].
pub(crate) fn lock(array: &StoredArray) -> Result<File> {
    let header = array.header();
    let path = description(&header.path);
    let file = File::open(&path)
        .map_err(|error| Error::io(&header.name, "open the description", &path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(Error::request(format!(
            "another call updates {}: wait until it has ended",
            header.name
        ))),
        Err(fs::TryLockError::Error(error)) => {
            Err(Error::io(&header.name, "lock the description", &path, error))
        }
    }
}

/// Moves what an update that was killed has left to move.
///
/// # Errors
/// [`Error::Io`].
pub(crate) fn recover(path: &Path) -> Result<()> {
    let Ok(path) = whole_path(path) else { return Ok(()) };
    let folder = folder_beside(&path);
    if !folder.join(COMPLETE).exists() {
        return Ok(());
    }
    let failed = |error| {
        Error::io(&path.display().to_string(), "complete the interrupted update in", &folder, error)
    };
    // If the update is under way in another process, this waits for it.
    let file = File::open(description(&path)).map_err(failed)?;
    file.lock().map_err(failed)?;
    match folder.join(COMPLETE).exists() {
        true => finish(&path, &folder),
        false => Ok(()),
    }
}

/// Moves the new chunks, and removes the folder.
fn finish(array: &Path, folder: &Path) -> Result<()> {
    let moved = move_files(folder, array, true);
    // The new places must be on the disk before the folder is forgotten. File systems keep the order of such changes, so
    // that of one folder is enough.
    let on_disk = moved.and_then(|()| File::open(array)?.sync_all());
    let moved = on_disk.and_then(|()| remove(folder));
    moved.map_err(|error| {
        Error::io(&array.display().to_string(), "complete the update in", folder, error)
    })
}

fn move_files(from: &Path, to: &Path, is_outermost: bool) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_other =
            name.to_str().is_some_and(|name| DESCRIPTIONS.contains(&name) || name == COMPLETE);
        if is_outermost && is_other {
            continue;
        }
        let target = to.join(&name);
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            move_files(&entry.path(), &target, false)?;
        } else {
            fs::rename(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Removes a folder, if it is there. Without chunks in it, `complete` says nothing wrong.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn whole_path(path: &Path) -> Result<PathBuf> {
    let failed = |error| Error::io(&path.display().to_string(), "find", path, error);
    fs::canonicalize(path).map_err(failed)
}

fn folder_beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".update");
    folder_of(path).join(name)
}

/// The file that is locked: it is never replaced by an update.
fn description(path: &Path) -> PathBuf {
    let files = [path.join("zarr.json"), path.join(".zarray")];
    files.into_iter().find(|file| file.is_file()).unwrap_or_else(|| path.to_owned())
}
