//! The error for JAX's `x.at[i].set(v)`, with what to write here instead.

use super::checker::Checker;
use super::render;
use super::value::{Res, Value};
use crate::parse::ast::{Arg, Expr, ExprKind, Subscript, SubscriptKind};
use proc_macro2::Ident;

const PARTS: &str = "arrays have no `at`: parts are assigned";

impl Checker<'_> {
    /// Refuses `x.at[i].set(v)` and the like.
    pub(super) fn functional_update(
        &mut self,
        array: &Expr,
        place: &Expr,
        at: &Ident,
        method: &Ident,
        args: &[Arg],
    ) -> Res<Value> {
        let (part, indices) = match &place.kind {
            ExprKind::Index(_, subscripts) => {
                let parts: Vec<String> = subscripts.iter().map(render::subscript).collect();
                (format!("{}[{}]", render::receiver(array), parts.join(", ")), &subscripts[..])
            }
            _ => (render::text(place), &[][..]),
        };
        let value = args.first().map_or("v".to_string(), |a| render::text(&a.value));
        let method = method.to_string();
        let (operator, scatter) = match method.as_str() {
            "get" => return self.fail(at.span(), PARTS, format!("write `{part}`")),
            "add" => ("+", "add"),
            "subtract" => ("-", "add"),
            "multiply" | "mul" => ("*", "mul"),
            "divide" => ("/", ""),
            "power" => ("**", ""),
            "min" | "max" => ("", method.as_str()),
            _ => ("", ""),
        };
        let assignment = match operator {
            "" if scatter.is_empty() => format!("`{part} = {value};`"),
            "" => format!("`{part} = {method}imum({part}, {value});`"),
            _ => format!("`{part} {operator}= {value};`"),
        };
        // JAX applies repeated indices each time, unless it sets. An assignment applies the last one.
        let sets = operator.is_empty() && scatter.is_empty();
        let help = match indices {
            _ if sets || !self.has_index_array(indices) => format!("assign: {assignment}"),
            [only] if !scatter.is_empty() => {
                let value = match operator {
                    "-" => format!("-({value})"),
                    _ => value,
                };
                let (array, index) = (render::text(array), render::subscript(only));
                format!(
                    "write `scatter_{scatter}({array}, {index}, {value})`, where repeated indices count each time"
                )
            }
            _ => format!("assign: {assignment}, where the last of repeated indices counts"),
        };
        self.fail(at.span(), PARTS, help)
    }

    /// Whether one of these is an array of integers.
    fn has_index_array(&mut self, subscripts: &[Subscript]) -> bool {
        let values = subscripts.iter().filter_map(|subscript| match &subscript.kind {
            SubscriptKind::Index(index) => self.expr(index).ok(),
            _ => None,
        });
        values.collect::<Vec<_>>().iter().any(|value| {
            matches!(value, Value::Array(array) if array.rank() > 0 && array.dtype.is_integer())
        })
    }
}
