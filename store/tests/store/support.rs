//! What tests share: random numbers, and folders that go away.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// SplitMix64: numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of `low..=high`.
    pub fn within(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }
}

/// A folder that is removed with this value.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("array-fn-store-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An array of `u32` in a folder, whose elements tell where they are, and the elements.
pub fn numbered(path: &std::path::Path, spec: &array_fn_store::Spec, shape: &[u64]) -> Vec<u8> {
    let elements = shape.iter().product::<u64>();
    let element = |k: u64| (k as u32).wrapping_mul(0x9e37_79b9).to_le_bytes();
    let bytes: Vec<u8> = (0..elements).flat_map(element).collect();
    let array = array_fn_store::StoredArray::create(path, spec).unwrap();
    array.write_block(&array_fn_store::Block::all(shape), &bytes).unwrap();
    bytes
}

/// All files of a folder with their bytes, sorted by name.
pub fn files(root: &std::path::Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut out, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                out.push((
                    path.strip_prefix(root).unwrap().to_owned(),
                    std::fs::read(&path).unwrap(),
                ));
            }
        }
    }
    out.sort();
    out
}
