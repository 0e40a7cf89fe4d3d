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
            let header = ElementHeader { code, tag, physical: None, entity, position };
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
