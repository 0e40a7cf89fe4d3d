//! Files that are there as a whole or not at all.

use crate::Failure;
use std::path::Path;

/// Writes a file such that readers see the old contents or the new, never a part.
///
/// # Errors
/// [`Failure::Input`] when it cannot be written.
pub fn replace(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let written =
        std::fs::write(&temporary, contents).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        // Nothing more can be done about a leftover than to try.
        let _ = std::fs::remove_file(&temporary);
        failed(path, &error)
    })
}

/// Why `path` cannot be written.
pub fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!(
        "cannot write `{}`: {error}\nhelp: check the path, its permissions and the space that is left",
        path.display()
    ))
}
