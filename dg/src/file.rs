//! Files that are there as a whole or not at all.
//!
//! A file is written under another name in the same folder, brought to the disk, and then renamed; the folder is brought
//! to the disk after that. So a reader, a killed run or a power failure finds the old contents or the new.
//!
//! The other name is that of the file with `.PID-COUNT.array-fn-tmp` behind it. While a program writes such a
//! temporary file it holds the system's lock on it, which ends with the program, however it ends. So one that can be
//! locked is left over from a program that is no more: [`remove_leftovers`] removes it. (Process numbers would
//! not tell: they are given again, and are others in another container.)

use crate::Error;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Ends the names of temporary files.
const SUFFIX: &str = ".array-fn-tmp";

/// Replaces the contents of a file, the whole or nothing of them. A symbolic link stays one: what it points to is
/// replaced. Permissions stay as they were.
///
/// # Errors
/// [`Error::NotAFile`] when there is something else than a file at `path`, [`Error::File`] when it cannot be written.
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

/// Whether [`replace`] is going to find a place to write to: for programs that compute long before they write. Nothing is
/// changed.
///
/// # Errors
/// [`Error::NotAFile`] and [`Error::File`], as [`replace`] would give them.
pub fn check(path: &Path) -> Result<(), Error> {
    let target = replaceable(path)?;
    let tried = match target.exists() {
        // A file that nobody may write to is not to be replaced either.
        true => OpenOptions::new().write(true).open(&target).map(drop),
        false => Ok(()),
    };
    let tried = tried.and_then(|()| Temporary::beside(&target).map(drop));
    tried.map_err(|source| Error::writing(path, source))
}

/// Removes temporary files that programs left over which were killed while they wrote files in the folder of `path`: files
/// of the name of `path`, or of those that `also` accepts. Nothing else is touched, and what cannot be removed stays.
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

/// Where a chain of symbolic links ends, whether there is something or not.
///
/// # Errors
/// Whatever the system says of a link, and when there are too many.
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

/// What something is that is no regular file, in words.
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

/// The file that is replaced where `path` is, if it is one or there is none yet.
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

/// The name of a file as temporary ones have it: a file system that allows names of 255 bytes has room for what
/// follows it.
fn stem(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default();
    match name.to_str() {
        Some(name) if name.len() <= 200 => name.into(),
        _ => format!("{:016x}", xxhash_rust::xxh3::xxh3_64(name.as_encoded_bytes())),
    }
}

/// The stem of a temporary file's name, if it is one.
fn replaced_by(name: &str) -> Option<&str> {
    let (stem, number) = name.strip_suffix(SUFFIX)?.rsplit_once('.')?;
    let (process, count) = number.split_once('-')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(process) && digits(count)).then_some(stem)
}

fn remove_if_abandoned(path: &Path) {
    // Whatever else has such a name, this does not wait for it.
    let is_file = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    let file = is_file.then(|| OpenOptions::new().write(true).open(path));
    if let Some(Ok(file)) = file
        && file.try_lock().is_ok()
    {
        // Somebody else may have been quicker.
        let _ = std::fs::remove_file(path);
    }
}

/// A file beside another one, which takes its place or goes again.
struct Temporary {
    file: File,
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    /// An empty, locked file of a name that nobody else has.
    fn beside(target: &Path) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{}.{}-{count}{SUFFIX}", stem(target), std::process::id());
            let path = target.with_file_name(name);
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            match file.try_lock() {
                // Between its creation and its lock it looked like a leftover, and somebody removes it.
                Err(TryLockError::WouldBlock) => continue,
                Ok(()) if !path.exists() => continue,
                // File systems without locks: then nobody can lock it, and it stays if this program is killed.
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
            // Nothing more can be done about a leftover than to try.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Brings the names in a folder to the disk, where a system does that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems do it on their own, and folders that may not be read can be written to.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput
                    | io::ErrorKind::Unsupported
                    | io::ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder(name: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("array-fn-file-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_whole_or_nothing() {
        let folder = folder("whole");
        let path = folder.join("file");
        replace(&path, |file| file.write_all(b"one")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        let error = replace(&path, |file| {
            file.write_all(b"two")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(
            error.unwrap_err().to_string(),
            format!("cannot write `{}`: no more", path.display())
        );
        assert_eq!(fs::read(&path).unwrap(), b"one");
        check(&path).unwrap();
        check(&folder.join("new")).unwrap();
        assert_eq!(names(&folder), ["file"]);
        for below in ["file/below", "nowhere/file"] {
            assert!(check(&folder.join(below)).is_err(), "{below}");
            assert!(replace(&folder.join(below), |_| Ok(())).is_err(), "{below}");
        }
        // As long as names can be.
        let long = folder.join("n".repeat(255));
        replace(&long, |file| file.write_all(b"long")).unwrap();
        assert_eq!(fs::read(&long).unwrap(), b"long");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn folders_are_not_replaced() {
        let folder = folder("folders");
        for path in [folder.clone(), folder.join(".."), PathBuf::from("/"), PathBuf::from(".")] {
            let error = replace(&path, |_| Ok(())).unwrap_err().to_string();
            assert!(error.contains("it is a folder"), "{error}");
            assert!(check(&path).is_err());
        }
        let later = folder.join("later").join("");
        assert!(check(&later).unwrap_err().to_string().contains("it is no name of a file"));
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_lead_to_what_is_replaced() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = folder("links");
        fs::create_dir(folder.join("below")).unwrap();
        fs::write(folder.join("below/file"), "old").unwrap();
        fs::set_permissions(folder.join("below/file"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("below/file", folder.join("link")).unwrap();
        symlink("link", folder.join("second")).unwrap();
        symlink("below/later", folder.join("dangling")).unwrap();
        symlink("round", folder.join("round")).unwrap();
        replace(&folder.join("second"), |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(folder.join("below/file")).unwrap(), b"new");
        assert_eq!(fs::metadata(folder.join("below/file")).unwrap().mode() & 0o777, 0o640);
        replace(&folder.join("dangling"), |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(folder.join("below/later")).unwrap(), b"new");
        let error = replace(&folder.join("round"), |_| Ok(())).unwrap_err().to_string();
        assert!(error.contains("too many symbolic links"), "{error}");
        for link in ["link", "second", "dangling", "round"] {
            assert!(fs::symlink_metadata(folder.join(link)).unwrap().is_symlink(), "{link}");
        }
        assert_eq!(names(&folder.join("below")), ["file", "later"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_sockets_are_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = folder("pipes");
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let socket = folder.join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, kind) in [(&pipe, "a named pipe"), (&socket, "a socket")] {
            for error in [replace(path, |_| Ok(())).unwrap_err(), check(path).unwrap_err()] {
                assert!(error.to_string().contains(&format!("it is {kind}")), "{error}");
            }
        }
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(fs::symlink_metadata(&socket).unwrap().file_type().is_socket());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn leftovers_of_programs_that_are_no_more() {
        let folder = folder("leftovers");
        let path = folder.join("c.bin");
        // This one is still being written.
        let held = Temporary::beside(&path).unwrap();
        let held_name = held.path.file_name().unwrap().to_str().unwrap().to_owned();
        // A process number says nothing: this one lives, but not the one that wrote.
        let abandoned =
            [format!("c.bin.{}-99{SUFFIX}", std::process::id()), format!("c.bin.1-0{SUFFIX}")];
        let foreign = [
            format!("other.bin.1-0{SUFFIX}"),
            format!("c.bin{SUFFIX}"),
            format!("c.bin.x-1{SUFFIX}"),
            "c.bin.1-0.tmp".into(),
            "c.bin".into(),
        ];
        for name in abandoned.iter().chain(&foreign) {
            fs::write(folder.join(name), "part").unwrap();
        }
        remove_leftovers(&path, |_| false);
        let mut expected = foreign.to_vec();
        expected.push(held_name);
        expected.sort();
        assert_eq!(names(&folder), expected);
        remove_leftovers(&path, |name| name.starts_with("other"));
        assert!(!folder.join(&foreign[0]).exists());
        held.rename(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        fs::remove_dir_all(folder).unwrap();
    }
}
