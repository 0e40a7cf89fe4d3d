//! The files that a run writes. Each is written as a whole, and none replaces something that has to stay.

use crate::Failure;
use array_fn_dg::file;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};

/// Replaces a file as a whole, or not at all.
///
/// # Errors
/// [`Failure::Input`] when it cannot be written.
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    Ok(file::replace(path, |file| file.write_all(contents))?)
}

/// The identity of the file that a path leads to, whatever its names and links are.
#[derive(Debug)]
struct Identity {
    /// The device and the number of the file on it, if there is a file.
    #[cfg(unix)]
    number: Option<(u64, u64)>,
    /// The path with all links followed, even if nothing is there yet.
    path: PathBuf,
}

impl Identity {
    fn of(path: &Path) -> Self {
        let end = file::target(path).unwrap_or(path.into());
        let absolute = std::fs::canonicalize(&end).ok().or_else(|| {
            let folder = end.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(folder.join(end.file_name()?))
        });
        Identity {
            #[cfg(unix)]
            number: std::fs::metadata(path).ok().as_ref().map(number),
            path: absolute.unwrap_or(end),
        }
    }

    fn same(&self, other: &Identity) -> bool {
        #[cfg(unix)]
        if let (Some(own), Some(other)) = (self.number, other.number) {
            return own == other;
        }
        self.path == other.path
    }
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

/// A file that an option names.
pub struct Named<'a> {
    /// The option, for messages.
    pub option: &'static str,
    pub path: &'a Path,
}

/// A file that a run writes.
pub struct Output<'a> {
    pub file: Named<'a>,
    /// Whether it is written row by row, so that it may be a pipe or a device.
    pub streams: bool,
}

/// The folder of `--output`, in which a run writes the files whose names `has` accepts.
#[derive(Clone, Copy)]
pub struct Folder<'a> {
    pub path: &'a Path,
    pub has: fn(&str) -> bool,
}

/// Checks, before a run does anything, that it can write all of its outputs without destroying something else. Nothing
/// is changed, except that leftovers of killed runs are removed.
///
/// # Errors
/// [`Failure::Input`] when an output is one of the `inputs`, is another output, or cannot be a file.
pub fn check(inputs: &[Named], outputs: &[Output], folder: Option<&Folder>) -> Result<(), Failure> {
    for (i, Output { file, streams }) in outputs.iter().enumerate() {
        let own = Identity::of(file.path);
        let others = inputs.iter().chain(outputs[..i].iter().map(|output| &output.file));
        for other in others {
            // A run may write its checkpoint to the file that it goes on from.
            let allowed = file.option == "--checkpoint" && other.option == "--restart";
            if !allowed && own.same(&Identity::of(other.path)) {
                return Err(overwrites(file, &format!("the file of `{}`", other.option)));
            }
        }
        if let Some(folder) = folder {
            let whole = Identity::of(folder.path);
            let within = own.path.parent().is_some_and(|parent| whole.same(&Identity::of(parent)));
            let name = own.path.file_name().and_then(|name| name.to_str());
            if own.same(&whole) || within && name.is_some_and(folder.has) {
                return Err(overwrites(file, "the file of `--output`"));
            }
        }
        if !(*streams && is_stream(file.path)) {
            if std::fs::metadata(file.path).is_ok_and(|at| at.is_file() && standard(&at).is_some())
            {
                return Err(overwrites(file, "what the program prints"));
            }
            file::check(file.path)?;
            file::remove_leftovers(file.path, |_| false);
        }
    }
    Ok(())
}

fn overwrites(file: &Named, what: &str) -> Failure {
    let (option, path) = (file.option, file.path.display());
    Failure::input(format_args!("`{option} {path}` would write over {what}"), "name another file")
}

/// Whether `path` is a stream, which is written to as it is: a pipe, a terminal, a character device, or the target of
/// this program's standard output or error.
pub fn is_stream(path: &Path) -> bool {
    let Ok(metadata) = std::fs::metadata(path) else { return false };
    if standard(&metadata).is_some() {
        return true;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() || kind.is_char_device() {
            return true;
        }
    }
    false
}

/// A stream to write to, if `path` is one, and whether it is the standard output. The standard output and error are
/// shared with everything else that is written there.
pub fn stream(path: &Path) -> Result<Option<(File, bool)>, Failure> {
    if !is_stream(path) {
        return Ok(None);
    }
    if let Some(own) = std::fs::metadata(path).ok().as_ref().and_then(standard) {
        return Ok(Some(own));
    }
    // If it is a named pipe, this waits until somebody reads.
    let file = File::options().append(true).open(path);
    Ok(Some((file.map_err(|error| Failure::writing(path, error))?, false)))
}

/// The standard output or error, if `metadata` is that of its target, and whether it is the output.
#[cfg(unix)]
fn standard(metadata: &Metadata) -> Option<(File, bool)> {
    use std::os::fd::AsFd;
    let out = std::io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let error = std::io::stderr().as_fd().try_clone_to_owned().map(File::from);
    [(out, true), (error, false)].into_iter().find_map(|(file, is_out)| {
        let file = file.ok()?;
        (number(&file.metadata().ok()?) == number(metadata)).then_some((file, is_out))
    })
}

#[cfg(not(unix))]
fn standard(_: &Metadata) -> Option<(File, bool)> {
    None
}
