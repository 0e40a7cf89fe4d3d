//! Objects of a sky survey that have a neighbour of nearly the same colours: query 18 of the SkyServer, which joins a
//! table of pairs twice with a table of objects (Gray et al. 2002, "Data mining the SDSS SkyServer database").

use crate::generator::{below, bits, uniform};
use crate::{Outcome, Size, measured};
use array_fn::{Array, Device, Error, array_fn};
use serde_json::json;

array_fn! {
    /// The identifiers of the objects that are the first of a pair of neighbours with the same colours, ascending, and
    /// how many they are; and how many pairs there are.
    ///
    /// `id`, `primary` and the magnitudes `u`, `g`, `r`, `i`, `z` are the objects; each colour is the difference of two
    /// magnitudes. `first` and `second` are the identifiers of neighbours. A pair counts if its first identifier is the
    /// smaller one, both are primary objects, and no colour differs by `most` or more.
    pub fn skyserver<O, N>(
        id: [i64; O], primary: [bool; O], u: [f64; O], g: [f64; O], r: [f64; O], i: [f64; O], z: [f64; O],
        first: [i64; N], second: [i64; N], most: f64,
    ) -> ([i64; O], i64, i64) {
        let order = argsort(id);
        let ids = id[order];
        // A colour that is no number is near to none.
        let colour = where(primary[.., newaxis], stack([u - g, g - r, r - i, i - z], axis=1), nan);
        #[materialize]
        let colour = colour[order];

        // Where an identifier is, or would be: behind all others for some that no object has.
        let place = searchsorted(ids, first);
        let a = minimum(place, O - 1);
        let b = minimum(searchsorted(ids, second), O - 1);
        let joined = (first < second) & (ids[a] == first) & (ids[b] == second);
        let pair = joined & all(abs(colour[a] - colour[b]) < most, axis=1);

        let found = segment_max(pair, place, num_segments=O + 1)[..-1];
        let (objects, count) = compress(found, ids, size=O);
        (objects, count, count_nonzero(pair))
    }
}

/// A table of objects and a table of pairs.
#[derive(Clone, Debug)]
pub struct Data {
    /// Identifiers, ascending, `[O]`.
    pub id: Array<i64, 1>,
    /// Whether an object is a primary one, `[O]`.
    pub primary: Array<bool, 1>,
    /// Magnitudes in the bands u, g, r, i and z, `[O]` each.
    pub magnitudes: [Array<f64, 1>; 5],
    /// The identifiers of neighbours, `[N]` each. Some are those of no object.
    pub pairs: [Array<i64, 1>; 2],
}

/// 1e5 objects, and 1e6, 1e7 or 5e7 pairs.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn data(size: Size) -> Result<Data, Error> {
    let (o, n) = match size {
        Size::Small => (100_000, 1_000_000),
        Size::Medium => (100_000, 10_000_000),
        Size::Large => (100_000, 50_000_000),
    };
    let mut id: Vec<i64> = (0..o).map(|k| (bits(21, k) >> 1) as i64).collect();
    id.sort_unstable();
    let magnitude = |band: u64| {
        Array::from_fn([o as usize], |[k]| {
            let class = below(27, k as u64, 64);
            let own = 14.0 + 10.0 * uniform(22 + band, k as u64);
            14.0 + 10.0 * uniform(30 + band, class) + 0.006 * (own - 19.0)
        })
    };
    let [u, g, r, i, z] = [0, 1, 2, 3, 4].map(magnitude);
    let end = |stream: u64, k: usize| id[below(stream, k as u64, o) as usize];
    let first = Array::from_fn([n], |[k]| end(29, k))?;
    let second = Array::from_fn([n], |[k]| end(40, k) ^ i64::from(bits(42, k as u64) >> 60 == 0))?;
    Ok(Data {
        primary: Array::from_fn([o as usize], |[k]| below(28, k as u64, 8) > 0)?,
        magnitudes: [u?, g?, r?, i?, z?],
        pairs: [first, second],
        id: Array::from_vec([id.len()], id)?,
    })
}

/// `objects` and `pairs`, how many there are, and `id_sum`, the sum of the objects' identifiers modulo 2^61, for colours
/// that differ by less than 0.05.
///
/// # Errors
/// Those of memory and of the device.
pub fn run(device: &Device, size: Size, calls: usize) -> Result<Outcome, Error> {
    let Data { id, primary, magnitudes: [u, g, r, i, z], pairs: [first, second] } = data(size)?;
    let call =
        || device.run(|| skyserver(&id, &primary, &u, &g, &r, &i, &z, &first, &second, 0.05));
    let ((ids, objects, pairs), time) = measured(device, calls, call)?;
    let objects = objects.item();
    let sum =
        ids.to_vec()[..objects as usize].iter().fold(0u64, |sum, id| sum.wrapping_add(*id as u64));
    let mut sums = serde_json::Map::new();
    sums.insert("objects".into(), json!(objects));
    sums.insert("pairs".into(), json!(pairs.item()));
    sums.insert("id_sum".into(), json!(sum % (1 << 61)));
    Ok(Outcome { sums, time, preparation: None })
}
