//! The error when something cannot be measured.

/// An error with a message for the user.
pub type Error = Box<dyn std::error::Error>;
