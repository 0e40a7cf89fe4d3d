use array_fn::array_fn;

array_fn! {
    #[ranks(N)]
    pub fn f<N>(x: [f64; N]) -> [f64; N] { 0.5 * (x + roll(x, 1)) }
}

fn main() {}
