// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn creation_arange<N>(x: [f64; N]) -> ([i64; N], [i64; N + 3], [i64; 4], [i64; 3], [i64; 0], [i64; floor_div(N + 1, 2)], [f32; N], [i32; N], [f64; 10], [f64; 4], [f32; 3], [f64; N]) {
        (arange(N),
         arange(2, N + 5),
         arange(0, 10, 3),
         arange(10, 0, -4),
         arange(5, 0),
         arange(N, 2 * N, 2),
         arange(N, dtype=f32),
         arange(N, 0, -1, dtype=i32),
         arange(0.0, 1.0, 0.1),
         arange(1.5, -1, step=-0.75),
         arange(0.5, 3, dtype=f32),
         x[arange(N)])
    }

    pub fn creation_linspace<N>(x: [f64; N], a: f64, b: f32, k: i64) -> ([f64; N], [f64; N], [f32; 2 * N + 1], [f64; 50], [f64; 5], [i64; 8], [f32; N], [f64; 1]) {
        (linspace(0, 1, N),
         linspace(a, 3 * a, N, endpoint=false),
         linspace(b, 2 * b, 2 * N + 1),
         linspace(-1, 1),
         linspace(k, 10, 5),
         linspace(-2.5, 2.5, 8, dtype=i64),
         linspace(0, a, N, dtype=f32),
         linspace(1, 2, 1))
    }

    pub fn creation_logspace<N>(x: [f64; N], a: f64) -> ([f64; N], [f64; 5], [f64; N], [f64; 7], [f64; 6]) {
        (logspace(0, 3, N),
         logspace(a, 2, 5, endpoint=false, base=2),
         geomspace(1, 1000, N),
         geomspace(a, 10, 7, endpoint=false),
         geomspace(-2, -64, 6))
    }

    pub fn creation_eye<M, N>(x: [f64; M, N]) -> ([f64; N, N], [f64; M, N], [i32; M, N], [f32; M, N], [f64; 3, 3], [bool; N, N], [f64; M, N], [i64; N, N], [f64; M, N], [i64; 2, M, N], [i64; 1, N]) {
        (eye(N),
         eye(M, N, k=1),
         eye(M, N, -1, dtype=i32),
         eye([f32; M, N]),
         identity(3),
         identity(N, dtype=bool),
         tri(M, N),
         tri(N, k=-1, dtype=i64),
         x @ eye(N),
         indices(M, N),
         indices([N]))
    }

    pub fn creation_like<N>(x: [f64; N], n: [i32; N]) -> ([i64; N], [f32; N], [f64; N], [f64; N], [i32; N], [f64; N], [bool; N]) {
        (zeros_like(x, dtype=i64),
         ones_like(n, dtype=f32),
         full_like(n, 2.5, dtype=f64),
         empty_like(x) * 0,
         astype(x, i32),
         n.astype(f64),
         x.astype(dtype=bool))
    }
}

functions! {
    creation_arange,
    creation_linspace,
    creation_logspace,
    creation_eye,
    creation_like,
}
