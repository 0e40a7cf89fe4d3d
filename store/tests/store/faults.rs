//! Disks and files that are not as they should be.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use array_fn_store::{Block, Codec, ElementType, Error, Spec, StoredArray, relayout};

use crate::support::{Folder, Random, numbered};

/// Damages a file of an array with codecs, and returns the error of a change of layout, whose target must be absent.
fn error_after(codecs: &[Codec], damage: impl Fn(&Path)) -> Error {
    let folder = Folder::new();
    let path = folder.join("source");
    let spec = Spec::new(ElementType::of::<u32>(), &[40, 40], &[16, 16]).codecs(codecs.to_vec());
    numbered(&path, &spec, &[40, 40]);
    let chunk = path.join("c/1/2");
    damage(&chunk);
    let source = StoredArray::open(&path).unwrap();
    let target = folder.join("target");
    let error = relayout(&source, &target).chunks(&[40, 3]).durable(false).run().unwrap_err();
    assert!(!target.exists());
    let text = error.to_string();
    assert!(text.contains("chunk [1, 2]") && text.contains("c/1/2"), "{text}");
    // The array can be read beside the chunk, and the error of a box is the same.
    let mut out = vec![0; 16 * 16 * 4];
    source.read_block(&Block { start: vec![0, 0], shape: vec![16, 16] }, &mut out).unwrap();
    let box_error = source
        .read_block(&Block { start: vec![17, 33], shape: vec![1, 1] }, &mut [0; 4])
        .unwrap_err();
    assert_eq!(box_error.to_string(), text);
    error
}

fn change(path: &Path, change: impl Fn(&mut Vec<u8>)) {
    let mut bytes = std::fs::read(path).unwrap();
    change(&mut bytes);
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn chunks_of_the_wrong_size() {
    for bytes in [0, 1, 1023, 1025, 4096] {
        let error = error_after(&[], |path| change(path, |chunk| chunk.resize(bytes, 0)));
        let is_size = matches!(error, Error::ChunkSize { expected: 1024, actual, .. } if actual == bytes as u64);
        assert!(is_size, "{error}");
    }
    let huge = |path: &Path| change(path, |chunk| chunk.resize(1 << 20, 0));
    let error = error_after(&[Codec::Zstd(1)], huge);
    assert!(matches!(error, Error::ChunkSize { .. }), "{error}");
}

#[test]
fn chunks_that_are_cut_off_or_changed() {
    for codec in [Codec::Zstd(1), Codec::Gzip(1), Codec::Crc32c] {
        let cut = |path: &Path| change(path, |chunk| chunk.truncate(chunk.len() / 2));
        let error = error_after(std::slice::from_ref(&codec), cut);
        assert!(matches!(error, Error::Codec { .. }), "{codec:?}: {error}");
    }
    for position in [0, 500, 1023, 1027] {
        let flip = |path: &Path| change(path, |chunk| chunk[position] ^= 4);
        let error = error_after(&[Codec::Crc32c], flip);
        assert!(matches!(&error, Error::Codec { codec, .. } if &**codec == "crc32c"), "{error}");
        assert!(error.to_string().contains("at byte 0 of"), "{error}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let error = error_after(&[Codec::Zstd(1)], |path| {
        std::fs::remove_file(path).unwrap();
        std::fs::create_dir(path).unwrap();
    });
    assert!(matches!(error, Error::Io { action: "read", .. } | Error::ChunkSize { .. }), "{error}");
}

#[test]
fn shards_that_are_damaged() {
    let folder = Folder::new();
    let path = folder.join("a");
    let spec = Spec::new(ElementType::of::<u32>(), &[8], &[2]).shard(&[8]).codecs([Codec::Crc32c]);
    numbered(&path, &spec, &[8]);
    let read = || {
        let array = StoredArray::open(&path).unwrap();
        array
            .read_block(&Block { start: vec![2], shape: vec![1] }, &mut [0; 4])
            .unwrap_err()
            .to_string()
    };
    let whole = std::fs::read(path.join("c/0")).unwrap();
    let index = whole.len() - 4;
    change(&path.join("c/0"), |shard| shard[index - 30] ^= 1);
    let text = read();
    assert!(text.contains("index of the shard, crc32c") && text.contains("c/0"), "{text}");
    std::fs::write(path.join("c/0"), &whole[..10]).unwrap();
    assert!(read().contains("has 10 bytes, expected 68"), "{}", read());
    std::fs::write(path.join("c/0"), &whole).unwrap();
    change(&path.join("c/0"), |shard| shard[13] ^= 1);
    let text = read();
    assert!(text.contains("chunk [1] at byte 12 of") && text.contains("`crc32c`"), "{text}");
}

#[test]
fn bytes_that_are_no_bool() {
    let folder = Folder::new();
    let path = folder.join("a");
    let spec = Spec::new(ElementType::of::<bool>(), &[4], &[4]);
    StoredArray::create(&path, &spec).unwrap();
    std::fs::create_dir(path.join("c")).unwrap();
    std::fs::write(path.join("c/0"), [0, 1, 2, 1]).unwrap();
    let stored = array_fn_store::Stored::<bool, 1>::open(&path).unwrap();
    assert_eq!(stored.slice([0], [2]).read().unwrap().as_slice(), [false, true]);
    let error = stored.all().read().unwrap_err();
    assert!(matches!(error, Error::Value { byte: 2, value: 2, .. }), "{error}");
}

#[test]
fn descriptions_of_others() {
    let folder = Folder::new();
    let path = folder.join("a");
    std::fs::create_dir(&path).unwrap();
    let error = |text: &str| {
        std::fs::write(path.join("zarr.json"), text).unwrap();
        let error = StoredArray::open(&path).unwrap_err();
        assert!(matches!(error, Error::Metadata { .. }) && error.to_string().contains("zarr.json"));
        error.to_string()
    };
    error("");
    error("[]");
    error(r#"{"zarr_format": 3, "node_type": "group"}"#);
    let spec = Spec::new(ElementType::of::<f64>(), &[4, 4], &[2, 2]);
    StoredArray::create(folder.join("b"), &spec).unwrap();
    let text = std::fs::read_to_string(folder.join("b/zarr.json")).unwrap();
    assert!(error(&text.replace("\"float64\"", "\"string\"")).contains("string"));
    assert!(error(&text.replace("\"bytes\"", "\"unheard\"")).contains("unheard"));
    error(&text.replace("\"regular\"", "\"rectilinear\""));
    error(&text.replace("\"fill_value\": 0.0", "\"fill_value\": []"));
    assert!(StoredArray::open(folder.join("nowhere")).is_err());
}

/// Descriptions with random changes are refused or opened, and then read or refused, but nothing panics.
#[test]
fn descriptions_that_are_mutated() {
    let folder = Folder::new();
    let specs = [
        Spec::new(ElementType::of::<f32>(), &[40, 40], &[16, 16])
            .codecs([Codec::Zstd(1), Codec::Crc32c]),
        Spec::new(ElementType::of::<i16>(), &[40, 40], &[8, 8])
            .shard(&[16, 16])
            .codecs([Codec::Transpose(vec![1, 0]), Codec::Gzip(1)]),
    ];
    let tokens =
        ["0", "-1", "18446744073709551615", "null", "[]", "{}", "\"\"", "1e999", "16", "3", "true"];
    let mut random = Random(77);
    let (mut opened, mut refused) = (0, 0);
    for (k, spec) in specs.iter().enumerate() {
        let path = folder.join(&k.to_string());
        let array = StoredArray::create(&path, spec).unwrap();
        let elements = vec![1; 40 * 40 * array.header().element.size()];
        array.write_block(&Block::all(&[40, 40]), &elements).unwrap();
        let text = std::fs::read(path.join("zarr.json")).unwrap();
        let numbers: Vec<(usize, usize)> = spans(&text);
        for case in 0..600 {
            let mut text = text.clone();
            if case % 2 == 0 {
                for _ in 0..random.within(1, 4) {
                    let at = random.within(0, text.len() as u64 - 1) as usize;
                    text[at] = random.within(32, 126) as u8;
                }
            } else {
                let (from, to) = numbers[random.within(0, numbers.len() as u64 - 1) as usize];
                let token = tokens[random.within(0, tokens.len() as u64 - 1) as usize];
                text.splice(from..to, token.bytes());
            }
            std::fs::write(path.join("zarr.json"), &text).unwrap();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let Ok(array) = StoredArray::open(&path) else { return false };
                let shape: Vec<u64> =
                    array.header().shape.iter().map(|&size| size.min(20)).collect();
                let bytes = shape.iter().product::<u64>() as usize * array.header().element.size();
                if bytes < 1 << 20 {
                    let _ = array.read_block(&Block::all(&shape), &mut vec![0; bytes]);
                }
                true
            }));
            match outcome {
                Ok(true) => opened += 1,
                Ok(false) => refused += 1,
                Err(_) => panic!("panicked on {}", String::from_utf8_lossy(&text)),
            }
        }
    }
    assert!(opened > 100 && refused > 300, "{opened} {refused}");
}

/// Where numbers are in a text.
fn spans(text: &[u8]) -> Vec<(usize, usize)> {
    let (mut out, mut start) = (Vec::new(), None);
    for (k, byte) in text.iter().enumerate() {
        match (byte.is_ascii_digit(), start) {
            (true, None) => start = Some(k),
            (false, Some(from)) => {
                out.push((from, k));
                start = None;
            }
            _ => {}
        }
    }
    out
}
