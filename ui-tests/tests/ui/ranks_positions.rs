use array_fn::array_fn;

array_fn! {
    #[ranks(N)]
    pub fn f<N>(x: [f64; 2, N], at: [index<2 * N>; N]) -> [f64; N] { x.T.reshape(2 * N)[at] }
}

fn main() {}
