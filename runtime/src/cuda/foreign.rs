//! Functions of libraries that are looked for at run time.
//!
//! `cudarc` declares their results as `enum`s. A newer library may return a number that such an `enum` lacks, which
//! would be undefined behaviour. So the functions are declared here once more, with numbers as results.

/// Declares functions of a library, given how it is reached and the type of the results; a function may have its own.
macro_rules! foreign {
    (@result $result:ty) => { $result };
    (@result $result:ty, $own:ty) => { $own };
    (
        $library:path, $result:ty;
        $(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $own:ty)?;)*
    ) => {
        /// The names of all functions that are called.
        pub(in crate::cuda) const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(
            /// # Safety
            /// The library is there and has all of [`NAMES`]; for the rest, as the library documents it.
            #[allow(non_snake_case, clippy::too_many_arguments, reason = "the library's signature")]
            pub(in crate::cuda) unsafe fn $name(
                $($argument: $type),*
            ) -> foreign!(@result $result $(, $own)?) {
                type Function =
                    unsafe extern "C" fn($($type),*) -> foreign!(@result $result $(, $own)?);
                static FOUND: std::sync::OnceLock<Function> = std::sync::OnceLock::new();
                let find = || {
                    let name = concat!(stringify!($name), "\0");
                    // SAFETY: the library is there, promised by the caller; its header declares this type.
                    let found = unsafe { $library().get::<Function>(name.as_bytes()) };
                    *found.unwrap_or_else(|error| unreachable!("looked for before: {error}"))
                };
                // SAFETY: promised by the caller.
                unsafe { FOUND.get_or_init(find)($($argument),*) }
            }
        )*
    };
}

pub(super) use foreign;
