//! A pattern names the fields of the record.

use array_fn::array_fn;

array_fn! {
    pub struct State<N> { rho: [f64; N], energy: [f64; N] }
    struct Gas { gamma: f64 }

    pub fn f<N>(q: State) -> [f64; N] {
        let State { rho } = q;
        let State { rho, energie } = q;
        let Gas { gamma } = q;
        let State { rho: r, .. } = q.rho;
        let (a, b) = q;
        let Stat { rho: s, .. } = q;
        r * gamma
    }
}

fn main() {}
