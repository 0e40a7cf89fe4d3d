//! The middle elements of rows in ascending order, for medians. Only elements near the middle are sorted.

use super::super::{Ordered, buffer, size, team};
use super::spread::{Digits, Pointer, differing, one};
use super::{Key, cached, counting, short, wide};
use crate::cpu::team::Team;
use crate::plan::CpuArgs;
use std::ops::Range;
use std::sync::Mutex;

/// For each of the rows `begin..end`, in ascending order: the elements at `(n - 1) / 2` and at `n / 2`, and the last
/// one. Equal elements stay in their order, and NaN comes last. If `n` is 0, the results are zeros. Buffers: the rows;
/// the results; scratch memory (two elements per element). Size: the length `n` of a row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn middle<T: Ordered>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: the buffers hold the rows before `end`, those of the first are initialised, and
    // nothing else uses those of the others.
    unsafe {
        let n = size(args, 0);
        let [x, results] = [0, 1].map(|k| Pointer(buffer::<T>(args, k)));
        if (1..=short::MOST).contains(&n) {
            let x = x.part(begin * n..end * n);
            let ranks = ranks(n);
            short::ranked(x, n, &ranks, |row, k, e| {
                let e = as_it_stands(&x[row * n..(row + 1) * n], e, ranks[k]);
                results.write(3 * (begin + row) + k, e);
            });
            return;
        }
        super::rows(team(args), begin..end, n, |row, team| {
            let middle = of_row(x.part(row * n..(row + 1) * n), team);
            middle.into_iter().enumerate().for_each(|(k, e)| results.write(3 * row + k, e));
        });
    }
}

/// Rows of up to this many elements are sorted.
const SORTED: usize = 1 << 12;
/// Most of these rows have fewer elements than this.
const SHORT: usize = 1 << 9;

fn ranks(n: usize) -> [usize; 3] {
    [(n - 1) / 2, n / 2, n - 1]
}

fn of_row<T: Ordered>(x: &[T], team: Option<&Team>) -> [T; 3] {
    let n = x.len();
    if n == 0 {
        return [T::of_image(T::ZERO_IMAGE); 3];
    }
    let images = |begin: usize, to: &mut [T::Image]| {
        let x = &x[begin..begin + to.len()];
        wide(|| to.iter_mut().zip(x).for_each(|(to, e)| *to = T::Image::narrow(e.image())));
    };
    let ranks = ranks(n);
    if size_of::<T>() <= 2 && n >= 1 << (8 * size_of::<T>()) {
        return counting::select(x, ranks);
    }
    let found = if n <= cached::FEW {
        let keys = &mut [T::Image::default(); cached::FEW][..n];
        images(0, keys);
        cached::sort_few(keys);
        ranks.map(|rank| keys[rank])
    } else if n <= SHORT {
        sorted::<_, SHORT>(n, &images, ranks)
    } else if n <= SORTED {
        sorted::<_, SORTED>(n, &images, ranks)
    } else {
        of_long(n, &images, team)
    };
    let mut rank = ranks.iter();
    found.map(|image| {
        let rank = rank.next().copied().unwrap_or(0);
        as_it_stands(x, T::of_image(image.wide()), rank)
    })
}

/// The keys with these ranks, of at most `MOST` keys.
fn sorted<K: Key, const MOST: usize>(
    n: usize,
    keys: &impl Fn(usize, &mut [K]),
    ranks: [usize; 3],
) -> [K; 3] {
    let (mut all, mut other) = ([K::default(); MOST], [K::default(); MOST]);
    let (all, other) = (&mut all[..n], &mut other[..n]);
    keys(0, all);
    cached::sort(all, other, 0);
    ranks.map(|rank| all[rank])
}

/// The element with this rank, which equals `e`. Its bits may differ from those of `e` if it is a zero or a NaN.
fn as_it_stands<T: Ordered>(x: &[T], e: T, rank: usize) -> T {
    if !T::HAS_EQUALS || !(e.is_zero() || e.image() == T::NAN_IMAGE) {
        return e;
    }
    let before = x.iter().filter(|other| other.before(e)).count();
    let equal = |other: &&T| !other.before(e) && !e.before(**other);
    x.iter().filter(equal).nth(rank - before).copied().unwrap_or(e)
}

/// The keys with the middle ranks, and the largest key. Keys are counted by their first digits; then those with the
/// digits of the middle ranks are sorted.
fn of_long<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    team: Option<&Team>,
) -> [K; 3] {
    let digits = Digits::of_sample(&|k| one(keys, k), n, 0);
    let chunk = n.div_ceil(team.map_or(1, Team::threads));
    let chunks: Vec<Range<usize>> =
        (0..n).step_by(chunk).map(|begin| begin..n.min(begin + chunk)).collect();
    let counts = digits.counts(&chunks, keys, team);
    let total = |digit: usize| -> usize {
        (0..chunks.len()).map(|c| counts[c * digits.count() + digit]).sum()
    };
    // The digits of the ranks, and the number of keys with lower digits.
    let (mut first, mut last, mut before, mut sum) = (0, 0, 0, 0);
    for digit in 0..digits.count() {
        let count = total(digit);
        if sum <= (n - 1) / 2 {
            (first, before) = (digit, sum);
        }
        if sum <= n / 2 && count > 0 {
            last = digit;
        }
        sum += count;
    }
    let all = Mutex::new((Vec::new(), K::default()));
    super::side_by_side(team, chunks.len(), &|c| {
        let (mut own, mut largest) = (Vec::new(), K::default());
        digits.each(chunks[c].clone(), keys, |_, key: K, digit| {
            largest = largest.max(key);
            if (first..=last).contains(&digit) {
                own.push(key);
            }
        });
        let mut all = all.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        all.0.append(&mut own);
        all.1 = all.1.max(largest);
    });
    let (mut near, largest) = all.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    if wide(|| differing(&near)) == 0 {
        let key = near[0];
        return [key, key, largest];
    }
    let (_, low, above) = near.select_nth_unstable((n - 1) / 2 - before);
    let low = *low;
    let high = if n % 2 == 1 { low } else { above.iter().copied().min().unwrap_or(low) };
    [low, high, largest]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Bytes, Check, check_all, expected};
    use super::*;
    use std::fmt::Debug;

    struct Middle(Team);

    impl Check for Middle {
        #[track_caller]
        fn check<T: Ordered + PartialOrd + Debug + Bytes>(&self, x: &[T]) {
            let order = expected(x);
            for team in [None, Some(&self.0)] {
                let middle = of_row(x, team).map(|e| e.bytes());
                let n = x.len();
                let expected = match n {
                    0 => [[0; 8]; 3],
                    _ => [(n - 1) / 2, n / 2, n - 1].map(|k| x[order[k] as usize].bytes()),
                };
                assert!(middle == expected, "{x:?}");
            }
            for n in 1..=short::MOST.min(x.len()) {
                let x = &x[..x.len().min(70 * n) / n * n];
                let mut found = x.to_vec();
                found.resize(x.len() / n * 3, x[0]);
                let sizes = [n as i64];
                let buffers = [x.as_ptr().cast_mut().cast::<u8>(), found.as_mut_ptr().cast()];
                let args = crate::routines::arguments(&buffers, &sizes, None);
                // SAFETY: there are as many rows.
                unsafe { middle::<T>(&args, 0, x.len() / n) };
                for (x, found) in x.chunks_exact(n).zip(found.chunks_exact(3)) {
                    let row = of_row(x, None).map(|e| e.bytes());
                    assert!(row.into_iter().eq(found.iter().map(|e| e.bytes())), "{x:?}");
                }
            }
        }
    }

    #[test]
    fn the_middle_is_that_of_rows_in_order() {
        check_all(&Middle(Team::new(2).unwrap()));
    }
}
