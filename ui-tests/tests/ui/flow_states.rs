//! What a loop assigns keeps its shape and dtype.

use array_fn::array_fn;

array_fn! {
    struct State<N> { q: [f64; N], t: f64 }

    pub fn grows<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut u = x;
        for s in 0..n { u = concatenate([u, x]); }
        x
    }

    pub fn narrows<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut u = x;
        while sum(u) > 1.0, at most 5 { u = (0.5 * u) as f32; }
        x
    }

    pub fn literal<N>(x: [f64; N], n: i64) -> f64 {
        let mut total = 0;
        for s in 0..n { total = total + sum(x); }
        total
    }

    pub fn field<N>(q: [f64; N], n: i64) -> [f64; N] {
        let mut s = State { q, t: 0.0 };
        for k in 0..n { s = State { q: s.q, t: sum(s.q) }; s.t = 1; s.q = 0.5; }
        s.q
    }

    pub fn branch<N>(x: [f64; N]) -> [f64; N] {
        let mut y = x;
        if sum(x) > 0.0 { y = sum(x); }
        x
    }

    pub fn function<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut y = x;
        for s in 0..n { y = undefined(y); }
        y + 1.0
    }
}

fn main() {}
