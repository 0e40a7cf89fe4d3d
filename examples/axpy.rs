//! The smallest program: two functions of arrays, called like any Rust function.
//!
//! `#[unfused]` also compiles `axpy` with one kernel for each operation, as `axpy::unfused`. Both give the same
//! numbers.
//!
//! ```text
//! cargo run --example axpy
//! ```
//!
//! It prints the elements of `2 x + y` twice, then the sum of `x`:
//!
//! ```text
//! [2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14.5, 16.5, 18.5]
//! [2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14.5, 16.5, 18.5]
//! 45.0
//! ```

use array_fn::array_fn;

array_fn! {
    /// `a * x + y`
    #[unfused]
    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] {
        a * x + y
    }

    /// The sum of all elements.
    pub fn total<N>(x: [f64; N]) -> f64 {
        sum(x)
    }
}

fn main() -> Result<(), array_fn::Error> {
    let x = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    let y = vec![0.5; 9];
    println!("{:?}", axpy(2.0, &x, &y)?.to_vec());
    println!("{:?}", axpy::unfused(2.0, &x, &y)?.to_vec());
    println!("{:?}", total(&x)?.item());
    Ok(())
}
