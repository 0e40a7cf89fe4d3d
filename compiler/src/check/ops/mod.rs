//! The built-in functions, in one table. Calls are resolved by it, misspellings are corrected by it, and the reference
//! documentation is made from it.

#[macro_use]
mod table;

pub(crate) mod advice;
mod bounded;
pub(crate) mod call;
pub(crate) mod choice;
pub(crate) mod constants;
pub(crate) mod create;
pub(crate) mod differences;
mod digitize;
pub(crate) mod elementwise;
pub(crate) mod extremum;
mod gradient;
mod grids;
mod joining;
mod linear;
pub(crate) mod math;
pub(crate) mod missing;
mod modules;
pub(crate) mod norm;
pub(crate) mod operators;
mod ordering;
mod padding;
pub(crate) mod parts;
mod random;
mod ranges;
mod rearrange;
pub(crate) mod reductions;
pub(crate) mod scans;
pub(crate) mod segments;
pub(crate) mod shapes;
pub(crate) mod sorting;
pub(crate) mod sparse;
pub(crate) mod special;
mod splitting;
pub(crate) mod statistics;
mod taking;
mod triangles;

use super::checker::Checker;
use super::value::{Res, Value};
pub(crate) use advice::{
    AT, advice, constant_advice, data_dependent, is_prefix, macro_advice, unsupported,
};
use call::Call;
pub(crate) use constants::constant;
pub use modules::is_module_function;
pub(crate) use modules::{find_in, is_module, module_of, names_in};
use std::sync::OnceLock;

/// A built-in function of the language.
#[derive(Clone, Copy)]
pub struct FunctionInfo {
    pub name: &'static str,
    /// Other accepted spellings (NumPy's).
    pub aliases: &'static [&'static str],
    /// The parameters in order, with their defaults: `sum(x, axis=None, keepdims=false)`. `*operands` takes any number.
    pub signature: &'static str,
    /// A description in one sentence.
    pub doc: &'static str,
    pub group: Group,
    pub flags: Flags,
    pub(crate) eval: fn(&mut Checker<'_>, &Call<'_>) -> Res<Value>,
}

/// The chapter of the reference that a function belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Math,
    Logic,
    Reduction,
    Sorting,
    Segment,
    Linear,
    Shape,
    Creation,
    Random,
}

/// What a function is beside its group. An entry of the table names those that hold.
#[derive(Clone, Copy, Debug)]
pub struct Flags {
    /// It takes complex numbers: it has rules for them, or only moves elements.
    pub complex: bool,
    /// It is one of `numpy.linalg`, and may be called with `linalg.` before it.
    pub linalg: bool,
    /// It is called by its name only, never as `x.name(...)`, although its group has methods.
    pub by_name: bool,
}

impl Flags {
    const NONE: Flags = Flags { complex: false, linalg: false, by_name: false };

    const fn complex(self) -> Flags {
        Flags { complex: true, ..self }
    }

    const fn linalg(self) -> Flags {
        Flags { linalg: true, ..self }
    }

    const fn by_name(self) -> Flags {
        Flags { by_name: true, ..self }
    }
}

impl FunctionInfo {
    /// Whether `x.name(...)` is allowed: the first parameter is an array.
    pub fn is_method(&self) -> bool {
        !matches!(self.group, Group::Creation | Group::Random) && !self.flags.by_name
    }
}

/// All built-in functions.
pub fn function_table() -> &'static [FunctionInfo] {
    static TABLE: OnceLock<Vec<FunctionInfo>> = OnceLock::new();
    TABLE.get_or_init(|| {
        [
            math::FLOATS,
            math::OTHERS,
            operators::BINARY,
            operators::OTHERS,
            special::FLOATS,
            special::OTHERS,
            parts::FUNCTIONS,
            choice::FUNCTIONS,
            reductions::REDUCTIONS,
            reductions::CONTRACTIONS,
            statistics::FUNCTIONS,
            missing::FUNCTIONS,
            extremum::FUNCTIONS,
            norm::FUNCTIONS,
            differences::FUNCTIONS,
            linear::FUNCTIONS,
            linear::SMALL,
            scans::FUNCTIONS,
            sorting::FUNCTIONS,
            ordering::FUNCTIONS,
            bounded::FUNCTIONS,
            segments::FUNCTIONS,
            sparse::FUNCTIONS,
            shapes::FUNCTIONS,
            joining::FUNCTIONS,
            splitting::FUNCTIONS,
            rearrange::FUNCTIONS,
            padding::FUNCTIONS,
            taking::FUNCTIONS,
            triangles::FUNCTIONS,
            grids::FUNCTIONS,
            ranges::FUNCTIONS,
            create::FUNCTIONS,
            random::FUNCTIONS,
        ]
        .concat()
    })
}

pub(crate) fn find(name: &str) -> Option<&'static FunctionInfo> {
    function_table().iter().find(|f| f.name == name || f.aliases.contains(&name))
}

/// All names, for suggestions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    function_table().iter().flat_map(|f| std::iter::once(f.name).chain(f.aliases.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::function_table;

    #[test]
    fn names_are_unique_and_documented() {
        let mut seen = std::collections::HashSet::new();
        for f in function_table() {
            for name in std::iter::once(&f.name).chain(f.aliases) {
                assert!(seen.insert(*name), "{name} twice");
            }
            assert!(f.signature.starts_with(&format!("{}(", f.name)), "{}", f.signature);
            assert!(f.doc.ends_with('.'), "{}", f.name);
        }
    }
}
