//! Outputs that are no regular files.

use super::support::{SHORT, example, files, folder, output, refusal, run, succeeds};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Links are followed, pipes and devices are written to or refused: in a folder, never those of the system.
#[test]
fn links_pipes_and_devices() {
    std::thread::scope(|scope| {
        for program in ["wave", "euler", "navier_stokes"] {
            scope.spawn(move || links_pipes_and_devices_of(program));
        }
    });
}

fn links_pipes_and_devices_of(program: &str) {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let outputs: [(&str, &[&str]); 4] = [
        ("--history", &[]),
        ("--checkpoint", &[]),
        // A window that the mesh hardly covers: few pixels to find elements for.
        ("--picture", &["--picture-window", "0,100,0,100"]),
        ("--plot", &["--history", "h.csv"]),
    ];
    let folder = folder(&format!("{program}_special"));
    fs::create_dir(folder.join("below")).unwrap();
    for (output, more) in outputs {
        let link = folder.join("link");
        symlink("below/file", &link).unwrap();
        // As there is no such file yet, and as there is one.
        for _ in 0..2 {
            succeeds(program, &folder, &[&SHORT[..], &[output, "link"], more].concat());
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{output}");
            assert!(!fs::read(folder.join("below/file")).unwrap().is_empty(), "{output}");
        }
        assert_eq!(files(&folder.join("below")), ["file"]);
        fs::remove_file(folder.join("below/file")).unwrap();
        fs::remove_file(link).unwrap();
    }
    let made = |command: &str, arguments: &[&str]| {
        let made = Command::new(command).current_dir(&folder).args(arguments).status();
        made.is_ok_and(|status| status.success())
    };
    assert!(made("mkfifo", &["pipe"]));
    // Only root may.
    let devices =
        made("mknod", &["full", "c", "1", "7"]) && made("mknod", &["null", "c", "1", "3"]);
    for (output, more) in &outputs[1..] {
        let mut names = vec![("pipe", "a named pipe")];
        if devices {
            names.extend([("full", "a device"), ("null", "a device")]);
        }
        for (name, kind) in names {
            let message = refusal(program, &folder, &[&SHORT[..], &[output, name], more].concat());
            assert!(message.contains(&format!("cannot write `{name}`: it is {kind}")), "{message}");
        }
    }
    let plot = ["--history", "pipe", "--plot", "p.svg"];
    let message = refusal(program, &folder, &[&SHORT[..], &plot].concat());
    assert!(message.contains("a history that can be read again"), "{message}");

    // A history goes where it is sent as it grows.
    let reader = {
        let pipe = folder.join("pipe");
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    succeeds(program, &folder, &[&SHORT[..], &["--history", "pipe"]].concat());
    let rows = reader.join().unwrap();
    succeeds(program, &folder, &[&SHORT[..], &["--history", "h.csv"]].concat());
    assert_eq!(rows, fs::read_to_string(folder.join("h.csv")).unwrap(), "{program}");
    let output = run(program, &folder, &[&SHORT[..], &["--history", "/dev/stdout"]].concat());
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(&rows) && text.trim_end().ends_with('}'), "{text}");
    if devices {
        succeeds(program, &folder, &[&SHORT[..], &["--history", "null"]].concat());
        let message = refusal(program, &folder, &[&SHORT[..], &["--history", "full"]].concat());
        assert!(message.contains("cannot write `full`: No space left"), "{message}");
        for name in ["full", "null"] {
            let kind = fs::symlink_metadata(folder.join(name)).unwrap().file_type();
            assert!(kind.is_char_device(), "{name}");
        }
    }
    assert!(fs::symlink_metadata(folder.join("pipe")).unwrap().file_type().is_fifo());
    // The file that the output is sent to is not replaced behind its back.
    let log = fs::File::create(folder.join("log")).unwrap();
    let mut command = Command::new(example(program));
    command.current_dir(&folder).args(SHORT).args(["--threads", "1", "--checkpoint", "log"]);
    let status = command.stdout(log).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

/// Where nobody reads, programs end quietly; where there is no space, with status 2.
#[test]
fn output_that_goes_nowhere() {
    let folder = folder("nowhere");
    let nobody = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    let made = Command::new("mknod").current_dir(&folder).args(["full", "c", "1", "7"]).status();
    let full = match made.is_ok_and(|status| status.success()) {
        true => folder.join("full"),
        // Without the rights to make one, there are none to replace the system's either.
        false => PathBuf::from("/dev/full"),
    };
    let short = ["--threads", "1", "--output", "o"];
    for program in ["wave", "euler", "navier_stokes", "verify"] {
        let solves = program != "verify";
        let kinds: &[&[&str]] = match solves {
            true => &[&["--help"], &[], &["--json"]],
            false => &[&["--help"], &["--quick"]],
        };
        for kind in kinds {
            let command = || {
                let mut command = Command::new(example(program));
                command.current_dir(&folder).args(*kind).stdin(Stdio::null());
                if solves {
                    command.args(SHORT).args(short);
                }
                command
            };
            let unread = command().stdout(nobody()).stderr(Stdio::piped()).spawn().unwrap();
            let unread = output(unread);
            assert_eq!(unread.status.code(), Some(0), "{program} {kind:?}");
            assert_eq!(String::from_utf8_lossy(&unread.stderr), "", "{program} {kind:?}");
            let device = fs::File::options().write(true).open(&full).unwrap();
            let no_space = output(command().stdout(device).stderr(Stdio::piped()).spawn().unwrap());
            let message = String::from_utf8_lossy(&no_space.stderr).into_owned();
            assert_eq!(no_space.status.code(), Some(2), "{program} {kind:?}: {message}");
            let says = "error: cannot write to the standard output: No space left on device";
            assert!(message.starts_with(says), "{program} {kind:?}: {message}");
        }
        // Errors that nobody reads are errors all the same.
        let wrong = command_with_unread_errors(program, &folder, nobody());
        assert_eq!(wrong.code(), Some(2), "{program}");
    }
    // A reader of a history that goes away.
    let arguments = ["--history", "/dev/stdout", "--json"];
    let mut command = Command::new(example("wave"));
    command.current_dir(&folder).args(SHORT).args(arguments).stdout(nobody());
    let unread = output(command.stderr(Stdio::piped()).spawn().unwrap());
    assert_eq!(unread.status.code(), Some(0));
    let plots = ["--quick", "--plots", "o/wave.pvd/below"];
    let mut command = Command::new(example("verify"));
    let refused = output(
        command
            .current_dir(&folder)
            .args(plots)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot write `o/wave.pvd/below`: "));
}

fn command_with_unread_errors(
    program: &str,
    folder: &Path,
    errors: std::io::PipeWriter,
) -> std::process::ExitStatus {
    let mut command = Command::new(example(program));
    let child = command.current_dir(folder).arg("--nonsense").stdout(Stdio::null()).stderr(errors);
    output(child.spawn().unwrap()).status
}
