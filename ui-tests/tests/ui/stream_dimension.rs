use array_fn::array_fn;

array_fn! {
    #[stream(K)]
    pub fn f<N>(x: [f64; N]) -> f64 { sum(x) }
}

fn main() {}
