//! Streamed functions with `&mut` parameters: the bits of the function in memory, and what errors, cancellations and kills leave.

#![allow(missing_docs)]

mod folder;

use array_fn::store::{Error, Stored};
use array_fn::{Array, array_fn};
use folder::Folder;
use std::path::{Path, PathBuf};

array_fn! {
    #[stream(N, M)]
    pub fn scale<N, M>(x: &mut [f64; N, M], y: [f64; N, M], c: f64) -> f64 {
        x = c * x + y;
        sum(y)
    }
    #[stream(N, M)]
    pub fn smooth<N, M>(u: &mut [f64; N, M]) {
        u[1..-1, 1..-1] = 0.25 * (u[2.., 1..-1] + u[..-2, 1..-1] + u[1..-1, 2..] + u[1..-1, ..-2]);
    }
    #[stream(N, M)]
    pub fn centre<N, M>(u: &mut [f64; N, M], total: &mut [f64; M]) {
        let s = sum(u, axis=0);
        total += s;
        u -= s;
    }
    #[stream(N)]
    pub fn swap<N>(a: &mut [i32; N], b: &mut [i32; N]) { let c = a; a = b; b = c; }
    #[stream(N)]
    pub fn turn<N>(a: &mut [i32; N], b: &mut [i32; N]) { let c = a - b; a += b; b = c; }
    #[stream(N)]
    pub fn looked_up<N>(x: &mut [i64; N], t: [i64; 4]) { x = t[x]; }
}

fn field(n: usize, m: usize, seed: usize) -> Array<f64, 2> {
    let of = |[i, j]: [usize; 2]| ((i * 7 + j * 13 + i * j + seed) % 17) as f64;
    Array::from_fn([n, m], of).unwrap()
}

fn beside<const RANK: usize, T: array_fn::Element>(stored: &Stored<T, RANK>) -> PathBuf {
    let mut path = stored.header().path.clone().into_os_string();
    path.push(".update");
    path.into()
}

const CODECS: [&str; 3] = ["plain", "zstd:1 crc32c", "shard"];

#[test]
fn arrays_on_disk_and_in_memory() {
    let folder = Folder::new("updates");
    let (x, y) = (field(37, 29, 0), field(37, 29, 5));
    let mut expected = x.clone();
    let total = scale(&mut expected, &y, 0.5).unwrap();
    let mut smoothed = x.clone();
    smooth(&mut smoothed).unwrap();
    for codecs in CODECS {
        for (least, most) in [(1, 1), (1, 900), (1 << 20, 1 << 24)] {
            for threads in [1, 3] {
                let stored_y = folder.stored("y", &y, [8, 11], "plain");
                for in_place in [false, true] {
                    let stored = folder.stored("x", &x, [10, 9], codecs);
                    let call = scale::stream(&stored, &stored_y, 0.5);
                    let call = call.tile_bytes(least, most).threads(threads);
                    let call = if in_place { call.in_place() } else { call };
                    assert_eq!(call.run().unwrap().item(), total.item());
                    assert_eq!(stored.all().read().unwrap().as_slice(), expected.as_slice());
                    assert!(!beside(&stored).exists());
                    // Anyone who opens it sees the same.
                    let again = Stored::<f64, 2>::open(&stored.header().path).unwrap();
                    assert_eq!(again.all().read().unwrap().as_slice(), expected.as_slice());
                }
                let stored = folder.stored("u", &x, [7, 6], codecs);
                smooth::stream(&stored).tile_bytes(least, most).threads(threads).run().unwrap();
                assert_eq!(stored.all().read().unwrap().as_slice(), smoothed.as_slice());
            }
        }
    }
    let mut memory = x.clone();
    scale::stream(&mut memory, &y, 0.5).tile_bytes(1, 900).run().unwrap();
    assert_eq!(memory.as_slice(), expected.as_slice());
    let mut memory = x.clone();
    smooth::stream(&mut memory).tile_bytes(1, 900).run().unwrap();
    assert_eq!(memory.as_slice(), smoothed.as_slice());
}

#[test]
fn several_passes_and_small_arrays() {
    let folder = Folder::new("update-passes");
    let x = field(41, 23, 1);
    let (mut u, mut total) = (x.clone(), Array::full([23], 3.0).unwrap());
    centre(&mut u, &mut total).unwrap();
    for codecs in CODECS {
        let call_total = || Array::full([23], 3.0).unwrap();
        let needed = {
            let (stored, mut t) = (folder.stored("x", &x, [5, 4], codecs), call_total());
            let call = centre::stream(&stored, &mut t).tile_bytes(1, 400).threads(1).memory(1);
            let Err(Error::Stream { needed, .. }) = call.run() else { panic!() };
            needed
        };
        // With the least memory there may be strips, whose border chunks are written twice.
        for memory in [needed, 1 << 30] {
            let (stored, mut t) = (folder.stored("x", &x, [5, 4], codecs), call_total());
            let call = centre::stream(&stored, &mut t).tile_bytes(1, 400).memory(memory);
            call.run().unwrap();
            assert_eq!(stored.all().read().unwrap().as_slice(), u.as_slice());
            assert_eq!(t.as_slice(), total.as_slice());
        }
    }
}

#[test]
fn boxes_and_pairs() {
    let folder = Folder::new("update-boxes");
    let x = field(30, 30, 2);
    let stored = folder.stored("x", &x, [8, 8], "zstd:1");
    let mut part = stored.slice([5, 6], [18, 17]).read().unwrap();
    smooth(&mut part).unwrap();
    smooth::stream(stored.slice([5, 6], [18, 17])).tile_bytes(1, 300).run().unwrap();
    let all = stored.all().read().unwrap();
    for i in 0..30 {
        for j in 0..30 {
            let inside = (5..23).contains(&i) && (6..23).contains(&j);
            let expected = if inside { part[[i - 5, j - 6]] } else { x[[i, j]] };
            assert_eq!(all[[i, j]], expected, "{i} {j}");
        }
    }
    let a = Array::from_fn([50], |[i]| i as i32).unwrap();
    let b = Array::from_fn([50], |[i]| -(i as i32)).unwrap();
    let (on_disk_a, on_disk_b) =
        (folder.stored("a", &a, [7], "plain"), folder.stored("b", &b, [11], "zstd:1"));
    swap::stream(&on_disk_a, &on_disk_b).tile_bytes(1, 50).run().unwrap();
    assert_eq!(on_disk_a.all().read().unwrap().as_slice(), b.as_slice());
    assert_eq!(on_disk_b.all().read().unwrap().as_slice(), a.as_slice());
    let (mut sum, mut difference) = (b.clone(), a.clone());
    turn(&mut sum, &mut difference).unwrap();
    for in_place in [false, true] {
        let (on_disk_a, on_disk_b) =
            (folder.stored("a", &b, [7], "plain"), folder.stored("b", &a, [11], "zstd:1"));
        let call = turn::stream(&on_disk_a, &on_disk_b).tile_bytes(1, 50);
        if in_place { call.in_place() } else { call }.run().unwrap();
        assert_eq!(on_disk_a.all().read().unwrap().as_slice(), sum.as_slice());
        assert_eq!(on_disk_b.all().read().unwrap().as_slice(), difference.as_slice());
    }
}

#[test]
fn interrupted_calls_change_nothing() {
    let folder = Folder::new("update-interrupted");
    let x = field(40, 40, 3);
    let stored = folder.stored("x", &x, [8, 8], "zstd:1");
    let unchanged = |stored: &Stored<f64, 2>| {
        assert_eq!(stored.all().read().unwrap().as_slice(), x.as_slice());
        assert!(!beside(stored).exists());
    };
    let call = smooth::stream(&stored).tile_bytes(1, 600).watch(|progress| progress.done < 9);
    assert!(matches!(call.run(), Err(Error::Cancelled)));
    unchanged(&stored);
    // An error in the middle.
    let indices = Array::from_fn([40], |[i]| if i == 25 { 9 } else { i as i64 % 4 }).unwrap();
    let t = Array::from_vec([4], vec![1i64, 2, 3, 0]).unwrap();
    let on_disk = folder.stored("i", &indices, [4], "plain");
    let wrong = looked_up::stream(&on_disk, &t).tile_bytes(1, 1).threads(1).run();
    assert!(wrong.unwrap_err().to_string().contains("at position"));
    assert_eq!(on_disk.all().read().unwrap().as_slice(), indices.as_slice());
    // In place, what was done stays. Indices are judged at the end, when all tiles have run.
    let call = looked_up::stream(&on_disk, &t).tile_bytes(1, 1).threads(1).in_place();
    assert!(call.run().is_err());
    let left = on_disk.all().read().unwrap();
    assert_eq!((left[[3]], left[[20]]), (0, 1));
    // What a killed call left behind is in nobody's way.
    std::fs::create_dir_all(beside(&stored).join("c/0")).unwrap();
    std::fs::write(beside(&stored).join("c/0/0"), b"part of a chunk").unwrap();
    let again = Stored::<f64, 2>::open(&stored.header().path).unwrap();
    assert_eq!(again.all().read().unwrap().as_slice(), x.as_slice());
    let mut expected = x.clone();
    smooth(&mut expected).unwrap();
    smooth::stream(&again).run().unwrap();
    assert_eq!(stored.all().read().unwrap().as_slice(), expected.as_slice());
    assert!(!beside(&stored).exists());
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// A kill while chunks are moved: some are in place, the others are still beside the array.
#[test]
fn the_next_opening_moves_the_rest() {
    let folder = Folder::new("update-killed");
    let x = field(40, 40, 4);
    let mut expected = x.clone();
    smooth(&mut expected).unwrap();
    let new = folder.stored("new", &expected, [8, 8], "zstd:1");
    for moved in [0, 3, 25] {
        let stored = folder.stored("x", &x, [8, 8], "zstd:1");
        let (path, update) = (stored.header().path.clone(), beside(&stored));
        copy(&new.header().path, &update);
        for k in 0..moved {
            let chunk = format!("c/{}/{}", k / 5, k % 5);
            std::fs::rename(update.join(&chunk), path.join(&chunk)).unwrap();
        }
        std::fs::write(update.join("complete"), b"").unwrap();
        let opened = Stored::<f64, 2>::open(&path).unwrap();
        assert_eq!(opened.all().read().unwrap().as_slice(), expected.as_slice());
        assert!(!update.exists());
    }
}

#[test]
fn mistakes() {
    let folder = Folder::new("update-mistakes");
    let x = field(20, 20, 5);
    let stored = folder.stored("x", &x, [8, 8], "plain");
    #[track_caller]
    fn text<R>(result: Result<R, Error>) -> String {
        result.err().unwrap().to_string()
    }
    let wrong = text(smooth::stream(&stored).in_place().run());
    assert!(wrong.contains("`u` of `smooth` cannot be updated in place"), "{wrong}");
    assert!(wrong.contains("u[") && wrong.contains("leave out `in_place`"), "{wrong}");
    let again = Stored::<f64, 2>::open(&stored.header().path).unwrap();
    let wrong = text(scale::stream(&stored, &again, 1.0).run());
    assert!(wrong.contains("write into an array of its own"), "{wrong}");
    // Two calls at a time.
    let inner = std::cell::RefCell::new(String::new());
    let inner = std::sync::Mutex::new(inner);
    let call = smooth::stream(&stored).tile_bytes(1, 500).watch(|_| {
        *inner.lock().unwrap().borrow_mut() = text(smooth::stream(&again).run());
        true
    });
    call.run().unwrap();
    let inner = inner.into_inner().unwrap().into_inner();
    assert!(inner.contains("another call updates"), "{inner}");
    // A file of plain elements has no chunks that could be kept beside it.
    let path = folder.0.join("x.npy");
    let file = Stored::<f64, 2>::create_npy(&path, [20, 20]).unwrap();
    file.all().write(x.as_slice()).unwrap();
    let wrong = text(scale::stream(&file, &x, 1.0).run());
    assert!(wrong.contains("x.npy") && wrong.contains("call `in_place`"), "{wrong}");
    let wrong = text(smooth::stream(&file).run());
    assert!(wrong.contains("`u`") && !wrong.contains("in_place"), "{wrong}");
    scale::stream(&file, &x, 1.0).in_place().run().unwrap();
    assert_eq!(file.all().read().unwrap()[[3, 4]], 2.0 * x[[3, 4]]);
    let plan = smooth::stream(&stored).plan().unwrap().to_string();
    assert!(plan.contains("`u` is changed at the end"), "{plan}");
}
