//! Golden messages as rustc prints them: `tests/ui/*.rs` with their `.stderr`.
//!
//! `TRYBUILD=overwrite cargo test -p array-fn-ui-tests` writes new ones. The compiler's own test
//! `messages` checks the same cases without rustc.

#[test]
fn compile_fail() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
