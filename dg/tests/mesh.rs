//! Gmsh files of every layout, good and bad.

use array_fn_dg::mesh::{Connectivity, EDGES, Face, MeshError, Parts};
use array_fn_dg::{Discretisation, Mesh};
use std::path::{Path, PathBuf};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn read(name: &str) -> Mesh {
    Mesh::read(data(name)).unwrap_or_else(|e| panic!("{e}"))
}

/// Boundary faces of each surface, by name.
fn boundary(mesh: &Mesh) -> Vec<(&str, usize)> {
    let c = Connectivity::new(mesh).unwrap_or_else(|e| panic!("{e}"));
    let mut counts = vec![0; mesh.groups.len()];
    for face in c.faces.iter().flatten() {
        if let &Face::Boundary { group } = face {
            counts[group as usize] += 1;
        }
    }
    mesh.groups.iter().map(String::as_str).zip(counts).collect()
}

#[test]
fn every_layout_gives_the_same_mesh() {
    let text = read("hole_41_text.msh");
    assert_eq!(text.tets.len(), 304);
    assert_eq!(text.groups, ["x low", "x high", "sphere", "walls"]);
    assert_eq!(text.periodic.len(), 20);
    for name in ["hole_41_binary.msh", "hole_22_text.msh", "hole_22_binary.msh"] {
        let other = read(name);
        assert_eq!(other.tets, text.tets, "{name}");
        assert_eq!(other.triangles, text.triangles, "{name}");
        assert_eq!(other.groups, text.groups, "{name}");
        assert_eq!(other.periodic, text.periodic, "{name}");
        assert_eq!(other.vertices.len(), text.vertices.len(), "{name}");
        for (a, b) in other.vertices.iter().zip(&text.vertices) {
            // Text holds 16 digits.
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15), "{name}: {a:?} {b:?}");
        }
    }
}

/// Files of `gmsh -part 3`, with surfaces between the parts and ghosts: the same mesh, and its parts.
#[test]
fn partitioned_files() {
    let whole = read("hole_41_text.msh");
    // Vertices may have other numbers, and tetrahedra stand part by part.
    let places = |mesh: &Mesh| -> Vec<[[i64; 3]; 4]> {
        let rounded = |x: [f64; 3]| x.map(|x| (x * 1e12).round() as i64);
        (0..mesh.tets.len()).map(|e| mesh.corners(e).map(rounded)).collect()
    };
    let sorted = |mesh: &Mesh| {
        let mut places = places(mesh);
        places.iter_mut().for_each(|corners| corners.sort_unstable());
        places.sort_unstable();
        places
    };
    assert!(whole.partition.is_none() && whole.partitions() == 0);
    let mut parts_of = Vec::new();
    for name in [
        "hole_parts_41_text.msh",
        "hole_parts_41_binary.msh",
        "hole_parts_22_text.msh",
        "hole_parts_22_binary.msh",
    ] {
        let mesh = read(name);
        assert_eq!(sorted(&mesh), sorted(&whole), "{name}");
        assert_eq!(mesh.partitions(), 3, "{name}");
        let c = Connectivity::new(&mesh).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(c.periodic_faces, 2 * 26, "{name}");
        let faces = |mesh: &Mesh| {
            let mut faces: Vec<(String, usize)> =
                boundary(mesh).into_iter().map(|(name, n)| (name.to_string(), n)).collect();
            faces.sort_unstable();
            faces
        };
        assert_eq!(faces(&mesh), faces(&whole), "{name}");
        // The parts of the file are those of as many ranks.
        let partition = mesh.partition.clone().unwrap();
        let parts = Parts::of_mesh(&mesh, 3).unwrap();
        for rank in 0..3 {
            let elements = parts.elements(rank);
            assert!(elements.len() > 80, "{name}: {}", elements.len());
            assert!(elements.iter().all(|e| partition[*e] as usize == rank), "{name}");
        }
        assert_eq!(Parts::of_mesh(&mesh, 2).unwrap(), Parts::along_curve(&mesh, 2));
        let mut placed: Vec<_> = places(&mesh).into_iter().zip(partition).collect();
        placed.iter_mut().for_each(|(corners, _)| corners.sort_unstable());
        placed.sort_unstable();
        parts_of.push(placed);
    }
    assert!(parts_of.iter().all(|placed| *placed == parts_of[0]));
}

#[test]
fn names_and_periodic_faces() {
    let mesh = read("hole_41_text.msh");
    let c = Connectivity::new(&mesh).unwrap();
    assert_eq!(c.periodic_faces, 2 * 26);
    let faces = boundary(&mesh);
    assert_eq!((faces[0].1, faces[1].1), (0, 0), "periodic surfaces are no boundary");
    assert!(faces[2].1 > 0 && faces[3].1 > 0);
    // A brick 2 x 1 x 1 without an inscribed polyhedron of a sphere of radius 0.2.
    let sphere = 4.0 / 3.0 * std::f64::consts::PI * 0.2f64.powi(3);
    assert!(mesh.volume() < 2.0 && mesh.volume() > 2.0 - sphere);
}

#[test]
fn second_order_tetrahedra() {
    let mesh = read("hole_second_order.msh");
    let first_order = read("hole_41_text.msh");
    assert_eq!(mesh.tets.len(), first_order.tets.len());
    assert_eq!(mesh.vertices.len(), first_order.vertices.len());
    assert_eq!(boundary(&mesh), boundary(&first_order));
    let edges = mesh.edges.as_ref().unwrap();
    assert_eq!(mesh.vertices.len() + edges.nodes.len(), 643, "all nodes of the file");
    // Edges are bent along the sphere, whose surface then bounds less of the brick.
    let bent = |e: usize, i: usize| {
        let [a, b] = EDGES[i].map(|v| mesh.vertices[mesh.tets[e][v] as usize]);
        let node = edges.nodes[edges.of_tets[e][i] as usize];
        (0..3).map(|d| (node[d] - 0.5 * (a[d] + b[d])).powi(2)).sum::<f64>().sqrt()
    };
    let all: Vec<f64> = (0..mesh.tets.len())
        .flat_map(|e| (0..6).map(move |i| (e, i)))
        .map(|(e, i)| bent(e, i))
        .collect();
    let straight = all.iter().filter(|&&bend| bend < 1e-12).count();
    assert!(straight > all.len() / 2 && straight < all.len(), "{straight} of {}", all.len());
    assert!(mesh.volume() < first_order.volume() - 1e-3);

    // Its elements are too large for the sphere: flat they are fine, curved they are folded.
    assert!(Discretisation::new(&mesh, 1).is_ok());
    let error = Discretisation::new(&mesh, 2).unwrap_err().to_string();
    assert!(error.contains("hole_second_order.msh`: the curved tetrahedron "), "{error}");
    assert!(error.contains("\nhelp: let Gmsh untangle it"), "{error}");
}

/// One of second order in text of the old version beside one of first order, which gets its neighbour's nodes.
#[test]
fn orders_beside_each_other() {
    let nodes = "$Nodes\n11\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 .5 0 .1\n6 .5 .5 .1\n7 0 .5 .1\n8 0 0 .5\n\
                 9 0 .5 .5\n10 .5 0 .5\n11 0 0 -1\n$EndNodes\n";
    let elements = |second: &str| {
        format!("$Elements\n2\n1 11 2 1 1 1 2 3 4 5 6 7 8 9 10\n{second}\n$EndElements\n")
    };
    let path = std::env::temp_dir().join(format!("array-fn-dg-{}-orders.msh", std::process::id()));
    std::fs::write(&path, format!("{HEADER}{nodes}{}", elements("2 4 2 1 1 1 3 2 11"))).unwrap();
    let mesh = Mesh::read(&path);
    std::fs::remove_file(&path).unwrap();
    let mesh = mesh.unwrap();
    let edges = mesh.edges.as_ref().unwrap();
    for (tet, of_tet) in mesh.tets.iter().zip(&edges.of_tets) {
        for (edge, &node) in EDGES.iter().zip(of_tet) {
            let [a, b] = edge.map(|v| mesh.vertices[tet[v] as usize]);
            let mut expected: [f64; 3] = std::array::from_fn(|d| 0.5 * (a[d] + b[d]));
            if a[2] == 0.0 && b[2] == 0.0 {
                expected[2] = 0.1;
            }
            assert_eq!(edges.nodes[node as usize], expected, "{edge:?}");
        }
    }
    assert_eq!(edges.nodes.len(), 9);
    // What one tetrahedron loses the other one has.
    assert!((mesh.volume() - 1.0 / 3.0).abs() < 1e-15, "{}", mesh.volume());

    let other = elements("2 11 2 1 1 1 3 2 11 7 6 8 8 9 10");
    let error = error_of("edges", format!("{HEADER}{nodes}{other}"));
    assert!(matches!(error, MeshError::EdgeOfTwoNodes { element: 2, .. }), "{error}");
    let missing = elements("2 11 2 1 1 1 3 2 11 7 6 5 8 9 12");
    let error = error_of("edge", format!("{HEADER}{nodes}{missing}"));
    assert!(matches!(error, MeshError::UnknownNode { node: 12, .. }), "{error}");
}

/// Fewer than three cells along the period: faces matched by periodic representatives alone would
/// be ambiguous.
#[test]
fn a_thin_periodic_channel() {
    let mesh = read("channel_step_thin.msh");
    assert_eq!(mesh.tets.len(), 2984);
    let expected = [
        ("inflow", 26),
        ("outflow", 38),
        ("wall_bottom", 268),
        ("wall_step", 60),
        ("wall_top", 122),
        ("periodic_z_min", 0),
        ("periodic_z_max", 0),
    ];
    assert_eq!(boundary(&mesh), expected);
    let d = Discretisation::new(&mesh, 2).unwrap();
    let n = d.reference.node_count();
    for ((e, f, k), &other) in d.exterior_nodes.indexed_iter() {
        let own = d.reference.face_nodes[[f, k]];
        let other = other as usize;
        let gap: [f64; 3] =
            std::array::from_fn(|j| d.nodes[[j, e, own]] - d.nodes[[j, other / n, other % n]]);
        assert!(gap[0].abs() < 1e-12 && gap[1].abs() < 1e-12, "{gap:?}");
        let period = gap[2].abs();
        let is_periodic = period > 1e-9;
        // Opposite normals, and a whole period apart or none.
        assert!(!is_periodic || (gap[2] / d_period(&mesh)).abs() - 1.0 < 1e-9, "{gap:?}");
    }
}

fn d_period(mesh: &Mesh) -> f64 {
    let (lower, upper) = mesh.bounds();
    upper[2] - lower[2]
}

/// Parses `contents` as a file and returns the error.
fn error_of(name: &str, contents: impl AsRef<[u8]>) -> MeshError {
    let path = std::env::temp_dir().join(format!("array-fn-dg-{}-{name}.msh", std::process::id()));
    std::fs::write(&path, contents).unwrap();
    let result = Mesh::read(&path);
    std::fs::remove_file(&path).unwrap();
    let error = result.expect_err("a bad mesh");
    assert!(error.to_string().contains("\nhelp: "), "no remedy: {error}");
    error
}

/// The text after the path.
fn says(error: &MeshError, words: &str) {
    assert!(error.to_string().contains(words), "{error}");
}

const HEADER: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const NODES: &str = "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 0\n$EndNodes\n";

fn with_elements(elements: &str) -> String {
    format!("{HEADER}{NODES}$Elements\n{elements}$EndElements\n")
}

#[test]
fn a_missing_file() {
    let error = Mesh::read(data("no such file.msh")).unwrap_err();
    assert!(matches!(error, MeshError::Open { .. }));
    says(&error, "no such file.msh");
}

#[test]
fn another_format() {
    assert!(matches!(error_of("off", "OFF\n3 1 0\n"), MeshError::NotGmsh { .. }));
    assert!(matches!(error_of("empty", ""), MeshError::NotGmsh { .. }));
    assert!(matches!(error_of("bytes", [0xff, 0xfe, 0x00]), MeshError::NotGmsh { .. }));
}

#[test]
fn an_old_version() {
    let error = error_of("version", "$MeshFormat\n4 0 8\n$EndMeshFormat\n");
    assert!(matches!(&error, MeshError::Version { version, .. } if version == "4"));
    says(&error, ":2: MSH version 4 is not supported");
    says(&error, "-format msh41");
}

#[test]
fn other_byte_order() {
    let error = error_of("endian", b"$MeshFormat\n4.1 1 8\n\0\0\0\x01\n$EndMeshFormat\n");
    assert!(matches!(error, MeshError::BinaryLayout { .. }), "{error}");
}

#[test]
fn a_foreign_element() {
    let error = error_of("prism", with_elements("2\n1 4 2 1 1 1 2 3 4\n7 6 2 1 1 1 2 3 4 5 1\n"));
    assert!(matches!(error, MeshError::UnknownElement { element: 7, code: 6, .. }), "{error}");
    says(&error, ":15: element 7 is of type 6 (prism)");
    let error = error_of("type", with_elements("1\n1 99 2 1 1 1 2 3 4\n"));
    says(&error, "type 99 (unknown)");
}

#[test]
fn an_inverted_tetrahedron() {
    let error = error_of("inverted", with_elements("2\n8 4 2 1 1 1 2 3 4\n9 4 2 1 1 1 3 2 4\n"));
    assert!(matches!(error, MeshError::InvertedTetrahedron { element: 9, flat: false, .. }));
    says(&error, ":15: tetrahedron 9 is turned inside out");
    let error = error_of("flat", with_elements("1\n9 4 2 1 1 1 2 3 5\n"));
    assert!(matches!(error, MeshError::InvertedTetrahedron { element: 9, flat: true, .. }));
}

/// As long and as short as edges may be, and longer and shorter.
#[test]
fn scales() {
    let of = |scale: &str| {
        let nodes = format!("1 0 0 0\n2 {scale} 0 0\n3 0 {scale} 0\n4 0 0 {scale}\n");
        let elements = "5\n1 2 2 1 1 1 2 3\n2 2 2 1 1 1 2 4\n3 2 2 1 1 2 3 4\n4 2 2 1 1 1 3 4\n5 4 2 2 1 1 2 3 4\n";
        format!(
            "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n{nodes}$EndNodes\n$Elements\n{elements}$EndElements\n"
        )
    };
    for scale in ["1e150", "-1e308", "1e61", "1e-61", "1e-320"] {
        let error = error_of("scale", of(scale));
        assert!(matches!(error, MeshError::Scale { element: 5, .. }), "{error}");
        says(&error, ":17: tetrahedron 5 has edges of length 1.0e");
        says(&error, "edges are between 1e-60 and 1e60 long");
    }
    let curved = of("1").replace(
        "4 0 0 1\n$EndNodes",
        "4 0 0 1\n5 .5 0 0\n6 .5 .5 0\n7 0 .5 1e150\n8 0 0 .5\n9 0 .5 .5\n10 .5 0 .5\n$EndNodes",
    );
    let curved = curved.replace("$Nodes\n4", "$Nodes\n10");
    let curved = curved.replace("5 4 2 2 1 1 2 3 4\n", "5 11 2 2 1 1 2 3 4 5 6 7 8 9 10\n");
    assert!(matches!(error_of("scale", curved), MeshError::Scale { element: 5, .. }));
    for scale in ["1e-59", "1e-30", "1e30", "1e59"] {
        let path =
            std::env::temp_dir().join(format!("array-fn-dg-{}-scales.msh", std::process::id()));
        std::fs::write(&path, of(scale)).unwrap();
        let mesh = Mesh::read(&path);
        std::fs::remove_file(&path).unwrap();
        assert!(mesh.unwrap().volume().is_normal(), "{scale}");
    }
}

#[test]
fn an_unknown_node() {
    let error = error_of("node", with_elements("1\n1 4 2 1 1 1 2 3 6\n"));
    assert!(matches!(error, MeshError::UnknownNode { node: 6, .. }), "{error}");
    says(&error, ":14: node 6");
}

#[test]
fn no_tetrahedra() {
    let error = error_of("surface", with_elements("1\n1 2 2 1 1 1 2 3\n"));
    assert!(matches!(error, MeshError::NoTetrahedra { .. }), "{error}");
    says(&error, "Physical Volume");
}

#[test]
fn malformed_and_truncated() {
    let error = error_of("word", with_elements("1\n1 4 2 1 1 1 2 three 4\n"));
    assert!(matches!(error, MeshError::Malformed { .. }), "{error}");
    says(&error, ":14: expected a whole number (digits only) in $Elements, found `three`");
    for count in ["1e9", "4.0", "-4", "+4x", "99999999999999999999"] {
        let error =
            error_of("count", with_elements("0\n").replacen("\n5\n", &format!("\n{count}\n"), 1));
        says(
            &error,
            &format!("expected a whole number from 0 (digits only) in $Nodes, found `{count}`"),
        );
    }
    let error = error_of("infinite", with_elements("0\n").replace("5 1 1 0", "5 1 inf 0"));
    says(&error, "expected a finite number in $Nodes");
    let error = error_of("count", with_elements("1\n1 4 2 1 1 1 2 3 4\n2 4 2 1 1 1 2 3 4\n"));
    says(&error, "expected the end of the section");
    let error = error_of("name", format!("{HEADER}$PhysicalNames\n1\n2 1 wall\n"));
    says(&error, "a name in double quotes");

    // Every prefix of a good file is an error or, at a section's end, lacks something: no panic.
    let whole = std::fs::read(data("hole_41_text.msh")).unwrap();
    for end in (0..whole.len() - 20).step_by(997) {
        error_of("prefix", &whole[..end]);
    }
    for name in ["hole_41_binary.msh", "hole_22_binary.msh", "hole_parts_41_binary.msh"] {
        let whole = std::fs::read(data(name)).unwrap();
        let elements_end = whole.windows(12).position(|w| w == b"$EndElements").unwrap();
        for end in (0..elements_end).step_by(997) {
            error_of("prefix", &whole[..end]);
        }
    }
}

/// A count that no file could hold must not exhaust memory.
#[test]
fn absurd_counts() {
    let error = error_of("huge", format!("{HEADER}$Nodes\n18446744073709551615\n1 0 0 0\n"));
    assert!(matches!(error, MeshError::Truncated { .. }), "{error}");
}

#[test]
fn an_untagged_boundary() {
    let text = std::fs::read_to_string(data("hole_22_text.msh")).unwrap();
    // Surface group 4 (the walls) taken from every triangle of it.
    let untagged: String = text
        .lines()
        .map(|line| {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            if words.len() == 8 && words[1] == "2" && words[3] == "4" {
                words[3] = "0";
            }
            words.join(" ") + "\n"
        })
        .collect();
    let path = std::env::temp_dir().join(format!("array-fn-dg-{}-walls.msh", std::process::id()));
    std::fs::write(&path, untagged).unwrap();
    let mesh = Mesh::read(&path);
    std::fs::remove_file(&path).unwrap();
    let error = Connectivity::new(&mesh.unwrap()).unwrap_err();
    assert!(matches!(error, MeshError::UntaggedBoundary { .. }), "{error}");
}

#[test]
fn a_broken_periodic_link() {
    let text = std::fs::read_to_string(data("hole_22_text.msh")).unwrap();
    let start = text.find("$Periodic").unwrap();
    // One pair less: the faces around that node have no partner.
    let mut lines: Vec<&str> = text[start..].lines().collect();
    let last = lines.iter().position(|l| *l == "$EndPeriodic").unwrap() - 1;
    lines.remove(last);
    let section = lines.join("\n").replace("\n20\n", "\n19\n");
    let path = std::env::temp_dir().join(format!("array-fn-dg-{}-link.msh", std::process::id()));
    std::fs::write(&path, format!("{}{section}\n", &text[..start])).unwrap();
    let mesh = Mesh::read(&path);
    std::fs::remove_file(&path).unwrap();
    let error = Connectivity::new(&mesh.unwrap()).unwrap_err();
    assert!(matches!(error, MeshError::UnmatchedPeriodicFace { .. }), "{error}");
    assert!(error.to_string().contains("help: "), "{error}");
}
