//! Runs that end early, and what goes on from their checkpoints.

use super::support::{files, folder, output, run, start, succeeds};
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The time of a checkpoint, which its header has as text.
fn time_of(checkpoint: &[u8]) -> f64 {
    let text = String::from_utf8_lossy(checkpoint);
    text.lines().find_map(|line| line.strip_prefix("time\t")).unwrap().parse().unwrap()
}

/// A solver with options, and a final time that takes some hundred short steps to reach.
const RUNS: [(&str, &[&str], f64); 3] = [
    ("euler", &["--case", "pulse", "--box", "2", "--order", "1", "--final-time"], 15.0),
    ("wave", &["--box", "2", "--order", "1", "--final-time"], 20.0),
    ("navier_stokes", &["--case", "tgv", "--box", "2", "--order", "1", "--final-time"], 8.0),
];
const FILES: [&str; 6] = ["--checkpoint", "c", "--checkpoint-every", "10", "--history", "h.csv"];

/// Shorter runs are over before a signal can be sent within them.
const SHORTEST: Duration = Duration::from_millis(300);

/// A final time, `time` or later, that takes [`SHORTEST`] to reach without files. The programs are in the machine's
/// caches after it, so that the next run takes no longer than the later ones.
fn lasting(program: &str, options: &[&str], mut time: f64) -> f64 {
    let folder = folder(&format!("{program}_lasting"));
    loop {
        let start = Instant::now();
        succeeds(program, &folder, &[options, &[&time.to_string()]].concat());
        if start.elapsed() >= SHORTEST {
            return time;
        }
        time *= 2.0;
    }
}

/// The checkpoint and the history at the end of a run that nothing disturbs, and how long it takes.
fn undisturbed(program: &str, name: &str, options: &[&str]) -> (Vec<u8>, String, Duration) {
    let folder = folder(&format!("{program}_{name}_undisturbed"));
    let start = Instant::now();
    succeeds(program, &folder, options);
    let duration = start.elapsed();
    let history = fs::read_to_string(folder.join("h.csv")).unwrap();
    (fs::read(folder.join("c")).unwrap(), history, duration)
}

/// A share of one, uniformly distributed.
fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 11) as f64 / (1u64 << 53) as f64
}

/// Waits until a run has written a checkpoint of a time or a later one, and up to a millisecond more: the moment may be
/// within a step, within a checkpoint's writing or after the run's end. How fast the machine is has no part in it.
fn wait_for(child: &mut Child, checkpoint: &Path, time: f64, seed: &mut u64) {
    let reached = || fs::read(checkpoint).is_ok_and(|bytes| time_of(&bytes) >= time);
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() && !reached() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no checkpoint of time {time} in a minute"
        );
        std::thread::sleep(Duration::from_micros(100));
    }
    std::thread::sleep(Duration::from_millis(1).mul_f64(random(seed)));
}

/// Killed without a chance to do anything, at moments all over the run: 5 times each, or as often as
/// `ARRAY_FN_KILLS` says.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation: cargo test --release --test drivers"
)]
fn killed_runs_go_on_bit_for_bit() {
    let kills: usize = std::env::var("ARRAY_FN_KILLS").map_or(5, |kills| kills.parse().unwrap());
    for (program, options, time) in RUNS {
        let time = time.to_string();
        let options = [options, &[&*time], &FILES].concat();
        let (end, history, _) = undisturbed(program, "killed", &options);
        let folder = folder(&format!("{program}_killed"));
        let last = time_of(&end);
        let (mut seed, mut within) = (7u64, 0);
        for repetition in 0..kills {
            for file in ["c", "h.csv"] {
                let _ = fs::remove_file(folder.join(file));
            }
            let share = random(&mut seed);
            let mut child = start(program, &folder, &options);
            wait_for(&mut child, &folder.join("c"), share * last, &mut seed);
            child.kill().unwrap();
            child.wait().unwrap();
            // Before the first checkpoint there is nothing to go on from.
            let checkpoint = fs::read(folder.join("c")).ok();
            let restart: &[&str] = match checkpoint {
                Some(_) => &["--restart", "c"],
                None => &[],
            };
            let time = checkpoint.map_or(0.0, |bytes| time_of(&bytes));
            within += usize::from(time > 0.0 && time < last);
            succeeds(program, &folder, &[&options[..], restart].concat());
            let again = fs::read(folder.join("c")).unwrap();
            assert!(again == end, "{program}, repetition {repetition}, killed at time {time}");
            let rows = fs::read_to_string(folder.join("h.csv")).unwrap();
            assert!(rows == history, "{program}, repetition {repetition}, killed at time {time}");
            // Also of what the killed run was writing nothing is left.
            assert_eq!(files(&folder), ["c", "h.csv"], "{program}, repetition {repetition}");
        }
        println!("{program}: {within} of {kills} were killed within the run");
        assert!(5 * within >= kills, "{program}: {within} of {kills} were killed within the run");
    }
}

/// Ctrl-C: a checkpoint, the exit status of an interrupted program, the rest as if nothing had been.
#[cfg(unix)]
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation: cargo test --release --test drivers"
)]
fn interrupted_runs_write_a_checkpoint() {
    for (program, options, time) in RUNS {
        // No checkpoint but that of the start and the end, and the one asked for.
        let time = lasting(program, options, time).to_string();
        let files = [&*time, "--checkpoint", "c", "--frames", "1", "--history", "h.csv"];
        let options = [options, &files].concat();
        let (end, history, duration) = undisturbed(program, "interrupted", &options);
        let folder = folder(&format!("{program}_interrupted"));
        let mut interrupted = 0;
        for share in [0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.2] {
            let child = start(program, &folder, &options);
            std::thread::sleep(duration.mul_f64(share));
            let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            let output = output(child);
            // At its end already, or not yet watching.
            if !signal.unwrap().success() || output.status.code() != Some(130) {
                continue;
            }
            interrupted += 1;
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(message.starts_with("error: interrupted at time "), "{message}");
            assert!(message.contains("help: `--restart c` goes on from time "), "{message}");
            let time = time_of(&fs::read(folder.join("c")).unwrap());
            assert!(time > 0.0 && message.contains(&format!("time {time}")), "{message}");
            succeeds(program, &folder, &[&options[..], &["--restart", "c"]].concat());
            assert!(fs::read(folder.join("c")).unwrap() == end, "{program} from {time}");
            assert_eq!(fs::read_to_string(folder.join("h.csv")).unwrap(), history);
        }
        assert!(interrupted > 0, "{program}");
    }
}

/// A flow that breaks down says where, and where to go on; its last checkpoint is a good one.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation: cargo test --release --test drivers"
)]
fn breakdowns() {
    let folder = folder("breakdown");
    let options = ["--box", "3", "--order", "2", "--checkpoint", "c", "--checkpoint-every", "10"];
    let unstable = ["--cfl", "2", "--final-time", "60"];
    let output = run("wave", &folder, &[&options[..], &unstable].concat());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.starts_with("error: the solution is not finite at time "), "{message}");
    assert!(message.contains(" in element ") && message.contains("`--restart c`"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let time = time_of(&fs::read(folder.join("c")).unwrap());
    assert!(message.contains(", with `--with-changes`"), "{message}");
    let end = (time + 0.01).to_string();
    let stable = ["--restart", "c", "--with-changes", "--final-time", &end];
    succeeds("wave", &folder, &[&options[..], &stable].concat());
}
