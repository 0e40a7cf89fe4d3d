//! Axes that do not exist.

use array_fn::array_fn;

array_fn! {
    pub fn f<E, N>(u: [f64; E, N]) -> [f64; E] {
        let a = sum(u, axis=2);
        let b = u.max(axis=(0, 0));
        let c = mean(u, axis=0.5);
        sum(u, axis=-3)
    }
}

fn main() {}
