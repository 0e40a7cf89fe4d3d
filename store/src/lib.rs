//! Arrays on disk: Zarr and `.npy`.
//!
//! - [`Stored`]: an array of known element type and rank. [`Stored::slice`] is a box that is read into, or written
//!   from, the caller's memory.
//! - [`StoredArray`]: the same where both are known only at run time; its chunks can be read one by one.
//! - [`Spec`] and [`Codec`]: the description of a Zarr array that is to be made.
//! - [`stream`]: functions of `array_fn!` over arrays that are too large for memory.
//! - [`Backend`]: what a storage format offers.
//!
//! Formats: Zarr v3, read and written; Zarr v2, read; `.npy` and other files of plain elements. Codecs of Zarr: `bytes`,
//! `transpose`, `zstd`, `gzip`, `crc32c`, `sharding_indexed`, and `blosc` with the feature of that name. Zarr arrays are
//! folders of the file system or, with the feature `object-store`, in object stores (`Store`). The crate needs a Unix
//! system.
//!
//! All calls are synchronous. The crate starts no threads but those that a caller asks for, and one for each object store.

#[cfg(doctest)]
#[doc = include_str!("../../docs/store.md")]
struct Page;

mod array;
mod backend;
mod element;
mod error;
mod file;
mod grid;
mod memory;
#[cfg(feature = "object-store")]
mod object;
mod pieces;
mod raw;
pub mod relayout;
mod runs;
mod spec;
mod storage;
mod stored;
pub mod stream;
mod update;
mod zarr;

pub use array::{Buffers, StoredArray};
pub use backend::{Backend, Extent, Header, Scratch};
pub use element::ElementType;
pub use error::{Error, Result};
pub use file::{Counters, Counts, peak_resident_bytes};
pub use grid::{Block, Grid, c_strides, positions};
pub use relayout::relayout;
#[cfg(feature = "object-store")]
pub use relayout::relayout_at;
pub use spec::{Codec, Spec};
pub use stored::{Slice, Stored};

#[cfg(feature = "object-store")]
pub use object::Store;
/// The crate whose stores [`Store::new`] takes.
#[cfg(feature = "object-store")]
pub use object_store;
