//! Enumerations whose values have names, in options and in files.

use std::fmt::Display;
use std::str::FromStr;

/// A choice between values that have names. It is parsed from its name, and writes it.
pub trait Named: Clone + Send + Sync + Display + FromStr<Err = String> + 'static {
    /// The names of all values, each with the documentation of the value.
    const NAMES: &'static [(&'static str, &'static str)];
}

/// The message that `text` is no name of a `kind`.
pub(crate) fn unknown(text: &str, kind: &str, names: &[(&str, &str)]) -> String {
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("`{text}` is no {kind}: {} or {last}", others.join(", "))
}

/// Defines an enumeration that is [`Named`]. The first word says in messages what its values are, and the first value
/// is the default.
macro_rules! named {
    ($kind:literal $(#[$attribute:meta])* pub enum $type:ident {
        $($(#[doc = $about:literal])+ $value:ident = $name:literal,)+
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type {
            $($(#[doc = $about])+ $value,)+
        }

        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            /// The name.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }
        }

        impl Default for $type {
            fn default() -> Self {
                $type::ALL[0]
            }
        }

        impl $crate::Named for $type {
            const NAMES: &'static [(&'static str, &'static str)] =
                &[$(($name, concat!($($about, "\n"),+))),+];
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let known = $type::ALL.iter().find(|value| value.name() == text).copied();
                let names = <$type as $crate::Named>::NAMES;
                known.ok_or_else(|| $crate::named::unknown(text, $kind, names))
            }
        }
    };
}
pub(crate) use named;
