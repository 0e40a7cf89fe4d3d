//! `argsort`: the positions of the elements of rows in ascending order.

use super::super::{Ordered, buffer, size, team};
use super::range::KeyRange;
use super::spread::{self, Pointer};
use super::{Key, Order, cached, counting, order, short, wide};
use crate::cpu::team::Team;
use crate::plan::CpuArgs;
use crate::routines::side_by_side;

/// The positions of the elements of the rows `begin..end` in ascending order. Equal elements stay in their order, and
/// NaN comes last. Buffers: the rows; the positions; scratch memory. Size: the length of a row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn argsort<T: Ordered>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: all buffers hold the rows before `end`, those of the first are initialised, and
    // nothing else uses those of the others.
    unsafe {
        let n = size(args, 0);
        let x = Pointer(buffer::<T>(args, 0));
        let space = [1, 2].map(|k| Pointer(buffer::<u64>(args, k)));
        if (1..=short::MOST).contains(&n) {
            let range = begin * n..end * n;
            let to = space[0].from(range.start);
            return short::argsort(x.part(range), n, |k, position| to.write(k, position));
        }
        super::rows(team(args), begin..end, n, |row, team| {
            let range = row * n..(row + 1) * n;
            let x = x.part(range.clone());
            sorted(x, [0, 1].map(|k: usize| space[k].from(range.start)), team);
        });
    }
}

/// Rows of fewer elements are not counted.
const COUNTED_FROM: usize = 512;

/// How an element's key and, below it, its position are packed into 64 bits. The lowest bits of the key are left out if
/// there is no room for them.
struct Packed {
    least: u64,
    /// The number of low bits of keys that are left out.
    away: u32,
    /// Whether keys may differ in these bits.
    loses: bool,
    /// The number of bits of positions.
    below: u32,
}

impl Packed {
    fn new<T: Ordered>(x: &[T], team: Option<&Team>) -> Packed {
        let below = usize::BITS - x.len().saturating_sub(1).leading_zeros();
        let bits = <T::Key as Key>::BITS;
        if bits + below <= u64::BITS {
            return Packed { least: 0, away: 0, loses: false, below };
        }
        let range = KeyRange::of(x.len(), &|begin, to: &mut [T::Key]| keys_of(x, begin, to), team);
        let (least, largest) = (range.least, range.largest);
        // Zero bits at the end of all keys need no room.
        let zeros = range.zeros();
        let width = u64::BITS - (largest - least).leading_zeros();
        let away = (width + below).saturating_sub(u64::BITS).max(zeros.min(width));
        Packed { least, away, loses: away > zeros, below }
    }

    #[inline(always)]
    fn pack(&self, key: u64, position: usize) -> u64 {
        ((key - self.least) >> self.away) << self.below | position as u64
    }

    #[inline(always)]
    fn position(&self, packed: u64) -> usize {
        (packed & ((1 << self.below) - 1)) as usize
    }
}

/// The packed keys of the elements from one element on.
#[inline(always)]
fn keys_of<T: Ordered>(x: &[T], begin: usize, to: &mut [T::Key]) {
    let x = &x[begin..begin + to.len()];
    wide(|| to.iter_mut().zip(x).for_each(|(to, e)| *to = e.key()));
}

/// # Safety
/// There is room for as many positions in both, and nobody else uses them.
pub(super) unsafe fn sorted<T: Ordered>(
    x: &[T],
    [to, other]: [Pointer<u64>; 2],
    team: Option<&Team>,
) {
    let n = x.len();
    // To sort a few elements takes no longer than to look for an order.
    let order = if n <= cached::FEW { Order::Neither } else { order(x) };
    match order {
        Order::Ascending => {
            const PART: usize = 1 << 16;
            return side_by_side(team, n.div_ceil(PART), &|part| {
                // SAFETY: promised by the caller; parts are apart.
                (part * PART..n.min((part + 1) * PART))
                    .for_each(|k| unsafe { to.write(k, k as u64) });
            });
        }
        Order::Descending => {
            // SAFETY: promised by the caller.
            return (0..n).for_each(|k| unsafe { to.write(k, (n - 1 - k) as u64) });
        }
        Order::Neither => {}
    }
    let numbers = |begin: usize, to: &mut [T::Key]| keys_of(x, begin, to);
    if n >= COUNTED_FROM
        && let Some(range) = KeyRange::of_few_numbers(n, &numbers, team)
    {
        // SAFETY: promised by the caller.
        return unsafe { counting::positions(n, &numbers, &range, &to, team) };
    }
    let packed = Packed::new(x, team);
    let keys = |begin: usize, to: &mut [u64]| {
        let x = &x[begin..begin + to.len()];
        wide(|| {
            for (k, (to, e)) in to.iter_mut().zip(x).enumerate() {
                *to = packed.pack(e.key().wide(), begin + k);
            }
        });
    };
    let finish = |sorted: &mut [u64]| {
        if packed.loses {
            order_agreeing(x, &packed, sorted);
        }
        wide(|| sorted.iter_mut().for_each(|key| *key = packed.position(*key) as u64));
    };
    // SAFETY: promised by the caller.
    unsafe { spread::sort(n, &keys, [to, other], packed.below, team, &finish) };
}

/// Up to this many are put in order one after the other.
const ONE_BY_ONE: usize = 16;

/// Puts elements in order that agree in the packed part of their keys.
fn order_agreeing<T: Ordered>(x: &[T], packed: &Packed, sorted: &mut [u64]) {
    let agree = |a: u64, b: u64| (a ^ b) >> packed.below == 0;
    let mut begin = 0;
    while begin + 1 < sorted.len() {
        if !agree(sorted[begin], sorted[begin + 1]) {
            begin += 1;
            continue;
        }
        let first = sorted[begin];
        let count = sorted[begin..].iter().take_while(|other| agree(first, **other)).count();
        let run = &mut sorted[begin..begin + count];
        let key = |packed_key: u64| x[packed.position(packed_key)].key();
        if count <= ONE_BY_ONE {
            for k in 1..count {
                let (packed_key, mut place) = (run[k], k);
                while place > 0 && key(packed_key) < key(run[place - 1]) {
                    run[place] = run[place - 1];
                    place -= 1;
                }
                run[place] = packed_key;
            }
        } else if !run.is_sorted_by_key(|packed_key| key(*packed_key)) {
            let mut pairs: Vec<_> = run.iter().map(|&packed| (key(packed), packed)).collect();
            pairs.sort_unstable();
            run.iter_mut().zip(pairs).for_each(|(to, (_, packed))| *to = packed);
        }
        begin += count;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Bytes, Check, check_all, expected};
    use super::*;
    use std::fmt::Debug;

    struct Positions(Team);

    impl Check for Positions {
        #[track_caller]
        fn check<T: Ordered + PartialOrd + Debug + Bytes>(&self, x: &[T]) {
            let expected: Vec<u64> = expected(x).iter().map(|&k| k as u64).collect();
            for team in [None, Some(&self.0)] {
                let (mut to, mut other) = (vec![7; x.len()], vec![7; x.len()]);
                let space = [&mut to, &mut other].map(|space| Pointer(space.as_mut_ptr()));
                // SAFETY: they are as long.
                unsafe { sorted(x, space, team) };
                assert!(to == expected, "{x:?}");
            }
            for n in 1..=short::MOST.min(x.len()) {
                let x = &x[..x.len().min(70 * n) / n * n];
                let mut to = vec![7; x.len()];
                short::argsort(x, n, |k, position| to[k] = position as i64);
                for (x, to) in x.chunks_exact(n).zip(to.chunks_exact(n)) {
                    assert!(to == super::super::tests::expected(x), "{x:?}");
                }
            }
        }
    }

    #[test]
    fn rows_are_in_order() {
        check_all(&Positions(Team::new(2).unwrap()));
    }

    #[test]
    fn equal_elements_keep_their_order_and_nan_is_last() {
        let positions = Positions(Team::new(1).unwrap());
        positions.check(&[f64::NAN, 0.0, -0.0, f64::NAN, -1.0, f64::INFINITY]);
        positions.check(&[3u64, 0, u64::MAX, 0]);
        positions.check::<i32>(&[]);
    }
}
