//! Parts of a kernel, as device functions: in each, the threads that share a row do something for it. Between parts they
//! wait for each other.

use super::body::Body;
use super::helpers::Helpers;
use super::kernel::{Form, Loops, decode, parameters, product};
use super::mapping::{Mapping, Strategy};
use super::names::c_type;
use crate::emit::text::add_line;
use crate::schedule::kernel::{KernelIr, Phase};

/// A part, whose parameters are those of a kernel, pointers to its local arrays, and who the thread is.
pub(super) struct Part<'a> {
    pub(super) name: &'a str,
    pub(super) kernel: &'a KernelIr,
    /// The mapping of the part: [`Strategy::Terms`] if threads share sums.
    pub(super) mapping: &'a Mapping,
    pub(super) phase: &'a Phase,
    /// The loops of the rows.
    pub(super) rows: Loops<'a>,
    /// The loops over what threads share out if they share no sums.
    pub(super) items: Loops<'a>,
    /// The buffers whose old elements are in another place than the new ones.
    pub(super) kept: Vec<u32>,
}

impl Part<'_> {
    pub(super) fn text(&self, helpers: &mut Helpers) -> String {
        let Part { name, kernel, mapping, phase, rows, items, kept } = self;
        let parameters = parameters(kernel, Form::Part).into_iter();
        let mut list: Vec<String> = parameters.map(|(ty, name)| format!("{ty} {name}")).collect();
        let old = kept.iter().map(|b| (c_type(kernel.buffers[*b as usize].dtype), b));
        list.extend(old.map(|(ty, b)| format!("const {ty}* __restrict__ k{b}")));
        list.extend(locals(kernel).map(|(ty, name)| format!("{ty}* const {name}")));
        list.push("const long long own".to_string());
        list.extend(["lane", "sharing"].map(|name| format!("const unsigned int {name}")));
        let mut out = String::new();
        add_line!(
            &mut out,
            "static __device__ inline void {name}(\n    {}) {{",
            list.join(",\n    ")
        );
        add_line!(&mut out, "    const long long points = {};", product(None, rows));
        let mut body = Body::new(kernel, mapping, phase, helpers);
        body.kept.clone_from(kept);
        if matches!(mapping.strategy, Strategy::Terms(_)) {
            // Threads without a row take the last one, and store nothing.
            out.push_str("    ARRAY_FN_SHARED(shared);\n");
            add_line!(&mut out, "    const long long point = own < points ? own : points - 1;");
            decode(&mut body, "point", "long long", rows);
            body.statements(&phase.body);
        } else {
            add_line!(&mut out, "    if (own >= points) return;");
            decode(&mut body, "own", "long long", rows);
            let count = product(None, items);
            body.open_guard(&format!(
                "for (long long item = lane; item < {count}; item += sharing) {{"
            ));
            decode(&mut body, "item", "long long", items);
            body.statements(&phase.body);
            body.close();
        }
        out.push_str(&body.finish());
        out.push_str("}\n");
        out
    }
}

/// The types and the names of a kernel's local arrays.
pub(super) fn locals(kernel: &KernelIr) -> impl Iterator<Item = (&'static str, String)> {
    let locals = kernel.locals.iter().enumerate();
    locals.map(|(k, local)| (c_type(local.dtype), format!("local{k}")))
}
