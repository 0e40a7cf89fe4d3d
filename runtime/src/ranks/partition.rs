//! Which rows belong to which rank, and their numbers there.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use super::{Exchange, Halo, Neighbour, Ranks, Rows};
use crate::Error;

/// The rows of all ranks together: each rank has a range of them, in the order of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Where the range of each rank begins, and then where the last one ends.
    begins: Vec<usize>,
}

impl Partition {
    /// `rows` rows in ranges that differ by at most one row.
    pub fn even(rows: usize, ranks: usize) -> Partition {
        let ranks = ranks.max(1);
        let begin = |rank: usize| (rows as u128 * rank as u128 / ranks as u128) as usize;
        Partition { begins: (0..=ranks).map(begin).collect() }
    }

    /// Ranges with so many rows each.
    pub fn of(counts: &[usize]) -> Partition {
        let mut begins = vec![0];
        begins.extend(counts.iter().scan(0, |end, count| {
            *end += count;
            Some(*end)
        }));
        Partition { begins }
    }

    /// The number of ranks.
    pub fn ranks(&self) -> usize {
        self.begins.len() - 1
    }

    /// The number of all rows.
    pub fn rows(&self) -> usize {
        self.begins.last().copied().unwrap_or(0)
    }

    /// The rows of a rank. A rank that does not exist has none.
    pub fn range(&self, rank: usize) -> Range<usize> {
        match self.begins.get(rank..rank + 2) {
            Some(&[begin, end]) => begin..end,
            _ => 0..0,
        }
    }

    /// The rank that has a row.
    pub fn owner(&self, row: usize) -> usize {
        self.begins.partition_point(|begin| *begin <= row).saturating_sub(1)
    }
}

/// What the rows of a rank read at positions, as one `index<E * per_row>` parameter has them.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// The number of positions of a row.
    pub per_row: usize,
    /// The positions, with rows counted over all ranks. Each of the rank's rows has equally many, one row after the other.
    pub of_rows: &'a [usize],
}

/// The rows of one rank, with numbers of its own.
#[derive(Clone, Debug)]
pub struct Local {
    /// For each of its rows, the number that it has over all ranks. Those of the interior come first.
    pub rows: Vec<usize>,
    /// The rank. Its rows are those, then the rows that were asked for behind them.
    pub ranks: Ranks,
    /// For each [`Positions`], the positions of the rank's rows, in their new order and with new numbers.
    pub positions: Vec<Vec<usize>>,
}

impl Local {
    /// Gives the rows of a rank new numbers: first those that read at own positions only, then the others, then `behind`
    /// additional rows, then the halo. Ranks tell each other which elements they need, so all of them call this.
    ///
    /// # Errors
    /// [`Error::Ranks`] if there are not as many ranks as ranges, positions are not the same number for each row, or one
    /// is beyond all rows; and the errors of the transport.
    pub fn new(
        exchange: &Arc<dyn Exchange>,
        partition: &Partition,
        behind: usize,
        reads: &[Positions<'_>],
    ) -> Result<Local, Error> {
        let refused = |message: String| Error::Ranks { message };
        if partition.ranks() != exchange.size() {
            let (ranges, size) = (partition.ranks(), exchange.size());
            return Err(refused(format!(
                "rows are in {ranges} ranges, and there are {size} ranks: make a range for each"
            )));
        }
        let own = partition.range(exchange.rank());
        let count = own.len();
        for Positions { per_row, of_rows } in reads {
            let end = partition.rows().saturating_mul(*per_row);
            if *per_row == 0 || count > 0 && !of_rows.len().is_multiple_of(count) {
                let given = of_rows.len();
                return Err(refused(format!(
                    "{given} positions for {count} rows: each row needs equally many"
                )));
            }
            if let Some(position) = of_rows.iter().find(|position| **position >= end) {
                return Err(refused(format!(
                    "position {position} is beyond the last, {end} less 1"
                )));
            }
        }
        let row_of = |k: usize, of: &Positions<'_>, at: usize| {
            let each = of.of_rows.len() / count.max(1);
            of.of_rows[k * each..][..each][at] / of.per_row
        };
        let is_interior = |k: &usize| {
            reads.iter().all(|of| {
                (0..of.of_rows.len() / count.max(1)).all(|at| own.contains(&row_of(*k, of, at)))
            })
        };
        let (interior, rest): (Vec<usize>, Vec<usize>) = (0..count).partition(is_interior);
        let order: Vec<usize> = interior.iter().chain(&rest).copied().collect();
        let mut number = vec![0; count];
        order.iter().enumerate().for_each(|(new, old)| number[*old] = new);

        let mut first = count + behind;
        let (mut halos, mut positions) = (Vec::new(), Vec::new());
        for of in reads {
            let (halo, local) =
                exchange_positions(exchange, partition, of, (&order, &number), &mut first)?;
            match halos.iter_mut().find(|known: &&mut Halo| known.per_row == halo.per_row) {
                Some(_) => {
                    let per_row = halo.per_row;
                    return Err(refused(format!(
                        "there are two arrays of positions with {per_row} per row: put them into one"
                    )));
                }
                None => halos.push(halo),
            }
            positions.push(local);
        }
        let rows = Rows {
            interior: interior.len(),
            own: count + behind,
            // Arrays of a rank without rows have some, too, because maxima need an element.
            all: first.next_multiple_of(Rows::ALIGNED).max(Rows::ALIGNED),
        };
        let ranks = Ranks::new(exchange.clone(), rows, halos)?;
        let rows = order.into_iter().map(|k| own.start + k).collect();
        Ok(Local { rows, ranks, positions })
    }
}

/// The halo for some positions, from row `first` on, which moves behind it; and the new numbers of the positions. `order`
/// has the old number of each row, and `number` the new one.
fn exchange_positions(
    exchange: &Arc<dyn Exchange>,
    partition: &Partition,
    of: &Positions<'_>,
    (order, number): (&[usize], &[usize]),
    first: &mut usize,
) -> Result<(Halo, Vec<usize>), Error> {
    let Positions { per_row, of_rows } = *of;
    let own = partition.range(exchange.rank());
    let foreign = of_rows.iter().filter(|position| !own.contains(&(**position / per_row)));
    // By rank, because ranks have rows in ascending order.
    let needed: BTreeSet<usize> = foreign.copied().collect();
    let begin = *first * per_row;
    let place: HashMap<usize, usize> = needed.iter().copied().zip(begin..).collect();
    *first += needed.len().div_ceil(per_row);

    let mut requests = vec![Vec::new(); exchange.size()];
    let mut receive = vec![Vec::new(); exchange.size()];
    for position in &needed {
        let rank = partition.owner(position / per_row);
        requests[rank].extend((*position as u64).to_ne_bytes());
        receive[rank].push(place[position]);
    }
    let local = |position: usize| {
        let row = number[position / per_row - own.start];
        row * per_row + position % per_row
    };
    let asked = exchange.all_to_all(requests)?;
    let mut neighbours = Vec::new();
    for (rank, (bytes, receive)) in asked.iter().zip(receive).enumerate() {
        let asked = bytes.as_chunks::<8>().0.iter().map(|b| u64::from_ne_bytes(*b) as usize);
        let mut send = Vec::new();
        for position in asked {
            if !own.contains(&(position / per_row)) {
                let message =
                    format!("rank {rank} asks for position {position}, which is elsewhere");
                return Err(Error::Ranks { message });
            }
            send.push(local(position));
        }
        if !send.is_empty() || !receive.is_empty() {
            neighbours.push(Neighbour { rank, send, receive });
        }
    }
    let each = of_rows.len() / order.len().max(1);
    let of_row = |old: &usize| of_rows[old * each..][..each].iter();
    let new = |position: &usize| match place.get(position) {
        Some(place) => *place,
        None => local(*position),
    };
    let positions = order.iter().flat_map(of_row).map(new).collect();
    Ok((Halo { per_row, neighbours }, positions))
}
