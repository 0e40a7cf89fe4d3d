//! Arguments that NumPy takes in several forms, in a form that does not fit.

use array_fn::array_fn;

array_fn! {
    pub fn f<M, N>(x: [f64; M, N], y: [f64; N], u: [u8; N], s: i32) -> [f64; M, N] {
        let a = digitize(y, [0.0, 2.0, 1.0]);
        let b = pad(x, 1, constant_values=(1, 2, 3));
        let c = pad(x, 1, constant_values=((1, 2), (3, 4), (5, 6)));
        let d = pad(x, 1, constant_values=(0.0, s));
        let e = gradient(x, y);
        let g = gradient(x, y, axis=0);
        let h = gradient(x, y, edge_order=3);
        let i = gradient(x, 1.0, 2.0, 3.0);
        let j = diff(x, prepend=y);
        let k = u + (N + 300);
        let l = median(x, axis=(0, 0));
        x
    }
}

fn main() {}
