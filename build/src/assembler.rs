//! ptxas: assembles PTX to the code of one architecture.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The assembler of a toolkit.
pub struct Assembler {
    program: PathBuf,
}

impl Assembler {
    /// The assembler in one of these folders of a toolkit, which have programs in `bin`.
    pub fn find(homes: &[PathBuf]) -> Option<Assembler> {
        let name = format!("ptxas{}", env::consts::EXE_SUFFIX);
        let mut programs = homes.iter().map(|home| home.join("bin").join(&name));
        programs.find(|program| program.is_file()).map(|program| Assembler { program })
    }

    /// Assembles `ptx` to `code` for an architecture such as `sm_90`, with the options that a driver has by default.
    ///
    /// # Errors
    /// The words of the assembler, or why it does not start.
    pub fn assemble(&self, device: &str, ptx: &Path, code: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.arg(format!("-arch={device}")).arg(ptx).arg("-o").arg(code).stdin(Stdio::null());
        let trouble = |e| format!("{}: {e}", self.program.display());
        let output = command.output().map_err(trouble)?;
        if output.status.success() && code.is_file() {
            return Ok(());
        }
        let mut message = String::from_utf8_lossy(&output.stderr).into_owned();
        message.push_str(&String::from_utf8_lossy(&output.stdout));
        Err(message.trim_end().to_string())
    }
}
