//! Runs on ranks that are processes of MPI, where a program was built with the feature `mpi`. `ARRAY_FN_MPIRUN` names the
//! launcher.

use super::support::{example, folder};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn mpirun(ranks: usize, program: &str, folder: &Path, arguments: &[&str]) -> Child {
    let launcher = std::env::var("ARRAY_FN_MPIRUN").unwrap_or("mpirun".into());
    let mut command = Command::new(&launcher);
    if !launcher.contains("mpich") {
        command.arg("--oversubscribe");
    }
    command
        .args(["-n", &ranks.to_string()])
        .arg(example(program))
        .args(arguments)
        .args(["--threads", "1", "--json", "--device", "cpu"])
        .current_dir(folder)
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .env("OMPI_MCA_mpi_yield_when_idle", "1")
        .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The checksum of the last state of a run that succeeds.
fn checksum(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["state_crc"].to_string()
}

fn threads(ranks: &str, program: &str, folder: &Path, arguments: &[&str]) -> String {
    let child = Command::new(example(program))
        .args(arguments)
        .args(["--ranks", ranks, "--threads", "1", "--json"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    checksum(child.unwrap())
}

#[test]
fn processes_give_the_bits_of_threads() {
    for (program, case) in [("wave", "pulse"), ("euler", "pulse"), ("navier_stokes", "tgv")] {
        let folder = folder(&format!("{program}_mpi"));
        let common = ["--case", case, "--order", "1", "--box", "2", "--final-time", "0.02"];
        let files = ["--checkpoint", "c", "--history", "h.csv"];
        let expected = threads("2", program, &folder, &[&common[..], &files].concat());
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        let (written, history) = (read("c"), read("h.csv"));
        for ranks in [1, 2, 3] {
            let files = ["--checkpoint", "c", "--history", "h.csv", "--output", "vtu"];
            let run = mpirun(ranks, program, &folder, &[&common[..], &files].concat());
            assert_eq!(checksum(run), expected, "{program}, {ranks} ranks");
            let pieces = fs::read_dir(folder.join("vtu")).unwrap().count();
            assert!(pieces > ranks, "{program}, {ranks} ranks");
            assert!(read("c") == written, "{program}, {ranks} ranks: another checkpoint");
            assert!(read("h.csv") == history, "{program}, {ranks} ranks: another history");
        }
        let longer = ["--case", case, "--order", "1", "--box", "2", "--final-time", "0.03"];
        let longer = [&longer[..], &["--restart", "c"]].concat();
        let expected = threads("2", program, &folder, &longer);
        for ranks in [1, 2, 4] {
            let run = mpirun(ranks, program, &folder, &longer);
            assert_eq!(checksum(run), expected, "{program}, {ranks} ranks go on");
        }
        // A record that one of the ranks reads.
        let mut flipped = written.clone();
        flipped[written.len() - 500] ^= 2;
        for bytes in [&flipped[..], &written[..written.len() - 5]] {
            fs::write(folder.join("c"), bytes).unwrap();
            let output = mpirun(3, program, &folder, &longer).wait_with_output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success(), "{program}: damage is not found");
            assert!(errors.contains("cannot go on from `c`: it "), "{program}: {errors}");
        }
    }
}

/// Mesh files that rank 0 hands out, a limiter that needs elements around vertices, and a picture.
#[test]
fn processes_share_files_and_pictures() {
    let folder = folder("mpi_meshes");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data");
    let mesh = |name: &str| data.join(name).to_str().unwrap().to_owned();
    let (curved, parts) = (mesh("shell_second_order.msh"), mesh("hole_parts_41_binary.msh"));
    let short = ["--order", "1", "--final-time", "0.002", "--picture", "p.svg"];
    for (program, more) in [
        ("wave", vec!["--mesh", &curved]),
        ("euler", vec!["--mesh", &parts, "--boundary", "sphere=wall"]),
        ("euler", vec!["--case", "sod", "--box", "6"]),
    ] {
        let arguments = [&short[..], &more].concat();
        let expected = threads("2", program, &folder, &arguments);
        let picture = fs::read(folder.join("p.svg")).unwrap();
        for ranks in [1, 3] {
            let sum = checksum(mpirun(ranks, program, &folder, &arguments));
            assert_eq!(sum, expected, "{program} {more:?}, {ranks} ranks");
            let drawn = fs::read(folder.join("p.svg")).unwrap();
            assert!(drawn == picture, "{program} {more:?}, {ranks} ranks: another picture");
        }
    }
    fs::write(folder.join("cut.msh"), &fs::read(&parts).unwrap()[..2000]).unwrap();
    let run = mpirun(3, "wave", &folder, &["--mesh", "cut.msh"]);
    let output = run.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("the file ends within $"), "{errors}");
}

/// A rank that is killed ends the others within seconds, and its run goes on from the checkpoint.
#[test]
fn killed_ranks_end_the_run_and_lose_no_checkpoint() {
    let folder = folder("mpi_kills");
    let common = ["--order", "2", "--box", "4", "--final-time", "0.6"];
    let expected = threads("2", "wave", &folder, &common);
    let kills: u64 = std::env::var("ARRAY_FN_KILLS").map_or(4, |n| n.parse().unwrap());
    for kill in 0..kills {
        let file = format!("checkpoint_{kill}");
        let path = folder.join(&file);
        let path = path.to_str().unwrap();
        let files = ["--checkpoint", path, "--checkpoint-every", "1", "--frames", "1"];
        let mut run = mpirun(3, "wave", &folder, &[&common[..], &files].concat());
        let start = Instant::now();
        while !Path::new(path).exists() {
            assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint is written");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(kill * 37 % 200));
        let of_run = Command::new("pgrep").args(["-f", path]).output().unwrap();
        let all = String::from_utf8(of_run.stdout).unwrap();
        let is_rank = |pid: &&str| {
            let program = fs::read_link(format!("/proc/{pid}/exe"));
            program.is_ok_and(|program| program.file_stem().is_some_and(|name| name == "wave"))
        };
        let ranks: Vec<&str> = all.lines().filter(is_rank).collect();
        // The run may have ended by itself.
        if let Some(rank) = ranks.get(kill as usize % ranks.len().max(1)) {
            let _ = Command::new("kill").args(["-9", rank]).status();
        }
        let start = Instant::now();
        while run.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(10), "kill {kill}: the others go on");
            std::thread::sleep(Duration::from_millis(5));
        }
        let on = [&common[..], &["--restart", path]].concat();
        assert_eq!(threads("2", "wave", &folder, &on), expected, "kill {kill}");
    }
}
