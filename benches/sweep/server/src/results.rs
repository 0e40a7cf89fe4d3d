//! What calls return, written to files.

use crate::Error;
use crate::number::Number;
use array_fn::Array;
use serde_json::{Value, json};

/// What a function returns: a number, an array, or several of them.
pub trait Results {
    /// Writes each result to a file of its own, `{prefix}{position}`, and says of which type and shape it is.
    ///
    /// # Errors
    /// A file cannot be written.
    fn write(&self, prefix: &str, written: &mut Vec<Value>) -> Result<(), Error>;
}

fn write<T: Number>(
    shape: &[usize],
    elements: &[T],
    prefix: &str,
    written: &mut Vec<Value>,
) -> Result<(), Error> {
    let path = format!("{prefix}{}", written.len());
    let mut bytes = Vec::new();
    T::write(elements, &mut bytes);
    std::fs::write(&path, bytes)?;
    written.push(json!({ "dtype": T::NAME, "shape": shape, "path": path }));
    Ok(())
}

impl<T: Number, const RANK: usize> Results for Array<T, RANK> {
    fn write(&self, prefix: &str, written: &mut Vec<Value>) -> Result<(), Error> {
        write(&self.shape(), self.as_slice(), prefix, written)
    }
}

impl<T: Number> Results for T {
    fn write(&self, prefix: &str, written: &mut Vec<Value>) -> Result<(), Error> {
        write(&[], &[*self], prefix, written)
    }
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        impl<$($name: Results),*> Results for ($($name,)*) {
            #[allow(non_snake_case, reason = "a value is named as its type")]
            fn write(&self, prefix: &str, written: &mut Vec<Value>) -> Result<(), Error> {
                let ($($name,)*) = self;
                $($name.write(prefix, written)?;)*
                Ok(())
            }
        }
    )*};
}

tuples! { (A, B) (A, B, C) (A, B, C, D) }
