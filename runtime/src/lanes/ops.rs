//! The operations by the names that generated code uses.

use super::casts::CastTo;
use super::{Lane, M, V, across, each};

macro_rules! binary {
    ($($name:ident => $hook:ident;)*) => {
        $(/// # Safety
        /// The instruction set that the width stands for must be present: see [`super`].
        #[cfg_attr(optimised, inline(always))]
        pub unsafe fn $name<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>) -> V<T, W> {
            V(T::$hook(a.0, b.0))
        })*
    };
}
binary! {
    add => v_add; sub => v_sub; mul => v_mul; min => v_min; max => v_max; floor_div => v_floor_div; rem => v_rem;
}

/// All lanes times one number.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn mul_by<T: Lane, const W: usize>(a: V<T, W>, by: V<T, 1>) -> V<T, W> {
    V(T::v_mul(a.0, [by.0[0]; W]))
}

/// A function of the lanes, one after the other.
#[cfg_attr(optimised, inline(always))]
pub fn one_by_one<T: Lane, const W: usize>(a: V<T, W>, f: impl Fn(V<T, 1>) -> V<T, 1>) -> V<T, W> {
    V(each(|k| f(V([a.0[k]])).0[0]))
}

/// A function of two lanes at a time, one pair after the other.
#[cfg_attr(optimised, inline(always))]
pub fn pair_by_pair<T: Lane, const W: usize>(
    a: V<T, W>,
    b: V<T, W>,
    f: impl Fn(V<T, 1>, V<T, 1>) -> V<T, 1>,
) -> V<T, W> {
    V(each(|k| f(V([a.0[k]]), V([b.0[k]])).0[0]))
}

/// `a * b + c`, fused where the instruction set fuses.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn fma<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>, c: V<T, W>) -> V<T, W> {
    V(T::v_fma(a.0, b.0, c.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn neg<T: Lane, const W: usize>(a: V<T, W>) -> V<T, W> {
    V(T::v_neg(a.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn abs<T: Lane, const W: usize>(a: V<T, W>) -> V<T, W> {
    V(T::v_abs(a.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn sign<T: Lane, const W: usize>(a: V<T, W>) -> V<T, W> {
    V(T::v_sign(a.0))
}

/// Powers with integer exponents. Exponents of type `i32` fill as many lanes as bases of 4 bytes.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn powi<T: Lane, E: Copy + Into<i64>, const W: usize>(
    a: V<T, W>,
    n: V<E, W>,
) -> V<T, W> {
    let first: i64 = n.0[0].into();
    // The exponent is mostly a constant. The products are the same as in a single lane.
    if W > 1 && (1..64).contains(&first) && n.0.iter().all(|&n| n.into() == first) {
        let (mut base, mut left) = (a.0, first);
        while left & 1 == 0 {
            base = T::v_mul(base, base);
            left >>= 1;
        }
        let mut result = base;
        left >>= 1;
        while left > 0 {
            base = T::v_mul(base, base);
            if left & 1 == 1 {
                result = T::v_mul(result, base);
            }
            left >>= 1;
        }
        return V(result);
    }
    V(T::v_powi(a.0, n.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn lt<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>) -> M<W> {
    M(T::v_lt(a.0, b.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn le<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>) -> M<W> {
    M(T::v_le(a.0, b.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn eq<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>) -> M<W> {
    M(T::v_eq(a.0, b.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn gt<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>) -> M<W> {
    M(T::v_lt(b.0, a.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn ge<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>) -> M<W> {
    M(T::v_le(b.0, a.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn ne<T: Lane, const W: usize>(a: V<T, W>, b: V<T, W>) -> M<W> {
    M(T::v_eq(a.0, b.0)).complement()
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn select<T: Lane, const W: usize>(c: M<W>, a: V<T, W>, b: V<T, W>) -> V<T, W> {
    V(T::v_select(c.0, a.0, b.0))
}

/// [`select`] by a comparison, without a mask in between.
macro_rules! select_by {
    ($($name:ident => $hook:ident;)*) => {
        $(/// # Safety
        /// The instruction set that the width stands for must be present: see [`super`].
        #[cfg_attr(optimised, inline(always))]
        pub unsafe fn $name<T: Lane, const W: usize>(
            a: V<T, W>,
            b: V<T, W>,
            x: V<T, W>,
            y: V<T, W>,
        ) -> V<T, W> {
            V(T::$hook(a.0, b.0, x.0, y.0))
        })*
    };
}
select_by! { select_lt => v_select_lt; select_le => v_select_le; select_eq => v_select_eq; }

#[cfg_attr(optimised, inline(always))]
pub fn select_bool<const W: usize>(c: M<W>, a: M<W>, b: M<W>) -> M<W> {
    M((c.0 & a.0) | (!c.0 & b.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn cast<A: Copy + CastTo<B>, B: Copy, const W: usize>(a: V<A, W>) -> V<B, W> {
    V(A::v_cast_to(a.0))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn to_bool<T: Lane, const W: usize>(a: V<T, W>) -> M<W> {
    M(T::v_eq(a.0, [T::default(); W])).complement()
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn from_bool<T: Lane, const W: usize>(a: M<W>) -> V<T, W>
where
    u8: CastTo<T>,
{
    if size_of::<T>() == 1 && W == 8 {
        // Bools are selected as bytes.
        let bools = super::mask::bools(a.0 as u8);
        return V(each(|k| u8::from(bools[k]).cast_to()));
    }
    V(T::v_select(a.0, [1u8.cast_to(); W], [T::default(); W]))
}

/// Operations that only floats have.
pub trait Float: Lane {
    const INFINITE: Self;
    /// The float whose bits are the lowest ones of a number, and the number.
    fn numbered(number: i64) -> Self;
    fn number(self) -> i64;
    fn div(self, o: Self) -> Self;
    fn v_div<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W];
    fn v_div_by<const W: usize>(a: [Self; W], b: Self) -> [Self; W];
    fn v_sqrt<const W: usize>(a: [Self; W]) -> [Self; W];
    /// `a` rounded to an integer: to nearest (8), down (9), up (10), or to zero (11).
    fn v_round<const MODE: i32, const W: usize>(a: [Self; W]) -> [Self; W];
}

macro_rules! float {
    ($($t:ident)*) => {
        $(impl Float for $t {
            const INFINITE: Self = $t::INFINITY;
            #[cfg_attr(optimised, inline(always))]
            fn numbered(number: i64) -> Self {
                $t::from_bits(number as _)
            }
            #[cfg_attr(optimised, inline(always))]
            fn number(self) -> i64 {
                self.to_bits() as i64
            }
            #[cfg_attr(optimised, inline(always))]
            fn div(self, o: Self) -> Self {
                self / o
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_div<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
                let each = || each(|k| a[k] / b[k]);
                #[cfg(target_arch = "x86_64")]
                let each = || super::x86::$t::div(&a, &b, each);
                each()
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_div_by<const W: usize>(a: [Self; W], b: Self) -> [Self; W] {
                let divided = || Self::v_div(a, [b; W]);
                #[cfg(target_arch = "x86_64")]
                let divided = || super::division::$t::by(&a, b, divided);
                divided()
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_sqrt<const W: usize>(a: [Self; W]) -> [Self; W] {
                let each = || each(|k| a[k].sqrt());
                #[cfg(target_arch = "x86_64")]
                let each = || super::x86::$t::sqrt(&a, each);
                each()
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_round<const MODE: i32, const W: usize>(a: [Self; W]) -> [Self; W] {
                let each = || each(|k| match MODE {
                    8 => a[k].round_ties_even(),
                    9 => a[k].floor(),
                    10 => a[k].ceil(),
                    _ => a[k].trunc(),
                });
                #[cfg(target_arch = "x86_64")]
                let each = || super::x86::$t::round::<MODE, W>(&a, each);
                each()
            }
        })*
    };
}
float!(f32 f64);

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn div<T: Float, const W: usize>(a: V<T, W>, b: V<T, W>) -> V<T, W> {
    V(T::v_div(a.0, b.0))
}

/// All lanes divided by the same number.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn div_by<T: Float, const W: usize>(a: V<T, W>, b: V<T, 1>) -> V<T, W> {
    V(T::v_div_by(a.0, b.0[0]))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn sqrt<T: Float, const W: usize>(a: V<T, W>) -> V<T, W> {
    V(T::v_sqrt(a.0))
}

/// The largest (`LARGEST`) or the smallest of all lanes, or a NaN. If there is no NaN, one instruction compares two
/// lanes.
///
/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn extremum_across<const LARGEST: bool, T: Float, const W: usize>(
    v: V<T, W>,
) -> V<T, 1> {
    // SAFETY: promised by the caller.
    if unsafe { is_nan(v) }.0 != 0 {
        return across(v, |x, y| match LARGEST {
            true => V([x.0[0].max(y.0[0])]),
            false => V([x.0[0].min(y.0[0])]),
        });
    }
    across(v, |x, y| {
        let (x, y) = (x.0[0], y.0[0]);
        let other = if LARGEST { y > x } else { y < x };
        V([if other { y } else { x }])
    })
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn is_nan<T: Float, const W: usize>(a: V<T, W>) -> M<W> {
    M(T::v_eq(a.0, a.0)).complement()
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn is_inf<T: Float, const W: usize>(a: V<T, W>) -> M<W> {
    M(T::v_eq(T::v_abs(a.0), [T::INFINITE; W]))
}

/// # Safety
/// The instruction set that the width stands for must be present: see [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn is_finite<T: Float, const W: usize>(a: V<T, W>) -> M<W> {
    M(T::v_lt(T::v_abs(a.0), [T::INFINITE; W]))
}

/// Elementary functions of one number.
macro_rules! elementary {
    ($($name:ident => $method:ident;)*) => {
        pub trait Elementary: Copy {
            $(fn $name(self) -> Self;)*
        }
        impl Elementary for f32 {
            $(#[cfg_attr(optimised, inline(always))]
            fn $name(self) -> Self {
                self.$method()
            })*
        }
        impl Elementary for f64 {
            $(#[cfg_attr(optimised, inline(always))]
            fn $name(self) -> Self {
                self.$method()
            })*
        }
    };
}
/// Functions that the standard library lacks.
pub trait Special: Copy {
    fn lib_erf(self) -> Self;
    fn lib_erfc(self) -> Self;
    fn lib_gamma(self) -> Self;
    fn lib_log_gamma(self) -> Self;
    fn v_next_after<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W];
}

macro_rules! special {
    ($($t:ident: $erf:ident $erfc:ident $gamma:ident $log_gamma:ident;)*) => {
        $(impl Special for $t {
            fn lib_erf(self) -> Self {
                libm::$erf(self)
            }
            fn lib_erfc(self) -> Self {
                libm::$erfc(self)
            }
            fn lib_gamma(self) -> Self {
                libm::$gamma(self)
            }
            fn lib_log_gamma(self) -> Self {
                libm::$log_gamma(self)
            }
            /// The next float, by selections instead of branches. The neighbour of zero is the least float. Otherwise
            /// it is the next pattern of bits, because bits grow with the distance from zero.
            #[cfg_attr(optimised, inline(always))]
            fn v_next_after<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
                let zero = [0.0; W];
                let away = !(Self::v_lt(a, b) ^ Self::v_lt(zero, a));
                let further = each(|k| <$t>::from_bits(a[k].to_bits().wrapping_add(1)));
                let nearer = each(|k| <$t>::from_bits(a[k].to_bits().wrapping_sub(1)));
                let next = Self::v_select(away, further, nearer);
                let least = each(|k| <$t>::from_bits(1).copysign(b[k]));
                let next = Self::v_select(Self::v_eq(a, zero), least, next);
                let next = Self::v_select(Self::v_eq(a, b), b, next);
                // If one is a NaN, so is the sum.
                let ordered = Self::v_eq(a, a) & Self::v_eq(b, b);
                Self::v_select(ordered, next, Self::v_add(a, b))
            }
        })*
    };
}
special! {
    f32: erff erfcf tgammaf lgammaf;
    f64: erf erfc tgamma lgamma;
}

#[cfg_attr(optimised, inline(always))]
pub fn next_after<T: Special, const W: usize>(a: V<T, W>, b: V<T, W>) -> V<T, W> {
    V(T::v_next_after(a.0, b.0))
}

elementary! {
    cbrt => cbrt; exp2 => exp2; expm1 => exp_m1; log2 => log2;
    log10 => log10; log1p => ln_1p; sin => sin; cos => cos; tan => tan; asin => asin;
    acos => acos; atan => atan; sinh => sinh; cosh => cosh; tanh => tanh; asinh => asinh;
    acosh => acosh; atanh => atanh; erf => lib_erf; erfc => lib_erfc; gamma => lib_gamma; log_gamma => lib_log_gamma;
}

/// Defines functions that round lanes to integers. Instructions know the ways to round by number.
macro_rules! whole {
    ($($name:ident $mode:literal;)*) => {
        $(/// # Safety
        /// The instruction set that the width stands for must be present: see [`super`].
        #[cfg_attr(optimised, inline(always))]
        pub unsafe fn $name<T: Float, const W: usize>(a: V<T, W>) -> V<T, W> {
            V(T::v_round::<$mode, W>(a.0))
        })*
    };
}
whole! { round 8; floor 9; ceil 10; trunc 11; }

/// Elementary functions of two numbers.
macro_rules! elementary2 {
    ($($name:ident => |$a:ident, $b:ident| $e:expr;)*) => {
        pub trait Elementary2: Copy {
            $(fn $name(self, other: Self) -> Self;)*
        }
        impl Elementary2 for f32 {
            $(#[cfg_attr(optimised, inline(always))]
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $e
            })*
        }
        impl Elementary2 for f64 {
            $(#[cfg_attr(optimised, inline(always))]
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $e
            })*
        }
    };
}
elementary2! {
    pow => |a, b| a.powf(b);
    fmod => |a, b| a % b;
    atan2 => |a, b| a.atan2(b);
    hypot => |a, b| a.hypot(b);
    copysign => |a, b| a.copysign(b);
    floor_divide => |a, b| Lane::floor_div(a, b);
    remainder => |a, b| Lane::rem(a, b);
}

#[cfg_attr(optimised, inline(always))]
pub fn copysign<T: Elementary2, const W: usize>(a: V<T, W>, b: V<T, W>) -> V<T, W> {
    V(each(|k| a.0[k].copysign(b.0[k])))
}

/// Bitwise operations of integers.
pub trait Bits: Lane {
    fn bit_and(self, o: Self) -> Self;
    fn bit_or(self, o: Self) -> Self;
    fn bit_xor(self, o: Self) -> Self;
    fn bit_not(self) -> Self;
    fn shl(self, o: Self) -> Self;
    fn shr(self, o: Self) -> Self;
    /// Euclid's algorithm on magnitudes.
    fn gcd(self, o: Self) -> Self;
}

macro_rules! integer {
    ($($t:ty)*) => {
        $(impl Bits for $t {
            #[cfg_attr(optimised, inline(always))]
            fn bit_and(self, o: Self) -> Self {
                self & o
            }
            #[cfg_attr(optimised, inline(always))]
            fn bit_or(self, o: Self) -> Self {
                self | o
            }
            #[cfg_attr(optimised, inline(always))]
            fn bit_xor(self, o: Self) -> Self {
                self ^ o
            }
            #[cfg_attr(optimised, inline(always))]
            fn bit_not(self) -> Self {
                !self
            }
            #[cfg_attr(optimised, inline(always))]
            fn shl(self, o: Self) -> Self {
                u32::try_from(o).ok().and_then(|n| self.checked_shl(n)).unwrap_or(0)
            }
            #[cfg_attr(optimised, inline(always))]
            #[allow(unused_comparisons)]
            fn shr(self, o: Self) -> Self {
                let all_sign = if self < 0 { !0 } else { 0 };
                u32::try_from(o).ok().and_then(|n| self.checked_shr(n)).unwrap_or(all_sign)
            }
            fn gcd(self, o: Self) -> Self {
                #[allow(unused_comparisons)]
                let magnitude = |x: Self| if x < 0 { (x as u64).wrapping_neg() } else { x as u64 };
                let (mut x, mut y) = (magnitude(self), magnitude(o));
                while y != 0 {
                    (x, y) = (y, x % y);
                }
                x as $t
            }
        })*
    };
}
integer!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! bitwise {
    ($($name:ident)*) => {
        $(#[cfg_attr(optimised, inline(always))]
        pub fn $name<T: Bits, const W: usize>(a: V<T, W>, b: V<T, W>) -> V<T, W> {
            V(each(|k| a.0[k].$name(b.0[k])))
        })*
    };
}
bitwise!(shl shr gcd);

#[cfg_attr(optimised, inline(always))]
pub fn bit_not<T: Bits, const W: usize>(a: V<T, W>) -> V<T, W> {
    V(each(|k| T::bit_not(a.0[k])))
}

/// 0, 1, 2, ...: the lanes' offsets from the first.
#[cfg_attr(optimised, inline(always))]
pub fn iota<const W: usize>(start: i64) -> V<i64, W> {
    V(each(|k| start.wrapping_add(k as i64)))
}
