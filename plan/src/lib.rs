//! The data that the compiler of array-fn writes and the runtime reads: *plans*.
//!
//! A plan says, as plain data, what a compiled function does: its parameters, its kernels, and the launches that apply
//! kernels to arrays. The compiler builds one and writes it as Rust `static`s. The runtime executes these statics. Both
//! need the same types, but in different forms:
//!
//! | | compiler | runtime |
//! | --- | --- | --- |
//! | a list | `Vec<T>` | `&'static [T]` |
//! | a text | `String` | `&'static str` |
//! | a size | a polynomial over names of dimensions | a formula, a list of [`SizeOp`] |
//! | the number of a launch, of a parameter, ... | a type for each, so that none passes for another | `u16` |
//!
//! So [`types!`] declares the types with words of which each crate has its own definition: `List<T>`, `Text`, `Size`
//! and so on. A crate defines the words, and then calls [`types!`] in the same module. Types that have one form only
//! are plain types of this crate, such as [`Role`].
//!
//! The compiler's types implement [`ToRust`], which writes a value as a Rust expression that the runtime's types
//! accept. [`types!`] makes the implementations, so a new field is one line there.

mod declare;
mod grid;
mod plain;
mod size;
mod to_rust;
mod types;

pub use grid::{
    BLOCK_ROW, LONG_SIDE, MIN_SHARING, MIN_TERMS, PATCH_WIDTH, SHORT_SIDE, SQUARE_SIDE, Spread,
    TERMS_PER_THREAD, TILE, Tile, joined_blocks, sharing,
};
pub use plain::{DType, Lanes, Numbers, Role, SizeOp};
pub use size::evaluate;
pub use to_rust::{ToRust, Writer};
