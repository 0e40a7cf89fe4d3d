use array_fn::array_fn;

array_fn! {
    pub struct Gas<N> { density: [f64; N], pressure: [f64; N] }

    #[stream(N)]
    pub fn f<N>(gas: &mut Gas<N>, x: [f64; N]) {
        gas.density += x;
    }
}

fn main() {}
