//! Takes a block through all stages: parse, check, optimise, schedule, emit.

use crate::check::{self, CheckedFunction, Instance};
use crate::diagnostic::{Diagnostic, Errors};
use crate::emit::cuda::{self, CudaSource};
use crate::emit::host::{self, HostFunction};
use crate::emit::{crate_path, explain, features, records, shadow, streamed, surroundings, unused};
use crate::hash::HashSet;
use crate::optimise::{optimise, specialise};
use crate::parse::ast::{Block, Function};
use crate::parse::settings;
use crate::plan::{CodeBytes, Compiled, DeviceCode, Dim, PtxText, SharedSchedule, Variant};
use crate::records::Records;
use crate::schedule::scheduled::Scheduled;
use crate::schedule::{KernelSet, Mode, fused, schedule};
use crate::shared::{self, Handed};
use crate::{dag, embed, foreign, limits};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use std::path::PathBuf;

/// A block and its checked functions.
pub struct Checked {
    pub block: Block,
    pub functions: Vec<CheckedFunction>,
}

/// Parses and checks the content of an `array_fn! { ... }` that uses no other block. Mistakes go to `errors`.
pub fn check_tokens(tokens: TokenStream, errors: &mut Errors) -> Checked {
    check_handed(tokens, &Handed::default(), errors)
}

/// Does the same as [`check_tokens`] for a block that uses others.
pub fn check_handed(tokens: TokenStream, handed: &Handed, errors: &mut Errors) -> Checked {
    check_with(tokens, handed, None, errors)
}

/// Does the same as [`check_handed`], with attributes from outside of the source ([`settings`]).
fn check_with(
    tokens: TokenStream,
    handed: &Handed,
    tuning: Option<&str>,
    errors: &mut Errors,
) -> Checked {
    let mut block = shared::link(tokens, handed, errors);
    if let Some(tuning) = tuning {
        settings::apply(&mut block, tuning, errors);
    }
    let functions = match block.incomplete {
        // Every use of the missing items would be reported as well.
        true => Vec::new(),
        false => check::check_block(&block, errors),
    };
    Checked { block, functions }
}

/// The settings of this build, if there are any.
fn tuning() -> Option<String> {
    std::env::var(settings::VARIABLE).ok().filter(|text| !text.trim().is_empty())
}

/// Optimises and schedules one function for one choice of dtypes.
pub fn schedule_function(
    block: &Block,
    function: &CheckedFunction,
    instance: &Instance,
) -> Scheduled {
    let ast = &block.fns[function.index];
    let mut kernels = KernelSet::of(function.ranks.clone());
    let generic = [Vec::new()];
    let pins = if function.pins.is_empty() { &generic } else { function.pins.as_slice() };
    let has_unfused = block.unfused || ast.unfused;
    let variant = |pins: &[(String, i64)], few, fused| Variant {
        pins: pins.iter().map(|(dim, value)| (Dim(dim.clone()), *value)).collect(),
        few,
        fused,
        unfused: has_unfused.then_some(SharedSchedule),
    };
    let mut variants = Vec::new();
    for pins in pins {
        let dag = match pins.is_empty() {
            true => optimise(&instance.dag),
            false => optimise(&specialise(&instance.dag, pins)),
        };
        let (any, few) = fused(&dag, &mut kernels);
        variants.extend(few.map(|(few, fused)| variant(pins, few, fused)));
        variants.push(variant(pins, Vec::new(), any));
    }
    let unfused = has_unfused
        // The unfused program is the baseline of measurements, so tuning does not change it.
        .then(|| instance.dag.without_hints())
        .map(|dag| schedule(&optimise(&dag), Mode::Unfused, &mut kernels));
    let name = program_name(function, instance);
    let KernelSet { kernels, ranks, refused, .. } = kernels;
    Scheduled { name, variants, unfused, kernels, ranks, refused }
}

/// The function's name, followed by its dtypes where it has a choice.
fn program_name(function: &CheckedFunction, instance: &Instance) -> String {
    let dtypes = instance.dtypes.iter().map(|(_, dtype)| dtype.name());
    std::iter::once(function.name.as_str()).chain(dtypes).collect::<Vec<_>>().join("_")
}

/// Expands a block like [`expand`], for a package that may call the crate `array_fn` by another name: `tokens` begin
/// with the macro's `$crate`. A block that uses others asks for them first, see [`shared`].
pub fn expand_in_crate(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter();
    match tokens.next() {
        Some(TokenTree::Ident(root)) => {
            expand_next(Some(&root), tokens.collect(), Handed::default())
        }
        first => expand_next(None, first.into_iter().chain(tokens).collect(), Handed::default()),
    }
}

/// Expands the answer of a shared block to a block that uses it.
pub fn expand_handed(tokens: TokenStream) -> TokenStream {
    match shared::answer(tokens) {
        Some((root, block, handed)) => expand_next(root.as_ref(), block, handed),
        None => quote!(::core::compile_error! { "this macro is called by `array_fn!` alone" }),
    }
}

/// Asks for the next block that `tokens` use, or expands `tokens` if all blocks are there.
fn expand_next(root: Option<&Ident>, tokens: TokenStream, handed: Handed) -> TokenStream {
    let expansion = match shared::request(root, &tokens, &handed) {
        Some(request) => return request,
        None => expand_with(tokens, &handed),
    };
    match root {
        Some(root) => crate_path::renamed(expansion, root),
        None => expansion,
    }
}

/// Expands the content of an `array_fn! { ... }`. A function with errors keeps its signature, so that rustc reports no
/// errors at its callers.
pub fn expand(tokens: TokenStream) -> TokenStream {
    expand_next(None, tokens, Handed::default())
}

fn expand_with(tokens: TokenStream, handed: &Handed) -> TokenStream {
    let mut errors = Errors::default();
    let checked = check_with(tokens.clone(), handed, tuning().as_deref(), &mut errors);
    if !checked.block.incomplete {
        foreign::unlinked(&checked.block, &mut errors);
    }
    let records = Records::new(&checked.block);
    let mut items = TokenStream::new();
    // Makes cargo expand anew when the variable changes.
    let variable = settings::VARIABLE;
    let mut apart = quote! {
        const _: ::core::option::Option<&'static ::core::primitive::str> =
            ::core::option_env!(#variable);
    };
    let mut beside = surroundings::unreachable(&checked.block);
    let mut budget = Budget::default();
    let bodies = explain::bodies(&checked.block);
    let public = quote!(pub);
    let has_module = records::has_module(&checked.block, &records);
    let mut names = HashSet::default();
    for (index, function) in checked.block.fns.iter().enumerate() {
        if !function.is_public() || !names.insert(function.name.to_string()) {
            continue;
        }
        // Checked functions are in the order of the block.
        let found = checked.functions.binary_search_by_key(&index, |f| f.index);
        let found = found.ok().map(|found| &checked.functions[found]);
        // A function in the module with the block's records is visible wherever the module is.
        let vis = if has_module { &public } else { &function.vis };
        items.extend(match found {
            Some(found) if errors.is_empty() => {
                let beside = std::mem::take(&mut beside);
                let emitted = emit(
                    &checked.block,
                    &records,
                    (function, vis),
                    found,
                    beside,
                    &bodies,
                    &mut budget,
                    &mut errors,
                );
                let unfused = checked.block.unfused || function.unfused;
                emitted.unwrap_or_else(|| host::signature_only(function, vis, &records, unfused))
            }
            _ => {
                let unfused = checked.block.unfused || function.unfused;
                host::signature_only(function, vis, &records, unfused)
            }
        });
    }
    let mut expansion = errors.to_compile_errors();
    expansion.extend(consts(&checked.block));
    expansion.extend(match has_module {
        true => records::module(&checked.block, &records, &items).unwrap_or_default(),
        false => items,
    });
    expansion.extend(features::required(&checked.block));
    expansion.extend(shared::exports(&checked.block, &tokens, handed, !errors.is_empty()));
    apart.extend(shadow::shadow(&checked.block));
    apart.extend(foreign::promises(&checked.block));
    if errors.is_empty() {
        expansion.extend(features::stream_required(&checked.block));
        apart.extend(unused::unused(&checked.block));
    }
    // One item for all of these: where no item can stand, rustc complains once for each.
    expansion.extend(quote!(const _: () = { #apart };));
    expansion
}

#[allow(clippy::too_many_arguments)]
fn emit(
    block: &Block,
    records: &Records,
    (function, vis): (&Function, &TokenStream),
    checked: &CheckedFunction,
    beside: TokenStream,
    bodies: &[(usize, usize)],
    budget: &mut Budget,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let mut instances = Vec::new();
    for instance in &checked.instances {
        let scheduled = schedule_function(block, checked, instance);
        if let (Some(array), Some(ranks)) = (&scheduled.refused, &function.ranks) {
            errors.push(check::unordered(function, ranks, array));
            return None;
        }
        if !budget.launches(&scheduled) {
            let what = format!("with `{}`, this block launches too many kernels", function.name);
            errors.push(too_large(function, what, &limits::LAUNCHES.to_string()));
            return None;
        }
        let cuda = cuda::emit(&scheduled);
        let compiled = compiled(function, &cuda, errors);
        let instance = host::instance(checked, instance, scheduled, cuda, compiled);
        if !budget.code(instance.statics.len()) {
            let what = format!("with `{}`, this block becomes too much Rust", function.name);
            errors.push(too_large(function, what, &format!("{} megabytes", limits::CODE >> 20)));
            return None;
        }
        instances.push(instance);
    }
    let mut streamed = TokenStream::new();
    for (number, of) in checked.instances.iter().enumerate() {
        let Some(programs) = &of.streamed else { continue };
        let mut statics = Vec::new();
        for program in streamed::programs(checked, of, programs) {
            let scheduled = schedule_function(block, &program, &program.instances[0]);
            if !budget.launches(&scheduled) {
                let what =
                    format!("with `{}`, this block launches too many kernels", function.name);
                errors.push(too_large(function, what, &limits::LAUNCHES.to_string()));
                return None;
            }
            let cuda = cuda::emit(&scheduled);
            let compiled = compiled(function, &cuda, errors);
            let instance =
                host::instance(&program, &program.instances[0], scheduled, cuda, compiled);
            if !budget.code(instance.statics.len()) {
                let what = format!("with `{}`, this block becomes too much Rust", function.name);
                errors.push(too_large(
                    function,
                    what,
                    &format!("{} megabytes", limits::CODE >> 20),
                ));
                return None;
            }
            statics.push(instance.statics);
        }
        let names = host::module_names(function, number);
        streamed.extend(streamed::module(
            checked,
            programs,
            (&names.streamed, &names.program),
            &statics,
        ));
    }
    let rust_functions = foreign::rust_functions(block);
    let lines = checked.instances.iter().flat_map(|i| explain::lines(&i.dag)).collect();
    let unfused = block.unfused || function.unfused;
    Some(host::emit(&HostFunction {
        function,
        vis,
        records,
        explicit_dims: &checked.explicit_dims,
        unfused,
        instances,
        source: explain::source(block, function, bodies, &lines),
        streamed,
        beside: quote!(#beside #rust_functions),
    }))
}

fn too_large(function: &Function, what: String, limit: &str) -> Diagnostic {
    limits::exceeded(function.name.span(), what, limit)
        .help("move functions into a block of their own")
}

/// Counts the launches and the code of a block so far, against its limits.
#[derive(Default)]
struct Budget {
    launches: usize,
    code: usize,
}

impl Budget {
    /// Adds a function's launches, and tells whether they fit.
    fn launches(&mut self, scheduled: &Scheduled) -> bool {
        self.launches += scheduled.schedules().map(|s| s.launches.len()).sum::<usize>();
        self.launches <= limits::LAUNCHES
    }

    fn code(&mut self, bytes: usize) -> bool {
        self.code += bytes;
        self.code <= limits::CODE
    }
}

/// What the build script made of a source, if it did.
fn compiled(function: &Function, cuda: &CudaSource, errors: &mut Errors) -> Compiled {
    match embed::compiled(&cuda.source) {
        Ok(embed::Compiled { ptx, code }) => {
            let text = |path: PathBuf| path.display().to_string();
            let code = code
                .into_iter()
                .map(|(device, path)| DeviceCode { device, bytes: CodeBytes { path: text(path) } });
            Compiled { ptx: Some(PtxText { path: text(ptx) }), code: code.collect() }
        }
        Err(missing) => {
            if embed::ptx_required() {
                errors.push(
                    Diagnostic::new(
                        function.name.span(),
                        format!(
                            "`{}` has no PTX, which ARRAY_FN_REQUIRE_PTX demands",
                            function.name
                        ),
                    )
                    .fact(format_args!("reason: {missing}"))
                    .help(
                        "unset ARRAY_FN_REQUIRE_PTX to have it compiled at the first call on a GPU",
                    ),
                );
            }
            Compiled::default()
        }
    }
}

/// Public constants of the block, as Rust constants.
fn consts(block: &Block) -> TokenStream {
    let mut items = TokenStream::new();
    let mut declared = HashSet::default();
    for (constant, value) in block.consts.iter().zip(check::const_values(block)) {
        let (true, Some(value)) = (constant.public, value) else { continue };
        let (attrs, vis, name) = (&constant.attrs, &constant.vis, &constant.name);
        if !declared.insert(name.to_string()) {
            continue;
        }
        let (ty, value) = crate::emit::consts::to_rust(&value);
        items.extend(quote!(#attrs #vis const #name: #ty = #value;));
    }
    items
}

/// The CUDA side of one program of a block.
#[derive(Clone, Debug)]
pub struct CudaProgram {
    pub name: String,
    /// The CUDA C++, byte for byte as the macro emits it.
    pub source: String,
    /// Texts for people, each with its file extension: the graph before and after optimisation for Graphviz, and the
    /// CPU kernels as Rust.
    pub pictures: Vec<(String, String)>,
}

/// The CUDA sources of the content of an `array_fn! { ... }` that uses no other block. There are none if the block has
/// errors, which the macro reports.
pub fn cuda_programs(tokens: TokenStream) -> Vec<CudaProgram> {
    cuda_programs_handed(tokens, &Handed::default())
}

/// The CUDA sources of a block that uses others.
pub fn cuda_programs_handed(tokens: TokenStream, handed: &Handed) -> Vec<CudaProgram> {
    let mut errors = Errors::default();
    let checked = check_with(tokens, handed, tuning().as_deref(), &mut errors);
    if !errors.is_empty() {
        return Vec::new();
    }
    let mut programs = Vec::new();
    let mut budget = Budget::default();
    for (function, instance) in streamed::all_programs(&checked.functions) {
        let (function, instance) = (&function, &instance);
        let scheduled = schedule_function(&checked.block, function, instance);
        if !budget.launches(&scheduled) {
            return Vec::new();
        }
        let source = cuda::emit(&scheduled).source;
        let checked_graph = dag::dot::dot(&instance.dag);
        let optimised = dag::dot::dot(&optimise(&instance.dag));
        let cpu: Vec<String> = scheduled
            .kernels
            .iter()
            .enumerate()
            .map(|(k, kernel)| crate::emit::cpu::emit(kernel, &format!("k{k}")))
            .collect();
        let pictures = vec![
            ("checked.dot".into(), checked_graph),
            ("optimised.dot".into(), optimised),
            ("cpu.rs".into(), cpu.join("\n")),
        ];
        programs.push(CudaProgram { name: scheduled.name, source, pictures });
    }
    programs
}
