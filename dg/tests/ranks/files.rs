//! Mesh files that no rank reads as a whole.

use array_fn::ranks::{Exchange, Threads};
use array_fn_dg::mesh::{MeshShare, MeshSlice, Parts};
use array_fn_dg::{Discretisation, Error, Mesh};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// A file with these contents, for as long as the value lives.
struct File(PathBuf);

impl File {
    fn new(name: &str, contents: impl AsRef<[u8]>) -> File {
        let name = format!("array-fn-dg-{}-{name}.msh", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, contents).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Checks that ranks that read a file share it out as they share out the mesh that one rank reads, to the last bit of
/// coordinates.
fn same_parts(path: &Path, ranks: usize) -> Result<(), Error> {
    let mesh = Mesh::read(path)?;
    let parts = Parts::of_mesh(&mesh, ranks)?;
    Threads::new(ranks).disorder(ranks as u64).run(|exchange: Arc<dyn Exchange>| {
        let slice = MeshSlice::read(path, &*exchange)?;
        assert_eq!(slice.groups(), mesh.groups, "{}", mesh.origin);
        let share = MeshShare::new(slice, &*exchange)?;
        let whole = MeshShare::of_whole(&mesh, exchange.rank(), &parts)?;
        assert_eq!(share.numbers(), whole.numbers(), "{ranks} ranks, {}", mesh.origin);
        assert_eq!(share.connectivity().faces, whole.connectivity().faces);
        let [read, whole] =
            [share, whole].map(|share| Discretisation::of_share(&share, 2, exchange.clone()));
        let (read, whole) = match (read, whole) {
            (Ok(read), Ok(whole)) => (read, whole),
            // One of the files has a folded element.
            (read, whole) => {
                for error in [read, whole].map(|of| of.map(drop).unwrap_err().to_string()) {
                    assert!(error.contains("is folded at"), "{error}");
                }
                return Ok(());
            }
        };
        assert_eq!(read.nodes, whole.nodes, "{ranks} ranks, {}", mesh.origin);
        assert_eq!(read.exterior_nodes, whole.exterior_nodes);
        assert_eq!(read.normal, whole.normal);
        Ok::<_, Error>(())
    })?;
    Ok(())
}

#[test]
fn files_are_shared_out_like_whole_meshes() -> Result<(), Error> {
    let mut count = 0;
    for entry in std::fs::read_dir(data()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|of| of == "msh") {
            for ranks in if cfg!(debug_assertions) { &[1, 3][..] } else { &[1, 2, 3, 7, 16, 40] } {
                same_parts(&path, *ranks)?;
            }
            count += 1;
        }
    }
    assert!(count >= 11, "{count} files");
    Ok(())
}

const HEADER: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const NODES: &str = "$Nodes\n11\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 .5 0 .1\n6 .5 .5 .1\n7 0 .5 .1\n8 0 0 .5\n\
                     9 0 .5 .5\n10 .5 0 .5\n11 0 0 -1\n$EndNodes\n";

fn file_of(elements: &str) -> String {
    let count = elements.lines().count();
    format!("{HEADER}{NODES}$Elements\n{count}\n{elements}\n$EndElements\n")
}

/// The surface of a tetrahedron of second order on one of first order, in surfaces without names.
const SURFACE: &str = "3 2 2 9 1 1 2 4\n4 2 2 5 1 2 3 4\n5 2 2 9 1 3 1 4\n6 2 2 5 1 1 2 11\n7 2 2 4 1 2 3 11\n\
                       8 2 2 4 1 3 1 11";

/// An element of first order beside one of second order gets its nodes, and names of surfaces come in the order of the file.
#[test]
fn orders_beside_each_other() -> Result<(), Error> {
    let both = "1 11 2 1 1 1 2 3 4 5 6 7 8 9 10\n2 4 2 1 1 1 3 2 11";
    let file = File::new("scattered-orders", file_of(&format!("{both}\n{SURFACE}")));
    for ranks in 1..=3 {
        same_parts(&file.0, ranks)?;
    }
    let groups = Mesh::read(&file.0)?.groups;
    assert_eq!(groups, ["surface 9", "surface 5", "surface 4"]);
    Ok(())
}

/// Checks that ranks tell the same error as one that reads all of the file.
fn same_error(name: &str, contents: impl AsRef<[u8]>, says: &str) {
    let file = File::new(&format!("scattered-{name}"), contents);
    let expected = Mesh::read(&file.0).unwrap_err().to_string();
    assert!(expected.contains(says), "{expected}");
    let of_ranks = Threads::new(3).run(|exchange: Arc<dyn Exchange>| {
        let error = MeshSlice::read(&file.0, &*exchange).map(drop).unwrap_err();
        assert!(matches!(error, Error::Mesh(_)), "{error}");
        Ok::<_, Error>(error.to_string())
    });
    assert_eq!(of_ranks.unwrap(), vec![expected; 3]);
}

#[test]
fn mistakes_of_files_are_known_to_all_ranks() {
    let curved = "1 11 2 1 1 1 2 3 4 5 6 7 8 9 10\n";
    let with = |second: &str| file_of(&format!("{curved}{second}"));
    same_error("word", with("2 4 2 1 1 1 3 two 11"), ":21: expected a whole number");
    same_error("type", with("2 6 2 1 1 1 3 2 11 4 5"), "is of type 6 (prism)");
    same_error("vertex", with("2 4 2 1 1 1 3 2 12"), ":21: node 12 is not defined");
    same_error("inverted", with("2 4 2 1 1 1 2 3 11"), ":21: tetrahedron 2 is turned inside out");
    same_error("flat", with("2 4 2 1 1 1 2 8 10"), "is flat");
    same_error("two", with("2 11 2 1 1 1 3 2 11 7 6 8 8 9 10"), "nodes [1, 2] of tetrahedron 2");
    same_error("edge", with("2 11 2 1 1 1 3 2 11 7 6 5 8 9 12"), "node 12 is not defined");
    same_error("triangle", with("2 2 2 1 1 1 3 12"), "node 12 is not defined");
    let far =
        with("").replace("5 .5 0 .1", "5 .5 0 1e150").replace("$Elements\n2\n", "$Elements\n1\n");
    same_error("scale", far, "tetrahedron 1 has edges of length 1.0e150");
    let far = file_of("1 4 2 1 1 1 2 3 4").replace("4 0 0 1\n", "4 0 0 1e150\n");
    same_error("scale of corners", far, "tetrahedron 1 has edges of length 1.0e150");
    let twice = file_of("1 4 2 1 1 1 2 3 4").replace("\n7 0 .5", "\n3 0 .5");
    same_error("twice", twice, "node 3 is defined twice");
    let link = format!("{}$Periodic\n1\n2 1 2\n1\n1 12\n$EndPeriodic\n", with("2 15 2 1 1 1"));
    same_error("link", link, "node 12 is not defined");
    same_error("none", file_of("1 2 2 1 1 1 2 3"), "holds no tetrahedra");
    same_error("other", "OFF\n3 1 0\n", "is not a Gmsh mesh");
    let whole = std::fs::read(data().join("hole_41_binary.msh")).unwrap();
    same_error("prefix", &whole[..whole.len() / 2], "the file ends within $");

    let missing = data().join("no such file.msh");
    let messages = Threads::new(2).run(|exchange: Arc<dyn Exchange>| {
        Ok::<_, Error>(MeshSlice::read(&missing, &*exchange).unwrap_err().to_string())
    });
    for message in messages.unwrap() {
        assert!(message.contains("cannot read the mesh `"), "{message}");
    }
}
