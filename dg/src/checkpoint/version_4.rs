//! Files of version 4: after the header, each array `[fields, elements, N]` in the order of the mesh, with states on the
//! boundary behind the elements. A checksum of everything before it follows each array. Each rank reads the whole file.

use super::header::Checked;
use super::read::Own;
use super::records::{Elements, Sum};
use crate::Error;
use ndarray::Array3;
use std::io::{Read, Seek, SeekFrom};

/// The count of numbers that are read at once.
const CHUNK: usize = 1 << 13;

/// Reads the arrays behind the header, and keeps the elements of the rank.
pub(super) fn decode<R: Read + Seek, const N: usize>(
    mut file: Checked<R>,
    time: f64,
    elements: &Elements,
    [fields, n]: [usize; 2],
) -> Result<Own<N>, Error> {
    let path = file.path;
    let failed = |source| Error::reading(path, source);
    let begin = file.count;
    let end = file.from.seek(SeekFrom::End(0)).map_err(failed)?;
    file.from.seek(SeekFrom::Start(begin)).map_err(failed)?;
    // The length tells how many elements there are, because the number of states on the boundary is not written.
    let array = (end - begin) / N as u64;
    let rows = (array.saturating_sub(16) / (8 * fields * n) as u64) as usize;
    if rows < elements.total {
        return Err(file.wrong("it ends too early"));
    }
    let mut numbers = vec![None; rows];
    for e in 0..elements.places.len() {
        numbers[elements.numbers.map_or(e, |numbers| numbers[e])] = Some(e);
    }
    let mut arrays = [(); N].map(|()| Array3::zeros((fields, elements.places.len(), n)));
    for (number, array) in arrays.iter_mut().enumerate() {
        let count = fields * rows * n;
        let mut chunk = vec![0; 8 * CHUNK.min(count)];
        let mut done = 0;
        while done < count {
            let bytes = &mut chunk[..8 * CHUNK.min(count - done)];
            file.take(bytes)?;
            for (at, x) in bytes.as_chunks().0.iter().enumerate() {
                let (field, row, i) = ((done + at) / (rows * n), (done + at) / n % rows, at + done);
                if let Some(e) = numbers[row] {
                    array[[field, e, i % n]] = f64::from_le_bytes(*x);
                }
            }
            done += bytes.len() / 8;
        }
        file.verify(&format!("array {} of the state", number + 1))?;
    }
    if file.from.read(&mut [0]).map_err(failed)? > 0 {
        return Err(file.wrong("it is longer than its state"));
    }
    // The checksums of this version are checked already.
    Ok(Own { time, arrays, sum: Sum::default(), stored: Sum::default() })
}
