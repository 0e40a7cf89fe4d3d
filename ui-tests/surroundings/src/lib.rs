//! A crate that makes life hard for macros: it has no prelude, calls its dependency something else, asks for
//! documentation of everything, allows no unsafe code, and names its items like Rust's own.

#![no_implicit_prelude]
#![forbid(unsafe_code, missing_docs)]
#![deny(
    warnings,
    unused,
    nonstandard_style,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]

/// The macro as other crates may pass it on.
pub use ::afn::array_fn as kernels;

/// Names of the module that are names in the block.
#[allow(non_upper_case_globals, non_camel_case_types, dead_code)]
pub mod hostile {
    /// A dimension's name as a constant.
    pub const N: ::core::primitive::usize = 4;
    /// A dimension's name as a static.
    pub static M: ::core::primitive::usize = 4;
    /// A dimension's name as a unit struct.
    pub struct E;
    /// A dimension's name as a struct with a field.
    pub struct K(pub ::core::primitive::usize);
    /// Variants with names of parameters.
    pub enum Names {
        /// As a unit.
        left,
        /// With a field.
        right(::core::primitive::f64),
    }
    pub use self::Names::{left, right};
    /// A parameter's name.
    pub const x: ::core::primitive::f64 = 0.5;
    /// Another parameter's name.
    pub static y: ::core::primitive::f64 = 0.5;
    /// The type of a parameter.
    pub type f64 = ::core::primitive::f32;
    /// The type of a string.
    pub struct str;
    /// The type of a parameter.
    pub struct u8;
    /// The type of a size.
    pub struct usize;
    /// The type of an index.
    pub struct i64;
    /// The type of a mask.
    pub struct bool;
    /// A trait of the prelude.
    pub trait Sized {}
    /// A trait of the prelude.
    pub trait Copy {}
    /// A type of the prelude.
    pub struct Option;
    /// A type of the prelude.
    pub struct Result;
    /// A type of the prelude.
    pub struct Box;
    /// A type of the prelude.
    pub struct Vec;
    /// A type of the prelude.
    pub struct String;
    /// A variant of the prelude.
    pub struct Some;
    /// A variant of the prelude.
    pub struct Ok;
    /// A module that is named like a crate.
    pub mod core {}
    /// A module that is named like a crate.
    pub mod std {}
    /// A module that is named like the crate.
    pub mod array_fn {}
    /// A function of the block that is not there for Rust has the name of one that is.
    #[must_use]
    pub fn helper() -> ::core::primitive::usize {
        N
    }

    ::afn::array_fn! {
        /// A constant.
        pub const WEIGHTS: [f64; 2] = [0.5, 0.25];
        /// One that is no literal of Rust.
        pub const LEAST: i64 = -9223372036854775807 - 1;
        /// Another.
        pub const HUGE: f64 = inf;

        /// Dimensions that are arguments; see [`HUGE`].
        #[must_use]
        #[unfused]
        pub fn grid<N, M, E, K>(x: f64) -> [f64; N, M, E, K] {
            from_fn(|i: N, j: M, k: E, l: K| helper(x) * (i + j + k + l) as f64)
        }

        /// Parameters named like variants, constants and types.
        pub fn choose<N, T: f32 | f64>(
            Some: [bool; N], Ok: [T; N], Box: [T; N], Err: T, left: [u8; N], right: bool, y: [index<N>; N],
            x: &mut [f64; N], Option: [c64; N], out: [f64; N], device: f64, FUNCTION: f64, u8: [i64; N],
        ) -> ([T; N], [f64; N]) {
            x = x + device + FUNCTION + real(Option) + out + left as f64 + u8 as f64;
            (where(Some & right, Ok, Box * Err)[y], x * WEIGHTS[0])
        }

        /// Dimensions named like arguments of the companions.
        pub fn device<device, out>() -> [f64; device, out] {
            zeros([f64; device, out])
        }

        fn helper(x: f64) -> f64 {
            x + 0
        }
    }
}

/// Where functions are private to what is around them.
pub mod within {
    /// A block among the statements of a function.
    #[must_use]
    pub fn doubled(x: ::core::primitive::f64) -> ::core::primitive::f64 {
        crate::kernels! {
            pub(self) fn double(x: f64) -> f64 { 2 * x }
        }
        match double(x) {
            ::core::result::Result::Ok(y) => y.as_slice()[0],
            ::core::result::Result::Err(_) => x,
        }
    }

    mod inner {
        crate::kernels! {
            pub(super) fn triple(x: f64) -> f64 { 3 * x }
            pub(in crate::within) fn triple_again(x: f64) -> f64 { 3 * x }
            #[allow(dead_code)]
            pub(crate) fn unused(x: f64) -> f64 { 4 * x }
        }
    }

    /// Whether the functions of the module inside can be called.
    #[must_use]
    pub fn is_visible() -> ::core::primitive::bool {
        inner::triple(1.0).is_ok() && inner::triple_again(1.0).is_ok()
    }
}

/// Blocks that use each other's items.
pub mod sharing {
    mod laws {
        crate::kernels! {
            #![shared]
            const FACTOR: f64 = 2;

            /// A pair.
            pub struct Pair<N> {
                /// The first.
                a: [f64; N],
                /// The second.
                b: [f64; N],
            }

            fn doubled<N>(x: [f64; N]) -> [f64; N] { FACTOR * x }
        }
    }

    mod between {
        crate::kernels! {
            #![shared]
            use super::laws::Pair;

            /// A pair within.
            pub struct Outer<N> {
                /// The pair.
                pair: Pair<N>,
            }
        }
    }

    crate::kernels! {
        use self::between::Outer;
        use self::laws::{doubled, Pair as Two};

        /// The sum of both, twice.
        pub fn sum_of<N>(o: Outer, q: Two) -> [f64; N] { doubled(o.pair.a + o.pair.b + q.a) }
    }

    /// The sum.
    ///
    /// # Errors
    /// As `sum_of`.
    pub fn sum(
        x: &[::core::primitive::f64],
    ) -> ::core::result::Result<::afn::Array<::core::primitive::f64, 1>, ::afn::Error> {
        sum_of(&between::Outer { pair: laws::Pair { a: x, b: x } }, &laws::Pair { a: x, b: x })
    }
}
