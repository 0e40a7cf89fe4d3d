//! Hostile case files, and options that cannot be followed.

use super::support::{
    MESH, SHORT, example, files, folder, garbage, output, refuses, run, succeeds,
};
use std::fs;
use std::process::{Command, Stdio};

#[test]
fn hostile_case_files() {
    let good = folder("good_case");
    let case = "box = 1\norder = 1\ncase = \"freestream\"\nfinal-time = 0.1\ncheckpoint = \"c\"\n\
                stream = [1, 0.1, 0.0, 0, 1]\n[boundary]\nx_max = \"extrapolation\"\n\
                x_min = { density = 1, velocity = [0.1, 0, 0], pressure = 1.0 }\n";
    fs::write(good.join("case.toml"), case).unwrap();
    // What the command line says wins.
    succeeds("euler", &good, &["case.toml", "--order", "2"]);
    let bytes = fs::read(good.join("c")).unwrap().len();
    assert!(bytes > 2 * 5 * 10 * 6 * 8, "order 2: {bytes} bytes");

    let deep = format!("order = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases: &[(&str, &[u8], &[&str])] = &[
        (
            "key",
            b"box = 2\nordr = 3\n",
            &["input:2: there is no key `ordr`", "the keys are mesh, "],
        ),
        (
            "underscore",
            b"box = 2\nfinal_time = 0.1\n",
            &["input:2: there is no key `final_time`", "write `final-time`"],
        ),
        (
            "string",
            b"box = 2\n\norder = \"3\"\n",
            &["input:3: `order` is a string", "a whole number"],
        ),
        ("float", b"order = 2.5", &["input:1: `order` is a float"]),
        ("range", b"order = 99", &["input:1: `order`", "from 1 to 7"]),
        ("huge_number", b"order = 99999999999999999999", &["input:1: "]),
        ("time", b"final-time = nan", &["input:1: `final-time`", "a positive number"]),
        ("word", b"case = \"comet\"", &["input:1: `case`", "possible values: vortex"]),
        ("flag", b"f32 = 1", &["input:1: `f32` is an integer", "true or false"]),
        ("list", b"boundary = [1, 2]", &["input:1: `boundary` is no table"]),
        ("state", b"stream = [1, 0, 0]", &["input:1: `stream`", "DENSITY,U,V,W,PRESSURE"]),
        ("vacuum", b"stream = [-1, 0, 0, 0, 1]", &["input:1: `stream`", "above 0"]),
        ("condition", b"[boundary]\nx_min = \"sponge\"", &["input:2: `boundary.x_min`", "sponge"]),
        ("surface", b"case = \"pulse\"\n[boundary]\nnose = \"wall\"", &["input:3: ", "`nose`"]),
        ("both", b"box = 2\nmesh = \"a\"", &["input:1: ", "cannot be used with"]),
        ("again", b"box = 2\nbox = 3", &["input:2: duplicate key"]),
        ("unfinished", b"box = 2\n[boundary", &["input:2: "]),
        ("binary_case", b"\xff\xfe\x00", &["no UTF-8 text"]),
        ("deep", deep.as_bytes(), &["input:1: "]),
        ("huge", &[b'#'; 3 << 20], &["longer than 1 MiB"]),
    ];
    for (name, contents, says) in cases {
        refuses("euler", name, Some(contents), &["input"], says);
    }
    refuses(
        "wave",
        "no_case",
        None,
        &["--config", "nosuch.toml"],
        &["the case file `nosuch.toml`"],
    );
}

#[test]
fn files_that_cannot_be_used() {
    let small = ["--box", "1", "--order", "1"];
    for (name, contents, more, says) in [
        ("no_restart", None, ["--restart", "nosuch"], "cannot read `nosuch`: "),
        ("garbage_restart", Some(garbage(999)), ["--restart", "input"], "it is no checkpoint"),
        ("boxes", None, ["--box", "1000"], "more than 2^31 nodes"),
        ("option", None, ["--ordr", "1"], "unexpected argument '--ordr'"),
    ] {
        let options = if name == "boxes" { &["--order", "7"] } else { &small[..] };
        for program in ["wave", "euler"] {
            let name = format!("{program}_{name}");
            refuses(program, &name, contents.as_deref(), &[options, &more].concat(), &[says]);
        }
    }
    let folder = folder("unwritable");
    for program in ["wave", "euler"] {
        for file in ["--history", "--checkpoint", "--output"] {
            fs::write(folder.join("file"), "").unwrap();
            let output = run(program, &folder, &[&small[..], &[file, "file/below"]].concat());
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{message}");
            assert!(message.starts_with("error: cannot write `file/below`: "), "{message}");
            assert!(message.contains("; help: check the path"), "{message}");
            assert_eq!(files(&folder), ["file"], "{file}");
        }
    }
}

/// The environment's number of threads counts where `--threads` chooses none.
#[test]
fn more_threads_than_can_be_are_refused() {
    let folder = folder("threads");
    let mut program = Command::new(example("wave"));
    program.current_dir(&folder).args(["--box", "2", "--order", "1", "--final-time", "0.01"]);
    let output = program.env("ARRAY_FN_NUM_THREADS", "1000000000").output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.starts_with("error: could not start 1000000000 threads: "), "{message}");
    assert!(
        message.contains("; help: choose fewer with `--threads`, or in the variable "),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}

/// Ends that steps do not reach are refused before anything is written.
#[test]
fn ends_that_cannot_be_reached() {
    let cannot = &["the time ", " cannot be reached from 0: the longest stable step is "];
    let small = ["--box", "1", "--order", "1"];
    for program in ["wave", "euler", "navier_stokes"] {
        for cfl in ["1e-300", "1e-15", "5e-324"] {
            let name = format!("{program}_cfl");
            refuses(program, &name, None, &[&small[..], &["--cfl", cfl]].concat(), cannot);
        }
        let tiny = MESH.replace(" 1 0 0\n", " 1e-30 0 0\n");
        let tiny = tiny.replace(" 0 1 0\n", " 0 1e-30 0\n").replace(" 0 0 1\n", " 0 0 1e-30\n");
        let name = format!("{program}_tiny");
        refuses(
            program,
            &name,
            Some(tiny.as_bytes()),
            &["--mesh", "input", "--order", "1"],
            cannot,
        );
    }
    for reynolds in ["1e-300", "1e-320", "1e-16"] {
        let arguments = [&small[..], &["--reynolds", reynolds]].concat();
        refuses("navier_stokes", "reynolds", None, &arguments, &["--reynolds"]);
    }
}

/// Numbers of which nobody thought.
#[test]
fn absurd_numbers() {
    const THREADS: &str = "a whole number from 0 to 4096";
    let threads = ["18446744073709551615", "1000000000", "4097", "-1", "1e3", ""];
    let threads = threads.map(|threads| (["--threads", threads], THREADS));
    let times = [
        (["--final-time", "-1"], "a positive number is needed"),
        (["--final-time", "1e300"], "the time 1e300 cannot be reached from 0"),
    ];
    for (arguments, says) in threads.into_iter().chain(times) {
        let folder = folder("numbers");
        let mut command = Command::new(example("wave"));
        command
            .current_dir(&folder)
            .args(&SHORT[..4])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let output = output(command.spawn().unwrap());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(says), "{message}");
    }
}
