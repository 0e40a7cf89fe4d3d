//! Sorts the records of `dataflow/src/terasort.rs` with rayon and the radix sort of rdst: keys, sort, gather. Results go
//! to memory that is there already, as those of array-fn do.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/terasort/Cargo.toml -- 10000000
//! ```

use rayon::prelude::*;
use rdst::{RadixKey, RadixSort};
use std::time::{Duration, Instant};

const RECORD: usize = 100;
const ROUNDS: usize = 5;

type Record = [u8; RECORD];

/// A key and the position of its record.
#[derive(Clone, Copy)]
struct Key {
    high: u64,
    low: u16,
    position: u32,
}

impl RadixKey for Key {
    const LEVELS: usize = 10;

    fn get_level(&self, level: usize) -> u8 {
        match level {
            0 | 1 => self.low.to_le_bytes()[level],
            _ => self.high.to_le_bytes()[level - 2],
        }
    }
}

fn key((position, record): (usize, &Record)) -> Key {
    let [a, b, c, d, e, f, g, h, i, j, ..] = *record;
    Key {
        high: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
        low: u16::from_be_bytes([i, j]),
        position: position as u32,
    }
}

/// SplitMix64 of a counter, as in `dataflow/src/generator.rs`.
fn bits(stream: u64, i: u64) -> u64 {
    let mut z = stream.wrapping_add((i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn record(number: u64) -> Record {
    let mut bytes = (0..13).flat_map(|k| bits(51, 13 * number + k).to_le_bytes());
    std::array::from_fn(|_| bytes.next().unwrap_or(0))
}

fn main() {
    let count = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000u64);
    let records: Vec<Record> = (0..count).into_par_iter().map(record).collect();
    let mut sorted = vec![[1u8; RECORD]; records.len()];
    let mut times: Vec<[Duration; 4]> = (0..=ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            let mut keys: Vec<Key> = records.par_iter().enumerate().map(key).collect();
            let made = begin.elapsed();
            keys.radix_sort_unstable();
            let in_order = begin.elapsed();
            let copy = |(to, key): (&mut Record, &Key)| *to = records[key.position as usize];
            sorted.par_iter_mut().zip(&keys).for_each(copy);
            let all = begin.elapsed();
            [all, made, in_order - made, all - in_order]
        })
        .collect();
    // The first round starts threads.
    times.remove(0);
    times.sort_unstable();
    let [all, keys, sort, gather] = times[times.len() / 2].map(|time| time.as_secs_f64() * 1e3);
    println!("terasort, rdst: {all:.1} ms (keys {keys:.1}, sort {sort:.1}, gather {gather:.1})");
    let sum: u64 = sorted.as_flattened().iter().map(|byte| u64::from(*byte)).sum();
    let text = |record: Option<&Record>| {
        record.iter().flat_map(|r| &r[..10]).map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    println!("byte_sum = {sum}, first = {}, last = {}", text(sorted.first()), text(sorted.last()));
}
