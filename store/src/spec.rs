//! Descriptions of arrays that are to be made.

use serde_json::{Map, Value, json};

use crate::element::{ElementType, cast};
use crate::{Error, Result};

/// A step of the encoding of chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Codec {
    /// Axis `k` of the encoded chunk is axis `order[k]` of the chunk.
    Transpose(Vec<usize>),
    /// Zstandard, levels from -131072 to 22.
    Zstd(i32),
    /// Deflate, levels from 0 to 9.
    Gzip(u32),
    /// Blosc with LZ4 and shuffled bytes, levels from 0 to 9; needs the feature `blosc`.
    Blosc(u8),
    /// A check sum of four bytes after the chunk.
    Crc32c,
}

impl Codec {
    /// Reads a list such as `transpose:1,0 zstd:3 crc32c`, words divided by blanks; `none` is the empty list.
    ///
    /// # Errors
    /// [`Error::Request`] if a word is no codec.
    pub fn parse_list(text: &str) -> Result<Vec<Codec>> {
        text.split_whitespace().filter(|&word| word != "none").map(Codec::parse).collect()
    }

    fn parse(word: &str) -> Result<Codec> {
        let unknown = || {
            Error::request(format!(
                "`{word}` is no codec: write `zstd:3`, `gzip:6`, `blosc:5`, `crc32c`, `transpose:1,0` or `none`, several with blanks: \"zstd:3 crc32c\""
            ))
        };
        let (name, setting) = match word.split_once(':') {
            Some((name, setting)) => (name, Some(setting)),
            None => (word, None),
        };
        let level = |default: i32| match setting {
            Some(setting) => setting.parse().map_err(|_| unknown()),
            None => Ok(default),
        };
        match name {
            "zstd" => Ok(Codec::Zstd(level(3)?)),
            "gzip" => Ok(Codec::Gzip(u32::try_from(level(6)?).map_err(|_| unknown())?)),
            "blosc" => Ok(Codec::Blosc(u8::try_from(level(5)?).map_err(|_| unknown())?)),
            "crc32c" if setting.is_none() => Ok(Codec::Crc32c),
            "transpose" => {
                let order = setting.ok_or_else(unknown)?.split(',').map(str::parse);
                Ok(Codec::Transpose(order.collect::<Result<_, _>>().map_err(|_| unknown())?))
            }
            _ => Err(unknown()),
        }
    }

    fn json(&self, item: usize) -> Value {
        match self {
            Codec::Transpose(order) => {
                json!({"name": "transpose", "configuration": {"order": order}})
            }
            Codec::Zstd(level) => {
                json!({"name": "zstd", "configuration": {"level": level, "checksum": false}})
            }
            Codec::Gzip(level) => json!({"name": "gzip", "configuration": {"level": level}}),
            Codec::Blosc(level) => json!({"name": "blosc", "configuration": {
                "cname": "lz4", "clevel": level, "shuffle": "shuffle", "typesize": item, "blocksize": 0,
            }}),
            Codec::Crc32c => json!({"name": "crc32c"}),
        }
    }
}

/// The description of a Zarr array.
///
/// ```
/// use array_fn_store::{Codec, ElementType, Spec};
///
/// let element = ElementType::of::<f32>();
/// let spec = Spec::new(element, &[1000, 1000], &[100, 100]).codecs([Codec::Zstd(3), Codec::Crc32c]);
/// assert_eq!(spec.chunk(), [100, 100]);
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    pub(crate) element: ElementType,
    pub(crate) shape: Vec<u64>,
    pub(crate) chunk: Vec<u64>,
    pub(crate) shard: Option<Vec<u64>>,
    pub(crate) codecs: Vec<Codec>,
    pub(crate) fill: Option<Vec<u8>>,
    pub(crate) attributes: Map<String, Value>,
    pub(crate) dimension_names: Option<Vec<Value>>,
}

impl Spec {
    /// An array of a shape, in chunks without codecs, with 0 for chunks that are absent.
    pub fn new(element: ElementType, shape: &[u64], chunk: &[u64]) -> Spec {
        Spec {
            element,
            shape: shape.to_vec(),
            chunk: chunk.to_vec(),
            shard: None,
            codecs: Vec::new(),
            fill: None,
            attributes: Map::new(),
            dimension_names: None,
        }
    }

    /// The shape of the chunks.
    pub fn chunk(&self) -> &[u64] {
        &self.chunk
    }

    /// Encodes the chunks by these steps, in this order.
    #[must_use]
    pub fn codecs(mut self, codecs: impl IntoIterator<Item = Codec>) -> Spec {
        self.codecs = codecs.into_iter().collect();
        self
    }

    /// Stores chunks together in shards of this shape, a multiple of the chunk's. A shard is one file. It is written
    /// whole, and its chunks are read one by one.
    #[must_use]
    pub fn shard(mut self, shard: &[u64]) -> Spec {
        self.shard = Some(shard.to_vec());
        self
    }

    /// The element that stands in for chunks that are absent.
    #[must_use]
    pub fn fill<T: array_fn_runtime::Element>(mut self, value: T) -> Spec {
        let bytes = crate::element::bytes_of(std::slice::from_ref(&value));
        let mut fill = vec![0; self.element.size()];
        cast(ElementType::of::<T>(), self.element, bytes, &mut fill);
        self.fill = Some(fill);
        self
    }

    /// The text of `zarr.json`.
    ///
    /// # Errors
    /// [`Error::Request`] if the shapes have different ranks, an axis of a chunk is 0, or a shard is no multiple.
    pub(crate) fn zarr_json(&self) -> Result<String> {
        let rank = self.shape.len();
        if rank != self.chunk.len() || self.chunk.contains(&0) {
            return Err(Error::request(format!(
                "chunks of shape {:?} do not fit an array of shape {:?}: give a positive size for each axis",
                self.chunk, self.shape
            )));
        }
        let bytes = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let item = self.element.size();
        let is_transpose = |codec: &&Codec| matches!(codec, Codec::Transpose(_));
        let before = self.codecs.iter().take_while(is_transpose).count();
        if self.codecs[before..].iter().any(|codec| is_transpose(&codec)) {
            return Err(Error::request("`transpose` must come before all other codecs"));
        }
        let mut codecs: Vec<Value> = self.codecs.iter().map(|codec| codec.json(item)).collect();
        codecs.insert(before, bytes.clone());
        let grid = match &self.shard {
            None => &self.chunk,
            Some(shard) => {
                let divides =
                    |(&shard, &chunk): (&u64, &u64)| shard > 0 && shard.is_multiple_of(chunk);
                if shard.len() != rank || !shard.iter().zip(&self.chunk).all(divides) {
                    return Err(Error::request(format!(
                        "shards of shape {shard:?} are no multiple of the chunks' shape {:?}",
                        self.chunk
                    )));
                }
                codecs = vec![json!({"name": "sharding_indexed", "configuration": {
                    "chunk_shape": self.chunk,
                    "codecs": codecs,
                    "index_codecs": [bytes, {"name": "crc32c"}],
                    "index_location": "end",
                }})];
                shard
            }
        };
        let mut all = json!({
            "zarr_format": 3,
            "node_type": "array",
            "shape": self.shape,
            "data_type": self.element.name(),
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": grid}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": self.fill_json(),
            "codecs": codecs,
            "attributes": self.attributes,
        });
        if let Some(names) = &self.dimension_names {
            all["dimension_names"] = json!(names);
        }
        Ok(format!("{all:#}\n"))
    }

    fn fill_json(&self) -> Value {
        use array_fn_runtime::plan::DType;
        let zero = vec![0; self.element.size()];
        let fill = self.fill.as_ref().unwrap_or(&zero);
        let part = |bytes: &[u8]| -> Value {
            let to = |to: DType, out: &mut [u8]| {
                let one = |dtype| ElementType { dtype, parts: 1 };
                cast(one(self.element.dtype), one(to), bytes, out);
            };
            let mut out = [0; 8];
            match self.element.dtype {
                DType::Bool => json!(bytes[0] != 0),
                DType::I8 | DType::I16 | DType::I32 | DType::I64 => {
                    to(DType::I64, &mut out);
                    json!(i64::from_le_bytes(out))
                }
                DType::U8 | DType::U16 | DType::U32 | DType::U64 => {
                    to(DType::U64, &mut out);
                    json!(u64::from_le_bytes(out))
                }
                DType::F16 | DType::BF16 | DType::F32 | DType::F64 => {
                    to(DType::F64, &mut out);
                    let value = f64::from_le_bytes(out);
                    match value {
                        _ if value.is_finite() => json!(value),
                        // The bits, which tell NaNs from each other.
                        _ if value.is_nan() => {
                            let digits = bytes.iter().rev().map(|byte| format!("{byte:02x}"));
                            json!(format!("0x{}", digits.collect::<String>()))
                        }
                        _ => json!(if value > 0.0 { "Infinity" } else { "-Infinity" }),
                    }
                }
            }
        };
        let parts: Vec<Value> = fill.chunks_exact(self.element.dtype.size()).map(part).collect();
        if self.element.parts == 1 { parts[0].clone() } else { json!(parts) }
    }
}
