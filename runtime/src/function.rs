//! Functions: programs and their instantiated plans.

use crate::plan::Program;

/// A compiled function: the program and what was built from it so far.
pub struct Function {
    program: &'static Program,
}

impl Function {
    /// A function with nothing built yet.
    pub const fn new(program: &'static Program) -> Function {
        Function { program }
    }

    /// The compiled program.
    pub fn program(&self) -> &'static Program {
        self.program
    }
}
