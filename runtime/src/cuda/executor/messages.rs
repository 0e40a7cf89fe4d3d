//! The messages of a rank on a device: which elements of arrays they have, and their memory on the device and on the host.

use std::sync::Arc;

use super::kernels::{Argument, Kernels};
use crate::Error;
use crate::cuda::CudaError;
use crate::cuda::memory::Memory;
use crate::cuda::module::Module;
use crate::cuda::stream::Stream;
use crate::instance::Instance;
use crate::ranks::{Crossed, Neighbour, Ranks};

/// The messages with elements of one array, to all neighbours and from all of them.
pub(super) struct Messages {
    pub(super) array: Crossed,
    pub(super) outgoing: Arc<Direction>,
    pub(super) incoming: Arc<Direction>,
}

/// All messages of one direction, one behind the other in the order of neighbours.
pub(super) struct Direction {
    /// The place of each element in its array, as numbers on the device.
    places: Arc<Memory>,
    /// The number of elements.
    elements: usize,
    /// The messages on the device, and on the host.
    pub(super) device: Arc<Memory>,
    pub(super) host: Arc<Memory>,
    /// For each neighbour, the bytes at which its message begins, then the bytes of all.
    starts: Vec<usize>,
}

impl Direction {
    fn new(
        stream: &'static Stream,
        ranks: &Ranks,
        array: Crossed,
        positions: impl Fn(&Neighbour) -> &[usize],
    ) -> Result<Direction, CudaError> {
        let (halo, all) = ranks.halo(array.halo);
        let (mut places, mut starts) = (Vec::new(), vec![0]);
        for neighbour in &halo.neighbours {
            let of = array.places(all, positions(neighbour));
            places.extend(of.map(|place| place as i64));
            starts.push(places.len() * array.bytes);
        }
        let bytes: Vec<u8> = places.iter().flat_map(|place| place.to_ne_bytes()).collect();
        let of_places = Memory::device(stream, bytes.len())?;
        of_places.write(stream, 0, &bytes)?;
        let total = places.len() * array.bytes;
        Ok(Direction {
            places: of_places,
            elements: places.len(),
            device: Memory::device(stream, total)?,
            host: Memory::pinned(stream.context(), total)?,
            starts,
        })
    }

    /// All memory that it needs.
    pub(super) fn memory(&self) -> [&Arc<Memory>; 3] {
        [&self.places, &self.device, &self.host]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.device.bytes() == 0
    }

    /// The message on the host for a neighbour, or of it.
    pub(super) fn on_host(&self, neighbour: usize) -> (*mut u8, usize) {
        let (start, end) = (self.starts[neighbour], self.starts[neighbour + 1]);
        // The addition never wraps: the message is within the memory, or empty.
        (self.host.host_pointer().wrapping_add(start), end - start)
    }

    /// The kernel that moves elements between the array and the messages.
    fn kernel(
        &self,
        module: &Module,
        instance: &Instance,
        array: Crossed,
        name: &'static str,
    ) -> Result<Kernels, Error> {
        // Elements are moved in words as wide as possible.
        let width = [8, 4, 2, 1].into_iter().find(|width| array.bytes.is_multiple_of(*width));
        let width = width.unwrap_or(1);
        let words = array.bytes / width;
        let count = self.elements * words;
        let number = |n: usize| Argument::Number(n as u64);
        let arguments = [
            Argument::Array(array.place),
            Argument::Number(self.device.address()),
            Argument::Number(self.places.address()),
            number(count),
            number(words),
            number(width),
        ];
        Kernels::of_elements(module, instance, name, count, &arguments)
    }
}

impl Messages {
    /// The messages of an array. They have the memory of `others` that are as long, and never under way at the same time.
    ///
    /// # Errors
    /// Those of the driver.
    pub(super) fn new(
        stream: &'static Stream,
        ranks: &Ranks,
        array: Crossed,
        others: &[Messages],
    ) -> Result<Messages, CudaError> {
        let alike = |other: &&Messages| Crossed { place: array.place, ..other.array } == array;
        if let Some(other) = others.iter().find(alike) {
            let (outgoing, incoming) = (other.outgoing.clone(), other.incoming.clone());
            return Ok(Messages { array, outgoing, incoming });
        }
        let outgoing = Direction::new(stream, ranks, array, |of| &of.send)?;
        let incoming = Direction::new(stream, ranks, array, |of| &of.receive)?;
        Ok(Messages { array, outgoing: Arc::new(outgoing), incoming: Arc::new(incoming) })
    }

    /// The kernel that makes messages of elements, and the one that puts elements of messages into the halo. Their names are
    /// those of the compiler (`emit/cuda/halos.rs`).
    ///
    /// # Errors
    /// Those of the driver.
    pub(super) fn kernels(
        &self,
        module: &Module,
        instance: &Instance,
    ) -> Result<[Kernels; 2], Error> {
        Ok([
            self.outgoing.kernel(module, instance, self.array, "array_fn_pack")?,
            self.incoming.kernel(module, instance, self.array, "array_fn_unpack")?,
        ])
    }
}
