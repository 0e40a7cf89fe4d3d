//! The code that a block leaves behind for editors compiles without a warning, whatever names the
//! surrounding module uses.

#![allow(missing_docs)]
#![deny(warnings, unused, nonstandard_style, clippy::all, clippy::pedantic)]

use array_fn::array_fn;

/// Constants named like the block's dimensions: patterns of these names would be refutable.
pub const N: usize = 3;
pub const E: usize = 4;

array_fn! {
    const W: [f64; 2] = [0.5, 0.5];
    pub const HALF: f64 = 0.5;

    /// Shadows, closures, loops and a function used before it is declared.
    pub fn everything<E, N, T: f32 | f64>(
        x: [f64; E, N],
        idx: [index<N>; E],
        t: [T; N],
        dt: f64,
        sum: bool,
    ) -> ([f64; E], [T; N]) {
        let y = x * HALF + W[0];
        let y = where(y > 0, y, -y);
        let (a, _) = pair(y);
        let mut a = a + from_fn(|i: E, j: N| x[i, j] * dt);
        for s in 0..3 {
            a = a + s as f64;
        }
        let z = { let a = a.sum(axis=1); a + x[.., 0] };
        let q = x[from_fn(|i: E| i), idx];
        (where(sum, z + q, z), t * 2)
    }

    /// Records as parameters, results, values, patterns and in each other.
    pub struct State<E, N, T: f32 | f64> { rho: [T; E, N], gas: Gas<T>, at: [index<N>; E] }
    pub struct Gas<T: f32 | f64> { gamma: T }
    pub struct Out<E, N> { rho: [f64; E, N] }
    struct Inner<E, N> { x: [f64; E, N], n: Out<E, N> }

    pub fn records<E, N>(q: State<E, N, f64>, r: &mut Out, dt: f64) -> Out<E, N> {
        let State { rho, gas: Gas, .. } = q;
        let x = made(rho, dt);
        let n: Out<E, N> = x.n;
        r.rho += Gas.gamma * q.rho[.., q.at][.., 0][.., newaxis];
        let Inner { x: y, n: m } = x;
        let x = Inner { x: y + x.x, ..Inner { x: y, n } };
        Out { rho: x.x + x.n.rho + m.rho + made(rho, dt).n.rho }
    }

    pub fn functions<N>(x: [f64; N]) -> [f64; N] {
        applied(x, sqrt) + applied(x, doubled)
    }

    fn applied<N>(x: [f64; N], f: fn(x)) -> [f64; N] { f(x) + f(x + 1) }

    fn doubled<N>(x: [f64; N]) -> [f64; N] { 2 * x }

    fn made<E, N>(rho: [f64; E, N], dt: f64) -> Inner {
        Inner { x: dt * rho, n: Out { rho } }
    }

    fn pair<E, N>(x: [f64; E, N]) -> ([f64; E, N], [f64; N, E]) {
        (x, x.T)
    }

    pub fn update<N>(u: &mut [f64; N], by: f64) {
        u += by;
    }
}

#[test]
fn names_of_the_module_are_untouched() {
    assert_eq!((N, E), (3, 4));
}

/// Whatever is named as a block's names are, the block means its own.
#[test]
fn the_macro_survives_its_surroundings() {
    use array_fn::{Device, IndexArray};
    use array_fn_surroundings::{hostile, within};
    let grid = hostile::grid(2, 3, 1, 1, 0.5).expect("it runs");
    assert_eq!(grid.as_slice(), [0.0, 0.5, 1.0, 0.5, 1.0, 1.5]);
    assert_eq!(
        hostile::grid::unfused(2, 3, 1, 1, 0.5).expect("it runs").as_slice(),
        grid.as_slice()
    );
    assert!(hostile::grid::plan(&Device::cpu(), 2, 3, 1, 1).is_ok());
    assert_eq!(hostile::device(2, 1).expect("it runs").shape(), [2, 1]);
    assert!(hostile::device::plan(&Device::cpu(), 2, 1).is_ok());
    assert_eq!(
        (hostile::WEIGHTS, hostile::LEAST, hostile::HUGE),
        ([0.5, 0.25], i64::MIN, f64::INFINITY)
    );
    assert_eq!((hostile::N, hostile::helper()), (4, 4));
    let index = IndexArray::new([2], [1usize, 0], 2).expect("it is in range");
    let complex = [array_fn::c64::new(1.0, 2.0); 2];
    let mut x = [1.0, 2.0];
    let (chosen, updated) = hostile::choose(
        &[true, false],
        &[1f32, 2.0],
        &[10.0, 20.0],
        0.5,
        &[1, 2],
        true,
        &index,
        &mut x,
        &complex,
        &[2.0, 2.0],
        0.0,
        0.0,
        &[1, 1],
    )
    .expect("it runs");
    assert_eq!(chosen.as_slice(), [10.0, 1.0]);
    assert_eq!((updated.as_slice(), x), ([3.0, 4.0].as_slice(), [6.0, 8.0]));
    assert!((within::doubled(2.0) - 4.0).abs() < 1e-12);
    assert!(within::is_visible());
}
