//! The process that measures array-fn in a sweep. The functions are generated (`benches/sweep/generate.py`) and so
//! is the program around them, whose `main` is [`serve`].

mod call;
mod inputs;
mod number;
mod results;
mod serve;
mod timing;

pub use array_fn;
pub use call::{Call, call};
pub use half::f16;
pub use inputs::Inputs;
pub use num_complex::Complex;
pub use serve::serve;

/// Complex numbers of two `f64`.
#[expect(non_camel_case_types, reason = "as the language of arrays writes it")]
pub type c64 = Complex<f64>;

/// An error with a message for whoever asked.
pub type Error = Box<dyn std::error::Error>;

/// What makes a function ready to be called: it reads the function's operands.
pub type Entry = fn(&Inputs) -> Result<Box<dyn Call>, Error>;

/// Functions by name.
pub type Table = &'static [(&'static str, Entry)];
