//! Sections of MSH 4.1. The binary layout is that of the text, number by number.

use super::draft::{Draft, ElementHeader};
use super::input::Input;
use crate::mesh::MeshError;

/// Entities, of which only the physical tags of surfaces are of use.
pub(super) fn entities(input: &mut Input, draft: &mut Draft) -> Result<(), MeshError> {
    let counts = [input.size()?, input.size()?, input.size()?, input.size()?];
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let tag = input.int()?;
            geometry(input, draft, dimension, tag)?;
        }
    }
    Ok(())
}

/// What all entities have: a box, physical tags and bounding entities.
fn geometry(
    input: &mut Input,
    draft: &mut Draft,
    dimension: usize,
    tag: i64,
) -> Result<(), MeshError> {
    // A point has coordinates. Everything else has a bounding box and bounding entities.
    input.skip_doubles(if dimension == 0 { 3 } else { 6 })?;
    for i in 0..input.size()? {
        // A negative tag says that the orientation is reversed.
        let physical = input.int()?.abs();
        if dimension == 2 && i == 0 {
            draft.surface_physical.insert(tag, physical);
        }
    }
    if dimension > 0 {
        for _ in 0..input.size()? {
            input.int()?;
        }
    }
    Ok(())
}

/// The pieces into which `gmsh -part` cuts entities. Elements belong to pieces. Surfaces between partitions are pieces of
/// volumes. They have no physical tags, and tetrahedra on both sides.
pub(super) fn partitioned_entities(input: &mut Input, draft: &mut Draft) -> Result<(), MeshError> {
    input.size()?;
    for _ in 0..input.size()? {
        // A ghost entity and its partition: copies of elements, which have a section of their own.
        input.int()?;
        input.int()?;
    }
    let counts = [input.size()?, input.size()?, input.size()?, input.size()?];
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let (tag, parent_dimension, parent) = (input.int()?, input.int()?, input.int()?);
            for i in 0..input.size()? {
                let partition = input.int()?;
                if dimension == 3 && i == 0 {
                    draft.volume_partitions.insert(tag, partition);
                }
            }
            if dimension == 2 && parent_dimension == 2 {
                draft.surface_parents.insert(tag, parent);
            }
            geometry(input, draft, dimension, tag)?;
        }
    }
    Ok(())
}

pub(super) fn nodes(input: &mut Input, draft: &mut Draft) -> Result<(), MeshError> {
    let [blocks, total, _, _] = [input.size()?, input.size()?, input.size()?, input.size()?];
    draft.nodes.reserve(input.capacity(total));
    for _ in 0..blocks {
        let dimension = input.int()?;
        input.int()?;
        let parametric = input.int()? != 0;
        let count = input.size()?;
        let mut tags = Vec::with_capacity(input.capacity(count));
        for _ in 0..count {
            tags.push(input.size()?);
        }
        for tag in tags {
            draft.nodes.push((tag, [input.double()?, input.double()?, input.double()?]));
            if parametric {
                input.skip_doubles(dimension.clamp(0, 3) as u64)?;
            }
        }
    }
    Ok(())
}

pub(super) fn elements(input: &mut Input, draft: &mut Draft) -> Result<(), MeshError> {
    let [blocks, _, _, _] = [input.size()?, input.size()?, input.size()?, input.size()?];
    for _ in 0..blocks {
        input.int()?;
        let entity = input.int()?;
        let code = input.int()?;
        for _ in 0..input.size()? {
            let position = input.next_position();
            let tag = input.size()?;
            let header =
                ElementHeader { code, tag, physical: None, entity, partition: None, position };
            draft.element(input, header, |input| input.size())?;
        }
    }
    Ok(())
}

pub(super) fn periodic(input: &mut Input, draft: &mut Draft) -> Result<(), MeshError> {
    for _ in 0..input.size()? {
        draft.link(input)?;
        let affine = input.size()?;
        input.skip_doubles(affine)?;
        draft.pairs(input, |input| input.size())?;
    }
    Ok(())
}
