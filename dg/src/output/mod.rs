//! Files for ParaView and other readers of VTK's XML formats: one `.vtu` file of high-order Lagrange
//! cells per instant and a `.pvd` file that lists them. And fields on planes, for pictures.

mod lagrange;
mod pvd;
mod section;
mod vtu;

pub use lagrange::lagrange_nodes;
pub use pvd::Series;
pub use section::Section;
pub use vtu::{Field, write_vtu};

use crate::Error;
use std::path::Path;

/// Writes a file such that readers see the old contents or the new, never a part: into a
/// neighbouring temporary file, then renamed.
pub(crate) fn write_atomically(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    std::fs::write(&temporary, contents).and_then(|()| std::fs::rename(&temporary, path)).map_err(
        |source| {
            // Nothing more can be done about a leftover than to try.
            let _ = std::fs::remove_file(&temporary);
            Error::writing(path, source)
        },
    )
}
