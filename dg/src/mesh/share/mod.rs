//! A mesh of which each rank has a share only. No rank ever holds the whole one.

mod extent;
mod faces;
mod file;
mod periodic;
mod slice;
mod sort;
pub(crate) mod words;

pub use slice::MeshSlice;
pub(crate) use slice::{Element, Triangle, range};

use super::curve::Curve;
use super::{Connectivity, Face, Mesh, MeshError, Parts};
use crate::Error;
use crate::agreement::agree;
use array_fn::ranks::{Exchange, Partition};
use faces::{BOUNDARY, Sides};
use slice::mesh_of;
use words::{all_to_all, ask, lost};

/// The elements of a rank, and behind them those of other ranks across their faces.
#[derive(Clone, Debug)]
pub struct MeshShare {
    pub(crate) mesh: Mesh,
    /// What is across the faces, by the numbers of elements here. A neighbour that is not here becomes a boundary.
    pub(crate) connectivity: Connectivity,
    /// How many elements are the rank's.
    pub(crate) own: usize,
    /// For each element, its number in the mesh.
    pub(crate) numbers: Vec<usize>,
    /// For each element, its place among those of all ranks.
    pub(crate) places: Vec<usize>,
    /// For each element, its place on the curve.
    pub(crate) along: Vec<usize>,
    /// For each of the rank's elements, the vertices at its corners in the mesh. Periodic images are the same vertex.
    pub(crate) vertices: Vec<[u64; 4]>,
    pub(crate) partition: Partition,
    most: usize,
}

/// How many elements a rank sends at once. More would be in memory several times, as messages.
const AT_ONCE: usize = 1 << 14;

/// An element that has found its rank.
struct Placed {
    place: u64,
    along: u64,
    element: Element,
}

impl MeshShare {
    /// The elements of the rank of `exchange`, out of the slices that all ranks hold. Elements go along the same curve as
    /// [`Parts::along_curve`] has them, or into the same parts as [`Parts::of_mesh`]. All ranks call this.
    ///
    /// Keys are sorted over the ranks, elements move to their ranks, and faces are matched by ranks that their vertices
    /// choose. So a rank holds a slice, its share, and a few times as many keys.
    ///
    /// # Errors
    /// Those of [`Connectivity::new`], on all ranks; and [`Error::Array`] when ranks cannot exchange elements.
    pub fn new(slice: MeshSlice, exchange: &dyn Exchange) -> Result<MeshShare, Error> {
        let MeshSlice { origin, groups, elements, triangles, periodic } = slice;
        let mut most = elements.len();
        let (rank, size) = (exchange.rank(), exchange.size());
        let mut counts = [elements.len() as i64];
        exchange.sum(&mut counts)?;
        let total = counts[0] as usize;

        let along = along_curve(&elements, exchange, &mut most)?;
        let (places, partition) = parts(&elements, &along, total, exchange, &mut most)?;
        let mut own: Vec<Placed> = Vec::with_capacity(partition.range(rank).len());
        let edges = if has_edges(&elements, exchange)? { Element::EDGES } else { 0 };
        let mut placed = elements.into_iter().zip(along).zip(places);
        for _ in 0..rounds(exchange, placed.len(), AT_ONCE)? {
            let mut parts = vec![Vec::new(); size];
            for ((element, along), place) in placed.by_ref().take(AT_ONCE) {
                let part = &mut parts[partition.owner(place as usize)];
                part.extend([place, along]);
                element.write(part);
            }
            for words in all_to_all(exchange, parts)? {
                own.extend(words.chunks_exact(2 + Element::WORDS + edges).map(|words| Placed {
                    place: words[0],
                    along: words[1],
                    element: Element::read(&words[2..]),
                }));
            }
        }
        drop(placed);
        own.sort_unstable_by_key(|of| of.place);
        let range = partition.range(rank);
        if own.len() != range.len() {
            return Err(lost("elements have not come to their rank"));
        }
        most = most.max(own.len());

        let first = range.start as u64;
        let classes = periodic::classes(exchange, &periodic)?;
        let vertices = periodic::vertices(exchange, &own, classes.as_ref())?;
        let surfaces = (&triangles[..], classes.as_ref());
        let (sides, periodic_faces) =
            faces::connect(exchange, &origin, &own, first, surfaces, &mut most)?;
        let ghosts = ghosts(exchange, &partition, &own, &sides)?;
        most = most.max(own.len() + ghosts.len());

        let places: Vec<usize> =
            own.iter().chain(ghosts.iter().map(|of| &of.0)).map(|of| of.place as usize).collect();
        let local = |place: usize| match range.contains(&place) {
            true => Some(place - range.start),
            false => places[own.len()..].binary_search(&place).ok().map(|k| own.len() + k),
        };
        let side = |side: u64| match side & BOUNDARY {
            0 => match local((side / 4) as usize) {
                Some(e) => Face::Neighbour { element: e as u32, face: (side % 4) as u8 },
                None => Face::Boundary { group: 0 },
            },
            _ => Face::Boundary { group: side as u32 },
        };
        let rows = sides.iter().chain(ghosts.iter().map(|of| &of.1));
        let faces = rows.map(|row| row.map(side)).collect();
        let connectivity = Connectivity { faces, periodic_faces };
        let count = own.len();
        let along = own.iter().chain(ghosts.iter().map(|of| &of.0));
        let along = along.map(|of| of.along as usize).collect();
        let all: Vec<Element> =
            own.into_iter().chain(ghosts.into_iter().map(|of| of.0)).map(|of| of.element).collect();
        let numbers = all.iter().map(|element| element.number as usize).collect();
        let mesh = agree(exchange, mesh_of(&origin, &groups, &all).map_err(Error::from))?;
        let own = count;
        Ok(MeshShare { mesh, connectivity, own, numbers, places, along, vertices, partition, most })
    }

    /// The same share, cut from a mesh that this rank has as a whole.
    ///
    /// # Errors
    /// As for [`Connectivity::new`].
    pub fn of_whole(mesh: &Mesh, rank: usize, parts: &Parts) -> Result<MeshShare, MeshError> {
        let connectivity = Connectivity::new(mesh)?;
        let (order, partition) = (parts.order(), parts.partition());
        let place = inverse(order);
        let range = partition.range(rank);
        let own = &order[range.clone()];
        let across = own.iter().flat_map(|e| &connectivity.faces[*e]);
        let mut across: Vec<usize> = across
            .filter_map(|face| match face {
                Face::Neighbour { element, .. } => Some(place[*element as usize]),
                Face::Boundary { .. } => None,
            })
            .filter(|place| !range.contains(place))
            .collect();
        across.sort_unstable();
        across.dedup();
        let places: Vec<usize> = range.clone().chain(across).collect();
        let numbers: Vec<usize> = places.iter().map(|place| order[*place]).collect();
        let along = inverse(parts.curve());
        let along = numbers.iter().map(|e| along[*e]).collect();
        let class = mesh.vertex_classes();
        let vertices = own.iter().map(|e| mesh.tets[*e].map(|v| u64::from(class[v as usize])));
        let vertices = vertices.collect();
        let (sub, connectivity) = connectivity.restricted(mesh, &numbers);
        let partition = partition.clone();
        let (own, most) = (range.len(), mesh.tets.len());
        Ok(MeshShare {
            mesh: sub,
            connectivity,
            own,
            numbers,
            places,
            along,
            vertices,
            partition,
            most,
        })
    }

    /// The largest number of elements that this rank has held at the same time; or of keys that it has sorted, or of faces
    /// that it has matched, of which four count as an element.
    pub fn most_elements(&self) -> usize {
        self.most
    }

    /// The number of the rank's elements.
    pub fn own(&self) -> usize {
        self.own
    }

    /// Names of the surfaces.
    pub fn groups(&self) -> &[String] {
        &self.mesh.groups
    }

    /// For each of the rank's elements and those across faces, its number in the whole mesh.
    pub fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// What is across the faces of these elements, by their places in [`MeshShare::numbers`]. A neighbour that is not
    /// among them is a boundary.
    pub fn connectivity(&self) -> &Connectivity {
        &self.connectivity
    }
}

/// For each element, where it is in `order`.
pub(crate) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, element)| places[*element] = place);
    places
}

/// How many times a rank sends `at_once` of its records until all ranks have sent theirs.
pub(super) fn rounds(
    exchange: &dyn Exchange,
    records: usize,
    at_once: usize,
) -> Result<usize, Error> {
    let mut rounds = [records.div_ceil(at_once) as f64];
    exchange.max(&mut rounds)?;
    Ok(rounds[0] as usize)
}

/// Whether the elements of some rank are of second order.
fn has_edges(elements: &[Element], exchange: &dyn Exchange) -> Result<bool, Error> {
    let mut has = [f64::from(elements.iter().any(|element| element.edges.is_some()))];
    exchange.max(&mut has)?;
    Ok(has[0] > 0.0)
}

/// The place of each element on the curve through the whole mesh.
fn along_curve(
    elements: &[Element],
    exchange: &dyn Exchange,
    most: &mut usize,
) -> Result<Vec<u64>, Error> {
    let (lower, upper) = extent::bounds(elements, exchange)?;
    let curve = Curve::new(lower, upper);
    let keys = elements.iter().map(|element| [curve.place(element.corners), element.number]);
    sort::places(exchange, &keys.collect::<Vec<_>>(), most)
}

/// The place of each element among those of all ranks, and the ranges of the ranks.
fn parts(
    elements: &[Element],
    along: &[u64],
    total: usize,
    exchange: &dyn Exchange,
    most: &mut usize,
) -> Result<(Vec<u64>, Partition), Error> {
    let size = exchange.size();
    let without = elements.iter().filter(|element| element.partition.is_none()).count();
    let last = elements.iter().filter_map(|element| element.partition).max();
    let mut known = [without as f64, last.map_or(0.0, |last| f64::from(last) + 1.0)];
    exchange.max(&mut known)?;
    if known != [0.0, size as f64] {
        return Ok((along.to_vec(), Partition::even(total, size)));
    }
    let owner = |element: &Element| element.partition.unwrap_or(0);
    let mut counts = vec![0; size];
    elements.iter().for_each(|element| counts[owner(element) as usize] += 1);
    exchange.sum(&mut counts)?;
    let counts: Vec<usize> = counts.into_iter().map(|count| count as usize).collect();
    let keys = elements.iter().zip(along).map(|(of, along)| [owner(of).into(), *along]);
    let places = sort::places(exchange, &keys.collect::<Vec<_>>(), most)?;
    Ok((places, Partition::of(&counts)))
}

/// The elements of other ranks across faces, in the order of their places, with what is across theirs.
fn ghosts(
    exchange: &dyn Exchange,
    partition: &Partition,
    own: &[Placed],
    sides: &Sides,
) -> Result<Vec<(Placed, [u64; 4])>, Error> {
    const WORDS: usize = 6 + Element::WORDS + Element::EDGES;
    let range = partition.range(exchange.rank());
    let across = sides.iter().flatten().filter(|side| *side & BOUNDARY == 0).map(|side| side / 4);
    let mut across: Vec<u64> = across.filter(|at| !range.contains(&(*at as usize))).collect();
    across.sort_unstable();
    across.dedup();
    let requests = across.iter().map(|at| (partition.owner(*at as usize), [*at]));
    let answers = ask(exchange, requests, |asked| {
        let answer = |[place]: &[u64; 1]| {
            let mut answer = [0; WORDS];
            let k = (*place as usize).wrapping_sub(range.start);
            if let Some(of) = own.get(k) {
                let mut words = vec![of.along, u64::from(of.element.edges.is_some())];
                words.extend(sides[k]);
                of.element.write(&mut words);
                answer[..words.len()].copy_from_slice(&words);
            }
            answer
        };
        Ok(asked.iter().map(|of| of.iter().map(answer).collect()).collect())
    })?;
    let read = |(place, words): (u64, [u64; WORDS])| {
        let end = if words[1] == 1 { WORDS } else { WORDS - Element::EDGES };
        let element = Element::read(&words[6..end]);
        let sides = std::array::from_fn(|face| words[2 + face]);
        (Placed { place, along: words[0], element }, sides)
    };
    Ok(across.into_iter().zip(answers).map(read).collect())
}
