//! `ARRAY_FN_DUMP`: a folder of sources and graphs for people to read.

use crate::Error;
use crate::cache::replace;
use crate::generate::Source;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Writes `FOLDER/PACKAGE/NAME-STEM.cu` and its companions.
pub fn write(
    folder: &Path,
    package: &str,
    sources: &BTreeMap<String, Source>,
) -> Result<(), Error> {
    let folder = folder.join(package);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    for (stem, source) in sources {
        let base = format!("{}-{}", source.name, &stem[..8]);
        replace(&folder.join(format!("{base}.cu")), &source.text)?;
        for (extension, text) in &source.extras {
            replace(&folder.join(format!("{base}.{extension}")), text)?;
        }
    }
    Ok(())
}
