//! The Python Array API standard, 2024.12 (<https://data-apis.org/array-api/2024.12/>): each of its functions, and how
//! array-fn covers it.

use crate::check::function_table;

/// How array-fn covers a function of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// array-fn has a function of the same name.
    Function,
    /// It is written otherwise. The text says how.
    Written(&'static str),
    /// It is about Python objects, devices or dtypes at run time, and has no meaning inside a compiled function.
    Outside(&'static str),
    /// array-fn does not have it.
    Missing,
}

/// A chapter of the standard.
pub struct Chapter {
    pub title: &'static str,
    pub functions: &'static [(&'static str, Standing)],
}

/// The number of functions that array-fn could have, and of those that it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub present: usize,
    pub applicable: usize,
}

impl Chapter {
    pub fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        for (name, standing) in self.functions {
            let present = match standing {
                Standing::Function => is_function(name),
                Standing::Written(_) => true,
                Standing::Missing => false,
                Standing::Outside(_) => continue,
            };
            coverage.applicable += 1;
            coverage.present += usize::from(present);
        }
        coverage
    }
}

/// Whether the function table has this name.
pub fn is_function(name: &str) -> bool {
    function_table().iter().any(|f| f.name == name || f.aliases.contains(&name))
}

/// The coverage of several chapters together.
pub fn coverage(chapters: &[Chapter]) -> Coverage {
    chapters.iter().map(Chapter::coverage).fold(Coverage::default(), |a, b| Coverage {
        present: a.present + b.present,
        applicable: a.applicable + b.applicable,
    })
}

use Standing::{Function, Missing, Outside, Written};

/// The functions that every implementation has.
pub const CORE: &[Chapter] = &[
    Chapter {
        title: "Constants",
        functions: &[
            ("e", Written("`e`")),
            ("inf", Written("`inf`")),
            ("nan", Written("`nan`")),
            ("newaxis", Written("`newaxis`, in subscripts")),
            ("pi", Written("`pi`")),
        ],
    },
    Chapter {
        title: "Creation functions",
        functions: &[
            ("arange", Function),
            ("asarray", Outside("parameters are the arrays; constants are `const`s of the block")),
            ("empty", Function),
            ("empty_like", Function),
            ("eye", Function),
            ("from_dlpack", Outside("arrays come as arguments of the Rust function")),
            ("full", Function),
            ("full_like", Function),
            ("linspace", Function),
            ("meshgrid", Function),
            ("ones", Function),
            ("ones_like", Function),
            ("tril", Function),
            ("triu", Function),
            ("zeros", Function),
            ("zeros_like", Function),
        ],
    },
    Chapter {
        title: "Data type functions",
        functions: &[
            ("astype", Written("`x as f32`")),
            ("can_cast", Outside("dtypes are known when the block is compiled")),
            ("finfo", Outside("Rust's `f64::EPSILON`, passed as a parameter or a `const`")),
            ("iinfo", Outside("Rust's `i64::MAX`, passed as a parameter or a `const`")),
            ("isdtype", Outside("dtypes are known when the block is compiled")),
            ("result_type", Outside("dtypes never mix silently")),
        ],
    },
    Chapter {
        title: "Element-wise functions",
        functions: &[
            ("abs", Function),
            ("acos", Function),
            ("acosh", Function),
            ("add", Function),
            ("asin", Function),
            ("asinh", Function),
            ("atan", Function),
            ("atan2", Function),
            ("atanh", Function),
            ("bitwise_and", Function),
            ("bitwise_left_shift", Function),
            ("bitwise_invert", Function),
            ("bitwise_or", Function),
            ("bitwise_right_shift", Function),
            ("bitwise_xor", Function),
            ("ceil", Function),
            ("clip", Function),
            ("conj", Function),
            ("copysign", Function),
            ("cos", Function),
            ("cosh", Function),
            ("divide", Function),
            ("equal", Function),
            ("exp", Function),
            ("expm1", Function),
            ("floor", Function),
            ("floor_divide", Function),
            ("greater", Function),
            ("greater_equal", Function),
            ("hypot", Function),
            ("imag", Function),
            ("isfinite", Function),
            ("isinf", Function),
            ("isnan", Function),
            ("less", Function),
            ("less_equal", Function),
            ("log", Function),
            ("log1p", Function),
            ("log2", Function),
            ("log10", Function),
            ("logaddexp", Function),
            ("logical_and", Function),
            ("logical_not", Function),
            ("logical_or", Function),
            ("logical_xor", Function),
            ("maximum", Function),
            ("minimum", Function),
            ("multiply", Function),
            ("negative", Function),
            ("nextafter", Function),
            ("not_equal", Function),
            ("positive", Function),
            ("pow", Function),
            ("real", Function),
            ("reciprocal", Function),
            ("remainder", Function),
            ("round", Function),
            ("sign", Function),
            ("signbit", Function),
            ("sin", Function),
            ("sinh", Function),
            ("square", Function),
            ("sqrt", Function),
            ("subtract", Function),
            ("tan", Function),
            ("tanh", Function),
            ("trunc", Function),
        ],
    },
    Chapter {
        title: "Indexing functions",
        functions: &[("take", Function), ("take_along_axis", Function)],
    },
    Chapter {
        title: "Linear algebra functions",
        functions: &[
            ("matmul", Function),
            ("matrix_transpose", Function),
            ("tensordot", Function),
            ("vecdot", Function),
        ],
    },
    Chapter {
        title: "Manipulation functions",
        functions: &[
            ("broadcast_arrays", Function),
            ("broadcast_to", Function),
            ("concat", Function),
            ("expand_dims", Function),
            ("flip", Function),
            ("moveaxis", Function),
            ("permute_dims", Function),
            ("repeat", Function),
            ("reshape", Function),
            ("roll", Function),
            ("squeeze", Function),
            ("stack", Function),
            ("tile", Function),
            ("unstack", Function),
        ],
    },
    Chapter {
        title: "Searching functions",
        functions: &[
            ("argmax", Function),
            ("argmin", Function),
            ("count_nonzero", Function),
            ("nonzero", Function),
            ("searchsorted", Function),
            ("where", Function),
        ],
    },
    Chapter {
        title: "Set functions",
        functions: &[
            (
                "unique_all",
                Written(
                    "`unique(x, return_index=true, return_inverse=true, return_counts=true, size=M)`",
                ),
            ),
            ("unique_counts", Written("`unique(x, return_counts=true, size=M)`")),
            ("unique_inverse", Written("`unique(x, return_inverse=true, size=M)`")),
            ("unique_values", Written("`unique(x, size=M)`")),
        ],
    },
    Chapter { title: "Sorting functions", functions: &[("argsort", Function), ("sort", Function)] },
    Chapter {
        title: "Statistical functions",
        functions: &[
            ("cumulative_prod", Function),
            ("cumulative_sum", Function),
            ("max", Function),
            ("mean", Function),
            ("min", Function),
            ("prod", Function),
            ("std", Function),
            ("sum", Function),
            ("var", Function),
        ],
    },
    Chapter {
        title: "Utility functions",
        functions: &[("all", Function), ("any", Function), ("diff", Function)],
    },
    Chapter {
        title: "Array object: attributes",
        functions: &[
            ("dtype", Outside("the dtype stands in the type")),
            ("device", Outside("the caller chooses the device")),
            ("mT", Written("`x.mT`")),
            ("ndim", Written("`x.ndim`")),
            ("shape", Written("`x.shape`, or the dimension's name")),
            ("size", Written("`x.size`")),
            ("T", Written("`x.T`")),
        ],
    },
    Chapter {
        title: "Array object: operators",
        functions: &[
            ("__abs__", Written("`abs(x)`")),
            ("__add__", Written("`a + b`")),
            ("__and__", Written("`a & b`")),
            ("__eq__", Written("`a == b`")),
            ("__floordiv__", Written("`floor_div(a, b)`")),
            ("__ge__", Written("`a >= b`")),
            ("__getitem__", Written("`x[i, 1..-1, ..;2]`")),
            ("__gt__", Written("`a > b`")),
            ("__invert__", Written("`!a` or `~a`")),
            ("__le__", Written("`a <= b`")),
            ("__lshift__", Written("`a << b`")),
            ("__lt__", Written("`a < b`")),
            ("__matmul__", Written("`a @ b`")),
            ("__mod__", Written("`a % b`")),
            ("__mul__", Written("`a * b`")),
            ("__ne__", Written("`a != b`")),
            ("__neg__", Written("`-a`")),
            ("__or__", Written("`a | b`")),
            ("__pos__", Written("`+a`")),
            ("__pow__", Written("`a ** b`")),
            ("__rshift__", Written("`a >> b`")),
            ("__setitem__", Written("`u[1..-1] = x;`")),
            ("__sub__", Written("`a - b`")),
            ("__truediv__", Written("`a / b`")),
            ("__xor__", Written("`a ^ b`")),
            ("__iadd__ and its kin", Written("`u += x;`")),
            ("__array_namespace__", Outside("Python's protocol")),
            ("__bool__", Outside("no control flow on values; `where` chooses")),
            ("__complex__", Outside("a scalar is a value of its dtype")),
            ("__dlpack__", Outside("arrays are arguments of the Rust function")),
            ("__dlpack_device__", Outside("arrays are arguments of the Rust function")),
            ("__float__", Outside("a scalar is a value of its dtype")),
            ("__index__", Outside("a scalar is a value of its dtype")),
            ("__int__", Outside("a scalar is a value of its dtype")),
            ("to_device", Outside("the caller's `Array::to_device`")),
        ],
    },
    Chapter {
        title: "Inspection",
        functions: &[("__array_namespace_info__", Outside("Python's protocol"))],
    },
];

/// The optional extensions.
pub const EXTENSIONS: &[Chapter] = &[
    Chapter {
        title: "Extension: linear algebra",
        functions: &[
            ("cholesky", Function),
            ("cross", Function),
            ("det", Function),
            ("diagonal", Function),
            ("eigh", Missing),
            ("eigvalsh", Missing),
            ("inv", Function),
            ("matmul", Function),
            ("matrix_norm", Function),
            ("matrix_power", Function),
            ("matrix_rank", Missing),
            ("matrix_transpose", Function),
            ("outer", Function),
            ("pinv", Missing),
            ("qr", Missing),
            ("slogdet", Function),
            ("solve", Function),
            ("svd", Missing),
            ("svdvals", Function),
            ("tensordot", Function),
            ("trace", Function),
            ("vecdot", Function),
            ("vector_norm", Function),
        ],
    },
    Chapter {
        title: "Extension: Fourier transforms",
        functions: &[
            ("fft", Missing),
            ("ifft", Missing),
            ("fftn", Missing),
            ("ifftn", Missing),
            ("rfft", Missing),
            ("irfft", Missing),
            ("rfftn", Missing),
            ("irfftn", Missing),
            ("hfft", Missing),
            ("ihfft", Missing),
            ("fftfreq", Missing),
            ("rfftfreq", Missing),
            ("fftshift", Missing),
            ("ifftshift", Missing),
        ],
    },
];
