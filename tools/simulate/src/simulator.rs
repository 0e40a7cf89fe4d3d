//! The simulator GPGPU-Sim, as its `build.sh` leaves it in a folder: compiles kernels for it, and replays launches.

use crate::chip::Chip;
use crate::code::schedule;
use crate::error::Error;
use crate::model::gpu::COMMON;
use crate::nvrtc::Nvrtc;
use crate::options::Order;
use crate::ptx::{self, Purpose};
use crate::recording::{Argument, Launch, Recording};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A simulator with a chip.
pub struct Simulator {
    folder: PathBuf,
    /// Where the simulator's library is.
    library: String,
    nvrtc: Nvrtc,
    pub chip: Chip,
    /// The order in which instructions run.
    order: Order,
    /// Where launches are replayed.
    work: PathBuf,
}

/// What came of a launch.
pub struct Replay {
    /// Everything that the simulator printed.
    pub log: String,
    /// The contents of each buffer that may be written, with its position.
    pub written: Vec<(usize, Vec<u8>)>,
    /// The PTX that was executed, and the simulator's counts for each line of it.
    pub ptx: String,
    pub lines: String,
    /// The folder of the launch.
    pub folder: PathBuf,
}

impl Simulator {
    /// The simulator in a folder. Files of launches are written into `work`.
    ///
    /// # Errors
    /// [`Error::Simulator`] where the folder lacks something, and those of [`Chip::configure`].
    pub fn new(folder: &Path, chip: Chip, order: Order, work: &Path) -> Result<Simulator, Error> {
        let missing = |name: &str| Error::Simulator {
            folder: folder.to_path_buf(),
            missing: name.to_owned(),
        };
        // Launches are replayed in folders of their own.
        let folder = fs::canonicalize(folder).map_err(Error::file(folder))?;
        let library = fs::read_to_string(folder.join("lib")).map_err(|_| missing("lib"))?;
        if !folder.join("replay").exists() {
            return Err(missing("replay"));
        }
        let nvrtc = Nvrtc::find(&folder).ok_or_else(|| missing("the library of NVRTC"))??;
        fs::create_dir_all(work).map_err(Error::file(work))?;
        let work = fs::canonicalize(work).map_err(Error::file(work))?;
        Ok(Simulator { library: library.trim().to_owned(), nvrtc, chip, order, work, folder })
    }

    /// The PTX of a source, as NVRTC makes it.
    ///
    /// # Errors
    /// [`Error::Nvrtc`] with the log of the compiler.
    pub fn ptx(&self, source: &str) -> Result<String, Error> {
        self.nvrtc.ptx(source, self.chip.kind.architecture())
    }

    /// The files of a configuration in which this PTX is executed without timing, with their names. Without timing the
    /// simulator shuffles for the first warp of a block only, so PTX with shuffles is executed with it.
    ///
    /// # Errors
    /// Those of [`Chip::configure`].
    pub fn functional(&self, shared: u32, ptx: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut files = self.chip.configure(&self.folder, shared)?;
        let untimed = u8::from(!ptx.contains("\tshfl."));
        for (name, contents) in &mut files {
            if name == "gpgpusim.config" {
                let options =
                    format!("\n-enable_ptx_file_line_stats 0\n-gpgpu_ptx_sim_mode {untimed}\n");
                contents.extend(options.bytes());
            }
        }
        Ok(files)
    }

    /// Runs the script in a folder. It lacks the folder of CUDA.
    pub fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(self.folder.join("replay"));
        command
            .arg("script")
            .current_dir(folder)
            .env("GPGPUSIM_ROOT", self.folder.join("gpgpu-sim"))
            .env("PTX_JIT_PATH", folder)
            .env("LD_LIBRARY_PATH", &self.library)
            .env("SIM_PTXAS_SM", self.chip.kind.capability())
            .stdin(Stdio::null());
        command
    }

    /// Runs a launch alone, on memory as the recording has it.
    ///
    /// # Errors
    /// Those of files and of NVRTC. That the simulator cannot run a kernel is `Ok(Err(..))`, with the reason.
    pub fn replay(
        &self,
        recording: &Recording,
        launch: &Launch,
        number: usize,
    ) -> Result<Result<Replay, String>, Error> {
        let folder = self.work.join(format!("{number}-{}", launch.kernel));
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        let write = |name: &str, contents: &[u8]| {
            let path = folder.join(name);
            fs::write(&path, contents).map_err(Error::file(&path))
        };
        let text = self.ptx(&recording.source(launch)?)?;
        let mut ptx = ptx::adapted(&text, Purpose::Measure, |name| name == launch.kernel);
        if self.order == Order::Assembler {
            ptx = schedule::assembled(&ptx, &COMMON);
        }
        write("kernel.ptx", ptx.as_bytes())?;
        let mut script = Script::new("kernel.ptx");
        script.launch(recording, launch);
        write("script", script.text().as_bytes())?;
        let configuration = self.chip.configure(&self.folder, launch.shared)?;
        for (name, contents) in configuration {
            write(&name, &contents)?;
        }
        let output = self
            .command(&folder)
            .env("CUDA_INSTALL_PATH", self.folder.join("cuda"))
            .output()
            .map_err(Error::file(&folder))?;
        let log = String::from_utf8_lossy(&output.stdout).into_owned();
        write("log", log.as_bytes())?;
        if !output.status.success() || !log.contains("gpu_sim_cycle") {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            return Ok(Err(reason(&log, &errors)));
        }
        let mut written = Vec::new();
        for (k, _) in launch.buffers.iter().enumerate().filter(|(_, b)| b.after.is_some()) {
            let path = folder.join(Script::saved(0, k));
            written.push((k, fs::read(&path).map_err(Error::file(&path))?));
        }
        // Without counts of lines there is no prediction, but all else.
        let lines = fs::read_to_string(folder.join("lines")).unwrap_or_default();
        Ok(Ok(Replay { log, written, ptx, lines, folder }))
    }
}

/// The last lines that tell why the simulator gave up.
fn reason(log: &str, errors: &str) -> String {
    let telling = |line: &&str| {
        let line = line.to_lowercase();
        ["error", "not implemented", "unsupported", "abort", "assert", "undefined", "replay:"]
            .iter()
            .any(|word| line.contains(word))
    };
    let lines = errors.lines().chain(log.lines().rev().take(40)).filter(telling);
    let found: Vec<&str> = lines.take(2).map(str::trim).collect();
    if found.is_empty() {
        "the simulator stopped without a word".to_owned()
    } else {
        found.join("; ")
    }
}

/// Launches as the program `replay` reads them.
pub struct Script {
    text: String,
    launches: usize,
}

impl Script {
    /// For kernels of this file.
    pub fn new(ptx: &str) -> Script {
        Script { text: format!("ptx {ptx}\n"), launches: 0 }
    }

    /// Adds a launch, on memory of its own.
    pub fn launch(&mut self, recording: &Recording, launch: &Launch) {
        let text = &mut self.text;
        for (k, buffer) in launch.buffers.iter().enumerate() {
            let contents = recording.folder.join(&buffer.before);
            let _ = writeln!(text, "buffer {k} {} {}", buffer.bytes, contents.display());
        }
        let _ = write!(text, "launch {}", launch.kernel);
        for number in launch.grid.iter().chain(&launch.block).chain([&launch.shared]) {
            let _ = write!(text, " {number}");
        }
        let _ = writeln!(text, " {}", launch.arguments.len());
        for argument in &launch.arguments {
            let _ = match argument {
                Argument::Pointer(buffer, offset) => writeln!(text, "pointer {buffer} {offset}"),
                Argument::Value(bytes) => writeln!(text, "bytes {bytes}"),
            };
        }
        for (k, _) in launch.buffers.iter().enumerate().filter(|(_, b)| b.after.is_some()) {
            let _ = writeln!(text, "save {k} {}", Script::saved(self.launches, k));
        }
        self.launches += 1;
    }

    /// The file of a buffer that a launch left, by their positions.
    pub fn saved(launch: usize, buffer: usize) -> String {
        format!("after{launch}-{buffer}")
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::Script;
    use crate::recording::{Argument, Buffer, Launch, Recording};

    #[test]
    fn launches_have_memory_of_their_own() {
        let buffer = |after: Option<&str>| Buffer {
            bytes: 16,
            before: "b.bin".to_owned(),
            after: after.map(str::to_owned),
        };
        let launch = Launch {
            kernel: "f".to_owned(),
            source: "f.cu".to_owned(),
            grid: [2, 1, 1],
            block: [64, 1, 1],
            shared: 8,
            buffers: vec![buffer(None), buffer(Some("c.bin"))],
            arguments: vec![Argument::Pointer(1, 8), Argument::Value("0100".to_owned())],
        };
        let recording = Recording { folder: "/r".into(), launches: Vec::new() };
        let mut script = Script::new("kernel.ptx");
        script.launch(&recording, &launch);
        script.launch(&recording, &launch);
        let one = "buffer 0 16 /r/b.bin\nbuffer 1 16 /r/b.bin\nlaunch f 2 1 1 64 1 1 8 2\npointer 1 8\nbytes 0100\n";
        let expected = format!("ptx kernel.ptx\n{one}save 1 after0-1\n{one}save 1 after1-1\n");
        assert_eq!(script.text(), expected);
    }
}
