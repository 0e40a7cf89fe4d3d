// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn edges_digitize<N, K>(x: [f64; N], b: [f64; K], s: f64) -> ([i64; N], [i64; N], i64, [i64; N], [i64; N]) {
        (digitize(x, b),
         digitize(x, b, right=true),
         digitize(s, b),
         digitize(x, [1.0, 0.0, -1.0]),
         digitize(x, [-1.0, 0.0, 1.0]))
    }

    pub fn edges_digitize_integers<N, K>(x: [u8; N], b: [u8; K], y: [f32; N], c: [f32; K]) -> ([i64; N], [i64; N]) {
        (digitize(x, b),
         digitize(y, c, true))
    }

    pub fn edges_sizes_divided<M, N>(x: [f64; M, N]) -> (i64, i64, i64, i64, i64, i64, i64, i64) {
        (floor_div(N, N),
         floor_div(M * N, N),
         N % N,
         remainder(M * N, N),
         floor_div(M, 2),
         floor_div(2 * M * N + N, N),
         floor_div(M * N, -N),
         floor_div(M - 3, N))
    }

    pub fn edges_quotient_as_size<M, N>(x: [f64; M, N]) -> [f64; N] {
        sum(reshape(x, floor_div(M * N, N), N), axis=0)
    }

    pub fn edges_median<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f32; N], f64, [f64; M], [f64; 1, 1]) {
        (median(x),
         median(y, axis=0),
         median(x, axis=(0, 1)),
         median(n, axis=-1),
         median(n, axis=(-1, 0), keepdims=true))
    }

    pub fn edges_median_of_axes<A, B, C>(x: [f64; A, B, C]) -> ([f64; B], [f64; A], [f64; 1, B, 1]) {
        (median(x, axis=(0, 2)),
         median(x, axis=(2, 1)),
         median(x, axis=(0, 2), keepdims=true))
    }

    pub fn edges_pad_values<M, N>(x: [f64; M, N], v: f64) -> ([f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3]) {
        (pad(x, ((1, 2), (3, 0)), constant_values=(32, 42)),
         pad(x, ((1, 2), (3, 0)), constant_values=((1, 2), (3, 4))),
         pad(x, ((1, 2), (3, 0)), constant_values=((1, 2),)),
         pad(x, ((1, 2), (3, 0)), constant_values=(7,)),
         pad(x, ((1, 2), (3, 0)), constant_values=((1,), (2,))),
         pad(x, ((1, 2), (3, 0)), constant_values=(v, -v)),
         pad(x, (1, 2), constant_values=(32, 42)),
         pad(x, (1, 2), constant_values=((1, 2), (3, 4))),
         pad(x, (1, 2), constant_values=((1, 2),)),
         pad(x, (1, 2), constant_values=(7,)),
         pad(x, (1, 2), constant_values=((1,), (2,))),
         pad(x, (1, 2), constant_values=(v, -v)))
    }

    pub fn edges_pad_complex<N>(z: [c64; N], b: [bool; N]) -> ([c64; N + 2], [bool; N + 3]) {
        (pad(z, 1, constant_values=(2, 1.5)),
         pad(b, (1, 2), constant_values=(true, false)))
    }

    pub fn edges_pad_by_rows<M, N>(x: [f64; M, N], n: [i32; M, N], u: [f32; M, N]) -> ([f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [f64; M + 3, N + 3], [i32; M + 3, N + 3], [i32; M + 3, N + 3], [i32; M + 3, N + 3], [i32; M + 3, N + 3], [i32; M + 3, N + 3], [i32; M + 3, N + 3], [f32; M + 3, N + 3], [f32; M + 3, N + 3], [f32; M + 3, N + 3], [f32; M + 3, N + 3], [f32; M + 3, N + 3], [f32; M + 3, N + 3]) {
        (pad(x, ((1, 2), (3, 0)), mode="maximum"),
         pad(x, ((1, 2), (3, 0)), mode="minimum"),
         pad(x, ((1, 2), (3, 0)), mode="mean"),
         pad(x, ((1, 2), (3, 0)), mode="median"),
         pad(x, ((1, 2), (3, 0)), mode="linear_ramp"),
         pad(x, ((1, 2), (3, 0)), mode="linear_ramp", end_values=((5, -4), (2, 3))),
         pad(n, ((1, 2), (3, 0)), mode="maximum"),
         pad(n, ((1, 2), (3, 0)), mode="minimum"),
         pad(n, ((1, 2), (3, 0)), mode="mean"),
         pad(n, ((1, 2), (3, 0)), mode="median"),
         pad(n, ((1, 2), (3, 0)), mode="linear_ramp"),
         pad(n, ((1, 2), (3, 0)), mode="linear_ramp", end_values=((5, -4), (2, 3))),
         pad(u, ((1, 2), (3, 0)), mode="maximum"),
         pad(u, ((1, 2), (3, 0)), mode="minimum"),
         pad(u, ((1, 2), (3, 0)), mode="mean"),
         pad(u, ((1, 2), (3, 0)), mode="median"),
         pad(u, ((1, 2), (3, 0)), mode="linear_ramp"),
         pad(u, ((1, 2), (3, 0)), mode="linear_ramp", end_values=((5, -4), (2, 3))))
    }

    pub fn edges_gradient_coordinates<M, N>(y: [f64; M, N], a: [f64; M], b: [f64; N], z: [c64; N], u: [u8; N]) -> ([f64; M, N], [f64; N], [f64; M, N], [f64; M, N], [f64; M, N], [f64; M, N], [f64; M, N], [c64; N], [c64; N], [f64; N]) {
        (gradient(y, a, axis=0),
         gradient(y[0], b),
         gradient(y, a, b)[0],
         gradient(y, 0.5, b)[1],
         gradient(y, b, a, axis=(1, 0))[0],
         gradient(y, a, b, edge_order=2)[0],
         gradient(y, 0.5, edge_order=2)[1],
         gradient(z, b, edge_order=2),
         gradient(z),
         gradient(u, b))
    }

    pub fn edges_diff_of_nothing<N>(x: [f64; 3, N], e: [i32; 0]) -> ([f64; 0, N], [i32; 0], [f64; 0, N]) {
        (diff(x, 4, axis=0),
         diff(e),
         diff(x, n=3, axis=0))
    }

    pub fn edges_diff_with_ends<M, N>(x: [f64; M, N], y: [f64; M, 2], n: [i32; N], v: i32) -> ([f64; M, N], [f64; M, N + 2], [i32; N], [f64; 2 * M - 1, N]) {
        (diff(x, prepend=0),
         diff(x, prepend=y, append=1.5),
         diff(n, append=v, prepend=v, n=2),
         diff(x, axis=0, append=x))
    }

    pub fn edges_literals_beyond<N>(i: [i8; N], u: [u8; N], w: [u64; N], z: [i64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (i == 300,
         i == -300,
         u == -1,
         i == 18446744073709551615,
         -1 == w,
         z == 9223372036854775808,
         i != 300,
         i != -300,
         u != -1,
         i != 18446744073709551615,
         -1 != w,
         z != 9223372036854775808,
         i < 300,
         i < -300,
         u < -1,
         i < 18446744073709551615,
         -1 < w,
         z < 9223372036854775808,
         i <= 300,
         i <= -300,
         u <= -1,
         i <= 18446744073709551615,
         -1 <= w,
         z <= 9223372036854775808,
         i > 300,
         i > -300,
         u > -1,
         i > 18446744073709551615,
         -1 > w,
         z > 9223372036854775808,
         i >= 300,
         i >= -300,
         u >= -1,
         i >= 18446744073709551615,
         -1 >= w,
         z >= 9223372036854775808)
    }

    pub fn edges_sizes_and_small_integers<N>(u: [u8; N], w: [u64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (u == N,
         N - 300 == u,
         w == N - 7,
         u < N,
         N - 300 < u,
         w < N - 7,
         u >= N,
         N - 300 >= u,
         w >= N - 7)
    }

    pub fn edges_sizes_that_fit<N>(u: [u8; N]) -> ([u8; N], [u8; N]) {
        (u + N,
         u * (N - 2))
    }

    pub fn edges_bools_that_count<N>(b: [bool; N], c: [bool; N], n: [i32; N]) -> ([i8; N], [i8; N], [i8; N], [i8; N], [i8; N], [i64; N], [i64; N], [i32; N], [i32; N], [i32; N], [f64; N], [i8; N], [i64; N], [i8; N], [i8; N], [i8; N], [i32; N], [i8; N]) {
        (b ** c,
         b % c,
         b << c,
         b >> c,
         b ** 2,
         b ** 3,
         b % 2,
         b & n,
         n | b,
         b ^ n,
         b / c,
         floor_divide(b, c),
         floor_divide(b, 2),
         fmod(b, c),
         square(b),
         power(b, c),
         bitwise_and(n, b),
         divmod(b, c)[1])
    }

    pub fn edges_complex_tests<N>(z: [c64; N], w: [c64; N]) -> ([bool; N], [bool; N], [bool; N], bool, [bool; N], [bool; N], [bool; N], [bool; N]) {
        (isclose(z, w),
         isclose(z, w, equal_nan=true),
         isclose(z, 2, rtol=0.5),
         allclose(z, w),
         logical_and(z, w),
         logical_xor(z, 0),
         logical_not(z),
         logical_or(z, real(w)))
    }

    pub fn edges_complex_functions<N>(a: [c64; N, 3], b: [c64; N, 3], s: c64, x: [f64; N], c: [bool; N]) -> ([c64; N, 3], [c64; 3, N], [c64; 4], [c64; N], [c64; 3], c64, [c64; N]) {
        (cross(a, b),
         cross(a.T, b.T, axis=0),
         linspace(s, 2.5, 4, endpoint=false),
         linspace(0, s, N),
         trapezoid(a, axis=0),
         trapezoid(a[.., 0], x),
         select([c, x > 0], [a[.., 0], b[.., 1]], 1))
    }

    pub fn edges_complex_products<M, N>(z: [c64; M, N], w: [c32; M, N]) -> ([c64; M, N], [c64; M, N], [c32; M * N], [c64; M, N + 1], c64, [c64; N], [c32; M, 1]) {
        (cumulative_prod(z, axis=1),
         cumprod(z, axis=0),
         cumprod(w),
         cumulative_prod(z, axis=-1, include_initial=true),
         prod(z),
         prod(z, axis=0),
         prod(w, axis=1, keepdims=true))
    }

    pub fn edges_complex_infinities<N>(z: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N]) {
        (sign(z),
         arcsin(z),
         arccos(z),
         arctan(z),
         arcsinh(z),
         arccosh(z),
         arctanh(z))
    }

    pub fn edges_complex_rest<M, N>(z: [c64; M, N], w: [c32; M, N]) -> ([c64; N], [c64; M], c64, [c32; N], [c64; M, N], [c64; M, N], [c32; M, N], [c64; M, N]) {
        (nansum(z, axis=0),
         nanmean(z, axis=1),
         nanprod(z),
         average(w, axis=0),
         exp2(z),
         round(z, 2),
         rint(w),
         roll(z, (1, 2), axis=0))
    }

    pub fn edges_complex_convolve<N, M>(a: [c64; N], v: [c64; M]) -> ([c64; N + M - 1], [c64; N], [c64; N - M + 1], [c64; N + M - 1]) {
        (convolve(a, v),
         convolve(a, v, "same"),
         correlate(a, v),
         correlate(a, v, "full"))
    }

    pub fn edges_small_integers_in_f64<N>(n: [i8; N], b: [bool; N]) -> ([f64; N], [f64; N], [i8; N]) {
        (sinc(n),
         angle(b),
         roll(n, (1, -3, 7), axis=0))
    }

    pub fn edges_long_complex_products<N>(z: [c64; N]) -> ([c64; N], c64) {
        (cumprod(z),
         prod(z))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn edges_store_named<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K]) {
        u[i] = v;
    }

    pub fn edges_increase_named<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K]) {
        u[i] += v;
    }

    pub fn edges_scale_named<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K]) {
        u[i] *= 3.0;
    }

    pub fn edges_store_domain<N, K>(u: &mut [f64; N], i: [index<N>; K], v: [f64; K]) {
        u[i] = v;
    }

    pub fn edges_store_scalar<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K]) {
        u[i] = 2.5;
        u[i[..;-1]] -= 1;
    }

    pub fn edges_store_pairs<M, N, K>(u: &mut [f64; M, N], i: [i64; K], j: [i32; K], v: [f64; K]) {
        u[i, j] = v;
    }

    pub fn edges_store_grid<M, N, K>(u: &mut [f64; M, N], i: [i64; K, 1], j: [i64; K], v: [f64; K, K]) {
        u[i, j] = v;
    }

    pub fn edges_store_rows<M, N, K>(u: &mut [f64; M, N], i: [i64; K], v: [f64; K, N]) {
        u[i] = v;
    }

    pub fn edges_store_parts<M, N, K>(u: &mut [f64; M, N], i: [u8; K], k: i64, v: [f64; M - 2, K]) {
        u[1..-1, i] = v;
        u[k, i] += v[0];
    }

    pub fn edges_store_apart<A, C, K>(u: &mut [f64; A, 4, C], i: [i64; K], j: [i64; K], v: [f64; K, 4]) {
        u[i, .., j] = v;
        u[0, ..;2, j] -= v[.., ..2];
    }

    pub fn edges_store_kinds<N, K>(z: &mut [c64; N], b: &mut [bool; N], n: &mut [u8; N], i: [i64; K, K], y: [c64; K, K], c: [bool; K, K], m: [u8; K, K]) {
        z[i] = y;
        b[i] = c;
        n[i] = m;
    }

    pub fn edges_store_many<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K]) {
        u[i] = v;
    }
}

functions! {
    edges_digitize,
    edges_digitize_integers,
    edges_sizes_divided,
    edges_quotient_as_size,
    edges_median,
    edges_median_of_axes,
    edges_pad_values,
    edges_pad_complex,
    edges_pad_by_rows,
    edges_gradient_coordinates,
    edges_diff_of_nothing,
    edges_diff_with_ends,
    edges_literals_beyond,
    edges_sizes_and_small_integers,
    edges_sizes_that_fit,
    edges_bools_that_count,
    edges_complex_tests,
    edges_complex_functions,
    edges_complex_products,
    edges_complex_infinities,
    edges_complex_rest,
    edges_complex_convolve,
    edges_small_integers_in_f64,
    edges_long_complex_products,
    edges_store_named,
    edges_increase_named,
    edges_scale_named,
    edges_store_domain,
    edges_store_scalar,
    edges_store_pairs,
    edges_store_grid,
    edges_store_rows,
    edges_store_parts,
    edges_store_apart,
    edges_store_kinds,
    edges_store_many,
}
