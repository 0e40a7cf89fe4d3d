// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// The same elements in row-major order under another shape of the same size. One size may be
    /// `-1`.
    ///
    /// ```text
    /// reshape(x, *shape)
    /// ```
    ///
    /// Also `x.reshape(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`reshape`](https://numpy.org/doc/stable/reference/generated/numpy.reshape.html).
    fn reshape(x: Array, shape: Sizes);

    /// All elements in row-major order, one axis.
    ///
    /// ```text
    /// ravel(x)
    /// ```
    ///
    /// Also `x.ravel(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`ravel`](https://numpy.org/doc/stable/reference/generated/numpy.ravel.html).
    fn ravel(x: Array);

    /// Another name of [`ravel`].
    ///
    /// All elements in row-major order, one axis.
    ///
    /// ```text
    /// flatten(x)
    /// ```
    ///
    /// Also `x.flatten(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`ravel`](https://numpy.org/doc/stable/reference/generated/numpy.ravel.html).
    fn flatten(x: Array);

    /// Axes in another order; reversed if none is given.
    ///
    /// ```text
    /// transpose(x, *axes)
    /// ```
    ///
    /// Also `x.transpose(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`transpose`](https://numpy.org/doc/stable/reference/generated/numpy.transpose.html).
    fn transpose(x: Array, axes: Axis);

    /// Another name of [`transpose`].
    ///
    /// Axes in another order; reversed if none is given.
    ///
    /// ```text
    /// permute_dims(x, *axes)
    /// ```
    ///
    /// Also `x.permute_dims(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`transpose`](https://numpy.org/doc/stable/reference/generated/numpy.transpose.html).
    fn permute_dims(x: Array, axes: Axis);

    /// Two axes exchanged.
    ///
    /// ```text
    /// swapaxes(x, axis1, axis2)
    /// ```
    ///
    /// Also `x.swapaxes(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`swapaxes`](https://numpy.org/doc/stable/reference/generated/numpy.swapaxes.html).
    fn swapaxes(x: Array, axis1: Axis, axis2: Axis);

    /// An axis moved to another place.
    ///
    /// ```text
    /// moveaxis(x, source, destination)
    /// ```
    ///
    /// Also `x.moveaxis(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`moveaxis`](https://numpy.org/doc/stable/reference/generated/numpy.moveaxis.html).
    fn moveaxis(x: Array, source: Axis, destination: Axis);

    /// A new axis of size 1, as `x[newaxis]`.
    ///
    /// ```text
    /// expand_dims(x, axis)
    /// ```
    ///
    /// Also `x.expand_dims(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`expand_dims`](https://numpy.org/doc/stable/reference/generated/numpy.expand_dims.html).
    fn expand_dims(x: Array, axis: Axis);

    /// Without axes of size 1: those named, or all.
    ///
    /// ```text
    /// squeeze(x, axis=None)
    /// ```
    ///
    /// Also `x.squeeze(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`squeeze`](https://numpy.org/doc/stable/reference/generated/numpy.squeeze.html).
    fn squeeze(x: Array, axis: Axis);

    /// Stretched to a shape: `broadcast_to(x, (E, N))`.
    ///
    /// ```text
    /// broadcast_to(x, *shape)
    /// ```
    ///
    /// Also `x.broadcast_to(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`broadcast_to`](https://numpy.org/doc/stable/reference/generated/numpy.broadcast_to.html).
    fn broadcast_to(x: Array, shape: Sizes);

    /// Arrays of one shape along a new axis: `stack([a, b], axis=-1)`.
    ///
    /// ```text
    /// stack(arrays, axis=0)
    /// ```
    ///
    /// Also `arrays.stack(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`stack`](https://numpy.org/doc/stable/reference/generated/numpy.stack.html).
    fn stack(arrays: Arrays, axis: Axis);

    /// Arrays joined along an existing axis: `concatenate([a, b], axis=0)`.
    ///
    /// ```text
    /// concatenate(arrays, axis=0)
    /// ```
    ///
    /// Also `arrays.concatenate(..)`. Takes complex numbers, too.
    ///
    /// Unlike NumPy's: scalars are refused, as in NumPy; arrays of two dtypes, too; a list of
    /// literals, as `[[0.0], x]` has, takes the dtype of the arrays: in NumPy it is an array of f64
    /// or i64, and so is the result for an x of f32.
    ///
    /// NumPy:
    /// [`concatenate`](https://numpy.org/doc/stable/reference/generated/numpy.concatenate.html).
    fn concatenate(arrays: Arrays, axis: Axis);

    /// Another name of [`concatenate`].
    ///
    /// Arrays joined along an existing axis: `concatenate([a, b], axis=0)`.
    ///
    /// ```text
    /// concat(arrays, axis=0)
    /// ```
    ///
    /// Also `arrays.concat(..)`. Takes complex numbers, too.
    ///
    /// Unlike NumPy's: scalars are refused, as in NumPy; arrays of two dtypes, too; a list of
    /// literals, as `[[0.0], x]` has, takes the dtype of the arrays: in NumPy it is an array of f64
    /// or i64, and so is the result for an x of f32.
    ///
    /// NumPy:
    /// [`concatenate`](https://numpy.org/doc/stable/reference/generated/numpy.concatenate.html).
    fn concat(arrays: Arrays, axis: Axis);

    /// Arrays below each other; vectors are rows.
    ///
    /// ```text
    /// vstack(arrays)
    /// ```
    ///
    /// Dtype as the arrays, which agree.
    ///
    /// Also `arrays.vstack(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`vstack`](https://numpy.org/doc/stable/reference/generated/numpy.vstack.html).
    fn vstack(arrays: Arrays);

    /// Arrays beside each other; vectors one after the other.
    ///
    /// ```text
    /// hstack(arrays)
    /// ```
    ///
    /// Dtype as the arrays, which agree.
    ///
    /// Also `arrays.hstack(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`hstack`](https://numpy.org/doc/stable/reference/generated/numpy.hstack.html).
    fn hstack(arrays: Arrays);

    /// Arrays behind each other, along a third axis.
    ///
    /// ```text
    /// dstack(arrays)
    /// ```
    ///
    /// Dtype as the arrays, which agree.
    ///
    /// Also `arrays.dstack(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`dstack`](https://numpy.org/doc/stable/reference/generated/numpy.dstack.html).
    fn dstack(arrays: Arrays);

    /// Arrays beside each other; vectors are columns.
    ///
    /// ```text
    /// column_stack(arrays)
    /// ```
    ///
    /// Dtype as the arrays, which agree.
    ///
    /// Also `arrays.column_stack(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`column_stack`](https://numpy.org/doc/stable/reference/generated/numpy.column_stack.html).
    fn column_stack(arrays: Arrays);

    /// `concatenate([x, values])`; without an axis of all elements in row-major order.
    ///
    /// ```text
    /// append(x, values, axis=None)
    /// ```
    ///
    /// Dtype as the arrays, which agree.
    ///
    /// Also `x.append(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`append`](https://numpy.org/doc/stable/reference/generated/numpy.append.html).
    fn append(x: Array, values: Array, axis: Axis);

    /// A tuple of so many equal parts, or of the parts between the given positions.
    ///
    /// ```text
    /// split(x, sections, axis=0)
    /// ```
    ///
    /// Dtype as `x`. That the parts are equal is checked at the call if the sizes do not tell.
    ///
    /// Also `x.split(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`split`](https://numpy.org/doc/stable/reference/generated/numpy.split.html).
    fn split(x: Array, sections: Sizes, axis: Axis);

    /// As `split`, into parts that differ by one element at most.
    ///
    /// ```text
    /// array_split(x, sections, axis=0)
    /// ```
    ///
    /// Dtype as `x`.
    ///
    /// Also `x.array_split(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`array_split`](https://numpy.org/doc/stable/reference/generated/numpy.array_split.html).
    fn array_split(x: Array, sections: Sizes, axis: Axis);

    /// `split(x, sections, axis=0)`.
    ///
    /// ```text
    /// vsplit(x, sections)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.vsplit(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`vsplit`](https://numpy.org/doc/stable/reference/generated/numpy.vsplit.html).
    fn vsplit(x: Array, sections: Sizes);

    /// `split(x, sections, axis=1)`, of vectors along their axis.
    ///
    /// ```text
    /// hsplit(x, sections)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.hsplit(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`hsplit`](https://numpy.org/doc/stable/reference/generated/numpy.hsplit.html).
    fn hsplit(x: Array, sections: Sizes);

    /// `split(x, sections, axis=2)`.
    ///
    /// ```text
    /// dsplit(x, sections)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.dsplit(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`dsplit`](https://numpy.org/doc/stable/reference/generated/numpy.dsplit.html).
    fn dsplit(x: Array, sections: Sizes);

    /// A tuple of the arrays along an axis of literal size; the inverse of `stack`.
    ///
    /// ```text
    /// unstack(x, axis=0)
    /// ```
    ///
    /// Dtype as `x`.
    ///
    /// Also `x.unstack(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`unstack`](https://numpy.org/doc/stable/reference/generated/numpy.unstack.html).
    fn unstack(x: Array, axis: Axis);

    /// The last two axes exchanged: `x.mT`.
    ///
    /// ```text
    /// matrix_transpose(x)
    /// ```
    ///
    /// The dtype of `x`, which has at least two axes.
    ///
    /// Also `x.matrix_transpose(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`matrix_transpose`](https://numpy.org/doc/stable/reference/generated/numpy.matrix_transpose.html).
    fn matrix_transpose(x: Array);

    /// In reverse order along the axes, or along all.
    ///
    /// ```text
    /// flip(x, axis=None)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.flip(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`flip`](https://numpy.org/doc/stable/reference/generated/numpy.flip.html).
    fn flip(x: Array, axis: Axis);

    /// In reverse order along the first axis.
    ///
    /// ```text
    /// flipud(x)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.flipud(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`flipud`](https://numpy.org/doc/stable/reference/generated/numpy.flipud.html).
    fn flipud(x: Array);

    /// In reverse order along the second axis.
    ///
    /// ```text
    /// fliplr(x)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.fliplr(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`fliplr`](https://numpy.org/doc/stable/reference/generated/numpy.fliplr.html).
    fn fliplr(x: Array);

    /// Moved along the axes by `shift`, what leaves at one end enters at the other.
    ///
    /// ```text
    /// roll(x, shift, axis=None)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.roll(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`roll`](https://numpy.org/doc/stable/reference/generated/numpy.roll.html).
    fn roll(x: Array, shift: Array, axis: Axis);

    /// Turned by k right angles, from the first of two axes (0 and 1) towards the second.
    ///
    /// ```text
    /// rot90(x, k=1, axes=None)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.rot90(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`rot90`](https://numpy.org/doc/stable/reference/generated/numpy.rot90.html).
    fn rot90(x: Array, k: i64, axes: Axis);

    /// Every element so many times, along an axis or of all elements in row-major order.
    ///
    /// ```text
    /// repeat(x, repeats, axis=None)
    /// ```
    ///
    /// Dtype as `x`; the number of times is a size.
    ///
    /// Also `x.repeat(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`repeat`](https://numpy.org/doc/stable/reference/generated/numpy.repeat.html).
    fn repeat(x: Array, repeats: Sizes, axis: Axis);

    /// The array so many times along each axis.
    ///
    /// ```text
    /// tile(x, *reps)
    /// ```
    ///
    /// Dtype as `x`; the numbers of times are sizes.
    ///
    /// Also `x.tile(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`tile`](https://numpy.org/doc/stable/reference/generated/numpy.tile.html).
    fn tile(x: Array, reps: Sizes);

    /// More elements before and behind: values, or by `edge`, `wrap`, `reflect`, `symmetric`, by
    /// the `maximum`, `minimum`, `mean` or `median` of each row, or a `linear_ramp` to
    /// `end_values`; by `empty` zeros.
    ///
    /// ```text
    /// pad(x, pad_width, mode="constant", constant_values=0, end_values=0)
    /// ```
    ///
    /// Dtype as `x`; `pad_width` is `n`, `(before, behind)` or a pair for each axis, and so are
    /// `constant_values` and `end_values`: one axis is padded after the other, so in a corner the
    /// value of the last axis stands. All modes but `constant` and `empty` need an element.
    ///
    /// Also `x.pad(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`pad`](https://numpy.org/doc/stable/reference/generated/numpy.pad.html).
    fn pad(x: Array, pad_width: Sizes, mode: Text, constant_values: Array, end_values: Array);

    /// `x[.., indices]` along an axis, or of all elements; `clip` and `wrap` bring indices into
    /// range.
    ///
    /// ```text
    /// take(x, indices, axis=None, mode="raise")
    /// ```
    ///
    /// Dtype as `x`; the axis makes place for those of `indices`. What is out of range is an error
    /// of the call, unless the mode says otherwise.
    ///
    /// Also `x.take(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`take`](https://numpy.org/doc/stable/reference/generated/numpy.take.html).
    fn take(x: Array, indices: Array, axis: Axis, mode: Text);

    /// For each place along the other axes the elements at its own positions.
    ///
    /// ```text
    /// take_along_axis(x, indices, axis=-1)
    /// ```
    ///
    /// Dtype as `x`. What is out of range is an error of the call.
    ///
    /// Also `x.take_along_axis(..)`. Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`take_along_axis`](https://numpy.org/doc/stable/reference/generated/numpy.take_along_axis.html).
    fn take_along_axis(x: Array, indices: Array, axis: Axis);

    /// The matrices in the last two axes with zeros above the diagonal k.
    ///
    /// ```text
    /// tril(x, k=0)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.tril(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`tril`](https://numpy.org/doc/stable/reference/generated/numpy.tril.html).
    fn tril(x: Array, k: i64);

    /// The matrices in the last two axes with zeros below the diagonal k.
    ///
    /// ```text
    /// triu(x, k=0)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.triu(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`triu`](https://numpy.org/doc/stable/reference/generated/numpy.triu.html).
    fn triu(x: Array, k: i64);

    /// The diagonal k of a matrix, or the matrix with a vector on it.
    ///
    /// ```text
    /// diag(x, k=0)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.diag(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`diag`](https://numpy.org/doc/stable/reference/generated/numpy.diag.html).
    fn diag(x: Array, k: i64);

    /// The diagonal of two axes, as the last axis.
    ///
    /// ```text
    /// diagonal(x, offset=0, axis1=0, axis2=1)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Also `x.diagonal(..)`. Takes complex numbers, too.
    ///
    /// NumPy: [`diagonal`](https://numpy.org/doc/stable/reference/generated/numpy.diagonal.html).
    fn diagonal(x: Array, offset: i64, axis1: Axis, axis2: Axis);

    /// A tuple of the arrays, stretched to their common shape.
    ///
    /// ```text
    /// broadcast_arrays(*arrays)
    /// ```
    ///
    /// Each keeps its dtype.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`broadcast_arrays`](https://numpy.org/doc/stable/reference/generated/numpy.broadcast_arrays.html).
    fn broadcast_arrays(arrays: Arrays);

    /// A tuple of the coordinates of a grid of vectors; `ij` keeps their order.
    ///
    /// ```text
    /// meshgrid(*arrays, indexing="xy")
    /// ```
    ///
    /// Each keeps its dtype.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy: [`meshgrid`](https://numpy.org/doc/stable/reference/generated/numpy.meshgrid.html).
    fn meshgrid(arrays: Arrays, indexing: Text);

    /// Scalars as vectors of one element.
    ///
    /// ```text
    /// atleast_1d(*arrays)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`atleast_1d`](https://numpy.org/doc/stable/reference/generated/numpy.atleast_1d.html).
    fn atleast_1d(arrays: Arrays);

    /// Vectors as rows of a matrix.
    ///
    /// ```text
    /// atleast_2d(*arrays)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`atleast_2d`](https://numpy.org/doc/stable/reference/generated/numpy.atleast_2d.html).
    fn atleast_2d(arrays: Arrays);

    /// Vectors and matrices with three axes.
    ///
    /// ```text
    /// atleast_3d(*arrays)
    /// ```
    ///
    /// The dtype of `x`.
    ///
    /// Takes complex numbers, too.
    ///
    /// NumPy:
    /// [`atleast_3d`](https://numpy.org/doc/stable/reference/generated/numpy.atleast_3d.html).
    fn atleast_3d(arrays: Arrays);
}
