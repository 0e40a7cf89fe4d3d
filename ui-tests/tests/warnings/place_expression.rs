//! A block where an expression is expected.

fn main() {
    let twice = array_fn::array_fn! {
        pub fn twice<N>(x: [f64; N]) -> [f64; N] {
            x * 2
        }
    };
}
