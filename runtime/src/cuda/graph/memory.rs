//! The memory that nodes use: buffers, and memory that a graph allocates itself.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use crate::cuda::buffer::HostMemory;
use crate::cuda::{DeviceBuffer, Gpu, HostBuffer, Memory, Number};

/// Memory that a graph allocates when it runs ([`Graph::alloc`](super::Graph::alloc)) and frees again
/// ([`Graph::free`](super::Graph::free)). Its contents are undefined until a node writes them, and do not survive the
/// launch.
///
/// Clones and slices are handles of the same allocation.
pub struct GraphBuffer<T: Number> {
    pub(super) allocation: Allocation,
    start: usize,
    len: usize,
    elements: PhantomData<T>,
}

/// An allocation of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Allocation {
    /// A number that no other allocation of the process has.
    pub(super) number: u64,
    /// Its place among the allocations of its graph.
    pub(super) index: usize,
}

impl<T: Number> GraphBuffer<T> {
    pub(super) fn new(allocation: Allocation, len: usize) -> GraphBuffer<T> {
        GraphBuffer { allocation, start: 0, len, elements: PhantomData }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A handle of a part.
    ///
    /// # Panics
    /// If the range is not within the buffer.
    pub fn slice(&self, range: Range<usize>) -> GraphBuffer<T> {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "range {range:?} is not within a buffer of length {}",
            self.len
        );
        let (start, len) = (self.start + range.start, range.len());
        GraphBuffer { allocation: self.allocation, start, len, elements: PhantomData }
    }
}

impl<T: Number> Clone for GraphBuffer<T> {
    fn clone(&self) -> GraphBuffer<T> {
        self.slice(0..self.len)
    }
}

impl<T: Number> std::fmt::Debug for GraphBuffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GraphBuffer<{}>({} elements)", T::DTYPE, self.len)
    }
}

/// Something that nodes use: memory or a condition.
#[derive(Clone)]
pub(super) enum Region {
    Device(Arc<Memory>),
    Host(Arc<HostMemory>),
    Allocation(Allocation),
    /// The value of a condition, by its number.
    Condition(u64),
}

/// A region by identity: different keys never overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RegionKey {
    Memory(usize),
    Allocation(Allocation),
    Condition(u64),
}

impl Region {
    pub(super) fn key(&self) -> RegionKey {
        match self {
            Region::Device(memory) => RegionKey::Memory(Arc::as_ptr(memory).addr()),
            Region::Host(memory) => RegionKey::Memory(Arc::as_ptr(memory).addr()),
            Region::Allocation(allocation) => RegionKey::Allocation(*allocation),
            Region::Condition(number) => RegionKey::Condition(*number),
        }
    }

    /// The device that the region belongs to; `None` for regions of the graph, which belong to its device.
    pub(super) fn gpu(&self) -> Option<Gpu> {
        match self {
            Region::Device(memory) => Some(Gpu::of(memory.context())),
            Region::Host(memory) => Some(Gpu::of(memory.memory.context())),
            Region::Allocation(_) | Region::Condition(_) => None,
        }
    }

    /// The one to which the memory of a region belongs. The driver does not let a node change from one to another.
    pub(super) fn owner(&self) -> &'static str {
        match self {
            Region::Device(_) => "a device buffer",
            Region::Host(_) => "a host buffer",
            Region::Allocation(_) => "memory of the graph",
            Region::Condition(_) => "a condition",
        }
    }

    /// The region, in words.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Region::Device(_) | Region::Host(_) | Region::Allocation(_) => "memory",
            Region::Condition(_) => "condition",
        }
    }
}

/// A range of bytes of a region.
#[derive(Clone)]
pub(super) struct Span {
    pub(super) region: Region,
    pub(super) range: Range<usize>,
}

impl Span {
    pub(super) fn bytes(&self) -> usize {
        self.range.len()
    }

    /// Whether both are the same bytes.
    pub(super) fn same(&self, other: &Span) -> bool {
        self.region.key() == other.region.key() && self.range == other.range
    }
}

mod sealed {
    /// The bytes of a buffer, for this module alone.
    pub trait Spanned {
        fn span(&self) -> super::Spanning;
    }
}

/// A span that outsiders cannot name.
pub struct Spanning(pub(super) Span);

/// A buffer in the memory of a device: a [`DeviceBuffer`] or a [`GraphBuffer`].
pub trait OnDevice<T: Number>: sealed::Spanned {
    /// Number of elements.
    #[doc(hidden)]
    fn elements(&self) -> usize;
}

impl<T: Number> sealed::Spanned for DeviceBuffer<T> {
    fn span(&self) -> Spanning {
        let (memory, range) = DeviceBuffer::span(self);
        Spanning(Span { region: Region::Device(memory.clone()), range })
    }
}

impl<T: Number> OnDevice<T> for DeviceBuffer<T> {
    fn elements(&self) -> usize {
        self.len()
    }
}

impl<T: Number> sealed::Spanned for GraphBuffer<T> {
    fn span(&self) -> Spanning {
        let range = self.start * size_of::<T>()..(self.start + self.len) * size_of::<T>();
        Spanning(Span { region: Region::Allocation(self.allocation), range })
    }
}

impl<T: Number> OnDevice<T> for GraphBuffer<T> {
    fn elements(&self) -> usize {
        self.len
    }
}

/// The bytes of a buffer on the device.
pub(super) fn device_span<T: Number>(buffer: &impl OnDevice<T>) -> Span {
    buffer.span().0
}

/// The bytes of a buffer on the host.
pub(super) fn host_span<T: Number>(buffer: &HostBuffer<T>) -> Span {
    let (memory, range) = buffer.span();
    Span { region: Region::Host(memory.clone()), range }
}

/// The direction of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    ToDevice,
    OnDevice,
    ToHost,
}

/// A copy, with its source and its target.
#[derive(Clone)]
pub struct Transfer {
    pub(super) direction: Direction,
    pub(super) target: Span,
    pub(super) source: Span,
    /// The numbers of elements of both.
    pub(super) elements: (usize, usize),
}

impl Transfer {
    /// From the host to the device.
    pub fn to_device<T: Number>(target: &impl OnDevice<T>, source: &HostBuffer<T>) -> Transfer {
        Transfer {
            direction: Direction::ToDevice,
            elements: (target.elements(), source.len()),
            target: device_span(target),
            source: host_span(source),
        }
    }

    /// From one place on the device to another.
    pub fn on_device<T: Number>(target: &impl OnDevice<T>, source: &impl OnDevice<T>) -> Transfer {
        Transfer {
            direction: Direction::OnDevice,
            elements: (target.elements(), source.elements()),
            target: device_span(target),
            source: device_span(source),
        }
    }

    /// From the device to the host.
    pub fn to_host<T: Number>(target: &HostBuffer<T>, source: &impl OnDevice<T>) -> Transfer {
        Transfer {
            direction: Direction::ToHost,
            elements: (target.len(), source.elements()),
            target: host_span(target),
            source: device_span(source),
        }
    }
}

/// A pattern of bytes that is written again and again.
#[derive(Clone)]
pub(super) struct Fill {
    pub(super) target: Span,
    pub(super) pattern: Pattern,
}

/// A value as a memset takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The bytes of the value, those of lowest worth first; the other bytes are zero.
    pub(super) bits: u32,
    /// How many bytes are repeated: 1, 2 or 4. The target begins at a multiple, and is as long as a multiple.
    pub(super) bytes: u32,
}
