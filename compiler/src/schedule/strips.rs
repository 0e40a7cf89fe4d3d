//! Finds launches that may run together, strip by strip.
//!
//! Take kernels with the same outermost dimension that read each other only at the same position of it. They need not
//! each run to the end before the next one begins: an executor may run all of them for a strip of rows that fits a
//! cache, then for the next strip. So `e / sum(e, axis=1)` reads its rows from memory once, although a sum and a
//! division by it are two kernels.
//!
//! A kernel whose points are each for several rows ([`split::rows_of_part`]) may run in the strips of kernels that have
//! only the rows that they read in common with it.

use super::access::{self, LoadRef};
use super::ancestors::Ancestors;
use super::group::Groups;
use super::split;
use crate::dag::{Dag, NodeId, NodeKind, ParamKind, Size, Target};
use crate::hash::{HashMap, HashSet};
use crate::plan::{Strip, StripId};

/// Only the last few of the strips found so far are tried.
const MAX_TRIED: usize = 8;

/// For each group the strips that it runs in, if any: groups with the same number run together.
pub fn strips(dag: &Dag, groups: &Groups, outermost: &[Option<Size>]) -> Vec<Option<Strip>> {
    let count = groups.groups.len();
    let mut ancestors = Ancestors::default();
    for (k, group) in groups.groups.iter().enumerate() {
        ancestors.push();
        ancestors.add(k, group.after.iter().copied());
    }
    let overwriting = Overwriting::new(dag, groups);
    let mut found: Vec<Found> = Vec::new();
    for k in 0..count {
        let Some(own) = outermost[k].as_ref().filter(|_| !groups.groups[k].is_check) else {
            continue;
        };
        let fits = |strip: &Found| {
            let first = strip.members[0];
            let rows = common_rows(&strip.rows, own)?;
            let steps: Option<Vec<Size>> =
                strip.outermost.iter().chain([own]).map(|own| step(own, &rows)).collect();
            let mut steps = steps?.into_iter().filter(|step| !step.is_one());
            let first_step = steps.next();
            let is_same = |member: usize| outermost[member].as_ref() == Some(own);
            let fits = steps.all(|other| Some(other) == first_step)
                && !ancestors.between(first, k)
                && !ancestors.between(k, first)
                && strip.is_related(dag, groups, k, &rows)
                && strip.is_local(dag, groups, &overwriting, k, &is_same);
            fits.then_some(rows)
        };
        let fitting = found.iter_mut().rev().take(MAX_TRIED);
        match fitting.filter_map(|strip| Some((fits(strip)?, strip))).next() {
            Some((rows, strip)) => {
                ancestors.join(strip.members[0], k);
                strip.add(groups, k, own, rows);
            }
            None => {
                let mut strip = Found::default();
                strip.add(groups, k, own, own.clone());
                found.push(strip);
            }
        }
    }
    let mut strip_of = vec![None; count];
    for (number, strip) in found.iter().filter(|strip| strip.members.len() > 1).enumerate() {
        for k in &strip.members {
            let step = outermost[*k].as_ref().and_then(|own| step(own, &strip.rows));
            let rows = strip.rows.clone();
            strip_of[*k] = step.map(|step| Strip { number: StripId(number), rows, step });
        }
    }
    strip_of
}

/// Groups that may run together.
#[derive(Default)]
struct Found {
    /// The groups. In `ancestors`, the first one stands for all.
    members: Vec<usize>,
    is_member: HashSet<usize>,
    /// Their outermost sizes, each once.
    outermost: Vec<Size>,
    /// The nodes that they read.
    reads: HashSet<NodeId>,
    rows: Size,
}

impl Found {
    fn add(&mut self, groups: &Groups, k: usize, own: &Size, rows: Size) {
        self.members.push(k);
        self.is_member.insert(k);
        if !self.outermost.contains(own) {
            self.outermost.push(own.clone());
        }
        self.reads.extend(loads(groups, k).map(|(_, l)| l.node));
        self.rows = rows;
    }

    /// Whether a later group reads one of the members, or they both read the same array along the rows of the strip.
    fn is_related(&self, dag: &Dag, groups: &Groups, later: usize, rows: &Size) -> bool {
        loads(groups, later).any(|(_, l)| {
            groups.group_of.get(&l.node).is_some_and(|group| self.is_member.contains(group))
                || self.reads.contains(&l.node) && dag.node(l.node).shape.contains(rows)
        })
    }

    /// Whether a later group and each member use what the other writes only at their own row. If their outermost
    /// dimensions differ, they must not use it at all.
    fn is_local(
        &self,
        dag: &Dag,
        groups: &Groups,
        overwriting: &Overwriting,
        later: usize,
        is_same: &dyn Fn(usize) -> bool,
    ) -> bool {
        let of_later = loads(groups, later).all(|(reader, l)| {
            let writer = groups.group_of.get(&l.node);
            let writers = writer.into_iter().chain(overwriting.writers(l.node));
            let mut members = writers.filter(|group| self.is_member.contains(group));
            members.all(|member| is_same(*member) && reads_own_row(dag, groups, reader, l))
        });
        let mut readers = overwriting.readers_of(later).iter();
        of_later
            && readers.all(|(group, reader, l)| {
                !self.is_member.contains(group)
                    || is_same(*group) && reads_own_row(dag, groups, *reader, l)
            })
    }
}

/// The loads of a group, each with the member that reads.
fn loads(groups: &Groups, k: usize) -> impl Iterator<Item = (NodeId, &LoadRef)> {
    let members = groups.groups[k].members.iter();
    members.flat_map(|m| groups.info[m].loads.iter().map(|l| (*m, l)))
}

/// The number of a strip's rows for one row of a kernel with `own` rows.
fn step(own: &Size, rows: &Size) -> Option<Size> {
    if own == rows { Some(Size::one()) } else { split::rows_of_part(own, rows) }
}

/// The rows of a strip of kernels over `a` and over `b` rows, or parts of rows.
fn common_rows(a: &Size, b: &Size) -> Option<Size> {
    if a == b || split::rows_of_part(b, a).is_some() {
        Some(a.clone())
    } else {
        split::rows_of_part(a, b).map(|_| b.clone())
    }
}

/// Whether a load of a node is at the node's own row.
fn reads_own_row(dag: &Dag, groups: &Groups, reader: NodeId, load: &LoadRef) -> bool {
    let rows = groups.info[&reader].axes.parallel.first();
    let of_operand = groups.info[&load.node].axes.parallel.first();
    let own = |axis: &usize| access::as_axis(dag, load.index[*axis]) == rows.copied();
    rows.is_some() && of_operand.is_some_and(own)
}

/// The groups that write into memory that others read: the new value of a parameter, or a result in the memory of a
/// temporary.
struct Overwriting<'a> {
    /// The groups that overwrite a node.
    writers: HashMap<NodeId, Vec<usize>>,
    /// For each group that overwrites something, the groups and nodes that read it, with their loads.
    readers: HashMap<usize, Vec<(usize, NodeId, &'a LoadRef)>>,
}

impl<'a> Overwriting<'a> {
    fn new(dag: &Dag, groups: &'a Groups) -> Self {
        let mut of_param: HashMap<u32, Vec<usize>> = HashMap::default();
        for (k, group) in groups.groups.iter().enumerate() {
            let targets = group.members.iter().filter_map(|m| groups.targets.get(m)).flatten();
            for target in targets {
                if let Target::Param(p) = target {
                    of_param.entry(*p).or_default().push(k);
                }
            }
        }
        let mut overwriting =
            Overwriting { writers: HashMap::default(), readers: HashMap::default() };
        for k in 0..groups.groups.len() {
            for (reader, l) in loads(groups, k) {
                let writers = overwriting.writers.entry(l.node).or_insert_with(|| {
                    if let Some(result) = groups.replaced.get(&l.node) {
                        return groups.group_of.get(result).copied().into_iter().collect();
                    }
                    match dag.node(l.node).kind {
                        NodeKind::Input(p)
                            if dag.inputs[p as usize].kind == ParamKind::ArrayMut =>
                        {
                            of_param.get(&p).cloned().unwrap_or_default()
                        }
                        _ => Vec::new(),
                    }
                });
                for writer in writers {
                    overwriting.readers.entry(*writer).or_default().push((k, reader, l));
                }
            }
        }
        overwriting
    }

    fn writers(&self, node: NodeId) -> &[usize] {
        self.writers.get(&node).map_or(&[], Vec::as_slice)
    }

    fn readers_of(&self, writer: usize) -> &[(usize, NodeId, &'a LoadRef)] {
        self.readers.get(&writer).map_or(&[], Vec::as_slice)
    }
}
