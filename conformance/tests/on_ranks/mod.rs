//! What each rank does in tests of transports: with ranks that are threads, and with processes of MPI.

use array_fn::ranks::{Exchange, Local, Partition, Positions};
use array_fn::{Array, Device, Error, IndexArray, array_fn};
use std::sync::Arc;

array_fn! {
    /// Steps of a diffusion on a graph, in place.
    #[ranks(E)]
    pub fn diffuse<E, M>(u: &mut [f64; E], near: [index<E>; E, M], rate: f64, steps: i64) {
        for _t in 0..steps {
            u += rate * (u[near].mean(axis=1) - u);
        }
    }

    /// Two exchanges: of the state, and of what is computed from it, in which the numbers of a node are neighbours.
    #[ranks(E)]
    pub fn stages<E, N, F, T: f32 | f64>(
        q: &mut [T; 4, E, N],
        across: [index<E * N>; E, F],
        own: [index<N>; F],
        matrix: [T; N, N],
        lift: [T; N, F],
        dt: [T; 1],
    )
    where N: 4 | 10 | _
    {
        for s in 0..3 {
            let jump = q.reshape(4, E * N)[.., across] - q[.., .., own];
            let slope = einsum("ij,xej->xei", matrix, q) + einsum("if,xef->xei", lift, jump);
            #[materialize]
            let flux = (0.5 * slope * abs(q)).transpose(1, 2, 0);
            let other = flux.reshape(E * N, 4)[across];
            let rate = einsum("if,efx->xei", lift, other - flux[.., own]) + exp(-abs(slope));
            q += (dt[0] / ((s + 1) as T)) * rate;
        }
    }
}

/// A generator of numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// For each row, `each` positions of rows that are mostly near.
pub fn graph(rows: usize, per_row: usize, each: usize, seed: u64) -> Vec<usize> {
    let mut numbers = Numbers(seed);
    let mut at = Vec::new();
    for row in 0..rows {
        for _ in 0..each {
            let far = numbers.below(8) == 0;
            let other =
                if far { numbers.below(rows) } else { (row + rows + numbers.below(7) - 3) % rows };
            at.push(other * per_row + numbers.below(per_row));
        }
    }
    at
}

pub fn value(k: usize) -> f64 {
    (1.0 + k as f64).sin()
}

/// The rows of a rank, and equally many values of each.
pub type Part = (Vec<usize>, Vec<f64>);

/// The CPU with other numbers of threads on neighbouring ranks.
pub fn cpu(exchange: &Arc<dyn Exchange>) -> Device {
    Device::cpu_with_threads(1 + exchange.rank() % 2)
}

/// Runs `work` on a rank, with its rows of a graph, on a device. It returns values of these rows.
pub fn on_rank(
    exchange: &Arc<dyn Exchange>,
    device: &Device,
    partition: &Partition,
    per_row: usize,
    at: &[usize],
    work: impl Fn(&Local, &IndexArray<2>) -> Result<Vec<f64>, Error>,
) -> Result<Part, Error> {
    let each = at.len() / partition.rows();
    let own = partition.range(exchange.rank());
    let reads = Positions { per_row, of_rows: &at[own.start * each..own.end * each] };
    let mut local = Local::new(exchange, partition, 0, &[reads])?;
    local.ranks = local.ranks.poisoned();
    let all = local.ranks.rows().all;
    // Rows behind the own ones read themselves.
    let rest = (local.rows.len()..all).flat_map(|row| std::iter::repeat_n(row * per_row, each));
    let positions = local.positions[0].iter().copied().chain(rest);
    let index = IndexArray::new([all, each], positions, all * per_row)?;
    let device = device.clone().with_ranks(&local.ranks);
    let values = device.run(|| work(&local, &index))?;
    Ok((local.rows, values))
}

/// The bits of the values of all ranks, in the order of all rows.
pub fn in_order(partition: &Partition, parts: Vec<Part>) -> Vec<u64> {
    let of_row = parts.iter().find(|(rows, _)| !rows.is_empty());
    let of_row = of_row.map_or(0, |(rows, values)| values.len() / rows.len());
    let mut all = vec![0; partition.rows() * of_row];
    for (rows, values) in parts {
        for (k, row) in rows.iter().enumerate() {
            for v in 0..of_row {
                all[row * of_row + v] = values[k * of_row + v].to_bits();
            }
        }
    }
    all
}

/// Values of the own rows, then zeros.
pub fn rows_of(local: &Local, of: impl Fn(usize) -> f64) -> Vec<f64> {
    let rest = local.ranks.rows().all - local.rows.len();
    local.rows.iter().map(|row| of(*row)).chain(std::iter::repeat_n(0.0, rest)).collect()
}

pub fn diffusion_of_rank(
    exchange: &Arc<dyn Exchange>,
    device: &Device,
    partition: &Partition,
    at: &[usize],
) -> Result<Part, Error> {
    on_rank(exchange, device, partition, 1, at, |local, index| {
        let mut u = Array::from_vec([local.ranks.rows().all], rows_of(local, value))?;
        diffuse(&mut u, index, 0.3, 5)?;
        Ok(u.as_slice()[..local.rows.len()].to_vec())
    })
}

/// Calls `stages` with `n` and `f`.
pub fn staged_of_rank(
    exchange: &Arc<dyn Exchange>,
    device: &Device,
    partition: &Partition,
    (n, f): (usize, usize),
    at: &[usize],
) -> Result<Part, Error> {
    on_rank(exchange, device, partition, n, at, |local, index| {
        let all = local.ranks.rows().all;
        let mut q = Array::zeros([4, all, n])?;
        for x in 0..4 {
            for (k, row) in local.rows.iter().enumerate() {
                for i in 0..n {
                    q.as_mut_slice()[(x * all + k) * n + i] = value((row * n + i) * 4 + x);
                }
            }
        }
        let own = IndexArray::new([f], (0..f).map(|k| k % n), n)?;
        let small = |len: usize| (0..len).map(|k| 0.1 * value(k)).collect::<Vec<f64>>();
        let matrix = Array::from_vec([n, n], small(n * n))?;
        let lift = Array::from_vec([n, f], small(n * f))?;
        stages(&mut q, index, &own, &matrix, &lift, &[0.01])?;
        let values = q.as_slice();
        let of_row = |k: usize| (0..4 * n).map(move |v| values[(v / n * all + k) * n + v % n]);
        Ok((0..local.rows.len()).flat_map(of_row).collect())
    })
}

/// All operations on all ranks, with results that are known.
pub fn operations(exchange: &dyn Exchange) -> Result<(), Error> {
    let (rank, size) = (exchange.rank(), exchange.size());
    let (mut sum, mut max) = ([rank as i64, i64::MAX], [-(rank as f64), value(rank)]);
    exchange.sum(&mut sum)?;
    exchange.max(&mut max)?;
    let mut nan = [if rank == size / 2 { f64::NAN } else { 1.0 }];
    exchange.max(&mut nan)?;
    let mut zero = [if rank == 0 { 0.0f64 } else { -0.0 }, if rank == 0 { -0.0 } else { 0.0 }];
    exchange.max(&mut zero)?;
    let gathered = exchange.gather(&vec![rank as u8; rank])?;
    let mut bytes = if rank == 0 { vec![7, 8] } else { vec![rank as u8] };
    exchange.broadcast(&mut bytes)?;
    let parts = exchange.all_to_all((0..size).map(|to| vec![rank as u8; to]).collect())?;
    assert!(nan[0].is_nan());
    assert_eq!(zero.map(f64::is_sign_negative), [false, size == 1]);
    let sums = (size * (size - 1) / 2) as i64;
    assert_eq!(sum, [sums, i64::MAX.wrapping_mul(size as i64)]);
    assert_eq!(max, [0.0, (0..size).map(value).fold(f64::MIN, f64::max)]);
    assert_eq!(bytes, [7, 8]);
    assert_eq!(parts, (0..size).map(|from| vec![from as u8; rank]).collect::<Vec<_>>());
    let all = (0..size).map(|from| vec![from as u8; from]).collect::<Vec<_>>();
    assert_eq!(gathered, (rank == 0).then_some(all));
    assert!(exchange.all_to_all(vec![Vec::new(); size + 1]).is_err());
    Ok(())
}
