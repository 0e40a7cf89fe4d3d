//! Object stores: S3, Google Cloud Storage, Azure Blob Storage, HTTP, folders and memory, by the crate `object_store`.
//!
//! An object is read whole or in one range, and written whole. Requests run in a thread of the store. The thread that asks
//! waits for the answer and copies it, so as many requests are under way as threads ask.

mod client;
mod url;

#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use object_store::path::Path;
use object_store::{
    GetOptions, GetResult, GetResultPayload, ObjectMeta, ObjectStore, ObjectStoreExt,
};

use self::client::Client;
use crate::{Error, Result};

/// An object store, or the objects of one whose keys have a common prefix. Clones are the same store.
///
/// ```
/// use std::sync::Arc;
/// use array_fn_store::object_store::memory::InMemory;
/// use array_fn_store::{ElementType, Spec, Store, Stored};
///
/// let store = Store::new(Arc::new(InMemory::new()))?;
/// let spec = Spec::new(ElementType::of::<f32>(), &[100, 200], &[30, 50]);
/// let stored = Stored::<f32, 2>::create_at(&store, "fields/a.zarr", &spec)?;
/// stored.slice([29, 49], [1, 2]).write(&[1.0, 2.0])?;
/// let again = Stored::<f32, 2>::open_at(&store, "fields/a.zarr")?;
/// assert_eq!(again.slice([29, 50], [1, 1]).read()?.as_slice(), [2.0]);
/// # Ok::<(), array_fn_store::Error>(())
/// ```
#[derive(Clone)]
pub struct Store {
    client: Arc<Client>,
    prefix: Path,
    /// The prefix in messages.
    name: String,
    /// What tells the store from others: the start of its URL, or where it is in memory.
    identity: String,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Store {
    /// A store of the crate `object_store`, which this crate exports. It starts a thread, which ends with the last clone.
    ///
    /// # Errors
    /// [`Error::Request`] if there is no thread to be had.
    pub fn new(store: Arc<dyn ObjectStore>) -> Result<Store> {
        let name = store.to_string();
        let identity = format!("{:p}", Arc::as_ptr(&store));
        Store::with(store, Path::default(), name, identity)
    }

    fn with(
        store: Arc<dyn ObjectStore>,
        prefix: Path,
        name: String,
        identity: String,
    ) -> Result<Store> {
        let client = Client::new(store).map_err(|error| {
            Error::request(format!("could not start the thread of the store {name}: {error}"))
        })?;
        Ok(Store { client: Arc::new(client), prefix, name, identity })
    }

    /// The name of the store in messages: its URL, if it was made from one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The key of an object or array at a path in this store.
    pub(crate) fn key(&self, path: &str) -> Result<PathBuf> {
        let path = path.trim_matches('/');
        let wrong = |error| Error::request(format!("`{path}` is no key in {}: {error}", self.name));
        let path = Path::parse(path).map_err(wrong)?;
        Ok(match (self.prefix.as_ref(), path.as_ref()) {
            (prefix, "") => PathBuf::from(prefix),
            ("", path) => PathBuf::from(path),
            (prefix, path) => PathBuf::from(format!("{prefix}/{path}")),
        })
    }

    /// A key in messages.
    pub(crate) fn address(&self, key: &FilePath) -> String {
        let inner = key.strip_prefix(self.prefix.as_ref());
        match inner.map(FilePath::display) {
            Ok(inner) => format!("{}/{inner}", self.name).trim_end_matches('/').to_owned(),
            // Beside the prefix: what a change of layout keeps of itself.
            Err(_) => format!("{} ({})", self.name, key.display()),
        }
    }

    /// What only this object of this store has.
    pub(crate) fn identity(&self, key: &FilePath) -> String {
        format!("{} {}", self.identity, key.display())
    }

    fn head(&self, key: &FilePath) -> io::Result<Option<ObjectMeta>> {
        let key = path(key)?;
        let found = self.client.call(move |store| async move { store.head(&key).await });
        present(found)
    }

    /// The number of bytes of an object; `None` if it is absent.
    pub(crate) fn size(&self, key: &FilePath) -> io::Result<Option<u64>> {
        Ok(self.head(key)?.map(|meta| meta.size))
    }

    /// What changes when an object is written again.
    pub(crate) fn stamp(&self, key: &FilePath) -> io::Result<Option<String>> {
        Ok(self.head(key)?.map(|meta| {
            format!("{} {:?} {:?} {}", meta.size, meta.e_tag, meta.version, meta.last_modified)
        }))
    }

    /// Asks for an object, or a range of its bytes; `None` if it is absent.
    pub(crate) fn get(
        &self,
        key: &FilePath,
        range: Option<Range<u64>>,
    ) -> io::Result<Option<Download<'_>>> {
        let (key, options) = (path(key)?, GetOptions::new().with_range(range));
        let found =
            self.client.call(move |store| async move { store.get_opts(&key, options).await });
        Ok(present(found)?.map(|result| Download { client: &self.client, result }))
    }

    /// Writes an object: others see all of it or nothing.
    pub(crate) fn put(&self, key: &FilePath, bytes: Bytes) -> io::Result<()> {
        let key = path(key)?;
        self.client.call(move |store| async move { store.put(&key, bytes.into()).await.map(drop) })
    }

    /// Calls `each` with the rest of the key of each object under a key, until it says that this is enough.
    pub(crate) fn list(
        &self,
        key: &FilePath,
        mut each: impl FnMut(&str) -> bool,
    ) -> io::Result<()> {
        let key = path(key)?;
        let mut objects = self.client.parts(self.client.store().list(Some(&key)));
        while let Some(object) = objects.next() {
            let location = object?.location;
            let rest = location.as_ref().strip_prefix(key.as_ref()).unwrap_or_default();
            if !each(rest.trim_start_matches('/')) {
                break;
            }
        }
        Ok(())
    }

    /// Deletes all objects under a key.
    pub(crate) fn delete_under(&self, key: &FilePath) -> io::Result<()> {
        let key = path(key)?;
        self.client.call(move |store| async move {
            let found = store.list(Some(&key)).map_ok(|object| object.location).boxed();
            let mut deleted = store.delete_stream(found);
            while let Some(one) = deleted.next().await {
                match one {
                    Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        })
    }
}

/// A key as the store has it.
fn path(key: &FilePath) -> io::Result<Path> {
    let text = key.to_str().unwrap_or_default();
    Path::parse(text).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}

fn present<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// An object that is about to arrive.
pub(crate) struct Download<'s> {
    client: &'s Client,
    result: GetResult,
}

impl Download<'_> {
    /// The number of bytes of the whole object.
    pub(crate) fn size(&self) -> u64 {
        self.result.meta.size
    }

    /// Fills `out` with the bytes that were asked for. Pieces are copied as they arrive, so no more is in memory.
    pub(crate) fn read(self, out: &mut [u8]) -> io::Result<()> {
        let GetResult { payload, range, .. } = self.result;
        let expected = out.len();
        let wrong = |actual: u64| {
            let message = format!("the store sent {actual} of {expected} bytes; run it again");
            io::Error::new(io::ErrorKind::UnexpectedEof, message)
        };
        if range.end - range.start != expected as u64 {
            return Err(wrong(range.end - range.start));
        }
        let mut pieces = match payload {
            GetResultPayload::File(file, _) => return file.read_exact_at(out, range.start),
            GetResultPayload::Stream(pieces) => self.client.parts(pieces),
        };
        let mut filled = 0;
        while let Some(piece) = pieces.next() {
            let piece = piece?;
            let end = filled + piece.len();
            let Some(to) = out.get_mut(filled..end) else { return Err(wrong(end as u64)) };
            to.copy_from_slice(&piece);
            filled = end;
        }
        if filled == expected { Ok(()) } else { Err(wrong(filled as u64)) }
    }
}
