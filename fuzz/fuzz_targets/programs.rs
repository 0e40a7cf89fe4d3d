//! Valid programs, changed: the bytes say which one, and what is done to it.

#![no_main]

#[path = "../../compiler/tests/hostile/mod.rs"]
mod hostile;

use hostile::programs::{Choices, Programs};
use std::sync::LazyLock;

static PROGRAMS: LazyLock<Programs> = LazyLock::new(Programs::read);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    hostile::check(&PROGRAMS.changed(&mut Choices::from_bytes(bytes)));
});
