//! What calls of foreign functions need: lanes as arrays, and the instruction set that the loops of C functions are for.

use super::{M, each};
use crate::cpu::isa::Isa;

/// The instruction set that kernels run on: 0 is the baseline, 1 is AVX2, and 2 is AVX-512.
#[inline]
pub fn instruction_set() -> usize {
    match Isa::selected() {
        Isa::Baseline => 0,
        Isa::Avx2 => 1,
        Isa::Avx512 => 2,
    }
}

/// The lanes of a mask, one after the other.
#[cfg_attr(optimised, inline(always))]
pub fn bools<const W: usize>(mask: M<W>) -> [bool; W] {
    each(|k| mask.lane(k))
}

/// The mask with these lanes.
#[cfg_attr(optimised, inline(always))]
pub fn mask<const W: usize>(lanes: [bool; W]) -> M<W> {
    let mut bits = 0;
    for (k, lane) in lanes.into_iter().enumerate() {
        bits |= u32::from(lane) << k;
    }
    M(bits)
}

/// The array `[f(0), f(1), ...]`, made by a function of the user's.
#[cfg_attr(optimised, inline(always))]
pub fn each_lane<T: Copy, const W: usize>(f: impl Fn(usize) -> T) -> [T; W] {
    each(f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_bools() {
        for bits in 0..32 {
            let lanes = bools(M::<5>(bits));
            assert!((0..5).all(|k| lanes[k] == (bits >> k & 1 == 1)));
            assert_eq!(mask(lanes).0, bits);
        }
    }
}
