//! Nothing: the package is for its examples.
