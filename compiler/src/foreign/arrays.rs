//! The C around a function of whole arrays: one function that takes the sizes as an array, and calls it.

use super::header::Header;
use super::source::{beginning, c_type, tests};
use crate::dag::DType;

/// A C function of arrays as a block declares it.
///
/// It takes the sizes of the declared dimensions, then the parameters, then the memory for each result. Arrays are
/// pointers to their elements in row-major order.
pub struct ArrayPrototype<'a> {
    pub name: &'a str,
    pub dims: usize,
    pub params: &'a [DType],
    /// For each parameter, whether it is an array.
    pub arrays: &'a [bool],
    pub results: &'a [DType],
}

impl ArrayPrototype<'_> {
    fn params(&self) -> impl Iterator<Item = (&DType, &bool)> {
        self.params.iter().zip(self.arrays)
    }

    fn types(&self) -> String {
        let sizes = (0..self.dims).map(|_| "int64_t".to_string());
        let params = self.params().map(|(dtype, is_array)| match is_array {
            true => format!("const {} *", c_type(*dtype)),
            false => c_type(*dtype).to_string(),
        });
        let results = self.results.iter().map(|dtype| format!("{} *", c_type(*dtype)));
        sizes.chain(params).chain(results).collect::<Vec<_>>().join(", ")
    }

    /// The declaration in C: `void filter(int64_t, const double *, double *)`.
    pub fn text(&self) -> String {
        format!("void {}({})", self.name, self.types())
    }

    /// The types in Rust, the last of which is that of the result.
    pub fn rust_types(&self) -> Vec<String> {
        let sizes = (0..self.dims).map(|_| "i64".to_string());
        let params = self.params().map(|(dtype, is_array)| match is_array {
            true => format!("*const {dtype}"),
            false => dtype.to_string(),
        });
        let results = self.results.iter().map(|dtype| format!("*mut {dtype}"));
        sizes.chain(params).chain(results).chain([String::new()]).collect()
    }

    /// The C file, in which `LIBRARY` stands for the name of the library.
    pub fn source(&self, header: &Header) -> String {
        let parameters: String = (0..)
            .zip(self.params())
            .map(|(k, (dtype, is_array))| {
                let pointer = if *is_array { "const " } else { "" };
                let star = if *is_array { "*" } else { "" };
                format!(", {pointer}{} {star}afn_x{k}", c_type(*dtype))
            })
            .collect();
        let sizes = (0..self.dims).map(|k| format!("afn_sizes[{k}]"));
        let arguments = sizes.chain((0..self.params.len()).map(|k| format!("afn_x{k}")));
        let results = (0..self.results.len()).map(|k| format!("afn_y{k}"));
        let arguments = arguments.chain(results).collect::<Vec<_>>().join(", ");
        let places = (0..).zip(self.results);
        let places: String =
            places.map(|(k, dtype)| format!(", {} *afn_y{k}", c_type(*dtype))).collect();
        let name = self.name;
        format!(
            "{}{}
void LIBRARY(const int64_t *afn_sizes{parameters}{places}) {{
    (void)afn_sizes, (void)array_fn_function;
    ({name})({arguments});
}}
",
            beginning(name, header),
            tests(name, "void", &self.types(), header),
        )
    }
}
