//! Recordings of kernels: their files, and what is recorded once.

use crate::support::*;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

/// The numbers in a file of a recording.
fn numbers(folder: &Path, name: &str) -> Vec<f64> {
    let bytes = std::fs::read(folder.join(name)).unwrap();
    bytes.chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap())).collect()
}

#[test]
fn a_recording_has_arguments_and_memory_before_and_after() {
    let Some(cuda) = cuda() else { return };
    let stream = cuda.stream();
    let (a, b) = (cuda.upload(&[1.0, 2.0, 3.0]), cuda.upload(&[0.5; 3]));
    let folder = folder("scale");
    cuda.standin.record(Some(&folder)).unwrap();
    // The first two elements by 10; the same again is recorded once.
    for _ in 0..2 {
        ok(cuda.launch("scale", &scale(a, b, 10.0, 2), stream));
    }
    ok(call!(cuStreamSynchronize(stream)));
    cuda.standin.record(None).unwrap();
    ok(cuda.launch("increment", &[Argument::Pointer(a)], stream));
    ok(call!(cuStreamSynchronize(stream)));

    let text = std::fs::read_to_string(folder.join("launches")).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let [launch, read, written, first, second, factor, count, after, end] = &lines[..] else {
        panic!("{text}")
    };
    assert_eq!((launch[1], &launch[3..]), ("scale", &["1", "1", "1", "64", "1", "1", "0"][..]));
    let source = std::fs::read_to_string(folder.join(launch[2])).unwrap();
    assert!(source.contains("__global__ void __launch_bounds__(64, 1) scale("));
    assert_eq!((first, second), (&vec!["pointer", "0", "0"], &vec!["pointer", "1", "0"]));
    assert_eq!(factor, &["bytes", "0000000000002440"]);
    assert_eq!(count, &["bytes", "0200000000000000"]);
    assert_eq!((&read[..2], &written[..2]), (&["buffer", "24"][..], &["buffer", "24"][..]));
    assert_eq!(numbers(&folder, read[2]), [1.0, 2.0, 3.0]);
    assert_eq!(numbers(&folder, written[2]), [0.5; 3]);
    // What is only read has no contents after.
    assert_eq!(after[..2], ["after", "1"]);
    assert_eq!(numbers(&folder, after[2]), [10.0, 20.0, 0.5]);
    assert_eq!(end, &["end"]);
    ok(call!(cuStreamDestroy_v2(stream)));
    cuda.standin.check();
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let Some(cuda) = cuda() else { return };
    let file = folder("file");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "no folder").unwrap();
    let error = cuda.standin.record(Some(&file)).unwrap_err();
    std::fs::remove_file(&file).unwrap();
    assert!(error.contains("nothing can be recorded in"), "{error}");
}
