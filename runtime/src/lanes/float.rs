//! `f32` and `f64`: scalar semantics, and full registers as single instructions.

use super::{InLanes, Lane};

macro_rules! float {
    ($t:ident, $half:expr) => {
        impl Lane for $t {
            #[cfg_attr(optimised, inline(always))]
            fn add(self, o: Self) -> Self {
                self + o
            }
            #[cfg_attr(optimised, inline(always))]
            fn sub(self, o: Self) -> Self {
                self - o
            }
            #[cfg_attr(optimised, inline(always))]
            fn mul(self, o: Self) -> Self {
                self * o
            }
            #[cfg_attr(optimised, inline(always))]
            fn neg(self) -> Self {
                -self
            }
            #[cfg_attr(optimised, inline(always))]
            fn abs(self) -> Self {
                <$t>::abs(self)
            }
            #[cfg_attr(optimised, inline(always))]
            fn sign(self) -> Self {
                if self > 0.0 {
                    1.0
                } else if self < 0.0 {
                    -1.0
                } else if self == 0.0 {
                    0.0
                } else {
                    self
                }
            }
            #[cfg_attr(optimised, inline(always))]
            fn min(self, o: Self) -> Self {
                if self.is_nan() || o.is_nan() {
                    self + o
                } else if o < self {
                    o
                } else {
                    self
                }
            }
            #[cfg_attr(optimised, inline(always))]
            fn max(self, o: Self) -> Self {
                if self.is_nan() || o.is_nan() {
                    self + o
                } else if o > self {
                    o
                } else {
                    self
                }
            }
            /// NumPy's `floor_divide`. It is consistent with the remainder, also where the rounding of the quotient
            /// would cross an integer.
            fn floor_div(self, o: Self) -> Self {
                if o == 0.0 {
                    return self / o;
                }
                let mut modulo = self % o;
                let mut quotient = (self - modulo) / o;
                if modulo != 0.0 {
                    if (o < 0.0) != (modulo < 0.0) {
                        modulo += o;
                        quotient -= 1.0;
                    }
                }
                let _ = modulo;
                if quotient != 0.0 {
                    let floor = quotient.floor();
                    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
                } else {
                    (0.0 as $t).copysign(self / o)
                }
            }
            /// NumPy's `remainder`, with the sign of the divisor.
            fn rem(self, o: Self) -> Self {
                let modulo = self % o;
                if o == 0.0 {
                    modulo
                } else if modulo != 0.0 {
                    if (o < 0.0) != (modulo < 0.0) { modulo + o } else { modulo }
                } else {
                    (0.0 as $t).copysign(o)
                }
            }
            #[cfg_attr(optimised, inline(always))]
            fn powi(self, n: i64) -> Self {
                let (mut base, mut left, mut result) = (self, n.unsigned_abs(), 1.0);
                while left > 0 {
                    if left & 1 == 1 {
                        result *= base;
                    }
                    base *= base;
                    left >>= 1;
                }
                if n < 0 { 1.0 / result } else { result }
            }

            #[cfg_attr(optimised, inline(always))]
            fn v_sign<const W: usize>(a: [Self; W]) -> [Self; W] {
                let zero = [0.0; W];
                let signed = Self::v_select_lt(zero, a, [1.0; W], zero);
                let signed = Self::v_select_lt(a, zero, [-1.0; W], signed);
                // NaNs stay.
                Self::v_select_eq(a, a, signed, a)
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_floor_div<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
                <Self as InLanes>::floor_divide(a, b)
            }
            #[cfg_attr(optimised, inline(always))]
            fn v_rem<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
                <Self as InLanes>::remainder(a, b)
            }

            #[cfg(target_arch = "x86_64")]
            super::x86::hooks!($t);
        }
    };
}
float!(f32, 8);
float!(f64, 4);
