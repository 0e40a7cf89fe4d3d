//! Temporaries of strips. Of some, a strip's launches use their own rows only. In the memory of the call, the rows of
//! all strips would go through memory. So all strips of a thread have their rows in the same place, which stays in its
//! cache:
//!
//! - If rows are the outermost axis, the rows of a strip are one piece, and a thread keeps memory for that.
//! - Otherwise, as in `[5, E, N]` with rows along `E`, they are pieces far apart, because kernels know the distances
//!   of whole arrays. Then each thread takes some rows of the memory of the call for all its strips.

use super::launch::Launches;
use super::tasks::Task;
use crate::buffer::{ALIGNMENT, Buffer};
use crate::plan::Place;
use std::cell::Cell;

/// The most bytes for the rows of a strip.
const MOST_BYTES: usize = 4 << 20;

/// The temporaries of launches that run together whose rows a thread has in one place for all strips.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    temps: Box<[Temp]>,
    /// The bytes that a thread keeps for all of them.
    bytes: usize,
}

#[derive(Debug)]
struct Temp {
    place: Place,
    /// The bytes from one row to the next.
    row: usize,
    at: At,
}

/// Where a thread has the rows of a strip.
#[derive(Clone, Copy, Debug)]
enum At {
    /// In memory of its own, from this byte on.
    Thread(usize),
    /// In the memory of the call. The rows of the next member of the team begin so many rows later.
    Call(usize),
}

impl Rows {
    /// Those of a unit that is cut into these tasks, for a team of `threads`.
    pub(super) fn new(
        launches: Launches<'_>,
        unit: &[u32],
        tasks: &[Task],
        number: usize,
        threads: usize,
    ) -> Rows {
        if unit.len() < 2 {
            return Rows::default();
        }
        let of_unit = tasks.iter().filter(|task| task.unit as usize == number);
        let most = of_unit.map(|task| task.end - task.begin).max().unwrap_or(0);
        let (mut temps, mut bytes) = (Vec::<Temp>::new(), 0usize);
        for &k in unit {
            let launch = launches.get(k as usize);
            for &place in launch.launch.buffers {
                let Place::Temp(temp) = place else { continue };
                let is_known = temps.iter().any(|known| known.place == place);
                if is_known || !is_of_unit(launches, unit, place) {
                    continue;
                }
                let Some(row) = launches.instance.bytes_of_row(usize::from(temp)) else { continue };
                let at = match row.checked_mul(launch.rows) {
                    Some(all) if all == launches.instance.place_bytes(place) => {
                        let begin = bytes;
                        let rows = row.saturating_mul(most).saturating_add(ALIGNMENT - 1);
                        bytes = rows.saturating_add(bytes) / ALIGNMENT * ALIGNMENT;
                        At::Thread(begin)
                    }
                    // Threads do not write into each other's cache lines if there is room for that.
                    _ => match [most.next_multiple_of(ALIGNMENT), most]
                        .into_iter()
                        .find(|own| own.checked_mul(threads).is_some_and(|all| all <= launch.rows))
                    {
                        Some(own) => At::Call(own),
                        None => continue,
                    },
                };
                temps.push(Temp { place, row, at });
            }
        }
        if bytes > MOST_BYTES {
            temps.retain(|temp| matches!(temp.at, At::Call(_)));
            bytes = 0;
        }
        Rows { temps: temps.into(), bytes }
    }

    /// Calls `run` with the thread's memory for these rows, if there are any.
    pub(super) fn with_memory(&self, run: impl FnOnce(Option<&mut Memory>)) {
        thread_local! {
            static KEPT: Cell<Option<Memory>> = const { Cell::new(None) };
        }
        if self.temps.is_empty() {
            return run(None);
        }
        // A thread that is ending keeps nothing.
        let kept = KEPT.try_with(Cell::take).ok().flatten();
        let kept = kept.filter(|memory| memory.rows.bytes() >= self.bytes);
        let mut memory = kept.unwrap_or_else(|| Memory {
            rows: Buffer::uninit_or_abort(self.bytes),
            pointers: Vec::new(),
        });
        run(Some(&mut memory));
        let _ = KEPT.try_with(|kept| kept.set(Some(memory)));
    }

    /// The pointers of a launch with these places for a strip that begins at a row, for a member of the team. A pointer
    /// to a temporary whose rows are elsewhere is that of row 0, so that kernels find the others where they expect them.
    pub(super) fn pointers<'m>(
        &self,
        memory: &'m mut Memory,
        places: &[Place],
        pointer: impl Fn(usize) -> *mut u8,
        begin: usize,
        member: usize,
    ) -> &'m [*mut u8] {
        let Memory { rows, pointers } = memory;
        pointers.clear();
        pointers.extend(places.iter().enumerate().map(|(k, place)| {
            match self.temps.iter().find(|temp| temp.place == *place) {
                None => pointer(k),
                Some(temp) => {
                    let first = match temp.at {
                        At::Thread(begin) => rows.pointer().wrapping_add(begin),
                        At::Call(own) => pointer(k).wrapping_add(member * own * temp.row),
                    };
                    // Kernels add to pointers with wrapping, so this one may lie outside of the memory.
                    first.wrapping_sub(begin * temp.row)
                }
            }
        }));
        pointers
    }
}

/// Whether no other launches of the unit's strip use a place. A strip may have launches before a loop, and others after
/// it, which do not run together. Strips of other numbers are those of another copy of a loop's pass.
fn is_of_unit(launches: Launches<'_>, unit: &[u32], place: Place) -> bool {
    let number = |k: usize| launches.get(k).launch.strip.as_ref().map(|strip| strip.number);
    let own = unit.first().and_then(|&k| number(k as usize));
    (0..launches.len()).all(|k| {
        number(k) != own
            || !launches.get(k).launch.buffers.contains(&place)
            || unit.contains(&(k as u32))
    })
}

/// What a thread keeps.
pub(super) struct Memory {
    rows: Buffer,
    /// The pointers of the launch that runs.
    pointers: Vec<*mut u8>,
}
