use array_fn::array_fn;

array_fn! {
    #[stream(N)]
    pub fn f<N>(x: &mut [f64; N]) { x = 2.0 * x; }
}

fn main() {}
