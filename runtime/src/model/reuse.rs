//! Estimates which cache an array is found in, by the bytes that were touched since it was touched last, or will be
//! touched before it is touched next.
//!
//! Calls are assumed to be repeated, as those of a time step are. So a call finds arrays where the last call left them.
//! The number of bytes is the stack distance of Mattson, Gecsei, Slutz & Traiger (Evaluation techniques for storage
//! hierarchies, 1970), for whole arrays.

use std::collections::BTreeMap;

use crate::instance::{BoundLaunch, Instance};
use crate::plan::Place;

/// An array that a launch reads or writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Array {
    pub(super) bytes: u64,
    /// The bytes of all arrays that were touched since this one was touched last, including its own.
    pub(super) distance: u64,
}

/// The memory that arrays are in. Temporaries of one slot are in the same memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Memory {
    Param(u16),
    Result(u16),
    Arena(usize),
}

/// For each launch of an instance, the memory that it touches.
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
        // The launches before `k`, then those of the call before, from its last one; launch `k` itself comes last.
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

    /// Whether the [`Array::distance`] of the array at a place of launch `k` is more than `limit`. This is quicker than
    /// to compute the distance.
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

    /// The bytes of all arrays that are touched from launch `k` to the next launch that touches the array at a place.
    /// If there is no such launch, they are counted to the last launch of the call: what the caller touches then is
    /// unknown.
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
