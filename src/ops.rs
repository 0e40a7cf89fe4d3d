//! The functions of the array language, one documented item each: the reference that editors show for
//! names inside an `array_fn!` block.
//!
//! These items are never called. A call such as `sum(x, axis=1)` inside a block is resolved by the
//! macro; what stands here tells what it means. The pages of functions are written from the table by which the
//! macro resolves calls. Every function whose first argument is an array can
//! be written as a method, too: `x.sum(axis=1)`. Shapes broadcast as in NumPy: aligned at the last
//! axis, where a size of 1 stretches.
//!
//! "Number" below is any dtype but bool and the complex ones; "float" is f16, bf16, f32 or f64. Where a
//! function computes in floats, i8, u8 and bool become f16 first, i16 and u16 f32, all other integers f64.
//! Arithmetic on f16 and bf16 happens in f32 and is rounded at once; sums, products and means are rounded
//! at their end. A literal takes the dtype of what it meets.
//!
//! Complex numbers, c32 and c64 (of two f32, of two f64), have `+ - * / **`, `==` and `!=`, subscripts, `@`, and the
//! functions whose pages say so. `2j` is an imaginary literal, and `x as c64` makes real numbers complex.
//!
//! Bools count in i8 where numbers are made of them: `b ** c`, `b % c`, `b << c`, `floor_div(b, c)`. A comparison
//! of integers with a literal beyond their dtype, or with a size, is one of the numbers themselves. A size that
//! meets integers in another operation has to fit their dtype, at every call.

#![allow(non_snake_case, unused_variables)]

/// An array or a scalar of the block.
#[derive(Clone, Copy, Debug)]
pub enum Array {}

/// One axis or a tuple of axes; negative ones count from the last. Known when the block is compiled.
#[derive(Clone, Copy, Debug)]
pub enum Axis {}

/// A tuple of sizes over the dimensions of the function, such as `(E, 2 * N)`.
#[derive(Clone, Copy, Debug)]
pub enum Sizes {}

/// A dtype and a shape: `[f64; E, N]`.
#[derive(Clone, Copy, Debug)]
pub enum Type {}

/// The name of a dtype: `f64`.
#[derive(Clone, Copy, Debug)]
pub enum Dtype {}

/// A list of arrays: `[a, b]`.
#[derive(Clone, Copy, Debug)]
pub enum Arrays {}

/// A text in double quotes.
#[derive(Clone, Copy, Debug)]
pub enum Text {}

/// A function of indices: `|i: E, j: N| a[i] * b[j]`.
#[derive(Clone, Copy, Debug)]
pub enum Closure {}

/// What names of a block are to the editor.
#[doc(hidden)]
pub mod __shadow {
    use core::marker::PhantomData;

    macro_rules! ranks {
        ($($name:ident $index:ident)*) => {
            $(
                pub struct $name<T>(pub PhantomData<T>);
                pub struct $index;
            )*
        };
    }

    ranks! {
        Array0 IndexArray0 Array1 IndexArray1 Array2 IndexArray2 Array3 IndexArray3
        Array4 IndexArray4 Array5 IndexArray5 Array6 IndexArray6 Array7 IndexArray7
        Array8 IndexArray8
    }

    /// What only the checker knows.
    pub struct Value;
}

/// Declares functions that cannot be called: their first argument has no values.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($first:ident: $ty:ty $(, $arg:ident: $arg_ty:ty)*);)*) => {
        $(
            $(#[$doc])*
            pub fn $name($first: $ty $(, $arg: $arg_ty)*) -> Array {
                match $first {}
            }
        )*
    };
}

mod creation;
mod linear;
mod logic;
mod math;
mod reduction;
mod segment;
mod shape;
mod sorting;

pub use creation::*;
pub use linear::*;
pub use logic::*;
pub use math::*;
pub use reduction::*;
pub use segment::*;
pub use shape::*;
pub use sorting::*;

/// Linear algebra under NumPy's name: `linalg.outer(a, b)` is `outer(a, b)`.
pub mod linalg;

/// Random numbers as functions of a key: equal keys give equal numbers on every device.
///
/// A key is any `u64`, which the caller usually passes as an argument. Element `i` of an array, in row-major
/// order, depends on the key and on `i` alone: it is made of Philox4x32-10 of the counter `i` (Salmon et al.,
/// "Parallel random numbers: as easy as 1, 2, 3", 2011). Two draws with one key are therefore related;
/// [`random::split`] and [`random::fold_in`] derive further keys.
///
/// ```text
/// let keys = random.split(key);
/// let x = random.normal(keys[0], [f64; E, N]);
/// let dropped = random.uniform(keys[1], [f64; E, N]) < 0.1;
/// ```
pub mod random;

// What follows the dot of an array.
functions! {
    /// `x.T`: the axes in reversed order.
    ///
    /// NumPy: [`ndarray.T`](https://numpy.org/doc/stable/reference/generated/numpy.ndarray.T.html).
    fn T(x: Array);

    /// `x.mT`: the last two axes exchanged.
    ///
    /// NumPy: [`ndarray.mT`](https://numpy.org/doc/stable/reference/generated/numpy.ndarray.mT.html).
    fn mT(x: Array);

    /// `x.ndim`: the number of axes.
    ///
    /// NumPy: [`ndarray.ndim`](https://numpy.org/doc/stable/reference/generated/numpy.ndarray.ndim.html).
    fn ndim(x: Array);

    /// `x.shape`: the sizes of the axes, as a tuple.
    ///
    /// NumPy: [`ndarray.shape`](https://numpy.org/doc/stable/reference/generated/numpy.ndarray.shape.html).
    fn shape(x: Array);

    /// `x.size`: the number of elements.
    ///
    /// NumPy: [`ndarray.size`](https://numpy.org/doc/stable/reference/generated/numpy.ndarray.size.html).
    fn size(x: Array);
}
