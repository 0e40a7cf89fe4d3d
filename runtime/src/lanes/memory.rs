//! Loads and stores, and local arrays.

use super::{Lane, Lines, M, V, each, mask};
use std::mem::MaybeUninit;
use std::ops::Range;

/// A local array of a kernel: `A` is `[[T; W]; LEN]` (for bools `[[bool; W]; LEN]`). It is aligned to cache lines. It
/// is not initialised, because kernels store before they load.
#[repr(C, align(64))]
pub struct Local<A>(MaybeUninit<A>);

impl<A> Local<A> {
    #[cfg_attr(optimised, inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Local(MaybeUninit::uninit())
    }

    #[cfg_attr(optimised, inline(always))]
    pub fn ptr<T>(&mut self) -> *mut T {
        self.0.as_mut_ptr().cast()
    }
}

/// The same pointer, but the compiler does not know where it points. So it cannot load elements earlier than the code
/// does.
#[cfg_attr(optimised, inline(always))]
pub fn afresh<T>(pointer: *mut T) -> *mut T {
    std::hint::black_box(pointer)
}

/// A value at any address, to be read and written as a place. In unoptimised code the functions for unaligned pointers
/// would be calls within calls, and kernels do little else.
#[repr(C, packed)]
pub(super) struct Anywhere<T>(pub T);

/// The same value in every lane.
#[cfg_attr(optimised, inline(always))]
pub fn splat<T: Copy, const W: usize>(v: V<T, 1>) -> V<T, W> {
    V([v.0[0]; W])
}

/// Combines all lanes into one value, by halves. The order is the same for all instruction sets with the same number of
/// lanes.
#[cfg_attr(optimised, inline(always))]
pub fn across<T: Copy, const W: usize>(
    v: V<T, W>,
    combine: impl Fn(V<T, 1>, V<T, 1>) -> V<T, 1>,
) -> V<T, 1> {
    let (mut v, mut width) = (v.0, W);
    while width > 1 {
        width /= 2;
        for k in 0..width {
            v[k] = combine(V([v[k]]), V([v[k + width]])).0[0];
        }
    }
    V([v[0]])
}

/// Lanes from neighbouring elements.
///
/// # Safety
/// `from` must be readable for `W` elements.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load<T: Copy, const W: usize>(from: *const T) -> V<T, W> {
    // SAFETY: the caller's promise.
    V(unsafe { (*from.cast::<Anywhere<[T; W]>>()).0 })
}

/// Lanes from elements `stride` apart.
///
/// # Safety
/// Every `from + lane * stride` must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_strided<T: Copy, const W: usize>(from: *const T, stride: i64) -> V<T, W> {
    // SAFETY: the caller's promise.
    V(each(|k| unsafe { from.offset(k as isize * stride as isize).read() }))
}

/// Lanes from every second element.
///
/// # Safety
/// All elements up to the last lane's must be readable, and the instruction set present that the width stands for: see
/// [`super`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_alternate<T: Lane, const W: usize>(from: *const T) -> V<T, W> {
    #[cfg(target_arch = "x86_64")]
    {
        let mut lanes = [T::default(); W];
        // SAFETY: the caller's promise. What is as large as a float moves as one: its bits stay as they are.
        let done = unsafe {
            match size_of::<T>() {
                8 => super::pairs::f64::alternate::<W>(from.cast(), lanes.as_mut_ptr().cast()),
                4 => super::pairs::f32::alternate::<W>(from.cast(), lanes.as_mut_ptr().cast()),
                _ => false,
            }
        };
        if done {
            return V(lanes);
        }
    }
    // SAFETY: the caller's promise.
    unsafe { load_strided(from, 2) }
}

/// Lanes from elements that follow each other backwards.
///
/// # Safety
/// Every `from - lane` must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_reversed<T: Copy, const W: usize>(from: *const T) -> V<T, W> {
    // SAFETY: the caller's promise.
    let forwards = unsafe { load::<T, W>(from.wrapping_sub(W - 1)) };
    V(each(|k| forwards.0[W - 1 - k]))
}

/// Lanes from elements at the given offsets.
///
/// # Safety
/// Every `from + offset` must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn gather<T: Copy, const W: usize>(from: *const T, offsets: V<i64, W>) -> V<T, W> {
    // SAFETY: the caller's promise.
    V(each(|k| unsafe { from.wrapping_offset(offsets.0[k] as isize).read() }))
}

/// Neighbouring entries of an index array.
///
/// # Safety
/// As [`load`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_index<const W: usize>(from: *const i32) -> V<i64, W> {
    // SAFETY: the caller's promise.
    let entries = unsafe { load::<i32, W>(from) };
    V(each(|k| i64::from(entries.0[k])))
}

/// Entries of an index array `stride` apart.
///
/// # Safety
/// As [`load_strided`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_strided_index<const W: usize>(from: *const i32, stride: i64) -> V<i64, W> {
    // SAFETY: the caller's promise.
    let entries = unsafe { load_strided::<i32, W>(from, stride) };
    V(each(|k| i64::from(entries.0[k])))
}

/// Entries of an index array at the given offsets.
///
/// # Safety
/// As [`gather`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn gather_index<const W: usize>(from: *const i32, offsets: V<i64, W>) -> V<i64, W> {
    // SAFETY: the caller's promise.
    let entries = unsafe { gather::<i32, W>(from, offsets) };
    V(each(|k| i64::from(entries.0[k])))
}

/// A mask from one bool per lane.
#[cfg_attr(optimised, inline(always))]
pub fn from_bools<const W: usize>(v: [bool; W]) -> M<W> {
    #[cfg(target_arch = "x86_64")]
    if let Some(mask) = super::small::of_bools(&v) {
        return M(mask);
    }
    let mut all = 0;
    let mut k = 0;
    while k < W {
        let mut eight = [false; 8];
        let mut lane = 0;
        while lane < 8 && k + lane < W {
            eight[lane] = v[k + lane];
            lane += 1;
        }
        all |= u32::from(mask::bits(eight)) << k;
        k += 8;
    }
    M(all)
}

/// # Safety
/// As [`load`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_bool<const W: usize>(from: *const bool) -> M<W> {
    // SAFETY: the caller's promise.
    from_bools(unsafe { load::<bool, W>(from) }.0)
}

/// # Safety
/// As [`load_strided`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_strided_bool<const W: usize>(from: *const bool, stride: i64) -> M<W> {
    // SAFETY: the caller's promise.
    from_bools(unsafe { load_strided::<bool, W>(from, stride) }.0)
}

/// # Safety
/// As [`gather`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn gather_bool<const W: usize>(from: *const bool, offsets: V<i64, W>) -> M<W> {
    // SAFETY: the caller's promise.
    from_bools(unsafe { gather::<bool, W>(from, offsets) }.0)
}

/// # Safety
/// `to` must be writable for `W` elements.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store<T: Copy, const W: usize>(to: *mut T, v: V<T, W>) {
    // SAFETY: the caller's promise.
    unsafe { (*to.cast::<Anywhere<[T; W]>>()).0 = v.0 }
}

/// The same as [`store`], but past the caches if the address is a multiple of the vector's size. Other threads see the
/// elements after [`finish_streams`].
///
/// # Safety
/// As [`store`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn stream<T: Lane, const W: usize>(to: *mut T, v: V<T, W>) {
    // SAFETY: the caller's promise.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if super::x86::stream(to, &v.0) {
            return;
        }
        store(to, v);
    }
}

/// [`store`], or if `PAST`, what `lines` tells to store: the vector past the caches, or some lanes of it.
///
/// # Safety
/// As [`store`]; if `PAST`, `W` lanes mean the instruction set that they stand for.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_past<const PAST: bool, T: Lane, const W: usize>(
    to: *mut T,
    v: V<T, W>,
    lines: &Lines,
) {
    // SAFETY: the caller's promise.
    unsafe {
        match lines.past() {
            _ if !PAST => store(to, v),
            Ok(()) => stream(to, v),
            Err(lanes) => store_lanes(to, v, lanes),
        }
    }
}

/// Stores some lanes of a vector.
///
/// # Safety
/// As [`store`]; the lanes must be some of the vector's.
#[cfg_attr(optimised, inline(always))]
unsafe fn store_lanes<T: Lane, const W: usize>(to: *mut T, v: V<T, W>, lanes: Range<usize>) {
    // SAFETY: the caller's promise.
    unsafe {
        if lanes.len() == W {
            return store(to, v);
        }
        // One by one: a store with a mask touches all lines of the vector.
        for k in lanes {
            to.add(k).write(v.0[k]);
        }
    }
}

/// The last of several pointers in memory.
#[cfg_attr(optimised, inline(always))]
pub fn last_of<T, const N: usize>(all: [*const T; N]) -> *const T {
    let mut last = all[0];
    let mut k = 1;
    while k < N {
        if all[k].addr() > last.addr() {
            last = all[k];
        }
        k += 1;
    }
    last
}

/// Asks for the memory that a loop over an array reads some time later. The distance is one or two rows of common
/// sizes, which fit the second cache.
#[cfg_attr(optimised, inline(always))]
pub fn fetch<T>(at: *const T) {
    const AHEAD: usize = 32 << 10;
    ask_for(at.wrapping_byte_add(AHEAD));
}

/// The number of rows that a loop down the rows of an array asks for ahead.
const ROWS_AHEAD: i64 = 8;

/// How far ahead a loop down rows reads, in rows and columns.
#[derive(Clone, Copy)]
pub struct Ahead {
    rows: i64,
    columns: i64,
}

impl Ahead {
    /// Some rows later.
    pub const ROWS: Ahead = Ahead { rows: ROWS_AHEAD, columns: 0 };

    /// For `terms` rows from `row` on, of those from `first` to `end`. After these, the loop goes on with the first rows
    /// of the next `columns`.
    #[cfg_attr(optimised, inline(always))]
    pub fn of_rows(row: i64, terms: i64, first: i64, end: i64, columns: i64) -> Ahead {
        match row + terms - 1 + ROWS_AHEAD < end {
            true => Ahead::ROWS,
            false => Ahead { rows: Ord::min(0, ROWS_AHEAD - (end - first)), columns },
        }
    }
}

/// Asks for the memory that a loop down the rows of an array reads later.
#[cfg_attr(optimised, inline(always))]
pub fn fetch_row<T>(at: *const T, stride: i64, ahead: Ahead) {
    let rows = (ahead.rows as isize).wrapping_mul(stride as isize);
    ask_for(at.wrapping_offset(rows).wrapping_offset(ahead.columns as isize));
}

/// Asks for the `count` elements of a row, into the first cache.
#[cfg_attr(optimised, inline(always))]
pub fn ask_for_row<T>(at: *const T, count: i64) {
    const LINE: usize = 64;
    let bytes = Ord::max(count, 0) as usize * size_of::<T>();
    let at = at.cast::<u8>();
    let mut k = 0;
    while k < bytes {
        ask_for_soon(at.wrapping_add(k));
        k += LINE;
    }
    // Where the row begins within a line, it ends in one more.
    ask_for_soon(at.wrapping_add(bytes.saturating_sub(1)));
}

/// Asks for the rows that `W` lanes read some turns later.
#[cfg_attr(optimised, inline(always))]
pub fn ask_for_read<T, const W: usize>(at: *const T, row: i64) {
    for_lines::<T, W>(at, row, ask_for);
}

/// Asks for the rows that `W` lanes write some turns later.
#[cfg_attr(optimised, inline(always))]
pub fn ask_for_written<T, const W: usize>(at: *const T, row: i64) {
    for_lines::<T, W>(at, row, ask_for_own);
}

/// Asks for the last line of a vector that is written soon. Processors ask for the first line of a store themselves, but
/// for the second one only when the stores before it are done.
#[cfg_attr(optimised, inline(always))]
pub fn ask_for_end<T, const W: usize>(at: *const T) {
    ask_for_own(at.wrapping_add(W - 1));
}

/// Calls `f` with an address in each line of `W` rows, some turns later.
#[cfg_attr(optimised, inline(always))]
fn for_lines<T, const W: usize>(at: *const T, row: i64, f: impl Fn(*const u8)) {
    const TURNS: usize = 4;
    const LINE: usize = 64;
    let bytes = W * row as usize * size_of::<T>();
    let at = at.cast::<u8>().wrapping_add(TURNS * bytes);
    let mut k = 0;
    while k < bytes {
        f(at.wrapping_add(k));
        k += LINE;
    }
}

/// Asks for memory that is read some time later.
#[cfg_attr(optimised, inline(always))]
fn ask_for<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    ask::<{ std::arch::x86_64::_MM_HINT_T1 }, T>(at);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// The same as [`ask_for`], for memory that is read at once.
#[cfg_attr(optimised, inline(always))]
fn ask_for_soon<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    ask::<{ std::arch::x86_64::_MM_HINT_T0 }, T>(at);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// The same as [`ask_for`], for memory that is written.
#[cfg_attr(optimised, inline(always))]
pub(super) fn ask_for_own<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    ask::<{ std::arch::x86_64::_MM_HINT_ET0 }, T>(at);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

#[cfg(target_arch = "x86_64")]
#[cfg_attr(optimised, inline(always))]
fn ask<const HINT: i32, T>(at: *const T) {
    // SAFETY: every processor of this architecture has the instruction, which faults at no address. One that does not
    // know the hint for memory that is written does nothing.
    unsafe { std::arch::x86_64::_mm_prefetch::<HINT>(at.cast()) }
}

/// Makes streamed elements as visible to other threads as ordinary stores.
#[cfg_attr(optimised, inline(always))]
pub fn finish_streams() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of this architecture has the instruction.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

/// # Safety
/// Every `to + lane * stride` must be writable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_strided<T: Copy, const W: usize>(to: *mut T, stride: i64, v: V<T, W>) {
    let mut k = 0;
    while k < W {
        // SAFETY: the caller's promise.
        unsafe { to.offset(k as isize * stride as isize).write(v.0[k]) }
        k += 1;
    }
}

/// # Safety
/// Every `to + offset` must be writable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn scatter<T: Copy, const W: usize>(to: *mut T, offsets: V<i64, W>, v: V<T, W>) {
    let mut k = 0;
    while k < W {
        // SAFETY: the caller's promise.
        unsafe { to.wrapping_offset(offsets.0[k] as isize).write(v.0[k]) }
        k += 1;
    }
}

/// # Safety
/// As [`store`]; 16 lanes mean AVX2, 32 lanes AVX-512.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_bool<const W: usize>(to: *mut bool, v: M<W>) {
    // SAFETY: the caller's promise.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if super::small::store_bools::<W>(to, v.0) {
            return;
        }
        let mut k = 0;
        while k + 8 <= W {
            to.add(k).cast::<u64>().write_unaligned(mask::bytes((v.0 >> k) as u8).to_le());
            k += 8;
        }
        if k + 4 <= W {
            to.add(k).cast::<u32>().write_unaligned(mask::four_bytes((v.0 >> k) as u8).to_le());
            k += 4;
        }
        while k < W {
            to.add(k).write(v.lane(k));
            k += 1;
        }
    }
}

/// The bools of 16 neighbouring lanes, and the place where they are stored.
#[derive(Clone, Copy)]
pub struct Joined {
    to: *mut bool,
    lanes: u32,
}

impl Joined {
    pub const NONE: Joined = Joined { to: std::ptr::null_mut(), lanes: 0 };
}

/// Adds the lanes of vector number `AT`. The first vector gives the place of all of them.
#[cfg_attr(optimised, inline(always))]
pub fn join_bool<const W: usize, const AT: usize>(joined: &mut Joined, to: *mut bool, v: M<W>) {
    if AT == 0 {
        joined.to = to;
    }
    joined.lanes |= v.0 << (AT * W);
}

/// # Safety
/// The pointer must be writable for 16 elements.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_joined(joined: Joined) {
    // SAFETY: the caller's promise.
    unsafe { store_bool(joined.to, M::<16>(joined.lanes)) }
}

/// # Safety
/// As [`store_strided`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_strided_bool<const W: usize>(to: *mut bool, stride: i64, v: M<W>) {
    for k in 0..W {
        // SAFETY: the caller's promise.
        unsafe { to.offset(k as isize * stride as isize).write(v.lane(k)) }
    }
}

/// # Safety
/// As [`scatter`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn scatter_bool<const W: usize>(to: *mut bool, offsets: V<i64, W>, v: M<W>) {
    for k in 0..W {
        // SAFETY: the caller's promise.
        unsafe { to.wrapping_offset(offsets.0[k] as isize).write(v.lane(k)) }
    }
}

/// `W` rows of `columns` neighbouring elements, `stride` apart, into one vector per column.
///
/// # Safety
/// All elements must be readable, and `to` writable for `columns` vectors.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_columns<T: Lane, const W: usize>(
    from: *const T,
    stride: i64,
    columns: i64,
    to: *mut [T; W],
) {
    // SAFETY: the caller's promise.
    unsafe { T::v_load_columns(from, stride as isize, columns as usize, to) }
}

/// `N` neighbouring elements from each of the given offsets on, as one vector per column.
///
/// # Safety
/// Every `from + offset + column` must be readable.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn gather_columns<T: Lane, const W: usize, const N: usize>(
    from: *const T,
    offsets: V<i64, W>,
) -> [V<T, W>; N] {
    let mut columns = [V([T::default(); W]); N];
    // SAFETY: the caller's promise; `V` is an array of its lanes.
    unsafe { T::v_gather_columns(from, &offsets.0, N, columns.as_mut_ptr().cast()) }
    columns
}

/// The reverse of [`load_columns`].
///
/// # Safety
/// All elements must be writable, and `from` readable for `columns` vectors.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_columns<T: Lane, const W: usize>(
    from: *const [T; W],
    columns: i64,
    to: *mut T,
    stride: i64,
) {
    // SAFETY: the caller's promise.
    unsafe { T::v_store_columns(from, columns as usize, to, stride as isize) }
}

/// `N` neighbouring elements from each of `W` rows, `stride` apart, as one vector per column.
///
/// # Safety
/// As [`load_columns`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_neighbours<T: Lane, const W: usize, const N: usize>(
    from: *const T,
    stride: i64,
) -> [V<T, W>; N] {
    let mut columns = [V([T::default(); W]); N];
    // SAFETY: the caller's promise; `V` is an array of its lanes.
    unsafe { T::v_load_columns::<W>(from, stride as isize, N, columns.as_mut_ptr().cast()) }
    columns
}

/// The reverse of [`load_neighbours`].
///
/// # Safety
/// As [`store_columns`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn store_neighbours<T: Lane, const W: usize, const N: usize>(
    to: *mut T,
    stride: i64,
    columns: [V<T, W>; N],
) {
    // SAFETY: the caller's promise; `V` is an array of its lanes.
    unsafe { T::v_store_columns::<W>(columns.as_ptr().cast(), N, to, stride as isize) }
}
