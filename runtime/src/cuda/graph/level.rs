//! One level of a graph: its nodes, or those of a body of a conditional node.

use super::argument::{self, Argument};
use super::conditional::{Body, Condition, ConditionalKind};
use super::hazards::{Ancestors, Ledger};
use super::memory::{Allocation, Fill, Pattern, Region, Transfer};
use super::node::{
    ConditionalNode, Dependency, KernelNode, Node, NodeData, Operation, Use, new_number,
};
use super::rules::RuleError;
use crate::cuda::context::Context;
use crate::cuda::{CudaError, Gpu, Kernel, LaunchConfig, Number};

/// A function that adds the nodes of a body.
pub(super) type Builder<'a> = dyn FnMut(&mut Body<'_>) -> Result<(), CudaError> + 'a;

/// Nodes with an order. Everything is checked as it is added, so that a level is always right.
#[derive(Clone)]
pub(super) struct Level {
    pub(super) context: &'static Context,
    pub(super) nodes: Vec<NodeData>,
    pub(super) order: Ancestors,
    pub(super) ledger: Ledger,
    pub(super) conditions: Vec<ConditionData>,
    /// Conditions of the levels around this one.
    outer_conditions: Vec<u64>,
    /// The allocations of the graph. Bodies have none.
    pub(super) allocations: Vec<AllocationData>,
    /// The numbers of the allocations of the graph around this body.
    outer_allocations: Vec<u64>,
}

#[derive(Clone)]
pub(super) struct ConditionData {
    pub(super) number: u64,
    pub(super) default: u32,
    user: Option<usize>,
}

#[derive(Clone)]
pub(super) struct AllocationData {
    number: u64,
    pub(super) bytes: usize,
    node: usize,
    free: Option<usize>,
}

impl Level {
    /// An empty graph.
    pub(super) fn new(context: &'static Context) -> Level {
        Level {
            context,
            nodes: Vec::new(),
            order: Ancestors::default(),
            ledger: Ledger::default(),
            conditions: Vec::new(),
            outer_conditions: Vec::new(),
            allocations: Vec::new(),
            outer_allocations: Vec::new(),
        }
    }

    /// An empty body of a node of this level.
    fn new_body(&self) -> Level {
        let own = self.conditions.iter().map(|condition| condition.number);
        let outer_conditions = self.outer_conditions.iter().copied().chain(own).collect();
        let own = self.allocations.iter().map(|allocation| allocation.number);
        let outer_allocations = self.outer_allocations.iter().copied().chain(own).collect();
        Level { outer_conditions, outer_allocations, ..Level::new(self.context) }
    }

    /// The same level with the names of another one, which has the same number of nodes.
    pub(super) fn renamed(&self, other: &Level) -> Level {
        let mut level = self.clone();
        for (node, other) in level.nodes.iter_mut().zip(&other.nodes) {
            node.name = other.name;
        }
        level
    }

    /// A node in words.
    pub(super) fn describe(&self, index: usize) -> String {
        self.nodes[index].operation.describe(index)
    }

    /// The index of a node of this level.
    pub(super) fn index_of(&self, node: Node) -> Result<usize, RuleError> {
        match self.nodes.get(node.index) {
            Some(data) if data.name == node => Ok(node.index),
            _ => Err(RuleError::ForeignNode { node: format!("node {}", node.index) }),
        }
    }

    pub(super) fn kernel(
        &mut self,
        kernel: &Kernel,
        launch: LaunchConfig,
        arguments: &[Argument],
        after: &[Node],
    ) -> Result<Node, RuleError> {
        self.same_device(&format!("kernel `{}`", kernel.name()), kernel.context())?;
        kernel.check(&launch)?;
        let uses = argument::check(kernel, arguments)?;
        let (kernel, arguments) = (kernel.clone(), arguments.to_vec());
        self.add(Operation::Kernel(KernelNode { kernel, launch, arguments }), uses, after)
    }

    pub(super) fn copy(&mut self, copy: Transfer, after: &[Node]) -> Result<Node, RuleError> {
        let uses = copy.uses()?;
        self.add(Operation::Copy(copy), uses, after)
    }

    pub(super) fn memset(&mut self, fill: Fill, after: &[Node]) -> Result<Node, RuleError> {
        let uses = vec![Use::new(fill.target.clone(), true)];
        self.add(Operation::Memset(fill), uses, after)
    }

    pub(super) fn empty(&mut self, after: &[Node]) -> Result<Node, RuleError> {
        self.add(Operation::Empty, Vec::new(), after)
    }

    pub(super) fn child(&mut self, child: &Level, after: &[Node]) -> Result<Node, RuleError> {
        for (index, node) in child.nodes.iter().enumerate() {
            match node.operation {
                Operation::Alloc(_) | Operation::Free(_) => {
                    return Err(RuleError::MemoryInChild { node: child.describe(index) });
                }
                Operation::Conditional(_) => {
                    return Err(RuleError::ConditionalInChild { node: child.describe(index) });
                }
                _ => {}
            }
        }
        child.check_complete()?;
        self.same_device("the child graph", child.context)?;
        self.add(Operation::Child(Box::new(child.clone())), child.ledger.summary(), after)
    }

    /// An allocation of at least one byte.
    pub(super) fn alloc(
        &mut self,
        bytes: usize,
        after: &[Node],
    ) -> Result<(Node, Allocation), RuleError> {
        if bytes == 0 {
            return Err(RuleError::Nothing { what: "an allocation".to_owned() });
        }
        let number = new_number();
        let allocation = Allocation { number, index: self.allocations.len() };
        // Neither the node that allocates nor the one that frees may be unordered with a user.
        let uses = vec![Use::of(Region::Allocation(allocation), 0..bytes, true)];
        self.allocations.push(AllocationData { number, bytes, node: self.nodes.len(), free: None });
        match self.add(Operation::Alloc(allocation.index), uses, after) {
            Ok(node) => Ok((node, allocation)),
            Err(error) => {
                self.allocations.pop();
                Err(error)
            }
        }
    }

    pub(super) fn free(
        &mut self,
        allocation: Allocation,
        after: &[Node],
    ) -> Result<Node, RuleError> {
        let Some(data) = self.allocation(allocation) else {
            return Err(RuleError::ForeignMemory { node: "the free node".to_owned() });
        };
        if let Some(free) = data.free {
            let (allocation, free) = (self.describe(data.node), self.describe(free));
            return Err(RuleError::FreedTwice { allocation, free });
        }
        let uses = vec![Use::of(Region::Allocation(allocation), 0..data.bytes, true)];
        let node = self.add(Operation::Free(allocation.index), uses, after)?;
        self.allocations[allocation.index].free = Some(node.index);
        Ok(node)
    }

    pub(super) fn condition(&mut self, default: u32) -> Condition {
        let number = new_number();
        self.conditions.push(ConditionData { number, default, user: None });
        Condition { number }
    }

    /// A conditional node, with bodies made by these closures.
    pub(super) fn conditional(
        &mut self,
        condition: Condition,
        kind: ConditionalKind,
        builders: &mut [&mut Builder<'_>],
        after: &[Node],
    ) -> Result<Node, CudaError> {
        let position = self.conditions.iter().position(|own| own.number == condition.number);
        let Some(position) = position else {
            let node = "the conditional node".to_owned();
            return Err(RuleError::ForeignCondition { node }.into());
        };
        if let Some(user) = self.conditions[position].user {
            return Err(RuleError::ConditionUsedTwice { other: self.describe(user) }.into());
        }
        let (mut bodies, mut uses) = (Vec::new(), vec![condition.used(false)]);
        for builder in builders {
            let mut level = self.new_body();
            builder(&mut Body { level: &mut level })?;
            level.check_complete()?;
            let inner = |used: &Use| match used.span.region {
                Region::Condition(number) => {
                    level.conditions.iter().any(|own| own.number == number)
                }
                _ => false,
            };
            uses.extend(level.ledger.summary().into_iter().filter(|used| !inner(used)));
            bodies.push(level);
        }
        let operation = Operation::Conditional(ConditionalNode { condition, kind, bodies });
        let node = self.add(operation, uses, after)?;
        self.conditions[position].user = Some(node.index);
        Ok(node)
    }

    /// Adds a node after everything about it alone was checked.
    fn add(
        &mut self,
        operation: Operation,
        uses: Vec<Use>,
        after: &[Node],
    ) -> Result<Node, RuleError> {
        let index = self.nodes.len();
        let describe = || operation.describe(index);
        let mut dependencies: Vec<Dependency> = Vec::with_capacity(after.len());
        for &node in after {
            let from = self.index_of(node)?;
            if dependencies.iter().any(|dependency| dependency.from == from) {
                let (node, dependency) = (describe(), self.describe(from));
                return Err(RuleError::DuplicateDependency { node, dependency });
            }
            dependencies.push(Dependency { from, programmatic: false });
        }
        self.order.push(dependencies.iter().map(|dependency| dependency.from));
        let checked = self.check_uses(index, &operation, &uses);
        if let Err(error) = checked.and_then(|()| self.check_order(index, &operation, &uses)) {
            self.order.pop();
            return Err(error);
        }
        self.ledger.insert(index, &uses);
        let name = Node::new(index);
        self.nodes.push(NodeData { name, operation, dependencies, uses });
        Ok(name)
    }

    /// Checks whether a node, whose place in the order is known, may use these.
    pub(super) fn check_uses(
        &self,
        index: usize,
        operation: &Operation,
        uses: &[Use],
    ) -> Result<(), RuleError> {
        let describe = || operation.describe(index);
        for used in uses {
            if let Some(gpu) = used.span.region.gpu() {
                self.same_device(&format!("memory of {}", describe()), gpu.context())?;
            }
            match used.span.region {
                Region::Device(_) | Region::Host(_) => {}
                Region::Allocation(allocation) => {
                    self.check_lifetime(index, operation, allocation)?;
                }
                Region::Condition(number) => {
                    let own = self.conditions.iter().any(|own| own.number == number);
                    if !own && !self.outer_conditions.contains(&number) {
                        return Err(RuleError::ForeignCondition { node: describe() });
                    }
                }
            }
        }
        // The uses within a child or a body were checked when it was made.
        if !matches!(operation, Operation::Child(_) | Operation::Conditional(_)) {
            for (k, used) in uses.iter().enumerate() {
                let conflicts = |other: &Use| {
                    other.key() == used.key() && other.conflicts(&used.span.range, used.write)
                };
                if uses[..k].iter().any(conflicts) {
                    return Err(RuleError::Overlap { node: describe() });
                }
            }
        }
        Ok(())
    }

    /// Checks whether a node comes after an allocation, and before it is freed.
    fn check_lifetime(
        &self,
        index: usize,
        operation: &Operation,
        allocation: Allocation,
    ) -> Result<(), RuleError> {
        let node = operation.describe(index);
        if self.outer_allocations.contains(&allocation.number) {
            // The conditional node around this body is checked instead.
            return Ok(());
        }
        let Some(data) = self.allocation(allocation) else {
            return Err(RuleError::ForeignMemory { node });
        };
        if data.node == index {
            return Ok(());
        }
        if !self.order.before(data.node, index) {
            let allocation = self.describe(data.node);
            return Err(RuleError::BeforeAllocation { node, allocation });
        }
        match data.free {
            Some(free) if free != index && !self.order.before(index, free) => {
                Err(RuleError::AfterFree { node, free: self.describe(free) })
            }
            _ => Ok(()),
        }
    }

    /// Checks whether a node has an order with all other nodes that use the same memory or condition.
    pub(super) fn check_order(
        &self,
        index: usize,
        operation: &Operation,
        uses: &[Use],
    ) -> Result<(), RuleError> {
        for used in uses {
            let ordered = |one, other| self.order.ordered(one, other);
            if let Some(other) = self.ledger.conflict(index, used, ordered) {
                let (node, other) = (operation.describe(index), self.describe(other));
                let resource = used.span.region.what().to_owned();
                return Err(RuleError::Unordered { node, other, resource });
            }
        }
        Ok(())
    }

    pub(super) fn depend(&mut self, from: Node, to: Node) -> Result<(), RuleError> {
        let (from, to) = (self.index_of(from)?, self.index_of(to)?);
        if self.dependency(from, to).is_some() {
            let (node, dependency) = (self.describe(to), self.describe(from));
            return Err(RuleError::DuplicateDependency { node, dependency });
        }
        self.connect(from, to, false)
    }

    pub(super) fn depend_programmatic(&mut self, from: Node, to: Node) -> Result<(), RuleError> {
        let (from, to) = (self.index_of(from)?, self.index_of(to)?);
        let kernel = |index: usize| match &self.nodes[index].operation {
            Operation::Kernel(node) => Ok(&node.kernel),
            _ => Err(RuleError::ProgrammaticNode { node: self.describe(index) }),
        };
        kernel(from)?;
        if !kernel(to)?.waits() {
            return Err(RuleError::ProgrammaticWait { kernel: kernel(to)?.name().to_owned() });
        }
        let (major, minor) = self.context.capability;
        if major < 9 {
            let device = self.context.describe();
            return Err(RuleError::ProgrammaticDevice { device, major, minor });
        }
        match self.dependency(from, to) {
            Some(dependency) => {
                dependency.programmatic = true;
                Ok(())
            }
            None => self.connect(from, to, true),
        }
    }

    /// The data of an allocation of this graph.
    fn allocation(&self, allocation: Allocation) -> Option<&AllocationData> {
        let data = self.allocations.get(allocation.index);
        data.filter(|data| data.number == allocation.number)
    }

    fn dependency(&mut self, from: usize, to: usize) -> Option<&mut Dependency> {
        self.nodes[to].dependencies.iter_mut().find(|dependency| dependency.from == from)
    }

    fn connect(&mut self, from: usize, to: usize, programmatic: bool) -> Result<(), RuleError> {
        if from == to || self.order.before(to, from) {
            let (from, to) = (self.describe(from), self.describe(to));
            return Err(RuleError::Cycle { from, to });
        }
        self.order.connect(from, to);
        self.nodes[to].dependencies.push(Dependency { from, programmatic });
        Ok(())
    }

    /// Checks whether the graph is complete: all memory is freed, and all conditions are used.
    pub(super) fn check_complete(&self) -> Result<(), RuleError> {
        if self.conditions.iter().any(|condition| condition.user.is_none()) {
            return Err(RuleError::ConditionUnused);
        }
        match self.allocations.iter().find(|allocation| allocation.free.is_none()) {
            Some(data) => Err(RuleError::NotFreed { allocation: self.describe(data.node) }),
            None => Ok(()),
        }
    }

    pub(super) fn same_device(
        &self,
        what: &str,
        context: &'static Context,
    ) -> Result<(), RuleError> {
        if context == self.context {
            return Ok(());
        }
        Err(RuleError::OtherDevice {
            what: what.to_owned(),
            expected: self.context.describe(),
            actual: context.describe(),
        })
    }

    pub(super) fn gpu(&self) -> Gpu {
        Gpu::of(self.context)
    }
}

impl Transfer {
    /// The memory that the copy uses.
    pub(super) fn uses(&self) -> Result<Vec<Use>, RuleError> {
        let (target, source_len) = self.elements;
        if target != source_len {
            return Err(RuleError::CopyLength { target, source_len });
        }
        if target == 0 {
            return Err(RuleError::Nothing { what: "a copy".to_owned() });
        }
        Ok(vec![Use::new(self.target.clone(), true), Use::new(self.source.clone(), false)])
    }
}

impl Fill {
    /// Elements of this value.
    pub(super) fn new<T: Number>(
        target: &impl super::OnDevice<T>,
        value: T,
    ) -> Result<Fill, RuleError> {
        let bits = value.to_bits64();
        let (low, high) = (bits as u32, (bits >> 32) as u32);
        let pattern = match size_of::<T>() {
            1 => Pattern { bits: low & 0xFF, bytes: 1 },
            2 => Pattern { bits: low & 0xFFFF, bytes: 2 },
            _ => Pattern { bits: low, bytes: 4 },
        };
        if target.elements() == 0 {
            return Err(RuleError::Nothing { what: "a memset".to_owned() });
        }
        if size_of::<T>() == 8 && low != high {
            return Err(RuleError::MemsetValue { value: format!("{value:?}") });
        }
        Ok(Fill { target: super::memory::device_span(target), pattern })
    }
}
