//! `digitize`: bins between edges that ascend or descend.

use super::call::Call;
use super::sorting::{flag, one_row, places, same_dtype};
use crate::check::checker::Checker;
use crate::check::value::{Array, Data, Res};
use crate::dag::{Binary, Const, DType, Size, evaluate};
use crate::diagnostic::Diagnostic;

pub(super) fn digitize(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    // With `right`, a bin includes its right edge, so the place is the one before equal elements.
    let right = flag(checker, call, 2, "`right`", false)?;
    let (bins, values) = same_dtype(checker, call, 1, 0)?;
    one_row(checker, call, &bins)?;
    let descends = match &bins.data {
        Data::Constant(edges) => {
            let descends = literal_order(checker, call, edges)?;
            checker.graph.constant(Const::bool(descends))
        }
        _ => order(checker, call, &bins),
    };
    let n = bins.shape[0].clone();
    if checker.graph.as_constant(&descends).is_some_and(|c| c.bits == 0) {
        return places(checker, call, (&bins, 1), (&values, 0), !right);
    }
    let last = n.sub(&Size::one());
    let operands = vec![bins.clone(), descends.clone()];
    let ascending =
        checker.graph.emit("ascending", bins.shape.clone(), operands, move |dag, a, index| {
            let descends = a[1].element(dag, &[]);
            let last = dag.size(last.clone());
            let from_end = dag.binary(Binary::Sub, last, index[0]);
            let at = dag.select(descends, from_end, index[0]);
            a[0].element(dag, &[at])
        });
    let found = places(checker, call, (&ascending, 1), (&values, 0), !right)?;
    let (shape, count) = (found.shape.clone(), n.clone());
    let operands = vec![found, descends];
    let result = checker.graph.emit(call.name, shape, operands, move |dag, a, index| {
        let (place, descends) = (a[0].element(dag, index), a[1].element(dag, &[]));
        let count = dag.size(count.clone());
        let from_end = dag.binary(Binary::Sub, count, place);
        dag.select(descends, from_end, place)
    });
    checker.graph.known_below(&result, &n.add(&Size::one()));
    Ok(result)
}

/// Whether literal edges descend. Reports an error if they neither ascend nor descend throughout.
fn literal_order(checker: &mut Checker<'_>, call: &Call<'_>, edges: &[Const]) -> Res<bool> {
    let holds = |op: Binary, a: &Const, b: &Const| {
        evaluate::binary(op, *a, *b).is_some_and(|c| c.bits != 0)
    };
    let any = |op: Binary| edges.windows(2).any(|pair| holds(op, &pair[0], &pair[1]));
    let (rises, falls) = (any(Binary::Lt), any(Binary::Gt));
    if !(rises && falls) {
        return Ok(falls);
    }
    let claim = format!("the bins `{}` of `digitize` rise and fall", call.text(1));
    Err(checker.report(
        Diagnostic::new(call.arg(1).span, claim)
            .help("write the edges in ascending or in descending order"),
    ))
}

/// Whether edges descend, at run time, with a check that they ascend or descend throughout.
fn order(checker: &mut Checker<'_>, call: &Call<'_>, bins: &Array) -> Array {
    let last = bins.shape[0].sub(&Size::one());
    let empty = checker.graph.may_be_empty(bins, &[0]);
    let end = last.clone();
    let descends =
        checker.graph.emit("descends", Vec::new(), vec![bins.clone()], move |dag, a, _| {
            let ends = [Size::zero(), end.clone()].map(|at| {
                let at = dag.size(at);
                a[0].element_unless_empty(dag, &[at], &empty)
            });
            dag.binary(Binary::Gt, ends[0], ends[1])
        });
    let operands = vec![bins.clone(), descends.clone()];
    let breaks =
        checker.graph.emit("breaks", bins.shape.clone(), operands, move |dag, a, index| {
            let (one, last) = (dag.constant(Const::i64(1)), dag.size(last.clone()));
            let next = dag.binary(Binary::Add, index[0], one);
            let next = dag.binary(Binary::Min, next, last);
            let (this, next) = (a[0].element(dag, index), a[0].element(dag, &[next]));
            let (rises, falls) =
                (dag.binary(Binary::Lt, this, next), dag.binary(Binary::Gt, this, next));
            let descends = a[1].element(dag, &[]);
            debug_assert_eq!(dag.dtype(descends), DType::Bool);
            dag.select(descends, rises, falls)
        });
    let text = call.text(1);
    let claim = format!("the bins `{text}` of `digitize` rise and fall: their order breaks");
    let help = format!("sort them: `sort({text})`");
    checker.graph.check_elements(&breaks, &claim, &[], &help, |_, breaks| breaks);
    descends
}
