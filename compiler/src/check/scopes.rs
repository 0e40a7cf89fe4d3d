//! What names mean where an expression stands: the functions that are being lowered, with their variables and dtypes.

use super::value::{Res, Value};
use crate::dag::DType;
use crate::diagnostic::Diagnostic;
use crate::parse::ast::Block;
use std::collections::HashMap;

/// The value that a name stands for.
#[derive(Clone)]
pub(crate) struct Binding {
    /// `Err` after an error: uses stay silent.
    pub(crate) value: Res<Value>,
    pub(crate) kind: BindingKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindingKind {
    Param {
        mutable: bool,
    },
    Local,
    Dim,
    /// An index of a closure or the variable of a `for`.
    Index,
}

/// A function that is being lowered: the one that is checked, or a helper that is being inlined.
pub(crate) struct Frame {
    /// Index into [`Block::fns`]; `None` while constants are evaluated.
    pub(crate) function: Option<usize>,
    pub(crate) scopes: Vec<HashMap<String, Binding>>,
    pub(crate) dtypes: HashMap<String, DType>,
}

/// The functions that are being lowered, the innermost last: the one that is checked, then helpers, each inlined into the
/// one before.
pub(crate) struct Scopes<'a> {
    pub(crate) block: &'a Block,
    /// The block whose names are in scope outside of functions.
    pub(crate) home: usize,
    pub(crate) frames: Vec<Frame>,
}

impl<'a> Scopes<'a> {
    pub(crate) fn new(block: &'a Block) -> Scopes<'a> {
        Scopes { block, home: 0, frames: Vec::new() }
    }

    /// The block whose names are in scope.
    pub(crate) fn home(&self) -> usize {
        let function = self.frames.last().and_then(|frame| frame.function);
        function.map_or(self.home, |k| self.block.fns[k].home)
    }

    /// Adds to a message the dtype parameter that a dtype stands for.
    pub(super) fn name_dtype_parameters(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let Some(frame) = self.frames.last() else { return diagnostic };
        let message = diagnostic.message();
        let mut parameters: Vec<_> = frame.dtypes.iter().collect();
        parameters.sort();
        for (name, dtype) in parameters {
            if message.contains(dtype.name()) {
                diagnostic = diagnostic.fact(format_args!("`{name}` is {dtype} here"));
            }
        }
        diagnostic
    }

    pub(crate) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function is being lowered")
    }

    pub(crate) fn lookup(&self, name: &str) -> Option<&Binding> {
        self.frames.last()?.scopes.iter().rev().find_map(|s| s.get(name))
    }

    pub(crate) fn bind(&mut self, name: &str, value: Res<Value>, kind: BindingKind) {
        let scope = self.frame().scopes.last_mut().expect("a scope");
        scope.insert(name.to_string(), Binding { value, kind });
    }
}
