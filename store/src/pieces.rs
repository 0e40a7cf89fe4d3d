//! How a box of plain elements is read: in pieces of bounded size, and each piece in contiguous runs.

use crate::file::Access;
use crate::grid::{Block, Grid, positions};

/// The bytes of a part of a plain chunk that are read before they are handed on.
pub(crate) const PIECE: u64 = 1 << 20;

/// How a box of a plain chunk is read: axes from the one that varies fastest in the file.
pub(crate) struct Pieces {
    /// Axes, fastest first.
    order: Vec<usize>,
    /// The shape of a piece.
    piece: Vec<u64>,
    /// The axes that one contiguous run has, of `order`.
    in_run: usize,
    /// Bytes of a contiguous run.
    pub(crate) run: u64,
    /// Bytes of a piece.
    pub(crate) bytes: u64,
    /// Bytes of an element.
    pub(crate) item: u64,
}

impl Pieces {
    pub(crate) fn new(part: &[u64], strides: &[u64], item: u64) -> Pieces {
        Pieces::within(part, strides, item, PIECE)
    }

    /// Pieces of at most so many bytes.
    pub(crate) fn within(part: &[u64], strides: &[u64], item: u64, most: u64) -> Pieces {
        let mut order: Vec<usize> = (0..part.len()).collect();
        // Axes of one element may have any stride; of equal strides the later axis is the faster one.
        order.sort_by_key(|&axis| (strides[axis], std::cmp::Reverse(axis)));
        let (mut piece, mut bytes, mut full) = (vec![1; part.len()], item, true);
        let (mut run, mut in_run, mut contiguous) = (item, 0, true);
        for &axis in &order {
            if full {
                let size = part[axis].min((most / bytes).max(1));
                piece[axis] = size;
                bytes *= size;
                full = size == part[axis];
                contiguous = contiguous && (size == 1 || strides[axis] == run);
                if contiguous {
                    run *= size;
                    in_run += 1;
                }
            }
        }
        Pieces { order, piece, in_run, run, bytes, item }
    }

    /// The pieces, as boxes in the part.
    pub(crate) fn boxes(&self, part: &[u64]) -> impl Iterator<Item = Block> + use<> {
        let grid = Grid { shape: part.to_vec(), chunk: self.piece.clone() };
        positions(&Block::all(&grid.counts())).map(move |at| grid.block(&at))
    }

    /// How a file is read by its pieces, if its parts are read once.
    pub(crate) fn access(&self) -> Access {
        if self.run * 2 > self.bytes { Access::Sequential } else { Access::Scattered }
    }

    /// Whether the memory of a piece is in C order.
    pub(crate) fn is_in_order(&self) -> bool {
        self.order.iter().rev().copied().eq(0..self.order.len())
    }

    /// Where the runs of a piece begin: bytes from its first element in a file with these strides.
    pub(crate) fn runs(&self, piece: &[u64], strides: &[u64]) -> impl Iterator<Item = u64> + use<> {
        // Of the axes of which a run has one element each: sizes, strides and positions, fastest first.
        let of = |&axis: &usize| (piece[axis], strides[axis], 0);
        let mut axes: Vec<(u64, u64, u64)> = self.order[self.in_run..].iter().map(of).collect();
        let mut next = (!piece.contains(&0)).then_some(0);
        std::iter::from_fn(move || {
            let current: u64 = next.take()?;
            let mut at = current;
            for (size, stride, position) in &mut axes {
                *position += 1;
                at += *stride;
                if *position < *size {
                    next = Some(at);
                    break;
                }
                at -= *size * *stride;
                *position = 0;
            }
            Some(current)
        })
    }

    /// Strides of the memory of a piece.
    pub(crate) fn strides(&self, piece: &[u64]) -> Vec<u64> {
        let (mut strides, mut stride) = (vec![0; piece.len()], self.item);
        for &axis in &self.order {
            strides[axis] = stride;
            stride *= piece[axis];
        }
        strides
    }
}
