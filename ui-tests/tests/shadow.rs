//! The code that a block leaves behind for editors compiles without a warning, whatever names the
//! surrounding module uses.
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
