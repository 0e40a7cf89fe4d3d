//! Views of views, and rolls by a number that is known at the call: the bits of the function in memory.

#![allow(missing_docs)]

mod folder;

use array_fn::store::stream::Call;
use array_fn::{Array, array_fn};
use folder::Folder;

array_fn! {
    #[stream(N, M)]
    pub fn shifted<N, M>(x: [f64; N, M], k: i64, by: i32) -> ([f64; N, M], [f64; M]) {
        (roll(x, k, axis=0) - roll(x, 1 - 2 * k, axis=1), sum(roll(x, by, axis=0) * x, axis=0))
    }
    #[stream(N)]
    pub fn composed<N>(x: [f64; N]) -> ([f64; N], [f64; N], [f64; N + 5], [f64; N + 5], [f64; N + 3], [f64; N + 3]) {
        (roll(x[..;-1], 3), roll(x, 2)[..;-1], pad(x[..;-1], (2, 3), mode="edge"), pad(x, (1, 4), mode="wrap")[..;-1],
         pad(x[..;-1], (2, 1), mode="reflect"), pad(x, (1, 2), mode="symmetric")[..;-1])
    }
}

fn in_tiles<'a, R>(call: impl Fn() -> Call<'a, R>, check: impl Fn(R)) {
    for (least, most) in [(1, 1), (1, 300), (1 << 10, 1 << 12), (1 << 20, 1 << 24)] {
        for threads in [1, 3] {
            let call = call().tile_bytes(least, most).threads(threads);
            check(call.run().unwrap_or_else(|e| panic!("tiles of {most} bytes: {e}")));
        }
    }
}

#[test]
fn shifts_at_the_call() {
    let folder = Folder::new("shifted");
    let all = Array::from_fn([29, 17], |[i, j]| ((i * 31 + j * 17 + i * j) % 101) as f64).unwrap();
    for codecs in ["plain", "zstd:1", "shard"] {
        let stored = folder.stored("x", &all, [5, 4], codecs);
        // All of it, and a box that begins inside of a chunk.
        for part in [stored.all(), stored.slice([3, 2], [21, 13])] {
            let x = part.read().unwrap();
            for (k, by) in [(0, 0), (1, -1), (-3, 7), (1_000_000_007, i32::MIN), (i64::MAX, 100)] {
                let (rolled, sums) = shifted(&x, k / 4, by).unwrap();
                in_tiles(
                    || shifted::stream(&part, k / 4, by),
                    |found| {
                        assert_eq!(found.0.as_slice(), rolled.as_slice(), "{k} {by}");
                        assert_eq!(found.1.as_slice(), sums.as_slice(), "{k} {by}");
                    },
                );
            }
        }
    }
}

#[test]
fn views_of_views() {
    let folder = Folder::new("composed");
    for n in [4, 5, 31] {
        let x = Array::from_fn([n], |[i]| (i * i) as f64).unwrap();
        let expected = composed(&x).unwrap();
        for codecs in ["plain", "zstd:1"] {
            let stored = folder.stored("x", &x, [7], codecs);
            in_tiles(
                || composed::stream(&stored),
                |found| {
                    assert_eq!(found.0.as_slice(), expected.0.as_slice());
                    assert_eq!(found.1.as_slice(), expected.1.as_slice());
                    assert_eq!(found.2.as_slice(), expected.2.as_slice());
                    assert_eq!(found.3.as_slice(), expected.3.as_slice());
                    assert_eq!(found.4.as_slice(), expected.4.as_slice());
                    assert_eq!(found.5.as_slice(), expected.5.as_slice());
                },
            );
        }
    }
}
