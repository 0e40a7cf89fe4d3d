//! Reader of Gmsh files, MSH 2.2 and 4.1, text and binary (Gmsh reference manual, chapter 10).

mod edges;
mod input;
mod records;
mod v2;
mod v4;
mod whole;

use super::{Mesh, MeshError};
use input::Input;
use records::Draft;
use std::io::Read;
use std::path::Path;
use whole::Whole;

pub(super) use input::Origin;
pub(super) use records::{Records, Tables, Tet, Triangle};
pub(super) use whole::check_orientation;

/// Reads a file as a whole.
pub(super) fn read(path: &Path, file: &mut dyn Read) -> Result<Mesh, MeshError> {
    let mut whole = Whole::default();
    let (tables, origin) = parse(path, file, &mut whole)?;
    whole.finish(&tables, origin)
}

/// Opens a file.
///
/// # Errors
/// [`MeshError::Open`].
pub(super) fn open(path: &Path) -> Result<std::fs::File, MeshError> {
    std::fs::File::open(path).map_err(|source| MeshError::Open { path: path.into(), source })
}

/// Hands what is in the file `path` to `records`, in the order of the file. Returns what there is once.
pub(super) fn parse<'a, R: Records>(
    path: &'a Path,
    file: &'a mut dyn Read,
    records: &mut R,
) -> Result<(Tables, Origin<'a>), R::Failure> {
    let mut input = Input::new(path, file);
    if input.word()?.is_none() || input.text() != "$MeshFormat" {
        return Err(MeshError::NotGmsh { path: path.into() }.into());
    }
    let version = format(&mut input)?;

    let mut draft = Draft { tables: Tables::default(), records };
    while let Some(at) = input.word()? {
        let Some(section) = input.text().strip_prefix('$') else {
            return Err(input.malformed(at, "the start of a section", input.text()).into());
        };
        input.section = section.to_owned();
        // Exactly one line end separates a section's name from binary data.
        input.rest_of_line()?;
        match (input.section.as_str(), version) {
            ("PhysicalNames", _) => physical_names(&mut input, &mut draft.tables)?,
            ("Entities", Version::V4) => v4::entities(&mut input, &mut draft.tables)?,
            ("PartitionedEntities", Version::V4) => {
                v4::partitioned_entities(&mut input, &mut draft.tables)?;
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
    Ok((draft.tables, input.origin()))
}

#[derive(Clone, Copy)]
enum Version {
    V2,
    V4,
}

/// `4.1 0 8`: the version, whether data are text or binary, and the bytes per number.
fn format(input: &mut Input) -> Result<Version, MeshError> {
    let at = input.word()?.ok_or_else(|| input.truncated())?;
    let version = match input.text() {
        "2.2" | "2.1" | "2" => Version::V2,
        "4.1" => Version::V4,
        other => {
            let version = other.to_owned();
            return Err(MeshError::Version { at: input.origin().place(at), version });
        }
    };
    let binary: u8 = input.parsed("0 (text) or 1 (binary)")?;
    let bytes: u8 = input.parsed("the size of a number")?;
    input.rest_of_line()?;
    if binary != 0 {
        input.set_binary();
        let at = input.origin().place(input.position());
        let layout = |problem| MeshError::BinaryLayout { at, problem };
        if bytes != 8 {
            return Err(layout("numbers are not 8 bytes"));
        }
        let one = input.int()?;
        if one != 1 {
            return Err(layout("big-endian numbers"));
        }
    }
    input.end_section()?;
    Ok(version)
}

/// Lines `dimension tag "name"`, which are text also in binary files.
fn physical_names(input: &mut Input, tables: &mut Tables) -> Result<(), MeshError> {
    let count: u64 = input.parsed("the number of names")?;
    for _ in 0..count {
        let dimension: i64 = input.parsed("a dimension")?;
        let tag: i64 = input.parsed("a physical tag")?;
        let at = input.position();
        let text = input.rest_of_line()?;
        let name = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        let name = name.ok_or_else(|| input.malformed(at, "a name in double quotes", &text))?;
        if dimension == 2 {
            tables.surface_names.insert(tag, name.to_owned());
        }
    }
    Ok(())
}
