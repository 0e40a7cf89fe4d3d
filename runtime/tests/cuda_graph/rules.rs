//! Each rule, broken once.

use array_fn_runtime::cuda::graph::{Body, Graph, RuleError};
use array_fn_runtime::cuda::{
    CudaError, DType, DeviceBuffer, HostBuffer, Kernel, LaunchConfig, Parameter,
};

use crate::support::{Setup, once};

const LEN: usize = 64;

fn launch() -> LaunchConfig {
    LaunchConfig::linear(LEN, 32)
}

fn zeros(setup: &Setup) -> Result<DeviceBuffer<f32>, CudaError> {
    DeviceBuffer::zeros(setup.gpu, LEN)
}

/// The error is about this rule, and its message holds all of these parts.
#[track_caller]
fn breaks<T: std::fmt::Debug>(
    outcome: Result<T, CudaError>,
    rule: impl Fn(&RuleError) -> bool,
    parts: &[&str],
) {
    let error = outcome.expect_err("a rule is broken");
    let message = error.to_string();
    match error {
        CudaError::Graph(error) => assert!(rule(&error), "another rule: {error:?}"),
        error => panic!("no rule: {error:?}"),
    }
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

macro_rules! rule {
    ($outcome:expr, $rule:ident $(, $part:expr)+) => {
        breaks($outcome, |rule| matches!(rule, RuleError::$rule { .. }), &[$($part),+])
    };
    ($outcome:expr, $rule:ident) => { breaks($outcome, |r| matches!(r, RuleError::$rule), &[]) };
}

#[test]
fn unordered_nodes_in_conflict() {
    once(|setup| {
        let Setup { gpu, kernels, .. } = setup;
        let (x, y, z) = (zeros(setup)?, zeros(setup)?, zeros(setup)?);
        let mut graph = Graph::new(*gpu);
        let first = [1.0f32.into(), (&x).into(), (&y).into()];
        let node = graph.kernel(&kernels.axpy, launch(), &first, &[])?;
        // Both write y.
        rule!(
            graph.kernel(&kernels.axpy, launch(), &[1.0f32.into(), (&z).into(), (&y).into()], &[]),
            Unordered,
            "kernel `axpy` (node 1) and kernel `axpy` (node 0) use the same memory",
            "name one among the other's dependencies"
        );
        // One reads what the other writes, or writes what it reads.
        let reads = [(&y).into(), (&z).into(), (&zeros(setup)?).into()];
        rule!(graph.kernel(&kernels.add, launch(), &reads, &[]), Unordered, "node 0");
        rule!(graph.memset(&x.slice(3..4), 0.0f32, &[]), Unordered, "the memset (node 1)");
        assert_eq!(graph.len(), 1, "a refused node is not added");
        // Reading what is only read needs no order; nor do parts that do not overlap.
        let reads = [1.0f32.into(), (&x).into(), (&z).into()];
        graph.kernel(&kernels.axpy, launch(), &reads, &[])?;
        graph.memset(&y, 0.0f32, &[node])?;
        let mut halves = Graph::new(*gpu);
        halves.memset(&x.slice(0..LEN / 2), 0.0f32, &[])?;
        halves.memset(&x.slice(LEN / 2..LEN), 1.0f32, &[])?;
        halves.instantiate()?.launch()?;
        assert_eq!(x.to_vec()?[LEN / 2 - 1..LEN / 2 + 1], [0.0, 1.0]);
        Ok(())
    });
}

#[test]
fn order_is_that_of_chains() {
    once(|setup| {
        let x = zeros(setup)?;
        let mut graph = Graph::new(setup.gpu);
        let first = graph.memset(&x, 1.0f32, &[])?;
        let middle = graph.empty(&[first])?;
        graph.memset(&x, 2.0f32, &[middle])?;
        graph.instantiate()?.launch()?;
        assert_eq!(x.to_vec()?, [2.0; LEN]);
        Ok(())
    });
}

#[test]
fn overlapping_arguments() {
    once(|setup| {
        let Setup { gpu, kernels, .. } = setup;
        let x = zeros(setup)?;
        let mut graph = Graph::new(*gpu);
        let arguments = [1.0f32.into(), (&x.slice(0..10)).into(), (&x.slice(9..20)).into()];
        rule!(
            graph.kernel(&kernels.axpy, launch(), &arguments, &[]),
            Overlap,
            "arguments of kernel `axpy` (node 0) overlap"
        );
        rule!(graph.copy_on_device(&x.slice(0..10), &x.slice(5..15), &[]), Overlap, "the copy");
        // Two readers may overlap.
        let y = zeros(setup)?;
        let arguments = [(&x).into(), (&x).into(), (&y).into()];
        graph.kernel(&kernels.add, launch(), &arguments, &[])?;
        Ok(())
    });
}

#[test]
fn nodes_of_other_graphs() {
    once(|setup| {
        let Setup { gpu, .. } = setup;
        let (mut one, mut other) = (Graph::new(*gpu), Graph::new(*gpu));
        let foreign = other.empty(&[])?;
        let own = one.empty(&[])?;
        rule!(one.empty(&[foreign]), ForeignNode, "belongs to another graph");
        rule!(one.depend(own, foreign), ForeignNode, "belongs to another graph");
        // Clones share the nodes that there were.
        let mut clone = one.clone();
        clone.empty(&[own])?;
        let late = clone.empty(&[])?;
        one.empty(&[])?;
        one.empty(&[])?;
        rule!(one.empty(&[late]), ForeignNode, "node 2");
        // Bodies are graphs of their own.
        let condition = one.condition(0);
        let inside = one.if_(condition, |body| body.empty(&[own]).map(drop), &[]);
        rule!(inside, ForeignNode, "in a body nodes of that body");
        Ok(())
    });
}

#[test]
fn dependencies_given_twice_or_in_a_circle() {
    once(|setup| {
        let mut graph = Graph::new(setup.gpu);
        let first = graph.empty(&[])?;
        rule!(graph.empty(&[first, first]), DuplicateDependency, "name each dependency once");
        let second = graph.empty(&[first])?;
        let third = graph.empty(&[second])?;
        rule!(graph.depend(first, second), DuplicateDependency, "node 1", "node 0");
        rule!(graph.depend(third, first), Cycle, "(node 0) cannot come after", "(node 2)");
        rule!(graph.depend(first, first), Cycle, "cannot come after");
        graph.depend(first, third)?;
        graph.instantiate()?.launch()
    });
}

#[test]
fn lifetime_of_memory_of_the_graph() {
    once(|setup| {
        let Setup { gpu, .. } = setup;
        let mut graph = Graph::new(*gpu);
        let (alloc, x) = graph.alloc::<f32>(LEN, &[])?;
        rule!(graph.memset(&x, 0.0f32, &[]), BeforeAllocation, "let it depend on that");
        rule!(graph.free(x.clone(), &[]), BeforeAllocation, "the allocation (node 0)");
        rule!(graph.instantiate(), NotFreed, "the allocation (node 0) is not freed");
        rule!(graph.dot(), NotFreed, "is not freed");
        let set = graph.memset(&x, 0.0f32, &[alloc])?;
        rule!(graph.free(x.clone(), &[alloc]), Unordered, "the free node (node 2)", "the memset");
        let free = graph.free(x.slice(0..1), &[set])?;
        rule!(graph.free(x.clone(), &[free]), FreedTwice, "free it once");
        rule!(graph.memset(&x, 0.0f32, &[free]), AfterFree, "free it later");
        rule!(graph.memset(&x, 0.0f32, &[alloc]), AfterFree, "free it later");
        rule!(graph.alloc::<f32>(0, &[]), Nothing, "an allocation of no elements");
        let mut other = Graph::new(*gpu);
        let foreign = other.memset(&x, 0.0f32, &[]);
        rule!(foreign, ForeignMemory, "another graph allocates");
        rule!(other.free(x.clone(), &[]), ForeignMemory, "another graph allocates");
        // Clones that went different ways, too.
        let (mut one, mut two) = (Graph::new(*gpu), Graph::new(*gpu).clone());
        let (node, small) = one.alloc::<f32>(1, &[])?;
        two.alloc::<f32>(LEN, &[])?;
        rule!(two.memset(&small, 0.0f32, &[]), ForeignMemory, "another graph allocates");
        one.free(small, &[node])?;
        let huge = one.alloc::<f64>(usize::MAX / 2, &[]);
        assert!(matches!(huge, Err(CudaError::OutOfMemory { .. })));
        Ok(())
    });
}

#[test]
fn lifetime_of_memory_in_bodies() {
    once(|setup| {
        let Setup { gpu, .. } = setup;
        let mut graph = Graph::new(*gpu);
        let (alloc, x) = graph.alloc::<f32>(LEN, &[])?;
        let condition = graph.condition(1);
        let set = |body: &mut Body<'_>| body.memset(&x, 1.0f32, &[]).map(drop);
        rule!(graph.if_(condition, set, &[]), BeforeAllocation, "the conditional node (node 1)");
        let branch = graph.if_(condition, set, &[alloc])?;
        rule!(graph.free(x.clone(), &[alloc]), Unordered, "the conditional node (node 1)");
        graph.free(x.clone(), &[branch])?;
        let other = graph.condition(1);
        rule!(graph.if_(other, set, &[branch]), AfterFree, "the conditional node (node 3)");
        let mut elsewhere = Graph::new(*gpu);
        let condition = elsewhere.condition(1);
        rule!(elsewhere.if_(condition, set, &[]), ForeignMemory, "the memset (node 0)");
        Ok(())
    });
}

#[test]
fn children_without_memory_and_conditions() {
    once(|setup| {
        let Setup { gpu, .. } = setup;
        let mut child = Graph::new(*gpu);
        child.alloc::<f32>(LEN, &[])?;
        let mut graph = Graph::new(*gpu);
        rule!(graph.child(&child, &[]), MemoryInChild, "the allocation (node 0) cannot be a child");
        let mut child = Graph::new(*gpu);
        let condition = child.condition(0);
        child.if_(condition, |body| body.empty(&[]).map(drop), &[])?;
        rule!(graph.child(&child, &[]), ConditionalInChild, "the conditional node (node 0)");
        // In bodies as well.
        let mut memory = Graph::new(*gpu);
        memory.alloc::<f32>(LEN, &[])?;
        let condition = graph.condition(0);
        let inside = graph.if_(condition, |body| body.child(&memory, &[]).map(drop), &[]);
        rule!(inside, MemoryInChild, "cannot be a child");
        // What a child uses is used by its node.
        let x = zeros(setup)?;
        let mut child = Graph::new(*gpu);
        child.memset(&x, 0.0f32, &[])?;
        graph.child(&child, &[])?;
        rule!(graph.child(&child, &[]), Unordered, "the child graph (node 1)");
        Ok(())
    });
}

#[test]
fn conditions() {
    once(|setup| {
        let Setup { gpu, kernels, .. } = setup;
        let one = LaunchConfig::linear(1, 1);
        let flag = DeviceBuffer::<u32>::zeros(*gpu, 1)?;
        let nothing = |body: &mut Body<'_>| body.empty(&[]).map(drop);
        let mut graph = Graph::new(*gpu);
        let condition = graph.condition(0);
        rule!(graph.instantiate(), ConditionUnused);
        let arguments = [(&flag).into(), condition.into()];
        let choose = graph.kernel(&kernels.choose, one, &arguments, &[])?;
        // A kernel that sets it must be ordered with the node that tests it, and with others.
        rule!(graph.if_(condition, nothing, &[]), Unordered, "use the same condition");
        rule!(
            graph.kernel(&kernels.choose, one, &arguments, &[]),
            Unordered,
            "use the same condition"
        );
        graph.if_(condition, nothing, &[choose])?;
        rule!(graph.while_(condition, nothing, &[choose]), ConditionUsedTwice, "(node 1) already");
        let mut other = Graph::new(*gpu);
        rule!(other.if_(condition, nothing, &[]), ForeignCondition, "belongs to another graph");
        rule!(
            other.kernel(&kernels.choose, one, &arguments, &[]),
            ForeignCondition,
            "kernel `choose` (node 0)"
        );
        // A condition of a body is for that body.
        let (outer, mut inner) = (graph.condition(0), None);
        graph.if_(
            outer,
            |body| {
                let condition = body.condition(0);
                body.if_(condition, nothing, &[])?;
                inner = Some(condition);
                Ok(())
            },
            &[],
        )?;
        let arguments = [(&flag).into(), inner.expect("the body was built").into()];
        rule!(
            graph.kernel(&kernels.choose, one, &arguments, &[]),
            ForeignCondition,
            "belongs to another graph"
        );
        let unused = graph.condition(0);
        let forgets = graph.if_(
            unused,
            |body| {
                body.condition(0);
                Ok(())
            },
            &[],
        );
        rule!(forgets, ConditionUnused);
        Ok(())
    });
}

#[test]
fn bodies_are_checked_like_graphs() {
    once(|setup| {
        let x = zeros(setup)?;
        let mut graph = Graph::new(setup.gpu);
        let condition = graph.condition(0);
        let racing = |body: &mut Body<'_>| {
            body.memset(&x, 0.0f32, &[])?;
            body.memset(&x, 1.0f32, &[]).map(drop)
        };
        rule!(graph.if_(condition, racing, &[]), Unordered, "the memset (node 1)");
        assert!(graph.is_empty(), "a node with a bad body is not added");
        let set = |body: &mut Body<'_>| body.memset(&x, 0.0f32, &[]).map(drop);
        graph.if_(condition, set, &[])?;
        // What the body uses counts outside.
        rule!(graph.memset(&x, 1.0f32, &[]), Unordered, "the conditional node (node 0)");
        Ok(())
    });
}

#[test]
fn arguments_of_kernels() {
    once(|setup| {
        let Setup { gpu, kernels, .. } = setup;
        let (x, y) = (zeros(setup)?, zeros(setup)?);
        let doubles = DeviceBuffer::<f64>::zeros(*gpu, LEN)?;
        let mut graph = Graph::new(*gpu);
        let mut add = |arguments: &[_]| graph.kernel(&kernels.axpy, launch(), arguments, &[]);
        rule!(
            add(&[1.0f32.into(), (&x).into()]),
            ArgumentCount,
            "kernel `axpy` takes 3 arguments (lengths aside), got 2"
        );
        rule!(
            add(&[1.0f32.into(), (&x).into(), (&doubles).into()]),
            ArgumentKind,
            "argument 2 of kernel `axpy` must be a buffer of f32, got a buffer of f64"
        );
        rule!(
            add(&[1.0f64.into(), (&x).into(), (&y).into()]),
            ArgumentKind,
            "argument 0 of kernel `axpy` must be a number of type f32, got a number of type f64"
        );
        rule!(
            add(&[(&x).into(), 1.0f32.into(), (&y).into()]),
            ArgumentKind,
            "must be a number of type f32, got a buffer of f32"
        );
        let flag = DeviceBuffer::<u32>::zeros(*gpu, 1)?;
        rule!(
            graph.kernel(&kernels.choose, launch(), &[(&flag).into(), 1u64.into()], &[]),
            ArgumentKind,
            "must be a condition, got a number of type u64"
        );
        Ok(())
    });
}

#[test]
fn parameters_of_kernels() {
    once(|setup| {
        use Parameter::{Length, Read, Value, Write};
        let kernel = |name: &str, parameters: &[Parameter]| -> Result<Kernel, CudaError> {
            // SAFETY: every one of these is refused.
            unsafe { setup.kernels.module.kernel(name, parameters) }
        };
        let (f32, f64) = (DType::F32, DType::F64);
        rule!(
            kernel("axpy", &[Value(f64), Read(f32), Write(f32), Length(1), Length(2)]),
            Signature,
            "the parameters of kernel `axpy` have [4, 8, 8, 8, 8] bytes",
            "declared [8, 8, 8, 8, 8]"
        );
        rule!(kernel("axpy", &[Value(f32)]), Signature, "declared [4]");
        rule!(
            kernel("axpy", &[Value(f32), Read(f32), Write(f32), Length(1), Length(3)]),
            LengthOf,
            "parameter 4 of kernel `axpy` is declared as the length of parameter 3"
        );
        let missing = kernel("nowhere", &[]).expect_err("there is no such kernel");
        assert!(missing.to_string().contains("there is no kernel `nowhere`"), "{missing}");
        Ok(())
    });
}

#[test]
fn launch_configurations() {
    once(|setup| {
        let Setup { gpu, kernels, .. } = setup;
        let counter = DeviceBuffer::<u32>::zeros(*gpu, 1)?;
        let mut graph = Graph::new(*gpu);
        let mut add = |kernel: &Kernel, grid, block, shared_bytes| {
            let launch = LaunchConfig { grid, block, shared_bytes };
            graph.kernel(kernel, launch, &[(&counter).into()], &[])
        };
        let kernel = &kernels.increment;
        let one = [1, 1, 1];
        rule!(add(kernel, [0, 1, 1], one, 0), Launch, "with 0 blocks along x");
        rule!(add(kernel, [1, 1 << 20, 1], one, 0), Launch, "1048576 blocks along y");
        rule!(add(kernel, one, [1, 0, 1], 0), Launch, "0 threads of a block along y");
        rule!(add(kernel, one, [1, 1, 100], 0), Launch, "100 threads of a block along z");
        rule!(
            add(kernel, one, [1024, 2, 1], 0),
            Launch,
            "with 2048 threads of a block: choose 1 to"
        );
        rule!(add(kernel, one, one, 1 << 20), Launch, "bytes of dynamic shared memory");
        let warp = kernel.clone().with_block([32, 1, 1]);
        rule!(add(&warp, one, [64, 1, 1], 0), Block, "is for blocks of [32, 1, 1] threads");
        let shared = kernel.clone().with_shared_bytes(1024);
        rule!(add(&shared, one, one, 1023), Launch, "1023 bytes of dynamic", "choose 1024 to");
        add(&warp, one, [32, 1, 1], 0)?;
        assert_eq!(graph.len(), 1);
        Ok(())
    });
}

#[test]
fn copies_and_memsets() {
    once(|setup| {
        let Setup { gpu, .. } = setup;
        let x = zeros(setup)?;
        let host = HostBuffer::<f32>::zeros(*gpu, LEN - 1)?;
        let mut graph = Graph::new(*gpu);
        let copy = graph.copy_to_device(&x, &host, &[]);
        rule!(copy, CopyLength, "target has 64 elements, its source 63");
        let copy = graph.copy_to_host(&host.slice(0..0), &x.slice(1..1), &[]);
        rule!(copy, Nothing, "a copy of no elements");
        let empty = DeviceBuffer::<f32>::zeros(*gpu, 0)?;
        rule!(graph.memset(&empty, 0.0f32, &[]), Nothing, "a memset of no elements");
        let doubles = DeviceBuffer::<f64>::zeros(*gpu, 3)?;
        rule!(graph.memset(&doubles, 1.0f64, &[]), MemsetValue, "1.0", "use a kernel");
        let integers = DeviceBuffer::<i64>::zeros(*gpu, 3)?;
        graph.memset(&integers, -1i64, &[])?;
        graph.instantiate()?.launch()?;
        assert_eq!(integers.to_vec()?, [-1; 3]);
        Ok(())
    });
}

#[test]
fn programmatic_dependencies() {
    once(|setup| {
        let Setup { gpu, kernels, .. } = setup;
        let (x, y, z) = (zeros(setup)?, zeros(setup)?, zeros(setup)?);
        let mut graph = Graph::new(*gpu);
        let set = graph.memset(&x, 0.0f32, &[])?;
        let arguments = [1.0f32.into(), (&x).into(), (&y).into()];
        let first = graph.kernel(&kernels.axpy, launch(), &arguments, &[set])?;
        let arguments = [(&x).into(), (&y).into(), (&z).into()];
        let second = graph.kernel(&kernels.early_add, launch(), &arguments, &[first])?;
        rule!(graph.depend_programmatic(set, second), ProgrammaticNode, "the memset (node 0)");
        rule!(
            graph.depend_programmatic(second, first),
            ProgrammaticWait,
            "kernel `axpy` may not start early"
        );
        let third = graph.kernel(&kernels.early_add, launch(), &arguments, &[second])?;
        rule!(graph.depend_programmatic(third, second), Cycle, "cannot come after");
        graph.depend_programmatic(first, second)?;
        Ok(())
    });
}
