//! Files from which a computation goes on as if it had never stopped.

use super::{EulerSolver, Real};
use crate::output::write_atomically;
use crate::wave::convert;
use crate::{Discretisation, Error};
use array_fn::Array;
use ndarray::ArrayView3;
use std::path::Path;

/// First bytes of a file; the number is that of the format.
const MAGIC: &[u8] = b"array-fn-dg euler 1\n";

/// A number that differs from mesh to mesh and order to order: FNV-1a of the coordinates of the nodes.
fn fingerprint(discretisation: &Discretisation) -> u64 {
    let bytes = discretisation.nodes.iter().flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl<T: Real> EulerSolver<'_, T> {
    /// What has to be the same where a file is read again: the mesh with its order, the number of
    /// prescribed states, the size of a number, and the ratio of specific heats.
    fn identity(&self) -> [u64; 4] {
        let states = self.states.len() as u64;
        let size = size_of::<T>() as u64;
        [fingerprint(self.discretisation), states, size, self.gamma.to_bits()]
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let mut contents = MAGIC.to_vec();
        for number in self.identity() {
            contents.extend(number.to_le_bytes());
        }
        contents.extend(self.time.to_le_bytes());
        // In double precision, which holds single precision exactly. The memory of the time step, too:
        // what the first stage takes of it may decide a last bit.
        for array in [&self.q, &self.increment] {
            contents.extend(array.view().iter().flat_map(|x| x.to_f64().to_le_bytes()));
        }
        write_atomically(path, &contents)
    }

    /// Goes on from a file: all that follows is the same, bit for bit, as if the computation had not
    /// stopped. What this solver held is lost.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be read, [`Error::Checkpoint`] when it is none, or one of another
    /// mesh, order, precision or gas; the solver is then as it was.
    pub fn restore(&mut self, path: &Path) -> Result<(), Error> {
        let contents = std::fs::read(path).map_err(|source| Error::reading(path, source))?;
        let wrong = |problem: &'static str| Error::Checkpoint { path: path.into(), problem };
        let numbers = contents.strip_prefix(MAGIC).ok_or_else(|| wrong("it is no checkpoint"))?;
        let (words, rest) = numbers.as_chunks::<8>();
        let identity = self.identity();
        let values = 2 * self.q.len();
        if words.len() < identity.len() + 1 {
            return Err(wrong("it ends too early"));
        }
        let problems = [
            "it is of another mesh or order",
            "it is of other boundary conditions",
            "it is of another precision",
            "it is of a gas with another ratio of specific heats",
        ];
        for ((word, own), problem) in words.iter().zip(identity).zip(problems) {
            if u64::from_le_bytes(*word) != own {
                return Err(wrong(problem));
            }
        }
        if words.len() != identity.len() + 1 + values || !rest.is_empty() {
            return Err(wrong("its length is not that of its state"));
        }
        let number = |word: &[u8; 8]| f64::from_le_bytes(*word);
        let time = number(&words[identity.len()]);
        let numbers: Vec<f64> = words[identity.len() + 1..].iter().map(number).collect();
        let shape = self.q.shape();
        let array = |values: &[f64]| -> Result<Array<T, 3>, Error> {
            let view = ArrayView3::from_shape(shape, values);
            convert(view.map_err(|_| wrong("its length is not that of its state"))?, shape)
        };
        let (q, increment) = numbers.split_at(values / 2);
        (self.q, self.increment) = (array(q)?, array(increment)?);
        self.time = time;
        Ok(())
    }
}
