//! Streamed functions whose results are larger than the memory: the bits of any other memory, from the least that works to
//! all, and plans that say what is read and written.

#![allow(missing_docs)]

mod folder;

use array_fn::store::Error;
use array_fn::store::stream::Call;
use array_fn::{Array, array_fn};
use folder::Folder;

array_fn! {
    #[stream(T, Y)]
    pub fn mean_of_times<T, Y, X>(x: [f32; T, Y, X]) -> [f64; Y, X] { mean(x as f64, axis=0) }
    #[stream(T, Y, X)]
    pub fn spread<T, Y, X>(x: [f32; T, Y, X]) -> ([f64; Y, X], [f32; Y, X]) {
        (var(x as f64, axis=0), max(x, axis=0))
    }
    #[stream(N, K, M)]
    pub fn product<N, K, M>(a: [f64; N, K], b: [f64; K, M]) -> [f64; N, M] { a @ b }
    #[stream(T, Y)]
    pub fn anomaly<T, Y>(x: [f64; T, Y]) -> ([f64; Y], [f64; T, Y]) {
        let m = mean(x, axis=0);
        (m, x - m)
    }
    #[stream(T, Y)]
    pub fn with_total<T, Y>(x: [f64; T, Y]) -> ([f64; Y], f64) { (sum(x, axis=0), sum(x)) }
    #[stream(T, Y)]
    pub fn sorted<T, Y>(x: [f64; T, Y]) -> [f64; Y] { sort(sum(x, axis=0)) }
    #[stream(T, Y)]
    pub fn differences<T, Y>(x: [f64; T, Y]) -> [f64; Y - 1] {
        let s = sum(x, axis=0);
        s[1..] - s[..-1]
    }
    #[stream(T, Y)]
    pub fn columns<T, Y>(x: [f32; T, Y + 3], w: [f64; Y]) -> [f64; Y] {
        sum(x[.., 2..-1] as f64, axis=0) * w
    }
}

fn needed<R: std::fmt::Debug>(call: Call<'_, R>) -> u64 {
    match call.memory(1).run() {
        Err(Error::Stream { needed, .. }) => needed,
        other => panic!("{other:?}"),
    }
}

/// Runs a call in memory from the least that works to more than it needs. Returns the numbers of strips.
fn in_budgets<'a>(call: impl Fn() -> Call<'a, ()>, check: impl Fn(usize, u64)) -> Vec<usize> {
    let most = call().memory(1 << 40).threads(1).plan().unwrap().peak_bytes();
    let least = needed(call().threads(1));
    assert!(least < most, "{least} bytes are needed even with strips, {most} without");
    let mut strips = Vec::new();
    for step in 0..5 {
        let memory = least + (most - least) * step / 4;
        let plan = call().memory(memory).threads(2).plan().unwrap();
        assert!(plan.peak_bytes() <= memory, "{plan}");
        call().memory(memory).threads(2).run().unwrap_or_else(|e| panic!("{memory}: {e}\n{plan}"));
        let count: usize = plan.strips.iter().map(|(_, parts)| parts).product();
        check(count, memory);
        strips.push(count);
    }
    assert!(strips.is_sorted_by(|a, b| a >= b), "more strips in more memory: {strips:?}");
    assert_eq!(strips[4], 1);
    strips
}

fn wave(i: usize) -> f64 {
    (i as f64 * 0.37).sin() * 3.0
}

#[test]
fn a_mean_larger_than_the_memory() {
    let folder = Folder::new("mean");
    let of = |[t, y, x]: [usize; 3]| wave(t * 7919 + y * 31 + x * x) as f32;
    let x = Array::from_fn([11, 151, 290], of).unwrap();
    let whole = mean_of_times(&x).unwrap();
    for (codecs, chunk) in [("plain", [5, 16, 290]), ("zstd:1", [7, 37, 100])] {
        let stored = folder.stored("x", &x, chunk, codecs);
        let expected = mean_of_times::stream(&stored).tile_bytes(1, 1 << 16).run().unwrap();
        let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
        assert!(whole.as_slice().iter().zip(expected.as_slice()).all(close));
        for (out_chunk, out_codecs) in [([16, 290], "plain"), ([45, 64], "zstd:1 crc32c")] {
            let out = folder.empty::<f64, 2>("out", [151, 290], out_chunk, out_codecs);
            let strips = in_budgets(
                || mean_of_times::stream_into(&stored, &out).tile_bytes(1, 1 << 16),
                |count, memory| {
                    let found = out.all().read().unwrap();
                    assert_eq!(found.as_slice(), expected.as_slice(), "{count} in {memory}");
                },
            );
            assert!(strips[0] > 4, "{strips:?}");
        }
    }
}

#[test]
fn strips_that_end_where_chunks_do_read_each_chunk_once() {
    let folder = Folder::new("once");
    let x = Array::from_fn([24, 320, 256], |[t, y, x]| (t + y * x % 5) as f32).unwrap();
    let stored = folder.stored("x", &x, [8, 32, 256], "zstd:1");
    let out = folder.empty::<f64, 2>("out", [320, 256], [32, 256], "plain");
    let call = || mean_of_times::stream_into(&stored, &out).threads(1).tile_bytes(1, 1 << 19);
    let least = needed(call());
    let plan = call().memory(least).plan().unwrap();
    assert_eq!(plan.strips, [("axis 1 of `x`".to_owned(), 10)]);
    assert_eq!((plan.passes[0].chunks, plan.passes[1].chunks), (30, 0), "{plan}");
    assert_eq!(plan.passes[0].bytes_read, 24 * 320 * 256 * 4);
    assert_eq!(plan.passes[1].bytes_written, 320 * 256 * 8);
    let text = plan.to_string();
    let head = "mean_of_times: 1 pass over large arrays\n  in 10 strips (axis 1 of `x` in 10), each with all passes\n";
    assert!(text.starts_with(head), "{text}");
    let before = stored.array().counters().get();
    call().memory(least).run().unwrap();
    let after = stored.array().counters().get();
    assert_eq!(after.chunks_read - before.chunks_read, 30);
    // Target chunks that do not end with strips are read again, and counted.
    let out = folder.empty::<f64, 2>("out", [320, 256], [48, 256], "plain");
    let call = || mean_of_times::stream_into(&stored, &out).threads(1).tile_bytes(1, 1 << 19);
    let least = needed(call());
    let plan = call().memory(least).plan().unwrap();
    let before = stored.array().counters().get().chunks_read;
    let before_out = out.array().counters().get();
    call().memory(least).run().unwrap();
    let after_out = out.array().counters().get();
    assert!(plan.passes[1].chunks > 0 && plan.passes[1].bytes_read > 0, "{plan}");
    assert_eq!(stored.array().counters().get().chunks_read - before, plan.passes[0].chunks);
    assert_eq!(
        after_out.bytes_written - before_out.bytes_written,
        plan.passes[1].bytes_written,
        "{plan}"
    );
}

#[test]
fn several_passes_in_strips() {
    let folder = Folder::new("passes");
    let of = |[t, y, x]: [usize; 3]| wave(t * 31 + y * 17 + x * x) as f32;
    let x = Array::from_fn([7, 160, 210], of).unwrap();
    let stored = folder.stored("x", &x, [4, 33, 50], "zstd:1");
    let (a, b) = spread::stream(&stored).tile_bytes(1, 1 << 15).run().unwrap();
    let whole = spread(&x).unwrap();
    assert_eq!(b.as_slice(), whole.1.as_slice());
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-10;
    assert!(a.as_slice().iter().zip(whole.0.as_slice()).all(close));
    let out = folder.empty::<f64, 2>("out", [160, 210], [20, 64], "zstd:1");
    let max = folder.empty::<f32, 2>("max", [160, 210], [41, 210], "plain");
    let strips = in_budgets(
        || spread::stream_into(&stored, &out, &max).tile_bytes(1, 1 << 15),
        |_, _| {
            assert_eq!(out.all().read().unwrap().as_slice(), a.as_slice());
            assert_eq!(max.all().read().unwrap().as_slice(), b.as_slice());
        },
    );
    assert!(strips[0] > 7, "{strips:?}");
    let x = Array::from_fn([11, 60_000], |[t, y]| wave(t * 3 + y)).unwrap();
    let stored = folder.stored("anomaly", &x, [3, 7000], "zstd:1");
    let (m, rest) = anomaly::stream(&stored).tile_bytes(1, 1 << 15).run().unwrap();
    let out = folder.empty::<f64, 2>("rest", [11, 60_000], [4, 5000], "zstd:1");
    let mean = folder.empty::<f64, 1>("mean", [60_000], [9000], "plain");
    in_budgets(
        || anomaly::stream_into(&stored, &mean, &out).tile_bytes(1, 1 << 15),
        |_, _| {
            assert_eq!(mean.all().read().unwrap().as_slice(), m.as_slice());
            assert_eq!(out.all().read().unwrap().as_slice(), rest.as_slice());
        },
    );
}

#[test]
fn products_and_boxes() {
    let folder = Folder::new("products");
    let a = Array::from_fn([310, 40], |[i, j]| ((i * 7 + j * 3) % 11) as f64).unwrap();
    let b = Array::from_fn([40, 290], |[i, j]| ((i * 5 + j * 9) % 13) as f64).unwrap();
    let whole = product(&a, &b).unwrap();
    let (stored_a, stored_b) =
        (folder.stored("a", &a, [32, 17], "zstd:1"), folder.stored("b", &b, [9, 31], "plain"));
    let out = folder.empty::<f64, 2>("c", [330, 300], [50, 70], "zstd:1");
    in_budgets(
        || {
            let target = out.slice([7, 3], [310, 290]);
            product::stream_into(&stored_a, &stored_b, target).tile_bytes(1, 1 << 14)
        },
        |_, _| {
            let found = out.slice([7, 3], [310, 290]).read().unwrap();
            assert_eq!(found.as_slice(), whole.as_slice());
            assert_eq!(out.slice([0, 0], [7, 300]).read().unwrap().as_slice(), [0.0; 2100]);
        },
    );
    // The operand begins elsewhere than the result.
    let x = Array::from_fn([9, 80_003], |[t, y]| wave(t + 5 * y) as f32).unwrap();
    let w = Array::from_fn([80_000], |[y]| wave(y)).unwrap();
    let expected = columns::stream(&x, &w).tile_bytes(1, 1 << 14).run().unwrap();
    let out = folder.empty::<f64, 1>("columns", [80_000], [1234], "plain");
    in_budgets(
        || columns::stream_into(&x, &w, &out).tile_bytes(1, 1 << 14),
        |_, _| assert_eq!(out.all().read().unwrap().as_slice(), expected.as_slice()),
    );
}

#[test]
fn results_that_need_all_of_a_value_are_whole() {
    let folder = Folder::new("whole");
    let x = Array::from_fn([6, 40_000], |[t, y]| ((t * 3 + y * 7) % 1000) as f64).unwrap();
    let stored = folder.stored("x", &x, [2, 3000], "zstd:1");
    let out = folder.empty::<f64, 1>("out", [40_000], [5000], "plain");
    let plan = sorted::stream_into(&stored, &out).memory(1 << 30).threads(1).plan().unwrap();
    assert_eq!(needed(sorted::stream_into(&stored, &out).threads(1)), plan.peak_bytes());
    sorted::stream_into(&stored, &out).run().unwrap();
    assert_eq!(out.all().read().unwrap().as_slice(), sorted(&x).unwrap().as_slice());
    let mut total = Array::zeros([]).unwrap();
    let call = with_total::stream_into(&stored, &out, &mut total);
    call.tile_bytes(1, 1 << 14).run().unwrap();
    let expected = with_total(&x).unwrap();
    assert_eq!(out.all().read().unwrap().as_slice(), expected.0.as_slice());
    assert_eq!(total.item(), expected.1.item());
    // Strips would need elements of their neighbours.
    let out = folder.empty::<f64, 1>("out", [39_999], [5000], "plain");
    let call = || differences::stream_into(&stored, &out).tile_bytes(1, 1 << 14).threads(1);
    let plan = call().memory(needed(call())).plan().unwrap();
    assert!(plan.strips.is_empty(), "{plan}");
    call().run().unwrap();
    assert_eq!(out.all().read().unwrap().as_slice(), differences(&x).unwrap().as_slice());
}
