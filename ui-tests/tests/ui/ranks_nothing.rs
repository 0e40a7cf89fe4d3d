use array_fn::array_fn;

array_fn! {
    #[ranks(N)]
    pub fn f<N, M>(x: [f64; M]) -> [f64; N] { sum(x) * zeros([f64; N]) }
}

fn main() {}
