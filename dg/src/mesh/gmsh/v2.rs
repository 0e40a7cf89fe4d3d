//! Sections of MSH 2.2.

use super::records::{Draft, ElementHeader};
use super::{Input, Records};
use crate::mesh::MeshError;

pub(super) fn nodes<R: Records>(input: &mut Input, draft: &mut Draft<R>) -> Result<(), R::Failure> {
    let count = count(input)?;
    for _ in 0..count {
        let tag = number(input)?;
        draft.records.node(tag, input.point()?)?;
    }
    Ok(())
}

/// Elements. In text, each line is `number type tags... nodes...`. In binary files there are blocks of one type with a
/// header.
pub(super) fn elements<R: Records>(
    input: &mut Input,
    draft: &mut Draft<R>,
) -> Result<(), R::Failure> {
    let count = count(input)?;
    let mut read = 0;
    while read < count {
        let position = input.next_position()?;
        let (code, in_block, tag_count, mut tag) = if input.binary {
            let (code, in_block, tags) = (input.int()?, number(input)?, number(input)?);
            (code, in_block, tags, None)
        } else {
            let tag = number(input)?;
            (input.int()?, 1, number(input)?, Some(tag))
        };
        for _ in 0..in_block {
            let tag = match tag.take() {
                Some(tag) => tag,
                None => number(input)?,
            };
            // The first two tags are the physical group and the entity. The number of partitions follows, then the element's
            // own, and those of which it is a ghost.
            let (mut physical, mut entity, mut partition) = (0, 0, None);
            for i in 0..tag_count {
                let value = input.int()?;
                match i {
                    0 => physical = value,
                    1 => entity = value,
                    3 => partition = Some(value),
                    _ => {}
                }
            }
            let physical = (physical != 0).then_some(physical);
            let header = ElementHeader { code, tag, physical, entity, partition, position };
            draft.element(input, header, number)?;
        }
        read += in_block.max(1);
    }
    Ok(())
}

/// Periodic links, which are text also in binary files.
pub(super) fn periodic<R: Records>(
    input: &mut Input,
    draft: &mut Draft<R>,
) -> Result<(), R::Failure> {
    let binary = std::mem::replace(&mut input.binary, false);
    let links = number(input)?;
    for _ in 0..links {
        draft.link(input)?;
        // There may be a line `Affine` with the entries of the transformation.
        if input.skip_word("Affine")? {
            input.rest_of_line()?;
        }
        draft.pairs(input, number)?;
    }
    input.binary = binary;
    Ok(())
}

/// The count at the head of a section, which is text with a line end also in binary files.
fn count(input: &mut Input) -> Result<u64, MeshError> {
    let count = input.parsed("a whole number from 0 (digits only)")?;
    if input.binary {
        input.rest_of_line()?;
    }
    Ok(count)
}

/// A 4-byte number without sign.
fn number(input: &mut Input) -> Result<u64, MeshError> {
    let at = input.next_position()?;
    let value = input.int()?;
    u64::try_from(value)
        .map_err(|_| input.malformed(at, "a whole number from 0 (digits only)", &value.to_string()))
}
