//! Arrays on disk for examples and measurements: data that any machine can generate again, the conversion of tiled TIFF
//! files, pictures, and the programs over such arrays that others would write by hand.
//!
//! - [`data`]: a microscope's slide, a time series of a finite-element simulation, and a matrix, all from formulas.
//! - [`tiff`]: a TIFF file becomes a Zarr array, in bounded memory.
//! - [`picture`]: a box of pixels becomes a PNG file.
//! - [`rivals`]: hand-written Rust over the same chunks, which is what array functions are measured against.

pub mod data;
pub mod picture;
pub mod process;
pub mod rivals;
pub mod tiff;

/// The result of a function of this package; messages say what to do.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Runs `work` in some threads with the numbers `0..threads`, and waits for all. The first error is returned.
///
/// # Errors
/// That of `work`.
pub fn in_threads(threads: usize, work: impl Fn(usize) -> Result<()> + Sync) -> Result<()> {
    std::thread::scope(|scope| {
        let run = &work;
        let threads: Vec<_> = (0..threads.max(1)).map(|k| scope.spawn(move || run(k))).collect();
        let mut outcome = Ok(());
        for thread in threads {
            let of_thread = thread.join().unwrap_or_else(|_| Err("a thread panicked".into()));
            outcome = outcome.and(of_thread);
        }
        outcome
    })
}
