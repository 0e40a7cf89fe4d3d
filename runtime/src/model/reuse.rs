//! Which cache an array is found in: how much else was touched since; and how much else will be until it is next.
//!
//! Calls are repeated, as those of a time step are: so the last call's arrays are found where that call left
//! them. What lies between is the stack distance of Mattson, Gecsei, Slutz & Traiger (Evaluation techniques
//! for storage hierarchies, 1970), of whole arrays.

use std::collections::BTreeMap;

use crate::instance::{BoundLaunch, Instance};
use crate::plan::Place;

/// An array that a launch reads or writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Array {
    pub(super) bytes: u64,
    /// Bytes of all arrays touched since this one was touched last, this one included.
    pub(super) distance: u64,
}

/// Memory that arrays are in: temporaries of one slot are in the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Memory {
    Param(u16),
    Result(u16),
    Arena(usize),
}

/// What the launches of an instance touch.
pub(crate) struct Touched(Vec<BTreeMap<Memory, u64>>);

impl Touched {
    pub(crate) fn new(instance: &Instance) -> Touched {
        let of = |launch: &BoundLaunch| {
            let places = instance.places_of(launch).iter();
            places.map(|&place| (memory(instance, place), bytes(instance, place))).collect()
        };
        Touched(instance.launches.iter().map(of).collect())
    }

    /// The array at a place of launch `k`.
    pub(super) fn array(&self, instance: &Instance, k: usize, place: Place) -> Array {
        let memory = memory(instance, place);
        let mut since: BTreeMap<Memory, u64> = BTreeMap::new();
        let count = self.0.len();
        // The launches before, those of the last call behind this one's; the launch itself comes last.
        for before in (0..k).rev().chain((k..count).rev()) {
            let touched = &self.0[before];
            for (&other, &bytes) in touched {
                let most = since.entry(other).or_default();
                *most = bytes.max(*most);
            }
            if touched.contains_key(&memory) {
                break;
            }
        }
        let distance = since.values().copied().fold(0, u64::saturating_add);
        Array { bytes: bytes(instance, place), distance }
    }

    /// Bytes of all arrays.
    pub(crate) fn total(&self) -> u64 {
        let all: BTreeMap<Memory, u64> =
            self.0.iter().flatten().map(|(&memory, &bytes)| (memory, bytes)).collect();
        all.into_values().fold(0, u64::saturating_add)
    }

    /// Whether [`Array::distance`] of the array at a place of launch `k` is more than some bytes: found out sooner.
    pub(crate) fn is_beyond(
        &self,
        instance: &Instance,
        k: usize,
        place: Place,
        limit: u64,
    ) -> bool {
        let memory = memory(instance, place);
        let (mut since, mut sum): (BTreeMap<Memory, u64>, u64) = (BTreeMap::new(), 0);
        let count = self.0.len();
        for before in (0..k).rev().chain((k..count).rev()) {
            let touched = &self.0[before];
            for (&other, &bytes) in touched {
                let most = since.entry(other).or_default();
                sum = sum.saturating_add(bytes.saturating_sub(*most));
                *most = bytes.max(*most);
            }
            if sum > limit || touched.contains_key(&memory) {
                break;
            }
        }
        sum > limit
    }

    /// Bytes of all arrays that are touched from launch `k` to the next one that touches the array at a place, or to
    /// the last one of the call: nobody knows what callers touch then.
    pub(crate) fn until_next(&self, instance: &Instance, k: usize, place: Place) -> u64 {
        let memory = memory(instance, place);
        let next = self.0[k + 1..].iter().position(|touched| touched.contains_key(&memory));
        let last = next.map_or(self.0.len(), |next| k + 2 + next);
        let all: BTreeMap<Memory, u64> =
            self.0[k..last].iter().flatten().map(|(&memory, &bytes)| (memory, bytes)).collect();
        all.into_values().fold(0, u64::saturating_add)
    }

    /// Whether launch `k` touches the array at a place, or one in the same memory.
    pub(crate) fn touches(&self, instance: &Instance, k: usize, place: Place) -> bool {
        self.0[k].contains_key(&memory(instance, place))
    }
}

fn memory(instance: &Instance, place: Place) -> Memory {
    match place {
        Place::Param(k) => Memory::Param(k),
        Place::Result(k) => Memory::Result(k),
        Place::Temp(k) => Memory::Arena(instance.temp_offset(usize::from(k))),
    }
}

fn bytes(instance: &Instance, place: Place) -> u64 {
    instance.place_bytes(place) as u64
}
