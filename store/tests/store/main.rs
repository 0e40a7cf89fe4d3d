//! Arrays on disk, as users see them.

mod formats;
mod support;
