//! Golden messages as rustc prints them: `tests/ui/*.rs` with their `.stderr`.
//!
//! `TRYBUILD=overwrite cargo test -p array-fn-ui-tests` writes new ones. The compiler's own test
//! `messages` checks the same cases without rustc. `tests/warnings` are rustc's own warnings about
//! names of a block; `tests/sound` is safe code that tries to corrupt memory through hidden names.

#[test]
fn compile_fail() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.compile_fail("tests/warnings/*.rs");
    cases.compile_fail("tests/sound/*.rs");
}
