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
    refused(
        "component",
        &["--picture-field", "density.x"],
        &["no field `density.x`", "components"],
    );
    refused("direction", &["--picture-field", "velocity.w"], &["no field `velocity.w`"]);
    refused("plane", &["--picture-plane", "x=99"], &["x = 99", "between x = -10 and 10"]);
    refused("axis", &["--picture-plane", "w=1"], &["as in `z=0.5`"]);
    let outside = ["--picture-window", "100,101,0,1"];
    refused("window", &outside, &["window", "between x = -10 and 10, and between y = -10 and 10"]);
    refused("backwards", &["--picture-window", "1,0,0,1"], &["4 numbers"]);
    let tiny = ["--picture-window", "0,1e-320,0,1e-320"];
    refused("tiny", &tiny, &["too small to be drawn", "another `--picture-window`"]);
}

/// A file whose name ends so is animated: it has the first state and every instant.
#[test]
fn animations() {
    let folder = folder("animations");
    let run = ["--box", "2", "--order", "1", "--final-time", "1", "--frames", "4"];
    let picture = ["--picture", "sound.GIF", "--picture-field", "v.x"];
    succeeds("wave", &folder, &[&run[..], &picture].concat());
    let mut frames = Vec::new();
    let file = fs::File::open(folder.join("sound.GIF")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(file).unwrap();
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let size = (decoder.width(), decoder.height());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!((frame.width, frame.height), size);
        // Below the title, which has the time.
        frames.push(frame.buffer[30 * usize::from(size.0)..].to_vec());
    }
    assert_eq!(frames.len(), 5);
    assert!(frames.windows(2).all(|pair| pair[0] != pair[1]));
}
