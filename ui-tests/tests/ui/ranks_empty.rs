use array_fn::array_fn;

array_fn! {
    #[ranks]
    pub fn f<N>(x: [f64; N]) -> [f64; N] { 2.0 * x }

    #[ranks(N, M)]
    pub fn g<N, M>(x: [f64; N, M]) -> [f64; N, M] { 2.0 * x }
}

fn main() {}
