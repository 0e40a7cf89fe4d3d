//! Boxes and chunks.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use object_store::memory::InMemory;

use super::watched::{Asked, Watched};
use super::{Folder, keys, numbers, read_all, specs, u32s, watched, write_all};
use crate::{Block, Buffers, Codec, Error, Spec, Store, Stored, StoredArray};

fn block(start: [u64; 2], shape: [u64; 2]) -> Block {
    Block { start: start.to_vec(), shape: shape.to_vec() }
}

#[test]
fn a_store_and_a_folder_have_the_same_array() {
    for (name, spec) in specs() {
        let folder = Folder::new();
        let store = Store::new(folder.store()).unwrap();
        let file = StoredArray::create(folder.0.join("a"), &spec).unwrap();
        let expected = write_all(&file);
        let object = StoredArray::open_at(&store, "a").unwrap();
        assert_eq!(read_all(&object), expected, "{name}");
        // The other way round, in parts of chunks.
        let made = StoredArray::create_at(&store, "/b/c", &spec).unwrap();
        for row in 0..40 {
            let at = row as usize * 200;
            made.write_block(&block([row, 0], [1, 50]), &expected[at..at + 200]).unwrap();
        }
        assert_eq!(read_all(&StoredArray::open(folder.0.join("b/c")).unwrap()), expected, "{name}");
        let chunk = |array: &StoredArray| {
            let mut buffers = Buffers::default();
            array.read_encoded(&[1, 1], &mut buffers).unwrap().unwrap().1.to_vec()
        };
        assert_eq!(chunk(&file), chunk(&made), "{name}");
    }
}

#[test]
fn boxes_are_those_of_an_array_in_memory() {
    let mut random = 5u64;
    let mut below = |most: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % most
    };
    for (name, spec) in specs() {
        let (_, store) = watched();
        let array = StoredArray::create_at(&store, "a", &spec).unwrap();
        let mut model = vec![0; 40 * 50 * 4];
        for round in 0..60 {
            let start = [below(40), below(50)];
            let shape = [1 + below(40 - start[0]), 1 + below(50 - start[1])];
            let bytes = shape.iter().product::<u64>() as usize * 4;
            let row = |k: u64| ((start[0] + k) * 50 + start[1]) as usize * 4;
            let width = shape[1] as usize * 4;
            if round % 2 == 0 {
                let elements: Vec<u8> = (0..bytes).map(|_| below(256) as u8).collect();
                array.write_block(&block(start, shape), &elements).unwrap();
                for (k, line) in elements.chunks(width).enumerate() {
                    model[row(k as u64)..][..width].copy_from_slice(line);
                }
                continue;
            }
            let mut out = vec![0; bytes];
            array.read_block(&block(start, shape), &mut out).unwrap();
            for (k, line) in out.chunks(width).enumerate() {
                assert_eq!(line, &model[row(k as u64)..][..width], "{name}, round {round}");
            }
        }
        assert_eq!(read_all(&StoredArray::open_at(&store, "a").unwrap()), model, "{name}");
    }
}

#[test]
fn a_chunk_is_one_request() {
    let (watched, store) = watched();
    for (name, spec) in specs() {
        let array = StoredArray::create_at(&store, name, &spec).unwrap();
        write_all(&array);
        watched.asked();
        let array = StoredArray::open_at(&store, name).unwrap();
        assert_eq!(watched.asked().gets, 1, "{name}");
        let is_shard = name.ends_with("shards");
        let read = |start, shape: [u64; 2]| {
            let bytes = shape.iter().product::<u64>() as usize * 4;
            array.read_block(&block(start, shape), &mut vec![0; bytes]).unwrap();
            watched.asked()
        };
        let first = read([1, 1], [1, 1]);
        // The size of a shard and its index come before.
        let (gets, heads) = if is_shard { (2, 1) } else { (1, 0) };
        assert_eq!((first.gets, first.heads), (gets, heads), "{name}");
        let second = read([2, 2], [3, 2]);
        assert_eq!((second.gets, second.heads), (1, 0), "{name}");
        let bytes = match name {
            "plain" => (2 * 20 + 2) * 4,
            "turned" => (16 + 3) * 4,
            "plain shards" => (2 * 5 + 2) * 4,
            _ => second.bytes_read,
        };
        assert_eq!(second.bytes_read, bytes, "{name}");
    }
    let keys = keys(&store);
    assert!(keys.contains(&"coded/c/2/2".to_owned()), "{keys:?}");
    assert_eq!(Asked::default(), watched.asked());
}

#[test]
fn indices_of_shards_are_asked_for_once() {
    let (watched, store) = watched();
    // 12 shards of 4 chunks in a row, more than are kept of files.
    let spec = Spec::new(u32s(), &[4, 96], &[1, 8]).shard(&[4, 8]);
    let array = StoredArray::create_at(&store, "a", &spec).unwrap();
    let expected = write_all(&array);
    watched.asked();
    assert_eq!(read_all(&array), expected);
    let asked = watched.asked();
    assert_eq!((asked.heads, asked.gets), (12, 12 + 48));
    // What is written is asked for again.
    array.write_block(&block([0, 0], [4, 8]), &numbers(32)).unwrap();
    let mut out = vec![0; 32 * 4];
    array.read_block(&block([0, 0], [4, 8]), &mut out).unwrap();
    assert_eq!((watched.asked().heads, out), (1, numbers(32)));
}

#[test]
fn absent_chunks_are_the_fill_value() {
    let (_, store) = watched();
    for (name, spec) in specs() {
        let array = StoredArray::create_at(&store, name, &spec.fill(7u32)).unwrap();
        assert!(read_all(&array).chunks(4).all(|element| element == [7, 0, 0, 0]), "{name}");
    }
}

#[test]
fn errors_name_the_array_the_key_and_a_remedy() {
    let (watched, store) = watched();
    let text = |error: Error| error.to_string();
    let missing = text(StoredArray::open_at(&store, "no/where").unwrap_err());
    assert_eq!(
        missing,
        "watched/no/where: there is no array: it has neither zarr.json nor .zarray"
    );
    let wrong = text(StoredArray::open_at(&store, "a//b").unwrap_err());
    assert!(wrong.contains("`a//b` is no key in watched"), "{wrong}");
    for (name, spec) in specs() {
        let array = StoredArray::create_at(&store, name, &spec).unwrap();
        write_all(&array);
        let exists = StoredArray::create_at(&store, name, &spec).unwrap_err();
        assert!(matches!(exists, Error::Exists { .. }), "{exists}");
        let read = || array.read_block(&block([17, 21], [1, 1]), &mut [0; 4]).unwrap_err();
        watched.fail_after(0);
        let failed = text(read());
        let part = format!("watched/{name}: chunk [");
        assert!(failed.starts_with(&part) && failed.contains(&format!("{name}/c/")), "{failed}");
        assert!(failed.contains("cable") && failed.contains("run it again"), "{failed}");
        watched.fail_after(0);
        let failed = text(array.write_block(&block([0, 0], [40, 50]), &numbers(2000)).unwrap_err());
        assert!(failed.contains("could not write") && failed.contains("cable"), "{failed}");
    }
    // Objects that are too short, and one with a flipped bit.
    let short = || vec![1u8; 10].into();
    for name in ["plain", "coded"] {
        let array = StoredArray::open_at(&store, name).unwrap();
        let key = format!("{name}/c/1/1");
        let mut bytes =
            crate::storage::Storage::Objects(store.clone()).read(key.as_ref()).unwrap().unwrap();
        store.put(key.as_ref(), short()).unwrap();
        let error = array.read_block(&block([30, 39], [1, 1]), &mut [0; 4]).unwrap_err();
        match name {
            "plain" => assert!(matches!(error, Error::ChunkSize { actual: 10, .. }), "{error}"),
            _ => assert!(matches!(error, Error::Codec { .. }), "{error}"),
        }
        bytes[3] ^= 1;
        store.put(key.as_ref(), bytes.into()).unwrap();
        let read = array.read_block(&block([30, 39], [1, 1]), &mut [0; 4]);
        assert_eq!(read.is_ok(), name == "plain");
    }
}

#[test]
fn types_are_compared_before_anything_is_made() {
    let (watched, store) = watched();
    let spec = Spec::new(u32s(), &[4, 4], &[2, 2]);
    let error = Stored::<f32, 2>::create_at(&store, "a", &spec).unwrap_err();
    assert!(matches!(error, Error::ElementType { .. }), "{error}");
    assert_eq!(watched.asked().puts, 0);
    let stored = Stored::<u32, 2>::create_at(&store, "a", &spec).unwrap();
    stored.slice([1, 1], [1, 2]).write(&[3, 4]).unwrap();
    let again = Stored::<u32, 2>::open_at(&store, "a").unwrap();
    assert_eq!(again.slice([1, 0], [1, 4]).read().unwrap().as_slice(), [0, 3, 4, 0]);
}

#[test]
fn urls_name_stores_and_prefixes() {
    let folder = Folder::new();
    let spec = Spec::new(u32s(), &[40, 50], &[16, 20]).codecs([Codec::Gzip(1)]);
    let file = StoredArray::create(folder.0.join("in/a b"), &spec).unwrap();
    let expected = write_all(&file);
    let url = format!("file://{}", folder.0.display());
    let outer = Store::from_url(&url).unwrap();
    let inner = Store::from_url(&format!("{url}/in/")).unwrap();
    let last = Store::from_url(&format!("{url}/in/a%20b")).unwrap();
    let mut identities = Vec::new();
    for (store, path) in [(&outer, "in/a b"), (&inner, "a b"), (&last, "")] {
        let array = StoredArray::open_at(store, path).unwrap();
        assert_eq!(read_all(&array), expected);
        assert!(array.header().name.starts_with(&url), "{}", array.header().name);
        identities.push(array.storage().identity(&array.header().path));
    }
    assert_eq!(identities[0], identities[1]);
    let text = |url: &str| Store::from_url(url).unwrap_err().to_string();
    assert!(text("nothing").contains("`nothing` is no URL"));
    assert!(text("ftp://host/a").contains("s3://bucket/prefix"), "{}", text("ftp://host/a"));
    if !cfg!(feature = "aws") {
        let message = text("s3://user:secret@bucket/a");
        assert!(
            message.contains("with the feature `aws`") && !message.contains("secret"),
            "{message}"
        );
    }
    let memory = || Store::from_url("memory:///").unwrap();
    let (a, b) = (memory(), memory());
    assert_ne!(a.identity("x".as_ref()), b.identity("x".as_ref()));
}

#[test]
fn as_many_requests_are_under_way_as_threads_ask() {
    let (watched, store) = watched();
    let spec = Spec::new(u32s(), &[64, 16], &[1, 16]).codecs([Codec::Crc32c]);
    let array = StoredArray::create_at(&store, "a", &spec).unwrap();
    write_all(&array);
    watched.asked();
    watched.delay.store(20_000, Ordering::Relaxed);
    crate::relayout::checksum(&array, 8).unwrap();
    let asked = watched.asked();
    assert_eq!(asked.gets, 64);
    assert!((5..=8).contains(&asked.most), "{asked:?}");
}

/// Callers may be in a thread of a runtime, which must not be waited in, and whose budget of work must not end the reads.
#[test]
fn calls_in_threads_of_a_runtime() {
    let watched = Watched::new(Arc::new(InMemory::new()));
    watched.delay.store(100, Ordering::Relaxed);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let task = runtime.spawn(async move {
        let store = Store::new(watched).unwrap();
        let spec = Spec::new(u32s(), &[40, 50], &[2, 5]);
        let array = StoredArray::create_at(&store, "a", &spec).unwrap();
        let expected = write_all(&array);
        assert_eq!(read_all(&array), expected);
        assert_eq!(keys(&store).len(), 201);
    });
    runtime.block_on(task).unwrap();
}
