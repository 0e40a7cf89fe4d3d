//! Arrays in stores in memory, in folders, and in a store that is watched.

mod arrays;
#[cfg(feature = "http")]
mod http;
mod relayouts;
mod watched;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use object_store::ObjectStore;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;

use self::watched::Watched;
use super::Store;
use crate::{Block, Codec, ElementType, Spec, StoredArray};

/// A folder that is removed with this value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("array-fn-objects-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn store(&self) -> Arc<dyn ObjectStore> {
        Arc::new(LocalFileSystem::new_with_prefix(&self.0).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A store in memory that is watched.
fn watched() -> (Arc<Watched>, Store) {
    let watched = Watched::new(Arc::new(InMemory::new()));
    (watched.clone(), Store::new(watched).unwrap())
}

fn u32s() -> ElementType {
    ElementType::of::<u32>()
}

/// Descriptions of an array of 40 x 50 elements.
fn specs() -> Vec<(&'static str, Spec)> {
    let spec = || Spec::new(u32s(), &[40, 50], &[16, 20]);
    vec![
        ("plain", spec()),
        ("turned", spec().codecs([Codec::Transpose(vec![1, 0])])),
        ("coded", spec().codecs([Codec::Zstd(1), Codec::Crc32c])),
        ("shards", spec().shard(&[32, 20]).codecs([Codec::Crc32c])),
        ("plain shards", Spec::new(u32s(), &[40, 50], &[8, 5]).shard(&[16, 20])),
    ]
}

/// Elements that tell where they are.
fn numbers(count: u64) -> Vec<u8> {
    (0..count).flat_map(|k| (k as u32).wrapping_mul(0x9e37_79b9).to_le_bytes()).collect()
}

fn write_all(array: &StoredArray) -> Vec<u8> {
    let shape = &array.header().shape;
    let bytes = numbers(shape.iter().product());
    array.write_block(&Block::all(shape), &bytes).unwrap();
    bytes
}

fn read_all(array: &StoredArray) -> Vec<u8> {
    let header = array.header();
    let mut bytes = vec![0; header.bytes(&header.shape) as usize];
    array.read_block(&Block::all(&header.shape), &mut bytes).unwrap();
    bytes
}

/// The keys of all objects.
fn keys(store: &Store) -> Vec<String> {
    let mut keys = Vec::new();
    let each = |key: &str| {
        keys.push(key.to_owned());
        true
    };
    store.list(Path::new(""), each).unwrap();
    keys.sort();
    keys
}
