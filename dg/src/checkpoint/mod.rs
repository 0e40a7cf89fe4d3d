//! Files from which a computation goes on as if it had never stopped.
//!
//! A checkpoint has two lines of text, a header, and the arrays of the state. Tabulators separate the fields of the
//! header:
//!
//! ```text
//! array-fn-dg checkpoint 4
//! header 000001c2
//! solver    euler
//! time    0.25
//! option    flux    hllc
//! hash    mesh    5f0e...
//! ```
//!
//! The second line has the length of the header in bytes. The header and each array are followed by a checksum of 16
//! bytes (XXH3, 128 bits). It covers everything before it in the file. A file that was cut, or in which anything was
//! changed or exchanged, is refused. Numbers are in double precision and little-endian order.

mod settings;

pub use settings::{Difference, Settings};

use crate::real::convert;
use crate::{Discretisation, Error, Real, file};
use array_fn::Array;
use ndarray::ArrayView3;
use std::io::{self, Read, Write};
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The number of the format. It increases whenever older files cannot be read any more.
const VERSION: u32 = 4;

/// The first bytes of a checkpoint of any version.
const START: &str = "array-fn-dg ";

/// The longest header that is read, which is more than any header needs.
const LONGEST_HEADER: usize = 1 << 20;

/// The count of numbers that are read or written at once.
const CHUNK: usize = 1 << 13;

/// Solver, time and settings of a computation.
pub(crate) struct Header<'a> {
    /// Name of the solver.
    pub kind: &'a str,
    pub time: f64,
    /// The settings that decide the result. They have to be the same when a run goes on.
    pub settings: Settings,
}

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

/// Writes a checkpoint, as a whole or not at all.
pub(crate) fn write<T: Real>(
    path: &Path,
    header: &Header,
    arrays: &[&Array<T, 3>],
) -> Result<(), Error> {
    let arrays: Result<Vec<_>, _> = arrays.iter().map(|array| array.to_host()).collect();
    let arrays = arrays?;
    file::replace(path, |file| encode(file, header, &arrays))
}

fn encode<T: Real>(
    file: &mut dyn Write,
    header: &Header,
    arrays: &[Array<T, 3>],
) -> io::Result<()> {
    let mut hash = Xxh3::new();
    let mut put = |bytes: &[u8]| {
        hash.update(bytes);
        file.write_all(bytes)?;
        Ok::<u128, io::Error>(hash.digest128())
    };
    let text = format!("solver\t{}\ntime\t{:?}\n{}", header.kind, header.time, header.settings);
    let sum =
        put(format!("{START}checkpoint {VERSION}\nheader {:08x}\n{text}", text.len()).as_bytes())?;
    put(&sum.to_le_bytes())?;
    for array in arrays {
        // Numbers are written in double precision, which holds single precision exactly.
        let mut numbers = array.view().into_iter().map(|x| x.to_f64());
        loop {
            let chunk: Vec<u8> = numbers.by_ref().take(CHUNK).flat_map(f64::to_le_bytes).collect();
            let sum = put(&chunk)?;
            if chunk.len() < 8 * CHUNK {
                put(&sum.to_le_bytes())?;
                break;
            }
        }
    }
    Ok(())
}

/// Reads the time and `N` arrays of the shape `shape` from a file that [`write`] wrote. The file has to have the solver
/// and the settings of `header`.
pub(crate) fn read<T: Real, const N: usize>(
    path: &Path,
    header: &Header,
    shape: [usize; 3],
) -> Result<(f64, [Array<T, 3>; N]), Error> {
    let file = std::fs::File::open(path).map_err(|source| Error::reading(path, source))?;
    decode(path, io::BufReader::with_capacity(1 << 16, file), header, shape)
}

fn decode<T: Real, const N: usize>(
    path: &Path,
    from: impl Read,
    header: &Header,
    shape: [usize; 3],
) -> Result<(f64, [Array<T, 3>; N]), Error> {
    let mut file = Checked { path, from, hash: Xxh3::new() };
    let time = decode_header(&mut file, header)?;
    let mut arrays = Vec::with_capacity(N);
    for number in 1..=N {
        let mut values = Vec::new();
        let count = shape.iter().product::<usize>();
        let mut chunk = vec![0; 8 * CHUNK.min(count)];
        while values.len() < count {
            let bytes = &mut chunk[..8 * CHUNK.min(count - values.len())];
            file.take(bytes)?;
            values.extend(bytes.as_chunks().0.iter().map(|number| f64::from_le_bytes(*number)));
        }
        file.verify(&format!("array {number} of the state"))?;
        if !values.iter().all(|x| x.is_finite()) {
            return Err(file.wrong("its state is not finite"));
        }
        let view = ArrayView3::from_shape(shape, &values);
        let view = view.map_err(|_| file.wrong("its length is not that of its state"))?;
        arrays.push(convert(view, shape)?);
    }
    if file.from.read(&mut [0]).map_err(|source| Error::reading(path, source))? > 0 {
        return Err(file.wrong("it is longer than its state"));
    }
    let arrays =
        arrays.try_into().map_err(|_| file.wrong("its length is not that of its state"))?;
    Ok((time, arrays))
}

/// Reads a file from its beginning, and computes the checksum of all bytes that it has read.
struct Checked<'a, R> {
    path: &'a Path,
    from: R,
    hash: Xxh3,
}

impl<R: Read> Checked<'_, R> {
    fn wrong(&self, problem: impl Into<String>) -> Error {
        Error::Checkpoint { path: self.path.into(), problem: problem.into() }
    }

    fn damaged(&self, what: &str) -> Error {
        self.wrong(format!(
            "it is damaged: {what} does not have the checksum that was written with it"
        ))
    }

    fn take(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.wrong("it ends too early"),
            _ => Error::reading(self.path, error),
        })?;
        self.hash.update(bytes);
        Ok(())
    }

    /// Reads a checksum, and checks that it is that of all bytes before.
    fn verify(&mut self, what: &str) -> Result<(), Error> {
        let own = self.hash.digest128();
        let mut stored = [0; 16];
        self.take(&mut stored)?;
        if u128::from_le_bytes(stored) == own { Ok(()) } else { Err(self.damaged(what)) }
    }
}

/// Reads the header. Returns its time if everything else is as in `expected`.
fn decode_header<R: Read>(file: &mut Checked<R>, expected: &Header) -> Result<f64, Error> {
    let first = format!("{START}checkpoint {VERSION}\n");
    let mut line = vec![0; first.len()];
    let read = file.take(&mut line);
    if line != first.as_bytes() {
        return Err(match (line.starts_with(START.as_bytes()), read) {
            (true, _) => file.wrong(format!(
                "it has another format than version {VERSION}, which this program reads"
            )),
            // The file cannot be read, or is of another kind.
            (false, Err(error @ Error::File { .. })) => error,
            (false, _) => file.wrong("it is no checkpoint"),
        });
    }
    read?;
    let mut line = [0; 16];
    file.take(&mut line)?;
    let length = std::str::from_utf8(&line).ok().and_then(|line| {
        let length = usize::from_str_radix(line.strip_prefix("header ")?.strip_suffix('\n')?, 16);
        length.ok().filter(|&length| length <= LONGEST_HEADER)
    });
    let mut text = vec![0; length.ok_or_else(|| file.damaged("its header"))?];
    file.take(&mut text)?;
    file.verify("its header")?;
    let text = String::from_utf8(text).map_err(|_| file.wrong("its header is no text"))?;

    let (mut kind, mut time, mut settings) = (None, None, Settings::new());
    for line in text.lines() {
        match line.split_once('\t') {
            Some(("solver", name)) => kind = Some(name),
            Some(("time", number)) => time = number.parse().ok(),
            _ if settings.parse(line) => {}
            _ => return Err(file.wrong("its header has a line that has no meaning")),
        }
    }
    let kind = kind.ok_or_else(|| file.wrong("its header does not name a solver"))?;
    if kind != expected.kind {
        let own = expected.kind;
        return Err(file.wrong(format!("it is of the solver `{kind}`, and this one is `{own}`")));
    }
    let differences = settings.differences(&expected.settings);
    if !differences.is_empty() {
        return Err(Error::CheckpointOfOtherOptions { path: file.path.into(), differences });
    }
    match time {
        Some(time) if f64::is_finite(time) && time >= 0.0 => Ok(time),
        Some(time) => Err(file.wrong(format!("its time is {time}"))),
        None => Err(file.wrong("its header has no time")),
    }
}

#[cfg(test)]
mod tests;
