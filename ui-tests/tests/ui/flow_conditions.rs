//! What a loop or a branch decides by.

use array_fn::array_fn;

array_fn! {
    pub fn f<N>(u: &mut [f64; N], n: i64, flags: [bool; N]) -> i64 {
        let mut k = 0;
        while u > 0.0, at most 10 { u -= 1.0; }
        while flags, at most 10 { k += 1; }
        while n, at most 10 { k += 1; }
        while 1, at most 10 { k += 1; }
        while k < n { k += 1; }
        loop { k += 1; }
        while k < n, at most 2.5 { k += 1; }
        while k < n, at most flags { k += 1; }
        if flags { k = 1; }
        if n { k = 2; } else if u[0] { k = 3; }
        k
    }
}

fn main() {}
