//! Streamed functions over arrays in object stores: the same bits as over arrays in folders, and as in memory.

mod folder;

use std::sync::Arc;

use array_fn::store::object_store::local::LocalFileSystem;
use array_fn::store::object_store::memory::InMemory;
use array_fn::store::{Codec, ElementType, Error, Spec, Store, Stored};
use array_fn::{Array, Element, array_fn};
use folder::Folder;

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
    /// An update that needs no neighbours, and a result beside it.
    #[stream(N, M)]
    pub fn scale<N, M>(x: &mut [f64; N, M], y: [f64; N, M], c: f64) -> f64 {
        x = c * x + y;
        sum(y)
    }
    /// An update that needs neighbours.
    #[stream(N, M)]
    pub fn shift<N, M>(x: &mut [f64; N, M]) { x[1..-1, ..] += x[2.., ..]; }
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

/// Objects cannot be renamed, so they are updated in place, if that is asked for.
#[test]
fn updates_are_in_place() {
    let folder = Folder::new("updates");
    let local = LocalFileSystem::new_with_prefix(&folder.0).unwrap();
    let stores = [Store::new(Arc::new(InMemory::new())), Store::new(Arc::new(local))];
    let (x, y) = (field(60, 50), Array::from_fn([60, 50], |[i, j]| (i + 3 * j) as f64).unwrap());
    let mut expected = x.clone();
    let total = scale(&mut expected, &y, 0.5).unwrap();
    for store in stores {
        let store = store.unwrap();
        for codecs in FORMATS {
            let described = spec::<f64, 2>([60, 50], [13, 9], codecs);
            let object = Stored::<f64, 2>::create_at(&store, &format!("x {codecs}"), &described);
            let object = object.unwrap();
            object.all().write(x.as_slice()).unwrap();
            // Nothing happens that was not asked for, or that cannot be right.
            let wrong = scale::stream(&object, &y, 0.5).run().unwrap_err().to_string();
            assert!(
                wrong.contains(&object.header().name) && wrong.contains("`in_place`"),
                "{wrong}"
            );
            let wrong = shift::stream(&object).run().unwrap_err().to_string();
            assert!(wrong.contains("`stream_into`") && !wrong.contains("in_place"), "{wrong}");
            let wrong = shift::stream(&object).in_place().run().unwrap_err().to_string();
            assert!(wrong.contains("another tile may have changed"), "{wrong}");
            assert_eq!(object.all().read().unwrap().as_slice(), x.as_slice());
            for (most, threads) in [(300, 1), (4000, 5), (1 << 24, 3)] {
                object.all().write(x.as_slice()).unwrap();
                let call = scale::stream(&object, &y, 0.5).tile_bytes(1, most).threads(threads);
                let call = call.in_place();
                let plan = call.plan().unwrap().to_string();
                assert!(plan.contains("changed chunk by chunk"), "{plan}");
                let before = object.array().counters().get();
                let sum = call.run().unwrap();
                let after = object.array().counters().get();
                assert!((sum.item() - total.item()).abs() < 1e-9);
                // Each object is read once and written once.
                let chunks = object.header().write_grid().len();
                assert_eq!(after.chunks_written - before.chunks_written, chunks, "{codecs}");
                let again = Stored::<f64, 2>::open_at(&store, &format!("x {codecs}")).unwrap();
                assert_eq!(again.all().read().unwrap().as_slice(), expected.as_slice());
            }
            // A box leaves the rest as it was.
            object.all().write(x.as_slice()).unwrap();
            let part = y.as_slice().iter().take(20 * 30).copied().collect::<Vec<_>>();
            let part = Array::from_vec([20, 30], part).unwrap();
            let at = object.slice([7, 5], [20, 30]);
            scale::stream(at, &part, 2.0).tile_bytes(1, 500).in_place().run().unwrap();
            let all = object.all().read().unwrap();
            for i in 0..60 {
                for j in 0..50 {
                    let inside = (7..27).contains(&i) && (5..35).contains(&j);
                    let of_part = || 2.0 * x[[i, j]] + part[[i - 7, j - 5]];
                    assert_eq!(all[[i, j]], if inside { of_part() } else { x[[i, j]] });
                }
            }
        }
    }
}

/// An error in the middle leaves chunks of both kinds, each whole, and says so before.
#[test]
fn interrupted_updates_leave_whole_chunks() {
    let store = Store::new(Arc::new(InMemory::new())).unwrap();
    let (x, y) = (field(40, 40), field(40, 40));
    let mut expected = x.clone();
    scale(&mut expected, &y, 3.0).unwrap();
    let array = spec::<f64, 2>([40, 40], [8, 8], "zstd:1 crc32c");
    let object = Stored::<f64, 2>::create_at(&store, "x", &array).unwrap();
    object.all().write(x.as_slice()).unwrap();
    let call = scale::stream(&object, &y, 3.0).tile_bytes(1, 500).threads(1).in_place();
    let call = call.watch(|progress| progress.done < 9);
    assert!(matches!(call.run(), Err(Error::Cancelled)));
    let found = object.all().read().unwrap();
    let mut new = 0;
    for (i, j) in (0..25).map(|chunk| (chunk / 5 * 8, chunk % 5 * 8)) {
        let all = |of: &Array<f64, 2>| {
            (0..64).all(|k| found[[i + k / 8, j + k % 8]] == of[[i + k / 8, j + k % 8]])
        };
        assert!(all(&x) || all(&expected), "chunk at {i} {j}");
        new += usize::from(all(&expected));
    }
    assert!(new > 0 && new < 25, "{new}");
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
