//! Round trips through formats and codecs.

use array_fn_runtime::Element;
use array_fn_store::{Block, Buffers, Codec, ElementType, Error, Grid, Spec, Stored, StoredArray};

use crate::support::{Folder, Random};

/// All lists of codecs that are tested.
pub fn codec_lists() -> Vec<Vec<Codec>> {
    let mut lists = vec![
        vec![],
        vec![Codec::Zstd(1)],
        vec![Codec::Gzip(4)],
        vec![Codec::Crc32c],
        vec![Codec::Zstd(3), Codec::Crc32c],
        vec![Codec::Transpose(vec![1, 0])],
        vec![Codec::Transpose(vec![1, 0]), Codec::Gzip(1), Codec::Crc32c],
    ];
    if cfg!(feature = "blosc") {
        lists.push(vec![Codec::Blosc(5)]);
        lists.push(vec![Codec::Blosc(5), Codec::Crc32c]);
    }
    lists
}

/// Writes and reads random boxes, beside an array in memory.
fn exercise<T: Element + PartialEq>(stored: &Stored<T, 2>, value: impl Fn(u64) -> T, seed: u64) {
    let mut random = Random(seed);
    let [rows, columns] = stored.shape();
    let mut model = vec![T::default(); rows * columns];
    for round in 0..30 {
        let r0 = random.within(0, rows as u64) as usize;
        let c0 = random.within(0, columns as u64) as usize;
        let r = random.within(0, (rows - r0) as u64) as usize;
        let c = random.within(0, (columns - c0) as u64) as usize;
        if round % 2 == 0 {
            let elements: Vec<T> = (0..r * c).map(|_| value(random.next())).collect();
            stored.slice([r0, c0], [r, c]).write(&elements).unwrap();
            for (k, &element) in elements.iter().enumerate() {
                model[(r0 + k / c) * columns + c0 + k % c] = element;
            }
        } else {
            let read = stored.slice([r0, c0], [r, c]).read().unwrap();
            let expected: Vec<T> =
                (0..r * c).map(|k| model[(r0 + k / c) * columns + c0 + k % c]).collect();
            assert_eq!(read.as_slice(), expected, "round {round}");
        }
    }
    assert_eq!(stored.all().read().unwrap().as_slice(), model);
}

#[test]
fn boxes_of_zarr_arrays() {
    let folder = Folder::new();
    for (k, codecs) in codec_lists().into_iter().enumerate() {
        for shard in [None, Some([12, 20])] {
            let spec =
                Spec::new(ElementType::of::<f64>(), &[37, 53], &[6, 5]).codecs(codecs.clone());
            let spec = shard.iter().fold(spec, |spec, shard| spec.shard(shard));
            let path = folder.join(&format!("{k}-{}", shard.is_some()));
            let stored = Stored::<f64, 2>::create(&path, &spec).unwrap();
            assert_eq!(stored.header().chunk, [6, 5]);
            exercise(&stored, |bits| (bits >> 40) as f64, k as u64);
            let again = Stored::<f64, 2>::open(&path).unwrap();
            assert_eq!(again.all().read().unwrap(), stored.all().read().unwrap());
        }
    }
}

#[test]
fn elements_of_all_types() {
    fn check<T: Element + PartialEq>(folder: &Folder, value: impl Fn(u64) -> T) {
        let element = ElementType::of::<T>();
        let spec = Spec::new(element, &[9, 11], &[4, 4]).codecs([Codec::Zstd(1)]);
        let path = folder.join(element.name());
        exercise(&Stored::<T, 2>::create(path, &spec).unwrap(), &value, 7);
        let path = folder.join(&format!("{element}.npy"));
        exercise(&Stored::<T, 2>::create_npy(path, [9, 11]).unwrap(), &value, 8);
    }
    let folder = Folder::new();
    check(&folder, |bits| bits & 1 == 1);
    check(&folder, |bits| bits as i8);
    check(&folder, |bits| bits as i16);
    check(&folder, |bits| bits as i32);
    check(&folder, |bits| bits as i64);
    check(&folder, |bits| bits as u8);
    check(&folder, |bits| bits as u16);
    check(&folder, |bits| bits as u32);
    check(&folder, |bits| bits);
    check(&folder, |bits| bits as f32);
    check(&folder, |bits| bits as f64);
}

#[test]
fn files_of_numpy_have_its_header() {
    let folder = Folder::new();
    let path = folder.join("a.npy");
    Stored::<i32, 1>::create_npy(&path, [3]).unwrap().all().write(&[1, 2, 3]).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes.len(), 128 + 12);
    let text = std::str::from_utf8(&bytes[10..128]).unwrap();
    assert_eq!(text.trim_end(), "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }");
    assert!(matches!(Stored::<i32, 1>::create_npy(&path, [3]), Err(Error::Exists { .. })));

    // The same elements in Fortran order, as another program may have written them.
    let header = "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend([1i16, 4, 2, 5, 3, 6].iter().flat_map(|value| value.to_le_bytes()));
    let path = folder.join("fortran.npy");
    std::fs::write(&path, &bytes).unwrap();
    let stored = Stored::<i16, 2>::open(&path).unwrap();
    assert_eq!(stored.all().read().unwrap().as_slice(), [1, 2, 3, 4, 5, 6]);
    stored.slice([1, 0], [1, 2]).write(&[7, 8]).unwrap();
    assert_eq!(stored.all().read().unwrap().as_slice(), [1, 2, 3, 7, 8, 6]);

    let raw = StoredArray::open_raw(&path, ElementType::of::<i16>(), &[3, 2], 68).unwrap();
    assert_eq!(raw.header().shape, [3, 2]);
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let error = StoredArray::open(&path).unwrap_err().to_string();
    assert!(error.contains("cut off") && error.contains("fortran.npy"), "{error}");
}

#[test]
fn parts_of_plain_chunks_are_read_alone() {
    let folder = Folder::new();
    let spec = Spec::new(ElementType::of::<f64>(), &[64, 64], &[32, 64]);
    let stored = Stored::<f64, 2>::create(folder.join("a"), &spec).unwrap();
    let elements: Vec<f64> = (0..64 * 64).map(f64::from).collect();
    stored.all().write(&elements).unwrap();
    let before = stored.array().counters().get();
    assert_eq!((before.bytes_written, before.chunks_written), (64 * 64 * 8, 2));
    let part = stored.slice([30, 8], [4, 16]).read().unwrap();
    assert_eq!(part[[3, 15]], 33.0 * 64.0 + 23.0);
    let after = stored.array().counters().get();
    assert_eq!(after.bytes_read - before.bytes_read, 4 * 16 * 8);
    assert_eq!(after.reads - before.reads, 4);
    assert_eq!(after.chunks_read - before.chunks_read, 2);
}

#[test]
fn chunks_that_are_absent_are_the_fill_value() {
    let folder = Folder::new();
    for fill in [1.5, f64::NAN, f64::NEG_INFINITY] {
        let path = folder.join(&fill.to_string());
        let spec = Spec::new(ElementType::of::<f64>(), &[5], &[2]).fill(fill);
        let stored = Stored::<f64, 1>::create(&path, &spec).unwrap();
        stored.slice([3], [1]).write(&[7.0]).unwrap();
        let read = Stored::<f64, 1>::open(&path).unwrap().all().read().unwrap();
        let expected = [fill, fill, fill, 7.0, fill].map(f64::to_bits);
        assert_eq!(read.as_slice().iter().map(|x| x.to_bits()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn chunks_are_read_one_by_one() {
    let folder = Folder::new();
    let spec = Spec::new(ElementType::of::<u16>(), &[10], &[2])
        .shard(&[4])
        .codecs([Codec::Gzip(1), Codec::Crc32c]);
    let stored = Stored::<u16, 1>::create(folder.join("a"), &spec).unwrap();
    stored.slice([0], [8]).write(&[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let (array, mut buffers) = (stored.array(), Buffers::default());
    let (extent, bytes) = array.read_encoded(&[3], &mut buffers).unwrap().unwrap();
    assert_eq!((extent.bytes, extent.path.ends_with("c/1")), (bytes.len() as u64, true));
    assert!(extent.offset > 0);
    let mut out = [0; 4];
    array.read_chunk(&[3], &mut buffers, &mut out).unwrap();
    assert_eq!(out, [7, 0, 8, 0]);
    assert!(array.read_encoded(&[4], &mut buffers).unwrap().is_none());
    // Written shards replace what was read of them before.
    array.write_chunk(&[1], &[9, 0, 9, 0, 9, 0, 9, 0]).unwrap();
    array.read_chunk(&[3], &mut buffers, &mut out).unwrap();
    assert_eq!(out, [9, 0, 9, 0]);
    assert!(matches!(array.write_chunk(&[1], &[9]), Err(Error::Box { .. })));
    // Encoded chunks can be decoded later, by another thread.
    let (extent, bytes) = array.read_encoded(&[2], &mut buffers).unwrap().unwrap();
    array.backend().decode(&[2], &extent, bytes.into(), &mut out).unwrap();
    assert_eq!(out, [9, 0, 9, 0]);
}

#[test]
fn wrong_uses_are_refused() {
    let folder = Folder::new();
    let element = ElementType::of::<f32>();
    let path = folder.join("a");
    let spec = Spec::new(element, &[4, 4], &[2, 2]);
    let error = Stored::<f64, 2>::create(&path, &spec).unwrap_err();
    assert!(matches!(error, Error::ElementType { .. }), "{error}");
    assert!(!path.exists());
    let stored = Stored::<f32, 2>::create(&path, &spec).unwrap();
    assert!(matches!(Stored::<f32, 3>::open(&path), Err(Error::Rank { .. })));
    assert!(matches!(Stored::<f32, 2>::create(&path, &spec), Err(Error::Exists { .. })));
    assert!(matches!(stored.slice([3, 0], [2, 1]).read(), Err(Error::Box { .. })));
    assert!(matches!(stored.slice([usize::MAX, 0], [2, 1]).read(), Err(Error::Box { .. })));
    assert!(matches!(stored.all().write(&[0.0; 3]), Err(Error::Box { .. })));
    for bad in [
        Spec::new(element, &[4, 4], &[2]),
        Spec::new(element, &[4, 4], &[0, 2]),
        Spec::new(element, &[4, 4], &[2, 2]).shard(&[3, 2]),
        Spec::new(element, &[4, 4], &[2, 2]).codecs([Codec::Transpose(vec![0, 0])]),
        Spec::new(element, &[4, 4], &[2, 2]).codecs([Codec::Crc32c, Codec::Transpose(vec![1, 0])]),
        Spec::new(element, &[u64::MAX, 4], &[2, 2]),
        Spec::new(element, &[4, 4], &[u64::MAX, 2]),
    ] {
        let error = StoredArray::create(folder.join("bad"), &bad).unwrap_err();
        assert!(matches!(error, Error::Request { .. }), "{error}");
        assert!(!folder.join("bad").exists());
    }
    let (array, mut buffers) = (stored.array(), Buffers::default());
    for chunk in [&[2, 0][..], &[0], &[u64::MAX, 0], &[0, 0, 0]] {
        assert!(matches!(array.read_encoded(chunk, &mut buffers), Err(Error::Box { .. })));
        assert!(matches!(
            array.read_chunk(chunk, &mut buffers, &mut [0; 16]),
            Err(Error::Box { .. })
        ));
        assert!(matches!(array.write_chunk(chunk, &[0; 16]), Err(Error::Box { .. })));
        // Backends check nothing, but what they say is harmless.
        let _ = array.backend().extent(chunk);
        let _ = array.backend().place(chunk);
        let grid = Grid { shape: vec![4], chunk: chunk.to_vec() };
        assert!(grid.counts().len() <= 1 && grid.block(chunk).elements() <= 4);
        assert_eq!(grid.touched(&Block::all(&[4, 4])).elements(), 0);
    }
    assert!(matches!(
        array.read_chunk(&[0, 0], &mut buffers, &mut [0; 15]),
        Err(Error::Box { .. })
    ));
    let all = Block { start: vec![0], shape: vec![4] };
    assert!(matches!(stored.array().read_block(&all, &mut []), Err(Error::Rank { .. })));
}
