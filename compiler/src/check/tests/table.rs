//! Calls of all built-in functions.

use super::valid;
use crate::check::{FunctionInfo, function_table};

/// The first argument, if it is not `x`, and the arguments after it, each with a comma before it.
fn arguments(f: &FunctionInfo) -> (&'static str, &'static str) {
    match f.name {
        "reshape" => (", N, N", ""),
        "broadcast_to" => (", [N, N]", ""),
        "swapaxes" | "moveaxis" => (", 0, 1", ""),
        "expand_dims" => (", 0", ""),
        "clip" => (", 0.0, 1.0", ""),
        "stack" | "concatenate" => ("", "[x, x]"),
        "einsum" => (", x", "\"ij->ji\""),
        "where" => (", x, x", "x > 0.0"),
        "cross" => (", x[.., ..3]", "x[.., ..3]"),
        "matrix_power" => (", 2", ""),
        "inv" | "det" | "slogdet" | "cholesky" | "svdvals" => ("", "x[..3, ..3]"),
        "solve" => (", x[..3]", "x[..3, ..3]"),
        "random.key" => ("", "7"),
        "random.fold_in" => (", k", "7"),
        "random.split" => (", N", "7"),
        "random.bits" => ("", "7, [u32; N]"),
        "random.uniform" => (", -1.0, 1.0", "7, [f32; N, 3]"),
        "random.normal" => (", loc=x, scale=2.0", "7, [f64; N, N]"),
        "random.integers" => (", 0, 6", "7, i64"),
        "multi_dot" => ("", "[x, x]"),
        "zeros" | "ones" => ("", "[f64; N]"),
        "full" => (", 1.0", "[f64; N]"),
        "full_like" => (", 1.0", ""),
        "select" => (", [x], 0.0", "[x > 0.0]"),
        "astype" => (", f32", ""),
        "vstack" | "hstack" | "dstack" | "column_stack" => ("", "[x, x]"),
        "append" => (", x", ""),
        "roll" => (", 1", ""),
        "repeat" | "tile" | "pad" => (", 2", ""),
        "split" | "array_split" | "vsplit" | "hsplit" => (", 2", ""),
        "dsplit" => (", 2", "zeros([f64; 2, 2, 4])"),
        "unstack" => ("", "zeros([f64; 2, 2, 4])"),
        "take" => (", k", ""),
        "take_along_axis" => (", zeros([i64; N, N])", ""),
        "diag" => ("", "x[0]"),
        "meshgrid" => (", x[0]", "x[0]"),
        "eye" | "tri" | "identity" | "arange" | "indices" => ("", "N"),
        "linspace" | "logspace" | "geomspace" => (", 2.0", "1.0"),
        "bitwise_and"
        | "bitwise_or"
        | "bitwise_xor"
        | "bitwise_left_shift"
        | "bitwise_right_shift"
        | "gcd"
        | "lcm" => (", k", "k"),
        "bitwise_invert" => ("", "k"),
        "convolve" | "correlate" => (", x[0]", "x[0]"),
        "cumulative_sum" | "cumulative_prod" => (", axis=1", ""),
        "topk" => (", 1", ""),
        "lexsort" => ("", "(x, x)"),
        "partition" | "argpartition" => (", 0", ""),
        "compress" => (", x, axis=0, size=N", "k"),
        "nonzero" | "unique" => (", size=N * N", ""),
        "join" => (", k, size=N", "k"),
        "searchsorted" => (", x", "x[0]"),
        "digitize" | "histogram" => (", x[0]", ""),
        "segment_sum" | "segment_prod" | "segment_min" | "segment_max" => (", k, N", ""),
        "scatter_add" | "scatter_mul" | "scatter_min" | "scatter_max" => (", k, 1.0", ""),
        "bincount" => (", minlength=N", "k"),
        "csr_matvec" => (", k, k, x[0]", "x[0]"),
        "csr_matmul" => (", k, k, x", "x[0]"),
        "from_fn" => ("", "|i: N| i"),
        _ if f.signature.contains("(x, y)") => (", x", ""),
        _ if f.signature.contains("(y, x)") || f.signature.contains("(a, b") => (", x", ""),
        _ if f.signature.contains("(x1, x2") => (", x", ""),
        _ => ("", ""),
    }
}

/// Every function of the table takes the arguments that its signature says, as a call and as a method.
#[test]
fn functions_are_called_as_their_signatures_say() {
    for f in function_table() {
        let (rest, shape) = arguments(f);
        let first = if shape.is_empty() { "x" } else { shape };
        for name in std::iter::once(&f.name).chain(f.aliases) {
            let mut calls = vec![format!("{name}({first}{rest})")];
            if f.is_method() && matches!(first, "x" | "k" | "x[0]") {
                calls.push(format!("{first}.{name}({})", rest.trim_start_matches(", ")));
            }
            for call in calls {
                valid(&format!(
                    "pub fn f<N>(x: [f64; N, N], k: [i64; N], y: &mut [f64; N]) {{
                         let r = {call}; y = y + k.ndim + x[0];
                     }}"
                ));
            }
        }
    }
}
