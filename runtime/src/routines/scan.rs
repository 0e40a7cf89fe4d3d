//! Cumulative sums, products, minima and maxima.
//!
//! Plainly scanned, each element waits for the one before it. To wait less, a few neighbours are first combined among
//! themselves, then each of them with the result so far. Long rows are scanned in blocks, and threads combine several
//! blocks at a time.
//!
//! So the order of operations depends on the length of a row, but on nothing else. If it must not depend even on that
//! (`STRICT`), elements are combined one by one.

use super::sorting::{Pointer, Work, widely};
use super::{buffer, size, team};
use crate::cpu::team::Team;
use crate::plan::CpuArgs;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An operation that a scan accumulates with.
pub trait Combine<T> {
    /// Whether elements may be combined in another order: neighbours first, or whole blocks. For products of floats
    /// this is false: those of a few neighbours may be infinite, or 0, where products from left to right are not.
    const IN_BLOCKS: bool = true;
    /// Whether the result is the same in any order.
    const IS_EXACT: bool = true;

    fn combine(so_far: T, next: T) -> T;
}

/// Sums. Integers wrap.
pub struct Sum;
/// Products. Integers wrap.
pub struct Prod;
/// Minima; NaN from the first NaN on.
pub struct Min;
/// Maxima; NaN from the first NaN on.
pub struct Max;

macro_rules! combine {
    (integers $($integer:ty)*) => {
        $(
            combine!($integer, Sum, true, true, a b => a.wrapping_add(b));
            combine!($integer, Prod, true, true, a b => a.wrapping_mul(b));
            combine!($integer, Min, true, true, a b => a.min(b));
            combine!($integer, Max, true, true, a b => a.max(b));
        )*
    };
    (floats $($float:ty)*) => {
        $(
            combine!($float, Sum, true, false, a b => a + b);
            combine!($float, Prod, false, false, a b => a * b);
            combine!($float, Min, true, true, a b => if (b < a) | b.is_nan() { b } else { a });
            combine!($float, Max, true, true, a b => if (b > a) | b.is_nan() { b } else { a });
        )*
    };
    ($type:ty, $op:ty, $blocks:literal, $exact:literal, $a:ident $b:ident => $value:expr) => {
        impl Combine<$type> for $op {
            const IN_BLOCKS: bool = $blocks;
            const IS_EXACT: bool = $exact;

            #[inline(always)]
            fn combine($a: $type, $b: $type) -> $type {
                $value
            }
        }
    };
}

combine!(bool, Min, true, true, a b => a && b);
combine!(bool, Max, true, true, a b => a || b);
combine!(integers i8 i16 i32 i64 u8 u16 u32 u64);
combine!(floats f32 f64);

/// The number of neighbours that are combined among themselves first.
const TOGETHER: usize = 4;
/// The number of elements of a block of a long row. The second cache holds it.
const BLOCK: usize = 1 << 14;
/// Rows of at least this many elements are worth several threads.
const SHARED: usize = 1 << 17;
/// The number of times that a thread looks for the work of another before it lets other threads run.
const LOOKS: u32 = 1000;

/// Scans the rows `begin..end` from left to right. If `STRICT`, elements are combined one by one. Buffers: the rows;
/// the results. Size: the length of a row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn scan<T: Copy + Send + Sync, Op: Combine<T>, const STRICT: bool>(
    args: &CpuArgs,
    begin: usize,
    end: usize,
) {
    // SAFETY: promised by the caller: both buffers hold the rows before `end`, those of the first are
    // initialised, and nothing else uses these rows of the second, which does not overlap the first.
    unsafe {
        let n = size(args, 0);
        let (x, y) = (buffer::<T>(args, 0), buffer::<T>(args, 1));
        let all = std::slice::from_raw_parts(x.add(begin * n), (end - begin) * n);
        let to = y.add(begin * n);
        match n {
            0 => {}
            2 => short::<T, Op, 2>(all, to),
            3 => short::<T, Op, 3>(all, to),
            4 => short::<T, Op, 4>(all, to),
            5 => short::<T, Op, 5>(all, to),
            6 => short::<T, Op, 6>(all, to),
            7 => short::<T, Op, 7>(all, to),
            8 => short::<T, Op, 8>(all, to),
            _ => {
                let team = team(args);
                for (k, x) in all.chunks_exact(n).enumerate() {
                    row::<T, Op, STRICT>(x, to.add(k * n), team);
                }
            }
        }
    }
}

/// The number of columns whose last row stays in the first cache.
const COLUMNS: usize = 512;

/// Scans the columns `begin..end` of matrices that stand one after the other, from top to bottom. Buffers: the
/// matrices; the results. Sizes: the rows and the columns of a matrix.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn scan_columns<T: Copy, Op: Combine<T>>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: both buffers hold the columns before `end`, those of the first are initialised,
    // and nothing else uses these columns of the second, which does not overlap the first.
    unsafe {
        let (n, columns) = (size(args, 0), size(args, 1));
        let (x, y) = (buffer::<T>(args, 0), buffer::<T>(args, 1));
        let mut point = begin;
        while point < end {
            let (matrix, column) = (point / columns, point % columns);
            let count = COLUMNS.min(columns - column).min(end - point);
            let first = matrix * n * columns + column;
            let work = Columns { x: x.add(first), y: y.add(first), n, columns, count };
            match count {
                1 => few::<T, Op, 1>(work),
                2 => few::<T, Op, 2>(work),
                3 => few::<T, Op, 3>(work),
                4 => few::<T, Op, 4>(work),
                5 => few::<T, Op, 5>(work),
                6 => few::<T, Op, 6>(work),
                7 => few::<T, Op, 7>(work),
                8 => few::<T, Op, 8>(work),
                _ => widely(OfColumns(work, PhantomData::<Op>)),
            }
            point += count;
        }
    }
}

/// Some columns beside each other.
struct Columns<T> {
    x: *const T,
    y: *mut T,
    n: usize,
    columns: usize,
    count: usize,
}

/// The scan of some columns. To make one needs the promises of [`scan_columns`], for these columns.
struct OfColumns<T, Op>(Columns<T>, PhantomData<Op>);

impl<T: Copy, Op: Combine<T>> Work for OfColumns<T, Op> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let Columns { x, y, n, columns, count } = self.0;
        if n == 0 {
            return;
        }
        // SAFETY: promised by the code that made it. Rows have this distance, each is written before it is read, and
        // the row that is read does not overlap the next one, which is written.
        unsafe {
            y.copy_from_nonoverlapping(x, count);
            for k in 1..n {
                let x = std::slice::from_raw_parts(x.add(k * columns), count);
                let before = std::slice::from_raw_parts(y.add((k - 1) * columns), count);
                let y = y.add(k * columns);
                for (k, (so_far, next)) in before.iter().zip(x).enumerate() {
                    y.add(k).write(Op::combine(*so_far, *next));
                }
            }
        }
    }
}

/// Scans `N` columns, whose results so far stay in registers.
///
/// # Safety
/// The promises of [`scan_columns`] for these columns, of which there are `N`.
unsafe fn few<T: Copy, Op: Combine<T>, const N: usize>(work: Columns<T>) {
    let Columns { x, y, n, columns, .. } = work;
    if n == 0 {
        return;
    }
    // SAFETY: promised by the caller; rows have this distance.
    unsafe {
        let mut so_far = x.cast::<[T; N]>().read();
        y.cast::<[T; N]>().write(so_far);
        for k in 1..n {
            let next = x.add(k * columns).cast::<[T; N]>().read();
            so_far = std::array::from_fn(|k| Op::combine(so_far[k], next[k]));
            y.add(k * columns).cast::<[T; N]>().write(so_far);
        }
    }
}

/// Scans rows of `N` elements one by one. The elements of several rows are combined at the same time.
///
/// # Safety
/// There is room for as many elements, which overlap nothing.
unsafe fn short<T: Copy, Op: Combine<T>, const N: usize>(x: &[T], y: *mut T) {
    let (rows, _) = x.as_chunks::<N>();
    for (k, row) in rows.iter().enumerate() {
        let mut sums = *row;
        for k in 1..N {
            sums[k] = Op::combine(sums[k - 1], sums[k]);
        }
        // SAFETY: promised by the caller.
        unsafe { y.add(k * N).cast::<[T; N]>().write_unaligned(sums) };
    }
}

/// # Safety
/// There is room for as many elements, at least one, which overlap nothing.
unsafe fn row<T: Copy + Send + Sync, Op: Combine<T>, const STRICT: bool>(
    x: &[T],
    y: *mut T,
    team: Option<&Team>,
) {
    // SAFETY: promised by the caller.
    unsafe {
        if !Op::IN_BLOCKS || STRICT && !Op::IS_EXACT {
            one_by_one::<T, Op>(x, y);
        } else if x.len() >= SHARED
            && (!Op::IS_EXACT || team.is_some_and(|team| team.threads() > 1))
        {
            in_blocks::<T, Op>(x, y, team);
        } else {
            y.write(x[0]);
            onwards::<T, Op>(x[0], &x[1..], y.add(1));
        }
    }
}

/// # Safety
/// As for [`row`].
unsafe fn one_by_one<T: Copy, Op: Combine<T>>(x: &[T], y: *mut T) {
    let mut so_far = x[0];
    // SAFETY: promised by the caller.
    unsafe { y.write(so_far) };
    for (k, next) in x.iter().enumerate().skip(1) {
        so_far = Op::combine(so_far, *next);
        // SAFETY: as above.
        unsafe { y.add(k).write(so_far) };
    }
}

/// Combines each of some elements with those before it.
#[inline(always)]
fn together<T: Copy, Op: Combine<T>>(x: &[T; TOGETHER]) -> [T; TOGETHER] {
    let mut own = *x;
    for k in 1..TOGETHER {
        own[k] = Op::combine(own[k - 1], own[k]);
    }
    own
}

/// Scans the elements that come after `so_far`.
///
/// # Safety
/// There is room for as many elements, which overlap nothing.
unsafe fn onwards<T: Copy, Op: Combine<T>>(mut so_far: T, x: &[T], y: *mut T) {
    let (groups, rest) = x.as_chunks::<TOGETHER>();
    for (k, group) in groups.iter().enumerate() {
        let all = together::<T, Op>(group).map(|own| Op::combine(so_far, own));
        so_far = all[TOGETHER - 1];
        // SAFETY: promised by the caller.
        unsafe { y.add(k * TOGETHER).cast::<[T; TOGETHER]>().write_unaligned(all) };
    }
    let y = y.wrapping_add(groups.len() * TOGETHER);
    let mut own = None;
    for (k, next) in rest.iter().enumerate() {
        let combined = own.map_or(*next, |own| Op::combine(own, *next));
        own = Some(combined);
        // SAFETY: as above.
        unsafe { y.add(k).write(Op::combine(so_far, combined)) };
    }
}

/// The last result of a scan of some elements.
fn total<T: Copy, Op: Combine<T>>(x: &[T]) -> T {
    let (groups, rest) = x[1..].as_chunks::<TOGETHER>();
    let total = groups
        .iter()
        .fold(x[0], |so_far, group| Op::combine(so_far, together::<T, Op>(group)[TOGETHER - 1]));
    match rest {
        [] => total,
        [first, others @ ..] => {
            Op::combine(total, others.iter().fold(*first, |own, next| Op::combine(own, *next)))
        }
    }
}

/// Waits until another thread has written `value` there.
pub(super) fn wait_for(known: &AtomicUsize, value: usize) {
    let mut looks = 0;
    while known.load(Ordering::Acquire) != value {
        looks += 1;
        if looks % LOOKS == 0 { std::thread::yield_now() } else { std::hint::spin_loop() }
    }
}

/// Scans a long row in blocks. The totals of the blocks are scanned, and each block goes on from the total of those
/// before it. Threads take one block after the other, so a thread that waits for the block before always waits for a
/// thread that works on it.
///
/// # Safety
/// As for [`row`].
unsafe fn in_blocks<T: Copy + Send + Sync, Op: Combine<T>>(
    x: &[T],
    y: *mut T,
    team: Option<&Team>,
) {
    let blocks = x.len().div_ceil(BLOCK);
    // The total before each block, once it is known. The first block has none.
    let mut before = vec![x[0]; blocks + 1];
    let (before, y) = (Pointer(before.as_mut_ptr()), Pointer(y));
    let (next, known) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = |_: usize| {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                return;
            }
            let begin = block * BLOCK;
            let x = &x[begin..x.len().min(begin + BLOCK)];
            let own = total::<T, Op>(x);
            wait_for(&known, block);
            // SAFETY: there is one total for each block and one more. The thread that worked on the block before has
            // written this one, and nobody else writes the next one.
            let so_far = unsafe { before.from(block).0.read() };
            let after = if block == 0 { own } else { Op::combine(so_far, own) };
            // SAFETY: as above.
            unsafe { before.write(block + 1, after) };
            known.store(block + 1, Ordering::Release);
            let y = y.from(begin).0;
            // SAFETY: promised by the caller; blocks are apart.
            unsafe {
                if block > 0 {
                    onwards::<T, Op>(so_far, x, y);
                } else {
                    y.write(x[0]);
                    onwards::<T, Op>(x[0], &x[1..], y.add(1));
                }
            }
        }
    };
    match team {
        Some(team) => team.run(team.threads(), &work),
        None => work(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned<T: Copy + Default + Send + Sync, Op: Combine<T>, const STRICT: bool>(
        x: &[T],
        n: usize,
        team: Option<&Team>,
    ) -> Vec<T> {
        let (mut x, mut y) = (x.to_vec(), vec![T::default(); x.len()]);
        let sizes = [n as i64];
        let buffers = [x.as_mut_ptr().cast::<u8>(), y.as_mut_ptr().cast()];
        let args = crate::routines::arguments(&buffers, &sizes, team);
        // SAFETY: both arrays hold as many rows.
        unsafe { scan::<T, Op, STRICT>(&args, 0, x.len().checked_div(n).unwrap_or(0)) };
        y
    }

    #[test]
    fn rows_are_scanned_from_left_to_right() {
        assert_eq!(
            scanned::<i32, Sum, false>(&[1, 2, 3, i32::MAX, 1, 0], 3, None),
            [1, 3, 6, i32::MAX, i32::MIN, i32::MIN]
        );
        assert_eq!(scanned::<u8, Max, false>(&[0, 1, 0], 3, None), [0, 1, 1]);
        let least = scanned::<f64, Min, false>(&[2.0, 1.0, f64::NAN, 0.0], 4, None);
        assert_eq!(least[..2], [2.0, 1.0]);
        assert!(least[2].is_nan() && least[3].is_nan());
        assert!(scanned::<f32, Sum, false>(&[-0.0], 1, None)[0].is_sign_negative());
        assert!(scanned::<f32, Sum, false>(&[-0.0; 30], 30, None)[29].is_sign_negative());
        assert_eq!(scanned::<f32, Prod, false>(&[], 0, None), []);
    }

    /// One element after the other.
    fn plainly<T: Copy, Op: Combine<T>>(x: &[T], n: usize) -> Vec<T> {
        let mut y = x.to_vec();
        for row in y.chunks_exact_mut(n) {
            (1..n).for_each(|k| row[k] = Op::combine(row[k - 1], row[k]));
        }
        y
    }

    #[test]
    fn columns_are_scanned_from_top_to_bottom() {
        for (n, columns) in [(0, 3), (1, 1), (4, 1), (5, 7), (3, 1100), (40, 4)] {
            let matrices = 2;
            let mut x: Vec<f64> =
                (0..matrices * n * columns).map(|k| (k as f64 * 0.7).sin()).collect();
            let mut expected = x.clone();
            for k in (0..x.len()).filter(|k| k / columns % n > 0) {
                expected[k] += expected[k - columns];
            }
            for task in [3, 700, 5000] {
                let mut y = vec![f64::NAN; x.len()];
                let sizes = [n as i64, columns as i64];
                let buffers = [x.as_mut_ptr().cast::<u8>(), y.as_mut_ptr().cast()];
                let args = crate::routines::arguments(&buffers, &sizes, None);
                for begin in (0..matrices * columns).step_by(task) {
                    let end = (begin + task).min(matrices * columns);
                    // SAFETY: both arrays hold as many matrices.
                    unsafe { scan_columns::<f64, Sum>(&args, begin, end) };
                }
                assert_eq!(y, expected, "{n} {columns} {task}");
            }
        }
    }

    fn lengths() -> impl Iterator<Item = usize> {
        let long = [SHARED - 1, SHARED, SHARED + 1, 9 * BLOCK + 3, 10 * BLOCK];
        (1..40).chain(long.into_iter().filter(|_| !cfg!(miri)))
    }

    #[test]
    fn integers_and_extrema_are_those_of_one_by_one() {
        let team = Team::new(3).unwrap();
        for n in lengths() {
            let rows = if n < 100 { 3 } else { 1 };
            let x: Vec<i64> = (0..(rows * n) as i64).map(|k| (k * 7919) % 1000 - 500).collect();
            let floats: Vec<f64> = x
                .iter()
                .map(|x| if *x == 77 && n > 1000 { f64::NAN } else { (*x as f64).sin() })
                .collect();
            for team in [None, Some(&team)] {
                assert_eq!(scanned::<_, Sum, true>(&x, n, team), plainly::<_, Sum>(&x, n), "{n}");
                assert_eq!(
                    scanned::<_, Prod, false>(&x, n, team),
                    plainly::<_, Prod>(&x, n),
                    "{n}"
                );
                assert_eq!(scanned::<_, Max, false>(&x, n, team), plainly::<_, Max>(&x, n), "{n}");
                let bits = |x: Vec<f64>| x.into_iter().map(f64::to_bits).collect::<Vec<_>>();
                let least = scanned::<_, Min, false>(&floats, n, team);
                assert_eq!(bits(least), bits(plainly::<_, Min>(&floats, n)), "{n}");
                let strict = scanned::<_, Sum, true>(&floats, n, team);
                assert_eq!(bits(strict), bits(plainly::<_, Sum>(&floats, n)), "{n}");
                let strict = scanned::<_, Prod, true>(&floats, n, team);
                assert_eq!(bits(strict), bits(plainly::<_, Prod>(&floats, n)), "{n}");
            }
        }
    }

    #[test]
    fn products_stay_finite_where_those_from_left_to_right_do() {
        let factors = [1e-300, 1e200, 1e200, 1e-200, 1e-200, 1e200, 1e200, 1e-200, 1e-200, 1e200];
        for n in [factors.len(), 2 * SHARED] {
            let mut x = vec![1.0; n];
            x[..factors.len()].copy_from_slice(&factors);
            let products = scanned::<f64, Prod, false>(&x, n, None);
            assert_eq!(products, plainly::<_, Prod>(&x, n));
            assert!(products.iter().all(|x| x.is_finite() && *x != 0.0));
        }
    }

    #[test]
    fn sums_do_not_depend_on_threads() {
        let teams = [1, 2, 4].map(|threads| Team::new(threads).unwrap());
        for n in lengths() {
            let x: Vec<f64> = (0..n).map(|k| (k as f64 * 0.37).sin() * 1e3).collect();
            let sums = scanned::<_, Sum, false>(&x, n, None);
            for team in &teams {
                assert_eq!(scanned::<_, Sum, false>(&x, n, Some(team)), sums, "{n}");
            }
            let exact = plainly::<_, Sum>(&x, n);
            let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * n as f64;
            assert!(sums.iter().zip(&exact).all(near), "{n}");
            let factors: Vec<f64> = x.iter().map(|x| 1.0 + x * 1e-6).collect();
            let products = scanned::<_, Prod, false>(&factors, n, None);
            assert_eq!(scanned::<_, Prod, false>(&factors, n, Some(&teams[2])), products, "{n}");
            let near = |(a, b): (&f64, &f64)| (a / b - 1.0).abs() <= 1e-9;
            assert!(products.iter().zip(&plainly::<_, Prod>(&factors, n)).all(near), "{n}");
        }
    }
}
