//! Restarts that are refused: with other options, and from damaged files.

use super::support::{folder, refusal, succeeds};
use std::fs;
use std::path::Path;

/// An option with another value, and parts of the refusal.
type Other = (&'static [&'static str], &'static [&'static str]);

const GAS: &[Other] = &[
    (&["--cfl", "0.5"], &["cfl 1,", " 0.5", "`--cfl 1`"]),
    (&["--order", "2"], &["order 1,", "has 2;", "`--order 1`"]),
    (&["--box", "3"], &["box 2,", "has 3;", "`--box 2`"]),
    (&["--case", "freestream"], &["case ", "has freestream", "`--case "]),
];
const EULER: &[Other] = &[
    (&["--flux", "hllc"], &["flux llf,", "has hllc;", "`--flux llf`"]),
    (&["--limiter", "filter"], &["limiter ", "has filter;", "`--limiter "]),
    (&["--f32"], &["precision f64,", "has f32;", "no `--f32`"]),
    (
        &["--boundary", "x_max=extrapolation"],
        &["boundary x_max wall,", "has extrapolation;", "`--boundary x_max=wall`"],
    ),
];
const WAVE: &[Other] = &[
    (&["--flux", "central"], &["flux upwind,", "has central;", "`--flux upwind`"]),
    (&["--f32"], &["precision f64,", "has f32;", "no `--f32`"]),
];
const VISCOUS: &[Other] = &[
    (&["--reynolds", "50"], &["viscosity ", "the `--reynolds` of that run"]),
    (&["--prandtl", "1"], &["prandtl 0.71,", "has 1;", "`--prandtl 0.71`"]),
    (&["--mach", "0.2"], &["mach 0.1,", "has 0.2;", "`--mach 0.1`"]),
    (&["--penalty", "1"], &["penalty 0.5,", "has 1;", "`--penalty 0.5`"]),
    (
        &["--overintegration=false"],
        &["overintegration true,", "has false;", "`--overintegration=true`"],
    ),
];

/// What decides the result is part of a checkpoint, and another value of it is refused.
#[test]
fn restarts_with_other_options() {
    let cases = [
        ("euler", "pulse", [EULER, GAS].concat()),
        ("wave", "standing", [WAVE, &GAS[..3]].concat()),
        ("navier_stokes", "tgv", [VISCOUS, GAS].concat()),
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
        damaged_checkpoints(program, &folder, &first, &written);
    }
}

/// Damaged checkpoints are refused (for damage at all places of one see the tests of the format).
fn damaged_checkpoints(program: &str, folder: &Path, first: &[&str], written: &[u8]) {
    let mut flipped = written.to_vec();
    let middle = flipped.len() - 1000;
    flipped[middle] ^= 1;
    let mut zeroed = written.to_vec();
    zeroed[middle..].fill(0);
    let mut later = String::from_utf8_lossy(written).find("\ntime\t0.02").unwrap() + 6;
    assert_eq!(written[later], b'0');
    later += 3;
    let mut another_time = written.to_vec();
    another_time[later] ^= 1;
    for (what, bytes) in [
        ("flipped", flipped),
        ("zeroed", zeroed),
        ("another time", another_time),
        ("cut", written[..written.len() - 1].to_vec()),
        ("nothing", Vec::new()),
    ] {
        fs::write(folder.join("c"), &bytes).unwrap();
        let message = refusal(program, folder, &[first, &["--restart", "c"]].concat());
        assert!(message.starts_with("error: cannot go on from `c`: it "), "{what}: {message}");
        assert!(message.contains("leave out `--restart`"), "{what}: {message}");
        assert!(fs::read(folder.join("c")).unwrap() == bytes, "{what}");
    }
}
