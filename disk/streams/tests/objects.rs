//! Streamed functions over arrays in object stores: the same bits as over arrays in folders, and as in memory.

use std::path::PathBuf;
use std::sync::Arc;

use array_fn::store::object_store::local::LocalFileSystem;
use array_fn::store::object_store::memory::InMemory;
use array_fn::store::{Codec, ElementType, Error, Spec, Store, Stored};
use array_fn::{Array, Element, array_fn};

array_fn! {
    /// Two passes, and results of both kinds.
    #[stream(N, M)]
    pub fn centred<N, M>(u: [f64; N, M]) -> ([f64; M], [f64; N, M]) {
        let mean = mean(u, axis=0);
        (mean, u - mean)
    }
    /// A stencil, whose tiles share rims of chunks.
    #[stream(N, M)]
    pub fn diffuse<N, M>(u: [f64; N, M], c: f64) -> [f64; N - 2, M - 2] {
        let inner = u[1..-1, 1..-1];
        inner + c * (u[2.., 1..-1] + u[..-2, 1..-1] + u[1..-1, 2..] + u[1..-1, ..-2] - 4.0 * inner)
    }
}

/// A folder of its own, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("array-fn-streams-objects-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const FORMATS: [&str; 3] = ["plain", "zstd:1 crc32c", "shard"];

fn spec<T: Element, const RANK: usize>(
    shape: [usize; RANK],
    chunk: [u64; RANK],
    codecs: &str,
) -> Spec {
    let spec = Spec::new(ElementType::of::<T>(), &shape.map(|size| size as u64), &chunk);
    match codecs {
        "shard" => spec.shard(&chunk.map(|size| 2 * size)).codecs([Codec::Crc32c]),
        "plain" => spec,
        codecs => spec.codecs(Codec::parse_list(codecs).unwrap()),
    }
}

/// Numbers whose sums depend on the order.
fn field(n: usize, m: usize) -> Array<f64, 2> {
    Array::from_fn([n, m], |[i, j]| ((i * 31 + j * 17) as f64).sin()).unwrap()
}

#[test]
fn from_store_to_store() {
    let (folder, u) = (Folder::new("stores"), field(90, 70));
    let local = LocalFileSystem::new_with_prefix(&folder.0).unwrap();
    let stores = [Store::new(Arc::new(InMemory::new())), Store::new(Arc::new(local))];
    let stencil = diffuse(&u, 0.25).unwrap();
    for (k, store) in stores.into_iter().enumerate() {
        let store = store.unwrap();
        for codecs in FORMATS {
            let (large, small) =
                (spec::<f64, 2>([90, 70], [13, 9], codecs), format!("{k} {codecs}"));
            let file = Stored::<f64, 2>::create(folder.0.join(format!("files/{small}")), &large);
            let (file, object) = (
                file.unwrap(),
                Stored::<f64, 2>::create_at(&store, &format!("u/{small}"), &large).unwrap(),
            );
            file.all().write(u.as_slice()).unwrap();
            object.all().write(u.as_slice()).unwrap();
            let out = Stored::<f64, 2>::create_at(&store, &format!("out/{small}"), &large).unwrap();
            let next = spec::<f64, 2>([88, 68], [10, 20], codecs);
            let next =
                Stored::<f64, 2>::create_at(&store, &format!("next/{small}"), &next).unwrap();
            for most in [600, 4000, 1 << 24] {
                let expected = centred::stream(&file).tile_bytes(1, most).run().unwrap();
                for threads in [1, 5] {
                    let mut mean = Array::zeros([70]).unwrap();
                    let call = centred::stream_into(&object, &mut mean, &out);
                    call.tile_bytes(1, most).threads(threads).run().unwrap();
                    assert_eq!(mean.as_slice(), expected.0.as_slice(), "{codecs}");
                    assert_eq!(out.all().read().unwrap().as_slice(), expected.1.as_slice());
                    let call = diffuse::stream_into(&object, 0.25, &next);
                    call.tile_bytes(1, most).threads(threads).run().unwrap();
                    assert_eq!(next.all().read().unwrap().as_slice(), stencil.as_slice());
                }
            }
        }
    }
}

#[test]
fn plans_count_what_is_read() {
    let store = Store::new(Arc::new(InMemory::new())).unwrap();
    let u = field(64, 48);
    let array = spec::<f64, 2>([64, 48], [16, 12], "plain");
    let object = Stored::<f64, 2>::create_at(&store, "u", &array).unwrap();
    object.all().write(u.as_slice()).unwrap();
    let call = diffuse::stream(&object, 0.25).tile_bytes(1, 4000);
    let plan = call.plan().unwrap();
    assert_eq!(plan.passes[0].chunks, 16, "{plan}");
    // Threads wait together, as far as there are tiles.
    assert_eq!(plan.passes[0].threads, plan.passes[0].tiles.min(16), "{plan}");
    let before = object.array().counters().get();
    call.run().unwrap();
    let after = object.array().counters().get();
    assert_eq!(after.reads - before.reads, 16);
    assert_eq!(after.bytes_read - before.bytes_read, plan.passes[0].bytes_read);
}

#[test]
fn targets_are_no_operands() {
    let store = Store::new(Arc::new(InMemory::new())).unwrap();
    let array = spec::<f64, 2>([20, 20], [8, 8], "plain");
    let object = Stored::<f64, 2>::create_at(&store, "a/u", &array).unwrap();
    let again = Stored::<f64, 2>::open_at(&store.clone(), "/a/u/").unwrap();
    let target = again.slice([1, 1], [18, 18]);
    let wrong = diffuse::stream_into(&object, 0.5, target).run().unwrap_err().to_string();
    assert!(wrong.contains("InMemory/a/u") && wrong.contains("an array of its own"), "{wrong}");
    // Another store with the same name is another place.
    let other = Store::new(Arc::new(InMemory::new())).unwrap();
    let target = Stored::<f64, 2>::create_at(&other, "a/u", &array).unwrap();
    diffuse::stream_into(&object, 0.5, target.slice([1, 1], [18, 18])).run().unwrap();
    let Err(Error::Stream { needed, .. }) = diffuse::stream(&object, 0.5).memory(1000).run() else {
        panic!("too little memory was not refused");
    };
    assert!(diffuse::stream(&object, 0.5).memory(needed).run().is_ok());
}
