//! Dotted names: `linalg.inv(a)`, `random.uniform(key, [f64; N])`.
//!
//! The functions of `numpy.linalg` have plain names here as well (`inv(a)`). Those of `random` do not, because their
//! names are too common. A value of the block that is called `linalg` or `random` takes precedence.

use super::{FunctionInfo, find, function_table};

/// The functions that may be called with `linalg.` before them: those of `numpy.linalg`.
pub const LINALG: &[&str] = &[
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "slogdet",
    "solve",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
];

/// Whether `name` can stand before the dot of a function.
pub(crate) fn is_module(name: &str) -> bool {
    matches!(name, "linalg" | "random")
}

/// The function `module.name`.
pub(crate) fn find_in(module: &str, name: &str) -> Option<&'static FunctionInfo> {
    if module == "linalg" {
        return if LINALG.contains(&name) { find(name) } else { None };
    }
    let full = |f: &&FunctionInfo| f.name.split_once('.') == Some((module, name));
    function_table().iter().find(full)
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
    if module == "linalg" {
        return LINALG.iter().copied().filter(|n| find(n).is_some()).collect();
    }
    let own = |f: &FunctionInfo| f.name.split_once('.').filter(|(m, _)| *m == module);
    function_table().iter().filter_map(own).map(|(_, name)| name).collect()
}
