//! The examples on small arrays, beside hand-written programs and plain loops.

use std::path::PathBuf;

use array_fn::Array;
use array_fn::store::Stored;
use array_fn_disk::rivals::{self, Query};
use array_fn_disk::{Result, picture};
use array_fn_streams::{Options, Outcome, bess, composite, data, diffusion, statistics, vmscope};
use serde_json::json;

/// A folder of its own, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("array-fn-streams-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn array(&self, make: fn(&std::path::Path, &Options) -> Result<()>) -> (PathBuf, Options) {
        let path = self.0.join("array.zarr");
        let options = Options::small(&path);
        data(&path, |path| make(path, &options)).unwrap();
        (path, options)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn looks_at_boxes_of_a_slide() {
    let folder = Folder::new("slide");
    let (path, options) = folder.array(vmscope::slide);
    let slide = Stored::<u8, 3>::open(&path).unwrap();
    for (start, size, n) in [([128, 64], [512, 640], 8), ([0, 0], [1200, 900], 4)] {
        let (query, mut outcome) = (Query { start, size, n }, Outcome::default());
        let png = folder.0.join("view.png");
        vmscope::run(&slide, &query, Some(&png), &options, &mut outcome).unwrap();
        let means = rivals::average(&path, &query, 2).unwrap();
        let samples = rivals::subsample(&path, &query, 2).unwrap();
        let sum = |pixels: &[u8]| pixels.iter().map(|&pixel| u64::from(pixel)).sum::<u64>();
        assert_eq!(outcome.get("sum"), Some(&json!(sum(&means.means))));
        assert_eq!(outcome.get("sum_subsampled"), Some(&json!(sum(&samples.means))));
        let other = folder.0.join("other.png");
        picture::write_png(&other, means.shape, &means.means).unwrap();
        assert_eq!(std::fs::read(png).unwrap(), std::fs::read(other).unwrap());
    }
    let outside = Query { start: [1000, 0], size: [400, 400], n: 8 };
    let wrong = vmscope::run(&slide, &outside, None, &options, &mut Outcome::default());
    assert!(wrong.unwrap_err().to_string().contains("is not inside shape [1200, 900, 3]"));
    let none = Query { start: [0, 0], size: [400, 400], n: 3 };
    let wrong = vmscope::run(&slide, &none, None, &options, &mut Outcome::default());
    assert!(wrong.unwrap_err().to_string().contains("say one of [1, 2, 4, 8, 16]"));
}

#[test]
fn means_over_time() {
    let folder = Folder::new("series");
    let (path, options) = folder.array(bess::series);
    let series = Stored::<f32, 3>::open(&path).unwrap();
    let mut outcome = Outcome::default();
    bess::run(&series, [100, 900], &options, &mut outcome).unwrap();
    let rival = rivals::time_average(&path, 100..900, 2).unwrap();
    let sum = outcome.get("sum").and_then(|sum| sum.as_f64()).unwrap();
    assert!((sum - rival.means.iter().sum::<f64>()).abs() < 1e-10);
    let mut outcome = Outcome::default();
    composite::run(&path, &options, &mut outcome).unwrap();
    let all = series.all().read().unwrap();
    let [steps, elements, kinds] = all.shape();
    let at = |t: usize, k: usize| all.as_slice()[t * elements * kinds + k];
    let largest = (0..elements * kinds).map(|k| (0..steps).map(|t| at(t, k)).fold(0.0, f32::max));
    let expected: f64 = largest.map(f64::from).sum();
    assert_eq!(outcome.get("sum"), Some(&json!(expected)));
}

#[test]
fn statistics_of_a_slide() {
    let folder = Folder::new("statistics");
    let (path, options) = folder.array(vmscope::slide);
    let mut outcome = Outcome::default();
    statistics::run(&path, &options, &mut outcome).unwrap();
    let all = Stored::<u8, 3>::open(&path).unwrap().all().read().unwrap();
    let mut counts = [0i64; 256];
    all.as_slice().iter().for_each(|&value| counts[usize::from(value)] += 1);
    assert_eq!(outcome.get("histogram"), Some(&json!(counts.as_slice())));
    let n = all.len() as f64;
    let mean = all.as_slice().iter().map(|&x| f64::from(x)).sum::<f64>() / n;
    let variance = all.as_slice().iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / n;
    let found = |name: &str| outcome.get(name).and_then(|value| value.as_f64()).unwrap();
    assert!((found("mean") - mean).abs() < 1e-9 && (found("variance") - variance).abs() < 1e-6);
}

#[test]
fn a_step_of_diffusion() {
    let folder = Folder::new("field");
    let (path, options) = folder.array(diffusion::field);
    let mut outcome = Outcome::default();
    diffusion::run(&path, &options, &mut outcome).unwrap();
    let field: Array<f64, 2> = Stored::<f64, 2>::open(&path).unwrap().all().read().unwrap();
    let next = diffusion::diffuse(&field, 0.2).unwrap();
    let sum = outcome.get("sum").and_then(|sum| sum.as_f64()).unwrap();
    assert!((sum - next.as_slice().iter().sum::<f64>()).abs() < 1e-7);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "the step is removed");
}
