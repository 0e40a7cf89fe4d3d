//! Where the elements of an array are: on the host, on a GPU, or copied from one to the other.

use std::sync::{Arc, OnceLock};

use crate::Error;
use crate::buffer::Buffer;
use crate::cuda::{self, Context, Memory};

/// Elements, where they were written last, and a copy of them elsewhere if somebody needed it there.
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

    /// The GPU that the elements are on, if it is one.
    pub(crate) fn context(&self) -> Option<&'static Context> {
        match self {
            Storage::Host { .. } => None,
            Storage::Device { memory, .. } => Some(memory.context()),
        }
    }

    /// The elements on the host: waits for the work that makes them, and copies them once.
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

    /// The elements on the host, to be written there; they are on the host alone then.
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

    /// The elements on a GPU, copied there once; None where they are on, or were copied to, another one.
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
