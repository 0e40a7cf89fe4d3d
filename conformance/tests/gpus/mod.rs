//! Functions over ranks on GPUs, by the stand-in driver: the bits of one GPU without ranks, and the order of launches and
//! messages.

mod watched;

use crate::on_ranks::*;
use afn_mock_cuda::StandIn;
use array_fn::__rt::Instantiated;
use array_fn::cuda::Executor;
use array_fn::ranks::{Exchange, Partition, Threads};
use array_fn::{Array, Device, Error, IndexArray, array_fn};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use watched::{What, watched};

array_fn! {
    /// A parameter that is only read is exchanged once, and an array that changes in each pass. A loop within the loop needs
    /// nothing of other ranks.
    #[ranks(E)]
    pub fn mixed<E>(
        x: [f64; E],
        u: &mut [f64; E],
        at: [index<E>; E, 3],
        w: [f64; 9],
        steps: i64,
    ) -> [f64; E] {
        let first = x[at].max(axis=1);
        let middle = sort(w)[4];
        for _t in 0..steps {
            let mut k = 0;
            while k < 3, at most 10 {
                u = 0.5 * u + 0.25 * x;
                k += 1;
            }
            u += 0.1 * (x[at] * u[at]).sum(axis=1) - middle * u;
        }
        first + u
    }

    /// Kernels whose threads share tiles, terms and rows.
    #[ranks(E)]
    pub fn shares<E>(
        x: [f64; 40, E],
        z: [f64; 40, E],
        y: [f64; E, 200],
        at: [index<E>; E, 2],
    ) -> ([f64; E, 40], [f64; E], [f64; E, 200]) {
        let tiles = x[.., at[.., 0]].T + z.T;
        let terms = (y[at[.., 0]] * y[at[.., 1]]).sum(axis=1);
        let far = y[at[.., 1]];
        let rows = exp(far - far.max(axis=1, keepdims=true));
        (tiles, terms, rows / rows.sum(axis=1, keepdims=true))
    }

    /// Elements of all widths, and rows of several elements.
    #[ranks(E)]
    pub fn widths<E>(
        b: &mut [bool; E, 3],
        c: &mut [u8; E],
        h: &mut [i16; 2, E],
        f: &mut [f32; E, 2],
        at: [index<E>; E, 2],
        steps: i64,
    ) {
        for _t in 0..steps {
            b = b ^ b[at].any(axis=1);
            c = c + c[at].max(axis=1);
            h = h - h[.., at].min(axis=2);
            f = 0.5 * f + 0.25 * f[at].sum(axis=1);
        }
    }
}

/// The stand-in with this test alone on it; None without a C++ compiler.
struct Gpu {
    driver: &'static StandIn,
    device: Device,
    _alone: MutexGuard<'static, ()>,
}

fn gpu() -> Option<Gpu> {
    static ALONE: Mutex<()> = Mutex::new(());
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let driver = StandIn::install().unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    let functions = [
        &diffuse::FUNCTION,
        <f64 as Instantiated<stages::Choices>>::function(),
        &crate::results::FUNCTION,
        &crate::until::FUNCTION,
        &mixed::FUNCTION,
        &widths::FUNCTION,
        &shares::FUNCTION,
    ];
    for function in functions {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    Some(Gpu { driver, device: Device::cuda(0).unwrap(), _alone: alone })
}

impl Gpu {
    /// Waits, and lets the stand-in say what it found.
    fn finish(&self) {
        self.device.synchronize().unwrap();
        self.driver.check();
    }

    /// The device with each executor.
    fn executors(&self) -> [Device; 3] {
        let of = |executor| self.device.clone().with_executor(executor);
        [Executor::Graph, Executor::LinearGraph, Executor::Stream].map(of)
    }
}

/// Runs `work` on ranks that share a device, and returns the bits of their values, in the order of all rows.
fn on_gpus(
    device: &Device,
    threads: Threads,
    partition: &Partition,
    work: impl Fn(&Arc<dyn Exchange>, &Device) -> Result<Part, Error> + Sync,
) -> Result<Vec<u64>, Error> {
    Ok(in_order(partition, threads.run(|rank| work(&rank, device))?))
}

/// Checks that `work` computes the same bits on any number of ranks as on a device without ranks, and within rounding what a
/// CPU does.
fn same_bits(
    gpu: &Gpu,
    rows: usize,
    work: impl Fn(&Arc<dyn Exchange>, &Device, &Partition) -> Result<Part, Error> + Sync,
) -> Result<(), Error> {
    let run = |device: &Device, threads: Threads, partition: &Partition| {
        on_gpus(device, threads, partition, |rank, device| work(rank, device, partition))
    };
    let one = run(&gpu.device, Threads::new(1), &Partition::even(rows, 1))?;
    let on_cpu = run(&Device::cpu_with_threads(1), Threads::new(1), &Partition::even(rows, 1))?;
    assert_eq!(one.len(), on_cpu.len());
    for (k, (bits, cpu)) in one.iter().zip(&on_cpu).enumerate() {
        let (on_gpu, on_cpu) = (f64::from_bits(*bits), f64::from_bits(*cpu));
        let near = (on_gpu - on_cpu).abs() <= 1e-6 * (1.0 + on_cpu.abs());
        assert!(near, "value {k}: {on_gpu}, on a CPU {on_cpu}");
    }
    for ranks in [2, 3, 4, 7] {
        for (device, seed) in gpu.executors().iter().zip(0..) {
            gpu.driver.set_seed(seed);
            let threads = Threads::new(ranks).disorder(seed + ranks as u64);
            let bits = run(device, threads, &Partition::even(rows, ranks))?;
            assert!(bits == one, "{ranks} ranks on {device}");
            gpu.finish();
        }
    }
    // Ranks without rows, with few, and with nearly all.
    for counts in [[0, rows, 0, 0], [1, 2, 3, rows - 6], [rows / 2, 0, rows - rows / 2 - 1, 1]] {
        let bits = run(&gpu.device, Threads::new(4), &Partition::of(&counts))?;
        assert!(bits == one, "{counts:?}");
    }
    gpu.finish();
    Ok(())
}

#[test]
fn graphs_of_rows_have_the_same_bits() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let near = graph(213, 1, 5, 1);
    same_bits(&gpu, 213, |rank, device, partition| {
        diffusion_of_rank(rank, device, partition, &near)
    })?;
    // Most rows are in the interior.
    let ring: Vec<usize> = (0..300).flat_map(|row| [(row + 1) % 300, (row + 299) % 300]).collect();
    same_bits(&gpu, 300, |rank, device, partition| {
        diffusion_of_rank(rank, device, partition, &ring)
    })
}

#[test]
fn rows_of_nodes_have_the_same_bits() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    for shape in [(4, 3), (10, 6), (7, 5)] {
        let at = graph(90, shape.0, shape.1, shape.0 as u64);
        same_bits(&gpu, 90, |rank, device, partition| {
            staged_of_rank(rank, device, partition, shape, &at)
        })?;
    }
    Ok(())
}

#[test]
fn loops_and_parameters_have_the_same_bits() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let rows = 100;
    let at = graph(rows, 1, 3, 2);
    same_bits(&gpu, rows, |rank, device, partition| {
        on_rank(rank, device, partition, 1, &at, |local, index| {
            let (all, own) = (local.ranks.rows().all, local.rows.len());
            let x = Array::from_vec([all], rows_of(local, value))?;
            let before = x.as_slice().to_vec();
            let mut u = Array::from_vec([all], rows_of(local, |row| 0.1 * value(row + 7)))?;
            let w: Vec<f64> = (0..9).map(|k| 0.1 * value(3 * k)).collect();
            let mut sum = mixed(&x, &mut u, index, &w, 4)?;
            // Memory of the host, and a result that is there already.
            let mut v = u.as_slice().to_vec();
            mixed::into(&before, &mut v, index, &w, 3, &mut sum)?;
            assert!(x.as_slice() == before, "parameters that are only read stay as they are");
            let both = |k: usize| [u.as_slice()[k], v[k], sum.as_slice()[k]];
            Ok((0..own).flat_map(both).collect())
        })
    })
}

#[test]
fn elements_of_all_widths_have_the_same_bits() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let rows = 80;
    let at = graph(rows, 1, 2, 6);
    same_bits(&gpu, rows, |rank, device, partition| {
        on_rank(rank, device, partition, 1, &at, |local, index| {
            let (all, own) = (local.ranks.rows().all, local.rows.len());
            let of = |row: usize, v: usize| local.rows.get(row).map_or(0, |row| row * 7 + v * 5);
            let mut b = Array::from_fn([all, 3], |[row, v]| of(row, v) % 11 == 3)?;
            let mut c = Array::from_fn([all], |[row]| of(row, 0) as u8)?;
            let mut h = Array::from_fn([2, all], |[v, row]| of(row, v) as i16)?;
            let mut f = Array::from_fn([all, 2], |[row, v]| value(of(row, v)) as f32)?;
            widths(&mut b, &mut c, &mut h, &mut f, index, 3)?;
            let (b, c, h, f) = (b.as_slice(), c.as_slice(), h.as_slice(), f.as_slice());
            let of_row = |k: usize| {
                let bools = b[3 * k..][..3].iter().map(|b| f64::from(u8::from(*b)));
                let numbers = [f64::from(c[k]), f64::from(h[k]), f64::from(h[all + k])];
                bools.chain(numbers).chain(f[2 * k..][..2].iter().map(|x| f64::from(*x)))
            };
            Ok((0..own).flat_map(of_row).collect())
        })
    })
}

#[test]
fn threads_that_share_rows_have_the_same_bits() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let rows = 130;
    // Mostly near, so that there is an interior.
    let at: Vec<usize> = (0..rows).flat_map(|row| [(row + 1) % rows, row * 7 % 20]).collect();
    same_bits(&gpu, rows, |rank, device, partition| {
        on_rank(rank, device, partition, 1, &at, |local, index| {
            let (all, own) = (local.ranks.rows().all, local.rows.len());
            let of =
                |row: usize, v: usize| local.rows.get(row).map_or(0.0, |row| value(row * 200 + v));
            let x = Array::from_fn([40, all], |[v, row]| of(row, v))?;
            let z = Array::from_fn([40, all], |[v, row]| of(row, v + 50))?;
            let y = Array::from_fn([all, 200], |[row, v]| of(row, v))?;
            let (tiles, terms, rows) = shares(&x, &z, &y, index)?;
            let (tiles, terms, rows) = (tiles.as_slice(), terms.as_slice(), rows.as_slice());
            let of_row = |k: usize| {
                let (tiles, rows) = (&tiles[40 * k..][..40], &rows[200 * k..][..200]);
                tiles.iter().chain(rows).copied().chain([terms[k]])
            };
            Ok((0..own).flat_map(of_row).collect())
        })
    })
}

#[test]
fn results_and_loops_until_something_holds_have_the_same_bits() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let rows = 77;
    let at = graph(rows, 1, 2, 9);
    same_bits(&gpu, rows, |rank, device, partition| {
        on_rank(rank, device, partition, 1, &at, |local, index| {
            let (all, own) = (local.ranks.rows().all, local.rows.len());
            let of =
                |row: usize, v: usize| local.rows.get(row).map_or(0.0, |row| value(row * 3 + v));
            let x = Array::from_fn([all, 3], |[row, v]| of(row, v))?;
            let (near, most, sum) = crate::results(&x, index, &[0.25, 0.5])?;
            assert_eq!(sum.as_slice(), [0.75]);
            assert!(near.as_slice().iter().chain(most.as_slice()).all(|x| x.is_finite()));
            let mut u = Array::from_vec([all], rows_of(local, value))?;
            let first = index.as_slice().iter().step_by(2).map(|at| *at as usize);
            let passes = crate::until(&mut u, &IndexArray::new([all], first, all)?, &[1, 2, 0, 3])?;
            assert_eq!(passes.as_slice(), [8]);
            let (near, most, u) = (near.as_slice(), most.as_slice(), u.as_slice());
            let of_row = |k: usize| (0..3).map(move |v| near[v * all + k]).chain([most[k], u[k]]);
            Ok((0..own).flat_map(of_row).collect())
        })
    })
}

#[test]
fn order_of_messages_does_not_matter() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let rows = 60;
    let near = graph(rows, 1, 3, 5);
    let run = |threads: Threads, ranks: usize| {
        let partition = Partition::even(rows, ranks);
        on_gpus(&gpu.device, threads, &partition, |rank, device| {
            diffusion_of_rank(rank, device, &partition, &near)
        })
    };
    let once = run(Threads::new(1), 1)?;
    let count: u64 = std::env::var("ARRAY_FN_RANDOM_MESSAGES").map_or(20, |n| n.parse().unwrap());
    for seed in 0..count {
        gpu.driver.set_seed(seed);
        let ranks = 2 + (seed % 4) as usize;
        assert!(run(Threads::new(ranks).disorder(seed), ranks)? == once, "seed {seed}");
        gpu.finish();
    }
    Ok(())
}

/// While messages are posted and waited for, the interior is on the stream; the rest follows the messages.
#[test]
fn messages_travel_while_the_interior_runs() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let rows = 192;
    let ring: Vec<usize> =
        (0..rows).flat_map(|k| [(k + 1) % rows, (k + rows - 1) % rows]).collect();
    let partition = Partition::even(rows, 2);
    let steps = 3;
    let work = |rank: &Arc<dyn Exchange>, device: &Device| {
        on_rank(rank, device, &partition, 1, &ring, |local, index| {
            let mut u = Array::from_vec([local.ranks.rows().all], rows_of(local, value))?;
            diffuse(&mut u, index, 0.3, steps)?;
            Ok(u.as_slice()[..local.rows.len()].to_vec())
        })
    };
    // The first call builds graphs. Rank 1 is a CPU, so that all launches are those of rank 0.
    for round in 0..2 {
        let logs = Threads::new(2).run(|rank| {
            if rank.rank() == 1 {
                work(&rank, &cpu(&rank))?;
                return Ok(Vec::new());
            }
            let (watched, log) = watched(rank, gpu.driver, gpu.device.clone());
            work(&watched, &gpu.device)?;
            let log = log.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Ok::<_, Error>(log)
        })?;
        let log = &logs[0];
        assert_eq!(log.len(), 2 * steps as usize, "an exchange in each step");
        for pair in log.chunks(2) {
            assert_eq!((pair[0].what, pair[1].what), (What::Start, What::Wait));
            // The interior was on the stream before the messages were posted, and nothing was launched since.
            assert_eq!(pair[0].graph_launches, pair[1].graph_launches, "round {round}");
            assert_eq!(pair[0].kernels, pair[1].kernels, "nobody has waited for the interior");
            // The kernel that fills the halo with NaNs, and the interior.
            assert_eq!(pair[1].kernels_pending, 2, "the interior has not run");
        }
        // Between two exchanges there is the rest with what follows, and the interior.
        for pair in log.chunks(2).collect::<Vec<_>>().windows(2) {
            assert!(pair[1][0].graph_launches >= pair[0][1].graph_launches + 2);
        }
    }
    gpu.finish();
    Ok(())
}

#[test]
fn graphs_are_kept_and_scalars_are_sent() -> Result<(), Error> {
    let Some(gpu) = gpu() else { return Ok(()) };
    let near = graph(64, 1, 3, 3);
    let partition = Partition::even(64, 2);
    Threads::new(2).run(|rank| {
        on_rank(&rank, &gpu.device, &partition, 1, &near, |local, index| {
            let mut u = Array::from_vec([local.ranks.rows().all], rows_of(local, value))?;
            for (call, rate) in [0.3, 0.3, 0.2, 0.1].into_iter().enumerate() {
                rank.max(&mut [0.0])?;
                let before = gpu.driver.counters().instantiations;
                rank.max(&mut [0.0])?;
                diffuse(&mut u, index, rate, 3)?;
                rank.max(&mut [0.0])?;
                let made = gpu.driver.counters().instantiations - before;
                assert!(call == 0 || made == 0, "call {call} makes {made} graphs");
            }
            Ok(u.as_slice().to_vec())
        })
    })?;
    gpu.finish();
    Ok(())
}

#[test]
fn lost_messages_are_reported() {
    let Some(gpu) = gpu() else { return };
    let near = graph(48, 1, 3, 5);
    let partition = Partition::even(48, 3);
    let threads = Threads::new(3).timeout(Duration::from_millis(300)).lose(2);
    let error = on_gpus(&gpu.device, threads, &partition, |rank, device| {
        diffusion_of_rank(rank, device, &partition, &near)
    });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("has waited 0.3 s for a message of rank"), "{error}");
    assert!(error.contains("on channel 0"), "{error}");
    gpu.finish();
}

/// A device that is lost stays so for its process.
#[test]
fn a_failed_kernel_ends_all_ranks() {
    let name = "gpus::a_kernel_fails_on_one_rank";
    let program = std::env::current_exe().unwrap();
    let output = std::process::Command::new(program)
        .args([name, "--exact", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
#[ignore = "run by `a_failed_kernel_ends_all_ranks`"]
fn a_kernel_fails_on_one_rank() {
    let Some(gpu) = gpu() else { return };
    let near = graph(48, 1, 3, 5);
    let partition = Partition::even(48, 3);
    let others = Mutex::new(Vec::new());
    // CUDA_ERROR_LAUNCH_FAILED on rank 1, after its first exchange. The others are CPUs.
    gpu.driver.fail_later("cuGraphLaunch", 719, 3);
    let error = Threads::new(3).run(|rank| match rank.rank() {
        1 => diffusion_of_rank(&rank, &gpu.device, &partition, &near),
        _ => {
            let outcome = diffusion_of_rank(&rank, &cpu(&rank), &partition, &near);
            others.lock().unwrap().extend(outcome.as_ref().err().map(ToString::to_string));
            outcome
        }
    });
    assert!(matches!(error, Err(Error::Cuda(_))), "{error:?}");
    let others = others.into_inner().unwrap();
    assert_eq!(others.len(), 2, "{others:?}");
    for error in others {
        assert!(error.starts_with("rank 1 has failed: "), "{error}");
        assert!(error.contains("CUDA_ERROR_LAUNCH_FAILED"), "{error}");
    }
}
