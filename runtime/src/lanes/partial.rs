//! Vectors of which only the first lanes are filled or read: the end of a row, or one element for each of a few rows.

use super::{Lane, M, V, each};
use std::any::TypeId;

/// The mask of the first `count` lanes, at most `W`.
#[cfg_attr(optimised, inline(always))]
pub fn first_lanes<const W: usize>(count: i64) -> M<W> {
    M(((1u64 << count) - 1) as u32 & M::<W>::ALL)
}

/// The first `count` lanes from neighbouring elements, the others 0.
///
/// # Safety
/// `from` must be readable for `count` elements, of which there are at most `W`. There must be AVX2 if `W` is more
/// than 1.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_first<T: Lane, const W: usize>(from: *const T, count: i64) -> V<T, W> {
    let mut lanes = [T::default(); W];
    if W > 1 && size_of::<T>() < 4 && size_of::<T>() * W <= 16 {
        // SAFETY: the caller's promise; so many bytes are there.
        let bytes = unsafe { first_bytes(from.cast(), count as usize * size_of::<T>()) };
        // SAFETY: numbers have all bit patterns, and the lanes are no more than the bytes.
        unsafe {
            lanes
                .as_mut_ptr()
                .cast::<u8>()
                .copy_from_nonoverlapping(bytes.as_ptr(), size_of::<T>() * W)
        };
        return V(lanes);
    }
    #[cfg(target_arch = "x86_64")]
    if W > 1 && size_of::<T>() >= 4 && !cfg!(miri) {
        let to = lanes.as_mut_ptr();
        let each = if size_of::<T>() * W < 32 { W } else { 32 / size_of::<T>() };
        let mut done = 0;
        while done < W {
            // SAFETY: promised by the caller; lanes without the mask are not read, so their memory need not exist.
            unsafe { masked(from.wrapping_add(done), to.add(done), count - done as i64, each) };
            done += each;
        }
        return V(lanes);
    }
    for (k, lane) in (0..count).zip(&mut lanes) {
        // SAFETY: the caller's promise.
        *lane = unsafe { from.offset(k as isize).read() };
    }
    V(lanes)
}

/// The first `count` lanes of a mask, the others false.
///
/// # Safety
/// As [`load_first`].
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_first_bool<const W: usize>(from: *const bool, count: i64) -> M<W> {
    if W > 16 {
        // SAFETY: the caller's promise.
        let lane = |k: usize| (k as i64) < count && unsafe { from.add(k).read() };
        return M((0..W).fold(0, |all, k| all | u32::from(lane(k)) << k));
    }
    if W <= 8 {
        // SAFETY: the caller's promise; bytes of bools, and zeros, are bools.
        unsafe {
            let bytes = few_bytes(from.cast(), count as usize).to_le_bytes();
            return M(super::mask::bits(std::mem::transmute::<[u8; 8], [bool; 8]>(bytes)).into());
        }
    }
    // SAFETY: as above.
    unsafe {
        let bytes = first_bytes(from.cast(), count as usize);
        M(super::from_bools::<16>(std::mem::transmute::<[u8; 16], [bool; 16]>(bytes)).0)
    }
}

/// The first `count` bytes, at most 16, and zeros.
///
/// # Safety
/// `from` must be readable for so many.
#[cfg_attr(optimised, inline(always))]
unsafe fn first_bytes(from: *const u8, count: usize) -> [u8; 16] {
    // SAFETY: the caller's promise.
    let halves = unsafe {
        match count {
            0..8 => [few_bytes(from, count), 0],
            _ => [from.cast::<u64>().read_unaligned(), few_bytes(from.add(8), count - 8)],
        }
    };
    // SAFETY: numbers of as many bytes.
    unsafe { std::mem::transmute::<[[u8; 8]; 2], [u8; 16]>(halves.map(u64::to_le_bytes)) }
}

/// The first `count` bytes, at most 8, then zeros. They are read in two parts of equal length, one from the beginning
/// and one up to the end, which may overlap.
///
/// # Safety
/// As [`first_bytes`].
#[cfg_attr(optimised, inline(always))]
unsafe fn few_bytes(from: *const u8, count: usize) -> u64 {
    /// # Safety
    /// There must be at least as many bytes as `T` has, and at most twice as many.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn ends<T: Into<u64>>(from: *const u8, count: usize) -> u64 {
        let last = count - size_of::<T>();
        // SAFETY: the caller's promise.
        unsafe {
            let (first, end) = (from.cast::<T>(), from.add(last).cast::<T>());
            first.read_unaligned().into() | end.read_unaligned().into() << (8 * last)
        }
    }
    // SAFETY: the caller's promise.
    unsafe {
        match count {
            8.. => from.cast::<u64>().read_unaligned(),
            4..8 => ends::<u32>(from, count),
            2..4 => ends::<u16>(from, count),
            1 => from.read().into(),
            0 => 0,
        }
    }
}

/// A register of 4 or 8 lanes, the first `count` of which are read.
///
/// # Safety
/// There must be AVX2, `from` readable for `count` elements of 4 or 8 bytes, of 8 bytes if there are 4 lanes in 32
/// bytes, and `to` writable for `lanes` elements.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(optimised, inline(always))]
unsafe fn masked<T>(from: *const T, to: *mut T, count: i64, lanes: usize) {
    use std::arch::x86_64::*;
    // SAFETY: the caller's promise.
    unsafe {
        match (size_of::<T>(), lanes) {
            (8, 4) => {
                let lane = _mm256_setr_epi64x(0, 1, 2, 3);
                let mask = _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), lane);
                _mm256_storeu_si256(to.cast(), _mm256_maskload_epi64(from.cast(), mask));
            }
            (4, 8) => {
                let lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
                let mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), lane);
                _mm256_storeu_si256(to.cast(), _mm256_maskload_epi32(from.cast(), mask));
            }
            (4, 4) => {
                let lane = _mm_setr_epi32(0, 1, 2, 3);
                let mask = _mm_cmpgt_epi32(_mm_set1_epi32(count as i32), lane);
                _mm_storeu_si128(to.cast(), _mm_maskload_epi32(from.cast(), mask));
            }
            _ => {
                let mut k = 0;
                while k < lanes && (k as i64) < count {
                    to.add(k).write(from.add(k).read());
                    k += 1;
                }
            }
        }
    }
}

/// The element of each lane's row. The elements of the rows, from the row of the first lane on, lie at `from`.
///
/// # Safety
/// `from` must be readable for as many elements as the lanes have rows. The rows of lanes must ascend by at most 1. If
/// there are several lanes, AVX2 must be present, and AVX-512 if they are 64 bytes of floats.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_of_rows<T: Lane, const W: usize>(from: *const T, rows: V<i64, W>) -> V<T, W> {
    let places: [i64; W] = each(|k| rows.0[k] - rows.0[0]);
    #[cfg(target_arch = "x86_64")]
    if size_of::<T>() * W == 64 && !cfg!(miri) {
        use std::arch::x86_64::*;
        let is_double = TypeId::of::<T>() == TypeId::of::<f64>();
        if is_double || TypeId::of::<T>() == TypeId::of::<f32>() {
            let mask = (1u32 << (places[W - 1] + 1)) - 1;
            let words: [i32; W] = each(|k| places[k] as i32);
            let mut lanes = [T::default(); W];
            // SAFETY: so many floats are readable, and mean that there is AVX-512. The arrays have the bytes of a
            // register.
            unsafe {
                let permuted = if is_double {
                    let read = _mm512_maskz_loadu_epi64(mask as u8, from.cast());
                    _mm512_permutexvar_epi64(_mm512_loadu_si512(places.as_ptr().cast()), read)
                } else {
                    let read = _mm512_maskz_loadu_epi32(mask as u16, from.cast());
                    _mm512_permutexvar_epi32(_mm512_loadu_si512(words.as_ptr().cast()), read)
                };
                _mm512_storeu_si512(lanes.as_mut_ptr().cast(), permuted);
            }
            return V(lanes);
        }
    }
    // SAFETY: the caller's promise.
    let read = unsafe { load_first::<T, W>(from, places[W - 1] + 1) }.0;
    #[cfg(target_arch = "x86_64")]
    if size_of::<T>() * W == 32 && size_of::<T>() >= 4 && !cfg!(miri) {
        use std::arch::x86_64::*;
        let parts = size_of::<T>() / 4;
        let words: [i32; 8] = each(|k| {
            let lane = k / parts % W;
            places[lane] as i32 * parts as i32 + (k % parts) as i32
        });
        let mut lanes = read;
        // SAFETY: there is AVX2, and the arrays have the bytes of a register.
        unsafe {
            let of = _mm256_loadu_si256(words.as_ptr().cast());
            let read = _mm256_loadu_si256(read.as_ptr().cast());
            let permuted = _mm256_permutevar8x32_epi32(read, of);
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), permuted);
        }
        return V(lanes);
    }
    V(each(|k| read[places[k] as usize]))
}

#[cfg(test)]
mod tests {
    use super::super::rows_and_columns;
    use super::*;

    /// Checks whether lanes have the elements of their rows, and nothing else is read.
    fn are_of_rows<T: Lane + From<i8> + std::fmt::Debug, const W: usize>() -> bool {
        [1, 2, 3, 5, 7].into_iter().flat_map(|n| [(0, n), (W as i64, n)]).all(|(at, n)| {
            let rows = rows_and_columns::<W>(at, n).0;
            let read = rows.0[0]..=rows.0[W - 1];
            let all: Vec<T> = read.map(|row| T::from(row as i8 + 1)).collect();
            // SAFETY: so many elements there are; callers ask for AVX2.
            let lanes = unsafe { load_of_rows::<T, W>(all.as_ptr(), rows) }.0;
            lanes == rows.0.map(|row| T::from(row as i8 + 1))
        })
    }

    #[test]
    fn lanes_have_the_elements_of_their_rows() {
        assert!(are_of_rows::<f64, 1>());
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            assert!(are_of_rows::<f64, 4>() && are_of_rows::<i64, 8>());
            assert!(are_of_rows::<i32, 4>() && are_of_rows::<f32, 8>() && are_of_rows::<i32, 16>());
            assert!(are_of_rows::<i8, 16>());
        }
        #[cfg(target_arch = "x86_64")]
        if crate::lanes::tests::has_avx512() {
            assert!(are_of_rows::<f64, 8>() && are_of_rows::<f32, 16>());
        }
    }

    /// Checks whether the first lanes are read, and no element after them: those are on a page that may not be read.
    fn is_partial<T: Lane + From<i8> + std::fmt::Debug, const W: usize>() -> bool {
        (0..=W).all(|count| {
            let all: Vec<T> = (1..=count as i8).map(T::from).collect();
            // SAFETY: so many elements there are; callers ask for AVX2.
            let lanes = unsafe { load_first::<T, W>(all.as_ptr(), count as i64) }.0;
            lanes[..count] == all && lanes[count..].iter().all(|lane| *lane == T::default())
        })
    }

    #[test]
    fn lanes_beyond_the_end_are_0() {
        assert!(is_partial::<f64, 1>() && is_partial::<i32, 1>());
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            assert!(is_partial::<f64, 4>() && is_partial::<f64, 8>());
            assert!(is_partial::<i64, 4>() && is_partial::<i64, 8>() && is_partial::<i64, 16>());
            assert!(is_partial::<f32, 4>() && is_partial::<f32, 8>() && is_partial::<f32, 16>());
            assert!(is_partial::<i32, 4>() && is_partial::<i32, 8>() && is_partial::<i32, 16>());
            assert!(is_partial::<i8, 4>() && is_partial::<i8, 8>() && is_partial::<i8, 16>());
            assert!(is_partial::<i16, 4>() && is_partial::<i16, 8>() && is_partial::<i16, 16>());
            assert!(is_partial::<i8, 32>());
        }
    }

    #[test]
    fn masks_of_bools_have_the_first_lanes() {
        fn check<const W: usize>() {
            for count in 0..=W {
                for bits in [0, 0x5a5a_a5a5, 0x1234_5678, u32::MAX] {
                    let bools: Vec<bool> = (0..count).map(|k| bits >> k & 1 == 1).collect();
                    let first = ((1u64 << count) - 1) as u32;
                    // SAFETY: so many there are; what is compiled here is for the baseline.
                    let mask = unsafe { load_first_bool::<W>(bools.as_ptr(), count as i64) };
                    assert_eq!(mask.0, bits & first, "{W} {count}");
                }
            }
        }
        check::<1>();
        check::<4>();
        check::<8>();
        check::<16>();
        check::<32>();
    }

    #[test]
    fn masks_have_the_first_lanes() {
        assert_eq!([0, 1, 3, 4].map(|count| first_lanes::<4>(count).0), [0, 1, 7, 15]);
        assert_eq!([0, 16].map(|count| first_lanes::<16>(count).0), [0, 0xffff]);
        assert_eq!(first_lanes::<32>(32).0, u32::MAX);
    }
}
