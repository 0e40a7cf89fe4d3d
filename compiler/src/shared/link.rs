//! Appends the items of the blocks that a block uses to the block's own.

use super::rename::{self, Renames};
use super::{Handed, SharedBlock, by_id, passed_on};
use crate::check;
use crate::diagnostic::{Diagnostic, Errors};
use crate::hash::{HashMap, HashSet};
use crate::parse::ast::{
    Block, Element, Elsewhere, Expr, ExprKind, Import, Item, Record, Type, Use,
};
use crate::parse::parse_with;
use crate::parse::uses::{declared_records, heads, missing};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Parses the block of `tokens`, and links it with the blocks that it uses. Mistakes in it go to `errors`. Mistakes in
/// another block are reported where that block stands, and this one is `incomplete`.
pub fn link(tokens: TokenStream, handed: &Handed, errors: &mut Errors) -> Block {
    let records = records_of(&tokens, &handed.providers, &by_id(handed));
    let mut block = parse_with(tokens, records, errors);
    if block.uses.is_empty() || block.incomplete {
        return block;
    }
    let Some(others) = Others::parse(&block, handed) else {
        block.incomplete = true;
        return block;
    };
    others.append(&mut block, errors);
    with_sizes_of_constants(&mut block);
    block
}

/// The names by which a block knows records of other blocks.
fn records_of(
    tokens: &TokenStream,
    providers: &[String],
    blocks: &HashMap<&str, &SharedBlock>,
) -> BTreeSet<String> {
    let Some((used, _)) = heads(tokens.clone()) else { return BTreeSet::new() };
    let is_record = |used: &Use, provider: &String| {
        let block = blocks.get(provider.as_str());
        block.is_some_and(|b| declared_records(&b.tokens).contains(&used.name.to_string()))
    };
    let used = used.iter().zip(providers).filter(|(used, provider)| is_record(used, provider));
    used.map(|(used, _)| used.alias.to_string()).collect()
}

/// The blocks that a block uses, directly or not. Each comes before those that use it.
struct Others<'h> {
    blocks: Vec<(&'h SharedBlock, Block)>,
    /// Positions in `blocks`.
    by_id: HashMap<&'h str, usize>,
    /// For each name that the block uses, the block that declares the name.
    providers: &'h [String],
}

impl<'h> Others<'h> {
    /// Parses the other blocks. The result is `None` if one of them has errors.
    fn parse(block: &Block, handed: &'h Handed) -> Option<Others<'h>> {
        let mut others =
            Others { blocks: Vec::new(), by_id: HashMap::default(), providers: &handed.providers };
        if block.uses.len() != handed.providers.len() {
            return None;
        }
        let known = by_id(handed);
        handed.providers.iter().try_for_each(|id| others.visit(id, &known, 0))?;
        Some(others)
    }

    fn visit(
        &mut self,
        id: &str,
        known: &HashMap<&'h str, &'h SharedBlock>,
        depth: usize,
    ) -> Option<()> {
        if self.by_id.contains_key(id) {
            return Some(());
        }
        let shared = *known.get(id)?;
        // Blocks that use each other have no order, and no macro could hand them on.
        if shared.broken || depth > known.len() {
            return None;
        }
        let mut next = shared.providers.iter();
        next.try_for_each(|id| self.visit(id, known, depth + 1))?;
        let mut errors = Errors::default();
        let records = records_of(&shared.tokens, &shared.providers, known);
        let block = parse_with(shared.tokens.clone(), records, &mut errors);
        if !errors.is_empty() || block.uses.len() != shared.providers.len() {
            return None;
        }
        self.by_id.insert(&shared.id, self.blocks.len());
        self.blocks.push((shared, block));
        Some(())
    }

    fn append(mut self, block: &mut Block, errors: &mut Errors) {
        // The position of each item of each block in the linked block.
        let mut places: Vec<HashMap<String, Item>> = Vec::new();
        let mut next = (block.consts.len(), block.records.len(), block.fns.len());
        for (_, other) in &self.blocks {
            let mut items = HashMap::default();
            for (k, item) in other.consts.iter().enumerate() {
                items.entry(item.name.to_string()).or_insert(Item::Const(next.0 + k));
            }
            for (k, item) in other.records.iter().enumerate() {
                items.entry(item.name.to_string()).or_insert(Item::Record(next.1 + k));
            }
            for (k, item) in other.fns.iter().enumerate() {
                items.entry(item.name.to_string()).or_insert(Item::Function(next.2 + k));
            }
            next.0 += other.consts.len();
            next.1 += other.records.len();
            next.2 += other.fns.len();
            places.push(items);
        }
        let imports = |user: usize, used: &[Use], providers: &[String], errors: &mut Errors| {
            let mut imports = Vec::new();
            for (used, provider) in used.iter().zip(providers) {
                let other = self.by_id.get(provider.as_str());
                match other.and_then(|k| places[*k].get(&used.name.to_string())) {
                    Some(item) => {
                        imports.push(Import { user, alias: used.alias.clone(), item: *item });
                    }
                    None => errors.push(missing(used)),
                }
            }
            imports
        };
        block.imports = imports(0, &block.uses, self.providers, errors);
        for (k, (shared, other)) in self.blocks.iter().enumerate() {
            let found = imports(k + 1, &other.uses, &shared.providers, errors);
            block.imports.extend(found);
        }
        let own_records = block.records.len();
        let named = self.record_names(block, errors);
        let places_in_rust = self.places_in_rust(block);
        let mut at = 0;
        for (k, (_, other)) in self.blocks.iter_mut().enumerate() {
            let mut names = Renames::default();
            for (j, record) in other.records.iter().enumerate() {
                names.entry(record.name.to_string()).or_insert(named[at + j].clone());
            }
            for Import { user, alias, item } in &block.imports {
                if let (true, Item::Record(record)) = (*user == k + 1, item) {
                    names.insert(alias.to_string(), named[record - own_records].clone());
                }
            }
            names.retain(|old, new| old != new);
            at += other.records.len();
            for mut constant in std::mem::take(&mut other.consts) {
                (constant.home, constant.public) = (k + 1, false);
                block.consts.push(constant);
            }
            for mut record in std::mem::take(&mut other.records) {
                record.home = k + 1;
                record.elsewhere = places_in_rust[k].as_ref().map(|place| place.of(&record.name));
                rename::record(&mut record, &names);
                block.records.push(record);
            }
            for mut function in std::mem::take(&mut other.fns) {
                function.home = k + 1;
                function.vis = TokenStream::new();
                rename::function(&mut function, &names);
                block.fns.push(function);
            }
        }
    }

    /// The name of each record of the other blocks in the block that is compiled: the name of its `use`, or else one
    /// such as `gas__State`.
    fn record_names(&self, block: &Block, errors: &mut Errors) -> Vec<String> {
        let own = block.records.len();
        let mut taken: HashSet<String> = block.records.iter().map(|r| r.name.to_string()).collect();
        let mut used: HashMap<usize, &Ident> = HashMap::default();
        for Import { alias, item, .. } in block.imports.iter().filter(|i| i.user == 0) {
            let Item::Record(record) = item else { continue };
            taken.insert(alias.to_string());
            let first = *used.entry(*record).or_insert(alias);
            if !std::ptr::eq(first, alias) {
                let claim = format!("the record `{alias}` is used twice, first as `{first}`");
                errors.push(Diagnostic::new(alias.span(), claim).help("remove one `use` of it"));
            }
        }
        let mut names = Vec::new();
        for (k, (_, other)) in self.blocks.iter().enumerate() {
            let module = self.module(k, block);
            for record in &other.records {
                names.push(match used.get(&(own + names.len())) {
                    Some(alias) => alias.to_string(),
                    None => {
                        let mut name = format!("{module}__{}", record.name);
                        while !taken.insert(name.clone()) {
                            name.push('_');
                        }
                        name
                    }
                });
            }
        }
        names
    }

    /// The name of the module in which a block stands, if a `use` tells it.
    fn module(&self, k: usize, block: &Block) -> String {
        let own = block.uses.iter().zip(self.providers);
        let others =
            self.blocks.iter().flat_map(|(shared, other)| other.uses.iter().zip(&shared.providers));
        let of_this = |(_, id): &(&Use, &String)| self.by_id.get(id.as_str()) == Some(&k);
        let module = own.chain(others).find(of_this).and_then(|(used, _)| used.path.last());
        match module.map(ToString::to_string) {
            Some(module) if !matches!(module.as_str(), "self" | "super" | "crate") => module,
            _ => "shared".to_string(),
        }
    }

    /// For each block, how Rust finds its records from the block that is compiled.
    fn places_in_rust(&self, block: &Block) -> Vec<Option<PlaceInRust>> {
        let mut places: Vec<Option<PlaceInRust>> = self.blocks.iter().map(|_| None).collect();
        for direct in [true, false] {
            for (used, id) in block.uses.iter().zip(self.providers) {
                let Some(first) = self.by_id.get(id.as_str()) else { continue };
                let path = used.module();
                let mut open = vec![*first];
                let mut seen = HashSet::default();
                while let Some(k) = open.pop() {
                    if !seen.insert(k) {
                        continue;
                    }
                    let shared = self.blocks[k].0;
                    open.extend(
                        shared.providers.iter().filter_map(|id| self.by_id.get(id.as_str())),
                    );
                    if (k == *first) == direct && places[k].is_none() {
                        let (path, id) = (path.clone(), shared.id.clone());
                        places[k] = Some(PlaceInRust { path, id, passed_on: !direct });
                    }
                }
            }
        }
        places
    }
}

/// How Rust finds the records of a block.
struct PlaceInRust {
    path: TokenStream,
    id: String,
    /// Whether `path` leads to another block, which uses these records.
    passed_on: bool,
}

impl PlaceInRust {
    fn of(&self, record: &Ident) -> Elsewhere {
        let path = &self.path;
        let alias = passed_on(&record.to_string(), &self.id);
        let name = if self.passed_on { &alias } else { record };
        Elsewhere { path: quote!(#path #name), alias }
    }
}

/// Replaces the constants in the sizes of other blocks' records by numbers, because sizes are looked up where the
/// record is used.
fn with_sizes_of_constants(block: &mut Block) {
    let others = |record: &Record| record.home > 0;
    if !block.records.iter().any(others) || block.consts.iter().all(|c| c.home == 0) {
        return;
    }
    let names = super::Names::new(block);
    let values = check::const_values(block);
    for record in block.records.iter_mut().filter(|record| others(record)) {
        let (home, dims) = (record.home, record.dims.clone());
        let number = |name: &Ident| {
            if dims.contains(name) {
                return None;
            }
            let value = values[names.constant(home, &name.to_string())?].as_ref()?;
            (value.shape.is_empty() && value.dtype.is_integer())
                .then(|| value.elements[0].bits as i64)
        };
        for size in record.fields.iter_mut().flat_map(|field| sizes(&mut field.ty)) {
            with_numbers(size, &number);
        }
    }
}

/// The sizes in a type.
fn sizes(ty: &mut Type) -> Vec<&mut Expr> {
    let mut sizes: Vec<&mut Expr> = ty.shape.iter_mut().flatten().collect();
    match &mut ty.element {
        Element::Index(bound) => sizes.push(bound),
        Element::Record { args: Some(args), .. } => sizes.extend(args),
        Element::Record { .. } | Element::Dtype(_) | Element::Function(_) => {}
    }
    sizes
}

fn with_numbers(size: &mut Expr, number: &impl Fn(&Ident) -> Option<i64>) {
    match &mut size.kind {
        ExprKind::Name(name) => {
            if let Some(value) = number(name).and_then(|value| u128::try_from(value).ok()) {
                size.kind = ExprKind::Int { value, suffix: None };
            }
        }
        ExprKind::Unary(_, a) => with_numbers(a, number),
        ExprKind::Binary(_, _, a, b) => {
            with_numbers(a, number);
            with_numbers(b, number);
        }
        ExprKind::Call { args, .. } => {
            args.iter_mut().for_each(|arg| with_numbers(&mut arg.value, number));
        }
        _ => {}
    }
}
