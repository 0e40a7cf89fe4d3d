//! Both sides of a branch have one type.

use array_fn::array_fn;

array_fn! {
    pub fn f<M, N>(x: [f64; N], y: [f32; N], m: [f64; M], c: bool) -> [f64; N] {
        let mut k = 0;
        let a = if c { x } else { y };
        let b = if c { x } else { m };
        let d = if c { 1 } else { x };
        let e = if c { k = 1; x } else { x };
        let g = if c { x };
        let h = if c { x } else { k = 2; };
        if c { x } else { x + 1.0 }
    }
}

fn main() {}
