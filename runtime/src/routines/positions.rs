//! The positions at which masks hold.
//!
//! A row is looked at in blocks: the elements that hold are counted, and the block's positions follow those of the blocks
//! before it. Threads take one block after the other.

use super::sorting::Pointer;
use super::{buffer, side_by_side, size, team};
use crate::cpu::team::Team;
use crate::plan::CpuArgs;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of elements of a block. The first cache holds it.
const BLOCK: usize = 1 << 14;
/// Rows of at least this many elements are worth several threads.
const SHARED: usize = 1 << 16;
/// The elements that are looked at together.
const WORD: usize = 8;
/// The number of places that a thread fills at a time.
const FILLED: usize = 1 << 16;

/// For the rows `begin..end`, the positions of elements that are true, ascending, as many as there is room for; then
/// -1; and in the last place, the number of all such elements. Buffers: the rows (`bool`s, which are 0 or 1); the
/// results. Sizes: the length of a row, and that of a result, which is at least 1.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn positions(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: both buffers hold the rows before `end`, those of the first are initialised, and
    // nothing else uses these rows of the second, which does not overlap the first.
    unsafe {
        let (n, len) = (size(args, 0), size(args, 1));
        let (x, y) = (buffer::<u8>(args, 0), buffer::<i64>(args, 1));
        let team = team(args);
        for k in begin..end {
            let row = std::slice::from_raw_parts(x.add(k * n), n);
            let (to, room) = (y.add(k * len), len - 1);
            let count = match team {
                Some(team) if n >= SHARED && team.threads() > 1 => shared(row, to, room, team),
                _ => {
                    let blocks = row.chunks(BLOCK).enumerate();
                    blocks.fold(0, |so_far, (k, block)| {
                        found(block, k * BLOCK, to, room, so_far);
                        so_far + count(block)
                    })
                }
            };
            fill(to, count.min(room), room, team);
            to.add(room).write(count as i64);
        }
    }
}

/// The number of elements that are true.
fn count(x: &[u8]) -> usize {
    // As many bytes do not overflow a byte.
    let pieces = x.chunks(255);
    pieces.map(|piece| usize::from(piece.iter().sum::<u8>())).sum()
}

/// Writes the positions of elements that are true, from place `so_far` on, as long as there is room. `first` is the
/// position of the first element.
///
/// # Safety
/// There are `room` places, which nothing else uses from `so_far` on, for as many elements as are true.
unsafe fn found(x: &[u8], first: usize, to: *mut i64, room: usize, mut so_far: usize) {
    let (words, rest) = x.as_chunks::<WORD>();
    let mut write = |position: usize| {
        if so_far < room {
            // SAFETY: promised by the caller.
            unsafe { to.add(so_far).write(position as i64) };
        }
        so_far += 1;
    };
    for (k, word) in words.iter().enumerate() {
        let mut word = u64::from_le_bytes(*word);
        while word != 0 {
            // Each byte is 0 or 1.
            write(first + k * WORD + word.trailing_zeros() as usize / 8);
            word &= word - 1;
        }
    }
    let first = first + words.len() * WORD;
    rest.iter().enumerate().filter(|(_, x)| **x != 0).for_each(|(k, _)| write(first + k));
}

/// [`found`] for a long row by several threads. A thread that waits for the block before always waits for a thread that
/// works on it. The result is the number of elements that are true.
///
/// # Safety
/// There are `room` places, which nothing else uses.
unsafe fn shared(x: &[u8], to: *mut i64, room: usize, team: &Team) -> usize {
    let blocks = x.len().div_ceil(BLOCK);
    let to = Pointer(to);
    // The blocks whose counts are part of the sum, and that sum.
    let (next, known, sum) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    team.run(team.threads(), &|_| {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                return;
            }
            let first = block * BLOCK;
            let x = &x[first..x.len().min(first + BLOCK)];
            let own = count(x);
            super::scan::wait_for(&known, block);
            let so_far = sum.load(Ordering::Relaxed);
            sum.store(so_far + own, Ordering::Relaxed);
            known.store(block + 1, Ordering::Release);
            // SAFETY: promised by the caller; other blocks use other places.
            unsafe { found(x, first, to.from(0).0, room, so_far) };
        }
    });
    sum.into_inner()
}

/// Writes -1 to the places `begin..end`.
///
/// # Safety
/// There are as many places, which nothing else uses.
unsafe fn fill(to: *mut i64, begin: usize, end: usize, team: Option<&Team>) {
    let to = Pointer(to);
    side_by_side(team, (end - begin).div_ceil(FILLED), &|k| {
        let first = begin + k * FILLED;
        for place in first..end.min(first + FILLED) {
            // SAFETY: promised by the caller; each part is written by one thread.
            unsafe { to.from(place).0.write(-1) };
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(x: &[u8], rows: usize, room: usize, team: Option<&Team>) -> Vec<i64> {
        let mut x = x.to_vec();
        let mut y = vec![-7i64; rows * (room + 1)];
        let sizes = [(x.len() / rows.max(1)) as i64, room as i64 + 1];
        let buffers = [x.as_mut_ptr(), y.as_mut_ptr().cast()];
        let args = crate::routines::arguments(&buffers, &sizes, team);
        // SAFETY: both arrays hold as many rows.
        unsafe { positions(&args, 0, rows) };
        y
    }

    #[test]
    fn positions_are_followed_by_their_number() {
        assert_eq!(of(&[0, 1, 0, 1], 1, 4, None), [1, 3, -1, -1, 2]);
        assert_eq!(of(&[0, 1, 0, 1], 1, 1, None), [1, 2]);
        assert_eq!(of(&[0, 1, 0, 1], 2, 2, None), [1, -1, 1, 1, -1, 1]);
        assert_eq!(of(&[1], 1, 0, None), [1]);
        assert_eq!(of(&[], 1, 2, None), [-1, -1, 0]);
        assert_eq!(of(&[], 0, 2, None), []);
    }

    #[test]
    fn threads_find_the_same() {
        let team = Team::new(3).unwrap();
        let lengths = match cfg!(miri) {
            true => vec![100, SHARED + 3],
            false => vec![100, 1000, SHARED - 1, SHARED, 10 * SHARED + 3],
        };
        for n in lengths {
            for every in [1, 2, 3, 9, 1000] {
                let x: Vec<u8> = (0..n).map(|k| u8::from(k * k % 1009 % every == 0)).collect();
                let places: Vec<i64> = (0..n).filter(|k| x[*k] != 0).map(|k| k as i64).collect();
                for room in [n, places.len() / 2, places.len(), 0] {
                    let mut expected = places.clone();
                    expected.resize(room, -1);
                    expected.push(places.len() as i64);
                    assert_eq!(of(&x, 1, room, None), expected, "{n}, {every}, {room}");
                    assert_eq!(of(&x, 1, room, Some(&team)), expected, "{n}, {every}, {room}");
                }
            }
        }
    }
}
