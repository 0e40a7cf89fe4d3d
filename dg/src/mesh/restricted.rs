//! Some elements of a mesh as a mesh of their own.

use super::{Connectivity, EdgeNodes, Face, Mesh};
use std::collections::HashMap;

impl Connectivity {
    /// Some tetrahedra of a mesh, and what is across their faces. A neighbour that is not among them becomes a boundary.
    pub(super) fn restricted(&self, mesh: &Mesh, elements: &[usize]) -> (Mesh, Connectivity) {
        let all = self;
        let number: HashMap<usize, u32> =
            elements.iter().enumerate().map(|(k, e)| (*e, k as u32)).collect();
        let faces = elements.iter().map(|e| {
            all.faces[*e].map(|face| match face {
                Face::Neighbour { element, face } => match number.get(&(element as usize)) {
                    Some(element) => Face::Neighbour { element: *element, face },
                    None => Face::Boundary { group: 0 },
                },
                boundary => boundary,
            })
        });
        let connectivity =
            Connectivity { faces: faces.collect(), periodic_faces: all.periodic_faces };
        let edges = mesh.edges.as_ref().map(|edges| EdgeNodes {
            nodes: edges.nodes.clone(),
            of_tets: elements.iter().map(|e| edges.of_tets[*e]).collect(),
        });
        let mesh = Mesh {
            origin: mesh.origin.clone(),
            vertices: mesh.vertices.clone(),
            tets: elements.iter().map(|e| mesh.tets[*e]).collect(),
            edges,
            triangles: Vec::new(),
            groups: mesh.groups.clone(),
            periodic: Vec::new(),
            tet_tags: elements.iter().map(|e| mesh.tet_tags[*e]).collect(),
            vertex_tags: mesh.vertex_tags.clone(),
            partition: None,
        };
        (mesh, connectivity)
    }
}
