//! Types that the compiler and the runtime have in one form.

use crate::{ToRust, Writer};
use std::fmt;

/// Element type of a stored array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    /// `bool`: a byte that is 0 or 1.
    Bool,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `u8`.
    U8,
    /// `u16`.
    U16,
    /// `u32`.
    U32,
    /// `u64`.
    U64,
    /// `half::f16`: IEEE 754 `binary16`.
    F16,
    /// `half::bf16`: the upper half of an `f32`.
    BF16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

impl DType {
    /// Bytes of one element.
    pub const fn size(self) -> usize {
        match self {
            DType::Bool | DType::I8 | DType::U8 => 1,
            DType::I16 | DType::U16 | DType::F16 | DType::BF16 => 2,
            DType::I32 | DType::U32 | DType::F32 => 4,
            DType::I64 | DType::U64 | DType::F64 => 8,
        }
    }

    /// Rust's name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            DType::Bool => "bool",
            DType::I8 => "i8",
            DType::I16 => "i16",
            DType::I32 => "i32",
            DType::I64 => "i64",
            DType::U8 => "u8",
            DType::U16 => "u16",
            DType::U32 => "u32",
            DType::U64 => "u64",
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One step of a size in postfix form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeOp {
    /// Pushes a constant.
    Const(i64),
    /// Pushes the value of dimension `k` of the program.
    Dim(u16),
    /// The sum of the last two values.
    Add,
    /// The product of the last two values.
    Mul,
    /// Floor division by a positive constant.
    FloorDiv(i64),
    /// Floor division of the last value but one by the last value, or by 1 if the last value is less than 1.
    Quotient,
}

/// The kind of the elements of a contraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers of one element each.
    Real,
    /// Pairs of a real and an imaginary part, side by side in all three arrays; strides and offsets count parts.
    Complex,
}

/// Which arrays an axis of a contraction runs through:
/// `out[batch, m, n] = sum(left[batch, m, k] * right[batch, k, n])`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Through all three arrays.
    Batch,
    /// Through the left operand and the result.
    M,
    /// Through the right operand and the result.
    N,
    /// Through both operands: the axis of the sum.
    K,
}

/// The things that a kernel computes side by side, in lanes, on a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Neighbouring points.
    Points,
    /// Terms of a reduction; points are computed one after the other.
    Terms,
    /// The same, where a reduction ends as soon as its terms decide it: `any` and `all`.
    EarlyTerms,
    /// Neighbouring points, a block of them for each term of a reduction.
    Blocks,
    /// Nothing. A task that computes some points of a row goes through all elements that the row is computed of.
    Rows,
    /// Nothing. If there are few points, all threads share the work of each point.
    Shared,
    /// Neighbouring points, which are columns. A task goes through the rows of its columns, in pieces that should not be
    /// shorter than a few cache lines.
    Columns,
}

/// Writes steps by the short names that the compiler's code imports, because a plan has very many.
impl ToRust for SizeOp {
    fn to_rust(&self, out: &mut Writer<'_>) {
        match self {
            SizeOp::Const(value) => out.push(&format!("C({value})")),
            SizeOp::Dim(dim) => out.push(&format!("D({dim})")),
            SizeOp::Add => out.push("A"),
            SizeOp::Mul => out.push("M_"),
            SizeOp::FloorDiv(by) => out.push(&format!("F({by})")),
            SizeOp::Quotient => out.push("Q"),
        }
    }
}

/// Implements [`ToRust`] for enums whose variants have no fields.
macro_rules! written_by_name {
    ($($name:ident)*) => {
        $(impl ToRust for $name {
            fn to_rust(&self, out: &mut Writer<'_>) {
                out.path(&format!("{}::{self:?}", stringify!($name)));
            }
        })*
    };
}

written_by_name! { DType Numbers Role Lanes }
