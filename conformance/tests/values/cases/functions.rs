// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn functions_math_abs<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (abs(x), abs(y))
    }

    pub fn functions_math_sqrt<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (sqrt(x), sqrt(y))
    }

    pub fn functions_math_cbrt<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (cbrt(x), cbrt(y))
    }

    pub fn functions_math_exp<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (exp(x), exp(y))
    }

    pub fn functions_math_exp2<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (exp2(x), exp2(y))
    }

    pub fn functions_math_expm1<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (expm1(x), expm1(y))
    }

    pub fn functions_math_log<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (log(x), log(y))
    }

    pub fn functions_math_log2<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (log2(x), log2(y))
    }

    pub fn functions_math_log10<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (log10(x), log10(y))
    }

    pub fn functions_math_log1p<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (log1p(x), log1p(y))
    }

    pub fn functions_math_sin<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (sin(x), sin(y))
    }

    pub fn functions_math_cos<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (cos(x), cos(y))
    }

    pub fn functions_math_tan<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (tan(x), tan(y))
    }

    pub fn functions_math_arcsin<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (arcsin(x), arcsin(y))
    }

    pub fn functions_math_arccos<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (arccos(x), arccos(y))
    }

    pub fn functions_math_arctan<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (arctan(x), arctan(y))
    }

    pub fn functions_math_sinh<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (sinh(x), sinh(y))
    }

    pub fn functions_math_cosh<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (cosh(x), cosh(y))
    }

    pub fn functions_math_tanh<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (tanh(x), tanh(y))
    }

    pub fn functions_math_arcsinh<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (arcsinh(x), arcsinh(y))
    }

    pub fn functions_math_arccosh<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (arccosh(x), arccosh(y))
    }

    pub fn functions_math_arctanh<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (arctanh(x), arctanh(y))
    }

    pub fn functions_math_sign<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (sign(x), sign(y))
    }

    pub fn functions_math_floor<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (floor(x), floor(y))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn functions_math_ceil<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (ceil(x), ceil(y))
    }

    pub fn functions_math_trunc<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (trunc(x), trunc(y))
    }

    pub fn functions_math_square<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (square(x), square(y))
    }

    pub fn functions_math_reciprocal<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (reciprocal(x), reciprocal(y))
    }

    pub fn functions_math_round<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        (round(x), y.round())
    }

    pub fn functions_classify<N>(x: [f64; N], y: [f32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (isnan(x), isinf(x), isfinite(x), isnan(y), isinf(y), isfinite(y))
    }

    pub fn functions_math_arctan2<N>(x: [f64; N], y: [f64; N], a: [f32; N], b: [f32; N]) -> ([f64; N], [f32; N]) {
        (arctan2(x, y), arctan2(a, b))
    }

    pub fn functions_math_hypot<N>(x: [f64; N], y: [f64; N], a: [f32; N], b: [f32; N]) -> ([f64; N], [f32; N]) {
        (hypot(x, y), hypot(a, b))
    }

    pub fn functions_math_copysign<N>(x: [f64; N], y: [f64; N], a: [f32; N], b: [f32; N]) -> ([f64; N], [f32; N]) {
        (copysign(x, y), copysign(a, b))
    }

    pub fn functions_math_fmod<N>(x: [f64; N], y: [f64; N], a: [f32; N], b: [f32; N]) -> ([f64; N], [f32; N]) {
        (fmod(x, y), fmod(a, b))
    }

    pub fn functions_math_of_integers<N>(a: [i32; N], b: [i64; N]) -> ([f64; N], [f64; N], [i32; N], [i64; N], [i32; N], [i64; N]) {
        (sqrt(a), exp(b), abs(a), abs(b), sign(a), sign(b))
    }

    pub fn functions_math_of_unsigned<N>(a: [u32; N], b: [u64; N]) -> ([f64; N], [u32; N], [u64; N], [u32; N], [u64; N]) {
        (sqrt(a), abs(a), sign(b), floor(a), b ** 2)
    }

    pub fn functions_math_of_scalars(x: f64, y: f32, n: i64) -> (f64, f32, f64) {
        (exp(x) * sin(x), sqrt(y), log(n))
    }

    pub fn functions_method_spelling<N>(x: [f64; N]) -> ([f64; N], [f64; N], [bool; N]) {
        (x.abs().sqrt(), x.sin() + x.cos(), x.isnan())
    }

    pub fn functions_logical<N>(a: [bool; N], x: [f64; N], n: [i32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N]) {
        (logical_and(a, x), logical_or(n, a), logical_xor(x, n), logical_not(n))
    }

    pub fn functions_remainder_function<N>(a: [i32; N], x: [f32; N]) -> ([i32; N], [f32; N], [f32; N]) {
        (remainder(a, -4), x.remainder(0.75), fmod(x, -0.75))
    }

    pub fn functions_numpy_aliases<N>(x: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [f64; N]) {
        (absolute(x), asin(x), power(x, 3), floor_divide(x, 2))
    }

    pub fn functions_where_f64<N>(c: [bool; N], a: [f64; N], b: [f64; N]) -> [f64; N] {
        where(c, a, b)
    }

    pub fn functions_where_f32<N>(c: [bool; N], a: [f32; N], b: [f32; N]) -> [f32; N] {
        where(c, a, b)
    }

    pub fn functions_where_i32<N>(c: [bool; N], a: [i32; N], b: [i32; N]) -> [i32; N] {
        where(c, a, b)
    }

    pub fn functions_where_u64<N>(c: [bool; N], a: [u64; N], b: [u64; N]) -> [u64; N] {
        where(c, a, b)
    }

    pub fn functions_where_bool<N>(c: [bool; N], a: [bool; N], b: [bool; N]) -> [bool; N] {
        where(c, a, b)
    }

    pub fn functions_where_skips_nan<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        where(isnan(a), b, a) + 1
    }

    pub fn functions_where_broadcasts<M, N>(c: [bool; M, 1], a: [f64; N], s: f64) -> [f64; M, N] {
        where(c, a, s)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn functions_where_literals<N>(a: [f32; N]) -> ([f32; N], [f32; N], [i64; N]) {
        (where(a > 0, a, 0), where(a > 0, 1.5, a), where(a > 0, 1, 2))
    }

    pub fn functions_extrema_literal<N>(a: [f64; N], n: [i32; N]) -> ([f64; N], [f64; N], [i32; N]) {
        (maximum(a, 0), minimum(0.5, a), n.maximum(2))
    }

    pub fn functions_clip<N>(a: [f64; N], low: [f64; N], n: [i64; N]) -> ([f64; N], [f64; N], [i64; N], [f64; N]) {
        (clip(a, -0.5, 0.5), clip(a, low, low + 1), n.clip(-2, 3), clip(a, 1, -1))
    }

    pub fn functions_floor_div_function<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N], [f64; N]) {
        (a.floor_div(b), floor_div(a, -3), floor_div(a * 0.5, 2))
    }

    pub fn functions_polynomial<N>(x: [f64; N]) -> [f64; N] {
        1 + x * (2 + x * (3 + x * (4 + 5 * x)))
    }

    pub fn functions_gaussian_f32<N>(x: [f32; N], mean: f32, width: f32) -> [f32; N] {
        exp(-0.5 * ((x - mean) / width) ** 2)
    }
}

functions! {
    functions_math_abs,
    functions_math_sqrt,
    functions_math_cbrt,
    functions_math_exp,
    functions_math_exp2,
    functions_math_expm1,
    functions_math_log,
    functions_math_log2,
    functions_math_log10,
    functions_math_log1p,
    functions_math_sin,
    functions_math_cos,
    functions_math_tan,
    functions_math_arcsin,
    functions_math_arccos,
    functions_math_arctan,
    functions_math_sinh,
    functions_math_cosh,
    functions_math_tanh,
    functions_math_arcsinh,
    functions_math_arccosh,
    functions_math_arctanh,
    functions_math_sign,
    functions_math_floor,
    functions_math_ceil,
    functions_math_trunc,
    functions_math_square,
    functions_math_reciprocal,
    functions_math_round,
    functions_classify,
    functions_math_arctan2,
    functions_math_hypot,
    functions_math_copysign,
    functions_math_fmod,
    functions_math_of_integers,
    functions_math_of_unsigned,
    functions_math_of_scalars,
    functions_method_spelling,
    functions_logical,
    functions_remainder_function,
    functions_numpy_aliases,
    functions_where_f64,
    functions_where_f32,
    functions_where_i32,
    functions_where_u64,
    functions_where_bool,
    functions_where_skips_nan,
    functions_where_broadcasts,
    functions_where_literals,
    functions_extrema_literal,
    functions_clip,
    functions_floor_div_function,
    functions_polynomial,
    functions_gaussian_f32,
}
