//! One bool per lane, as bits.

/// Bit `k` is lane `k`; higher bits are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct M<const W: usize>(pub u32);

impl<const W: usize> M<W> {
    /// The mask of all lanes.
    pub const ALL: u32 = if W >= 32 { u32::MAX } else { (1 << W) - 1 };

    #[cfg_attr(optimised, inline(always))]
    pub fn and(self, o: Self) -> Self {
        M(self.0 & o.0)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn or(self, o: Self) -> Self {
        M(self.0 | o.0)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn xor(self, o: Self) -> Self {
        M(self.0 ^ o.0)
    }
    // Generated code calls all of these by name, none as an operator.
    #[allow(clippy::should_implement_trait)]
    #[cfg_attr(optimised, inline(always))]
    pub fn complement(self) -> Self {
        M(!self.0 & Self::ALL)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn lane(self, k: usize) -> bool {
        self.0 >> k & 1 != 0
    }
}

impl M<1> {
    /// The same bool in every lane.
    #[cfg_attr(optimised, inline(always))]
    pub fn splat<const W: usize>(self) -> M<W> {
        M(if self.0 != 0 { M::<W>::ALL } else { 0 })
    }
}

/// One byte of 0 or 1 for each bit, the lowest bit first, without a branch or a table. Each byte keeps one of the bits,
/// and an addition makes the byte at least 128 if that bit is set.
#[cfg_attr(optimised, inline(always))]
pub(super) fn bytes(bits: u8) -> u64 {
    let all = u64::from(bits) * 0x0101_0101_0101_0101;
    let own = all & 0x8040_2010_0804_0201;
    (own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// The same for four bits: a multiplication moves each to its byte.
#[cfg_attr(optimised, inline(always))]
pub(super) fn four_bytes(bits: u8) -> u32 {
    (u32::from(bits & 15) * 0x0020_4081) & 0x0101_0101
}

/// [`bytes`] as bools.
#[cfg_attr(optimised, inline(always))]
pub(super) fn bools(bits: u8) -> [bool; 8] {
    // SAFETY: all bytes are 0 or 1, as those of bools.
    unsafe { std::mem::transmute::<[u8; 8], [bool; 8]>(bytes(bits).to_le_bytes()) }
}

/// The reverse of [`bools`]. A multiplication adds the bytes, each moved to another bit of the last byte.
#[cfg_attr(optimised, inline(always))]
pub(super) fn bits(bools: [bool; 8]) -> u8 {
    // SAFETY: bools are bytes.
    let bytes = u64::from_le_bytes(unsafe { std::mem::transmute::<[bool; 8], [u8; 8]>(bools) });
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[cfg(test)]
mod tests {
    #[test]
    fn bits_are_bools() {
        for bits in 0..=u8::MAX {
            let bools = super::bools(bits);
            assert!((0..8).all(|k| bools[k] == (bits >> k & 1 == 1)), "{bits}");
            assert_eq!(super::bits(bools), bits);
            let four = super::four_bytes(bits).to_le_bytes();
            assert!((0..4).all(|k| four[k] == (bits >> k & 1)), "{bits}");
        }
    }
}
