//! Values as Rust expressions.

/// A value that can be written as a Rust expression. The expression is for code that has the runtime's types in a
/// module `plan`.
pub trait ToRust {
    /// Appends the expression.
    fn to_rust(&self, out: &mut Writer<'_>);

    /// Whether the value is an empty list, or the size 0. [`types!`](crate::types) lets types leave out such fields.
    fn is_nothing(&self) -> bool {
        false
    }
}

/// A Rust text that grows.
pub struct Writer<'a> {
    text: String,
    dims: &'a [String],
}

impl<'a> Writer<'a> {
    /// An empty text. `dims` are the names of the program's dimensions, for which the text has positions.
    pub fn new(dims: &'a [String]) -> Writer<'a> {
        Writer { text: String::new(), dims }
    }

    /// The text of one value.
    pub fn text(value: &dyn ToRust, dims: &'a [String]) -> String {
        let mut out = Writer::new(dims);
        value.to_rust(&mut out);
        out.text
    }

    /// The position of a dimension.
    ///
    /// # Panics
    /// If the program has no such dimension.
    pub fn position(&self, dim: &str) -> u16 {
        let position = self.dims.iter().position(|name| name == dim);
        let position = position.expect("a declared dimension");
        u16::try_from(position).expect("programs have fewer dimensions")
    }

    /// Appends text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends the path of an item of the module `plan`.
    pub fn path(&mut self, item: &str) {
        self.push("plan::");
        self.push(item);
    }

    /// Appends `&[a, b, c]`.
    pub fn list<'v, T: ToRust + 'v>(&mut self, elements: impl IntoIterator<Item = &'v T>) {
        self.push("&[");
        for (k, element) in elements.into_iter().enumerate() {
            self.push(if k == 0 { "" } else { ", " });
            element.to_rust(self);
        }
        self.push("]");
    }

    /// Appends `(value)`, the field of a tuple variant.
    pub fn argument(&mut self, value: &dyn ToRust) {
        self.push("(");
        value.to_rust(self);
        self.push(")");
    }

    /// Appends ` { name: value, name: value }`.
    pub fn fields(&mut self, fields: &[(&str, &dyn ToRust)]) {
        self.push(" { ");
        for (k, (name, value)) in fields.iter().enumerate() {
            self.push(if k == 0 { "" } else { ", " });
            self.push(&format!("{name}: "));
            value.to_rust(self);
        }
        self.push(" }");
    }

    /// Appends ` { name: value, ..plan::rest }`, without the fields that are nothing.
    pub fn fields_or(&mut self, fields: &[(&str, &dyn ToRust)], rest: &str) {
        self.push(" { ");
        for (name, value) in fields.iter().filter(|(_, value)| !value.is_nothing()) {
            self.push(&format!("{name}: "));
            value.to_rust(self);
            self.push(", ");
        }
        self.push("..");
        self.path(rest);
        self.push(" }");
    }
}

/// Implements [`ToRust`] for types whose literals are what `Display` writes.
macro_rules! literals {
    ($($type:ty)*) => {
        $(impl ToRust for $type {
            fn to_rust(&self, out: &mut Writer<'_>) {
                out.push(&self.to_string());
            }
        })*
    };
}

literals! { bool i64 u16 u32 u64 usize }

impl ToRust for String {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push(&format!("{self:?}"));
    }
}

impl<T: ToRust> ToRust for Option<T> {
    fn to_rust(&self, out: &mut Writer<'_>) {
        match self {
            Some(value) => {
                out.push("Some");
                out.argument(value);
            }
            None => out.push("None"),
        }
    }
}

impl<T: ToRust> ToRust for Vec<T> {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.list(self);
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
    }
}

impl<A: ToRust, B: ToRust> ToRust for (A, B) {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.push("(");
        self.0.to_rust(out);
        out.push(", ");
        self.1.to_rust(out);
        out.push(")");
    }
}
