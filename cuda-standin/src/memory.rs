//! Allocations of the stand-in: memory of the host of exactly the size that was asked for.

use std::alloc::{Layout, alloc, dealloc};
use std::collections::{BTreeMap, VecDeque};

/// What freed memory holds, and new memory: quiet NaNs.
const POISON: u8 = 0xFF;
/// Bytes of freed memory that are kept, so that a late use finds poison rather than something else.
const QUARANTINE: usize = 64 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Device,
    Pinned,
    /// Of a graph's allocation node.
    Graph,
}

pub struct Allocation {
    pub pointer: *mut u8,
    pub bytes: usize,
    pub kind: Kind,
    /// Not given to a free yet, even one that is only queued.
    pub live: bool,
    pub uses: Uses,
}

/// Positions in streams: a stream, and the number of an operation on it.
pub type Position = (usize, u64);

/// Who used an allocation last.
#[derive(Default)]
pub struct Uses {
    pub writer: Option<Position>,
    /// Since then, the last one of each stream.
    pub readers: Vec<Position>,
}

#[derive(Default)]
pub struct Memory {
    allocations: BTreeMap<u64, Allocation>,
    quarantine: VecDeque<(*mut u8, Layout)>,
    quarantined: usize,
    /// Bytes of the device in use.
    pub used: usize,
    /// Bytes of the device for the local memory of threads.
    pub reserved: usize,
    pub limit: Option<usize>,
    /// Whether the addresses of freed memory come again at once.
    pub reuse: bool,
}

// SAFETY: the memory belongs to this object.
unsafe impl Send for Memory {}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.max(1), 64).ok()
}

impl Memory {
    /// None where the limit, or the host's memory, is exhausted.
    pub fn allocate(&mut self, bytes: usize, kind: Kind) -> Option<u64> {
        let counts = kind != Kind::Pinned;
        if counts && bytes > self.free() {
            return None;
        }
        let pointer = match self.freed(layout(bytes)?) {
            Some(pointer) => pointer,
            // SAFETY: the layout's size is not zero.
            None => unsafe { alloc(layout(bytes)?) },
        };
        if pointer.is_null() {
            return None;
        }
        // SAFETY: allocated just now, or before and freed.
        unsafe { pointer.write_bytes(POISON, bytes) };
        let address = pointer.expose_provenance() as u64;
        let uses = Uses::default();
        self.allocations.insert(address, Allocation { pointer, bytes, kind, live: true, uses });
        self.used += if counts { bytes } else { 0 };
        Some(address)
    }

    /// Memory that was freed, the latest first, where it may be used again.
    fn freed(&mut self, layout: Layout) -> Option<*mut u8> {
        let position = self.quarantine.iter().rposition(|&(_, own)| own == layout);
        let (pointer, _) = self.quarantine.remove(position.filter(|_| self.reuse)?)?;
        self.quarantined -= layout.size();
        Some(pointer)
    }

    /// Bytes of the device that are free.
    pub fn free(&self) -> usize {
        let taken = self.used.saturating_add(self.reserved);
        self.limit.map_or(usize::MAX, |limit| limit.saturating_sub(taken))
    }

    /// Reserves so many bytes for the local memory of threads, unless as many are reserved. False if they are not free.
    pub fn reserve(&mut self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.reserved);
        let fits = more <= self.free();
        self.reserved += if fits { more } else { 0 };
        fits
    }

    /// Gives up what is reserved.
    pub fn forget_reserved(&mut self) {
        self.reserved = 0;
    }

    /// Frees for good.
    pub fn release(&mut self, address: u64) {
        let Some(allocation) = self.allocations.remove(&address) else { return };
        if allocation.kind != Kind::Pinned {
            self.used -= allocation.bytes;
        }
        let Some(layout) = layout(allocation.bytes) else { return };
        // SAFETY: the memory is this object's.
        unsafe { allocation.pointer.write_bytes(POISON, allocation.bytes) };
        self.quarantine.push_back((allocation.pointer, layout));
        self.quarantined += layout.size();
        while self.quarantined > QUARANTINE {
            let Some((pointer, layout)) = self.quarantine.pop_front() else { break };
            self.quarantined -= layout.size();
            // SAFETY: allocated with this layout, and not used any more.
            unsafe { dealloc(pointer, layout) };
        }
    }

    pub fn get(&mut self, address: u64) -> Option<&mut Allocation> {
        self.allocations.get_mut(&address)
    }

    /// Where the allocation begins that holds all these bytes, or what is wrong.
    pub fn find(&self, address: u64, bytes: usize) -> Result<u64, String> {
        let before = self.allocations.range(..=address).next_back();
        let Some((&start, allocation)) = before else {
            return Err(format!("{address:#x} is not memory of the device"));
        };
        let offset = (address - start) as usize;
        if offset > allocation.bytes || offset == allocation.bytes && allocation.bytes > 0 {
            return Err(format!("{address:#x} is not memory of the device"));
        }
        if offset.saturating_add(bytes) > allocation.bytes {
            return Err(format!(
                "{bytes} bytes from {offset} on do not fit into an allocation of {}",
                allocation.bytes
            ));
        }
        if !allocation.live {
            return Err(format!("the allocation of {} bytes is freed", allocation.bytes));
        }
        Ok(start)
    }

    pub fn count(&self, kind: Kind) -> usize {
        self.allocations.values().filter(|a| a.kind == kind && a.live).count()
    }
}

impl Memory {
    /// Bytes of the allocation that begins there; 0 if none does.
    pub fn size(&self, address: u64) -> usize {
        self.allocations.get(&address).map_or(0, |allocation| allocation.bytes)
    }

    /// What the allocation holds that begins there; nothing if none does.
    pub fn contents(&self, address: u64) -> &[u8] {
        self.allocations.get(&address).map_or(&[], |allocation| {
            // SAFETY: the allocation is this object's, has as many bytes, and was filled when it was made.
            unsafe { std::slice::from_raw_parts(allocation.pointer, allocation.bytes) }
        })
    }

    pub fn bytes(&self, kind: Kind) -> usize {
        self.allocations.values().filter(|a| a.kind == kind).map(|a| a.bytes).sum()
    }

    /// The allocation that holds these bytes, even if a free of it is queued.
    pub fn find_any(&self, address: u64, bytes: usize) -> Option<(u64, Kind)> {
        let (&start, allocation) = self.allocations.range(..=address).next_back()?;
        let end = (address - start) as usize + bytes;
        (end <= allocation.bytes && (address - start) as usize <= allocation.bytes)
            .then_some((start, allocation.kind))
    }
}
