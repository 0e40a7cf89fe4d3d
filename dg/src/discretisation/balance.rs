//! How evenly a mesh is cut into the parts of ranks.

use super::Discretisation;
use crate::Error;
use array_fn::ranks::{Exchange, Solo};

/// Numbers of each rank's part of a mesh, in the order of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The elements.
    pub elements: Vec<usize>,
    /// Those of the elements that touch no other rank's.
    pub interior: Vec<usize>,
    /// The faces that are shared with other ranks.
    pub shared_faces: Vec<usize>,
    /// The other ranks with which faces are shared.
    pub neighbours: Vec<usize>,
}

/// The least, the mean and the most of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The least.
    pub min: usize,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub max: usize,
}

impl Spread {
    /// The spread of some numbers. There are zeros if there are no numbers.
    pub fn of(numbers: &[usize]) -> Spread {
        let min = numbers.iter().copied().min().unwrap_or(0);
        let max = numbers.iter().copied().max().unwrap_or(0);
        let sum = numbers.iter().sum::<usize>();
        Spread { min, mean: sum as f64 / numbers.len().max(1) as f64, max }
    }

    /// The most over the mean, which is 1 if all are the same.
    pub fn imbalance(&self) -> f64 {
        if self.max == 0 { 1.0 } else { self.max as f64 / self.mean }
    }
}

impl Balance {
    /// For each rank, the elements that touch another rank's.
    pub fn boundary(&self) -> Vec<usize> {
        let both = self.elements.iter().zip(&self.interior);
        both.map(|(elements, interior)| elements - interior).collect()
    }
}

impl Discretisation {
    /// How evenly the mesh is cut into parts. All ranks call this, and get the same. Without ranks there is one part.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    pub fn balance(&self) -> Result<Balance, Error> {
        let elements = self.element_count();
        let part = self.part();
        let faces = |part: &super::Part| part.shared_faces(self.reference.face_node_count());
        let own = [
            elements,
            part.map_or(elements, |part| part.interior),
            part.map_or(0, faces),
            part.map_or(0, super::Part::neighbours),
        ];
        let exchange: &dyn Exchange = part.map_or(&Solo, |part| &*part.exchange);
        let own: Vec<u8> = own.iter().flat_map(|x| (*x as u64).to_ne_bytes()).collect();
        let mut all = exchange.gather(&own)?.unwrap_or_default().concat();
        exchange.broadcast(&mut all)?;
        let numbers = all.as_chunks::<8>().0.as_chunks::<4>().0;
        let of = |k: usize| numbers.iter().map(|of| u64::from_ne_bytes(of[k]) as usize).collect();
        Ok(Balance { elements: of(0), interior: of(1), shared_faces: of(2), neighbours: of(3) })
    }
}
