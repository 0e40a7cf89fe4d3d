//! The built-in functions, in one table. Calls are resolved by it, misspellings are corrected by it, and the reference
//! documentation is made from it.

#[macro_use]
mod table;

pub(crate) mod advice;
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
pub use modules::{LINALG, is_module_function};
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

/// The functions that take complex numbers: those with rules for them, and those that only move elements.
#[rustfmt::skip]
const COMPLEX: &[&str] = &[
    "abs", "acos", "acosh", "add", "all", "allclose", "angle", "any", "append", "array_split", "asin",
    "asinh", "astype", "atan", "atanh", "average", "atleast_1d", "atleast_2d", "atleast_3d",
    "broadcast_arrays", "broadcast_to", "column_stack", "concatenate", "conj", "convolve", "correlate", "cos", "cosh",
    "count_nonzero", "cross", "cumprod", "cumsum", "cumulative_prod", "cumulative_sum", "diag", "diagonal", "diff", "divide",
    "dot", "dsplit", "dstack", "einsum", "equal", "exp", "exp2", "expand_dims", "expm1", "flip",
    "fliplr", "flipud", "from_fn", "full", "full_like", "gradient", "hsplit", "hstack", "imag", "inner",
    "isclose", "isfinite", "isinf", "isnan", "kron", "linspace", "log", "log10", "log1p", "log2",
    "logical_and", "logical_not", "logical_or", "logical_xor", "matmul",
    "matrix_norm", "matrix_power", "matrix_transpose", "matvec", "mean", "meshgrid", "moveaxis", "multi_dot",
    "multiply", "nanmean", "nanprod", "nansum", "negative", "norm", "not_equal", "ones", "ones_like", "outer", "pad",
    "positive", "pow", "prod", "ravel", "real", "reciprocal", "repeat", "reshape", "rint", "roll",
    "rot90", "round", "scatter_add", "segment_sum", "select", "sign", "sin", "sinh", "split", "sqrt", "square", "squeeze", "stack", "std",
    "subtract", "sum", "svdvals", "swapaxes", "take", "take_along_axis", "tan", "tanh", "tensordot",
    "tile", "trace", "transpose", "trapezoid", "tril", "triu", "unstack", "var", "vdot", "vecdot", "vecmat",
    "vector_norm",
    "vsplit", "vstack", "where", "zeros", "zeros_like",
];

impl FunctionInfo {
    /// Whether complex numbers may be arguments.
    pub(crate) fn takes_complex(&self) -> bool {
        COMPLEX.contains(&self.name)
    }

    /// Whether `x.name(...)` is allowed: the first parameter is an array.
    pub(crate) fn is_method(&self) -> bool {
        !matches!(self.group, Group::Creation | Group::Random)
            && !matches!(self.name, "where" | "select" | "einsum" | "multi_dot")
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
