// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn operators_arithmetic_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N], [i32; N], [i32; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn operators_divide_i32<N>(a: [i32; N], b: [i32; N]) -> [f64; N] {
        a / b
    }

    pub fn operators_floor_div_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn operators_compare_i32<N>(a: [i32; N], b: [i32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn operators_extrema_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn operators_arithmetic_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N], [i64; N], [i64; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn operators_divide_i64<N>(a: [i64; N], b: [i64; N]) -> [f64; N] {
        a / b
    }

    pub fn operators_floor_div_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn operators_compare_i64<N>(a: [i64; N], b: [i64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn operators_extrema_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn operators_arithmetic_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N], [u32; N], [u32; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn operators_divide_u32<N>(a: [u32; N], b: [u32; N]) -> [f64; N] {
        a / b
    }

    pub fn operators_floor_div_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn operators_compare_u32<N>(a: [u32; N], b: [u32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn operators_extrema_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn operators_arithmetic_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N], [u64; N], [u64; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn operators_divide_u64<N>(a: [u64; N], b: [u64; N]) -> [f64; N] {
        a / b
    }

    pub fn operators_floor_div_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn operators_compare_u64<N>(a: [u64; N], b: [u64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn operators_extrema_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn operators_arithmetic_f32<N>(a: [f32; N], b: [f32; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn operators_divide_f32<N>(a: [f32; N], b: [f32; N]) -> [f32; N] {
        a / b
    }

    pub fn operators_floor_div_f32<N>(a: [f32; N], b: [f32; N]) -> ([f32; N], [f32; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn operators_compare_f32<N>(a: [f32; N], b: [f32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn operators_extrema_f32<N>(a: [f32; N], b: [f32; N]) -> ([f32; N], [f32; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn operators_arithmetic_f64<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [f64; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn operators_divide_f64<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        a / b
    }

    pub fn operators_floor_div_f64<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn operators_compare_f64<N>(a: [f64; N], b: [f64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn operators_extrema_f64<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn operators_bits_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N], [i32; N], [i32; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn operators_shift_i32<N>(a: [i32; N], n: [i32; N]) -> ([i32; N], [i32; N]) {
        (a << n, a >> n)
    }

    pub fn operators_power_i32<N>(a: [i32; N], n: [i32; N]) -> ([i32; N], [i32; N], [i32; N], [i32; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn operators_bits_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N], [i64; N], [i64; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn operators_shift_i64<N>(a: [i64; N], n: [i64; N]) -> ([i64; N], [i64; N]) {
        (a << n, a >> n)
    }

    pub fn operators_power_i64<N>(a: [i64; N], n: [i64; N]) -> ([i64; N], [i64; N], [i64; N], [i64; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn operators_bits_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N], [u32; N], [u32; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn operators_shift_u32<N>(a: [u32; N], n: [u32; N]) -> ([u32; N], [u32; N]) {
        (a << n, a >> n)
    }

    pub fn operators_power_u32<N>(a: [u32; N], n: [u32; N]) -> ([u32; N], [u32; N], [u32; N], [u32; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn operators_bits_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N], [u64; N], [u64; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn operators_shift_u64<N>(a: [u64; N], n: [u64; N]) -> ([u64; N], [u64; N]) {
        (a << n, a >> n)
    }

    pub fn operators_power_u64<N>(a: [u64; N], n: [u64; N]) -> ([u64; N], [u64; N], [u64; N], [u64; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn operators_power_f32<N>(a: [f32; N], b: [f32; N]) -> [f32; N] {
        a ** b
    }

    pub fn operators_power_constant_f32<N>(a: [f32; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N], [f32; N], [f32; N]) {
        (a ** 0, a ** 2, a ** 3, a ** -1, a ** 0.5, pow(a, 7))
    }

    pub fn operators_unary_plus_minus_f32<N>(a: [f32; N]) -> ([f32; N], [f32; N]) {
        (-a, +a)
    }

    pub fn operators_power_f64<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        a ** b
    }

    pub fn operators_power_constant_f64<N>(a: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [f64; N], [f64; N], [f64; N]) {
        (a ** 0, a ** 2, a ** 3, a ** -1, a ** 0.5, pow(a, 7))
    }

    pub fn operators_unary_plus_minus_f64<N>(a: [f64; N]) -> ([f64; N], [f64; N]) {
        (-a, +a)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn operators_logic<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a & b, a | b, a ^ b, !a, a && !b || b)
    }

    pub fn operators_bool_arithmetic<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [i64; N], [f64; N]) {
        (a + b, a * b, a == b, a < b, a + 1, a * 0.5)
    }

    pub fn operators_bool_extrema<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn operators_cast_bool<N>(a: [bool; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn operators_cast_i32<N>(a: [i32; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn operators_cast_i64<N>(a: [i64; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn operators_cast_u32<N>(a: [u32; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn operators_cast_u64<N>(a: [u64; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn operators_cast_f32<N>(a: [f32; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn operators_cast_f64<N>(a: [f64; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn operators_cast_negative_float<N>(a: [f64; N], b: [f32; N]) -> ([i32; N], [i64; N], [i32; N], [i64; N]) {
        (a as i32, a as i64, b as i32, b as i64)
    }

    pub fn operators_literal_f32<N>(a: [f32; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N]) {
        (a + 1, 0.1 * a, 2 - a, a / 3)
    }

    pub fn operators_literal_i32<N>(a: [i32; N]) -> ([i32; N], [i32; N], [f64; N], [f64; N], [f64; N], [bool; N]) {
        (a + 1, 7 - 2 * a, a * 0.5, a / 2, a + 1.0, a > 2.5)
    }

    pub fn operators_literal_u64<N>(a: [u64; N]) -> ([u64; N], [u64; N], [f64; N]) {
        (a + 18446744073709551615, floor_div(a, 2), a * 1.5)
    }

    pub fn operators_literal_arithmetic<N>(a: [f64; N]) -> [f64; N] {
        (2 ** 3 / 4 - 1) * a + 7 % 3 - floor_div(9, 2) * 1e-1
    }

    pub fn operators_scalar_parameters<N>(a: [f64; N], s: f64, n: i64, c: bool) -> ([f64; N], f64, i64, [f64; N]) {
        (a * s, s + 1, n * n - 1, where(c, a, s))
    }

    pub fn operators_precedence<N>(a: [f64; N], b: [f64; N], c: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [bool; N]) {
        (a + b * c, -a ** 2, a - b - c, (a < b) & (b < c) | !(a == c))
    }

    pub fn operators_compare_literal<N>(a: [i64; N], b: [f64; N]) -> ([bool; N], [bool; N], [bool; N]) {
        (a >= 0, b < 1, (a != 3) & (0.5 <= b))
    }

    pub fn operators_broadcast<M, N>(a: [f64; M, N], b: [f64; N], c: [f64; M, 1], s: f64) -> ([f64; M, N], [f64; M, N]) {
        (a + b, b * c - s)
    }

    pub fn operators_broadcast_literal_axes<N>(a: [f64; 3, 1, N], b: [f64; 2, 1]) -> [f64; 3, 2, N] {
        a * b
    }
}

functions! {
    operators_arithmetic_i32,
    operators_divide_i32,
    operators_floor_div_i32,
    operators_compare_i32,
    operators_extrema_i32,
    operators_arithmetic_i64,
    operators_divide_i64,
    operators_floor_div_i64,
    operators_compare_i64,
    operators_extrema_i64,
    operators_arithmetic_u32,
    operators_divide_u32,
    operators_floor_div_u32,
    operators_compare_u32,
    operators_extrema_u32,
    operators_arithmetic_u64,
    operators_divide_u64,
    operators_floor_div_u64,
    operators_compare_u64,
    operators_extrema_u64,
    operators_arithmetic_f32,
    operators_divide_f32,
    operators_floor_div_f32,
    operators_compare_f32,
    operators_extrema_f32,
    operators_arithmetic_f64,
    operators_divide_f64,
    operators_floor_div_f64,
    operators_compare_f64,
    operators_extrema_f64,
    operators_bits_i32,
    operators_shift_i32,
    operators_power_i32,
    operators_bits_i64,
    operators_shift_i64,
    operators_power_i64,
    operators_bits_u32,
    operators_shift_u32,
    operators_power_u32,
    operators_bits_u64,
    operators_shift_u64,
    operators_power_u64,
    operators_power_f32,
    operators_power_constant_f32,
    operators_unary_plus_minus_f32,
    operators_power_f64,
    operators_power_constant_f64,
    operators_unary_plus_minus_f64,
    operators_logic,
    operators_bool_arithmetic,
    operators_bool_extrema,
    operators_cast_bool,
    operators_cast_i32,
    operators_cast_i64,
    operators_cast_u32,
    operators_cast_u64,
    operators_cast_f32,
    operators_cast_f64,
    operators_cast_negative_float,
    operators_literal_f32,
    operators_literal_i32,
    operators_literal_u64,
    operators_literal_arithmetic,
    operators_scalar_parameters,
    operators_precedence,
    operators_compare_literal,
    operators_broadcast,
    operators_broadcast_literal_axes,
}
