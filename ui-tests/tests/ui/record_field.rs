//! A field that does not exist.

use array_fn::array_fn;

array_fn! {
    pub struct Space<E> { normal: [f64; 3, E], volume: [f64; E] }

    pub fn f<E>(space: Space) -> [f64; E] {
        space.normals[0] * space.mass
    }

    pub fn g<E>(x: [f64; E]) -> Space<E> {
        Space { normal: stack([x, x, x]), volumes: x }
    }

    pub fn h<E>(x: [f64; E]) -> [f64; E] {
        x.normal
    }
}

fn main() {}
