//! The fields of a record agree in their dimensions.

use array_fn::array_fn;

array_fn! {
    pub struct Faces<E, F> { normal: [f64; 3, E, F], area: [f64; E, F], inside: [index<E>; F] }

    pub fn f<E, F>(normal: [f64; 3, E, F], area: [f64; F, E], inside: [index<E>; F]) -> Faces {
        let rank = Faces { normal, area, inside: 0 };
        Faces { normal, area, inside }
    }

    pub fn g<E, F>(normal: [f64; 3, E, F], area: [f32; E, F], inside: [i64; F]) -> [f64; E] {
        let faces = Faces { normal, area, inside };
        faces.area[.., 0]
    }

    pub fn h<E, F>(faces: Faces) -> [f64; 3, E, F] {
        faces.normal * faces.area.T
    }
}

fn main() {}
