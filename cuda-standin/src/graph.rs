//! Graphs, and what is made of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::state::State;
use crate::streams::Operation;
use crate::work::{Access, Work};

#[derive(Default)]
pub struct Graph {
    /// Indices of nodes, in the order in which they were added.
    pub nodes: Vec<usize>,
    /// Condition cells: the address, and the value that a launch assigns.
    pub conditions: Vec<(u64, Option<u32>)>,
    /// The graph with the conditional node that this is the body of.
    pub parent: Option<usize>,
    /// Executable graphs made from it that exist.
    pub instances: usize,
    /// A copy that belongs to a node.
    pub is_child: bool,
}

pub struct Node {
    pub graph: usize,
    pub kind: Kind,
    pub after: Vec<usize>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Work(Work),
    Empty,
    Alloc {
        address: u64,
        bytes: usize,
    },
    Free {
        address: u64,
    },
    Child(usize),
    /// A condition cell, whether it is a loop, the bodies.
    Conditional {
        cell: u64,
        repeat: bool,
        bodies: Vec<usize>,
    },
}

impl Kind {
    fn is_memory(&self) -> bool {
        matches!(self, Kind::Alloc { .. } | Kind::Free { .. })
    }
}

/// A graph as it is executed.
#[derive(Clone, Default)]
pub struct Frozen {
    pub steps: Vec<Step>,
    conditions: Vec<(u64, Option<u32>)>,
}

#[derive(Clone)]
pub struct Step {
    pub node: usize,
    pub action: Action,
    pub after: Vec<usize>,
}

#[derive(Clone)]
pub enum Action {
    Work(Work),
    Nothing,
    /// Memory of the graph begins or ends to be somebody's: nothing in it may be relied on.
    Poison {
        address: u64,
        bytes: usize,
    },
    Graph(Frozen),
    Conditional {
        cell: u64,
        repeat: bool,
        bodies: Vec<Frozen>,
    },
}

/// Where a node of a body is: steps and bodies from the outside in, then the step.
type NodePath = (Vec<(usize, usize)>, usize);

/// An executable graph.
pub struct Exec {
    pub graph: usize,
    /// The position of each node of the graph itself.
    pub frozen: Arc<Frozen>,
    /// Where nodes of bodies are.
    inner: HashMap<usize, NodePath>,
    first_node: Vec<usize>,
    pub checked: Option<Arc<[Access]>>,
    /// Allocations that no node frees.
    unfreed: Vec<u64>,
    auto_free: bool,
    launched: bool,
}

/// What is wrong with a graph, and the node that is to blame, if it is one.
pub struct Fault {
    pub text: String,
    pub node: Option<usize>,
}

impl<T: Into<String>> From<T> for Fault {
    fn from(text: T) -> Fault {
        Fault { text: text.into(), node: None }
    }
}

/// One launch of an executable graph.
pub struct Launch {
    pub frozen: Arc<Frozen>,
    pub accesses: Arc<[Access]>,
}

fn read_cell(address: u64) -> u32 {
    let pointer = std::ptr::with_exposed_provenance::<u32>(address as usize);
    // SAFETY: cells of conditions are never freed.
    unsafe { pointer.read_volatile() }
}

fn write_cell(address: u64, value: u32) {
    let pointer = std::ptr::with_exposed_provenance_mut::<u32>(address as usize);
    // SAFETY: as above.
    unsafe { pointer.write_volatile(value) };
}

impl Frozen {
    /// Gives the conditions their defaults, those of bodies as well: once in each launch, not in each pass of a body.
    fn assign_defaults(&self) {
        for &(cell, value) in &self.conditions {
            if let Some(value) = value {
                write_cell(cell, value);
            }
        }
        for step in &self.steps {
            match &step.action {
                Action::Graph(graph) => graph.assign_defaults(),
                Action::Conditional { bodies, .. } => {
                    bodies.iter().for_each(Frozen::assign_defaults);
                }
                Action::Work(_) | Action::Nothing | Action::Poison { .. } => {}
            }
        }
    }

    fn run(&self, state: &mut State) {
        let mut missing: Vec<usize> = self.steps.iter().map(|step| step.after.len()).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len()];
        for (k, step) in self.steps.iter().enumerate() {
            for &before in &step.after {
                users[before].push(k);
            }
        }
        let mut ready: Vec<usize> = (0..missing.len()).filter(|&k| missing[k] == 0).collect();
        while !ready.is_empty() {
            let k = ready.swap_remove(state.below(ready.len()));
            state.counters.nodes += 1;
            self.steps[k].action.run(state);
            for &user in &users[k] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    ready.push(user);
                }
            }
        }
    }
}

impl Action {
    /// Whether both are actions of nodes of the same kind.
    fn is_of_kind(&self, other: &Action) -> bool {
        match (self, other) {
            (Action::Work(a), Action::Work(b)) => {
                std::mem::discriminant(a) == std::mem::discriminant(b)
            }
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }

    fn run(&self, state: &mut State) {
        match self {
            Action::Work(work) => work.run(state),
            Action::Nothing => {}
            Action::Poison { address, bytes } => {
                Work::Fill { target: *address, value: 0xFF, element: 1, count: *bytes }.run(state);
            }
            Action::Graph(graph) => graph.run(state),
            Action::Conditional { cell, repeat, bodies } => {
                let mut passes = 0;
                loop {
                    let value = read_cell(*cell);
                    match (value, repeat) {
                        (0, true) => break,
                        (0, false) => {
                            if let Some(other) = bodies.get(1) {
                                other.run(state);
                            }
                            break;
                        }
                        (_, _) => bodies[0].run(state),
                    }
                    passes += 1;
                    if !repeat {
                        break;
                    }
                    if passes > 1_000_000 {
                        state.finding("a WHILE node does not end".to_owned());
                        break;
                    }
                }
            }
        }
    }
}

impl Launch {
    pub fn run(&self, state: &mut State) {
        self.frozen.assign_defaults();
        self.frozen.run(state);
    }
}

impl State {
    pub fn new_graph(&mut self, parent: Option<usize>) -> usize {
        self.graphs.push(Some(Graph { parent, ..Graph::default() }));
        self.graphs.len() - 1
    }

    /// Adds a node; what is wrong with it is a finding.
    pub fn add_node(&mut self, graph: usize, after: &[usize], kind: Kind) -> Result<usize, String> {
        for (k, &before) in after.iter().enumerate() {
            if self.nodes.get(before).is_none_or(|node| node.graph != graph) {
                return Err("a dependency on a node of another graph".to_owned());
            }
            if after[..k].contains(&before) {
                return Err("a duplicate dependency".to_owned());
            }
        }
        if let Kind::Work(work) = &kind
            && let Some(fault) = work.fault(self)
        {
            return Err(format!("{}: {fault}", work.describe(self)));
        }
        let body = self.graphs[graph].as_ref().is_some_and(|graph| graph.parent.is_some());
        if body && kind.is_memory() {
            return Err("a memory node in the body of a conditional node".to_owned());
        }
        self.nodes.push(Node { graph, kind, after: after.to_vec() });
        let node = self.nodes.len() - 1;
        if let Some(graph) = &mut self.graphs[graph] {
            graph.nodes.push(node);
        }
        Ok(node)
    }

    /// A copy for a child node.
    pub fn clone_graph(&mut self, graph: usize) -> Result<usize, String> {
        let nodes = match &self.graphs[graph] {
            Some(graph) => graph.nodes.clone(),
            None => return Err("a graph that does not exist".to_owned()),
        };
        let special = |node: &usize| {
            let kind = &self.nodes[*node].kind;
            kind.is_memory() || matches!(kind, Kind::Conditional { .. })
        };
        if nodes.iter().any(special) {
            return Err("a copy of a graph with memory or conditional nodes".to_owned());
        }
        let copy = self.new_graph(None);
        let mut new = HashMap::new();
        for node in nodes {
            let (kind, after) = (self.nodes[node].kind.clone(), self.nodes[node].after.clone());
            let after: Vec<usize> = after.iter().map(|before| new[before]).collect();
            new.insert(node, self.add_node(copy, &after, kind)?);
        }
        if let Some(graph) = &mut self.graphs[copy] {
            graph.is_child = true;
        }
        Ok(copy)
    }

    fn freeze(&self, graph: usize) -> Frozen {
        let Some(found) = &self.graphs[graph] else { return Frozen::default() };
        let position: HashMap<usize, usize> =
            found.nodes.iter().enumerate().map(|(k, &node)| (node, k)).collect();
        let steps = found.nodes.iter().map(|&node| {
            let action = match &self.nodes[node].kind {
                Kind::Work(work) => Action::Work(work.clone()),
                Kind::Empty => Action::Nothing,
                Kind::Alloc { address, bytes } => {
                    Action::Poison { address: *address, bytes: *bytes }
                }
                Kind::Free { address } => {
                    let bytes = self.memory.size(*address);
                    Action::Poison { address: *address, bytes }
                }
                Kind::Child(child) => Action::Graph(self.freeze(*child)),
                Kind::Conditional { cell, repeat, bodies } => Action::Conditional {
                    cell: *cell,
                    repeat: *repeat,
                    bodies: bodies.iter().map(|&body| self.freeze(body)).collect(),
                },
            };
            let after = self.nodes[node].after.iter().map(|before| position[before]).collect();
            Step { node, action, after }
        });
        Frozen { steps: steps.collect(), conditions: found.conditions.clone() }
    }

    /// The functions of all kernels of a graph and of the graphs inside it.
    pub fn functions(&self, graph: usize) -> Vec<usize> {
        let Some(Some(found)) = self.graphs.get(graph) else { return Vec::new() };
        let of_node = |&node: &usize| match &self.nodes[node].kind {
            Kind::Work(Work::Kernel(call)) => vec![call.function],
            Kind::Child(child) => self.functions(*child),
            Kind::Conditional { bodies, .. } => {
                bodies.iter().flat_map(|&body| self.functions(body)).collect()
            }
            Kind::Work(_) | Kind::Empty | Kind::Alloc { .. } | Kind::Free { .. } => Vec::new(),
        };
        found.nodes.iter().flat_map(of_node).collect()
    }

    pub fn instantiate(&mut self, graph: usize, auto_free: bool) -> Result<usize, Fault> {
        let Some(found) = &self.graphs[graph] else {
            return Err("a graph that does not exist".into());
        };
        let kinds: Vec<Kind> = found.nodes.iter().map(|&n| self.nodes[n].kind.clone()).collect();
        let single = |kind: &Kind| kind.is_memory() || matches!(kind, Kind::Conditional { .. });
        if found.instances > 0 && kinds.iter().any(single) {
            return Err("a second instance of a graph with memory or conditional nodes".into());
        }
        let used = |cell: u64| {
            kinds.iter().any(|kind| matches!(kind, Kind::Conditional { cell: c, .. } if *c == cell))
        };
        if found.conditions.iter().any(|&(cell, _)| !used(cell)) {
            return Err("a conditional handle without its node".into());
        }
        let frozen = self.freeze(graph);
        let accesses = self.check(&frozen)?;
        let freed = |address: &u64| {
            kinds.iter().any(|kind| matches!(kind, Kind::Free { address: f } if f == address))
        };
        let allocated = kinds.iter().filter_map(|kind| match kind {
            Kind::Alloc { address, .. } => Some(*address),
            _ => None,
        });
        let unfreed = allocated.filter(|address| !freed(address)).collect();
        let mut inner = HashMap::new();
        locate(&frozen, &mut Vec::new(), &mut inner);
        let first_node = frozen.steps.iter().map(|step| step.node).collect();
        self.execs.push(Some(Exec {
            graph,
            frozen: Arc::new(frozen),
            inner,
            first_node,
            checked: Some(accesses),
            unfreed,
            auto_free,
            launched: false,
        }));
        if let Some(graph) = &mut self.graphs[graph] {
            graph.instances += 1;
        }
        self.counters.instantiations += 1;
        Ok(self.execs.len() - 1)
    }

    pub fn launch(&mut self, exec: usize, stream: usize) -> Result<(), String> {
        self.counters.graph_launches += 1;
        let execute = self.execute;
        let Some(Some(found)) = self.execs.get_mut(exec) else {
            return Err("an executable graph that does not exist".to_owned());
        };
        let relaunch = std::mem::replace(&mut found.launched, true);
        if relaunch && !found.unfreed.is_empty() && !found.auto_free {
            return Err("a second launch with allocations of the first one".to_owned());
        }
        if !execute {
            return Ok(());
        }
        let frozen = found.frozen.clone();
        let accesses = match found.checked.clone() {
            Some(accesses) => accesses,
            None => {
                let accesses = self.check(&frozen).map_err(|fault| fault.text)?;
                if let Some(Some(exec)) = self.execs.get_mut(exec) {
                    exec.checked = Some(accesses.clone());
                }
                accesses
            }
        };
        self.enqueue(stream, Operation::Graph(Launch { frozen, accesses }));
        Ok(())
    }

    /// Changes the arguments of a kernel node of an executable graph, if nothing else of it changes:
    /// quickly, because what that costs is measured.
    pub fn set_arguments(
        &mut self,
        exec: usize,
        node: usize,
        function: usize,
        grid: [u32; 3],
        mut read: impl FnMut(usize) -> u64,
    ) -> bool {
        let Some(Some(found)) = self.execs.get_mut(exec) else { return false };
        let Some(&first) = found.first_node.first() else { return false };
        // Nodes of a graph that was built alone stand in a row.
        let Some(position) = node.checked_sub(first) else { return false };
        if found.first_node.get(position) != Some(&node) {
            return false;
        }
        let Some(frozen) = Arc::get_mut(&mut found.frozen) else { return false };
        match &mut frozen.steps[position].action {
            Action::Work(Work::Kernel(call)) if call.function == function && call.grid == grid => {
                for (k, value) in call.arguments.iter_mut().enumerate() {
                    *value = read(k);
                }
                found.checked = None;
                true
            }
            _ => false,
        }
    }

    /// Changes the work of a node of an executable graph.
    pub fn set_work(&mut self, exec: usize, node: usize, work: Work) -> Result<(), String> {
        let fault = work.fault(self);
        let Some(Some(found)) = self.execs.get_mut(exec) else {
            return Err("an executable graph that does not exist".to_owned());
        };
        if let Some(fault) = fault {
            return Err(fault);
        }
        found.checked = None;
        let frozen = Arc::make_mut(&mut found.frozen);
        let (path, position) = match found.inner.get(&node) {
            Some((path, position)) => (path.as_slice(), *position),
            None => match found.first_node.binary_search(&node) {
                Ok(position) => (&[][..], position),
                Err(_) => return Err("a node of another graph".to_owned()),
            },
        };
        let mut graph = frozen;
        for &(step, body) in path {
            graph = match &mut graph.steps[step].action {
                Action::Graph(graph) => graph,
                Action::Conditional { bodies, .. } => &mut bodies[body],
                Action::Work(_) | Action::Nothing | Action::Poison { .. } => {
                    return Err("no such node".to_owned());
                }
            };
        }
        match &mut graph.steps[position].action {
            Action::Work(own) if std::mem::discriminant(own) == std::mem::discriminant(&work) => {
                if own.memory_kinds(&self.memory) != work.memory_kinds(&self.memory) {
                    return Err("memory of another kind of allocation".to_owned());
                }
                *own = work;
                Ok(())
            }
            _ => Err("parameters of another kind of node".to_owned()),
        }
    }

    /// Changes the graph that a node of an executable graph runs.
    pub fn set_child(&mut self, exec: usize, node: usize, graph: usize) -> Result<(), String> {
        let new = self.freeze(graph);
        let Some(Some(found)) = self.execs.get_mut(exec) else {
            return Err("an executable graph that does not exist".to_owned());
        };
        let position = found.first_node.iter().position(|&own| own == node);
        let position = position.ok_or("a node of another graph")?;
        let frozen = Arc::make_mut(&mut found.frozen);
        let Action::Graph(old) = &mut frozen.steps[position].action else {
            return Err("parameters of another kind of node".to_owned());
        };
        let same = |(old, new): (&Step, &Step)| {
            old.after == new.after && old.action.is_of_kind(&new.action)
        };
        if old.steps.len() != new.steps.len() || !old.steps.iter().zip(&new.steps).all(same) {
            return Err("a graph of another form".to_owned());
        }
        for (old, new) in old.steps.iter_mut().zip(new.steps) {
            old.action = new.action;
        }
        found.checked = None;
        Ok(())
    }

    /// Whole-graph update: 0, or the number of what differs with the node.
    pub fn update(&mut self, exec: usize, graph: usize) -> Result<(), (u32, Option<usize>)> {
        let new = self.freeze(graph);
        let Some(Some(found)) = self.execs.get_mut(exec) else { return Err((1, None)) };
        if new.steps.len() != found.frozen.steps.len() {
            return Err((2, None));
        }
        for (own, other) in found.frozen.steps.iter().zip(&new.steps) {
            if own.after != other.after {
                return Err((2, Some(other.node)));
            }
            if !own.action.is_of_kind(&other.action) {
                return Err((3, Some(other.node)));
            }
        }
        let mut updated = new;
        for (step, own) in updated.steps.iter_mut().zip(&found.frozen.steps) {
            step.node = own.node;
        }
        found.frozen = Arc::new(updated);
        found.checked = None;
        Ok(())
    }

    pub fn drop_exec(&mut self, exec: usize) -> bool {
        let Some(found) = self.execs.get_mut(exec).and_then(Option::take) else { return false };
        if let Some(Some(graph)) = self.graphs.get_mut(found.graph) {
            graph.instances -= 1;
        }
        true
    }
}

/// Where the nodes of bodies are.
fn locate(graph: &Frozen, path: &mut Vec<(usize, usize)>, all: &mut HashMap<usize, NodePath>) {
    for (k, step) in graph.steps.iter().enumerate() {
        if !path.is_empty() {
            all.insert(step.node, (path.clone(), k));
        }
        let inner: Vec<&Frozen> = match &step.action {
            Action::Graph(graph) => vec![graph],
            Action::Conditional { bodies, .. } => bodies.iter().collect(),
            Action::Work(_) | Action::Nothing | Action::Poison { .. } => Vec::new(),
        };
        for (body, graph) in inner.into_iter().enumerate() {
            path.push((k, body));
            locate(graph, path, all);
            path.pop();
        }
    }
}
