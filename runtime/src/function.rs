//! Functions: programs and the instances that were built from them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::Error;
use crate::instance::{Instance, Key};
use crate::plan::Program;

/// A compiled function: the program, and its plans for the dimensions that it was called with so far.
///
/// Only generated code makes functions, because a call trusts the program, as [`crate::call`] says. So making a
/// function is `unsafe`, and every call of one is safe.
pub struct Function {
    program: &'static Program,
    /// Most recently used first.
    instances: Mutex<Vec<Arc<Instance>>>,
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
        Function { program, instances: Mutex::new(Vec::new()) }
    }

    /// The compiled program.
    pub fn program(&self) -> &'static Program {
        self.program
    }

    /// The instance for `key` if there is one.
    pub(crate) fn cached(&self, key: Key<'_>) -> Option<Arc<Instance>> {
        let mut instances = self.instances.lock().unwrap_or_else(PoisonError::into_inner);
        let position = instances.iter().position(|instance| instance.key() == key)?;
        instances[..=position].rotate_right(1);
        instances.first().cloned()
    }

    /// The instance for `key`, built if there is none.
    pub(crate) fn instance(&self, key: Key<'_>) -> Result<Arc<Instance>, Error> {
        if let Some(instance) = self.cached(key) {
            return Ok(instance);
        }
        // Built without holding the lock, so that callers with other dimensions need not wait.
        let built = Arc::new(Instance::new(self.program, key)?);
        let mut instances = self.instances.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(instance) = instances.iter().find(|instance| instance.key() == key) {
            return Ok(instance.clone());
        }
        instances.truncate(Self::CAPACITY - 1);
        instances.insert(0, built.clone());
        Ok(built)
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function").field("name", &self.program.name).finish_non_exhaustive()
    }
}
