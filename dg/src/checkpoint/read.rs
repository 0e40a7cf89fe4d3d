//! Reads a file. Each rank reads the records of its elements.

use super::header::{self, Checked};
use super::records::{Elements, Layout, Sum};
use super::{BUFFER, Header, version_4};
use crate::Error;
use crate::agreement::agree;
use ndarray::Array3;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// What a rank has read.
pub(super) struct Own<const N: usize> {
    pub time: f64,
    pub arrays: [Array3<f64>; N],
    /// The sum of its records.
    pub sum: Sum,
    /// The sum of all records, as the file has it.
    pub stored: Sum,
}

/// Reads the time and `N` arrays `[fields, elements, n]`, with the elements of the rank. The file has to have the solver and
/// the settings of `header`.
///
/// # Errors
/// [`Error::File`] when the file cannot be read, [`Error::Checkpoint`] when it is no checkpoint or damaged, and
/// [`Error::CheckpointOfOtherOptions`] when settings differ; where only other ranks failed, [`Error::Array`].
pub(crate) fn read<const N: usize>(
    path: &Path,
    header: &Header,
    elements: &Elements,
    [fields, n]: [usize; 2],
) -> Result<(f64, [Array3<f64>; N]), Error> {
    let opened = File::open(path).map_err(|source| Error::reading(path, source));
    let opened = opened.map(|file| BufReader::with_capacity(BUFFER, file));
    read_from(path, opened, header, elements, [fields, n])
}

/// The same from an open file.
pub(super) fn read_from<const N: usize>(
    path: &Path,
    opened: Result<impl Read + Seek, Error>,
    header: &Header,
    elements: &Elements,
    shape: [usize; 2],
) -> Result<(f64, [Array3<f64>; N]), Error> {
    let own = opened.and_then(|from| decode(path, from, header, elements, shape));
    let own: Own<N> = agree(elements.exchange, own)?;
    let finite = own.arrays.iter().flatten().all(|x| x.is_finite());
    let (sum, endless) = own.sum.of_ranks(elements.exchange, i64::from(!finite))?;
    let wrong =
        |problem: &str| Err(Error::Checkpoint { path: path.into(), problem: problem.into() });
    // Ranks of many machines might see other contents of the file.
    let verified = match (sum == own.stored, endless) {
        (false, _) => {
            wrong("it is damaged: its state does not have the checksum that was written with it")
        }
        (true, 0) => Ok(()),
        (true, _) => wrong("its state is not finite"),
    };
    agree(elements.exchange, verified)?;
    Ok((own.time, own.arrays))
}

/// Reads the header, the records of the rank, and the checksum of all.
fn decode<const N: usize>(
    path: &Path,
    from: impl Read + Seek,
    header: &Header,
    elements: &Elements,
    [fields, n]: [usize; 2],
) -> Result<Own<N>, Error> {
    let mut file = Checked::new(path, from);
    let (version, time) = header::decode(&mut file, header)?;
    if version == 4 {
        return version_4::decode(file, time, elements, [fields, n]);
    }
    let layout = Layout {
        first: file.count,
        record: 8 * (N * fields * n) as u64,
        count: elements.total as u64,
    };
    let failed = |source| Error::reading(path, source);
    let length = file.from.seek(SeekFrom::End(0)).map_err(failed)?;
    if length != layout.length() {
        let is_short = length < layout.length();
        let problem = if is_short { "it ends too early" } else { "it is longer than its state" };
        return Err(file.wrong(problem));
    }
    let mut stored = [0; 16];
    file.from.seek(SeekFrom::Start(layout.first - 16)).map_err(failed)?;
    file.from.read_exact(&mut stored).map_err(failed)?;
    // The header counts once.
    let mut sum = match elements.exchange.rank() {
        0 => Sum::of_header(&stored),
        _ => Sum::default(),
    };
    file.from.seek(SeekFrom::Start(layout.checksum())).map_err(failed)?;
    file.from.read_exact(&mut stored).map_err(failed)?;
    let stored = u128::from_le_bytes(stored);
    let stored = Sum([stored as u64, (stored >> 64) as u64]);

    let mut arrays = [(); N].map(|()| Array3::zeros((fields, elements.places.len(), n)));
    let mut placed = vec![0; 8 + layout.record as usize];
    let mut at = file.from.seek(SeekFrom::Start(layout.first)).map_err(failed)?;
    for (place, element) in elements.in_order() {
        let position = layout.of(place);
        if at != position {
            file.from.seek(SeekFrom::Start(position)).map_err(failed)?;
        }
        placed[..8].copy_from_slice(&(place as u64).to_le_bytes());
        file.from.read_exact(&mut placed[8..]).map_err(failed)?;
        at = position + layout.record;
        sum.add(&placed);
        let mut numbers = placed[8..].as_chunks().0.iter().map(|x| f64::from_le_bytes(*x));
        for array in &mut arrays {
            for field in 0..fields {
                let of_element = (0..n).zip(&mut numbers);
                of_element.for_each(|(i, x)| array[[field, element, i]] = x);
            }
        }
    }
    Ok(Own { time, arrays, sum, stored })
}
