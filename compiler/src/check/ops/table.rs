//! The macro for entries of the table of built-in functions.

/// An entry: the group, the flags ([`Flags`](super::Flags)), the name (with other spellings), the parameters with their defaults, one sentence, and the
/// function that evaluates a call. That is a function of the checker and the call, or a closure `|checker, call| ...`.
/// Both may return an array or any other value.
macro_rules! function {
    (
        $group:ident $($flag:ident)* $name:literal $([$($alias:literal),*])? $parameters:literal $doc:literal
        |$checker:ident, $call:ident| $eval:expr
    ) => {
        $crate::check::ops::FunctionInfo {
            name: $name,
            aliases: &[$($($alias),*)?],
            signature: concat!($name, $parameters),
            doc: $doc,
            group: $crate::check::ops::Group::$group,
            flags: $crate::check::ops::Flags::NONE$(.$flag())*,
            eval: |$checker, $call| $eval.map($crate::check::value::Value::from),
        }
    };
    (
        $group:ident $($flag:ident)* $name:literal $([$($alias:literal),*])? $parameters:literal $doc:literal
        $eval:path
    ) => {
        function!($group $($flag)* $name $([$($alias),*])? $parameters $doc
            |checker, call| $eval(checker, call))
    };
}
