//! Functions: programs and what was instantiated from them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::Error;
use crate::instance::{Instance, Key};
use crate::plan::Program;

/// A compiled function: the program, and its plans for the dimensions it was called with so far.
///
/// Only generated code makes functions: a call trusts the program, as [`crate::call`] says. So making one is
/// `unsafe`, and every call of one is safe.
pub struct Function {
    program: &'static Program,
    /// Most recently used first.
    instances: Mutex<Vec<Arc<Instance>>>,
}

/// Element types, as a tuple, that a function with a choice of them was compiled for. `F` stands for the function.
///
/// The trait is here, not in generated code, because `#[diagnostic]` is not known where a crate has no prelude.
#[diagnostic::on_unimplemented(
    message = "the function is not compiled for the element types `{Self}`",
    note = "the choices are those of its `<T: f32 | f64>`"
)]
pub trait Instantiated<F> {
    /// The function for these types.
    fn function() -> &'static Function;
}

impl Function {
    /// Number of plans that are kept; the least recently used one goes first.
    const CAPACITY: usize = 32;

    /// A function with nothing built yet.
    ///
    /// # Safety
    /// The program must keep the contract of [`crate::call`]: whatever dimensions satisfy its constraints, its
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
        // Built without the lock: callers with other dimensions need not wait.
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
