//! Changes of layout from and to stores.

use std::sync::atomic::Ordering;

use super::{Folder, keys, read_all, specs, u32s, watched, write_all};
use crate::relayout::{Relayout, relayout_at};
use crate::{Codec, Error, Spec, Store, StoredArray, relayout};

fn change(relayout: Relayout) -> Relayout {
    relayout.chunks(&[7, 30]).codecs([Codec::Zstd(1)])
}

fn open(store: &Store, path: &str) -> Option<StoredArray> {
    StoredArray::open_at(store, path).ok()
}

#[test]
fn between_files_and_stores() {
    for (name, spec) in specs() {
        let folder = Folder::new();
        let (watched, store) = watched();
        watched.delay.store(300, Ordering::Relaxed);
        let object = StoredArray::create_at(&store, "in/a", &spec).unwrap();
        let expected = write_all(&object);
        let file = StoredArray::create(folder.0.join("a"), &spec).unwrap();
        write_all(&file);
        for passes in [1, 2, 3] {
            let to = |kind: &str| format!("{kind}/{passes}");
            for (source, target) in [(&object, to("objects")), (&file, to("files"))] {
                let wanted = change(relayout_at(source, &store, &target).unwrap()).passes(passes);
                let report = wanted.verify(true).run().unwrap();
                assert_eq!((report.passes.len(), report.chunks_kept), (passes, 0));
                assert_eq!(read_all(&open(&store, &target).unwrap()), expected, "{name} {target}");
            }
            let path = folder.0.join(to("target"));
            change(relayout(&object, &path)).passes(passes).durable(false).run().unwrap();
            assert_eq!(read_all(&StoredArray::open(&path).unwrap()), expected, "{name}");
        }
        // Nothing is left beside the arrays.
        assert!(keys(&store).iter().all(|key| !key.contains(".relayout")), "{:?}", keys(&store));
    }
}

#[test]
fn encoded_chunks_are_copied() {
    let folder = Folder::new();
    let (_, store) = watched();
    let spec = Spec::new(u32s(), &[40, 50], &[16, 20]).codecs([Codec::Gzip(1)]);
    let object = StoredArray::create_at(&store, "a", &spec).unwrap();
    let expected = write_all(&object);
    let copy = |relayout: Relayout| {
        let relayout = relayout.codecs([Codec::Gzip(1)]).durable(false);
        assert!(relayout.plan().unwrap().to_string().contains("copied as they are"));
        relayout.run().unwrap()
    };
    let report = copy(relayout_at(&object, &store, "b").unwrap());
    assert_eq!((report.passes[0].chunks_read, report.passes[0].chunks_written), (9, 9));
    copy(relayout(&object, folder.0.join("c")));
    let file = StoredArray::open(folder.0.join("c")).unwrap();
    copy(relayout_at(&file, &store, "d").unwrap());
    for array in [&open(&store, "b").unwrap(), &file, &open(&store, "d").unwrap()] {
        assert_eq!(read_all(array), expected);
    }
}

/// Every request of a change of layout fails once. The target is absent then, and the same call goes on.
#[test]
fn the_target_is_complete_or_absent() {
    for passes in [1, 2] {
        let (watched, store) = watched();
        let (_, spec) = specs().remove(2);
        let source = StoredArray::create_at(&store, "source", &spec).unwrap();
        let expected = write_all(&source);
        let (mut failures, mut kept) = (0, 0);
        for requests in 0.. {
            let name = format!("targets/{requests}");
            let call =
                || change(relayout_at(&source, &store, &name).unwrap()).passes(passes).threads(3);
            watched.fail_after(requests);
            let first = call().run();
            watched.fails.store(u64::MAX, Ordering::Relaxed);
            if let Err(error) = first {
                failures += 1;
                let text = error.to_string();
                assert!(text.contains("watched/") && text.contains("cable"), "{text}");
                assert!(open(&store, &name).is_none(), "request {requests}: {text}");
                kept += call().run().unwrap().chunks_kept;
                assert_eq!(read_all(&open(&store, &name).unwrap()), expected);
                continue;
            }
            assert_eq!(read_all(&open(&store, &name).unwrap()), expected);
            break;
        }
        // 9 source chunks, 12 target chunks, and what is around them.
        assert!(failures > 21 && kept > 50, "{failures} {kept}");
    }
}

#[test]
fn what_another_change_left_is_removed() {
    let (watched, store) = watched();
    let (_, spec) = specs().remove(0);
    let source = StoredArray::create_at(&store, "source", &spec).unwrap();
    let expected = write_all(&source);
    let new = || relayout_at(&source, &store, "target").unwrap().threads(1);
    watched.fail_after(20);
    new().chunks(&[3, 3]).run().unwrap_err();
    watched.fails.store(u64::MAX, Ordering::Relaxed);
    assert!(keys(&store).iter().any(|key| key.starts_with("target/c/")));
    let report = new().chunks(&[20, 50]).run().unwrap();
    assert_eq!(report.chunks_kept, 0);
    assert_eq!(read_all(&open(&store, "target").unwrap()), expected);
    let left: Vec<String> =
        keys(&store).into_iter().filter(|key| key.starts_with("target")).collect();
    assert_eq!(left, ["target/c/0/0", "target/c/1/0", "target/zarr.json"]);
}

#[test]
fn wrong_targets_are_refused() {
    let (_, store) = watched();
    let (_, spec) = specs().remove(0);
    let source = StoredArray::create_at(&store, "source", &spec).unwrap();
    write_all(&source);
    let error = |path: &str| match relayout_at(&source, &store, path) {
        Ok(change) => change.run().unwrap_err(),
        Err(error) => error,
    };
    assert!(matches!(error("source"), Error::Exists { .. }));
    assert!(matches!(error(""), Error::Request { .. }));
    assert!(matches!(error("a.npy"), Error::Request { .. }));
    // Objects of somebody else stay.
    store.put("mine/thing".as_ref(), vec![1].into()).unwrap();
    let text = error("mine").to_string();
    assert_eq!(text, "watched/mine exists: remove it, or choose another name");
    assert!(keys(&store).contains(&"mine/thing".to_owned()));
    let gone = StoredArray::create_at(&store, "gone", &specs().remove(0).1).unwrap();
    store.delete_under("gone".as_ref()).unwrap();
    let text = relayout_at(&gone, &store, "target").unwrap().run().unwrap_err().to_string();
    assert!(text.contains("watched/gone: there is no"), "{text}");
}

#[test]
fn plans_count_requests_and_memory() {
    let (watched, store) = watched();
    let spec = Spec::new(u32s(), &[256, 256], &[16, 256]);
    let source = StoredArray::create_at(&store, "source", &spec).unwrap();
    write_all(&source);
    watched.asked();
    let plan = |change: Relayout| change.chunks(&[256, 16]).plan().unwrap();
    let far = plan(relayout_at(&source, &store, "target").unwrap().threads(4));
    assert!(far.to_string().contains("reads whole chunks"), "{far}");
    assert_eq!(far.passes()[0].chunks_read, 16);
    // 16 reads and 16 writes of 30 ms each in 4 threads.
    assert!(far.seconds() > 0.12 && far.seconds() < 1.0, "{far}");
    let report =
        relayout_at(&source, &store, "target").unwrap().chunks(&[256, 16]).threads(4).run();
    assert_eq!(report.unwrap().passes[0].reads, 16);
    let asked = watched.asked();
    assert_eq!((asked.bytes_read - 256 * 256 * 4) / 1000, 0, "{asked:?}");
    // Each thread has a chunk to read and one that the store writes.
    let one = |threads| plan(relayout_at(&source, &store, "other").unwrap().threads(threads));
    let more = one(8).peak_bytes() - one(7).peak_bytes();
    assert!(more >= 2 * 16 * 256 * 4, "{more}");
}
