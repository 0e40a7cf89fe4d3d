//! The rows of a rank, its halos, and what goes in and out of arrays.

use std::collections::{HashMap, HashSet};
use std::fmt;
#[cfg(feature = "cuda")]
use std::sync::Weak;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::across::Crossed;
use super::{Channel, Exchange, Link};
use crate::Error;
use crate::plan::Place;

/// The rows of a rank: how many there are of each kind, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Rows that need nothing of other ranks.
    pub interior: usize,
    /// All rows that the rank computes, the interior among them.
    pub own: usize,
    /// All rows of its arrays, with the halo and with rows that only fill up.
    pub all: usize,
}

impl Rows {
    /// The number of all rows should be a multiple of this, so that results do not depend on the number of ranks.
    pub const ALIGNED: usize = 16;

    /// The interior, and the rows behind it that have to wait for the halo. Both are whole vectors, if all rows are.
    pub(crate) fn parts(&self) -> [std::ops::Range<usize>; 2] {
        let first = self.interior / Rows::ALIGNED * Rows::ALIGNED;
        [0..first, first..self.own.next_multiple_of(Rows::ALIGNED).min(self.all)]
    }
}

/// The positions that a rank exchanges with others, for `index<E * per_row>` parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Halo {
    /// The number of positions of a row.
    pub per_row: usize,
    /// The ranks that elements are exchanged with, each once.
    pub neighbours: Vec<Neighbour>,
}

/// A rank that elements are exchanged with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its number.
    pub rank: usize,
    /// The positions whose elements it gets, in the order in which it expects them.
    pub send: Vec<usize>,
    /// The positions whose elements come from it, in the order in which it sends them. They lie behind the own rows.
    pub receive: Vec<usize>,
}

/// A rank with its rows and halos: what a device needs to run functions with `#[ranks]`
/// ([`Device::with_ranks`](crate::Device::with_ranks)). Clones are the same.
#[derive(Clone)]
pub struct Ranks(Arc<Inner>);

struct Inner {
    exchange: Arc<dyn Exchange>,
    rows: Rows,
    halos: Vec<Halo>,
    /// Whether the halo is filled with NaNs before its elements come.
    poison: bool,
    /// Held while a function runs, because its messages must not mix with those of another one.
    channels: Mutex<Channels>,
}

/// A rank whose work panics ends all others, so nobody sees what it was in the middle of.
impl std::panic::RefUnwindSafe for Inner {}

/// What a channel is for: the number of a halo, the bytes of a position, and the number of the array among those that are
/// exchanged at the same time.
type Key = (usize, usize, usize);

/// The channels that were needed so far.
#[derive(Default)]
pub(crate) struct Channels {
    open: HashMap<Key, Box<dyn Channel>>,
    last: u32,
}

impl Ranks {
    /// This rank, with its rows and halos.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the rows are in no order, a neighbour is no other rank or occurs twice, a position to be sent
    /// is in no own row, or one to be received is in an own row, behind all rows, or received twice.
    pub fn new(exchange: Arc<dyn Exchange>, rows: Rows, halos: Vec<Halo>) -> Result<Ranks, Error> {
        let refused = |message: String| Err(Error::Ranks { message });
        if rows.interior > rows.own || rows.own > rows.all {
            return refused(format!(
                "of {} rows, {} are own and {} interior: each number has to be at most the one before",
                rows.all, rows.own, rows.interior
            ));
        }
        for halo in &halos {
            // Arrays with so many positions do not exist, so nothing is exchanged then.
            let [own, all] = [rows.own, rows.all].map(|rows| rows.saturating_mul(halo.per_row));
            let (mut ranks, mut received) = (HashSet::new(), HashSet::new());
            for Neighbour { rank, send, receive } in &halo.neighbours {
                if *rank >= exchange.size() || *rank == exchange.rank() || !ranks.insert(*rank) {
                    return refused(format!(
                        "rank {rank} cannot be a neighbour of rank {} of {}: name each other rank once",
                        exchange.rank(),
                        exchange.size()
                    ));
                }
                if let Some(position) = send.iter().find(|position| **position >= own) {
                    return refused(format!(
                        "position {position} cannot be sent to rank {rank}: own rows end at position {own}"
                    ));
                }
                let mut fits = |at: usize| (own..all).contains(&at) && received.insert(at);
                if let Some(position) = receive.iter().copied().find(|at| !fits(*at)) {
                    return refused(format!(
                        "position {position} cannot be received from rank {rank}: the halo has positions {own} to {all}, \
                         each of which is received once"
                    ));
                }
            }
        }
        let channels = Mutex::default();
        Ok(Ranks(Arc::new(Inner { exchange, rows, halos, poison: false, channels })))
    }

    /// The same, which fills the halo with NaNs before its elements come. Tests see then whether anything reads it too
    /// early.
    pub fn poisoned(self) -> Ranks {
        let Inner { exchange, rows, halos, .. } = &*self.0;
        let (exchange, rows, halos) = (exchange.clone(), *rows, halos.clone());
        let channels = Mutex::default();
        Ranks(Arc::new(Inner { exchange, rows, halos, poison: true, channels }))
    }

    /// The transport.
    pub fn exchange(&self) -> &Arc<dyn Exchange> {
        &self.0.exchange
    }

    /// The rows.
    pub fn rows(&self) -> Rows {
        self.0.rows
    }

    /// The halos.
    pub fn halos(&self) -> &[Halo] {
        &self.0.halos
    }

    /// Whether nothing is exchanged.
    pub(crate) fn is_alone(&self) -> bool {
        self.0.exchange.size() == 1
    }

    /// Whether these are equal handles of one rank.
    pub(crate) fn is(&self, other: &Ranks) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// This rank, as long as somebody else has it.
    #[cfg(feature = "cuda")]
    pub(crate) fn downgrade(&self) -> WeakRanks {
        WeakRanks(Arc::downgrade(&self.0))
    }

    /// Whether the halo is filled with NaNs before its elements come.
    #[cfg(feature = "cuda")]
    pub(crate) fn is_poisoned(&self) -> bool {
        self.0.poison
    }

    /// A halo, and the number of positions of all rows in it.
    pub(crate) fn halo(&self, number: usize) -> (&Halo, usize) {
        let halo = &self.0.halos[number];
        (halo, self.0.rows.all * halo.per_row)
    }

    pub(crate) fn channels(&self) -> MutexGuard<'_, Channels> {
        self.0.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (exchange, rows) = (&self.0.exchange, self.0.rows);
        write!(f, "rank {} of {} with {} rows", exchange.rank(), exchange.size(), rows.own)
    }
}

/// A rank, as long as somebody else has it.
#[cfg(feature = "cuda")]
pub(crate) struct WeakRanks(Weak<Inner>);

#[cfg(feature = "cuda")]
impl WeakRanks {
    /// Whether it is this rank.
    pub(crate) fn is(&self, ranks: &Ranks) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(&ranks.0))
    }

    /// Whether nobody has it any more.
    pub(crate) fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl Crossed {
    fn key(&self) -> Key {
        (self.halo, self.outer * self.bytes, self.slot)
    }

    /// The places of these positions in the array, in elements of `self.bytes` bytes, in the order in which they stand in
    /// messages. `all` is the number of positions of all rows.
    pub(crate) fn places(self, all: usize, positions: &[usize]) -> impl Iterator<Item = usize> {
        let of_outer = move |outer| positions.iter().map(move |position| outer * all + position);
        (0..self.outer).flat_map(of_outer)
    }

    /// Calls `f` with the bytes of each position, in the order in which they stand in messages.
    ///
    /// # Safety
    /// `pointer` must be that of the array, with all positions, of which nothing else writes the given ones meanwhile.
    unsafe fn each(
        self,
        pointer: *mut u8,
        all: usize,
        positions: &[usize],
        mut f: impl FnMut(*mut u8, usize),
    ) {
        for place in self.places(all, positions) {
            f(pointer.wrapping_add(place * self.bytes), self.bytes);
        }
    }
}

impl Channels {
    /// Starts to exchange the halo of some arrays. `fill` makes each message: it gets the array, the number of the
    /// neighbour, and the memory of the message.
    ///
    /// # Errors
    /// Those of the transport.
    pub(crate) fn start(
        &mut self,
        ranks: &Ranks,
        arrays: &[Crossed],
        fill: &mut dyn FnMut(&Crossed, usize, &mut [u8]),
    ) -> Result<(), Error> {
        for array in arrays {
            let (halo, _) = ranks.halo(array.halo);
            let key = array.key();
            if !self.open.contains_key(&key) {
                let of_position = array.outer * array.bytes;
                let links: Vec<Link> = halo
                    .neighbours
                    .iter()
                    .map(|of| Link {
                        rank: of.rank,
                        send: of.send.len() * of_position,
                        receive: of.receive.len() * of_position,
                    })
                    .collect();
                let channel = ranks.0.exchange.channel(self.last, &links)?;
                self.last += 1;
                self.open.insert(key, channel);
            }
            let Some(channel) = self.open.get_mut(&key) else { continue };
            for link in 0..halo.neighbours.len() {
                fill(array, link, channel.outgoing(link));
            }
            channel.start()?;
        }
        Ok(())
    }

    /// As [`Channels::start`], for arrays in memory of the host, which `pointer` tells.
    ///
    /// # Errors
    /// Those of the transport.
    ///
    /// # Safety
    /// The arrays must have all rows of `ranks`, and nothing may write them meanwhile.
    pub(crate) unsafe fn start_of_host(
        &mut self,
        ranks: &Ranks,
        arrays: &[Crossed],
        pointer: &dyn Fn(Place) -> *mut u8,
    ) -> Result<(), Error> {
        self.start(ranks, arrays, &mut |array, link, mut out| {
            let (halo, all) = ranks.halo(array.halo);
            let (of, pointer) = (&halo.neighbours[link], pointer(array.place));
            // SAFETY: promised by the caller. Positions are within the array, because `Ranks::new` has checked them; the
            // message has room for all of them.
            unsafe {
                array.each(pointer, all, &of.send, |from, bytes| {
                    let (first, rest) = std::mem::take(&mut out).split_at_mut(bytes);
                    first.copy_from_slice(std::slice::from_raw_parts(from, bytes));
                    out = rest;
                });
                if ranks.0.poison {
                    array.each(pointer, all, &of.receive, |to, bytes| to.write_bytes(0xFF, bytes));
                }
            }
        })
    }

    /// Lets the messages of these arrays move on.
    pub(crate) fn poll(&mut self, arrays: &[Crossed]) {
        for array in arrays {
            if let Some(channel) = self.open.get_mut(&array.key()) {
                channel.poll();
            }
        }
    }

    /// Waits for the halo of these arrays. `take` gets each array, the number of the neighbour, and its message.
    ///
    /// # Errors
    /// Those of the transport.
    pub(crate) fn finish(
        &mut self,
        ranks: &Ranks,
        arrays: &[Crossed],
        take: &mut dyn FnMut(&Crossed, usize, &[u8]),
    ) -> Result<(), Error> {
        for array in arrays {
            let (halo, _) = ranks.halo(array.halo);
            let Some(channel) = self.open.get_mut(&array.key()) else { continue };
            channel.wait()?;
            for link in 0..halo.neighbours.len() {
                take(array, link, channel.incoming(link));
            }
        }
        Ok(())
    }

    /// As [`Channels::finish`], for arrays in memory of the host, into which the halo is put.
    ///
    /// # Errors
    /// Those of the transport.
    ///
    /// # Safety
    /// As for [`Channels::start_of_host`], and nothing may read the halo meanwhile.
    pub(crate) unsafe fn finish_on_host(
        &mut self,
        ranks: &Ranks,
        arrays: &[Crossed],
        pointer: &dyn Fn(Place) -> *mut u8,
    ) -> Result<(), Error> {
        self.finish(ranks, arrays, &mut |array, link, mut from| {
            let (halo, all) = ranks.halo(array.halo);
            // SAFETY: as above; the message has the bytes of all positions.
            unsafe {
                let receive = &halo.neighbours[link].receive;
                array.each(pointer(array.place), all, receive, |to, bytes| {
                    let (first, rest) = from.split_at(bytes);
                    to.copy_from_nonoverlapping(first.as_ptr(), bytes);
                    from = rest;
                });
            }
        })
    }
}
