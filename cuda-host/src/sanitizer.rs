//! Kernels under a sanitizer of the C++ compiler: every access checked.
//!
//! The kernels alone are instrumented; the sanitizer's library is preloaded into the test that runs
//! them. Buffers are allocations of the process, so the sanitizer knows their sizes.

use crate::{HostError, compile};
use std::env;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Names the sanitizer that kernels are compiled for.
const VARIABLE: &str = "ARRAY_FN_HOST_SANITIZER";

/// A sanitizer that kernels can be compiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanitizer {
    /// Accesses outside of buffers, shared and local memory (AddressSanitizer). Undefined behaviour
    /// (UndefinedBehaviorSanitizer) becomes an illegal instruction: `AddressSanitizer: ILL`.
    Address,
    /// Conflicting accesses that no barrier orders, in a block or between blocks (ThreadSanitizer).
    Thread,
}

impl Sanitizer {
    /// The sanitizer that `ARRAY_FN_HOST_SANITIZER` asks for.
    ///
    /// # Errors
    /// [`HostError::Sanitizer`] if it names none, or one whose library is not in this process.
    pub(crate) fn of_process() -> Result<Option<Sanitizer>, HostError> {
        let value = env::var_os(VARIABLE).unwrap_or_default();
        let sanitizer = match value.to_str() {
            Some("") => return Ok(None),
            Some("address") => Sanitizer::Address,
            Some("thread") => Sanitizer::Thread,
            _ => {
                let message = format!("{VARIABLE} is {value:?}, neither `address` nor `thread`");
                return Err(HostError::Sanitizer { message });
            }
        };
        let preloaded = env::var_os("LD_PRELOAD").unwrap_or_default();
        if !preloaded.to_string_lossy().contains(sanitizer.library_name()) {
            let message = format!("{VARIABLE} needs {} in LD_PRELOAD", sanitizer.library_name());
            return Err(HostError::Sanitizer { message });
        }
        Ok(Some(sanitizer))
    }

    /// Flags that instrument kernels.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            // Messages of the other sanitizer would be half of what the compiler has to do.
            Sanitizer::Address => {
                &["-g1", "-fsanitize=address,undefined", "-fsanitize-undefined-trap-on-error"]
            }
            Sanitizer::Thread => &["-g1", "-fsanitize=thread"],
        }
    }

    /// What tells the scheduler, which is not instrumented, to keep the sanitizer informed.
    pub(crate) fn definition(self) -> &'static str {
        match self {
            Sanitizer::Address => "-DARRAY_FN_HOST_ADDRESS_SANITIZER",
            Sanitizer::Thread => "-DARRAY_FN_HOST_THREAD_SANITIZER",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "address",
            Sanitizer::Thread => "thread",
        }
    }

    fn library_name(self) -> &'static str {
        match self {
            Sanitizer::Address => "libasan",
            Sanitizer::Thread => "libtsan",
        }
    }

    /// Whether there is a C++ compiler with this sanitizer. As with [`crate::has_compiler`], tests that need
    /// it say so and pass without.
    ///
    /// # Panics
    /// If there is none although `ARRAY_FN_REQUIRE_HOST_CUDA` is `1`.
    pub fn is_installed(self) -> bool {
        crate::has_compiler() && crate::found_or_skipped(self.library())
    }

    /// The library to preload.
    fn library(self) -> Result<PathBuf, HostError> {
        let file = format!("{}.so", self.library_name());
        let output = Command::new(compile::compiler()?)
            .arg(format!("-print-file-name={file}"))
            .output()
            .map_err(|_| HostError::NoCompiler)?;
        let library = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        // Compilers repeat the name of what they do not have.
        match library.is_absolute() {
            true => Ok(library),
            false => {
                let message = format!("the C++ compiler has no {file}");
                Err(HostError::Sanitizer { message })
            }
        }
    }

    /// Runs the named tests of the current executable under the sanitizer, ignored ones as well, one after
    /// another in one process. What they print and what the sanitizer reports is in the output.
    ///
    /// # Errors
    /// No C++ compiler, one without this sanitizer, or a process that could not be started. A process
    /// that runs under a sanitizer starts no other.
    pub fn run_tests(self, tests: &[&str]) -> Result<SanitizedRun, HostError> {
        let broken = |message: String| HostError::Sanitizer { message };
        if env::var_os(VARIABLE).is_some() {
            return Err(broken(format!("{VARIABLE} is set already")));
        }
        let library = self.library()?;
        let executable = env::current_exe().map_err(|e| broken(e.to_string()))?;
        let mut command = self.command();
        command
            .arg(format!("LD_PRELOAD={}", library.display()))
            .arg(executable)
            .args(["--exact", "--include-ignored", "--nocapture", "--test-threads=1"])
            .args(tests)
            .env(VARIABLE, self.name())
            .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=0:handle_sigill=1")
            .env("TSAN_OPTIONS", "report_thread_leaks=0:ignore_noninstrumented_modules=1");
        let output = command.output().map_err(|e| broken(format!("{command:?}: {e}")))?;
        Ok(SanitizedRun { output })
    }

    /// Runs a program with variables. ThreadSanitizer prefers addresses that are not randomised, which
    /// some containers do not grant.
    fn command(self) -> Command {
        let fixed = || Command::new("setarch").args(["-R", "true"]).output();
        if self == Sanitizer::Thread && fixed().is_ok_and(|output| output.status.success()) {
            let mut command = Command::new("setarch");
            command.args(["-R", "env"]);
            return command;
        }
        Command::new("env")
    }
}

/// Tests that ran under a sanitizer.
pub struct SanitizedRun {
    output: Output,
}

impl SanitizedRun {
    /// Everything that was printed.
    pub fn text(&self) -> String {
        let Output { stdout, stderr, .. } = &self.output;
        String::from_utf8_lossy(stdout).into_owned() + &String::from_utf8_lossy(stderr)
    }

    /// The first lines of the sanitizer's reports.
    pub fn reports(&self) -> Vec<String> {
        let text = self.text();
        let marks = ["ERROR: AddressSanitizer", "WARNING: ThreadSanitizer"];
        let reports = text.lines().filter(|line| marks.iter().any(|mark| line.contains(mark)));
        reports.map(str::to_string).collect()
    }

    /// How many tests passed, if all did and nothing was reported.
    pub fn passed(&self) -> Option<usize> {
        let text = self.text();
        let passed = text.split("test result: ok. ").nth(1)?.split_once(" passed")?.0.parse();
        (self.output.status.success() && self.reports().is_empty()).then_some(passed.ok()?)
    }
}
