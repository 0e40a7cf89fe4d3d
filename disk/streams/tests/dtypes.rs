//! Streamed functions with dtype parameters: the element type of the arrays chooses the program.

#![allow(missing_docs)]

mod folder;

use array_fn::store::{Block, StoredArray};
use array_fn::{Array, Element, array_fn};
use folder::Folder;

array_fn! {
    #[stream(N, M)]
    pub fn diffuse<N, M, T: f32 | f64>(u: [T; N, M], c: T) -> [T; N - 2, M - 2] {
        let inner = u[1..-1, 1..-1];
        inner + c * (u[2.., 1..-1] + u[..-2, 1..-1] - 2.0 * inner)
    }
    #[stream(N)]
    pub fn extremes<N, T: u8 | i16 | f64, U: i32 | i64>(x: [T; N], y: &mut [U; N]) -> (T, T, i64) {
        y += 1;
        (min(x), max(x), sum(y))
    }
}

/// What a caller that is generic writes.
fn step<T: diffuse::Dtype + std::fmt::Debug + PartialEq>(folder: &Folder, u: &Array<T, 2>, c: T) {
    let expected = diffuse(u, c).unwrap();
    for codecs in ["plain", "zstd:1", "shard"] {
        let stored = folder.stored("u", u, [5, 6], codecs);
        let target =
            folder.empty::<T, 2>("v", [expected.shape()[0], expected.shape()[1]], [4, 7], codecs);
        let found = diffuse::stream(&stored, c).tile_bytes(1, 300).run().unwrap();
        assert_eq!(found.as_slice(), expected.as_slice());
        diffuse::stream_into(&stored, c, &target).tile_bytes(1, 300).run().unwrap();
        assert_eq!(target.all().read().unwrap().as_slice(), expected.as_slice());
    }
}

fn number<T: Element>(n: usize, of: impl Fn(usize) -> T) -> Array<T, 1> {
    Array::from_fn([n], |[i]| of(i)).unwrap()
}

#[test]
fn each_type_has_its_program() {
    let folder = Folder::new("dtypes");
    let of = |[i, j]: [usize; 2]| ((i * 7 + j * 13 + i * j) % 17) as f32;
    step(&folder, &Array::from_fn([23, 19], of).unwrap(), 0.1f32);
    step(&folder, &Array::from_fn([23, 19], |at| f64::from(of(at))).unwrap(), 0.1f64);
}

fn untyped<T: Element, const RANK: usize>(
    stored: &array_fn::store::Stored<T, RANK>,
) -> StoredArray {
    StoredArray::open(&stored.header().path).unwrap()
}

#[test]
fn types_that_are_known_at_run_time() {
    let folder = Folder::new("untyped");
    let u = Array::from_fn([23, 19], |[i, j]| ((i * 7 + j * 13 + i * j) % 17) as f32).unwrap();
    let expected = diffuse(&u, 0.1f32).unwrap();
    let stored = untyped(&folder.stored("u", &u, [5, 6], "zstd:1"));
    let target = folder.empty::<f32, 2>("v", [21, 17], [4, 7], "plain");
    diffuse::stream_stored(&stored, 0.1, &untyped(&target)).unwrap().run().unwrap();
    assert_eq!(target.all().read().unwrap().as_slice(), expected.as_slice());
    // A box of one.
    let whole = untyped(&target);
    let inner = Block { start: vec![2, 3], shape: vec![10, 9] };
    let into = Block { start: vec![1, 1], shape: vec![8, 7] };
    let call = diffuse::stream_stored((&stored, inner), 0.1, (&whole, into));
    call.unwrap().run().unwrap();
    assert_eq!(target.all().read().unwrap()[[1, 1]], expected[[2, 3]]);
    // Types that the function does not take, of an operand, of a target and of both together.
    let of_integers = untyped(&folder.stored("i", &number(9, |i| i as i32), [4], "plain"));
    let text = |error: array_fn::store::Error| error.to_string();
    let wrong = text(diffuse::stream_stored(&of_integers, 0.1, &stored).err().unwrap());
    assert!(wrong.ends_with("i: the rank is 1, not 2"), "{wrong}");
    let field = Array::from_fn([4, 4], |[i, j]| (i * j) as i16).unwrap();
    let of_integers = untyped(&folder.stored("j", &field, [4, 4], "plain"));
    let wrong = text(diffuse::stream_stored(&of_integers, 0.1, &stored).err().unwrap());
    assert!(
        wrong.contains("/j: elements are int16, but `u` of `diffuse` takes float32, float64"),
        "{wrong}"
    );
    let target = untyped(&folder.empty::<f64, 2>("w", [21, 17], [4, 7], "plain"));
    let wrong = text(diffuse::stream_stored(&stored, 0.1, &target).unwrap().run().unwrap_err());
    assert!(
        wrong.contains("/w: elements are float64, but result `out` of `diffuse_f32` has float32"),
        "{wrong}"
    );
}

#[test]
fn several_parameters() {
    let folder = Folder::new("several-dtypes");
    let (x, y) = (number(50, |i| (i * i) as u8), number(50, |i| i as i64 * 1_000_000_007));
    let mut expected_y = y.clone();
    let expected = extremes(&x, &mut expected_y).unwrap();
    let (stored_x, stored_y) =
        (folder.stored("x", &x, [7], "plain"), folder.stored("y", &y, [9], "zstd:1"));
    let found = extremes::stream(&stored_x, &stored_y).tile_bytes(1, 40).run().unwrap();
    assert_eq!(
        (found.0.item(), found.1.item(), found.2.item()),
        (expected.0.item(), expected.1.item(), expected.2.item())
    );
    assert_eq!(stored_y.all().read().unwrap().as_slice(), expected_y.as_slice());
    let x = number(50, |i| i as i16 - 20);
    let mut y = number(50, |i| i as i32);
    let (low, high, total) = extremes::stream(&x, &mut y).tile_bytes(1, 40).run().unwrap();
    assert_eq!((low.item(), high.item(), total.item()), (-20, 29, 49 * 25 + 50));
}
