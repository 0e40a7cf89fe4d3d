//! What the pages of linear algebra say beside the table.

use super::Like::{Nothing, NumPy};
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page(
        "einsum",
        "Sum of products by named axes: `einsum(\"ij,ej->ei\", d, u)`.",
        "Letters that the result lacks are summed over; equal letters mean equal sizes (or 1, \
          which stretches); a letter twice in one operand is its diagonal. Any number of operands \
          of one dtype.",
        NumPy("einsum"),
    ),
    page(
        "matmul",
        "Matrix product `a @ b` over the last axis of `a` and the last but one of `b`.",
        "Axes before the last two broadcast.",
        NumPy("matmul"),
    ),
    page(
        "norm",
        "Norm of all elements or along the axes: Euclidean, `ord=1`, `inf`, any p; of matrices \
          Frobenius (`ord=\"fro\"`), nuclear (`ord=\"nuc\"`), the largest singular value (`ord=2`; \
          `ord=-2`: the smallest), `ord=1` and `inf`.",
        "The dtype of `x` if float, else f64.",
        NumPy("linalg.norm"),
    ),
    page("vector_norm", "", "The dtype of `x` if float, else f64.", NumPy("linalg.vector_norm")),
    page(
        "matrix_norm",
        "Norm of matrices along the last two axes: Frobenius, nuclear (`ord=\"nuc\"`), `ord=1`, 2 \
          and `inf`.",
        "The dtype of `x` if float, else f64.",
        NumPy("linalg.matrix_norm"),
    ),
    page(
        "convolve",
        "",
        "Vectors of one dtype, not empty. `full` has N + M - 1 elements, `same` N, `valid` N - M + \
          1.",
        NumPy("convolve"),
    ),
    page(
        "correlate",
        "",
        "Vectors of one dtype, not empty. `full` has N + M - 1 elements, `same` N, `valid` N - M + \
          1.",
        NumPy("correlate"),
    ),
    page(
        "dot",
        "Sum over the last axis of `a` and the last but one of `b` (or its only one).",
        "Shape: what is left of `a`, then of `b`. A scalar operand scales the other. One dtype.",
        NumPy("dot"),
    ),
    page(
        "inner",
        "Sum over the last axes of `a` and `b`.",
        "Shape: what is left of `a`, then of `b`. A scalar operand scales the other. One dtype.",
        NumPy("inner"),
    ),
    page(
        "vdot",
        "Sum of the products of all elements, in row-major order: a scalar.",
        "As many elements in `a` as in `b`, of one dtype.",
        NumPy("vdot"),
    ),
    page(
        "vecdot",
        "Dot products of the vectors along `axis`; the other axes broadcast.",
        "The axis has the same size in both. One dtype.",
        NumPy("vecdot"),
    ),
    page(
        "matvec",
        "Matrices `[.., M, N]` times vectors `[.., N]`: shape `[.., M]`.",
        "Axes before these broadcast. One dtype.",
        NumPy("matvec"),
    ),
    page(
        "vecmat",
        "Vectors `[.., N]` times matrices `[.., N, M]`: shape `[.., M]`.",
        "Axes before these broadcast. One dtype.",
        NumPy("vecmat"),
    ),
    page(
        "outer",
        "Every element of `a` times every element of `b`: a matrix, a row for each element of `a`.",
        "One dtype.",
        NumPy("outer"),
    ),
    page(
        "tensordot",
        "Sum over pairs of axes: `axes=2` pairs the last two of `a` with the first two of `b`; \
          `axes=([1], [0])` names them.",
        "Shape: what is left of `a`, then of `b`. Paired axes have equal sizes. One dtype.",
        NumPy("tensordot"),
    ),
    page(
        "kron",
        "Kronecker product: every element of `a` scales a copy of `b`.",
        "The shape is the product of the shapes, of which the shorter gets leading ones. One \
          dtype.",
        NumPy("kron"),
    ),
    page(
        "multi_dot",
        "The matrix product of a list of arrays, in the order that needs the fewest \
          multiplications if all sizes are literal; else from the left, or from the right if only \
          the last is a vector.",
        "The first and the last may be vectors. One dtype.",
        NumPy("linalg.multi_dot"),
    ),
    page(
        "trace",
        "Sum along the diagonal `a[i, i + offset]` of two axes.",
        "Shape: the other axes. Dtype as of `sum`. The sizes decide which of the two axes ends \
          first.",
        NumPy("trace"),
    ),
    page(
        "cross",
        "Cross product of the vectors along `axis`, which has the literal size 3; other axes \
          broadcast.",
        "One dtype, a number or complex.",
        NumPy("cross"),
    )
    .but("(of vectors with 3 components)"),
    page(
        "matrix_power",
        "The product of `n` copies of the square matrices in the last two axes, `n` a literal >= \
          0.",
        "Shape and dtype as `a`; n = 0 gives the identity, n < 0 powers of the inverse (see \
          [`inv`]).",
        NumPy("linalg.matrix_power"),
    ),
    page(
        "svdvals",
        "The singular values of the matrices in the last two axes, in descending order.",
        "Shape: the other axes, and the lesser of rows and columns, which their sizes have to \
          show. Dtype as `x` if float, else f64; real for complex matrices. NaN where an element \
          is no finite number (NumPy raises). Each is within a few units in the last place of the \
          largest.",
        NumPy("linalg.svdvals"),
    ),
    page(
        "inv",
        "The inverses of the square matrices in the last two axes.",
        "By elimination with partial pivoting. If their size is a literal from 1 to 8, or pinned \
          to such (`where N: 3 | 4`), the steps are written out for it and fuse with what is \
          around them; otherwise the matrices are in memory and a routine works on them. Shape as \
          `a`; dtype as `a` if float, else f64; complex matrices are refused. The inverse of a \
          singular matrix, of which elimination meets a pivot of 0, has elements that are inf or \
          NaN (NumPy raises).",
        NumPy("linalg.inv"),
    ),
    page(
        "det",
        "The determinants of the square matrices in the last two axes; 0 where a pivot is.",
        "Sizes and dtype as for [`inv`]; shape: the other axes. The product of the pivots. Of \
          matrices of size 1 to 8 it overflows where a part of it does ([`slogdet`] does not).",
        NumPy("linalg.det"),
    ),
    page(
        "slogdet",
        "`(sign, logabsdet)`: the determinant is `sign * exp(logabsdet)`; `(0, -inf)` where a \
          pivot is 0.",
        "Sizes and dtype as for [`inv`]; shapes: the other axes.",
        NumPy("linalg.slogdet"),
    ),
    page(
        "solve",
        "`x` with `a @ x = b`: `b` is a vector `[n]`, or matrices `[.., n, k]` with a column for \
          each right side.",
        "Sizes of `a` and dtype as for [`inv`]; the axes before the matrices broadcast. One dtype. \
          Where `a` is singular, x has elements that are inf or NaN (NumPy raises).",
        NumPy("linalg.solve"),
    ),
    page(
        "cholesky",
        "The lower triangular `l` with `l @ l.T = a`, or with `upper=true` the upper triangular \
          `u` with `u.T @ u = a`.",
        "Only that triangle of `a` counts. Sizes and dtype as for [`inv`]; shape as `a`. NaN where \
          `a` is not positive definite (NumPy raises).",
        NumPy("linalg.cholesky"),
    ),
    page(
        "csr_matvec",
        "The product `A @ x` of a sparse matrix and a vector. `A` is in compressed rows, as \
          SciPy's `csr_array((data, indices, indptr))`: row `i` has the entries `data[k]` in the \
          columns `indices[k]` for `k` in `indptr[i]..indptr[i + 1]`.",
        "`[f64; NNZ]`, `[index<N>; NNZ]` (or integers, checked at the call), integers `[i64; M + \
          1]` and `[f64; N]` give `[f64; M]`, in any dtype of numbers. An `indptr` that decreases \
          or leaves `0..=NNZ` is an error of the call. SciPy: `A @ x`.",
        Nothing,
    ),
    page(
        "csr_matmul",
        "The product `A @ x` of a sparse matrix in compressed rows and a matrix `[f64; N, K]`. See \
          [`csr_matvec`]. SciPy: `A @ x`.",
        "",
        Nothing,
    ),
];
