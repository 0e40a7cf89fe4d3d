//! Sections of MSH 4.1. The binary layout is that of the text, number by number.

use super::records::{Draft, ElementHeader};
use super::{Input, Records, Tables};
use crate::mesh::MeshError;

/// Entities, of which only the physical tags of surfaces are of use.
pub(super) fn entities(input: &mut Input, tables: &mut Tables) -> Result<(), MeshError> {
    let counts = [input.size()?, input.size()?, input.size()?, input.size()?];
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let tag = input.int()?;
            geometry(input, tables, dimension, tag)?;
        }
    }
    Ok(())
}

/// What all entities have: a box, physical tags and bounding entities.
fn geometry(
    input: &mut Input,
    tables: &mut Tables,
    dimension: usize,
    tag: i64,
) -> Result<(), MeshError> {
    // A point has coordinates. Everything else has a bounding box and bounding entities.
    input.skip_doubles(if dimension == 0 { 3 } else { 6 })?;
    for i in 0..input.size()? {
        // A negative tag says that the orientation is reversed.
        let physical = input.int()?.abs();
        if dimension == 2 && i == 0 {
            tables.surface_physical.insert(tag, physical);
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
pub(super) fn partitioned_entities(
    input: &mut Input,
    tables: &mut Tables,
) -> Result<(), MeshError> {
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
                    tables.volume_partitions.insert(tag, partition);
                }
            }
            if dimension == 2 && parent_dimension == 2 {
                tables.surface_parents.insert(tag, parent);
            }
            geometry(input, tables, dimension, tag)?;
        }
    }
    Ok(())
}

pub(super) fn nodes<R: Records>(input: &mut Input, draft: &mut Draft<R>) -> Result<(), R::Failure> {
    let [blocks, _, _, _] = [input.size()?, input.size()?, input.size()?, input.size()?];
    for _ in 0..blocks {
        let dimension = input.int()?;
        input.int()?;
        let parametric = input.int()? != 0;
        // All tags of a block come before its coordinates. Most follow each other: the first of a run, and how many.
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for _ in 0..input.size()? {
            let tag = input.size()?;
            match runs.last_mut() {
                Some((first, count)) if first.checked_add(*count) == Some(tag) => *count += 1,
                _ => runs.push((tag, 1)),
            }
        }
        for tag in runs.into_iter().flat_map(|(first, count)| (0..count).map(move |k| first + k)) {
            draft.records.node(tag, input.point()?)?;
            if parametric {
                input.skip_doubles(dimension.clamp(0, 3) as u64)?;
            }
        }
    }
    Ok(())
}

pub(super) fn elements<R: Records>(
    input: &mut Input,
    draft: &mut Draft<R>,
) -> Result<(), R::Failure> {
    let [blocks, _, _, _] = [input.size()?, input.size()?, input.size()?, input.size()?];
    for _ in 0..blocks {
        input.int()?;
        let entity = input.int()?;
        let code = input.int()?;
        for _ in 0..input.size()? {
            let position = input.next_position()?;
            let tag = input.size()?;
            let header =
                ElementHeader { code, tag, physical: None, entity, partition: None, position };
            draft.element(input, header, |input| input.size())?;
        }
    }
    Ok(())
}

pub(super) fn periodic<R: Records>(
    input: &mut Input,
    draft: &mut Draft<R>,
) -> Result<(), R::Failure> {
    for _ in 0..input.size()? {
        draft.link(input)?;
        let affine = input.size()?;
        input.skip_doubles(affine)?;
        draft.pairs(input, |input| input.size())?;
    }
    Ok(())
}
