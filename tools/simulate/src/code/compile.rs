//! Compiles PTX for a real GPU by `ptxas`, and lists the machine code, if there is a disassembler.

use crate::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The compiler and the disassembler.
pub struct Tools {
    ptxas: PathBuf,
    disassembler: Option<PathBuf>,
}

/// What `ptxas` made of a kernel.
pub struct Compiled {
    /// Of a thread.
    pub registers: u64,
    /// Bytes of a thread's local memory that hold registers which did not fit.
    pub spilled: u64,
    /// The machine code, if there is a disassembler that knows the architecture.
    pub listing: Option<String>,
}

impl Tools {
    /// The tools in the folder of a simulator, and the disassembler of this path.
    ///
    /// # Errors
    /// [`Error::Simulator`] without `ptxas`, [`Error::Disassembler`] where the path is none.
    pub fn find(simulator: &Path, disassembler: Option<&Path>) -> Result<Tools, Error> {
        let ptxas = simulator.join("cuda/bin/ptxas");
        if !ptxas.exists() {
            let (folder, missing) = (simulator.to_path_buf(), "cuda/bin/ptxas".to_owned());
            return Err(Error::Simulator { folder, missing });
        }
        let disassembler = match disassembler {
            Some(path) if path.is_dir() => Some(path.join("nvdisasm")),
            Some(path) => Some(path.to_path_buf()),
            None => installed(simulator),
        };
        match disassembler {
            Some(path) if !path.exists() => Err(Error::Disassembler(path)),
            disassembler => Ok(Tools { ptxas, disassembler }),
        }
    }

    /// Compiles a kernel for a compute capability (times ten), in a folder.
    ///
    /// # Errors
    /// [`Error::File`], and [`Error::Ptxas`] with the compiler's message.
    pub fn compile(&self, ptx: &str, capability: &str, folder: &Path) -> Result<Compiled, Error> {
        let (source, binary) =
            (folder.join("placed.ptx"), folder.join(format!("{capability}.cubin")));
        fs::write(&source, placed(ptx)).map_err(Error::file(&source))?;
        let architecture = format!("-arch=sm_{capability}");
        let output = Command::new(&self.ptxas)
            .args(["-v", "-lineinfo", &architecture, "-o"])
            .args([&binary, &source])
            .stdin(Stdio::null())
            .output()
            .map_err(Error::file(&self.ptxas))?;
        let said = messages(&output);
        if !output.status.success() {
            return Err(Error::Ptxas(said));
        }
        let (registers, spilled) = resources(&said);
        Ok(Compiled { registers, spilled, listing: self.listing(&binary)? })
    }

    fn listing(&self, binary: &Path) -> Result<Option<String>, Error> {
        let Some(disassembler) = &self.disassembler else { return Ok(None) };
        let output = Command::new(disassembler)
            .args(["-g", "-c"])
            .arg(binary)
            .stdin(Stdio::null())
            .output()
            .map_err(Error::file(disassembler))?;
        let listing =
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned());
        if let Some(listing) = &listing {
            let path = binary.with_extension("sass");
            fs::write(&path, listing).map_err(Error::file(&path))?;
        }
        Ok(listing)
    }
}

fn messages(output: &Output) -> String {
    let text = [&output.stderr[..], &output.stdout[..]].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// Where `pip install nvidia-cuda-nvdisasm` puts the disassembler, in the Python environment of a simulator.
fn installed(simulator: &Path) -> Option<PathBuf> {
    let pythons = fs::read_dir(simulator.join("venv/lib")).ok()?;
    pythons.flatten().find_map(|python| {
        let packages = fs::read_dir(python.path().join("site-packages/nvidia")).ok()?;
        packages
            .flatten()
            .map(|package| package.path().join("bin/nvdisasm"))
            .find(|path| path.exists())
    })
}

/// The PTX with a line that tells the number of each instruction, which `ptxas` hands on to the machine code.
fn placed(ptx: &str) -> String {
    let mut out = String::with_capacity(2 * ptx.len());
    let (mut inside, mut open) = (false, false);
    for (number, line) in ptx.lines().enumerate() {
        let bare = line.split("//").next().unwrap_or_default().trim();
        let statement = inside
            && !bare.is_empty()
            && !bare.starts_with(['.', '{', '}'])
            && !bare.ends_with(':');
        if statement && !open {
            let _ = writeln!(out, "\t.loc\t1 {} 0", number + 1);
        }
        if statement || open {
            open = !bare.ends_with(';');
        }
        inside = (inside || line.starts_with('{')) && !line.starts_with('}');
        out.push_str(line);
        out.push('\n');
        if bare.starts_with(".address_size") {
            out.push_str(".file\t1 \"kernel.ptx\"\n");
        }
    }
    out
}

/// Registers and spilled bytes of a kernel, of the messages of `ptxas`. Functions beside it have lines of their own
/// before.
fn resources(messages: &str) -> (u64, u64) {
    let before = |line: &str, text: &str| -> Option<u64> {
        line.split_once(text)?.0.split_whitespace().last()?.parse().ok()
    };
    let registers = messages.lines().filter_map(|line| before(line, " registers")).next_back();
    let spilled = messages.lines().filter_map(|line| before(line, " bytes spill stores")).max();
    (registers.unwrap_or(0), spilled.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{placed, resources};

    #[test]
    fn instructions_get_places() {
        let ptx = ".address_size 64\n.visible .entry f()\n{\n\t.reg .f64 %fd<2>;\n\n\tmov.f64 \t%fd1, %fd2;\nL1:\n\
            \tcall.uni (a), \n\tg, \n\t(b);\n\tret;\n}\n";
        let expected = ".address_size 64\n.file\t1 \"kernel.ptx\"\n.visible .entry f()\n{\n\t.reg .f64 %fd<2>;\n\n\
            \t.loc\t1 6 0\n\tmov.f64 \t%fd1, %fd2;\nL1:\n\t.loc\t1 8 0\n\tcall.uni (a), \n\tg, \n\t(b);\n\
            \t.loc\t1 11 0\n\tret;\n}\n";
        assert_eq!(placed(ptx), expected);
    }

    #[test]
    fn reads_resources() {
        let messages = "ptxas info    : 0 bytes gmem\nptxas info    : Function properties for f\n\
            \x20   32 bytes stack frame, 24 bytes spill stores, 20 bytes spill loads\n\
            ptxas info    : Used 39 registers, 400 bytes cmem[0]\n";
        assert_eq!(resources(messages), (39, 24));
    }
}
