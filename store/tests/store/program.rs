//! The program `array-fn-relayout`: kills, full disks, memory, and what it prints.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use array_fn_store::{Block, Codec, ElementType, Spec, StoredArray};

use crate::support::{Folder, Random, files, numbered};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_array-fn-relayout");

pub fn run(arguments: &[&str], folder: &Folder) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(folder.join("")).output().unwrap()
}

#[test]
fn arrays_are_inspected_planned_changed_and_verified() {
    let folder = Folder::new();
    let spec = Spec::new(ElementType::of::<u32>(), &[64, 48], &[16, 48]).codecs([Codec::Zstd(3)]);
    numbered(&folder.join("a"), &spec, &[64, 48]);
    let json = |arguments: &[&str]| -> serde_json::Value {
        let output = run(arguments, &folder);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let inspected = json(&["inspect", "a", "--json"]);
    assert_eq!((&inspected["shape"][1], &inspected["element"]), (&48.into(), &"uint32".into()));
    let change = ["a", "b", "--chunks", "24,64", "--axes", "1,0", "--element", "float64", "--json"];
    let planned = json(&[&["plan"][..], &change].concat());
    assert_eq!(planned["passes"][0]["chunks_written"], 2);
    assert!(!folder.join("b").exists());
    let done = json(&[&["run", "--verify", "--codecs", "gzip:1 crc32c"][..], &change].concat());
    assert_eq!(done["report"]["passes"][0]["chunks_read"], 4);
    let verified = json(&["verify", "a", "b", "--axes", "1,0", "--json"]);
    assert_eq!(verified["checksum"], done["report"]["checksum"]);
    let failed = run(&["verify", "a", "b"], &folder);
    assert!(!failed.status.success());
    assert!(String::from_utf8_lossy(&failed.stderr).contains("say how, such as `--axes 1,0`"));
    let failed = run(&["run", "a", "b", "--json"], &folder);
    assert!(String::from_utf8_lossy(&failed.stdout).contains("exists: remove it"));
}

/// A petabyte is planned without a byte of it.
#[test]
fn arrays_that_do_not_exist_are_planned() {
    let folder = Folder::new();
    let described = ["--shape", "1000000,250000,1000", "--source-element", "float32"];
    let plan = ["plan", "none", "new", "--memory", "64G", "--json", "--cores", "64"];
    let json = |options: &[&str]| -> serde_json::Value {
        let output = run(&[&plan[..], &described, options].concat(), &folder);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let to = ["--source-chunks", "1,2500,1000", "--chunks", "1000,250,10"];
    let planned = json(&to);
    assert_eq!(planned["bytes_written"], 1_000_000_000_000_000u64);
    assert!(planned["peak_bytes"].as_u64().unwrap() <= 64 << 30);
    let seconds = |planned: &serde_json::Value| planned["seconds"].as_f64().unwrap();
    let fast = json(&[&to[..], &["--read-speed", "120", "--write-speed", "90"]].concat());
    assert!(seconds(&fast) < seconds(&planned) / 2.0);
    let failed = run(&[&plan[..], &described, &to, &["--read-speed", "0"]].concat(), &folder);
    assert!(String::from_utf8_lossy(&failed.stderr).contains("must be positive"));
    let failed = run(&["plan", "none", "new"], &folder);
    assert!(String::from_utf8_lossy(&failed.stderr).contains("no such file"));
    // What is only described is never read as an array of its fill value.
    let spec = Spec::new(ElementType::of::<f32>(), &[10], &[5]);
    let array = StoredArray::described(folder.join("none"), &spec).unwrap();
    let error = array_fn_store::relayout(&array, folder.join("new")).run().unwrap_err();
    assert!(error.to_string().contains("no such file") && !folder.join("new").exists());
}

/// The page on a petabyte shows what its commands print.
#[test]
fn outputs_in_the_page_on_a_petabyte_are_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/petabyte.md");
    let page = std::fs::read_to_string(page).unwrap();
    let blocks: Vec<&str> = page.split("```console\n$ array-fn-relayout ").skip(1).collect();
    assert_eq!(blocks.len(), 4);
    for block in blocks {
        let (block, _) = block.split_once("```").unwrap();
        let commands = block.replace("\\\n", " ");
        let (command, expected) = commands.split_once('\n').unwrap();
        let folder = Folder::new();
        let script = format!("{PROGRAM} {command}");
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.join("")).output();
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), expected, "{command}");
    }
}

#[test]
fn kills_leave_nothing_half_and_runs_go_on() {
    let folder = Folder::new();
    let spec =
        Spec::new(ElementType::of::<u32>(), &[600, 500], &[13, 500]).codecs([Codec::Gzip(1)]);
    numbered(&folder.join("a"), &spec, &[600, 500]);
    let arguments = |passes: &'static str, target: &'static str| {
        let change =
            ["run", "a", target, "--chunks", "50,17", "--codecs", "zstd:1 crc32c", "--no-sync"];
        [&change[..], &["--passes", passes, "--memory", "12M", "--json"]].concat()
    };
    let mut random = Random(4);
    let (mut kills, mut kept) = (0, 0);
    for passes in ["1", "2"] {
        let reference = folder.join("reference");
        let start = Instant::now();
        let output = run(&arguments(passes, "reference"), &folder);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let time = start.elapsed().as_micros() as u64;
        let expected = files(&reference);
        let target = folder.join("b");
        let mut of_these = 0;
        while of_these < 25 {
            let mut child = Command::new(PROGRAM)
                .args(arguments(passes, "b"))
                .current_dir(folder.join(""))
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            // Half of them early, so that a run needs several.
            let most = if of_these % 2 == 0 { time } else { time / 3 };
            std::thread::sleep(Duration::from_micros(random.within(0, most)));
            let ended = child.try_wait().unwrap().is_some();
            child.kill().unwrap();
            child.wait().unwrap();
            of_these += u64::from(!ended);
            if target.exists() {
                // Renamed, so complete; the folder beside it may be left.
                assert!(files(&target) == expected);
                std::fs::remove_dir_all(&target).unwrap();
            }
        }
        kills += of_these;
        let output = run(&arguments(passes, "b"), &folder);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        kept += report["report"]["chunks_kept"].as_u64().unwrap();
        assert!(files(&target) == expected);
        assert!(!folder.join("b.relayout").exists());
        std::fs::remove_dir_all(&target).unwrap();
        std::fs::remove_dir_all(&reference).unwrap();
    }
    assert_eq!(kills, 50);
    println!("{kills} kills, the last runs kept {kept} chunks");
}

#[test]
fn journals_of_targets_that_are_gone_do_not_count() {
    let folder = Folder::new();
    let spec = Spec::new(ElementType::of::<u32>(), &[60, 50], &[13, 50]).codecs([Codec::Gzip(1)]);
    numbered(&folder.join("a"), &spec, &[60, 50]);
    let limited =
        "trap '' XFSZ; ulimit -f 4; exec \"$0\" run a b --chunks 60,24 --threads 1 --no-sync";
    let output =
        Command::new("bash").args(["-c", limited, PROGRAM]).current_dir(folder.join("")).output();
    assert!(!output.unwrap().status.success());
    // As after a kill between the new name and the removal of the folder, when the target is removed later.
    let journal = folder.join("b.relayout/journal");
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(text.lines().count(), 2);
    std::fs::write(&journal, format!("{text}0 0\n0 1\n0 2\n")).unwrap();
    std::fs::remove_dir_all(folder.join("b.relayout/target")).unwrap();
    let output = run(
        &["run", "a", "b", "--chunks", "60,24", "--threads", "1", "--verify", "--json"],
        &folder,
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["report"]["chunks_kept"], 0);
}

#[test]
fn full_disks_are_errors_of_chunks() {
    let folder = Folder::new();
    let spec = Spec::new(ElementType::of::<u32>(), &[100, 100], &[10, 100]);
    numbered(&folder.join("a"), &spec, &[100, 100]);
    // A limit of 8 KiB for files, as an error and not as a signal.
    let limited = |target: &str| {
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" run a \"$1\" --chunks 100,30";
        let output = Command::new("bash")
            .args(["-c", script, PROGRAM, target])
            .current_dir(folder.join(""))
            .output()
            .unwrap();
        assert!(!output.status.success() && !folder.join(target).exists());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let text = limited("b");
    assert!(text.contains("chunk [0, ") && text.contains("could not write"), "{text}");
    assert!(text.contains("b.relayout/target/c/0/"), "{text}");
    // With room, the same change succeeds.
    assert!(run(&["run", "a", "b", "--chunks", "100,30", "--verify"], &folder).status.success());
}

/// The most memory that a process had, in bytes, as it says at its end.
pub fn peak(arguments: &[&str], folder: &Folder) -> u64 {
    let output = run(&[arguments, &["--json"]].concat(), folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    value["peak_resident_bytes"].as_u64().unwrap()
}

#[test]
fn processes_grow_by_no_more_than_the_memory() {
    let folder = Folder::new();
    let shape = [4096, 4096];
    for (name, codecs) in [("plain", vec![]), ("coded", vec![Codec::Zstd(1), Codec::Crc32c])] {
        let spec = Spec::new(ElementType::of::<u32>(), &shape, &[128, 4096]).codecs(codecs);
        let array = StoredArray::create(folder.join(name), &spec).unwrap();
        let mut random = Random(3);
        let bytes: Vec<u8> =
            (0..128 * 4096).flat_map(|_| (random.next() as u32).to_le_bytes()).collect();
        for k in 0..32 {
            let block = Block { start: vec![k * 128, 0], shape: vec![128, 4096] };
            array.write_block(&block, &bytes).unwrap();
        }
        let target = format!("{name}-target");
        let codecs = if name == "plain" { "none" } else { "zstd:1 crc32c" };
        let base = peak(&["inspect", name], &folder);
        let change = ["run", name, &target, "--chunks", "4096,64", "--codecs", codecs, "--no-sync"];
        let peak = peak(&[&change[..], &["--memory", "32M"]].concat(), &folder);
        assert!(peak > base && peak < base + (32 << 20), "{name}: {base} to {peak}");
    }
    assert!(Path::new(&folder.join("plain-target")).exists());
}
