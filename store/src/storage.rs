//! Where the bytes of arrays are: files, or objects of a store.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

#[cfg(feature = "object-store")]
use crate::object::Store;

/// Memory that the client of an object store takes: code, connections and certificates.
pub(crate) const FIXED: u64 = 8 << 20;
/// The same for each request that is under way.
pub(crate) const PER_REQUEST: u64 = 1 << 20;
/// Threads at least, so that they wait for a store together.
pub(crate) const THREADS: usize = 16;
/// The time of a request beside that of its bytes, unless a machine says another one.
pub(crate) const SECONDS_PER_REQUEST: f64 = 30e-3;

/// The most bytes of a description in an object store.
#[cfg(feature = "object-store")]
const LARGEST: u64 = 256 << 20;

/// Where the bytes of an array are. Paths are those of files, or keys of objects.
#[derive(Clone, Debug)]
pub(crate) enum Storage {
    Files,
    #[cfg(feature = "object-store")]
    Objects(Store),
}

impl Storage {
    /// Whether arrays are files. Of these, parts are read and written, and the system reads ahead.
    pub(crate) fn is_files(&self) -> bool {
        matches!(self, Storage::Files)
    }

    /// A path in messages.
    pub(crate) fn address(&self, path: &Path) -> String {
        match self {
            Storage::Files => path.display().to_string(),
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => store.address(path),
        }
    }

    /// What is equal for the same array, however it was opened.
    pub(crate) fn identity(&self, path: &Path) -> PathBuf {
        match self {
            Storage::Files => std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => store.identity(path).into(),
        }
    }

    /// Whether there is an array.
    pub(crate) fn has_array(&self, path: &Path) -> io::Result<bool> {
        let files = [path.join("zarr.json"), path.join(".zarray")];
        match self {
            Storage::Files => Ok(files.iter().any(|file| file.exists())),
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => {
                Ok(store.size(&files[0])?.is_some() || store.size(&files[1])?.is_some())
            }
        }
    }

    /// The number of bytes of a file or an object; `None` if it is absent.
    pub(crate) fn size(&self, path: &Path) -> io::Result<Option<u64>> {
        match self {
            Storage::Files => match std::fs::metadata(path) {
                Ok(metadata) => Ok(Some(metadata.len())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => store.size(path),
        }
    }

    /// What changes when a file or an object is written again; `None` if it is absent.
    pub(crate) fn stamp(&self, path: &Path) -> io::Result<Option<String>> {
        match self {
            Storage::Files => {
                let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
                Ok(metadata.map(|file| format!("{} {:?}", file.len(), file.modified().ok())))
            }
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => store.stamp(path),
        }
    }

    /// All of a file or an object that is small; `None` if it is absent.
    pub(crate) fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        match self {
            Storage::Files => match std::fs::read(path) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => {
                let Some(download) = store.get(path, None)? else { return Ok(None) };
                if download.size() > LARGEST {
                    let message = format!("{} bytes are no description", download.size());
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                let mut bytes = vec![0; download.size() as usize];
                download.read(&mut bytes)?;
                Ok(Some(bytes))
            }
        }
    }

    /// Bytes from a position on.
    pub(crate) fn read_at(&self, path: &Path, out: &mut [u8], start: u64) -> io::Result<()> {
        match self {
            Storage::Files => File::open(path)?.read_exact_at(out, start),
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => {
                let range = start..start + out.len() as u64;
                match store.get(path, Some(range))? {
                    Some(download) => download.read(out),
                    None => Err(io::ErrorKind::NotFound.into()),
                }
            }
        }
    }

    /// Writes a description. Not by way of another name, which a kill could leave behind.
    pub(crate) fn write_description(&self, folder: &Path, text: &str) -> io::Result<()> {
        let file = folder.join("zarr.json");
        match self {
            Storage::Files => {
                std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, text))
            }
            #[cfg(feature = "object-store")]
            Storage::Objects(store) => store.put(&file, text.as_bytes().to_vec().into()),
        }
    }
}
