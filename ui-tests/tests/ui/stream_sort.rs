use array_fn::array_fn;

array_fn! {
    #[stream(N)]
    pub fn f<N, M>(x: [f64; N, M]) -> [f64; N, M] {
        let y = x + 1.0;
        sort(y, axis=0)
    }
}

fn main() {}
