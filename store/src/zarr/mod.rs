//! Zarr arrays, in folders and in object stores.
//!
//! All uses of the crate `zarrs` are in this module, because its releases often break programs. It reads the description
//! of an array and codes chunks in memory; files are read and written by this crate. Some of its functions panic on
//! descriptions that make no sense, so each call is caught.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use zarrs::array::codec::CodecChain;
use zarrs::array::{Array, ArrayMetadata, FillValue, data_type};
use zarrs::convert::array_metadata_v2_to_v3;
use zarrs::metadata::v3::MetadataV3;

use self::coder::{Coder, Failed, guarded};
use crate::backend::{Backend, Extent, Header, Scratch};
use crate::element::ElementType;
use crate::spec::Spec;
use crate::storage::Storage;
use crate::{Error, Result};

mod coder;

/// The index of a shard: where each of its chunks is.
type Index = Arc<Vec<u64>>;

/// What reading single chunks of shards needs.
#[derive(Debug)]
struct Shards {
    index: Coder,
    at_end: bool,
    /// Chunks of a shard on each axis.
    counts: Vec<u64>,
    /// The indices that were read last, with the bytes of their shards.
    kept: Mutex<VecDeque<(PathBuf, u64, Index)>>,
}

/// Indices of shards that are kept in memory. Of object stores, more if they are small: each costs two requests.
const KEPT: u64 = 8;
const KEPT_BYTES: u64 = 2 << 20;

/// A Zarr array.
#[derive(Debug)]
pub(crate) struct Zarr {
    header: Header,
    storage: Storage,
    /// The text of `zarr.json`, for an array that is to be made.
    text: Option<String>,
    array: Array<()>,
    /// Chunks of the writing grid.
    outer: Coder,
    /// Chunks of shards, if they can be read one by one.
    inner: Option<(Coder, Shards)>,
}

impl Zarr {
    /// Opens the array in a folder, or at a key.
    pub(crate) fn open(storage: &Storage, path: &Path) -> Result<Zarr> {
        let name = storage.address(path);
        for (file, format) in [("zarr.json", "zarr 3"), (".zarray", "zarr 2")] {
            let file = path.join(file);
            let found =
                storage.read(&file).map_err(|error| Error::io(&name, "read", &file, error))?;
            if let Some(text) = found {
                return Zarr::from_text(storage, path, &text, format)
                    .map_err(|message| Error::metadata(storage.address(&file), message));
            }
        }
        let message = match storage.is_files() && !path.exists() {
            true => "there is no such file or folder",
            false => "there is no array: it has neither zarr.json nor .zarray",
        };
        Err(Error::metadata(name, message))
    }

    fn from_text(
        storage: &Storage,
        path: &Path,
        text: &[u8],
        format: &'static str,
    ) -> Result<Zarr, String> {
        let metadata = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let v3 = match metadata {
            ArrayMetadata::V3(v3) => v3,
            ArrayMetadata::V2(v2) => {
                guarded(|| array_metadata_v2_to_v3(&v2).map_err(|error| error.to_string()))?
            }
        };
        let json = serde_json::to_value(&v3).map_err(|error| error.to_string())?;
        let array = guarded(|| {
            Array::new_with_metadata(Arc::new(()), "/", ArrayMetadata::V3(v3.clone()))
                .map_err(|error| error.to_string())
        })?;
        let type_name =
            json["data_type"].as_str().map_or_else(|| json["data_type"].to_string(), str::to_owned);
        let element = ElementType::from_name(&type_name)
            .ok_or_else(|| format!("elements of type {type_name} are not supported"))?;
        let item = element.size() as u64;
        let shape = array.shape().to_vec();
        let bytes = shape.iter().try_fold(item, |bytes, &size| bytes.checked_mul(size.max(1)));
        if bytes.is_none_or(|bytes| i64::try_from(bytes).is_err()) {
            return Err(format!("the shape {shape:?} overflows"));
        }
        if json["chunk_grid"]["name"] != "regular" {
            return Err(format!("a grid of chunks `{}` is not supported", json["chunk_grid"]));
        }
        let grid = numbers(&json["chunk_grid"]["configuration"]["chunk_shape"])
            .filter(|grid| grid.len() == shape.len())
            .ok_or("the shape of the chunks is no list of sizes")?;
        if json["storage_transformers"].as_array().is_some_and(|list| !list.is_empty()) {
            return Err("storage transformers are not supported".to_owned());
        }
        let chain = array.codecs();
        let outer = Coder::new(&chain, &grid, item, array.data_type(), array.fill_value())?;
        let inner = Zarr::shards(&json, &array, &grid, item)?;
        let coder = inner.as_ref().map_or(&outer, |(inner, _)| inner);
        let header = Header {
            name: storage.address(path),
            path: path.to_owned(),
            format,
            element,
            chunk: coder.shape.iter().map(|size| size.get()).collect(),
            write_chunk: grid,
            shape,
            whole: true,
            strides: coder.strides.clone(),
            fill: array.fill_value().as_ne_bytes().to_vec(),
            codecs: outer.names.clone(),
            attributes: array.attributes().clone(),
            dimension_names: json["dimension_names"].as_array().cloned(),
        };
        if header.fill.len() != element.size() {
            return Err("the fill value is no element".to_owned());
        }
        Ok(Zarr { header, storage: storage.clone(), text: None, array, outer, inner })
    }

    /// What reading single chunks of shards needs, if sharding is the only codec.
    fn shards(
        json: &Value,
        array: &Array<()>,
        grid: &[u64],
        item: u64,
    ) -> Result<Option<(Coder, Shards)>, String> {
        let codecs = json["codecs"].as_array().map_or(&[][..], Vec::as_slice);
        let [codec] = codecs else { return Ok(None) };
        if codec["name"] != "sharding_indexed" {
            return Ok(None);
        }
        let settings = &codec["configuration"];
        let chunk = numbers(&settings["chunk_shape"]).unwrap_or_default();
        let divides = |(&grid, &chunk): (&u64, &u64)| chunk > 0 && grid.is_multiple_of(chunk);
        if chunk.len() != grid.len() || !grid.iter().zip(&chunk).all(divides) {
            return Err(format!("shards of shape {grid:?} are no multiple of {chunk:?}"));
        }
        let chain = |codecs: &Value| {
            let codecs: Vec<MetadataV3> =
                serde_json::from_value(codecs.clone()).map_err(|error| error.to_string())?;
            guarded(|| CodecChain::from_metadata(&codecs).map_err(|error| error.to_string()))
        };
        let inner = chain(&settings["codecs"])?;
        let inner = Coder::new(&inner, &chunk, item, array.data_type(), array.fill_value())?;
        let counts: Vec<u64> =
            grid.iter().zip(&chunk).map(|(&grid, &chunk)| grid / chunk).collect();
        let index_shape: Vec<u64> = counts.iter().copied().chain([2]).collect();
        let absent = FillValue::from(u64::MAX);
        let index = chain(&settings["index_codecs"])?;
        let index = Coder::new(&index, &index_shape, 8, &data_type::uint64(), &absent)?;
        if index.encoded.is_none() {
            return Err("the index of shards has no fixed size".to_owned());
        }
        let at_end = settings["index_location"].as_str() != Some("start");
        Ok(Some((inner, Shards { index, at_end, counts, kept: Mutex::default() })))
    }

    /// An array that is to be made.
    pub(crate) fn described(storage: &Storage, path: &Path, spec: &Spec) -> Result<Zarr> {
        let text = spec.zarr_json()?;
        let zarr = Zarr::from_text(storage, path, text.as_bytes(), "zarr 3");
        let mut zarr = zarr.map_err(Error::request)?;
        zarr.text = Some(text);
        Ok(zarr)
    }

    /// Makes an array without chunks. The folder must not exist, or be empty.
    pub(crate) fn create(storage: &Storage, path: &Path, spec: &Spec) -> Result<Zarr> {
        // What cannot be opened is not made.
        let zarr = Zarr::described(storage, path, spec)?;
        let name = &zarr.header.name;
        let exists =
            storage.has_array(path).map_err(|error| Error::io(name, "look at", path, error))?;
        if exists {
            return Err(Error::Exists { path: name.into() });
        }
        zarr.make()?;
        Ok(zarr)
    }

    fn file_of(&self, chunk: &[u64]) -> PathBuf {
        self.header.path.join(self.array.chunk_key(chunk).as_str())
    }

    fn codec_error(
        &self,
        chunk: &[u64],
        path: &Path,
        byte: u64,
        (codec, message): Failed,
    ) -> Error {
        let array = self.header.name.clone();
        let (codec, message) = (codec.into(), message.into());
        Error::Codec { array, chunk: chunk.to_vec(), path: path.to_owned(), codec, byte, message }
    }

    fn size_error(&self, chunk: &[u64], path: &Path, expected: u64, actual: u64) -> Error {
        let array = self.header.name.clone();
        Error::ChunkSize { array, chunk: chunk.to_vec(), path: path.to_owned(), expected, actual }
    }

    /// The index of a shard, if it is one of those that were read last, with the bytes of the shard.
    fn kept(&self, shards: &Shards, path: &Path) -> Option<(u64, Index)> {
        let kept = shards.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, bytes, index) = kept.iter().find(|(kept, ..)| kept == path)?;
        Some((*bytes, index.clone()))
    }

    fn most_kept(&self, shards: &Shards) -> u64 {
        let many = (KEPT_BYTES / shards.index.decoded.max(1)).clamp(KEPT, 256);
        if self.storage.is_files() { KEPT } else { many }
    }

    /// The index of a shard of `bytes` bytes.
    fn index(&self, shards: &Shards, chunk: &[u64], path: &Path, bytes: u64) -> Result<Index> {
        if let Some((_, index)) = self.kept(shards, path) {
            return Ok(index);
        }
        let size = shards.index.encoded.unwrap_or(0);
        let start = match bytes.checked_sub(size) {
            Some(start) if shards.at_end => start,
            Some(_) => 0,
            None => return Err(self.size_error(chunk, path, size, bytes)),
        };
        let mut encoded = vec![0; size as usize];
        let read = self.storage.read_at(path, &mut encoded, start);
        read.map_err(|source| self.io_error(chunk, "read", path, source))?;
        let mut decoded = vec![0; shards.index.decoded as usize];
        shards.index.decode(Cow::Owned(encoded), &mut decoded).map_err(|(codec, message)| {
            self.codec_error(chunk, path, start, (format!("index of the shard, {codec}"), message))
        })?;
        let words = decoded
            .chunks_exact(8)
            .map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()));
        let index: Index = Arc::new(words.collect());
        let mut kept = shards.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() as u64 >= self.most_kept(shards) {
            kept.pop_front();
        }
        kept.push_back((path.to_owned(), bytes, index.clone()));
        Ok(index)
    }

    fn io_error(
        &self,
        chunk: &[u64],
        action: &'static str,
        path: &Path,
        source: std::io::Error,
    ) -> Error {
        let array = self.header.name.clone();
        Error::Io { array, chunk: Some(chunk.to_vec()), action, path: path.to_owned(), source }
    }
}

fn numbers(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}

impl Backend for Zarr {
    fn header(&self) -> &Header {
        &self.header
    }

    fn extent(&self, chunk: &[u64]) -> Result<Option<Extent>> {
        let shard = match &self.inner {
            Some((_, shards)) => chunk.iter().zip(&shards.counts).map(|(&k, &n)| k / n).collect(),
            None => chunk.to_vec(),
        };
        let path = self.file_of(&shard);
        let kept = match &self.inner {
            // Shards in object stores are asked for once.
            Some((_, shards)) if !self.storage.is_files() => self.kept(shards, &path),
            _ => None,
        };
        let size = || {
            let size = self.storage.size(&path);
            size.map_err(|error| self.io_error(chunk, "look at", &path, error))
        };
        match kept.map_or_else(size, |(bytes, _)| Ok(Some(bytes)))? {
            Some(bytes) => self.extent_in(chunk, path, bytes),
            None => Ok(None),
        }
    }

    fn file_of_chunk(&self, chunk: &[u64]) -> Option<PathBuf> {
        self.inner.is_none().then(|| self.file_of(chunk))
    }

    fn extent_in(&self, chunk: &[u64], path: PathBuf, bytes: u64) -> Result<Option<Extent>> {
        let (coder, offset, size) = match &self.inner {
            None => (&self.outer, 0, bytes),
            Some((inner, shards)) => {
                let index = self.index(shards, chunk, &path, bytes)?;
                let places = chunk.iter().zip(&shards.counts);
                let place = places.fold(0, |flat, (&k, &n)| flat * n + k % n) as usize;
                let (offset, size) = (index[2 * place], index[2 * place + 1]);
                if (offset, size) == (u64::MAX, u64::MAX) {
                    return Ok(None);
                }
                if offset.checked_add(size).is_none_or(|end| end > bytes) {
                    return Err(self.size_error(chunk, &path, offset.saturating_add(size), bytes));
                }
                (inner, offset, size)
            }
        };
        match (&coder.strides, coder.most()) {
            (Some(_), _) if size != coder.decoded => {
                Err(self.size_error(chunk, &path, coder.decoded, size))
            }
            (None, most) if size > most => Err(self.size_error(chunk, &path, most, size)),
            _ => Ok(Some(Extent { path, offset, bytes: size })),
        }
    }

    fn decode(
        &self,
        chunk: &[u64],
        extent: &Extent,
        encoded: Cow<'_, [u8]>,
        out: &mut [u8],
    ) -> Result<()> {
        let coder = self.inner.as_ref().map_or(&self.outer, |(inner, _)| inner);
        coder
            .decode(encoded, out)
            .map_err(|failed| self.codec_error(chunk, &extent.path, extent.offset, failed))
    }

    fn encode<'a>(&self, chunk: &[u64], decoded: &'a [u8]) -> Result<Cow<'a, [u8]>> {
        // The shard is about to change.
        self.changed(chunk);
        self.outer
            .encode(decoded)
            .map_err(|failed| self.codec_error(chunk, &self.file_of(chunk), 0, failed))
    }

    fn place(&self, chunk: &[u64]) -> (PathBuf, Option<u64>) {
        (self.file_of(chunk), None)
    }

    fn changed(&self, chunk: &[u64]) {
        if let Some((_, shards)) = &self.inner {
            let path = self.file_of(chunk);
            let mut kept = shards.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.retain(|(kept, ..)| *kept != path);
        }
    }

    fn make(&self) -> Result<()> {
        let Some(text) = &self.text else { return Ok(()) };
        let path = &self.header.path;
        // A run that goes on writes the same again.
        self.storage
            .write_description(path, text)
            .map_err(|error| Error::io(&self.header.name, "create", &path.join("zarr.json"), error))
    }

    fn scratch(&self) -> Scratch {
        let inner = self.inner.as_ref().map_or(&self.outer, |(inner, _)| inner);
        let kept = |shards: &Shards| self.most_kept(shards) * shards.index.decoded;
        let indices = self.inner.as_ref().map_or(0, |(_, shards)| kept(shards));
        // Encoders of shards hold the encoded chunks and then put them together; check sums are appended to memory that
        // may grow.
        let appends = u64::from(self.inner.is_some() || self.outer.bytes.len() > 1);
        let together = appends * self.outer.most();
        let written = self.outer.fixed.unwrap_or_else(|| self.outer.most());
        // Stores want memory of their own.
        let handed_over = u64::from(self.outer.is_plain && !self.storage.is_files()) * written;
        Scratch {
            decode: inner.decode_stages() * inner.decoded + indices,
            encode: self.outer.stages() * self.outer.most() + together + handed_over,
            written,
            encoded: inner.most(),
            fixed_read: inner.fixed,
            fixed_write: self.outer.fixed,
        }
    }
}
