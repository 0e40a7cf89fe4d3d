//! Functions over ranks: the same bits for any number of ranks, order of messages and number of threads.

mod gpus;
mod on_ranks;

use array_fn::ranks::{Exchange, Halo, Local, Neighbour, Partition, Ranks, Rows, Solo, Threads};
use array_fn::{Array, Device, Error, IndexArray, array_fn};
use on_ranks::*;
use std::sync::Arc;
use std::time::Duration;

array_fn! {
    /// A result, with rows in front and behind, and a scalar result.
    #[ranks(E)]
    pub fn results<E>(x: [f64; E, 3], at: [index<E>; E, 2], w: [f64; 2]) -> ([f64; 3, E], [f64; E], f64) {
        let near = einsum("ekx,k->ex", x[at], w);
        (near.T, (near - x).max(axis=1), sum(w))
    }

    /// Passes until a number that all ranks have is reached.
    #[ranks(E)]
    pub fn until<E>(x: &mut [f64; E], at: [index<E>; E], times: [i64; 4]) -> i64 {
        let mut k = 0;
        let mut passes = 0;
        while k < 10, at most 100 {
            x = 0.5 * (x + x[at]);
            k += times[passes % 4];
            passes += 1;
        }
        passes
    }

    /// Not for ranks.
    pub fn local<E>(x: [f64; E], at: [index<E>; E]) -> [f64; E] { x[at] }
    /// Of the own rows.
    pub fn largest<E>(x: [f64; E]) -> f64 { max(x) }
}

/// Runs `work` on each of `threads`, with the rank's rows of a graph, and puts what it returns into the order of all rows.
fn on_ranks(
    threads: Threads,
    partition: &Partition,
    per_row: usize,
    at: &[usize],
    work: impl Fn(&Local, &IndexArray<2>) -> Result<Vec<f64>, Error> + Sync,
) -> Result<Vec<u64>, Error> {
    let parts = threads.run(|rank| on_rank(&rank, &cpu(&rank), partition, per_row, at, &work))?;
    Ok(in_order(partition, parts))
}

fn diffusion(threads: Threads, partition: &Partition, at: &[usize]) -> Result<Vec<u64>, Error> {
    let parts = threads.run(|rank| diffusion_of_rank(&rank, &cpu(&rank), partition, at))?;
    Ok(in_order(partition, parts))
}

fn staged(
    threads: Threads,
    partition: &Partition,
    shape: (usize, usize),
    at: &[usize],
) -> Result<Vec<u64>, Error> {
    let parts = threads.run(|rank| staged_of_rank(&rank, &cpu(&rank), partition, shape, at))?;
    Ok(in_order(partition, parts))
}

#[test]
fn any_number_of_ranks_gives_the_same_bits() -> Result<(), Error> {
    let rows = 213;
    let near = graph(rows, 1, 5, 1);
    let one = diffusion(Threads::new(1), &Partition::even(rows, 1), &near)?;
    let shapes = [(4, 3), (10, 6), (7, 5)];
    let graphs = shapes.map(|(n, f)| graph(rows, n, f, n as u64));
    let mut staged_once = Vec::new();
    for (shape, at) in shapes.iter().zip(&graphs) {
        staged_once.push(staged(Threads::new(1), &Partition::even(rows, 1), *shape, at)?);
    }
    for ranks in [2, 3, 4, 7, 16] {
        let partition = Partition::even(rows, ranks);
        assert_eq!(diffusion(Threads::new(ranks), &partition, &near)?, one, "{ranks} ranks");
        for ((shape, at), once) in shapes.iter().zip(&graphs).zip(&staged_once) {
            let of_ranks = staged(Threads::new(ranks), &partition, *shape, at)?;
            assert!(of_ranks == *once, "{ranks} ranks, {shape:?}");
        }
    }
    // Ranks without rows, with few, and with nearly all.
    for counts in [[0, 213, 0, 0], [1, 2, 3, 207], [100, 0, 112, 1]] {
        let partition = Partition::of(&counts);
        assert_eq!(diffusion(Threads::new(4), &partition, &near)?, one, "{counts:?}");
        let of_ranks = staged(Threads::new(4), &partition, shapes[0], &graphs[0])?;
        assert!(of_ranks == staged_once[0], "{counts:?}");
    }
    Ok(())
}

/// The reference does not know ranks: loops over all rows.
#[test]
fn results_are_those_of_all_rows() -> Result<(), Error> {
    let rows = 50;
    let near = graph(rows, 1, 4, 3);
    let mut u: Vec<f64> = (0..rows).map(value).collect();
    for _ in 0..5 {
        let mean = |row: usize| near[row * 4..][..4].iter().map(|&k| u[k]).sum::<f64>() / 4.0;
        u = (0..rows).map(|row| u[row] + 0.3 * (mean(row) - u[row])).collect();
    }
    for ranks in [1, 3] {
        let bits = diffusion(Threads::new(ranks), &Partition::even(rows, ranks), &near)?;
        for (k, bits) in bits.iter().enumerate() {
            assert!((f64::from_bits(*bits) - u[k]).abs() < 1e-14, "row {k}");
        }
    }
    Ok(())
}

#[test]
fn results_and_scalars_of_ranks() -> Result<(), Error> {
    let rows = 77;
    let at = graph(rows, 1, 2, 9);
    let x = |row: usize, k: usize| value(row * 3 + k);
    let run = |ranks: usize| {
        on_ranks(Threads::new(ranks), &Partition::even(rows, ranks), 1, &at, |local, index| {
            let all = local.ranks.rows().all;
            let mut of = Array::zeros([all, 3])?;
            for (k, row) in local.rows.iter().enumerate() {
                (0..3).for_each(|v| of.as_mut_slice()[k * 3 + v] = x(*row, v));
            }
            let (near, most, sum) = results(&of, index, &[0.25, 0.5])?;
            assert_eq!(sum.as_slice(), [0.75]);
            // The rows behind the own ones have some value.
            assert!(near.as_slice().iter().chain(most.as_slice()).all(|x| x.is_finite()));
            let (near, most) = (near.as_slice(), most.as_slice());
            let of_row = |k: usize| (0..3).map(move |v| near[v * all + k]).chain([most[k]]);
            Ok((0..local.rows.len()).flat_map(of_row).collect())
        })
    };
    let one = run(1)?;
    for row in 0..rows {
        for v in 0..3 {
            let expected = 0.25 * x(at[row * 2], v) + 0.5 * x(at[row * 2 + 1], v);
            assert!((f64::from_bits(one[row * 4 + v]) - expected).abs() < 1e-15);
        }
    }
    assert_eq!(run(5)?, one);
    Ok(())
}

#[test]
fn loops_until_something_holds() -> Result<(), Error> {
    let rows = 40;
    let at = graph(rows, 1, 1, 4);
    let run = |ranks: usize| {
        on_ranks(Threads::new(ranks), &Partition::even(rows, ranks), 1, &at, |local, index| {
            let all = local.ranks.rows().all;
            let mut x = Array::from_vec([all], rows_of(local, value))?;
            let index = IndexArray::new([all], index.as_slice(), all)?;
            let passes = until(&mut x, &index, &[1, 2, 0, 3])?;
            assert_eq!(passes.as_slice(), [8]);
            Ok(x.as_slice()[..local.rows.len()].to_vec())
        })
    };
    assert_eq!(run(4)?, run(1)?);
    Ok(())
}

/// Messages that come late and in any order change nothing.
#[test]
fn order_of_messages_does_not_matter() -> Result<(), Error> {
    let rows = 24;
    let near = graph(rows, 1, 3, 5);
    let once = diffusion(Threads::new(1), &Partition::even(rows, 1), &near)?;
    let count: u64 = std::env::var("ARRAY_FN_RANDOM_MESSAGES").map_or(40, |n| n.parse().unwrap());
    for seed in 0..count {
        let ranks = 2 + (seed % 4) as usize;
        let threads = Threads::new(ranks).disorder(seed);
        assert_eq!(diffusion(threads, &Partition::even(rows, ranks), &near)?, once, "seed {seed}");
    }
    Ok(())
}

#[test]
fn lost_messages_and_failed_ranks_are_reported() {
    let rows = 24;
    let near = graph(rows, 1, 3, 5);
    let threads = Threads::new(3).timeout(Duration::from_millis(200)).lose(2);
    let error = diffusion(threads, &Partition::even(rows, 3), &near).unwrap_err().to_string();
    assert!(error.contains("has waited 0.2 s for a message of rank"), "{error}");
    assert!(error.contains("on channel 0"), "{error}");

    let error = Threads::new(3).run(|exchange| {
        if exchange.rank() == 1 {
            return Err(Error::Ranks { message: "on purpose".into() });
        }
        exchange.max(&mut [0.0])
    });
    assert_eq!(error.unwrap_err().to_string(), "on purpose");
    let others = std::sync::Mutex::new(Vec::new());
    let caught = std::panic::catch_unwind(|| {
        let _ = Threads::new(3).run(|exchange| {
            assert!(exchange.rank() != 2, "on purpose");
            let outcome = exchange.gather(&[]);
            others.lock().unwrap().push(outcome.as_ref().unwrap_err().to_string());
            outcome
        });
    });
    assert!(caught.is_err());
    assert_eq!(*others.lock().unwrap(), ["rank 2 has failed: it panicked"; 2]);
}

#[test]
fn operations_on_all_ranks() -> Result<(), Error> {
    for ranks in [1, 2, 5] {
        Threads::new(ranks).run(|rank| operations(&*rank))?;
    }
    Ok(())
}

#[test]
fn mistakes_are_named() -> Result<(), Error> {
    let solo = || -> Arc<dyn Exchange> { Arc::new(Solo) };
    let rows = |interior, own, all| Rows { interior, own, all };
    let wrong =
        |rows: Rows, halos: Vec<Halo>| Ranks::new(solo(), rows, halos).unwrap_err().to_string();
    assert!(wrong(rows(3, 2, 4), vec![]).contains("each number has to be at most the one before"));
    let halo = |rank, send: &[usize], receive: &[usize]| {
        let neighbour = Neighbour { rank, send: send.to_vec(), receive: receive.to_vec() };
        vec![Halo { per_row: 1, neighbours: vec![neighbour] }]
    };
    assert!(wrong(rows(1, 2, 4), halo(1, &[0], &[2])).contains("rank 1 cannot be a neighbour"));
    Threads::new(2).run(|exchange| {
        let other = 1 - exchange.rank();
        let wrong = |send: &[usize], receive: &[usize]| {
            let ranks = Ranks::new(exchange.clone(), rows(1, 2, 4), halo(other, send, receive));
            ranks.unwrap_err().to_string()
        };
        assert!(wrong(&[2], &[2]).contains("position 2 cannot be sent"));
        assert!(wrong(&[1], &[1]).contains("position 1 cannot be received"));
        assert!(wrong(&[1], &[3, 3]).contains("position 3 cannot be received"));
        assert!(wrong(&[1], &[4]).contains("position 4 cannot be received"));

        let ranks = Ranks::new(exchange.clone(), rows(1, 2, 16), halo(other, &[1], &[2]))?;
        let device = Device::cpu().with_ranks(&ranks);
        let x: Array<f64, 1> = Array::zeros([16])?;
        let at = IndexArray::new([16], 0..16, 16)?;
        device.run(|| {
            let error = local(&x, &at).unwrap_err().to_string();
            assert!(error.contains("argument `at` names elements of other ranks"), "{error}");
            assert!(error.contains("`#[ranks(E)]`"), "{error}");
            assert_eq!(largest(&x)?.as_slice(), [0.0]);
            let small = IndexArray::new([4, 2], [0; 8], 4)?;
            let error = diffuse(&mut Array::zeros([4])?, &small, 0.5, 1).unwrap_err().to_string();
            assert!(
                error.contains("`E` is 4 here, but arrays of this rank have 16 rows"),
                "{error}"
            );
            let across = IndexArray::new([16, 2], [0; 32], 16 * 4)?;
            let (own, matrix) = (IndexArray::new([2], [0, 1], 4)?, Array::zeros([4, 4])?);
            let lift: Array<f64, 2> = Array::zeros([4, 2])?;
            let mut q = Array::zeros([4, 16, 4])?;
            let error =
                stages(&mut q, &across, &own, &matrix, &lift, &[0.1]).unwrap_err().to_string();
            assert!(error.contains("`per_row: 4`"), "{error}");
            Ok::<_, Error>(())
        })
    })?;
    Ok(())
}
