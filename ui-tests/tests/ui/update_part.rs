//! Assignments to parts that do not fit.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N, 3], v: [f64; N], mask: [bool; 3], k: [index<N>; 4]) {
        u[.., ..2] = v;
        v[0] = 1.0;
        u[0][1] = 1.0;
        u.T[0] = 1.0;
        u[mask] = 0.0;
        u[k] = v;
        u[k, ..2] += k;
        u[v > 0.0] = u;
        u[.., 3] = v;
        u[0] = k;
    }
}

fn main() {}
