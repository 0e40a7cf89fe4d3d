//! A decision tree of three levels (Quinlan 1986, "Induction of decision trees"): each node asks for the attribute that
//! leaves the least entropy of the classes.

use crate::generator::{below, bits};
use crate::{Outcome, Size, measured};
use array_fn::{Array, Device, Error, array_fn};
use serde_json::json;

array_fn! {
    /// Learns from `R` rows with `A` attributes, `x[a, r]` in 0 to 3, and classes `y[r]`, 0 or 1. Returns the attribute of
    /// each node of the three levels, where children are in the order of the attribute's value, and the number of rows of
    /// each class that reach each leaf.
    ///
    /// Of attributes that leave the same entropy the first is taken. No path asks for one twice. Rounding is strict, so
    /// that pure nodes have an entropy of exactly 0.
    #[strict]
    pub fn id3<A, R>(x: [u8; A, R], y: [u8; R]) -> ([i64; 3, 16], [i64; 64, 2]) {
        let mut node = zeros([u8; R]);
        let mut free = ones([bool; 16, A]);
        let mut levels = zeros([i64; 3, 16]);
        for level in 0..3 {
            let mut count = zeros([i64; A, 128]);
            for a in 0..A {
                count[a] = bincount((8 * node + 2 * x[a] + y) % 128, minlength=128);
            }
            let rest = entropies(reshape(count, (A, 16, 4, 2)));
            let best = argmin(where(free, rest.T, inf), axis=1);
            levels[level] = best;
            free = repeat((free & (arange(A) != best[.., newaxis]))[..4], 4, axis=0);
            node = 4 * node + x[best[node % 16], arange(R)];
        }
        (levels, reshape(bincount((2 * node + y) % 128, minlength=128), (64, 2)))
    }

    /// For rows counted by attribute, node, value and class: the entropy of the class that is left if a node knows an
    /// attribute, times the number of the node's rows. It is exactly 0 where each value has one class.
    fn entropies<A>(count: [i64; A, 16, 4, 2]) -> [f64; A, 16] {
        let classes = scaled(count[.., .., .., 0]) + scaled(count[.., .., .., 1]);
        sum(scaled(sum(count, axis=3)) - classes, axis=2)
    }

    fn scaled<A>(n: [i64; A, 16, 4]) -> [f64; A, 16, 4] { n as f64 * log(maximum(n, 1) as f64) }
}

/// Rows with attributes and a class.
#[derive(Clone, Debug)]
pub struct Data {
    /// Attributes, `[A, R]`.
    pub x: Array<u8, 2>,
    /// Classes, `[R]`.
    pub y: Array<u8, 1>,
}

/// 1e5 or 1e6 rows with 100 attributes, or 1e5 rows with 1000 attributes.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn data(size: Size) -> Result<Data, Error> {
    let (rows, attributes) = match size {
        Size::Small => (100_000, 100),
        Size::Medium => (1_000_000, 100),
        Size::Large => (100_000, 1000),
    };
    let of = |a: usize, r: usize| (bits(61, (r * attributes + a) as u64) >> 62) as u8;
    let x = Array::from_fn([attributes, rows], |[a, r]| of(a, r))?;
    let y = Array::from_fn([rows], |[r]| {
        let sum = 2 * of(3, r) + of(7, r) + (of(11, r) & 1) * of(5, r);
        u8::from(sum + below(62, r as u64, 3) as u8 > 4)
    })?;
    Ok(Data { x, y })
}

/// `levels`, the attributes of the nodes of each level, and `accuracy`, the part of the rows whose class is that of most
/// rows of their leaf.
///
/// # Errors
/// Those of memory and of the device.
pub fn run(device: &Device, size: Size, calls: usize) -> Result<Outcome, Error> {
    let Data { x, y } = data(size)?;
    let call = || device.run(|| id3(&x, &y));
    let ((levels, leaves), time) = measured(device, calls, call)?;
    let (levels, leaves) = (levels.to_vec(), leaves.to_vec());
    let right: i64 = leaves.chunks(2).map(|leaf| leaf[0].max(leaf[1])).sum();
    let level = |k: usize, nodes: usize| &levels[16 * k..][..nodes];
    let mut sums = serde_json::Map::new();
    sums.insert("levels".into(), json!([level(0, 1), level(1, 4), level(2, 16)]));
    sums.insert("accuracy".into(), json!(right as f64 / y.shape()[0] as f64));
    Ok(Outcome { sums, time, preparation: None })
}
