//! What ranks send each other, as words of 64 bits.

use super::slice::Element;
use crate::Error;
use crate::agreement::agree;
use array_fn::ranks::Exchange;

/// Hands words to each rank, and returns those of each.
///
/// # Errors
/// [`Error::Array`] when ranks cannot exchange them.
pub(crate) fn all_to_all(
    exchange: &dyn Exchange,
    parts: Vec<Vec<u64>>,
) -> Result<Vec<Vec<u64>>, Error> {
    let bytes = |words: Vec<u64>| {
        let mut bytes = Vec::with_capacity(8 * words.len());
        words.iter().for_each(|word| bytes.extend(word.to_ne_bytes()));
        bytes
    };
    let came = exchange.all_to_all(parts.into_iter().map(bytes).collect())?;
    Ok(came.into_iter().map(|bytes| words(&bytes)).collect())
}

/// The words of all ranks on each, in the order of ranks.
///
/// # Errors
/// As for [`all_to_all`].
pub(crate) fn all_gather(exchange: &dyn Exchange, own: &[u64]) -> Result<Vec<u64>, Error> {
    let own: Vec<u8> = own.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let mut all = exchange.gather(&own)?.unwrap_or_default().concat();
    exchange.broadcast(&mut all)?;
    Ok(words(&all))
}

/// Sends each request to a rank, where `answer` turns it into as many words as each answer has, and returns the answers in
/// the order of requests.
///
/// # Errors
/// As for [`all_to_all`], and those of `answer` on any rank. It gets the requests of all ranks at once.
pub(super) fn ask<const N: usize, const M: usize>(
    exchange: &dyn Exchange,
    requests: impl Iterator<Item = (usize, [u64; N])>,
    answer: impl FnOnce(&[Vec<[u64; N]>]) -> Result<Vec<Vec<[u64; M]>>, Error>,
) -> Result<Vec<[u64; M]>, Error> {
    let mut parts = vec![Vec::new(); exchange.size()];
    let mut order = Vec::new();
    for (rank, request) in requests {
        parts[rank].extend(request);
        order.push(rank as u32);
    }
    let came = all_to_all(exchange, parts)?;
    // One after the other, so that all are not there twice.
    let came = came.into_iter().map(|words| words.as_chunks().0.to_vec());
    let came: Vec<Vec<[u64; N]>> = came.collect();
    let answers =
        agree(exchange, answer(&came))?.into_iter().map(|of| of.into_flattened()).collect();
    drop(came);
    let answers = all_to_all(exchange, answers)?;
    let mut of_ranks: Vec<_> = answers.iter().map(|words| words.as_chunks().0.iter()).collect();
    let missing = || lost("an answer of another rank is missing");
    order.iter().map(|rank| of_ranks[*rank as usize].next().copied().ok_or_else(missing)).collect()
}

/// The error of ranks that did not send what belongs together.
pub(crate) fn lost(message: &str) -> Error {
    Error::Array(array_fn::Error::Ranks { message: message.to_owned() })
}

pub(super) fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect()
}

/// A rank that is found by a number alone. Neighbouring numbers are spread over ranks (splitmix64, Steele et al. 2014).
pub(crate) fn keeper(number: u64, ranks: usize) -> usize {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ x >> 31) % ranks as u64) as usize
}

impl Element {
    /// The words of a flat element. One of second order has [`Element::EDGES`] more.
    pub const WORDS: usize = 23;
    pub const EDGES: usize = 18;

    pub fn write(&self, into: &mut Vec<u64>) {
        into.extend([self.number, self.tag, self.partition.map_or(u64::MAX, u64::from)]);
        into.extend(self.vertices.iter().chain(&self.vertex_tags));
        let edges = self.edges.iter().flat_map(|edges| edges.iter());
        let points = self.corners.iter().chain(edges).flatten();
        into.extend(points.map(|x| x.to_bits()));
    }

    /// An element of its words.
    pub fn read(words: &[u64]) -> Element {
        let point = |first: usize| std::array::from_fn(|d| f64::from_bits(words[first + d]));
        let edges = words.len() >= Self::WORDS + Self::EDGES;
        Element {
            number: words[0],
            tag: words[1],
            partition: u32::try_from(words[2]).ok(),
            vertices: std::array::from_fn(|i| words[3 + i]),
            vertex_tags: std::array::from_fn(|i| words[7 + i]),
            corners: std::array::from_fn(|i| point(11 + 3 * i)),
            edges: edges.then(|| Box::new(std::array::from_fn(|i| point(Self::WORDS + 3 * i)))),
        }
    }
}
