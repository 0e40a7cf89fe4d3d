//! Attributes that tune a `let`: unknown ones, misuse, what cannot be done.

use array_fn::array_fn;

array_fn! {
    pub fn words<E, N>(x: [f64; E, N], y: &mut [f64; E, N]) -> [f64; E, N] {
        #[materialise]
        let a = x + 1;
        #[threads(64)]
        let b = a * 2;
        #[block(E = 4)] #[derive(Copy)]
        let c = b * 2;
        #[materialize] #[materialize]
        let d = c + b;
        #[inline] #[no_fuse]
        let e = d + b;
        #[materialize(yes)]
        let f = e + d;
        #[vectorize]
        let g = f + e;
        #[vectorize(E, N)]
        let h = g + f;
        #[no_fuse]
        y += h;
        h
    }

    pub fn values<E, N, K>(x: [f64; E, N], w: [f64; K], u: &mut [f64; E, N]) -> ([f64; E], [f64; E, N]) {
        #[materialize]
        let a = x;
        #[no_fuse]
        let b = 2.5;
        #[vectorize(M)]
        let c = x * 2;
        #[vectorize(K)]
        let d = x + 1;
        let s = sum(|k: K| {
            #[materialize]
            let t = w[k] * 2;
            t
        });
        #[vectorize(n)]
        let e = x - 1;
        (sum(e, axis=1) * s + sum(a), c)
    }

    pub fn inlined<E, N>(x: [f64; E, N], u: &mut [f64; E, N]) -> ([f64; E], [f64; E, N]) {
        #[inline]
        let r = sum(x, axis=1);
        #[inline]
        let q = cumsum(x, axis=1);
        #[inline]
        let p = x + 1;
        #[inline]
        let v = 2 * u;
        #[inline]
        let w = x + q;
        u = v;
        (r + r, p + cumsum(w, axis=1))
    }

    pub fn returned<N>(x: [f64; N], u: &mut [f64; N]) -> ([f64; N], f64) {
        #[inline]
        let p = x + 1;
        #[inline]
        let v = 2 * u;
        #[inline]
        let w = x + u;
        u = v;
        let last = cumsum(w);
        (p, last[0])
    }
}

fn main() {}
