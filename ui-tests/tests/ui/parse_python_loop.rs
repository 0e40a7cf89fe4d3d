//! Python's `range`.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N]) {
        for i in range(5) {
            u += 1;
        }
    }
}

fn main() {}
