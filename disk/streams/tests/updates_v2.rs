//! Updates of Zarr v2 arrays, whose descriptions and chunks have other names than those of v3.

#![allow(missing_docs)]

mod folder;

use std::path::{Path, PathBuf};

use array_fn::store::Stored;
use array_fn::{Array, array_fn};
use folder::Folder;

array_fn! {
    #[stream(N, M)]
    pub fn scale<N, M>(x: &mut [f64; N, M], y: [f64; N, M], c: f64) { x = c * x + y; }
    #[stream(N, M)]
    pub fn smooth<N, M>(u: &mut [f64; N, M]) {
        u[1..-1, 1..-1] = 0.25 * (u[2.., 1..-1] + u[..-2, 1..-1] + u[1..-1, 2..] + u[1..-1, ..-2]);
    }
}

fn field(seed: usize) -> Array<f64, 2> {
    let of = |[i, j]: [usize; 2]| ((i * 7 + j * 13 + i * j + seed) % 17) as f64;
    Array::from_fn([37, 29], of).unwrap()
}

/// An array of v2 with these elements; chunks have names such as `0.1` or `0/1`.
fn stored(folder: &Folder, x: &Array<f64, 2>, separator: &str, more: &str) -> Stored<f64, 2> {
    let path = folder.0.join("x");
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    let description = format!(
        r#"{{"zarr_format": 2, "shape": [37, 29], "chunks": [10, 9], "dtype": "<f8", "fill_value": 0.0, "filters": null,
            "dimension_separator": "{separator}", {more}}}"#
    );
    std::fs::write(path.join(".zarray"), description).unwrap();
    std::fs::write(path.join(".zattrs"), r#"{"units": "K"}"#).unwrap();
    let stored = Stored::open(&path).unwrap();
    stored.all().write(x.as_slice()).unwrap();
    stored
}

/// All files of a folder, with their paths in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(entry.path()),
                false => found.push(entry.path().strip_prefix(folder).unwrap().to_owned()),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn arrays_are_updated_in_both_ways() {
    let folder = Folder::new("updates-v2");
    let (x, y) = (field(0), field(5));
    let (mut scaled, mut smoothed) = (x.clone(), x.clone());
    scale(&mut scaled, &y, 0.5).unwrap();
    smooth(&mut smoothed).unwrap();
    let plain = r#""order": "C", "compressor": null"#;
    let by_columns = r#""order": "F", "compressor": null"#;
    let zstd = r#""order": "C", "compressor": {"id": "zstd", "level": 1}"#;
    for (separator, more) in [(".", plain), ("/", plain), (".", by_columns), ("/", zstd)] {
        for most in [1, 900, 1 << 24] {
            for in_place in [false, true] {
                let on_disk = stored(&folder, &x, separator, more);
                let path = on_disk.header().path.clone();
                let before = files(&path);
                let call = scale::stream(&on_disk, &y, 0.5).tile_bytes(1, most).threads(3);
                if in_place { call.in_place() } else { call }.run().unwrap();
                let again = Stored::<f64, 2>::open(&path).unwrap();
                assert_eq!(again.all().read().unwrap().as_slice(), scaled.as_slice(), "{more}");
                assert_eq!(on_disk.all().read().unwrap().as_slice(), scaled.as_slice());
                // The same files, and nothing beside the array.
                assert_eq!(files(&path), before);
                assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
            }
            let on_disk = stored(&folder, &x, separator, more);
            smooth::stream(&on_disk).tile_bytes(1, most).threads(3).run().unwrap();
            assert_eq!(on_disk.all().read().unwrap().as_slice(), smoothed.as_slice(), "{more}");
            let wrong = smooth::stream(&on_disk).in_place().run().unwrap_err().to_string();
            assert!(wrong.contains("cannot be updated in place"), "{wrong}");
        }
    }
}

/// A cancelled update changes nothing; one that was killed while chunks were moved is completed.
#[test]
fn interrupted_updates() {
    let folder = Folder::new("updates-v2-interrupted");
    let x = field(1);
    let mut expected = x.clone();
    smooth(&mut expected).unwrap();
    for separator in [".", "/"] {
        let more = r#""order": "C", "compressor": null"#;
        let on_disk = stored(&folder, &x, separator, more);
        let call = smooth::stream(&on_disk).tile_bytes(1, 600).watch(|progress| progress.done < 3);
        assert!(call.run().is_err());
        assert_eq!(on_disk.all().read().unwrap().as_slice(), x.as_slice());
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
        // As a kill leaves it: some new chunks are in place, others still beside the array.
        let path = on_disk.header().path.clone();
        let update = folder.0.join("x.update");
        std::fs::rename(&path, &update).unwrap();
        Stored::<f64, 2>::open(&update).unwrap().all().write(expected.as_slice()).unwrap();
        stored(&folder, &x, separator, more);
        for chunk in ["0 0", "2 1"].map(|chunk| chunk.replace(' ', separator)) {
            std::fs::rename(update.join(&chunk), path.join(&chunk)).unwrap();
        }
        std::fs::write(update.join("complete"), b"").unwrap();
        let again = Stored::<f64, 2>::open(&path).unwrap();
        assert_eq!(again.all().read().unwrap().as_slice(), expected.as_slice());
        assert!(!update.exists() && path.join(".zattrs").exists());
    }
}
