//! Files that outputs may replace, and those that killed runs leave.

use super::support::{MESH, SHORT, files, folder, refusal, succeeds};
use std::fs;

/// No output takes the place of an input, of another output, or of what is no file.
#[test]
fn outputs_replace_nothing_else() {
    for program in ["wave", "euler", "navier_stokes"] {
        let folder = folder(&format!("{program}_outputs"));
        fs::write(folder.join("m.msh"), MESH).unwrap();
        fs::write(folder.join("case.toml"), "order = 1\n").unwrap();
        fs::create_dir(folder.join("below")).unwrap();
        fs::hard_link(folder.join("m.msh"), folder.join("hard.msh")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("m.msh", folder.join("soft.msh")).unwrap();
        let before = files(&folder);
        let end = &SHORT[2..];
        let mesh = [&["--mesh", "m.msh"], end].concat();
        let outputs: [(&str, &[&str]); 4] = [
            ("--history", &[]),
            ("--checkpoint", &[]),
            ("--picture", &[]),
            ("--plot", &["--history", "h.csv"]),
        ];
        for (output, more) in outputs {
            let clash = |arguments: &[&str], with: &str| {
                let message = refusal(program, &folder, &[arguments, more].concat());
                let says =
                    format!("would write over the file of `{with}`; help: name another file");
                assert!(message.contains(&says), "{message}");
                assert_eq!(files(&folder), before, "{arguments:?}");
                assert_eq!(fs::read_to_string(folder.join("m.msh")).unwrap(), MESH);
            };
            let mut names = vec!["m.msh", "./m.msh", "below/../m.msh", "hard.msh"];
            if cfg!(unix) {
                names.push("soft.msh");
            }
            for name in names {
                clash(&[&mesh[..], &[output, name]].concat(), "--mesh");
            }
            clash(&[&["case.toml", output, "case.toml"], &SHORT[..]].concat(), "CASE.toml");
            clash(&[&["--output", "o", output, "o"], &SHORT[..]].concat(), "--output");
            let list = format!("below/{program}.pvd");
            clash(&[&["--output", "below", output, &list], &SHORT[..]].concat(), "--output");
            let list = format!("below/{program}_0003.vtu");
            clash(&[&["--output", "below", output, &list], &SHORT[..]].concat(), "--output");
        }
        for (first, second) in [
            ("--history", "--checkpoint"),
            ("--history", "--picture"),
            ("--checkpoint", "--picture"),
            ("--history", "--plot"),
        ] {
            let arguments = [&SHORT[..], &[first, "x", second, "below/../x"]].concat();
            let message = refusal(program, &folder, &arguments);
            assert!(message.contains(&format!("the file of `{first}`")), "{message}");
            assert_eq!(files(&folder), before);
        }
        // A run goes on in the file that it goes on from, but in no other way.
        succeeds(program, &folder, &[&SHORT[..], &["--checkpoint", "c"]].concat());
        let again = [&SHORT[..], &["--restart", "c", "--checkpoint", "c"]].concat();
        succeeds(program, &folder, &again);
        let message = refusal(
            program,
            &folder,
            &[&SHORT[..], &["--restart", "c", "--history", "c"]].concat(),
        );
        assert!(message.contains("the file of `--restart`"), "{message}");
        let message = refusal(program, &folder, &[&SHORT[..], &["--picture", "below"]].concat());
        assert!(message.contains("cannot write `below`: it is a folder"), "{message}");
        let message = refusal(program, &folder, &[&SHORT[..], &["--output", "m.msh"]].concat());
        assert!(message.contains("cannot write `m.msh`"), "{message}");
    }
}

/// A second of a killed run's work: what it was writing goes with the next start, what others write stays.
#[test]
fn leftovers_go() {
    let folder = folder("leftovers");
    let left = ["c.99999-3.array-fn-tmp", "out/wave_0003.vtu.1-2.array-fn-tmp"];
    let foreign = ["c.99999-3.tmp", "d.99999-3.array-fn-tmp", "out/other.1-2.array-fn-tmp"];
    fs::create_dir(folder.join("out")).unwrap();
    for name in left.iter().chain(&foreign) {
        fs::write(folder.join(name), "part").unwrap();
    }
    // One that a living program holds.
    let held = fs::File::create(folder.join("c.99999-4.array-fn-tmp")).unwrap();
    held.lock().unwrap();
    succeeds("wave", &folder, &[&SHORT[..], &["--checkpoint", "c", "--output", "out"]].concat());
    for name in left {
        assert!(!folder.join(name).exists(), "{name}");
    }
    for name in foreign.iter().chain(&["c.99999-4.array-fn-tmp"]) {
        assert!(folder.join(name).exists(), "{name}");
    }
}
