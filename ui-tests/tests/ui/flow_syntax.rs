//! Loops and branches that are spelt otherwise.

use array_fn::array_fn;

array_fn! {
    pub fn first(n: i64) -> i64 { let mut k = 0; while k < n, most 10 { k += 1; } k }
    pub fn second(n: i64) -> i64 { let mut k = 0; while k < n, 10 { k += 1; } k }
    pub fn third(n: i64) -> i64 { let mut k = 0; while k < n, at most 10 k += 1; k }
    pub fn fourth(n: i64) -> i64 { let mut k = 0; if k < n k += 1; k }
    pub fn fifth(n: i64) -> i64 { let mut k = 0; if k < n { k += 1; } else k += 2; k }
    pub fn sixth(n: i64) -> i64 { match n { 0 => 1, _ => 2 } }
    pub fn seventh(n: i64) -> i64 { 1 if n > 0 else 2 }
    pub fn eighth(n: i64) -> i64 { let k = 1 + loop { n }; k }
    pub fn ninth(n: i64) -> i64 { let mut k = 0; do { k += 1; } while (k < n); k }
}

fn main() {}
