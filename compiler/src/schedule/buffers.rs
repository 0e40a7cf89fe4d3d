//! Where stored values live: results, parameters, and temporaries that share memory.

use super::group::Groups;
use super::program::{Launch, Place, Temp};
use crate::dag::{Dag, NodeId, Size, Target};
use std::collections::{HashMap, HashSet};

/// The places of every stored node, and the temporaries among them (slots not yet assigned).
pub fn places(dag: &Dag, groups: &Groups) -> (HashMap<NodeId, Vec<Place>>, Vec<Temp>) {
    let mut read_elsewhere: HashSet<NodeId> = dag.checks.iter().map(|c| c.node).collect();
    for (id, group) in &groups.group_of {
        for load in &groups.info[id].loads {
            if groups.group_of.get(&load.node).is_some_and(|g| g != group) {
                read_elsewhere.insert(load.node);
            }
        }
    }
    let mut places: HashMap<NodeId, Vec<Place>> = HashMap::new();
    let mut temps = Vec::new();
    for id in groups.groups.iter().flat_map(|g| &g.members) {
        let mut of_node: Vec<Place> = groups
            .targets
            .get(id)
            .into_iter()
            .flatten()
            .map(|t| match t {
                Target::Result(k) => Place::Result(*k),
                Target::Param(p) => Place::Param(*p),
            })
            .collect();
        if of_node.is_empty() && read_elsewhere.contains(id) {
            of_node.push(Place::Temp(temps.len() as u32));
            let node = dag.node(*id);
            let len = Size::product(&node.shape);
            temps.push(Temp { name: node.name.clone(), dtype: node.dtype, len, slot: usize::MAX });
        }
        if !of_node.is_empty() {
            places.insert(*id, of_node);
        }
    }
    (places, temps)
}

/// Assigns slots: a temporary takes the slot of another one if everything that touches the other has
/// certainly run before the new one is written. Returns the number of slots.
pub fn assign_slots(temps: &mut [Temp], launches: &[Launch], keep: &HashSet<usize>) -> usize {
    let ancestors = ancestors(launches);
    let mut touching: Vec<Vec<usize>> = vec![Vec::new(); temps.len()];
    for (l, launch) in launches.iter().enumerate() {
        for place in &launch.buffers {
            if let Place::Temp(t) = place {
                touching[*t as usize].push(l);
            }
        }
    }
    let mut slots: Vec<Option<usize>> = Vec::new(); // the last occupant, if it may be replaced
    let mut order: Vec<usize> = (0..temps.len()).filter(|t| !touching[*t].is_empty()).collect();
    order.sort_by_key(|t| touching[*t].iter().min().copied());
    for t in order {
        let writer = touching[t][0];
        let free = |occupant: &Option<usize>| {
            occupant.is_some_and(|o| touching[o].iter().all(|l| ancestors[writer].contains(l)))
        };
        let same_size = |occupant: &Option<usize>| {
            occupant.is_some_and(|o| {
                temps[o].len == temps[t].len && temps[o].dtype.bytes() == temps[t].dtype.bytes()
            })
        };
        let slot = (0..slots.len())
            .find(|s| free(&slots[*s]) && same_size(&slots[*s]))
            .or_else(|| (0..slots.len()).find(|s| free(&slots[*s])))
            .unwrap_or_else(|| {
                slots.push(None);
                slots.len() - 1
            });
        slots[slot] = (!keep.contains(&t)).then_some(t);
        temps[t].slot = slot;
    }
    slots.len()
}

/// For each launch, all launches that certainly ran before it.
fn ancestors(launches: &[Launch]) -> Vec<HashSet<usize>> {
    let mut all: Vec<HashSet<usize>> = Vec::new();
    for launch in launches {
        let mut set: HashSet<usize> = launch.after.iter().copied().collect();
        for a in &launch.after {
            set.extend(all[*a].iter().copied());
        }
        all.push(set);
    }
    all
}
