//! The memory of the temporaries of one call on the host.

use crate::Error;
use crate::buffer::Buffer;
use crate::instance::Instance;

pub(crate) enum Temporaries {
    /// One allocation, laid out by the instance. Temporaries that are not needed at the same time share memory.
    Arena(Buffer),
    /// One allocation per temporary, of exactly its size, so that tools that watch accesses see those beyond it.
    Separate(Box<[Buffer]>),
}

impl Temporaries {
    /// # Errors
    /// [`Error::OutOfMemory`], and [`Error::SizeOverflow`] for separate ones.
    pub(crate) fn new(instance: &Instance, separate: bool) -> Result<Temporaries, Error> {
        if !separate {
            return Ok(Temporaries::Arena(Buffer::uninit(instance.arena_bytes)?));
        }
        let count = instance.schedule.temps.len();
        let buffers = (0..count).map(|temp| Buffer::uninit(instance.temp_bytes(temp)?));
        Ok(Temporaries::Separate(buffers.collect::<Result<_, Error>>()?))
    }

    /// Where a temporary of the instance begins.
    pub(crate) fn pointer(&self, instance: &Instance, temp: usize) -> *mut u8 {
        match self {
            // The addition never wraps, because the arena holds every temporary.
            Temporaries::Arena(arena) => arena.pointer().wrapping_add(instance.temp_offset(temp)),
            Temporaries::Separate(buffers) => buffers[temp].pointer(),
        }
    }

    /// Fills all with bytes.
    ///
    /// # Safety
    /// Nothing else may use the temporaries meanwhile.
    pub(crate) unsafe fn fill(&self, byte: u8) {
        let buffers = match self {
            Temporaries::Arena(arena) => std::slice::from_ref(arena),
            Temporaries::Separate(buffers) => buffers,
        };
        for buffer in buffers {
            // SAFETY: a buffer owns its bytes, which the caller has for itself.
            unsafe { buffer.pointer().write_bytes(byte, buffer.bytes()) };
        }
    }
}
