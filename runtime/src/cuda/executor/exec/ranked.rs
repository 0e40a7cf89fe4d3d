//! Calls of a rank. Its launches are several graphs, between which the host exchanges elements with other ranks.
//!
//! ```text
//! stream  launches before, pack, copy ─▶ event ─▶ interior ─────────▶ copy, unpack, rest, launches after ─▶
//! host                                   wait ─▶ post ─▶ wait for messages ─▶ launch
//! ```
//!
//! A graph has everything from one exchange to the next one. Which arrays are exchanged depends on what the passes of a loop have
//! written, so graphs are made when they are needed, and kept by their items ([`Item`]). Loops with exchanges are the host's.

use std::sync::{Arc, MutexGuard};

use super::{Exec, Segment, segment_staging};
use crate::Error;
use crate::cuda::CudaError;
use crate::cuda::executor::kernels::Kernels;
use crate::cuda::executor::layout::Layout;
use crate::cuda::executor::messages::{Direction, Messages};
use crate::cuda::executor::steps::{self, Item};
use crate::cuda::executor::{Engine, Executor};
use crate::cuda::memory::Memory;
use crate::cuda::stream::{Event, Stream};
use crate::instance::Instance;
use crate::instance::flow::Part;
use crate::plan::Place;
use crate::ranks::{self, Channels, Crossed, OnRank, Order, Own, Ranks, WeakRanks};
use crate::trace::Recorder;

/// What the graphs of a rank need.
pub(super) struct Ranked {
    ranks: WeakRanks,
    order: Arc<Order>,
    messages: Box<[Messages]>,
    /// For each launch that runs for some rows, the numbers of the kernels of the interior and of the rest.
    rows: Box<[Option<[usize; 2]>]>,
    /// The number of the kernels of the first of `messages`. Each has two.
    first_kernels: usize,
    /// Copies of parameters that are only read, whose halo is written.
    copies: Vec<(usize, Arc<Memory>)>,
    /// The items of the segments behind the first two.
    items: Vec<Vec<Item>>,
    /// The point after which messages are on the host.
    packed: Event,
}

/// The most graphs that are kept.
const MOST_GRAPHS: usize = 128;

impl Ranked {
    /// What a rank needs, and its kernels.
    pub(super) fn new(
        engine: &Engine,
        instance: &Instance,
        stream: &'static Stream,
        staged: &[bool],
        ranks: &Ranks,
    ) -> Result<(Ranked, Arc<Layout>), Error> {
        let order = Order::new(instance, ranks)?;
        let mut messages: Vec<Messages> = Vec::new();
        for array in order.across.iter().flatten().flat_map(|of| &of.arrays) {
            if messages.iter().all(|known| known.array != *array) {
                let new = Messages::new(stream, ranks, *array, &messages).map_err(Error::Cuda)?;
                messages.push(new);
            }
        }
        let launches = instance.launches.len();
        let mut more: Vec<Kernels> = Vec::new();
        let mut rows = Vec::with_capacity(launches);
        for (k, across) in order.across.iter().enumerate() {
            rows.push(match across {
                Some(across) if across.by_rows => {
                    for part in ranks.rows().parts() {
                        more.push(Kernels::of_rows(&engine.module, instance, k, part)?);
                    }
                    let end = launches + more.len();
                    Some([end - 2, end - 1])
                }
                _ => None,
            });
        }
        let first_kernels = launches + more.len();
        for of in &messages {
            more.extend(of.kernels(&engine.module, instance)?);
        }
        let is_across = |k: usize| order.across[k].is_some();
        let layout = Layout::on_rank(&engine.module, instance, &is_across, more)?;
        let mut copies = Vec::new();
        for place in ranks::copied(instance) {
            if let Place::Param(k) = place
                && !staged[usize::from(k)]
            {
                let memory = Memory::device(stream, instance.place_bytes(place));
                copies.push((usize::from(k), memory.map_err(Error::Cuda)?));
            }
        }
        let ranked = Ranked {
            ranks: ranks.downgrade(),
            order: Arc::new(order),
            messages: messages.into(),
            rows: rows.into(),
            first_kernels,
            copies,
            items: Vec::new(),
            packed: Event::new(engine.context, false).map_err(Error::Cuda)?,
        };
        Ok((ranked, Arc::new(layout)))
    }

    /// The copy of an operand that launches work on instead.
    pub(super) fn copy_of(&self, operand: usize) -> Option<&Arc<Memory>> {
        self.copies.iter().find(|(k, _)| *k == operand).map(|(_, memory)| memory)
    }

    pub(super) fn copies(&self) -> &[(usize, Arc<Memory>)] {
        &self.copies
    }

    /// All memory that it needs.
    pub(super) fn memory(&self) -> impl Iterator<Item = &Arc<Memory>> {
        let of_messages = self.messages.iter().flat_map(|of| [&of.outgoing, &of.incoming]);
        let of_messages = of_messages.flat_map(|direction| direction.memory());
        of_messages.chain(self.copies.iter().map(|(_, memory)| memory))
    }

    /// The messages with this number to other ranks, or from them.
    pub(super) fn outgoing(&self, messages: usize) -> &Direction {
        &self.messages[messages].outgoing
    }

    pub(super) fn incoming(&self, messages: usize) -> &Direction {
        &self.messages[messages].incoming
    }

    /// The number of the messages of an array.
    fn of(&self, array: &Crossed) -> usize {
        let position = self.messages.iter().position(|of| of.array == *array);
        position.unwrap_or_else(|| unreachable!("an array of a launch has messages"))
    }

    /// The numbers of the messages of arrays and of one of their kernels, for messages that are not empty.
    fn moves(&self, arrays: &[Crossed], is_incoming: bool) -> Vec<(usize, usize)> {
        let messages = arrays.iter().map(|array| self.of(array));
        let some = messages.filter(|&k| match is_incoming {
            true => !self.incoming(k).is_empty(),
            false => !self.outgoing(k).is_empty(),
        });
        some.map(|k| (k, self.first_kernels + 2 * k + usize::from(is_incoming))).collect()
    }

    /// The launches of items, and the loops among them.
    fn parts(&self, items: &[Item]) -> Box<[Part<std::ops::Range<usize>>]> {
        let one = |k: usize| Part::Straight(k..k + 1);
        let mut parts = Vec::new();
        for item in items {
            match item {
                Item::Upload | Item::Download => {}
                Item::Receive(all) | Item::Send(all) => {
                    parts.extend(all.iter().map(|(_, kernels)| one(*kernels)));
                }
                Item::Rows { kernels, .. } => parts.push(one(*kernels)),
                Item::Launches(range) => match self.order.own(range) {
                    Some(own) => parts.extend(own.parts.iter().cloned()),
                    // A launch that cannot run for some rows.
                    None => parts.push(Part::Straight(range.clone())),
                },
            }
        }
        parts.into()
    }
}

impl Exec {
    /// Whether it is of this rank.
    pub(in crate::cuda::executor) fn is_of(&self, ranks: &Ranks) -> bool {
        self.ranked.as_ref().is_some_and(|ranked| ranked.ranks.is(ranks))
    }

    /// Whether nobody has its rank any more.
    pub(in crate::cuda::executor) fn is_orphan(&self) -> bool {
        self.ranked.as_ref().is_some_and(|ranked| ranked.ranks.is_gone())
    }

    /// Runs everything but checks on a rank.
    ///
    /// # Safety
    /// As for [`Exec::run`]; arrays along the rows have all rows of the rank.
    pub(super) unsafe fn run_on_rank(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        stream: &'static Stream,
        ranks: &Ranks,
        trace: Option<&Recorder>,
    ) -> Result<(), Error> {
        let Some(order) = self.ranked.as_ref().map(|ranked| ranked.order.clone()) else {
            unreachable!("it was made for a rank")
        };
        let channels = ranks.channels();
        let pending =
            if instance.schedule.checks.is_empty() { vec![Item::Upload] } else { Vec::new() };
        let mut rank =
            GpuRank { exec: self, engine, instance, stream, ranks, trace, channels, pending };
        ranks::run(&order, instance, &mut rank)?;
        rank.pending.push(Item::Download);
        rank.flush().map_err(Error::Cuda)
    }
}

/// A call of a rank. Whoever makes one promises what [`Exec::run_on_rank`] asks for.
struct GpuRank<'r> {
    exec: &'r mut Exec,
    engine: &'r Engine,
    instance: &'r Instance,
    stream: &'static Stream,
    ranks: &'r Ranks,
    trace: Option<&'r Recorder>,
    channels: MutexGuard<'r, Channels>,
    /// What is to be put on the stream next, as one graph.
    pending: Vec<Item>,
}

impl GpuRank<'_> {
    fn ranked(&self) -> &Ranked {
        self.exec.ranked.as_ref().unwrap_or_else(|| unreachable!("it was made for a rank"))
    }

    /// Puts everything that is pending on the stream.
    fn flush(&mut self) -> Result<(), CudaError> {
        let items = std::mem::take(&mut self.pending);
        let at = match self.ranked().items.iter().position(|known| *known == items) {
            Some(position) => super::REST + 1 + position,
            None => self.segment_of(items),
        };
        let segment = &self.exec.segments[at];
        if segment.steps.steps.is_empty() {
            return Ok(());
        }
        if segment.is_missing(self.exec.has_graph(self.engine)) {
            self.exec.make_graph(self.engine, self.instance, at)?;
        }
        // SAFETY: promised where this was made. Items come in an order in which each may follow the one before.
        unsafe { self.exec.run(self.engine, self.instance, self.stream, at, None) }
    }

    /// A new segment.
    fn segment_of(&mut self, items: Vec<Item>) -> usize {
        let exec = &mut *self.exec;
        if exec.segments.len() >= MOST_GRAPHS {
            exec.segments.truncate(super::REST + 1);
            if let Some(ranked) = &mut exec.ranked {
                ranked.items.clear();
            }
        }
        let has_kernels = |k: usize| exec.layout.kernels[k].lists() > 0;
        let steps =
            segment_staging(self.instance, &exec.layout.done_by, &exec.staged, true, |staging| {
                steps::of_items(self.instance, staging, &items, &has_kernels)
            });
        let steps = match self.engine.executor {
            Executor::Graph => steps,
            _ => steps.into_chain(),
        };
        let parts = self.ranked().parts(&items);
        self.exec.segments.push(Segment::new(steps, parts));
        if let Some(ranked) = &mut self.exec.ranked {
            ranked.items.push(items);
        }
        self.exec.segments.len() - 1
    }

    /// Does something that the timeline shows.
    fn event<T>(trace: Option<&Recorder>, name: &'static str, work: impl FnOnce() -> T) -> T {
        match trace {
            None => work(),
            Some(trace) => trace.chunks().event(name, work),
        }
    }

    /// Fills the halo of these arrays with NaNs.
    fn poison(&self, incoming: &[(usize, usize)]) -> Result<(), CudaError> {
        for &(messages, kernels) in incoming {
            self.ranked().incoming(messages).device.fill(self.stream, 0xFF)?;
            for launch in &self.exec.layout.kernels[kernels].launches {
                // SAFETY: the arguments are those of the kernel; everything that it uses is ordered on the stream.
                unsafe { launch.run(self.stream, self.exec.arguments(kernels, 0))? };
            }
        }
        Ok(())
    }

    /// Puts the work on the stream that [`OnRank::begin`] lets run before the halo is there.
    fn submit(&mut self, k: usize, arrays: &[Crossed]) -> Result<(), CudaError> {
        if !arrays.is_empty() {
            let outgoing = self.ranked().moves(arrays, false);
            if !outgoing.is_empty() {
                self.pending.push(Item::Send(outgoing));
            }
            self.flush()?;
            self.ranked().packed.record(self.stream)?;
            if self.ranks.is_poisoned() {
                self.poison(&self.ranked().moves(arrays, true))?;
            }
        }
        if let Some([interior, _]) = self.ranked().rows[k] {
            self.pending.push(Item::Rows { launch: k, kernels: interior });
        }
        if arrays.is_empty() { Ok(()) } else { self.flush() }
    }
}

impl OnRank for GpuRank<'_> {
    fn own(&mut self, own: &Own) -> Result<(), Error> {
        self.pending.push(Item::Launches(own.launches.clone()));
        Ok(())
    }

    /// The interior is on the stream before the host waits for the elements that others need, so the device never idles.
    fn begin(&mut self, k: usize, arrays: &[Crossed]) -> Result<(), Error> {
        self.submit(k, arrays).map_err(Error::Cuda)?;
        if arrays.is_empty() {
            return Ok(());
        }
        let (trace, ranks) = (self.trace, self.ranks);
        let ranked = self.exec.ranked.as_ref();
        let ranked = ranked.unwrap_or_else(|| unreachable!("it was made for a rank"));
        let channels = &mut self.channels;
        Self::event(trace, "send halo", || {
            ranked.packed.synchronize().map_err(Error::Cuda)?;
            channels.start(ranks, arrays, &mut |array, neighbour, message| {
                let (from, bytes) = ranked.outgoing(ranked.of(array)).on_host(neighbour);
                assert_eq!(bytes, message.len(), "bytes of a message");
                if bytes > 0 {
                    // SAFETY: the memory on the host has the bytes of the message. The device has written them, and writes
                    // no others before the next exchange.
                    message.copy_from_slice(unsafe { std::slice::from_raw_parts(from, bytes) });
                }
            })
        })
    }

    fn end(&mut self, k: usize, arrays: &[Crossed]) -> Result<(), Error> {
        if !arrays.is_empty() {
            let (trace, ranks) = (self.trace, self.ranks);
            let ranked = self.exec.ranked.as_ref();
            let ranked = ranked.unwrap_or_else(|| unreachable!("it was made for a rank"));
            let channels = &mut self.channels;
            Self::event(trace, "wait for halo", || {
                channels.finish(ranks, arrays, &mut |array, neighbour, message| {
                    let (to, bytes) = ranked.incoming(ranked.of(array)).on_host(neighbour);
                    assert_eq!(bytes, message.len(), "bytes of a message");
                    // SAFETY: the memory on the host has room for the message. The copy that read it last is before an
                    // event that the host has waited for since.
                    unsafe { to.copy_from_nonoverlapping(message.as_ptr(), bytes) };
                })
            })?;
            let incoming = ranked.moves(arrays, true);
            if !incoming.is_empty() {
                self.pending.push(Item::Receive(incoming));
            }
        }
        self.pending.push(match self.ranked().rows[k] {
            Some([_, rest]) => Item::Rows { launch: k, kernels: rest },
            None => Item::Launches(k..k + 1),
        });
        Ok(())
    }

    fn holds(&mut self, condition: usize) -> Result<bool, Error> {
        self.flush().map_err(Error::Cuda)?;
        self.exec.holds(self.instance, self.stream, condition).map_err(Error::Cuda)
    }
}
