//! Contractions: `@` and `einsum`, each of which is one comprehension.

use super::checker::{Checker, Operand, array_text};
use super::complex;
use super::fold;
use super::graph::Graph;
use super::ops::call::Call;
use super::promote::{Common, weak_dtype};
use super::value::{Array, Res};
use crate::dag::{Binary, Const, DType, Dag, Reduce, ScalarId, Size};
use crate::diagnostic::{Diagnostic, SpanRange, Unfinished};
use crate::parse::ast::ExprKind;
use std::collections::{BTreeMap, BTreeSet};

/// A letter of an einsum, or (above all letters) an axis of `...`, counted from the right.
pub(crate) type Label = u32;
const ELLIPSIS: Label = 0x11_0000;

/// A contraction: which elements of the operands are multiplied, and which products are summed.
struct Contraction {
    /// The labels of each operand's axes.
    labels: Vec<Vec<Label>>,
    output: Vec<Label>,
    /// The labels that are not in `output`, in the order in which they first occur.
    summed: Vec<Label>,
    /// The sizes of the summed labels.
    extents: Vec<Size>,
}

impl Contraction {
    fn new(
        labels: Vec<Vec<Label>>,
        output: Vec<Label>,
        sizes: &BTreeMap<Label, Size>,
    ) -> Contraction {
        let mut summed: Vec<Label> = Vec::new();
        for label in labels.iter().flatten() {
            if !output.contains(label) && !summed.contains(label) {
                summed.push(*label);
            }
        }
        let extents = summed.iter().map(|l| sizes[l].clone()).collect();
        Contraction { labels, output, summed, extents }
    }

    /// The index of an operand's element. `index` is that of the result, and `vars` are the variables of the sum.
    fn place(
        &self,
        dag: &mut Dag,
        array: &Array,
        labels: &[Label],
        index: &[ScalarId],
        vars: &[ScalarId],
    ) -> Vec<ScalarId> {
        let places = labels.iter().zip(&array.shape).map(|(label, own)| {
            if own.is_one() {
                return dag.constant(Const::i64(0));
            }
            match self.output.iter().position(|l| l == label) {
                Some(k) => index[k],
                None => {
                    let k = self.summed.iter().position(|l| l == label);
                    vars[k.expect("a label is kept or summed")]
                }
            }
        });
        places.collect()
    }

    /// An element of the result, for complex operands given as real views ([`Array::real`]).
    fn complex_sum(&self, dag: &mut Dag, arrays: &[Array], index: &[ScalarId]) -> complex::Pair {
        let term = |dag: &mut Dag, vars: &[ScalarId]| {
            let mut result = None;
            for (array, labels) in arrays.iter().zip(&self.labels) {
                let at = self.place(dag, array, labels, index, vars);
                let element = complex::pair_at(dag, array, &at);
                result = Some(match result {
                    None => element,
                    Some(so_far) => complex::multiply(dag, so_far, element),
                });
            }
            result.expect("at least one operand")
        };
        if self.extents.is_empty() {
            return term(dag, &[]);
        }
        let re = dag.reduce(Reduce::Sum, self.extents.clone(), |dag, v| term(dag, v).re);
        let im = dag.reduce(Reduce::Sum, self.extents.clone(), |dag, v| term(dag, v).im);
        complex::Pair { re, im }
    }

    /// An element of the result, for operands cast to `dtype`, which is not complex.
    fn real_sum(
        &self,
        dag: &mut Dag,
        arrays: &[Array],
        index: &[ScalarId],
        dtype: DType,
    ) -> ScalarId {
        let (product, sum) = match dtype {
            DType::Bool => (Binary::And, Reduce::Any),
            _ => (Binary::Mul, Reduce::Sum),
        };
        // Products of halves are summed before they are rounded.
        let wide = dtype.computed_in();
        let term = |dag: &mut Dag, vars: &[ScalarId]| {
            let mut result = None;
            for (array, labels) in arrays.iter().zip(&self.labels) {
                let at = self.place(dag, array, labels, index, vars);
                let element = array.element(dag, &at);
                let element = fold::cast(dag, dtype, element);
                let element = fold::cast(dag, wide, element);
                result = Some(match result {
                    None => element,
                    Some(so_far) => fold::binary(dag, product, so_far, element),
                });
            }
            result.expect("at least one operand")
        };
        let value = match self.extents.is_empty() {
            true => term(dag, &[]),
            false => dag.reduce(sum, self.extents.clone(), term),
        };
        fold::cast(dag, dtype, value)
    }
}

impl Checker<'_> {
    pub(crate) fn matmul(
        &mut self,
        span: SpanRange,
        left: &Operand,
        right: &Operand,
    ) -> Res<Array> {
        let (a, b) = (self.as_array(left)?, self.as_array(right)?);
        for (operand, array) in [(left, &a), (right, &b)] {
            if array.rank() == 0 {
                return Err(self.report(
                    Diagnostic::new(
                        span,
                        format!(
                            "`@` needs arrays, but `{}` is {}",
                            operand.text,
                            operand.value.type_text()
                        ),
                    )
                    .help("multiply by a scalar with `*`"),
                ));
            }
        }
        let dtype = match self.common_dtype("`@`", span, &["left", "right"], &[left, right])? {
            Common::Typed(dtype) => dtype,
            Common::Weak => a.dtype,
        };
        // The contracted axis is the last one of `a`, and the second to last of `b` (or its only one).
        let inner_b = b.rank().saturating_sub(2);
        let (n, m) = (&a.shape[a.rank() - 1], &b.shape[inner_b]);
        if n != m {
            let claim = format!(
                "`@` needs equal inner sizes: the left operand ends in {n}, axis {inner_b} of the right one is {m}"
            );
            let diagnostic = Diagnostic::new(span, claim)
                .fact(format_args!("left: `{}` is {}", left.text, array_text(&a)))
                .fact(format_args!("right: `{}` is {}", right.text, array_text(&b)));
            let text = |o: &Operand| super::stmt::parenthesised(&o.text);
            let help = if b.rank() == 2 && b.shape[1] == *n {
                format!("transpose the right operand: `{}.T`", text(right))
            } else if a.rank() == 2 && a.shape[0] == *m {
                format!("transpose the left operand: `{}.T`", text(left))
            } else {
                "the sum runs along both: if these always are equal, declare one dimension for them"
                    .to_string()
            };
            return Err(self.report(diagnostic.help(help)));
        }
        let (row, inner, column) = (0, 1, 2);
        let batch = |rank: usize| (0..rank.saturating_sub(2)).rev().map(|k| 3 + k as Label);
        let mut labels_a: Vec<Label> = batch(a.rank()).collect();
        if a.rank() > 1 {
            labels_a.push(row);
        }
        labels_a.push(inner);
        let mut labels_b: Vec<Label> = batch(b.rank()).collect();
        labels_b.push(inner);
        if b.rank() > 1 {
            labels_b.push(column);
        }
        let mut output: Vec<Label> = batch(a.rank().max(b.rank())).collect();
        if a.rank() > 1 {
            output.push(row);
        }
        if b.rank() > 1 {
            output.push(column);
        }
        let operands = [(left, &a), (right, &b)];
        let labels = vec![labels_a, labels_b];
        let sizes = self.label_sizes(span, &operands, &labels, "`@`", |label| match label {
            0..=2 => "a matrix axis".to_string(),
            _ => format!("batch axis {}", -(label as i64)),
        })?;
        Ok(self.graph.contract("matmul", vec![a, b], labels, output, sizes, dtype))
    }

    /// The size of each label. Axes of literal size 1 broadcast.
    fn label_sizes(
        &mut self,
        span: SpanRange,
        operands: &[(&Operand, &Array)],
        labels: &[Vec<Label>],
        what: &str,
        describe: impl Fn(Label) -> String,
    ) -> Res<BTreeMap<Label, Size>> {
        let mut sizes: BTreeMap<Label, (Size, usize, usize)> = BTreeMap::new();
        for (k, (_, array)) in operands.iter().enumerate() {
            for (axis, (label, size)) in labels[k].iter().zip(&array.shape).enumerate() {
                match sizes.get(label) {
                    None => {
                        sizes.insert(*label, (size.clone(), k, axis));
                    }
                    Some((known, ..)) if known == size || size.is_one() => {}
                    Some((known, ..)) if known.is_one() => {
                        sizes.insert(*label, (size.clone(), k, axis));
                    }
                    Some((known, other, other_axis)) => {
                        let claim = format!("{what}: {} is {known} and {size}", describe(*label));
                        let fact = |k: usize, axis: usize| {
                            let (operand, array) = operands[k];
                            format!(
                                "operand {}: axis {axis} of `{}`, which is {}",
                                k + 1,
                                operand.text,
                                array_text(array)
                            )
                        };
                        let diagnostic = Diagnostic::new(span, claim)
                            .fact(fact(*other, *other_axis))
                            .fact(fact(k, axis))
                            .help("axes with one label have one size (or the literal size 1)");
                        return Err(self.report(diagnostic));
                    }
                }
            }
        }
        Ok(sizes.into_iter().map(|(label, (size, ..))| (label, size)).collect())
    }

    pub(crate) fn einsum(&mut self, call: &Call<'_>) -> Res<Array> {
        let spec_expr = call.arg(0);
        let ExprKind::Str(text) = &spec_expr.kind else {
            return Err(self.report(no_subscripts(call)));
        };
        let operands: Vec<Res<Operand>> = call.rest.iter().map(|e| self.operand(e)).collect();
        let spec = match Spec::parse(text) {
            Ok(spec) => spec,
            Err(error) => return Err(self.spec_error(spec_expr.span, text, &error)),
        };
        let operands = operands.into_iter().collect::<Res<Vec<_>>>()?;
        if spec.terms.len() != operands.len() {
            let diagnostic = not_one_each(text, spec.terms.len(), operands.len(), spec_expr.span);
            return Err(self.report(diagnostic));
        }
        let mut arrays = Vec::new();
        for operand in &operands {
            arrays.push(self.as_array(operand)?);
        }
        let views: Vec<&Operand> = operands.iter().collect();
        let names: Vec<String> = (1..=arrays.len()).map(|k| format!("operand {k}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let dtype = match self.common_dtype("`einsum`", call.span, &names, &views)? {
            Common::Typed(dtype) => dtype,
            Common::Weak => weak_dtype(&views),
        };
        let mut labels = Vec::new();
        let mut dots = 0;
        for ((term, operand), array) in spec.terms.iter().zip(&operands).zip(&arrays) {
            let Some(own) = term.expand(array.rank()) else {
                let diagnostic = term.does_not_fit(text, operand, array, spec_expr.span);
                return Err(self.report(diagnostic));
            };
            dots = dots.max(own.iter().filter(|l| **l >= ELLIPSIS).count());
            labels.push(own);
        }
        let pairs: Vec<(&Operand, &Array)> = operands.iter().zip(&arrays).collect();
        let sizes = self.label_sizes(
            spec_expr.span,
            &pairs,
            &labels,
            &format!("einsum \"{text}\""),
            |l| match char::from_u32(l) {
                Some(c) => format!("label `{c}`"),
                None => format!("axis {} of `...`", -((l - ELLIPSIS) as i64) - 1),
            },
        )?;
        let output = match spec.output(dots) {
            Ok(output) => output,
            Err(error) => return Err(self.spec_error(spec_expr.span, text, &error)),
        };
        let arrays = arrays.iter().map(|a| self.graph.cast(a, dtype)).collect();
        Ok(self.graph.contract("einsum", arrays, labels, output, sizes, dtype))
    }

    fn spec_error(
        &mut self,
        span: SpanRange,
        text: &str,
        error: &SpecError,
    ) -> super::value::Reported {
        let claim = format!("einsum: {}", error.claim);
        let diagnostic = caret(Diagnostic::new(span, claim), text, error.column);
        self.report(diagnostic.help(&error.help))
    }
}

impl Graph {
    /// The sum, over the labels that are not in `output`, of the product of the operands.
    pub(crate) fn contract(
        &mut self,
        name: &str,
        operands: Vec<Array>,
        labels: Vec<Vec<Label>>,
        output: Vec<Label>,
        sizes: BTreeMap<Label, Size>,
        dtype: DType,
    ) -> Array {
        let contraction = Contraction::new(labels, output, &sizes);
        let mut shape: Vec<Size> = contraction.output.iter().map(|l| sizes[l].clone()).collect();
        if dtype.is_complex() {
            let views = operands.iter().map(|a| self.cast(a, dtype).real()).collect();
            shape.push(Size::constant(2));
            let result = self.emit(name, shape, views, move |dag, arrays, index| {
                let (part, index) = index.split_last().expect("the axis of parts");
                let pair = contraction.complex_sum(dag, arrays, index);
                complex::choose(dag, pair, *part)
            });
            return result.complex();
        }
        self.emit(name, shape, operands, move |dag, arrays, index| {
            contraction.real_sum(dag, arrays, index, dtype)
        })
    }
}

/// The error for an `einsum` whose first argument is not a string.
fn no_subscripts(call: &Call<'_>) -> Diagnostic {
    let first = call.arg(0);
    Diagnostic::new(first.span, "the first argument of `einsum` is a string").help(
        match call.rest.iter().find(|e| matches!(e.kind, ExprKind::Str(_))) {
            Some(text) => format!(
                "put it first: `einsum({}, {}, ...)`",
                super::render::text(text),
                super::render::text(first)
            ),
            None => "for example `einsum(\"ij,jk->ik\", a, b)`".to_string(),
        },
    )
}

/// The error for subscripts whose number of terms is not that of the operands.
fn not_one_each(text: &str, terms: usize, operands: usize, span: SpanRange) -> Diagnostic {
    let count =
        |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
    let claim = format!(
        "\"{text}\" has {}, but there {} {}",
        count(terms, "term"),
        if operands == 1 { "is" } else { "are" },
        count(operands, "operand")
    );
    Diagnostic::new(span, claim).help("terms are separated by `,`, one per operand")
}

/// Adds the subscripts with a caret below column `column`.
fn caret(diagnostic: Diagnostic<Unfinished>, text: &str, column: usize) -> Diagnostic<Unfinished> {
    diagnostic.fact(format_args!("  \"{text}\"")).fact(format_args!("   {}^", " ".repeat(column)))
}

struct Term {
    text: String,
    /// The column where it starts, in characters.
    column: usize,
    labels: Vec<(char, usize)>,
    /// Number of labels before `...`, if there is one.
    dots: Option<usize>,
}

impl Term {
    /// The error for an operand with too few or too many labels for its rank.
    fn does_not_fit(
        &self,
        text: &str,
        operand: &Operand,
        array: &Array,
        span: SpanRange,
    ) -> Diagnostic {
        let letters = self.labels.len();
        let claim = format!(
            "the term \"{}\" has {letters} label{}, but `{}` has {} ax{}",
            self.text,
            if letters == 1 { "" } else { "s" },
            operand.text,
            array.rank(),
            if array.rank() == 1 { "is" } else { "es" },
        );
        caret(Diagnostic::new(span, claim), text, self.column)
            .fact(format_args!("`{}` is {}", operand.text, array_text(array)))
            .help(match array.rank() > letters {
                true => "a letter for each axis; `...` stands for the axes without one",
                false => "a letter for each axis",
            })
    }

    /// Labels per axis; `None` if the rank does not fit.
    fn expand(&self, rank: usize) -> Option<Vec<Label>> {
        let letters: Vec<Label> = self.labels.iter().map(|(c, _)| *c as Label).collect();
        let extra = rank.checked_sub(letters.len())?;
        match self.dots {
            None => (extra == 0).then_some(letters),
            Some(at) => {
                let dots = (0..extra).rev().map(|k| ELLIPSIS + k as Label);
                Some(
                    letters[..at]
                        .iter()
                        .copied()
                        .chain(dots)
                        .chain(letters[at..].iter().copied())
                        .collect(),
                )
            }
        }
    }
}

struct Spec {
    terms: Vec<Term>,
    explicit: Option<Term>,
}

/// A mistake in subscripts: its place, the claim, and the help.
struct SpecError {
    column: usize,
    claim: String,
    help: String,
}

type SpecResult<T> = Result<T, SpecError>;

/// The help for mistakes in subscripts.
const SUBSCRIPTS: &str = "a letter for each axis, terms separated by `,`, the letters of the result behind `->`: \"ij,jk->ik\"";

fn mistake<T>(column: usize, claim: impl Into<String>, help: impl Into<String>) -> SpecResult<T> {
    Err(SpecError { column, claim: claim.into(), help: help.into() })
}

impl Spec {
    fn parse(text: &str) -> SpecResult<Spec> {
        let chars: Vec<char> = text.chars().collect();
        let mut terms = Vec::new();
        let mut explicit = None;
        let mut at = 0;
        loop {
            let (term, next) = parse_term(&chars, at)?;
            let done = explicit.is_some();
            if done {
                explicit = Some(term);
            } else {
                terms.push(term);
            }
            at = next;
            match chars.get(at) {
                None => break,
                Some(',') if !done => at += 1,
                Some('-') if !done && chars.get(at + 1) == Some(&'>') => {
                    at += 2;
                    explicit =
                        Some(Term { text: String::new(), column: at, labels: vec![], dots: None });
                }
                Some('-') if !done => return mistake(at, "expected `->`", SUBSCRIPTS),
                Some(c) => return mistake(at, format!("unexpected `{c}`"), SUBSCRIPTS),
            }
        }
        Ok(Spec { terms, explicit })
    }

    fn output(&self, dots: usize) -> SpecResult<Vec<Label>> {
        let known: BTreeSet<char> =
            self.terms.iter().flat_map(|t| t.labels.iter().map(|(c, _)| *c)).collect();
        let all_dots = || (0..dots).rev().map(|k| ELLIPSIS + k as Label);
        let Some(output) = &self.explicit else {
            // NumPy's implicit output: `...`, then the labels that occur once, sorted.
            let once = known.iter().filter(|c| {
                self.terms.iter().flat_map(|t| &t.labels).filter(|(l, _)| l == *c).count() == 1
            });
            return Ok(all_dots().chain(once.map(|c| *c as Label)).collect());
        };
        let mut seen = BTreeSet::new();
        for (c, column) in &output.labels {
            if !known.contains(c) {
                let known: Vec<String> = known.iter().map(|c| format!("`{c}`")).collect();
                return mistake(
                    *column,
                    format!("the output's label `{c}` is in no operand"),
                    format!("the operands have {}", known.join(", ")),
                );
            }
            if !seen.insert(*c) {
                return mistake(
                    *column,
                    format!("the output has the label `{c}` twice"),
                    "a diagonal is taken from an operand, \"ii->i\", not made",
                );
            }
        }
        if dots > 0 && output.dots.is_none() {
            let claim = "the output needs `...`, because operands have it";
            let help =
                format!("write `->...{}`; sum over the axes first to have none", output.text);
            return mistake(output.column, claim, help);
        }
        let mut labels: Vec<Label> = output.labels.iter().map(|(c, _)| *c as Label).collect();
        if let Some(at) = output.dots {
            let tail = labels.split_off(at);
            labels.extend(all_dots());
            labels.extend(tail);
        }
        Ok(labels)
    }
}

fn parse_term(chars: &[char], start: usize) -> SpecResult<(Term, usize)> {
    let mut term = Term { text: String::new(), column: start, labels: Vec::new(), dots: None };
    let mut at = start;
    while let Some(c) = chars.get(at) {
        match c {
            ' ' => {}
            ',' | '-' => break,
            '.' => {
                if chars.get(at..at + 3) != Some(&['.', '.', '.']) {
                    return mistake(
                        at,
                        "expected `...`",
                        "three dots stand for the axes without a letter",
                    );
                }
                if term.dots.is_some() {
                    return mistake(
                        at,
                        "a term can only have one `...`",
                        "name the other axes by letters",
                    );
                }
                term.dots = Some(term.labels.len());
                term.text.push_str("...");
                at += 3;
                continue;
            }
            c if c.is_ascii_alphabetic() => {
                if term.labels.is_empty() && term.dots.is_none() {
                    term.column = at;
                }
                term.labels.push((*c, at));
                term.text.push(*c);
            }
            c => {
                return mistake(
                    at,
                    format!("`{c}` is not a label; labels are letters"),
                    SUBSCRIPTS,
                );
            }
        }
        at += 1;
    }
    Ok((term, at))
}
