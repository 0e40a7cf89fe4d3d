//! The rules of CUDA graphs, checked when a node is added.

/// A rule of CUDA graphs that was about to be broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// Two nodes without an order between them use the same memory, and one of them writes it.
    #[error(
        "{node} and {other} use the same memory and one of them writes it, but neither comes after the \
         other: name one among the other's dependencies"
    )]
    Unordered { node: String, other: String },
}
