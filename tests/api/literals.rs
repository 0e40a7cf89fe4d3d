//! Arrays whose last dimension is a literal, and neighbours that are computed again, beside plain loops and symbolic forms.

use array_fn::Array;

array_fn::array_fn! {
    pub fn roll20<M>(x: [f32; M, 20]) -> [f32; M, 20] { roll(x, 1, axis=1) }
    pub fn rolln<M, N>(x: [f32; M, N]) -> [f32; M, N] { roll(x, 1, axis=1) }
    pub fn pad17<M>(x: [f64; M, 17]) -> [f64; M + 2, 19] { pad(x, 1) }
    pub fn padn<M, N>(x: [f64; M, N]) -> [f64; M + 2, N + 2] { pad(x, 1) }
    pub fn cat<M>(x: [f64; M, 9], y: [f64; M, 12]) -> [f64; M, 21] { concatenate([x, 2 * y], axis=1) }
    pub fn catn<M, N, K>(x: [f64; M, N], y: [f64; M, K]) -> [f64; M, N + K] { concatenate([x, 2 * y], axis=1) }
    pub fn colsum<M>(x: [f64; M, 5]) -> [f64; 5] { sum(x, axis=0) }
    pub fn colmax<M>(x: [f64; M, 7]) -> [f64; 7] { max(x, axis=0) }
    pub fn vecmat<M>(x: [f64; M, 3], y: [f64; M]) -> [f64; 3] { x.T @ y }
    pub fn gram<M>(x: [f64; M, 6]) -> [f64; 6, 6] { x.T @ x }
    pub fn euler<N>(r: [f64; N], m: [f64; N]) -> [f64; N - 2] {
        let v = m / r;
        let f = 0.5 * (v[1..] * m[1..] + v[..-1] * m[..-1]) - abs(v[1..]) * (r[1..] - r[..-1]);
        r[1..-1] - 0.1 * (f[1..] - f[..-1])
    }
}
fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{a} {b}");
}

#[test]
fn literal_rows_and_neighbours() {
    for m in [1usize, 2, 3, 7, 64, 1000, 4099, 20001] {
        let f = |w: usize| {
            Array::<f64, 2>::from_fn([m, w], move |i| {
                ((i[0] * 7919 + i[1] * 131) % 1009) as f64 / 100.0 - 4.0
            })
            .unwrap()
        };
        let x = Array::<f32, 2>::from_fn([m, 20], |i| (i[0] * 20 + i[1]) as f32).unwrap();
        assert_eq!(roll20(&x).unwrap().as_slice(), rolln(&x).unwrap().as_slice());
        let (a, b, c) = (f(17), f(9), f(12));
        assert_eq!(pad17(&a).unwrap().as_slice(), padn(&a).unwrap().as_slice());
        assert_eq!(cat(&b, &c).unwrap().as_slice(), catn(&b, &c).unwrap().as_slice());
        let (p, q, r, g) = (f(5), f(7), f(3), f(6));
        let y: Vec<f64> = (0..m).map(|k| ((k * 31) % 17) as f64 - 8.0).collect();
        let (s, t, u, h) =
            (colsum(&p).unwrap(), colmax(&q).unwrap(), vecmat(&r, &y).unwrap(), gram(&g).unwrap());
        for k in 0..5 {
            close(s.as_slice()[k], (0..m).map(|i| p.as_slice()[i * 5 + k]).sum());
        }
        for k in 0..7 {
            close(
                t.as_slice()[k],
                (0..m).map(|i| q.as_slice()[i * 7 + k]).fold(f64::MIN, f64::max),
            );
        }
        for k in 0..3 {
            close(u.as_slice()[k], (0..m).map(|i| r.as_slice()[i * 3 + k] * y[i]).sum());
        }
        for k in 0..36 {
            close(
                h.as_slice()[k],
                (0..m).map(|i| g.as_slice()[i * 6 + k / 6] * g.as_slice()[i * 6 + k % 6]).sum(),
            );
        }
        if m > 2 {
            let (d, e) = (
                Array::from_fn([m], |i| (i[0] % 13) as f64 + 1.0).unwrap(),
                Array::from_fn([m], |i| (i[0] % 7) as f64 - 3.0).unwrap(),
            );
            let z = euler(&d, &e).unwrap();
            let (d, e) = (d.as_slice(), e.as_slice());
            let v: Vec<f64> = (0..m).map(|i| e[i] / d[i]).collect();
            let fl: Vec<f64> = (0..m - 1)
                .map(|i| {
                    0.5 * (v[i + 1] * e[i + 1] + v[i] * e[i]) - v[i + 1].abs() * (d[i + 1] - d[i])
                })
                .collect();
            for i in 0..m - 2 {
                close(z.as_slice()[i], d[i + 1] - 0.1 * (fl[i + 1] - fl[i]));
            }
        }
    }
}
