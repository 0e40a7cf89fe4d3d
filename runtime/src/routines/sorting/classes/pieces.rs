//! Classes with AVX2: each thread partitions one piece of the row, from one array to the other.

use super::super::spread::{Pointer, write};
use super::super::{Key, cached};
use super::{FOR_EACH, pivots};
use crate::cpu::team::Team;
use crate::routines::side_by_side;
use std::ops::Range;

/// The most classes. Pieces of rows have to be long compared with their number.
const MOST: usize = 64;

/// Sorts keys into `to`. The arguments are those of [`super::sort`].
///
/// # Safety
/// As for that function, and the processor has AVX2.
pub(super) unsafe fn sort<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    [to, other]: &[Pointer<K>; 2],
    floor: u32,
    team: Option<&Team>,
    finish: &(impl Fn(&mut [K]) + Sync),
) {
    let threads = team.map_or(1, Team::threads);
    let classes = (threads * FOR_EACH).next_power_of_two().min(MOST);
    let pivots = pivots(n, keys, classes, floor);
    let pieces: Vec<Range<usize>> = {
        let piece = n.div_ceil(threads);
        (0..n).step_by(piece).map(|begin| begin..n.min(begin + piece)).collect()
    };
    // For each piece, the places where the keys of each class begin, and where the last ones end.
    let mut begins = vec![0; pieces.len() * (classes + 1)];
    let all = Pointer(begins.as_mut_ptr());
    side_by_side(team, pieces.len(), &|p| {
        let piece = &pieces[p];
        // SAFETY: promised by the caller; pieces are apart, and all of them is written. The processor has AVX2.
        unsafe {
            let begins = all.part(p * (classes + 1)..(p + 1) * (classes + 1));
            write(piece.clone(), keys, [to, other]);
            let [mut from, mut into] = [to, other].map(|buffer| buffer.part(piece.clone()));
            // So that the last partition writes into `other`.
            if classes.ilog2().is_multiple_of(2) {
                (from, into) = (into, from);
            }
            partition(from, into, &pivots, begins);
        }
    });
    let before = |class: usize| -> usize {
        begins.chunks_exact(classes + 1).map(|begins: &[usize]| begins[class]).sum()
    };
    side_by_side(team, classes, &|class| {
        let mut begin = before(class);
        for (piece, begins) in pieces.iter().zip(begins.chunks_exact(classes + 1)) {
            let range = piece.start + begins[class]..piece.start + begins[class + 1];
            // SAFETY: classes are apart in both arrays, which have as many keys.
            unsafe {
                to.from(begin).0.copy_from_nonoverlapping(other.from(range.start).0, range.len())
            };
            begin += range.len();
        }
    });
    side_by_side(team, classes, &|class| {
        let range = before(class)..before(class + 1);
        if !range.is_empty() {
            // SAFETY: classes are apart.
            let (to, other) = unsafe { (to.part(range.clone()), other.part(range)) };
            cached::sort(to, other, floor);
            finish(to);
        }
    });
}

/// Partitions keys by all pivots. `begins` receives the places where the classes begin, and the end of the last one.
/// The result is in `to` if the number of classes is an odd power of two, or else in `keys`.
///
/// # Safety
/// The processor has AVX2.
unsafe fn partition<K: Key>(keys: &mut [K], to: &mut [K], pivots: &[K], begins: &mut [usize]) {
    let classes = pivots.len() + 1;
    (begins[0], begins[classes]) = (0, keys.len());
    let (mut keys, mut to) = (keys, to);
    let mut width = classes;
    while width > 1 {
        let half = width / 2;
        for first in (0..classes).step_by(width) {
            let range = begins[first]..begins[first + width];
            let pivot = pivots[first + half - 1];
            let (from, to) = (&keys[range.clone()], &mut to[range.clone()]);
            // SAFETY: promised by the caller.
            let below = unsafe { K::partition_with_avx2(from, to, pivot) };
            begins[first + half] = range.start + below;
        }
        (keys, to) = (to, keys);
        width = half;
    }
}
