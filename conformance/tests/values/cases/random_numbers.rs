// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn random_numbers_bits_u32<N>(key: u64) -> [u32; N] {
        random.bits(key, [u32; N])
    }

    pub fn random_numbers_bits_u64<N>(key: u64) -> [u64; N] {
        random.bits(key, [u64; N])
    }

    pub fn random_numbers_bits_i32<N>(key: u64) -> [i32; N] {
        random.bits(key, [i32; N])
    }

    pub fn random_numbers_bits_i64<N>(key: u64) -> [i64; N] {
        random.bits(key, [i64; N])
    }

    pub fn random_numbers_first_known_answer(key: u64) -> u32 {
        random.bits(key, u32)
    }

    pub fn random_numbers_second_word(key: u64) -> u64 {
        random.bits(key, [u64; 1])[0]
    }

    pub fn random_numbers_bits_shapes<M, N>(key: u64, x: [f64; M, N]) -> ([u32; M, N, 3], [u32; M, N]) {
        (random.bits(key, [u32; M, N, 3]), random.bits(key, [u32; M * N]).reshape(M, N))
    }

    pub fn random_numbers_uniform_f32<M, N>(key: u64, x: [f32; M, N]) -> [f32; M, N] {
        random.uniform(key, [f32; M, N]) + 0 * x
    }

    pub fn random_numbers_uniform_range_f32<N>(key: u64, low: f32, high: [f32; N]) -> ([f32; N], [f32; N]) {
        (random.uniform(key, [f32; N], low, high), random.uniform(key, [f32; N], high=3))
    }

    pub fn random_numbers_normal_f32<M, N>(key: u64, x: [f32; M, N]) -> [f32; M, N] {
        random.normal(key, [f32; M, N]) + 0 * x
    }

    pub fn random_numbers_normal_scaled_f32<N>(key: u64, loc: f32, scale: [f32; N]) -> [f32; N] {
        random.normal(key, [f32; N], loc, scale)
    }

    pub fn random_numbers_uniform_f64<M, N>(key: u64, x: [f64; M, N]) -> [f64; M, N] {
        random.uniform(key, [f64; M, N]) + 0 * x
    }

    pub fn random_numbers_uniform_range_f64<N>(key: u64, low: f64, high: [f64; N]) -> ([f64; N], [f64; N]) {
        (random.uniform(key, [f64; N], low, high), random.uniform(key, [f64; N], high=3))
    }

    pub fn random_numbers_normal_f64<M, N>(key: u64, x: [f64; M, N]) -> [f64; M, N] {
        random.normal(key, [f64; M, N]) + 0 * x
    }

    pub fn random_numbers_normal_scaled_f64<N>(key: u64, loc: f64, scale: [f64; N]) -> [f64; N] {
        random.normal(key, [f64; N], loc, scale)
    }

    pub fn random_numbers_integers_0_i32<N>(key: u64, low: i32, high: i32) -> [i32; N] {
        random.integers(key, [i32; N], low, high)
    }

    pub fn random_numbers_integers_1_i64<N>(key: u64, low: i64, high: i64) -> [i64; N] {
        random.integers(key, [i64; N], low, high)
    }

    pub fn random_numbers_integers_2_u32<N>(key: u64, low: u32, high: u32) -> [u32; N] {
        random.integers(key, [u32; N], low, high)
    }

    pub fn random_numbers_integers_3_u64<N>(key: u64, low: u64, high: u64) -> [u64; N] {
        random.integers(key, [u64; N], low, high)
    }

    pub fn random_numbers_integers_4_i64<N>(key: u64, low: i64, high: i64) -> [i64; N] {
        random.integers(key, [i64; N], low, high)
    }

    pub fn random_numbers_integers_5_i32<N>(key: u64, low: i32, high: i32) -> [i32; N] {
        random.integers(key, [i32; N], low, high)
    }

    pub fn random_numbers_integers_literals<M, N>(key: u64, x: [f64; M, N]) -> [i64; M, N] {
        random.integers(key, [i64; M, N], 1, 7)
    }

    pub fn random_numbers_integers_arrays<N>(key: u64, low: [i64; N], high: [i64; N]) -> [i64; N] {
        random.integers(key, [i64; N], low, high)
    }

    pub fn random_numbers_keys(key: u64, seed: i64) -> (u64, u64, [u64; 2], [u64; 5], u64) {
        (random.key(seed), random.fold_in(key, 7), random.split(key), random.split(key, 5), random.key(12))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn random_numbers_fold_in_array<N>(key: u64, data: [i32; N]) -> [u64; N] {
        random.fold_in(key, data)
    }

    pub fn random_numbers_split_and_draw<N>(key: u64, x: [f64; N]) -> ([f64; N], [f64; N], bool) {
        let keys = random.split(key);
        let (a, b) = (random.uniform(keys[0], [f64; N]), random.uniform(keys[1], [f64; N]));
        (a + 0 * x, b, all(a != b))
    }

    pub fn random_numbers_draw_per_row<E, N>(key: u64, x: [f64; E, N]) -> [f64; E, N] {
        let keys = random.fold_in(key, from_fn(|e: E| e));
        from_fn(|e: E, n: N| where(random.uniform(keys[e], f64) < 0.5, x[e, n], 0.0))
    }

    pub fn random_numbers_literal_key<N>(x: [f32; N]) -> [f32; N] {
        x + random.uniform(random.key(2024), [f32; N])
    }

    pub fn random_numbers_dropout<N>(x: [f64; N], key: u64) -> [f64; N] {
        let random = random.uniform(key, [f64; N]);
        where((random < 0.25) & (random.max() < 1.0), 0.0, x / 0.75)
    }

    pub fn random_numbers_moments<N>(key: u64) -> [bool; 7] {
        let (u, z) = (random.uniform(key, [f64; N]), random.normal(key, [f64; N]));
        let y = random.normal(random.fold_in(key, 1), [f32; N]) as f64;
        let s = sqrt(N as f64);
        [abs(mean(u) - 0.5) < 1.2 / s, abs(mean(u ** 2) - 1.0 / 3.0) < 1.2 / s, abs(mean(z)) < 4.0 / s, abs(mean(z ** 2) - 1.0) < 6.0 / s,
         abs(mean(y)) < 4.0 / s, abs(mean(y ** 2) - 1.0) < 6.0 / s, abs(mean(z * y)) < 4.0 / s]
    }

    pub fn random_numbers_chi_square<N>(key: u64) -> bool {
        let dice = random.integers(key, [i64; N], 0, 10);
        let counts = from_fn(|k: 10| sum(|i: N| dice[i] == k)) as f64;
        let expected = N / 10.0;
        let chi = sum((counts - expected) ** 2) / expected;
        (chi < 27.9) & (chi > 1.1)
    }
}

functions! {
    random_numbers_bits_u32,
    random_numbers_bits_u64,
    random_numbers_bits_i32,
    random_numbers_bits_i64,
    random_numbers_first_known_answer,
    random_numbers_second_word,
    random_numbers_bits_shapes,
    random_numbers_uniform_f32,
    random_numbers_uniform_range_f32,
    random_numbers_normal_f32,
    random_numbers_normal_scaled_f32,
    random_numbers_uniform_f64,
    random_numbers_uniform_range_f64,
    random_numbers_normal_f64,
    random_numbers_normal_scaled_f64,
    random_numbers_integers_0_i32,
    random_numbers_integers_1_i64,
    random_numbers_integers_2_u32,
    random_numbers_integers_3_u64,
    random_numbers_integers_4_i64,
    random_numbers_integers_5_i32,
    random_numbers_integers_literals,
    random_numbers_integers_arrays,
    random_numbers_keys,
    random_numbers_fold_in_array,
    random_numbers_split_and_draw,
    random_numbers_draw_per_row,
    random_numbers_literal_key,
    random_numbers_dropout,
    random_numbers_moments,
    random_numbers_chi_square,
}
