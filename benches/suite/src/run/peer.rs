//! Who is measured.

use super::job::Job;
use crate::options::Run;
use crate::record::OWN;
use array_fn_dg_bench::cases::OPERATORS;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// array-fn, or one of its peers.
pub struct Peer {
    pub name: &'static str,
    needs: Needs,
    /// Whether it has right-hand sides.
    dg: bool,
}

/// What a peer cannot run without.
enum Needs {
    Nothing,
    Compiler,
    Module(&'static str),
}

pub const PEERS: &[Peer] = &[
    Peer { name: OWN, needs: Needs::Nothing, dg: true },
    Peer { name: "cpp", needs: Needs::Compiler, dg: true },
    Peer { name: "numba", needs: Needs::Module("numba"), dg: true },
    Peer { name: "jax", needs: Needs::Module("jax"), dg: true },
    Peer { name: "torch", needs: Needs::Module("torch"), dg: true },
    Peer { name: "numexpr", needs: Needs::Module("numexpr"), dg: false },
    Peer { name: "numpy", needs: Needs::Module("numpy"), dg: true },
];

/// The peers' scripts.
pub fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers")
}

/// The first line that a command prints; None where it cannot be run.
pub fn first_line(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().to_owned())
}

impl Peer {
    /// The version that is installed; None where there is none.
    pub fn version(&self, python: &Path) -> Option<String> {
        let module = |module: &str| {
            // Found without being imported, which takes seconds.
            let code = format!("import importlib.metadata as m; print(m.version('{module}'))");
            first_line(python, &["-c", &code])
        };
        match self.needs {
            Needs::Nothing => Some(env!("CARGO_PKG_VERSION").to_owned()),
            // The scripts around it are Python's.
            Needs::Compiler => {
                module("numpy").and_then(|_| first_line(Path::new("g++"), &["--version"]))
            }
            Needs::Module(name) => module(name),
        }
    }

    /// The command that measures a job; None where this peer has nothing of it.
    pub fn command(&self, options: &Run, job: &Job) -> Option<Vec<OsString>> {
        let mut words: Vec<OsString> = Vec::new();
        let mut ops = job.ops.clone();
        if let Needs::Nothing = self.needs {
            if job.suite.is_dg() {
                ops.retain(|op| OPERATORS.iter().any(|operator| operator.name == *op));
            }
            words.push(std::env::current_exe().ok()?.into());
            words.extend(["own", "--json", "-", "--suite", job.suite.name()].map(OsString::from));
            words.extend(["--threads".into(), job.threads.to_string().into()]);
        } else if job.suite.is_dg() {
            let script = scripts().join(format!("peer_{}.py", self.name));
            words.extend([options.python.clone().into(), script.into()]);
        } else {
            let script = scripts().join("expr_ops.py");
            words.extend([options.python.clone().into(), script.into()]);
            words.extend(["--peer".into(), self.name.into()]);
        }
        if ops.is_empty() || (job.suite.is_dg() && !self.dg) {
            return None;
        }
        words.extend(["--seconds".into(), options.seconds.to_string().into()]);
        if let Some((folder, dtype)) = &job.inputs {
            words.extend(["--inputs".into(), folder.into()]);
            words.extend(["--dtype".into(), dtype.name().into()]);
        }
        words.push("--op".into());
        words.extend(ops.into_iter().map(OsString::from));
        Some(words)
    }
}
