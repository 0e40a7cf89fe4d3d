use array_fn::array_fn;

array_fn! {
    #[ranks(K)]
    pub fn f<N>(x: [f64; N]) -> [f64; N] { 2.0 * x }
}

fn main() {}
