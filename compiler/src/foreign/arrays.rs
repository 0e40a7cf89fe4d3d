//! The C around a function of whole arrays: one function that takes the sizes as an array, and calls it; and one that puts
//! the same work on a stream of a GPU, if the header declares it.

use super::header::Header;
use super::source::{FOR_CUDA, beginning, c_type, tests};
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

/// The name of the function that puts the work of a function on a stream of a GPU.
pub fn for_cuda(name: &str) -> String {
    format!("{name}_cuda")
}

/// The driver's type of streams, which is that of CUDA's runtime library, too.
const STREAM: &str = "struct CUstream_st *";

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

    /// The types of the function for GPUs. Scalars are on the device, too, so that nobody waits for their values.
    fn types_for_cuda(&self) -> String {
        let sizes = (0..self.dims).map(|_| "int64_t".to_string());
        let params = self.params.iter().map(|dtype| format!("const {} *", c_type(*dtype)));
        let results = self.results.iter().map(|dtype| format!("{} *", c_type(*dtype)));
        let all = std::iter::once(STREAM.to_string()).chain(sizes).chain(params).chain(results);
        all.collect::<Vec<_>>().join(", ")
    }

    /// The declaration in C of the function for GPUs.
    pub fn text_for_cuda(&self) -> String {
        format!("void {}({})", for_cuda(self.name), self.types_for_cuda())
    }

    /// The function that puts the work on a stream, given the addresses of all arrays.
    fn enqueue(&self) -> String {
        let name = for_cuda(self.name);
        let sizes = (0..self.dims).map(|k| format!("afn_sizes[{k}]"));
        let first = self.params.len().max(1);
        let params = (0..self.params.len()).map(|k| format!("afn_buffers[{k}]"));
        let results = (0..self.results.len()).map(|k| format!("afn_buffers[{}]", first + k));
        let arguments: String =
            sizes.chain(params).chain(results).map(|argument| format!(", {argument}")).collect();
        format!(
            "#line 1 \"{FOR_CUDA}\"
static void (*const array_fn_for_cuda)({types}) = {name};
#line 1 \"array-fn-calls\"
void LIBRARY_cuda({STREAM}afn_stream, const int64_t *afn_sizes, void *const *afn_buffers) {{
    (void)afn_sizes, (void)array_fn_for_cuda;
    ({name})(afn_stream{arguments});
}}
",
            types = self.types_for_cuda(),
        )
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
        let enqueue = match header.mentions(&for_cuda(name)) {
            true => self.enqueue(),
            false => String::new(),
        };
        format!(
            "{}{}
void LIBRARY(const int64_t *afn_sizes{parameters}{places}) {{
    (void)afn_sizes, (void)array_fn_function;
    ({name})({arguments});
}}
{enqueue}",
            beginning(name, header),
            tests(name, "void", &self.types(), header),
        )
    }
}
