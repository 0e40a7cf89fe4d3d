//! Devices, arrays, plans and executors of array-fn.
pub mod plan;
