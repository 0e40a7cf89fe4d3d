//! Runs on ranks: the same state and files for any number of ranks.

use super::support::{folder, refusal, run};
use std::fs;

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

#[test]
fn what_ranks_cannot_do_is_refused() {
    let folder = folder("ranks_refused");
    let short = ["--box", "2", "--order", "1", "--final-time", "0.01", "--ranks", "2"];
    let cases: [(&str, &[&str], &[&str]); 4] = [
        ("wave", &["--picture", "p.svg"], &["pictures are drawn without ranks", "`--picture`"]),
        ("wave", &["--device", "cuda"], &["ranks compute on CPUs only"]),
        ("euler", &["--case", "sod"], &["`slopes` does not run on several ranks", "`--ranks`"]),
        ("wave", &["--boundary", "nowhere=dirichlet"], &["no surface `nowhere`"]),
    ];
    for (program, more, says) in cases {
        let arguments = [&short[..], more].concat();
        let message = refusal(program, &folder, &arguments);
        assert!(says.iter().all(|part| message.contains(part)), "{message}");
    }
}
