//! The meaning of every operation on single elements, for each element type.

use super::each;

/// An element type with the operations of the language, one lane at a time. It also has hooks by which floats replace
/// loops over lanes by single instructions.
pub trait Lane: Copy + Default + PartialEq + PartialOrd + 'static {
    fn add(self, o: Self) -> Self;
    fn sub(self, o: Self) -> Self;
    fn mul(self, o: Self) -> Self;
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    fn sign(self) -> Self;
    fn min(self, o: Self) -> Self;
    fn max(self, o: Self) -> Self;
    fn floor_div(self, o: Self) -> Self;
    fn rem(self, o: Self) -> Self;
    /// `self` to an integer power. Powers of integers wrap. A negative power of an integer is 0, except that of 1 or
    /// -1.
    fn powi(self, n: i64) -> Self;

    #[cfg_attr(optimised, inline(always))]
    fn v_powi<E: Copy + Into<i64>, const W: usize>(a: [Self; W], n: [E; W]) -> [Self; W] {
        each(|k| a[k].powi(n[k].into()))
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_add<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
        zip(a, b, Self::add)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_sub<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
        zip(a, b, Self::sub)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_mul<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
        zip(a, b, Self::mul)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_neg<const W: usize>(a: [Self; W]) -> [Self; W] {
        each(|k| Self::neg(a[k]))
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_abs<const W: usize>(a: [Self; W]) -> [Self; W] {
        each(|k| Self::abs(a[k]))
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_min<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
        zip(a, b, Self::min)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_max<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
        zip(a, b, Self::max)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_sign<const W: usize>(a: [Self; W]) -> [Self; W] {
        each(|k| Self::sign(a[k]))
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_floor_div<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
        each(|k| a[k].floor_div(b[k]))
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_rem<const W: usize>(a: [Self; W], b: [Self; W]) -> [Self; W] {
        each(|k| a[k].rem(b[k]))
    }
    /// `a * b + c`
    #[cfg_attr(optimised, inline(always))]
    fn v_fma<const W: usize>(a: [Self; W], b: [Self; W], c: [Self; W]) -> [Self; W] {
        Self::v_add(Self::v_mul(a, b), c)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_lt<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
        bits(a, b, |a, b| a < b)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_le<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
        bits(a, b, |a, b| a <= b)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_eq<const W: usize>(a: [Self; W], b: [Self; W]) -> u32 {
        bits(a, b, |a, b| a == b)
    }
    /// `x` where `a < b`, else `y`, without a mask of the comparison.
    #[cfg_attr(optimised, inline(always))]
    fn v_select_lt<const W: usize>(
        a: [Self; W],
        b: [Self; W],
        x: [Self; W],
        y: [Self; W],
    ) -> [Self; W] {
        Self::v_select(Self::v_lt(a, b), x, y)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_select_le<const W: usize>(
        a: [Self; W],
        b: [Self; W],
        x: [Self; W],
        y: [Self; W],
    ) -> [Self; W] {
        Self::v_select(Self::v_le(a, b), x, y)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_select_eq<const W: usize>(
        a: [Self; W],
        b: [Self; W],
        x: [Self; W],
        y: [Self; W],
    ) -> [Self; W] {
        Self::v_select(Self::v_eq(a, b), x, y)
    }
    #[cfg_attr(optimised, inline(always))]
    fn v_select<const W: usize>(mask: u32, a: [Self; W], b: [Self; W]) -> [Self; W] {
        each(|k| if mask >> k & 1 != 0 { a[k] } else { b[k] })
    }
    /// Loads rows `0..W` of `columns` values each, `stride` apart, as one vector per column.
    ///
    /// # Safety
    /// All elements `row * stride + column` must be readable, `to` writable for `columns` vectors.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn v_load_columns<const W: usize>(
        from: *const Self,
        stride: isize,
        columns: usize,
        to: *mut [Self; W],
    ) {
        // SAFETY: the caller's promise. What is as large as a float moves as one: its bits stay as they are.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            let done = match size_of::<Self>() {
                8 => super::columns::f64::load::<W>(from.cast(), stride, columns, to.cast()),
                4 => super::columns::f32::load::<W>(from.cast(), stride, columns, to.cast()),
                _ => false,
            };
            #[cfg(not(target_arch = "x86_64"))]
            let done = false;
            if !done {
                load_columns(from, stride, columns, to);
            }
        }
    }
    /// As [`Lane::v_load_columns`], of rows that begin at `offsets`.
    ///
    /// # Safety
    /// All elements `offsets[row] + column` must be readable, `to` writable for `columns` vectors.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn v_gather_columns<const W: usize>(
        from: *const Self,
        offsets: &[i64; W],
        columns: usize,
        to: *mut [Self; W],
    ) {
        // SAFETY: the caller's promise.
        unsafe { gather_columns(from, offsets, columns, to) }
    }
    /// The reverse of [`Lane::v_load_columns`].
    ///
    /// # Safety
    /// All elements `row * stride + column` must be writable, `from` readable for `columns` vectors.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn v_store_columns<const W: usize>(
        from: *const [Self; W],
        columns: usize,
        to: *mut Self,
        stride: isize,
    ) {
        // SAFETY: the caller's promise. As for loads.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            let done = match size_of::<Self>() {
                8 => super::columns::f64::store::<W>(from.cast(), columns, to.cast(), stride),
                4 => super::columns::f32::store::<W>(from.cast(), columns, to.cast(), stride),
                _ => false,
            };
            #[cfg(not(target_arch = "x86_64"))]
            let done = false;
            if !done {
                store_columns(from, columns, to, stride);
            }
        }
    }
}

/// Element by element.
///
/// # Safety
/// As [`Lane::v_load_columns`].
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn load_columns<T: Copy, const W: usize>(
    from: *const T,
    stride: isize,
    columns: usize,
    to: *mut [T; W],
) {
    for column in 0..columns {
        // SAFETY: the caller's promise.
        unsafe {
            let column_start = from.add(column);
            let v = each(|row| column_start.offset(row as isize * stride).read());
            to.add(column).write(v);
        }
    }
}

/// Element by element.
///
/// # Safety
/// As [`Lane::v_gather_columns`].
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn gather_columns<T: Copy, const W: usize>(
    from: *const T,
    offsets: &[i64; W],
    columns: usize,
    to: *mut [T; W],
) {
    for column in 0..columns {
        // SAFETY: the caller's promise.
        unsafe {
            to.add(column)
                .write(each(|row| from.wrapping_offset(offsets[row] as isize).add(column).read()))
        }
    }
}

/// Element by element.
///
/// # Safety
/// As [`Lane::v_store_columns`].
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn store_columns<T: Copy, const W: usize>(
    from: *const [T; W],
    columns: usize,
    to: *mut T,
    stride: isize,
) {
    for column in 0..columns {
        // SAFETY: the caller's promise.
        unsafe {
            let v = from.add(column).read();
            let mut row = 0;
            while row < W {
                to.add(column).offset(row as isize * stride).write(v[row]);
                row += 1;
            }
        }
    }
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn zip<T: Copy, const W: usize>(a: [T; W], b: [T; W], f: fn(T, T) -> T) -> [T; W] {
    match W {
        1 => [f(a[0], b[0]); W],
        // The same as `each`, but without a closure, which saves a call per lane in unoptimised code.
        _ => {
            let mut all = a;
            let mut k = 0;
            while k < W {
                all[k] = f(a[k], b[k]);
                k += 1;
            }
            all
        }
    }
}

#[cfg_attr(optimised, inline(always))]
pub(super) fn bits<T: Copy, const W: usize>(a: [T; W], b: [T; W], f: fn(T, T) -> bool) -> u32 {
    let mut mask = 0;
    for k in 0..W {
        mask |= (f(a[k], b[k]) as u32) << k;
    }
    mask
}

macro_rules! integer {
    ($t:ty, $signed:expr, $([by $float:ident as $wide:ident])? $([register $register:ident as $like:ty])? $([small $small:ident])? $([quotients $floored:ident $unsigned:literal])?) => {
        impl Lane for $t {
            $(
                #[cfg(target_arch = "x86_64")]
                super::small::hooks!($small);
            )?
            $(
                #[cfg(target_arch = "x86_64")]
                super::integer::hooks!($register, if $signed { 0 } else { <$like>::MIN });
            )?
            $(
                #[cfg(target_arch = "x86_64")]
                super::quotients::hooks!($floored, $unsigned);
            )?
            #[cfg_attr(optimised, inline(always))]
            fn add(self, o: Self) -> Self {
                self.wrapping_add(o)
            }
            #[cfg_attr(optimised, inline(always))]
            fn sub(self, o: Self) -> Self {
                self.wrapping_sub(o)
            }
            #[cfg_attr(optimised, inline(always))]
            fn mul(self, o: Self) -> Self {
                self.wrapping_mul(o)
            }
            #[cfg_attr(optimised, inline(always))]
            fn neg(self) -> Self {
                self.wrapping_neg()
            }
            #[cfg_attr(optimised, inline(always))]
            #[allow(unused_comparisons)]
            fn abs(self) -> Self {
                if self < 0 { self.wrapping_neg() } else { self }
            }
            #[cfg_attr(optimised, inline(always))]
            #[allow(unused_comparisons)]
            fn sign(self) -> Self {
                ((self > 0) as $t).wrapping_sub((self < 0) as $t)
            }
            #[cfg_attr(optimised, inline(always))]
            fn min(self, o: Self) -> Self {
                Ord::min(self, o)
            }
            #[cfg_attr(optimised, inline(always))]
            fn max(self, o: Self) -> Self {
                Ord::max(self, o)
            }
            #[cfg_attr(optimised, inline(always))]
            #[allow(unused_comparisons)]
            fn floor_div(self, o: Self) -> Self {
                $(
                    // Quotients of floats with this many digits have the right integer part, and compilers vectorise
                    // them.
                    let divisor = if o == 0 { 1 } else { o };
                    let whole = self as $float / divisor as $float;
                    // SAFETY: it is at most as large as the dividend.
                    let q = unsafe { whole.to_int_unchecked::<$wide>() } as $t;
                    let r = self.wrapping_sub(q.wrapping_mul(divisor));
                    let below = r != 0 && (r < 0) != (o < 0);
                    let q = q.wrapping_sub(below as $t);
                    return if o == 0 { 0 } else { q };
                )?
                #[allow(unreachable_code)]
                {
                    if o == 0 {
                        return 0;
                    }
                    let q = self.wrapping_div(o);
                    let r = self.wrapping_rem(o);
                    if r != 0 && (r < 0) != (o < 0) { q.wrapping_sub(1) } else { q }
                }
            }
            #[cfg_attr(optimised, inline(always))]
            #[allow(unused_comparisons)]
            fn rem(self, o: Self) -> Self {
                $(
                    // As above.
                    let divisor = if o == 0 { 1 } else { o };
                    let whole = self as $float / divisor as $float;
                    // SAFETY: as above.
                    let q = unsafe { whole.to_int_unchecked::<$wide>() } as $t;
                    let r = self.wrapping_sub(q.wrapping_mul(divisor));
                    let below = r != 0 && (r < 0) != (o < 0);
                    return if o == 0 { 0 } else { r.wrapping_add(if below { o } else { 0 }) };
                )?
                #[allow(unreachable_code)]
                {
                    if o == 0 {
                        return 0;
                    }
                    let r = self.wrapping_rem(o);
                    if r != 0 && (r < 0) != (o < 0) { r.wrapping_add(o) } else { r }
                }
            }
            /// Powers with a different exponent in each lane. A lane multiplies by 1 where a single lane would not
            /// multiply.
            #[cfg_attr(optimised, inline(always))]
            fn v_powi<E: Copy + Into<i64>, const W: usize>(a: [Self; W], n: [E; W]) -> [Self; W] {
                // The highest bit of any power, or a sign.
                let mut left: i64 = n.iter().fold(0, |all, &n| all | n.into());
                if W == 1 || !(0..64).contains(&left) {
                    return each(|k| a[k].powi(n[k].into()));
                }
                let (mut base, mut result) = (a, [1 as $t; W]);
                let mut powers: [$t; W] = each(|k| n[k].into() as $t);
                while left > 0 {
                    let ones = [1 as $t; W];
                    let factors = Self::v_select_eq(each(|k| powers[k] & 1), ones, base, ones);
                    result = Self::v_mul(result, factors);
                    base = Self::v_mul(base, base);
                    powers = each(|k| powers[k] >> 1);
                    left >>= 1;
                }
                result
            }
            #[cfg_attr(optimised, inline(always))]
            #[allow(unused_comparisons)]
            fn powi(self, n: i64) -> Self {
                if n < 0 {
                    let minus_one = $signed && self == (0 as $t).wrapping_sub(1);
                    return if self == 1 || minus_one && n % 2 == 0 {
                        1
                    } else if minus_one {
                        self
                    } else {
                        0
                    };
                }
                let (mut base, mut n, mut result) = (self, n, 1 as $t);
                while n > 0 {
                    if n & 1 == 1 {
                        result = result.wrapping_mul(base);
                    }
                    base = base.wrapping_mul(base);
                    n >>= 1;
                }
                result
            }
        }
    };
}
integer!(i8, true, [by f32 as i32] [small of_i8]);
integer!(i16, true, [by f32 as i32] [small of_i16]);
integer!(i32, true, [by f64 as i64] [register narrow as i32] [quotients floored_narrow false]);
integer!(i64, true, [register wide as i64] [quotients floored false]);
integer!(u8, false, [by f32 as i32] [small of_u8]);
integer!(u16, false, [by f32 as i32] [small of_u16]);
integer!(u32, false, [by f64 as i64] [register narrow as i32] [quotients floored_narrow true]);
integer!(u64, false, [register wide as i64] [quotients floored true]);
