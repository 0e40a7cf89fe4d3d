//! Real and imaginary parts of numbers, including real numbers.

use super::FunctionInfo;
use super::call::Call;
use crate::check::checker::Checker;
use crate::check::complex::{self, Pair};
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, DType, Dag};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Math complex "real" "(z)" "Real part." real),
    function!(Math complex "imag" "(z)" "Imaginary part; 0 for real numbers." imag),
    function!(Math complex "conj" ["conjugate"] "(z)" "Complex conjugate; a real number itself." conj),
    function!(Math complex "angle" "(z)" "Angle in the complex plane, in radians; 0 or pi for real numbers."
        angle),
];

fn real(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    match array.dtype.is_complex() {
        true => Ok(checker.graph.complex_part("real", &array, |_, z| z.re)),
        false => Ok(array),
    }
}

fn imag(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    if array.dtype.is_complex() {
        return Ok(checker.graph.complex_part("imag", &array, |_, z| z.im));
    }
    let zero = Const::from_i128(array.dtype, 0);
    Ok(checker.graph.emit("imag", array.shape, Vec::new(), move |dag, _, _| dag.constant(zero)))
}

fn conj(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    Ok(checker.graph.conjugated(&array))
}

fn angle(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let rule = |dag: &mut Dag, z: Pair| complex::angle(dag, z);
    if array.dtype.is_complex() {
        return Ok(checker.graph.complex_part("angle", &array, rule));
    }
    let dtype = match array.dtype {
        DType::Bool => DType::F64,
        dtype => dtype.float_of(),
    };
    Ok(checker.graph.map("angle", &array, Some(dtype), move |dag, x| {
        let zero = dag.constant(Const::from_i128(dtype, 0));
        dag.binary(Binary::Atan2, zero, x)
    }))
}
