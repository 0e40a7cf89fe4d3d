//! The scheduler: turns a DAG into kernels and a plan. It decides which nodes are stored, which share a kernel, in
//! which order the kernels run, and in which buffer each stored node lives.
//!
//! ```text
//! inline views, gathers and maps -> few of sorted -> split long reductions -> compute again -> settle outputs ->
//! group -> phases -> lower -> slots
//! ```
//!
//! | step | modules |
//! | --- | --- |
//! | views, gathers and element-wise arithmetic move into the nodes that read them | [`inline`], `maps` |
//! | the first and last elements of a sort are found without it | `few_of_sorted` |
//! | long reductions become reductions of parts | `ravel`, [`split`] |
//! | maps are computed again by kernels that read them at neighbouring points | `again` |
//! | every output gets a node of its own | [`settle`] |
//! | nodes are assigned to kernels | [`group`], by `place`, `merge` and `sink` |
//! | the loops of each kernel are planned | [`phases`] |
//! | kernels are written as kernel IR | [`lower`], [`routine`]; the IR is [`kernel`] |
//! | stores to one index or a slice of a dimension leave the others alone | `narrow` |
//! | kernels are tuned | `fast_math`, `hints`, [`turn`], [`pieces`] |
//! | kernels that may run together, strip by strip, are found | `strips` |
//! | stored nodes get places in memory | `reuse`, [`buffers`] |
//!
//! The result is a [`Schedule`]; all schedules of a function are a [`scheduled::Scheduled`]. [`cost`] estimates each
//! launch, [`contraction`] finds those that a library may compute, and [`interpret`] runs schedules literally.

pub mod access;
pub mod affine;
mod again;
mod ancestors;
pub mod buffers;
pub mod contraction;
pub mod cost;
mod fast_math;
mod few_of_sorted;
pub mod group;
mod hints;
pub mod inline;
pub mod interpret;
mod join;
pub mod kernel;
pub mod lower;
mod maps;
mod merge;
mod narrow;
pub mod phases;
pub mod pieces;
mod place;
mod ravel;
mod repeat;
mod reuse;
pub mod routine;
pub mod scheduled;
pub mod settle;
mod sink;
pub mod split;
pub mod steps;
mod strips;
pub mod turn;

use crate::dag::{Dag, NodeId, NodeKind, Origin, Rounding, Size, Target};
use crate::hash::{HashMap, HashSet};
use crate::plan::{self, Check, KernelId, Launch, LaunchId, Place, Schedule, TempId};
use crate::ranks;
use ancestors::Ancestors;
use group::{Groups, Limits};
use kernel::KernelIr;
use split::Rows;
use std::collections::BTreeSet;

/// The granularity of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Fused,
    /// One kernel per comprehension.
    Unfused,
}

/// Local arrays of one kernel hold at most this many elements.
const MAX_LOCAL_ELEMENTS: i64 = 8192;

/// Axes shorter than this do not run in lanes if there is a choice.
const SHORT_AXIS: i64 = 32;
/// Rows shorter than this are mostly shorter than vectors.
const SHORT_ROW: i64 = 16;

/// The most comprehensions of one kernel. It bounds the work of the compilers that follow, and the depth of the
/// expressions that they are given.
const MAX_MEMBERS: usize = 1024;

/// Distinct kernels, in order of first use.
#[derive(Debug, Default)]
pub struct KernelSet {
    pub kernels: Vec<KernelIr>,
    index: HashMap<KernelIr, KernelId>,
    /// The dimension of the function whose rows may belong to ranks.
    pub ranks: Option<String>,
    /// An array that launches read in a way in which no rank can.
    pub refused: Option<String>,
}

impl KernelSet {
    /// Nothing yet, for a function whose rows along this dimension may belong to ranks.
    pub fn of(ranks: Option<String>) -> KernelSet {
        KernelSet { ranks, ..KernelSet::default() }
    }

    /// The position of an equal kernel, or of the new one.
    pub fn insert(&mut self, kernel: KernelIr) -> KernelId {
        if let Some(k) = self.index.get(&kernel) {
            return *k;
        }
        let id = KernelId(self.kernels.len());
        self.kernels.push(kernel.clone());
        self.index.insert(kernel, id);
        id
    }
}

/// Schedules an optimised graph whose pinned dimensions are constants already.
pub fn schedule(dag: &Dag, mode: Mode, kernels: &mut KernelSet) -> Schedule {
    match mode {
        Mode::Fused => whole_or_split(&mapped(dag), Rows::Split, kernels).0,
        Mode::Unfused => grouped(dag.clone(), true, kernels),
    }
}

/// The schedule for any sizes. If it splits reductions over rows or counts into parts, there is a second schedule for few
/// rows or indices.
/// Its sizes are the numbers of parts: it is for calls in which none of them is above 1.
pub fn fused(dag: &Dag, kernels: &mut KernelSet) -> (Schedule, Option<(Vec<Size>, Schedule)>) {
    let mapped = mapped(dag);
    let (any, parts) = whole_or_split(&mapped, Rows::Split, kernels);
    let few = (!parts.is_empty()).then(|| (parts, whole_or_split(&mapped, Rows::Whole, kernels).0));
    (any, few)
}

/// The graph with views, gathers and maps inlined into the nodes that read them.
fn mapped(dag: &Dag) -> Dag {
    let mut dag = dag.clone();
    narrow::keep_values(&mut dag);
    let dag = maps::inline_maps(&inline::inline_gathers(&inline::inline_views(&dag)));
    few_of_sorted::few_of_sorted(&dag)
}

/// The schedule with reductions over rows and counts split into parts, or whole; and the numbers of parts.
fn whole_or_split(mapped: &Dag, rows: Rows, kernels: &mut KernelSet) -> (Schedule, Vec<Size>) {
    let (split, parts) = split::split_reductions(mapped, rows);
    (grouped(again::compute_again(split, MAX_MEMBERS), false, kernels), parts)
}

/// The schedule of a graph whose loops need no further change.
fn grouped(mut dag: Dag, unfused: bool, kernels: &mut KernelSet) -> Schedule {
    settle::settle_outputs(&mut dag, unfused);
    // Kernels get fewer members until their local arrays fit.
    let mut members = MAX_MEMBERS;
    loop {
        let mut groups = group::group(&dag, Limits { unfused, members });
        let plans: Vec<_> =
            groups.groups.iter().map(|g| widen(&dag, &groups, g, unfused)).collect();
        let largest = plans
            .iter()
            .zip(&groups.groups)
            .filter(|(p, _)| p.0.local_elements > MAX_LOCAL_ELEMENTS)
            .map(|(_, g)| g.members.len())
            .max();
        match largest {
            Some(n) if n > 1 => members = n / 2,
            _ => {
                if !unfused {
                    reuse::reuse(&dag, &mut groups);
                }
                return assemble(&dag, &groups, plans, kernels, unfused);
            }
        }
    }
}

/// The phases of a group.
///
/// If all members have the same shape, read each other only at the same element, and have no long reductions, all axes
/// run in parallel. In that case the group with these axes is returned, too.
fn widen(
    dag: &Dag,
    groups: &Groups,
    group: &group::Group,
    unfused: bool,
) -> (phases::Plan, Option<Groups>) {
    if group.is_routine(dag) {
        return (phases::Plan::default(), None);
    }
    let shape = &dag.node(group.members[0]).shape;
    let members: HashSet<NodeId> = group.members.iter().copied().collect();
    let pointwise = !unfused
        && !group.parallel.is_empty()
        && group.parallel.len() < shape.len()
        && group.members.iter().all(|m| {
            dag.node(*m).shape == *shape
                && (!access::has_long_reduction(dag, *m) || access::reduces_rows(dag, *m))
                && groups.info[m].loads.iter().all(|l| {
                    !members.contains(&l.node)
                        || (0..shape.len()).all(|k| access::as_axis(dag, l.index[k]) == Some(k))
                })
        });
    // A short last axis fills no vector, so sums for each of its elements are better off in a loop.
    let short = shape.last().and_then(Size::as_constant).is_some_and(|n| n < SHORT_AXIS);
    let short = short && !shape.last().is_some_and(|n| hints::wants_lanes(dag, &group.members, n));
    // A choice by such an axis is known if the loop is unrolled.
    let needs_loop = |m: &NodeId| {
        access::has_reduction(dag, *m) && !access::reduces_rows(dag, *m)
            || access::chooses_by_last_axis(dag, *m)
    };
    let pointwise = pointwise && !(short && group.members.iter().any(needs_loop));
    // A parameter that the group overwrites must be read at the same element.
    let targets: HashMap<NodeId, Vec<Target>> =
        group.members.iter().filter_map(|m| Some((*m, groups.targets.get(m)?.clone()))).collect();
    let overwritten = |n: NodeId| match dag.node(n).kind {
        NodeKind::Input(p) => targets.values().any(|t| t.contains(&Target::Param(p))),
        NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => false,
    };
    let in_place = group.members.iter().flat_map(|m| &groups.info[m].loads).all(|l| {
        !overwritten(l.node)
            || (0..l.index.len()).all(|k| access::as_axis(dag, l.index[k]) == Some(k))
    });
    if !pointwise || !in_place {
        return (phases::plan(dag, groups, group), None);
    }
    let all: Vec<usize> = (0..shape.len()).collect();
    let mut info = HashMap::default();
    for id in group
        .members
        .iter()
        .chain(group.members.iter().flat_map(|m| &groups.info[m].loads).map(|l| &l.node))
    {
        let old = &groups.info[id];
        let member = members.contains(id);
        let axes = if member {
            access::Axes { parallel: all.clone(), inner: Vec::new() }
        } else {
            old.axes.clone()
        };
        let shape = &dag.node(*id).shape;
        let parallel = axes.parallel.iter().map(|k| shape[*k].clone()).collect();
        let loads = old.loads.clone();
        info.insert(*id, group::Info { axes, parallel, loads, ..*old });
    }
    let wide = group::Group {
        members: group.members.clone(),
        parallel: shape.clone(),
        is_check: group.is_check,
        after: group.after.clone(),
    };
    let groups = Groups { info, groups: vec![wide], targets, ..Groups::default() };
    (phases::plan(dag, &groups, &groups.groups[0]), Some(groups))
}

/// Whether rows along the last axis are mostly shorter than vectors, and some array is not read along them.
fn has_short_rows(dag: &Dag, groups: &Groups, group: &group::Group) -> bool {
    let shape = &dag.node(group.members[0]).shape;
    let Some(last) = shape.len().checked_sub(1) else { return false };
    let along = |l: &access::LoadRef| {
        let of = &dag.node(l.node).shape;
        of.is_empty()
            || of.len() == shape.len()
                && of[last] == shape[last]
                && access::as_axis(dag, l.index[last]) == Some(last)
    };
    let wants_lanes = hints::wants_lanes(dag, &group.members, &shape[last]);
    shape[last].as_constant().is_some_and(|n| n < SHORT_ROW)
        && !wants_lanes
        && !group.members.iter().any(|m| access::reduces_rows(dag, *m))
        && !group.members.iter().flat_map(|m| &groups.info[m].loads).all(along)
}

fn assemble(
    dag: &Dag,
    groups: &Groups,
    plans: Vec<(phases::Plan, Option<Groups>)>,
    kernels: &mut KernelSet,
    unfused: bool,
) -> Schedule {
    let (places, mut temps) = buffers::places(dag, groups);
    let ancestors = ancestors_of(groups);
    let mut all_lowered = Vec::new();
    let mut lowered_loops = HashMap::default();
    let mut narrowed = HashSet::default();
    // The kernels that run after that of a group, for the same nodes.
    let mut parts: HashMap<usize, Vec<lower::Lowered>> = HashMap::default();
    for (k, of) in groups.groups.iter().zip(&plans).enumerate() {
        let Some(id) = repeat::of(dag, &of.0.members) else {
            let mut lowered = lower_group(dag, groups, of, &places, &mut temps);
            if !unfused && may_turn(dag) && !of.0.members.iter().any(|m| hints::has_lanes(dag, *m))
            {
                let (is_narrowed, others) = narrow::narrow_apart(&mut lowered, dag);
                narrowed.extend(is_narrowed.then_some(k));
                if !others.is_empty() {
                    parts.insert(k, others);
                }
            }
            all_lowered.push(lowered);
            continue;
        };
        let mode = if unfused { Mode::Unfused } else { Mode::Fused };
        let lowered = repeat::lower(dag, id, &of.0.members, &places, &mut temps, mode, kernels);
        // Until it is expanded, one launch stands for it.
        all_lowered.push(lower::Lowered { buffers: lowered.places(), ..lower::Lowered::default() });
        lowered_loops.insert(k, lowered);
    }
    let strips = match unfused {
        true => vec![None; groups.groups.len()],
        false => strips_of(dag, groups, &plans, &all_lowered, &narrowed),
    };
    let (mut launches, mut others) = (Vec::new(), HashMap::default());
    for (k, (((group, (_, wide)), strip), lowered)) in
        groups.groups.iter().zip(&plans).zip(strips).zip(all_lowered).enumerate()
    {
        let launch = Launch {
            name: name(dag, groups, group),
            kernel: KernelId(0),
            buffers: Vec::new(),
            scalars: Vec::new(),
            sizes: Vec::new(),
            extents: Vec::new(),
            after: reduced(&ancestors, &group.after),
            strip,
            cost: plan::Cost::default(),
            computes: computes(dag, group),
            contraction: None,
            block: None,
            across: None,
        };
        let mut completed = |mut lowered: lower::Lowered, mut launch: Launch| {
            if lowered_loops.contains_key(&k) {
                return of_lowered(lowered, launch);
            }
            let dims = wide.as_ref().map_or(&group.parallel, |wide| &wide.groups[0].parallel);
            let keeps_rows = launch.strip.is_some() || kernels.ranks.is_some();
            launch.block = tune(dag, group, dims, unfused, keeps_rows, &mut lowered);
            let lens: Vec<Size> = lowered.buffers.iter().map(|p| len(dag, &temps, p)).collect();
            launch.contraction = match group.members.as_slice() {
                // A library adds in its own order.
                [member] if !dag.tuning.is_strict() => {
                    contraction::describe(dag, *member, &places, &lowered)
                }
                _ => None,
            };
            launch.across = across(dag, groups, group, &places, &lowered, kernels);
            launch.cost = cost::cost(&lowered.kernel, &lowered.sizes, &lowered.extents, &lens);
            lowered.kernel.some_rows = launch.across.as_ref().is_some_and(|across| across.by_rows);
            launch.kernel = kernels.insert(std::mem::take(&mut lowered.kernel));
            of_lowered(lowered, launch)
        };
        if let Some(parts) = parts.remove(&k) {
            let all = parts.into_iter().map(|lowered| completed(lowered, launch.clone()));
            others.insert(k, all.collect());
        }
        launches.push(completed(lowered, launch));
    }
    buffers::mark_rows(dag, groups, &places, &launches, &mut temps);
    let checks = check_runs(dag, &places);
    let keep: HashSet<TempId> = checks.iter().map(|c| c.temp).collect();
    let slots = buffers::assign_slots(&mut temps, &launches, &ancestors, &keep);
    let check_launches = groups.groups.iter().filter(|g| g.is_check).count();
    let (loops, joined) = (Vec::new(), Vec::new());
    let schedule = Schedule { launches, temps, slots, check_launches, checks, loops, joined };
    repeat::expand(schedule, lowered_loops, others)
}

/// What a launch reads of other ranks, in a function that may run on several.
fn across(
    dag: &Dag,
    groups: &Groups,
    group: &group::Group,
    places: &HashMap<NodeId, Vec<Place>>,
    lowered: &lower::Lowered,
    kernels: &mut KernelSet,
) -> Option<plan::Across> {
    let rows = kernels.ranks.as_deref()?;
    let reads = ranks::Reads {
        loads: group.members.iter().flat_map(|member| &groups.info[member].loads).collect(),
        buffers: &lowered.buffers,
        outermost: lowered.extents.first(),
    };
    let of_node = |node| places.get(&node).cloned().unwrap_or_default();
    match ranks::across(dag, rows, &reads, of_node) {
        Ok(across) => across,
        Err(array) => {
            kernels.refused.get_or_insert(array);
            None
        }
    }
}

/// A launch with the buffers, scalars, sizes and extents of its kernel.
fn of_lowered(lowered: lower::Lowered, launch: Launch) -> Launch {
    let lower::Lowered { buffers, scalars, sizes, extents, .. } = lowered;
    Launch { buffers, scalars, sizes, extents, ..launch }
}

/// For each group, the groups that run before it.
fn ancestors_of(groups: &Groups) -> Ancestors {
    let mut ancestors = Ancestors::default();
    for (k, group) in groups.groups.iter().enumerate() {
        ancestors.push();
        ancestors.add(k, group.after.iter().copied());
    }
    ancestors
}

/// The kernel of a group, with the buffers, scalars and sizes of its launch. A routine adds its scratch memory to
/// `temps`.
fn lower_group(
    dag: &Dag,
    groups: &Groups,
    (group, (plan, wide)): (&group::Group, &(phases::Plan, Option<Groups>)),
    places: &HashMap<NodeId, Vec<Place>>,
    temps: &mut Vec<plan::Temp>,
) -> lower::Lowered {
    match wide {
        _ if group.is_routine(dag) => routine::lower(dag, &group.members, places, temps),
        Some(wide) => {
            let lowered = lower::lower(dag, wide, &wide.groups[0], plan, places);
            match lowered.kernel.parallel.len() > 1 && has_short_rows(dag, groups, group) {
                // All elements do not form one long row either.
                true => {
                    let plan = phases::plan(dag, groups, group);
                    lower::lower(dag, groups, group, &plan, places)
                }
                false => lowered,
            }
        }
        None => lower::lower(dag, groups, group, plan, places),
    }
}

/// Whether the dimensions of kernels may be reordered. A user who asks for blocks of points means the present order.
fn may_turn(dag: &Dag) -> bool {
    dag.tuning.block.is_empty()
}

/// For each group, the strips that its kernel runs in, if any. `narrowed` are those that do not run through all rows.
fn strips_of(
    dag: &Dag,
    groups: &Groups,
    plans: &[(phases::Plan, Option<Groups>)],
    all_lowered: &[lower::Lowered],
    narrowed: &HashSet<usize>,
) -> Vec<Option<plan::Strip>> {
    let turns = |lowered: &lower::Lowered| may_turn(dag) && turn::moved(&lowered.kernel).is_some();
    let outermost: Vec<_> = groups
        .groups
        .iter()
        .zip(plans)
        .zip(all_lowered)
        .enumerate()
        .map(|(k, (of, lowered))| {
            outermost(dag, groups, of).filter(|_| !turns(lowered) && !narrowed.contains(&k))
        })
        .collect();
    strips::strips(dag, groups, &outermost)
}

/// Changes a group's kernel as the user asks, and as suits its memory. `dims` are its dimensions as they were grouped.
/// If it `keeps_rows`, its outermost dimension stays as it is, because strips or ranks have some of its points. Returns
/// the number of points per task of a CPU thread, if the user asked for one.
fn tune(
    dag: &Dag,
    group: &group::Group,
    dims: &[Size],
    unfused: bool,
    keeps_rows: bool,
    lowered: &mut lower::Lowered,
) -> Option<Size> {
    if dag.tuning.rounding == Rounding::Fast {
        fast_math::simplify(lowered);
    }
    let block = hints::apply(dag, &group.members, dims, lowered);
    if !unfused && may_turn(dag) {
        turn::turn(lowered, keeps_rows);
        if !group.members.iter().any(|m| hints::has_lanes(dag, *m)) {
            join::join(lowered, keeps_rows);
        }
    }
    if !unfused {
        pieces::split(lowered);
    }
    block
}

/// The checks whose results are stored.
fn check_runs(dag: &Dag, places: &HashMap<NodeId, Vec<Place>>) -> Vec<Check> {
    dag.checks
        .iter()
        .filter_map(|c| match places.get(&c.node)?.first()? {
            Place::Temp(t) => Some(Check { temp: *t, message: c.message.clone() }),
            _ => None,
        })
        .collect()
}

/// The outermost dimension that a group's kernel runs through. `None` if it is not symbolic, or if the kernel is that of
/// a routine, or keeps to itself because the user says so.
fn outermost(
    dag: &Dag,
    groups: &Groups,
    (group, plan): (&group::Group, &(phases::Plan, Option<Groups>)),
) -> Option<Size> {
    let rows = group.parallel.first().filter(|rows| rows.as_constant().is_none())?;
    let is_contraction = |m: &NodeId| groups.info[m].alone && !hints::is_alone(dag, *m);
    if group.is_routine(dag) || groups.is_closed(group) && !group.members.iter().all(is_contraction)
    {
        return None;
    }
    let parallel = plan.1.as_ref().map_or(&group.parallel, |wide| &wide.groups[0].parallel);
    let outermost =
        parallel.first() == Some(rows) && !hints::keeps_dimensions(dag, &group.members, parallel);
    outermost.then(|| rows.clone())
}

/// The number of elements of the array at a place.
fn len(dag: &Dag, temps: &[plan::Temp], place: &Place) -> Size {
    match place {
        Place::Param(p) => Size::product(&dag.inputs[p.0].shape),
        Place::Temp(t) => temps[t.0].len.clone(),
        Place::Result(k) => dag
            .outputs
            .iter()
            .find(|o| o.target == Target::Result(k.0 as u32))
            .map_or(Size::zero(), |o| Size::product(&dag.node(o.node).shape)),
    }
}

/// The launches of the predecessors in `after`, without those that others of them imply.
fn reduced(ancestors: &Ancestors, after: &BTreeSet<usize>) -> Vec<LaunchId> {
    let implied = |g: usize| after.iter().any(|h| ancestors.contains(*h, g));
    after.iter().copied().filter(|g| !implied(*g)).map(LaunchId).collect()
}

/// The array operations that a group does.
fn computes(dag: &Dag, group: &group::Group) -> Vec<u32> {
    let mut all = Origin::default();
    group.members.iter().for_each(|m| all.absorb(&dag.node(*m).origin));
    all.operations
}

/// A readable name for a group: the nodes that it stores, or else the one that it computes last.
fn name(dag: &Dag, groups: &Groups, group: &group::Group) -> String {
    let stored: Vec<NodeId> =
        group.members.iter().copied().filter(|m| groups.targets.contains_key(m)).collect();
    let shown = if stored.is_empty() { &group.members[group.members.len() - 1..] } else { &stored };
    let mut names: Vec<&str> = shown.iter().map(|m| dag.node(*m).name.as_str()).collect();
    names.dedup();
    names.truncate(4);
    names.join("_")
}

#[cfg(test)]
mod source_tests;
#[cfg(test)]
mod tests;
