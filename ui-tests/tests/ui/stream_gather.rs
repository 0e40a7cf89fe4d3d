use array_fn::array_fn;

array_fn! {
    #[stream(N)]
    pub fn f<N, M, K>(x: [f64; N], i: [index<N>; M, K]) -> [f64; M, K] { 2.0 * x[i] }
}

fn main() {}
