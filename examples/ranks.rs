//! A function over ranks: diffusion on a ring of cells, of which each rank has a part. The ranks are threads here; with
//! MPI (docs/ranks.md) they would be processes, and `on_rank` the same.
//!
//! ```text
//! cargo run --example ranks
//! ```
//!
//! It prints the largest value after 1000 steps, whose bits are the same for any number of ranks:
//!
//! ```text
//! 1 ranks: 0.8949056986661856
//! 2 ranks: 0.8949056986661856
//! 5 ranks: 0.8949056986661856
//! ```

use std::sync::Arc;

use array_fn::ranks::{Exchange, Local, Partition, Positions, Threads};
use array_fn::{Array, Device, Error, IndexArray, array_fn};

array_fn! {
    /// Steps towards the mean of the two neighbours of each cell. The cells, along `E`, belong to ranks.
    #[ranks(E)]
    pub fn diffuse<E>(u: &mut [f64; E], near: [index<E>; E, 2], rate: f64, steps: i64) {
        for _t in 0..steps {
            u += rate * (u[near].mean(axis=1) - u);
        }
    }
}

const CELLS: usize = 400;

/// What each rank does.
fn on_rank(exchange: &Arc<dyn Exchange>) -> Result<f64, Error> {
    // Its cells, and for each of them the neighbours, with numbers over all ranks.
    let partition = Partition::even(CELLS, exchange.size());
    let cells = partition.range(exchange.rank());
    let near: Vec<usize> =
        cells.flat_map(|cell| [(cell + CELLS - 1) % CELLS, (cell + 1) % CELLS]).collect();

    // The same with its own numbers. Ranks tell each other here which cells they need.
    let reads = Positions { per_row: 1, of_rows: &near };
    let local = Local::new(exchange, &partition, 0, &[reads])?;
    let rows = local.ranks.rows().all;
    let mut positions = local.positions[0].clone();
    positions.resize(rows * 2, 0);
    let near = IndexArray::new([rows, 2], positions, rows)?;

    // Arrays have its own cells in front. The others are filled by the call.
    let mut u = Array::zeros([rows])?;
    for (value, cell) in u.as_mut_slice().iter_mut().zip(&local.rows) {
        *value = (*cell as f64 * std::f64::consts::TAU / CELLS as f64).sin();
    }
    let device = Device::cpu_with_threads(1).with_ranks(&local.ranks);
    device.run(|| diffuse(&mut u, &near, 0.9, 1000))?;

    let own = &u.as_slice()[..local.rows.len()];
    let mut largest = [own.iter().copied().fold(f64::MIN, f64::max)];
    exchange.max(&mut largest)?;
    Ok(largest[0])
}

fn main() -> Result<(), Error> {
    for ranks in [1, 2, 5] {
        let largest = Threads::new(ranks).run(|exchange| on_rank(&exchange))?;
        println!("{ranks} ranks: {}", largest[0]);
    }
    Ok(())
}
