//! What a record of results and one that is updated can have.

use array_fn::array_fn;

array_fn! {
    pub struct Faces<E, F> { area: [f64; E, F], inside: [index<E>; F] }
    pub struct Gas { gamma: f64 }

    pub fn f<E, F>(faces: Faces) -> Faces {
        faces
    }

    pub fn g<E, F>(faces: &mut Faces, gas: &mut Gas) {
        faces.area *= gas.gamma;
    }

    pub fn h<E, F>(faces: Faces) -> [f64; E, F] {
        faces
    }

    pub fn i<N>(x: [f64; N]) -> (Gas, [f64; N]) {
        (x, x)
    }
}

fn main() {}
