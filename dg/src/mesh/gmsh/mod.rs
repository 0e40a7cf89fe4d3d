//! Reader of Gmsh files, MSH 2.2 and 4.1, text and binary (Gmsh reference manual, chapter 10).

mod draft;
mod edges;
mod input;
mod v2;
mod v4;

use super::{Mesh, MeshError};
use draft::Draft;
use input::Input;
use std::path::Path;

/// Checks, by the first bytes, that a file may be one of Gmsh.
pub(super) fn check_start(path: &Path, bytes: &[u8]) -> Result<(), MeshError> {
    match Input::new(path, bytes).word() {
        Some((_, "$MeshFormat")) => Ok(()),
        _ => Err(MeshError::NotGmsh { path: path.into() }),
    }
}

/// Parses the contents of the file `path`.
pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Mesh, MeshError> {
    check_start(path, bytes)?;
    let mut input = Input::new(path, bytes);
    input.word();
    let version = format(&mut input)?;

    let mut draft = Draft::default();
    while let Some((at, word)) = input.word() {
        let Some(section) = word.strip_prefix('$') else {
            return Err(input.malformed(at, "the start of a section", word));
        };
        input.section = section.to_owned();
        // Exactly one line end separates a section's name from binary data.
        input.rest_of_line();
        match (section, version) {
            ("PhysicalNames", _) => physical_names(&mut input, &mut draft)?,
            ("Entities", Version::V4) => v4::entities(&mut input, &mut draft)?,
            ("PartitionedEntities", Version::V4) => {
                v4::partitioned_entities(&mut input, &mut draft)?;
            }
            ("Nodes", Version::V2) => v2::nodes(&mut input, &mut draft)?,
            ("Nodes", Version::V4) => v4::nodes(&mut input, &mut draft)?,
            ("Elements", Version::V2) => v2::elements(&mut input, &mut draft)?,
            ("Elements", Version::V4) => v4::elements(&mut input, &mut draft)?,
            ("Periodic", Version::V2) => v2::periodic(&mut input, &mut draft)?,
            ("Periodic", Version::V4) => v4::periodic(&mut input, &mut draft)?,
            _ => {
                input.skip_section()?;
                continue;
            }
        }
        input.end_section()?;
    }
    draft.finish(path, &input)
}

#[derive(Clone, Copy)]
enum Version {
    V2,
    V4,
}

/// `4.1 0 8`: the version, whether data are text or binary, and the bytes per number.
fn format(input: &mut Input) -> Result<Version, MeshError> {
    let (at, word) = input.word().ok_or_else(|| input.truncated())?;
    let version = match word {
        "2.2" | "2.1" | "2" => Version::V2,
        "4.1" => Version::V4,
        other => {
            return Err(MeshError::Version { at: input.place(at), version: other.to_owned() });
        }
    };
    let binary: u8 = input.parsed("0 (text) or 1 (binary)")?;
    let bytes: u8 = input.parsed("the size of a number")?;
    input.rest_of_line();
    if binary != 0 {
        let layout = |problem| MeshError::BinaryLayout { at: input.place(at), problem };
        if bytes != 8 {
            return Err(layout("numbers are not 8 bytes"));
        }
        input.binary = true;
        let one = input.int()?;
        if one != 1 {
            let at = input.place(at);
            return Err(MeshError::BinaryLayout { at, problem: "big-endian numbers" });
        }
    }
    input.end_section()?;
    Ok(version)
}

/// Lines `dimension tag "name"`, which are text also in binary files.
fn physical_names(input: &mut Input, draft: &mut Draft) -> Result<(), MeshError> {
    let count: u64 = input.parsed("the number of names")?;
    for _ in 0..count {
        let dimension: i64 = input.parsed("a dimension")?;
        let tag: i64 = input.parsed("a physical tag")?;
        let at = input.position;
        let text = input.rest_of_line();
        let name = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        let name = name.ok_or_else(|| input.malformed(at, "a name in double quotes", &text))?;
        if dimension == 2 {
            draft.surface_names.insert(tag, name.to_owned());
        }
    }
    Ok(())
}
