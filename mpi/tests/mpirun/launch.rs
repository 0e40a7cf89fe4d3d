//! Starts the ranks of each case, and looks at how they end.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// How the ranks of a case have to end.
enum End {
    /// All of them without a fault.
    Well,
    /// All of them, within this time, after somebody has written this.
    With(Duration, &'static [&'static str]),
}

struct Case {
    name: &'static str,
    ranks: &'static [usize],
    /// Of `ARRAY_FN_MPI_TIMEOUT`.
    timeout: &'static str,
    end: End,
}

const SOON: Duration = Duration::from_secs(10);
/// After this, a case hangs.
const LIMIT: Duration = Duration::from_secs(120);

const fn well(name: &'static str, ranks: &'static [usize]) -> Case {
    Case { name, ranks, timeout: "60", end: End::Well }
}

const fn ends(name: &'static str, timeout: &'static str, said: &'static [&'static str]) -> Case {
    Case { name, ranks: &[2, 4], timeout, end: End::With(SOON, said) }
}

const LATE: &str = "has waited 1.5 s for";

const CASES: &[Case] = &[
    well("operations", &[1, 2, 3, 4, 7]),
    well("channels", &[1, 2, 3, 4]),
    well("same_bits", &[1, 2, 3, 4]),
    well("large", &[2]),
    well("outlives", &[1, 2]),
    well("twice", &[2]),
    // The launcher says something.
    ends("killed", "60", &[]),
    ends("exits", "60", &["rank 1 of", "its process exits before `Mpi` is dropped"]),
    ends("exits_with_1", "60", &["rank 1 of", "its process exits before `Mpi` is dropped"]),
    ends("panics", "60", &["on purpose", "rank 1 of", "ends all ranks: it panicked"]),
    ends("panics_elsewhere", "60", &["on purpose", "rank 1 of", "ends all ranks: it panicked"]),
    ends("aborts", "60", &["rank 1 of", "ends all ranks: on purpose"]),
    ends("fails", "60", &["rank 1 of", "ends all ranks: on purpose"]),
    ends("no_message", "1.5", &["rank 0", LATE, "a message of rank 1 on channel 5"]),
    ends("no_operation", "1.5", &[LATE, "a message of rank 1 in operation `max`"]),
    ends("timeout_is_dropped", "1.5", &["rank 0", LATE, "a message of rank 1 on channel 5"]),
    ends("other_length", "60", &["sent ", " on channel 3, which expects ", "both have to name"]),
    Case {
        name: "operations",
        ranks: &[2],
        timeout: "soon",
        end: End::With(SOON, &["ARRAY_FN_MPI_TIMEOUT is `soon`"]),
    },
];

/// Runs all cases whose names contain the arguments of the program.
pub fn all() -> ExitCode {
    let mpirun = std::env::var("ARRAY_FN_MPIRUN").unwrap_or("mpirun".into());
    let version = match Command::new(&mpirun).arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(error) => {
            eprintln!("SKIPPED, all tests over MPI: `{mpirun}` cannot be started ({error})");
            return match std::env::var("ARRAY_FN_REQUIRE_MPI").is_ok_and(|value| value == "1") {
                true => ExitCode::FAILURE,
                false => ExitCode::SUCCESS,
            };
        }
    };
    let version = version.lines().next().unwrap_or_default();
    println!("\n{mpirun}: {version}");
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    let (mut passed, mut failed) = (0, 0);
    let mut test = |name: &str, ranks: usize, run: &dyn Fn() -> Result<(), String>| {
        if !is_wanted(name) {
            return;
        }
        let begin = Instant::now();
        let outcome = run();
        let seconds = begin.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => {
                passed += 1;
                println!("test {name} on {ranks} ranks ... ok, {seconds:.1} s");
            }
            Err(fault) => {
                failed += 1;
                println!("test {name} on {ranks} ranks ... FAILED, {seconds:.1} s: {fault}");
            }
        }
    };
    for case in CASES {
        for ranks in case.ranks {
            test(case.name, *ranks, &|| case.run(&mpirun, version, *ranks, None));
        }
    }
    test("traces", 3, &|| traces(&mpirun, version));
    let outcome = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {outcome}. {passed} passed; {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Case {
    fn run(
        &self,
        mpirun: &str,
        version: &str,
        ranks: usize,
        trace: Option<&Path>,
    ) -> Result<(), String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(mpirun);
        if version.contains("Open MPI") || version.contains("OpenRTE") {
            // More ranks than processors, also as root and in containers.
            command.args(["--oversubscribe", "--allow-run-as-root"]);
            command.env("OMPI_MCA_mpi_yield_when_idle", "1");
            command.env("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
        }
        command.args(["-n", &ranks.to_string()]).arg(program);
        command.env(crate::CASE, self.name).env("ARRAY_FN_NUM_THREADS", "1");
        command.env("ARRAY_FN_MPI_TIMEOUT", self.timeout);
        if let Some(trace) = trace {
            command.env("ARRAY_FN_TRACE", trace);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let begin = Instant::now();
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (out, err) = (read(child.stdout.take()), read(child.stderr.take()));
        let well = wait(&mut child)?;
        let took = begin.elapsed();
        let text = [out, err].map(|text| text.join().unwrap_or_default()).join("\n");
        match &self.end {
            End::Well if well => Ok(()),
            End::Well => Err(format!("it failed:\n{text}")),
            End::With(..) if well => Err(format!("it did not fail:\n{text}")),
            End::With(limit, _) if took > *limit => Err(format!("it took too long:\n{text}")),
            End::With(_, said) => match said.iter().find(|said| !text.contains(**said)) {
                Some(missing) => Err(format!("nobody said `{missing}`:\n{text}")),
                None if text.trim().is_empty() => Err("nobody said anything".into()),
                None => Ok(()),
            },
        }
    }
}

/// Each rank writes a timeline, and a program makes one of all.
fn traces(mpirun: &str, version: &str) -> Result<(), String> {
    let fault = |error: std::io::Error| error.to_string();
    let folder = std::env::temp_dir().join(format!("array-fn-mpi-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(fault)?;
    let ranks = 3;
    well("same_bits", &[]).run(mpirun, version, ranks, Some(&folder.join("t.json")))?;
    let files: Vec<_> = (0..ranks).map(|rank| folder.join(format!("t.{rank}.json"))).collect();
    for (rank, file) in files.iter().enumerate() {
        let text = std::fs::read_to_string(file).map_err(fault)?;
        for said in ["\"send halo\"", "\"wait for halo\"", &format!("\"rank {rank}\"")] {
            if !text.contains(said) {
                return Err(format!("the trace of rank {rank} lacks {said}"));
            }
        }
    }
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/merge-traces.py");
    let merged = Command::new("python3").arg(tool).args(&files).output().map_err(fault)?;
    std::fs::remove_dir_all(&folder).map_err(fault)?;
    let text = String::from_utf8_lossy(&merged.stdout).into_owned();
    let said = (0..ranks).map(|rank| format!("\"pid\":{rank},"));
    match said.into_iter().find(|said| !text.contains(said)) {
        None if merged.status.success() => Ok(()),
        _ => Err(format!("merged:\n{text}{}", String::from_utf8_lossy(&merged.stderr))),
    }
}

/// Whether a process ends well. One that hangs is killed.
fn wait(child: &mut Child) -> Result<bool, String> {
    let begin = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => return Ok(status.success()),
            None if begin.elapsed() > LIMIT => {
                child.kill().map_err(|error| error.to_string())?;
                let _ = child.wait();
                return Err(format!("it hangs: killed after {} s", LIMIT.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Reads all that a process writes.
fn read(from: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
