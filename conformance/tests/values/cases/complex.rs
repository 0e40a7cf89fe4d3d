// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn complex_sums_c32<N>(a: [c32; N], b: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N], [bool; N], [bool; N]) {
        (a + b, a - b, -a, +a, a == b, a != b)
    }

    pub fn complex_products_c32<N>(a: [c32; N], b: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N]) {
        (a * b, a / b, square(a), a * b + a)
    }

    pub fn complex_division_c32<N>(a: [c32; N], b: [c32; N]) -> ([c32; N], [c32; N]) {
        (a / b, reciprocal(b))
    }

    pub fn complex_special_products_c32<N>(a: [c32; N], b: [c32; N]) -> [c32; N] {
        a * b
    }

    pub fn complex_parts_c32<N>(z: [c32; N]) -> ([f32; N], [f32; N], [c32; N], [f32; N], [f32; N], [bool; N], [bool; N], [bool; N]) {
        (real(z), imag(z), conj(z), abs(z), angle(z), isnan(z), isinf(z), isfinite(z))
    }

    pub fn complex_functions_0_c32<N>(z: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N], [c32; N], [c32; N]) {
        (exp(z), log(z), sqrt(z), sin(z), cos(z), tan(z))
    }

    pub fn complex_functions_1_c32<N>(z: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N], [c32; N], [c32; N]) {
        (sinh(z), cosh(z), tanh(z), sign(z), log2(z), log10(z))
    }

    pub fn complex_far_c32<N>(z: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N]) {
        (sqrt(z), log(z), tanh(z), tan(z))
    }

    pub fn complex_corners_c32<N>(z: [c32; N]) -> [c32; N] {
        sqrt(z)
    }

    pub fn complex_powers_c32<N>(z: [c32; N], w: [c32; N]) -> ([c32; N], [c32; N], [c32; N], [c32; N], [c32; N], [c32; N], [c32; N], [c32; N]) {
        (z ** 0, z ** 1, z ** 2, z ** 5, z ** -2, z ** 0.5, z ** w, pow(z, 1j))
    }

    pub fn complex_powers_of_zero_c32<N>(z: [c32; N], w: [c32; N]) -> [c32; N] {
        z ** w
    }

    pub fn complex_literals_c32<N>(a: [c32; N], s: c32) -> ([c32; N], [c32; N], [c32; N], [c32; N], [c32; N], [c32; N], [c32; N]) {
        (a + 1, 2.5 * a, a / 2, 1j * a, a - (1 + 2j), s * a, where(real(a) > 0, a, 1j))
    }

    pub fn complex_reductions_c32<M, N>(x: [c32; M, N]) -> (c32, [c32; N], [c32; M], c32, [c32; 1, N], [c32; M]) {
        (sum(x), sum(x, axis=0), x.mean(axis=1), mean(x), x.sum(axis=0, keepdims=true), sum(x, axis=-1))
    }

    pub fn complex_empty_sum_c32<M, N>(x: [c32; M, N]) -> ([c32; N], c32) {
        (sum(x, axis=0), sum(x))
    }

    pub fn complex_prod_c32<N>(x: [c32; N, 3], y: [c32; 2, 2]) -> ([c32; N], c32, [c32; 1, 2]) {
        (prod(x, axis=1), prod(y), y.prod(axis=0, keepdims=true))
    }

    pub fn complex_contractions_c32<M, K, N>(a: [c32; M, K], b: [c32; K, N], v: [c32; K]) -> ([c32; M, N], [c32; N, M], [c32; M], c32, [c32; M, K]) {
        (a @ b, einsum("ik,kj->ji", a, b), a @ v, v @ v, einsum("ij,j->ij", a, v))
    }

    pub fn complex_linear_c32<N>(a: [c32; N, N], v: [c32; N], w: [c32; N]) -> (c32, [c32; N], [c32; N, N], c32, [c32; N, N], c32, [c32; N * N], [c32; N]) {
        (dot(v, v), dot(a, v), outer(w, v), inner(v, v), inner(a, a), trace(a), kron(w, v), tensordot(a, v, axes=1))
    }

    pub fn complex_moves_c32<N>(x: [c32; N, 3], i: [i64; 4], u: &mut [c32; N, 3]) -> ([c32; 3, N], [c32; N, 2], [c32; 4, 3], [c32; N, 3], [c32; N], [c32; N, 3], [c32; N, 2, 3]) {
        let old = u;
        u += x * x;
        (x.T, stack([x[.., 0], x[.., 2]], axis=1), x[i], concatenate([old[1..], old[..1]]), x[..;-1, 1], x[.., i[..3] % 3],
         broadcast_to(x[.., newaxis, ..], [N, 2, 3]))
    }

    pub fn complex_shapes_c32<N>(x: [c32; N, 2, 3]) -> ([c32; N * 6], [c32; 6, N], [c32; 3, N, 2], c32, [c32; N, 1, 2, 3], [f32; N, 2]) {
        (x.ravel(), x.reshape(6, N), moveaxis(x, 2, 0), x[0, 1, 2], expand_dims(x, 1), abs(x).sum(axis=2))
    }

    pub fn complex_creation_c32<M, N>(x: [c32; M, N], v: c32) -> ([c32; M, N], [c32; N], [c32; M, N], [c32; N, 2], [c32; M, N], [c32; 2]) {
        (zeros_like(x) + ones_like(x), zeros([c32; N]), full_like(x, 2 - 1j), full([c32; N, 2], v), x + ones([c32; M, N]), [v, 1])
    }

    pub fn complex_closures_c32<N>(a: [c32; N], b: [c32; N]) -> ([c32; N, N], c32, [c32; N], [f32; N]) {
        (from_fn(|i: N, j: N| a[i] * conj(b[j]) + 1j), sum(|k: N| a[k] * b[k]), from_fn(|i: N| sum(|k: N| a[i] * b[k] - a[k])),
         from_fn(|i: N| max(|k: N| abs(a[i] - b[k]))))
    }

    pub fn complex_sums_c64<N>(a: [c64; N], b: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N], [bool; N], [bool; N]) {
        (a + b, a - b, -a, +a, a == b, a != b)
    }

    pub fn complex_products_c64<N>(a: [c64; N], b: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N]) {
        (a * b, a / b, square(a), a * b + a)
    }

    pub fn complex_division_c64<N>(a: [c64; N], b: [c64; N]) -> ([c64; N], [c64; N]) {
        (a / b, reciprocal(b))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn complex_special_products_c64<N>(a: [c64; N], b: [c64; N]) -> [c64; N] {
        a * b
    }

    pub fn complex_parts_c64<N>(z: [c64; N]) -> ([f64; N], [f64; N], [c64; N], [f64; N], [f64; N], [bool; N], [bool; N], [bool; N]) {
        (real(z), imag(z), conj(z), abs(z), angle(z), isnan(z), isinf(z), isfinite(z))
    }

    pub fn complex_functions_0_c64<N>(z: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N]) {
        (exp(z), log(z), sqrt(z), sin(z), cos(z), tan(z))
    }

    pub fn complex_functions_1_c64<N>(z: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N]) {
        (sinh(z), cosh(z), tanh(z), sign(z), log2(z), log10(z))
    }

    pub fn complex_far_c64<N>(z: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N]) {
        (sqrt(z), log(z), tanh(z), tan(z))
    }

    pub fn complex_corners_c64<N>(z: [c64; N]) -> [c64; N] {
        sqrt(z)
    }

    pub fn complex_powers_c64<N>(z: [c64; N], w: [c64; N]) -> ([c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N]) {
        (z ** 0, z ** 1, z ** 2, z ** 5, z ** -2, z ** 0.5, z ** w, pow(z, 1j))
    }

    pub fn complex_powers_of_zero_c64<N>(z: [c64; N], w: [c64; N]) -> [c64; N] {
        z ** w
    }

    pub fn complex_literals_c64<N>(a: [c64; N], s: c64) -> ([c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N], [c64; N]) {
        (a + 1, 2.5 * a, a / 2, 1j * a, a - (1 + 2j), s * a, where(real(a) > 0, a, 1j))
    }

    pub fn complex_reductions_c64<M, N>(x: [c64; M, N]) -> (c64, [c64; N], [c64; M], c64, [c64; 1, N], [c64; M]) {
        (sum(x), sum(x, axis=0), x.mean(axis=1), mean(x), x.sum(axis=0, keepdims=true), sum(x, axis=-1))
    }

    pub fn complex_empty_sum_c64<M, N>(x: [c64; M, N]) -> ([c64; N], c64) {
        (sum(x, axis=0), sum(x))
    }

    pub fn complex_prod_c64<N>(x: [c64; N, 3], y: [c64; 2, 2]) -> ([c64; N], c64, [c64; 1, 2]) {
        (prod(x, axis=1), prod(y), y.prod(axis=0, keepdims=true))
    }

    pub fn complex_contractions_c64<M, K, N>(a: [c64; M, K], b: [c64; K, N], v: [c64; K]) -> ([c64; M, N], [c64; N, M], [c64; M], c64, [c64; M, K]) {
        (a @ b, einsum("ik,kj->ji", a, b), a @ v, v @ v, einsum("ij,j->ij", a, v))
    }

    pub fn complex_linear_c64<N>(a: [c64; N, N], v: [c64; N], w: [c64; N]) -> (c64, [c64; N], [c64; N, N], c64, [c64; N, N], c64, [c64; N * N], [c64; N]) {
        (dot(v, v), dot(a, v), outer(w, v), inner(v, v), inner(a, a), trace(a), kron(w, v), tensordot(a, v, axes=1))
    }

    pub fn complex_moves_c64<N>(x: [c64; N, 3], i: [i64; 4], u: &mut [c64; N, 3]) -> ([c64; 3, N], [c64; N, 2], [c64; 4, 3], [c64; N, 3], [c64; N], [c64; N, 3], [c64; N, 2, 3]) {
        let old = u;
        u += x * x;
        (x.T, stack([x[.., 0], x[.., 2]], axis=1), x[i], concatenate([old[1..], old[..1]]), x[..;-1, 1], x[.., i[..3] % 3],
         broadcast_to(x[.., newaxis, ..], [N, 2, 3]))
    }

    pub fn complex_shapes_c64<N>(x: [c64; N, 2, 3]) -> ([c64; N * 6], [c64; 6, N], [c64; 3, N, 2], c64, [c64; N, 1, 2, 3], [f64; N, 2]) {
        (x.ravel(), x.reshape(6, N), moveaxis(x, 2, 0), x[0, 1, 2], expand_dims(x, 1), abs(x).sum(axis=2))
    }

    pub fn complex_creation_c64<M, N>(x: [c64; M, N], v: c64) -> ([c64; M, N], [c64; N], [c64; M, N], [c64; N, 2], [c64; M, N], [c64; 2]) {
        (zeros_like(x) + ones_like(x), zeros([c64; N]), full_like(x, 2 - 1j), full([c64; N, 2], v), x + ones([c64; M, N]), [v, 1])
    }

    pub fn complex_closures_c64<N>(a: [c64; N], b: [c64; N]) -> ([c64; N, N], c64, [c64; N], [f64; N]) {
        (from_fn(|i: N, j: N| a[i] * conj(b[j]) + 1j), sum(|k: N| a[k] * b[k]), from_fn(|i: N| sum(|k: N| a[i] * b[k] - a[k])),
         from_fn(|i: N| max(|k: N| abs(a[i] - b[k]))))
    }

    pub fn complex_casts<N>(a: [c32; N], b: [c64; N], x: [f64; N], y: [f32; N], n: [i32; N], m: [bool; N], h: [u8; N]) -> ([c64; N], [c32; N], [c64; N], [c32; N], [c64; N], [c32; N], [c64; N], [c64; N]) {
        (a as c64, b as c32, x as c64, y as c32, n as c64, m as c32, (a + (y as c32)) as c64 * b, h as c64)
    }

    pub fn complex_literals_meet_real_arrays<N>(x: [f64; N], y: [f32; N], n: [i64; N]) -> ([c64; N], [c32; N], [c64; N], [c64; N], [c32; N], [bool; N]) {
        (x * 1j, 2j + y, n - 0.5j, exp(2j * pi * x), where(y > 0, y as c32, 1j), x == 0j)
    }

    pub fn complex_parts_of_real_arrays<N>(x: [f64; N], y: [f32; N], n: [i64; N]) -> ([f64; N], [f32; N], [i64; N], [f64; N], [i64; N], [f32; N], [f64; N]) {
        (real(x), imag(y), conj(n), angle(x), real(n), angle(y), angle(n))
    }

    const CONSTANT: c64 = 3 - 4j;
    const TABLE: [c64; 2] = [1j, 2.0];
    pub fn complex_literal_arithmetic<N>(z: [c64; N]) -> ([c64; N], [c64; 3], c64, c64, [bool; N], [c64; N, 2]) {
        let k = 1 + 2j;
        (z * (k * k - 3 / 2 + 1j / 4), [1, 2j, 0.5 - 1j], -1j * 1j + sqrt(-1 + 0j), CONSTANT, z != 0, z[.., newaxis] * TABLE)
    }

    fn rotated<N>(z: [c64; N], by: c64) -> [c64; N] {
        z * by / (abs(by) as c64)
    }
    pub fn complex_helpers_and_loops<M, N>(a: [c64; M, N], u: &mut [c64; N], s: c64) -> ([c64; N], c64) {
        let first = rotated(a[0], s);
        for k in 0..3 {
            u += 1j * u - k;
        }
        (first, s * conj(s) / (abs(s) as c64))
    }

    pub fn complex_dft<N>(x: [f64; N]) -> ([c64; N], [f64; N], c64) {
        let z = from_fn(|k: N| sum(|n: N| (x[n] as c64) * exp(-2j * pi * ((k * n) as f64 / N))));
        let back = from_fn(|k: N| mean(|n: N| z[n] * exp(2j * pi * ((k * n) as f64 / N))));
        (z, real(back), mean(z))
    }
}

functions! {
    complex_sums_c32,
    complex_products_c32,
    complex_division_c32,
    complex_special_products_c32,
    complex_parts_c32,
    complex_functions_0_c32,
    complex_functions_1_c32,
    complex_far_c32,
    complex_corners_c32,
    complex_powers_c32,
    complex_powers_of_zero_c32,
    complex_literals_c32,
    complex_reductions_c32,
    complex_empty_sum_c32,
    complex_prod_c32,
    complex_contractions_c32,
    complex_linear_c32,
    complex_moves_c32,
    complex_shapes_c32,
    complex_creation_c32,
    complex_closures_c32,
    complex_sums_c64,
    complex_products_c64,
    complex_division_c64,
    complex_special_products_c64,
    complex_parts_c64,
    complex_functions_0_c64,
    complex_functions_1_c64,
    complex_far_c64,
    complex_corners_c64,
    complex_powers_c64,
    complex_powers_of_zero_c64,
    complex_literals_c64,
    complex_reductions_c64,
    complex_empty_sum_c64,
    complex_prod_c64,
    complex_contractions_c64,
    complex_linear_c64,
    complex_moves_c64,
    complex_shapes_c64,
    complex_creation_c64,
    complex_closures_c64,
    complex_casts,
    complex_literals_meet_real_arrays,
    complex_parts_of_real_arrays,
    complex_literal_arithmetic,
    complex_helpers_and_loops,
    complex_dft,
}
