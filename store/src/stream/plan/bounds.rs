//! Where tiles begin and end.

use array_fn_runtime::plan::{AxisView, BoxAxis, Pass as PassPlan, Source, TileInput};

use super::arrays::{Arrays, bytes_of, is_cut};
use crate::Result;
use crate::stream::need::view_shape;
use crate::stream::tiles::{Region, Tiles, ends, size};

/// Tiles with fewer bytes are merged, because each call of a program takes some microseconds. Tiles with more bytes are
/// cut, so that any array can be read in little memory.
const TILE_BYTES: [u64; 2] = [1 << 20, 24 << 20];
/// The same where parts of chunks can be read by themselves, and tiles share none: such tiles stay in a core's cache.
const CACHED_TILE_BYTES: [u64; 2] = [256 << 10, 1 << 20];

/// Where tiles of a pass begin and end, for each cut.
#[derive(Clone, Debug)]
pub(in crate::stream) struct Bounds {
    pub tiles: Vec<Vec<i64>>,
    /// Those of chunks that have several tiles.
    pub coarse: Vec<Vec<i64>>,
    /// Whether the tiles of a coarse part have the same box of each partial result, so that one thread combines those of
    /// several. It depends on shapes only, as the order of sums does.
    pub groups: bool,
    /// Where chunks of the largest array along the cut end.
    borders: Vec<Vec<i64>>,
}

/// The boundaries of tiles. They depend on shapes and grids only, and so do the results of sums. For each cut, `like` names
/// one of an earlier pass along the same axis; tiles end where its tiles do, if no other places are better.
pub(in crate::stream) fn bounds_of(
    pass: &'static PassPlan,
    arrays: &Arrays<'_>,
    like: &[Option<(&Bounds, usize)>],
) -> Result<Bounds> {
    let ends = ends(pass, arrays.dims)?;
    let (mut bounds, mut own) = (Vec::new(), Vec::new());
    let mut given = vec![false; ends.len()];
    for (cut, &end) in ends.iter().enumerate() {
        let (borders, is_led) = borders(pass, arrays, cut, end)?;
        let other = like[cut].filter(|(other, of)| {
            let same = !is_led || other.borders[*of] == borders;
            same && other.tiles[*of].last() == borders.last()
        });
        given[cut] = other.is_some();
        bounds.push(other.map_or_else(|| borders.clone(), |(other, of)| other.tiles[of].clone()));
        own.push(borders);
    }
    let apart = are_apart(&Tiles::new(pass, arrays.dims, bounds.clone()), arrays)?;
    let [least, most] =
        arrays.tile_bytes.unwrap_or(if apart { CACHED_TILE_BYTES } else { TILE_BYTES });
    let bytes_of =
        |bounds: &Vec<Vec<i64>>| tile_bytes(&Tiles::new(pass, arrays.dims, bounds.clone()), arrays);
    if bounds.iter().any(|bounds| bounds.len() < 2) {
        let coarse = bounds.clone();
        return Ok(Bounds { coarse, tiles: bounds, groups: false, borders: own });
    }
    while bytes_of(&bounds)? < least {
        let several = |cut: &usize| !given[*cut] && bounds[*cut].len() > 2;
        let Some(cut) = (0..bounds.len()).rev().find(several) else { break };
        let mut merged = bounds.clone();
        let last = bounds[cut].len() - 1;
        let mut k = 0;
        merged[cut].retain(|_| {
            k += 1;
            (k - 1) % 2 == 0 || k - 1 == last
        });
        if bytes_of(&merged)? > most {
            break;
        }
        bounds = merged;
    }
    let coarse = bounds.clone();
    while bytes_of(&bounds)? > most {
        let divisible = |cut: &usize| widest(&bounds[*cut]).1 >= 2 * pass.cuts[*cut].unit;
        let Some(cut) = (0..bounds.len()).find(divisible) else { break };
        let unit = pass.cuts[cut].unit;
        let width = widest(&bounds[cut]).1;
        // Only the widest parts are cut, so that narrow ones at the ends stay.
        let step = (width / 2 + unit - 1) / unit * unit;
        let mut finer = Vec::new();
        for pair in bounds[cut].windows(2) {
            finer.extend((pair[0]..pair[1]).step_by(step as usize));
        }
        finer.extend(bounds[cut].last());
        bounds[cut] = finer;
    }
    let groups = apart && are_groups(pass, &bounds, &coarse);
    Ok(Bounds { tiles: bounds, coarse, groups, borders: own })
}

/// Whether a pass only has partial results, and parts are cut further along axes alone that these do not have.
fn are_groups(pass: &PassPlan, tiles: &[Vec<i64>], coarse: &[Vec<i64>]) -> bool {
    let along = |axis: &BoxAxis| match axis {
        BoxAxis::Part { along: Some(along), .. } => Some(usize::from(along.cut)),
        _ => None,
    };
    let mut kept = pass.outputs.iter().flat_map(|output| output.axes).filter_map(along);
    pass.outputs.iter().all(|output| output.fold.is_some())
        && kept.all(|cut| tiles[cut] == coarse[cut])
}

/// The widest part, and its width.
fn widest(bounds: &[i64]) -> (usize, i64) {
    let widths = bounds.windows(2).map(|pair| pair[1] - pair[0]).enumerate();
    // The first of equal ones.
    widths.rev().max_by_key(|(_, width)| *width).unwrap_or((0, 0))
}

/// Whether all large arrays are plain, and tiles share no elements of them.
fn are_apart(tiles: &Tiles, arrays: &Arrays<'_>) -> Result<bool> {
    if tiles.len() == 0 {
        return Ok(false);
    }
    let counts = tiles.counts();
    let number = |at: &[usize]| at.iter().zip(&counts).fold(0, |k, (at, count)| k * count + at);
    let first = tiles.tile(0)?;
    for input in tiles.pass.inputs {
        let TileInput::Box { source, axes, views } = input else { continue };
        let Some((large, array, _)) = arrays.stored(source) else { continue };
        if array.header().strides.is_none() {
            return Ok(false);
        }
        let shape = view_shape(arrays, &large.shape, views)?;
        let region = tiles.region(axes, &shape, &first)?;
        for (cut, &count) in counts.iter().enumerate() {
            let mut at = vec![0; counts.len()];
            at[cut] = 1;
            if count < 2 {
                // It may be cut later. The part of one step tells.
                continue;
            }
            let next = tiles.region(axes, &shape, &tiles.tile(number(&at))?)?;
            let meets =
                region.start.iter().zip(&region.shape).zip(next.start.iter().zip(&next.shape));
            let mut meets = meets.map(|((&a, &n), (&b, &m))| a + n as i64 > b && b + m as i64 > a);
            if meets.all(|meets| meets) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Tiles that end where chunks of the largest array along the cut do, and whether there is one.
fn borders(
    pass: &'static PassPlan,
    arrays: &Arrays<'_>,
    cut: usize,
    end: i64,
) -> Result<(Vec<i64>, bool)> {
    if end <= 0 {
        return Ok((vec![0], false));
    }
    let mut lead: Option<(u64, Vec<i64>)> = None;
    for input in pass.inputs {
        let TileInput::Box { source, axes, views } = input else { continue };
        let Some((large, array, start)) = arrays.stored(source) else { continue };
        let header = array.header();
        let bytes = bytes_of(&Region { start: vec![], shape: large.shape.clone() }, 1);
        for (axis, part) in axes.iter().enumerate().take(start.len()) {
            let BoxAxis::Part { along: Some(along), low, .. } = part else { continue };
            let view = views.get(axis).unwrap_or(&AxisView::Same);
            if matches!(view, AxisView::Gathered(_)) {
                // Neighbours may be anywhere.
                continue;
            }
            if usize::from(along.cut) != cut
                || lead.as_ref().is_some_and(|(most, _)| *most >= bytes)
            {
                continue;
            }
            let chunk = header.chunk[axis].max(1);
            // The low end may depend on dimensions of the tile only where parts are fixed.
            let low = size(low, arrays.dims).unwrap_or(0);
            // Positions of views are on both sides of a tile, so its middle is over the chunks.
            let low = match views.is_empty() {
                true => low,
                false => low + halo(pass, arrays, (source, axes, views), axis)? / 2,
            };
            let (first, unit) = (start[axis] as i64 + low, pass.cuts[cut].unit);
            let mut at = vec![0];
            let last = (first + large.shape[axis] as i64).max(0) as u64;
            let reversed = matches!(view, AxisView::Reversed);
            let (begin, size) = (start[axis] as i64, large.shape[axis] as i64);
            let mut borders = Vec::new();
            let mut border = (first.max(0) as u64 / chunk + 1) * chunk;
            while border < last {
                borders.push(border as i64);
                border += chunk;
            }
            if reversed {
                // As if the axis began at its end.
                borders.iter_mut().for_each(|border| *border = 2 * begin + size - *border);
                borders.reverse();
            }
            for border in borders {
                let index = border - first;
                let position = i128::from(index) * i128::from(along.denominator);
                let position = position.div_euclid(i128::from(along.numerator)) as i64;
                let position = position.div_euclid(unit) * unit;
                if position > at[at.len() - 1] && position < end {
                    at.push(position);
                }
            }
            at.push(end);
            lead = Some((bytes, at));
        }
    }
    Ok(lead.map_or_else(|| (vec![0, end], false), |(_, bounds)| (bounds, true)))
}

/// How many positions of an axis of an input a tile has more than of the cut.
fn halo(
    pass: &'static PassPlan,
    arrays: &Arrays<'_>,
    (source, axes, views): (&Source, &[BoxAxis], &[AxisView]),
    axis: usize,
) -> Result<i64> {
    let ends = ends(pass, arrays.dims)?;
    let all = Tiles::new(pass, arrays.dims, ends.iter().map(|&end| vec![0, end]).collect());
    let (BoxAxis::Part { along: Some(along), .. }, true) =
        (&axes[axis], ends.iter().all(|&n| n > 0))
    else {
        return Ok(0);
    };
    let (shape, _) = arrays.shape(source)?;
    let shape = view_shape(arrays, &shape, views)?;
    let region = all.region(axes, &shape, &all.tile(0)?)?;
    let part = i128::from(ends[usize::from(along.cut)]) * i128::from(along.numerator)
        / i128::from(along.denominator);
    Ok((region.shape[axis] as i64).saturating_sub(part as i64).max(0))
}

/// The bytes of the arrays of the largest tile.
fn tile_bytes(tiles: &Tiles, arrays: &Arrays<'_>) -> Result<u64> {
    let tile = tiles.tile(largest(tiles))?;
    let mut bytes = 0u64;
    for input in tiles.pass.inputs {
        if let TileInput::Box { source, axes, views } = input
            && is_cut(axes)
        {
            let (shape, item) = arrays.shape(source)?;
            let shape = view_shape(arrays, &shape, views)?;
            bytes = bytes.saturating_add(bytes_of(&tiles.region(axes, &shape, &tile)?, item));
        }
    }
    for output in tiles.pass.outputs {
        let (shape, item) = arrays.goal(&output.goal)?;
        bytes = bytes.saturating_add(bytes_of(&tiles.region(output.axes, &shape, &tile)?, item));
    }
    Ok(bytes)
}

/// The number of the largest tile.
pub(super) fn largest(tiles: &Tiles) -> usize {
    let axes = tiles.bounds.iter().zip(tiles.counts());
    axes.fold(0, |number, (bounds, count)| number * count + widest(bounds).0)
}
