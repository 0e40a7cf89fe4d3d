//! Valid programs, changed: the bytes say which one, and what is done to it.

#![no_main]

#[path = "../../compiler/tests/hostile/mod.rs"]
mod hostile;
#[path = "../../compiler/tests/hostile/programs.rs"]
mod programs;

use programs::{Choices, Programs};
use std::sync::LazyLock;

static PROGRAMS: LazyLock<Programs> = LazyLock::new(Programs::read);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let numbers = bytes
        .chunks(2)
        .map(|two| two.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)));
    hostile::check(&PROGRAMS.changed(&mut Choices::new(numbers)));
});
