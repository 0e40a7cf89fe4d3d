use array_fn::array_fn;

array_fn! {
    #[stream(N)]
    pub fn f<N, T: f32 | f64>(x: [T; N]) -> [T; N] { sort(x) }
}

fn main() {}
