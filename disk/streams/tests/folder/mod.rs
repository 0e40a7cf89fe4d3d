//! Stored arrays in a folder that is removed at the end of a test.

#![allow(dead_code, reason = "each test uses a part of it")]

use array_fn::store::{Codec, ElementType, Spec, Stored};
use array_fn::{Array, Element};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own, which is removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("array-fn-streams-{}-{name}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// An array of zeros; `codecs` are a list, "plain", "shard", or "npy" for a file of plain elements.
    pub fn empty<T: Element, const RANK: usize>(
        &self,
        name: &str,
        shape: [usize; RANK],
        chunk: [u64; RANK],
        codecs: &str,
    ) -> Stored<T, RANK> {
        let path = self.0.join(name);
        let _ = std::fs::remove_dir_all(&path);
        if codecs == "npy" {
            let path = path.with_extension("npy");
            let _ = std::fs::remove_file(&path);
            return Stored::create_npy(path, shape).unwrap();
        }
        let shape = shape.map(|size| size as u64);
        let spec = Spec::new(ElementType::of::<T>(), &shape, &chunk);
        let spec = match codecs {
            "plain" => spec,
            "shard" => spec.shard(&chunk.map(|size| 3 * size)).codecs([Codec::Crc32c]),
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
        if !array.is_empty() {
            stored.all().write(array.as_slice()).unwrap();
        }
        stored
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
