//! `sort`: the elements of rows in ascending order.

use super::super::{Ordered, buffer, side_by_side, size, team};
use super::range::KeyRange;
use super::spread::{self, Pointer};
use super::{Key, Order, Work, cached, counting, order, repeated, short, wide, widely};
#[cfg(target_arch = "x86_64")]
use crate::cpu::isa::Isa;
use crate::cpu::team::Team;
use crate::plan::CpuArgs;
use std::sync::atomic::{AtomicBool, Ordering};

/// The elements of the rows `begin..end` in ascending order. Equal elements with different bits (zeros, NaNs) stay in
/// their order, and NaN comes last. Buffers: the rows; the results; scratch memory. Size: the length of a row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn sort<T: Ordered>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: all buffers hold the rows before `end`, those of the first are initialised, and
    // nothing else uses those of the others.
    unsafe {
        let n = size(args, 0);
        let [x, to, other] = [0, 1, 2].map(|k| Pointer(buffer::<T>(args, k)));
        if (1..=short::MOST).contains(&n) {
            let range = begin * n..end * n;
            return short_rows(x.part(range.clone()), n, to.from(range.start));
        }
        #[cfg(target_arch = "x86_64")]
        if in_registers(x.part(begin * n..end * n), n, &to.from(begin * n)) {
            return;
        }
        super::rows(team(args), begin..end, n, |row, team| {
            let range = row * n..(row + 1) * n;
            let x = x.part(range.clone());
            let [to, other] = [&to, &other].map(|buffer| buffer.from(range.start));
            sorted(x, [to, other], team);
        });
    }
}

/// # Safety
/// There is room for as many elements, and nobody else uses it.
unsafe fn short_rows<T: Ordered>(x: &[T], n: usize, to: Pointer<T>) {
    // SAFETY: promised by the caller.
    if short::sort(x, n, |k, e| unsafe { to.write(k, e) }) {
        // SAFETY: as above; all of it is written.
        let sorted = unsafe { to.part(0..x.len()) };
        for (x, sorted) in x.chunks_exact(n).zip(sorted.chunks_exact_mut(n)) {
            equals_as_they_stand(x, sorted);
        }
    }
}

/// Sorts rows that registers hold whole, or returns false. To look for an order, or for another way of sorting, would
/// take longer than to sort them.
///
/// # Safety
/// There is room for as many elements elsewhere, and nobody else uses it.
#[cfg(target_arch = "x86_64")]
unsafe fn in_registers<T: Ordered>(x: &[T], n: usize, to: &Pointer<T>) -> bool {
    let bytes = n * size_of::<T>();
    let has_images = size_of::<T>() == size_of::<T::Image>();
    if n == 0 || !has_images || !cached::fits_registers(bytes) {
        return false;
    }
    let is_unusual = match bytes <= FEW_BYTES {
        // SAFETY: promised by the caller; the processor has the instructions if registers hold a row.
        true => unsafe { T::Image::rows_with_avx512(x.as_ptr(), to.0, [x.len() / n, n]) },
        false => widely(ByKeys { x, n, to }),
    };
    if is_unusual {
        // SAFETY: promised by the caller; all of it is written.
        let sorted = unsafe { to.part(0..x.len()) };
        for (x, sorted) in x.chunks_exact(n).zip(sorted.chunks_exact_mut(n)) {
            equals_as_they_stand(x, sorted);
        }
    }
    true
}

/// Rows of more bytes fill so many registers that none are left for what it takes to make keys of elements.
#[cfg(target_arch = "x86_64")]
const FEW_BYTES: usize = 512;

/// Rows whose keys are stored in place of the results before they are sorted.
/// Whoever makes one promises room at `to` for as many elements, which nobody else uses.
#[cfg(target_arch = "x86_64")]
struct ByKeys<'a, T> {
    x: &'a [T],
    n: usize,
    to: &'a Pointer<T>,
}

#[cfg(target_arch = "x86_64")]
impl<T: Ordered> Work for ByKeys<'_, T> {
    type Result = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let mut any = false;
        for (k, row) in self.x.chunks_exact(self.n).enumerate() {
            let images = Pointer(self.to.from(k * self.n).0.cast::<T::Image>());
            // SAFETY: there is room for all rows. Images are of the elements' size and alignment, and all of them are
            // written before they are made a slice.
            let images = unsafe {
                for (k, e) in row.iter().enumerate() {
                    any |= e.has_equals();
                    images.write(k, T::Image::narrow(e.image()));
                }
                images.part(0..self.n)
            };
            cached::sort(images, &mut [], 0);
            for image in images {
                // SAFETY: as above; elements are numbers.
                unsafe { std::ptr::from_mut(image).cast::<T>().write(T::of_image(image.wide())) };
            }
        }
        any
    }
}

/// Rows of fewer elements are not counted.
const COUNTED_FROM: usize = 256;

/// The same for rows whose elements are large, but close to each other.
const NUMBERS_FROM: usize = 512;

/// # Safety
/// There is room for as many elements in both, and nobody else uses them.
unsafe fn sorted<T: Ordered>(x: &[T], [to, other]: [Pointer<T>; 2], team: Option<&Team>) {
    let n = x.len();
    // To sort a few elements takes no longer than to look for an order.
    let is_few = n <= cached::FEW && size_of::<T>() > 2;
    match if is_few { Order::Neither } else { order(x) } {
        // SAFETY: promised by the caller.
        Order::Ascending => unsafe { copy(x, to, team) },
        Order::Descending => {
            // SAFETY: promised by the caller.
            x.iter().rev().enumerate().for_each(|(k, e)| unsafe { to.write(k, *e) });
        }
        Order::Neither
            if size_of::<T>() <= 2 && n >= COUNTED_FROM << (8 * (size_of::<T>() - 1)) =>
        {
            // SAFETY: promised by the caller.
            counting::sort(x, |k, e| unsafe { to.write(k, e) });
        }
        Order::Neither if size_of::<T>() <= 2 => {
            // SAFETY: promised by the caller; all of `to` is written before it is made a slice.
            let to = unsafe {
                copy(x, to, None);
                to.part(0..n)
            };
            to.sort_unstable_by_key(|e| e.image());
        }
        #[cfg(target_arch = "x86_64")]
        Order::Neither if (1..NUMBERS_FROM).contains(&n) && Isa::selected() == Isa::Avx512 => {
            if widely(ByKeys { x, n, to: &to }) {
                // SAFETY: promised by the caller; all of it is written.
                equals_as_they_stand(x, unsafe { to.part(0..n) });
            }
        }
        Order::Neither => {
            // SAFETY: promised by the caller.
            unsafe { by_images(x, [to, other], team) };
        }
    }
}

/// # Safety
/// As for [`sorted`].
unsafe fn copy<T: Ordered>(x: &[T], to: Pointer<T>, team: Option<&Team>) {
    const PART: usize = 1 << 16;
    side_by_side(team, x.len().div_ceil(PART), &|part| {
        let range = part * PART..x.len().min((part + 1) * PART);
        // SAFETY: promised by the caller; parts are apart.
        unsafe {
            to.from(range.start)
                .0
                .copy_from_nonoverlapping(x.as_ptr().add(range.start), range.len())
        };
    });
}

/// Sorts elements as numbers of the same size, in the place where the elements will be.
///
/// # Safety
/// As for [`sorted`].
unsafe fn by_images<T: Ordered>(x: &[T], [to, other]: [Pointer<T>; 2], team: Option<&Team>) {
    const { assert!(size_of::<T>() < 4 || size_of::<T>() == size_of::<T::Image>()) };
    const { assert!(align_of::<T>() >= align_of::<T::Image>() || size_of::<T>() < 4) };
    let space = [to, other].map(|buffer| Pointer(buffer.0.cast::<T::Image>()));
    // Whether some equal elements may have different bits.
    let mixed = AtomicBool::new(false);
    let images = |begin: usize, to: &mut [T::Image]| {
        let x = &x[begin..begin + to.len()];
        let any = wide(|| {
            to.iter_mut().zip(x).fold(false, |any, (to, e)| {
                *to = T::Image::narrow(e.image());
                any | e.has_equals()
            })
        });
        if any {
            mixed.store(true, Ordering::Relaxed);
        }
    };
    let finish = |images: &mut [T::Image]| {
        wide(|| {
            for image in images {
                // SAFETY: elements are numbers, and these are of the same size.
                unsafe { std::ptr::from_mut(image).cast::<T>().write(T::of_image(image.wide())) };
            }
        });
    };
    // SAFETY: promised by the caller; images are of the elements' size and alignment.
    unsafe {
        if let Some(range) = (x.len() >= NUMBERS_FROM)
            .then(|| KeyRange::of_few_numbers(x.len(), &images, team))
            .flatten()
        {
            counting::keys(x.len(), &images, &range, &space[0], team, &finish);
        } else if !repeated::sort(x.len(), &images, &space[0], team, &finish) {
            spread::sort(x.len(), &images, space, 0, team, &finish);
        }
    }
    // SAFETY: all of it is written.
    let to = unsafe { to.part(0..x.len()) };
    if mixed.into_inner() {
        equals_as_they_stand(x, to);
    }
}

/// Puts the zeros and the NaNs in their order in `x`. Images distinguish the zeros, and make all NaNs equal.
fn equals_as_they_stand<T: Ordered>(x: &[T], sorted: &mut [T]) {
    let is_nan = |e: &&T| e.image() == T::NAN_IMAGE;
    let zeros = sorted.iter().position(|e| e.is_zero()).unwrap_or(sorted.len());
    let of_x = x.iter().filter(|e| e.is_zero());
    sorted[zeros..].iter_mut().zip(of_x).for_each(|(to, e)| *to = *e);
    let nans = sorted.len() - x.iter().filter(is_nan).count();
    sorted[nans..].iter_mut().zip(x.iter().filter(is_nan)).for_each(|(to, e)| *to = *e);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Bytes, Check, check_all, expected};
    use super::*;
    use std::fmt::Debug;

    struct Values(Team);

    impl Check for Values {
        #[track_caller]
        fn check<T: Ordered + PartialOrd + Debug + Bytes>(&self, x: &[T]) {
            let expected: Vec<_> = expected(x).iter().map(|&k| x[k as usize].bytes()).collect();
            for team in [None, Some(&self.0)] {
                let (mut to, mut other) = (x.to_vec(), x.to_vec());
                let space = [&mut to, &mut other].map(|space| Pointer(space.as_mut_ptr()));
                // SAFETY: they are as long.
                unsafe { sorted(x, space, team) };
                let sorted: Vec<_> = to.iter().map(|e| e.bytes()).collect();
                assert!(sorted == expected, "{x:?}");
            }
            for n in (1..short::MOST + 1).chain([17, 33, 64, 100, 129, 256]) {
                let x = &x[..x.len().min(70 * n) / n * n];
                let mut to = x.to_vec();
                let room = Pointer(to.as_mut_ptr());
                if n <= short::MOST {
                    // SAFETY: it is as long.
                    unsafe { short_rows(x, n, room) };
                } else if !is_sorted_in_registers(x, n, &room) {
                    continue;
                }
                for (x, to) in x.chunks_exact(n).zip(to.chunks_exact(n)) {
                    let row = super::super::tests::expected(x);
                    let row = row.iter().map(|&k| x[k as usize].bytes());
                    assert!(row.eq(to.iter().map(|e| e.bytes())), "{x:?}");
                }
            }
        }
    }

    fn is_sorted_in_registers<T: Ordered>(x: &[T], n: usize, to: &Pointer<T>) -> bool {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: there is room for as many elements.
        return unsafe { in_registers(x, n, to) };
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    #[test]
    fn rows_are_in_order() {
        check_all(&Values(Team::new(2).unwrap()));
    }
}
