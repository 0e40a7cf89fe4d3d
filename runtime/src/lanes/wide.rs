//! Operations on the halves of numbers of 64 bits, and on the bits of whole registers. Where there are many of them, as
//! in random numbers, compilers turn the loops that would do the same into single lanes.

use super::ops::Bits;
use super::{V, each};

/// Applies an operation on registers to all lanes; `None` if they do not fill registers.
///
/// # Safety
/// There must be AVX2 if the lanes have 32 bytes or more.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(optimised, inline(always))]
unsafe fn on_registers<T: Bits, const W: usize>(
    a: &[T; W],
    b: &[T; W],
    op: impl Fn(std::arch::x86_64::__m256i, std::arch::x86_64::__m256i) -> std::arch::x86_64::__m256i,
) -> Option<[T; W]> {
    use std::arch::x86_64::*;
    let lanes = 32 / size_of::<T>();
    if !W.is_multiple_of(lanes) || cfg!(miri) {
        return None;
    }
    let mut all = *a;
    let mut first = 0;
    while first < W {
        // SAFETY: promised by the caller; as many lanes lie in a register.
        unsafe {
            let a = _mm256_loadu_si256(a.as_ptr().add(first).cast());
            let b = _mm256_loadu_si256(b.as_ptr().add(first).cast());
            _mm256_storeu_si256(all.as_mut_ptr().add(first).cast(), op(a, b));
        }
        first += lanes;
    }
    Some(all)
}

macro_rules! by_registers {
    ($($(#[$doc:meta])* $name:ident: $instruction:ident, $one:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// There must be AVX2 if the lanes have 32 bytes or more: see [`super`].
        #[cfg_attr(optimised, inline(always))]
        pub unsafe fn $name<T: Bits, const W: usize>(a: V<T, W>, b: V<T, W>) -> V<T, W> {
            #[cfg(target_arch = "x86_64")]
            {
                use std::arch::x86_64::$instruction;
                // SAFETY: promised by the caller.
                let all = unsafe { on_registers(&a.0, &b.0, |a, b| $instruction(a, b)) };
                if let Some(all) = all {
                    return V(all);
                }
            }
            V(each(|k| $one(a.0[k], b.0[k])))
        }
    )*};
}
by_registers! {
    /// The bits that both have.
    bit_and: _mm256_and_si256, T::bit_and;
    /// The bits that one or both have.
    bit_or: _mm256_or_si256, T::bit_or;
    /// The bits that exactly one of both has.
    bit_xor: _mm256_xor_si256, T::bit_xor;
}

/// The products of the lower halves.
///
/// # Safety
/// There must be AVX2 if the lanes have 32 bytes or more: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn mul_halves<const W: usize>(a: V<u64, W>, b: V<u64, W>) -> V<u64, W> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::_mm256_mul_epu32;
        // SAFETY: promised by the caller.
        if let Some(all) = unsafe { on_registers(&a.0, &b.0, |a, b| _mm256_mul_epu32(a, b)) } {
            return V(all);
        }
    }
    V(each(|k| u64::from(a.0[k] as u32) * u64::from(b.0[k] as u32)))
}

/// The upper halves.
///
/// # Safety
/// There must be AVX2 if the lanes have 32 bytes or more: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn upper_halves<const W: usize>(a: V<u64, W>) -> V<u64, W> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::_mm256_srli_epi64;
        // SAFETY: promised by the caller.
        let all = unsafe { on_registers(&a.0, &a.0, |a, _| _mm256_srli_epi64::<32>(a)) };
        if let Some(all) = all {
            return V(all);
        }
    }
    V(each(|k| a.0[k] >> 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: [u64; 8] =
        [0, 1, u64::MAX, 0xdead_beef_0123_4567, 1 << 32, u32::MAX as u64, 1 << 63, 0x8000_0001];

    /// # Safety
    /// There must be AVX2 if `W` is more than 3.
    unsafe fn check<const W: usize>() {
        for first in 0..8 {
            let a: [u64; W] = std::array::from_fn(|k| SOME[(first + k) % 8]);
            let b: [u64; W] = std::array::from_fn(|k| SOME[(3 * first + 5 * k) % 8]);
            let low = |x: u64| x & 0xffff_ffff;
            // SAFETY: promised by the caller.
            unsafe {
                assert_eq!(upper_halves(V(a)).0, a.map(|x| x >> 32));
                for k in 0..W {
                    assert_eq!(mul_halves(V(a), V(b)).0[k], low(a[k]) * low(b[k]));
                    assert_eq!(bit_xor(V(a), V(b)).0[k], a[k] ^ b[k]);
                    assert_eq!(bit_or(V(a), V(b)).0[k], a[k] | b[k]);
                    assert_eq!(bit_and(V(a), V(b)).0[k], a[k] & b[k]);
                }
            }
        }
    }

    #[test]
    fn halves_and_bits_are_those_of_single_lanes() {
        // SAFETY: too few lanes for AVX2.
        unsafe {
            check::<1>();
            check::<2>();
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: just detected.
            unsafe {
                check::<4>();
                check::<8>();
                check::<16>();
            }
        }
    }
}
