//! List literals. A list that consists of literals only has no dtype, because literals have none. It takes the dtype of
//! the arrays that it is joined with.

use crate::check::checker::{Checker, Operand};
use crate::check::promote::weak_dtype;
use crate::check::render;
use crate::check::value::{Res, Value};
use crate::dag::DType;
use crate::diagnostic::SpanRange;
use crate::limits;
use crate::parse::ast::{Expr, ExprKind};

/// An evaluated value that is to be joined. Of a list literal, the entries are evaluated, but it is not an array yet.
pub(super) enum Entry {
    Operand(Operand),
    List { entries: Vec<Entry>, text: String, span: SpanRange },
}

impl Entry {
    fn span(&self) -> SpanRange {
        match self {
            Entry::Operand(operand) => operand.span,
            Entry::List { span, .. } => *span,
        }
    }

    /// Adds the literals of a list to `found`. Returns false if the list contains anything else.
    fn literals<'e>(&'e self, found: &mut Vec<&'e Operand>) -> bool {
        match self {
            Entry::Operand(operand) => {
                found.push(operand);
                matches!(operand.value, Value::Weak(_))
            }
            Entry::List { entries, .. } => entries.iter().all(|entry| entry.literals(found)),
        }
    }

    /// The dtype of a list of literals only, if nothing else decides it.
    fn weak_dtype(&self) -> Option<DType> {
        let mut found = Vec::new();
        let is_weak = matches!(self, Entry::List { .. }) && self.literals(&mut found);
        is_weak.then(|| weak_dtype(&found))
    }
}

/// Whether literals whose own dtype is `weak` may have the dtype `typed`.
fn adapts(weak: DType, typed: DType) -> bool {
    match weak {
        DType::Bool => typed == DType::Bool,
        _ if weak.is_complex() => typed.is_complex(),
        _ if weak.is_float() => typed.is_float() || typed.is_complex(),
        _ => typed != DType::Bool,
    }
}

impl Checker<'_> {
    /// `[a, b]`: literals become an array constant, arrays are stacked.
    pub(crate) fn list(&mut self, items: &[Expr], span: SpanRange) -> Res<Value> {
        let entries = self.entries(&items.iter().collect::<Vec<_>>(), span)?;
        let list = Entry::List { entries, text: String::new(), span };
        let dtype = list.weak_dtype();
        Ok(self.joined(list, dtype)?.value)
    }

    /// The operands that are to be joined. All errors in them are reported.
    pub(super) fn join_operands(&mut self, exprs: &[&Expr], span: SpanRange) -> Res<Vec<Operand>> {
        let entries = self.entries(exprs, span)?;
        self.of_one_dtype(entries)
    }

    fn entries(&mut self, exprs: &[&Expr], span: SpanRange) -> Res<Vec<Entry>> {
        if exprs.is_empty() {
            return self.fail(span, "an empty list has no dtype", "write `zeros([f64; 0])`");
        }
        let entries: Vec<Res<Entry>> = exprs.iter().map(|expr| self.entry(expr)).collect();
        entries.into_iter().collect()
    }

    fn entry(&mut self, expr: &Expr) -> Res<Entry> {
        let ExprKind::List(items) = &expr.kind else {
            return Ok(Entry::Operand(self.operand(expr)?));
        };
        let items: Vec<&Expr> = items.iter().collect();
        let entries = self.deeper(expr.span, |checker| checker.entries(&items, expr.span))?;
        Ok(Entry::List { entries, text: render::text(expr), span: expr.span })
    }

    /// The entries as operands. A list of literals takes the dtype of the first array, or else the common dtype of all
    /// lists, if that suits it.
    fn of_one_dtype(&mut self, entries: Vec<Entry>) -> Res<Vec<Operand>> {
        let own: Vec<Option<DType>> = entries.iter().map(Entry::weak_dtype).collect();
        let arrays = entries.iter().zip(&own).filter(|(_, own)| own.is_none());
        if let Some((entry, _)) = arrays.clone().nth(limits::LISTED) {
            let what = format!("this list has {} arrays", arrays.count());
            let help = "take arrays of one shape as one parameter with an axis more";
            return Err(
                self.report(limits::exceeded(entry.span(), what, limits::LISTED).help(help))
            );
        }
        let mut literals = Vec::new();
        entries.iter().for_each(|entry| {
            entry.literals(&mut literals);
        });
        let together = weak_dtype(&literals);
        let mut typed = None;
        let mut operands: Vec<Option<Res<Operand>>> = entries.iter().map(|_| None).collect();
        let mut lists = Vec::new();
        for (k, (entry, own)) in entries.into_iter().zip(own).enumerate() {
            match own {
                Some(own) => lists.push((k, entry, own)),
                None => {
                    let operand = self.joined(entry, None);
                    if let (None, Ok(Operand { value: Value::Array(array), .. })) =
                        (typed, &operand)
                    {
                        typed = Some(array.dtype);
                    }
                    operands[k] = Some(operand);
                }
            }
        }
        let typed = typed.unwrap_or(together);
        for (k, list, own) in lists {
            let dtype = if adapts(own, typed) { typed } else { own };
            operands[k] = Some(self.joined(list, Some(dtype)));
        }
        operands.into_iter().flatten().collect()
    }

    /// An entry as an operand. A list of literals only gets the given dtype.
    fn joined(&mut self, entry: Entry, dtype: Option<DType>) -> Res<Operand> {
        let (entries, text, span) = match (entry, dtype) {
            (Entry::List { entries, text, span }, _) => (entries, text, span),
            (Entry::Operand(Operand { value: Value::Weak(weak), text, span }), Some(dtype)) => {
                let value = Value::Array(self.weak_to(&weak, dtype, span)?);
                return Ok(Operand { value, text, span });
            }
            (Entry::Operand(operand), _) => return Ok(operand),
        };
        let operands = match dtype {
            None => self.of_one_dtype(entries)?,
            Some(_) => {
                let all: Vec<Res<Operand>> =
                    entries.into_iter().map(|entry| self.joined(entry, dtype)).collect();
                all.into_iter().collect::<Res<_>>()?
            }
        };
        let value = Value::Array(self.stack_operands(&operands, 0, span)?);
        Ok(Operand { value, text, span })
    }
}
