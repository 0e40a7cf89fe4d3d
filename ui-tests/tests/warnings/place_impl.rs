//! Blocks where no items can stand.

struct Solver;

impl Solver {
    array_fn::array_fn! {
        pub fn twice<N>(x: [f64; N]) -> [f64; N] {
            x * 2
        }
    }
}

fn main() {}
