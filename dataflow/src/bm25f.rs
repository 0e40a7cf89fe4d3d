//! Scores of documents for a query, by terms in several fields (Robertson, Zaragoza and Taylor 2004, "Simple BM25
//! extension to multiple weighted fields"; Zaragoza et al. 2004, TREC-13).

use crate::generator::{below, bits};
use crate::{Outcome, Size, measured};
use array_fn::{Array, Device, Error, array_fn};
use serde_json::json;

array_fn! {
    /// Scores `D` documents with `F` fields for a query of `Q` terms. `tf` counts how often each term is in each field,
    /// `length` the terms of a field. `weight` and `b` are the weight of a field and how far its length matters; `k1` is
    /// the count at which a term has half of its effect.
    ///
    /// Returns the ten best documents, of equal ones the first, their scores, and the sum of all scores.
    pub fn bm25f<D, F, Q>(
        tf: [u8; D, F, Q], length: [u16; D, F], weight: [f64; F], b: [f64; F], k1: f64
    ) -> ([i64; 10], [f64; 10], f64)
        where F: 4 | _, Q: 4 | _
    {
        let df = sum(any(tf > 0, axis=1), axis=0);
        let idf = log((D - df + 0.5) / (df + 0.5));
        let scale = weight / (1 + b * (length as f64 / mean(length, axis=0) - 1));
        let w = sum(scale[.., .., newaxis] * tf as f64, axis=1);
        let score = sum(idf * w / (k1 + w), axis=1);
        let (best, which) = topk(score, 10);
        (which, best, sum(score))
    }
}

/// Documents, and what is asked of them.
#[derive(Clone, Debug)]
pub struct Data {
    /// How often each term of the query is in each field of a document, `[D, F, Q]`.
    pub tf: Array<u8, 3>,
    /// The lengths of fields in terms, `[D, F]`.
    pub length: Array<u16, 2>,
}

/// 2^18, 2^19 or 2^20 documents, with 4 fields and 4 terms.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn data(size: Size) -> Result<Data, Error> {
    let documents = match size {
        Size::Small => 1 << 18,
        Size::Medium => 1 << 19,
        Size::Large => 1 << 20,
    };
    let tf = Array::from_fn([documents, 4, 4], |[d, f, q]| {
        let random = bits(72, ((4 * d + f) * 4 + q) as u64);
        if random >> 61 == 0 { 1 + ((random >> 40) & 7) as u8 } else { 0 }
    })?;
    let length =
        Array::from_fn([documents, 4], |[d, f]| 1 + below(71, (4 * d + f) as u64, 400) as u16)?;
    Ok(Data { tf, length })
}

/// `sum_score`, and `top`, the ten best documents.
///
/// # Errors
/// Those of memory and of the device.
pub fn run(device: &Device, size: Size, calls: usize) -> Result<Outcome, Error> {
    let Data { tf, length } = data(size)?;
    let (weight, b) = ([1.0, 5.0, 3.0, 2.0], [0.75, 0.5, 0.6, 0.3]);
    let call = || device.run(|| bm25f(&tf, &length, &weight, &b, 1.7));
    let ((top, _, sum), time) = measured(device, calls, call)?;
    let mut sums = serde_json::Map::new();
    sums.insert("sum_score".into(), json!(sum.item()));
    sums.insert("top".into(), json!(top.to_vec()));
    Ok(Outcome { sums, time, preparation: None })
}
