//! Coding of one chunk in memory.

use std::borrow::Cow;
use std::cell::RefCell;
use std::num::NonZeroU64;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;
use zarrs::array::codec::CodecChain;
use zarrs::array::{
    ArrayBytes, ArrayToBytesCodecTraits, BytesRepresentation, BytesToBytesCodecTraits,
    CodecMetadataOptions, CodecOptions, DataType, FillValue,
};
use zarrs::plugin::{ExtensionName, ZarrVersion};
use zstd::bulk::Decompressor;

use crate::grid::{c_strides, permuted};

/// A failed step of coding: the codec and its message.
pub(super) type Failed = (String, String);

/// Runs code of `zarrs`; a panic is an error with its message.
pub(super) fn guarded<T>(f: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("zarrs panicked: {}", text.unwrap_or("without a message")))
    })
}

fn options() -> CodecOptions {
    // Threads are those of the caller.
    CodecOptions::default().with_concurrent_target(1).with_store_empty_chunks(true)
}

/// The codecs of one chunk, applied one by one, so that errors name the one that failed.
#[derive(Debug)]
pub(super) struct Coder {
    pub(super) shape: Vec<NonZeroU64>,
    pub(super) data_type: DataType,
    pub(super) fill: FillValue,
    pub(super) array: CodecChain,
    pub(super) array_name: String,
    pub(super) bytes: Vec<Arc<dyn BytesToBytesCodecTraits>>,
    /// The size before each of those.
    pub(super) sizes: Vec<BytesRepresentation>,
    /// The size after the last.
    pub(super) encoded: Option<u64>,
    /// The same, if it does not depend on the elements.
    pub(super) fixed: Option<u64>,
    pub(super) decoded: u64,
    /// Whether encoded chunks are the plain elements in C order.
    pub(super) is_plain: bool,
    /// Where the elements of encoded chunks are, if they are plain in any order.
    pub(super) strides: Option<Vec<u64>>,
    pub(super) names: Vec<String>,
    /// Whether the first codec of bytes is zstd, and what it gets are the plain elements in C order. Then chunks are
    /// decompressed into their place, without the copies that `zarrs` makes.
    is_direct: bool,
}

thread_local! {
    /// The decompressor of this thread, because a new one is some 100 kB to be initialised.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Decompresses frames of zstd into memory. Returns the number of bytes.
fn decompress(encoded: &[u8], out: &mut [u8]) -> std::io::Result<usize> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        let decompressor = match slot {
            Some(known) => known,
            None => slot.insert(Decompressor::new()?),
        };
        decompressor.decompress_to_buffer(encoded, out)
    })
}

impl Coder {
    pub(super) fn new(
        chain: &CodecChain,
        shape: &[u64],
        element: u64,
        data_type: &DataType,
        fill: &FillValue,
    ) -> Result<Coder, String> {
        let volume = shape.iter().try_fold(element, |bytes, &size| bytes.checked_mul(size));
        let decoded = volume.filter(|&bytes| i64::try_from(bytes).is_ok());
        let decoded = decoded.ok_or_else(|| format!("chunks of shape {shape:?} are too large"))?;
        let nonzero = shape.iter().map(|&size| NonZeroU64::new(size)).collect::<Option<Vec<_>>>();
        let nonzero = nonzero.ok_or_else(|| format!("chunks of shape {shape:?} are empty"))?;
        let array = CodecChain::new(
            chain.array_to_array_codecs().to_vec(),
            chain.array_to_bytes_codec().clone(),
            Vec::new(),
        );
        let bytes = chain.bytes_to_bytes_codecs().to_vec();
        let mut size = guarded(|| {
            array.encoded_representation(&nonzero, data_type, fill).map_err(|e| e.to_string())
        })?;
        let mut sizes = Vec::new();
        for codec in &bytes {
            sizes.push(size);
            size = codec.encoded_representation(&size);
        }
        let described = guarded(|| {
            serde_json::to_value(chain.create_metadatas(&CodecMetadataOptions::default()))
                .map_err(|error| error.to_string())
        })?;
        let described = described.as_array().cloned().unwrap_or_default();
        let strides = plain_strides(&described, shape, element);
        let is_plain = strides.as_deref() == Some(&c_strides(shape, element));
        let (elements, behind) =
            described.split_at((chain.array_to_array_codecs().len() + 1).min(described.len()));
        let is_direct = behind.first().is_some_and(|codec| codec["name"] == "zstd")
            && plain_strides(elements, shape, element).as_deref()
                == Some(&c_strides(shape, element));
        let array_name = chain.array_to_bytes_codec().name(ZarrVersion::V3);
        Ok(Coder {
            shape: nonzero,
            data_type: data_type.clone(),
            fill: fill.clone(),
            array,
            array_name: array_name.map_or_else(|| "array to bytes".to_owned(), Cow::into_owned),
            bytes,
            sizes,
            encoded: size.size(),
            fixed: match size {
                BytesRepresentation::FixedSize(size) => Some(size),
                _ => None,
            },
            decoded,
            is_plain,
            strides,
            names: described.iter().map(Value::to_string).collect(),
            is_direct,
        })
    }

    fn name(&self, k: usize) -> String {
        let name = self.bytes[k].name(ZarrVersion::V3);
        name.map_or_else(|| "bytes to bytes".to_owned(), Cow::into_owned)
    }

    pub(super) fn decode(&self, mut encoded: Cow<'_, [u8]>, out: &mut [u8]) -> Result<(), Failed> {
        if self.is_plain && encoded.len() == out.len() {
            out.copy_from_slice(&encoded);
            return Ok(());
        }
        let direct = usize::from(self.is_direct);
        for (k, codec) in self.bytes.iter().enumerate().skip(direct).rev() {
            encoded = guarded(|| {
                codec.decode(encoded, &self.sizes[k], &options()).map_err(|error| error.to_string())
            })
            .map_err(|message| (self.name(k), message))?;
        }
        if self.is_direct {
            let failed = |message: String| (self.name(0), message);
            let wanted = out.len();
            let count = decompress(&encoded, out).map_err(|error| failed(error.to_string()))?;
            return match count == wanted {
                true => Ok(()),
                false => Err(failed(format!("decoded to {count} bytes, not {wanted}"))),
            };
        }
        let failed = |message| (self.array_name.clone(), message);
        let decoded = guarded(|| {
            let (shape, data_type) = (&self.shape, &self.data_type);
            self.array
                .decode(encoded, shape, data_type, &self.fill, &options())
                .and_then(|decoded| Ok(decoded.into_fixed()?))
                .map_err(|error| error.to_string())
        })
        .map_err(failed)?;
        if decoded.len() != out.len() {
            return Err(failed(format!("decoded to {} bytes, not {}", decoded.len(), out.len())));
        }
        out.copy_from_slice(&decoded);
        Ok(())
    }

    pub(super) fn encode<'a>(&self, decoded: &'a [u8]) -> Result<Cow<'a, [u8]>, Failed> {
        if self.is_plain {
            return Ok(Cow::Borrowed(decoded));
        }
        let mut encoded = guarded(|| {
            let (shape, data_type) = (&self.shape, &self.data_type);
            let bytes = ArrayBytes::new_flen(decoded);
            self.array
                .encode(bytes, shape, data_type, &self.fill, &options())
                .map_err(|error| error.to_string())
        })
        .map_err(|message| (self.array_name.clone(), message))?;
        for (k, codec) in self.bytes.iter().enumerate() {
            encoded = guarded(|| codec.encode(encoded, &options()).map_err(|e| e.to_string()))
                .map_err(|message| (self.name(k), message))?;
        }
        Ok(encoded)
    }

    /// The most bytes that an encoded chunk may have. Other programs' encoders may waste a little.
    pub(super) fn most(&self) -> u64 {
        self.encoded.unwrap_or(0).max(self.decoded + self.decoded / 8 + (64 << 10))
    }

    /// Buffers of the decoded size that decoding takes.
    pub(super) fn decode_stages(&self) -> u64 {
        // Of a check sum behind, a copy is made.
        if self.is_direct { self.bytes.len() as u64 - 1 } else { self.stages() }
    }

    /// Buffers of the decoded size that encoding takes.
    pub(super) fn stages(&self) -> u64 {
        let array = self.array.array_to_array_codecs().len() as u64 + 1;
        if self.is_plain { 0 } else { array + self.bytes.len() as u64 }
    }
}

/// Strides of encoded chunks, if the codecs only reorder axes and write little-endian elements.
fn plain_strides(codecs: &[Value], shape: &[u64], item: u64) -> Option<Vec<u64>> {
    let (last, before) = codecs.split_last()?;
    let endian = last["configuration"]["endian"].as_str();
    if last["name"] != "bytes" || endian.is_some_and(|endian| endian != "little") {
        return None;
    }
    let mut axes: Vec<usize> = (0..shape.len()).collect();
    for codec in before {
        let order = codec["configuration"]["order"].as_array()?;
        let order = order.iter().map(|axis| axis.as_u64().map(|axis| axis as usize));
        let order = order.collect::<Option<Vec<_>>>()?;
        if codec["name"] != "transpose" || order.iter().any(|&axis| axis >= axes.len()) {
            return None;
        }
        axes = permuted(&axes, &order);
    }
    let encoded = c_strides(&permuted(shape, &axes), item);
    let mut strides = vec![0; shape.len()];
    for (&axis, &stride) in axes.iter().zip(&encoded) {
        strides[axis] = stride;
    }
    Some(strides)
}
