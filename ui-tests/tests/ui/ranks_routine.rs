use array_fn::array_fn;

array_fn! {
    #[ranks(N)]
    pub fn f<N, M>(x: [f64; N, M]) -> [f64; N, M] { sort(x, axis=1) }
}

fn main() {}
