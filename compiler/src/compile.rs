//! Takes a block through all stages: parse, check, optimise, schedule, emit.

use crate::check::{self, CheckedFunction, Instance};
use crate::dag::size::Atom;
use crate::dag::{Constraint, Size};
use crate::diagnostic::{Diagnostic, Errors};
use crate::emit::cuda::{self, CudaSource};
use crate::emit::host::{self, HostFunction};
use crate::emit::{crate_path, explain, features, records, shadow, surroundings, unused};
use crate::hash::HashSet;
use crate::optimise::{optimise, specialise};
use crate::parse::ast::{Block, Function};
use crate::parse::settings;
use crate::records::Records;
use crate::schedule::program::{Program, Variant};
use crate::schedule::{KernelSet, Mode, fused, schedule};
use crate::shared::{self, Handed};
use crate::{dag, embed, limits};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

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
pub fn program(block: &Block, function: &CheckedFunction, instance: &Instance) -> Program {
    let ast = &block.fns[function.index];
    let mut kernels = KernelSet::default();
    let generic = [Vec::new()];
    let pins = if function.pins.is_empty() { &generic } else { function.pins.as_slice() };
    let mut variants = Vec::new();
    for pins in pins {
        let dag = match pins.is_empty() {
            true => optimise(&instance.dag),
            false => optimise(&specialise(&instance.dag, pins)),
        };
        let (any, few) = fused(&dag, &mut kernels);
        let few = few.map(|(few, fused)| Variant { pins: pins.clone(), few, fused });
        variants.extend(few);
        variants.push(Variant { pins: pins.clone(), few: Vec::new(), fused: any });
    }
    let unfused = (block.unfused || ast.unfused)
        // The unfused program is the baseline of measurements, so tuning does not change it.
        .then(|| instance.dag.without_hints())
        .map(|dag| schedule(&optimise(&dag), Mode::Unfused, &mut kernels));
    Program {
        name: program_name(function, instance),
        dims: function.dims.clone(),
        explicit_dims: function.explicit_dims.clone(),
        dim_sources: function.dim_sources.clone(),
        params: instance.dag.inputs.clone(),
        results: instance.results.clone(),
        constraints: constraints(function, instance),
        variants,
        unfused,
        kernels: kernels.kernels,
    }
}

/// The conditions on sizes. Besides those of the graph, the number of elements of each intermediate array must not
/// overflow, whether or not the array is ever stored.
///
/// Parameters and results need no such condition: parameters are in memory already, and the elements of results are
/// counted when the plan is made.
fn constraints(function: &CheckedFunction, instance: &Instance) -> Vec<Constraint> {
    let mut constraints = instance.dag.constraints.clone();
    let shapes = instance.dag.inputs.iter().map(|input| &input.shape);
    let shapes = shapes.chain(instance.results.iter().map(|result| &result.shape));
    let mut counted: HashSet<Size> = shapes.filter_map(|shape| elements(shape)).collect();
    let is_explicit = |atom: &Atom| match atom {
        Atom::Dim(name) => function.explicit_dims.iter().any(|dim| **dim == **name),
        Atom::FloorDiv(..) | Atom::Quotient(..) => false,
    };
    let may_overflow = |size: &Size| {
        size.terms().any(|(atoms, c)| atoms.len() > 1 || c > 1 && atoms.iter().any(is_explicit))
    };
    for (_, node) in instance.dag.nodes() {
        let Some(size) = elements(&node.shape).filter(may_overflow) else { continue };
        if counted.insert(size.clone()) {
            let message = format!("an intermediate array needs {size} elements");
            constraints.push(Constraint { size, message });
        }
    }
    constraints
}

/// The number of elements, unless its formula is long.
fn elements(shape: &[Size]) -> Option<Size> {
    shape.iter().try_fold(Size::one(), |elements, size| elements.short_product(size))
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
    if errors.is_empty() {
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
        let program = program(block, checked, instance);
        if !budget.launches(&program) {
            let what = format!("with `{}`, this block launches too many kernels", function.name);
            errors.push(too_large(function, what, &limits::LAUNCHES.to_string()));
            return None;
        }
        let cuda = cuda::emit(&program);
        let ptx = ptx(function, &cuda, errors);
        let dtypes = instance.dtypes.iter().map(|(_, d)| d.name().to_string()).collect();
        let operations = explain::operations(&instance.dag);
        let instance = host::instance(dtypes, &program, &cuda, &ptx, &operations);
        if !budget.code(instance.statics.len()) {
            let what = format!("with `{}`, this block becomes too much Rust", function.name);
            errors.push(too_large(function, what, &format!("{} megabytes", limits::CODE >> 20)));
            return None;
        }
        instances.push(instance);
    }
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
        beside,
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
    /// Adds a program's launches, and tells whether they fit.
    fn launches(&mut self, program: &Program) -> bool {
        let schedules = program.variants.iter().map(|v| &v.fused).chain(&program.unfused);
        self.launches += schedules.map(|s| s.launches.len()).sum::<usize>();
        self.launches <= limits::LAUNCHES
    }

    fn code(&mut self, bytes: usize) -> bool {
        self.code += bytes;
        self.code <= limits::CODE
    }
}

/// A Rust expression for the PTX of a source: `Some(include_str!(..))` or `None`.
fn ptx(function: &Function, cuda: &CudaSource, errors: &mut Errors) -> String {
    match embed::ptx_of(&cuda.source) {
        Ok(path) => format!("Some(include_str!({:?}))", path.display().to_string()),
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
            "None".into()
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
    for function in &checked.functions {
        for instance in &function.instances {
            let program = program(&checked.block, function, instance);
            if !budget.launches(&program) {
                return Vec::new();
            }
            let source = cuda::emit(&program).source;
            let checked_graph = dag::dot::dot(&instance.dag);
            let optimised = dag::dot::dot(&optimise(&instance.dag));
            let cpu: Vec<String> = program
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
            programs.push(CudaProgram { name: program.name, source, pictures });
        }
    }
    programs
}
