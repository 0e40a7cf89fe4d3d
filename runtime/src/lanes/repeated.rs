//! Loads lanes from elements each of which is read by several lanes in a row.

use super::{V, each};

/// For a vector that begins at each of the `C` repetitions of an element: the distance from that element to the one
/// that each lane reads.
struct Places<const W: usize, const C: usize>;

impl<const W: usize, const C: usize> Places<W, C> {
    const OF: [[u8; W]; C] = {
        let mut of = [[0; W]; C];
        let mut first = 0;
        while first < C {
            let mut k = 0;
            while k < W {
                of[first][k] = ((first + k) / C) as u8;
                k += 1;
            }
            first += 1;
        }
        of
    };
}

/// Lane `k` reads the element `(at + k) / C`.
///
/// # Safety
/// `at` must not be negative, each lane's element readable, and `W` lanes mean the instruction set that they stand for
/// (see [`super`]).
#[cfg_attr(optimised, inline(always))]
pub unsafe fn load_repeated<T: Copy, const W: usize, const C: usize>(
    from: *const T,
    at: i64,
) -> V<T, W> {
    if W == 1 {
        // SAFETY: the caller's promise.
        return V(each(|_| unsafe { from.add(at as usize / C).read() }));
    }
    #[cfg(target_arch = "x86_64")]
    {
        let mut lanes = std::mem::MaybeUninit::<[T; W]>::uninit();
        // SAFETY: the caller's promise, of elements as the bytes that they are; of several lanes all versions have
        // AVX2. All lanes are written where it says so.
        unsafe {
            let (from, to) = (from.cast::<u8>(), lanes.as_mut_ptr().cast::<u8>());
            let done = match size_of::<T>() {
                1 => shuffled::load::<1, W, C>(from, at as usize, to),
                2 => shuffled::load::<2, W, C>(from, at as usize, to),
                4 => shuffled::load::<4, W, C>(from, at as usize, to),
                8 => shuffled::load::<8, W, C>(from, at as usize, to),
                _ => false,
            };
            if done {
                return V(lanes.assume_init());
            }
        }
    }
    let (first, repetition) = (at as usize / C, at as usize % C);
    let places = &Places::<W, C>::OF[repetition];
    // SAFETY: the caller's promise.
    V(each(|k| unsafe { from.add(first + usize::from(places[k])).read() }))
}

#[cfg(target_arch = "x86_64")]
mod shuffled {
    use std::arch::x86_64::*;

    /// How the bytes of a register of 16 bytes are found, if each element of `S` bytes occurs `C` times.
    struct Bytes<const S: usize, const C: usize>;

    impl<const S: usize, const C: usize> Bytes<S, C> {
        /// For a register that begins with each repetition, the number of bytes that are read.
        const READ: [usize; C] = {
            let mut read = [0; C];
            let mut first = 0;
            while first < C {
                read[first] = ((first + 16 / S - 1) / C + 1) * S;
                first += 1;
            }
            read
        };

        /// They are read as two parts of this many bytes: the first ones and the last ones. It is 0 if no such parts
        /// are exactly these bytes.
        const PART: usize = {
            let (mut least, mut most) = (16, 0);
            let mut first = 0;
            while first < C {
                let read = Self::READ[first];
                if read < least {
                    least = read;
                }
                if read > most {
                    most = read;
                }
                first += 1;
            }
            match (least, most) {
                (8.., ..=16) => 8,
                (4.., ..=8) => 4,
                _ => 0,
            }
        };

        /// The position of each byte in a register that has both parts one after the other.
        const PLACES: [[u8; 16]; C] = {
            let mut places = [[0; 16]; C];
            let mut first = 0;
            while first < C {
                let mut k = 0;
                while k < 16 {
                    let byte = (first + k / S) / C * S + k % S;
                    places[first][k] = match byte < Self::PART || Self::PART == 0 {
                        true => byte as u8,
                        false => (byte + 2 * Self::PART - Self::READ[first]) as u8,
                    };
                    k += 1;
                }
                first += 1;
            }
            places
        };
    }

    /// Loads the lanes if there are instructions for that. Returns whether it did.
    ///
    /// # Safety
    /// As [`super::load_repeated`] for elements of `S` bytes. AVX2 must be present, and `to` must be writable for `W`
    /// elements.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load<const S: usize, const W: usize, const C: usize>(
        from: *const u8,
        at: usize,
        to: *mut u8,
    ) -> bool {
        let lanes = 16 / S;
        if !W.is_multiple_of(lanes) || Bytes::<S, C>::PART == 0 || cfg!(miri) {
            return false;
        }
        let mut k = 0;
        while k < W {
            let (first, repetition) = ((at + k) / C, (at + k) % C);
            // SAFETY: the caller's promise: what is read lies between the first and the last lane's elements.
            unsafe {
                let from = from.add(first * S);
                let last = from.add(Bytes::<S, C>::READ[repetition] - Bytes::<S, C>::PART);
                let both = match Bytes::<S, C>::PART {
                    8 => _mm_set_epi64x(
                        last.cast::<i64>().read_unaligned(),
                        from.cast::<i64>().read_unaligned(),
                    ),
                    _ => _mm_set_epi32(
                        0,
                        0,
                        last.cast::<i32>().read_unaligned(),
                        from.cast::<i32>().read_unaligned(),
                    ),
                };
                let places = _mm_loadu_si128(Bytes::<S, C>::PLACES[repetition].as_ptr().cast());
                _mm_storeu_si128(to.add(k * S).cast(), shuffle(both, places));
            }
            k += lanes;
        }
        true
    }

    /// # Safety
    /// AVX2 must be present.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn shuffle(bytes: __m128i, places: __m128i) -> __m128i {
        // SAFETY: the caller's promise.
        unsafe { _mm_shuffle_epi8(bytes, places) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of arrays that end where the last lane reads, at every repetition.
    fn agrees<T: Copy + PartialEq + std::fmt::Debug, const W: usize, const C: usize>(
        element: impl Fn(usize) -> T,
    ) {
        for at in 0..3 * C {
            let elements: Vec<T> = (0..(at + W - 1) / C + 1).map(&element).collect();
            // SAFETY: there are as many elements as lanes read; the test runs where AVX2 is present.
            let lanes: V<T, W> = unsafe { load_repeated::<T, W, C>(elements.as_ptr(), at as i64) };
            let expected: [T; W] = each(|k| elements[(at + k) / C]);
            assert_eq!(lanes.0, expected, "at {at}, {C} times, of {} bytes", size_of::<T>());
        }
    }

    fn agree<const C: usize>() {
        agrees::<u8, 16, C>(|k| 7 * k as u8 + 1);
        agrees::<u8, 1, C>(|k| k as u8);
        agrees::<u8, 32, C>(|k| k as u8);
        agrees::<u8, 8, C>(|k| k as u8);
        agrees::<u8, 4, C>(|k| k as u8);
        agrees::<u16, 16, C>(|k| 1001 * k as u16);
        agrees::<u16, 4, C>(|k| 1001 * k as u16);
        agrees::<f32, 8, C>(|k| k as f32);
        agrees::<u32, 16, C>(|k| 100_001 * k as u32);
        agrees::<f64, 4, C>(|k| k as f64);
        agrees::<i64, 8, C>(|k| k as i64 - 3);
        agrees::<[f64; 2], 4, C>(|k| [k as f64, 0.5]);
    }

    #[test]
    fn lanes_read_each_element_so_many_times() {
        #[cfg(target_arch = "x86_64")]
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        agree::<2>();
        agree::<3>();
        agree::<4>();
        agree::<5>();
        agree::<6>();
        agree::<7>();
        agree::<8>();
        agree::<9>();
        agree::<15>();
        agree::<16>();
    }
}
