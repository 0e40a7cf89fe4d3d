//! Values as arrays of a dtype.

use super::{Checker, Operand, cast_constant};
use crate::check::graph::Graph;
use crate::check::records;
use crate::check::value::{Array, Data, Reported, Res, Value, Weak};
use crate::dag::{Const, DType, Scalar, Size};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::Expr;
use std::rc::Rc;

impl Checker<'_> {
    /// A weak number as a scalar of `dtype`.
    pub(crate) fn weak_to(&mut self, weak: &Weak, dtype: DType, span: SpanRange) -> Res<Array> {
        if dtype.is_complex() {
            let (re, im) = match weak {
                Weak::Complex(re, im) => (Weak::Float(*re), Weak::Float(*im)),
                other => (other.clone(), Weak::Float(0.0)),
            };
            let re = self.weak_to(&re, dtype.part(), span)?;
            let im = self.weak_to(&im, dtype.part(), span)?;
            let Some((re_value, im)) = self.graph.as_constant(&re).zip(self.graph.as_constant(&im))
            else {
                return Ok(self.graph.make_complex(&re, dtype));
            };
            let data = Data::Constant(Rc::new(vec![re_value, im]));
            return Ok(Array { shape: Vec::new(), dtype, data, bound: None, open: false });
        }
        let constant = match weak {
            Weak::Complex(..) => {
                return Err(self.report(
                    Diagnostic::new(span, format!("a complex number does not fit {dtype}")).help(
                        format_args!("convert the other operand with `as {}`", dtype.complex_of()),
                    ),
                ));
            }
            Weak::Bool(b) => Const::from_i128(dtype, *b as i128),
            Weak::Float(f) if dtype.is_float() => Const::from_f64(dtype, *f),
            Weak::Float(f) => {
                return Err(self.report(
                    Diagnostic::new(span, format!("the float {f:?} does not fit {dtype}"))
                        .help("convert the other operand with `as f64`"),
                ));
            }
            Weak::Int(i) => {
                let fits = dtype.integer_range().is_none_or(|(low, high)| (low..=high).contains(i));
                if !fits {
                    return Err(self.report(
                        Diagnostic::new(span, format!("the integer {i} does not fit {dtype}"))
                            .help(match wide_enough(dtype, *i) {
                                Some(wide) => format!("convert the other operand with `as {wide}`"),
                                None => "a float holds it: write it with a point".to_string(),
                            }),
                    ));
                }
                Const::from_i128(dtype, *i)
            }
            Weak::Size(size) => {
                if let Some((low, high)) = dtype.integer_range().filter(|_| dtype != DType::I64) {
                    self.require_size_in(size, dtype, [low, high], span)?;
                }
                let id = self.graph.dag.size(size.clone());
                let id = self.graph.dag.cast(dtype, id);
                return Ok(Array::scalar(dtype, id, false));
            }
        };
        Ok(self.graph.constant(constant))
    }

    /// Requires that a size that meets integers of a dtype fits that dtype, at every call. As in NumPy, nothing wraps
    /// silently here.
    fn require_size_in(
        &mut self,
        size: &Size,
        dtype: DType,
        [low, high]: [i128; 2],
        span: SpanRange,
    ) -> Res<()> {
        let message = format!("the size {size} has to fit {dtype}");
        let help = "convert the other operand to a dtype that holds it, with `as`";
        let [low, high] = [low, high].map(|bound| i64::try_from(bound).ok().map(Size::constant));
        if let Some(high) = high {
            self.require(&high.sub(size), span, &message, help)?;
        }
        match low {
            Some(low) => self.require(&size.sub(&low), span, &message, help),
            None => Ok(()),
        }
    }

    /// Any value as an array. Weak values get their default dtype.
    pub(crate) fn as_array(&mut self, operand: &Operand) -> Res<Array> {
        match &operand.value {
            Value::Array(a) => Ok(a.clone()),
            Value::Weak(w) => self.weak_to(w, w.default_dtype(), operand.span),
            Value::Tuple(_) | Value::Record(_) | Value::Function(_) => {
                Err(self.not_one_array(operand))
            }
        }
    }

    /// The error for a tuple, a record or a function where one array is needed.
    pub(crate) fn not_one_array(&mut self, operand: &Operand) -> Reported {
        if let Value::Record(record) = &operand.value {
            let claim = format!("expected an array, found the record `{}`", operand.text);
            let help = records::fields_of(&operand.text, record);
            return self.report(
                Diagnostic::new(operand.span, claim)
                    .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                    .help(help),
            );
        }
        if let Value::Function(_) = &operand.value {
            let claim = format!("expected an array, found the function `{}`", operand.text);
            let help = format!("call it: `{}(...)`", operand.text);
            return self.report(Diagnostic::new(operand.span, claim).help(help));
        }
        let claim = format!("expected an array, found the tuple `{}`", operand.text);
        self.report(
            Diagnostic::new(operand.span, claim)
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                .help(match operand.value {
                    Value::Tuple(ref items) if items.is_empty() => {
                        "a shape, a type or an array stands here".to_string()
                    }
                    _ => format!(
                        "take a part, `let (a, b) = {0};`, or join them, `stack([a, b])`",
                        operand.text
                    ),
                }),
        )
    }

    pub(crate) fn array(&mut self, expr: &Expr) -> Res<Array> {
        let operand = self.operand(expr)?;
        self.as_array(&operand)
    }
}

impl Graph {
    /// A cast. If the operand is a scalar, it becomes a part of the comprehension that uses it; otherwise it is a node.
    pub(crate) fn cast(&mut self, array: &Array, dtype: DType) -> Array {
        if array.dtype == dtype && array.bound.is_none() {
            return array.clone();
        }
        if array.dtype == dtype {
            return array.clone().with_bound(None);
        }
        if dtype.is_complex() {
            return self.make_complex(array, dtype);
        }
        if let Data::Constant(elements) = &array.data {
            let cast = elements.iter().map(|c| cast_constant(*c, dtype)).collect();
            let data = Data::Constant(Rc::new(cast));
            return Array { data, dtype, ..array.clone() };
        }
        if let Some(c) = self.as_constant(array) {
            return self.constant(cast_constant(c, dtype));
        }
        self.emit("cast", array.shape.clone(), vec![array.clone()], move |dag, a, i| {
            let element = a[0].element(dag, i);
            dag.cast(dtype, element)
        })
    }

    /// The value of a typed scalar that is a constant.
    pub(crate) fn as_constant(&self, array: &Array) -> Option<Const> {
        match &array.data {
            _ if array.dtype.is_complex() => None,
            Data::Scalar(id) => match self.dag.scalar(*id) {
                Scalar::Const(c) => Some(*c),
                _ => None,
            },
            Data::Constant(elements) if array.shape.is_empty() => elements.first().copied(),
            _ => None,
        }
    }
}

/// The least integer dtype that holds `dtype` and `value`.
fn wide_enough(dtype: DType, value: i128) -> Option<DType> {
    let holds =
        |d: &DType| d.integer_range().is_some_and(|(low, high)| (low..=high).contains(&value));
    let wider = |d: &DType| d.is_integer() && dtype.common_with(*d) == *d && holds(d);
    DType::ALL.into_iter().filter(wider).min_by_key(|d| (d.bytes(), d.is_signed()))
}
