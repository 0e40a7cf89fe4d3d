//! The kernels of a launch: one, or the stages of a chain with scratch memory. One kernel may do several launches, or some
//! rows of one.

use std::ops::Range;

use crate::Error;
use crate::cuda::module::Module;
use crate::cuda::raw;
use crate::instance::{BoundLaunch, Instance, JoinedLaunches, inside};
use crate::plan::{Chain, CudaKernel, EnqueueFn, Joined, Place, StageArgument};
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
    /// The launch that the kernel does for some rows, if it does only these.
    rows: Option<(usize, Range<usize>)>,
    /// The arguments of a kernel that belongs to no launch.
    arguments: Option<Box<[Argument]>>,
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
    /// An array of the call, or a temporary.
    Array(Place),
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

    /// The kernel of a launch, for some of its rows.
    pub(super) fn of_rows(
        module: &Module,
        instance: &Instance,
        k: usize,
        rows: Range<usize>,
    ) -> Result<Kernels, Error> {
        let launch = &instance.launches[k];
        if launch.points == 0 || rows.is_empty() {
            return Ok(Kernels::default());
        }
        let CudaKernel { threads, spread, shared_bytes } = launch.kernel.cuda;
        let own = &instance.sizes_of(launch)[..launch.launch.sizes.len()];
        let grid = spread.blocks(own, &extents(instance, launch, Some(&rows)));
        let grid = [blocks_of_grid(instance, grid)?, 1, 1];
        let function = module.function(launch.kernel.name, shared_bytes as usize);
        let function = function.map_err(Error::Cuda)?;
        let only = raw::Launch { function, grid, block: [threads, 1, 1], shared_bytes };
        Ok(Kernels { launches: [only].into(), rows: Some((k, rows)), ..Kernels::default() })
    }

    /// A kernel that belongs to no launch, for so many elements, one for each thread.
    pub(super) fn of_elements(
        module: &Module,
        instance: &Instance,
        name: &'static str,
        elements: usize,
        arguments: &[Argument],
    ) -> Result<Kernels, Error> {
        /// The threads of a block of such kernels.
        const THREADS: u32 = 256;
        if elements == 0 {
            return Ok(Kernels::default());
        }
        let grid = [blocks_of_grid(instance, elements.div_ceil(THREADS as usize))?, 1, 1];
        let function = module.function(name, 0).map_err(Error::Cuda)?;
        let only = raw::Launch { function, grid, block: [THREADS, 1, 1], shared_bytes: 0 };
        Ok(Kernels {
            launches: [only].into(),
            arguments: Some(arguments.into()),
            ..Kernels::default()
        })
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
        if let Some(arguments) = &self.arguments {
            return arguments.to_vec();
        }
        if let Some((launch, rows)) = &self.rows {
            return of_plan(instance, *launch, Some(rows));
        }
        if let Some(joined) = self.joined {
            let launches = joined.launches.iter().map(|&launch| usize::from(launch));
            return launches.flat_map(|launch| of_plan(instance, launch, None)).collect();
        }
        let Some(chain) = self.chain else { return of_plan(instance, launch, None) };
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

/// The extents of a launch, for all rows or for some.
fn extents(instance: &Instance, launch: &BoundLaunch, rows: Option<&Range<usize>>) -> Vec<i64> {
    let mut extents = instance.sizes_of(launch)[launch.launch.sizes.len()..].to_vec();
    if let (Some(rows), Some(first)) = (rows, extents.first_mut()) {
        *first = rows.len() as i64;
    }
    extents
}

/// The arguments of a launch's kernel, as the plan has them, for all rows or for some.
fn of_plan(instance: &Instance, launch: usize, rows: Option<&Range<usize>>) -> Vec<Argument> {
    let bound = &instance.launches[launch];
    let buffers = 0..instance.places_of(bound).len();
    let buffers = buffers.map(|buffer| Argument::Buffer { launch, buffer });
    let scalars = 0..instance.scalars_of(bound).len();
    let scalars = scalars.map(|scalar| Argument::Scalar { launch, scalar });
    let sizes = instance.sizes_of(bound)[..bound.launch.sizes.len()].to_vec();
    let sizes = sizes.into_iter().chain(extents(instance, bound, rows));
    let from_row = bound.kernel.some_rows.then(|| rows.map_or(0, |rows| rows.start as i64));
    let numbers = sizes.chain(from_row).map(|size| Argument::Number(size.cast_unsigned()));
    buffers.chain(scalars).chain(numbers).collect()
}

fn blocks_of_grid(instance: &Instance, blocks: usize) -> Result<u32, Error> {
    let grid = u32::try_from(blocks).ok().filter(|_| blocks <= MAX_GRID);
    grid.ok_or_else(|| overflow(instance))
}

fn overflow(instance: &Instance) -> Error {
    Error::SizeOverflow { what: inside(instance.program, instance.dims()) }
}
