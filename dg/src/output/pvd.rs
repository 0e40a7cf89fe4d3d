//! `.pvd` files: a list of `.vtu` files by time, which ParaView opens as one animation.

use super::{Field, write_atomically, write_vtu};
use crate::{Discretisation, Error};
use std::path::{Path, PathBuf};

/// A folder with one `.vtu` file per instant and the `.pvd` file that lists them.
#[derive(Debug)]
pub struct Series {
    folder: PathBuf,
    name: String,
    entries: Vec<(f64, String)>,
}

impl Series {
    /// A series `folder/name.pvd`; the folder is made if it is not there. Existing files of the
    /// same name are replaced as the series grows.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be made.
    pub fn create(folder: &Path, name: &str) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(|source| Error::writing(folder, source))?;
        Ok(Series { folder: folder.into(), name: name.into(), entries: Vec::new() })
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

    /// Writes one instant and the list with it; at any time the list names complete files only.
    ///
    /// # Errors
    /// [`Error::File`] when a file cannot be written.
    pub fn write(
        &mut self,
        discretisation: &Discretisation,
        time: f64,
        fields: &[Field],
    ) -> Result<(), Error> {
        let file = format!("{}_{:04}.vtu", self.name, self.entries.len());
        write_vtu(&self.folder.join(&file), discretisation, time, fields)?;
        self.entries.push((time, file));
        let rows: String = self
            .entries
            .iter()
            .map(|(time, file)| {
                format!("<DataSet timestep=\"{time}\" part=\"0\" file=\"{file}\"/>\n")
            })
            .collect();
        let xml = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" \
             byte_order=\"LittleEndian\">\n<Collection>\n{rows}</Collection>\n</VTKFile>\n"
        );
        write_atomically(&self.path(), xml.as_bytes())
    }
}
