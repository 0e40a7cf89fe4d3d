use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N]) -> f64 { g(x) }
    #[stream(N)]
    fn g<N>(x: [f64; N]) -> f64 { sum(x) }
}

fn main() {}
