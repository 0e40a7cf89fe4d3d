//! No input makes the compiler panic, hang, or report an error without a place: what the fuzz targets
//! (`fuzz/`) look for, from seeds, so that it needs no nightly compiler.

mod hostile;
#[path = "hostile/programs.rs"]
mod programs;
#[path = "hostile/words.rs"]
mod words;

use hostile::Outcome;
use programs::{Choices, Programs};

/// Choices from a seed (xorshift).
fn choices(seed: u64) -> Choices<impl Iterator<Item = u64>> {
    let mut state = seed;
    Choices::new(std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 16
    }))
}

#[test]
fn words_without_grammar() {
    let mut choices = choices(0x2545_f491_4f6c_dd1d);
    let mut rejected = 0;
    for _ in 0..1500 {
        let bytes: Vec<u8> = (0..choices.below(60)).map(|_| choices.below(256) as u8).collect();
        rejected += (hostile::check(&words::text(&bytes)) == Outcome::Rejected) as usize;
    }
    assert!(rejected > 800, "{rejected} rejected");
}

#[test]
fn programs_with_changes() {
    let programs = Programs::read();
    let mut choices = choices(0x9e37_79b9_7f4a_7c15);
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..1500 {
        match hostile::check(&programs.changed(&mut choices)) {
            Outcome::Accepted => accepted += 1,
            Outcome::Rejected => rejected += 1,
            Outcome::Unreadable => {}
        }
    }
    assert!(accepted > 30 && rejected > 500, "{accepted} accepted, {rejected} rejected");
}
