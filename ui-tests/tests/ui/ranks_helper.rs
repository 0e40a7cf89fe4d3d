use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> [f64; N] { g(x) }
    #[ranks(N)]
    fn g<N>(x: [f64; N]) -> [f64; N] { 2.0 * x }
}

fn main() {}
