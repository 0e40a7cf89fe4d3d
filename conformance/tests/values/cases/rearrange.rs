// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn rearrange_flip<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; M, N]) -> ([f64; M, N], [i32; N], [bool; M, N], [f64; M, N], [f64; M, N], [f64; M, N], [i32; N]) {
        (flip(x),
         flip(n),
         b.flip(axis=-1),
         flipud(x),
         fliplr(x),
         flip(x, axis=(0, 1)),
         flipud(n))
    }

    pub fn rearrange_rot90<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; M, N]) -> ([f64; N, M], [f64; M, N], [f64; N, M], [bool; N, M], [f64; M, N]) {
        (rot90(x),
         rot90(x, 2),
         rot90(x, k=-1),
         rot90(b, 5, axes=(1, 0)),
         rot90(x, 4))
    }

    pub fn rearrange_roll<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; M, N], s: i64, c: [f64; 5]) -> ([i32; N], [f64; M, N], [f64; M, N], [f64; M, N], [f64; M, N], [bool; M, N], [f64; M, N], [f64; 5], [f64; 5]) {
        (roll(n, 1),
         roll(x, -2),
         roll(x, 1, axis=0),
         x.roll(s, axis=1),
         roll(x, (1, -3), axis=(0, 1)),
         roll(b, N, axis=0),
         roll(x, 1, axis=(0, 1)),
         roll(c, 2),
         roll(c, -1))
    }

    pub fn rearrange_repeat<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; M, N]) -> ([f64; 2 * M * N], [f64; 3 * M, N], [i32; M * N], [bool; M, 2 * N], [f64; M, 0]) {
        (repeat(x, 2),
         repeat(x, 3, axis=0),
         n.repeat(M),
         repeat(b, 2, axis=-1),
         repeat(x, 0, axis=1))
    }

    pub fn rearrange_tile<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; M, N]) -> ([f64; M, 2 * N], [i32; 2, 3 * N], [f64; 3 * M, N], [i32; M * N], [bool; 2, M, 2 * N]) {
        (tile(x, 2),
         tile(n, (2, 3)),
         tile(x, [3, 1]),
         n.tile(M),
         tile(b, (2, 1, 2)))
    }

    pub fn rearrange_stacks<M, N>(x: [f64; M, N], y: [f64; M, N], u: [f64; N], v: [f64; N], s: f64) -> ([f64; 2 * M, N], [f64; M + 1, N], [f64; M, 2 * N], [f64; 2 * N + 1], [f64; M, N, 2], [f64; 1, N, 3], [f64; N, 2], [f64; M * N + N], [f64; 2 * M, N], [f64; N + 1]) {
        (vstack([x, y]),
         vstack((u, x)),
         hstack([x, y]),
         hstack([u, s, v]),
         dstack([x, y]),
         dstack([u, v, u]),
         column_stack([u, v]),
         append(x, u),
         append(x, y, axis=0),
         u.append(s))
    }

    pub fn rearrange_concatenate_empty<K, M, N>(a: [f64; K, N], b: [f64; M, N], c: [i64; K], d: [bool; M], i: [index<M>; K]) -> ([f64; K + M, N], [f64; 2 * K + M, N], [i64; 2 * K + 3], [bool; 3 * M], [f64; K], [f64; 2 * K + M], [f64; K + M, N], [f64; K + M, N]) {
        (concatenate([a, b]),
         concatenate([a[..;-1] * 2, b + 1, a]),
         concatenate([c, [1, 2, 3], c]),
         concatenate([d, d, !d[..;-1]]),
         sum(concatenate([b[i], a], axis=1), axis=1),
         concatenate([b[i, 0], a[.., 0], d as f64]),
         concatenate([from_fn(|k: K, j: N| a[k, N - 1 - j]), b], axis=0),
         concatenate([zeros([f64; 0, N]), b, ones([f64; K, N])]))
    }

    pub fn rearrange_literal_lists<M, N>(x: [f32; N], k: [u8; N], m: [f32; M, 2], w: [f32; 2], z: [c32; N]) -> ([f32; N + 2], [u8; N + 2], [c32; N + 3], [f32; N + 3], [f32; N + 2], [u8; N + 2], [f32; N + 2], [f32; M + 1, 2], [f32; 2, 2], [f32; 2, 2], [f32; 3, 2], [f64; 2], [f64; 2, 2]) {
        (concatenate([[0.1], x, [1]]),
         concatenate([[1, 255], k]),
         concatenate([[0.1, 2], z, [1j]]),
         concatenate([[-0.1], [pi], [true as f32], x]),
         append(x, [0.1, 2]),
         append([[7], [8]], k),
         hstack([[0.1], x, 2]),
         vstack([m, [0.1, M]]),
         column_stack([[[0.1], [2]], w]),
         stack([w, [0.1, -2]], axis=1),
         [[0.1, N], w, [0, w[0]]],
         concatenate([[1.5], [2]]),
         [[1, 2], [0.5, 3]])
    }

    pub fn rearrange_split<M, N>(x: [f64; 2 * M, N], v: [i32; 7]) -> ([f64; M, N], [f64; M, N], [f64; 2 * M, N - 1], [f64; 2 * M - 2, N], [f64; M, N], [i32; 3], [i32; 2], [f64; M, N], [i32; 3], [f64; 2 * M, floor_div(N, 2)]) {
        (split(x, 2)[0],
         split(x, 2, axis=0)[1],
         split(x, [1], axis=1)[1],
         split(x, [1, -1], axis=0)[1],
         split(x, [M])[0],
         array_split(v, 3)[0],
         array_split(v, 3)[2],
         vsplit(x, 2)[1],
         hsplit(v, [2, 5])[1],
         array_split(x, 2, axis=1)[1])
    }

    pub fn rearrange_split_at_the_call<N>(x: [f64; N]) -> [f64; floor_div(N, 3)] {
        split(x, 3)[1]
    }

    pub fn rearrange_unstack<N>(x: [f64; N, 3], y: [i32; 2, N]) -> ([f64; N], [i32; N], [f64; 3, N]) {
        (unstack(x, axis=-1)[2],
         unstack(y)[1],
         stack(unstack(x, axis=1)))
    }

    pub fn rearrange_axes<A, B, C>(x: [f64; A, B, C], v: [f64; C]) -> ([f64; A, C, B], [f64; A, C, B], [f64; B, C, A], [f64; A * B * C], [f64; 1, C], [f64; 1, C, 1], [f64; B, C, 1], [f64; 1], [f64; C]) {
        (matrix_transpose(x),
         x.mT,
         moveaxis(x, (0, 1), (-1, 0)),
         flatten(x),
         atleast_2d(v),
         atleast_3d(v),
         atleast_3d(x[0]),
         atleast_1d(x[0, 0, 0]),
         atleast_1d(v, x)[0])
    }

    pub fn rearrange_pad_edge<M, N>(x: [f64; M, N], n: [i32; N]) -> ([i32; N + 4], [f64; M + 1, N + 2], [f64; M + 3, N + 3], [i32; N + 18]) {
        (pad(n, 2, "edge"),
         pad(x, ((1, 0), (0, 2)), mode="edge"),
         x.pad((2, 1), "edge"),
         pad(n, 9, "edge"))
    }

    pub fn rearrange_pad_wrap<M, N>(x: [f64; M, N], n: [i32; N]) -> ([i32; N + 4], [f64; M + 1, N + 2], [f64; M + 3, N + 3], [i32; N + 18]) {
        (pad(n, 2, "wrap"),
         pad(x, ((1, 0), (0, 2)), mode="wrap"),
         x.pad((2, 1), "wrap"),
         pad(n, 9, "wrap"))
    }

    pub fn rearrange_pad_reflect<M, N>(x: [f64; M, N], n: [i32; N]) -> ([i32; N + 4], [f64; M + 1, N + 2], [f64; M + 3, N + 3], [i32; N + 18]) {
        (pad(n, 2, "reflect"),
         pad(x, ((1, 0), (0, 2)), mode="reflect"),
         x.pad((2, 1), "reflect"),
         pad(n, 9, "reflect"))
    }

    pub fn rearrange_pad_symmetric<M, N>(x: [f64; M, N], n: [i32; N]) -> ([i32; N + 4], [f64; M + 1, N + 2], [f64; M + 3, N + 3], [i32; N + 18]) {
        (pad(n, 2, "symmetric"),
         pad(x, ((1, 0), (0, 2)), mode="symmetric"),
         x.pad((2, 1), "symmetric"),
         pad(n, 9, "symmetric"))
    }

    pub fn rearrange_pad_constant<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; N], s: f64) -> ([i32; N + 4], [f64; M + 1, N + 2], [f64; M + 2, N + 2], [bool; 2 * N], [f64; M, N]) {
        (pad(n, 2),
         pad(x, ((1, 0), (0, 2)), constant_values=7),
         pad(x, 1, "constant", constant_values=s),
         b.pad((0, N)),
         pad(x, 0))
    }

    pub fn rearrange_take<M, N, K>(x: [f64; M, N], i: [i64; K], d: [index<N>; K], j: [i32; K], k: i64, u: [u64; K]) -> ([f64; K, N], [f64; M, K], [f64; K], [f64; M], [f64; M], [f64; M, K], [f64; K, N], [f64; 2, N], [f64; K]) {
        (take(x, i, axis=0),
         take(x, d, axis=1),
         take(x, i),
         x.take(0, axis=1),
         take(x, k, axis=-1),
         take(x, j, axis=1, mode="clip"),
         take(x, j, 0, "wrap"),
         take(x, [1, 0], axis=0),
         take(x, u, mode="clip"))
    }

    pub fn rearrange_take_along_axis<M, N, K>(x: [f64; M, N], i: [i64; M, K], j: [i64; 1, N], v: [i32; N], w: [i64; N]) -> ([f64; M, K], [f64; 1, N], [i32; N], [f64; M, 1]) {
        (take_along_axis(x, i, axis=1),
         take_along_axis(x, j, axis=0),
         take_along_axis(v, w),
         take_along_axis(x, argmax(x, axis=1, keepdims=true), axis=1))
    }

    pub fn rearrange_triangles<M, N>(x: [f64; M, N], b: [bool; M, N], c: [i32; 2, M, N]) -> ([f64; M, N], [f64; M, N], [f64; M, N], [bool; M, N], [i32; 2, M, N]) {
        (tril(x),
         triu(x),
         x.tril(k=-1),
         triu(b, 1),
         tril(c, 2))
    }

    pub fn rearrange_diagonals<M, N>(x: [f64; N, N], v: [i32; M], c: [f64; 2, 4, 3], b: [bool; M]) -> ([f64; N], [i32; M, M], [i32; M + 2, M + 2], [bool; M + 1, M + 1], [f64; N - 1], [f64; N - 1], [f64; 3, 2], [f64; 2, 2], [f64; 2, 2]) {
        (diag(x),
         diag(v),
         diag(v, k=2),
         b.diag(-1),
         diag(x, 1),
         diag(x, -1),
         diagonal(c),
         diagonal(c, 1, axis1=1, axis2=2),
         diagonal(c, offset=-2, axis1=1, axis2=2))
    }

    pub fn rearrange_grids<M, N>(x: [f64; M], y: [i32; N], a: [f64; M, 1], s: f64) -> ([f64; N, M], [i32; N, M], [i32; M, N], [f64; N, M, M], [f64; M], [f64; M, N], [f64; M, N]) {
        (meshgrid(x, y)[0],
         meshgrid(x, y)[1],
         meshgrid(x, y, indexing="ij")[1],
         meshgrid(x, y, x)[2],
         meshgrid(x)[0],
         broadcast_arrays(a, y)[0],
         broadcast_arrays(a, y, s)[2])
    }
}

functions! {
    rearrange_flip,
    rearrange_rot90,
    rearrange_roll,
    rearrange_repeat,
    rearrange_tile,
    rearrange_stacks,
    rearrange_concatenate_empty,
    rearrange_literal_lists,
    rearrange_split,
    rearrange_split_at_the_call,
    rearrange_unstack,
    rearrange_axes,
    rearrange_pad_edge,
    rearrange_pad_wrap,
    rearrange_pad_reflect,
    rearrange_pad_symmetric,
    rearrange_pad_constant,
    rearrange_take,
    rearrange_take_along_axis,
    rearrange_triangles,
    rearrange_diagonals,
    rearrange_grids,
}
