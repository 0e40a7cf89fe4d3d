//! Hostile meshes, and curved ones.

use super::support::{MESH, folder, garbage, refuses, succeeds};
use std::fs;
use std::path::Path;

fn with(from: &str, to: &str) -> Vec<u8> {
    assert!(MESH.contains(from), "{from}");
    MESH.replacen(from, to, 1).into_bytes()
}

/// MSH 4.1, binary, with counts that no file can hold.
fn absurd_binary(section: &str, counts: &[u64]) -> Vec<u8> {
    let mut bytes = b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n".to_vec();
    bytes.extend(format!("${section}\n").bytes());
    bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
    bytes.extend([0; 64]);
    bytes
}

#[test]
fn hostile_meshes() {
    let good = folder("good_mesh");
    fs::write(good.join("input"), MESH).unwrap();
    succeeds("wave", &good, &["--mesh", "input", "--final-time", "0.01", "--order", "1"]);

    let periodic = "$EndElements\n$Periodic\n1\n2 1 1\n1\n1 2\n$EndPeriodic\n";
    let flat: &[&str] = &["input:21: tetrahedron 5 is flat"];
    let cases: &[(&str, Vec<u8>, &[&str])] = &[
        ("empty", Vec::new(), &["`input` is not a Gmsh mesh"]),
        ("garbage", garbage(5000), &["`input` is not a Gmsh mesh"]),
        (
            "garbage_inside",
            [&MESH.as_bytes()[..120], &garbage(5000)].concat(),
            &["input:", "in $Nodes"],
        ),
        ("cut", MESH.as_bytes()[..MESH.len() - 30].to_vec(), &["input:21: the file ends within"]),
        ("few_nodes", with("$Nodes\n4", "$Nodes\n5"), &["input:14: ", "found `$EndNodes`"]),
        ("many_nodes", with("$Nodes\n4", "$Nodes\n3"), &["input:13: expected the end"]),
        ("few_elements", with("$Elements\n5", "$Elements\n6"), &["input:22: "]),
        ("many_elements", with("$Elements\n5", "$Elements\n4"), &["input:21: expected the end"]),
        ("negative_count", with("$Nodes\n4", "$Nodes\n-4"), &["input:9: ", "found `-4`"]),
        ("huge_count", with("$Nodes\n4", "$Nodes\n18446744073709551615"), &["input:14: "]),
        ("not_a_number", with("2 1 0 0", "2 nan 0 0"), &["input:11: expected a finite number"]),
        ("infinite", with("2 1 0 0", "2 1e999 0 0"), &["input:11: expected a finite number"]),
        (
            "enormous",
            with("2 1 0 0", "2 1e150 0 0"),
            &["input:21: tetrahedron 5 has edges of length 1.0e150", "between 1e-60 and 1e60"],
        ),
        ("exponent", with("$Nodes\n4", "$Nodes\n1e9"), &["input:9: ", "(digits only)", "`1e9`"]),
        ("unknown_node", with("2 1 1 2 3 4\n$", "2 1 1 2 3 9\n$"), &["input:21: node 9"]),
        ("twice", with("3 0 1 0", "2 0 1 0"), &["node 2 is defined twice"]),
        ("flat", with("4 0 0 1", "4 1 1 0"), flat),
        ("inside_out", with("2 1 1 2 3 4\n$", "2 1 2 1 3 4\n$"), &["input:21: ", "inside out"]),
        ("quadrangle", with("1 2 2 1 1 1 2 3", "1 3 2 1 1 1 2 3 4"), &["input:17: element 1"]),
        ("untagged", with("1 2 2 1 1", "1 2 2 0 1"), &["1 boundary faces belong to no physical"]),
        ("periodic", with("$EndElements\n", periodic), &["lies on a periodic surface"]),
        ("version", with("2.2 0 8", "3.0 0 8"), &["input:2: MSH version 3.0"]),
        (
            "terabytes",
            absurd_binary("Nodes", &[1, 1 << 40, 1, 1 << 40, 0, 0, 1 << 28]),
            &["within $Nodes"],
        ),
        ("blocks", absurd_binary("Elements", &[1 << 60, 1 << 60, 1, 2]), &["input:byte "]),
        ("entities", absurd_binary("Entities", &[1 << 60, 0, 0, 0]), &["within $Entities"]),
        ("links", absurd_binary("Periodic", &[1 << 60]), &["within $Periodic"]),
    ];
    for (i, (name, contents, says)) in cases.iter().enumerate() {
        let program = if i % 2 == 0 { "wave" } else { "euler" };
        refuses(program, name, Some(contents), &["--mesh", "input"], says);
        // The rank that reads the file tells the others.
        let on_ranks = format!("{name}_on_ranks");
        refuses(program, &on_ranks, Some(contents), &["--mesh", "input", "--ranks", "2"], says);
    }
    let unnamed = MESH.replace("$PhysicalNames\n1\n2 1 \"wall\"\n$EndPhysicalNames\n", "");
    let says = ["for the surface `surface 1`", "for example `--boundary 'surface 1=wall'`"];
    refuses("euler", "unnamed", Some(unnamed.as_bytes()), &["--mesh", "input"], &says);
    let nose = ["--mesh", "input", "--boundary", "nose=wall"];
    let says = ["no surface `nose`", "its surfaces are wall"];
    refuses("euler", "unknown_name", Some(MESH.as_bytes()), &nose, &says);
    refuses(
        "wave",
        "no_mesh",
        None,
        &["--mesh", "nosuch.msh"],
        &["cannot read the mesh `nosuch.msh`"],
    );
    refuses("wave", "folder_mesh", None, &["--mesh", "."], &["cannot read the mesh `.`"]);
}

/// Curved meshes run, and are refused in single precision.
#[test]
fn curved_meshes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/shell_second_order.msh");
    let mesh = fs::read(path).unwrap();
    for program in ["wave", "euler"] {
        let options = ["--mesh", "input", "--order", "2"];
        let says =
            ["curved elements are there in double precision only", "; help: leave out `--f32`"];
        let name = format!("{program}_curved_single");
        refuses(program, &name, Some(&mesh), &[&options[..], &["--f32"]].concat(), &says);
        let folder = folder(&format!("{program}_curved"));
        fs::write(folder.join("input"), &mesh).unwrap();
        succeeds(program, &folder, &[&options[..], &["--final-time", "0.01"]].concat());
    }
}
