//! What the library hands to the stand-in driver, which has this file, too.

/// A strided batch of products of matrices stored by columns: `C = alpha * op(A) @ op(B) + beta * C`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gemm {
    /// Whether the elements are `f32`; otherwise they are `f64`.
    pub single: bool,
    /// Whether A and B are taken as transposed.
    pub transposed: [bool; 2],
    pub m: i32,
    pub n: i32,
    pub k: i32,
    pub alpha: f64,
    pub beta: f64,
    /// A, B, C.
    pub addresses: [u64; 3],
    pub leading: [i32; 3],
    /// Elements from one matrix of the batch to the next.
    pub strides: [i64; 3],
    pub batch: i32,
    /// Address and bytes of the caller's workspace; zeros for the library's own.
    pub workspace: [u64; 2],
    /// The number of this part of the call, from 0.
    pub part: u32,
}
