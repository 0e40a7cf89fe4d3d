//! From the tokens of a block to CUDA sources.

use crate::modules::{self, SharedText};
use crate::scan::Block;

/// One CUDA source of a block.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the function that it belongs to.
    pub name: String,
    pub text: String,
    /// The file and the line of the block.
    pub block: String,
    /// Further texts for `ARRAY_FN_DUMP`: file extension and content.
    pub extras: Vec<(String, String)>,
}

/// A function that returns the sources of a block, which may use the shared blocks given; none if the block has errors.
pub type Generate = fn(&Block, &[SharedText]) -> Vec<Source>;

/// The sources that the compiler makes of a block. A panic of the compiler is ignored here, because it occurs in the
/// macro, too, where rustc says which block it was.
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
