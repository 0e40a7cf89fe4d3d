//! Plans of calls with very many tiles: their time and memory.

#![allow(missing_docs)]

mod folder;

use std::time::{Duration, Instant};

use array_fn::array_fn;
use array_fn::store::Error;
use array_fn::store::stream::StreamPlan;
use array_fn_disk::process::peak_rss;
use folder::Folder;

array_fn! {
    #[stream(N)]
    pub fn total<N, M>(x: [f32; N, M]) -> [f64; M] {
        sum(x as f64, axis=0)
    }

    #[stream(N)]
    pub fn doubled<N, M>(x: [f32; N, M]) -> [f32; N, M] {
        2.0 * x
    }

    #[stream(N)]
    pub fn neighbours<N, M>(x: [f32; N + 2, M]) -> [f32; N, M] {
        x[..-2] + x[1..-1] + x[2..]
    }
}

/// The tiles of plans. `ARRAY_FN_TILES=1000000` measures more.
fn tiles() -> usize {
    std::env::var("ARRAY_FN_TILES").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

fn planned(
    name: &str,
    plan: impl Fn() -> array_fn::store::Result<StreamPlan>,
) -> (StreamPlan, Duration) {
    let before = peak_rss();
    let begin = Instant::now();
    let plan = plan().unwrap();
    let time = begin.elapsed();
    println!(
        "{name}: {} tiles, {} chunks, plan {:.3} s, peak {} MB, grown by {} MB",
        plan.passes[0].tiles,
        plan.passes[0].chunks,
        time.as_secs_f64(),
        plan.peak_bytes() >> 20,
        (peak_rss() - before) >> 20
    );
    (plan, time)
}

/// Chunks of 1 MB, none of which is there.
#[test]
fn time_and_memory_grow_with_tiles_alone() {
    let folder = Folder::new("planning");
    let (n, m) = (tiles(), 256 << 10);
    let x = folder.empty::<f32, 2>("x", [n, m], [1, m as u64], "plain");
    let coded = folder.empty::<f32, 2>("coded", [n, m], [1, m as u64], "zstd:1");
    let target = folder.empty::<f32, 2>("target", [n, m], [1, m as u64], "plain");
    let inner = folder.empty::<f32, 2>("inner", [n - 2, m], [1, m as u64], "plain");
    let memory = 1 << 30;
    let plans = [
        planned("total", || total::stream(&x).memory(memory).plan()),
        planned("total of zstd", || total::stream(&coded).memory(memory).plan()),
        planned("doubled", || doubled::stream_into(&x, &target).memory(memory).plan()),
        planned("neighbours", || neighbours::stream_into(&coded, &inner).memory(memory).plan()),
    ];
    // A run that ends with its first tile.
    let begin = Instant::now();
    let run = total::stream(&x).memory(memory).watch(|_| false).run();
    println!("total: the first tile after {:.3} s", begin.elapsed().as_secs_f64());
    assert!(matches!(run, Err(Error::Cancelled)));
    for (plan, time) in plans {
        // Some hundred nanoseconds a tile; ten times as much without optimisation.
        assert!(time < Duration::from_micros(50 * n as u64), "{time:?}");
        // Each chunk is read whole.
        assert_eq!(plan.passes[0].bytes_read, plan.passes[0].chunks * m as u64 * 4);
        // What threads need, and some hundred bytes a tile.
        assert!(plan.peak_bytes() < (48 << 20) + 400 * n as u64, "{plan}");
    }
}
