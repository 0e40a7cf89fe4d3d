//! The places of stored nodes: results, parameters, and temporaries, which share memory.

use super::ancestors::Ancestors;
use super::group::Groups;
use super::repeat;
use crate::dag::{Dag, NodeId, Size, Target};
use crate::hash::{HashMap, HashSet};
use crate::plan::{Launch, ParamId, Place, ResultId, SlotId, Temp, TempId};
use std::collections::BTreeSet;

/// The places of every stored node, and the temporaries among them. Slots are not assigned yet.
pub fn places(dag: &Dag, groups: &Groups) -> (HashMap<NodeId, Vec<Place>>, Vec<Temp>) {
    let mut read_elsewhere: HashSet<NodeId> = dag.checks.iter().map(|c| c.node).collect();
    for (id, group) in &groups.group_of {
        for load in &groups.info[id].loads {
            if groups.group_of.get(&load.node).is_some_and(|g| g != group) {
                read_elsewhere.insert(load.node);
            }
        }
    }
    let mut readers: HashMap<NodeId, usize> = HashMap::default();
    for group in &groups.groups {
        let loads = group.members.iter().flat_map(|m| &groups.info[m].loads);
        let nodes: HashSet<NodeId> = loads.map(|load| load.node).collect();
        nodes.into_iter().for_each(|node| *readers.entry(node).or_default() += 1);
    }
    let mut places: HashMap<NodeId, Vec<Place>> = HashMap::default();
    let mut temps = Vec::new();
    for id in groups.groups.iter().flat_map(|g| &g.members) {
        let mut of_node: Vec<Place> = groups
            .targets
            .get(id)
            .into_iter()
            .flatten()
            .map(|t| match t {
                Target::Result(k) => Place::Result(ResultId(*k as usize)),
                Target::Param(p) => Place::Param(ParamId(*p as usize)),
            })
            .collect();
        if let Some(result) = groups.replaced.get(id) {
            let of_result = groups.targets.get(result).into_iter().flatten();
            of_node.extend(of_result.filter_map(|t| match t {
                Target::Result(k) => Some(Place::Result(ResultId(*k as usize))),
                Target::Param(_) => None,
            }));
        }
        if of_node.is_empty()
            && let Some(first) = repeat::taken_over(dag, *id, &readers)
            && !dag.checks.iter().any(|check| check.node == first)
            && let Some([place @ Place::Temp(_)]) = places.get(&first).map(Vec::as_slice)
        {
            of_node.push(*place);
        }
        if of_node.is_empty() && read_elsewhere.contains(id) {
            of_node.push(Place::Temp(TempId(temps.len())));
            let node = dag.node(*id);
            let len = Size::product(&node.shape);
            temps.push(Temp {
                name: node.name.clone(),
                dtype: node.dtype,
                len,
                slot: SlotId::NONE,
                in_strip: None,
            });
        }
        if !of_node.is_empty() {
            places.insert(*id, of_node);
        }
    }
    (places, temps)
}

/// Marks the temporaries of which each launch of one strip uses its own rows, and nothing else uses any.
pub fn mark_rows(
    dag: &Dag,
    groups: &Groups,
    places: &HashMap<NodeId, Vec<Place>>,
    launches: &[Launch],
    temps: &mut [Temp],
) {
    let checked: HashSet<NodeId> = dag.checks.iter().map(|check| check.node).collect();
    // Several nodes have one place where a loop takes over the memory of a state.
    let mut nodes: Vec<Vec<NodeId>> = vec![Vec::new(); temps.len()];
    for (node, of_node) in places {
        for place in of_node {
            if let Place::Temp(t) = place {
                nodes[t.0].push(*node);
            }
        }
    }
    for (t, temp) in temps.iter_mut().enumerate() {
        let &[node] = nodes[t].as_slice() else { continue };
        let rows = groups.info.get(&node).and_then(|info| info.axes.parallel.first());
        let Some(&rows) = rows else { continue };
        let shape = &dag.node(node).shape;
        let touches = |l: &&Launch| l.buffers.contains(&Place::Temp(TempId(t)));
        let mut strips = launches.iter().filter(touches).map(|launch| launch.strip.as_ref());
        let Some(Some(strip)) = strips.next() else { continue };
        let in_strip = !checked.contains(&node)
            && strip.step.is_one()
            && shape[rows] == strip.rows
            && strips.all(|other| other == Some(strip));
        temp.in_strip = in_strip.then(|| Size::product(&shape[rows + 1..]));
    }
}

/// A temporary may take the slot of one that one of this many earlier launches touched last.
const MAX_LOOKED_BACK: usize = 128;

/// Assigns slots, and returns their number. A temporary takes the slot of another one if all launches that touch the
/// other have certainly run before the new one is written.
pub fn assign_slots(
    temps: &mut [Temp],
    launches: &[Launch],
    ancestors: &Ancestors,
    keep: &HashSet<TempId>,
) -> usize {
    let mut touching: Vec<Vec<usize>> = vec![Vec::new(); temps.len()];
    for (l, launch) in launches.iter().enumerate() {
        for t in touched(launch) {
            touching[t.0].push(l);
        }
    }
    let mut slots: Vec<TempId> = Vec::new(); // the last occupant
    let mut order: Vec<usize> = (0..temps.len()).filter(|t| !touching[*t].is_empty()).collect();
    order.sort_by_key(|t| touching[*t].iter().min().copied());
    let together =
        |l: usize, k: usize| launches[l].strip.is_some() && launches[l].strip == launches[k].strip;
    for t in order {
        let writer = touching[t][0];
        let free = |o: &TempId| {
            !keep.contains(o)
                && slots.get(temps[o.0].slot.0) == Some(o)
                && touching[o.0]
                    .iter()
                    .all(|l| ancestors.contains(writer, *l) && !together(*l, writer))
        };
        let same_size = |o: &TempId| {
            let (one, other) = (&temps[o.0], &temps[t]);
            one.len == other.len && one.dtype.bytes() == other.dtype.bytes()
        };
        let near = look_back(launches, writer);
        let reusable: BTreeSet<(bool, SlotId)> = near
            .iter()
            .flat_map(|l| touched(&launches[*l]))
            .filter(free)
            .map(|o| (!same_size(&o), temps[o.0].slot))
            .collect();
        let slot = reusable.first().map_or(SlotId(slots.len()), |(_, slot)| *slot);
        match slots.get_mut(slot.0) {
            Some(occupant) => *occupant = TempId(t),
            None => slots.push(TempId(t)),
        }
        temps[t].slot = slot;
    }
    slots.len()
}

/// The temporaries that a launch reads or writes.
fn touched(launch: &Launch) -> impl Iterator<Item = TempId> {
    launch.buffers.iter().filter_map(|place| match place {
        Place::Temp(t) => Some(*t),
        _ => None,
    })
}

/// The nearest launches that have certainly run before this one.
fn look_back(launches: &[Launch], of: usize) -> BTreeSet<usize> {
    let (mut found, mut next) =
        (BTreeSet::new(), BTreeSet::from_iter(launches[of].after.iter().map(|a| a.0)));
    while let Some(l) = next.pop_last() {
        found.insert(l);
        if found.len() == MAX_LOOKED_BACK {
            break;
        }
        next.extend(launches[l].after.iter().map(|a| a.0).filter(|a| !found.contains(a)));
    }
    found
}
