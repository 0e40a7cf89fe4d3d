//! The programs of a streamed function, and its companions `stream` and `stream_into`.

use super::program::PRELUDE;
use crate::check::{CheckedFunction, Instance};
use crate::plan::{Pass, Step, StreamUpdate, StreamValue};
use crate::stream::Streamed;
use array_fn_plan::{ToRust, Writer};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::str::FromStr;

/// The programs, each as a function of which all dimensions are explicit.
pub fn programs(
    function: &CheckedFunction,
    of: &Instance,
    streamed: &Streamed,
) -> Vec<CheckedFunction> {
    let programs = streamed.programs.iter().enumerate();
    programs
        .map(|(k, program)| CheckedFunction {
            index: function.index,
            name: format!("{}_stream{k}", function.name),
            dims: program.dims.clone(),
            explicit_dims: program.dims.clone(),
            dim_sources: Vec::new(),
            pins: Vec::new(),
            instances: vec![Instance {
                dtypes: of.dtypes.clone(),
                dag: program.dag.clone(),
                results: program.results.clone(),
                streamed: None,
            }],
            ranks: None,
        })
        .collect()
}

/// Each program of the functions of a block.
pub fn all_programs(functions: &[CheckedFunction]) -> Vec<(CheckedFunction, Instance)> {
    let mut all = Vec::new();
    for function in functions {
        let streamed = function.instances.iter().flat_map(|instance| {
            let streamed = instance.streamed.iter();
            streamed.flat_map(|streamed| programs(function, instance, streamed))
        });
        for mut program in std::iter::once(function.clone()).chain(streamed) {
            for instance in std::mem::take(&mut program.instances) {
                all.push((program.clone(), instance));
            }
        }
    }
    all
}

/// The module with the programs of an instance and their passes. `name` is that of the module, and `program` that of the one with
/// the function in one piece. `statics` are the emitted programs.
pub fn module(
    function: &CheckedFunction,
    streamed: &Streamed,
    (name, program): (&Ident, &Ident),
    statics: &[String],
) -> TokenStream {
    let parse = |text: &str| TokenStream::from_str(text).expect("emitted source lexes");
    let prelude = parse(PRELUDE);
    let modules = statics.iter().enumerate().map(|(k, statics)| {
        let (module, statics) = (format_ident!("program_{}", k), parse(statics));
        quote! {
            pub mod #module {
                use super::rt;
                #prelude
                #statics
            }
        }
    });
    let functions = (0..statics.len()).map(|k| format_ident!("program_{}", k));
    let passes = streamed.passes.iter().zip(&streamed.dims);
    let passes = passes.map(|(pass, dims): (&Pass, _)| parse(&Writer::text(pass, dims)));
    let text = |value: &dyn ToRust| parse(&Writer::text(value, &function.dims));
    let last: &Option<Step> = &streamed.last;
    let values: &Vec<StreamValue> = &streamed.values;
    let updates: &Vec<StreamUpdate> = &streamed.updates;
    let (last, values, updates) = (text(last), text(values), text(updates));
    quote! {
        #[allow(warnings, clippy::all, clippy::pedantic)]
        #[doc(hidden)]
        pub mod #name {
            use super::__rt as rt;
            #prelude
            const __SOURCE: &str = super::__SOURCE;
            #(#modules)*
            // SAFETY: programs and passes are those of one checked function, taken apart by the compiler.
            pub static STREAMED: rt::stream::Streamed = unsafe {
                rt::stream::Streamed::new(
                    &super::#program::FUNCTION,
                    &[#(&#functions::FUNCTION),*],
                    &[#(#passes),*],
                    #last,
                    #values,
                    #updates,
                )
            };
        }
    }
}
