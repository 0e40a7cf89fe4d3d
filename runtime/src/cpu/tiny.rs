//! Products of many tiny matrices, one after the other. They are too small for the copies that pay for larger matrices.

use crate::contraction::Axis;
use crate::cpu::isa::Isa;
use std::ops::Range;

/// The largest extent of such a matrix.
const MOST: usize = 8;

/// Floats, with a fused multiplication and addition.
pub(super) trait Float: Copy {
    const ZERO: Self;

    /// `self * b + c`
    fn fused(self, b: Self, c: Self) -> Self;
}

macro_rules! float {
    ($($t:ident)*) => {
        $(impl Float for $t {
            const ZERO: $t = 0.0;

            #[inline(always)]
            fn fused(self, b: $t, c: $t) -> $t {
                self.mul_add(b, c)
            }
        })*
    };
}
float!(f32 f64);

/// The products `out[p] = left[p] @ right[p]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiny {
    /// The axis of `p`.
    outer: Axis,
    m: Axis,
    n: Axis,
    k: Axis,
}

impl Tiny {
    /// The products, if their matrices are tiny, and the processor has AVX2 and FMA.
    pub(super) fn new(outer: &[Axis], [m, n, k]: [Axis; 3]) -> Option<Tiny> {
        let &[outer] = outer else { return None };
        let tiny = [m, n, k].iter().all(|axis| axis.extent <= MOST);
        (tiny && has_fused()).then_some(Tiny { outer, m, n, k })
    }

    /// # Safety
    /// The axes must step through elements of the factors and of the results. Nobody else may use the results
    /// meanwhile.
    pub(super) unsafe fn run<T: Float>(
        &self,
        products: Range<usize>,
        left: *const T,
        right: *const T,
        out: *mut T,
    ) {
        /// # Safety
        /// As for [`Tiny::run`]; the processor must have AVX2 and FMA.
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        unsafe fn with_avx2<T: Float>(
            tiny: &Tiny,
            products: Range<usize>,
            left: *const T,
            right: *const T,
            out: *mut T,
        ) {
            // SAFETY: promised by the caller.
            unsafe {
                match tiny.n.extent {
                    1 => tiny.columns::<T, 1>(products, left, right, out),
                    2 => tiny.columns::<T, 2>(products, left, right, out),
                    3 => tiny.columns::<T, 3>(products, left, right, out),
                    4 => tiny.columns::<T, 4>(products, left, right, out),
                    5 => tiny.columns::<T, 5>(products, left, right, out),
                    6 => tiny.columns::<T, 6>(products, left, right, out),
                    7 => tiny.columns::<T, 7>(products, left, right, out),
                    _ => tiny.columns::<T, 8>(products, left, right, out),
                }
            }
        }
        #[cfg(target_arch = "x86_64")]
        // SAFETY: promised by the caller; `new` has asked for the instructions.
        unsafe {
            with_avx2(self, products, left, right, out);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (products, left, right, out);
    }

    /// The products whose results have `N` columns.
    ///
    /// # Safety
    /// As for [`Tiny::run`].
    #[inline(always)]
    unsafe fn columns<T: Float, const N: usize>(
        &self,
        products: Range<usize>,
        left: *const T,
        right: *const T,
        out: *mut T,
    ) {
        let beside = (self.n.right, self.n.out) == (1, 1);
        // SAFETY: promised by the caller.
        unsafe {
            match beside {
                true => self.each::<T, N, true>(products, left, right, out),
                false => self.each::<T, N, false>(products, left, right, out),
            }
        }
    }

    /// The products whose results have `N` columns. `BESIDE` says whether the columns of the results and of the right
    /// factors lie side by side in memory.
    ///
    /// # Safety
    /// As for [`Tiny::run`].
    #[inline(always)]
    unsafe fn each<T: Float, const N: usize, const BESIDE: bool>(
        &self,
        products: Range<usize>,
        left: *const T,
        right: *const T,
        out: *mut T,
    ) {
        let step = |axis: isize| if BESIDE { 1 } else { axis };
        let (of_right, of_out) = (step(self.n.right), step(self.n.out));
        for p in products {
            let at = |start: isize| p as isize * start;
            // SAFETY: promised by the caller.
            unsafe {
                let left = left.offset(at(self.outer.left));
                let right = right.offset(at(self.outer.right));
                let out = out.offset(at(self.outer.out));
                for i in 0..self.m.extent as isize {
                    let mut sums = [T::ZERO; N];
                    for t in 0..self.k.extent as isize {
                        let x = left.offset(i * self.m.left + t * self.k.left).read();
                        let row = right.offset(t * self.k.right);
                        for (j, sum) in sums.iter_mut().enumerate() {
                            *sum = x.fused(row.offset(j as isize * of_right).read(), *sum);
                        }
                    }
                    let row = out.offset(i * self.m.out);
                    for (j, sum) in sums.iter().enumerate() {
                        row.offset(j as isize * of_out).write(*sum);
                    }
                }
            }
        }
    }
}

fn has_fused() -> bool {
    cfg!(target_arch = "x86_64") && Isa::selected() != Isa::Baseline
}
