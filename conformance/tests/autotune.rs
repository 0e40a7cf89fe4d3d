//! The candidates of kernels on the stand-in driver: all have the same bits, and the fastest is chosen and kept.

#![allow(missing_docs)]

mod autotune {
    pub mod bits;
    pub mod choice;
    pub mod programs;
}
