// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn systems_fields_last_f64<M>(x: [f64; M, 5, 3]) -> [f64; M, 5, 7] {
        let (a, b, c) = (x[.., .., 0], x[.., .., 1], x[.., .., 2]);
        stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis=2)
    }

    pub fn systems_fields_middle_f64<M>(x: [f64; M, 3, 5]) -> [f64; M, 7, 5] {
        let (a, b, c) = (x[.., 0], x[.., 1], x[.., 2]);
        stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis=1)
    }

    pub fn systems_fields_first_f64<M>(x: [f64; 3, M, 5]) -> [f64; 7, M, 5] {
        let (a, b, c) = (x[0], x[1], x[2]);
        stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis=0)
    }

    pub fn systems_gathered_3_f64<M>(x: [f64; M, 5, 3], i: [index<5 * M>; M, 6]) -> [f64; M, 6] {
        let g = x.reshape(5 * M, 3)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2]
    }

    pub fn systems_gathered_4_f64<M>(x: [f64; M, 5, 4], i: [index<5 * M>; M, 6]) -> [f64; M, 6] {
        let g = x.reshape(5 * M, 4)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3]
    }

    pub fn systems_gathered_5_f64<M>(x: [f64; M, 5, 5], i: [index<5 * M>; M, 6]) -> [f64; M, 6] {
        let g = x.reshape(5 * M, 5)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3] + 5 * g[.., .., 4]
    }

    pub fn systems_gathered_9_f64<M>(x: [f64; M, 5, 9], i: [index<5 * M>; M, 6]) -> [f64; M, 6] {
        let g = x.reshape(5 * M, 9)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3] + 5 * g[.., .., 4] + 6 * g[.., .., 5] + 7 * g[.., .., 6] + 8 * g[.., .., 7] + 9 * g[.., .., 8]
    }

    pub fn systems_gathered_17_f64<M>(x: [f64; M, 5, 17], i: [index<5 * M>; M, 6]) -> [f64; M, 6] {
        let g = x.reshape(5 * M, 17)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3] + 5 * g[.., .., 4] + 6 * g[.., .., 5] + 7 * g[.., .., 6] + 8 * g[.., .., 7] + 9 * g[.., .., 8] + 10 * g[.., .., 9] + 11 * g[.., .., 10] + 12 * g[.., .., 11] + 13 * g[.., .., 12] + 14 * g[.., .., 13] + 15 * g[.., .., 14] + 16 * g[.., .., 15] + 17 * g[.., .., 16]
    }

    pub fn systems_gathered_apart_f64<M>(x: [f64; M, 9], i: [index<M>; M, 6], d: [f64; 6, 6]) -> [f64; M, 6] {
        let g = x[i];
        let low = g[.., .., 0] + g[.., .., 1] * g[.., .., 2] - g[.., .., 3];
        let high = g[.., .., 4] * g[.., .., 6] + g[.., .., 7] - g[.., .., 8];
        einsum("ij,ej->ei", d, low * high) + low
    }

    pub fn systems_products_f64<M>(x: [f64; M, 6, 5], y: [f64; 3, M, 6, 5], d: [f64; 3, 6, 6], i: [index<6>; 4]) -> ([f64; 5, M, 6], [f64; M, 4, 5]) {
        (einsum("rij,rejf->fei", d, y * x), x[.., i] * x[.., 0..4])
    }

    pub fn systems_fields_last_f32<M>(x: [f32; M, 5, 3]) -> [f32; M, 5, 7] {
        let (a, b, c) = (x[.., .., 0], x[.., .., 1], x[.., .., 2]);
        stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis=2)
    }

    pub fn systems_fields_middle_f32<M>(x: [f32; M, 3, 5]) -> [f32; M, 7, 5] {
        let (a, b, c) = (x[.., 0], x[.., 1], x[.., 2]);
        stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis=1)
    }

    pub fn systems_fields_first_f32<M>(x: [f32; 3, M, 5]) -> [f32; 7, M, 5] {
        let (a, b, c) = (x[0], x[1], x[2]);
        stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis=0)
    }

    pub fn systems_gathered_3_f32<M>(x: [f32; M, 5, 3], i: [index<5 * M>; M, 6]) -> [f32; M, 6] {
        let g = x.reshape(5 * M, 3)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2]
    }

    pub fn systems_gathered_4_f32<M>(x: [f32; M, 5, 4], i: [index<5 * M>; M, 6]) -> [f32; M, 6] {
        let g = x.reshape(5 * M, 4)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3]
    }

    pub fn systems_gathered_5_f32<M>(x: [f32; M, 5, 5], i: [index<5 * M>; M, 6]) -> [f32; M, 6] {
        let g = x.reshape(5 * M, 5)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3] + 5 * g[.., .., 4]
    }

    pub fn systems_gathered_9_f32<M>(x: [f32; M, 5, 9], i: [index<5 * M>; M, 6]) -> [f32; M, 6] {
        let g = x.reshape(5 * M, 9)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3] + 5 * g[.., .., 4] + 6 * g[.., .., 5] + 7 * g[.., .., 6] + 8 * g[.., .., 7] + 9 * g[.., .., 8]
    }

    pub fn systems_gathered_17_f32<M>(x: [f32; M, 5, 17], i: [index<5 * M>; M, 6]) -> [f32; M, 6] {
        let g = x.reshape(5 * M, 17)[i];
        1 * g[.., .., 0] + 2 * g[.., .., 1] + 3 * g[.., .., 2] + 4 * g[.., .., 3] + 5 * g[.., .., 4] + 6 * g[.., .., 5] + 7 * g[.., .., 6] + 8 * g[.., .., 7] + 9 * g[.., .., 8] + 10 * g[.., .., 9] + 11 * g[.., .., 10] + 12 * g[.., .., 11] + 13 * g[.., .., 12] + 14 * g[.., .., 13] + 15 * g[.., .., 14] + 16 * g[.., .., 15] + 17 * g[.., .., 16]
    }

    pub fn systems_gathered_apart_f32<M>(x: [f32; M, 9], i: [index<M>; M, 6], d: [f32; 6, 6]) -> [f32; M, 6] {
        let g = x[i];
        let low = g[.., .., 0] + g[.., .., 1] * g[.., .., 2] - g[.., .., 3];
        let high = g[.., .., 4] * g[.., .., 6] + g[.., .., 7] - g[.., .., 8];
        einsum("ij,ej->ei", d, low * high) + low
    }

    pub fn systems_products_f32<M>(x: [f32; M, 6, 5], y: [f32; 3, M, 6, 5], d: [f32; 3, 6, 6], i: [index<6>; 4]) -> ([f32; 5, M, 6], [f32; M, 4, 5]) {
        (einsum("rij,rejf->fei", d, y * x), x[.., i] * x[.., 0..4])
    }
}

functions! {
    systems_fields_last_f64,
    systems_fields_middle_f64,
    systems_fields_first_f64,
    systems_gathered_3_f64,
    systems_gathered_4_f64,
    systems_gathered_5_f64,
    systems_gathered_9_f64,
    systems_gathered_17_f64,
    systems_gathered_apart_f64,
    systems_products_f64,
    systems_fields_last_f32,
    systems_fields_middle_f32,
    systems_fields_first_f32,
    systems_gathered_3_f32,
    systems_gathered_4_f32,
    systems_gathered_5_f32,
    systems_gathered_9_f32,
    systems_gathered_17_f32,
    systems_gathered_apart_f32,
    systems_products_f32,
}
