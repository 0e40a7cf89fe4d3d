//! The first of the largest or smallest elements of a row, for positions as those of `argmax`. Each lane keeps its own,
//! so no branch depends on elements until the row ends.

use super::{Float, M, V, eq, extremum_across, is_nan, select_lt, splat};

/// For each lane, the first extremum of its elements, and the number of the vector that has it.
#[derive(Clone, Copy)]
pub struct Firsts<T, const W: usize, const LARGEST: bool> {
    extremum: V<T, W>,
    /// The number, as the bits of an element: so both are selected in the same way.
    number: V<T, W>,
    /// The number if there is one lane, as it may have too many elements for the bits of one.
    single: i64,
}

impl<T: Float, const W: usize, const LARGEST: bool> Firsts<T, W, LARGEST> {
    /// Before the first element, each lane has the element that no other one is beyond, in vector 0.
    #[allow(clippy::new_without_default)]
    #[cfg_attr(optimised, inline(always))]
    pub fn new() -> Self {
        let worst = if LARGEST { T::INFINITE.neg() } else { T::INFINITE };
        Firsts { extremum: V([worst; W]), number: V([T::numbered(0); W]), single: 0 }
    }

    /// Adds a vector with this number, and returns the lanes that are NaN. Of these, nothing is kept.
    ///
    /// # Safety
    /// The instruction set that the width stands for must be present: see [`super`].
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn add(&mut self, x: V<T, W>, number: i64) -> M<W> {
        // SAFETY: promised by the caller.
        unsafe {
            let before = self.extremum;
            let select = |new, old| match LARGEST {
                true => select_lt(before, x, new, old),
                false => select_lt(x, before, new, old),
            };
            self.extremum = select(x, before);
            match W {
                1 if LARGEST && before.0[0] < x.0[0] || !LARGEST && x.0[0] < before.0[0] => {
                    self.single = number;
                }
                1 => {}
                _ => self.number = select(splat(V([T::numbered(number)])), self.number),
            }
            is_nan(x)
        }
    }
}

/// The position of the first extremum of a row of which `chains` have seen all elements, none of them NaN. Vector
/// `number` of chain `c` has those from position `(number + c) * W` on.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn first_position<T: Float, const W: usize, const LARGEST: bool>(
    chains: [Firsts<T, W, LARGEST>; 2],
) -> i64 {
    let [a, b] = chains.map(|chain| chain.extremum);
    // SAFETY: promised by the caller.
    let mut found = unsafe {
        let both = match LARGEST {
            true => select_lt(a, b, b, a),
            false => select_lt(b, a, b, a),
        };
        let extremum = splat(extremum_across::<LARGEST, T, W>(both));
        u64::from(eq(a, extremum).0) | u64::from(eq(b, extremum).0) << W
    };
    let mut first = i64::MAX;
    // Mostly there is one.
    while found != 0 {
        let at = found.trailing_zeros() as usize;
        let (chain, lane) = (at / W, at % W);
        let Firsts { number, single, .. } = &chains[chain];
        let number = if W == 1 { *single } else { number.0[lane].number() };
        first = first.min((number + chain as i64) * W as i64 + lane as i64);
        found &= found - 1;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position as [`first_position`] finds it, or else that of the first NaN.
    fn found<const W: usize, const LARGEST: bool>(row: &[f32]) -> i64 {
        let mut chains = [Firsts::<f32, W, LARGEST>::new(); 2];
        let worst = if LARGEST { f32::NEG_INFINITY } else { f32::INFINITY };
        let mut nan = 0;
        for (vector, x) in row.chunks(W).enumerate() {
            let mut lanes = [worst; W];
            lanes[..x.len()].copy_from_slice(x);
            let chain = vector % 2;
            // SAFETY: so few lanes fill no register.
            nan |= unsafe { chains[chain].add(V(lanes), (vector - chain) as i64).0 };
        }
        match nan {
            // SAFETY: as above.
            0 => unsafe { first_position(chains) },
            _ => row.iter().position(|x| x.is_nan()).unwrap() as i64,
        }
    }

    #[test]
    fn positions_are_those_of_the_first_extremum() {
        let mut state = 1u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        let values = [0.0, -0.0, 1.5, f32::INFINITY, f32::NEG_INFINITY, -2.0, f32::NAN];
        for case in 0..3000 {
            // Rows of few different values, some of only one, have the extremum in many places.
            let kinds = 1 + random(values.len() as u64);
            let row: Vec<f32> =
                (0..1 + random(40)).map(|_| values[random(kinds) as usize]).collect();
            for largest in [true, false] {
                let better = |x: f32, y: f32| {
                    !y.is_nan() && (x.is_nan() || if largest { x > y } else { x < y })
                };
                let mut expected = 0;
                for (k, &x) in row.iter().enumerate() {
                    if better(x, row[expected]) {
                        expected = k;
                    }
                }
                let positions = match largest {
                    true => [found::<1, true>(&row), found::<2, true>(&row)],
                    false => [found::<1, false>(&row), found::<2, false>(&row)],
                };
                assert_eq!(positions, [expected as i64; 2], "{case}: {row:?}, {largest}");
            }
        }
    }
}
