//! Cholesky's factor of small matrices, column by column.

use super::super::matrices::choose;
use super::eliminate::{Matrix, number};
use crate::check::checker::Checker;
use crate::check::value::Array;
use crate::dag::{Binary, Const, ScalarId, Size, Unary};

/// The lower triangular factor. Only the lower triangle of the matrix is used.
pub(super) fn factor(checker: &mut Checker<'_>, matrix: Matrix) -> Array {
    let (batch, n) = (matrix.batch(), matrix.n);
    let shape = |tail: &[i64]| -> Vec<Size> {
        batch.iter().cloned().chain(tail.iter().map(|n| Size::constant(*n))).collect()
    };
    // Column k: its diagonal element, then (except in the last column) those below.
    let mut columns: Vec<Array> = Vec::new();
    let mut rest = matrix.array;
    for m in (1..=n).rev() {
        let diagonal =
            checker.graph.emit("diagonal", shape(&[]), vec![rest.clone()], |dag, a, index| {
                let zero = number(dag, 0);
                let first = a[0].element(dag, &[index, &[zero, zero]].concat());
                dag.unary(Unary::Sqrt, first)
            });
        columns.push(diagonal.clone());
        if m == 1 {
            break;
        }
        let operands = vec![rest.clone(), diagonal];
        let below = checker.graph.emit("column", shape(&[m - 1]), operands, |dag, a, index| {
            let (i, at) = index.split_last().expect("a row");
            let (zero, one) = (number(dag, 0), number(dag, 1));
            let row = dag.binary(Binary::Add, *i, one);
            let element = a[0].element(dag, &[at, &[row, zero]].concat());
            let diagonal = a[1].element(dag, at);
            dag.binary(Binary::Div, element, diagonal)
        });
        columns.push(below.clone());
        let operands = vec![rest, below];
        rest =
            checker.graph.emit("eliminated", shape(&[m - 1, m - 1]), operands, |dag, a, index| {
                let (at, ij) = index.split_at(index.len() - 2);
                let one = number(dag, 1);
                let (row, column) =
                    (dag.binary(Binary::Add, ij[0], one), dag.binary(Binary::Add, ij[1], one));
                let old = a[0].element(dag, &[at, &[row, column]].concat());
                let left = a[1].element(dag, &[at, &[ij[0]]].concat());
                let right = a[1].element(dag, &[at, &[ij[1]]].concat());
                let product = dag.binary(Binary::Mul, left, right);
                dag.binary(Binary::Sub, old, product)
            });
    }
    checker.graph.emit("cholesky", shape(&[n, n]), columns, move |dag, a, index| {
        let (at, ij) = index.split_at(index.len() - 2);
        let elements: Vec<ScalarId> = (0..n)
            .map(|k| {
                let diagonal = a[2 * k as usize].element(dag, at);
                let zero = dag.constant(Const::from_i128(dag.dtype(diagonal), 0));
                let k_here = number(dag, k);
                let above = dag.binary(Binary::Lt, ij[0], k_here);
                let Some(column) = a.get(2 * k as usize + 1) else {
                    return dag.select(above, zero, diagonal);
                };
                // It has to be a valid index even where it is not read.
                let (first, least) = (number(dag, k + 1), number(dag, 0));
                let row = dag.binary(Binary::Sub, ij[0], first);
                let row = dag.binary(Binary::Max, row, least);
                let below = column.element(dag, &[at, &[row]].concat());
                let on = dag.binary(Binary::Eq, ij[0], k_here);
                let lower = dag.select(on, diagonal, below);
                dag.select(above, zero, lower)
            })
            .collect();
        choose(dag, ij[1], &elements)
    })
}
