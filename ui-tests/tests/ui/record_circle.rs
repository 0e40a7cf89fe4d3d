//! Records contain each other in one direction.

use array_fn::array_fn;

array_fn! {
    pub struct Space<E> { volume: [f64; E], mesh: Mesh<E> }
    pub struct Mesh<E> { space: Space<E>, size: [f64; E] }

    pub fn f<E>(space: Space) -> [f64; E] {
        space.volume
    }
}

fn main() {}
