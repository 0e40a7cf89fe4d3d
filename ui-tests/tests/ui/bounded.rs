//! Results whose size data decide, and their bounds.

use array_fn::array_fn;

array_fn! {
    pub fn kept<N>(x: [f64; N], m: [bool; N], n: i64) -> [f64; N] {
        let (a, _) = compress(m, x);
        let (b, _) = compress(m, x, size=n);
        let (c, _) = compress(m[1..], x, size=N);
        let (d, _) = compress(m, x, size=N, fill_value=m);
        let (g, _) = compress(m, x, size=N, fill_value=n);
        let h = compress(m, x, size=N) + 1;
        let i = x[m];
        let (j, _) = nonzero(x, size=-1);
        x
    }

    pub fn rows<M, N>(x: [f64; M, N], m: [bool; M, N]) -> [f64; M, N] {
        let (a, _) = compress(m, x, size=M);
        let (b, _) = compress(m[.., 0], x, size=M);
        let (c, _) = unique(x, return_counts=true, size=M);
        x
    }

    pub fn keys<M, N>(a: [i64; M], b: [i64; N], x: [f64; M]) -> [i64; M] {
        let (i, j, _) = join(a, b);
        let (k, l, _) = join(a, x, size=M);
        let (p, q, _) = join(a, b[.., newaxis], size=M);
        let r = lexsort(a);
        let s = lexsort((a, b));
        let t = partition(x, M);
        let u = argpartition(x, -1 - M);
        a
    }

    pub fn passes<N>(x: [i64; N], most: i64) -> [i64; N] {
        let mut y = x;
        let _ = while max(y) > 0, at most most {
            let (few, _) = compress(y > 0, y, size=4);
            y -= few[0];
        };
        y
    }
}

fn main() {}
