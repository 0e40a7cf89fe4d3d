//! Changes of layout of awkward shapes, and what they promise.

use array_fn_store::relayout::checksum;
use array_fn_store::{
    Block, Codec, ElementType, Error, Spec, StoredArray, c_strides, positions, relayout,
};

use crate::formats::codec_lists;
use crate::support::{Folder, files, numbered};

/// Elements of an array with axes in another order.
fn transposed(bytes: &[u8], shape: &[u64], axes: &[usize]) -> Vec<u8> {
    let all = c_strides(shape, 4);
    let strides: Vec<u64> = axes.iter().map(|&axis| all[axis]).collect();
    let target: Vec<u64> = axes.iter().map(|&axis| shape[axis]).collect();
    positions(&Block::all(&target))
        .flat_map(|at| {
            let start = at.iter().zip(&strides).map(|(&k, &s)| k * s).sum::<u64>() as usize;
            bytes[start..start + 4].to_vec()
        })
        .collect()
}

fn read(array: &StoredArray) -> Vec<u8> {
    let header = array.header();
    let elements = header.shape.iter().product::<u64>();
    let mut out = vec![0; elements as usize * header.element.size()];
    array.read_block(&Block::all(&header.shape), &mut out).unwrap();
    out
}

fn u32s() -> ElementType {
    ElementType::of::<u32>()
}

#[test]
fn awkward_shapes() {
    type Case = (&'static [u64], &'static [u64], &'static [u64], &'static [usize]);
    let cases: [Case; 6] = [
        (&[1000, 1009], &[37, 53], &[64, 29], &[0, 1]),
        (&[1000, 1009], &[37, 53], &[64, 29], &[1, 0]),
        (&[31, 40, 53], &[7, 9, 11], &[8, 13, 5], &[2, 0, 1]),
        (&[999 * 7], &[999], &[1000], &[0]),
        (&[1, 1, 500], &[1, 1, 1], &[1, 1, 500], &[0, 2, 1]),
        (&[], &[], &[], &[]),
    ];
    let folder = Folder::new();
    for (k, (shape, from, to, axes)) in cases.into_iter().enumerate() {
        for (coded, codecs) in [vec![], vec![Codec::Zstd(1), Codec::Crc32c]].into_iter().enumerate()
        {
            let path = folder.join(&format!("{k}-{coded}"));
            let spec = Spec::new(u32s(), shape, from).codecs(codecs.clone());
            let bytes = numbered(&path, &spec, shape);
            let source = StoredArray::open(&path).unwrap();
            let target = folder.join(&format!("{k}-{coded}-target"));
            let change = relayout(&source, &target).chunks(to).axes(axes).memory(16 << 20);
            let report = change.codecs(codecs).verify(true).durable(false).run().unwrap();
            let made = StoredArray::open(&target).unwrap();
            assert_eq!(made.header().chunk, to);
            assert_eq!(read(&made), transposed(&bytes, shape, axes), "{k}");
            assert_eq!(report.checksum, Some(checksum(&made, 2).unwrap()));
        }
    }
}

#[test]
fn all_codecs_shards_and_formats() {
    let folder = Folder::new();
    let shape = [60, 47];
    let source = folder.join("source");
    let spec = Spec::new(u32s(), &shape, &[10, 9]).shard(&[20, 27]).codecs([Codec::Gzip(1)]);
    let bytes = numbered(&source, &spec, &shape);
    let source = StoredArray::open(&source).unwrap();
    for (k, codecs) in codec_lists().into_iter().enumerate() {
        let target = folder.join(&format!("{k}"));
        let change = relayout(&source, &target).chunks(&[7, 8]).shard(&[14, 24]).codecs(codecs);
        change.durable(false).run().unwrap();
        assert_eq!(read(&StoredArray::open(&target).unwrap()), bytes);
    }
    let npy = folder.join("a.npy");
    relayout(&source, &npy).axes(&[1, 0]).verify(true).run().unwrap();
    let npy = StoredArray::open(&npy).unwrap();
    assert_eq!((npy.header().format, read(&npy)), ("npy", transposed(&bytes, &shape, &[1, 0])));
    let back = folder.join("back");
    relayout(&npy, &back).axes(&[1, 0]).chunks(&[11, 11]).run().unwrap();
    assert_eq!(read(&StoredArray::open(&back).unwrap()), bytes);
}

#[test]
fn equal_layouts_are_copied_as_they_are() {
    let folder = Folder::new();
    let path = folder.join("source");
    let codecs = vec![Codec::Zstd(5), Codec::Crc32c];
    let spec = Spec::new(u32s(), &[100, 70], &[30, 30]).codecs(codecs.clone());
    numbered(&path, &spec, &[100, 70]);
    std::fs::remove_file(path.join("c/1/1")).unwrap();
    let source = StoredArray::open(&path).unwrap();
    let target = folder.join("target");
    let change = relayout(&source, &target).codecs(codecs);
    assert!(change.plan().unwrap().to_string().contains("copied as they are"));
    change.run().unwrap();
    assert_eq!(files(&path), files(&target));
}

#[test]
fn elements_are_converted() {
    let folder = Folder::new();
    let path = folder.join("source");
    let spec = Spec::new(ElementType::of::<f64>(), &[5, 3], &[2, 2]).fill(2.5f64);
    let source = StoredArray::create(&path, &spec).unwrap();
    let values = [-1.5f64, 300.7, f64::NAN];
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    source.write_block(&Block { start: vec![4, 0], shape: vec![1, 3] }, &bytes).unwrap();
    for passes in [1, 2, 3] {
        let target = folder.join(&format!("{passes}"));
        let change = relayout(&source, &target).chunks(&[5, 1]).element(ElementType::of::<u8>());
        change.passes(passes).verify(true).durable(false).run().unwrap();
        let made = StoredArray::open(&target).unwrap();
        assert_eq!(made.header().fill, [2]);
        assert_eq!(read(&made), [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 255, 0]);
    }
}

#[test]
fn arrays_without_elements_are_made() {
    let folder = Folder::new();
    let spec = Spec::new(u32s(), &[0, 3], &[2, 2]);
    let source = StoredArray::create(folder.join("source"), &spec).unwrap();
    let report = relayout(&source, folder.join("target")).chunks(&[1, 3]).verify(true).run();
    assert!(report.unwrap().passes.is_empty());
    assert_eq!(StoredArray::open(folder.join("target")).unwrap().header().shape, [0, 3]);
}

#[test]
fn wrong_changes_are_refused() {
    let folder = Folder::new();
    let path = folder.join("source");
    let spec = Spec::new(u32s(), &[100, 100], &[10, 10]).codecs([Codec::Gzip(1)]);
    numbered(&path, &spec, &[100, 100]);
    let source = StoredArray::open(&path).unwrap();
    let target = folder.join("target");
    let error = |change: array_fn_store::relayout::Relayout| change.run().unwrap_err();
    let new = || relayout(&source, &target);
    assert!(matches!(error(relayout(&source, &path)), Error::Exists { .. }));
    assert!(matches!(error(new().axes(&[0, 0])), Error::Request { .. }));
    assert!(matches!(error(new().chunks(&[0, 1])), Error::Request { .. }));
    assert!(matches!(error(new().codecs([Codec::Transpose(vec![2, 1])])), Error::Request { .. }));
    let npy = relayout(&source, folder.join("a.npy")).chunks(&[1, 1]);
    assert!(matches!(error(npy), Error::Request { .. }));
    let Error::Memory { needed, .. } = error(new().chunks(&[100, 100]).memory(1 << 20)) else {
        panic!("too little memory was not refused");
    };
    assert!(new().chunks(&[100, 100]).memory(needed - 1).plan().is_err());
    assert!(new().chunks(&[100, 100]).memory(needed).plan().is_ok());
    assert_eq!(
        files(&folder.join("")).iter().filter(|file| !file.0.starts_with("source")).count(),
        0
    );
}
