//! Files of plain elements: `.npy`, and others whose header is skipped.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::backend::{Backend, Extent, Header, Scratch};
use crate::element::ElementType;
use crate::grid::{Block, Layout, c_strides, copy_box, offset, permuted};
use crate::{Error, Result};

/// The bytes of the rows that are read and written at once, at most, if a row is not longer.
const SLAB: u64 = 4 << 20;

/// A file of plain little-endian elements in C or Fortran order.
#[derive(Debug)]
pub(crate) struct RawFile {
    header: Header,
    /// Bytes before the first element.
    start: u64,
    /// The order of the axes in the file, slowest first.
    order: Vec<usize>,
    /// The bytes before the first element, for a file that is to be made.
    text: Option<Vec<u8>>,
}

/// Some rows: all of the axes that vary fastest in the file, and a part of the next one.
fn slab(shape: &[u64], order: &[usize], item: u64) -> Vec<u64> {
    let mut chunk = vec![1; shape.len()];
    let mut bytes = item;
    for &axis in order.iter().rev() {
        chunk[axis] = shape[axis].min((SLAB / bytes).max(1)).max(1);
        if chunk[axis] < shape[axis] {
            break;
        }
        bytes = bytes.saturating_mul(shape[axis].max(1));
    }
    chunk
}

impl RawFile {
    fn new(
        path: &Path,
        format: &'static str,
        element: ElementType,
        shape: &[u64],
        (start, fortran): (u64, bool),
    ) -> Result<RawFile> {
        let item = element.size() as u64;
        let bytes = shape.iter().try_fold(item, |bytes, &size| bytes.checked_mul(size.max(1)));
        if bytes.and_then(|bytes| i64::try_from(bytes).ok()).is_none() {
            return Err(Error::metadata(path, format!("the shape {shape:?} overflows")));
        }
        let mut order: Vec<usize> = (0..shape.len()).collect();
        if fortran {
            order.reverse();
        }
        let chunk = slab(shape, &order, item);
        let in_order = c_strides(&permuted(shape, &order), item);
        let mut strides = vec![0; shape.len()];
        for (&axis, &stride) in order.iter().zip(&in_order) {
            strides[axis] = stride;
        }
        let header = Header {
            name: path.display().to_string(),
            path: path.to_owned(),
            format,
            element,
            shape: shape.to_vec(),
            chunk: chunk.clone(),
            write_chunk: chunk,
            whole: false,
            strides: Some(strides),
            fill: vec![0; element.size()],
            codecs: vec![if fortran { "Fortran order" } else { "C order" }.to_owned()],
            attributes: serde_json::Map::new(),
            dimension_names: None,
        };
        Ok(RawFile { header, start, order, text: None })
    }

    /// A file whose elements begin at byte `start`.
    pub(crate) fn open(
        path: &Path,
        element: ElementType,
        shape: &[u64],
        start: u64,
    ) -> Result<RawFile> {
        let file = RawFile::new(path, "raw", element, shape, (start, false))?;
        file.check_length()?;
        Ok(file)
    }

    fn check_length(&self) -> Result<()> {
        let header = &self.header;
        let actual = std::fs::metadata(&header.path)
            .map_err(|error| Error::io(&header.name, "look at", &header.path, error))?
            .len();
        let expected = self.start + header.bytes(&header.shape);
        if actual < expected {
            let message = format!(
                "the file has {actual} bytes, expected {expected}: it is cut off, or the shape is another"
            );
            return Err(Error::metadata(&header.path, message));
        }
        Ok(())
    }

    /// Opens a `.npy` file.
    pub(crate) fn open_npy(path: &Path) -> Result<RawFile> {
        let failed = |error| Error::io(&path.display().to_string(), "read", path, error);
        let mut file = File::open(path).map_err(failed)?;
        let mut start = [0; 10];
        file.read_exact(&mut start).map_err(failed)?;
        if &start[..6] != b"\x93NUMPY" {
            return Err(Error::metadata(path, "no `.npy` file: byte 0 begins no `\\x93NUMPY`"));
        }
        let (length, before) = match start[6] {
            1 => (usize::from(u16::from_le_bytes([start[8], start[9]])), 10),
            2 | 3 => {
                let mut rest = [0; 2];
                file.read_exact(&mut rest).map_err(failed)?;
                let length = u32::from_le_bytes([start[8], start[9], rest[0], rest[1]]);
                (length as usize, 12)
            }
            version => {
                let message = format!("byte 6: version {version} of `.npy` is unknown; 1 to 3 are");
                return Err(Error::metadata(path, message));
            }
        };
        if length > 1 << 20 {
            return Err(Error::metadata(path, format!("byte 8: a header of {length} bytes")));
        }
        let mut text = vec![0; length];
        file.read_exact(&mut text).map_err(failed)?;
        let text = String::from_utf8_lossy(&text);
        let described = Described::parse(&text).ok_or_else(|| {
            Error::metadata(
                path,
                format!("byte {before}: the header `{}` is not understood", text.trim()),
            )
        })?;
        let element = ElementType::from_npy(&described.element).ok_or_else(|| {
            let message = format!(
                "elements of type `{}` are not supported: write the file with `astype` of a \
                 little-endian number type",
                described.element
            );
            Error::metadata(path, message)
        })?;
        let start = (before + length) as u64;
        let layout = (start, described.fortran);
        let raw = RawFile::new(path, "npy", element, &described.shape, layout)?;
        raw.check_length()?;
        Ok(raw)
    }

    /// A `.npy` file of zeros in C order that is to be made.
    pub(crate) fn described_npy(
        path: &Path,
        element: ElementType,
        shape: &[u64],
    ) -> Result<RawFile> {
        let name = element.npy().ok_or_else(|| {
            Error::request(format!("`.npy` files have no elements of type {element}: use Zarr"))
        })?;
        let mut axes: Vec<String> = shape.iter().map(u64::to_string).collect();
        if axes.len() == 1 {
            axes.push(String::new());
        }
        let axes = axes.join(", ");
        let mut text = format!(
            "{{'descr': '{name}', 'fortran_order': False, 'shape': ({}), }}",
            axes.trim_end()
        );
        // The elements begin at a multiple of 64, as the format wants.
        while !(text.len() + 11).is_multiple_of(64) {
            text.push(' ');
        }
        text.push('\n');
        let start = 10 + text.len() as u64;
        let mut raw = RawFile::new(path, "npy", element, shape, (start, false))?;
        let length = u16::try_from(text.len()).map_err(|_| Error::request("too many axes"))?;
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(text.into_bytes());
        raw.text = Some(bytes);
        Ok(raw)
    }

    /// Makes a `.npy` file of zeros in C order.
    pub(crate) fn create_npy(path: &Path, element: ElementType, shape: &[u64]) -> Result<RawFile> {
        let raw = RawFile::described_npy(path, element, shape)?;
        if path.exists() {
            return Err(Error::Exists { path: path.to_owned() });
        }
        raw.make()?;
        Ok(raw)
    }

    /// Strides of the memory of a slab as it is in the file.
    fn encoded_strides(&self, shape: &[u64]) -> Vec<u64> {
        let in_order = c_strides(&permuted(shape, &self.order), self.header.element.size() as u64);
        let mut strides = vec![0; shape.len()];
        for (&axis, &stride) in self.order.iter().zip(&in_order) {
            strides[axis] = stride;
        }
        strides
    }

    fn is_c(&self) -> bool {
        self.order.is_sorted()
    }

    fn reordered(&self, shape: &[u64], encode: bool, source: &[u8], target: &mut [u8]) {
        let item = self.header.element.size();
        let c = Layout { offset: 0, strides: c_strides(shape, item as u64) };
        let file = Layout { offset: 0, strides: self.encoded_strides(shape) };
        let (from, to) = if encode { (&c, &file) } else { (&file, &c) };
        assert_eq!(source.len() as u64, self.header.bytes(shape));
        assert_eq!(target.len(), source.len());
        // SAFETY: both memories have the bytes of the shape, and the target is borrowed mutably.
        unsafe { copy_box(shape, item, (source.as_ptr(), from), (target.as_mut_ptr(), to)) };
    }
}

impl Backend for RawFile {
    fn header(&self) -> &Header {
        &self.header
    }

    fn extent(&self, chunk: &[u64]) -> Result<Option<Extent>> {
        let header = &self.header;
        let block = header.grid().block(chunk);
        let strides = header.strides.as_deref().unwrap_or(&[]);
        let offset = self.start + offset(&block.start, strides);
        Ok(Some(Extent { path: header.path.clone(), offset, bytes: header.bytes(&block.shape) }))
    }

    fn file_of_chunk(&self, _: &[u64]) -> Option<PathBuf> {
        None
    }

    fn extent_in(&self, chunk: &[u64], _: PathBuf, _: u64) -> Result<Option<Extent>> {
        // The length was compared when the file was opened.
        self.extent(chunk)
    }

    fn decode(
        &self,
        chunk: &[u64],
        extent: &Extent,
        encoded: Cow<'_, [u8]>,
        out: &mut [u8],
    ) -> Result<()> {
        let shape = self.header.grid().block(chunk).shape;
        let expected = self.header.bytes(&shape);
        if encoded.len() as u64 != expected || out.len() as u64 != expected {
            return Err(Error::ChunkSize {
                array: self.header.name.clone(),
                chunk: chunk.to_vec(),
                path: extent.path.clone(),
                expected,
                actual: encoded.len() as u64,
            });
        }
        if self.is_c() {
            out.copy_from_slice(&encoded);
        } else {
            self.reordered(&shape, false, &encoded, out);
        }
        Ok(())
    }

    fn encode<'a>(&self, chunk: &[u64], decoded: &'a [u8]) -> Result<Cow<'a, [u8]>> {
        if self.is_c() {
            return Ok(Cow::Borrowed(decoded));
        }
        let shape = self.header.grid().block(chunk).shape;
        let expected = self.header.bytes(&shape);
        if decoded.len() as u64 != expected {
            return Err(Error::ChunkSize {
                array: self.header.name.clone(),
                chunk: chunk.to_vec(),
                path: self.header.path.clone(),
                expected,
                actual: decoded.len() as u64,
            });
        }
        let mut out = vec![0; decoded.len()];
        self.reordered(&shape, true, decoded, &mut out);
        Ok(Cow::Owned(out))
    }

    fn place(&self, chunk: &[u64]) -> (PathBuf, Option<u64>) {
        let header = &self.header;
        let block: Block = header.write_grid().block(chunk);
        let strides = header.strides.as_deref().unwrap_or(&[]);
        (header.path.clone(), Some(self.start + offset(&block.start, strides)))
    }

    fn make(&self) -> Result<()> {
        let (Some(text), path) = (&self.text, &self.header.path) else { return Ok(()) };
        let made = (|| {
            // A file that an earlier run made is kept.
            let options = OpenOptions::new().write(true).create(true).truncate(false).open(path);
            let file = options?;
            std::io::Write::write_all(&mut &file, text)?;
            file.set_len(self.start + self.header.bytes(&self.header.shape))
        })();
        made.map_err(|error| Error::io(&self.header.name, "create", path, error))
    }

    fn scratch(&self) -> Scratch {
        let bytes = self.header.bytes(&self.header.chunk);
        Scratch {
            decode: 0,
            encode: if self.is_c() { 0 } else { bytes },
            encoded: bytes,
            written: bytes,
            ..Scratch::default()
        }
    }
}

/// The header of a `.npy` file: a dictionary of Python with three entries.
struct Described {
    element: String,
    fortran: bool,
    shape: Vec<u64>,
}

impl Described {
    fn parse(text: &str) -> Option<Described> {
        let after = |key: &str| {
            let rest = text.split_once(&format!("'{key}'"))?.1.trim_start();
            Some(rest.strip_prefix(':')?.trim_start())
        };
        let element = after("descr")?.strip_prefix('\'')?.split_once('\'')?.0.to_owned();
        let fortran = match after("fortran_order")? {
            rest if rest.starts_with("True") => true,
            rest if rest.starts_with("False") => false,
            _ => return None,
        };
        let axes = after("shape")?.strip_prefix('(')?.split_once(')')?.0;
        let axes = axes.split(',').map(str::trim).filter(|axis| !axis.is_empty());
        let shape = axes.map(|axis| axis.parse().ok()).collect::<Option<Vec<u64>>>()?;
        Some(Described { element, fortran, shape })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_are_contiguous() {
        assert_eq!(slab(&[1000, 1000, 1000], &[0, 1, 2], 8), [1, 524, 1000]);
        assert_eq!(slab(&[1000, 1000, 1000], &[2, 1, 0], 8), [1000, 524, 1]);
        assert_eq!(slab(&[10, 10], &[0, 1], 8), [10, 10]);
        assert_eq!(slab(&[0, 10], &[0, 1], 8), [1, 10]);
    }

    #[test]
    fn headers_of_numpy_are_read() {
        let text = "{'descr': '<f8', 'fortran_order': True, 'shape': (3,), }   \n";
        let described = Described::parse(text).unwrap();
        assert_eq!((described.element.as_str(), described.fortran), ("<f8", true));
        assert_eq!(described.shape, [3]);
        assert!(Described::parse("{'descr': [('a', '<f8')], 'shape': ()}").is_none());
        assert_eq!(
            Described::parse("{'descr':'|b1','fortran_order':False,'shape':()}").unwrap().shape,
            [0u64; 0]
        );
    }
}
