//! The types of plans as the compiler has them: their sizes are formulas over names of dimensions, and a position in
//! one list is no position in another.
//!
//! The declarations are those of [`array_fn_plan::types!`], from which the runtime has its types, too. `emit/program.rs`
//! builds a [`Program`] when everything is known, and writes it as Rust.

use crate::dag::{Atom, DType, Size};
pub use array_fn_plan::{Lanes, Numbers, Role, Spread};
use array_fn_plan::{SizeOp, ToRust, Writer};
use std::fmt;

// The words of the declarations.
type List<T> = Vec<T>;
type Text = String;
type Count = usize;
type Formula = Vec<SizeOp>;

/// Declares positions in lists.
macro_rules! ids {
    ($($(#[$attribute:meta])* $name:ident)*) => {
        $(
            $(#[$attribute])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub usize);

            impl ToRust for $name {
                fn to_rust(&self, out: &mut Writer<'_>) {
                    self.0.to_rust(out);
                }
            }
        )*
    };
}

ids! {
    /// A position in [`Program::params`].
    ParamId
    /// A position in [`Program::results`].
    ResultId
    /// A position in [`Schedule::temps`].
    TempId
    /// A position in [`Program::kernels`].
    KernelId
    /// A position in [`Schedule::launches`].
    LaunchId
    /// A position in [`Launch::buffers`].
    BufferId
    /// The number that launches of one strip have in common.
    StripId
}

/// The number of a piece of memory that temporaries share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(pub usize);

impl SlotId {
    /// Stands for the slot of a temporary that no launch touches, or that has no slot yet.
    pub const NONE: SlotId = SlotId(usize::MAX);
}

impl ToRust for SlotId {
    fn to_rust(&self, out: &mut Writer<'_>) {
        // A temporary that nothing touches may share any slot.
        let number = if *self == SlotId::NONE { 0 } else { self.0 };
        number.to_rust(out);
    }
}

/// A dimension, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dim(pub String);

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The table of a kernel's functions, as a Rust expression. The runtime has pointers to functions here.
#[derive(Clone, Debug)]
pub struct CpuKernel(pub String);

/// The function of C that puts the work of a foreign function on a stream, by its name. The runtime has a pointer here.
#[derive(Clone, Debug)]
pub struct Enqueue(pub Option<String>);

/// Stands for the schedule without fusion. It is a constant of the emitted code, because all variants have the same.
#[derive(Clone, Debug)]
pub struct SharedSchedule;

/// Stands for the source of the user's function. It is a constant of the module around, because all programs of a
/// function have the same.
#[derive(Clone, Debug)]
pub struct SourceText;

/// A file of PTX.
#[derive(Clone, Debug)]
pub struct PtxText {
    pub path: String,
}

/// A file of machine code.
#[derive(Clone, Debug)]
pub struct CodeBytes {
    pub path: String,
}

/// What the build script made of the kernels for GPUs.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    pub ptx: Option<PtxText>,
    pub code: Vec<DeviceCode>,
}

array_fn_plan::types!(owned);

impl ToRust for Dim {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.position(&self.0).to_rust(out);
    }
}

impl ToRust for CpuKernel {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push(&self.0);
    }
}

impl ToRust for Enqueue {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push(&match &self.0 {
            Some(name) => format!("Some({name})"),
            None => "None".to_string(),
        });
    }
}

impl ToRust for SharedSchedule {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push("UNFUSED");
    }
}

impl ToRust for SourceText {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push("super::__SOURCE");
    }
}

impl ToRust for PtxText {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push(&format!("include_str!({:?})", self.path));
    }
}

impl ToRust for CodeBytes {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push(&format!("include_bytes!({:?})", self.path));
    }
}

impl DType {
    /// The element type of an array in memory. Complex numbers are stored as their parts.
    fn stored(self) -> array_fn_plan::DType {
        use array_fn_plan::DType as Stored;
        match self {
            DType::Bool => Stored::Bool,
            DType::I8 => Stored::I8,
            DType::I16 => Stored::I16,
            DType::I32 => Stored::I32,
            DType::I64 => Stored::I64,
            DType::U8 => Stored::U8,
            DType::U16 => Stored::U16,
            DType::U32 => Stored::U32,
            DType::U64 => Stored::U64,
            DType::F16 => Stored::F16,
            DType::BF16 => Stored::BF16,
            DType::F32 | DType::C32 => Stored::F32,
            DType::F64 | DType::C64 => Stored::F64,
        }
    }
}

impl ToRust for DType {
    fn to_rust(&self, out: &mut Writer<'_>) {
        self.stored().to_rust(out);
    }
}

impl ToRust for Size {
    fn to_rust(&self, out: &mut Writer<'_>) {
        let mut formula = Vec::new();
        postfix(self, &|dim| out.position(dim), &mut formula);
        formula.to_rust(out);
    }

    fn is_nothing(&self) -> bool {
        self.is_zero()
    }
}

/// Appends the steps of a size, whose value is on top of the stack afterwards.
fn postfix(size: &Size, position: &dyn Fn(&str) -> u16, formula: &mut Vec<SizeOp>) {
    let mut first = true;
    for (atoms, c) in size.terms() {
        let mut factors = 0;
        if c != 1 || atoms.is_empty() {
            formula.push(SizeOp::Const(c));
            factors += 1;
        }
        for atom in atoms {
            match atom {
                Atom::Dim(name) => formula.push(SizeOp::Dim(position(name))),
                Atom::FloorDiv(inner, k) => {
                    postfix(inner, position, formula);
                    formula.push(SizeOp::FloorDiv(*k));
                }
                Atom::Quotient(a, b) => {
                    postfix(a, position, formula);
                    postfix(b, position, formula);
                    formula.push(SizeOp::Quotient);
                }
            }
            factors += 1;
            if factors > 1 {
                formula.push(SizeOp::Mul);
            }
        }
        if !first {
            formula.push(SizeOp::Add);
        }
        first = false;
    }
    if first {
        formula.push(SizeOp::Const(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &dyn ToRust) -> String {
        Writer::text(value, &["E".to_string(), "N".to_string()])
    }

    #[test]
    fn sizes_are_formulas_in_postfix_form() {
        let (e, n) = (Size::dim("E"), Size::dim("N"));
        assert_eq!(text(&Size::zero()), "&[C(0)]");
        assert_eq!(text(&n.scale(2).add(&Size::one())), "&[C(1), C(2), D(1), M_, A]");
        assert_eq!(text(&e.mul(&n)), "&[D(0), D(1), M_]");
        assert_eq!(text(&n.floor_div(2)), "&[D(1), F(2)]");
        assert_eq!(text(&e.quotient(&n)), "&[D(0), D(1), Q]");
    }

    #[test]
    fn a_temporary_without_a_slot_takes_the_first() {
        assert_eq!(text(&SlotId::NONE), "0");
        assert_eq!(text(&SlotId(3)), "3");
    }

    #[test]
    fn complex_numbers_are_stored_as_their_parts() {
        assert_eq!(text(&DType::C32), "plan::DType::F32");
        assert_eq!(text(&DType::C64), "plan::DType::F64");
    }
}
