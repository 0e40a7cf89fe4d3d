//! Files from which a computation goes on as if it had never stopped.
//!
//! A checkpoint has two lines of text, a header, a record for each element of the mesh, and a checksum. Tabulators separate
//! the fields of the header:
//!
//! ```text
//! array-fn-dg checkpoint 5
//! header 000001c2
//! solver    euler
//! time    0.25
//! option    flux    hllc
//! hash    mesh    5f0e...
//! ```
//!
//! The second line has the length of the header in bytes. A checksum of 16 bytes (XXH3, 128 bits) of everything before it
//! follows the header. Then come the records, in the order of the space-filling curve ([`Mesh::along_curve`]). A record has
//! the values of all arrays of the state in one element: `[arrays, fields, N]`. Numbers are in double precision and
//! little-endian order.
//!
//! # Ranks
//!
//! The order of records does not depend on ranks, and neither does the file. A rank's elements are a range of the curve, so
//! it writes and reads one range of the file, and no other rank's. The checksum at the end is a sum over records: both
//! halves of the checksum of each record's place and bytes, and of the header. So each rank sums up its own, and ranks
//! add their sums. A file that was cut, or in which anything was changed or exchanged, is refused.
//!
//! Ranks write into a temporary file. When all have brought their records to the disk, rank 0 writes the header and the last
//! checksum, and renames the file. So a rank that is killed leaves the file as it was.
//!
//! [`Mesh::along_curve`]: crate::Mesh::along_curve

mod header;
mod read;
mod records;
mod settings;
mod version_4;
mod write;

pub(crate) use header::Header;
pub(crate) use read::read;
pub(crate) use records::Elements;
pub use settings::{Difference, Settings};
pub(crate) use write::write;

use crate::Discretisation;
use xxhash_rust::xxh3::xxh3_64;

/// The number of the format that is written.
const VERSION: u32 = 5;

/// The numbers of formats that are read.
const VERSIONS: [u32; 2] = [4, VERSION];

/// The first bytes of a checkpoint of any version.
const START: &str = "array-fn-dg ";

/// The longest header that is read, which is more than any header needs.
const LONGEST_HEADER: usize = 1 << 20;

/// The number of bytes that are read or written at once.
const BUFFER: usize = 1 << 20;

/// A fingerprint of an element with the number `element` and of its values. The sum of those of all elements is one of the
/// mesh, whatever the order of elements.
pub(crate) fn fingerprint(element: usize, values: impl Iterator<Item = f64>) -> u64 {
    let bytes = (element as u64).to_le_bytes().into_iter();
    let bytes: Vec<u8> = bytes.chain(values.flat_map(f64::to_le_bytes)).collect();
    xxh3_64(&bytes)
}

/// The settings that all solvers have: order, precision and mesh.
pub(crate) fn settings<T>(discretisation: &Discretisation) -> Settings {
    let d = discretisation;
    Settings::new()
        .with("order", d.reference.order)
        .with("precision", format_args!("f{}", 8 * size_of::<T>()))
        .with_fingerprint("mesh", d.mesh_fingerprint())
}

#[cfg(test)]
mod tests;
