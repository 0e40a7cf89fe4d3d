//! Calls of foreign functions: all lanes of a vector by one call of a loop.

use crate::dag::foreign::Code;
use crate::dag::{DType, Foreign};
use crate::foreign::rust_function;
use crate::schedule::kernel::KernelIr;

/// An expression for a call. The arguments are `V`s (or `M`s) of `W` lanes if the result varies, else of one.
pub fn call(function: &Foreign, arguments: &[String], varying: bool) -> String {
    let width = if varying { "W" } else { "1" };
    let mut lets = String::new();
    for (k, (argument, dtype)) in arguments.iter().zip(&function.params).enumerate() {
        let elements = match dtype {
            DType::Bool => format!("l::bools::<{width}>({argument})"),
            _ => format!("({argument}).0"),
        };
        lets.push_str(&format!("let argument{k}: [{dtype}; {width}] = {elements};\n"));
    }
    let result = function.result();
    let elements = match &function.code {
        Code::CArrays { .. } => unreachable!("such a function is a routine"),
        Code::C { library, .. } => {
            let pointers: String =
                (0..arguments.len()).map(|k| format!(", argument{k}.as_ptr()")).collect();
            let arguments = format!("(result.as_mut_ptr(){pointers}, {width} as i64)");
            let zero =
                if result == DType::Bool { "false".to_string() } else { format!("0 as {result}") };
            format!(
                "{{
                    let mut result: [{result}; {width}] = [{zero}; {width}];
                    match l::instruction_set() {{
                        #[cfg(target_arch = \"x86_64\")]
                        2 => {library}_avx512{arguments},
                        #[cfg(target_arch = \"x86_64\")]
                        1 => {library}_avx2{arguments},
                        _ => {library}_baseline{arguments},
                    }}
                    result
                }}"
            )
        }
        Code::Rust { .. } => {
            let name = rust_function(&function.name);
            let elements: Vec<String> =
                (0..arguments.len()).map(|k| format!("argument{k}[k]")).collect();
            let part = function.which.map(|k| format!(".{k}")).unwrap_or_default();
            let elements = elements.join(", ");
            format!("l::each_lane::<{result}, {width}>(|k| super::{name}({elements}){part})")
        }
    };
    match result {
        DType::Bool => format!("{{\n{lets}l::mask::<{width}>({elements})\n}}"),
        _ => format!("{{\n{lets}V({elements})\n}}"),
    }
}

/// The function of the kernel that calls a function of whole arrays. It has one point.
pub fn routine(kernel: &KernelIr, function: &Foreign, name: &str) -> String {
    let Code::CArrays { library, arrays, .. } = &function.code else {
        unreachable!("only functions of arrays are routines")
    };
    // The sizes of the call come after those of the buffers: the operands, then the results.
    let first = kernel.buffers.len() - function.results.len();
    let mut arguments = vec![format!("a.sizes.add({})", kernel.buffers.len())];
    for (k, (is_array, dtype)) in arrays.iter().zip(&function.params).enumerate() {
        let pointer = format!("*a.buffers.add({k}) as *const {dtype}");
        arguments.push(if *is_array { pointer } else { format!("*({pointer})") });
    }
    let mut before = String::new();
    for (k, dtype) in (first..).zip(&function.results) {
        before.push_str(&format!(
            "let result{k} = *a.buffers.add({k}) as *mut {dtype};
            rt::routines::before_foreign(result{k}, *a.sizes.add({k}) as usize);\n"
        ));
        arguments.push(format!("result{k}"));
    }
    let arguments = arguments.join(", ");
    format!(
        "unsafe fn {name}_baseline(a: &CpuArgs, begin: usize, end: usize) {{
            if begin < end {{
                unsafe {{
                    {before}{library}({arguments});
                }}
            }}
        }}"
    )
}
