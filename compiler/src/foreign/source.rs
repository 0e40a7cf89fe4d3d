//! The C and the CUDA C++ around a foreign C function.
//!
//! CPU kernels call no C function for one element, because a call keeps a compiler from using vectors. They call a
//! *loop* around it, with as many elements as a vector has. There is a loop for each instruction set.

use super::header::Header;
use crate::dag::DType;
use std::fmt::Write;

/// A C function as a block declares it.
pub struct Prototype<'a> {
    pub name: &'a str,
    pub params: &'a [DType],
    /// One, which C returns, or several, which C writes through pointers.
    pub results: &'a [DType],
    /// The position of the result that the loops store, if there are several.
    pub which: Option<usize>,
}

/// The instruction sets, and the attributes by which C compilers know them.
pub const VERSIONS: [(&str, &str); 3] = [
    ("baseline", ""),
    ("avx2", "__attribute__((target(\"avx2,fma,f16c\")))"),
    (
        "avx512",
        "__attribute__((target(\"avx512f,avx512bw,avx512dq,avx512vl,avx2,fma\" ARRAY_FN_WIDE)))",
    ),
];

/// In messages of a C compiler, the names of the parts of the source that test a declaration.
pub const DECLARED: &str = "array-fn-declared";
pub const TYPES: &str = "array-fn-types";
pub const STATIC: &str = "array-fn-static";
pub const FOR_CUDA: &str = "array-fn-cuda";

/// The type in C.
pub fn c_type(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "int8_t",
        DType::I16 => "int16_t",
        DType::I32 => "int32_t",
        DType::I64 => "int64_t",
        DType::U8 => "uint8_t",
        DType::U16 => "uint16_t",
        DType::U32 => "uint32_t",
        DType::U64 => "uint64_t",
        DType::F32 => "float",
        DType::F64 => "double",
        DType::F16 | DType::BF16 | DType::C32 | DType::C64 => unreachable!("no type of parameters"),
    }
}

impl Prototype<'_> {
    fn types(&self) -> String {
        let params = self.params.iter().map(|p| c_type(*p).to_string());
        let all: Vec<String> =
            params.chain(self.written().iter().map(|r| format!("{} *", c_type(*r)))).collect();
        if all.is_empty() { "void".to_string() } else { all.join(", ") }
    }

    /// The results that are written through pointers.
    fn written(&self) -> &[DType] {
        if self.which.is_some() { self.results } else { &[] }
    }

    /// The type of the value that C returns.
    fn returned(&self) -> &'static str {
        if self.which.is_some() { "void" } else { c_type(self.results[0]) }
    }

    /// The dtype that the loops store.
    fn stored(&self) -> DType {
        self.results[self.which.unwrap_or(0)]
    }

    /// The declaration in C: `double phi(double, int32_t)`, or `void polar(double, double, double *, double *)`.
    pub fn text(&self) -> String {
        format!("{} {}({})", self.returned(), self.name, self.types())
    }

    /// The types in Rust, the last of which is that of the result.
    pub fn rust_types(&self) -> Vec<String> {
        let params = self.params.iter().map(ToString::to_string);
        let written = self.written().iter().map(|result| format!("*mut {result}"));
        let returned = match self.which {
            Some(_) => String::new(),
            None => self.results[0].to_string(),
        };
        params.chain(written).chain([returned]).collect()
    }

    /// A statement that calls the function with these arguments, and does `then` with its result.
    fn call(
        &self,
        arguments: &[String],
        ty: fn(DType) -> &'static str,
        then: impl Fn(&str) -> String,
    ) -> String {
        let name = format!("({})", self.name);
        let Some(which) = self.which else {
            return then(&format!("{name}({})", arguments.join(", ")));
        };
        let results = (0..).zip(self.results);
        let places: String =
            results.map(|(k, result)| format!("{} afn_r{k}; ", ty(*result))).collect();
        let pointers = (0..self.results.len()).map(|k| format!("&afn_r{k}"));
        let arguments: Vec<String> = arguments.iter().cloned().chain(pointers).collect();
        format!("{places}{name}({}); {}", arguments.join(", "), then(&format!("afn_r{which}")))
    }

    /// The C file with the loops. Their names are `{library}_{version}`, where `LIBRARY` in the text stands for the
    /// library's name, which depends on the text.
    pub fn loops(&self, header: &Header) -> String {
        let (name, result) = (self.name, c_type(self.stored()));
        let mut c = beginning(name, header) + &tests(name, self.returned(), &self.types(), header);
        let arrays = (0..).zip(self.params);
        let arrays = arrays.map(|(k, p)| format!(", const {} *restrict afn_x{k}", c_type(*p)));
        let elements: Vec<String> =
            (0..self.params.len()).map(|k| format!("afn_x{k}[afn_k]")).collect();
        let call = self.call(&elements, c_type, |result| format!("afn_y[afn_k] = {result};"));
        let _ = writeln!(
            c,
            "#if defined(__GNUC__) && !defined(__clang__)
#define ARRAY_FN_WIDE \",prefer-vector-width=512\"
#else
#define ARRAY_FN_WIDE
#endif
#define ARRAY_FN_TURNS(n) for (int64_t afn_k = 0; afn_k < (n); ++afn_k) {{ {call} }} break;
#define ARRAY_FN_LOOP(version) \\
void LIBRARY_##version({result} *restrict afn_y{arrays}, int64_t afn_n) {{ \\
    switch (afn_n) {{ \\
    case 1: ARRAY_FN_TURNS(1) \\
    case 4: ARRAY_FN_TURNS(4) \\
    case 8: ARRAY_FN_TURNS(8) \\
    case 16: ARRAY_FN_TURNS(16) \\
    case 32: ARRAY_FN_TURNS(32) \\
    default: ARRAY_FN_TURNS(afn_n) \\
    }} \\
    (void)array_fn_function; \\
}}",
            arrays = arrays.collect::<String>(),
        );
        for (version, attribute) in VERSIONS {
            match attribute {
                "" => {
                    let _ = writeln!(c, "ARRAY_FN_LOOP({version})");
                }
                _ => {
                    let _ = writeln!(
                        c,
                        "#if defined(__x86_64__)\n{attribute}\nARRAY_FN_LOOP({version})\n#endif"
                    );
                }
            }
        }
        c
    }

    /// The function of a CUDA source that its kernels call. Nothing hides its name.
    pub fn device(&self) -> String {
        let parameters = (0..).zip(self.params);
        let parameters: Vec<String> =
            parameters.map(|(k, p)| format!("{} x{k}", cuda_type(*p))).collect();
        let arguments: Vec<String> = (0..self.params.len()).map(|k| format!("x{k}")).collect();
        format!(
            "static __device__ {} {}({}) {{\n    {}\n}}\n",
            cuda_type(self.stored()),
            wrapper(self.name, self.which),
            parameters.join(", "),
            self.call(&arguments, cuda_type, |result| format!("return {result};"))
        )
    }
}

/// The text of a header in a CUDA source.
pub fn device_text(header: &Header) -> String {
    let mut text = String::new();
    if !header.system.is_empty() {
        // NVRTC has mathematical functions, but no headers.
        text.push_str("#ifndef __CUDACC_RTC__\n");
        for name in &header.system {
            let _ = writeln!(text, "#include <{name}>");
        }
        let _ = writeln!(text, "#else\n{INTEGERS}#endif");
    }
    text.push_str(&header.text);
    text
}

/// The beginning of the names of the functions that CUDA kernels call.
pub const WRAPPER: &str = "array_fn_foreign_";

/// What a C file begins with.
pub fn beginning(name: &str, header: &Header) -> String {
    let include = header.include();
    // The header may name the type of streams in a declaration only.
    format!(
        "/* Calls `{name}` of {}, generated by array-fn. */
#include <stdbool.h>
#include <stdint.h>
struct CUstream_st;
{include}
",
        header.written
    )
}

/// Lines that do not compile where the declaration is wrong.
pub fn tests(name: &str, result: &str, types: &str, header: &Header) -> String {
    let mut c = format!(
        "#line 1 \"{DECLARED}\"
enum {{ array_fn_is_declared = sizeof(&({name})) }};
#line 1 \"{TYPES}\"
static {result} (*const array_fn_function)({types}) = {name};
"
    );
    if header.defines(name) {
        let _ = writeln!(c, "#line 1 \"{STATIC}\"\nstatic {result} ({name})({types});");
    }
    c + "#line 1 \"array-fn-calls\"\n"
}

/// The name of the function that CUDA kernels call for a foreign one, or for one of its results.
pub fn wrapper(name: &str, which: Option<usize>) -> String {
    match which {
        Some(k) => format!("{WRAPPER}{k}_{name}"),
        None => format!("{WRAPPER}{name}"),
    }
}

fn cuda_type(dtype: DType) -> &'static str {
    crate::emit::cuda::c_type(dtype)
}

/// The types of `<stdint.h>`.
const INTEGERS: &str = "#ifndef ARRAY_FN_INTEGERS
#define ARRAY_FN_INTEGERS
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#endif
";
