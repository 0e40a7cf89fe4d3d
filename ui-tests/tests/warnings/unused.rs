#![deny(unused)]

use array_fn::array_fn;

array_fn! {
    const WEIGHT: f64 = 2.0;
    const USED: f64 = 0.5;
    const COUNT: i64 = 2;
    const NODES: i64 = 4;
    const POINTS: i64 = 2;
    const WEIGHTS: [f64; POINTS] = [0.5, 0.5];

    pub fn f<N>(x: [f64; N], dt: f64, _spare: f64) -> [f64; N] {
        let y = USED * x;
        let (z, w) = (x + 1, x + 2);
        for s in 0..3 {
            let twice = 2 * y;
        }
        let y = shifted(y);
        from_fn(|i: N, j: N| w[i]).sum(axis=1) + y
    }

    fn shifted<N>(x: [f64; N]) -> [f64; N] {
        x - 1
    }

    struct Unused<N> { x: [f64; N] }
    struct Used<N> { x: [f64; N] }

    fn shifted_record<N>(x: [f64; N]) -> [f64; N] {
        let Used { x: a } = Used { x };
        let Used { x: b } = Used { x };
        a
    }

    fn forgotten<N>(x: [f64; N]) -> [f64; N] {
        x + 1
    }

    pub fn first(x: [f64; COUNT], at: [index<NODES>; 3]) -> ([f64; 3], [f64; 2]) {
        (random.normal(3, [f64; NODES])[at], x * WEIGHTS)
    }

    #[allow(unused_variables)]
    pub fn g<N>(x: [f64; N], dt: f64) -> [f64; N] {
        x
    }
}

/// Who uses the items of a shared block is not known here.
mod shared {
    array_fn::array_fn! {
        #![shared]
        const WEIGHT: f64 = 2;
        struct State<N> { rho: [f64; N] }
        fn halved<N>(x: [f64; N]) -> [f64; N] { x / 2 }
        fn doubled<N>(x: [f64; N], y: f64) -> [f64; N] { 2 * x }
    }
}

mod user {
    array_fn::array_fn! {
        use super::shared::{doubled, halved, State};
        pub fn f<N>(x: [f64; N]) -> [f64; N] { halved(x) }
    }
}

fn main() {
    let x = [1.0, 2.0];
    println!("{:?} {:?}", f(&x[..], 0.5, 0.0), g(&x[..], 0.5));
}
