//! Runs on ranks: the same state and files for any number of ranks.

use super::support::{example, folder, refusal, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The value of a key of the JSON object that a run printed.
fn value(json: &str, key: &str) -> String {
    let object: serde_json::Value = serde_json::from_str(json).unwrap();
    object[key].to_string()
}

#[test]
fn ranks_give_the_same_state_and_checkpoint() {
    for (program, case) in [("wave", "pulse"), ("euler", "pulse"), ("navier_stokes", "tgv")] {
        let folder = folder(&format!("{program}_ranks"));
        let common = ["--case", case, "--order", "1", "--box", "2", "--final-time", "0.02"];
        let report = |arguments: &[&str]| {
            let output = run(program, &folder, arguments);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{program} {arguments:?}: {errors}");
            String::from_utf8(output.stdout).unwrap()
        };
        let run =
            |ranks: &str, more: &[&str]| report(&[&common[..], &["--ranks", ranks], more].concat());
        let one = run("1", &["--checkpoint", "one", "--history", "one.csv"]);
        let three =
            run("3", &["--checkpoint", "three", "--history", "three.csv", "--output", "vtu"]);
        assert_eq!(value(&one, "state_crc"), value(&three, "state_crc"), "{program}");
        assert_eq!(value(&three, "ranks"), "3");
        assert_eq!(value(&three, "elements"), value(&one, "elements"));
        let file = |name: &str| fs::read(folder.join(name)).unwrap();
        assert!(file("one") == file("three"), "{program}");
        let rows = |name: &str| String::from_utf8(file(name)).unwrap().lines().count();
        assert_eq!(rows("one.csv"), rows("three.csv"));
        // The list of instants names lists of pieces, which are there.
        let list = String::from_utf8(file(&format!("vtu/{program}.pvd"))).unwrap();
        assert!(list.contains(&format!("file=\"{program}_0000.pvtu\"")), "{list}");
        let pieces = String::from_utf8(file(&format!("vtu/{program}_0000.pvtu"))).unwrap();
        for rank in 0..3 {
            let piece = format!("{program}_0000_{rank}.vtu");
            assert!(pieces.contains(&format!("Source=\"{piece}\"")), "{pieces}");
            assert!(file(&format!("vtu/{piece}")).len() > 1000);
        }
        // More ranks than the file was written by.
        let longer = ["--case", case, "--order", "1", "--box", "2", "--final-time", "0.03"];
        let end = |ranks: &str| {
            let arguments = [&longer[..], &["--ranks", ranks, "--restart", "three"]].concat();
            value(&report(&arguments), "state_crc")
        };
        assert_eq!(end("1"), end("5"), "{program}");
    }
}

/// Pictures are the same for any number of ranks, some of which have nothing on the plane.
#[test]
fn ranks_draw_one_picture() {
    let folder = folder("ranks_pictures");
    for name in ["p.svg", "p.gif"] {
        let draw = |ranks: &str| {
            let file = format!("{ranks}_{name}");
            let arguments =
                ["--box", "3", "--order", "1", "--final-time", "0.05", "--ranks", ranks];
            let picture = ["--picture", &file, "--picture-field", "velocity", "--case", "pulse"];
            let output = run("euler", &folder, &[&arguments[..], &picture].concat());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {errors}");
            fs::read(folder.join(file)).unwrap()
        };
        let one = draw("1");
        assert!(one.len() > 2000);
        assert!(one == draw("3") && one == draw("7"), "{name}");
    }
}

/// A shock tube, whose slopes are limited by elements of other ranks.
#[test]
fn ranks_limit_slopes() {
    let folder = folder("ranks_sod");
    let states = ["1", "3"].map(|ranks| {
        let arguments = ["--case", "sod", "--order", "1", "--box", "12", "--final-time", "0.05"];
        let output = run("euler", &folder, &[&arguments[..], &["--ranks", ranks]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let json = String::from_utf8(output.stdout).unwrap();
        let error: f64 = value(&json, "l1_error").parse().unwrap();
        assert!(error < 0.1, "{error}");
        value(&json, "state_crc")
    });
    assert_eq!(states[0], states[1]);
}

/// Mesh files, which rank 0 hands out: periodic, cut into three parts by Gmsh, and curved.
#[test]
fn ranks_share_a_mesh_file() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data");
    for (program, name, case, sphere) in [
        ("wave", "hole_41_binary.msh", "pulse", "sphere=neumann"),
        ("euler", "hole_parts_22_text.msh", "freestream", "sphere=wall"),
        ("navier_stokes", "channel_step_thin.msh", "freestream", "wall_step=slip"),
        ("euler", "shell_second_order.msh", "pulse", ""),
    ] {
        let folder = folder(&format!("{program}_{name}_ranks"));
        let mesh = data.join(name);
        let state = |ranks: &str| {
            let mesh = mesh.to_str().unwrap();
            let common = ["--mesh", mesh, "--case", case, "--order", "1", "--final-time", "0.001"];
            let boundary = ["--boundary", sphere];
            let boundary = if sphere.is_empty() { &[] } else { &boundary[..] };
            let output =
                run(program, &folder, &[&common[..], boundary, &["--ranks", ranks]].concat());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{program} {name}: {errors}");
            value(&String::from_utf8(output.stdout).unwrap(), "state_crc")
        };
        let one = state("1");
        assert_eq!([state("3"), state("5")], [one.clone(), one], "{program} {name}");
    }
}

/// How the mesh is cut, for people and for programs.
#[test]
fn the_balance_of_ranks_is_reported() {
    let folder = folder("ranks_balance");
    let run = |more: &[&str]| {
        let short = ["--box", "3", "--order", "1", "--final-time", "0.01", "--output", "o"];
        let output = Command::new(example("wave"))
            .args(short)
            .args(more)
            .current_dir(&folder)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    };
    let json: serde_json::Value = serde_json::from_str(&run(&["--ranks", "4", "--json"])).unwrap();
    let balance = &json["balance"];
    // 162 elements on four ranks.
    let elements = &balance["elements"];
    assert_eq!(elements["of_ranks"], serde_json::json!([40, 41, 40, 41]));
    assert_eq!([&elements["min"], &elements["max"]], [40, 41]);
    assert_eq!(elements["mean"], 40.5);
    assert!((elements["imbalance"].as_f64().unwrap() - 41.0 / 40.5).abs() < 1e-12);
    let number = |name: &str, rank: usize| balance[name]["of_ranks"][rank].as_u64().unwrap();
    for rank in 0..4 {
        let both = number("interior", rank) + number("boundary", rank);
        assert_eq!(both, number("elements", rank));
        assert!(number("boundary", rank) <= number("shared_faces", rank));
        assert!((1..4).contains(&number("neighbours", rank)));
    }
    let text = run(&["--ranks", "4", "--balance"]);
    let row = text.lines().find(|line| line.starts_with("max/mean ")).unwrap();
    assert_eq!(row.split_whitespace().nth(1), Some("1.012"), "{text}");
    let second = text.lines().find(|line| line.starts_with("1   ")).unwrap();
    let numbers: Vec<u64> = second.split_whitespace().map(|x| x.parse().unwrap()).collect();
    assert_eq!(numbers[..3], [1, 41, number("interior", 1)], "{text}");
    assert!(text.contains("parts    4 of 40 to 41 tetrahedra"), "{text}");
    // Without ranks there is one part.
    assert!(run(&["--balance"]).contains("max/mean          1.000"));
}

/// The timeline of a run: each rank sends before it computes its interior, and waits after that.
#[test]
fn ranks_compute_while_messages_travel() {
    let folder = folder("ranks_trace");
    let status = Command::new(example("wave"))
        .current_dir(&folder)
        .env("ARRAY_FN_TRACE", "trace.json")
        .args(["--box", "4", "--order", "1", "--final-time", "0.05", "--ranks", "2"])
        .args(["--threads", "1", "--json"])
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let text = fs::read_to_string(folder.join("trace.json")).unwrap();
    let mut events: Vec<(u64, f64, String, u64)> = Vec::new();
    for line in text.lines().filter(|line| line.len() > 2) {
        let event: serde_json::Value = serde_json::from_str(line.trim_end_matches(',')).unwrap();
        let name = match event["cat"].as_str() {
            Some("ranks") => event["name"].as_str().unwrap().to_string(),
            // Launches that run for all rows are of other arrays.
            Some("chunk") => "compute".to_string(),
            _ => continue,
        };
        let begin = event["args"]["begin"].as_u64().unwrap_or_default();
        events.push((event["tid"].as_u64().unwrap(), event["ts"].as_f64().unwrap(), name, begin));
    }
    events.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap());
    let mut exchanges = 0;
    for four in events.array_windows::<4>() {
        let names = four.each_ref().map(|event| event.2.as_str());
        if names[0] == "send halo" {
            assert_eq!(names[1..], ["compute", "wait for halo", "compute"], "{four:?}");
            assert!(four[1].3 == 0 && four[3].3 > 0, "{four:?}");
            exchanges += 1;
        }
    }
    // Two ranks, five stages of a step.
    assert!(exchanges >= 10 && exchanges % 10 == 0, "{exchanges}");
}

#[test]
fn what_ranks_cannot_do_is_refused() {
    let folder = folder("ranks_refused");
    let short = ["--box", "2", "--order", "1", "--final-time", "0.01", "--ranks", "2"];
    let cases: [(&str, &[&str], &[&str]); 2] = [
        ("wave", &["--picture", "p.svg", "--picture-plane", "z=2"], &["is outside the mesh"]),
        ("wave", &["--boundary", "nowhere=dirichlet"], &["no surface `nowhere`"]),
    ];
    for (program, more, says) in cases {
        let arguments = [&short[..], more].concat();
        let message = refusal(program, &folder, &arguments);
        assert!(says.iter().all(|part| message.contains(part)), "{message}");
    }
    // Ranks may have GPUs, if there are any.
    if array_fn::Device::cuda_count().is_err() {
        let message = refusal("wave", &folder, &[&short[..], &["--device", "cuda"]].concat());
        assert!(message.contains("or compute with `--device cpu`"), "{message}");
    }
}
