//! Types as written: dtypes, index domains, shapes.

use super::checker::Checker;
use super::scopes::Scopes;
use super::suggest;
use super::value::{Reported, Res};
use crate::dag::{DType, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast;
use proc_macro2::Ident;

/// A resolved type.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) dtype: DType,
    /// The domain `D` of `index<D>`, whose dtype is `i64`.
    pub(crate) bound: Option<Size>,
    /// The shape; `None` for a scalar.
    pub(crate) shape: Option<Vec<Size>>,
}

impl Type {
    pub(crate) fn sizes(&self) -> &[Size] {
        self.shape.as_deref().unwrap_or(&[])
    }
}

impl Checker<'_> {
    /// A dtype or a dtype parameter.
    pub(crate) fn dtype_name(&mut self, name: &Ident) -> Res<DType> {
        let text = name.to_string();
        if let Some(dtype) = self.scopes.frame().dtypes.get(&text) {
            return Ok(*dtype);
        }
        if let Some(dtype) = DType::from_name(&text) {
            return Ok(dtype);
        }
        let records = std::rc::Rc::clone(&self.state.records);
        if records.find(&text).is_some() {
            let claim = format!("`{name}` is a record, not a dtype");
            return self.fail(
                name.span(),
                claim,
                format_args!("the dtypes are {}", DType::names()),
            );
        }
        Err(self.report(match records.nearest(&text) {
            Some(near) if spelt_otherwise(&text).is_none() => {
                Diagnostic::new(name.span(), format!("unknown dtype `{name}`"))
                    .help(format_args!("did you mean the record `{near}`?"))
            }
            _ => unknown_dtype(name),
        }))
    }

    pub(crate) fn resolve_type(&mut self, ty: &ast::Type) -> Res<Type> {
        let element = match &ty.element {
            ast::Element::Dtype(name) => self.dtype_name(name).map(|d| (d, None)),
            ast::Element::Index(bound) => {
                self.size_expr(bound).map(|bound| (DType::I64, Some(bound)))
            }
            ast::Element::Function(_) => {
                let help = "a parameter of a function without `pub` can be one";
                self.fail(ty.span, "a function cannot stand here", help)
            }
            ast::Element::Record { name, .. } => {
                let claim = format!("the record `{name}` cannot stand here");
                let help = "records are types of parameters, results, fields and `let`s";
                self.fail(ty.span, claim, help)
            }
        };
        let shape = match &ty.shape {
            None => Ok(None),
            Some(sizes) => self.resolve_shape(sizes).map(Some),
        };
        let ((dtype, bound), shape) = (element?, shape?);
        if bound.is_some() && shape.is_none() {
            return Err(self.report(
                Diagnostic::new(ty.span, "a scalar cannot be an index of a domain").help(
                    "take an `i64`, which is checked at the call, or an array `[index<N>; ...]`",
                ),
            ));
        }
        Ok(Type { dtype, bound, shape })
    }

    /// Reports a name in a shape that is declared nowhere: the user forgot to declare the dimension.
    fn known_dimension(&mut self, size: &ast::Expr) -> Res<()> {
        let ast::ExprKind::Name(name) = &size.kind else { return Ok(()) };
        let text = name.to_string();
        if self.scopes.lookup(&text).is_some() || self.constant_by_name(&text).is_some() {
            return Ok(());
        }
        if self.scopes.frame().dtypes.contains_key(&text) {
            // A dimension that is declared as a dtype is reported at its declaration.
            self.failed = true;
            return Err(Reported::after_error());
        }
        self.first_mention(&text)?;
        let block = self.scopes.block;
        let declared = self.scopes.frame().function.map(|k| &block.fns[k]);
        let dims: Vec<String> =
            declared.iter().flat_map(|f| f.dims.iter().map(|d| d.to_string())).collect();
        let diagnostic = Diagnostic::new(size.span, format!("unknown dimension `{text}`"));
        let near = suggest::nearest(&text, dims.iter().map(String::as_str));
        Err(self.report(match (near, declared) {
            (Some(near), _) => diagnostic.help(format_args!("did you mean `{near}`?")),
            (None, Some(function)) => {
                let mut dims = dims.clone();
                dims.push(text.clone());
                diagnostic.help(format_args!(
                    "declare it: `fn {}<{}>(...)`",
                    function.name,
                    dims.join(", ")
                ))
            }
            (None, None) => diagnostic.help("the sizes of a `const` are literals"),
        }))
    }

    pub(crate) fn resolve_shape(&mut self, sizes: &[ast::Expr]) -> Res<Vec<Size>> {
        let sizes: Vec<Res<Size>> = sizes
            .iter()
            .map(|e| {
                self.known_dimension(e)?;
                let size = self.size_expr(e)?;
                let message = format!("the size `{size}` is negative");
                if self.graph.is_non_negative(&Size::constant(-1).sub(&size)) {
                    return self.fail(e.span, message, "a size is 0 or more");
                }
                Ok(size)
            })
            .collect();
        sizes.into_iter().collect()
    }
}

impl Scopes<'_> {
    /// Whether `name` is a dtype, and no value.
    pub(crate) fn is_dtype(&mut self, name: &Ident) -> bool {
        let text = name.to_string();
        let known = self.frame().dtypes.contains_key(&text) || DType::from_name(&text).is_some();
        known && self.lookup(&text).is_none()
    }
}

/// What to write instead of a dtype that does not exist.
pub(crate) fn unknown_dtype(ident: &Ident) -> Diagnostic {
    let known = DType::names();
    let text = ident.to_string();
    let name = text.as_str();
    let diagnostic = Diagnostic::new(ident.span(), format!("unknown dtype `{name}`"));
    let other = spelt_otherwise(name)
        .or_else(|| suggest::nearest(name, DType::ALL.iter().map(|d| d.name())));
    match (other, name) {
        (_, "i128" | "u128") => {
            Diagnostic::new(ident.span(), format!("the dtype `{name}` is not supported"))
                .help(format_args!("the dtypes are {known}"))
        }
        (Some(other), _) => diagnostic.help(format_args!("did you mean `{other}`?")),
        (None, _) => diagnostic.help(format_args!("the dtypes are {known}")),
    }
}

/// The dtype that has this name elsewhere.
pub(crate) fn spelt_otherwise(name: &str) -> Option<&'static str> {
    Some(match name {
        "float" | "double" | "float64" | "f8" => "f64",
        "single" | "float32" | "f4" => "f32",
        "half" | "float16" | "f2" => "f16",
        "bfloat16" => "bf16",
        "complex" | "complex128" | "c128" | "c16" => "c64",
        "complex64" | "c8" => "c32",
        "int" | "int64" | "long" | "isize" | "usize" => "i64",
        "int8" => "i8",
        "int16" => "i16",
        "int32" => "i32",
        "uint8" => "u8",
        "uint16" => "u16",
        "uint32" => "u32",
        "uint64" => "u64",
        "bool_" => "bool",
        _ => return None,
    })
}
