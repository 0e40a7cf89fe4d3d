use array_fn::array_fn;

array_fn! {
    #[stream(N)]
    pub fn f<N, M>(x: [f64; N], i: [index<N>; M]) -> [f64; M] { 2.0 * x[i] }
}

fn main() {}
