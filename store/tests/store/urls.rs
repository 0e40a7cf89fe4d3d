//! The program `array-fn-relayout` and URLs.

use crate::program::run;
#[cfg(not(feature = "object-store"))]
use crate::support::Folder;

#[cfg(not(feature = "object-store"))]
#[test]
fn programs_without_stores_say_so() {
    let folder = Folder::new();
    let spec = array_fn_store::Spec::new(array_fn_store::ElementType::of::<u32>(), &[4], &[2]);
    crate::support::numbered(&folder.join("a"), &spec, &[4]);
    for arguments in [["inspect", "s3://bucket/a"].as_slice(), &["run", "a", "file:///b"]] {
        let output = run(arguments, &folder);
        let text = String::from_utf8_lossy(&output.stderr);
        let is_right = text.contains("was built without these") && text.contains("--features aws");
        assert!(!output.status.success() && is_right, "{text}");
    }
}

#[cfg(feature = "object-store")]
mod with_stores {
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use array_fn_store::{Block, Codec, ElementType, Spec, Store, StoredArray};

    use super::run;
    use crate::program::{PROGRAM, peak};
    use crate::support::{Folder, Random, files, numbered};

    fn url(folder: &Folder, name: &str) -> String {
        format!("file://{}", folder.join(name).display())
    }

    #[test]
    fn arrays_are_changed_by_url() {
        let folder = Folder::new();
        let spec =
            Spec::new(ElementType::of::<u32>(), &[64, 48], &[16, 48]).codecs([Codec::Zstd(3)]);
        numbered(&folder.join("a"), &spec, &[64, 48]);
        let (a, b) = (url(&folder, "a"), url(&folder, "b"));
        let succeeds = |arguments: &[&str]| {
            let output = run(arguments, &folder);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        assert!(succeeds(&["inspect", &a]).starts_with(&format!("{a}: zarr 3")));
        succeeds(&["run", &a, &b, "--chunks", "24,30", "--verify"]);
        succeeds(&["verify", "a", &b]);
        succeeds(&["verify", &a, "b"]);
        let failed = run(&["run", &a, &b], &folder);
        let text = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert!(text.contains(&format!("{b} exists: remove it")), "{text}");
    }

    /// The files of a target, without those that a store was about to rename when it was killed.
    fn objects(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = files(root);
        files.retain(|(path, _)| !path.to_string_lossy().contains('#'));
        files
    }

    #[test]
    fn kills_leave_nothing_half_and_runs_go_on() {
        let folder = Folder::new();
        let spec =
            Spec::new(ElementType::of::<u32>(), &[600, 500], &[13, 500]).codecs([Codec::Gzip(1)]);
        numbered(&folder.join("a"), &spec, &[600, 500]);
        let store = Store::from_url(&url(&folder, "")).unwrap();
        let (reference, target) = (url(&folder, "reference"), url(&folder, "b"));
        let arguments = |passes: &'static str, target: &str| -> Vec<String> {
            let change = ["run", "a", target, "--chunks", "50,17", "--codecs", "zstd:1 crc32c"];
            let how = ["--passes", passes, "--memory", "64M", "--threads", "4", "--json"];
            change.iter().chain(&how).map(|&word| word.to_owned()).collect()
        };
        let complete = |arguments: &[String]| -> u64 {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = run(&arguments, &folder);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            report["report"]["chunks_kept"].as_u64().unwrap()
        };
        let (mut random, mut kept) = (Random(6), 0);
        for passes in ["1", "2"] {
            let start = Instant::now();
            complete(&arguments(passes, &reference));
            let time = start.elapsed().as_micros() as u64;
            let expected = files(&folder.join("reference"));
            for round in 0..12 {
                let mut child = Command::new(PROGRAM)
                    .args(arguments(passes, &target))
                    .current_dir(folder.join(""))
                    .stdout(Stdio::null())
                    .spawn()
                    .unwrap();
                std::thread::sleep(Duration::from_micros(random.within(0, time)));
                child.kill().unwrap();
                child.wait().unwrap();
                if StoredArray::open_at(&store, "b").is_err() {
                    if round % 3 != 2 {
                        // Killed again.
                        continue;
                    }
                    kept += complete(&arguments(passes, &target));
                }
                assert!(objects(&folder.join("b")) == expected);
                std::fs::remove_dir_all(folder.join("b")).unwrap();
            }
            if folder.join("b").exists() {
                std::fs::remove_dir_all(folder.join("b")).unwrap();
            }
            std::fs::remove_dir_all(folder.join("reference")).unwrap();
        }
        assert!(kept > 0);
    }

    #[test]
    fn processes_grow_by_no_more_than_the_memory() {
        let folder = Folder::new();
        for (name, codecs) in [("plain", vec![]), ("coded", vec![Codec::Zstd(1), Codec::Crc32c])] {
            let spec =
                Spec::new(ElementType::of::<u32>(), &[4096, 4096], &[128, 4096]).codecs(codecs);
            let array = StoredArray::create(folder.join(name), &spec).unwrap();
            let mut random = Random(3);
            let bytes: Vec<u8> =
                (0..128 * 4096).flat_map(|_| (random.next() as u32).to_le_bytes()).collect();
            for k in 0..32 {
                let block = Block { start: vec![k * 128, 0], shape: vec![128, 4096] };
                array.write_block(&block, &bytes).unwrap();
            }
            let (source, target) = (url(&folder, name), url(&folder, &format!("{name}-target")));
            let codecs = if name == "plain" { "none" } else { "zstd:1 crc32c" };
            let base = peak(&["inspect", &source], &folder);
            let change = ["run", &source, &target, "--chunks", "4096,64", "--codecs", codecs];
            for memory in [48, 64] {
                let most = format!("{memory}M");
                let peak = peak(&[&change[..], &["--memory", &most]].concat(), &folder);
                assert!(peak > base && peak < base + (memory << 20), "{name}: {base} to {peak}");
                std::fs::remove_dir_all(folder.join(&format!("{name}-target"))).unwrap();
            }
        }
    }
}
