//! What a storage format has to offer.

use std::borrow::Cow;
use std::fmt::Debug;
use std::path::PathBuf;

use crate::Result;
use crate::element::ElementType;
use crate::grid::Grid;

/// What is known of an array without reading any chunk.
#[derive(Clone, Debug)]
pub struct Header {
    /// The name of the array in messages: its path, or its URL.
    pub name: String,
    /// The file or folder of the array; in an object store, what the keys of its objects begin with.
    pub path: PathBuf,
    /// The format, such as `zarr 3` or `npy`.
    pub format: &'static str,
    /// The type of the elements.
    pub element: ElementType,
    /// The number of elements on each axis.
    pub shape: Vec<u64>,
    /// The shape of what is read and decoded at once: a chunk, an inner chunk of a shard, or some rows of a file.
    pub chunk: Vec<u64>,
    /// The shape of what is encoded and written at once: a chunk, a shard, or some rows of a file.
    pub write_chunk: Vec<u64>,
    /// Whether chunks at the end of an axis are stored with the elements that are beyond the array.
    pub whole: bool,
    /// For encoded chunks that are plain little-endian elements: the bytes from one element to the next on each axis.
    /// Parts of such chunks can be read.
    pub strides: Option<Vec<u64>>,
    /// The bytes of the element that stands in for chunks that are absent.
    pub fill: Vec<u8>,
    /// The codecs in the order in which they encode, with their settings. Equal codecs encode equally.
    pub codecs: Vec<String>,
    /// The user's remarks, which only Zarr has.
    pub(crate) attributes: serde_json::Map<String, serde_json::Value>,
    /// The names of the axes, if any, as JSON.
    pub(crate) dimension_names: Option<Vec<serde_json::Value>>,
}

impl Header {
    /// The grid of what is read at once.
    pub fn grid(&self) -> Grid {
        Grid { shape: self.shape.clone(), chunk: self.chunk.clone() }
    }

    /// The grid of what is written at once.
    pub fn write_grid(&self) -> Grid {
        Grid { shape: self.shape.clone(), chunk: self.write_chunk.clone() }
    }

    /// The shape of the memory of a decoded chunk of `grid`.
    pub fn decoded_shape(&self, grid: &Grid, chunk: &[u64]) -> Vec<u64> {
        if self.whole { grid.chunk.clone() } else { grid.block(chunk).shape }
    }

    /// The bytes of a chunk of this shape in memory.
    pub(crate) fn bytes(&self, shape: &[u64]) -> u64 {
        shape.iter().product::<u64>() * self.element.size() as u64
    }
}

/// Where the bytes of a chunk are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The file; in an object store, the key of the object.
    pub path: PathBuf,
    /// The first byte.
    pub offset: u64,
    /// The number of bytes.
    pub bytes: u64,
}

/// The memory that a codec takes beside the encoded and the decoded chunk, for one chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scratch {
    /// Bytes while a chunk of the reading grid is decoded.
    pub decode: u64,
    /// Bytes while a chunk of the writing grid is encoded, with the encoded chunk.
    pub encode: u64,
    /// The most bytes that an encoded chunk of the reading grid may have.
    pub encoded: u64,
    /// The most bytes that an encoded chunk of the writing grid may have.
    pub written: u64,
    /// The bytes of each encoded chunk of the reading grid, if all have the same size.
    pub fixed_read: Option<u64>,
    /// The bytes of each encoded chunk of the writing grid, if all have the same size.
    pub fixed_write: Option<u64>,
}

/// A storage format: where chunks are, and how they are encoded. Reading, writing and counting of bytes are common to
/// all formats, so a backend never reads a chunk.
pub trait Backend: Send + Sync + Debug {
    /// What is known of the array.
    fn header(&self) -> &Header;

    /// Where a chunk of the reading grid is; `None` if it is absent, which means that all of it is the fill value.
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io); [`Error::ChunkSize`](crate::Error::ChunkSize) if the extent cannot be right.
    fn extent(&self, chunk: &[u64]) -> Result<Option<Extent>>;

    /// The file that a chunk of the reading grid is, if each is a file of its own.
    fn file_of_chunk(&self, chunk: &[u64]) -> Option<PathBuf>;

    /// As [`Backend::extent`], where the chunk's file is known to have so many bytes.
    ///
    /// # Errors
    /// As there.
    fn extent_in(&self, chunk: &[u64], path: PathBuf, bytes: u64) -> Result<Option<Extent>>;

    /// Decodes a chunk of the reading grid into C-contiguous memory of [`Header::decoded_shape`].
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec), [`Error::ChunkSize`](crate::Error::ChunkSize).
    fn decode(
        &self,
        chunk: &[u64],
        extent: &Extent,
        encoded: Cow<'_, [u8]>,
        out: &mut [u8],
    ) -> Result<()>;

    /// Encodes a chunk of the writing grid from such memory.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec).
    fn encode<'a>(&self, chunk: &[u64], decoded: &'a [u8]) -> Result<Cow<'a, [u8]>>;

    /// Where a chunk of the writing grid has to be written. `None` as the offset: it is a file or an object of its own.
    fn place(&self, chunk: &[u64]) -> (PathBuf, Option<u64>);

    /// A chunk of the writing grid was written, so what is known of it does not hold any more.
    fn changed(&self, _chunk: &[u64]) {}

    /// Makes the array that this describes, without chunks, or does nothing if it was opened.
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io).
    fn make(&self) -> Result<()>;

    /// The memory that coding takes.
    fn scratch(&self) -> Scratch;
}
