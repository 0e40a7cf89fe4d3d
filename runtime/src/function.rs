//! Functions: programs and the instances that were built from them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::executor::Executable;
use crate::instance::Key;
use crate::plan::Program;
use crate::{Device, Error};

/// A compiled function: the program, and its plans for the dimensions that it was called with so far.
///
/// Only generated code makes functions, because a call trusts the program, as [`crate::call`] says. So making a
/// function is `unsafe`, and every call of one is safe.
pub struct Function {
    program: &'static Program,
    /// Most recently used first.
    executables: Mutex<Vec<Arc<Executable>>>,
}

/// An element type, or a tuple of several, for which a function with dtype parameters was compiled. `F` stands for the
/// function.
///
/// The trait is here, not in generated code, because a crate without a prelude does not know `#[diagnostic]`.
#[diagnostic::on_unimplemented(
    message = "the function is not compiled for `{Self}`",
    note = "the choices are those of its `<T: f32 | f64>`"
)]
pub trait Instantiated<F> {
    /// The function for these types.
    fn function() -> &'static Function;
}

/// Stands for every function of a block that has errors, whatever its element types. The crate of the block is never
/// built.
pub enum Erroneous {}

impl<T> Instantiated<Erroneous> for T {
    fn function() -> &'static Function {
        unreachable!("its array_fn! block has errors")
    }
}

impl Function {
    /// The number of plans that are kept. The least recently used one is dropped first.
    const CAPACITY: usize = 32;

    /// A function with nothing built yet.
    ///
    /// # Safety
    /// The program must keep the contract of [`crate::call`]. For all dimensions that satisfy its constraints, its
    /// kernels do with the buffers of its launches what the program says of them, and no more.
    pub const unsafe fn new(program: &'static Program) -> Function {
        Function { program, executables: Mutex::new(Vec::new()) }
    }

    /// The compiled program.
    pub fn program(&self) -> &'static Program {
        self.program
    }

    /// The instance for `key` if there is one.
    pub(crate) fn cached(&self, key: Key<'_>) -> Option<Arc<Executable>> {
        let mut executables = self.executables.lock().unwrap_or_else(PoisonError::into_inner);
        let position = executables.iter().position(|built| built.instance.key() == key)?;
        executables[..=position].rotate_right(1);
        executables.first().cloned()
    }

    /// The instance for `key`, a key of `device`, built if there is none.
    pub(crate) fn executable(
        &self,
        device: &Device,
        key: Key<'_>,
    ) -> Result<Arc<Executable>, Error> {
        if let Some(executable) = self.cached(key) {
            return Ok(executable);
        }
        // Built without holding the lock, so that callers with other dimensions need not wait.
        let built = Arc::new(Executable::new(self.program, device, key)?);
        let mut executables = self.executables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(executable) = executables.iter().find(|other| other.instance.key() == key) {
            return Ok(executable.clone());
        }
        executables.truncate(Self::CAPACITY - 1);
        executables.insert(0, built.clone());
        Ok(built)
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function").field("name", &self.program.name).finish_non_exhaustive()
    }
}
