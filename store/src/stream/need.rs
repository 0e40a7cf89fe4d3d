//! What a tile needs of an array: the elements of a box, which views may arrange in another way.

use std::borrow::Cow;
use std::collections::BTreeSet;

use array_fn_runtime::plan::{AxisView, BoxAxis, DType, Source};
use array_fn_runtime::stream::elements;

use super::operand::Argument;
use super::plan::Arrays;
use super::tiles::{Region, Tile, Tiles, size};
use crate::Result;
use crate::grid::{Block, Grid, Layout, c_strides, copy_box, ordered_product};

/// The order of the elements of a segment in the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Forward,
    Backward,
    /// One element again and again.
    Repeated,
}

/// Positions of a box that are a range of an axis of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    /// The first position in the box.
    at: u64,
    /// How many positions there are.
    count: u64,
    /// The lowest index in the array.
    first: u64,
    order: Order,
}

impl Segment {
    fn end(&self) -> u64 {
        self.first + if self.order == Order::Repeated { 1 } else { self.count }
    }

    /// The positions whose indices are in `low..high`.
    fn within(&self, low: u64, high: u64) -> Option<Segment> {
        let (first, end) = (self.first.max(low), self.end().min(high));
        if first >= end {
            return None;
        }
        let skipped = match self.order {
            Order::Forward => first - self.first,
            Order::Backward => self.end() - end,
            Order::Repeated => return Some(*self),
        };
        Some(Segment { at: self.at + skipped, count: end - first, first, ..*self })
    }
}

/// The elements of an array that a tile needs.
#[derive(Clone, Debug)]
pub(super) struct Need {
    /// The box of the view.
    pub region: Region,
    /// The segments of all axes, and where those of each axis end.
    segments: Vec<Segment>,
    ends: Vec<usize>,
    /// Whether the elements are as in the array.
    pub is_plain: bool,
    /// Whether the whole box has elements.
    pub is_full: bool,
}

impl Need {
    /// The need of a tile. `axes` and `views` are those of an input of its program.
    pub(super) fn new(
        tiles: &Tiles,
        arrays: &Arrays<'_>,
        (source, axes, views): (&Source, &[BoxAxis], &[AxisView]),
        tile: &Tile,
    ) -> Result<Need> {
        let (shape, _) = arrays.shape(source)?;
        let region = tiles.region(axes, &view_shape(arrays, &shape, views)?, tile)?;
        let mut segments = Vec::with_capacity(shape.len());
        let mut ends = Vec::with_capacity(shape.len());
        let mut is_full = true;
        for (axis, &whole) in shape.iter().enumerate() {
            let view = views.get(axis).unwrap_or(&AxisView::Same);
            let range = (region.start[axis], region.shape[axis]);
            let first = segments.len();
            segments_of(arrays, view, range, whole as i64, &mut segments)?;
            ends.push(segments.len());
            let count = segments[first..].iter().map(|segment| segment.count).sum::<u64>();
            is_full &= count == region.shape[axis] as u64;
        }
        let is_plain = views.iter().all(|view| matches!(view, AxisView::Same));
        Ok(Need { region, segments, ends, is_plain, is_full })
    }

    /// The segments of an axis.
    fn axis(&self, axis: usize) -> &[Segment] {
        let first = if axis == 0 { 0 } else { self.ends[axis - 1] };
        &self.segments[first..self.ends[axis]]
    }

    /// The smallest box of the array on disk, which begins at `origin`, with all elements that are needed `within` a box.
    pub(super) fn hull(&self, origin: &[u64], within: &Block) -> Option<Block> {
        let rank = origin.len();
        let mut hull = Block { start: Vec::with_capacity(rank), shape: Vec::with_capacity(rank) };
        for (axis, &origin) in origin.iter().enumerate() {
            let (low, high) = (within.start[axis], within.end(axis));
            let (low, high) = (low.saturating_sub(origin), high.saturating_sub(origin));
            let mut parts = self.axis(axis).iter().filter_map(|s| s.within(low, high));
            let part = parts.next()?;
            let (mut first, mut end) = (part.first, part.end());
            for part in parts {
                (first, end) = (first.min(part.first), end.max(part.end()));
            }
            hull.start.push(first + origin);
            hull.shape.push(end - first);
        }
        Some(hull)
    }

    /// Calls `each` with the numbers of the chunks that have needed elements, in their order.
    pub(super) fn chunks(&self, origin: &[u64], grid: &Grid, each: impl FnMut(u64)) {
        let mut numbers = vec![0u64];
        for (axis, &origin) in origin.iter().enumerate() {
            let size = grid.chunk[axis].max(1);
            let count = grid.shape[axis].div_ceil(size);
            let segments = self.axis(axis);
            let of = |segment: &Segment| {
                (segment.first + origin) / size..=(segment.end() - 1 + origin) / size
            };
            let chunks: Vec<u64> = match segments {
                [segment] if of(segment).start() == of(segment).end() => vec![*of(segment).start()],
                [segment] => of(segment).collect(),
                _ => segments.iter().flat_map(of).collect::<BTreeSet<_>>().into_iter().collect(),
            };
            let number = |head: u64, k: u64| head.saturating_mul(count).saturating_add(k);
            match chunks.as_slice() {
                [k] => numbers.iter_mut().for_each(|head| *head = number(*head, *k)),
                _ => {
                    let all = numbers
                        .iter()
                        .flat_map(|&head| chunks.iter().map(move |&k| number(head, k)));
                    numbers = all.collect();
                }
            }
        }
        numbers.into_iter().for_each(each);
    }

    /// Copies the needed elements that are in a box of the array, whose elements lie at `from` in a memory, to their places
    /// in the memory of the region, which is in C order. `item` is the bytes of an element with all of its parts.
    ///
    /// # Safety
    /// The box must be inside of the memory, and the other memory have room for the region. Nothing else may access that.
    pub(super) unsafe fn copy(
        &self,
        origin: &[u64],
        block: &Block,
        (memory, from): (*const u8, &Layout),
        target: *mut u8,
        item: usize,
    ) {
        let rank = origin.len();
        let shape: Vec<u64> = self.region.shape[..rank].iter().map(|&size| size as u64).collect();
        let strides = c_strides(&shape, item as u64);
        let mut axes: Vec<Vec<Segment>> = Vec::new();
        for (axis, &origin) in origin.iter().enumerate() {
            let (low, high) = (block.start[axis], block.end(axis));
            let (low, high) = (low.saturating_sub(origin), high.saturating_sub(origin));
            let parts = self.axis(axis).iter().filter_map(|s| s.within(low, high));
            // Copies go forward only, so elements in the other direction are copied one by one.
            let parts = parts.flat_map(|part| match part.order {
                Order::Backward => (0..part.count)
                    .map(|k| Segment {
                        at: part.at + part.count - 1 - k,
                        count: 1,
                        first: part.first + k,
                        order: Order::Forward,
                    })
                    .collect(),
                _ => vec![part],
            });
            axes.push(parts.collect());
        }
        for parts in ordered_product(&axes) {
            let (mut source, mut place) =
                (from.clone(), Layout { offset: 0, strides: strides.clone() });
            for (axis, part) in parts.iter().enumerate() {
                let inside = part.first + origin[axis] - block.start[axis];
                source.offset += inside * from.strides[axis];
                place.offset += part.at * strides[axis];
                if part.order == Order::Repeated {
                    source.strides[axis] = 0;
                }
            }
            let counts: Vec<u64> = parts.iter().map(|part| part.count).collect();
            // SAFETY: the parts are inside of the block and of the region, by the caller's promise inside of the memories.
            unsafe { copy_box(&counts, item, (memory, &source), (target, &place)) };
        }
    }
}

/// The shape of a view of an array of this shape.
pub(super) fn view_shape<'s>(
    arrays: &Arrays<'_>,
    shape: &'s [usize],
    views: &[AxisView],
) -> Result<Cow<'s, [usize]>> {
    if !views.iter().any(|view| matches!(view, AxisView::Gathered(_))) {
        return Ok(Cow::Borrowed(shape));
    }
    let mut shape = shape.to_vec();
    for (axis, view) in shape.iter_mut().zip(views) {
        if let AxisView::Gathered(source) = view {
            *axis = arrays.shape(source)?.0.first().copied().unwrap_or(0);
        }
    }
    Ok(Cow::Owned(shape))
}

/// Adds the segments of a range of an axis of `n` elements.
fn segments_of(
    arrays: &Arrays<'_>,
    view: &AxisView,
    (start, count): (i64, usize),
    n: i64,
    segments: &mut Vec<Segment>,
) -> Result<()> {
    let mut out = Out { before: segments.len(), segments, n };
    let end = start.saturating_add(count as i64);
    let mut add = |at: i64, first: i64, count: i64, order: Order| {
        out.add((at - start) as u64, first, count, order);
    };
    match view {
        AxisView::Same => {
            let (first, last) = (start.max(0), end.min(n));
            add(first, first, last - first, Order::Forward);
        }
        AxisView::Reversed => {
            let (first, last) = (start.max(0), end.min(n));
            add(first, n - last, last - first, Order::Backward);
        }
        AxisView::Wrapped { .. } | AxisView::WrappedBack { .. } | AxisView::Rolled { .. } => {
            let turn = Turn::of(arrays, view)?;
            let (low, period) = (turn.low, turn.period);
            let mut at = start;
            while period > 0 && at < end {
                let there = (at.rem_euclid(period) + turn.shift) % period;
                let count = (period - there).min(end - at);
                match turn.back {
                    false => add(at, low + there, count, Order::Forward),
                    true => add(at, low + period - there - count, count, Order::Backward),
                }
                at += count;
            }
        }
        AxisView::Clamped { low, size: length } => {
            let (low, length) = (size(low, arrays.dims)?, size(length, arrays.dims)?);
            if length > 0 {
                let [first, last] = [0, length].map(|place| place.clamp(start, end));
                add(start, low, first - start, Order::Repeated);
                add(first, low + first, last - first, Order::Forward);
                add(last, low + length - 1, end - last, Order::Repeated);
            }
        }
        AxisView::ClampedBack { low, size: length } => {
            let (low, length) = (size(low, arrays.dims)?, size(length, arrays.dims)?);
            if length > 0 {
                let [first, last] = [0, length].map(|place| place.clamp(start, end));
                add(start, low + length - 1, first - start, Order::Repeated);
                add(first, low + length - last, last - first, Order::Backward);
                add(last, low, end - last, Order::Repeated);
            }
        }
        AxisView::Reflected | AxisView::Mirrored => {
            // There over `0..n`, and back over those that do not stand at a turn.
            let back = if matches!(view, AxisView::Mirrored) { n } else { n - 2 };
            let (period, turn) = (n + back.max(0), n);
            let mut at = start;
            while n > 0 && at < end {
                let there = at.rem_euclid(period);
                let count = match there < turn {
                    true => (turn - there).min(end - at),
                    false => (period - there).min(end - at),
                };
                match there < turn {
                    true => add(at, there, count, Order::Forward),
                    false => {
                        // Position `turn` is the first on the way back.
                        let last = if back == n { n - 1 } else { n - 2 } - (there - turn);
                        add(at, last - count + 1, count, Order::Backward);
                    }
                }
                at += count;
            }
        }
        AxisView::Gathered(source) => {
            let indices = indices(arrays, source, start.max(0) as usize, end.max(0) as usize)?;
            for (k, index) in indices.into_iter().enumerate() {
                add(start.max(0) + k as i64, index, 1, Order::Forward);
            }
        }
    }
    Ok(())
}

/// A view that goes round and round.
struct Turn {
    low: i64,
    period: i64,
    /// What is added to positions, at least 0 and less than the period.
    shift: i64,
    back: bool,
}

impl Turn {
    fn of(arrays: &Arrays<'_>, view: &AxisView) -> Result<Turn> {
        let of = |s: &array_fn_runtime::plan::Size| size(s, arrays.dims);
        Ok(match view {
            AxisView::Wrapped { low, size } => {
                Turn { low: of(low)?, period: of(size)?, shift: 0, back: false }
            }
            AxisView::WrappedBack { low, size } => {
                Turn { low: of(low)?, period: of(size)?, shift: 0, back: true }
            }
            AxisView::Rolled { size, by, times } => {
                let period = of(size)?;
                let shift = i128::from(arrays.number(by)?) * i128::from(*times);
                let shift = shift.rem_euclid(i128::from(period.max(1))) as i64;
                Turn { low: 0, period, shift, back: false }
            }
            _ => Turn { low: 0, period: 0, shift: 0, back: false },
        })
    }
}

struct Out<'s> {
    segments: &'s mut Vec<Segment>,
    /// How many there are of other axes.
    before: usize,
    n: i64,
}

impl Out<'_> {
    /// Adds a segment, as far as it is inside of the axis. It may go on with the one before.
    fn add(&mut self, at: u64, first: i64, count: i64, order: Order) {
        let end = first + if order == Order::Repeated { 1 } else { count };
        if count <= 0 || first < 0 || end > self.n {
            return;
        }
        let segment = Segment { at, count: count as u64, first: first as u64, order };
        match self.segments[self.before..].last_mut() {
            Some(last)
                if (last.order, order) == (Order::Forward, Order::Forward)
                    && last.end() == segment.first
                    && last.at + last.count == at =>
            {
                last.count += segment.count;
            }
            _ => self.segments.push(segment),
        }
    }
}

/// Some elements of an array of indices.
fn indices(arrays: &Arrays<'_>, source: &Source, first: usize, end: usize) -> Result<Vec<i64>> {
    let (bytes, dtype) = match source {
        Source::Param(p) => match &arrays.args[usize::from(*p)] {
            Argument::Memory(arg) => {
                let (bytes, dtype, _) = elements(arg)?;
                (bytes, dtype)
            }
            Argument::Large(_) => return Ok(Vec::new()),
        },
        Source::Value(v) => match &arrays.values[usize::from(*v)] {
            Some(value) => (value.array.bytes()?, value.array.dtype()),
            None => return Ok(Vec::new()),
        },
    };
    let item = dtype.size();
    let end = end.min(bytes.len() / item);
    let elements = bytes.get(first.min(end) * item..end * item).unwrap_or(&[]).chunks_exact(item);
    Ok(match dtype {
        DType::I32 => {
            let of = |b: &[u8]| i64::from(i32::from_ne_bytes([b[0], b[1], b[2], b[3]]));
            elements.map(of).collect()
        }
        _ => elements.map(|b| b.try_into().map_or(-1, i64::from_ne_bytes)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Order, Segment};

    #[test]
    fn segments_are_cut() {
        let of = |order| Segment { at: 3, count: 5, first: 10, order };
        let part = |order, at, count, first| Some(Segment { at, count, first, order });
        let forward = of(Order::Forward).within(12, 14);
        assert_eq!(forward, part(Order::Forward, 5, 2, 12));
        let backward = of(Order::Backward).within(12, 14);
        assert_eq!(backward, part(Order::Backward, 4, 2, 12));
        assert_eq!(of(Order::Repeated).within(0, 11), Some(of(Order::Repeated)));
        assert_eq!(of(Order::Repeated).within(11, 20), None);
        assert_eq!(of(Order::Forward).within(15, 20), None);
    }
}
