//! What complex numbers are not: ordered, real, or mixed with real arrays.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(z: [c64; N], w: [c32; N], x: [f64; N]) -> [f64; N] {
        let a = z < 2j;
        let b = z % 2;
        let c = floor(z) + max(w);
        let d = z + x;
        let e = z * w;
        let g = z as f64;
        let h: f64 = 1j;
        let i = where(z, x, x);
        let j = gradient(x, z);
        let k = linspace(z[0], 1, 3, dtype=f32);
        !z
    }
}

fn main() {}
