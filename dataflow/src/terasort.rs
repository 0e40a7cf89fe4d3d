//! Records of 100 bytes in the order of their keys, which are their first 10 bytes: the sort benchmark (Gray et al.,
//! <https://sortbenchmark.org>).

use crate::generator::bits;
use crate::{Outcome, Size, measured};
use array_fn::{Array, Device, Error, array_fn};
use serde_json::json;

/// Bytes of a record.
pub const RECORD: usize = 100;
/// Bytes of a key.
pub const KEY: usize = 10;

array_fn! {
    /// Writes the records to `sorted`, in ascending order of their keys, byte by byte. Records of equal keys stay in their
    /// order.
    ///
    /// The first 8 bytes of a key are one integer. They decide nearly always, so the other 2 are looked at only if some
    /// of these integers are equal.
    pub fn terasort<R>(records: [u8; R, 100], sorted: &mut [u8; R, 100]) {
        let high = big_endian(records[.., ..8]);
        let mut order = argsort(high);
        let ascending = high[order];
        if any(ascending[1..] == ascending[..-1]) {
            order = lexsort((big_endian(records[.., 8..10]), high));
        }
        sorted = records[order];
    }

    /// The integers that rows of bytes stand for, the first byte the highest.
    fn big_endian<R, B>(bytes: [u8; R, B]) -> [u64; R] {
        sum((bytes as u64) << (8 * (B - 1 - arange(B)) as u64), axis=1)
    }
}

/// 1e6, 1e7 or 1e8 records, `[R, 100]`.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn data(size: Size) -> Result<Array<u8, 2>, Error> {
    records(match size {
        Size::Small => 1_000_000,
        Size::Medium => 10_000_000,
        Size::Large => 100_000_000,
    })
}

/// Records of bytes without a pattern, `[count, 100]`.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn records(count: usize) -> Result<Array<u8, 2>, Error> {
    let mut bytes = Vec::with_capacity(count * RECORD);
    for record in 0..count as u64 {
        let words = (0..13).flat_map(|k| bits(51, 13 * record + k).to_le_bytes());
        bytes.extend(words.take(RECORD));
    }
    Array::from_vec([count, RECORD], bytes)
}

/// `byte_sum`, the sum of all bytes, `first` and `last`, the least and the largest key in hexadecimal digits, and
/// `sorted`, whether keys ascend.
///
/// # Errors
/// Those of memory and of the device.
pub fn run(device: &Device, size: Size, calls: usize) -> Result<Outcome, Error> {
    let records = data(size)?;
    let mut sorted = Array::<u8, 2>::zeros(records.shape())?;
    let ((), time) = measured(device, calls, || device.run(|| terasort(&records, &mut sorted)))?;
    let sorted = sorted.to_host()?;
    let bytes = sorted.as_slice();
    let key = |record: usize| &bytes[record * RECORD..][..KEY];
    let text = |key: &[u8]| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let count = bytes.len() / RECORD;
    let mut sums = serde_json::Map::new();
    sums.insert("byte_sum".into(), json!(bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>()));
    sums.insert("first".into(), json!(text(key(0))));
    sums.insert("last".into(), json!(text(key(count - 1))));
    sums.insert("sorted".into(), json!((1..count).all(|k| key(k - 1) <= key(k))));
    Ok(Outcome { sums, time, preparation: None })
}
