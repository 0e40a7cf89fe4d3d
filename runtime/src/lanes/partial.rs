//! Vectors of which only the first lanes are filled: the end of a row.

use super::{Lane, M, V};

/// The mask of the first `count` lanes, of which there are at most `W`.
#[cfg_attr(optimised, inline(always))]
pub fn first_lanes<const W: usize>(count: i64) -> M<W> {
    M(((1u64 << count) - 1) as u32 & M::<W>::ALL)
}

/// The first `count` lanes from neighbouring elements of 4 or 8 bytes, the others 0.
///
/// # Safety
/// `from` must be readable for `count` elements, of which there are at most `W`. There must be AVX2 if `W` is more
/// than 1.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_first<T: Lane, const W: usize>(from: *const T, count: i64) -> V<T, W> {
    let mut lanes = [T::default(); W];
    #[cfg(target_arch = "x86_64")]
    if W > 1 && !cfg!(miri) {
        let to = lanes.as_mut_ptr();
        let each = if size_of::<T>() * W < 32 { W } else { 32 / size_of::<T>() };
        let mut done = 0;
        while done < W {
            // SAFETY: promised by the caller; what is masked is not read, so where it would be need not exist.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the first lanes are there, and no element after them is read: it lies on no page that may be.
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
        }
    }

    #[test]
    fn masks_have_the_first_lanes() {
        assert_eq!([0, 1, 3, 4].map(|count| first_lanes::<4>(count).0), [0, 1, 7, 15]);
        assert_eq!([0, 16].map(|count| first_lanes::<16>(count).0), [0, 0xffff]);
        assert_eq!(first_lanes::<32>(32).0, u32::MAX);
    }
}
