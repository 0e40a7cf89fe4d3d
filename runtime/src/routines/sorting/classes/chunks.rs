//! Classes with AVX-512: threads partition chunks, which a cache of one core holds, in place. Then each class is put
//! together and sorted.

use super::super::Key;
use super::super::spread::Pointer;
use super::{FOR_EACH, pivots};
use crate::cpu::team::Team;
use crate::routines::side_by_side;

/// The most classes. Chunks have to be long compared with their number.
const MOST_IN_PLACE: usize = 256;
/// The least number of keys in a class, about.
const LEAST_IN_CLASS: usize = 256;
/// The bytes of a chunk: a part of the cache that belongs to a core.
const CHUNK_BYTES: usize = 512 << 10;
/// The bytes of a class, about.
const CLASS_BYTES: usize = 1 << 20;
/// The number of elements whose keys are computed together.
const BLOCK: usize = 256;

/// Sorts keys into `to`. The arguments are those of [`super::sort`].
///
/// # Safety
/// As for that function, and the processor has AVX-512.
pub(super) unsafe fn sort<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    [to, other]: &[Pointer<K>; 2],
    floor: u32,
    team: Option<&Team>,
    finish: &(impl Fn(&mut [K]) + Sync),
) {
    let threads = team.map_or(1, Team::threads);
    let chunk = n.div_ceil(threads).min(CHUNK_BYTES / size_of::<K>());
    let chunks = n.div_ceil(chunk);
    let classes =
        (n / (CLASS_BYTES / size_of::<K>())).max(threads * FOR_EACH).min(n / LEAST_IN_CLASS);
    let classes = classes.next_power_of_two().min(MOST_IN_PLACE);
    // Every second pivot lies within a class, and serves to partition the class when it is put together.
    let (inner, pivots): (Vec<K>, Vec<K>) = {
        let pivots = pivots(n, keys, 2 * classes, floor);
        (
            pivots.iter().copied().step_by(2).collect(),
            pivots.into_iter().skip(1).step_by(2).collect(),
        )
    };
    // For each chunk, the places where the keys of each class begin, and where the last ones end.
    let mut begins = vec![0; chunks * (classes + 1)];
    let all = Pointer(begins.as_mut_ptr());
    let middle = classes / 2;
    side_by_side(team, chunks, &|c| {
        let range = c * chunk..n.min((c + 1) * chunk);
        let count = range.len();
        let (mut block, mut below, mut above) = ([K::default(); BLOCK], 0, count);
        for begin in range.clone().step_by(BLOCK) {
            let block = &mut block[..BLOCK.min(range.end - begin)];
            keys(begin, block);
            let room = other.from(range.start + below).0..other.from(range.start + above).0;
            // SAFETY: promised by the caller; chunks are apart, and as many keys are left as there is room for.
            let less = unsafe { K::deal_with_avx512(block, room, pivots[middle - 1]) };
            (below, above) = (below + less, above - (block.len() - less));
        }
        // SAFETY: promised by the caller; chunks are apart, and all of this one is written.
        unsafe {
            let begins = all.part(c * (classes + 1)..(c + 1) * (classes + 1));
            begins[classes] = count;
            let (left, right) = other.part(range).split_at_mut(below);
            let (begins, other_begins) = begins[..classes].split_at_mut(middle);
            partition_in_place(left, 0, &pivots[..middle - 1], begins);
            partition_in_place(right, below, &pivots[middle..], other_begins);
        }
    });
    let before = |class: usize| -> usize {
        begins.chunks_exact(classes + 1).map(|begins: &[usize]| begins[class]).sum()
    };
    side_by_side(team, classes, &|class| {
        let range = before(class)..before(class + 1);
        let (mut below, mut above) = (range.start, range.end);
        for (c, begins) in begins.chunks_exact(classes + 1).enumerate() {
            let run = c * chunk + begins[class]..c * chunk + begins[class + 1];
            // SAFETY: classes are apart in both arrays, which have as many keys.
            let (run, room) = unsafe { (other.part(run), to.from(below).0..to.from(above).0) };
            // SAFETY: as above; the processor has AVX-512.
            let less = unsafe { K::deal_with_avx512(run, room, inner[class]) };
            (below, above) = (below + less, above - (run.len() - less));
        }
        for range in [range.start..below, below..range.end] {
            if !range.is_empty() {
                // SAFETY: classes are apart, and all of them is written; the processor has AVX-512.
                unsafe {
                    let to = to.part(range);
                    K::sort_with_avx512(to);
                    finish(to);
                }
            }
        }
    });
}

/// Partitions keys by all pivots. `begins` receives the place where each class begins, counted from `first` on.
///
/// # Safety
/// The processor has AVX-512.
unsafe fn partition_in_place<K: Key>(
    keys: &mut [K],
    first: usize,
    pivots: &[K],
    begins: &mut [usize],
) {
    let half = begins.len() / 2;
    if half == 0 {
        begins[0] = first;
        return;
    }
    // SAFETY: promised by the caller.
    unsafe {
        let below = K::partition_with_avx512(keys, pivots[half - 1]);
        let (left, right) = keys.split_at_mut(below);
        let (begins, other_begins) = begins.split_at_mut(half);
        partition_in_place(left, first, &pivots[..half - 1], begins);
        partition_in_place(right, first + below, &pivots[half..], other_begins);
    }
}
