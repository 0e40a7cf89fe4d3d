//! Changes of executable graphs. They affect later launches, not those under way.

use super::Graph;
use super::argument::{self, Argument};
use super::build::{Handles, build, copy_of, launch, memset_of, refused, with_pointers};
use super::executable::{ExecutableGraph, all_words};
use super::level::Level;
use super::memory::{Fill, OnDevice, Span, Transfer};
use super::node::{KernelNode, Node, Operation, Use};
use super::rules::RuleError;
use crate::cuda::{CudaError, Number};

/// A change of a node.
struct Change {
    index: usize,
    operation: Operation,
    uses: Vec<Use>,
    /// The values of a kernel's parameters.
    words: Vec<u64>,
}

impl ExecutableGraph {
    /// Gives kernels other arguments. For each kernel, all arguments are given, as for [`Graph::kernel`].
    ///
    /// Everything is checked before anything changes, by the rules for adding nodes. Only nodes whose arguments differ
    /// are sent to the driver; the result is their number.
    ///
    /// Nodes in bodies of conditional nodes and in child graphs are not among those that can change.
    ///
    /// # Errors
    /// The [`RuleError`]s of adding the node; [`RuleError::NodeKind`] for a node that is not a kernel;
    /// [`RuleError::UpdatedTwice`]. If the driver fails halfway, launches are refused from then on
    /// ([`RuleError::PartlyUpdated`]).
    pub fn update_kernels(&mut self, changes: &[(Node, &[Argument])]) -> Result<usize, CudaError> {
        let mut prepared = Vec::with_capacity(changes.len());
        for (node, arguments) in changes {
            let index = self.level.index_of(*node)?;
            prepared.extend(self.kernel_change(index, arguments.to_vec())?);
        }
        let mut indices: Vec<usize> = changes.iter().map(|(node, _)| node.index).collect();
        indices.sort_unstable();
        if let Some(twice) = indices.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(RuleError::UpdatedTwice { node: self.level.describe(twice[0]) }.into());
        }
        self.apply(prepared)
    }

    /// Changes single arguments of kernels, by their positions among the arguments of [`Graph::kernel`]. Otherwise the
    /// same as [`update_kernels`](ExecutableGraph::update_kernels).
    ///
    /// # Errors
    /// Those of [`update_kernels`](ExecutableGraph::update_kernels), except that a node may be named
    /// again; [`RuleError::ArgumentPosition`].
    pub fn update_arguments(
        &mut self,
        changes: &[(Node, usize, Argument)],
    ) -> Result<usize, CudaError> {
        let mut merged: Vec<(usize, Vec<Argument>)> = Vec::new();
        for (node, position, argument) in changes {
            let index = self.level.index_of(*node)?;
            let known = merged.iter().position(|(own, _)| *own == index);
            let at = match known {
                Some(at) => at,
                None => {
                    merged.push((index, kernel_node(&self.level, index)?.arguments.clone()));
                    merged.len() - 1
                }
            };
            let arguments = &mut merged[at].1;
            let count = arguments.len();
            let Some(target) = arguments.get_mut(*position) else {
                let kernel = kernel_node(&self.level, index)?.kernel.name().to_owned();
                return Err(
                    RuleError::ArgumentPosition { kernel, position: *position, count }.into()
                );
            };
            *target = argument.clone();
        }
        let mut prepared = Vec::with_capacity(merged.len());
        for (index, arguments) in merged {
            prepared.extend(self.kernel_change(index, arguments)?);
        }
        self.apply(prepared)
    }

    /// Gives a copy another target and source, in the same direction.
    ///
    /// # Errors
    /// The [`RuleError`]s of adding the node; [`RuleError::NodeKind`] for a node that is not a copy of
    /// this direction; [`RuleError::NotUpdatable`] for memory of the graph in place of a buffer, or the
    /// other way round; [`RuleError::Refused`] where the driver cannot change the length so.
    pub fn update_copy(&mut self, node: Node, copy: Transfer) -> Result<(), CudaError> {
        let index = self.level.index_of(node)?;
        match &self.level.nodes[index].operation {
            Operation::Copy(old) if old.direction == copy.direction => {
                if old.target.same(&copy.target) && old.source.same(&copy.source) {
                    return Ok(());
                }
                let node = || self.level.describe(index);
                same_owner(&old.target, &copy.target, node)?;
                same_owner(&old.source, &copy.source, node)?;
            }
            operation => {
                let node = operation.describe(index);
                let expected = "copy in that direction".to_owned();
                return Err(RuleError::NodeKind { node, expected }.into());
            }
        }
        let (uses, operation) = (copy.uses()?, Operation::Copy(copy));
        self.level.check_uses(index, &operation, &uses)?;
        self.apply(vec![Change { index, operation, uses, words: Vec::new() }]).map(drop)
    }

    /// Gives a memset another target and value.
    ///
    /// # Errors
    /// The [`RuleError`]s of adding the node; [`RuleError::NodeKind`] for a node that is not a memset;
    /// [`RuleError::NotUpdatable`] as for [`update_copy`](Self::update_copy); [`RuleError::Refused`] where
    /// the driver cannot change the length so.
    pub fn update_memset<T: Number>(
        &mut self,
        node: Node,
        target: &impl OnDevice<T>,
        value: T,
    ) -> Result<(), CudaError> {
        let index = self.level.index_of(node)?;
        let fill = Fill::new(target, value)?;
        match &self.level.nodes[index].operation {
            Operation::Memset(old) => {
                if old.target.same(&fill.target) && old.pattern == fill.pattern {
                    return Ok(());
                }
                same_owner(&old.target, &fill.target, || self.level.describe(index))?;
            }
            operation => {
                let (node, expected) = (operation.describe(index), "memset".to_owned());
                return Err(RuleError::NodeKind { node, expected }.into());
            }
        }
        let uses = vec![Use::new(fill.target.clone(), true)];
        let operation = Operation::Memset(fill);
        self.level.check_uses(index, &operation, &uses)?;
        self.apply(vec![Change { index, operation, uses, words: Vec::new() }]).map(drop)
    }

    /// Gives all nodes the parameters of those of another graph. That graph must have the same nodes with the same
    /// dependencies, added in the same order. Kernels and launch configurations may differ, too.
    ///
    /// [`Node`]s of the graph that was instantiated stay the names of the nodes.
    ///
    /// # Errors
    /// [`RuleError::Topology`], which names the first node that differs; [`RuleError::NotUpdatable`] for
    /// graphs that allocate memory or have conditional nodes; [`RuleError::Refused`] where the driver
    /// does not allow a change.
    pub fn update(&mut self, graph: &Graph) -> Result<(), CudaError> {
        let new = &graph.level;
        self.level.same_device("the other graph", new.context)?;
        new.check_complete()?;
        same_topology(&self.level, new, "")?;
        let _current = new.context.bind()?;
        let built = build(new)?;
        // SAFETY: the new description holds the memory; launches are made from it after this.
        let updated = unsafe { self.exec.update(&built.raw) };
        updated.map_err(|(error, node)| {
            // That is the driver's word for a difference, which it finds before it changes anything.
            let differs = |name: &str| name == "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE";
            self.partly_updated |=
                !matches!(&error, CudaError::Driver { name, .. } if differs(name));
            let Handles(nodes) = &built.nodes;
            let index = nodes.iter().position(|&own| own == node);
            let describe = || index.map_or("the graph".to_owned(), |index| new.describe(index));
            refused(error, describe)
        })?;
        self.level = new.renamed(&self.level);
        self.words = all_words(&self.level, &self.places);
        self.footprint = None;
        self.partly_updated = false;
        Ok(())
    }

    /// The change of a kernel's node to these arguments; `None` if it has them already.
    fn kernel_change(
        &self,
        index: usize,
        arguments: Vec<Argument>,
    ) -> Result<Option<Change>, RuleError> {
        let KernelNode { kernel, launch, .. } = kernel_node(&self.level, index)?;
        let uses = argument::check(kernel, &arguments)?;
        let old = &self.level.nodes[index].uses;
        let same_uses =
            old.len() == uses.len() && old.iter().zip(&uses).all(|(old, new)| old.same(new));
        let node = KernelNode { kernel: kernel.clone(), launch: *launch, arguments };
        let operation = Operation::Kernel(node);
        // This comes before the words, because memory of another graph has no address here.
        self.level.check_uses(index, &operation, &uses)?;
        let Operation::Kernel(node) = &operation else { unreachable!("made above") };
        let words = argument::words(kernel, &node.arguments, &self.places);
        let changes = !same_uses || words != self.words[index];
        Ok(changes.then_some(Change { index, operation, uses, words }))
    }

    /// Checks the order of nodes with their uses after the changes, and applies the changes. The result is the number
    /// of changes that the driver was told.
    fn apply(&mut self, mut changes: Vec<Change>) -> Result<usize, CudaError> {
        let _current = self.level.context.bind()?;
        self.reorder(&changes)?;
        let mut sent = 0;
        for k in 0..changes.len() {
            match self.send(&changes[k]) {
                Ok(told) => sent += usize::from(told),
                Err(error) => {
                    // The driver has only the first of the changes, but the ledger has all.
                    self.partly_updated |= k > 0;
                    self.unorder(&changes[k..]);
                    changes.truncate(k);
                    self.keep(changes);
                    return Err(error);
                }
            }
        }
        self.keep(changes);
        Ok(sent)
    }

    /// Enters into the description changes that the driver has.
    fn keep(&mut self, changes: Vec<Change>) {
        for Change { index, operation, uses, words } in changes {
            self.words[index] = words;
            let node = &mut self.level.nodes[index];
            (node.operation, node.uses) = (operation, uses);
            self.footprint = None;
        }
    }

    /// Enters into the ledger what nodes will use. Enters nothing if two nodes would be in conflict.
    fn reorder(&mut self, changes: &[Change]) -> Result<(), RuleError> {
        let level = &mut self.level;
        for change in changes {
            level.ledger.remove(change.index, &level.nodes[change.index].uses);
        }
        for (k, change) in changes.iter().enumerate() {
            let checked = level.check_order(change.index, &change.operation, &change.uses);
            if let Err(error) = checked {
                for entered in &changes[..k] {
                    level.ledger.remove(entered.index, &entered.uses);
                }
                for change in changes {
                    level.ledger.insert(change.index, &level.nodes[change.index].uses);
                }
                return Err(error);
            }
            level.ledger.insert(change.index, &change.uses);
        }
        Ok(())
    }

    /// Takes back the uses that [`reorder`](Self::reorder) entered, in favour of the present ones.
    fn unorder(&mut self, changes: &[Change]) {
        let level = &mut self.level;
        for change in changes {
            level.ledger.remove(change.index, &change.uses);
            level.ledger.insert(change.index, &level.nodes[change.index].uses);
        }
    }

    /// Tells the driver about a change, unless it knows it already. Returns whether it was told.
    fn send(&mut self, change: &Change) -> Result<bool, CudaError> {
        let handle = self.handles.0[change.index];
        let sent = match &change.operation {
            Operation::Kernel(node) => {
                if change.words == self.words[change.index] {
                    return Ok(false);
                }
                let launch = launch(node)?;
                with_pointers(&change.words, |pointers| {
                    // SAFETY: there is a value for each parameter, in its first bytes. The kernel
                    // stays within its arguments, whose memory the description holds from now on. The
                    // handle is that of the node, which is a kernel.
                    unsafe { self.exec.set_kernel(handle, &launch, pointers) }
                })
            }
            Operation::Copy(copy) => {
                // SAFETY: the spans are within memory that the description holds from now on.
                unsafe { self.exec.set_copy(handle, &copy_of(copy, &self.places)) }
            }
            Operation::Memset(fill) => {
                // SAFETY: the span is within memory that the description holds from now on.
                unsafe { self.exec.set_memset(handle, &memset_of(fill, &self.places)) }
            }
            _ => unreachable!("only kernels, copies and memsets change"),
        };
        sent.map(|()| true)
            .map_err(|error| refused(error, || change.operation.describe(change.index)))
    }
}

fn kernel_node(level: &Level, index: usize) -> Result<&KernelNode, RuleError> {
    match &level.nodes[index].operation {
        Operation::Kernel(node) => Ok(node),
        operation => {
            let (node, expected) = (operation.describe(index), "kernel".to_owned());
            Err(RuleError::NodeKind { node, expected })
        }
    }
}

/// Checks whether a copy or a memset may use other memory: the driver wants memory of the same kind of allocation.
fn same_owner(old: &Span, new: &Span, node: impl Fn() -> String) -> Result<(), RuleError> {
    let (old, new) = (old.region.owner(), new.region.owner());
    if old == new {
        return Ok(());
    }
    let reason = format!("it is for {old}, and {new} is another allocation; use {old}");
    Err(RuleError::NotUpdatable { node: node(), reason })
}

/// Whether both have the same nodes with the same dependencies, of kinds that can be updated.
fn same_topology(old: &Level, new: &Level, place: &str) -> Result<(), RuleError> {
    let differs = |difference: String| Err(RuleError::Topology { difference });
    for (index, (old_node, new_node)) in old.nodes.iter().zip(&new.nodes).enumerate() {
        let describe = || format!("{place}{}", new_node.operation.describe(index));
        let (before, after) = (&old_node.operation, &new_node.operation);
        match (before, after) {
            (Operation::Alloc(_) | Operation::Free(_) | Operation::Conditional(_), _) => {
                let reason = "it belongs to one instance; instantiate the other graph".to_owned();
                return Err(RuleError::NotUpdatable { node: before.describe(index), reason });
            }
            (Operation::Child(old_child), Operation::Child(new_child)) => {
                same_topology(old_child, new_child, &format!("{}: ", describe()))?;
            }
            (Operation::Copy(one), Operation::Copy(other)) if one.direction != other.direction => {
                return differs(format!("{} goes in another direction", describe()));
            }
            _ if before.kind() != after.kind() => {
                return differs(format!("{} was {}", describe(), before.describe(index)));
            }
            _ => {}
        }
        if old_node.dependencies != new_node.dependencies {
            return differs(format!("{} has other dependencies", describe()));
        }
    }
    if old.nodes.len() != new.nodes.len() {
        let (old, new) = (old.nodes.len(), new.nodes.len());
        return differs(format!("{place}it has {new} nodes, the other {old}"));
    }
    Ok(())
}
