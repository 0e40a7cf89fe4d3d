//! Lines of emitted text.

use std::fmt::Arguments;

/// Appends a line to a `String`, written as for `format!`.
macro_rules! add_line {
    ($text:expr, $($form:tt)*) => {
        $crate::emit::text::append(&mut *$text, format_args!($($form)*))
    };
}

pub(super) use add_line;

/// Appends a line. It cannot fail: a `String` takes everything.
pub(super) fn append(text: &mut String, line: Arguments<'_>) {
    *text += &std::fmt::format(line);
    text.push('\n');
}
