//! Scratch memory of chains of kernels. Launches that come one after another share it.

use std::sync::Arc;

use crate::cuda::CudaError;
use crate::cuda::executor::kernels::Kernels;
use crate::cuda::executor::steps::Steps;
use crate::cuda::executor::workspaces;
use crate::cuda::memory::Memory;
use crate::cuda::stream::Stream;

/// The position of the first piece of each launch, and all pieces.
type Scratch = (Vec<usize>, Box<[Arc<Memory>]>);

/// Allocates the scratch memory of all launches. A launch without any has some position.
pub(super) fn allocate(
    kernels: &[Kernels],
    stream: &'static Stream,
    [checks, rest]: [&Steps; 2],
) -> Result<Scratch, CudaError> {
    let has_scratch = |k: usize| !kernels[k].scratch.is_empty();
    // One segment comes after the other, so both may use the same sets of pieces.
    let (of_checks, most_of_checks) = workspaces::assign(checks, kernels.len(), has_scratch);
    let (of_rest, most_of_rest) = workspaces::assign(rest, kernels.len(), has_scratch);
    let set_of: Vec<Option<usize>> =
        of_checks.into_iter().zip(of_rest).map(|(a, b)| a.or(b)).collect();
    // Bytes of the pieces of each set, which suffice for all its launches.
    let mut sets: Vec<Vec<usize>> = vec![Vec::new(); most_of_checks.max(most_of_rest)];
    for (set, kernels) in set_of.iter().zip(kernels) {
        let Some(set) = set.map(|set| &mut sets[set]) else { continue };
        if set.len() < kernels.scratch.len() {
            set.resize(kernels.scratch.len(), 0);
        }
        for (most, &bytes) in set.iter_mut().zip(&kernels.scratch) {
            *most = bytes.max(*most);
        }
    }
    let starts: Vec<usize> = sets
        .iter()
        .scan(0, |start, set| Some(std::mem::replace(start, *start + set.len())))
        .collect();
    let of_launch = set_of.iter().map(|set| set.map_or(0, |set| starts[set])).collect();
    let memory = sets.iter().flatten().map(|&bytes| Memory::device(stream, bytes));
    Ok((of_launch, memory.collect::<Result<_, CudaError>>()?))
}
