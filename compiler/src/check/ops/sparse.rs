//! Products with sparse matrices in SciPy's CSR form: `data`, `indices` (the columns) and `indptr` (the positions where
//! each row begins, and where the last one ends).

use super::FunctionInfo;
use super::call::Call;
use crate::check::checker::{Checker, array_text};
use crate::check::promote::{Common, weak_dtype};
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, DType, Reduce, Size};
use crate::diagnostic::Diagnostic;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Linear "csr_matvec" "(data, indices, indptr, x)"
        "`A @ x` for a vector x and the sparse `csr_array((data, indices, indptr))` of SciPy."
        |checker, call| product(checker, call, 1)),
    function!(Linear "csr_matmul" "(data, indices, indptr, x)"
        "`A @ x` for a matrix x and the sparse `csr_array((data, indices, indptr))` of SciPy."
        |checker, call| product(checker, call, 2)),
];

/// The product with a dense operand of rank `rank`.
fn product(checker: &mut Checker<'_>, call: &Call<'_>, rank: usize) -> Res<Array> {
    let operands = call.operands(checker, 4)?;
    let claim = format!("`{}`", call.name);
    let views = [&operands[0], &operands[3]];
    let dtype = match checker.common_dtype(&claim, call.span, &["data", "x"], &views)? {
        Common::Typed(dtype) => dtype,
        Common::Weak => weak_dtype(&views),
    };
    let arrays: Vec<Array> =
        operands.iter().map(|o| checker.as_array(o)).collect::<Res<Vec<_>>>()?;
    let [data, indices, indptr, x] = &arrays[..] else { unreachable!("four operands") };
    let ranks = [data.rank(), indices.rank(), indptr.rank(), x.rank()];
    let integers = indices.dtype.is_integer() && indptr.dtype.is_integer();
    if ranks != [1, 1, 1, rank] || data.shape != indices.shape || !integers || dtype == DType::Bool
    {
        let dense = if rank == 1 { "[f64; N]" } else { "[f64; N, K]" };
        let mut diagnostic = Diagnostic::new(
            call.span,
            format!("`{}` takes numbers, their columns, the beginnings of rows, and x", call.name),
        );
        for (name, (operand, array)) in
            ["data", "indices", "indptr", "x"].iter().zip(operands.iter().zip(&arrays))
        {
            diagnostic = diagnostic.fact(format_args!(
                "{name}: `{}` is {}",
                operand.text,
                array_text(array)
            ));
        }
        return Err(checker.report(diagnostic.help(format_args!(
            "for example [f64; NNZ], [index<N>; NNZ], [i64; M + 1] and {dense}"
        ))));
    }
    let (stored, columns) = (data.shape[0].clone(), x.shape[0].clone());
    let count = indptr.shape[0].sub(&Size::one());
    let text = &operands[2].text;
    let message = format!("`{text}` of `{}` needs an entry: where the first row begins", call.name);
    checker.require(
        &count,
        operands[2].span,
        &message,
        "it has one entry more than there are rows: `[i64; M + 1]`",
    )?;
    let limit = stored.clone();
    let claim = format!("`{text}` of `{}` is outside of 0..={stored}", call.name);
    let help = "each entry says where a row begins; the last one is the number of stored elements";
    let wide = checker.graph.cast(&indptr.clone().with_bound(None), DType::I64);
    checker.graph.check_elements(
        &wide,
        &claim,
        std::slice::from_ref(&stored),
        help,
        move |dag, x| {
            let (zero, limit) = (dag.constant(Const::i64(0)), dag.size(limit.clone()));
            let below = dag.binary(Binary::Lt, x, zero);
            let above = dag.binary(Binary::Gt, x, limit);
            dag.binary(Binary::Or, below, above)
        },
    );
    let claim = format!("`{text}` of `{}` decreases", call.name);
    checker.graph.check_ascending(&wide, &claim, help);
    let column = (operands[1].text.as_str(), operands[1].span);
    let dense = (operands[3].text.as_str(), x);
    let indices = checker.positions(indices, &columns, column, 0, dense)?;
    let mut shape = x.shape.clone();
    shape[0] = count;
    // Products of halves are summed before they are rounded.
    let sum = dtype.computed_in();
    let (data, x) = (checker.graph.cast(data, sum), checker.graph.cast(x, sum));
    let operands = vec![data, indices, wide, x];
    let product = checker.graph.emit(call.name, shape, operands, move |dag, a, index| {
        let one = dag.constant(Const::i64(1));
        let next = dag.binary(Binary::Add, index[0], one);
        let range = [a[2].element(dag, &[index[0]]), a[2].element(dag, &[next])];
        dag.reduce_range(Reduce::Sum, stored.clone(), range, |dag, k| {
            let mut at = index.to_vec();
            at[0] = a[1].element(dag, &[k]);
            let (entry, x) = (a[0].element(dag, &[k]), a[3].element(dag, &at));
            dag.binary(Binary::Mul, entry, x)
        })
    });
    Ok(checker.graph.cast(&product, dtype))
}
