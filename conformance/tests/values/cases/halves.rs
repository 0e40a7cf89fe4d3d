// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn halves_arithmetic_f16<N>(a: [f16; N], b: [f16; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N]) {
        (a + b, a - b, a * b, a / b, -a, a * b + a, a + b - a, square(a) / 3)
    }

    pub fn halves_native_f16<N>(a: [f16; N], b: [f16; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [bool; N], [bool; N]) {
        (a + b, a - b, a * b, a / b, a * b + a, floor_div(a, b), a % b, fmod(a, b), minimum(a, b), maximum(a, b),
         copysign(a, b), abs(a), a < b, a == b)
    }

    pub fn halves_order_f16<N>(a: [f16; N], b: [f16; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [f16; N], [f16; N], [f16; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b, isnan(a), isinf(a), isfinite(b), minimum(a, b), maximum(a, b), sign(a))
    }

    pub fn halves_functions_0_f16<N>(x: [f16; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N]) {
        (sqrt(x), cbrt(x), exp(x), exp2(x), expm1(x), log(x), log2(x), log10(x), log1p(x), sin(x), cos(x), tan(x), arcsin(x))
    }

    pub fn halves_functions_1_f16<N>(x: [f16; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N]) {
        (arccos(x), arctan(x), sinh(x), cosh(x), tanh(x), arcsinh(x), arccosh(x), arctanh(x), floor(x), ceil(x), trunc(x), abs(x), reciprocal(x))
    }

    pub fn halves_round_f16<N>(x: [f16; N], y: [f16; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N]) {
        (round(x), atan2(x, y), hypot(x, y), x ** y, floor_div(x, y))
    }

    pub fn halves_powers_f16<N>(x: [f16; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N]) {
        (x ** 0, x ** 1, x ** 2, x ** 5, x ** -1, x ** 0.5)
    }

    pub fn halves_literals_f16<N>(a: [f16; N], s: f16) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [f16; N], [bool; N]) {
        (a + 1, 0.1 * a, 2 - a, a / 3, where(a > 0.1, a, 0.3), s * a, clip(a, 0.1, 1.5f16), a >= 0.1)
    }

    pub fn halves_cast_f16<N>(a: [f16; N]) -> ([bool; N], [i8; N], [i16; N], [i32; N], [i64; N], [u8; N], [u16; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i8, a as i16, a as i32, a as i64, a as u8, a as u16, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn halves_widen_f16<N>(a: [f16; N]) -> ([f32; N], [f64; N], [bool; N], [bool; N]) {
        (a as f32, a as f64, a as bool, !(a as bool))
    }

    pub fn halves_saturate_f16<N>(a: [f16; N]) -> ([i8; N], [u8; N], [u32; N]) {
        (a as i8, a as u8, a as u32)
    }

    pub fn halves_cast_bool_to_f16<N>(a: [bool; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_i8_to_f16<N>(a: [i8; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_i16_to_f16<N>(a: [i16; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_i32_to_f16<N>(a: [i32; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_i64_to_f16<N>(a: [i64; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_u8_to_f16<N>(a: [u8; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_u16_to_f16<N>(a: [u16; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_u32_to_f16<N>(a: [u32; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_u64_to_f16<N>(a: [u64; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_f32_to_f16<N>(a: [f32; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_cast_f64_to_f16<N>(a: [f64; N]) -> [f16; N] {
        a as f16
    }

    pub fn halves_reductions_f16<M, N>(x: [f16; M, N]) -> ([f16; N], f16, [f16; M], [f16; M], f16, [f16; N], f16) {
        (sum(x, axis=0), sum(x), x.mean(axis=1), prod(x, axis=1), min(x), x.max(axis=0), x.mean())
    }

    pub fn halves_empty_reductions_f16<M, N>(x: [f16; M, N]) -> ([f16; N], f16, [bool; N]) {
        (sum(x, axis=0), prod(x), all(x, axis=0))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn halves_contractions_f16<M, K, N>(a: [f16; M, K], b: [f16; K, N], c: [f16; M]) -> ([f16; M, N], [f16; N, M], [f16; M, K], f16) {
        (a @ b, einsum("ik,kj->ji", a, b), einsum("i,ij->ij", c, a), sum(|i: M, k: K| a[i, k] * c[i]))
    }

    pub fn halves_moves_f16<N>(x: [f16; N, 3], i: [i64; 4], u: &mut [f16; N, 3]) -> ([f16; 3, N], [f16; 2, N], [f16; 4, 3], [f16; N, 3], [f16; N, 3]) {
        let old = u;
        u += x * 3;
        (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]), where(x > 0, x, old))
    }

    pub fn halves_closures_f16<N>(a: [f16; N], b: [f16; N]) -> ([f16; N, N], f16, [f16; 3], [f16; N]) {
        (from_fn(|i: N, j: N| a[i] * a[j] + b[i]), max(|k: N| a[k] - b[k]), [0.1f16, -2, 3], full([f16; N], 0.1))
    }

    pub fn halves_arithmetic_bf16<N>(a: [bf16; N], b: [bf16; N]) -> ([bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N]) {
        (a + b, a - b, a * b, a / b, -a, a * b + a, a + b - a, square(a) / 3)
    }

    pub fn halves_order_bf16<N>(a: [bf16; N], b: [bf16; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bf16; N], [bf16; N], [bf16; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b, isnan(a), isinf(a), isfinite(b), minimum(a, b), maximum(a, b), sign(a))
    }

    pub fn halves_functions_0_bf16<N>(x: [bf16; N]) -> ([bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N]) {
        (sqrt(x), cbrt(x), exp(x), exp2(x), expm1(x), log(x), log2(x), log10(x), log1p(x), sin(x), cos(x), tan(x), arcsin(x))
    }

    pub fn halves_functions_1_bf16<N>(x: [bf16; N]) -> ([bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N]) {
        (arccos(x), arctan(x), sinh(x), cosh(x), tanh(x), arcsinh(x), arccosh(x), arctanh(x), floor(x), ceil(x), trunc(x), abs(x), reciprocal(x))
    }

    pub fn halves_round_bf16<N>(x: [bf16; N], y: [bf16; N]) -> ([bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N]) {
        (round(x), atan2(x, y), hypot(x, y), x ** y, floor_div(x, y))
    }

    pub fn halves_powers_bf16<N>(x: [bf16; N]) -> ([bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N]) {
        (x ** 0, x ** 1, x ** 2, x ** 5, x ** -1, x ** 0.5)
    }

    pub fn halves_literals_bf16<N>(a: [bf16; N]) -> ([bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bf16; N], [bool; N]) {
        (a + 1, 0.1 * a, 2 - a, a / 3, where(a > 0.1, a, 0.3), clip(a, 0.1, 1.5bf16), a >= 0.1)
    }

    pub fn halves_cast_bf16<N>(a: [bf16; N]) -> ([bool; N], [i8; N], [i16; N], [i32; N], [i64; N], [u8; N], [u16; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i8, a as i16, a as i32, a as i64, a as u8, a as u16, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn halves_widen_bf16<N>(a: [bf16; N]) -> ([f32; N], [f64; N], [bool; N], [bool; N]) {
        (a as f32, a as f64, a as bool, !(a as bool))
    }

    pub fn halves_saturate_bf16<N>(a: [bf16; N]) -> ([i8; N], [u8; N], [u32; N]) {
        (a as i8, a as u8, a as u32)
    }

    pub fn halves_cast_bool_to_bf16<N>(a: [bool; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_i8_to_bf16<N>(a: [i8; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_i16_to_bf16<N>(a: [i16; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_i32_to_bf16<N>(a: [i32; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_i64_to_bf16<N>(a: [i64; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_u8_to_bf16<N>(a: [u8; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_u16_to_bf16<N>(a: [u16; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_u32_to_bf16<N>(a: [u32; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_u64_to_bf16<N>(a: [u64; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_f32_to_bf16<N>(a: [f32; N]) -> [bf16; N] {
        a as bf16
    }

    pub fn halves_cast_f64_to_bf16<N>(a: [f64; N]) -> [bf16; N] {
        a as bf16
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn halves_reductions_bf16<M, N>(x: [bf16; M, N]) -> ([bf16; N], bf16, [bf16; M], [bf16; M], bf16, [bf16; N], bf16) {
        (sum(x, axis=0), sum(x), x.mean(axis=1), prod(x, axis=1), min(x), x.max(axis=0), x.mean())
    }

    pub fn halves_empty_reductions_bf16<M, N>(x: [bf16; M, N]) -> ([bf16; N], bf16, [bool; N]) {
        (sum(x, axis=0), prod(x), all(x, axis=0))
    }

    pub fn halves_contractions_bf16<M, K, N>(a: [bf16; M, K], b: [bf16; K, N], c: [bf16; M]) -> ([bf16; M, N], [bf16; N, M], [bf16; M, K], bf16) {
        (a @ b, einsum("ik,kj->ji", a, b), einsum("i,ij->ij", c, a), sum(|i: M, k: K| a[i, k] * c[i]))
    }

    pub fn halves_moves_bf16<N>(x: [bf16; N, 3], i: [i64; 4], u: &mut [bf16; N, 3]) -> ([bf16; 3, N], [bf16; 2, N], [bf16; 4, 3], [bf16; N, 3], [bf16; N, 3]) {
        let old = u;
        u += x * 3;
        (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]), where(x > 0, x, old))
    }

    pub fn halves_closures_bf16<N>(a: [bf16; N], b: [bf16; N]) -> ([bf16; N, N], bf16, [bf16; 3], [bf16; N]) {
        (from_fn(|i: N, j: N| a[i] * a[j] + b[i]), max(|k: N| a[k] - b[k]), [0.1bf16, -2, 3], full([bf16; N], 0.1))
    }

    pub fn halves_between<N>(a: [f16; N], b: [bf16; N]) -> ([bf16; N], [f16; N]) {
        (a as bf16, b as f16)
    }

    pub fn halves_small_integers<N>(a: [i8; N], b: [u8; N], c: [bool; N]) -> ([f16; N], [f16; N], [f16; N], [f16; N], [f64; N], [f16; N]) {
        (sqrt(a), exp(floor_div(b, 32)), hypot(a, 3), sin(b), hypot(a, 0.5), cos(c))
    }
}

functions! {
    halves_arithmetic_f16,
    halves_native_f16,
    halves_order_f16,
    halves_functions_0_f16,
    halves_functions_1_f16,
    halves_round_f16,
    halves_powers_f16,
    halves_literals_f16,
    halves_cast_f16,
    halves_widen_f16,
    halves_saturate_f16,
    halves_cast_bool_to_f16,
    halves_cast_i8_to_f16,
    halves_cast_i16_to_f16,
    halves_cast_i32_to_f16,
    halves_cast_i64_to_f16,
    halves_cast_u8_to_f16,
    halves_cast_u16_to_f16,
    halves_cast_u32_to_f16,
    halves_cast_u64_to_f16,
    halves_cast_f32_to_f16,
    halves_cast_f64_to_f16,
    halves_reductions_f16,
    halves_empty_reductions_f16,
    halves_contractions_f16,
    halves_moves_f16,
    halves_closures_f16,
    halves_arithmetic_bf16,
    halves_order_bf16,
    halves_functions_0_bf16,
    halves_functions_1_bf16,
    halves_round_bf16,
    halves_powers_bf16,
    halves_literals_bf16,
    halves_cast_bf16,
    halves_widen_bf16,
    halves_saturate_bf16,
    halves_cast_bool_to_bf16,
    halves_cast_i8_to_bf16,
    halves_cast_i16_to_bf16,
    halves_cast_i32_to_bf16,
    halves_cast_i64_to_bf16,
    halves_cast_u8_to_bf16,
    halves_cast_u16_to_bf16,
    halves_cast_u32_to_bf16,
    halves_cast_u64_to_bf16,
    halves_cast_f32_to_bf16,
    halves_cast_f64_to_bf16,
    halves_reductions_bf16,
    halves_empty_reductions_bf16,
    halves_contractions_bf16,
    halves_moves_bf16,
    halves_closures_bf16,
    halves_between,
    halves_small_integers,
}
