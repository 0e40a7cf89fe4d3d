// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn arithmetic_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N], [i32; N], [i32; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn divide_i32<N>(a: [i32; N], b: [i32; N]) -> [f64; N] {
        a / b
    }

    pub fn floor_div_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn compare_i32<N>(a: [i32; N], b: [i32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn extrema_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn arithmetic_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N], [i64; N], [i64; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn divide_i64<N>(a: [i64; N], b: [i64; N]) -> [f64; N] {
        a / b
    }

    pub fn floor_div_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn compare_i64<N>(a: [i64; N], b: [i64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn extrema_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn arithmetic_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N], [u32; N], [u32; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn divide_u32<N>(a: [u32; N], b: [u32; N]) -> [f64; N] {
        a / b
    }

    pub fn floor_div_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn compare_u32<N>(a: [u32; N], b: [u32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn extrema_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn arithmetic_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N], [u64; N], [u64; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn divide_u64<N>(a: [u64; N], b: [u64; N]) -> [f64; N] {
        a / b
    }

    pub fn floor_div_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn compare_u64<N>(a: [u64; N], b: [u64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn extrema_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn arithmetic_f32<N>(a: [f32; N], b: [f32; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn divide_f32<N>(a: [f32; N], b: [f32; N]) -> [f32; N] {
        a / b
    }

    pub fn floor_div_f32<N>(a: [f32; N], b: [f32; N]) -> ([f32; N], [f32; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn compare_f32<N>(a: [f32; N], b: [f32; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn extrema_f32<N>(a: [f32; N], b: [f32; N]) -> ([f32; N], [f32; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn arithmetic_f64<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [f64; N]) {
        (a + b, a - b, a * b, -a)
    }

    pub fn divide_f64<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        a / b
    }

    pub fn floor_div_f64<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {
        (floor_div(a, b), a % b)
    }

    pub fn compare_f64<N>(a: [f64; N], b: [f64; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a < b, a <= b, a > b, a >= b, a == b, a != b)
    }

    pub fn extrema_f64<N>(a: [f64; N], b: [f64; N]) -> ([f64; N], [f64; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn bits_i32<N>(a: [i32; N], b: [i32; N]) -> ([i32; N], [i32; N], [i32; N], [i32; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn shift_i32<N>(a: [i32; N], n: [i32; N]) -> ([i32; N], [i32; N]) {
        (a << n, a >> n)
    }

    pub fn power_i32<N>(a: [i32; N], n: [i32; N]) -> ([i32; N], [i32; N], [i32; N], [i32; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn bits_i64<N>(a: [i64; N], b: [i64; N]) -> ([i64; N], [i64; N], [i64; N], [i64; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn shift_i64<N>(a: [i64; N], n: [i64; N]) -> ([i64; N], [i64; N]) {
        (a << n, a >> n)
    }

    pub fn power_i64<N>(a: [i64; N], n: [i64; N]) -> ([i64; N], [i64; N], [i64; N], [i64; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn bits_u32<N>(a: [u32; N], b: [u32; N]) -> ([u32; N], [u32; N], [u32; N], [u32; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn shift_u32<N>(a: [u32; N], n: [u32; N]) -> ([u32; N], [u32; N]) {
        (a << n, a >> n)
    }

    pub fn power_u32<N>(a: [u32; N], n: [u32; N]) -> ([u32; N], [u32; N], [u32; N], [u32; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn bits_u64<N>(a: [u64; N], b: [u64; N]) -> ([u64; N], [u64; N], [u64; N], [u64; N]) {
        (a & b, a | b, a ^ b, ~a)
    }

    pub fn shift_u64<N>(a: [u64; N], n: [u64; N]) -> ([u64; N], [u64; N]) {
        (a << n, a >> n)
    }

    pub fn power_u64<N>(a: [u64; N], n: [u64; N]) -> ([u64; N], [u64; N], [u64; N], [u64; N]) {
        (a ** n, a ** 0, a ** 2, a ** 5)
    }

    pub fn power_f32<N>(a: [f32; N], b: [f32; N]) -> [f32; N] {
        a ** b
    }

    pub fn power_constant_f32<N>(a: [f32; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N], [f32; N], [f32; N]) {
        (a ** 0, a ** 2, a ** 3, a ** -1, a ** 0.5, pow(a, 7))
    }

    pub fn unary_plus_minus_f32<N>(a: [f32; N]) -> ([f32; N], [f32; N]) {
        (-a, +a)
    }

    pub fn power_f64<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        a ** b
    }

    pub fn power_constant_f64<N>(a: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [f64; N], [f64; N], [f64; N]) {
        (a ** 0, a ** 2, a ** 3, a ** -1, a ** 0.5, pow(a, 7))
    }

    pub fn unary_plus_minus_f64<N>(a: [f64; N]) -> ([f64; N], [f64; N]) {
        (-a, +a)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn logic<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [bool; N]) {
        (a & b, a | b, a ^ b, !a, a && !b || b)
    }

    pub fn bool_arithmetic<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N], [bool; N], [bool; N], [i64; N], [f64; N]) {
        (a + b, a * b, a == b, a < b, a + 1, a * 0.5)
    }

    pub fn bool_extrema<N>(a: [bool; N], b: [bool; N]) -> ([bool; N], [bool; N]) {
        (minimum(a, b), maximum(a, b))
    }

    pub fn cast_bool<N>(a: [bool; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn cast_i32<N>(a: [i32; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn cast_i64<N>(a: [i64; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn cast_u32<N>(a: [u32; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn cast_u64<N>(a: [u64; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn cast_f32<N>(a: [f32; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn cast_f64<N>(a: [f64; N]) -> ([bool; N], [i32; N], [i64; N], [u32; N], [u64; N], [f32; N], [f64; N]) {
        (a as bool, a as i32, a as i64, a as u32, a as u64, a as f32, a as f64)
    }

    pub fn cast_negative_float<N>(a: [f64; N], b: [f32; N]) -> ([i32; N], [i64; N], [i32; N], [i64; N]) {
        (a as i32, a as i64, b as i32, b as i64)
    }

    pub fn literal_f32<N>(a: [f32; N]) -> ([f32; N], [f32; N], [f32; N], [f32; N]) {
        (a + 1, 0.1 * a, 2 - a, a / 3)
    }

    pub fn literal_i32<N>(a: [i32; N]) -> ([i32; N], [i32; N], [f64; N], [f64; N], [f64; N], [bool; N]) {
        (a + 1, 7 - 2 * a, a * 0.5, a / 2, a + 1.0, a > 2.5)
    }

    pub fn literal_u64<N>(a: [u64; N]) -> ([u64; N], [u64; N], [f64; N]) {
        (a + 18446744073709551615, floor_div(a, 2), a * 1.5)
    }

    pub fn literal_arithmetic<N>(a: [f64; N]) -> [f64; N] {
        (2 ** 3 / 4 - 1) * a + 7 % 3 - floor_div(9, 2) * 1e-1
    }

    pub fn scalar_parameters<N>(a: [f64; N], s: f64, n: i64, c: bool) -> ([f64; N], f64, i64, [f64; N]) {
        (a * s, s + 1, n * n - 1, where(c, a, s))
    }

    pub fn precedence<N>(a: [f64; N], b: [f64; N], c: [f64; N]) -> ([f64; N], [f64; N], [f64; N], [bool; N]) {
        (a + b * c, -a ** 2, a - b - c, (a < b) & (b < c) | !(a == c))
    }

    pub fn compare_literal<N>(a: [i64; N], b: [f64; N]) -> ([bool; N], [bool; N], [bool; N]) {
        (a >= 0, b < 1, (a != 3) & (0.5 <= b))
    }

    pub fn broadcast<M, N>(a: [f64; M, N], b: [f64; N], c: [f64; M, 1], s: f64) -> ([f64; M, N], [f64; M, N]) {
        (a + b, b * c - s)
    }

    pub fn broadcast_literal_axes<N>(a: [f64; 3, 1, N], b: [f64; 2, 1]) -> [f64; 3, 2, N] {
        a * b
    }
}

functions! {
    arithmetic_i32,
    divide_i32,
    floor_div_i32,
    compare_i32,
    extrema_i32,
    arithmetic_i64,
    divide_i64,
    floor_div_i64,
    compare_i64,
    extrema_i64,
    arithmetic_u32,
    divide_u32,
    floor_div_u32,
    compare_u32,
    extrema_u32,
    arithmetic_u64,
    divide_u64,
    floor_div_u64,
    compare_u64,
    extrema_u64,
    arithmetic_f32,
    divide_f32,
    floor_div_f32,
    compare_f32,
    extrema_f32,
    arithmetic_f64,
    divide_f64,
    floor_div_f64,
    compare_f64,
    extrema_f64,
    bits_i32,
    shift_i32,
    power_i32,
    bits_i64,
    shift_i64,
    power_i64,
    bits_u32,
    shift_u32,
    power_u32,
    bits_u64,
    shift_u64,
    power_u64,
    power_f32,
    power_constant_f32,
    unary_plus_minus_f32,
    power_f64,
    power_constant_f64,
    unary_plus_minus_f64,
    logic,
    bool_arithmetic,
    bool_extrema,
    cast_bool,
    cast_i32,
    cast_i64,
    cast_u32,
    cast_u64,
    cast_f32,
    cast_f64,
    cast_negative_float,
    literal_f32,
    literal_i32,
    literal_u64,
    literal_arithmetic,
    scalar_parameters,
    precedence,
    compare_literal,
    broadcast,
    broadcast_literal_axes,
}
