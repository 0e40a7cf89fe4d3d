//! Dotted names: `linalg.inv(a)`, `random.uniform(key, [f64; N])`.
//!
//! The functions of `numpy.linalg` have plain names here as well (`inv(a)`). Those of `random` do not, because their
//! names are too common. A value of the block that is called `linalg` or `random` takes precedence.

use super::{FunctionInfo, find, function_table};

/// The module whose functions have plain names as well.
const LINALG: &str = "linalg";

/// Whether `name` can stand before the dot of a function.
pub(crate) fn is_module(name: &str) -> bool {
    name == LINALG || function_table().iter().any(|f| within(f, name).is_some())
}

/// The name of a function within a module that is a part of its full name.
fn within(function: &FunctionInfo, module: &str) -> Option<&'static str> {
    function.name.strip_prefix(module)?.strip_prefix('.')
}

/// The function `module.name`.
pub(crate) fn find_in(module: &str, name: &str) -> Option<&'static FunctionInfo> {
    if module == LINALG {
        return find(name).filter(|f| f.flags.linalg && f.name == name);
    }
    function_table().iter().find(|f| within(f, module) == Some(name))
}

/// Whether `module.name` is a function.
pub fn is_module_function(module: &str, name: &str) -> bool {
    find_in(module, name).is_some()
}

/// The module of a function with this name that cannot be called without the module.
pub(crate) fn module_of(name: &str) -> Option<&'static str> {
    function_table().iter().find_map(|f| {
        let (module, own) = f.name.split_once('.')?;
        (own == name).then_some(module)
    })
}

/// Names of the functions of a module, for suggestions.
pub(crate) fn names_in(module: &str) -> Vec<&'static str> {
    if module == LINALG {
        let mut names: Vec<_> =
            function_table().iter().filter(|f| f.flags.linalg).map(|f| f.name).collect();
        names.sort_unstable();
        return names;
    }
    function_table().iter().filter_map(|f| within(f, module)).collect()
}
