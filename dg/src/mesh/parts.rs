//! Which elements belong to which rank.

use super::Mesh;
use crate::Error;
use array_fn::ranks::Partition;

/// The elements of a mesh in parts, one for each rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The elements of the first part, then those of the second, and so on.
    order: Vec<usize>,
    partition: Partition,
    /// The order of all elements along the curve, if it is another one.
    curve: Option<Vec<usize>>,
}

impl Parts {
    /// Parts of equally many elements, ranges of a space-filling curve ([`Mesh::along_curve`]).
    pub fn along_curve(mesh: &Mesh, ranks: usize) -> Parts {
        let order = mesh.along_curve();
        let partition = Partition::even(order.len(), ranks);
        Parts { order, partition, curve: None }
    }

    /// The parts into which the file of the mesh cuts it, if these are as many as ranks; otherwise [`Parts::along_curve`].
    ///
    /// # Errors
    /// [`Error::Parts`] as for [`Parts::of_owners`].
    pub fn of_mesh(mesh: &Mesh, ranks: usize) -> Result<Parts, Error> {
        match &mesh.partition {
            Some(partition) if mesh.partitions() == ranks => {
                let owners: Vec<usize> = partition.iter().map(|part| *part as usize).collect();
                Parts::of_owners(mesh, &owners, ranks)
            }
            _ => Ok(Parts::along_curve(mesh, ranks)),
        }
    }

    /// Parts by the rank of each element, as other programs cut meshes. In a part, elements are along the curve.
    ///
    /// # Errors
    /// [`Error::Parts`] if there is not one rank for each element, or a rank is not below `ranks`.
    pub fn of_owners(mesh: &Mesh, owners: &[usize], ranks: usize) -> Result<Parts, Error> {
        let elements = mesh.tets.len();
        if owners.len() != elements {
            let problem = format!("{} ranks are given for {elements} elements", owners.len());
            return Err(Error::Parts { problem });
        }
        let mut counts = vec![0; ranks];
        for &owner in owners {
            let Some(count) = counts.get_mut(owner) else {
                let problem = format!("an element belongs to rank {owner}, and there are {ranks}");
                return Err(Error::Parts { problem });
            };
            *count += 1;
        }
        let curve = mesh.along_curve();
        let mut order = curve.clone();
        order.sort_by_key(|e| owners[*e]);
        Ok(Parts { order, partition: Partition::of(&counts), curve: Some(curve) })
    }

    /// The number of parts.
    pub fn ranks(&self) -> usize {
        self.partition.ranks()
    }

    /// The elements of a part. There are none in a part that does not exist.
    pub fn elements(&self, rank: usize) -> &[usize] {
        &self.order[self.partition.range(rank)]
    }

    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// All elements in the order of the curve, whatever the parts are.
    pub(crate) fn curve(&self) -> &[usize] {
        self.curve.as_ref().unwrap_or(&self.order)
    }

    pub(crate) fn partition(&self) -> &Partition {
        &self.partition
    }
}
