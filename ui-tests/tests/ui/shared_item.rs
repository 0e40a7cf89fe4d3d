//! A block is shared as a whole.

array_fn::array_fn! {
    #[shared]
    fn pressure<N>(energy: [f64; N]) -> [f64; N] { 0.4 * energy }

    pub fn f<N>(x: [f64; N]) -> [f64; N] { pressure(x) }
}

fn main() {}
