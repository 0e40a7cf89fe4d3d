//! The kernels of a launch: one, or the stages of a chain with scratch memory.

use crate::Error;
use crate::cuda::module::Module;
use crate::cuda::raw;
use crate::instance::{BoundLaunch, Instance, inside};
use crate::plan::{Chain, StageArgument};
use array_fn_plan::evaluate;

/// Largest number of blocks of a grid.
const MAX_GRID: usize = i32::MAX as usize;

/// What a launch is on a GPU. A launch without points has no kernels.
#[derive(Default)]
pub(super) struct Kernels {
    /// The kernels, each of which needs those before it.
    pub(super) launches: Box<[raw::Launch]>,
    /// The chain that they are the stages of, if they are.
    chain: Option<&'static Chain>,
    /// Bytes of each piece of scratch memory.
    pub(super) scratch: Box<[usize]>,
}

/// An argument of a kernel.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    /// A buffer of the launch.
    Buffer(usize),
    /// A piece of scratch memory.
    Scratch(usize),
    /// A scalar of the launch.
    Scalar(usize),
    /// A number, by its bits.
    Number(u64),
}

impl Kernels {
    pub(super) fn new(
        module: &Module,
        instance: &Instance,
        launch: &BoundLaunch,
    ) -> Result<Kernels, Error> {
        if launch.points == 0 {
            return Ok(Kernels::default());
        }
        let overflow = || Error::SizeOverflow { what: inside(instance.program, instance.dims()) };
        let kernel = |name, grid: usize, threads, shared_bytes: u32| {
            let function = module.function(name, shared_bytes as usize).map_err(Error::Cuda)?;
            let grid = u32::try_from(grid).ok().filter(|_| grid <= MAX_GRID);
            let grid = grid.ok_or_else(overflow)?;
            Ok(raw::Launch { function, grid: [grid, 1, 1], block: [threads, 1, 1], shared_bytes })
        };
        let sizes = instance.sizes_of(launch);
        let number = |formula| {
            let value = evaluate(formula, sizes).and_then(|value| usize::try_from(value).ok());
            value.ok_or_else(overflow)
        };
        let Some(chain) = launch.kernel.chain(sizes) else {
            let cuda = &launch.kernel.cuda;
            let (own, extents) = sizes.split_at(launch.launch.sizes.len());
            let grid = cuda.spread.blocks(own, extents);
            let only = kernel(launch.kernel.name, grid, cuda.threads, cuda.shared_bytes)?;
            return Ok(Kernels { launches: [only].into(), ..Kernels::default() });
        };
        let launches = chain.stages.iter().map(|stage| {
            kernel(stage.name, number(stage.blocks)?, stage.threads, stage.shared_bytes)
        });
        let scratch = chain.scratch.iter().map(|formula| number(formula));
        Ok(Kernels {
            launches: launches.collect::<Result<_, Error>>()?,
            chain: Some(chain),
            scratch: scratch.collect::<Result<_, Error>>()?,
        })
    }

    /// The arguments of a kernel of the launch, in the order of its parameters.
    pub(super) fn arguments(
        &self,
        instance: &Instance,
        launch: &BoundLaunch,
        kernel: usize,
    ) -> Vec<Argument> {
        let sizes = instance.sizes_of(launch);
        let Some(chain) = self.chain else {
            let buffers = (0..instance.places_of(launch).len()).map(Argument::Buffer);
            let scalars = (0..instance.scalars_of(launch).len()).map(Argument::Scalar);
            let sizes = sizes.iter().map(|size| Argument::Number(size.cast_unsigned()));
            return buffers.chain(scalars).chain(sizes).collect();
        };
        let argument = |argument: &StageArgument| match *argument {
            StageArgument::Buffer(k) => Argument::Buffer(k as usize),
            StageArgument::Scratch(k) => Argument::Scratch(k as usize),
            // The formula is made of sizes that fit, and a chain is for sizes for which it fits, too.
            StageArgument::Number(formula) => {
                Argument::Number(evaluate(formula, sizes).unwrap_or(0).cast_unsigned())
            }
        };
        chain.stages[kernel].arguments.iter().map(argument).collect()
    }
}
