//! Arrays on disk, as users see them.

mod faults;
mod formats;
#[cfg(feature = "cli")]
mod program;
mod relayouts;
mod support;
#[cfg(feature = "cli")]
mod urls;
