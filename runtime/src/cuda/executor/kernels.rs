//! The kernels of a launch: one, or the stages of a chain with scratch memory. One kernel may do several launches.

use crate::Error;
use crate::cuda::module::Module;
use crate::cuda::raw;
use crate::instance::{BoundLaunch, Instance, JoinedLaunches, inside};
use crate::plan::{Chain, CudaKernel, EnqueueFn, Joined, StageArgument};
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
    /// The launches that the kernel does, if they are several.
    joined: Option<&'static Joined>,
    /// What puts the work on a stream, if it is a foreign function: there are no kernels then.
    pub(super) enqueue: Option<EnqueueFn>,
    /// Bytes of each piece of scratch memory.
    pub(super) scratch: Box<[usize]>,
}

/// An argument of a kernel.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    /// A buffer of a launch.
    Buffer { launch: usize, buffer: usize },
    /// A piece of scratch memory.
    Scratch(usize),
    /// A scalar of a launch.
    Scalar { launch: usize, scalar: usize },
    /// A number, by its bits.
    Number(u64),
}

impl Kernels {
    /// The kernels of a launch: the chain that suits its sizes, else the kernel with this name.
    pub(super) fn new(
        module: &Module,
        instance: &Instance,
        launch: &BoundLaunch,
        name: &str,
        cuda: &CudaKernel,
    ) -> Result<Kernels, Error> {
        if launch.points == 0 {
            return Ok(Kernels::default());
        }
        if let Some(enqueue) = launch.kernel.enqueue {
            return Ok(Kernels { enqueue: Some(enqueue), ..Kernels::default() });
        }
        let overflow = || overflow(instance);
        let kernel = |name, grid: usize, threads, shared_bytes: u32| {
            let function = module.function(name, shared_bytes as usize).map_err(Error::Cuda)?;
            let grid = [blocks_of_grid(instance, grid)?, 1, 1];
            Ok(raw::Launch { function, grid, block: [threads, 1, 1], shared_bytes })
        };
        let sizes = instance.sizes_of(launch);
        let number = |formula| {
            let value = evaluate(formula, sizes).and_then(|value| usize::try_from(value).ok());
            value.ok_or_else(overflow)
        };
        let Some(chain) = launch.kernel.chain(sizes) else {
            let (own, extents) = sizes.split_at(launch.launch.sizes.len());
            let grid = cuda.spread.blocks(own, extents);
            let only = kernel(name, grid, cuda.threads, cuda.shared_bytes)?;
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
            ..Kernels::default()
        })
    }

    /// The kernel that does several launches, each of which has points.
    pub(super) fn joined(
        module: &Module,
        instance: &Instance,
        JoinedLaunches { joined, blocks, shared_bytes }: JoinedLaunches,
    ) -> Result<Kernels, Error> {
        let Joined { name, threads, .. } = *joined;
        let function = module.function(name, shared_bytes as usize).map_err(Error::Cuda)?;
        let grid = [blocks_of_grid(instance, blocks)?, 1, 1];
        let only = raw::Launch { function, grid, block: [threads, 1, 1], shared_bytes };
        Ok(Kernels { launches: [only].into(), joined: Some(joined), ..Kernels::default() })
    }

    /// The number of lists of arguments: one for each kernel, or one for a foreign function.
    pub(super) fn lists(&self) -> usize {
        self.launches.len() + usize::from(self.enqueue.is_some())
    }

    /// The arguments of a kernel of the launch, in the order of its parameters.
    pub(super) fn arguments(
        &self,
        instance: &Instance,
        launch: usize,
        kernel: usize,
    ) -> Vec<Argument> {
        if let Some(joined) = self.joined {
            let launches = joined.launches.iter().map(|&launch| usize::from(launch));
            return launches.flat_map(|launch| of_plan(instance, launch)).collect();
        }
        let Some(chain) = self.chain else { return of_plan(instance, launch) };
        let sizes = instance.sizes_of(&instance.launches[launch]);
        let argument = |argument: &StageArgument| match *argument {
            StageArgument::Buffer(k) => Argument::Buffer { launch, buffer: k as usize },
            StageArgument::Scratch(k) => Argument::Scratch(k as usize),
            // The formula is made of sizes that fit, and a chain is for sizes for which it fits, too.
            StageArgument::Number(formula) => {
                Argument::Number(evaluate(formula, sizes).unwrap_or(0).cast_unsigned())
            }
        };
        chain.stages[kernel].arguments.iter().map(argument).collect()
    }
}

/// The arguments of a launch's kernel, as the plan has them.
fn of_plan(instance: &Instance, launch: usize) -> Vec<Argument> {
    let bound = &instance.launches[launch];
    let buffers = 0..instance.places_of(bound).len();
    let buffers = buffers.map(|buffer| Argument::Buffer { launch, buffer });
    let scalars = 0..instance.scalars_of(bound).len();
    let scalars = scalars.map(|scalar| Argument::Scalar { launch, scalar });
    let sizes = instance.sizes_of(bound).iter();
    let sizes = sizes.map(|size| Argument::Number(size.cast_unsigned()));
    buffers.chain(scalars).chain(sizes).collect()
}

fn blocks_of_grid(instance: &Instance, blocks: usize) -> Result<u32, Error> {
    let grid = u32::try_from(blocks).ok().filter(|_| blocks <= MAX_GRID);
    grid.ok_or_else(|| overflow(instance))
}

fn overflow(instance: &Instance) -> Error {
    Error::SizeOverflow { what: inside(instance.program, instance.dims()) }
}
