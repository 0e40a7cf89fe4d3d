//! How fast ranks exchange messages: the time of a message one way, by its size, and that of `max`.
//!
//! ```text
//! cargo run --release -p array-fn-mpi --example exchange_rates                  # two threads
//! cargo build --release -p array-fn-mpi --features system --example exchange_rates
//! mpirun -n 2 target/release/examples/exchange_rates                            # two processes
//! ```
//!
//! Ranks 0 and 1 send a message to and fro; half of the time of both is the time one way. `start` is how long the sender
//! needs to begin. Times are in microseconds: the median of rounds, and the shortest one. `max` is among all ranks.
//!
//! The last line has constants of the model LogGP, whose time of a message of `n` bytes is `L + 2 o + n G`. The overhead
//! `o` is `start` of 8 bytes, `G` the slope of the medians between 64 kB and 1 MB, and `L` the rest of 8 bytes. Large
//! messages, for which ranks agree before they send, take longer by `rendezvous`.
//!
//! Options: `--threads` for threads although `mpirun` has started this, `--ranks N` for so many threads, and `--json`.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use array_fn::Error;
use array_fn::ranks::{Exchange, Link, Threads, launched};
use array_fn_mpi::Mpi;

/// Bytes of messages.
const SIZES: [usize; 11] =
    [8, 64, 512, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 2 << 20, 4 << 20, 16 << 20];

/// Microseconds.
#[derive(Clone, Copy)]
struct Times {
    median: f64,
    least: f64,
}

struct Row {
    bytes: usize,
    one_way: Times,
    start: Times,
}

struct Rates {
    rows: Vec<Row>,
    max: Times,
}

fn main() -> ExitCode {
    let options: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| options.iter().any(|option| option == name);
    let ranks = options.iter().position(|option| option == "--ranks");
    let ranks = ranks.and_then(|place| options.get(place + 1)?.parse().ok()).unwrap_or(2);
    let rates = if has("--threads") || launched().is_none() {
        let all = Threads::new(ranks).run(|rank| measure(&rank));
        all.map(|mut all| (all.swap_remove(0), "threads", ranks))
    } else {
        Mpi::init().map(|mpi| {
            let size = mpi.exchange().size();
            (mpi.run(|rank| measure(&rank)), "mpi", size)
        })
    };
    match rates {
        Ok((Some(rates), transport, ranks)) => {
            let print = if has("--json") { print_json } else { print_table };
            print(&rates, transport, ranks);
            ExitCode::SUCCESS
        }
        Ok((None, ..)) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures between ranks 0 and 1; rank 0 gets the result.
fn measure(exchange: &Arc<dyn Exchange>) -> Result<Option<Rates>, Error> {
    let rank = exchange.rank();
    if exchange.size() < 2 {
        return Err(Error::Ranks { message: "there is one rank: start at least 2".into() });
    }
    let mut rows = Vec::new();
    for (number, bytes) in SIZES.into_iter().enumerate() {
        let rounds = (32 << 20) / (bytes + (1 << 14)) + 20;
        if rank < 2 {
            let numbers = [2 * number as u32, 2 * number as u32 + 1];
            let (one_way, start) = to_and_fro(&**exchange, numbers, bytes, rounds)?;
            rows.push(Row { bytes, one_way, start });
        }
        exchange.max(&mut [0.0])?;
    }
    let mut times = Vec::new();
    for _ in 0..2000 {
        let begin = Instant::now();
        exchange.max(&mut [1.0])?;
        times.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    Ok((rank == 0).then(|| Rates { rows, max: of(times, 1.0) }))
}

/// The times of a message one way, and of its start on rank 0.
fn to_and_fro(
    exchange: &dyn Exchange,
    [to, fro]: [u32; 2],
    bytes: usize,
    rounds: usize,
) -> Result<(Times, Times), Error> {
    let (rank, other) = (exchange.rank(), 1 - exchange.rank());
    let (send, receive) = if rank == 0 { (bytes, 0) } else { (0, bytes) };
    let mut first = exchange.channel(to, &[Link { rank: other, send, receive }])?;
    let (send, receive) = (receive, send);
    let mut second = exchange.channel(fro, &[Link { rank: other, send, receive }])?;
    let (mut times, mut starts) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let begin = Instant::now();
        first.start()?;
        starts.push(begin.elapsed().as_secs_f64() * 1e6);
        first.wait()?;
        second.start()?;
        second.wait()?;
        times.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    Ok((of(times, 0.5), of(starts, 1.0)))
}

/// The median and the least of times after the first ones, which find nothing in caches.
fn of(mut times: Vec<f64>, factor: f64) -> Times {
    times.drain(..times.len() / 10);
    times.sort_by(f64::total_cmp);
    Times { median: factor * times[times.len() / 2], least: factor * times[0] }
}

/// Of the model, in microseconds, and in microseconds for each byte.
struct Constants {
    latency: f64,
    overhead: f64,
    per_byte: f64,
    rendezvous: f64,
}

fn constants(rates: &Rates) -> Constants {
    let median = |bytes: usize| {
        rates.rows.iter().find(|row| row.bytes == bytes).map_or(f64::NAN, |row| row.one_way.median)
    };
    let (small, large) = (64 << 10, 1 << 20);
    let per_byte = (median(large) - median(small)) / (large - small) as f64;
    let overhead = rates.rows[0].start.median;
    Constants {
        latency: (median(8) - 2.0 * overhead).max(0.0),
        overhead,
        per_byte,
        rendezvous: (median(small) - per_byte * small as f64 - median(8)).max(0.0),
    }
}

fn print_table(rates: &Rates, transport: &str, ranks: usize) {
    println!("{ranks} ranks, {transport}; microseconds: median (least)\n");
    println!("{:>10} {:>22} {:>20} {:>8}", "bytes", "one way", "start", "GB/s");
    let show = |times: Times| format!("{:.2} ({:.2})", times.median, times.least);
    for row in &rates.rows {
        let rate = row.bytes as f64 / row.one_way.median / 1e3;
        let (one_way, start) = (show(row.one_way), show(row.start));
        println!("{:>10} {one_way:>22} {start:>20} {rate:>8.3}", row.bytes);
    }
    println!("\nmax of 1 number: {}", show(rates.max));
    let Constants { latency, overhead, per_byte, rendezvous } = constants(rates);
    println!(
        "L = {latency:.2} us, o = {overhead:.2} us, 1/G = {:.2} GB/s, rendezvous = {rendezvous:.2} us",
        1e-3 / per_byte
    );
}

fn print_json(rates: &Rates, transport: &str, ranks: usize) {
    let times = |of: Times| format!("{{\"median\":{:.3},\"least\":{:.3}}}", of.median, of.least);
    let rows = rates.rows.iter().map(|row| {
        let (one_way, start) = (times(row.one_way), times(row.start));
        format!("{{\"bytes\":{},\"one_way_us\":{one_way},\"start_us\":{start}}}", row.bytes)
    });
    let rows = rows.collect::<Vec<_>>().join(",");
    let Constants { latency, overhead, per_byte, rendezvous } = constants(rates);
    println!(
        "{{\"transport\":\"{transport}\",\"ranks\":{ranks},\"messages\":[{rows}],\"max_us\":{},\"l_us\":{latency:.3},\
         \"o_us\":{overhead:.3},\"g_us_per_byte\":{per_byte:.3e},\"rendezvous_us\":{rendezvous:.3}}}",
        times(rates.max)
    );
}
