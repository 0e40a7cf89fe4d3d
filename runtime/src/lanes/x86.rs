//! AVX-512 and AVX2 versions, chosen by the size of a vector: 64 bytes and 32 bytes.

mod conversions;

pub(super) use conversions::{halves, joined, round_f16, widen_f16};

use super::memory::Anywhere;
use std::mem::size_of;

/// Replaces the loops of [`super::Lane`] inside an `impl Lane for f32 / f64`.
macro_rules! hooks {
    ($t:ident) => {
        $crate::lanes::x86::hook2!($t, v_add, add, |a, b| $crate::lanes::element::zip(
            a,
            b,
            <$t as Lane>::add
        ));
        $crate::lanes::x86::hook2!($t, v_sub, sub, |a, b| $crate::lanes::element::zip(
            a,
            b,
            <$t as Lane>::sub
        ));
        $crate::lanes::x86::hook2!($t, v_mul, mul, |a, b| $crate::lanes::element::zip(
            a,
            b,
            <$t as Lane>::mul
        ));
        $crate::lanes::x86::hook2!($t, v_min, min, |a, b| $crate::lanes::element::zip(
            a,
            b,
            <$t as Lane>::min
        ));
        $crate::lanes::x86::hook2!($t, v_max, max, |a, b| $crate::lanes::element::zip(
            a,
            b,
            <$t as Lane>::max
        ));
        $crate::lanes::x86::hook_mask!($t, v_lt, lt, |a, b| a < b);
        $crate::lanes::x86::hook_mask!($t, v_le, le, |a, b| a <= b);
        $crate::lanes::x86::hook_mask!($t, v_eq, eq, |a, b| a == b);
        $crate::lanes::x86::hook_select!($t, v_select_lt, select_lt, v_lt);
        $crate::lanes::x86::hook_select!($t, v_select_le, select_le, v_le);
        $crate::lanes::x86::hook_select!($t, v_select_eq, select_eq, v_eq);
        #[cfg_attr(optimised, inline(always))]
        unsafe fn v_load_columns<const W: usize>(
            from: *const Self,
            stride: isize,
            columns: usize,
            to: *mut [Self; W],
        ) {
            // SAFETY: the caller's promise; see the safety section of the parent module.
            unsafe {
                if !$crate::lanes::columns::$t::load(from, stride, columns, to) {
                    $crate::lanes::element::load_columns(from, stride, columns, to);
                }
            }
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn v_gather_columns<const W: usize>(
            from: *const Self,
            offsets: &[i64; W],
            columns: usize,
            to: *mut [Self; W],
        ) {
            // SAFETY: the caller's promise; see the safety section of the parent module.
            unsafe {
                if !$crate::lanes::columns::$t::gather(from, offsets, columns, to) {
                    $crate::lanes::element::gather_columns(from, offsets, columns, to);
                }
            }
        }
        #[cfg_attr(optimised, inline(always))]
        unsafe fn v_store_columns<const W: usize>(
            from: *const [Self; W],
            columns: usize,
            to: *mut Self,
            stride: isize,
        ) {
            // SAFETY: the caller's promise; see the safety section of the parent module.
            unsafe {
                if !$crate::lanes::columns::$t::store(from, columns, to, stride) {
                    $crate::lanes::element::store_columns(from, columns, to, stride);
                }
            }
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_neg<const W: usize>(a: [Self; W]) -> [Self; W] {
            $crate::lanes::x86::$t::neg(&a, || $crate::lanes::each(|k| <$t as Lane>::neg(a[k])))
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_abs<const W: usize>(a: [Self; W]) -> [Self; W] {
            $crate::lanes::x86::$t::abs(&a, || $crate::lanes::each(|k| <$t as Lane>::abs(a[k])))
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_fma<const W: usize>(a: [Self; W], b: [Self; W], c: [Self; W]) -> [Self; W] {
            match W {
                1 => [a[0] * b[0] + c[0]; W],
                _ => $crate::lanes::x86::$t::fma(&a, &b, &c, || Self::v_add(Self::v_mul(a, b), c)),
            }
        }
        #[cfg_attr(optimised, inline(always))]
        fn v_select<const W: usize>(mask: u32, a: [Self; W], b: [Self; W]) -> [Self; W] {
            $crate::lanes::x86::$t::select(mask, &a, &b, || {
                $crate::lanes::each(|k| if mask >> k & 1 != 0 { a[k] } else { b[k] })
            })
        }
    };
}
pub(crate) use hooks;

macro_rules! hook2 {
    ($t:ident, $name:ident, $op:ident, |$a:ident, $b:ident| $otherwise:expr) => {
        #[cfg_attr(optimised, inline(always))]
        fn $name<const W: usize>($a: [Self; W], $b: [Self; W]) -> [Self; W] {
            match W {
                // One lane fills no register, and is the most common case in unoptimised code.
                1 => [<$t as Lane>::$op($a[0], $b[0]); W],
                _ => $crate::lanes::x86::$t::$op(&$a, &$b, || $otherwise),
            }
        }
    };
}
pub(crate) use hook2;

macro_rules! hook_mask {
    ($t:ident, $name:ident, $op:ident, |$a:ident, $b:ident| $otherwise:expr) => {
        #[cfg_attr(optimised, inline(always))]
        fn $name<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
            $crate::lanes::x86::$t::$op(&a, &b, || {
                $crate::lanes::element::bits(a, b, |$a, $b| $otherwise)
            })
        }
    };
}
pub(crate) use hook_mask;

macro_rules! hook_select {
    ($t:ident, $name:ident, $op:ident, $mask:ident) => {
        #[cfg_attr(optimised, inline(always))]
        fn $name<const W: usize>(
            a: [Self; W],
            b: [Self; W],
            x: [Self; W],
            y: [Self; W],
        ) -> [Self; W] {
            $crate::lanes::x86::$t::$op(&a, &b, &x, &y, || Self::v_select(Self::$mask(a, b), x, y))
        }
    };
}
pub(crate) use hook_select;

/// Reinterprets an array of floats as a register, or the reverse. `transmute_copy` does the same, but in unoptimised
/// code it is calls within calls, and kernels do little else.
///
/// # Safety
/// `A` and `B` must be plain data of equal size.
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn bits<A, B: Copy>(a: &A) -> B {
    debug_assert!(size_of::<A>() == size_of::<B>());
    // SAFETY: equal sizes, every bit pattern valid, at any address.
    unsafe { (*(&raw const *a).cast::<Anywhere<B>>()).0 }
}

/// Stores a vector past the caches, if the address is a multiple of its size.
///
/// # Safety
/// `to` must be writable for a vector, whose size tells the instruction set, and that it is present.
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn stream<T, const W: usize>(to: *mut T, v: &[T; W]) -> bool {
    let size = size_of::<[T; W]>();
    if (size != 64 && size != 32) || !to.addr().is_multiple_of(size) {
        return false;
    }
    // SAFETY: the caller's promise; the address is aligned.
    unsafe {
        match size {
            64 => std::arch::x86_64::_mm512_stream_si512(to.cast(), bits(v)),
            _ => std::arch::x86_64::_mm256_stream_si256(to.cast(), bits(v)),
        }
    }
    true
}

/// Looks up entries of tables by the first four bits of fractions, by permutations of vectors.
macro_rules! entries {
    ($name:ident, $t:ident, $($w:literal |$table:ident, $fractions:ident| $look:block)*) => {
        #[cfg_attr(optimised, inline(always))]
        pub(super) fn $name<const W: usize>(
            table: &[$t; 16],
            fractions: &[$t; W],
            otherwise: impl FnOnce() -> [$t; W],
        ) -> [$t; W] {
            use std::arch::x86_64::*;
            // SAFETY: the width tells the instruction set, and that it is present; see the safety section of the parent
            // module.
            unsafe {
                match W {
                    $($w => {
                        let ($table, $fractions) = (table.as_ptr(), bits(fractions));
                        bits(&$look)
                    })*
                    _ => otherwise(),
                }
            }
        }
    };
}
entries!(
    entries_f64,
    f64,
    8 | table,
    fractions | {
        let (low, high) = (_mm512_loadu_pd(table), _mm512_loadu_pd(table.add(8)));
        _mm512_permutex2var_pd(low, _mm512_srli_epi64::<48>(fractions), high)
    }
);
entries!(entries_f32, f32,
    8 |table, fractions| {
        // The last three of the bits choose among eight entries; the first bit chooses between two sets of eight.
        let digits = _mm256_srli_epi32::<19>(fractions);
        let low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), digits);
        let high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table.add(8)), digits);
        _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32::<9>(fractions)))
    }
    16 |table, fractions| {
        _mm512_permutexvar_ps(_mm512_srli_epi32::<19>(fractions), _mm512_loadu_ps(table))
    }
);

macro_rules! register {
    (
        $t:ident, $w4:expr, $w8:expr,
        add $add4:ident $add8:ident, sub $sub4:ident $sub8:ident, mul $mul4:ident $mul8:ident,
        div $div4:ident $div8:ident, sqrt $sqrt4:ident $sqrt8:ident, fma $fma4:ident $fma8:ident,
        min $min4:ident $min8:ident, max $max4:ident $max8:ident,
        scale $scale8:ident, parts $getexp8:ident $getmant8:ident, fixup $fixup8:ident,
        cmp $cmp4:ident $cmp8:ident, movemask $movemask:ident,
        blend $blendv:ident $blend8:ident, mask $mask8:ty, signs $signs8:ident, round $round4:ident $round8:ident,
        andnot $andnot4:ident, set1 $set4:ident $set8:ident,
        icast $icast8:ident $fcast8:ident, iset $iset4:ident $iset8:ident $ieq4:ident,
        ifcast $ifcast4:ident, iand $iand4:ident, sign $int:ty = $sign:expr, bits ($($bit:expr),*)
    ) => {
        pub mod $t {
            use super::bits;
            use std::arch::x86_64::*;

            const FULL: usize = $w8;
            const HALF: usize = $w4;

            macro_rules! two {
                ($name:ident, $op4:ident, $op8:ident) => {
                    #[cfg_attr(optimised, inline(always))]
                    pub fn $name<const W: usize>(a: &[$t; W], b: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                        // SAFETY: the width tells the instruction set, and that it is present; see the
                        // safety section of the parent module.
                        unsafe {
                            match W {
                                FULL => bits(&$op8(bits(a), bits(b))),
                                HALF => bits(&$op4(bits(a), bits(b))),
                                _ => otherwise(),
                            }
                        }
                    }
                };
            }
            two!(add, $add4, $add8);
            two!(sub, $sub4, $sub8);
            two!(mul, $mul4, $mul8);
            two!(div, $div4, $div8);

            macro_rules! compare {
                ($name:ident, $predicate:ident) => {
                    #[cfg_attr(optimised, inline(always))]
                    pub fn $name<const W: usize>(a: &[$t; W], b: &[$t; W], otherwise: impl FnOnce() -> u32) -> u32 {
                        // SAFETY: as above.
                        unsafe {
                            match W {
                                FULL => $cmp8::<$predicate>(bits(a), bits(b)) as u32,
                                HALF => {
                                    let mask = $cmp4::<$predicate>(bits(a), bits(b));
                                    $movemask(mask) as u32
                                }
                                _ => otherwise(),
                            }
                        }
                    }
                };
            }
            compare!(lt, _CMP_LT_OQ);
            compare!(le, _CMP_LE_OQ);
            compare!(eq, _CMP_EQ_OQ);

            macro_rules! choose {
                ($name:ident, $predicate:ident) => {
                    #[cfg_attr(optimised, inline(always))]
                    pub fn $name<const W: usize>(
                        a: &[$t; W],
                        b: &[$t; W],
                        x: &[$t; W],
                        y: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                        // SAFETY: as above.
                        unsafe {
                            match W {
                                FULL => {
                                    let mask = $cmp8::<$predicate>(bits(a), bits(b));
                                    bits(&$blend8(mask, bits(y), bits(x)))
                                }
                                HALF => {
                                    let mask = $cmp4::<$predicate>(bits(a), bits(b));
                                    bits(&$blendv(bits(y), bits(x), mask))
                                }
                                _ => otherwise(),
                            }
                        }
                    }
                };
            }
            choose!(select_lt, _CMP_LT_OQ);
            choose!(select_le, _CMP_LE_OQ);
            choose!(select_eq, _CMP_EQ_OQ);

            /// The instruction returns its second operand if either is NaN, or if both are zeros. The language wants
            /// NaN, and the first zero.
            macro_rules! extremum {
                ($name:ident, $op4:ident, $op8:ident) => {
                    #[cfg_attr(optimised, inline(always))]
                    pub fn $name<const W: usize>(a: &[$t; W], b: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                        // Responses as below: NaNs of `b` (made quiet), or else the given result.
                        const RESPONSES: u32 = 0x22;
                        // SAFETY: as above.
                        unsafe {
                            match W {
                                FULL => {
                                    let (a, b) = (bits(a), bits(b));
                                    bits(&$fixup8::<0>($op8(b, a), b, $iset8(RESPONSES as _)))
                                }
                                HALF => {
                                    let (a, b) = (bits(a), bits(b));
                                    let nan = $cmp4::<_CMP_UNORD_Q>(a, b);
                                    bits(&$blendv($op4(b, a), $add4(a, b), nan))
                                }
                                _ => otherwise(),
                            }
                        }
                    }
                };
            }
            extremum!(min, $min4, $min8);
            extremum!(max, $max4, $max8);

            #[cfg_attr(optimised, inline(always))]
            pub fn sqrt<const W: usize>(a: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => bits(&$sqrt8(bits(a))),
                        HALF => bits(&$sqrt4(bits(a))),
                        _ => otherwise(),
                    }
                }
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn fma<const W: usize>(a: &[$t; W], b: &[$t; W], c: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => bits(&$fma8(bits(a), bits(b), bits(c))),
                        HALF => bits(&$fma4(bits(a), bits(b), bits(c))),
                        _ => otherwise(),
                    }
                }
            }

            /// `a * 2^n`, rounded once.
            #[cfg_attr(optimised, inline(always))]
            pub fn scale<const W: usize>(a: &[$t; W], n: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => bits(&$scale8(bits(a), bits(n))),
                        _ => otherwise(),
                    }
                }
            }

            /// `a` where it lies between the bounds or is a NaN, else the nearer bound.
            #[cfg_attr(optimised, inline(always))]
            pub fn clamp<const W: usize>(a: &[$t; W], least: $t, most: $t, otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        // The instruction returns its second operand if one of them is a NaN.
                        FULL => bits(&$min8($set8(most), $max8($set8(least), bits(a)))),
                        HALF => bits(&$min4($set4(most), $max4($set4(least), bits(a)))),
                        _ => otherwise(),
                    }
                }
            }

            /// `x` where the sign of `c` is set, else `y`.
            #[cfg_attr(optimised, inline(always))]
            pub fn by_sign<const W: usize>(c: &[$t; W], x: &[$t; W], y: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => bits(&$blend8($signs8($icast8(bits(c))), bits(y), bits(x))),
                        HALF => bits(&$blendv(bits(y), bits(x), bits(c))),
                        _ => otherwise(),
                    }
                }
            }

            /// `a` rounded to an integer, as `MODE` says: to nearest (8), down (9), up (10), or to zero (11), without
            /// exceptions.
            #[cfg_attr(optimised, inline(always))]
            pub fn round<const MODE: i32, const W: usize>(a: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => bits(&$round8::<MODE>(bits(a))),
                        HALF => bits(&$round4::<MODE>(bits(a))),
                        _ => otherwise(),
                    }
                }
            }

            /// The logarithm of `a`, given that of positive finite numbers.
            #[cfg_attr(optimised, inline(always))]
            pub fn fix_log<const W: usize>(log: &[$t; W], a: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // Four bits per kind of argument choose the result, from the last ones on. Quiet and signalling NaNs
                // are made quiet. 0 gives -inf, and 1 the given result. -inf gives a NaN, and inf itself. Other
                // negative numbers give a NaN, and positive numbers the given result.
                const RESPONSES: u32 = 0x0353_0422;
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => {
                            let responses = $iset8(RESPONSES as _);
                            bits(&$fixup8::<0>(bits(log), bits(a), responses))
                        }
                        _ => otherwise(),
                    }
                }
            }

            /// `m` of at least 1 and below 2, and `k`, with `a = m * 2^k`, for positive numbers.
            #[cfg_attr(optimised, inline(always))]
            pub fn parts<const W: usize>(a: &[$t; W]) -> Option<([$t; W], [$t; W])> {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => {
                            let m = $getmant8::<_MM_MANT_NORM_1_2, _MM_MANT_SIGN_SRC>(bits(a));
                            Some((bits(&m), bits(&$getexp8(bits(a)))))
                        }
                        _ => None,
                    }
                }
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn neg<const W: usize>(a: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        // -0 - a is -a for every a, and folds into fused operations.
                        FULL => bits(&$sub8($set8(-0.0), bits(a))),
                        HALF => bits(&$sub4($set4(-0.0), bits(a))),
                        _ => otherwise(),
                    }
                }
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn abs<const W: usize>(a: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => {
                            let rest = $iset8(!($sign as $int));
                            bits(&$fcast8(_mm512_and_si512($icast8(bits(a)), rest)))
                        }
                        HALF => bits(&$andnot4($set4(-0.0), bits(a))),
                        _ => otherwise(),
                    }
                }
            }

            #[cfg_attr(optimised, inline(always))]
            pub fn select<const W: usize>(m: u32, a: &[$t; W], b: &[$t; W], otherwise: impl FnOnce() -> [$t; W]) -> [$t; W] {
                // SAFETY: as above.
                unsafe {
                    match W {
                        FULL => bits(&$blend8(m as $mask8, bits(b), bits(a))),
                        HALF => {
                            let lanes: __m256i = bits(&[$($bit as $int),*]);
                            let set = $iand4($iset4(m as $int), lanes);
                            let mask = $ifcast4($ieq4(set, lanes));
                            bits(&$blendv(bits(b), bits(a), mask))
                        }
                        _ => otherwise(),
                    }
                }
            }
        }
    };
}

register! {
    f64, 4, 8,
    add _mm256_add_pd _mm512_add_pd, sub _mm256_sub_pd _mm512_sub_pd,
    mul _mm256_mul_pd _mm512_mul_pd, div _mm256_div_pd _mm512_div_pd,
    sqrt _mm256_sqrt_pd _mm512_sqrt_pd, fma _mm256_fmadd_pd _mm512_fmadd_pd,
    min _mm256_min_pd _mm512_min_pd, max _mm256_max_pd _mm512_max_pd,
    scale _mm512_scalef_pd, parts _mm512_getexp_pd _mm512_getmant_pd, fixup _mm512_fixupimm_pd,
    cmp _mm256_cmp_pd _mm512_cmp_pd_mask, movemask _mm256_movemask_pd,
    blend _mm256_blendv_pd _mm512_mask_blend_pd, mask __mmask8, signs _mm512_movepi64_mask,
    round _mm256_round_pd _mm512_roundscale_pd,
    andnot _mm256_andnot_pd, set1 _mm256_set1_pd _mm512_set1_pd,
    icast _mm512_castpd_si512 _mm512_castsi512_pd,
    iset _mm256_set1_epi64x _mm512_set1_epi64 _mm256_cmpeq_epi64,
    ifcast _mm256_castsi256_pd, iand _mm256_and_si256,
    sign i64 = i64::MIN, bits (1, 2, 4, 8)
}

register! {
    f32, 8, 16,
    add _mm256_add_ps _mm512_add_ps, sub _mm256_sub_ps _mm512_sub_ps,
    mul _mm256_mul_ps _mm512_mul_ps, div _mm256_div_ps _mm512_div_ps,
    sqrt _mm256_sqrt_ps _mm512_sqrt_ps, fma _mm256_fmadd_ps _mm512_fmadd_ps,
    min _mm256_min_ps _mm512_min_ps, max _mm256_max_ps _mm512_max_ps,
    scale _mm512_scalef_ps, parts _mm512_getexp_ps _mm512_getmant_ps, fixup _mm512_fixupimm_ps,
    cmp _mm256_cmp_ps _mm512_cmp_ps_mask, movemask _mm256_movemask_ps,
    blend _mm256_blendv_ps _mm512_mask_blend_ps, mask __mmask16, signs _mm512_movepi32_mask,
    round _mm256_round_ps _mm512_roundscale_ps,
    andnot _mm256_andnot_ps, set1 _mm256_set1_ps _mm512_set1_ps,
    icast _mm512_castps_si512 _mm512_castsi512_ps,
    iset _mm256_set1_epi32 _mm512_set1_epi32 _mm256_cmpeq_epi32,
    ifcast _mm256_castsi256_ps, iand _mm256_and_si256,
    sign i32 = i32::MIN, bits (1, 2, 4, 8, 16, 32, 64, 128)
}
