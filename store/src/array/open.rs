//! Files of chunks that a thread keeps open, because it reads several parts of a chunk one after another, or has asked the system to
//! read it ahead. Looking for a file, opening and closing it take as long as reading some ten thousand bytes.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use super::StoredArray;
use crate::Result;
use crate::backend::{Backend, Extent};
use crate::file::{Access, advise, read_ahead};

/// The most files that a thread keeps.
const MOST: usize = 32;

/// The files of one thread, the one used last at the end.
#[derive(Debug, Default)]
pub(crate) struct OpenFiles {
    /// How many files stay open after they were read. With 0 each is closed at once.
    kept: usize,
    files: Vec<OpenFile>,
}

/// The file that has a chunk.
#[derive(Debug)]
pub(crate) struct OpenFile {
    /// The array. It is held, so that no other one gets its address.
    backend: Arc<dyn Backend>,
    chunk: Vec<u64>,
    pub extent: Extent,
    pub file: File,
    access: Option<Access>,
    /// The bytes that the system was asked to read ahead last.
    asked: Range<u64>,
}

impl OpenFiles {
    /// Files of which each of `threads` threads keeps some. Chunks must not be replaced meanwhile. The process has most of the
    /// files that the system allows it for other things.
    pub(crate) fn kept(threads: usize) -> OpenFiles {
        OpenFiles { kept: share(most_open(), threads), files: Vec::new() }
    }

    /// The file of a chunk of the reading grid, which is opened unless it is open. `None` if the chunk is absent.
    ///
    /// # Errors
    /// Those of [`Backend::extent`]; [`crate::Error::Io`].
    pub(super) fn get(
        &mut self,
        array: &StoredArray,
        chunk: &[u64],
    ) -> Result<Option<&mut OpenFile>> {
        let is_it =
            |open: &OpenFile| open.chunk == chunk && Arc::ptr_eq(&open.backend, &array.backend);
        match self.files.iter().rposition(is_it) {
            Some(place) => self.files[place..].rotate_left(1),
            None => {
                let Some(extent) = array.backend.extent(chunk)? else { return Ok(None) };
                self.files.drain(..(self.files.len() + 1).saturating_sub(self.kept.max(1)));
                let file = match File::open(&extent.path) {
                    Err(error) if is_too_many(&error) && !self.files.is_empty() => {
                        self.files.clear();
                        File::open(&extent.path)
                    }
                    other => other,
                };
                let file =
                    file.map_err(|error| array.io_error(chunk, "read", &extent.path, error))?;
                let (backend, chunk) = (Arc::clone(&array.backend), chunk.to_vec());
                self.files.push(OpenFile {
                    backend,
                    chunk,
                    extent,
                    file,
                    access: None,
                    asked: 0..0,
                });
            }
        }
        Ok(self.files.last_mut())
    }

    /// Closes what is not kept.
    pub(super) fn used(&mut self) {
        if self.kept == 0 {
            self.files.clear();
        }
    }
}

impl OpenFile {
    /// Tells the system how the file is going to be read, unless it knows.
    pub(super) fn advise(&mut self, access: Access) {
        if self.access != Some(access) {
            advise(&self.file, access);
            self.access = Some(access);
        }
    }

    /// Lets the system read bytes of the chunk ahead, unless it was asked to.
    pub(super) fn read_ahead(&mut self, first: u64, bytes: u64) {
        let wanted = first..first.saturating_add(bytes);
        if wanted.start < self.asked.start || wanted.end > self.asked.end {
            read_ahead(&self.file, self.extent.offset.saturating_add(first), bytes);
            self.asked = wanted;
        }
    }
}

/// The files that a thread may keep where the process may have `most` open: all threads together a quarter of them.
fn share(most: u64, threads: usize) -> usize {
    let each = most / 4 / threads.max(1) as u64;
    usize::try_from(each).unwrap_or(MOST).min(MOST)
}

/// The files that this process may have open.
fn most_open() -> u64 {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the system writes to the structure, which is borrowed mutably.
        match unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } {
            0 => limit.rlim_cur,
            _ => 0,
        }
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    0
}

/// Whether the process, or the system, has no room for another open file.
fn is_too_many(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE))
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ElementType, Spec};

    #[test]
    fn threads_share_a_quarter_of_the_files() {
        assert_eq!(share(1024, 2), MOST);
        assert_eq!(share(1024, 64), 4);
        assert_eq!(share(20, 64), 0);
        assert_eq!(share(u64::MAX, 1), MOST);
    }

    #[test]
    fn files_stay_open_up_to_a_number() -> Result<()> {
        let path = std::env::temp_dir().join(format!("array-fn-open-{}", std::process::id()));
        let spec = Spec::new(ElementType::of::<u8>(), &[9], &[3]);
        let array = StoredArray::create(&path, &spec)?;
        for chunk in 0..2 {
            array.write_chunk(&[chunk], &[chunk as u8; 3])?;
        }
        let mut files = OpenFiles { kept: 2, files: Vec::new() };
        let open =
            |files: &OpenFiles| files.files.iter().map(|open| open.chunk[0]).collect::<Vec<_>>();
        assert!(files.get(&array, &[2])?.is_none() && files.files.is_empty());
        for (chunk, expected) in [(0, vec![0]), (1, vec![0, 1]), (0, vec![1, 0]), (0, vec![1, 0])] {
            assert_eq!(files.get(&array, &[chunk])?.unwrap().extent.bytes, 3);
            files.used();
            assert_eq!(open(&files), expected);
        }
        array.write_chunk(&[2], &[2; 3])?;
        files.get(&array, &[2])?;
        assert_eq!(open(&files), [0, 2]);
        // Another array with the same chunks.
        let other = StoredArray::open(&path)?;
        files.get(&other, &[2])?;
        assert_eq!(open(&files), [2, 2]);
        let mut none = OpenFiles::default();
        none.get(&array, &[0])?;
        none.used();
        assert!(none.files.is_empty());
        std::fs::remove_dir_all(&path).unwrap();
        Ok(())
    }
}
