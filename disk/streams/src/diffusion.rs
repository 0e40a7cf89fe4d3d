//! A stencil over a field that is much larger than the memory that it may take.

use std::path::{Path, PathBuf};

use array_fn::array_fn;
use array_fn::store::{ElementType, Spec, Stored};
use array_fn_disk::Result;
use array_fn_disk::data::{Matrix, Storage};

use crate::{Options, Outcome};

array_fn! {
    /// One step of diffusion inside of a field; `c` is the number of the step, at most 1/4.
    #[stream(N, M)]
    pub fn diffuse<N, M>(u: [f64; N, M], c: f64) -> [f64; N - 2, M - 2] {
        let inner = u[1..-1, 1..-1];
        inner + c * (u[2.., 1..-1] + u[..-2, 1..-1] + u[1..-1, 2..] + u[1..-1, ..-2] - 4.0 * inner)
    }

    /// The sum of a field.
    #[stream(N)]
    pub fn total<N, M>(u: [f64; N, M]) -> f64 { sum(u) }
}

/// Makes the field, unless it is there: 16384 x 16384 numbers in chunks of 1024 x 1024, 2.1 GB. A small one has 600 x 600.
///
/// # Errors
/// Those of the store.
pub fn field(path: &Path, options: &Options) -> Result<()> {
    let (size, chunk) = if options.small { (600, 128) } else { (16_384, 1024) };
    let codecs = options.codecs()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let storage = Storage { chunk: [chunk; 2], codecs: &codecs, threads };
    Matrix { size }.write(path, &storage)?;
    Ok(())
}

/// One step of a field; the result is an array beside it, which is removed again. The outcome has its sum (`sum`).
///
/// # Errors
/// Those of the store.
pub fn run(path: &Path, options: &Options, outcome: &mut Outcome) -> Result<()> {
    let field = Stored::<f64, 2>::open(path)?;
    let shape = field.shape().map(|size| size.saturating_sub(2) as u64);
    let chunk = &field.header().write_chunk;
    let mut next = path.as_os_str().to_owned();
    next.push(".next");
    let next = PathBuf::from(next);
    if next.exists() {
        std::fs::remove_dir_all(&next)?;
    }
    let spec = Spec::new(ElementType::of::<f64>(), &shape, chunk).codecs(options.codecs()?);
    let target = Stored::<f64, 2>::create(&next, &spec)?;
    let stepped = options.run(outcome, || diffuse::stream_into(&field, 0.2, &target));
    let sum =
        stepped.and_then(|()| options.run(&mut Outcome::default(), || total::stream(&target)));
    std::fs::remove_dir_all(&next)?;
    outcome.add("sum", sum?.item());
    Ok(())
}
