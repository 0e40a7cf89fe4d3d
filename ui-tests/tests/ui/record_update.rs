//! What is updated is `&mut`, and keeps its shape and dtype.

use array_fn::array_fn;

array_fn! {
    pub struct State<E, N> { rho: [f64; E, N], energy: [f64; E, N] }
    pub struct Gas { gamma: f64 }

    pub fn f<E, N>(q: State, r: &mut State, gas: Gas) {
        q.rho += 1;
        r.rho = r.energy.T;
        r.energy *= 1.0f32;
        r.rh = 1;
        r.rho[0, 0, 0] = 1;
        r = gas;
        r.energy = r;
        double(q);
        double(r.rho);
        twice(r.rho, r.rho);
        once(r.rho.T);
    }

    fn double<E, N>(q: &mut State) { q.rho *= 2; q.energy *= 2; }
    fn once<E, N>(a: &mut [f64; E, N]) { a *= 2; }
    fn twice<E, N>(a: &mut [f64; E, N], b: &mut [f64; E, N]) { a = b; b = a; }
}

fn main() {}
