//! What a rank does in each case.

use crate::on_ranks::{Part, cpu, diffusion_of_rank, graph, in_order, operations, staged_of_rank};
use array_fn::Error;
use array_fn::ranks::{Exchange, Link, Partition, Solo};
use array_fn_mpi::Mpi;
use std::process::ExitCode;
use std::sync::Arc;

pub fn run(case: &str) -> ExitCode {
    let mpi = match Mpi::init() {
        Ok(mpi) => mpi,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let work: fn(Arc<dyn Exchange>) -> Result<(), Error> = match case {
        "operations" => |rank| operations(&*rank),
        "large" => large,
        "same_bits" => same_bits,
        "channels" => channels,
        "outlives" => {
            // Channels and ranks that outlive MPI do nothing.
            let rank = mpi.exchange();
            let channel = rank.channel(1, &links(&*rank, 8)).unwrap();
            drop(mpi);
            assert!(rank.max(&mut [1.0]).is_err() || rank.size() == 1);
            drop((channel, rank));
            return ExitCode::SUCCESS;
        }
        "twice" => {
            let error = Mpi::init().err().map(|error| error.to_string());
            assert!(error.is_some_and(|error| error.contains("cannot be initialised")));
            return ExitCode::SUCCESS;
        }
        "killed" => |rank| {
            leave(&*rank, || {
                let kill = std::process::Command::new("kill");
                let _ = { kill }.args(["-KILL", &std::process::id().to_string()]).status();
            })
        },
        "exits" => |rank| leave(&*rank, || std::process::exit(0)),
        "exits_with_1" => |rank| leave(&*rank, || std::process::exit(1)),
        "panics" => |rank| leave(&*rank, || panic!("on purpose")),
        "panics_elsewhere" => |rank| {
            leave(&*rank, || {
                let _ = std::thread::spawn(|| panic!("on purpose")).join();
            })
        },
        "aborts" => |rank| leave(&*rank.clone(), || rank.abort("on purpose")),
        "fails" => |rank| match rank.rank() {
            1 => Err(Error::Ranks { message: "on purpose".into() }),
            _ => rank.max(&mut [0.0]),
        },
        "no_message" => no_message,
        "no_operation" => |rank| match rank.rank() {
            1 => {
                std::thread::sleep(std::time::Duration::from_secs(30));
                Ok(())
            }
            _ => rank.max(&mut [0.0]),
        },
        "other_length" => |rank| {
            let bytes = if rank.rank() == 1 { 16 } else { 24 };
            let mut channel = rank.channel(3, &links(&*rank, bytes))?;
            channel.start()?;
            channel.wait()
        },
        "timeout_is_dropped" => {
            // Nobody looks at the error, and dropping `Mpi` ends all ranks nevertheless.
            let rank = mpi.exchange();
            if no_message(rank.clone()).is_ok() {
                let _ = rank.max(&mut [0.0]);
            }
            return ExitCode::SUCCESS;
        }
        _ => unreachable!("{case}"),
    };
    mpi.run(work);
    ExitCode::SUCCESS
}

/// Links to all other ranks.
fn links(rank: &dyn Exchange, bytes: usize) -> Vec<Link> {
    let others = (0..rank.size()).filter(|other| *other != rank.rank());
    others.map(|other| Link { rank: other, send: bytes, receive: bytes }).collect()
}

/// Rank 1 leaves while the others wait for it.
fn leave(rank: &dyn Exchange, how: impl FnOnce()) -> Result<(), Error> {
    rank.max(&mut [0.0])?;
    if rank.rank() == 1 {
        how();
    }
    let mut channel = rank.channel(2, &links(rank, 64))?;
    channel.start()?;
    channel.wait()
}

/// Rank 1 sends nothing to rank 0.
fn no_message(rank: Arc<dyn Exchange>) -> Result<(), Error> {
    if rank.rank() == 0 {
        let mut channel = rank.channel(5, &[Link { rank: 1, send: 0, receive: 8 }])?;
        channel.start()?;
        let error = channel.wait().unwrap_err();
        // What follows are errors, and no panics.
        assert_eq!(channel.outgoing(0).len(), 0);
        assert!(channel.start().is_err() && rank.sum(&mut [0]).is_err());
        return Err(error);
    }
    Ok(())
}

/// Messages of many sizes over several channels at the same time, again and again.
fn channels(rank: Arc<dyn Exchange>) -> Result<(), Error> {
    let sizes = [1, 8, 1000, 40_000, 3_000_000];
    let mut open = Vec::new();
    for (number, bytes) in sizes.into_iter().enumerate() {
        open.push(rank.channel(number as u32, &links(&*rank, bytes))?);
    }
    let byte = |from: usize, to: usize, round: usize| (from * 50 + to * 7 + round) as u8;
    for round in 0..5 {
        for channel in &mut open {
            for (link, Link { rank: to, .. }) in links(&*rank, 0).iter().enumerate() {
                channel.outgoing(link).fill(byte(rank.rank(), *to, round));
            }
            channel.start()?;
        }
        // In another order.
        for channel in open.iter_mut().rev() {
            channel.poll();
            channel.wait()?;
            for (link, Link { rank: from, .. }) in links(&*rank, 0).iter().enumerate() {
                let (message, expected) = (channel.incoming(link), byte(*from, rank.rank(), round));
                assert!(!message.is_empty() && message.iter().all(|byte| *byte == expected));
            }
        }
    }
    let error = rank.channel(40_000, &links(&*rank, 8)).map(drop).unwrap_err().to_string();
    assert!(error.contains("use numbers up to 32767"), "{error}");
    let nobody = [Link { rank: rank.size(), send: 1, receive: 0 }];
    let error = rank.channel(7, &nobody).map(drop).unwrap_err().to_string();
    assert!(error.contains("ranks, and no rank"), "{error}");
    let huge = [Link { rank: 0, send: 1 << 31, receive: 0 }];
    let error = rank.channel(7, &huge).map(drop).unwrap_err().to_string();
    assert!(error.contains("too large for MPI"), "{error}");
    Ok(())
}

/// Bytes that do not fit one message.
fn large(rank: Arc<dyn Exchange>) -> Result<(), Error> {
    let of = |from: usize| vec![from as u8 + 1; (300 << 20) + from];
    let gathered = rank.gather(&if rank.rank() == 1 { of(1) } else { Vec::new() })?;
    if let Some(gathered) = gathered {
        assert!(gathered[1] == of(1));
    }
    Ok(())
}

/// The bits of one rank, on any number of them, also if some have no rows.
fn same_bits(rank: Arc<dyn Exchange>) -> Result<(), Error> {
    let (rows, ranks) = (213, rank.size());
    let solo: Arc<dyn Exchange> = Arc::new(Solo);
    let near = graph(rows, 1, 5, 1);
    let shape = (4, 3);
    let across = graph(rows, shape.0, shape.1, 4);
    let one = Partition::even(rows, 1);
    let diffused = in_order(&one, vec![diffusion_of_rank(&solo, &cpu(&solo), &one, &near)?]);
    let staged = in_order(&one, vec![staged_of_rank(&solo, &cpu(&solo), &one, shape, &across)?]);
    let mut counts = vec![0; ranks];
    counts[ranks - 1] = rows - 3 * (ranks - 1) / 2 * 2;
    counts[0] += rows - counts[ranks - 1];
    for partition in [Partition::even(rows, ranks), Partition::of(&counts)] {
        let part = diffusion_of_rank(&rank, &cpu(&rank), &partition, &near)?;
        if let Some(parts) = gather(&*rank, &part)? {
            assert!(in_order(&partition, parts) == diffused, "{partition:?}");
        }
        let part = staged_of_rank(&rank, &cpu(&rank), &partition, shape, &across)?;
        if let Some(parts) = gather(&*rank, &part)? {
            assert!(in_order(&partition, parts) == staged, "{partition:?}");
        }
    }
    Ok(())
}

/// The parts of all ranks, on rank 0.
fn gather(rank: &dyn Exchange, (rows, values): &Part) -> Result<Option<Vec<Part>>, Error> {
    let bits = values.iter().map(|value| value.to_bits());
    let words = std::iter::once(rows.len() as u64).chain(rows.iter().map(|row| *row as u64));
    let bytes: Vec<u8> = words.chain(bits).flat_map(u64::to_ne_bytes).collect();
    let part = |bytes: Vec<u8>| {
        let words = bytes.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word));
        let words: Vec<u64> = words.collect();
        let (rows, bits) = words[1..].split_at(words[0] as usize);
        let rows = rows.iter().map(|row| *row as usize).collect();
        (rows, bits.iter().map(|bits| f64::from_bits(*bits)).collect())
    };
    Ok(rank.gather(&bytes)?.map(|all| all.into_iter().map(part).collect()))
}
