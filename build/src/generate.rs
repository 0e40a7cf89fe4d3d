//! From the tokens of a block to CUDA sources.

use crate::modules::{self, SharedText};
use crate::scan::Block;

/// One CUDA source of a block.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name of the function it belongs to.
    pub name: String,
    pub text: String,
    /// File and line of the block.
    pub block: String,
    /// Further texts for `ARRAY_FN_DUMP`: file extension and content.
    pub extras: Vec<(String, String)>,
}

/// The sources of a block that may use those shared ones, none if it has errors.
pub type Generate = fn(&Block, &[SharedText]) -> Vec<Source>;

/// What the compiler makes of a block. If the compiler panics, so it will in the macro, where rustc
/// says which block it was.
pub fn sources(block: &Block, shared: &[SharedText]) -> Vec<Source> {
    let programs = std::panic::catch_unwind(|| {
        let handed = modules::handed(block, shared)?;
        Some(array_fn_compiler::cuda_programs_handed(block.tokens.clone(), &handed))
    });
    programs
        .ok()
        .flatten()
        .unwrap_or_default()
        .into_iter()
        .map(|p| Source { name: p.name, text: p.source, block: String::new(), extras: p.pictures })
        .collect()
}
