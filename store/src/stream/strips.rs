//! Strips: boxes of the results, which a call completes one after another, because partial results of all of them do not fit
//! into memory. In each strip all passes run, over the tiles that belong to it.
//!
//! Tiles are those of the whole call, and partial results of an element are combined in the same order. So results do not
//! depend on the number of strips.

use array_fn_runtime::Device;
use array_fn_runtime::plan::{
    Along, AxisView, BoxAxis, Goal, Pass as PassPlan, Size, Source, TileInput,
};
use array_fn_runtime::stream::Streamed;

use super::plan::{Arrays, Bounds, Pass, PassSummary, add_strip, bounds_of, plan, stored_block};
use super::tiles::{Region, Tiles, size};
use crate::grid::Block;
use crate::{Error, Result};

/// An axis that all values of a call have, so that strips may be parts of it.
#[derive(Clone, Debug)]
struct Kept {
    /// For each pass, the cut along the axis.
    cuts: Vec<usize>,
    /// Where strips may begin and end: where tiles of all passes do.
    ends: Vec<i64>,
    /// Those of them where chunks end, too.
    chunk_ends: Vec<i64>,
}

/// The tiles of all passes, and how they can be divided into strips.
#[derive(Debug)]
pub(super) struct Layout {
    pub bounds: Vec<Bounds>,
    kept: Vec<Kept>,
}

/// Some of the tiles of all passes.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    /// For each pass and each of its cuts, the range that belongs to the strip, if it is not all.
    pub ranges: Vec<Vec<Option<[i64; 2]>>>,
    /// The box of each value of the call that belongs to the strip.
    pub values: Vec<Region>,
    /// The box of each result that passes write in the strip.
    pub results: Vec<Option<Region>>,
}

impl Strip {
    /// The box of an array on disk, which begins at `origin`, that passes write for a result of this shape.
    pub(super) fn block(&self, goal: &Goal, shape: &[usize], origin: &[u64]) -> Option<Block> {
        let Goal::Result(r) = goal else { return None };
        let region = self.results[usize::from(*r)].as_ref()?;
        Some(stored_block(region, shape, origin))
    }
}

/// What a call does: its strips, and the sums of their plans, for each pass.
#[derive(Debug)]
pub(super) struct Plan {
    pub strips: Vec<Strip>,
    /// The axes along which strips are parts, and how many there are along each.
    pub axes: Vec<(String, usize)>,
    pub passes: Vec<PassSummary>,
    /// The pass itself, if it is the only one and will be planned the same again.
    pub only: Option<Box<Pass>>,
}

impl Layout {
    pub(super) fn new(arrays: &Arrays<'_>) -> Result<Layout> {
        let passes = arrays.streamed.passes();
        let linked = linked(arrays.streamed);
        let mut bounds: Vec<Bounds> = Vec::new();
        for (number, pass) in passes.iter().enumerate() {
            let mut like = vec![None; pass.cuts.len()];
            for cuts in linked.iter().filter(|_| number > 0) {
                like[cuts[number]] = Some((&bounds[0], cuts[0]));
            }
            let next = bounds_of(pass, arrays, &like)?;
            bounds.push(next);
        }
        let mut kept = Vec::new();
        for cuts in linked {
            let of = |pass: usize| &bounds[pass].tiles[cuts[pass]];
            let mut ends = of(0).clone();
            ends.retain(|end| (1..passes.len()).all(|pass| of(pass).binary_search(end).is_ok()));
            let alike = (1..passes.len()).all(|pass| of(pass).last() == of(0).last());
            if ends.len() > 2 && alike {
                let mut chunk_ends = ends.clone();
                let outer = [ends[0], ends[ends.len() - 1]];
                chunk_ends.retain(|end| outer.contains(end) || ends_chunks(arrays, &cuts, *end));
                kept.push(Kept { cuts, ends, chunk_ends });
            }
        }
        Ok(Layout { bounds, kept })
    }

    /// The plan with the fewest strips that fits into the memory.
    pub(super) fn plan(
        &self,
        arrays: &Arrays<'_>,
        memory: u64,
        threads: usize,
        device: &Device,
    ) -> Result<Plan> {
        let plan = |counts: &[usize]| self.plan_with(arrays, counts, memory, threads, device);
        let mut counts = vec![1; self.kept.len()];
        let mut least = match plan(&counts)? {
            Attempt::Fits(plan) => return Ok(plan),
            Attempt::Needs(needed) => needed,
            Attempt::Impossible => u64::MAX,
        };
        loop {
            // The axis of which more strips need the least memory, or read the least.
            let mut best: Option<(u64, u64, usize, usize, Attempt)> = None;
            for (axis, kept) in self.kept.iter().enumerate() {
                let more = (2 * counts[axis]).min(kept.ends.len() - 1);
                if more == counts[axis] {
                    continue;
                }
                let mut next = counts.clone();
                next[axis] = more;
                let attempt = plan(&next)?;
                let (needed, read) = match &attempt {
                    Attempt::Fits(plan) => (0, plan.passes.iter().map(|p| p.bytes_read).sum()),
                    Attempt::Needs(needed) => (*needed, 0),
                    Attempt::Impossible => continue,
                };
                if best.as_ref().is_none_or(|best| (needed, read) < (best.0, best.1)) {
                    best = Some((needed, read, axis, more, attempt));
                }
            }
            let Some((needed, _, axis, more, attempt)) = best else {
                let function = arrays.streamed.function().program().name;
                return Err(Error::Stream { function, needed: least, memory });
            };
            let fewer = counts[axis];
            counts[axis] = more;
            let Attempt::Fits(found) = attempt else {
                least = least.min(needed);
                continue;
            };
            // Perhaps fewer do.
            let (mut too_few, mut enough, mut found) = (fewer, more, found);
            while enough - too_few > 1 {
                counts[axis] = (too_few + enough) / 2;
                match plan(&counts)? {
                    Attempt::Fits(plan) => (enough, found) = (counts[axis], plan),
                    _ => too_few = counts[axis],
                }
            }
            return Ok(found);
        }
    }

    /// The plan with so many strips along each axis.
    fn plan_with(
        &self,
        arrays: &Arrays<'_>,
        counts: &[usize],
        memory: u64,
        threads: usize,
        device: &Device,
    ) -> Result<Attempt> {
        let Some(strips) = self.strips(arrays, counts)? else { return Ok(Attempt::Impossible) };
        let passes = arrays.streamed.passes();
        let mut summaries: Vec<PassSummary> = Vec::new();
        let mut only = None;
        let mut most = 0;
        for strip in &strips {
            for number in 0..passes.len() {
                match plan(number, arrays, (self, strip), memory, threads, device) {
                    Ok(pass) => {
                        match summaries.get_mut(number) {
                            Some(sum) => add_strip(sum, &pass.summary),
                            None => summaries.push(pass.summary.clone()),
                        }
                        let is_only = strips.len() == 1 && passes.len() == 1;
                        let is_same = is_only && !depends_on_values(&pass.tiles);
                        only = is_same.then(|| Box::new(pass));
                    }
                    Err(Error::Stream { needed, .. }) => {
                        most = needed.max(most);
                        // The place of the pass, so that later ones have theirs.
                        if summaries.len() == number {
                            summaries.push(PassSummary::default());
                        }
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        if most > 0 {
            return Ok(Attempt::Needs(most));
        }
        for (number, (summary, pass)) in summaries.iter_mut().zip(passes).enumerate() {
            let cuts = pass.cuts.iter().zip(&self.bounds[number].tiles);
            summary.cuts = cuts.map(|(c, b)| (c.name.to_owned(), b.len() - 1)).collect();
        }
        let names = self.kept.iter().zip(counts).filter(|(_, count)| **count > 1);
        let axes =
            names.map(|(kept, &count)| (passes[0].cuts[kept.cuts[0]].name.to_owned(), count));
        Ok(Attempt::Fits(Plan { strips, axes: axes.collect(), passes: summaries, only }))
    }

    /// The strips, the last axis fastest. `None` if some pass needs more of a value than its strip has.
    fn strips(&self, arrays: &Arrays<'_>, counts: &[usize]) -> Result<Option<Vec<Strip>>> {
        let parts: Vec<Vec<[i64; 2]>> =
            self.kept.iter().zip(counts).map(|(kept, &count)| kept.parts(count)).collect();
        let mut strips = Vec::new();
        let mut at = vec![0; parts.len()];
        loop {
            let ranges = at.iter().zip(&parts).map(|(&k, parts)| parts[k]).collect::<Vec<_>>();
            match self.strip(arrays, &ranges)? {
                Some(strip) => strips.push(strip),
                None => return Ok(None),
            }
            let Some(axis) = (0..at.len()).rev().find(|&axis| at[axis] + 1 < parts[axis].len())
            else {
                return Ok(Some(strips));
            };
            at[axis] += 1;
            at[axis + 1..].fill(0);
        }
    }

    fn strip(&self, arrays: &Arrays<'_>, parts: &[[i64; 2]]) -> Result<Option<Strip>> {
        let streamed = arrays.streamed;
        let mut values = Vec::new();
        for k in 0..streamed.values().len() {
            let (shape, _) = arrays.shape(&Source::Value(k as u16))?;
            values.push(Region { start: vec![0; shape.len()], shape: shape.into_owned() });
        }
        let mut results = vec![None; streamed.results().count()];
        let mut ranges = Vec::new();
        for (number, pass) in streamed.passes().iter().enumerate() {
            let mut of_pass = vec![None; pass.cuts.len()];
            for (kept, part) in self.kept.iter().zip(parts) {
                let whole = [kept.ends[0], kept.ends[kept.ends.len() - 1]];
                of_pass[kept.cuts[number]] = Some(*part).filter(|part| *part != whole);
            }
            let all = self.bounds[number].tiles.iter();
            let all = all.map(|bounds| match bounds.as_slice() {
                [first, .., last] => vec![*first, *last],
                _ => bounds.clone(),
            });
            let one = Tiles::new(pass, arrays.dims, all.collect());
            let ends = one.bounds.iter().map(|bounds| *bounds.last().unwrap_or(&0)).collect();
            let one = one.within(&of_pass, ends);
            if one.len() == 1 {
                let tile = one.tile(0)?;
                for input in pass.inputs {
                    if let TileInput::Box { source: Source::Value(v), axes, .. } = input {
                        let has = &values[usize::from(*v)];
                        let (shape, _) = arrays.shape(&Source::Value(*v))?;
                        if !has.contains(&one.region(axes, &shape, &tile)?, &shape) {
                            return Ok(None);
                        }
                    }
                }
                for output in pass.outputs {
                    let (shape, _) = arrays.goal(&output.goal)?;
                    let region = one.region(output.axes, &shape, &tile)?;
                    match output.goal {
                        Goal::Value(v) => values[usize::from(v)] = region,
                        Goal::Result(r) => results[usize::from(r)] = Some(region),
                    }
                }
            }
            ranges.push(of_pass);
        }
        Ok(Some(Strip { ranges, values, results }))
    }
}

/// Whether the elements that tiles need depend on values of the call, which are not known when it is planned.
fn depends_on_values(tiles: &Tiles) -> bool {
    let gathered = |view: &AxisView| matches!(view, AxisView::Gathered(Source::Value(_)));
    tiles.pass.inputs.iter().any(|input| match input {
        TileInput::Box { views, .. } => views.iter().any(gathered),
        TileInput::Start(_) => false,
    })
}

enum Attempt {
    Fits(Plan),
    /// So much memory.
    Needs(u64),
    /// The call cannot be divided in this way.
    Impossible,
}

impl Kept {
    /// The ranges of so many strips, of about the same size. They end where chunks do, if there are enough of those places.
    fn parts(&self, count: usize) -> Vec<[i64; 2]> {
        let ends = if self.chunk_ends.len() > count { &self.chunk_ends } else { &self.ends };
        let count = count.min(ends.len() - 1);
        let last = ends[ends.len() - 1] as i128;
        let mut places = vec![0];
        for k in 1..count {
            let wanted = last * k as i128 / count as i128;
            let near = ends.partition_point(|&end| i128::from(end) < wanted);
            // There must be places left for those behind.
            places.push(near.max(places[k - 1] + 1).min(ends.len() - 1 - (count - k)));
        }
        places.push(ends.len() - 1);
        places.windows(2).map(|pair| [ends[pair[0]], ends[pair[1]]]).collect()
    }
}

fn is_one(along: &Along) -> bool {
    along.numerator == along.denominator
}

/// The position of the only axis that is cut along `cut`, if it has all elements of the cut.
fn axis_along(axes: &[BoxAxis], cut: usize) -> Option<usize> {
    let along = |axis: &BoxAxis| match axis {
        BoxAxis::Part { along: Some(along), .. } => usize::from(along.cut) == cut,
        _ => false,
    };
    let mut found = axes.iter().enumerate().filter(|(_, axis)| along(axis));
    match (found.next(), found.next()) {
        (Some((k, BoxAxis::Part { along: Some(along), .. })), None) if is_one(along) => Some(k),
        _ => None,
    }
}

/// The axes of values along which a call may be divided into strips: for each, the cut of each pass. All outputs of passes
/// have the axis, and passes get from earlier ones what has it, too.
fn linked(streamed: &Streamed) -> Vec<Vec<usize>> {
    let passes = streamed.passes();
    let Some(first) = passes.first() else { return Vec::new() };
    let is_made = |value: u16| {
        passes.iter().flat_map(|pass| pass.outputs).any(|output| output.goal == Goal::Value(value))
    };
    let steps = passes.iter().flat_map(|pass| pass.before).chain(streamed.last());
    let mut of_steps = steps.flat_map(|step| step.inputs);
    if of_steps.any(|source| matches!(source, Source::Value(v) if is_made(*v))) {
        // They need whole values.
        return Vec::new();
    }
    (0..first.cuts.len()).filter_map(|cut| linked_to(passes, cut)).collect()
}

/// For each pass, the cut along the same axis as a cut of the first.
fn linked_to(passes: &[PassPlan], cut: usize) -> Option<Vec<usize>> {
    let mut cuts = Vec::new();
    for (number, pass) in passes.iter().enumerate() {
        let mut own = (number == 0).then_some(cut);
        for input in pass.inputs {
            let TileInput::Box { source: Source::Value(value), axes, .. } = input else { continue };
            for (earlier, &cut) in passes.iter().zip(&cuts) {
                let Some(made) = earlier.outputs.iter().find(|o| o.goal == Goal::Value(*value))
                else {
                    continue;
                };
                let axis = axis_along(made.axes, cut)?;
                let BoxAxis::Part { along: Some(along), .. } = &axes[axis] else { return None };
                let cut = usize::from(along.cut);
                if axis_along(axes, cut) != Some(axis) || own.is_some_and(|own| own != cut) {
                    return None;
                }
                own = Some(cut);
            }
        }
        let own = own?;
        if pass.outputs.iter().any(|output| axis_along(output.axes, own).is_none()) {
            return None;
        }
        cuts.push(own);
    }
    Some(cuts)
}

/// Whether chunks of all stored operands and targets of the passes end at a place of a cut.
fn ends_chunks(arrays: &Arrays<'_>, cuts: &[usize], end: i64) -> bool {
    let passes = arrays.streamed.passes().iter().zip(cuts);
    let ends = |axes: &[BoxAxis], cut: usize, chunk: &[u64], origin: &[u64]| {
        axes.iter().zip(chunk.iter().zip(origin)).all(|(axis, (&chunk, &origin))| match axis {
            BoxAxis::Part { along: Some(along), low, .. } if usize::from(along.cut) == cut => {
                let at = i128::from(end) * i128::from(along.numerator);
                let at = at / i128::from(along.denominator) + i128::from(origin);
                at % i128::from(chunk.max(1)) == 0 || low_is_variable(low, arrays.dims)
            }
            _ => true,
        })
    };
    passes.into_iter().all(|(pass, &cut)| {
        let inputs = pass.inputs.iter().all(|input| match input {
            TileInput::Box { source, axes, views } => match arrays.stored(source) {
                // Parts of a view are anywhere.
                Some(_) if !views.is_empty() => true,
                Some((_, array, origin)) => ends(axes, cut, &array.header().chunk, origin),
                None => true,
            },
            TileInput::Start(_) => true,
        });
        inputs
            && pass.outputs.iter().all(|output| match arrays.target(&output.goal) {
                Some((_, array, origin)) => {
                    ends(output.axes, cut, &array.header().write_chunk, origin)
                }
                None => true,
            })
    })
}

/// Whether a box begins at a place that depends on the tile, so that no place of the cut is better than others.
fn low_is_variable(low: Size, dims: &[i64]) -> bool {
    size(low, dims).is_err()
}
