//! What a helper updates must be updatable.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: [f64; N]) -> [f64; N] {
        add_one(u);
        add_one(u + 1);
        u
    }

    fn add_one<N>(a: &mut [f64; N]) {
        a += 1;
    }
}

fn main() {}
