//! Shapes that functions which join, split, pad and reorder cannot make.

use array_fn::array_fn;

array_fn! {
    pub fn f<M, N>(x: [f64; M, N], v: [f64; 5], i: [i64; M], h: f64) -> [f64; M, N] {
        let a = split(v, 2);
        let b = unstack(x);
        let c = pad(x, 1, "mirror");
        let d = pad(x, ((1, 2), (3, 4), (5, 6)));
        let g = hstack([x, v]);
        let k = roll(v, 0.5);
        let l = take_along_axis(x, i, axis=0);
        let m = tril(v);
        let n = diag(x);
        let o = meshgrid(x, v);
        let p = arange(0, h, 0.1);
        let q = linspace(v, 1, 4);
        let r = rot90(v);
        let s = argmax(x, axis=(0, 1));
        let t = norm(x, "nuc");
        let u = v[0..10];
        let w = select([x > 0, x < 1], [x]);
        let z = gcd(x, 2);
        let y = convolve(x, v);
        x.mT.sum(dtype=3)
    }
}

fn main() {}
