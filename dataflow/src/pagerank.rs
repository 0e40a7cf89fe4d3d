//! Ranks of pages: the share of time that a reader spends on each, who follows links at random, and now and then goes to
//! any page (Page, Brin, Motwani and Winograd 1999, "The PageRank citation ranking").

use crate::generator::below;
use crate::{Outcome, Size, measured};
use array_fn::{Device, Error, IndexArray, array_fn};
use serde_json::json;

array_fn! {
    /// The links turned round: for each page the pages that link to it, one page after another, and where those of each
    /// page begin. `links` has the targets of the `L` links of each page.
    pub fn sources<P, L>(links: [index<P>; P, L]) -> ([i64; P * L], [i64; P + 1]) {
        let targets = links.reshape(P * L);
        (floor_div(argsort(targets), L), cumulative_sum(bincount(targets), include_initial=true))
    }

    /// The ranks after at most `most` passes, or once they change by less than `tolerance` in all; and the number of
    /// passes. A reader follows a link with probability `d`.
    ///
    /// `sources` and `begin` are those of [`sources`]. Each page has `links` links, so a page hands the same part of its
    /// rank to each.
    pub fn pagerank<P, R>(
        sources: [index<P>; R], begin: [i64; P + 1], links: i64, d: f64, tolerance: f64, most: i64,
    ) -> ([f64; P], i64) {
        let pages = P as f64;
        let mut r = full([f64; P], 1.0) / pages;
        let mut change = inf;
        let passes = while change > tolerance, at most most {
            let share = r * (d / links as f64);
            let next = (1.0 - d) / pages + csr_matvec(ones([f64; R]), sources, begin, share);
            change = sum(abs(next - r));
            r = next;
        };
        (r, passes)
    }
}

/// The targets of 20 links of each of 1e5, 5e5 or 1e6 pages, `[P, L]`.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn data(size: Size) -> Result<IndexArray<2>, Error> {
    const LINKS: usize = 20;
    let pages = match size {
        Size::Small => 100_000,
        Size::Medium => 500_000,
        Size::Large => 1_000_000,
    };
    let targets = (0..(pages * LINKS) as u64).map(|i| below(5, i, pages as u64) as usize);
    IndexArray::new([pages, LINKS], targets, pages)
}

/// Five passes, and as preparation the links turned round: `argmax`, the page with the largest rank, `max`, that rank, and `sum_r`, which is 1.
///
/// # Errors
/// Those of memory and of the device.
pub fn run(device: &Device, size: Size, calls: usize) -> Result<Outcome, Error> {
    let links = data(size)?;
    let [pages, each] = links.shape();
    let turn = || device.run(|| sources(&links));
    let ((from, begin), preparation) = measured(device, calls, turn)?;
    let from = from.to_vec().into_iter().map(|page| page as usize);
    let from = IndexArray::new([pages * each], from, pages)?;
    let call = || device.run(|| pagerank(&from, &begin, each as i64, 0.85, 0.0, 5));
    let ((ranks, _), time) = measured(device, calls, call)?;
    let ranks = ranks.to_vec();
    let largest = ranks.iter().copied().fold(0.0, f64::max);
    let mut sums = serde_json::Map::new();
    sums.insert("argmax".into(), json!(ranks.iter().position(|&rank| rank == largest)));
    sums.insert("max".into(), json!(largest));
    sums.insert("sum_r".into(), json!(ranks.iter().sum::<f64>()));
    Ok(Outcome { sums, time, preparation: Some(preparation) })
}
