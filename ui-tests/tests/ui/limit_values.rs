//! More axes of a value, and more choices of dtypes, than there can be.

use array_fn::array_fn;

array_fn! {
    pub fn choices<S: f32 | f64 | i32 | i64, T: f32 | f64 | i32 | i64, U: f32 | f64 | i32 | i64, V: f32 | f64 | i32>(
        s: S, t: T, u: U, v: V,
    ) -> f64 {
        s as f64 + t as f64 + u as f64 + v as f64
    }

    pub fn inside<N>(x: [f64; N]) -> f64 {
        let y = x[
            newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis,
            newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis,
            newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis, newaxis,
        ];
        sum(y)
    }
}

fn main() {}
