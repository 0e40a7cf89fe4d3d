// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// Sum of products by named axes: `einsum("ij,ej->ei", d, u)`.
    ///
    /// ```text
    /// einsum(subscripts, *operands)
    /// ```
    ///
    /// Letters that the result lacks are summed over; equal letters mean equal sizes (or 1, which
    /// stretches); a letter twice in one operand is its diagonal. Any number of operands of one
    /// dtype.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`einsum`](https://numpy.org/doc/stable/reference/generated/numpy.einsum.html).
    fn einsum(subscripts: Text, operands: Arrays);

    /// Matrix product `a @ b` over the last axis of `a` and the last but one of `b`.
    ///
    /// ```text
    /// matmul(a, b)
    /// ```
    ///
    /// Axes before the last two broadcast.
    ///
    /// Also `a.matmul(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`matmul`](https://numpy.org/doc/stable/reference/generated/numpy.matmul.html).
    fn matmul(a: Array, b: Array);

    /// Norm of all elements or along the axes: Euclidean, `ord=1`, `inf`, any p; of matrices
    /// Frobenius (`ord="fro"`), nuclear (`ord="nuc"`), the largest singular value (`ord=2`;
    /// `ord=-2`: the smallest), `ord=1` and `inf`.
    ///
    /// ```text
    /// norm(x, ord=None, axis=None, keepdims=false)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.norm(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`linalg.norm`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.norm.html).
    fn norm(x: Array, ord: Array, axis: Axis, keepdims: bool);

    /// Norm of the elements along the axes, or of all: `ord=1`, `inf`, any p.
    ///
    /// ```text
    /// vector_norm(x, axis=None, keepdims=false, ord=2)
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.vector_norm(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`linalg.vector_norm`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.vector_norm.html).
    fn vector_norm(x: Array, axis: Axis, keepdims: bool, ord: Array);

    /// Norm of matrices along the last two axes: Frobenius, nuclear (`ord="nuc"`), `ord=1`, 2 and
    /// `inf`.
    ///
    /// ```text
    /// matrix_norm(x, keepdims=false, ord="fro")
    /// ```
    ///
    /// The dtype of `x` if float, else f64.
    ///
    /// Also `x.matrix_norm(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`linalg.matrix_norm`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.matrix_norm.html).
    fn matrix_norm(x: Array, keepdims: bool, ord: Array);

    /// Convolution of two vectors; `same` and `valid` need `a` at least as long as `v`.
    ///
    /// ```text
    /// convolve(a, v, mode="full")
    /// ```
    ///
    /// Vectors of one dtype, not empty. `full` has N + M - 1 elements, `same` N, `valid` N - M + 1.
    ///
    /// Also `a.convolve(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`convolve`](https://numpy.org/doc/stable/reference/generated/numpy.convolve.html).
    fn convolve(a: Array, v: Array, mode: Text);

    /// Correlation of two vectors: `sum(a[n + k] * v[n])`; `a` is at least as long as `v`.
    ///
    /// ```text
    /// correlate(a, v, mode="valid")
    /// ```
    ///
    /// Vectors of one dtype, not empty. `full` has N + M - 1 elements, `same` N, `valid` N - M + 1.
    ///
    /// Also `a.correlate(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`correlate`](https://numpy.org/doc/stable/reference/generated/numpy.correlate.html).
    fn correlate(a: Array, v: Array, mode: Text);

    /// Sum over the last axis of `a` and the last but one of `b` (or its only one).
    ///
    /// ```text
    /// dot(a, b)
    /// ```
    ///
    /// Shape: what is left of `a`, then of `b`. A scalar operand scales the other. One dtype.
    ///
    /// Also `a.dot(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`dot`](https://numpy.org/doc/stable/reference/generated/numpy.dot.html).
    fn dot(a: Array, b: Array);

    /// Sum over the last axes of `a` and `b`.
    ///
    /// ```text
    /// inner(a, b)
    /// ```
    ///
    /// Shape: what is left of `a`, then of `b`. A scalar operand scales the other. One dtype.
    ///
    /// Also `a.inner(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`inner`](https://numpy.org/doc/stable/reference/generated/numpy.inner.html).
    fn inner(a: Array, b: Array);

    /// Sum of the products of all elements, in row-major order: a scalar.
    ///
    /// ```text
    /// vdot(a, b)
    /// ```
    ///
    /// As many elements in `a` as in `b`, of one dtype.
    ///
    /// Also `a.vdot(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`vdot`](https://numpy.org/doc/stable/reference/generated/numpy.vdot.html).
    fn vdot(a: Array, b: Array);

    /// Dot products of the vectors along `axis`; the other axes broadcast.
    ///
    /// ```text
    /// vecdot(x1, x2, axis=-1)
    /// ```
    ///
    /// The axis has the same size in both. One dtype.
    ///
    /// Also `x1.vecdot(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`vecdot`](https://numpy.org/doc/stable/reference/generated/numpy.vecdot.html).
    fn vecdot(x1: Array, x2: Array, axis: Axis);

    /// Matrices `[.., M, N]` times vectors `[.., N]`: shape `[.., M]`.
    ///
    /// ```text
    /// matvec(x1, x2)
    /// ```
    ///
    /// Axes before these broadcast. One dtype.
    ///
    /// Also `x1.matvec(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`matvec`](https://numpy.org/doc/stable/reference/generated/numpy.matvec.html).
    fn matvec(x1: Array, x2: Array);

    /// Vectors `[.., N]` times matrices `[.., N, M]`: shape `[.., M]`.
    ///
    /// ```text
    /// vecmat(x1, x2)
    /// ```
    ///
    /// Axes before these broadcast. One dtype.
    ///
    /// Also `x1.vecmat(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`vecmat`](https://numpy.org/doc/stable/reference/generated/numpy.vecmat.html).
    fn vecmat(x1: Array, x2: Array);

    /// Every element of `a` times every element of `b`: a matrix, a row for each element of `a`.
    ///
    /// ```text
    /// outer(a, b)
    /// ```
    ///
    /// One dtype.
    ///
    /// Also `a.outer(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`outer`](https://numpy.org/doc/stable/reference/generated/numpy.outer.html).
    fn outer(a: Array, b: Array);

    /// Sum over pairs of axes: `axes=2` pairs the last two of `a` with the first two of `b`;
    /// `axes=([1], [0])` names them.
    ///
    /// ```text
    /// tensordot(a, b, axes=2)
    /// ```
    ///
    /// Shape: what is left of `a`, then of `b`. Paired axes have equal sizes. One dtype.
    ///
    /// Also `a.tensordot(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`tensordot`](https://numpy.org/doc/stable/reference/generated/numpy.tensordot.html).
    fn tensordot(a: Array, b: Array, axes: Axis);

    /// Kronecker product: every element of `a` scales a copy of `b`.
    ///
    /// ```text
    /// kron(a, b)
    /// ```
    ///
    /// The shape is the product of the shapes, of which the shorter gets leading ones. One dtype.
    ///
    /// Also `a.kron(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`kron`](https://numpy.org/doc/stable/reference/generated/numpy.kron.html).
    fn kron(a: Array, b: Array);

    /// The matrix product of a list of arrays, in the order that needs the fewest multiplications
    /// if all sizes are literal; else from the left, or from the right if only the last is a
    /// vector.
    ///
    /// ```text
    /// multi_dot(arrays)
    /// ```
    ///
    /// The first and the last may be vectors. One dtype.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`linalg.multi_dot`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.multi_dot.html).
    fn multi_dot(arrays: Arrays);

    /// Sum along the diagonal `a[i, i + offset]` of two axes.
    ///
    /// ```text
    /// trace(a, offset=0, axis1=0, axis2=1)
    /// ```
    ///
    /// Shape: the other axes. Dtype as of `sum`. The sizes decide which of the two axes ends first.
    ///
    /// Also `a.trace(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`trace`](https://numpy.org/doc/stable/reference/generated/numpy.trace.html).
    fn trace(a: Array, offset: i64, axis1: Axis, axis2: Axis);

    /// Cross product of the vectors along `axis`, which has the literal size 3; other axes
    /// broadcast.
    ///
    /// ```text
    /// cross(a, b, axis=-1)
    /// ```
    ///
    /// One dtype, a number or complex.
    ///
    /// Also `a.cross(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`cross`](https://numpy.org/doc/stable/reference/generated/numpy.cross.html) (of
    /// vectors with 3 components).
    fn cross(a: Array, b: Array, axis: Axis);

    /// The product of `n` copies of the square matrices in the last two axes, `n` a literal >= 0.
    ///
    /// ```text
    /// matrix_power(a, n)
    /// ```
    ///
    /// Shape and dtype as `a`; n = 0 gives the identity, n < 0 powers of the inverse (see [`inv`]).
    ///
    /// Also `a.matrix_power(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`linalg.matrix_power`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.matrix_power.html).
    fn matrix_power(a: Array, n: i64);

    /// The singular values of the matrices in the last two axes, in descending order.
    ///
    /// ```text
    /// svdvals(x)
    /// ```
    ///
    /// Shape: the other axes, and the lesser of rows and columns, which their sizes have to show.
    /// Dtype as `x` if float, else f64; real for complex matrices. NaN where an element is no
    /// finite number (NumPy raises). Each is within a few units in the last place of the largest.
    ///
    /// Also `x.svdvals(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`linalg.svdvals`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.svdvals.html).
    fn svdvals(x: Array);

    /// The inverses of the square matrices in the last two axes.
    ///
    /// ```text
    /// inv(a)
    /// ```
    ///
    /// By elimination with partial pivoting. If their size is a literal from 1 to 8, or pinned to
    /// such (`where N: 3 | 4`), the steps are written out for it and fuse with what is around them;
    /// otherwise the matrices are in memory and a routine works on them. Shape as `a`; dtype as `a`
    /// if float, else f64; complex matrices are refused. The inverse of a singular matrix, of which
    /// elimination meets a pivot of 0, has elements that are inf or NaN (NumPy raises).
    ///
    /// Also `a.inv(..)`.
    ///
    /// NumPy:
    /// [`linalg.inv`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.inv.html).
    fn inv(a: Array);

    /// The determinants of the square matrices in the last two axes; 0 where a pivot is.
    ///
    /// ```text
    /// det(a)
    /// ```
    ///
    /// Sizes and dtype as for [`inv`]; shape: the other axes. The product of the pivots. Of
    /// matrices of size 1 to 8 it overflows where a part of it does ([`slogdet`] does not).
    ///
    /// Also `a.det(..)`.
    ///
    /// NumPy:
    /// [`linalg.det`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.det.html).
    fn det(a: Array);

    /// `(sign, logabsdet)`: the determinant is `sign * exp(logabsdet)`; `(0, -inf)` where a pivot
    /// is 0.
    ///
    /// ```text
    /// slogdet(a)
    /// ```
    ///
    /// Sizes and dtype as for [`inv`]; shapes: the other axes.
    ///
    /// Also `a.slogdet(..)`.
    ///
    /// NumPy:
    /// [`linalg.slogdet`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.slogdet.html).
    fn slogdet(a: Array);

    /// `x` with `a @ x = b`: `b` is a vector `[n]`, or matrices `[.., n, k]` with a column for each
    /// right side.
    ///
    /// ```text
    /// solve(a, b)
    /// ```
    ///
    /// Sizes of `a` and dtype as for [`inv`]; the axes before the matrices broadcast. One dtype.
    /// Where `a` is singular, x has elements that are inf or NaN (NumPy raises).
    ///
    /// Also `a.solve(..)`.
    ///
    /// NumPy:
    /// [`linalg.solve`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.solve.html).
    fn solve(a: Array, b: Array);

    /// The lower triangular `l` with `l @ l.T = a`, or with `upper=true` the upper triangular `u`
    /// with `u.T @ u = a`.
    ///
    /// ```text
    /// cholesky(a, upper=false)
    /// ```
    ///
    /// Only that triangle of `a` counts. Sizes and dtype as for [`inv`]; shape as `a`. NaN where
    /// `a` is not positive definite (NumPy raises).
    ///
    /// Also `a.cholesky(..)`.
    ///
    /// NumPy:
    /// [`linalg.cholesky`](https://numpy.org/doc/stable/reference/generated/numpy.linalg.cholesky.html).
    fn cholesky(a: Array, upper: bool);

    /// The product `A @ x` of a sparse matrix and a vector. `A` is in compressed rows, as SciPy's
    /// `csr_array((data, indices, indptr))`: row `i` has the entries `data[k]` in the columns
    /// `indices[k]` for `k` in `indptr[i]..indptr[i + 1]`.
    ///
    /// ```text
    /// csr_matvec(data, indices, indptr, x)
    /// ```
    ///
    /// `[f64; NNZ]`, `[index<N>; NNZ]` (or integers, checked at the call), integers `[i64; M + 1]`
    /// and `[f64; N]` give `[f64; M]`, in any dtype of numbers. An `indptr` that decreases or
    /// leaves `0..=NNZ` is an error of the call. SciPy: `A @ x`.
    ///
    /// Also `data.csr_matvec(..)`.
    fn csr_matvec(data: Array, indices: Array, indptr: Array, x: Array);

    /// The product `A @ x` of a sparse matrix in compressed rows and a matrix `[f64; N, K]`. See
    /// [`csr_matvec`]. SciPy: `A @ x`.
    ///
    /// ```text
    /// csr_matmul(data, indices, indptr, x)
    /// ```
    ///
    /// Also `data.csr_matmul(..)`.
    fn csr_matmul(data: Array, indices: Array, indptr: Array, x: Array);
}
