//! Scalar expressions: the bodies of comprehensions.

use super::{Const, DType, NodeId, Size};

/// Handle of a scalar expression in its [`super::Dag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScalarId(pub u32);

/// A loop index, always of dtype `i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Var {
    /// Axis `k` of the comprehension whose body this is.
    Axis(u32),
    /// Index `k` of the reduction of height `h` (see [`Scalar::Reduce`]).
    Reduction { height: u32, k: u32 },
    /// A variable that [`super::Dag::reduce`] has not yet bound.
    Fresh(u32),
}

/// One scalar operation. The dtype of each is known ([`super::Dag::dtype`]). Halves are constants,
/// loaded, selected and cast; [`super::Dag`] builds all other operations on them as operations on `f32`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Const(Const),
    /// The value of a size, `i64`.
    Size(Size),
    Var(Var),
    /// An element of another node; one index (of dtype `i64`) per axis, in range by construction:
    /// either provably, or because a [`super::Check`] guards the program.
    Load {
        node: NodeId,
        index: Vec<ScalarId>,
    },
    Unary(Unary, ScalarId),
    /// Both operands have the same dtype; shifts and comparisons too. For `Pow` of a float by an
    /// integer the exponent is cast first, except that a constant integer exponent stays `i64`
    /// (`PowI`).
    Binary(Binary, ScalarId, ScalarId),
    /// `condition ? yes : no`. Both sides may be evaluated.
    Select(ScalarId, ScalarId, ScalarId),
    /// Rust's `as`; to `bool`: `x != 0`; from `bool`: 0 or 1.
    Cast(DType, ScalarId),
    /// `op` over all indices `0..extent` of each variable. The variables are
    /// `Var::Reduction { height, k }`, where `height` is one more than the largest height inside
    /// `body`: equal reductions are equal data, and nested ones never clash. An empty `Min`/`Max`
    /// yields the largest/smallest value of its dtype; the front end forbids it by a constraint.
    ///
    /// With a `range` (of a single extent) only over those `k` in `0..extent` with `low <= k < high`:
    /// bounds of dtype `i64` that belong to the point around, not to the reduction. So the variable is
    /// within the extent whatever the bounds are.
    Reduce {
        op: Reduce,
        height: u32,
        extents: Vec<Size>,
        range: Option<[ScalarId; 2]>,
        body: ScalarId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unary {
    /// Wrapping on integers.
    Neg,
    /// Logical on bool, bitwise on integers.
    Not,
    /// Wrapping on integers.
    Abs,
    Sqrt,
    Cbrt,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    /// The error function, and one minus it.
    Erf,
    Erfc,
    /// The gamma function; NaN at its negative poles.
    Gamma,
    /// Logarithm of the absolute value of the gamma function.
    LogGamma,
    /// -1, 0, 1; NaN stays NaN.
    Sign,
    Floor,
    Ceil,
    Trunc,
    /// Half to even.
    Round,
    /// Result bool, as the next two.
    IsNan,
    IsInf,
    IsFinite,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Binary {
    /// Integers wrap in `Add`, `Sub`, `Mul`, `PowI`.
    Add,
    Sub,
    Mul,
    /// Floats only (`/` on integers casts first).
    Div,
    /// Rounds towards minus infinity; integers by zero give 0, as in NumPy. Floats:
    /// NumPy's `floor_divide`.
    FloorDiv,
    /// Sign of the divisor (Python's `%`); integers by zero give 0.
    Rem,
    /// C's `fmod`, sign of the dividend; floats only.
    Fmod,
    /// Floats only.
    Pow,
    /// Base of any numeric dtype, exponent `i64` (a constant, or checked to be >= 0).
    PowI,
    /// NaN if either operand is NaN.
    Min,
    Max,
    Atan2,
    Hypot,
    Copysign,
    /// The next float after the first operand in the direction of the second; floats only.
    NextAfter,
    /// Greatest common divisor, not negative unless it is the smallest integer; integers only.
    Gcd,
    /// Logical on bool, bitwise on integers.
    And,
    Or,
    Xor,
    /// Shift counts outside `0..bits` give 0 (or -1 for a negative `Shr`), as in NumPy.
    Shl,
    Shr,
    /// Comparisons: result bool.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    pub fn is_comparison(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reduce {
    Sum,
    Prod,
    /// NaN if any element is NaN.
    Min,
    Max,
    /// bool
    All,
    Any,
}

impl Reduce {
    /// The value of an empty reduction.
    pub fn identity(self, dtype: DType) -> Const {
        use DType::*;
        match (self, dtype) {
            (Reduce::Sum, _) => Const::from_i128(dtype, 0),
            (Reduce::Prod, _) => Const::from_i128(dtype, 1),
            (Reduce::All, _) => Const::bool(true),
            (Reduce::Any, _) => Const::bool(false),
            (_, C32 | C64) => self.identity(dtype.part()),
            (Reduce::Min, F16 | BF16 | F32 | F64) => Const::from_f64(dtype, f64::INFINITY),
            (Reduce::Max, F16 | BF16 | F32 | F64) => Const::from_f64(dtype, f64::NEG_INFINITY),
            (Reduce::Min, Bool) => Const::bool(true),
            (Reduce::Max, Bool) => Const::bool(false),
            (Reduce::Min | Reduce::Max, _) => {
                let (low, high) = dtype.integer_range().unwrap_or((0, 0));
                Const::from_i128(dtype, if self == Reduce::Min { high } else { low })
            }
        }
    }

    /// The binary operation that combines two partial results.
    pub fn combine(self) -> Binary {
        match self {
            Reduce::Sum => Binary::Add,
            Reduce::Prod => Binary::Mul,
            Reduce::Min => Binary::Min,
            Reduce::Max => Binary::Max,
            Reduce::All => Binary::And,
            Reduce::Any => Binary::Or,
        }
    }
}
