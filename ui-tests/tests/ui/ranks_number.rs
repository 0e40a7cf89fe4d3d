use array_fn::array_fn;

array_fn! {
    #[ranks(N)]
    pub fn f<N>(x: [f64; N]) -> [f64; N] { x * (arange(N) as f64) }
}

fn main() {}
