//! The virtual microscope: averages and samples of a box of a slide (Ferreira and others 1997, "The virtual microscope"). It
//! has been a benchmark of compilers for arrays on disk since.

use std::path::Path;

use array_fn::store::{Slice, Stored};
use array_fn::{Array, array_fn};
use array_fn_disk::data::{Slide, Storage};
use array_fn_disk::rivals::Query;
use array_fn_disk::{Result, picture};

use crate::{Options, Outcome};

/// The functions of one magnification. The side of the squares is a part of each program.
macro_rules! magnification {
    ($($n:literal $average:ident $subsample:ident;)*) => {
        $(array_fn! {
            /// The means, rounded down, of squares of pixels. Rows are added first, because neighbours in memory are.
            #[stream(H, W)]
            pub fn $average<H, W>(slide: [u8; $n * H, $n * W, 3]) -> [u8; H, W, 3] {
                let rows = sum(slide.reshape(H, $n, 3 * $n * W), axis=1, dtype=u16);
                floor_divide(sum(rows.reshape(H, W, $n, 3), axis=2, dtype=u16), $n * $n) as u8
            }
            /// The first pixel of each square.
            #[stream(H, W)]
            pub fn $subsample<H, W>(slide: [u8; $n * H, $n * W, 3]) -> [u8; H, W, 3] {
                slide[..;$n, ..;$n]
            }
        })*

        /// What is done with the squares of a box.
        fn view(options: &Options, outcome: &mut Outcome, n: usize, what: View, at: &Slice<'_, u8, 3>)
            -> Result<Array<u8, 3>>
        {
            match (n, what) {
                $(($n, View::Average) => options.run(outcome, || $average::stream(at)),
                ($n, View::Subsample) => options.run(outcome, || $subsample::stream(at)),)*
                _ => Err(format!("there is no magnification {n}: say one of {:?}", [$($n),*]).into()),
            }
        }
    };
}

magnification! {
    1 average1 subsample1;
    2 average2 subsample2;
    4 average4 subsample4;
    8 average8 subsample8;
    16 average16 subsample16;
}

#[derive(Clone, Copy)]
enum View {
    Average,
    Subsample,
}

/// The query of the `k`-th of `count` pictures of a way from one query to another. All are as large in pixels as the first.
pub fn towards(begin: &Query, end: &Query, k: usize, count: usize) -> Query {
    let part = k as f64 / (count.max(2) - 1) as f64;
    // Squares begin where those of the chunks do.
    let between = |a: usize, b: usize| (a as f64 + (b as f64 - a as f64) * part) as usize / 16 * 16;
    let n = if part < 0.5 { begin.n } else { end.n };
    Query {
        start: [0, 1].map(|axis| between(begin.start[axis], end.start[axis])),
        size: begin.size.map(|size| size / begin.n.max(1) * n),
        n,
    }
}

/// Makes the slide, unless it is there. A small one has 1200 x 900 pixels.
///
/// # Errors
/// Those of the store.
pub fn slide(path: &Path, options: &Options) -> Result<()> {
    let slide = if options.small { Slide::new(1200, 900) } else { Slide::measured() };
    let chunk = if options.small { [128, 128, 3] } else { Slide::CHUNK };
    let codecs = options.codecs()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    slide.write(path, &Storage { chunk, codecs: &codecs, threads })?;
    Ok(())
}

/// Looks at a box of a slide. The outcome has the sum of the means (`sum`) and that of the samples (`sum_subsampled`).
///
/// # Errors
/// A box that is not inside the slide, a magnification that does not exist, and errors of files.
pub fn run(
    slide: &Stored<u8, 3>,
    query: &Query,
    picture: Option<&Path>,
    options: &Options,
    outcome: &mut Outcome,
) -> Result<()> {
    let [height, width] = query.size.map(|size| size / query.n.max(1) * query.n);
    let at = slide.slice([query.start[0], query.start[1], 0], [height, width, 3]);
    let means = view(options, outcome, query.n, View::Average, &at)?;
    let mut own = Outcome::default();
    let samples = view(options, &mut own, query.n, View::Subsample, &at)?;
    let sum = |pixels: &Array<u8, 3>| pixels.as_slice().iter().map(|&p| u64::from(p)).sum::<u64>();
    outcome.add("sum", sum(&means));
    outcome.add("sum_subsampled", sum(&samples));
    outcome.add("seconds_subsampled", own.seconds());
    if let Some(path) = picture {
        picture::write_png(path, means.shape(), means.as_slice())?;
    }
    Ok(())
}
