//! A checkpoint is read as it was written, or it is refused.

mod ranks;
mod version_4;

use super::read::read_from;
use super::*;
use crate::Error;
use crate::real::convert;
use array_fn::Array;
use array_fn::ranks::{Exchange, Solo};
use ndarray::Array3;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use xxhash_rust::xxh3::xxh3_128;

const SHAPE: [usize; 3] = [2, 3, 5];

/// The places of the elements in a file.
const PLACES: [usize; 3] = [2, 0, 1];

fn header(time: f64) -> Header<'static> {
    let settings = Settings::new()
        .with("order", 3)
        .with("flux", "hllc")
        .with("boundary a\tb\n", "wall")
        .with_hash("mesh", [1.0, 2.0]);
    Header { kind: "euler", time, settings }
}

fn arrays(scale: f64) -> [Array<f64, 3>; 2] {
    [1.0, -0.5].map(|factor| {
        let numbers = Array3::from_shape_fn(SHAPE, |(f, e, i)| {
            scale * (factor + f as f64 * 10.0 + e as f64 + 0.1 * i as f64)
        });
        convert(numbers.view(), SHAPE).unwrap()
    })
}

fn elements<'a>(exchange: &'a dyn Exchange, places: &'a [usize], total: usize) -> Elements<'a> {
    Elements { exchange, places, numbers: None, total }
}

/// A file that is removed with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("array-fn-checkpoint-{}-{count}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn written(header: &Header, arrays: &[Array<f64, 3>; 2]) -> Vec<u8> {
    let file = Scratch::new();
    let [first, second] = arrays;
    write(&file.0, header, &elements(&Solo, &PLACES, 3), &[first, second]).unwrap();
    std::fs::read(&file.0).unwrap()
}

type Read = Result<(f64, [Array3<f64>; 2]), Error>;

fn read_back(bytes: &[u8], header: &Header) -> Read {
    read_from(
        Path::new("file"),
        Ok(Cursor::new(bytes)),
        header,
        &elements(&Solo, &PLACES, 3),
        [2, 5],
    )
}

/// The reason why bytes are refused.
fn refused(bytes: &[u8], header: &Header) -> String {
    match read_back(bytes, header) {
        Ok(_) => "it is not".into(),
        Err(Error::Checkpoint { problem, .. }) => problem,
        Err(Error::CheckpointOfOtherOptions { differences, .. }) => {
            let texts: Vec<String> = differences.iter().map(Difference::to_string).collect();
            texts.join("; ")
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn as_it_was_written() {
    let arrays = arrays(1.0 / 3.0);
    for time in [0.0, 0.1 + 0.2, 1e-300, f64::MAX] {
        let bytes = written(&header(time), &arrays);
        let Ok((read, state)) = read_back(&bytes, &header(7.0)) else {
            panic!("{}", refused(&bytes, &header(7.0)))
        };
        assert_eq!(read.to_bits(), time.to_bits());
        for (state, array) in state.iter().zip(&arrays) {
            assert_eq!(state.as_slice(), Some(array.as_slice()));
        }
        // A person can read the kind of file and the time reached without a program.
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("array-fn-dg checkpoint 5\nheader "), "{text}");
        assert!(text.contains("\noption\tboundary a\\tb\\n\twall\n"), "{text}");
    }
}

/// The bytes of a file never change, so that programs of other versions read it.
#[test]
fn always_the_same_bytes() {
    let bytes = written(&header(0.25), &arrays(1.0));
    assert_eq!(format!("{:032x}", xxh3_128(&bytes)), "2f1b912e1f7ed71724057a68b4dd416c");
    // The first record is that of element 1: both arrays, of which each has two fields of five nodes.
    let start = header_length(&bytes);
    let number = |at: usize| {
        let of: [u8; 8] = bytes[start + 8 * at..][..8].try_into().unwrap();
        f64::from_le_bytes(of)
    };
    assert_eq!([0, 1, 5, 10].map(number), [2.0, 2.1, 12.0, 0.5]);
    assert_eq!(bytes.len(), start + 8 * 60 + 16);
}

/// The position at which the header with its checksum ends.
fn header_length(bytes: &[u8]) -> usize {
    let lines = "array-fn-dg checkpoint 5\nheader 00000000\n".len();
    let length = std::str::from_utf8(&bytes[lines - 9..lines - 1]).unwrap();
    lines + usize::from_str_radix(length, 16).unwrap() + 16
}

/// Changes every bit of the header and of both checksums, and 1000 random bits of the state.
#[test]
fn single_bits() {
    let good = written(&header(0.25), &arrays(1.0));
    let start = header_length(&good);
    let mut seed = 7u64;
    let random = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        8 * start + (seed >> 33) as usize % (8 * (good.len() - start))
    });
    for bit in (0..8 * start).chain(random.take(1000)) {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let problem = refused(&bytes, &header(0.25));
        assert!(problem != "it is not", "bit {bit} of {start} bytes of header");
        let of_header = problem.contains("no checkpoint")
            || problem.contains("format")
            || problem.contains("its header")
            || problem.contains("too early");
        assert_eq!(bit < 8 * start, of_header, "bit {bit}: {problem}");
    }
}

#[test]
fn cut_swapped_zeroed_and_continued() {
    let good = written(&header(0.25), &arrays(1.0));
    let other = written(&header(0.25), &arrays(2.0));
    let start = header_length(&good);
    for length in 0..good.len() {
        assert!(refused(&good[..length], &header(0.25)) != "it is not", "{length} bytes");
    }
    let record = 8 * 2 * 2 * 5;
    let damaged = |name: &str, bytes: Vec<u8>, says: &str| {
        let problem = refused(&bytes, &header(0.25));
        assert!(problem.contains(says), "{name}: {problem}");
    };
    let mut swapped = good.clone();
    for byte in 0..8 {
        swapped.swap(start + byte, start + 80 + byte);
    }
    damaged("values", swapped, "its state does not have the checksum");
    let (head, records) = good.split_at(start);
    let (first, rest) = records.split_at(record);
    let (second, rest) = rest.split_at(record);
    damaged("records", [head, second, first, rest].concat(), "its state does not");
    let others = &other[start..];
    damaged("another record", [head, first, &others[record..]].concat(), "its state does not");
    let later = written(&header(0.5), &arrays(1.0));
    let of_later = &later[header_length(&later)..];
    damaged("another time", [head, of_later].concat(), "its state does not");
    let mut zeroed = good.clone();
    zeroed[start..].fill(0);
    damaged("zeros", zeroed, "its state does not");
    damaged("more", [&good[..], &[0]].concat(), "it is longer than its state");
    damaged("twice", [&good[..], &good[..]].concat(), "it is longer than its state");
    damaged("nothing", Vec::new(), "it is no checkpoint");
    let old = b"array-fn-dg euler 2\nand numbers, which used to follow";
    damaged("an old one", old.to_vec(), "another format than version 5");
    // The header has the largest length that can be written.
    let mut long = good.clone();
    let at = "array-fn-dg checkpoint 5\nheader ".len();
    long[at..at + 8].copy_from_slice(b"ffffffff");
    damaged("header", long, "its header");
}

/// Numbers that no run has, with correct checksums.
#[test]
fn senseless_numbers() {
    let says = |time: f64, scale: f64, says: &str| {
        let problem = refused(&written(&header(time), &arrays(scale)), &header(0.0));
        assert!(problem.contains(says), "{time}, {scale}: {problem}");
    };
    says(f64::NAN, 1.0, "its time is NaN");
    says(f64::INFINITY, 1.0, "its time is inf");
    says(-1.0, 1.0, "its time is -1");
    says(-1e308, 1.0, "its time is -1");
    says(0.5, f64::NAN, "its state is not finite");
    says(0.5, f64::INFINITY, "its state is not finite");
}

#[test]
fn other_settings() {
    let file = written(&header(0.25), &arrays(1.0));
    let run = |settings: Settings| refused(&file, &Header { settings, ..header(0.0) });
    let same = header(0.0).settings;
    let flux = run(same.clone().with("flux", "llf").with("order", 2));
    let says = "with order 3, and this run has 2; with flux hllc, and this run has llf";
    assert_eq!(
        flux.split("; ").collect::<std::collections::BTreeSet<_>>(),
        says.split("; ").collect()
    );
    assert_eq!(run(same.clone().with_hash("mesh", [1.0])), "with another mesh");
    // A mesh of another order has other nodes, so only the order is reported.
    let both = run(same.clone().with_hash("mesh", [1.0]).with("order", 4));
    assert_eq!(both, "with order 3, and this run has 4");
    let added = run(same.clone().with("limiter", "filter"));
    assert_eq!(added, "without limiter, and this run has filter");
    let removed = run(Settings::new().with("order", 3).with_hash("mesh", [1.0, 2.0]));
    assert!(removed.contains("with flux hllc, and this run has none"), "{removed}");
    // Changes on purpose are allowed, except for settings that the state depends on.
    let meant = |settings: Settings| run(settings.with_changes());
    assert_eq!(meant(same.clone().with("flux", "llf").with("limiter", "filter")), "it is not");
    let order = meant(same.clone().with("flux", "llf").with("order", 2));
    assert_eq!(order, "with order 3, and this run has 2");
    let mesh = meant(same.clone().with("flux", "llf").with_hash("mesh", [1.0]));
    assert_eq!(mesh, "with another mesh");
    assert_eq!(run(same), "it is not");
    let wave = refused(&file, &Header { kind: "wave", ..header(0.0) });
    assert_eq!(wave, "it is of the solver `euler`, and this one is `wave`");
}

/// The order in which settings are listed does not matter.
#[test]
fn settings_are_by_name() {
    let [a, b] = [["x", "y"], ["y", "x"]]
        .map(|names| names.iter().fold(Settings::new(), |settings, name| settings.with(name, 1)));
    assert!(a.differences(&b).is_empty());
    let later = Settings::new().with("x", 1).with_all(&Settings::new().with("x", 2));
    assert_eq!(later, Settings::new().with("x", 2));
}
