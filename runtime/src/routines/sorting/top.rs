//! `topk`: the positions of the smallest or the largest elements. All others are only compared with the last of these.

use super::super::{Ordered, buffer, size, team};
use super::spread::Pointer;
use super::{Key, positions, short, side_by_side, wide};
use crate::cpu::team::Team;
use crate::plan::CpuArgs;
use std::sync::Mutex;

/// For each of the rows `begin..end`, the positions of the first elements in ascending order, NaN last; or (`LARGEST`)
/// in descending order, NaN first. Equal elements stay in their order. Buffers: the rows; the positions; scratch memory
/// (two positions per element). Sizes: the length of a row; the number of positions per row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn top<T: Ordered, const LARGEST: bool>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: the buffers hold the rows before `end`, those of the first are initialised, and
    // nothing else uses those of the others.
    unsafe {
        let (n, count) = (size(args, 0), size(args, 1));
        let x = Pointer(buffer::<T>(args, 0));
        let [results, scratch] = [1, 2].map(|k| Pointer(buffer::<u64>(args, k)));
        if (1..=short::MOST).contains(&n) {
            let (x, to) = (x.part(begin * n..end * n), results.from(begin * count));
            return short::top::<T, LARGEST>(x, n, count, |k, position| to.write(k, position));
        }
        super::rows(team(args), begin..end, n, |row, team| {
            let x = x.part(row * n..(row + 1) * n);
            let space = [0, 1].map(|k| scratch.from((2 * row + k) * n));
            let found = match count > n / FRACTION {
                true => of_all::<T, LARGEST>(x, count, space, team),
                false => few::<T, LARGEST>(x, count, team),
            };
            let to = results.from(row * count);
            found.into_iter().enumerate().for_each(|(k, position)| to.write(k, position));
        });
    }
}

/// All elements are sorted if more than one in this many is asked for.
const FRACTION: usize = 16;
/// The number of elements that are compared together.
const BLOCK: usize = 64;
/// The first ones are chosen among this many candidates, or among four times as many as are asked for if that is more.
/// The number is small, so that most elements of short rows, too, are only compared.
const MOST_FOUND: usize = BLOCK;
/// A thread gets at least this many elements of a row.
const PART: usize = 1 << 13;

/// Sorts all elements.
///
/// # Safety
/// There is room for as many positions in both, and nobody else uses them.
unsafe fn of_all<T: Ordered, const LARGEST: bool>(
    x: &[T],
    count: usize,
    [to, other]: [Pointer<u64>; 2],
    team: Option<&Team>,
) -> Vec<u64> {
    // SAFETY: promised by the caller; all of it is written.
    let order = unsafe {
        positions::sorted(x, [to.from(0), other], team);
        to.part(0..x.len())
    };
    if !LARGEST {
        return order[..count].to_vec();
    }
    let equal = |a: &u64, b: &u64| x[*a as usize].key() == x[*b as usize].key();
    order.chunk_by(equal).rev().flatten().copied().take(count).collect()
}

/// The positions of the first `count` elements, in order.
fn few<T: Ordered, const LARGEST: bool>(x: &[T], count: usize, team: Option<&Team>) -> Vec<u64> {
    if count == 0 {
        return Vec::new();
    }
    let part = x.len().div_ceil(team.map_or(1, Team::threads)).max(PART);
    let all = Mutex::new(Vec::new());
    side_by_side(team, x.len().div_ceil(part), &|p| {
        let begin = p * part;
        let mut own =
            of_part::<T, LARGEST>(&x[begin..x.len().min(begin + part)], begin as u64, count);
        all.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).append(&mut own);
    });
    let mut all = all.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    all.sort_unstable();
    all.truncate(count);
    all.into_iter().map(|(_, position)| position).collect()
}

/// Whether `a` comes before `b`.
#[inline(always)]
fn before<T: Ordered, const LARGEST: bool>(a: T, b: T) -> bool {
    if LARGEST { b.before(a) } else { a.before(b) }
}

/// The keys (inverted for the largest) and the positions of the first elements of a part, and of some others, in no
/// order.
fn of_part<T: Ordered, const LARGEST: bool>(x: &[T], begin: u64, count: usize) -> Vec<(u64, u64)> {
    let most = (4 * count).max(MOST_FOUND);
    let mut found: Vec<(u64, u64)> = Vec::with_capacity(most + BLOCK);
    // The last of the first elements so far.
    let mut last: Option<T> = None;
    for (b, block) in x.chunks(BLOCK).enumerate() {
        if let Some(last) = last
            && !wide(|| block.iter().fold(false, |any, e| any | before::<T, LARGEST>(*e, last)))
        {
            continue;
        }
        for (k, e) in block.iter().enumerate() {
            // Later elements come after those that they equal.
            if last.is_none_or(|last| before::<T, LARGEST>(*e, last)) {
                let key = e.key().wide();
                let key = if LARGEST { !key } else { key };
                found.push((key, begin + (b * BLOCK + k) as u64));
            }
        }
        if found.len() >= most {
            let (_, nth, _) = found.select_nth_unstable(count - 1);
            last = Some(x[(nth.1 - begin) as usize]);
            found.truncate(count);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Bytes, Check, check_all, expected};
    use super::*;
    use std::fmt::Debug;

    struct Top(Team);

    impl Check for Top {
        #[track_caller]
        fn check<T: Ordered + PartialOrd + Debug + Bytes>(&self, x: &[T]) {
            let ascending: Vec<u64> = expected(x).iter().map(|&k| k as u64).collect();
            let equal = |a: &u64, b: &u64| {
                let (a, b) = (&x[*a as usize], &x[*b as usize]);
                // Only NaNs compare with nothing.
                a == b || a.partial_cmp(a).is_none() && b.partial_cmp(b).is_none()
            };
            let descending: Vec<u64> = ascending.chunk_by(equal).rev().flatten().copied().collect();
            for team in [None, Some(&self.0)] {
                for count in [0, 1, 3, x.len() / 20].map(|count| count.min(x.len())) {
                    assert!(few::<T, false>(x, count, team) == ascending[..count], "{count} {x:?}");
                    assert!(few::<T, true>(x, count, team) == descending[..count], "{count} {x:?}");
                }
                if (1..=short::MOST).contains(&x.len()) {
                    for count in 0..=x.len() {
                        let (mut least, mut largest) = (vec![7; count], vec![7; count]);
                        short::top::<T, false>(x, x.len(), count, |k, p| least[k] = p);
                        short::top::<T, true>(x, x.len(), count, |k, p| largest[k] = p);
                        assert!(least == ascending[..count], "{count} {x:?}");
                        assert!(largest == descending[..count], "{count} {x:?}");
                    }
                }
                let (mut to, mut other) = (vec![7; x.len()], vec![7; x.len()]);
                let space = [&mut to, &mut other].map(|space| Pointer(space.as_mut_ptr()));
                // SAFETY: they are as long.
                let all = unsafe { of_all::<T, true>(x, x.len(), space, team) };
                assert!(all == descending, "{x:?}");
            }
        }
    }

    #[test]
    fn they_come_as_in_rows_in_order() {
        check_all(&Top(Team::new(2).unwrap()));
    }
}
