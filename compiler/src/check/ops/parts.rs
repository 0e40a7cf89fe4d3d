//! Real and imaginary parts of numbers, real ones included.

use super::call::Call;
use super::{FunctionInfo, Group};
use crate::check::checker::Checker;
use crate::check::complex::{self, Pair};
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, Dag};

macro_rules! function {
    ($name:literal [$($alias:literal),*] $doc:literal $eval:expr) => {
        FunctionInfo {
            name: $name,
            aliases: &[$($alias),*],
            signature: concat!($name, "(z)"),
            doc: $doc,
            group: Group::Math,
            eval: |checker, call| $eval(checker, call).map(Value::Array),
        }
    };
}

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!("real" [] "Real part." real),
    function!("imag" [] "Imaginary part; 0 for real numbers." imag),
    function!("conj" ["conjugate"] "Complex conjugate; a real number itself." conj),
    function!("angle" [] "Angle in the complex plane, in radians; 0 or pi for real numbers." angle),
];

fn real(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    match array.dtype.is_complex() {
        true => Ok(checker.complex_part("real", &array, |_, z| z.re)),
        false => Ok(array),
    }
}

fn imag(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    if array.dtype.is_complex() {
        return Ok(checker.complex_part("imag", &array, |_, z| z.im));
    }
    let zero = Const::from_i128(array.dtype, 0);
    Ok(checker.emit("imag", array.shape, Vec::new(), move |dag, _, _| dag.constant(zero)))
}

fn conj(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    Ok(checker.conjugated(&array))
}

fn angle(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let rule = |dag: &mut Dag, z: Pair| complex::angle(dag, z);
    if array.dtype.is_complex() {
        return Ok(checker.complex_part("angle", &array, rule));
    }
    let dtype = array.dtype.float_of();
    Ok(checker.map("angle", &array, Some(dtype), move |dag, x| {
        let zero = dag.constant(Const::from_i128(dtype, 0));
        dag.binary(Binary::Atan2, zero, x)
    }))
}
