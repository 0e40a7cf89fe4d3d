//! The storage of an array's elements: on the host, on a GPU, or on one of them with a copy on the other.

use std::sync::{Arc, OnceLock};

use crate::Error;
use crate::buffer::Buffer;
use crate::cuda::{self, Context, Memory};

/// Elements in the place where they were written last, and a copy in the other place if somebody needed it there.
pub(crate) enum Storage {
    Host {
        buffer: Buffer,
        /// A copy on a GPU.
        copy: OnceLock<Arc<Memory>>,
    },
    Device {
        memory: Arc<Memory>,
        /// A copy on the host.
        copy: OnceLock<Buffer>,
    },
}

impl From<Buffer> for Storage {
    fn from(buffer: Buffer) -> Storage {
        Storage::Host { buffer, copy: OnceLock::new() }
    }
}

impl From<Arc<Memory>> for Storage {
    fn from(memory: Arc<Memory>) -> Storage {
        Storage::Device { memory, copy: OnceLock::new() }
    }
}

impl Storage {
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Storage::Host { buffer, .. } => buffer.bytes(),
            Storage::Device { memory, .. } => memory.bytes(),
        }
    }

    /// The GPU that the elements are on, if they are on one.
    pub(crate) fn context(&self) -> Option<&'static Context> {
        match self {
            Storage::Host { .. } => None,
            Storage::Device { memory, .. } => Some(memory.context()),
        }
    }

    /// The elements on the host. Waits for the work that computes them, and copies them once.
    ///
    /// # Errors
    /// Those of that work, and [`Error::OutOfMemory`].
    pub(crate) fn host(&self) -> Result<&Buffer, Error> {
        match self {
            Storage::Host { buffer, .. } => Ok(buffer),
            Storage::Device { memory, copy } => {
                if let Some(buffer) = copy.get() {
                    return Ok(buffer);
                }
                let buffer = cuda::download(memory)?;
                Ok(copy.get_or_init(|| buffer))
            }
        }
    }

    /// The elements on the host, to be written there. Afterwards they are on the host alone.
    ///
    /// # Errors
    /// As for [`Storage::host`].
    pub(crate) fn host_mut(&mut self) -> Result<&mut Buffer, Error> {
        self.host()?;
        if let Storage::Device { copy, .. } = self
            && let Some(buffer) = copy.take()
        {
            *self = Storage::from(buffer);
        }
        match self {
            Storage::Host { buffer, copy } => {
                copy.take();
                Ok(buffer)
            }
            Storage::Device { .. } => unreachable!("there is a copy on the host"),
        }
    }

    /// The elements on a GPU, if they are there.
    pub(crate) fn device_copy(&self) -> Option<&Arc<Memory>> {
        match self {
            Storage::Device { memory, .. } => Some(memory),
            Storage::Host { copy, .. } => copy.get(),
        }
    }

    /// The elements on a GPU, copied there once. `None` if they are on another GPU, or were copied to another one.
    ///
    /// # Errors
    /// Those of the copy.
    pub(crate) fn device(&self, context: &'static Context) -> Result<Option<&Arc<Memory>>, Error> {
        let memory = match self {
            Storage::Device { memory, .. } => memory,
            Storage::Host { buffer, copy } => match copy.get() {
                Some(memory) => memory,
                None => {
                    let memory = cuda::upload(context, buffer).map_err(Error::Cuda)?;
                    copy.get_or_init(|| memory)
                }
            },
        };
        Ok((memory.context() == context).then_some(memory))
    }

    /// Remembers that the elements were written into their memory on a GPU, or are about to be.
    pub(crate) fn written_on_device(&mut self) {
        match self {
            Storage::Device { copy, .. } => drop(copy.take()),
            Storage::Host { copy, .. } => {
                if let Some(memory) = copy.take() {
                    *self = Storage::from(memory);
                }
            }
        }
    }

    /// Forgets the copy of elements on the host, which are about to be written.
    pub(crate) fn written_on_host(&mut self) {
        if let Storage::Host { copy, .. } = self {
            copy.take();
        }
    }

    /// A copy in the same place.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] and those of the driver.
    pub(crate) fn duplicate(&self) -> Result<Storage, Error> {
        match self {
            Storage::Host { buffer, .. } => Ok(Storage::from(buffer.duplicate()?)),
            Storage::Device { memory, .. } => {
                Ok(Storage::from(cuda::duplicate(memory).map_err(Error::Cuda)?))
            }
        }
    }

    /// A copy on the host.
    ///
    /// # Errors
    /// As for [`Storage::host`].
    pub(crate) fn to_host(&self) -> Result<Storage, Error> {
        match self {
            Storage::Host { buffer, .. } => Ok(Storage::from(buffer.duplicate()?)),
            Storage::Device { memory, .. } => Ok(Storage::from(cuda::download(memory)?)),
        }
    }

    /// A copy on a GPU.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] and those of the driver.
    pub(crate) fn to_device(&self, context: &'static Context) -> Result<Storage, Error> {
        match self {
            Storage::Device { memory, .. } if memory.context() == context => {
                Ok(Storage::from(cuda::duplicate(memory).map_err(Error::Cuda)?))
            }
            _ => Ok(Storage::from(cuda::upload(context, self.host()?).map_err(Error::Cuda)?)),
        }
    }
}
