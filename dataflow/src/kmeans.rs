//! Clusters of points: each point belongs to the nearest of some centres, and each centre moves to the mean of its points
//! (Lloyd 1982, "Least squares quantization in PCM").

use crate::generator::{below, uniform};
use crate::{Outcome, Size, measured};
use array_fn::{Array, Device, Error, array_fn};
use serde_json::json;

array_fn! {
    /// Moves the centres `start` until none moves by more than `eps`, or `T` times. Returns the centres, the largest move
    /// of each pass (0 for passes that did not happen), and the number of passes.
    ///
    /// The distance to a centre is compared without the square of the point, which is the same for all centres. A centre
    /// without points stays where it is.
    pub fn kmeans<T, K, M, N>(x: [f64; M, N], start: [f64; K, N], eps: f64)
        -> ([f64; K, N], [f64; T], i64)
    {
        let mut c = start;
        let mut shifts = zeros([f64; T]);
        let mut passes = 0;
        for t in 0..T {
            let nearest = argmin(sum(c * c, axis=1) - x @ (2 * c).T, axis=1);
            let count = bincount(nearest, minlength=K)[.., newaxis];
            let moved = where(count > 0, segment_sum(x, nearest, K) / maximum(count, 1) as f64, c);
            let shift = max(abs(moved - c));
            c = moved;
            shifts[t] = shift;
            passes += 1;
            if shift <= eps { break; }
        }
        (c, shifts, passes)
    }

    /// The nearest centre of each point.
    pub fn nearest<K, M, N>(x: [f64; M, N], c: [f64; K, N]) -> [i64; M] {
        argmin(sum(c * c, axis=1) - x @ (2 * c).T, axis=1)
    }
}

/// Points around centres, and centres to start from.
#[derive(Clone, Debug)]
pub struct Data {
    /// Points, `[M, N]`.
    pub x: Array<f64, 2>,
    /// First centres, `[K, N]`, each near the points of one cluster.
    pub start: Array<f64, 2>,
}

/// The data of a size: 10 clusters of 1e5 points with 20 coordinates, of 1e6 points, or 80 clusters of 1e6 points with
/// 40 coordinates.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn data(size: Size) -> Result<Data, Error> {
    let (k, n, m) = match size {
        Size::Small => (10, 20, 100_000),
        Size::Medium => (10, 20, 1_000_000),
        Size::Large => (80, 40, 1_000_000),
    };
    let centre = |j: usize, d: usize| uniform(2, (j * n + d) as u64);
    let x = Array::from_fn([m, n], |[i, d]| {
        let label = below(3, i as u64, k as u64) as usize;
        centre(label, d) + 3.0 * (uniform(1, (i * n + d) as u64) - 0.5)
    })?;
    let start = Array::from_fn([k, n], |[j, d]| {
        centre(j, d) + 0.5 * (uniform(4, (j * n + d) as u64) - 0.5)
    })?;
    Ok(Data { x, start })
}

/// Five passes: `shifts`, and `sum_c`, the sum of all coordinates of the centres.
///
/// # Errors
/// Those of memory and of the device.
pub fn run(device: &Device, size: Size, calls: usize) -> Result<Outcome, Error> {
    let Data { x, start } = data(size)?;
    let call = || device.run(|| kmeans(5, &x, &start, 0.0));
    let ((centres, shifts, _), time) = measured(device, calls, call)?;
    let mut sums = serde_json::Map::new();
    sums.insert("shifts".into(), json!(shifts.to_vec()));
    sums.insert("sum_c".into(), json!(centres.to_vec().iter().sum::<f64>()));
    Ok(Outcome { sums, time, preparation: None })
}
