//! Tokens without grammar: each byte is a word of the language, a delimiter or a character.

#![no_main]

#[path = "../../compiler/tests/hostile/mod.rs"]
mod hostile;
#[path = "../../compiler/tests/hostile/words.rs"]
mod words;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    hostile::check(&words::text(bytes));
});
