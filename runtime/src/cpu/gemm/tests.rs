//! Products of all shapes beside plain loops. Elements are small whole numbers, so that every order of sums is exact.

use super::kernel::compiled;
use super::register::Register;
use super::*;
use std::ops::{Mul, Sub};

/// A register that needs no instruction set, so that blocks of every size can be tested on every machine.
#[derive(Clone, Copy)]
struct Plain<T, const LANES: usize>([T; LANES]);

impl<T: Number, const LANES: usize> Register for Plain<T, LANES> {
    type Element = T;
    type Mask = usize;
    const LANES: usize = LANES;

    unsafe fn zero() -> Self {
        Plain([T::from(0); LANES])
    }

    unsafe fn splat(from: *const T) -> Self {
        // SAFETY: promised by the caller, as for all below.
        unsafe { Plain([*from; LANES]) }
    }

    unsafe fn first(count: usize) -> usize {
        count
    }

    unsafe fn load(from: *const T) -> Self {
        // SAFETY: see above.
        unsafe { Plain(from.cast::<[T; LANES]>().read()) }
    }

    unsafe fn load_first(from: *const T, first: usize) -> Self {
        // SAFETY: see above.
        Plain(std::array::from_fn(|k| if k < first { unsafe { *from.add(k) } } else { T::from(0) }))
    }

    unsafe fn store(self, to: *mut T) {
        // SAFETY: see above.
        unsafe { to.cast::<[T; LANES]>().write(self.0) }
    }

    unsafe fn store_first(self, to: *mut T, count: usize) {
        // SAFETY: see above.
        unsafe { to.copy_from_nonoverlapping(self.0.as_ptr(), count) }
    }

    unsafe fn add(self, other: Self) -> Self {
        Plain(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }

    unsafe fn sub(self, other: Self) -> Self {
        Plain(std::array::from_fn(|k| self.0[k] - other.0[k]))
    }

    unsafe fn fma(self, factor: Self, sum: Self) -> Self {
        Plain(std::array::from_fn(|k| self.0[k] * factor.0[k] + sum.0[k]))
    }
}

// The blocks of AVX2 and AVX-512.
compiled!(SMALL_F32, f32, Plain<f32, 8>, [], [1 2] = 16, 1 2 3 4 5 6 = 6);
compiled!(SMALL_F64, f64, Plain<f64, 4>, [], [1 2] = 8, 1 2 3 4 5 6 = 6);
compiled!(LARGE_F32, f32, Plain<f32, 16>, [], [1 2 3] = 48, 1 2 3 4 5 6 7 8 = 8);
compiled!(LARGE_F64, f64, Plain<f64, 8>, [], [1 2 3] = 24, 1 2 3 4 5 6 7 8 = 8);

/// Numbers that follow no pattern.
struct Random(u64);

impl Random {
    fn next(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn numbers<T: From<i8>>(&mut self, len: usize) -> Vec<T> {
        (0..len).map(|_| T::from(self.next(9) as i8 - 4)).collect()
    }
}

/// How the elements of a matrix lie: row by row, column by column, or with gaps in both directions.
#[derive(Clone, Copy, Debug)]
enum Order {
    Rows,
    Columns,
    Gaps,
}

const ORDERS: [Order; 3] = [Order::Rows, Order::Columns, Order::Gaps];

impl Order {
    /// The strides of a matrix with these rows and columns and this number of parts per element, and the number of
    /// elements of memory that it needs.
    fn strides(self, rows: usize, columns: usize, parts: usize) -> ([usize; 2], usize) {
        match self {
            Order::Rows => ([columns * parts, parts], rows * columns * parts),
            Order::Columns => ([parts, rows * parts], rows * columns * parts),
            Order::Gaps => ([3 * columns * parts, 3 * parts], 3 * rows * columns * parts),
        }
    }
}

#[derive(Debug)]
struct Case {
    extents: [usize; 3],
    orders: [Order; 3],
    numbers: Numbers,
    update: Update,
}

trait Number: Element + From<i8> + PartialEq + std::fmt::Debug
where
    Self: Sub<Output = Self> + Mul<Output = Self>,
{
    /// Kernels that this machine can run.
    fn all_kernels() -> Vec<&'static Kernels<Self>>;
}

macro_rules! number {
    ($type:ident, $small:ident, $large:ident) => {
        impl Number for $type {
            fn all_kernels() -> Vec<&'static Kernels<$type>> {
                let machine = [Isa::Avx2, Isa::Avx512].into_iter();
                let machine = machine.filter(|&isa| isa <= Isa::selected());
                let machine = machine.filter_map($type::kernels);
                machine.chain([&$small, &$large]).collect()
            }
        }
    };
}

number!(f32, SMALL_F32, LARGE_F32);
number!(f64, SMALL_F64, LARGE_F64);

/// Computes the rows of the result before `cut` and those from there on separately.
fn check<T: Number>(case: &Case, random: &mut Random, cut: usize) {
    let Case { extents: [m, k, n], orders, numbers, update } = *case;
    let parts = parts(numbers);
    let ([ar, ac], a_len) = orders[0].strides(m, k, parts);
    let ([br, bc], b_len) = orders[1].strides(k, n, parts);
    let ([cr, cc], c_len) = orders[2].strides(m, n, parts);
    let (a, b) = (random.numbers::<T>(a_len), random.numbers::<T>(b_len));
    let before = random.numbers::<T>(c_len);
    let mut expected = before.clone();
    for i in 0..m {
        for j in 0..n {
            let mut sums = [T::from(0); 2];
            for l in 0..k {
                let (x, y) = (&a[i * ar + l * ac..], &b[l * br + j * bc..]);
                match numbers {
                    Numbers::Real => sums[0] = sums[0] + x[0] * y[0],
                    Numbers::Complex => {
                        sums[0] = sums[0] + x[0] * y[0] - x[1] * y[1];
                        sums[1] = sums[1] + x[0] * y[1] + x[1] * y[0];
                    }
                }
            }
            for (part, sum) in sums[..parts].iter().enumerate() {
                let element = &mut expected[i * cr + j * cc + part];
                *element = match update {
                    Update::Set => *sum,
                    Update::Add => *element + *sum,
                    Update::Subtract => *element - *sum,
                };
            }
        }
    }
    for (number, kernels) in T::all_kernels().into_iter().enumerate() {
        let mut out = before.clone();
        for (begin, end) in [(0, cut), (cut, m)] {
            let product = Product {
                rows: end - begin,
                terms: k,
                columns: n,
                numbers,
                left: Strided {
                    start: a[begin * ar..].as_ptr(),
                    row: ar as isize,
                    column: ac as isize,
                },
                right: Strided { start: b.as_ptr(), row: br as isize, column: bc as isize },
                out: Strided {
                    start: out[begin * cr..].as_mut_ptr(),
                    row: cr as isize,
                    column: cc as isize,
                },
                update,
                depth: depth(m, k, numbers),
                shared: None,
            };
            // SAFETY: the arrays have these elements, and the instruction set is present.
            unsafe { product.run_with(kernels) };
        }
        assert_eq!(out, expected, "kernels {number}, {case:?}");
    }
}

fn check_both(case: &Case, random: &mut Random) {
    let cut = random.next(case.extents[0]);
    check::<f32>(case, random, cut);
    check::<f64>(case, random, cut);
}

#[test]
fn all_small_shapes_are_right() {
    let mut random = Random(1);
    let rows = if cfg!(miri) { vec![1, 7, 9] } else { (1..=13).collect() };
    let columns =
        if cfg!(miri) { vec![3, 8, 50] } else { (1..=20).chain([31, 48, 49, 50]).collect() };
    for &m in &rows {
        for &n in &columns {
            let extents = [m, 1 + random.next(4), n];
            let update = [Update::Set, Update::Add, Update::Subtract][random.next(3)];
            let orders = [0; 3].map(|_| ORDERS[random.next(3)]);
            check_both(&Case { extents, orders, numbers: Numbers::Real, update }, &mut random);
            if (m + n) % 3 == 0 {
                let orders = [orders[0], orders[1], Order::Rows];
                let numbers = Numbers::Complex;
                check_both(&Case { extents, orders, numbers, update }, &mut random);
            }
        }
    }
}

/// More rows, terms and columns than are copied together.
#[test]
#[cfg_attr(miri, ignore = "minutes of arithmetic")]
fn parts_of_large_products_are_right() {
    let mut random = Random(2);
    for extents in [[3, 70, 1030], [98, 5, 1030], [100, 260, 9], [66, 300, 30]] {
        for (update, orders) in [
            (Update::Set, [Order::Rows; 3]),
            (Update::Subtract, [Order::Columns, Order::Columns, Order::Rows]),
            (Update::Add, [Order::Gaps; 3]),
        ] {
            check_both(&Case { extents, orders, numbers: Numbers::Real, update }, &mut random);
            let (numbers, orders) = (Numbers::Complex, [orders[0], orders[1], Order::Rows]);
            check_both(&Case { extents, orders, numbers, update }, &mut random);
        }
    }
}

/// Products that say that they have the same right matrix, which lies in columns and so is copied.
#[test]
fn a_copy_of_the_right_matrix_is_used_by_the_products_that_share_it() {
    let kernels = &LARGE_F64;
    let (k, n) = (3, 5);
    let left = vec![1.0; 11 * k];
    let run = |rows: usize, right: f64, shared| {
        let (right, mut out) = (vec![right; k * n], vec![0.0; rows * n]);
        let product = Product {
            rows,
            terms: k,
            columns: n,
            numbers: Numbers::Real,
            left: Strided { start: left.as_ptr(), row: k as isize, column: 1 },
            right: Strided { start: right.as_ptr(), row: 1, column: k as isize },
            out: Strided { start: out.as_mut_ptr(), row: n as isize, column: 1 },
            update: Update::Set,
            depth: depth(11, k, Numbers::Real),
            shared,
        };
        // SAFETY: the arrays have these elements, and the kernels need no instruction set.
        unsafe { product.run_with(kernels) };
        assert!(out.iter().all(|element| *element == out[0]), "{out:?}");
        out[0] / k as f64
    };
    let of = |time, number| Some(RightMatrix { time, number });
    assert_eq!(run(11, 2.0, of(1, 0)), 2.0);
    // For another number of rows, too. (The other elements tell the copy from the matrix.)
    assert_eq!(run(4, 3.0, of(1, 0)), 2.0);
    assert_eq!(run(4, 3.0, of(1, 1)), 3.0);
    assert_eq!(run(4, 4.0, of(2, 1)), 4.0);
    // Products that share nothing neither use the copy nor leave one.
    assert_eq!(run(4, 5.0, None), 5.0);
    assert_eq!(run(4, 6.0, of(2, 1)), 6.0);
}

#[test]
fn all_terms_belong_to_parts_of_equal_size() {
    assert_eq!(depth(1000, 1, Numbers::Real), 4);
    assert_eq!(depth(1000, 256, Numbers::Real), 256);
    assert_eq!(depth(1000, 257, Numbers::Real), 132);
    assert_eq!(depth(1000, 129, Numbers::Complex), 132);
    assert_eq!(depth(2, 129, Numbers::Real), 44);
    assert_eq!(depth(2, 0, Numbers::Real), 4);
}

/// A block that is not filled takes nearly as long as one that is, so only the last tile of each side may end within one.
#[test]
fn tiles_are_whole_blocks() {
    assert_eq!(tile([100, 100], 100, 1, 2, [6, 16]), [54, 64]);
    assert_eq!(tile([400, 400], 400, 1, 2, [6, 16]), [204, 208]);
    // Too little for two threads, one thread, and enough products without cutting any.
    assert_eq!(tile([30, 30], 30, 1, 2, [6, 16]), [30, 30]);
    assert_eq!(tile([400, 400], 400, 1, 1, [6, 16]), [400, 400]);
    assert_eq!(tile([100, 100], 100, 4, 2, [6, 16]), [100, 100]);
}
