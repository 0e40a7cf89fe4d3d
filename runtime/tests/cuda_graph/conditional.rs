//! Branches and loops.

use array_fn_runtime::cuda::graph::Graph;
use array_fn_runtime::cuda::{DeviceBuffer, LaunchConfig};

use crate::support::{Setup, repeatedly};

const ONE: LaunchConfig = LaunchConfig { grid: [1, 1, 1], block: [1, 1, 1], shared_bytes: 0 };

#[test]
fn a_branch_runs_if_its_condition_holds() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let flag = DeviceBuffer::<u32>::zeros(*gpu, 1)?;
        let (then, otherwise) =
            (DeviceBuffer::<u32>::zeros(*gpu, 1)?, DeviceBuffer::<u32>::zeros(*gpu, 1)?);
        let mut graph = Graph::new(*gpu);
        let condition = graph.condition(0);
        let arguments = [(&flag).into(), condition.into()];
        let choose = graph.kernel(&kernels.choose, ONE, &arguments, &[])?;
        graph.if_else(
            condition,
            |body| {
                body.kernel(&kernels.increment, ONE, &[(&then).into()], &[])?;
                Ok(())
            },
            |body| {
                body.kernel(&kernels.increment, ONE, &[(&otherwise).into()], &[])?;
                Ok(())
            },
            &[choose],
        )?;
        let mut executable = graph.instantiate()?;
        for value in [0, 1, 5, 0] {
            flag.write(&[value])?;
            executable.launch()?;
        }
        assert_eq!((then.to_vec()?, otherwise.to_vec()?), (vec![2], vec![2]));
        Ok(())
    });
}

#[test]
fn a_branch_follows_the_default() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let counter = DeviceBuffer::<u32>::zeros(*gpu, 1)?;
        for default in [0, 1] {
            let mut graph = Graph::new(*gpu);
            let condition = graph.condition(default);
            let body = |body: &mut array_fn_runtime::cuda::graph::Body<'_>| {
                body.kernel(&kernels.increment, ONE, &[(&counter).into()], &[])?;
                Ok(())
            };
            graph.if_(condition, body, &[])?;
            let mut executable = graph.instantiate()?;
            executable.launch()?;
            executable.launch()?;
            assert_eq!(counter.to_vec()?, [2 * default]);
        }
        Ok(())
    });
}

#[test]
fn a_loop_runs_until_its_condition_fails() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let start = DeviceBuffer::from_slice(*gpu, &[7u32])?;
        let passes = DeviceBuffer::<u32>::zeros(*gpu, 1)?;
        let sum = DeviceBuffer::<f32>::zeros(*gpu, 3)?;
        let mut graph = Graph::new(*gpu);
        // Memory of the graph around the loop is used in it.
        let (alloc, counter) = graph.alloc::<u32>(1, &[])?;
        let (alloc_ones, ones) = graph.alloc::<f32>(3, &[])?;
        let set = graph.copy_on_device(&counter, &start, &[alloc])?;
        let condition = graph.condition(1);
        let repeat = graph.while_(
            condition,
            |body| {
                let fill = body.memset(&ones, 1.0f32, &[])?;
                let arguments = [2.0f32.into(), (&ones).into(), (&sum).into()];
                body.kernel(&kernels.axpy, LaunchConfig::linear(3, 32), &arguments, &[fill])?;
                body.kernel(&kernels.increment, ONE, &[(&passes).into()], &[])?;
                let arguments = [(&counter).into(), condition.into()];
                body.kernel(&kernels.count_down, ONE, &arguments, &[])?;
                Ok(())
            },
            &[set, alloc_ones],
        )?;
        graph.free(counter, &[repeat])?;
        graph.free(ones, &[repeat])?;
        let mut executable = graph.instantiate()?;
        executable.launch()?;
        assert_eq!((passes.to_vec()?, sum.to_vec()?), (vec![7], vec![14.0; 3]));
        executable.launch()?;
        assert_eq!(passes.to_vec()?, [14]);
        Ok(())
    });
}

#[test]
fn loops_hold_branches() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let counter = DeviceBuffer::from_slice(*gpu, &[4u32])?;
        let (taken, passes) =
            (DeviceBuffer::<u32>::zeros(*gpu, 1)?, DeviceBuffer::<u32>::zeros(*gpu, 1)?);
        let mut graph = Graph::new(*gpu);
        let again = graph.condition(1);
        graph.while_(
            again,
            |body| {
                let arguments = [(&counter).into(), again.into()];
                let count = body.kernel(&kernels.count_down, ONE, &arguments, &[])?;
                body.kernel(&kernels.increment, ONE, &[(&passes).into()], &[])?;
                // Taken in all passes but the last, in which the counter is 0.
                let inner = body.condition(0);
                let arguments = [(&counter).into(), inner.into()];
                let choose = body.kernel(&kernels.choose, ONE, &arguments, &[count])?;
                body.if_(
                    inner,
                    |body| {
                        body.kernel(&kernels.increment, ONE, &[(&taken).into()], &[])?;
                        Ok(())
                    },
                    &[choose],
                )?;
                Ok(())
            },
            &[],
        )?;
        graph.instantiate()?.launch()?;
        assert_eq!((passes.to_vec()?, taken.to_vec()?), (vec![4], vec![3]));
        Ok(())
    });
}
