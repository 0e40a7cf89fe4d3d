//! Callers of a block with records have no errors of their own, whatever is wrong in the block.

use array_fn::{Array, Error, array_fn};

array_fn! {
    pub struct State<E, N, T: f32 | f64> { rho: [T; E, N], energy: [T; E, N] }
    pub struct Faces<E> { inside: [index<E>; E], state: State<E, 2, f64> }

    pub fn wrong<E, N, T: f32 | f64>(q: State, dt: T) -> State {
        State { rho: q.rho * dtt, ..q }
    }

    pub fn update<E>(faces: Faces, q: &mut State<E, E, f32>) -> (State<E, 2, f64>, [f64; E]) {
        q.rho *= 2;
        (faces.state, faces.state.rho[.., 0])
    }

    pub fn strange<E, N>(q: State<E, N, f64>, x: [float; N]) -> State<E, N, f64> {
        q
    }
}

fn run(rho: &Array<f64, 2>, faces: &Faces, q: &mut StateOf<f32>) -> Result<StateOf<f64>, Error> {
    let q64 = wrong(&State { rho, energy: rho }, 1.0)?;
    let mut out = wrong(&q64, 0.5)?;
    wrong::into(&q64, 0.5, &mut out)?;
    let (state, x): (StateOf<f64>, Array<f64, 1>) = update(faces, q)?;
    strange(&state, &x)?;
    Ok(state)
}

fn main() {}
