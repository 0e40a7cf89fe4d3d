//! Blocks that use items of other blocks.

use array_fn::{Array, Error};

/// Constants, records and helpers for the others.
pub mod gas {
    array_fn::array_fn! {
        #![shared]

        const GAMMA: f64 = 1.4;
        pub const STAGES: i64 = 3;
        const B: [f64; STAGES] = [1, 2, 3];

        /// What is conserved.
        pub struct State<N> {
            /// Mass per volume.
            rho: [f64; N],
            momentum: [f64; 2, N],
            energy: [f64; N],
        }

        pub struct Stages<N, T: f32 | f64> { k: [T; STAGES, N] }

        /// Not for others by name.
        struct Inside<N> { p: [f64; N] }

        fn pressure<N>(q: State) -> [f64; N] {
            let Inside { p } = inside(q);
            p
        }

        fn inside<N>(q: State) -> Inside {
            Inside { p: (GAMMA - 1) * (q.energy - 0.5 * sum(q.momentum ** 2, axis=0) / q.rho) }
        }

        fn weighted<N>(s: Stages<N, f64>) -> [f64; N] { einsum("s,sn->n", B, s.k) / sum(B) }

        fn twice<N>(f: fn(q), q: State) -> [f64; N] { 2 * f(q) }

        // The built-in `clip`, whatever the names are where this is used.
        fn limited<N>(x: [f64; N]) -> [f64; N] { clip(x, 0, 1) }
    }
}

/// Uses another block, and is used.
mod flow {
    array_fn::array_fn! {
        #![shared]
        use super::gas::{State, pressure as p, GAMMA};

        pub struct Flow<N> { state: State<N>, speed: [f64; N] }

        fn sound<N>(q: State) -> [f64; N] { sqrt(GAMMA * p(q) / q.rho) }

        pub fn flow<N>(q: State) -> Flow { Flow { state: q, speed: sound(q) } }
    }
}

mod solver {
    pub mod step {
        array_fn::array_fn! {
            use super::super::flow::{Flow, sound};
            use crate::shared::gas::{State as Gas, Stages, STAGES, weighted, limited, twice};
            use self::local::half;

            /// Hides the built-in function in this block alone.
            fn clip<N>(x: [f64; N], a: f64, b: f64) -> [f64; N] { x * 0 - 8 + a + b }

            pub fn step<N>(q: Gas, dt: f64) -> (Gas, [f64; N]) {
                (Gas { rho: q.rho + dt, ..q }, sound(q))
            }

            pub fn of_flow<N>(f: Flow) -> [f64; N] { half(f.speed * f.state.rho) }

            pub fn of_stages<N>(s: Stages<N, f64>) -> ([f64; N], [f64; STAGES]) {
                (weighted(s), ones([f64; STAGES]))
            }

            pub fn passed<N>(q: Gas) -> [f64; N] { twice(sound, q) }

            pub fn limits<N>(x: [f64; N]) -> ([f64; N], [f64; N]) { (limited(x), clip(x, 0, 1)) }
        }

        pub mod local {
            array_fn::array_fn! {
                #![shared]
                fn half<N>(x: [f64; N]) -> [f64; N] { x / 2 }
            }
        }
    }
}

const N: usize = 3;

fn state() -> gas::State {
    gas::State {
        rho: Array::from_fn([N], |[k]| 1.0 + k as f64).expect("a small array"),
        momentum: Array::from_fn([2, N], |[d, k]| d as f64 + k as f64).expect("a small array"),
        energy: Array::from_fn([N], |[k]| 10.0 + k as f64).expect("a small array"),
    }
}

fn sound(q: &gas::State) -> Vec<f64> {
    let at = |k: usize| {
        let square = q.momentum[[0, k]].powi(2) + q.momentum[[1, k]].powi(2);
        let p = 0.4 * (q.energy[[k]] - 0.5 * square / q.rho[[k]]);
        (1.4 * p / q.rho[[k]]).sqrt()
    };
    (0..N).map(at).collect()
}

fn close(found: &Array<f64, 1>, expected: &[f64]) {
    assert_eq!(found.shape(), [expected.len()]);
    for (k, expected) in expected.iter().enumerate() {
        let found = found[[k]];
        assert!((found - expected).abs() <= 1e-14 * expected.abs(), "{k}: {found} {expected}");
    }
}

#[test]
fn items_mean_what_they_mean_where_they_are_declared() -> Result<(), Error> {
    use solver::step;
    let q = state();
    let (next, speed): (gas::State, _) = step::step(&q, 0.5)?;
    close(&next.rho, &[1.5, 2.5, 3.5]);
    assert_eq!(next.energy, q.energy);
    close(&speed, &sound(&q));
    let doubled: Vec<f64> = sound(&q).iter().map(|c| 2.0 * c).collect();
    close(&step::passed(&q)?, &doubled);
    let (limited, own) = step::limits(&[-1.0, 0.5, 2.0])?;
    close(&limited, &[0.0, 0.5, 1.0]);
    close(&own, &[-7.0; 3]);
    Ok(())
}

#[test]
fn records_of_others_are_the_same_types() -> Result<(), Error> {
    let q = state();
    let flow: flow::Flow = flow::flow(&q)?;
    let expected: Vec<f64> =
        sound(&q).iter().zip(0..N).map(|(c, k)| c * q.rho[[k]] / 2.0).collect();
    close(&solver::step::of_flow(&flow)?, &expected);
    let stages: gas::StagesOf<f64> =
        gas::Stages { k: Array::from_fn([3, N], |[s, k]| (s * 10 + k) as f64)? };
    let (weighted, ones) = solver::step::of_stages(&stages)?;
    close(&weighted, &[40.0 / 3.0, 43.0 / 3.0, 46.0 / 3.0]);
    close(&ones, &[1.0; 3]);
    assert_eq!(gas::STAGES, 3);
    Ok(())
}

#[test]
fn a_block_in_a_function_uses_blocks_of_modules() -> Result<(), Error> {
    array_fn::array_fn! {
        use super::shared::gas::{State, pressure};
        pub fn of<N>(q: State) -> [f64; N] { pressure(q) }
    }
    let q = state();
    let expected: Vec<f64> =
        sound(&q).iter().zip(0..N).map(|(c, k)| c * c * q.rho[[k]] / 1.4).collect();
    close(&of(&q)?, &expected);
    Ok(())
}

/// Two blocks of one module.
mod same {
    array_fn::array_fn! {
        #![shared]
        fn double<N>(x: [f64; N]) -> [f64; N] { 2 * x }
    }
    array_fn::array_fn! {
        use self::double;
        pub fn quadruple<N>(x: [f64; N]) -> [f64; N] { double(double(x)) }
    }
}

#[test]
fn a_block_uses_another_of_its_module() -> Result<(), Error> {
    close(&same::quadruple(&[1.0, 2.0])?, &[4.0, 8.0]);
    Ok(())
}
