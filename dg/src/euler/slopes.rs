//! Slopes that are limited by the averages around each vertex, also where ranks share the elements around it.

use crate::mesh::words::{all_gather, all_to_all, keeper, lost};
use crate::{Discretisation, Error, Part, Real};
use array_fn::ranks::{Exchange, Local, Partition, Positions, Ranks};
use array_fn::{Array, Device, IndexArray};
use array_fn_dg_operators::limit::{averages, averages_around, limit_slopes, limit_slopes_within};
use ndarray::Array2;
use std::collections::HashMap;

/// The elements around the vertices.
#[derive(Clone, Debug)]
pub(super) enum Slopes {
    Whole(Whole),
    OnRanks(OnRanks),
}

/// All elements of a mesh, then those of prescribed states. Each of these is its own only neighbour.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    /// Elements around each vertex, `[V, D]`.
    around: IndexArray<2>,
    /// Vertices of the elements, `[E, 4]`.
    vertices: IndexArray<2>,
}

/// The elements of a rank. Averages have an order of their own, whose halo has the elements of other ranks around the
/// vertices. They are more than those across faces.
#[derive(Clone, Debug)]
pub(super) struct OnRanks {
    ranks: Ranks,
    /// For each average, its element in the state: `[F]`.
    elements: IndexArray<1>,
    /// For each element of the state, its average: `[E]`. Those behind the rank's elements have any.
    averages: IndexArray<1>,
    /// The averages around each vertex of each element, `[F, 4, D]`.
    around: IndexArray<3>,
}

impl Slopes {
    /// The elements around the vertices of `d`, behind whose elements there are `more` others in a state. On ranks, all
    /// ranks call this.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, or ranks cannot exchange neighbours.
    pub fn new(d: &Discretisation, more: usize) -> Result<Slopes, Error> {
        Ok(match d.part() {
            None => Slopes::Whole(Whole::new(&d.vertices, more)?),
            Some(part) => Slopes::OnRanks(OnRanks::new(d, part, more)?),
        })
    }

    /// Limits the state `q`, `[5, E, 4]`.
    ///
    /// # Errors
    /// As for [`Slopes::new`].
    pub fn apply<T: Real>(&self, q: &mut Array<T, 3>) -> Result<(), Error> {
        match self {
            Slopes::Whole(Whole { around, vertices }) => limit_slopes(q, around, vertices)?,
            Slopes::OnRanks(of) => {
                // Averages have other rows than the state, whose halo these functions do not read.
                let own = Device::current().without_ranks();
                let mean = own.run(|| averages(q, &of.elements))?;
                let around = own.clone().with_ranks(&of.ranks);
                let (lowest, highest) = around.run(|| averages_around(&mean, &of.around))?;
                own.run(|| limit_slopes_within(q, &lowest, &highest, &of.averages))?;
            }
        }
        Ok(())
    }
}

impl Whole {
    /// `corners` are the vertices of the elements, `[E, 4]`.
    fn new(corners: &Array2<u64>, more: usize) -> Result<Self, Error> {
        let elements = corners.nrows();
        let count = corners.iter().max().map_or(0, |last| *last as usize + 1);
        let mut around: Vec<Vec<i32>> = vec![Vec::new(); count];
        let mut vertices = Array2::<i32>::zeros((elements + more, 4));
        for ((e, i), &vertex) in corners.indexed_iter() {
            vertices[[e, i]] = vertex as i32;
            around[vertex as usize].push(e as i32);
        }
        for e in elements..elements + more {
            vertices.row_mut(e).fill(around.len() as i32);
            around.push(vec![e as i32]);
        }
        let most = around.iter().map(Vec::len).max().unwrap_or(1).max(1);
        // Lists are filled up with their first element. Vertices that others stand for list any element.
        let list =
            |(v, i): (usize, usize)| around[v].get(i).or(around[v].first()).copied().unwrap_or(0);
        let table = Array2::from_shape_fn((around.len(), most), list);
        Ok(Whole {
            around: IndexArray::new([around.len(), most], &table, elements + more)?,
            vertices: IndexArray::new([elements + more, 4], &vertices, around.len())?,
        })
    }
}

impl OnRanks {
    fn new(d: &Discretisation, part: &Part, more: usize) -> Result<Self, Error> {
        let exchange = &part.exchange;
        let own = d.element_count();
        let counts = all_gather(&**exchange, &[own as u64])?;
        let counts: Vec<usize> = counts.into_iter().map(|count| count as usize).collect();
        let partition = Partition::of(&counts);
        let first = partition.range(exchange.rank()).start;
        let lists = lists(d, &**exchange, first)?;
        let most = lists.iter().map(Vec::len).max().unwrap_or(1);
        // Lists are filled up with their first element.
        let filled = |list: &Vec<usize>| {
            let element = |i: usize| list.get(i).or(list.first()).copied().unwrap_or(first);
            (0..most).map(element).collect::<Vec<_>>()
        };
        let of_rows: Vec<usize> = lists.iter().flat_map(filled).collect();
        let reads = Positions { per_row: 1, of_rows: &of_rows };
        let local = Local::new(exchange, &partition, 0, &[reads])?;

        let all = local.ranks.rows().all;
        let mut around: Vec<i32> = local.positions[0].iter().map(|at| *at as i32).collect();
        around.resize(all * 4 * most, 0);
        let mut elements = vec![0i32; all];
        let mut averages = vec![0i32; own + more];
        for (average, row) in local.rows.iter().enumerate() {
            elements[average] = (row - first) as i32;
            averages[row - first] = average as i32;
        }
        Ok(OnRanks {
            elements: IndexArray::new([all], &elements, own + more)?,
            averages: IndexArray::new([own + more], &averages, all)?,
            around: IndexArray::new([all, 4, most], &around, all)?,
            ranks: local.ranks,
        })
    }
}

/// For each vertex of each element of this rank, the elements of all ranks around it, in the order of the mesh. They are
/// numbered rank by rank, and `first` is the first number of this rank.
fn lists(
    d: &Discretisation,
    exchange: &dyn Exchange,
    first: usize,
) -> Result<Vec<Vec<usize>>, Error> {
    let mut parts = vec![Vec::new(); exchange.size()];
    for ((e, _), vertex) in d.vertices.indexed_iter() {
        let numbers = [*vertex, d.number(e) as u64, (first + e) as u64];
        parts[keeper(*vertex, exchange.size())].extend(numbers);
    }
    let came = all_to_all(exchange, parts)?;
    let mut known: HashMap<u64, Vec<(u64, u64)>> = HashMap::new();
    for [vertex, number, element] in came.iter().flat_map(|words| words.as_chunks::<3>().0) {
        known.entry(*vertex).or_default().push((*number, *element));
    }
    known.values_mut().for_each(|elements| elements.sort_unstable());
    let answer = |words: &Vec<u64>| {
        let mut vertices: Vec<u64> = words.as_chunks::<3>().0.iter().map(|of| of[0]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let mut answer = Vec::new();
        for vertex in vertices {
            let elements = known.get(&vertex).map_or(&[][..], Vec::as_slice);
            answer.extend([vertex, elements.len() as u64]);
            answer.extend(elements.iter().map(|(_, element)| element));
        }
        answer
    };
    let answers = all_to_all(exchange, came.iter().map(answer).collect())?;
    let mut around: HashMap<u64, Vec<usize>> = HashMap::new();
    for words in &answers {
        let mut words = words.iter();
        while let Some(vertex) = words.next() {
            let count = words.next().copied().unwrap_or(0) as usize;
            let elements = words.by_ref().take(count).map(|element| *element as usize);
            around.insert(*vertex, elements.collect());
        }
    }
    let list = |vertex: &u64| around.get(vertex).cloned();
    let lists: Option<Vec<Vec<usize>>> = d.vertices.iter().map(list).collect();
    lists.ok_or_else(|| lost("the elements around a vertex are missing"))
}
