//! Where loops, branches and `break` stand.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut k = 0;
        let a = from_fn(|i: N| { let mut s = 0.0; for t in 0..n { s += 1.0; } s });
        let b = sum(|i: N| { let mut s = x[i]; if s > 0.0 { s = 0.0; } s });
        break;
        while k < n, at most 10 {
            if k > 3 { k += 1; break; }
            break;
            k += 1;
        }
        for s in 0..4 { if k > 3 { break; } }
        x
    }

    pub fn g<N>(x: [f64; N], n: i64) -> [f64; N] {
        let mut k = 0;
        loop, at most 10 { if k > 3 { break k; } k += 1; }
        loop, at most 10 { continue; }
        x
    }
}

fn main() {}
