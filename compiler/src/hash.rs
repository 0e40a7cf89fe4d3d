//! Hash tables with a fast hasher.
//!
//! The hasher of the standard library guards against adversaries, and a compiler has none. Most procedural macros run
//! without optimisation, and there that hasher took half of the time. The order of iteration depends on nothing but
//! the history of the table.

use std::hash::{BuildHasherDefault, Hasher};

pub type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Multiply>>;
pub type HashSet<T> = std::collections::HashSet<T, BuildHasherDefault<Multiply>>;

/// Multiplies words in, one by one, like the hasher of Firefox and rustc.
#[derive(Default)]
pub struct Multiply(u64);

impl Multiply {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.word(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.word(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    fn write_i64(&mut self, word: i64) {
        self.word(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.word(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.word(word as u64);
    }

    /// Rotates the bits: tables take the bucket from the low bits, which a multiplication mixes least.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
