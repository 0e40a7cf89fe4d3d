//! The examples `wave`, `euler` and `navier_stokes` as programs: killed at any moment they go on bit for bit; whatever is
//! wrong with a file is one line with a remedy, exit status 2, and leaves nothing behind; and no file is lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The built example, which `cargo test` builds with the tests; for a single test it is built here, if it never was.
fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let target = tests.ancestors().nth(2).unwrap();
    let path = target.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        let release = target.ends_with("release").then_some("--release");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--example", name])
            .args(release)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(built.unwrap().success());
    }
    path
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drivers").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn start(program: &str, folder: &Path, arguments: &[&str]) -> Child {
    Command::new(example(program))
        .current_dir(folder)
        .args(arguments)
        .args(["--threads", "1", "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for a program, not for ever.
fn output(mut child: Child) -> Output {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("a program hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

/// Names of what is in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    output(start(program, folder, arguments))
}

fn succeeds(program: &str, folder: &Path, arguments: &[&str]) {
    let output = run(program, folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {errors}");
}

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

/// One tetrahedron between walls.
const MESH: &str = "\
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
2 1 \"wall\"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
5
1 2 2 1 1 1 2 3
2 2 2 1 1 1 2 4
3 2 2 1 1 2 3 4
4 2 2 1 1 1 3 4
5 4 2 2 1 1 2 3 4
$EndElements
";

fn with(from: &str, to: &str) -> Vec<u8> {
    assert!(MESH.contains(from), "{from}");
    MESH.replacen(from, to, 1).into_bytes()
}

/// Bytes without any meaning, the same each time.
fn garbage(count: usize) -> Vec<u8> {
    let mut seed = 1u32;
    let next = || {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        (seed >> 24) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// MSH 4.1, binary, with counts that no file can hold.
fn absurd_binary(section: &str, counts: &[u64]) -> Vec<u8> {
    let mut bytes = b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n".to_vec();
    bytes.extend(format!("${section}\n").bytes());
    bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
    bytes.extend([0; 64]);
    bytes
}

/// Runs a program on a hostile file `input` in a folder of its own, which has to stay as it is.
fn refuses(program: &str, name: &str, contents: Option<&[u8]>, arguments: &[&str], says: &[&str]) {
    let folder = folder(&format!("hostile_{name}"));
    if let Some(contents) = contents {
        fs::write(folder.join("input"), contents).unwrap();
    }
    let outputs = ["--output", "out", "--history", "h.csv", "--checkpoint", "c"];
    let start = Instant::now();
    let output = run(program, &folder, &[arguments, &outputs, &["--final-time", "0.01"]].concat());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{name}: {message}");
    assert!(start.elapsed() < Duration::from_secs(20), "{name} takes {:?}", start.elapsed());
    assert!(message.starts_with("error: ") && message.lines().count() == 1, "{name}: {message}");
    assert!(message.len() < 2000 && message.contains("; help: "), "{name}: {message}");
    for part in says {
        assert!(message.contains(part), "{name}: `{part}` is not in: {message}");
    }
    assert!(output.stdout.is_empty(), "{name}");
    let left = files(&folder);
    assert!(left.iter().all(|file| file == "input"), "{name} leaves {left:?}");
}

#[test]
fn hostile_meshes() {
    let good = folder("good_mesh");
    fs::write(good.join("input"), MESH).unwrap();
    succeeds("wave", &good, &["--mesh", "input", "--final-time", "0.01", "--order", "1"]);

    let periodic = "$EndElements\n$Periodic\n1\n2 1 1\n1\n1 2\n$EndPeriodic\n";
    let flat: &[&str] = &["input:21: tetrahedron 5 is flat"];
    let cases: &[(&str, Vec<u8>, &[&str])] = &[
        ("empty", Vec::new(), &["`input` is not a Gmsh mesh"]),
        ("garbage", garbage(5000), &["`input` is not a Gmsh mesh"]),
        (
            "garbage_inside",
            [&MESH.as_bytes()[..120], &garbage(5000)].concat(),
            &["input:", "in $Nodes"],
        ),
        ("cut", MESH.as_bytes()[..MESH.len() - 30].to_vec(), &["input:21: the file ends within"]),
        ("few_nodes", with("$Nodes\n4", "$Nodes\n5"), &["input:14: ", "found `$EndNodes`"]),
        ("many_nodes", with("$Nodes\n4", "$Nodes\n3"), &["input:13: expected the end"]),
        ("few_elements", with("$Elements\n5", "$Elements\n6"), &["input:22: "]),
        ("many_elements", with("$Elements\n5", "$Elements\n4"), &["input:21: expected the end"]),
        ("negative_count", with("$Nodes\n4", "$Nodes\n-4"), &["input:9: ", "found `-4`"]),
        ("huge_count", with("$Nodes\n4", "$Nodes\n18446744073709551615"), &["input:14: "]),
        ("not_a_number", with("2 1 0 0", "2 nan 0 0"), &["input:11: expected a finite number"]),
        ("infinite", with("2 1 0 0", "2 1e999 0 0"), &["input:11: expected a finite number"]),
        (
            "enormous",
            with("2 1 0 0", "2 1e150 0 0"),
            &["input:21: tetrahedron 5 has edges of length 1.0e150", "between 1e-60 and 1e60"],
        ),
        ("exponent", with("$Nodes\n4", "$Nodes\n1e9"), &["input:9: ", "(digits only)", "`1e9`"]),
        ("unknown_node", with("2 1 1 2 3 4\n$", "2 1 1 2 3 9\n$"), &["input:21: node 9"]),
        ("twice", with("3 0 1 0", "2 0 1 0"), &["node 2 is defined twice"]),
        ("flat", with("4 0 0 1", "4 1 1 0"), flat),
        ("inside_out", with("2 1 1 2 3 4\n$", "2 1 2 1 3 4\n$"), &["input:21: ", "inside out"]),
        ("quadrangle", with("1 2 2 1 1 1 2 3", "1 3 2 1 1 1 2 3 4"), &["input:17: element 1"]),
        ("untagged", with("1 2 2 1 1", "1 2 2 0 1"), &["1 boundary faces belong to no physical"]),
        ("periodic", with("$EndElements\n", periodic), &["lies on a periodic surface"]),
        ("version", with("2.2 0 8", "3.0 0 8"), &["input:2: MSH version 3.0"]),
        (
            "terabytes",
            absurd_binary("Nodes", &[1, 1 << 40, 1, 1 << 40, 0, 0, 1 << 28]),
            &["within $Nodes"],
        ),
        ("blocks", absurd_binary("Elements", &[1 << 60, 1 << 60, 1, 2]), &["input:byte "]),
        ("entities", absurd_binary("Entities", &[1 << 60, 0, 0, 0]), &["within $Entities"]),
        ("links", absurd_binary("Periodic", &[1 << 60]), &["within $Periodic"]),
    ];
    for (i, (name, contents, says)) in cases.iter().enumerate() {
        let program = if i % 2 == 0 { "wave" } else { "euler" };
        refuses(program, name, Some(contents), &["--mesh", "input"], says);
    }
    let unnamed = MESH.replace("$PhysicalNames\n1\n2 1 \"wall\"\n$EndPhysicalNames\n", "");
    let says = ["for the surface `surface 1`", "for example `--boundary 'surface 1=wall'`"];
    refuses("euler", "unnamed", Some(unnamed.as_bytes()), &["--mesh", "input"], &says);
    let nose = ["--mesh", "input", "--boundary", "nose=wall"];
    let says = ["no surface `nose`", "its surfaces are wall"];
    refuses("euler", "unknown_name", Some(MESH.as_bytes()), &nose, &says);
    refuses(
        "wave",
        "no_mesh",
        None,
        &["--mesh", "nosuch.msh"],
        &["cannot read the mesh `nosuch.msh`"],
    );
    refuses("wave", "folder_mesh", None, &["--mesh", "."], &["cannot read the mesh `.`"]);
}

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

/// The message of a run that ends with status 2.
fn refusal(program: &str, folder: &Path, arguments: &[&str]) -> String {
    let output = run(program, folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{program} {arguments:?}: {message}");
    assert!(message.starts_with("error: ") && message.contains("; help: "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// What decides the result is part of a checkpoint, and another value of it is refused.
#[test]
fn restarts_with_other_options() {
    type Other<'a> = (&'a [&'a str], &'a [&'a str]);
    let gas: &[Other] = &[
        (&["--cfl", "0.5"], &["cfl 1,", " 0.5", "`--cfl 1`"]),
        (&["--order", "2"], &["order 1,", "has 2;", "`--order 1`"]),
        (&["--box", "3"], &["box 2,", "has 3;", "`--box 2`"]),
        (&["--case", "freestream"], &["case ", "has freestream", "`--case "]),
    ];
    let euler: &[Other] = &[
        (&["--flux", "hllc"], &["flux llf,", "has hllc;", "`--flux llf`"]),
        (&["--limiter", "filter"], &["limiter ", "has filter;", "`--limiter "]),
        (&["--f32"], &["precision f64,", "has f32;", "no `--f32`"]),
        (
            &["--boundary", "x_max=extrapolation"],
            &["boundary x_max wall,", "has extrapolation;", "`--boundary x_max=wall`"],
        ),
    ];
    let wave: &[Other] = &[
        (&["--flux", "central"], &["flux upwind,", "has central;", "`--flux upwind`"]),
        (&["--f32"], &["precision f64,", "has f32;", "no `--f32`"]),
    ];
    let viscous: &[Other] = &[
        (&["--reynolds", "50"], &["viscosity ", "the `--reynolds` of that run"]),
        (&["--prandtl", "1"], &["prandtl 0.71,", "has 1;", "`--prandtl 0.71`"]),
        (&["--mach", "0.2"], &["mach 0.1,", "has 0.2;", "`--mach 0.1`"]),
        (&["--penalty", "1"], &["penalty 0.5,", "has 1;", "`--penalty 0.5`"]),
        (
            &["--overintegration=false"],
            &["overintegration true,", "has false;", "`--overintegration=true`"],
        ),
    ];
    let cases = [
        ("euler", "pulse", [euler, gas].concat()),
        ("wave", "standing", [wave, &gas[..3]].concat()),
        ("navier_stokes", "tgv", [viscous, gas].concat()),
    ];
    for (program, case, others) in cases {
        let folder = folder(&format!("{program}_restart"));
        let files = ["--checkpoint", "c", "--final-time", "0.02"];
        let first = [&["--case", case, "--order", "1", "--box", "2"], &files[..]].concat();
        succeeds(program, &folder, &first);
        let written = fs::read(folder.join("c")).unwrap();
        for (other, says) in others {
            let given =
                |option: &str| other[0] == option || other[0].starts_with(&format!("{option}="));
            let mut arguments = vec!["--restart", "c"];
            for pair in first.chunks(2).filter(|pair| !given(pair[0])) {
                arguments.extend(pair);
            }
            arguments.extend(other);
            let message = refusal(program, &folder, &arguments);
            assert!(
                message.starts_with("error: cannot go on from `c`: it was written with"),
                "{message}"
            );
            for part in says {
                assert!(message.contains(part), "{other:?}: `{part}` is not in: {message}");
            }
            assert!(fs::read(folder.join("c")).unwrap() == written, "{program} {other:?}");
        }
        // All else may change: a later end, other files.
        let more = ["--restart", "c", "--final-time", "0.03", "--history", "h.csv"];
        let rest: Vec<&str> =
            first.iter().copied().filter(|word| !["--final-time", "0.02"].contains(word)).collect();
        succeeds(program, &folder, &[&rest[..], &more].concat());

        // Damaged files (of all places in one see the tests of the format).
        let mut flipped = written.clone();
        let middle = flipped.len() - 1000;
        flipped[middle] ^= 1;
        let mut zeroed = written.clone();
        zeroed[middle..].fill(0);
        let mut later = String::from_utf8_lossy(&written).find("\ntime\t0.02").unwrap() + 6;
        assert_eq!(written[later], b'0');
        later += 3;
        let mut another_time = written.clone();
        another_time[later] ^= 1;
        for (what, bytes) in [
            ("flipped", flipped),
            ("zeroed", zeroed),
            ("another time", another_time),
            ("cut", written[..written.len() - 1].to_vec()),
            ("nothing", Vec::new()),
        ] {
            fs::write(folder.join("c"), &bytes).unwrap();
            let message = refusal(program, &folder, &[&first[..], &["--restart", "c"]].concat());
            assert!(message.starts_with("error: cannot go on from `c`: it "), "{what}: {message}");
            assert!(message.contains("leave out `--restart`"), "{what}: {message}");
            assert!(fs::read(folder.join("c")).unwrap() == bytes, "{what}");
        }
    }
}

/// Runs that end in no time, if they do not stop before.
const SHORT: [&str; 6] = ["--box", "1", "--order", "1", "--final-time", "0.01"];

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

/// Links are followed, pipes and devices are written to or refused: in a folder, never those of the system.
#[cfg(unix)]
#[test]
fn links_pipes_and_devices() {
    std::thread::scope(|scope| {
        for program in ["wave", "euler", "navier_stokes"] {
            scope.spawn(move || links_pipes_and_devices_of(program));
        }
    });
}

#[cfg(unix)]
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
#[cfg(unix)]
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

#[cfg(unix)]
fn command_with_unread_errors(
    program: &str,
    folder: &Path,
    errors: std::io::PipeWriter,
) -> std::process::ExitStatus {
    let mut command = Command::new(example(program));
    let child = command.current_dir(folder).arg("--nonsense").stdout(Stdio::null()).stderr(errors);
    output(child.spawn().unwrap()).status
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

/// Curved meshes run, and are refused in single precision.
#[test]
fn curved_meshes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/shell_second_order.msh");
    let mesh = fs::read(path).unwrap();
    for program in ["wave", "euler"] {
        let options = ["--mesh", "input", "--order", "2"];
        let says =
            ["curved elements are there in double precision only", "; help: leave out `--f32`"];
        let name = format!("{program}_curved_single");
        refuses(program, &name, Some(&mesh), &[&options[..], &["--f32"]].concat(), &says);
        let folder = folder(&format!("{program}_curved"));
        fs::write(folder.join("input"), &mesh).unwrap();
        succeeds(program, &folder, &[&options[..], &["--final-time", "0.01"]].concat());
    }
}

/// The text of an SVG file, whole.
fn drawn(svg: &Path) -> String {
    let text = fs::read_to_string(svg).unwrap();
    assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"), "{text:.80}");
    text
}

/// A run's picture of a field, and the curves of its history.
fn pictures_and_plots_of(program: &str, field: &str) {
    let folder = folder(&format!("{program}_pictures"));
    let options = [
        "--box",
        "2",
        "--order",
        "1",
        "--final-time",
        "0.01",
        "--history",
        "h.csv",
        "--plot",
        "plot.svg",
        "--picture",
        "picture.svg",
        "--picture-field",
        field,
    ];
    succeeds(program, &folder, &options);
    let picture = drawn(&folder.join("picture.svg"));
    // The field and its scale.
    assert_eq!(picture.matches("data:image/png;base64,iVBOR").count(), 2, "{program}");
    assert!(picture.contains(&format!("{field} at z = ")), "{program}");
    let columns = fs::read_to_string(folder.join("h.csv")).unwrap();
    let columns = columns.lines().next().unwrap().split(',').count() - 3;
    let curves = drawn(&folder.join("plot.svg")).matches("stroke=\"#0072B2\"").count();
    assert_eq!(curves, columns, "{program}");
}

#[test]
fn pictures_and_plots() {
    std::thread::scope(|scope| {
        for (program, field) in [("wave", "v"), ("euler", "mach"), ("navier_stokes", "vorticity")] {
            scope.spawn(move || pictures_and_plots_of(program, field));
        }
    });

    let refused = |name: &str, options: &[&str], says: &[&str]| {
        refuses(
            "euler",
            name,
            None,
            &[&["--box", "2", "--picture", "p.svg"], options].concat(),
            says,
        );
    };
    refused(
        "field",
        &["--picture-field", "v"],
        &["no field `v`", "density, velocity, pressure, mach"],
    );
    refused("plane", &["--picture-plane", "x=99"], &["x = 99", "between x = -10 and 10"]);
    refused("axis", &["--picture-plane", "w=1"], &["as in `z=0.5`"]);
    let outside = ["--picture-window", "100,101,0,1"];
    refused("window", &outside, &["window", "between x = -10 and 10, and between y = -10 and 10"]);
    refused("backwards", &["--picture-window", "1,0,0,1"], &["4 numbers"]);
    let tiny = ["--picture-window", "0,1e-320,0,1e-320"];
    refused("tiny", &tiny, &["too small to be drawn", "another `--picture-window`"]);
}
