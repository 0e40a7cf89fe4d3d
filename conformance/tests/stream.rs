//! Streamed functions over arrays on disk: the results of the same functions in memory, in all formats, for all sizes of
//! tiles, on CPUs and on the stand-in for the CUDA driver; and what goes wrong.

#![allow(missing_docs)]

use afn_mock_cuda::StandIn;
use array_fn::store::stream::Call;
use array_fn::store::{Codec, ElementType, Error, Spec, Stored, StoredArray};
use array_fn::{Array, Device, Element, IndexArray, array_fn, c64};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

array_fn! {
    #[stream(H, W)]
    pub fn average<H, W>(x: [u8; 4 * H, 2 * W, 3]) -> [u8; H, W, 3] {
        (sum(x.reshape(H, 4, W, 2, 3), axis=(1, 3), dtype=u32) / 8) as u8
    }
    #[stream(T)]
    pub fn time_average<T, E>(x: [f32; T, E], w: [f64; T]) -> [f64; E] {
        sum(w[.., newaxis] * (x as f64), axis=0) / sum(w)
    }
    #[stream(N, M)]
    pub fn diffuse<N, M>(u: [f64; N, M], c: f64) -> [f64; N - 2, M - 2] {
        let inner = u[1..-1, 1..-1];
        inner + c * (u[2.., 1..-1] + u[..-2, 1..-1] + u[1..-1, 2..] + u[1..-1, ..-2] - 4.0 * inner)
    }
    #[stream(N, M)]
    pub fn centred<N, M>(u: [f64; N, M]) -> ([f64; M], [f64; N, M], i64) {
        let m = sum(u, axis=0);
        (m, u - m, sum(u > max(u) / 2.0))
    }
    #[stream(N)]
    pub fn statistics<N>(x: [u8; N]) -> (i64, i64, u8, u8, [i64; 256]) {
        let v = x as i64;
        (sum(v), sum(v * v), min(x), max(x), bincount(v, minlength=256))
    }
    #[stream(N)]
    pub fn picked<N, M>(x: [f64; N, M], k: [index<M>; 3]) -> [f64; N, 3] { x[.., k] }
    #[stream(N)]
    pub fn product<N, K>(a: [f64; N, K], b: [f64; K, N]) -> [f64; N, N] { a @ b }
    #[stream(N)]
    pub fn turned<N>(z: [c64; N], w: c64) -> ([c64; N], c64) { (z * w, sum(z)) }
    #[stream(N)]
    pub fn looked_up<N>(x: [i64; N], t: [f64; 4]) -> [f64; N] { t[x] }
    #[stream(N)]
    pub fn both<N>(x: [f64; N]) -> ([f64; N], [f64; N]) { (-x, 2.0 * x) }
    #[stream(N)]
    pub fn repeated<N>(x: [i32; N]) -> ([i32; 2 * N], [i32; N - 1], i32) {
        (repeat(x, 2), x[1..] - x[..-1], x[-1])
    }
}

/// A folder of its own, which is removed at the end.
struct Folder(PathBuf);

/// The stand-in for the driver, which has to be there before the first call looks for a driver.
fn driver() -> &'static StandIn {
    StandIn::install().unwrap_or_else(|e| panic!("{e}"))
}

impl Folder {
    fn new() -> Folder {
        driver();
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("array-fn-stream-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// An array on disk with these elements. `codecs` may be `npy` for a file of plain elements.
    fn stored<T: Element, const RANK: usize>(
        &self,
        name: &str,
        array: &Array<T, RANK>,
        chunk: [u64; RANK],
        codecs: &str,
    ) -> Stored<T, RANK> {
        let stored = self.empty(name, array.shape(), chunk, codecs);
        if !array.is_empty() {
            stored.all().write(array.as_slice()).unwrap();
        }
        stored
    }

    fn empty<T: Element, const RANK: usize>(
        &self,
        name: &str,
        shape: [usize; RANK],
        chunk: [u64; RANK],
        codecs: &str,
    ) -> Stored<T, RANK> {
        let path = self.0.join(format!("{name}-{}", codecs.replace(':', "")));
        let _ = std::fs::remove_dir_all(&path);
        if codecs == "npy" {
            let path = path.with_extension("npy");
            let _ = std::fs::remove_file(&path);
            return Stored::create_npy(path, shape).unwrap();
        }
        let shape = shape.map(|size| size as u64);
        let spec = Spec::new(ElementType::of::<T>(), &shape, &chunk);
        let spec = match codecs {
            "shard" => spec.shard(&chunk.map(|size| 2 * size)).codecs([Codec::Crc32c]),
            "plain" => spec,
            codecs => spec.codecs(Codec::parse_list(codecs).unwrap()),
        };
        Stored::create(path, &spec).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const FORMATS: [&str; 4] = ["plain", "zstd:1 crc32c", "shard", "npy"];

/// Runs a call in tiles of several sizes and with several threads.
fn in_tiles<'a, R>(call: impl Fn() -> Call<'a, R>, check: impl Fn(R)) {
    for (least, most) in [(1, 1), (1, 600), (1 << 10, 1 << 12), (1 << 20, 1 << 24)] {
        for threads in [1, 3] {
            let call = call().tile_bytes(least, most).threads(threads);
            check(call.run().unwrap_or_else(|e| panic!("tiles of {most} bytes: {e}")));
        }
    }
}

fn field(n: usize, m: usize) -> Array<f64, 2> {
    Array::from_fn([n, m], |[i, j]| ((i * 7 + j * 13 + i * j) % 17) as f64).unwrap()
}

#[test]
fn windows() {
    let folder = Folder::new();
    let of = |[i, j, k]: [usize; 3]| (i * 7 + j * 13 + k * 31 + i * j) as u8;
    let x = Array::from_fn([40, 46, 3], of).unwrap();
    let whole = average(&x).unwrap();
    for codecs in FORMATS {
        let stored = folder.stored("x", &x, [9, 13, 3], codecs);
        in_tiles(|| average::stream(&stored), |mean| assert_eq!(mean.as_slice(), whole.as_slice()));
        // A box that begins and ends inside of chunks.
        let inner = stored.slice([3, 5, 0], [32, 38, 3]);
        let expected = average(&inner.read().unwrap()).unwrap();
        in_tiles(
            || average::stream(&inner),
            |mean| assert_eq!(mean.as_slice(), expected.as_slice()),
        );
    }
    in_tiles(|| average::stream(&x), |mean| assert_eq!(mean.as_slice(), whole.as_slice()));
}

#[test]
fn stencils_into_arrays_on_disk() {
    let folder = Folder::new();
    let u = field(50, 41);
    let expected = diffuse(&u, 0.25).unwrap();
    for codecs in FORMATS {
        let stored = folder.stored("u", &u, [11, 8], codecs);
        for target in FORMATS {
            let out = folder.empty::<f64, 2>("out", [48, 39], [7, 10], target);
            in_tiles(
                || diffuse::stream_into(&stored, 0.25, &out),
                |()| assert_eq!(out.all().read().unwrap().as_slice(), expected.as_slice()),
            );
        }
    }
}

#[test]
fn each_chunk_is_read_once() {
    let folder = Folder::new();
    let u = field(64, 48);
    for codecs in ["plain", "zstd:1"] {
        let stored = folder.stored("u", &u, [16, 12], codecs);
        let call = diffuse::stream(&stored, 0.25).tile_bytes(1, 4000);
        let plan = call.plan().unwrap();
        let before = stored.array().counters().get();
        call.run().unwrap();
        let after = stored.array().counters().get();
        assert_eq!(after.chunks_read - before.chunks_read, 16, "{codecs}");
        assert_eq!(plan.passes[0].chunks, 16, "{plan}");
        if codecs == "plain" {
            assert_eq!(after.bytes_read - before.bytes_read, 64 * 48 * 8);
            assert_eq!(plan.passes[0].bytes_read, 64 * 48 * 8);
        }
    }
}

#[test]
fn a_box_of_a_target_leaves_the_rest() {
    let folder = Folder::new();
    let u = field(20, 20);
    let expected = diffuse(&u, 0.5).unwrap();
    let out = folder.stored("out", &Array::full([30, 30], -1.0).unwrap(), [8, 8], "zstd:1");
    diffuse::stream_into(&u, 0.5, out.slice([5, 6], [18, 18])).tile_bytes(1, 300).run().unwrap();
    let all = out.all().read().unwrap();
    for i in 0..30 {
        for j in 0..30 {
            let inside = (5..23).contains(&i) && (6..24).contains(&j);
            assert_eq!(all[[i, j]], if inside { expected[[i - 5, j - 6]] } else { -1.0 });
        }
    }
    let mut memory = Array::zeros([18, 18]).unwrap();
    diffuse::stream_into(&u, 0.5, &mut memory).tile_bytes(1, 300).run().unwrap();
    assert_eq!(memory.as_slice(), expected.as_slice());
}

#[test]
fn reductions_and_several_passes() {
    let folder = Folder::new();
    let u = field(37, 29);
    let (sums, rest, count) = centred(&u).unwrap();
    for codecs in FORMATS {
        let stored = folder.stored("u", &u, [10, 9], codecs);
        let out = folder.empty::<f64, 2>("out", [37, 29], [10, 9], "zstd:1");
        in_tiles(
            || centred::stream(&stored),
            |found| {
                assert_eq!(found.0.as_slice(), sums.as_slice());
                assert_eq!(found.1.as_slice(), rest.as_slice());
                assert_eq!(found.2.item(), count.item());
            },
        );
        let (mut a, mut c) = (Array::zeros([29]).unwrap(), Array::zeros([]).unwrap());
        centred::stream_into(&stored, &mut a, &out, &mut c).tile_bytes(1, 900).run().unwrap();
        assert_eq!(a.as_slice(), sums.as_slice());
        assert_eq!(out.all().read().unwrap().as_slice(), rest.as_slice());
    }
    let x = Array::from_fn([1000], |[i]| (i * i / 7) as u8).unwrap();
    let expected = statistics(&x).unwrap();
    let stored = folder.stored("x", &x, [77], "zstd:1");
    assert_eq!(statistics::stream(&stored).plan().unwrap().passes.len(), 1);
    in_tiles(
        || statistics::stream(&stored),
        |found| {
            assert_eq!((found.0.item(), found.1.item()), (expected.0.item(), expected.1.item()));
            assert_eq!((found.2.item(), found.3.item()), (expected.2.item(), expected.3.item()));
            assert_eq!(found.4.as_slice(), expected.4.as_slice());
        },
    );
}

#[test]
fn other_arguments() {
    let folder = Folder::new();
    let x = field(31, 6);
    let k = IndexArray::<1>::new([3], [5, 0, 2], 6).unwrap();
    let expected = picked(&x, &k).unwrap();
    let stored = folder.stored("x", &x, [8, 4], "zstd:1");
    in_tiles(
        || picked::stream(&stored, &k),
        |found| assert_eq!(found.as_slice(), expected.as_slice()),
    );
    let (a, b) = (field(21, 5), field(5, 21));
    let expected = product(&a, &b).unwrap();
    let (stored_a, stored_b) =
        (folder.stored("a", &a, [4, 3], "plain"), folder.stored("b", &b, [2, 6], "zstd:1"));
    in_tiles(
        || product::stream(&stored_a, &stored_b),
        |found| assert_eq!(found.as_slice(), expected.as_slice()),
    );
    let z = Array::from_fn([50], |[i]| c64::new(i as f64, (i % 7) as f64)).unwrap();
    let w = c64::new(0.0, 2.0);
    let expected = turned(&z, w).unwrap();
    let stored = folder.stored("z", &z, [9], "zstd:1");
    in_tiles(
        || turned::stream(&stored, w),
        |found| {
            assert_eq!(found.0.as_slice(), expected.0.as_slice());
            assert_eq!(found.1.item(), expected.1.item());
        },
    );
    let x = Array::from_fn([45], |[i]| (i * i) as i32).unwrap();
    let expected = repeated(&x).unwrap();
    let stored = folder.stored("i", &x, [7], "plain");
    in_tiles(
        || repeated::stream(&stored),
        |found| {
            assert_eq!(found.0.as_slice(), expected.0.as_slice());
            assert_eq!(found.1.as_slice(), expected.1.as_slice());
            assert_eq!(found.2.item(), expected.2.item());
        },
    );
}

#[test]
fn memory_and_threads_do_not_change_bits() {
    let folder = Folder::new();
    let x = Array::from_fn([3000, 40], |[i, j]| ((i * 31 + j * 17) as f32).sin()).unwrap();
    let w = Array::from_fn([3000], |[i]| 1.0 / (1.0 + i as f64)).unwrap();
    // Chunks without codecs have several tiles, whose sums are combined first.
    for (codecs, most) in [("zstd:1", 1 << 24), ("plain", 1 << 24), ("plain", 2000)] {
        let stored = folder.stored("x", &x, [100, 40], codecs);
        let call = || time_average::stream(&stored, &w).tile_bytes(1, most);
        let needed = match call().memory(1).run() {
            Err(Error::Stream { needed, .. }) => needed,
            other => panic!("{other:?}"),
        };
        let expected = call().memory(needed).run().unwrap();
        for memory in [needed, needed * 2, 1 << 30] {
            for threads in [1, 2, 5] {
                let found = call().memory(memory).threads(threads).run().unwrap();
                assert_eq!(found.as_slice(), expected.as_slice());
            }
        }
        let whole = time_average(&x, &w).unwrap();
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
        assert!(whole.as_slice().iter().zip(expected.as_slice()).all(near));
        let plan = call().memory(needed).plan().unwrap();
        assert_eq!((plan.peak_bytes(), plan.passes[0].threads), (needed, 1));
    }
}

#[test]
fn empty_arrays() {
    driver();
    let none = Array::<f64, 2>::zeros([0, 4]).unwrap();
    let (sums, rest, _) = match centred::stream(&none).run() {
        Ok(found) => found,
        // The largest element of none is an error, as in memory.
        Err(error) => {
            assert_eq!(error.to_string(), centred(&none).unwrap_err().to_string());
            return;
        }
    };
    assert_eq!((sums.as_slice(), rest.len()), (&[0.0; 4][..], 0));
}

#[test]
fn mistakes() {
    let folder = Folder::new();
    let u = field(20, 20);
    let stored = folder.stored("u", &u, [8, 8], "zstd:1 crc32c");
    #[track_caller]
    fn text(result: Result<(), Error>) -> String {
        result.unwrap_err().to_string()
    }
    let out = folder.empty::<f64, 2>("out", [18, 17], [8, 8], "plain");
    let wrong = text(diffuse::stream_into(&stored, 0.5, &out).run());
    assert!(wrong.contains("out") && wrong.contains("[18, 18]"), "{wrong}");
    let outside = stored.slice([10, 0], [11, 20]);
    let wrong = text(diffuse::stream(&outside, 0.5).run().map(drop));
    assert!(wrong.contains("not inside shape [20, 20]"), "{wrong}");
    let small = stored.slice([0, 0], [1, 20]);
    let wrong = text(diffuse::stream(&small, 0.5).run().map(drop));
    assert_eq!(wrong, diffuse(&small.read().unwrap(), 0.5).unwrap_err().to_string());
    // The same array twice, opened in two ways.
    let path = stored.header().path.join("../").join(stored.header().path.file_name().unwrap());
    let again = Stored::<f64, 2>::open(path).unwrap();
    let wrong = text(diffuse::stream_into(&stored, 0.5, again.slice([1, 1], [18, 18])).run());
    assert!(wrong.contains("write into an array of its own"), "{wrong}");
    let target = folder.empty::<f64, 2>("both", [20, 60], [8, 8], "plain");
    let (mut sums, mut count) = (Array::zeros([20]).unwrap(), Array::zeros([]).unwrap());
    let rest = target.slice([0, 0], [20, 20]);
    assert!(centred::stream_into(&stored, &mut sums, rest, &mut count).run().is_ok());
    let line = folder.empty::<f64, 1>("line", [10], [4], "plain");
    let x = Array::full([5], 1.0).unwrap();
    let halves = both::stream_into(&x, line.slice([0], [5]), line.slice([5], [5]));
    assert!(text(halves.run()).contains("write into an array of its own"));
    let x = Array::from_vec([5], vec![0i64, 3, 1, 4, 2]).unwrap();
    let t = Array::from_vec([4], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let wrong = text(looked_up::stream(&x, &t).tile_bytes(1, 1).run().map(drop));
    assert!(wrong.contains("at position 3"), "{wrong}");
    let wrong = text(diffuse::stream(&stored, 0.5).memory(1000).run().map(drop));
    assert!(wrong.contains("`diffuse` needs at least") && wrong.contains("got 1000"), "{wrong}");
    // A chunk that is cut off, and one with a flipped bit.
    let chunk = stored.header().path.join("c/1/1");
    let bytes = std::fs::read(&chunk).unwrap();
    let out = folder.empty::<f64, 2>("out", [18, 18], [8, 8], "plain");
    for damage in [&bytes[..bytes.len() - 5], &flipped(&bytes)] {
        std::fs::write(&chunk, damage).unwrap();
        for threads in [1, 4] {
            let call = diffuse::stream_into(&stored, 0.5, &out).tile_bytes(1, 500).threads(threads);
            let wrong = text(call.run());
            assert!(wrong.contains("chunk [1, 1]") && wrong.contains("c/1/1"), "{wrong}");
        }
    }
}

fn flipped(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    bytes
}

#[test]
fn calls_can_be_watched_and_cancelled() {
    driver();
    let u = field(60, 60);
    let seen = AtomicUsize::new(0);
    let call = diffuse::stream(&u, 0.5).tile_bytes(1, 2000);
    let tiles = call.plan().unwrap().passes[0].tiles;
    assert!(tiles > 10);
    call.watch(|progress| {
        assert_eq!(
            (progress.done, progress.total),
            (seen.fetch_add(1, Ordering::Relaxed) + 1, tiles)
        );
        true
    })
    .run()
    .unwrap();
    assert_eq!(seen.load(Ordering::Relaxed), tiles);
    let cancelled = diffuse::stream(&u, 0.5).tile_bytes(1, 2000).watch(|p| p.done < 3).run();
    assert!(matches!(cancelled, Err(Error::Cancelled)));
}

#[test]
fn plans_are_printed() {
    let folder = Folder::new();
    let stored = folder.stored("u", &field(64, 48), [16, 12], "plain");
    let plan = diffuse::stream(&stored, 0.25).tile_bytes(1, 4000).threads(2).plan().unwrap();
    let text = plan.to_string();
    assert!(text.starts_with("diffuse: 1 pass over large arrays\n  pass 1: 16 tiles (axis 0 of `u` in 4, axis 1 of `u` in 4), 16 reads of chunks"), "{text}");
}

#[test]
fn on_a_gpu() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let driver = driver();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stream-stand-in");
    let streamed = [&diffuse::streamed::STREAMED, &centred::streamed::STREAMED];
    for function in streamed.iter().flat_map(|streamed| streamed.programs()) {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    let gpu = Device::cuda(0).unwrap_or_else(|e| panic!("{e}"));
    let folder = Folder::new();
    let u = field(50, 41);
    let stored = folder.stored("u", &u, [11, 8], "zstd:1");
    let expected = diffuse(&u, 0.25).unwrap();
    for threads in [1, 3] {
        let found =
            diffuse::stream(&stored, 0.25).tile_bytes(1, 2000).threads(threads).device(&gpu);
        assert_eq!(found.run().unwrap().as_slice(), expected.as_slice());
    }
    let expected = centred(&u).unwrap();
    let found = gpu.run(|| centred::stream(&stored).tile_bytes(1, 2000).run()).unwrap();
    assert_eq!(found.0.as_slice(), expected.0.as_slice());
    assert_eq!(found.1.as_slice(), expected.1.as_slice());
    assert_eq!(found.2.item(), expected.2.item());
    gpu.synchronize().unwrap_or_else(|e| panic!("{e}"));
    driver.check();
}

#[test]
fn types_are_compared_when_arrays_are_opened() {
    let folder = Folder::new();
    let stored = folder.stored("u", &field(4, 4), [2, 2], "plain");
    let array = StoredArray::open(&stored.header().path).unwrap();
    assert!(matches!(Stored::<f32, 2>::try_from(array), Err(Error::ElementType { .. })));
}
