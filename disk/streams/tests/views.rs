//! Streamed functions that reverse, roll, pad or gather along cut axes: the bits of the function in memory, for random
//! shapes, chunks, boxes, tiles, threads and memory.

#![allow(missing_docs)]

mod folder;

use array_fn::store::Error;
use array_fn::store::stream::Call;
use array_fn::{Array, IndexArray, array_fn};
use folder::Folder;

array_fn! {
    #[stream(N, M)]
    pub fn reversed<N, M>(x: [f64; N, M], y: [f32; N]) -> ([f64; N, M], [f32; N]) {
        (x[..;-1, ..;-1] + x, y[..;-1])
    }
    #[stream(N, M)]
    pub fn periodic<N, M>(u: [f64; N, M]) -> [f64; N, M] {
        roll(u, 1, axis=0) + roll(u, -1, axis=0) + roll(u, 2, axis=1) - 3.0 * u
    }
    #[stream(N)]
    pub fn twice<N>(u: [f64; N]) -> [f64; N] {
        let l = roll(u, 1) + roll(u, -1) - 2.0 * u;
        u + roll(l, 3) - l
    }
    #[stream(N, M)]
    pub fn padded<N, M>(x: [i32; N, M], y: [f64; N])
        -> ([i32; N + 5, M + 3], [f64; N + 7], [f64; N + 4], [f64; N + 4], [f64; N + 9])
    {
        (pad(x, ((2, 3), (3, 0)), constant_values=-7), pad(y, (4, 3), mode="edge"),
         pad(y, 2, mode="wrap"), pad(y, (3, 1), mode="reflect"), pad(y, (4, 5), mode="symmetric"))
    }
    #[stream(N, K)]
    pub fn gathered<N, M, K>(x: [f64; N, M], i: [index<N>; K]) -> ([f64; K, M], [f64; M]) {
        let g = 2.0 * x[i];
        (g, sum(g, axis=0))
    }
    #[stream(N)]
    pub fn some<N, K>(x: [f64; N], i: [index<N>; K], w: [f64; K]) -> f64 { sum(x[i] * w) }
    #[stream(N)]
    pub fn correlation<N>(x: [f64; N]) -> f64 { sum(x * roll(x, 1)) + max(x[..;-1] - x) }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    fn codecs(&mut self) -> &'static str {
        ["plain", "zstd:1 crc32c", "shard"][self.below(3)]
    }

    /// A size of chunks of an axis of `n` elements.
    fn chunk(&mut self, n: usize) -> u64 {
        1 + self.below(n.min(12)) as u64
    }

    fn values<const RANK: usize>(&mut self, shape: [usize; RANK]) -> Array<f64, RANK> {
        Array::from_fn(shape, |_| self.below(1000) as f64 - 500.0).unwrap()
    }
}

/// Runs a call in tiles of several sizes, with several threads, and in the least memory and in much.
fn in_ways<'a, R: std::fmt::Debug>(call: impl Fn() -> Call<'a, R>, check: impl Fn(R)) {
    for (least, most) in [(1, 1), (1, 300), (1 << 10, 1 << 12), (1 << 20, 1 << 24)] {
        let needed = match call().tile_bytes(least, most).threads(1).memory(1).run() {
            Err(Error::Stream { needed, .. }) => needed,
            other => panic!("{other:?}"),
        };
        for (threads, memory) in [(1, needed), (3, 1 << 30)] {
            let call = call().tile_bytes(least, most).threads(threads).memory(memory);
            check(call.run().unwrap_or_else(|e| panic!("tiles of {most} bytes in {memory}: {e}")));
        }
    }
}

#[test]
fn reversed_axes() {
    let (folder, mut random) = (Folder::new("reversed"), Random(0x5eed_0001));
    for _ in 0..5 {
        let (n, m) = (1 + random.below(30), 1 + random.below(20));
        let (x, y) = (random.values([n, m]), Array::from_fn([n], |[i]| i as f32).unwrap());
        let codecs = random.codecs();
        let stored = folder.stored("x", &x, [random.chunk(n), random.chunk(m)], codecs);
        let of_y = folder.stored("y", &y, [random.chunk(n)], "plain");
        let expected = reversed(&x, &y).unwrap();
        in_ways(
            || reversed::stream(&stored, &of_y),
            |found| {
                assert_eq!(found.0.as_slice(), expected.0.as_slice());
                assert_eq!(found.1.as_slice(), expected.1.as_slice());
            },
        );
    }
}

#[test]
fn periodic_stencils() {
    let (folder, mut random) = (Folder::new("periodic"), Random(0x5eed_0002));
    for _ in 0..5 {
        let (n, m) = (1 + random.below(30), 1 + random.below(20));
        let all = random.values([n + 7, m + 5]);
        let codecs = random.codecs();
        let stored = folder.stored("u", &all, [random.chunk(n), random.chunk(m)], codecs);
        // A box, which begins inside of a chunk.
        let part = stored.slice([random.below(8), random.below(6)], [n, m]);
        let expected = periodic(&part.read().unwrap()).unwrap();
        in_ways(
            || periodic::stream(&part),
            |found| assert_eq!(found.as_slice(), expected.as_slice()),
        );
        let u = random.values([n]);
        let stored = folder.stored("line", &u, [random.chunk(n)], "plain");
        let expected = twice(&u).unwrap();
        in_ways(
            || twice::stream(&stored),
            |found| assert_eq!(found.as_slice(), expected.as_slice()),
        );
        let expected = correlation(&u).unwrap();
        in_ways(
            || correlation::stream(&stored),
            |found| assert_eq!(found.as_slice(), expected.as_slice()),
        );
    }
}

#[test]
fn a_periodic_stencil_reads_each_chunk_once() {
    let folder = Folder::new("once");
    let u = Array::from_fn([64, 48], |[i, j]| (i * 7 + j) as f64).unwrap();
    for codecs in ["plain", "zstd:1"] {
        let stored = folder.stored("u", &u, [16, 12], codecs);
        let call = periodic::stream(&stored).tile_bytes(1, 6000);
        let plan = call.plan().unwrap();
        let before = stored.array().counters().get();
        call.run().unwrap();
        let after = stored.array().counters().get();
        assert_eq!(plan.passes[0].chunks, 16, "{plan}");
        assert_eq!(after.chunks_read - before.chunks_read, 16, "{codecs}");
    }
}

#[test]
fn pads() {
    let (folder, mut random) = (Folder::new("pads"), Random(0x5eed_0003));
    for round in 0..4 {
        let (n, m) = (1 + random.below(if round < 2 { 4 } else { 17 }), 1 + random.below(9));
        let x = Array::from_fn([n, m], |_| random.below(1000) as i32).unwrap();
        let y = random.values([n]);
        let codecs = random.codecs();
        let stored = folder.stored("x", &x, [random.chunk(n), random.chunk(m)], codecs);
        let of_y = folder.stored("y", &y, [random.chunk(n)], random.codecs());
        let expected = padded(&x, &y).unwrap();
        in_ways(
            || padded::stream(&stored, &of_y),
            |found| {
                assert_eq!(found.0.as_slice(), expected.0.as_slice());
                assert_eq!(found.1.as_slice(), expected.1.as_slice());
                assert_eq!(found.2.as_slice(), expected.2.as_slice());
                assert_eq!(found.3.as_slice(), expected.3.as_slice());
                assert_eq!(found.4.as_slice(), expected.4.as_slice());
            },
        );
    }
    // Without elements, the constant is all there is.
    let (x, y) = (Array::zeros([0, 4]).unwrap(), Array::zeros([0]).unwrap());
    let wrong = padded::stream(&x, &y).run().map(drop).unwrap_err().to_string();
    assert_eq!(wrong, padded(&x, &y).unwrap_err().to_string());
}

#[test]
fn gathers() {
    let (folder, mut random) = (Folder::new("gathers"), Random(0x5eed_0004));
    for _ in 0..6 {
        let (n, m, k) = (1 + random.below(40), 1 + random.below(9), 1 + random.below(50));
        let x = random.values([n, m]);
        let places: Vec<i64> = (0..k).map(|_| random.below(n) as i64).collect();
        let i = IndexArray::<1>::new([k], places, n).unwrap();
        let codecs = random.codecs();
        let stored = folder.stored("x", &x, [random.chunk(n), random.chunk(m)], codecs);
        let expected = gathered(&x, &i).unwrap();
        in_ways(
            || gathered::stream(&stored, &i),
            |found| {
                assert_eq!(found.0.as_slice(), expected.0.as_slice());
                assert_eq!(found.1.as_slice(), expected.1.as_slice());
            },
        );
        let (line, w) = (random.values([n]), random.values([k]));
        let stored = folder.stored("line", &line, [random.chunk(n)], "zstd:1");
        let expected = some(&line, &i, &w).unwrap();
        in_ways(
            || some::stream(&stored, &i, &w),
            |found| assert_eq!(found.as_slice(), expected.as_slice()),
        );
    }
}

#[test]
fn a_gather_reads_the_chunks_that_it_needs_once() {
    let folder = Folder::new("few");
    let x = Array::from_fn([1000, 4], |[i, j]| (i * 7 + j) as f64).unwrap();
    let stored = folder.stored("x", &x, [10, 4], "zstd:1");
    let places: Vec<i64> = (0..60).map(|k| [995, 3, 512, 7, 994, 511][k % 6]).collect();
    let i = IndexArray::<1>::new([60], places, 1000).unwrap();
    let call = gathered::stream(&stored, &i);
    let plan = call.plan().unwrap();
    let before = stored.array().counters().get();
    let found = call.run().unwrap();
    assert_eq!(found.0.as_slice(), gathered(&x, &i).unwrap().0.as_slice());
    let read = stored.array().counters().get().chunks_read - before.chunks_read;
    // Rows 995 and 994, 3 and 7, 512 and 511.
    assert_eq!((plan.passes[0].tiles, plan.passes[0].chunks, read), (1, 3, 3), "{plan}");
}
