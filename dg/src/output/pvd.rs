//! `.pvd` files: a list of `.vtu` files by time, which ParaView opens as one animation.

use super::vtu::write_pvtu;
use super::{Field, write_vtu};
use crate::{Discretisation, Error, file};
use std::path::{Path, PathBuf};

/// A folder with one `.vtu` file per instant and the `.pvd` file that lists them. On ranks, each writes a `.vtu` file with
/// its elements, and a `.pvtu` file per instant lists these.
#[derive(Debug)]
pub struct Series {
    folder: PathBuf,
    name: String,
    entries: Vec<(f64, String)>,
}

impl Series {
    /// A series `folder/name.pvd`. The folder is made if it is not there. Existing files of the same name are replaced
    /// as the series grows.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be made or written to, [`Error::NotAFile`] when its list is no file.
    pub fn create(folder: &Path, name: &str) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(|source| Error::writing(folder, source))?;
        let list = folder.join(format!("{name}.pvd"));
        file::check(&list)?;
        file::remove_leftovers(&list, |file| Series::has(name, file));
        Ok(Series { folder: folder.into(), name: name.into(), entries: Vec::new() })
    }

    /// A series like that of [`Series::create`] for a computation that goes on: it keeps the instants before `time` of
    /// an earlier series of that name.
    ///
    /// # Errors
    /// Those of [`Series::create`].
    pub fn resume(folder: &Path, name: &str, time: f64) -> Result<Self, Error> {
        let mut series = Series::create(folder, name)?;
        // If there is no list, or another program wrote it, nothing is kept.
        let list = std::fs::read_to_string(series.path()).unwrap_or_default();
        for line in list.lines().filter(|line| line.starts_with("<DataSet ")) {
            let attribute =
                |name: &str| line.split_once(&format!("{name}=\""))?.1.split('"').next();
            let (Some(at), Some(file)) = (attribute("timestep"), attribute("file")) else {
                continue;
            };
            // The next files are numbered by the count of entries, so only files with such numbers are kept.
            let expected = series.file_name();
            let of_ranks = expected.replace(".vtu", ".pvtu");
            match at.parse::<f64>() {
                Ok(at) if at < time && [&expected, &of_ranks].contains(&&file.to_owned()) => {
                    series.entries.push((at, file.to_owned()));
                }
                _ => break,
            }
        }
        Ok(series)
    }

    /// Whether a series with the name `name` has a file with the name `file`.
    pub fn has(name: &str, file: &str) -> bool {
        let rest = file.strip_prefix(name);
        let number = rest.and_then(|rest| {
            let rest = rest.strip_prefix('_')?;
            let number = rest.strip_suffix(".vtu").or(rest.strip_suffix(".pvtu"))?;
            // The piece of a rank has its number behind that of the instant.
            let digits = |rank: &str| rank.bytes().all(|byte| byte.is_ascii_digit());
            match number.split_once('_') {
                Some((number, rank)) if !rank.is_empty() && digits(rank) => Some(number),
                Some(_) => None,
                None => Some(number),
            }
        });
        rest == Some(".pvd")
            || number.is_some_and(|digits| {
                digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
            })
    }

    /// Name of the next `.vtu` file.
    fn file_name(&self) -> String {
        format!("{}_{:04}.vtu", self.name, self.entries.len())
    }

    /// Path of the `.pvd` file.
    pub fn path(&self) -> PathBuf {
        self.folder.join(format!("{}.pvd", self.name))
    }

    /// Number of instants written.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing has been written yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Writes one instant, and the list with it. At any time, the list names complete files only.
    ///
    /// # Errors
    /// [`Error::File`] when a file cannot be written.
    pub fn write(
        &mut self,
        discretisation: &Discretisation,
        time: f64,
        fields: &[Field],
    ) -> Result<(), Error> {
        let mut file = self.file_name();
        match discretisation.part() {
            None => write_vtu(&self.folder.join(&file), discretisation, time, fields)?,
            Some(part) => {
                // Each rank writes a piece, and the first then the list of pieces.
                let (rank, ranks) = (part.exchange.rank(), part.exchange.size());
                let stem = file.trim_end_matches(".vtu").to_owned();
                let piece = |rank: usize| format!("{stem}_{rank}.vtu");
                write_vtu(&self.folder.join(piece(rank)), discretisation, time, fields)?;
                part.exchange.sum(&mut [0])?;
                file = format!("{stem}.pvtu");
                if rank == 0 {
                    let pieces: Vec<String> = (0..ranks).map(piece).collect();
                    write_pvtu(&self.folder.join(&file), &pieces, fields)?;
                }
            }
        }
        self.entries.push((time, file));
        if discretisation.part().is_some_and(|part| part.exchange.rank() > 0) {
            return Ok(());
        }
        let row = |(time, file): &(f64, String)| {
            format!("<DataSet timestep=\"{time}\" part=\"0\" file=\"{file}\"/>\n")
        };
        let rows: String = self.entries.iter().map(row).collect();
        let xml = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" \
             byte_order=\"LittleEndian\">\n<Collection>\n{rows}</Collection>\n</VTKFile>\n"
        );
        file::replace(&self.path(), |file| file.write_all(xml.as_bytes()))
    }
}
