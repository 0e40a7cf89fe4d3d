//! Files from which a computation goes on as if it had never stopped.

use crate::output::write_atomically;
use crate::wave::{Real, convert};
use crate::{Discretisation, Error};
use array_fn::Array;
use ndarray::ArrayView3;
use std::path::Path;

/// What has to be the same where a file is read again, and what is wrong if it is not.
pub(crate) type Identity<'a> = &'a [(u64, &'static str)];

/// FNV-1a: a number that differs where the bits of any of `numbers` do.
pub(crate) fn fingerprint(numbers: impl IntoIterator<Item = f64>) -> u64 {
    let bytes = numbers.into_iter().flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A number that differs from mesh to mesh and order to order.
pub(crate) fn of_mesh(discretisation: &Discretisation) -> (u64, &'static str) {
    (fingerprint(discretisation.nodes.iter().copied()), "it is of another mesh or order")
}

/// A number that differs between the precisions.
pub(crate) fn of_precision<T>() -> (u64, &'static str) {
    (size_of::<T>() as u64, "it is of another precision")
}

/// Writes `time` and `arrays` to a file, the whole or nothing of it. `kind` names the solver.
pub(crate) fn write<T: Real>(
    path: &Path,
    kind: &str,
    identity: Identity,
    time: f64,
    arrays: &[&Array<T, 3>],
) -> Result<(), Error> {
    let mut contents = first_line(kind);
    for (number, _) in identity {
        contents.extend(number.to_le_bytes());
    }
    contents.extend(time.to_le_bytes());
    // In double precision, which holds single precision exactly.
    for array in arrays {
        contents.extend(array.view().iter().flat_map(|x| x.to_f64().to_le_bytes()));
    }
    write_atomically(path, &contents)
}

/// The time and `N` arrays of the shape `shape` from a file that [`write`] wrote.
pub(crate) fn read<T: Real, const N: usize>(
    path: &Path,
    kind: &str,
    identity: Identity,
    shape: [usize; 3],
) -> Result<(f64, [Array<T, 3>; N]), Error> {
    let contents = std::fs::read(path).map_err(|source| Error::reading(path, source))?;
    let wrong = |problem: &'static str| Error::Checkpoint { path: path.into(), problem };
    let numbers = contents.strip_prefix(&*first_line(kind));
    let numbers = numbers.ok_or_else(|| wrong("it is no checkpoint of this solver"))?;
    let (words, rest) = numbers.as_chunks::<8>();
    if words.len() < identity.len() + 1 {
        return Err(wrong("it ends too early"));
    }
    for (word, (own, problem)) in words.iter().zip(identity) {
        if u64::from_le_bytes(*word) != *own {
            return Err(wrong(problem));
        }
    }
    let values = shape.iter().product::<usize>();
    if words.len() != identity.len() + 1 + N * values || !rest.is_empty() {
        return Err(wrong("its length is not that of its state"));
    }
    let number = |word: &[u8; 8]| f64::from_le_bytes(*word);
    let time = number(&words[identity.len()]);
    let numbers: Vec<f64> = words[identity.len() + 1..].iter().map(number).collect();
    let array = |i: usize| -> Result<Array<T, 3>, Error> {
        let view = ArrayView3::from_shape(shape, &numbers[i * values..(i + 1) * values]);
        convert(view.map_err(|_| wrong("its length is not that of its state"))?, shape)
    };
    let arrays = (0..N).map(array).collect::<Result<Vec<_>, _>>()?;
    let arrays = arrays.try_into().map_err(|_| wrong("its length is not that of its state"))?;
    Ok((time, arrays))
}

/// First bytes of a file; the number is that of the format.
fn first_line(kind: &str) -> Vec<u8> {
    format!("array-fn-dg {kind} 2\n").into_bytes()
}
