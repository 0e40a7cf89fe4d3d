//! Graphs: made, destroyed, listed, drawn.

mod edges;
mod executables;
mod nodes;

use std::ffi::{CStr, c_char, c_uint};
use std::fmt::Write;

use cudarc::driver::sys::{CUgraph, CUgraphNode};

use crate::exports::{INVALID_VALUE, SUCCESS, Status, Tag, enter, handle, index};
use crate::graph::{Graph, Kind};
use crate::state::{State, lock};

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphCreate(target: *mut CUgraph, _: c_uint) -> Status {
    enter!("cuGraphCreate");
    // SAFETY: promised by the caller.
    unsafe { target.write(handle(Tag::Graph, lock().new_graph(None))) };
    SUCCESS
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphDestroy(graph: CUgraph) -> Status {
    let Some(graph) = index(Tag::Graph, graph) else { return INVALID_VALUE };
    destroy(&mut lock(), graph);
    SUCCESS
}

/// Destroys a graph with the graphs and the memory of its nodes.
fn destroy(state: &mut State, graph: usize) {
    let Some(found) = state.graphs.get_mut(graph).and_then(Option::take) else { return };
    for node in found.nodes {
        match state.nodes[node].kind.clone() {
            Kind::Child(child) => destroy(state, child),
            Kind::Conditional { bodies, .. } => {
                bodies.into_iter().for_each(|body| destroy(state, body));
            }
            // Executable graphs may still use it: such memory stays until the process ends, unless
            // none is there.
            Kind::Alloc { address, .. } if found.instances == 0 => {
                // Launches of executable graphs that are gone already may be pending.
                state.synchronize_all();
                state.memory.release(address);
            }
            _ => {}
        }
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphGetNodes(
    graph: CUgraph,
    nodes: *mut CUgraphNode,
    count: *mut usize,
) -> Status {
    let state = lock();
    let found = index(Tag::Graph, graph).and_then(|graph| state.graphs.get(graph)?.as_ref());
    let Some(found) = found else { return INVALID_VALUE };
    // SAFETY: promised by the caller; nodes may be null to ask for their number.
    unsafe {
        if !nodes.is_null() {
            for (k, &node) in found.nodes.iter().take(count.read()).enumerate() {
                nodes.add(k).write(handle(Tag::Node, node));
            }
        }
        count.write(found.nodes.len());
    }
    SUCCESS
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphDebugDotPrint(
    graph: CUgraph,
    path: *const c_char,
    _: c_uint,
) -> Status {
    enter!("cuGraphDebugDotPrint");
    let state = lock();
    let Some(graph) = index(Tag::Graph, graph) else { return INVALID_VALUE };
    let mut text = "digraph dot {\n".to_owned();
    dot(&state, graph, &mut text);
    text.push_str("}\n");
    // SAFETY: promised by the caller.
    let path = unsafe { CStr::from_ptr(path) }.to_string_lossy();
    match std::fs::write(&*path, text) {
        Ok(()) => SUCCESS,
        Err(_) => Status::CUDA_ERROR_OPERATING_SYSTEM,
    }
}

fn dot(state: &State, graph: usize, text: &mut String) {
    let Some(Some(Graph { nodes, .. })) = state.graphs.get(graph) else { return };
    for &node in nodes {
        let (label, inner) = match &state.nodes[node].kind {
            Kind::Work(work) => (work.describe(state), Vec::new()),
            Kind::Empty => ("EMPTY".to_owned(), Vec::new()),
            Kind::Alloc { bytes, .. } => (format!("MEM_ALLOC {bytes} bytes"), Vec::new()),
            Kind::Free { .. } => ("MEM_FREE".to_owned(), Vec::new()),
            Kind::Child(child) => ("GRAPH".to_owned(), vec![*child]),
            Kind::Conditional { repeat, bodies, .. } => {
                (format!("CONDITIONAL {}", if *repeat { "WHILE" } else { "IF" }), bodies.clone())
            }
        };
        let _ = writeln!(text, "  node_{node} [label={label:?}];");
        for before in &state.nodes[node].after {
            let _ = writeln!(text, "  node_{before} -> node_{node};");
        }
        for inner in inner {
            let _ = writeln!(text, "  subgraph cluster_{inner} {{");
            dot(state, inner, text);
            text.push_str("  }\n");
        }
    }
}
