//! CUDA graphs by hand.

mod rules;

pub use rules::RuleError;
