//! What [`types!`](crate::types) makes of a declaration.

/// Declares types, one after another. The first word says for whom: `statics` or `owned`, as in
/// [`types!`](crate::types).
#[doc(hidden)]
#[macro_export]
macro_rules! declare {
    ($form:ident) => {};
    (
        $form:ident
        $(#[$attribute:meta])*
        struct $name:ident $(or $rest:ident)? {
            $($(#[$of_field:meta])* $field:ident: $type:ty,)*
        }
        $($others:tt)*
    ) => {
        $(#[$attribute])*
        pub struct $name {
            $($(#[$of_field])* pub $field: $type,)*
        }
        $crate::implement! { $form struct $name $(or $rest)? { $($field)* } }
        $crate::declare! { $form $($others)* }
    };
    (
        $form:ident
        $(#[$attribute:meta])*
        enum $name:ident {
            $(
                $(#[$of_variant:meta])*
                $variant:ident $(($type:ty))? $({ $($(#[$about_field:meta])* $field:ident: $of_field:ty,)* })?,
            )*
        }
        $($others:tt)*
    ) => {
        $(#[$attribute])*
        pub enum $name {
            $($(#[$of_variant])* $variant $(($type))? $({ $($(#[$about_field])* $field: $of_field,)* })?,)*
        }
        $crate::implement! {
            $form enum $name { $($variant $(($type))? $({ $($field)* })?,)* }
        }
        $crate::declare! { $form $($others)* }
    };
}

/// The implementations of one type: of [`ToRust`](crate::ToRust) for owned types. A static type has a constant for the
/// fields that are left out, if it lets some be left out.
#[doc(hidden)]
#[macro_export]
macro_rules! implement {
    (statics struct $name:ident { $($field:ident)* }) => {};
    (statics struct $name:ident or $rest:ident { $($field:ident)* }) => {
        impl $name {
            /// The value whose sizes are 0, and whose lists are empty.
            pub const $rest: $name = $name { $($field: &[],)* };
        }
    };
    (statics enum $name:ident { $($variants:tt)* }) => {};
    (owned struct $name:ident { $($field:ident)* }) => {
        impl $crate::ToRust for $name {
            fn to_rust(&self, out: &mut $crate::Writer<'_>) {
                out.path(stringify!($name));
                out.fields(&[$((stringify!($field), &self.$field),)*]);
            }
        }
    };
    (owned struct $name:ident or $rest:ident { $($field:ident)* }) => {
        impl $crate::ToRust for $name {
            fn to_rust(&self, out: &mut $crate::Writer<'_>) {
                out.path(stringify!($name));
                let rest = concat!(stringify!($name), "::", stringify!($rest));
                out.fields_or(&[$((stringify!($field), &self.$field),)*], rest);
            }
        }
    };
    (owned enum $name:ident {
        $($variant:ident $(($type:ty))? $({ $($field:ident)* })?,)*
    }) => {
        impl $crate::ToRust for $name {
            fn to_rust(&self, out: &mut $crate::Writer<'_>) {
                match self {
                    $($name::$variant $(($crate::second!($type, value)))? $({ $($field),* })? => {
                        out.path(concat!(stringify!($name), "::", stringify!($variant)));
                        $(out.argument($crate::second!($type, value));)?
                        $(out.fields(&[$((stringify!($field), $field),)*]);)?
                    })*
                }
            }
        }
    };
}

/// The second of two things. The first only says how often a repetition occurs.
#[doc(hidden)]
#[macro_export]
macro_rules! second {
    ($first:ty, $second:ident) => {
        $second
    };
}
