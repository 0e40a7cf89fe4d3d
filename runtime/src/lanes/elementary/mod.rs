//! Elementary functions of full registers, by polynomials without branches. Narrower vectors use the standard library,
//! one lane at a time.
//!
//! Each function is compiled here, once for each instruction set and type, and kernels call it. If functions were
//! inlined into kernels, they would be most of the code that users' crates compile; and a call costs little beside
//! dozens of operations. Builds that are not optimised use the standard library, too, because that is always optimised.

#![allow(clippy::excessive_precision, reason = "numbers as they were computed")]

mod error;
mod gamma;
mod hyperbolic;
mod logarithm;
mod power;
mod register;
mod remainder;
mod root;
mod table;
mod trigonometric;

#[cfg(test)]
mod tests;

use super::ops::{Elementary, Elementary2};
use super::{V, each};
use register::R;
pub(super) use register::Real;

/// Whether registers are worthwhile. Tests use them in every build.
const IN_REGISTERS: bool = cfg!(any(optimised, test)) && !cfg!(miri);

macro_rules! version {
    ($module:ident, $feature:literal, $t:ident, $width:literal, one { $($one:ident: $of_one:path;)* } two { $($two:ident: $of_two:path;)* }) => {
        #[cfg(target_arch = "x86_64")]
        mod $module {
            use super::*;
            $(
                #[target_feature(enable = $feature)]
                pub fn $one(x: &[$t; $width]) -> [$t; $width] {
                    $of_one(R(*x)).0
                }
            )*
            $(
                #[target_feature(enable = $feature)]
                pub fn $two(x: &[$t; $width], y: &[$t; $width]) -> [$t; $width] {
                    $of_two(R(*x), R(*y)).0
                }
            )*
        }
    };
}

macro_rules! implementation {
    ($t:ident: $half:ident $of_half:literal $full:ident $of_full:literal, one { $($one:ident: $of_one:path;)* } two { $($two:ident: $of_two:path;)* }) => {
        version!(
            $half, "avx2,fma", $t, $of_half,
            one { $($one: $of_one;)* } two { $($two: $of_two;)* }
        );
        version!(
            $full, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma", $t, $of_full,
            one { $($one: $of_one;)* } two { $($two: $of_two;)* }
        );
        impl InLanes for $t {
            $(
                #[cfg_attr(optimised, inline(always))]
                fn $one<const W: usize>(x: [$t; W]) -> [$t; W] {
                    #[cfg(target_arch = "x86_64")]
                    if IN_REGISTERS {
                        use super::x86::bits;
                        // SAFETY: the width tells the instruction set, and that it is present; see the safety section
                        // of the parent module. Arrays of equal lengths are the same.
                        unsafe {
                            match W {
                                $of_full => return bits(&$full::$one(&bits(&x))),
                                $of_half => return bits(&$half::$one(&bits(&x))),
                                _ => {}
                            }
                        }
                    }
                    each(|k| Elementary::$one(x[k]))
                }
            )*
            $(
                #[cfg_attr(optimised, inline(always))]
                fn $two<const W: usize>(x: [$t; W], y: [$t; W]) -> [$t; W] {
                    #[cfg(target_arch = "x86_64")]
                    if IN_REGISTERS {
                        use super::x86::bits;
                        // SAFETY: as above.
                        unsafe {
                            match W {
                                $of_full => return bits(&$full::$two(&bits(&x), &bits(&y))),
                                $of_half => return bits(&$half::$two(&bits(&x), &bits(&y))),
                                _ => {}
                            }
                        }
                    }
                    each(|k| Elementary2::$two(x[k], y[k]))
                }
            )*
        }
    };
}

macro_rules! functions {
    (
        one { $($one:ident: $of_one:path;)* } two { $($two:ident: $of_two:path;)* }
        hooks { $($hook:ident: $of_hook:path;)* }
    ) => {
        /// Elementary functions of all lanes.
        pub trait InLanes: Copy {
            $(fn $one<const W: usize>(x: [Self; W]) -> [Self; W];)*
            $(fn $two<const W: usize>(x: [Self; W], y: [Self; W]) -> [Self; W];)*
            $(fn $hook<const W: usize>(x: [Self; W], y: [Self; W]) -> [Self; W];)*
        }
        $(
            /// # Safety
            /// The instruction set that the width stands for must be present: see [`super`].
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn $one<T: InLanes, const W: usize>(a: V<T, W>) -> V<T, W> {
                V(T::$one(a.0))
            }
        )*
        $(
            /// # Safety
            /// The instruction set that the width stands for must be present: see [`super`].
            #[cfg_attr(optimised, inline(always))]
            pub unsafe fn $two<T: InLanes, const W: usize>(a: V<T, W>, b: V<T, W>) -> V<T, W> {
                V(T::$two(a.0, b.0))
            }
        )*
        implementation! {
            f64: avx2_f64 4 avx512_f64 8, one { $($one: $of_one;)* }
            two { $($two: $of_two;)* $($hook: $of_hook;)* }
        }
        implementation! {
            f32: avx2_f32 8 avx512_f32 16, one { $($one: $of_one;)* }
            two { $($two: $of_two;)* $($hook: $of_hook;)* }
        }
    };
}

functions! {
    one {
        expm1: hyperbolic::expm1;
        exp2: hyperbolic::exp2;
        sinh: hyperbolic::sinh;
        cosh: hyperbolic::cosh;
        tanh: hyperbolic::tanh;
        log1p: logarithm::log1p;
        log2: logarithm::log2;
        log10: logarithm::log10;
        asinh: logarithm::asinh;
        acosh: logarithm::acosh;
        atanh: logarithm::atanh;
        sin: trigonometric::sin;
        cos: trigonometric::cos;
        tan: trigonometric::tan;
        asin: trigonometric::asin;
        acos: trigonometric::acos;
        atan: trigonometric::atan;
        cbrt: root::cbrt;
        erf: error::erf;
        erfc: error::erfc;
        gamma: gamma::gamma;
        log_gamma: gamma::log_gamma;
    }
    two {
        atan2: trigonometric::atan2;
        hypot: root::hypot;
        pow: power::pow;
        fmod: remainder::fmod;
    }
    // Functions that integers have, too, under other names.
    hooks {
        floor_divide: remainder::floor_divide;
        remainder: remainder::remainder;
    }
}
