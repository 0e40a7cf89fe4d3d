//! The operands of a call as a GPU sees them.

use std::sync::Arc;

use crate::arg::{ArgKind, Backing};
use crate::call::Results;
use crate::cuda::context::Context;
use crate::cuda::memory::{Access, Memory};
use crate::cuda::stream::Stream;
use crate::instance::Instance;
use crate::storage::Storage;
use crate::{Arg, Error};

/// Parameters, then results.
pub(super) struct Operands<'a, 'b, 'c, 'd> {
    pub(super) context: &'static Context,
    pub(super) args: &'a [Arg<'b>],
    pub(super) results: &'a Results<'c, 'd>,
}

/// One operand.
pub(super) enum Operand<'a> {
    Value(u64),
    Memory(&'a Memory, Access),
    /// Memory of the host, which is copied to the device and back.
    Staged {
        pointer: *mut u8,
        bytes: usize,
        upload: bool,
        download: bool,
    },
}

/// Copies arrays that array-fn owns to the device, unless they are there already. The contents of arrays that are only
/// written do not matter.
pub(super) fn bring(
    context: &'static Context,
    stream: &'static Stream,
    args: &mut [Arg<'_>],
    contents: bool,
) -> Result<(), Error> {
    for arg in args {
        match &mut arg.place {
            Backing::Host => {}
            Backing::Storage(storage) => {
                storage.device(context)?;
            }
            Backing::StorageMut(storage) => {
                if storage.device_copy().is_some_and(|memory| memory.context() != context) {
                    storage.written_on_host();
                }
                match storage {
                    Storage::Host { buffer, copy } if !contents => {
                        if copy.get().is_none() {
                            let memory =
                                Memory::device(stream, buffer.bytes()).map_err(Error::Cuda)?;
                            copy.get_or_init(|| memory);
                        }
                    }
                    storage => {
                        storage.device(context)?;
                    }
                }
            }
        }
    }
    Ok(())
}

impl Operands<'_, '_, '_, '_> {
    pub(super) fn count(instance: &Instance) -> usize {
        instance.program.params.len() + instance.program.results.len()
    }

    fn arg(&self, k: usize) -> Option<&Arg<'_>> {
        match self.args.get(k) {
            Some(arg) => Some(arg),
            None => self.results.outs().get(k - self.args.len()),
        }
    }

    /// Memory of an array that array-fn owns, on this device.
    fn memory<'p>(&self, place: &'p Backing<'_>) -> Option<&'p Arc<Memory>> {
        let memory = place.storage().and_then(Storage::device_copy);
        memory.filter(|memory| memory.context() == self.context)
    }

    /// Whether the operand has to be copied from or to the host.
    pub(super) fn is_staged(&self, k: usize) -> bool {
        match self.arg(k) {
            Some(arg) => match arg.kind {
                ArgKind::Scalar(_) => false,
                _ => self.memory(&arg.place).is_none(),
            },
            None => false,
        }
    }

    /// Whether it is a result that the call has allocated.
    pub(super) fn is_new(&self, k: usize) -> bool {
        self.arg(k).is_none()
    }

    pub(super) fn get(&self, k: usize) -> Operand<'_> {
        let Some(arg) = self.arg(k) else {
            // A result that the call allocated.
            let storage = self.results.storage(k - self.args.len());
            return match storage.and_then(Storage::device_copy) {
                Some(memory) => Operand::Memory(memory, Access::Write),
                None => unreachable!("results of a call on a GPU are there"),
            };
        };
        let access = match arg.kind {
            ArgKind::Scalar(bits) => return Operand::Value(bits),
            ArgKind::ArrayMut => Access::Write,
            ArgKind::Array | ArgKind::Index { .. } => Access::Read,
        };
        match self.memory(&arg.place) {
            Some(memory) => Operand::Memory(memory, access),
            None => Operand::Staged {
                pointer: arg.pointer,
                bytes: arg.bytes,
                upload: k < self.args.len(),
                download: access == Access::Write,
            },
        }
    }
}
