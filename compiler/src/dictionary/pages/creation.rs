//! What the pages of creation say beside the table.

use super::Like::NumPy;
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page("eye", "", "f64, or the dtype that is named.", NumPy("eye")),
    page("identity", "", "f64, or the dtype that is named.", NumPy("identity")),
    page("tri", "", "f64, or the dtype that is named.", NumPy("tri")),
    page("indices", "", "i64.", NumPy("indices")),
    page(
        "arange",
        "",
        "i64, or f64 where there are fractions, or the dtype that is named. Bounds and step are \
          known when the block is compiled.",
        NumPy("arange"),
    ),
    page(
        "linspace",
        "",
        "f64, or as start and stop if those are float or complex; start and stop are scalars.",
        NumPy("linspace"),
    ),
    page(
        "logspace",
        "",
        "f64, or as start and stop if those are float; start and stop are scalars.",
        NumPy("logspace"),
    ),
    page(
        "geomspace",
        "",
        "f64, or as start and stop if those are float; start and stop are scalars, not zero.",
        NumPy("geomspace"),
    ),
    page("zeros", "An array of zeros: `zeros([f64; E, N])`.", "", NumPy("zeros")),
    page("ones", "An array of ones: `ones([f64; E, N])`.", "", NumPy("ones")),
    page(
        "full",
        "An array with one value everywhere: `full([f64; E, N], value)`.",
        "",
        NumPy("full"),
    ),
    page("zeros_like", "Zeros of the shape and dtype of `x`.", "", NumPy("zeros_like")),
    page("ones_like", "Ones of the shape and dtype of `x`.", "", NumPy("ones_like")),
    page("full_like", "One value everywhere, with shape and dtype of `x`.", "", NumPy("full_like")),
    page(
        "from_fn",
        "The array whose elements a function of the indices gives: `from_fn(|i: E, j: N| a[i] * \
          b[j])`.",
        "One axis per index, as long as its dimension.",
        NumPy("fromfunction"),
    ),
];
