//! Which parts of arrays belong to a tile.

use std::ops::Range;

use array_fn_runtime::plan::{Along, BoxAxis, Length, Pass, Size};
use array_fn_runtime::stream::evaluate;

use crate::{Error, Result};

/// A box of an array as a program needs it: it may reach beyond the array, where its elements are never used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub start: Vec<i64>,
    pub shape: Vec<usize>,
}

impl Region {
    /// Whether all elements of another region are in this one, as far as they are in an array of this shape.
    pub(super) fn contains(&self, other: &Region, shape: &[usize]) -> bool {
        if other.shape.contains(&0) {
            return true;
        }
        (0..shape.len()).all(|axis| {
            let end = |region: &Region| region.start[axis] + region.shape[axis] as i64;
            let inside = 0..shape[axis] as i64;
            let first = other.start[axis].max(inside.start);
            let last = end(other).min(inside.end);
            first >= last || (self.start[axis] <= first && last <= end(self))
        })
    }
}

/// The tiles of a pass.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    pub pass: &'static Pass,
    /// The dimensions of the function.
    dims: Vec<i64>,
    /// For each cut, where tiles begin, and the end.
    pub bounds: Vec<Vec<i64>>,
    /// For each cut, the end of all tiles, of which these may be some.
    ends: Vec<i64>,
    /// The tiles in the order in which they begin, each by its number with the last cut fastest. There is none if that is
    /// the order.
    order: Vec<u32>,
}

/// For each cut, which coarse part each fine part belongs to, and how many coarse parts there may be.
struct Parts {
    axes: Vec<Vec<u64>>,
    counts: Vec<u64>,
}

impl Parts {
    /// The number of the coarse part that has a tile, the last cut fastest.
    fn of(&self, at: &[usize]) -> u64 {
        let axes = at.iter().zip(&self.axes).zip(&self.counts);
        axes.fold(0, |number, ((&k, parts), &count)| {
            number.saturating_mul(count).saturating_add(parts[k])
        })
    }
}

/// One tile: its position among the parts of each cut, and all dimensions of its program.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    pub at: Vec<usize>,
    pub dims: Vec<i64>,
}

pub(super) fn size(size: Size, dims: &[i64]) -> Result<i64> {
    evaluate(size, dims).ok_or_else(|| {
        Error::Array(array_fn_runtime::Error::SizeOverflow { what: "a part of a tile".to_owned() })
    })
}

/// How far each cut goes.
pub(super) fn ends(pass: &Pass, dims: &[i64]) -> Result<Vec<i64>> {
    let mut ends = vec![0; pass.cuts.len()];
    for length in pass.lengths {
        if let Length::Part { along, extent } = length {
            let extent = i128::from(size(extent, dims)?);
            let steps = (extent * i128::from(along.denominator))
                .div_ceil_positive(i128::from(along.numerator));
            let end = &mut ends[usize::from(along.cut)];
            *end = i64::try_from(steps).unwrap_or(i64::MAX).max(*end);
        }
    }
    Ok(ends)
}

trait DivCeil {
    fn div_ceil_positive(self, by: i128) -> i128;
}

impl DivCeil for i128 {
    fn div_ceil_positive(self, by: i128) -> i128 {
        -(-self).div_euclid(by.max(1))
    }
}

impl Tiles {
    pub(super) fn new(pass: &'static Pass, dims: &[i64], bounds: Vec<Vec<i64>>) -> Tiles {
        let ends = bounds.iter().map(|bounds| bounds.last().copied().unwrap_or(0)).collect();
        Tiles { pass, dims: dims.to_vec(), bounds, ends, order: Vec::new() }
    }

    /// The tiles in some range of each cut. Ranges begin and end where tiles do. `ends` are the ends of all tiles.
    pub(super) fn within(mut self, ranges: &[Option<[i64; 2]>], ends: Vec<i64>) -> Tiles {
        restrict(&mut self.bounds, ranges);
        self.ends = ends;
        self
    }

    /// Lets tiles within the parts of `coarse` bounds begin one after another, because these parts are chunks.
    pub(super) fn by_parts_of(mut self, coarse: &[Vec<i64>]) -> Tiles {
        if coarse == self.bounds || u32::try_from(self.len()).is_err() {
            return self;
        }
        let parts = self.parts(coarse);
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_by_cached_key(|&number| (parts.of(&self.place(number as usize)), number));
        self.order = order;
        self
    }

    /// Tiles that begin one after another in the same part of `coarse` bounds, at most `most` of them.
    pub(super) fn groups(&self, coarse: &[Vec<i64>], most: usize) -> Vec<Range<usize>> {
        if most == 1 {
            return (0..self.len()).map(|k| k..k + 1).collect();
        }
        let parts = self.parts(coarse);
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut of_last = 0;
        for k in 0..self.len() {
            let number = self.order.get(k).map_or(k, |&number| number as usize);
            let of_this = parts.of(&self.place(number));
            match groups.last_mut() {
                Some(group) if of_last == of_this && group.len() < most => group.end = k + 1,
                _ => groups.push(k..k + 1),
            }
            of_last = of_this;
        }
        groups
    }

    fn parts(&self, coarse: &[Vec<i64>]) -> Parts {
        let fine = self.bounds.iter().zip(coarse);
        let axes = fine.map(|(fine, coarse)| {
            let part = |at: &i64| coarse.partition_point(|begin| begin <= at) as u64;
            fine[..fine.len() - 1].iter().map(part).collect()
        });
        Parts { axes: axes.collect(), counts: coarse.iter().map(|c| c.len() as u64 + 1).collect() }
    }

    /// The positions of a tile among the parts of each cut, if the last cut varies fastest.
    fn place(&self, mut number: usize) -> Vec<usize> {
        let counts = self.counts();
        let mut at = vec![0; counts.len()];
        for (place, count) in at.iter_mut().zip(&counts).rev() {
            *place = number % count;
            number /= count;
        }
        at
    }

    /// The number of tiles on each cut.
    pub(super) fn counts(&self) -> Vec<usize> {
        self.bounds.iter().map(|bounds| bounds.len() - 1).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.counts().iter().product()
    }

    /// Tile `k` in the order in which tiles begin.
    pub(super) fn tile(&self, k: usize) -> Result<Tile> {
        let at = self.place(self.order.get(k).map_or(k, |&number| number as usize));
        let mut dims = self.dims.clone();
        for length in self.pass.lengths {
            let length = match length {
                Length::Part { along, extent } => {
                    let extent = size(extent, &dims)?;
                    let bounds = &self.bounds[usize::from(along.cut)];
                    let k = at[usize::from(along.cut)];
                    let end = match bounds[k + 1] >= self.ends[usize::from(along.cut)] {
                        true => extent,
                        false => scaled(bounds[k + 1], along).min(extent),
                    };
                    (end - scaled(bounds[k], along)).max(0)
                }
                Length::Cover { reaches } => {
                    let mut longest = 0;
                    for (needed, end) in *reaches {
                        if size(needed, &dims)? > 0 {
                            longest = size(end, &dims)?.max(longest);
                        }
                    }
                    longest
                }
            };
            dims.push(length);
        }
        Ok(Tile { at, dims })
    }

    /// Where a part begins.
    pub(super) fn begin(&self, along: &Along, tile: &Tile) -> i64 {
        scaled(self.bounds[usize::from(along.cut)][tile.at[usize::from(along.cut)]], along)
    }

    /// A box of an array of this shape.
    pub(super) fn region(&self, axes: &[BoxAxis], shape: &[usize], tile: &Tile) -> Result<Region> {
        let mut region = Region { start: Vec::new(), shape: Vec::new() };
        for (axis, &whole) in axes.iter().zip(shape) {
            let (start, length) = match axis {
                BoxAxis::Whole => (0, whole as i64),
                BoxAxis::Part { along, low, length } => {
                    let begin = along.as_ref().map_or(0, |along| self.begin(along, tile));
                    (begin + size(low, &tile.dims)?, size(length, &tile.dims)?)
                }
            };
            region.start.push(start);
            region.shape.push(usize::try_from(length).unwrap_or(0));
        }
        Ok(region)
    }
}

/// Leaves the places inside of ranges, and their ends.
pub(super) fn restrict(bounds: &mut [Vec<i64>], ranges: &[Option<[i64; 2]>]) {
    for (bounds, range) in bounds.iter_mut().zip(ranges) {
        if let Some([first, last]) = range {
            bounds.retain(|at| first < at && at < last);
            bounds.insert(0, *first);
            bounds.push(*last);
        }
    }
}

fn scaled(at: i64, along: &Along) -> i64 {
    (i128::from(at) * i128::from(along.numerator) / i128::from(along.denominator)) as i64
}
