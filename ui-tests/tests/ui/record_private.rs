//! What a public function takes and returns is public.

use array_fn::array_fn;

array_fn! {
    struct State<N> { rho: [f64; N] }
    pub struct Space<N> { state: State<N> }

    pub fn f<N>(q: State) -> [f64; N] {
        q.rho
    }

    pub fn g<N>(x: [f64; N]) -> State {
        State { rho: x }
    }
}

fn main() {}
