//! Executes launches of one source on the simulator, one after another in one process, without timing.

use super::refused::{Refused, is_misread};
use crate::error::Error;
use crate::ptx::{self, Purpose};
use crate::recording::{Launch, Recording};
use crate::simulator::{Script, Simulator};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What came of a launch.
#[derive(Debug)]
pub enum Outcome {
    /// It ended and left these contents of buffers, with their positions.
    Ended(Vec<(usize, Vec<u8>)>),
    Refused(Refused),
    /// It still ran when its time was over.
    DidNotEnd,
}

/// Executes launches, each for a limited time.
pub struct Replayer<'a> {
    simulator: &'a Simulator,
    /// For files of a source.
    folder: PathBuf,
    /// A folder that stands for that of CUDA: its `ptxas`, which the simulator asks for registers, compiles nothing.
    cuda: PathBuf,
    /// A folder for what the compiler makes of sources, which takes most of the time.
    compiled: PathBuf,
    limit: Duration,
    /// Whether the files of a process that did not end well are kept.
    keep: bool,
}

/// What came of a process.
struct Process {
    /// Launches that began, and whether the last of them ended.
    began: usize,
    end: End,
    log: String,
    errors: String,
}

#[derive(PartialEq)]
enum End {
    Well,
    Badly,
    Late,
}

impl<'a> Replayer<'a> {
    /// With a folder for files, and the time of a launch.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn new(
        simulator: &'a Simulator,
        work: &Path,
        limit: Duration,
        keep: bool,
    ) -> Result<Replayer<'a>, Error> {
        let (folder, cuda, compiled) =
            (work.join("source"), work.join("cuda"), work.join("compiled"));
        fs::create_dir_all(&compiled).map_err(Error::file(&compiled))?;
        let ptxas = cuda.join("bin/ptxas");
        fs::create_dir_all(cuda.join("bin")).map_err(Error::file(&cuda))?;
        fs::write(&ptxas, "#!/bin/sh\nexec cat registers >&2\n").map_err(Error::file(&ptxas))?;
        executable(&ptxas).map_err(Error::file(&ptxas))?;
        Ok(Replayer { simulator, folder, cuda, compiled, limit, keep })
    }

    /// Executes launches of a source, each on memory as the recording has it. There are as many outcomes.
    ///
    /// # Errors
    /// [`Error::File`], and those of the simulator's configuration.
    pub fn replay(
        &self,
        recording: &Recording,
        source: &str,
        launches: &[&Launch],
        purpose: Purpose,
    ) -> Result<Vec<Outcome>, Error> {
        let Some(first) = launches.first() else { return Ok(Vec::new()) };
        let _ = fs::remove_dir_all(&self.folder);
        let text = match self.ptx(&first.source, source) {
            Ok(text) => text,
            Err(Error::Nvrtc(log)) => {
                let refused = Refused::by_compiler(&log);
                return Ok(launches.iter().map(|_| Outcome::Refused(refused.clone())).collect());
            }
            Err(error) => return Err(error),
        };
        let all = ptx::adapted(&text, purpose, |name| launches.iter().any(|l| l.kernel == name));
        let mut outcomes = Vec::new();
        while outcomes.len() < launches.len() {
            let rest = &launches[outcomes.len()..];
            let process = self.process(recording, &all, rest)?;
            if is_misread(&process.log) && rest.len() > 1 {
                // The kernels that can be read are executed alone.
                for launch in rest {
                    let own = ptx::adapted(&text, purpose, |name| name == launch.kernel);
                    let process = self.process(recording, &own, &[launch])?;
                    self.outcomes(&process, &own, &[launch], &mut outcomes)?;
                }
                break;
            }
            self.outcomes(&process, &all, rest, &mut outcomes)?;
        }
        Ok(outcomes)
    }

    /// The PTX of a source, which an earlier check may have left.
    fn ptx(&self, name: &str, source: &str) -> Result<String, Error> {
        let path = self.compiled.join(name).with_extension("ptx");
        if path.exists() {
            return fs::read_to_string(&path).map_err(Error::file(&path));
        }
        let text = self.simulator.ptx(source)?;
        // Not half of it, where this is interrupted.
        let part = path.with_extension("part");
        fs::write(&part, &text).map_err(Error::file(&part))?;
        fs::rename(&part, &path).map_err(Error::file(&path))?;
        Ok(text)
    }

    /// Adds the outcomes of a process: those of launches that ended, and of the one with which it stopped.
    fn outcomes(
        &self,
        process: &Process,
        ptx: &str,
        launches: &[&Launch],
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), Error> {
        let well = process.end == End::Well && !is_misread(&process.log);
        let ended = if well { launches.len() } else { process.began.saturating_sub(1) };
        for (k, launch) in launches.iter().enumerate().take(ended) {
            let written = launch.buffers.iter().enumerate().filter(|(_, b)| b.after.is_some());
            let contents = written.map(|(buffer, _)| {
                let path = self.folder.join(Script::saved(k, buffer));
                Ok((buffer, fs::read(&path).map_err(Error::file(&path))?))
            });
            outcomes.push(Outcome::Ended(contents.collect::<Result<_, Error>>()?));
        }
        if !well {
            if self.keep
                && let Some(launch) = launches.get(ended)
            {
                self.keep(&format!("stopped-{}", launch.kernel))?;
            }
            outcomes.push(match process.end {
                End::Late => Outcome::DidNotEnd,
                _ => Outcome::Refused(Refused::of(&process.log, &process.errors, ptx)),
            });
        }
        Ok(())
    }

    fn process(
        &self,
        recording: &Recording,
        ptx: &str,
        launches: &[&Launch],
    ) -> Result<Process, Error> {
        let folder = &self.folder;
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
        let write = |name: &str, contents: &[u8]| {
            let path = folder.join(name);
            fs::write(&path, contents).map_err(Error::file(&path))
        };
        let mut script = Script::new("kernel.ptx");
        for launch in launches {
            script.launch(recording, launch);
        }
        write("kernel.ptx", ptx.as_bytes())?;
        write("registers", registers(ptx).as_bytes())?;
        write("script", script.text().as_bytes())?;
        let shared = launches.iter().map(|launch| launch.shared).max().unwrap_or(0);
        for (name, contents) in self.simulator.functional(shared, ptx)? {
            write(&name, &contents)?;
        }
        let (log, errors) = (folder.join("log"), folder.join("errors"));
        let file = |path: &Path| File::create(path).map_err(Error::file(path));
        let mut child = self
            .simulator
            .command(folder)
            .env("CUDA_INSTALL_PATH", &self.cuda)
            .stdout(Stdio::from(file(&log)?))
            .stderr(Stdio::from(file(&errors)?))
            .spawn()
            .map_err(Error::file(folder))?;
        let status = wait(&mut child, &log, self.limit).map_err(Error::file(folder))?;
        let end = match status {
            Some(status) if status.success() => End::Well,
            Some(_) => End::Badly,
            None => End::Late,
        };
        let read = |path: &Path| -> Result<String, Error> {
            let bytes = fs::read(path).map_err(Error::file(path))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        let log = read(&log)?;
        Ok(Process { began: begun(&log), end, errors: read(&errors)?, log })
    }

    /// Keeps the files of the last process.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn keep(&self, name: &str) -> Result<(), Error> {
        if !self.folder.exists() {
            return Ok(());
        }
        let target = self.folder.with_file_name(name);
        let _ = fs::remove_dir_all(&target);
        fs::rename(&self.folder, &target).map_err(Error::file(&target))
    }
}

/// What `ptxas` would say of the kernels of a text. The numbers do not matter without timing.
fn registers(ptx: &str) -> String {
    let names = ptx.split("\n.visible .entry ").skip(1);
    let names = names.filter_map(|text| text.split(['(', '\n']).next());
    names
        .map(|name| {
            format!(
                "ptxas info    : Compiling entry function '{}' for 'sm_70'\n\
                 ptxas info    : Used 32 registers, 400 bytes cmem[0]\n",
                name.trim()
            )
        })
        .collect()
}

/// Launches that began, by the log.
fn begun(log: &str) -> usize {
    log.lines().filter(|line| line.starts_with("replay: launch ")).count()
}

/// Waits for a process, unless a launch takes longer than the limit, and less than twice as long. Then the process is
/// ended.
fn wait(child: &mut Child, log: &Path, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let (mut known, mut since) = (0, Instant::now());
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if since.elapsed() > limit {
            let now = begun(&String::from_utf8_lossy(&fs::read(log)?));
            if now == known {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            (known, since) = (now, Instant::now());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::{begun, registers, wait};
    use std::fs::File;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    #[test]
    fn launches_are_counted() {
        assert_eq!(begun("replay: launch f\nreplay: launch g\nreplay: other\n"), 2);
    }

    #[test]
    fn kernels_have_registers() {
        let ptx = ".version 7.8\n\n.visible .entry f(\n\t.param .u64 a\n)\n{\n}\n.visible .entry g()\n{\n}\n";
        let text = registers(ptx);
        assert!(text.starts_with(
            "ptxas info    : Compiling entry function 'f' for 'sm_70'\nptxas info    : Used "
        ));
        assert_eq!(text.matches("entry function 'g'").count(), 1);
        assert_eq!(text.lines().count(), 4);
    }

    #[test]
    fn processes_end() {
        let path = std::env::temp_dir().join(format!("array-fn-check-{}", std::process::id()));
        let start = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdout(Stdio::from(File::create(&path).unwrap()));
            command.spawn().unwrap()
        };
        let limit = Duration::from_millis(200);
        assert!(wait(&mut start("exit 0"), &path, limit).unwrap().is_some_and(|s| s.success()));
        assert!(wait(&mut start("exit 3"), &path, limit).unwrap().is_some_and(|s| !s.success()));
        assert!(wait(&mut start("exec sleep 60"), &path, limit).unwrap().is_none());
        // Each launch has its own time.
        let many = "for i in 1 2 3 4 5 6; do echo 'replay: launch f'; sleep 0.1; done";
        assert!(wait(&mut start(many), &path, limit).unwrap().is_some_and(|s| s.success()));
        std::fs::remove_file(&path).unwrap();
    }
}
