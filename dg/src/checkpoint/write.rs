//! Writes a file. Each rank writes the records of its elements.

use super::records::{Elements, Layout, Sum};
use super::{BUFFER, Header, header};
use crate::agreement::agree;
use crate::file::Replacement;
use crate::{Error, Real, file};
use array_fn::Array;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes a checkpoint, as a whole or not at all. The first elements of `arrays`, `[fields, elements, N]`, are those of the
/// rank.
///
/// # Errors
/// [`Error::File`] when the file cannot be written, [`Error::NotAFile`] when something at `path` is no file; on other
/// ranks, [`Error::Array`] with the message of the rank that failed.
pub(crate) fn write<T: Real>(
    path: &Path,
    header: &Header,
    elements: &Elements,
    arrays: &[&Array<T, 3>],
) -> Result<(), Error> {
    write_with(path, header, elements, arrays, |path| OpenOptions::new().write(true).open(path))
}

/// The same with a way to open the temporary file.
pub(super) fn write_with<T: Real>(
    path: &Path,
    header: &Header,
    elements: &Elements,
    arrays: &[&Array<T, 3>],
    open: impl Fn(&Path) -> io::Result<File>,
) -> Result<(), Error> {
    let exchange = elements.exchange;
    let is_first = exchange.rank() == 0;
    let header = header::encode(header);
    let numbers: usize = arrays.iter().map(|array| array.shape()[0] * array.shape()[2]).sum();
    let layout = Layout {
        first: header.len() as u64,
        record: 8 * numbers as u64,
        count: elements.total as u64,
    };
    let arrays: Result<Vec<_>, _> = arrays.iter().map(|array| array.to_host()).collect();
    let begun = arrays.map_err(Error::from).and_then(|arrays| {
        let replacement = is_first.then(|| begin(path, layout)).transpose()?;
        Ok((arrays, replacement))
    });
    let (arrays, replacement) = agree(exchange, begun)?;
    let mut name = replacement.as_ref().map_or(String::new(), Replacement::name).into_bytes();
    exchange.broadcast(&mut name)?;

    let records = || Records { order: elements.in_order(), arrays: &arrays, next: 0 };
    let opened = temporary(path, &name).and_then(|path| open(&path));
    // A rank that does not see the folder hands its records to rank 0.
    let is_apart = opened.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound);
    let own = if is_apart {
        Ok(Sum::default())
    } else {
        opened
            .and_then(|file| write_records(&file, layout, records()))
            .map_err(|source| Error::writing(path, source))
    };
    let own = agree(exchange, own)?;
    let (mut sum, apart) = own.of_ranks(exchange, i64::from(is_apart))?;
    if apart > 0 {
        let handed = if is_apart { records().all() } else { Vec::new() };
        let of_ranks = exchange.gather(&handed)?;
        let written = replacement.as_ref().zip(of_ranks).map(|(replacement, of_ranks)| {
            let record = 8 + layout.record as usize;
            let all = of_ranks.iter().flat_map(|bytes| bytes.chunks_exact(record));
            write_records(replacement.file(), layout, all.map(<[u8]>::to_vec))
        });
        let written = written.transpose().map_err(|source| Error::writing(path, source));
        sum = sum.plus(agree(exchange, written)?.unwrap_or_default());
    }
    let finished = replacement.map(|replacement| {
        let sum = sum.plus(Sum::of_header(&header));
        let mut file = replacement.file();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        file.seek(SeekFrom::Start(layout.checksum()))?;
        file.write_all(&sum.to_bytes())?;
        replacement.finish()
    });
    let finished = finished.transpose().map_err(|source| Error::writing(path, source));
    agree(exchange, finished).map(drop)
}

/// Makes a temporary file of the length that the file will have.
fn begin(path: &Path, layout: Layout) -> Result<Replacement, Error> {
    let replacement = Replacement::begin(path)?;
    let sized = replacement.file().set_len(layout.length());
    sized.map_err(|source| Error::writing(path, source))?;
    Ok(replacement)
}

/// The path of the temporary file, which has its name from rank 0.
fn temporary(path: &Path, name: &[u8]) -> io::Result<PathBuf> {
    let name = std::str::from_utf8(name).map_err(io::Error::other)?;
    Ok(file::target(path)?.with_file_name(name))
}

/// Writes records to their places, and brings them to the disk. Each follows the eight bytes of its place.
fn write_records(
    file: &File,
    layout: Layout,
    records: impl Iterator<Item = Vec<u8>>,
) -> io::Result<Sum> {
    let (mut sum, mut at) = (Sum::default(), None);
    let mut to = BufWriter::with_capacity(BUFFER, file);
    for placed in records {
        sum.add(&placed);
        let (place, record) = placed.split_at(8);
        let place = u64::from_le_bytes(place.try_into().map_err(io::Error::other)?);
        let position = layout.of(place as usize);
        if at != Some(position) {
            to.seek(SeekFrom::Start(position))?;
        }
        to.write_all(record)?;
        at = Some(position + layout.record);
    }
    to.flush()?;
    drop(to);
    file.sync_all()?;
    Ok(sum)
}

/// The records of a rank in the order of their places. Each follows the eight bytes of its place.
struct Records<'a, T: Real> {
    order: Vec<(usize, usize)>,
    arrays: &'a [Array<T, 3>],
    next: usize,
}

impl<T: Real> Records<'_, T> {
    fn all(self) -> Vec<u8> {
        self.flatten().collect()
    }
}

impl<T: Real> Iterator for Records<'_, T> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let (place, element) = *self.order.get(self.next)?;
        self.next += 1;
        let mut bytes = (place as u64).to_le_bytes().to_vec();
        for array in self.arrays {
            let [fields, elements, n] = array.shape();
            for field in 0..fields {
                let values = &array.as_slice()[(field * elements + element) * n..][..n];
                // Numbers are written in double precision, which holds single precision exactly.
                bytes.extend(values.iter().flat_map(|x| x.to_f64().to_le_bytes()));
            }
        }
        Some(bytes)
    }
}
