//! Numbers that look random and that any language can repeat: SplitMix64 of a counter (Steele, Lea and Flood 2014).

/// The 64 bits with number `i` of a stream.
pub fn bits(stream: u64, i: u64) -> u64 {
    let mut z = stream.wrapping_add((i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number in `0..1`, a multiple of 2^-53.
pub fn uniform(stream: u64, i: u64) -> f64 {
    (bits(stream, i) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of SplitMix64 with seed 0.
    #[test]
    fn bits_are_those_of_splitmix64() {
        let expected = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];
        assert_eq!([0, 1, 2].map(|i| bits(0, i)), expected);
        assert!((0..1000).all(|i| (0.0..1.0).contains(&uniform(7, i))));
    }
}
