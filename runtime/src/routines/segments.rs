//! Segments: combines the elements that share an index.
//!
//! The elements may be cut into parts. A point is one segment of one part. A task that works on some segments of a part
//! goes through all elements of the part, and combines those of its segments in their order. Nobody else writes these
//! results, so they do not depend on how points are dealt out. Tasks are whole parts if there are enough parts for all
//! threads (`cpu::tasks`).

use super::{Combine, Max, Min, Prod, Sum, buffer, size};
use crate::plan::CpuArgs;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

/// An integer that may be the number of a segment.
pub trait Index: Copy {
    /// The integer as an index. A negative one becomes larger than any number of segments.
    fn number(self) -> usize;
}

macro_rules! index {
    ($($integer:ty)*) => {
        $(impl Index for $integer {
            #[inline(always)]
            fn number(self) -> usize {
                self as usize
            }
        })*
    };
}

index!(i8 i16 i32 i64 u8 u16 u32 u64);

/// An operation with its identity: the value that changes no other value.
pub trait Identity<T>: Combine<T> {
    const IDENTITY: T;
}

macro_rules! identity {
    ($op:ty: $($type:ty = $value:expr),*) => {
        $(impl Identity<$type> for $op {
            const IDENTITY: $type = $value;
        })*
    };
    (extrema $($integer:ty)*) => {
        $(
            identity!(Sum: $integer = 0);
            identity!(Prod: $integer = 1);
            identity!(Min: $integer = <$integer>::MAX);
            identity!(Max: $integer = <$integer>::MIN);
        )*
    };
}

identity!(extrema i8 i16 i32 i64 u8 u16 u32 u64);
identity!(Sum: f32 = 0.0, f64 = 0.0);
identity!(Prod: f32 = 1.0, f64 = 1.0);
identity!(Min: f32 = f32::INFINITY, f64 = f64::INFINITY, bool = true);
identity!(Max: f32 = f32::NEG_INFINITY, f64 = f64::NEG_INFINITY, bool = false);

/// Rows of values are combined column by column.
impl<T: Copy, Op: Combine<T>, const COLUMNS: usize> Combine<[T; COLUMNS]> for Op {
    const IN_BLOCKS: bool = <Op as Combine<T>>::IN_BLOCKS;
    const IS_EXACT: bool = <Op as Combine<T>>::IS_EXACT;

    #[inline(always)]
    fn combine(so_far: [T; COLUMNS], next: [T; COLUMNS]) -> [T; COLUMNS] {
        std::array::from_fn(|k| Op::combine(so_far[k], next[k]))
    }
}

impl<T: Copy, Op: Identity<T>, const COLUMNS: usize> Identity<[T; COLUMNS]> for Op {
    const IDENTITY: [T; COLUMNS] = [Op::IDENTITY; COLUMNS];
}

/// The number of elements that are looked at together. If all of them belong to one segment, as is common if indices
/// ascend, they are combined among themselves first. Then none waits for the one before to be stored.
const TOGETHER: usize = 8;
/// Results up to these bytes are collected in memory of the task. Elsewhere the last of one part and the first of the next
/// may be in one cache line, which two threads then take from each other at every turn.
const PRIVATE_BYTES: usize = 16 << 10;
/// The bytes of results that no cache holds.
const FAR_BYTES: usize = 16 << 20;

/// The work of a task in one part.
pub(super) struct Share {
    /// The elements of the part.
    pub(super) elements: Range<usize>,
    /// The first segment, and the number of segments.
    pub(super) first: usize,
    pub(super) count: usize,
    /// The point of the first segment.
    pub(super) point: usize,
    /// Whether these are all segments of the part.
    pub(super) whole: bool,
    /// Whether these are all segments of all parts, so that no other task works at the same time.
    alone: bool,
}

/// Calls `f` for each part that the points `begin..end` belong to. Sizes: elements, segments, columns, parts.
///
/// # Safety
/// The launch has these sizes.
pub(super) unsafe fn shares(args: &CpuArgs, begin: usize, end: usize, mut f: impl FnMut(Share)) {
    // SAFETY: promised by the caller.
    let [n, segments, parts] = unsafe { [size(args, 0), size(args, 1), size(args, 3)] };
    let length = n.div_ceil(parts.max(1));
    let mut point = begin;
    while point < end {
        let (part, first) = (point / segments, point % segments);
        let count = (segments - first).min(end - point);
        let elements = (part * length).min(n)..((part + 1) * length).min(n);
        let whole = count == segments;
        f(Share { elements, first, count, point, whole, alone: end - begin == segments * parts });
        point += count;
    }
}

/// Memory of a task for its results. It begins at a cache line.
#[repr(align(64))]
struct Private(MaybeUninit<[u8; PRIVATE_BYTES]>);

impl Share {
    /// Calls `work` with the place of the first of the share's `count` results, all of which are `value` then. What
    /// `work` makes of them is written to `results`.
    ///
    /// # Safety
    /// There are so many places at `results`, which nobody else uses.
    #[inline(always)]
    unsafe fn collect<R: Copy>(
        &self,
        results: *mut R,
        count: usize,
        value: R,
        work: impl FnOnce(*mut R),
    ) {
        let mut private = Private(MaybeUninit::uninit());
        let is_private = !self.alone
            && count.saturating_mul(size_of::<R>()) <= PRIVATE_BYTES
            && align_of::<R>() <= align_of::<Private>();
        let place = if is_private { private.0.as_mut_ptr().cast::<R>() } else { results };
        // SAFETY: both places have room for `count` results, are aligned, and do not overlap.
        unsafe {
            fill(place, count, value);
            work(place);
            if is_private {
                std::ptr::copy_nonoverlapping(place, results, count);
            }
        }
    }

    /// Calls `f` on all indices, with a closure that gives the place of an element's result. The place is `None`, or
    /// `elsewhere` (which nobody reads), if the element belongs to no segment or to another task.
    ///
    /// # Safety
    /// `results` has a place for each segment of the share, `elsewhere` those of `TOGETHER` elements.
    #[inline(always)]
    unsafe fn each<I: Index, R>(&self, results: *mut R, elsewhere: *mut R, f: impl Each<I, R>) {
        let (first, count) = (self.first, self.count);
        if self.whole {
            f.run(|index: I, _| {
                let segment = index.number();
                // SAFETY: promised by the caller.
                (segment < count).then(|| unsafe { results.add(segment) })
            });
        } else if count * size_of::<R>() > FAR_BYTES {
            f.run(|index: I, _| {
                let segment = index.number().wrapping_sub(first);
                // SAFETY: promised by the caller.
                (segment < count).then(|| unsafe { results.add(segment) })
            });
        } else {
            // There is no branch, because nothing predicts which task an element belongs to.
            f.run(|index: I, k| {
                let segment = index.number().wrapping_sub(first);
                let (own, other) = (results.wrapping_add(segment), elsewhere.wrapping_add(k));
                Some(std::hint::select_unpredictable(segment < count, own, other))
            });
        }
    }
}

/// Work on all elements.
trait Each<I, R> {
    /// `place` takes the index of an element, and the element's number among those that are looked at together. The
    /// place that it returns may be read and written.
    fn run(self, place: impl Fn(I, usize) -> Option<*mut R>);
}

/// Whether all indices are equal.
#[inline(always)]
fn is_run<I: Index>(indices: &[I; TOGETHER]) -> bool {
    let first = indices[0].number();
    first == indices[TOGETHER - 1].number() && indices.iter().all(|index| index.number() == first)
}

/// For each of the points `begin..end`, combines the rows of values that have the index of its segment. If `STRICT`,
/// they are combined one by one, in their order. Buffers: the indices; the rows of values; the results. Sizes:
/// elements, segments, columns of a row, parts.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn segment<I: Index, T: Copy, Op: Identity<T>, const STRICT: bool>(
    args: &CpuArgs,
    begin: usize,
    end: usize,
) {
    // SAFETY: promised by the caller; as many values of a row are an array of the same alignment.
    unsafe {
        match size(args, 2) {
            1 => combined::<I, T, Op, STRICT>(args, begin, end),
            2 => combined::<I, [T; 2], Op, STRICT>(args, begin, end),
            3 => combined::<I, [T; 3], Op, STRICT>(args, begin, end),
            4 => combined::<I, [T; 4], Op, STRICT>(args, begin, end),
            columns => {
                let (indices, values) = (buffer::<I>(args, 0), buffer::<T>(args, 1));
                shares(args, begin, end, |share| {
                    let results = buffer::<T>(args, 2).add(share.point * columns);
                    let Range { start, end } = share.elements;
                    let indices = std::slice::from_raw_parts(indices.add(start), end - start);
                    let values = std::slice::from_raw_parts(
                        values.add(start * columns),
                        (end - start) * columns,
                    );
                    share.collect(results, share.count * columns, Op::IDENTITY, |results| {
                        rows::<I, T, Op>(indices, values, columns, &share, results);
                    });
                });
            }
        }
    }
}

/// The same for values that are numbers, or rows of a few numbers.
///
/// # Safety
/// As for [`segment`]; a row of values is an `R`.
#[inline(always)]
unsafe fn combined<I: Index, R: Copy, Op: Identity<R>, const STRICT: bool>(
    args: &CpuArgs,
    begin: usize,
    end: usize,
) {
    // SAFETY: promised by the caller: the first two buffers hold all elements, initialised; the third has a row for
    // each point, those of `begin..end` nobody else uses, and it overlaps none of the others.
    unsafe {
        let (indices, values) = (buffer::<I>(args, 0), buffer::<R>(args, 1));
        shares(args, begin, end, |share| {
            let results = buffer::<R>(args, 2).add(share.point);
            let Range { start, end } = share.elements;
            let indices = std::slice::from_raw_parts(indices.add(start), end - start);
            let values = std::slice::from_raw_parts(values.add(start), end - start);
            let mut elsewhere = [Op::IDENTITY; TOGETHER];
            let combine = Combined::<I, R, Op, STRICT> { indices, values, op: PhantomData };
            share.collect(results, share.count, Op::IDENTITY, |results| {
                share.each(results, elsewhere.as_mut_ptr(), combine);
            });
        });
    }
}

struct Combined<'a, I, T, Op, const STRICT: bool> {
    indices: &'a [I],
    values: &'a [T],
    op: PhantomData<Op>,
}

impl<I: Index, T: Copy, Op: Combine<T>, const STRICT: bool> Each<I, T>
    for Combined<'_, I, T, Op, STRICT>
{
    #[inline(always)]
    fn run(self, place: impl Fn(I, usize) -> Option<*mut T>) {
        let one = |index: I, value: T, k: usize| {
            if let Some(result) = place(index, k) {
                // SAFETY: it may be read and written.
                unsafe { *result = Op::combine(*result, value) };
            }
        };
        let (groups, rest) = self.indices.as_chunks::<TOGETHER>();
        let (values, last_values) = self.values.as_chunks::<TOGETHER>();
        for (indices, values) in groups.iter().zip(values) {
            if !is_run(indices) {
                for (k, (index, value)) in indices.iter().zip(values).enumerate() {
                    one(*index, *value, k);
                }
            } else if !STRICT {
                let [a, b, c, d, e, f, g, h] = *values;
                let [left, right] = [[a, b, c, d], [e, f, g, h]]
                    .map(|[a, b, c, d]| Op::combine(Op::combine(a, b), Op::combine(c, d)));
                one(indices[0], Op::combine(left, right), 0);
            } else if let Some(result) = place(indices[0], 0) {
                // SAFETY: it may be read and written.
                unsafe {
                    *result = values.iter().fold(*result, |so_far, x| Op::combine(so_far, *x))
                };
            }
        }
        for (k, (index, value)) in rest.iter().zip(last_values).enumerate() {
            one(*index, *value, k);
        }
    }
}

/// In rows of up to this many columns, results are looked up without a branch, because a wrong prediction takes longer
/// than the work on such a row.
pub(crate) const FEW_COLUMNS: usize = 16;

/// The same for rows of values with several columns.
///
/// # Safety
/// There are rows for all of the share's segments at `results`, which are initialised and overlap nothing.
#[inline(always)]
unsafe fn rows<I: Index, T: Copy, Op: Identity<T>>(
    indices: &[I],
    values: &[T],
    columns: usize,
    share: &Share,
    results: *mut T,
) {
    let mut elsewhere = [Op::IDENTITY; FEW_COLUMNS];
    let elsewhere = elsewhere.as_mut_ptr();
    for (index, row) in indices.iter().zip(values.chunks_exact(columns.max(1))) {
        let segment = index.number().wrapping_sub(share.first);
        let is_own = segment < share.count;
        let own = results.wrapping_add(segment.wrapping_mul(columns));
        let result = match columns <= FEW_COLUMNS && !share.whole {
            true => std::hint::select_unpredictable(is_own, own, elsewhere),
            false if is_own => own,
            false => continue,
        };
        let (fours, rest) = row.as_chunks::<4>();
        // SAFETY: promised by the caller; or it is a row that nobody reads, which has as many columns.
        unsafe {
            for (k, four) in fours.iter().enumerate() {
                let to = result.add(4 * k).cast::<[T; 4]>();
                to.write(<Op as Combine<[T; 4]>>::combine(to.read(), *four));
            }
            for (k, value) in rest.iter().enumerate() {
                let to = result.add(4 * fours.len() + k);
                to.write(Op::combine(to.read(), *value));
            }
        }
    }
}

/// For each of the points `begin..end`, how often its index occurs. Buffers: the indices; the results. Sizes: elements,
/// segments, 1, parts.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn segment_count<I: Index>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: the first buffer holds all indices, initialised; the second has an element for
    // each point, those of `begin..end` nobody else uses, and it does not overlap the first.
    unsafe {
        let (indices, results) = (buffer::<I>(args, 0), buffer::<i64>(args, 1));
        shares(args, begin, end, |share| {
            let results = results.add(share.point);
            let Range { start, end } = share.elements;
            let indices = std::slice::from_raw_parts(indices.add(start), end - start);
            let mut elsewhere = [0; TOGETHER];
            share.collect(results, share.count, 0, |results| {
                share.each(results, elsewhere.as_mut_ptr(), Counted(indices));
            });
        });
    }
}

struct Counted<'a, I>(&'a [I]);

impl<I: Index> Each<I, i64> for Counted<'_, I> {
    #[inline(always)]
    fn run(self, place: impl Fn(I, usize) -> Option<*mut i64>) {
        let add = |index: I, k: usize, count: i64| {
            if let Some(result) = place(index, k) {
                // SAFETY: it may be read and written.
                unsafe { *result += count };
            }
        };
        let (groups, rest) = self.0.as_chunks::<TOGETHER>();
        for indices in groups {
            match is_run(indices) {
                true => add(indices[0], 0, TOGETHER as i64),
                false => indices.iter().enumerate().for_each(|(k, index)| add(*index, k, 1)),
            }
        }
        rest.iter().enumerate().for_each(|(k, index)| add(*index, k, 1));
    }
}

/// For each of the points `begin..end`, the last position of its index, or -1 if it does not occur. Buffers and sizes
/// are as for [`segment_count`].
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn segment_last<I: Index>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: as in `segment_count`.
    unsafe {
        let (indices, results) = (buffer::<I>(args, 0), buffer::<i64>(args, 1));
        shares(args, begin, end, |share| {
            let results = results.add(share.point);
            let Range { start, end } = share.elements;
            let indices = std::slice::from_raw_parts(indices.add(start), end - start);
            let mut elsewhere = [0; TOGETHER];
            share.collect(results, share.count, -1, |results| {
                share.each(results, elsewhere.as_mut_ptr(), Last { indices, first: start });
            });
        });
    }
}

struct Last<'a, I> {
    indices: &'a [I],
    /// The position of the first of them.
    first: usize,
}

impl<I: Index> Each<I, i64> for Last<'_, I> {
    #[inline(always)]
    fn run(self, place: impl Fn(I, usize) -> Option<*mut i64>) {
        for (k, index) in self.indices.iter().enumerate() {
            if let Some(result) = place(*index, 0) {
                // SAFETY: it may be written.
                unsafe { result.write((self.first + k) as i64) };
            }
        }
    }
}

/// Writes a value to `count` places.
///
/// # Safety
/// They may be written.
unsafe fn fill<T: Copy>(to: *mut T, count: usize, value: T) {
    // SAFETY: promised by the caller.
    (0..count).for_each(|k| unsafe { to.add(k).write(value) });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs all points in tasks of `task` points, for elements in `parts` parts.
    fn run<I: Index, T: Copy, R: Copy>(
        kernel: unsafe fn(&CpuArgs, usize, usize),
        indices: &[I],
        values: Option<&[T]>,
        [segments, columns, parts, task]: [usize; 4],
        unwritten: R,
    ) -> Vec<R> {
        let points = segments * parts;
        let mut results = vec![unwritten; points * columns];
        let mut buffers = vec![indices.as_ptr().cast_mut().cast::<u8>()];
        buffers.extend(values.map(|x| x.as_ptr().cast_mut().cast::<u8>()));
        buffers.push(results.as_mut_ptr().cast());
        let sizes = [indices.len(), segments, columns, parts].map(|n| n as i64);
        let args = crate::routines::arguments(&buffers, &sizes, None);
        for begin in (0..points).step_by(task) {
            // SAFETY: the arrays are as long as the sizes say.
            unsafe { kernel(&args, begin, points.min(begin + task)) };
        }
        results
    }

    /// A loop over all elements.
    fn plainly<I: Index, T: Copy, Op: Identity<T>>(
        indices: &[I],
        values: &[T],
        [segments, columns, parts, _]: [usize; 4],
    ) -> Vec<T> {
        let mut results = vec![Op::IDENTITY; parts * segments * columns];
        let length = indices.len().div_ceil(parts);
        for (k, index) in indices.iter().enumerate() {
            if index.number() < segments {
                let row = (k / length * segments + index.number()) * columns;
                for c in 0..columns {
                    results[row + c] = Op::combine(results[row + c], values[k * columns + c]);
                }
            }
        }
        results
    }

    #[track_caller]
    fn check<Op: Identity<f64>>(n: usize, layout: [usize; 4]) {
        let [segments, columns, ..] = layout;
        let spread = segments as i64 + 3;
        let indices: Vec<i64> = (0..n as i64).map(|k| k * 7919 % spread - 1).collect();
        let values: Vec<f64> = (0..n * columns).map(|k| (k as f64).sin()).collect();
        let results = run(segment::<i64, f64, Op, true>, &indices, Some(&values), layout, f64::NAN);
        let bits = |x: Vec<f64>| x.into_iter().map(f64::to_bits).collect::<Vec<_>>();
        assert_eq!(
            bits(results),
            bits(plainly::<_, _, Op>(&indices, &values, layout)),
            "{n} {layout:?}"
        );
        let counts =
            run::<_, f64, _>(segment_count::<i64>, &indices, None, layout.map(|n| n), -7i64);
        let ones = vec![1i64; n];
        let [segments, _, parts, task] = layout;
        let expected = plainly::<_, _, Sum>(&indices, &ones, [segments, 1, parts, task]);
        assert_eq!(counts[..segments * parts], expected[..], "{n} {layout:?}");
        let last = run::<_, f64, _>(segment_last::<i64>, &indices, None, layout, -7i64);
        let positions: Vec<i64> = (0..n as i64).collect();
        let expected = plainly::<_, _, Max>(&indices, &positions, [segments, 1, parts, task]);
        let expected: Vec<i64> = expected.iter().map(|k| (*k).max(-1)).collect();
        assert_eq!(last[..segments * parts], expected[..], "{n} {layout:?}");
    }

    #[test]
    fn tasks_combine_their_own() {
        let count = if cfg!(miri) { 40 } else { 5003 };
        for n in [0, 1, 17, count] {
            for segments in [1, 3, 40] {
                for parts in [1, 2, 7] {
                    for task in [1, 2, 5, segments, 2 * segments, usize::MAX / 2] {
                        check::<Sum>(n, [segments, 1, parts, task]);
                        check::<Min>(n, [segments, 3, parts, task]);
                        check::<Sum>(n, [segments, 5 + 13 * (task % 2), parts, task]);
                    }
                }
            }
        }
        let many = if cfg!(miri) { 200 } else { 2000 };
        check::<Prod>(count, [many, 1, 1, many * 3 / 4]);
        check::<Max>(count, [many, 2, 1, many]);
        check::<Sum>(count, [many, 4, 1, many / 3]);
        check::<Sum>(0, [0, 1, 3, 1]);
    }

    #[test]
    fn runs_are_combined_among_themselves() {
        let count = if cfg!(miri) { 100 } else { 1001 };
        let indices: Vec<u16> = (0..count).map(|k| k / 19 + k % 38 / 37).collect();
        let values: Vec<f64> = (0..count).map(|k| f64::from(k % 7) - 2.0).collect();
        for layout in [[60, 1, 1, 60], [60, 1, 2, 60], [60, 1, 1, 13], [60, 1, 2, 29]] {
            let expected = plainly::<_, _, Sum>(&indices, &values, layout);
            let sums = |strict: bool| match strict {
                true => run(segment::<u16, f64, Sum, true>, &indices, Some(&values), layout, 0.5),
                false => run(segment::<u16, f64, Sum, false>, &indices, Some(&values), layout, 0.5),
            };
            assert_eq!((sums(true), sums(false)), (expected.clone(), expected), "{layout:?}");
            let minima = least(&indices, &values, layout);
            assert_eq!(minima, plainly::<_, _, Min>(&indices, &values, layout), "{layout:?}");
            let counts = run::<_, f64, _>(segment_count::<u16>, &indices, None, layout, -1i64);
            let ones = vec![1i64; indices.len()];
            assert_eq!(counts, plainly::<_, _, Sum>(&indices, &ones, layout), "{layout:?}");
        }
    }

    fn least(indices: &[u16], values: &[f64], layout: [usize; 4]) -> Vec<f64> {
        run(segment::<u16, f64, Min, false>, indices, Some(values), layout, 0.5)
    }

    #[test]
    fn indices_of_all_types_are_told_apart() {
        let layout = [2, 1, 1, 2];
        let count = |c: Vec<i64>| assert_eq!(c, [1, 2]);
        count(run::<_, u8, _>(segment_count::<i8>, &[1i8, -1, 0, 1, i8::MIN], None, layout, -7));
        count(run::<_, u8, _>(segment_count::<u8>, &[1u8, 255, 0, 1, 2], None, layout, -7));
        count(run::<_, u8, _>(segment_count::<u64>, &[1u64, u64::MAX, 0, 1, 2], None, layout, -7));
        let any = run(
            segment::<i32, bool, Max, false>,
            &[1i32, 0, 1],
            Some(&[false, false, true]),
            layout,
            true,
        );
        assert_eq!(any, [false, true]);
        let all =
            run(segment::<i32, bool, Min, false>, &[1i32, 1], Some(&[false, true]), layout, false);
        assert_eq!(all, [true, false]);
    }
}
