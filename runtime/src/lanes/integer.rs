//! Integers of 32 and 64 bits with AVX2: comparisons, selections, and the operations that reductions accumulate with.
//!
//! Compilers do not vectorise the loops that would do the same. Each bit of a mask has its own place, so a mask becomes
//! hundreds of instructions; and an accumulator takes as many registers as it has lanes.
//!
//! # Safety
//! Versions for the baseline have one lane. So AVX2 is present if a vector has as many lanes as a register, whatever
//! the largest elements of the kernel are (see the parent module).

use std::arch::x86_64::*;

macro_rules! register {
    (
        $module:ident, $t:ty, $lanes:literal, $greater:ident, $equal:ident, $set:ident,
        $add:ident, $sub:ident, $mask:ident, $as_floats:ident, bits ($($bit:literal),*)
    ) => {
        pub mod $module {
            use super::*;

            /// The number of lanes of a register.
            pub const LANES: usize = $lanes;

            /// Whether this many lanes fill registers.
            pub const fn fills(lanes: usize) -> bool {
                !cfg!(miri) && lanes >= LANES && lanes % LANES == 0
            }

            /// The lanes of a register. `sign` changes the order of unsigned numbers to that of signed ones.
            ///
            /// # Safety
            /// As in [`less`], for the lanes from `first` on.
            #[cfg_attr(optimised, inline(always))]
            unsafe fn lanes(from: *const $t, first: usize, sign: $t) -> __m256i {
                // SAFETY: promised by the caller.
                unsafe {
                    let lanes = _mm256_loadu_si256(from.add(first).cast());
                    _mm256_xor_si256(lanes, $set(sign))
                }
            }

            /// The mask of lanes of `a` that are less than those of `b`.
            ///
            /// # Safety
            /// AVX2 is present; both may be read for `W` lanes, which fill registers.
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn less<const W: usize>(a: *const $t, b: *const $t, sign: $t) -> u32 {
                let (mut mask, mut first) = (0, 0);
                while first < W {
                    // SAFETY: promised by the caller.
                    let less = unsafe { $greater(lanes(b, first, sign), lanes(a, first, sign)) };
                    // SAFETY: as above.
                    mask |= (unsafe { $mask($as_floats(less)) } as u32) << first;
                    first += LANES;
                }
                mask
            }

            /// The mask of lanes of `a` that are equal to those of `b`.
            ///
            /// # Safety
            /// As in [`less`].
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn equal<const W: usize>(a: *const $t, b: *const $t) -> u32 {
                let (mut mask, mut first) = (0, 0);
                while first < W {
                    // SAFETY: promised by the caller.
                    let equal = unsafe { $equal(lanes(a, first, 0), lanes(b, first, 0)) };
                    // SAFETY: as above.
                    mask |= (unsafe { $mask($as_floats(equal)) } as u32) << first;
                    first += LANES;
                }
                mask
            }

            /// The sums of the lanes.
            ///
            /// # Safety
            /// As in [`less`]; `to` may be written for `W` lanes.
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn add<const W: usize>(a: *const $t, b: *const $t, to: *mut $t) {
                let mut first = 0;
                while first < W {
                    // SAFETY: promised by the caller.
                    unsafe {
                        let sum = $add(lanes(a, first, 0), lanes(b, first, 0));
                        _mm256_storeu_si256(to.add(first).cast(), sum);
                    }
                    first += LANES;
                }
            }

            /// The differences of the lanes.
            ///
            /// # Safety
            /// As in [`add`].
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn sub<const W: usize>(a: *const $t, b: *const $t, to: *mut $t) {
                let mut first = 0;
                while first < W {
                    // SAFETY: promised by the caller.
                    unsafe {
                        let difference = $sub(lanes(a, first, 0), lanes(b, first, 0));
                        _mm256_storeu_si256(to.add(first).cast(), difference);
                    }
                    first += LANES;
                }
            }

            /// The lanes of `a` where those of `c` are less than those of `d`, else the ones of `b`.
            ///
            /// # Safety
            /// As in [`less`]; `to` may be written for `W` lanes.
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn where_less<const W: usize>(
                [c, d]: [*const $t; 2],
                sign: $t,
                [a, b]: [*const $t; 2],
                to: *mut $t,
            ) {
                let mut first = 0;
                while first < W {
                    // SAFETY: promised by the caller.
                    unsafe {
                        let less = $greater(lanes(d, first, sign), lanes(c, first, sign));
                        let (a, b) = (lanes(a, first, 0), lanes(b, first, 0));
                        _mm256_storeu_si256(to.add(first).cast(), _mm256_blendv_epi8(b, a, less));
                    }
                    first += LANES;
                }
            }

            /// The lanes of `a` where those of `c` and `d` are equal, else the ones of `b`.
            ///
            /// # Safety
            /// As in [`less`]; `to` may be written for `W` lanes.
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn where_equal<const W: usize>(
                [c, d]: [*const $t; 2],
                [a, b]: [*const $t; 2],
                to: *mut $t,
            ) {
                let mut first = 0;
                while first < W {
                    // SAFETY: promised by the caller.
                    unsafe {
                        let equal = $equal(lanes(c, first, 0), lanes(d, first, 0));
                        let (a, b) = (lanes(a, first, 0), lanes(b, first, 0));
                        _mm256_storeu_si256(to.add(first).cast(), _mm256_blendv_epi8(b, a, equal));
                    }
                    first += LANES;
                }
            }

            /// The lanes of `a` where the mask has a bit, else those of `b`.
            ///
            /// # Safety
            /// As in [`less`]; `to` may be written for `W` lanes.
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn select<const W: usize>(
                mask: u32,
                a: *const $t,
                b: *const $t,
                to: *mut $t,
            ) {
                let bits: [$t; LANES] = [$($bit),*];
                let mut first = 0;
                while first < W {
                    // SAFETY: promised by the caller.
                    unsafe {
                        let bits = lanes(bits.as_ptr(), 0, 0);
                        let set = _mm256_and_si256($set((mask >> first) as $t), bits);
                        let (a, b) = (lanes(a, first, 0), lanes(b, first, 0));
                        let chosen = _mm256_blendv_epi8(b, a, $equal(set, bits));
                        _mm256_storeu_si256(to.add(first).cast(), chosen);
                    }
                    first += LANES;
                }
            }
        }
    };
}

register! {
    wide, i64, 4, _mm256_cmpgt_epi64, _mm256_cmpeq_epi64, _mm256_set1_epi64x,
    _mm256_add_epi64, _mm256_sub_epi64, _mm256_movemask_pd, _mm256_castsi256_pd, bits (1, 2, 4, 8)
}

register! {
    narrow, i32, 8, _mm256_cmpgt_epi32, _mm256_cmpeq_epi32, _mm256_set1_epi32,
    _mm256_add_epi32, _mm256_sub_epi32, _mm256_movemask_ps, _mm256_castsi256_ps, bits (1, 2, 4, 8, 16, 32, 64, 128)
}

/// Replaces the loops of [`super::Lane`] inside an `impl Lane` for integers. `sign` is the highest bit for unsigned
/// integers.
macro_rules! hooks {
    ($module:ident, $sign:expr) => {
        #[cfg_attr(optimised, inline(always))]
        fn v_lt<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
            use $crate::lanes::integer::$module::{fills, less};
            if !fills(W) {
                return $crate::lanes::element::bits(a, b, |a, b| a < b);
            }
            // SAFETY: see the module.
            unsafe { less::<W>(a.as_ptr().cast(), b.as_ptr().cast(), $sign) }
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_le<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
            use $crate::lanes::integer::$module::{fills, less};
            if !fills(W) {
                return $crate::lanes::element::bits(a, b, |a, b| a <= b);
            }
            // SAFETY: see the module.
            let greater = unsafe { less::<W>(b.as_ptr().cast(), a.as_ptr().cast(), $sign) };
            !greater & $crate::lanes::M::<W>::ALL
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_eq<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
            use $crate::lanes::integer::$module::{equal, fills};
            if !fills(W) {
                return $crate::lanes::element::bits(a, b, |a, b| a == b);
            }
            // SAFETY: see the module.
            unsafe { equal::<W>(a.as_ptr().cast(), b.as_ptr().cast()) }
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_add<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            use $crate::lanes::integer::$module::{add, fills};
            if !fills(W) {
                return $crate::lanes::element::zip(a, b, <Self as Lane>::add);
            }
            let mut sums = b;
            // SAFETY: see the module.
            unsafe { add::<W>(a.as_ptr().cast(), b.as_ptr().cast(), sums.as_mut_ptr().cast()) };
            sums
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_sub<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            use $crate::lanes::integer::$module::{fills, sub};
            if !fills(W) {
                return $crate::lanes::element::zip(a, b, <Self as Lane>::sub);
            }
            let mut all = b;
            // SAFETY: see the module.
            unsafe { sub::<W>(a.as_ptr().cast(), b.as_ptr().cast(), all.as_mut_ptr().cast()) };
            all
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_neg<const W: usize>(a: [Self; W]) -> [Self; W] {
            if !$crate::lanes::integer::$module::fills(W) {
                return $crate::lanes::each(|k| <Self as Lane>::neg(a[k]));
            }
            // They wrap, too.
            Self::v_sub([0; W], a)
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_min<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            use $crate::lanes::integer::$module::{fills, where_less};
            if !fills(W) {
                return $crate::lanes::element::zip(a, b, Ord::min);
            }
            let mut least = b;
            let (a, b) = (a.as_ptr().cast(), b.as_ptr().cast());
            // SAFETY: see the module.
            unsafe { where_less::<W>([a, b], $sign, [a, b], least.as_mut_ptr().cast()) };
            least
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_max<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
            use $crate::lanes::integer::$module::{fills, where_less};
            if !fills(W) {
                return $crate::lanes::element::zip(a, b, Ord::max);
            }
            let mut largest = b;
            let (a, b) = (a.as_ptr().cast(), b.as_ptr().cast());
            // SAFETY: see the module.
            unsafe { where_less::<W>([b, a], $sign, [a, b], largest.as_mut_ptr().cast()) };
            largest
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select_lt<const W: usize>(
            a: [Self; W],
            b: [Self; W],
            x: [Self; W],
            y: [Self; W],
        ) -> [Self; W] {
            use $crate::lanes::integer::$module::{fills, where_less};
            if !fills(W) {
                return Self::v_select(Self::v_lt(a, b), x, y);
            }
            let mut chosen = y;
            let (a, b) = (a.as_ptr().cast(), b.as_ptr().cast());
            let (x, y) = (x.as_ptr().cast(), y.as_ptr().cast());
            // SAFETY: see the module.
            unsafe { where_less::<W>([a, b], $sign, [x, y], chosen.as_mut_ptr().cast()) };
            chosen
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select_le<const W: usize>(
            a: [Self; W],
            b: [Self; W],
            x: [Self; W],
            y: [Self; W],
        ) -> [Self; W] {
            // The other lanes where it is greater.
            Self::v_select_lt(b, a, y, x)
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select_eq<const W: usize>(
            a: [Self; W],
            b: [Self; W],
            x: [Self; W],
            y: [Self; W],
        ) -> [Self; W] {
            use $crate::lanes::integer::$module::{fills, where_equal};
            if !fills(W) {
                return Self::v_select(Self::v_eq(a, b), x, y);
            }
            let mut chosen = y;
            let (a, b) = (a.as_ptr().cast(), b.as_ptr().cast());
            let (x, y) = (x.as_ptr().cast(), y.as_ptr().cast());
            // SAFETY: see the module.
            unsafe { where_equal::<W>([a, b], [x, y], chosen.as_mut_ptr().cast()) };
            chosen
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select<const W: usize>(mask: u32, a: [Self; W], b: [Self; W]) -> [Self; W] {
            use $crate::lanes::integer::$module::{fills, select};
            if !fills(W) {
                return $crate::lanes::each(|k| if mask >> k & 1 != 0 { a[k] } else { b[k] });
            }
            let mut chosen = b;
            let (a, b) = (a.as_ptr().cast(), b.as_ptr().cast());
            // SAFETY: see the module.
            unsafe { select::<W>(mask, a, b, chosen.as_mut_ptr().cast()) };
            chosen
        }
    };
}
pub(crate) use hooks;
