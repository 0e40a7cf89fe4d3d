//! The trials: questions to a driver that have no certain answer in its documentation.

use std::error::Error;

use array_fn::cuda::graph::{Body, Graph};
use array_fn::cuda::{CudaError, DeviceBuffer, Gpu, HostBuffer, LaunchConfig};
use array_fn::{Array, Contractions, Device};

use crate::functions;
use crate::kernels::{Kernels, early_add};

pub enum Outcome {
    Passed,
    /// The machine lacks something.
    Skipped(String),
}

type Tried = Result<Outcome, Box<dyn Error>>;

pub struct Trial {
    pub name: &'static str,
    /// The question.
    pub what: &'static str,
    run: fn(Gpu) -> Tried,
}

impl Trial {
    pub fn run(&self) -> Tried {
        (self.run)(Gpu::new(0)?)
    }
}

/// The simplest first.
pub const TRIALS: &[Trial] = &[
    Trial { name: "kernel", what: "a graph of one kernel", run: kernel },
    Trial { name: "array-function", what: "a call of an array function", run: array_function },
    Trial { name: "memset-bytes", what: "memset nodes of one and two bytes", run: memset_bytes },
    Trial {
        name: "alloc-beside-conditional",
        what: "nodes that allocate beside and before a conditional node",
        run: alloc_beside_conditional,
    },
    Trial { name: "empty-bodies", what: "bodies without nodes", run: empty_bodies },
    Trial {
        name: "host-copy-in-body",
        what: "copies from and to the host in a loop",
        run: host_copy,
    },
    Trial {
        name: "update-setter",
        what: "other arguments of a kernel that sets a condition",
        run: update_setter,
    },
    Trial {
        name: "programmatic-edges",
        what: "programmatic dependencies in a graph, in a body and in a child graph",
        run: programmatic_edges,
    },
    Trial { name: "long-copy", what: "a copy node of more than 2 GiB", run: long_copy },
    Trial {
        name: "first-cublas-in-capture",
        what: "the first call of cuBLAS in a process, while its stream is captured",
        run: first_cublas,
    },
    Trial {
        name: "shared-memory",
        what: "a kernel with 64 000 bytes of shared memory for each block",
        run: shared_memory,
    },
    Trial {
        name: "candidates",
        what: "the first calls measure blocks of several sizes, and the fastest stays",
        run: candidates,
    },
    Trial {
        name: "after-out-of-memory",
        what: "calls and launches after one for which memory did not suffice",
        run: after_out_of_memory,
    },
];

const ONE: LaunchConfig = LaunchConfig { grid: [1, 1, 1], block: [1, 1, 1], shared_bytes: 0 };
const LEN: usize = 1000;

fn many() -> LaunchConfig {
    LaunchConfig::linear(LEN, 128)
}

/// Whether the program tests itself, and not a GPU.
fn is_small() -> bool {
    std::env::var_os("FIRST_GPU_SMALL").is_some_and(|value| value == "1")
}

/// Compares a result.
fn expect<T: PartialEq + std::fmt::Debug>(what: &str, got: T, expected: T) -> Result<(), String> {
    /// The most characters of each side that are told.
    const MOST: usize = 80;
    let short = |values: &T| format!("{values:?}").chars().take(MOST).collect::<String>();
    match got == expected {
        true => Ok(()),
        false => Err(format!("{what}: {}, not {}", short(&got), short(&expected))),
    }
}

fn kernel(gpu: Gpu) -> Tried {
    let kernels = Kernels::new(gpu)?;
    let (x, y) =
        (DeviceBuffer::from_slice(gpu, &[1.0f32; LEN])?, DeviceBuffer::<f32>::zeros(gpu, LEN)?);
    let mut graph = Graph::new(gpu);
    graph.kernel(&kernels.axpy, many(), &[2.0f32.into(), (&x).into(), (&y).into()], &[])?;
    let mut executable = graph.instantiate()?;
    (0..3).try_for_each(|_| executable.launch())?;
    expect("three launches", y.to_vec()?, vec![6.0; LEN])?;
    Ok(Outcome::Passed)
}

fn array_function(_: Gpu) -> Tried {
    let device = Device::cuda(0)?;
    let x = Array::full([LEN], 1.5)?;
    let y = device.run(|| functions::twice(&x))?;
    expect("the result", y.to_vec(), vec![3.0; LEN])?;
    Ok(Outcome::Passed)
}

fn candidates(_: Gpu) -> Tried {
    const LARGE: usize = 1 << 20;
    // Five for each of two candidates, and those that find the times.
    const CALLS: usize = 12;
    let device = Device::cuda(0)?;
    let x = Array::full([LARGE], 1.5)?;
    for call in 0..CALLS {
        let y = device.run(|| functions::twice(&x))?;
        let wrong = y.as_slice().iter().filter(|value| **value != 3.0).count();
        expect(&format!("wrong elements of call {call}"), wrong, 0)?;
    }
    let explanation = functions::twice::explain(&device, LARGE)?;
    let candidates = &explanation.launches[0].candidates;
    expect("candidates", candidates.len(), 2)?;
    expect("with a time", candidates.iter().filter(|c| c.time.is_some()).count(), 2)?;
    expect("chosen", candidates.iter().filter(|c| c.is_chosen).count(), 1)?;
    Ok(Outcome::Passed)
}

fn memset_bytes(gpu: Gpu) -> Tried {
    let bytes = DeviceBuffer::from_slice(gpu, &[0u8; 11])?;
    let words = DeviceBuffer::from_slice(gpu, &[0u16; 7])?;
    let mut graph = Graph::new(gpu);
    graph.memset(&bytes.slice(1..10), 5, &[])?;
    graph.memset(&words.slice(1..6), 0x0102, &[])?;
    graph.instantiate()?.launch()?;
    let all = |len: usize, value: u16| {
        (0..len).map(|k| if k == 0 || k == len - 1 { 0 } else { value }).collect::<Vec<_>>()
    };
    expect("bytes", bytes.to_vec()?.into_iter().map(u16::from).collect(), all(11, 5))?;
    expect("words", words.to_vec()?, all(7, 0x0102))?;
    Ok(Outcome::Passed)
}

fn alloc_beside_conditional(gpu: Gpu) -> Tried {
    let kernels = Kernels::new(gpu)?;
    let start = DeviceBuffer::from_slice(gpu, &[4u32])?;
    let sum = DeviceBuffer::<f32>::zeros(gpu, LEN)?;
    let result = HostBuffer::<f32>::zeros(gpu, LEN)?;
    let mut graph = Graph::new(gpu);
    // Memory that the loop uses, and memory that has nothing to do with it.
    let (alloc_counter, counter) = graph.alloc::<u32>(1, &[])?;
    let (alloc_ones, ones) = graph.alloc::<f32>(LEN, &[])?;
    let (alloc_other, other) = graph.alloc::<f32>(LEN, &[])?;
    let set = graph.copy_on_device(&counter, &start, &[alloc_counter])?;
    let fill = graph.memset(&ones, 1.0f32, &[alloc_ones])?;
    let condition = graph.condition(1);
    let repeat = graph.while_(
        condition,
        |body| {
            let arguments = [1.0f32.into(), (&ones).into(), (&sum).into()];
            body.kernel(&kernels.axpy, many(), &arguments, &[])?;
            let arguments = [(&counter).into(), condition.into()];
            body.kernel(&kernels.count_down, ONE, &arguments, &[])?;
            Ok(())
        },
        &[set, fill],
    )?;
    let beside = graph.memset(&other, 7.0f32, &[alloc_other])?;
    let download = graph.copy_to_host(&result, &other, &[beside])?;
    graph.free(other, &[download])?;
    graph.free(counter, &[repeat])?;
    graph.free(ones, &[repeat])?;
    let mut executable = graph.instantiate()?;
    for launch in 1..=3u8 {
        executable.launch()?;
        expect("sums of the loop", sum.to_vec()?, vec![4.0 * f32::from(launch); LEN])?;
        expect("beside the loop", result.to_vec()?, vec![7.0; LEN])?;
    }
    Ok(Outcome::Passed)
}

fn empty_bodies(gpu: Gpu) -> Tried {
    let kernels = Kernels::new(gpu)?;
    let nothing = |_: &mut Body<'_>| Ok(());
    let taken = DeviceBuffer::<u32>::zeros(gpu, 1)?;
    for default in [0, 1] {
        let mut graph = Graph::new(gpu);
        let condition = graph.condition(default);
        let branch = graph.if_(condition, nothing, &[])?;
        let condition = graph.condition(default);
        let increment = |body: &mut Body<'_>| {
            body.kernel(&kernels.increment, ONE, &[(&taken).into()], &[]).map(drop)
        };
        let otherwise = graph.if_else(condition, nothing, increment, &[branch])?;
        let condition = graph.condition(0);
        graph.while_(condition, nothing, &[otherwise])?;
        let mut executable = graph.instantiate()?;
        (0..2).try_for_each(|_| executable.launch())?;
    }
    expect("passes of the body that is not empty", taken.to_vec()?, vec![2])?;
    Ok(Outcome::Passed)
}

fn host_copy(gpu: Gpu) -> Tried {
    let kernels = Kernels::new(gpu)?;
    let (x_host, y_host) =
        (HostBuffer::from_slice(gpu, &[1.0f32; LEN])?, HostBuffer::<f32>::zeros(gpu, LEN)?);
    let (x, y) = (DeviceBuffer::<f32>::zeros(gpu, LEN)?, DeviceBuffer::<f32>::zeros(gpu, LEN)?);
    let counter = DeviceBuffer::from_slice(gpu, &[3u32])?;
    let mut graph = Graph::new(gpu);
    let condition = graph.condition(1);
    graph.while_(
        condition,
        |body| {
            let upload = body.copy_to_device(&x, &x_host, &[])?;
            let arguments = [1.0f32.into(), (&x).into(), (&y).into()];
            let add = body.kernel(&kernels.axpy, many(), &arguments, &[upload])?;
            body.copy_to_host(&y_host, &y, &[add])?;
            let arguments = [(&counter).into(), condition.into()];
            body.kernel(&kernels.count_down, ONE, &arguments, &[])?;
            Ok(())
        },
        &[],
    )?;
    graph.instantiate()?.launch()?;
    expect("on the host after three passes", y_host.to_vec()?, vec![3.0; LEN])?;
    Ok(Outcome::Passed)
}

fn update_setter(gpu: Gpu) -> Tried {
    let kernels = Kernels::new(gpu)?;
    let flags = [0u32, 1].map(|flag| DeviceBuffer::from_slice(gpu, &[flag]));
    let [no, yes] = flags;
    let (no, yes) = (no?, yes?);
    let taken = DeviceBuffer::<u32>::zeros(gpu, 1)?;
    let mut graph = Graph::new(gpu);
    let condition = graph.condition(0);
    let set = graph.kernel(&kernels.choose, ONE, &[(&no).into(), condition.into()], &[])?;
    let increment = |body: &mut Body<'_>| {
        body.kernel(&kernels.increment, ONE, &[(&taken).into()], &[]).map(drop)
    };
    graph.if_(condition, increment, &[set])?;
    let mut executable = graph.instantiate()?;
    for (launches, flag, expected) in [(1, &no, 0), (2, &yes, 2), (1, &no, 2), (1, &yes, 3)] {
        executable.update_arguments(&[(set, 0, flag.into())])?;
        (0..launches).try_for_each(|_| executable.launch())?;
        expect("passes of the branch", taken.to_vec()?, vec![expected])?;
    }
    Ok(Outcome::Passed)
}

fn programmatic_edges(gpu: Gpu) -> Tried {
    if gpu.compute_capability() < (9, 0) {
        return Ok(Outcome::Skipped("they need compute capability 9.0".to_owned()));
    }
    let (kernels, early) = (Kernels::new(gpu)?, early_add(gpu)?);
    // For each place `y += 1`, then `z = ones + y`.
    let ones = DeviceBuffer::from_slice(gpu, &[1.0f32; LEN])?;
    let places = || -> Result<Vec<_>, CudaError> {
        let pair = |_| Ok([DeviceBuffer::<f32>::zeros(gpu, LEN)?, DeviceBuffer::zeros(gpu, LEN)?]);
        (0..3).map(pair).collect()
    };
    let places = places()?;
    macro_rules! pair {
        ($graph:expr, $place:expr) => {{
            let [y, z] = &places[$place];
            let arguments = [1.0f32.into(), (&ones).into(), y.into()];
            let first = $graph.kernel(&kernels.axpy, many(), &arguments, &[])?;
            let arguments = [(&ones).into(), y.into(), z.into()];
            let second = $graph.kernel(&early, many(), &arguments, &[first])?;
            $graph.depend_programmatic(first, second)?;
        }};
    }
    let mut graph = Graph::new(gpu);
    pair!(graph, 0);
    let condition = graph.condition(1);
    graph.if_(
        condition,
        |body| {
            pair!(body, 1);
            Ok(())
        },
        &[],
    )?;
    let mut child = Graph::new(gpu);
    pair!(child, 2);
    graph.child(&child, &[])?;
    let mut executable = graph.instantiate()?;
    for launch in 1..=20u8 {
        executable.launch()?;
        for (place, name) in ["the graph", "a body", "a child graph"].into_iter().enumerate() {
            let expected = vec![f32::from(launch) + 1.0; LEN];
            expect(name, places[place][1].to_vec()?, expected)?;
        }
    }
    Ok(Outcome::Passed)
}

fn long_copy(gpu: Gpu) -> Tried {
    let len = if is_small() { 1 << 20 } else { (1usize << 31) + (1 << 20) };
    let buffers = || -> Result<[DeviceBuffer<u8>; 2], CudaError> {
        Ok([DeviceBuffer::zeros(gpu, len)?, DeviceBuffer::zeros(gpu, len)?])
    };
    let [from, to] = match buffers() {
        Err(CudaError::OutOfMemory { .. }) => {
            return Ok(Outcome::Skipped(format!("it needs {} bytes of memory", 2 * len)));
        }
        buffers => buffers?,
    };
    let ends = [0..5, len / 2..len / 2 + 5, len - 5..len];
    for (k, range) in (1u8..).zip(ends.clone()) {
        from.slice(range).write(&[k; 5])?;
    }
    let mut graph = Graph::new(gpu);
    graph.copy_on_device(&to, &from, &[])?;
    graph.instantiate()?.launch()?;
    for (k, range) in (1u8..).zip(ends) {
        expect("a part of the copy", to.slice(range).to_vec()?, vec![k; 5])?;
    }
    Ok(Outcome::Passed)
}

/// Numbers that follow no pattern, so that a wrong stride shows.
fn matrix(seed: usize, shape: [usize; 2]) -> Result<Array<f64, 2>, array_fn::Error> {
    Array::from_fn(shape, |[i, j]| ((i * 37 + j * 101 + seed * 53) % 97) as f64 / 16.0 - 3.0)
}

fn first_cublas(_: Gpu) -> Tried {
    let device = Device::cuda(0)?.with_contractions(Contractions::Library);
    let plan = functions::product::plan(&device, 70, 80, 90)?;
    if !plan.launches().any(|launch| launch.library) {
        return Ok(Outcome::Skipped("there is no libcublas".to_owned()));
    }
    // Other matrices are captured again, and sent to the graph.
    for seed in 0..4 {
        let (a, b) = (matrix(seed, [70, 80])?, matrix(seed + 10, [80, 90])?);
        let got = device.run(|| functions::product(&a, &b))?;
        let expected = Device::cpu().run(|| functions::product(&a, &b))?;
        // All products and sums are exact.
        expect("a product", got.to_vec(), expected.to_vec())?;
    }
    Ok(Outcome::Passed)
}

fn shared_memory(_: Gpu) -> Tried {
    let device = Device::cuda(0)?;
    let mut u = matrix(1, [9, 8000])?;
    let expected: Vec<f64> = u
        .as_slice()
        .chunks(8000)
        .flat_map(|row| row.iter().zip(row.iter().rev()).map(|(x, y)| x + y))
        .collect();
    device.run(|| functions::mirror(&mut u))?;
    expect("rows and their mirror images", u.to_vec(), expected)?;
    Ok(Outcome::Passed)
}

fn after_out_of_memory(gpu: Gpu) -> Tried {
    let device = Device::cuda(0)?;
    let kernels = Kernels::new(gpu)?;
    let (x, y) =
        (DeviceBuffer::from_slice(gpu, &[1.0f32; LEN])?, DeviceBuffer::<f32>::zeros(gpu, LEN)?);
    let mut graph = Graph::new(gpu);
    graph.kernel(&kernels.axpy, many(), &[1.0f32.into(), (&x).into(), (&y).into()], &[])?;
    let mut executable = graph.instantiate()?;
    executable.launch()?;
    // More than any GPU has.
    let none = DeviceBuffer::<f32>::zeros(gpu, 1 << 45);
    let Err(CudaError::OutOfMemory { .. }) = none else {
        return Err("128 TiB are no error".into());
    };
    executable.launch()?;
    // A graph that allocates as much: the driver may say so when a node is added, or when it is launched.
    let mut greedy = Graph::new(gpu);
    let (alloc, memory) = greedy.alloc::<f32>(1 << 45, &[])?;
    greedy.free(memory, &[alloc])?;
    let outcome = greedy.instantiate().and_then(|mut greedy| greedy.launch());
    if outcome.is_ok() && gpu.synchronize().is_ok() {
        return Err("a graph that allocates 128 TiB is no error".into());
    }
    executable.launch()?;
    let z = device.run(|| functions::twice(&Array::full([LEN], 2.0)?))?;
    expect("a call afterwards", z.to_vec(), vec![4.0; LEN])?;
    expect("launches before and after", y.to_vec()?, vec![3.0; LEN])?;
    Ok(Outcome::Passed)
}
