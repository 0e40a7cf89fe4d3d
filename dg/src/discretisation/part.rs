//! The part of a mesh that a rank has.

use super::{CurvedFactors, Discretisation, check_count};
use crate::agreement::agree;
use crate::checkpoint::Elements;
use crate::mesh::{Connectivity, Face, Mesh, MeshShare, Parts};
use crate::reference::ReferenceElement;
use crate::{Error, checkpoint};
use array_fn::ranks::{ExactSum, Exchange, Halo, Local, Neighbour, Positions, Ranks, Rows, Solo};
use ndarray::{Array2, Array3, Axis};
use std::fmt;
use std::sync::Arc;

/// The part of a mesh that a rank has, and what it exchanges with other ranks.
///
/// The rank's elements come first, those that touch no other rank's before the others. Behind them, a solver has elements
/// for states on the boundary, and then the *halo*: the nodes across faces to other ranks, one after another, `N` of
/// which fill an element.
#[derive(Clone)]
pub struct Part {
    pub(crate) exchange: Arc<dyn Exchange>,
    /// For each of the rank's elements, its number in the mesh.
    pub elements: Vec<usize>,
    /// The number of elements of the mesh.
    pub total: usize,
    /// How many of the rank's elements touch no other rank's.
    pub interior: usize,
    /// The rank's elements, and behind them those of other ranks across faces. Neighbours in it are numbers in it.
    pub(crate) beside: Box<Discretisation>,
    /// The number of nodes in the halo.
    pub(crate) halo: usize,
    /// What is exchanged. Positions to be received count from the beginning of the halo.
    neighbours: Vec<Neighbour>,
    /// The largest `fscale` of all ranks.
    pub(crate) max_fscale: f64,
    /// The fingerprint of the mesh.
    pub(crate) fingerprint: u64,
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, size) = (self.exchange.rank(), self.exchange.size());
        let (own, total) = (self.elements.len(), self.total);
        write!(f, "Part(rank {rank} of {size}, {own} of {total} elements)")
    }
}

impl Part {
    /// The number of ranks that share faces with this one.
    pub fn neighbours(&self) -> usize {
        self.neighbours.len()
    }

    /// The number of faces that this rank shares with others.
    pub fn shared_faces(&self, nodes_of_face: usize) -> usize {
        self.halo / nodes_of_face
    }
}

impl Discretisation {
    /// The part of a rank in the nodal discretisation of order `order` on `mesh`. The mesh is cut along a curve, or as its
    /// file says ([`Parts::of_mesh`]). All ranks call this, with the same mesh.
    ///
    /// Solvers on the part compute the rank's elements, and exchange the nodes of shared faces. Their results are those of
    /// one rank, bit for bit.
    ///
    /// # Errors
    /// As for [`Discretisation::new`]; and [`Error::Array`] when ranks cannot exchange elements.
    pub fn of_rank(mesh: &Mesh, order: usize, exchange: Arc<dyn Exchange>) -> Result<Self, Error> {
        let parts = Parts::of_mesh(mesh, exchange.size())?;
        Self::of_part(mesh, order, exchange, &parts)
    }

    /// The same with a mesh that is cut in another way.
    ///
    /// # Errors
    /// As for [`Discretisation::of_rank`], and [`Error::Array`] when there are not as many parts as ranks.
    pub fn of_part(
        mesh: &Mesh,
        order: usize,
        exchange: Arc<dyn Exchange>,
        parts: &Parts,
    ) -> Result<Self, Error> {
        let share = MeshShare::of_whole(mesh, exchange.rank(), parts)?;
        Self::of_share(&share, order, exchange)
    }

    /// The same with a mesh of which no rank has more than its share.
    ///
    /// # Errors
    /// As for [`Discretisation::of_part`].
    pub fn of_share(
        share: &MeshShare,
        order: usize,
        exchange: Arc<dyn Exchange>,
    ) -> Result<Self, Error> {
        let reference = ReferenceElement::new(order)?;
        let MeshShare {
            mesh, connectivity, own, numbers, places, along, partition, vertices, ..
        } = share;
        let (own, n) = (*own, reference.node_count());
        let total = partition.rows();
        let range = partition.range(exchange.rank());
        let assembled = check_count(numbers.len(), n, &mesh.origin)
            .map_err(Error::from)
            .and_then(|()| Discretisation::assemble(mesh, reference, connectivity.clone()));
        let mut beside = agree(&*exchange, assembled)?;
        beside.places = along.clone();

        // Positions over all ranks count elements part by part.
        let nodes = beside.exterior_nodes.outer_iter().take(own);
        let own_nodes: Vec<usize> =
            nodes.flat_map(|of| of.iter().map(|&node| node as usize).collect::<Vec<_>>()).collect();
        let of_rows: Vec<usize> =
            own_nodes.iter().map(|node| places[node / n] * n + node % n).collect();
        let reads = Positions { per_row: n, of_rows: &of_rows };
        let local = Local::new(&exchange, partition, 0, &[reads])?;

        let order: Vec<usize> = local.rows.iter().map(|at| at - range.start).collect();
        let order: Vec<usize> = order.into_iter().chain(own..numbers.len()).collect();
        let beside = beside.reordered(&order);
        let elements: Vec<usize> = order[..own].iter().map(|k| numbers[*k]).collect();
        let first = own * n;
        let halo = &local.ranks.halos()[0];
        let neighbours: Vec<Neighbour> = halo
            .neighbours
            .iter()
            .map(|of| Neighbour {
                receive: of.receive.iter().map(|at| at - first).collect(),
                ..of.clone()
            })
            .collect();
        let count = neighbours.iter().map(|of| of.receive.len()).sum();
        let mut d = beside.first(own);
        let exterior = local.positions[0].iter().map(|&at| match at < first {
            true => at as i32,
            false => -1 - (at - first) as i32,
        });
        d.vertices = Array2::from_shape_fn((own, 4), |(e, i)| vertices[order[e]][i]);
        let shape = d.exterior_nodes.dim();
        d.exterior_nodes = Array3::from_shape_vec(shape, exterior.collect())
            .unwrap_or_else(|_| Array3::zeros(shape));
        let mut max_fscale = [d.max_fscale()];
        exchange.max(&mut max_fscale)?;
        // Positions of nodes in the mesh, by the numbers of elements there.
        let global = |e: usize| {
            let nodes = local.positions[0].len() / own.max(1);
            let old = order[e];
            own_nodes[old * nodes..][..nodes].iter().map(move |at| (numbers[at / n], at % n))
        };
        let fingerprint = sum_of_ranks(&exchange, |hash| {
            for (e, element) in elements.iter().enumerate() {
                let across = global(e).map(|(at, node)| (at * n + node) as f64);
                hash(checkpoint::fingerprint(*element, d.nodes_of(e).chain(across)));
            }
        })?;
        d.part = Some(Arc::new(Part {
            interior: local.ranks.rows().interior,
            exchange,
            elements,
            total,
            beside: Box::new(beside),
            halo: count,
            neighbours,
            max_fscale: max_fscale[0],
            fingerprint,
        }));
        Ok(d)
    }

    /// The part of the mesh, if it is that of a rank.
    pub fn part(&self) -> Option<&Part> {
        self.part.as_deref()
    }

    /// The number of elements in the whole mesh.
    pub fn total_elements(&self) -> usize {
        self.part().map_or(self.element_count(), |part| part.total)
    }

    /// The number of an element in the whole mesh.
    pub(crate) fn number(&self, element: usize) -> usize {
        self.part().map_or(element, |part| part.elements[element])
    }

    /// The number of additional elements behind those of the mesh, of which `states` hold states on the boundary.
    pub(crate) fn behind(&self, states: usize) -> usize {
        let Some(part) = self.part() else { return states };
        let own = self.element_count();
        let halo = part.halo.div_ceil(self.reference.node_count());
        // A rank without elements has some for programs of single elements, such as the largest signal rate.
        (own + states + halo).next_multiple_of(Rows::ALIGNED).max(Rows::ALIGNED) - own
    }

    /// The rank for functions on arrays with `states` elements for states on the boundary, if this is the part of one.
    pub(crate) fn ranks(&self, states: usize) -> Result<Option<Ranks>, Error> {
        let Some(part) = self.part() else { return Ok(None) };
        let (own, per_row) = (self.element_count(), self.reference.node_count());
        let rows =
            Rows { interior: part.interior, own: own + states, all: own + self.behind(states) };
        let first = (own + states) * per_row;
        let neighbours = part.neighbours.iter().map(|of| Neighbour {
            receive: of.receive.iter().map(|at| first + at).collect(),
            ..of.clone()
        });
        let halo = Halo { per_row, neighbours: neighbours.collect() };
        Ok(Some(Ranks::new(part.exchange.clone(), rows, vec![halo])?))
    }

    /// The largest of a number of each rank, or NaN if one of them is NaN. It is the number itself without ranks.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    pub fn max_of_ranks<const N: usize>(&self, mut x: [f64; N]) -> Result<[f64; N], Error> {
        if let Some(part) = self.part() {
            part.exchange.max(&mut x)?;
        }
        Ok(x)
    }

    /// The sums of numbers of elements, over the elements of all ranks. Each is rounded once, so that it is the same bits for
    /// any number of ranks.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    pub fn sums_of_ranks<const N: usize>(
        &self,
        of_elements: [&[f64]; N],
    ) -> Result<[f64; N], Error> {
        let mut sums = of_elements.map(|numbers| numbers.iter().copied().collect::<ExactSum>());
        if let Some(part) = self.part() {
            ExactSum::of_ranks(&mut sums, &*part.exchange)?;
        }
        Ok(sums.map(|sum| sum.value()))
    }

    /// The elements for files to go on from.
    pub(crate) fn records(&self) -> Elements<'_> {
        let part = self.part();
        Elements {
            exchange: part.map_or(&Solo, |part| &*part.exchange),
            places: &self.places,
            numbers: part.map(|part| &part.elements[..]),
            total: self.total_elements(),
        }
    }

    /// A fingerprint of numbers of each element, which does not depend on ranks.
    pub(crate) fn fingerprint<I: Iterator<Item = f64>>(
        &self,
        of_element: impl Fn(usize) -> I,
    ) -> Result<u64, Error> {
        let each = |hash: &mut dyn FnMut(u64)| {
            for e in 0..self.element_count() {
                hash(checkpoint::fingerprint(self.number(e), of_element(e)));
            }
        };
        match self.part() {
            Some(part) => sum_of_ranks(&part.exchange, each),
            None => Ok(sum(each)),
        }
    }

    /// The fingerprint of the mesh, with its nodes.
    pub(crate) fn mesh_fingerprint(&self) -> u64 {
        match self.part() {
            Some(part) => part.fingerprint,
            None => sum(|hash| {
                for e in 0..self.element_count() {
                    let across = self.exterior_nodes.index_axis(Axis(0), e).to_owned();
                    let across = across.into_iter().map(f64::from);
                    hash(checkpoint::fingerprint(e, self.nodes_of(e).chain(across)));
                }
            }),
        }
    }

    /// The coordinates of the nodes of an element.
    fn nodes_of(&self, e: usize) -> impl Iterator<Item = f64> {
        (0..self.reference.node_count()).flat_map(move |i| self.node(e, i))
    }

    /// Values of all ranks, `[fields, elements, N]` of each, in the order of the mesh. Only rank 0 gets them.
    pub(crate) fn gathered(&self, values: Array3<f64>) -> Result<Option<Array3<f64>>, Error> {
        let Some(part) = self.part() else { return Ok(Some(values)) };
        let (fields, _, n) = values.dim();
        let numbers = part.elements.iter().flat_map(|e| (*e as u64).to_ne_bytes());
        let count = (part.elements.len() as u64).to_ne_bytes();
        let values = values.iter().flat_map(|x| x.to_ne_bytes());
        let bytes: Vec<u8> = count.into_iter().chain(numbers).chain(values).collect();
        let Some(all) = part.exchange.gather(&bytes)? else { return Ok(None) };
        let mut whole = Array3::zeros((fields, part.total, n));
        for bytes in all {
            let words = bytes.as_chunks::<8>().0;
            let count = u64::from_ne_bytes(words[0]) as usize;
            let (elements, values) = words[1..].split_at(count);
            for (at, value) in values.iter().enumerate() {
                let (field, e, i) = (at / (count * n), at / n % count, at % n);
                let element = u64::from_ne_bytes(elements[e]) as usize;
                whole[[field, element, i]] = f64::from_ne_bytes(*value);
            }
        }
        Ok(Some(whole))
    }

    /// The same elements in another order, with neighbours by their new numbers.
    fn reordered(&self, order: &[usize]) -> Discretisation {
        let n = self.reference.node_count();
        let mut number = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| number[*old] = new);
        let mut d = self.selected(order);
        d.exterior_nodes.mapv_inplace(|node| {
            let node = node as usize;
            (number[node / n] * n + node % n) as i32
        });
        for face in d.connectivity.faces.iter_mut().flatten() {
            if let Face::Neighbour { element, .. } = face {
                *element = number[*element as usize] as u32;
            }
        }
        d
    }

    /// The first elements.
    fn first(&self, count: usize) -> Discretisation {
        self.selected(&(0..count).collect::<Vec<_>>())
    }

    /// Some elements. Neighbours keep their numbers.
    fn selected(&self, elements: &[usize]) -> Discretisation {
        let Discretisation { reference, connectivity, groups, .. } = self;
        Discretisation {
            reference: reference.clone(),
            nodes: self.nodes.select(Axis(1), elements),
            jacobian: self.jacobian.select(Axis(0), elements),
            metric: self.metric.select(Axis(2), elements),
            normal: self.normal.select(Axis(1), elements),
            fscale: self.fscale.select(Axis(0), elements),
            curved: self.curved.as_ref().map(|curved| CurvedFactors {
                jacobian: curved.jacobian.select(Axis(0), elements),
                metric: curved.metric.select(Axis(2), elements),
                normal: curved.normal.select(Axis(1), elements),
                surface: curved.surface.select(Axis(0), elements),
            }),
            exterior_nodes: self.exterior_nodes.select(Axis(0), elements),
            connectivity: Connectivity {
                faces: elements.iter().map(|e| connectivity.faces[*e]).collect(),
                periodic_faces: connectivity.periodic_faces,
            },
            groups: groups.clone(),
            places: elements.iter().map(|e| self.places[*e]).collect(),
            vertices: Array2::zeros((0, 4)),
            part: None,
        }
    }
}

/// The sum of hashes, which wraps.
fn sum(each: impl FnOnce(&mut dyn FnMut(u64))) -> u64 {
    let mut total = 0u64;
    each(&mut |hash| total = total.wrapping_add(hash));
    total
}

/// The same over all ranks.
fn sum_of_ranks(
    exchange: &Arc<dyn Exchange>,
    each: impl FnOnce(&mut dyn FnMut(u64)),
) -> Result<u64, Error> {
    let mut total = [sum(each).cast_signed()];
    exchange.sum(&mut total)?;
    Ok(total[0].cast_unsigned())
}
