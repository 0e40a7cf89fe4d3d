//! The records of a file, one for each element, and their checksum.

use array_fn::ranks::Exchange;
use xxhash_rust::xxh3::xxh3_128;

/// The elements of this rank, and their places in a file.
pub(crate) struct Elements<'a> {
    /// The ranks, of which each has other elements.
    pub exchange: &'a dyn Exchange,
    /// For each element of this rank, the number of its record.
    pub places: &'a [usize],
    /// For each element of this rank, its number in the mesh. Without ranks, there are no numbers.
    pub numbers: Option<&'a [usize]>,
    /// The number of elements of all ranks.
    pub total: usize,
}

impl Elements<'_> {
    /// The rank's elements in the order of their records, each after its place.
    pub(super) fn in_order(&self) -> Vec<(usize, usize)> {
        let places = self.places.iter().enumerate();
        let mut order: Vec<(usize, usize)> = places.map(|(e, place)| (*place, e)).collect();
        order.sort_unstable();
        order
    }
}

/// Where records are in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The position of the first record.
    pub first: u64,
    /// The bytes of a record.
    pub record: u64,
    /// The number of records.
    pub count: u64,
}

impl Layout {
    /// The position of a record.
    pub fn of(&self, place: usize) -> u64 {
        self.first + self.record * place as u64
    }

    /// The position of the checksum at the end.
    pub fn checksum(&self) -> u64 {
        self.first + self.record * self.count
    }

    /// The length of the file.
    pub fn length(&self) -> u64 {
        self.checksum() + 16
    }
}

/// A checksum of records, in any order: the sums, which wrap, of both halves of each record's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum(pub [u64; 2]);

impl Sum {
    /// The place that stands for the header.
    const HEADER: u64 = u64::MAX;

    /// That of no records, and of a header that ends with a checksum of it.
    pub fn of_header(header: &[u8]) -> Sum {
        let mut sum = Sum::default();
        let checksum = &header[header.len().saturating_sub(16)..];
        sum.add(&[&Self::HEADER.to_le_bytes()[..], checksum].concat());
        sum
    }

    /// Adds a record, which follows the eight bytes of its place.
    pub fn add(&mut self, placed: &[u8]) {
        let own = xxh3_128(placed);
        self.0[0] = self.0[0].wrapping_add(own as u64);
        self.0[1] = self.0[1].wrapping_add((own >> 64) as u64);
    }

    pub fn plus(self, other: Sum) -> Sum {
        Sum([0, 1].map(|half| self.0[half].wrapping_add(other.0[half])))
    }

    /// The sum of those of all ranks, together with that of another number.
    pub fn of_ranks(self, exchange: &dyn Exchange, more: i64) -> Result<(Sum, i64), crate::Error> {
        let mut all = [self.0[0].cast_signed(), self.0[1].cast_signed(), more];
        exchange.sum(&mut all)?;
        Ok((Sum([all[0].cast_unsigned(), all[1].cast_unsigned()]), all[2]))
    }

    pub fn to_bytes(self) -> [u8; 16] {
        let [low, high] = self.0.map(u128::from);
        (low | high << 64).to_le_bytes()
    }
}
