// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn small_integers_arithmetic_i8<N>(a: [i8; N], b: [i8; N]) -> ([i8; N], [i8; N], [i8; N], [i8; N], [i8; N], [i8; N]) {
        (a + b, a - b, a * b, -a, a * b + a - b * b, square(a))
    }

    pub fn small_integers_division_i8<N>(a: [i8; N], b: [i8; N]) -> ([f64; N], [i8; N], [i8; N], [i8; N]) {
        (a / b, floor_div(a, b), a % b, fmod(a, b))
    }

    pub fn small_integers_order_i8<N>(a: [i8; N], b: [i8; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [i8; N], [i8; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b, minimum(a, b), maximum(a, b))
    }

    pub fn small_integers_wraps_first_i8<N>(a: [i8; N], b: [i8; N]) -> ([bool; N], [bool; N], [i8; N], [i8; N], [f64; N], [i64; N]) {
        (a + b < a, a * b == 0, floor_div(a + b, 3), (a - b) >> 1, (a * b) / 2, !(a + b) as i64)
    }

    pub fn small_integers_bits_i8<N>(a: [i8; N], n: [i8; N]) -> ([i8; N], [i8; N], [i8; N], [i8; N], [i8; N], [i8; N], [i8; N], [i8; N]) {
        (a & n, a | n, a ^ n, ~a, a << n, a >> n, a << 3, a >> 2)
    }

    pub fn small_integers_power_i8<N>(a: [i8; N], n: [i8; N]) -> ([i8; N], [i8; N], [i8; N], [i8; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn small_integers_unary_i8<N>(a: [i8; N]) -> ([i8; N], [i8; N], [i8; N], [i8; N], [bool; N], [bool; N]) {
        (abs(a), sign(a), floor(a), round(a), isnan(a), isfinite(a))
    }

    pub fn small_integers_casts_i8<N>(a: [i8; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N], [i32; N], [i64; N], [u32; N], [u64; N], [bool; N], [f32; N], [f64; N]) {
        (a as i8, a as i16, a as u8, a as u16, a as i32, a as i64, a as u32, a as u64, a as bool, a as f32, a as f64)
    }

    pub fn small_integers_literals_i8<N>(a: [i8; N]) -> ([i8; N], [i8; N], [f64; N], [f64; N], [bool; N], [i8; N], [i8; N]) {
        (a + 1, 100 - 2 * a, a * 0.5, a / 2, a > 2.5, where(a > 9, a, 7), clip(a, 3, 5i8))
    }

    pub fn small_integers_reductions_i8<M, N>(x: [i8; M, N]) -> ([i64; N], i64, [i64; M], i8, [i8; N], f64, [f64; M], [bool; N]) {
        (sum(x, axis=0), prod(x), x.sum(axis=1), min(x), x.max(axis=0), mean(x), x.mean(axis=1), x.all(axis=0))
    }

    pub fn small_integers_contractions_i8<M, K, N>(a: [i8; M, K], b: [i8; K, N], s: i8) -> ([i8; M, N], [i8; N, M], [i8; M, K]) {
        (a @ b, einsum("ik,kj->ji", a, b), s * a)
    }

    pub fn small_integers_moves_i8<N>(x: [i8; N, 3], i: [i8; 4], u: &mut [i8; N, 3]) -> ([i8; 3, N], [i8; 2, N], [i8; 4, 3], [i8; N, 3]) {
        let old = u;
        u += x * 3;
        (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]))
    }

    pub fn small_integers_arithmetic_i16<N>(a: [i16; N], b: [i16; N]) -> ([i16; N], [i16; N], [i16; N], [i16; N], [i16; N], [i16; N]) {
        (a + b, a - b, a * b, -a, a * b + a - b * b, square(a))
    }

    pub fn small_integers_division_i16<N>(a: [i16; N], b: [i16; N]) -> ([f64; N], [i16; N], [i16; N], [i16; N]) {
        (a / b, floor_div(a, b), a % b, fmod(a, b))
    }

    pub fn small_integers_order_i16<N>(a: [i16; N], b: [i16; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [i16; N], [i16; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b, minimum(a, b), maximum(a, b))
    }

    pub fn small_integers_wraps_first_i16<N>(a: [i16; N], b: [i16; N]) -> ([bool; N], [bool; N], [i16; N], [i16; N], [f64; N], [i64; N]) {
        (a + b < a, a * b == 0, floor_div(a + b, 3), (a - b) >> 1, (a * b) / 2, !(a + b) as i64)
    }

    pub fn small_integers_bits_i16<N>(a: [i16; N], n: [i16; N]) -> ([i16; N], [i16; N], [i16; N], [i16; N], [i16; N], [i16; N], [i16; N], [i16; N]) {
        (a & n, a | n, a ^ n, ~a, a << n, a >> n, a << 3, a >> 2)
    }

    pub fn small_integers_power_i16<N>(a: [i16; N], n: [i16; N]) -> ([i16; N], [i16; N], [i16; N], [i16; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn small_integers_unary_i16<N>(a: [i16; N]) -> ([i16; N], [i16; N], [i16; N], [i16; N], [bool; N], [bool; N]) {
        (abs(a), sign(a), floor(a), round(a), isnan(a), isfinite(a))
    }

    pub fn small_integers_float_functions_i16<N>(a: [i16; N], b: [i16; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N], [f32; N], [f32; N], [f64; N]) {
        (sqrt(a), exp(floor_div(a, 512)), atan2(a, b), hypot(a, b), copysign(a, b), hypot(a, 2), hypot(a, 0.5))
    }

    pub fn small_integers_casts_i16<N>(a: [i16; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N], [i32; N], [i64; N], [u32; N], [u64; N], [bool; N], [f32; N], [f64; N]) {
        (a as i8, a as i16, a as u8, a as u16, a as i32, a as i64, a as u32, a as u64, a as bool, a as f32, a as f64)
    }

    pub fn small_integers_literals_i16<N>(a: [i16; N]) -> ([i16; N], [i16; N], [f64; N], [f64; N], [bool; N], [i16; N], [i16; N]) {
        (a + 1, 100 - 2 * a, a * 0.5, a / 2, a > 2.5, where(a > 9, a, 7), clip(a, 3, 5i16))
    }

    pub fn small_integers_reductions_i16<M, N>(x: [i16; M, N]) -> ([i64; N], i64, [i64; M], i16, [i16; N], f64, [f64; M], [bool; N]) {
        (sum(x, axis=0), prod(x), x.sum(axis=1), min(x), x.max(axis=0), mean(x), x.mean(axis=1), x.all(axis=0))
    }

    pub fn small_integers_contractions_i16<M, K, N>(a: [i16; M, K], b: [i16; K, N], s: i16) -> ([i16; M, N], [i16; N, M], [i16; M, K]) {
        (a @ b, einsum("ik,kj->ji", a, b), s * a)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn small_integers_moves_i16<N>(x: [i16; N, 3], i: [i16; 4], u: &mut [i16; N, 3]) -> ([i16; 3, N], [i16; 2, N], [i16; 4, 3], [i16; N, 3]) {
        let old = u;
        u += x * 3;
        (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]))
    }

    pub fn small_integers_arithmetic_u8<N>(a: [u8; N], b: [u8; N]) -> ([u8; N], [u8; N], [u8; N], [u8; N], [u8; N], [u8; N]) {
        (a + b, a - b, a * b, -a, a * b + a - b * b, square(a))
    }

    pub fn small_integers_division_u8<N>(a: [u8; N], b: [u8; N]) -> ([f64; N], [u8; N], [u8; N], [u8; N]) {
        (a / b, floor_div(a, b), a % b, fmod(a, b))
    }

    pub fn small_integers_order_u8<N>(a: [u8; N], b: [u8; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [u8; N], [u8; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b, minimum(a, b), maximum(a, b))
    }

    pub fn small_integers_wraps_first_u8<N>(a: [u8; N], b: [u8; N]) -> ([bool; N], [bool; N], [u8; N], [u8; N], [f64; N], [i64; N]) {
        (a + b < a, a * b == 0, floor_div(a + b, 3), (a - b) >> 1, (a * b) / 2, !(a + b) as i64)
    }

    pub fn small_integers_bits_u8<N>(a: [u8; N], n: [u8; N]) -> ([u8; N], [u8; N], [u8; N], [u8; N], [u8; N], [u8; N], [u8; N], [u8; N]) {
        (a & n, a | n, a ^ n, ~a, a << n, a >> n, a << 3, a >> 2)
    }

    pub fn small_integers_power_u8<N>(a: [u8; N], n: [u8; N]) -> ([u8; N], [u8; N], [u8; N], [u8; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn small_integers_unary_u8<N>(a: [u8; N]) -> ([u8; N], [u8; N], [u8; N], [u8; N], [bool; N], [bool; N]) {
        (abs(a), sign(a), floor(a), round(a), isnan(a), isfinite(a))
    }

    pub fn small_integers_casts_u8<N>(a: [u8; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N], [i32; N], [i64; N], [u32; N], [u64; N], [bool; N], [f32; N], [f64; N]) {
        (a as i8, a as i16, a as u8, a as u16, a as i32, a as i64, a as u32, a as u64, a as bool, a as f32, a as f64)
    }

    pub fn small_integers_literals_u8<N>(a: [u8; N]) -> ([u8; N], [u8; N], [f64; N], [f64; N], [bool; N], [u8; N], [u8; N]) {
        (a + 1, 100 - 2 * a, a * 0.5, a / 2, a > 2.5, where(a > 9, a, 7), clip(a, 3, 5u8))
    }

    pub fn small_integers_reductions_u8<M, N>(x: [u8; M, N]) -> ([u64; N], u64, [u64; M], u8, [u8; N], f64, [f64; M], [bool; N]) {
        (sum(x, axis=0), prod(x), x.sum(axis=1), min(x), x.max(axis=0), mean(x), x.mean(axis=1), x.all(axis=0))
    }

    pub fn small_integers_contractions_u8<M, K, N>(a: [u8; M, K], b: [u8; K, N], s: u8) -> ([u8; M, N], [u8; N, M], [u8; M, K]) {
        (a @ b, einsum("ik,kj->ji", a, b), s * a)
    }

    pub fn small_integers_moves_u8<N>(x: [u8; N, 3], i: [u8; 4], u: &mut [u8; N, 3]) -> ([u8; 3, N], [u8; 2, N], [u8; 4, 3], [u8; N, 3]) {
        let old = u;
        u += x * 3;
        (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]))
    }

    pub fn small_integers_arithmetic_u16<N>(a: [u16; N], b: [u16; N]) -> ([u16; N], [u16; N], [u16; N], [u16; N], [u16; N], [u16; N]) {
        (a + b, a - b, a * b, -a, a * b + a - b * b, square(a))
    }

    pub fn small_integers_division_u16<N>(a: [u16; N], b: [u16; N]) -> ([f64; N], [u16; N], [u16; N], [u16; N]) {
        (a / b, floor_div(a, b), a % b, fmod(a, b))
    }

    pub fn small_integers_order_u16<N>(a: [u16; N], b: [u16; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [u16; N], [u16; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b, minimum(a, b), maximum(a, b))
    }

    pub fn small_integers_wraps_first_u16<N>(a: [u16; N], b: [u16; N]) -> ([bool; N], [bool; N], [u16; N], [u16; N], [f64; N], [i64; N]) {
        (a + b < a, a * b == 0, floor_div(a + b, 3), (a - b) >> 1, (a * b) / 2, !(a + b) as i64)
    }

    pub fn small_integers_bits_u16<N>(a: [u16; N], n: [u16; N]) -> ([u16; N], [u16; N], [u16; N], [u16; N], [u16; N], [u16; N], [u16; N], [u16; N]) {
        (a & n, a | n, a ^ n, ~a, a << n, a >> n, a << 3, a >> 2)
    }

    pub fn small_integers_power_u16<N>(a: [u16; N], n: [u16; N]) -> ([u16; N], [u16; N], [u16; N], [u16; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn small_integers_unary_u16<N>(a: [u16; N]) -> ([u16; N], [u16; N], [u16; N], [u16; N], [bool; N], [bool; N]) {
        (abs(a), sign(a), floor(a), round(a), isnan(a), isfinite(a))
    }

    pub fn small_integers_float_functions_u16<N>(a: [u16; N], b: [u16; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N], [f32; N], [f32; N], [f64; N]) {
        (sqrt(a), exp(floor_div(a, 512)), atan2(a, b), hypot(a, b), copysign(a, b), hypot(a, 2), hypot(a, 0.5))
    }

    pub fn small_integers_casts_u16<N>(a: [u16; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N], [i32; N], [i64; N], [u32; N], [u64; N], [bool; N], [f32; N], [f64; N]) {
        (a as i8, a as i16, a as u8, a as u16, a as i32, a as i64, a as u32, a as u64, a as bool, a as f32, a as f64)
    }

    pub fn small_integers_literals_u16<N>(a: [u16; N]) -> ([u16; N], [u16; N], [f64; N], [f64; N], [bool; N], [u16; N], [u16; N]) {
        (a + 1, 100 - 2 * a, a * 0.5, a / 2, a > 2.5, where(a > 9, a, 7), clip(a, 3, 5u16))
    }

    pub fn small_integers_reductions_u16<M, N>(x: [u16; M, N]) -> ([u64; N], u64, [u64; M], u16, [u16; N], f64, [f64; M], [bool; N]) {
        (sum(x, axis=0), prod(x), x.sum(axis=1), min(x), x.max(axis=0), mean(x), x.mean(axis=1), x.all(axis=0))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn small_integers_contractions_u16<M, K, N>(a: [u16; M, K], b: [u16; K, N], s: u16) -> ([u16; M, N], [u16; N, M], [u16; M, K]) {
        (a @ b, einsum("ik,kj->ji", a, b), s * a)
    }

    pub fn small_integers_moves_u16<N>(x: [u16; N, 3], i: [u16; 4], u: &mut [u16; N, 3]) -> ([u16; 3, N], [u16; 2, N], [u16; 4, 3], [u16; N, 3]) {
        let old = u;
        u += x * 3;
        (x.T, stack([x[.., 0], x[.., 2]]), x[i], concatenate([old[1..], old[..1]]))
    }

    pub fn small_integers_narrowing_i8<N>(a: [i8; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_i16<N>(a: [i16; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_u8<N>(a: [u8; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_u16<N>(a: [u16; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_i32<N>(a: [i32; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_i64<N>(a: [i64; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_u32<N>(a: [u32; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_u64<N>(a: [u64; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_bool<N>(a: [bool; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_f32<N>(a: [f32; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_narrowing_f64<N>(a: [f64; N]) -> ([i8; N], [i16; N], [u8; N], [u16; N]) {
        (a as i8, a as i16, a as u8, a as u16)
    }

    pub fn small_integers_from_fn<N>(a: [u8; N], b: [i16; N]) -> ([u8; N, N], i16, [i8; 3]) {
        (from_fn(|i: N, j: N| a[i] * a[j] + i as u8), max(|k: N| b[k] - 1), [1i8, -128, 127])
    }
}

functions! {
    small_integers_arithmetic_i8,
    small_integers_division_i8,
    small_integers_order_i8,
    small_integers_wraps_first_i8,
    small_integers_bits_i8,
    small_integers_power_i8,
    small_integers_unary_i8,
    small_integers_casts_i8,
    small_integers_literals_i8,
    small_integers_reductions_i8,
    small_integers_contractions_i8,
    small_integers_moves_i8,
    small_integers_arithmetic_i16,
    small_integers_division_i16,
    small_integers_order_i16,
    small_integers_wraps_first_i16,
    small_integers_bits_i16,
    small_integers_power_i16,
    small_integers_unary_i16,
    small_integers_float_functions_i16,
    small_integers_casts_i16,
    small_integers_literals_i16,
    small_integers_reductions_i16,
    small_integers_contractions_i16,
    small_integers_moves_i16,
    small_integers_arithmetic_u8,
    small_integers_division_u8,
    small_integers_order_u8,
    small_integers_wraps_first_u8,
    small_integers_bits_u8,
    small_integers_power_u8,
    small_integers_unary_u8,
    small_integers_casts_u8,
    small_integers_literals_u8,
    small_integers_reductions_u8,
    small_integers_contractions_u8,
    small_integers_moves_u8,
    small_integers_arithmetic_u16,
    small_integers_division_u16,
    small_integers_order_u16,
    small_integers_wraps_first_u16,
    small_integers_bits_u16,
    small_integers_power_u16,
    small_integers_unary_u16,
    small_integers_float_functions_u16,
    small_integers_casts_u16,
    small_integers_literals_u16,
    small_integers_reductions_u16,
    small_integers_contractions_u16,
    small_integers_moves_u16,
    small_integers_narrowing_i8,
    small_integers_narrowing_i16,
    small_integers_narrowing_u8,
    small_integers_narrowing_u16,
    small_integers_narrowing_i32,
    small_integers_narrowing_i64,
    small_integers_narrowing_u32,
    small_integers_narrowing_u64,
    small_integers_narrowing_bool,
    small_integers_narrowing_f32,
    small_integers_narrowing_f64,
    small_integers_from_fn,
}
