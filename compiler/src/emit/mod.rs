//! Emits source text: kernels as Rust and as CUDA C++, and the host side.
//!
//! | module | what it emits |
//! | --- | --- |
//! | [`cpu`] | kernels as Rust over lanes |
//! | [`cuda`] | kernels as CUDA C++ |
//! | [`program`] | the plan of a function, as statics of the runtime's types |
//! | [`host`], [`records`] | the typed Rust function with its companions, and the structs of records |
//! | [`explain`] | the text from which the runtime explains a function |
//! | [`shadow`], [`unused`] | code that is never called, for rust-analyzer and for rustc's warnings |
//! | [`surroundings`], [`crate_path`] | the modules around a function, and the path of the crate |
//! | `order` | whether points or terms of reductions are computed side by side |
//! | `text` | lines of text |
//! | [`features`] | errors for element types whose feature is off |

pub mod consts;
pub mod cpu;
pub mod crate_path;
pub mod cuda;
pub(crate) mod element;
pub mod explain;
pub mod features;
pub mod host;
mod order;
pub mod program;
pub mod records;
pub mod shadow;
pub mod streamed;
pub mod surroundings;
mod text;
pub mod unused;
