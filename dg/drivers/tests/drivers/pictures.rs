//! Pictures of fields and plots of histories.

use super::support::{folder, refuses, succeeds};
use std::fs;
use std::path::Path;

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
