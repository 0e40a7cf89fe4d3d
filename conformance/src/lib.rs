//! Nothing but tests: see `tests/values`.
