//! Stored arrays in a folder that is removed at the end of a test.

use array_fn::store::{Codec, ElementType, Spec, Stored};
use array_fn::{Array, Element};
use std::path::PathBuf;

/// A folder of its own, which is removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let name = format!("array-fn-streams-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// An array of zeros; `codecs` are a list, "plain" or "shard".
    pub fn empty<T: Element, const RANK: usize>(
        &self,
        name: &str,
        shape: [usize; RANK],
        chunk: [u64; RANK],
        codecs: &str,
    ) -> Stored<T, RANK> {
        let path = self.0.join(name);
        let _ = std::fs::remove_dir_all(&path);
        let shape = shape.map(|size| size as u64);
        let spec = Spec::new(ElementType::of::<T>(), &shape, &chunk);
        let spec = match codecs {
            "plain" => spec,
            "shard" => spec.shard(&chunk.map(|size| 3 * size)),
            codecs => spec.codecs(Codec::parse_list(codecs).unwrap()),
        };
        Stored::create(path, &spec).unwrap()
    }

    /// An array with these elements.
    pub fn stored<T: Element, const RANK: usize>(
        &self,
        name: &str,
        array: &Array<T, RANK>,
        chunk: [u64; RANK],
        codecs: &str,
    ) -> Stored<T, RANK> {
        let stored = self.empty(name, array.shape(), chunk, codecs);
        stored.all().write(array.as_slice()).unwrap();
        stored
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
