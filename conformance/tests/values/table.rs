//! From names to compiled functions.

/// `functions! { a, b }`: a table of the functions of a module.
macro_rules! functions {
    ($($name:ident,)*) => {
        /// The functions of this file, by name.
        pub fn functions() -> Vec<(&'static str, &'static array_fn::__rt::Function)> {
            vec![$((stringify!($name), &$name::FUNCTION)),*]
        }
    };
}
pub(crate) use functions;
