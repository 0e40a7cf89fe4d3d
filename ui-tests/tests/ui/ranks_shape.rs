use array_fn::array_fn;

array_fn! {
    #[ranks(N)]
    pub fn f<N>(x: [f64; N]) -> [f64; N, N] { x[.., newaxis] * x }
}

fn main() {}
