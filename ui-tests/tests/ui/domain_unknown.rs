//! A dimension that is the domain of an index array, and an argument that has none.

use array_fn::array_fn;

array_fn! {
    pub fn direct<N>(i: [i64; N]) -> [f64; 4] {
        count(i)
    }

    fn count<N, B>(i: [index<B>; N]) -> [f64; B] {
        scatter_add(zeros([f64; B]), i, ones([f64; N]))
    }
}

fn main() {}
