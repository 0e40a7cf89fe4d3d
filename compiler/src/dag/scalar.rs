//! Scalar expressions: the bodies of comprehensions.

use super::{Const, DType, Foreign, NodeId, Size};

/// The handle of a scalar expression in its [`super::Dag`].
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

/// One scalar operation. The dtype of each is known ([`super::Dag::dtype`]).
///
/// Halves (`f16`, `bf16`) can only be constants, and be loaded, selected and cast. [`super::Dag`] builds all other
/// operations on them as operations on `f32`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Const(Const),
    /// The value of a size, as `i64`.
    Size(Size),
    Var(Var),
    /// An element of another node, with one index (of dtype `i64`) per axis. Indices are in range by construction:
    /// either provably, or because a [`super::Check`] guards the program.
    Load {
        node: NodeId,
        index: Vec<ScalarId>,
    },
    Unary(Unary, ScalarId),
    /// An operation on two operands of the same dtype, also for shifts and comparisons. For `Pow` of a float by an
    /// integer the exponent is cast first. Only a constant integer exponent stays `i64` (`PowI`).
    Binary(Binary, ScalarId, ScalarId),
    /// `condition ? yes : no`. Both sides may be evaluated.
    Select(ScalarId, ScalarId, ScalarId),
    /// Rust's `as`. To `bool` it is `x != 0`, and from `bool` it gives 0 or 1.
    Cast(DType, ScalarId),
    /// A foreign function of scalars, which have the dtypes of its parameters.
    Foreign {
        function: Foreign,
        arguments: Vec<ScalarId>,
    },
    /// `op` over all indices `0..extent` of each variable.
    ///
    /// The variables are `Var::Reduction { height, k }`, where `height` is one more than the largest height inside
    /// `body`. So equal reductions are equal data, and nested ones never clash. An empty `Min` yields the largest value
    /// of its dtype, and an empty `Max` the smallest; the front end forbids both by a constraint.
    ///
    /// With a `range`, there is one extent, and only the `k` in `0..extent` with `low <= k < high` count. The bounds
    /// have dtype `i64` and belong to the surrounding point, not to the reduction. The variable stays within the extent
    /// for any bounds.
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
    /// -1, 0 or 1. NaN stays NaN.
    Sign,
    Floor,
    Ceil,
    Trunc,
    /// Rounds halves to even.
    Round,
    /// The result is a bool, as for the next two.
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
    /// Floats only: `/` on integers casts first.
    Div,
    /// Rounds towards minus infinity. Integers divided by zero give 0, as in NumPy. On floats it is NumPy's
    /// `floor_divide`.
    FloorDiv,
    /// The result has the sign of the divisor, as Python's `%`. Integers divided by zero give 0.
    Rem,
    /// C's `fmod`: the result has the sign of the dividend. Floats only.
    Fmod,
    /// Floats only.
    Pow,
    /// The base has any numeric dtype. The exponent is `i64`, and either a constant or checked to be at least 0.
    PowI,
    /// NaN if either operand is NaN.
    Min,
    Max,
    Atan2,
    Hypot,
    Copysign,
    /// The next float after the first operand in the direction of the second. Floats only.
    NextAfter,
    /// The greatest common divisor. It is negative only if it is the smallest integer. Integers only.
    Gcd,
    /// Logical on bool, bitwise on integers.
    And,
    Or,
    Xor,
    /// Shift counts outside `0..bits` give 0 (or -1 for a negative `Shr`), as in NumPy.
    Shl,
    Shr,
    /// Comparisons. The result is a bool.
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
