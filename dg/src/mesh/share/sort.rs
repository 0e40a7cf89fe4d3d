//! A sort over ranks.

use super::words::{all_gather, all_to_all, lost};
use crate::Error;
use array_fn::ranks::Exchange;

/// For each key, its place among the keys of all ranks, all of which differ.
///
/// Each rank offers keys at regular distances, and those of all divide the keys into ranges, one for each rank. A range has
/// at most about twice as many keys as there are for each rank (Shi and Schaeffer, *Parallel sorting by regular sampling*,
/// 1992). `most` rises to the number of keys in this rank's range.
///
/// # Errors
/// [`Error::Array`] when ranks cannot exchange keys.
pub(super) fn places(
    exchange: &dyn Exchange,
    keys: &[[u64; 2]],
    most: &mut usize,
) -> Result<Vec<u64>, Error> {
    let (rank, size) = (exchange.rank(), exchange.size());
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_unstable_by_key(|k| keys[*k]);
    let samples = if keys.is_empty() { 0 } else { size };
    let sample = |i: usize| keys[order[i * keys.len() / size]];
    let offered: Vec<u64> = (0..samples).flat_map(sample).collect();
    let offered = all_gather(exchange, &offered)?;
    let mut offered = offered.as_chunks::<2>().0.to_vec();
    offered.sort_unstable();
    // A rank gets the keys from its own bound on, which the rank before does not get.
    let bound = |rank: usize| offered.get(rank * offered.len() / size);
    let bounds: Vec<[u64; 2]> = (1..size).filter_map(|rank| bound(rank).copied()).collect();

    let mut parts = vec![Vec::new(); size];
    let goes_to = |key: &[u64; 2]| bounds.partition_point(|bound| bound <= key);
    for k in &order {
        parts[goes_to(&keys[*k])].extend(keys[*k]);
    }
    let came = all_to_all(exchange, parts)?;
    let mut all: Vec<([u64; 2], usize, usize)> = Vec::new();
    for (from, words) in came.iter().enumerate() {
        let keys = words.as_chunks::<2>().0.iter().enumerate();
        all.extend(keys.map(|(k, key)| (*key, from, k)));
    }
    all.sort_unstable();
    *most = all.len().max(*most);
    let counts = all_gather(exchange, &[all.len() as u64])?;
    let first: u64 = counts[..rank].iter().sum();
    let mut answers: Vec<Vec<u64>> = came.iter().map(|words| vec![0; words.len() / 2]).collect();
    for (place, (_, from, k)) in all.into_iter().enumerate() {
        answers[from][k] = first + place as u64;
    }
    let answers = all_to_all(exchange, answers)?;
    let mut of_ranks: Vec<_> = answers.iter().map(|words| words.iter()).collect();
    let mut places = vec![0; keys.len()];
    for k in order {
        let place = of_ranks[goes_to(&keys[k])].next();
        places[k] = *place.ok_or_else(|| lost("a place on the curve is missing"))?;
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use array_fn::ranks::Threads;

    #[test]
    fn places_are_those_of_one_sort() -> Result<(), Error> {
        let key = |k: u64| [k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58, k];
        let mut all: Vec<[u64; 2]> = (0..500).map(key).collect();
        all.sort_unstable();
        for counts in [&[500][..], &[0, 500], &[100, 0, 400], &[125; 4], &[3, 490, 7, 0, 0, 0]] {
            let ends: Vec<u64> = counts
                .iter()
                .scan(0, |end, count| {
                    *end += count;
                    Some(*end)
                })
                .collect();
            Threads::new(counts.len()).run(|exchange| {
                let rank = exchange.rank();
                let keys: Vec<_> = (ends[rank] - counts[rank]..ends[rank]).map(key).collect();
                let mut most = 0;
                let places = places(&*exchange, &keys, &mut most)?;
                for (key, place) in keys.iter().zip(places) {
                    assert_eq!(all[place as usize], *key, "{counts:?}");
                }
                if counts == [125; 4] {
                    assert!(most <= 260, "{most}");
                }
                Ok::<_, Error>(())
            })?;
        }
        Ok(())
    }
}
