//! Operations on all ranks, made of messages over channels.
//!
//! MPI has such operations, too. These wait for one message at a time, so that a time-out can name the rank that does not
//! answer. Their results do not depend on the number of ranks, and messages may be of any size.

use std::collections::HashMap;
use std::fmt;

use array_fn_runtime::Error;
use array_fn_runtime::ranks::{Channel, Link};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Max,
    Sum,
    Gather,
    Broadcast,
    AllToAll,
}

/// The function of `Exchange`.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operation::Max => "max",
            Operation::Sum => "sum",
            Operation::Gather => "gather",
            Operation::Broadcast => "broadcast",
            Operation::AllToAll => "all_to_all",
        })
    }
}

/// Makes a channel of an operation.
pub(crate) type Open = Box<dyn Fn(Operation, &[Link]) -> Result<Box<dyn Channel>, Error> + Send>;

pub(crate) struct Operations {
    rank: usize,
    size: usize,
    open: Open,
    /// Channels for small messages to and from one rank: by operation, rank, and bytes to send and to receive.
    kept: HashMap<(Operation, usize, usize, usize), Box<dyn Channel>>,
    /// The largest number of bytes in one message.
    piece: usize,
}

/// Channels for at most so many bytes are kept, and at most so many of them.
const KEPT_BYTES: usize = 4096;
const KEPT: usize = 256;

/// MPI counts bytes in 32 bits. Smaller pieces need less memory for their copies.
const PIECE: usize = 1 << 28;

impl Operations {
    pub(crate) fn new(rank: usize, size: usize, open: Open) -> Operations {
        Operations { rank, size, open, kept: HashMap::new(), piece: PIECE }
    }

    pub(crate) fn max(&mut self, values: &mut [f64]) -> Result<(), Error> {
        let mut bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        let larger = |a, b| larger(f64::from_ne_bytes(a), f64::from_ne_bytes(b)).to_ne_bytes();
        self.combine(Operation::Max, &mut bytes, larger)?;
        for (value, bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
            *value = f64::from_ne_bytes(*bytes);
        }
        Ok(())
    }

    pub(crate) fn sum(&mut self, values: &mut [i64]) -> Result<(), Error> {
        let mut bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        let sum = |a, b| i64::from_ne_bytes(a).wrapping_add(i64::from_ne_bytes(b)).to_ne_bytes();
        self.combine(Operation::Sum, &mut bytes, sum)?;
        for (value, bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
            *value = i64::from_ne_bytes(*bytes);
        }
        Ok(())
    }

    /// Combines values of 8 bytes of all ranks, in about `log2` of their number of rounds. The order is another one on each
    /// rank, so it must not matter.
    fn combine(
        &mut self,
        operation: Operation,
        values: &mut [u8],
        with: impl Fn([u8; 8], [u8; 8]) -> [u8; 8],
    ) -> Result<(), Error> {
        let (rank, bytes) = (self.rank, values.len());
        let add = |values: &mut [u8], others: &[u8]| {
            for (value, other) in values.as_chunks_mut().0.iter_mut().zip(others.as_chunks().0) {
                *value = with(*value, *other);
            }
        };
        // In each round, ranks exchange with the one whose number differs in one bit. Those beyond the largest power of two
        // hand their values to a rank before it, and get the result.
        let paired = 1 << self.size.ilog2();
        if rank >= paired {
            self.message(operation, rank - paired, values, 0)?;
            values.copy_from_slice(self.message(operation, rank - paired, &[], bytes)?);
            return Ok(());
        }
        let beyond = Some(rank + paired).filter(|other| *other < self.size);
        if let Some(other) = beyond {
            add(values, self.message(operation, other, &[], bytes)?);
        }
        let mut bit = 1;
        while bit < paired {
            let others = self.message(operation, rank ^ bit, values, bytes)?;
            add(values, others);
            bit *= 2;
        }
        if let Some(other) = beyond {
            self.message(operation, other, values, 0)?;
        }
        Ok(())
    }

    pub(crate) fn gather(&mut self, bytes: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Error> {
        if self.rank != 0 {
            self.send(Operation::Gather, 0, bytes)?;
            return Ok(None);
        }
        let others = (1..self.size).map(|rank| self.receive(Operation::Gather, rank));
        std::iter::once(Ok(bytes.to_vec())).chain(others).collect::<Result<_, _>>().map(Some)
    }

    /// Along a tree: rank `k` gets the bytes from the rank whose number lacks the last bit of `k`.
    pub(crate) fn broadcast(&mut self, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let rank = self.rank;
        if rank > 0 {
            *bytes = self.receive(Operation::Broadcast, rank & (rank - 1))?;
        }
        let last =
            if rank == 0 { self.size.next_power_of_two() } else { rank & rank.wrapping_neg() };
        let mut bit = last / 2;
        while bit > 0 {
            if rank + bit < self.size {
                self.send(Operation::Broadcast, rank + bit, bytes)?;
            }
            bit /= 2;
        }
        Ok(())
    }

    /// In step `k`, each rank sends to the one that is `k` behind it, and receives from the one that is `k` before it.
    pub(crate) fn all_to_all(&mut self, mut parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        let (rank, size) = (self.rank, self.size);
        if parts.len() != size {
            let message = format!("{} parts for {size} ranks: each rank needs one", parts.len());
            return Err(Error::Ranks { message });
        }
        let mut received = vec![Vec::new(); size];
        received[rank] = std::mem::take(&mut parts[rank]);
        for step in 1..size {
            let (to, from) = ((rank + step) % size, (rank + size - step) % size);
            let part = std::mem::take(&mut parts[to]);
            let length = (part.len() as u64).to_ne_bytes();
            let bytes = self.shift(to, &length, from, 8)?;
            let length = length_of(&bytes);
            let (mut sent, mut of_other) = (0, Vec::new());
            while sent < part.len() || of_other.len() < length {
                let send = &part[sent..][..(part.len() - sent).min(self.piece)];
                let receive = (length - of_other.len()).min(self.piece);
                of_other.extend(self.shift(to, send, from, receive)?);
                sent += send.len();
            }
            received[from] = of_other;
        }
        Ok(received)
    }

    /// Sends to a rank, and receives so many bytes from one, at the same time.
    fn shift(&self, to: usize, send: &[u8], from: usize, receive: usize) -> Result<Vec<u8>, Error> {
        let links = match to == from {
            true => vec![Link { rank: to, send: send.len(), receive }],
            false => vec![
                Link { rank: to, send: send.len(), receive: 0 },
                Link { rank: from, send: 0, receive },
            ],
        };
        let mut channel = (self.open)(Operation::AllToAll, &links)?;
        channel.outgoing(0).copy_from_slice(send);
        channel.start()?;
        channel.wait()?;
        Ok(channel.incoming(links.len() - 1).to_vec())
    }

    /// Sends bytes whose number the other rank does not know.
    fn send(&mut self, operation: Operation, to: usize, bytes: &[u8]) -> Result<(), Error> {
        self.message(operation, to, &(bytes.len() as u64).to_ne_bytes(), 0)?;
        for piece in bytes.chunks(self.piece) {
            self.message(operation, to, piece, 0)?;
        }
        Ok(())
    }

    fn receive(&mut self, operation: Operation, from: usize) -> Result<Vec<u8>, Error> {
        let length = length_of(self.message(operation, from, &[], 8)?);
        let mut bytes = Vec::new();
        while bytes.len() < length {
            let piece = (length - bytes.len()).min(self.piece);
            bytes.extend_from_slice(self.message(operation, from, &[], piece)?);
        }
        Ok(bytes)
    }

    /// Sends to a rank, and returns so many bytes from there.
    fn message(
        &mut self,
        operation: Operation,
        rank: usize,
        send: &[u8],
        receive: usize,
    ) -> Result<&[u8], Error> {
        let key = (operation, rank, send.len(), receive);
        self.kept.retain(|(_, _, send, receive), _| send.max(receive) <= &KEPT_BYTES);
        if !self.kept.contains_key(&key) {
            if self.kept.len() >= KEPT {
                self.kept.clear();
            }
            let link = Link { rank, send: send.len(), receive };
            self.kept.insert(key, (self.open)(operation, &[link])?);
        }
        let Some(channel) = self.kept.get_mut(&key) else { return Ok(&[]) };
        channel.outgoing(0).copy_from_slice(send);
        channel.start()?;
        channel.wait()?;
        Ok(channel.incoming(0))
    }
}

fn length_of(bytes: &[u8]) -> usize {
    bytes.first_chunk().map_or(0, |bytes| u64::from_ne_bytes(*bytes) as usize)
}

/// The larger of two numbers, or NaN if one of them is NaN. Of zeros, the positive one is larger, so that the order of
/// ranks does not matter.
fn larger(a: f64, b: f64) -> f64 {
    match a.is_nan() || b.is_nan() {
        true => f64::NAN,
        false if a.total_cmp(&b).is_lt() => b,
        false => a,
    }
}

#[cfg(test)]
mod tests;
