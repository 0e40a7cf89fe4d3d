//! Keys in registers of AVX2.

use std::arch::x86_64::*;

pub(super) type Register = __m256i;

/// Bytes with all bits set, then as many with none. A register that is loaded from among them has all bits set in its
/// first lanes.
const fn windows<const BYTES: usize>() -> [u8; BYTES] {
    let (mut bytes, mut k) = ([0; BYTES], 0);
    while k < BYTES / 2 {
        bytes[k] = u8::MAX;
        k += 1;
    }
    bytes
}

#[repr(align(64))]
struct Aligned<T>(T);

static PRESENT: Aligned<[u8; 64]> = Aligned(windows());

/// A mask with all bits set in the first lanes, which have `bytes` bytes together.
#[target_feature(enable = "avx2")]
#[inline]
fn present(bytes: usize) -> Register {
    // SAFETY: at most the second half is read.
    unsafe { _mm256_loadu_si256(PRESENT.0.as_ptr().add(32 - bytes.min(32)).cast()) }
}

/// For each set of lanes, the numbers of these lanes, then those of the others.
const fn partitions<const LANES: usize, const SETS: usize>() -> [[u8; LANES]; SETS] {
    let mut all = [[0; LANES]; SETS];
    let mut set = 0;
    while set < SETS {
        let (mut place, mut k) = (0, 0);
        while k < 2 * LANES {
            let is_in = set >> (k % LANES) & 1 == 1;
            if is_in == (k < LANES) {
                all[set][place] = (k % LANES) as u8;
                place += 1;
            }
            k += 1;
        }
        set += 1;
    }
    all
}

/// For each set of eight lanes.
static PARTITIONS_OF_EIGHT: Aligned<[[u8; 8]; 256]> = Aligned(partitions());

/// For a set of eight lanes, the numbers of these lanes, then those of the others: a byte each.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn partition_of_eight(set: u32) -> __m128i {
    // SAFETY: there are so many sets.
    unsafe { _mm_loadl_epi64(PARTITIONS_OF_EIGHT.0.as_ptr().add(set as usize % 256).cast()) }
}

pub(super) mod u64x4 {
    use super::*;

    pub const LANES: usize = 4;

    /// The same for the halves of lanes: each lane becomes its two halves.
    const fn halves(lanes: [[u8; 4]; 16]) -> [[u32; 8]; 16] {
        let mut all = [[0; 8]; 16];
        let mut k = 0;
        while k < 16 * 8 {
            let half = k % 8;
            all[k / 8][half] = lanes[k / 8][half / 2] as u32 * 2 + half as u32 % 2;
            k += 1;
        }
        all
    }

    static PARTITIONS: Aligned<[[u32; 8]; 16]> = Aligned(halves(partitions()));

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn splat(key: u64) -> Register {
        _mm256_set1_epi64x(key.cast_signed())
    }

    /// # Safety
    /// There are as many keys.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub unsafe fn load(from: *const u64) -> Register {
        // SAFETY: promised by the caller.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    /// `count` keys, and the largest possible keys for those that are missing.
    ///
    /// # Safety
    /// There must be `count` keys, or as many as a register holds if these are fewer.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub unsafe fn load_some(from: *const u64, count: usize) -> Register {
        let mask = present(8 * count.min(LANES));
        // SAFETY: promised by the caller.
        let keys = unsafe { _mm256_maskload_epi64(from.cast(), mask) };
        _mm256_or_si256(keys, _mm256_xor_si256(mask, _mm256_set1_epi64x(-1)))
    }

    /// # Safety
    /// There is room for a register.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub unsafe fn store(to: *mut u64, register: Register) {
        // SAFETY: promised by the caller.
        unsafe { _mm256_storeu_si256(to.cast(), register) };
    }

    /// Comparisons are those of signed numbers, so the keys that the other functions compare have their first bit
    /// flipped.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn entered(register: Register) -> Register {
        _mm256_xor_si256(register, _mm256_set1_epi64x(i64::MIN))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn left(register: Register) -> Register {
        entered(register)
    }

    /// The set of lanes in which the keys (as they are in memory) are below those of another register.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn below(register: Register, pivots: Register) -> u32 {
        let less = _mm256_cmpgt_epi64(entered(pivots), entered(register));
        _mm256_movemask_pd(_mm256_castsi256_pd(less)).cast_unsigned()
    }

    /// The lanes of a set, then the others.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn apart(register: Register, set: u32) -> Register {
        // SAFETY: there are so many sets.
        let lanes = unsafe { load(PARTITIONS.0.as_ptr().add(set as usize % 16).cast()) };
        _mm256_permutevar8x32_epi32(register, lanes)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn chosen(a: Register, b: Register, is_b: Register) -> Register {
        _mm256_castpd_si256(_mm256_blendv_pd(
            _mm256_castsi256_pd(a),
            _mm256_castsi256_pd(b),
            _mm256_castsi256_pd(is_b),
        ))
    }

    /// The lesser and the larger keys.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn ordered(a: Register, b: Register) -> [Register; 2] {
        let greater = _mm256_cmpgt_epi64(a, b);
        [chosen(a, b, greater), chosen(b, a, greater)]
    }

    /// Of each lane and the one that it is exchanged with, the lesser key, or the larger one where `later` has bits.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn exchanged(register: Register, moved: Register, later: [i64; 4]) -> Register {
        let [a, b, c, d] = later;
        let greater = _mm256_cmpgt_epi64(register, moved);
        let is_moved = _mm256_xor_si256(greater, _mm256_setr_epi64x(a, b, c, d));
        chosen(register, moved, is_moved)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn neighbours(register: Register) -> Register {
        let moved = _mm256_shuffle_epi32::<0b01_00_11_10>(register);
        exchanged(register, moved, [0, -1, 0, -1])
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn sorted(register: Register) -> Register {
        let pairs = neighbours(register);
        neighbours(exchanged(pairs, reversed(pairs), [0, 0, -1, -1]))
    }

    /// What ascends and then descends, in order.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn merged(register: Register) -> Register {
        let moved = _mm256_permute4x64_epi64::<0b01_00_11_10>(register);
        neighbours(exchanged(register, moved, [0, 0, -1, -1]))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn reversed(register: Register) -> Register {
        _mm256_permute4x64_epi64::<0b00_01_10_11>(register)
    }

    /// Transposes one of the squares that registers are.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn transpose<const COUNT: usize>(registers: &mut [Register; COUNT], square: usize) {
        let rows = &mut registers[square * 4..][..4];
        let (a, c) =
            (_mm256_unpacklo_epi64(rows[0], rows[1]), _mm256_unpackhi_epi64(rows[0], rows[1]));
        let (b, d) =
            (_mm256_unpacklo_epi64(rows[2], rows[3]), _mm256_unpackhi_epi64(rows[2], rows[3]));
        rows[0] = _mm256_permute2x128_si256::<0x20>(a, b);
        rows[1] = _mm256_permute2x128_si256::<0x20>(c, d);
        rows[2] = _mm256_permute2x128_si256::<0x31>(a, b);
        rows[3] = _mm256_permute2x128_si256::<0x31>(c, d);
    }
}

pub(super) mod u32x8 {
    use super::*;

    pub const LANES: usize = 8;

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn splat(key: u32) -> Register {
        _mm256_set1_epi32(key.cast_signed())
    }

    /// # Safety
    /// There are as many keys.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub unsafe fn load(from: *const u32) -> Register {
        // SAFETY: promised by the caller.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    /// `count` keys, and the largest possible keys for those that are missing.
    ///
    /// # Safety
    /// There must be `count` keys, or as many as a register holds if these are fewer.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub unsafe fn load_some(from: *const u32, count: usize) -> Register {
        let mask = present(4 * count.min(LANES));
        // SAFETY: promised by the caller.
        let keys = unsafe { _mm256_maskload_epi32(from.cast(), mask) };
        _mm256_or_si256(keys, _mm256_xor_si256(mask, _mm256_set1_epi64x(-1)))
    }

    /// # Safety
    /// There is room for a register.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub unsafe fn store(to: *mut u32, register: Register) {
        // SAFETY: promised by the caller.
        unsafe { _mm256_storeu_si256(to.cast(), register) };
    }

    /// Nothing to do, because there are comparisons for keys as they are in memory.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn entered(register: Register) -> Register {
        register
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn left(register: Register) -> Register {
        register
    }

    /// The set of lanes in which the keys are below those of another register.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn below(register: Register, pivots: Register) -> u32 {
        let not_less = _mm256_cmpeq_epi32(_mm256_max_epu32(register, pivots), register);
        !_mm256_movemask_ps(_mm256_castsi256_ps(not_less)).cast_unsigned() & 0xff
    }

    /// The lanes of a set, then the others.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn apart(register: Register, set: u32) -> Register {
        _mm256_permutevar8x32_epi32(register, _mm256_cvtepu8_epi32(partition_of_eight(set)))
    }

    /// The lesser and the larger keys.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn ordered(a: Register, b: Register) -> [Register; 2] {
        [_mm256_min_epu32(a, b), _mm256_max_epu32(a, b)]
    }

    /// Of each lane and the one that it is exchanged with, the lesser key, or the larger one in the lanes of a set.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn exchanged<const LATER: i32>(register: Register, moved: Register) -> Register {
        let [lesser, larger] = ordered(register, moved);
        _mm256_blend_epi32::<LATER>(lesser, larger)
    }

    /// Puts the lanes `k` and `k ^ 1` in order.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn by_one(register: Register) -> Register {
        exchanged::<0b1010_1010>(register, _mm256_shuffle_epi32::<0b10_11_00_01>(register))
    }

    /// Puts the lanes `k` and `k ^ 2` in order.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn by_two(register: Register) -> Register {
        exchanged::<0b1100_1100>(register, _mm256_shuffle_epi32::<0b01_00_11_10>(register))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn sorted(register: Register) -> Register {
        let pairs = by_one(register);
        let backwards = _mm256_shuffle_epi32::<0b00_01_10_11>(pairs);
        let fours = by_one(exchanged::<0b1100_1100>(pairs, backwards));
        by_one(by_two(exchanged::<0b1111_0000>(fours, reversed(fours))))
    }

    /// What ascends and then descends, in order.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn merged(register: Register) -> Register {
        let moved = _mm256_permute4x64_epi64::<0b01_00_11_10>(register);
        by_one(by_two(exchanged::<0b1111_0000>(register, moved)))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn reversed(register: Register) -> Register {
        _mm256_permutevar8x32_epi32(register, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0))
    }

    /// Transposes one of the squares that registers are.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn transpose<const COUNT: usize>(registers: &mut [Register; COUNT], square: usize) {
        let rows = &mut registers[square * 8..][..8];
        let first = columns_of_four(rows[0], rows[1], rows[2], rows[3]);
        let last = columns_of_four(rows[4], rows[5], rows[6], rows[7]);
        rows[0] = _mm256_permute2x128_si256::<0x20>(first[0], last[0]);
        rows[1] = _mm256_permute2x128_si256::<0x20>(first[1], last[1]);
        rows[2] = _mm256_permute2x128_si256::<0x20>(first[2], last[2]);
        rows[3] = _mm256_permute2x128_si256::<0x20>(first[3], last[3]);
        rows[4] = _mm256_permute2x128_si256::<0x31>(first[0], last[0]);
        rows[5] = _mm256_permute2x128_si256::<0x31>(first[1], last[1]);
        rows[6] = _mm256_permute2x128_si256::<0x31>(first[2], last[2]);
        rows[7] = _mm256_permute2x128_si256::<0x31>(first[3], last[3]);
    }

    /// The columns 0 and 4, 1 and 5, 2 and 6, 3 and 7 of four rows.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn columns_of_four(a: Register, b: Register, c: Register, d: Register) -> [Register; 4] {
        let (low, high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (other_low, other_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        [
            _mm256_unpacklo_epi64(low, other_low),
            _mm256_unpackhi_epi64(low, other_low),
            _mm256_unpacklo_epi64(high, other_high),
            _mm256_unpackhi_epi64(high, other_high),
        ]
    }
}
