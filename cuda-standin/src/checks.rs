//! What can be said about a graph without running it: conflicts of unordered nodes, lifetimes of memory.

use std::collections::HashMap;
use std::sync::Arc;

use crate::graph::{Action, Fault, Frozen, Kind, Step};
use crate::state::State;
use crate::work::{Access, Work};

/// Accesses of one step, by allocation: the bytes from and to, and whether they are written.
type Touched = Vec<(u64, usize, usize, bool)>;

impl State {
    /// All memory that the graph touches, or its first mistake.
    pub fn check(&self, frozen: &Frozen) -> Result<Arc<[Access]>, Fault> {
        let mut all = Vec::new();
        self.check_level(frozen, &mut all)?;
        // One entry for each allocation is enough to order launches.
        let mut merged: HashMap<u64, bool> = HashMap::new();
        for access in all {
            *merged.entry(access.address).or_insert(false) |= access.write;
        }
        let mut merged: Vec<Access> = merged
            .into_iter()
            .map(|(address, write)| Access { address, bytes: None, write })
            .collect();
        merged.sort_by_key(|access| access.address);
        Ok(merged.into())
    }

    fn check_level(&self, frozen: &Frozen, all: &mut Vec<Access>) -> Result<(), Fault> {
        let count = frozen.steps.len();
        let words = count.div_ceil(64);
        let mut before = vec![vec![0u64; words]; count];
        let mut touched = vec![Touched::new(); count];
        let has = |set: &[u64], k: usize| set[k / 64] >> (k % 64) & 1 == 1;
        // Dependencies may have been added later: nodes need not stand in order.
        for k in self.in_order(frozen)? {
            let mut set = vec![0u64; words];
            for &b in &frozen.steps[k].after {
                for (own, other) in set.iter_mut().zip(&before[b]) {
                    *own |= other;
                }
                set[b / 64] |= 1 << (b % 64);
            }
            before[k] = set;
            let Step { node, action, .. } = &frozen.steps[k];
            touched[k] = self.touched(action, all).map_err(|fault| Fault {
                text: format!("{}: {}", self.describe(action), fault.text),
                node: fault.node.or(Some(*node)),
            })?;
        }
        let ordered = |a: usize, b: usize| has(&before[a], b) || has(&before[b], a);
        let mut users: HashMap<u64, Vec<(usize, usize, usize, bool)>> = HashMap::new();
        for (k, touched) in touched.iter().enumerate() {
            for &(start, from, to, write) in touched {
                users.entry(start).or_default().push((k, from, to, write));
            }
        }
        for (start, users) in &users {
            for (i, &(a, from, to, write)) in users.iter().enumerate() {
                for &(b, other_from, other_to, other_write) in &users[..i] {
                    let overlap = from < other_to && other_from < to;
                    if a != b && overlap && (write || other_write) && !ordered(a, b) {
                        let (first, second) = (&frozen.steps[b], &frozen.steps[a]);
                        let text = format!(
                            "{} and {} use the same memory at {start:#x}, neither comes first",
                            self.describe(&first.action),
                            self.describe(&second.action)
                        );
                        return Err(Fault { text, node: Some(second.node) });
                    }
                }
            }
        }
        self.check_lifetimes(frozen, &before, &users)
    }

    /// Uses must come after the allocation and before the free.
    fn check_lifetimes(
        &self,
        frozen: &Frozen,
        before: &[Vec<u64>],
        users: &HashMap<u64, Vec<(usize, usize, usize, bool)>>,
    ) -> Result<(), Fault> {
        let is_before = |a: usize, b: usize| before[b][a / 64] >> (a % 64) & 1 == 1;
        let mut freed = Vec::new();
        for (k, step) in frozen.steps.iter().enumerate() {
            let (address, is_free) = match self.nodes[step.node].kind {
                Kind::Alloc { address, .. } => (address, false),
                Kind::Free { address } => (address, true),
                _ => continue,
            };
            if is_free {
                if freed.contains(&address) {
                    let text = format!("the memory at {address:#x} is freed twice");
                    return Err(Fault { text, node: Some(step.node) });
                }
                freed.push(address);
            }
            for &(user, ..) in users.get(&address).into_iter().flatten() {
                let user_step = &frozen.steps[user];
                let wrong = |place: &str| Fault {
                    text: format!("{} does not come {place}", self.describe(&user_step.action)),
                    node: Some(user_step.node),
                };
                if is_free && !is_before(user, k) {
                    return Err(wrong("before the free"));
                }
                if !is_free && !is_before(k, user) {
                    return Err(wrong("after the allocation"));
                }
            }
        }
        Ok(())
    }

    /// Positions such that dependencies come first.
    fn in_order(&self, frozen: &Frozen) -> Result<Vec<usize>, String> {
        let count = frozen.steps.len();
        let mut missing: Vec<usize> = frozen.steps.iter().map(|step| step.after.len()).collect();
        let mut users = vec![Vec::new(); count];
        for (k, step) in frozen.steps.iter().enumerate() {
            for &b in &step.after {
                users[b].push(k);
            }
        }
        let mut order: Vec<usize> = (0..count).filter(|&k| missing[k] == 0).collect();
        let mut next = 0;
        while next < order.len() {
            let k = order[next];
            next += 1;
            for &user in &users[k] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    order.push(user);
                }
            }
        }
        if order.len() < count { Err("a cycle".to_owned()) } else { Ok(order) }
    }

    fn touched(&self, action: &Action, all: &mut Vec<Access>) -> Result<Touched, Fault> {
        let mut touched = Touched::new();
        match action {
            Action::Work(work) => {
                for access in work.accesses(self) {
                    let start = self.memory.find(access.address, access.bytes.unwrap_or(0))?;
                    let from = (access.address - start) as usize;
                    let to = access.bytes.map_or(usize::MAX, |bytes| from + bytes);
                    touched.push((start, from, to, access.write));
                    all.push(access);
                }
                // A kernel that is given a conditional handle sets the condition.
                if let Work::Kernel(call) = work {
                    let cells = call.arguments.iter().filter(|&word| self.cells.contains(word));
                    touched.extend(cells.map(|&cell| (cell, 0, 4, true)));
                }
            }
            Action::Nothing | Action::Poison { .. } => {}
            Action::Graph(graph) => self.inside(graph, &mut touched, all)?,
            Action::Conditional { cell, bodies, .. } => {
                touched.push((*cell, 0, 4, false));
                for body in bodies {
                    self.inside(body, &mut touched, all)?;
                }
            }
        }
        Ok(touched)
    }

    fn inside(
        &self,
        graph: &Frozen,
        touched: &mut Touched,
        all: &mut Vec<Access>,
    ) -> Result<(), Fault> {
        self.check_level(graph, all)?;
        for step in &graph.steps {
            touched.extend(self.touched(&step.action, all)?);
        }
        Ok(())
    }

    pub fn describe(&self, action: &Action) -> String {
        match action {
            Action::Work(work) => work.describe(self),
            Action::Nothing => "a node without work".to_owned(),
            Action::Poison { address, .. } => format!("a memory node of {address:#x}"),
            Action::Graph(_) => "a child graph".to_owned(),
            Action::Conditional { repeat: true, .. } => "a WHILE node".to_owned(),
            Action::Conditional { .. } => "an IF node".to_owned(),
        }
    }
}
