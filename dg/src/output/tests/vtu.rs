//! Unit tests of the module `vtu`.

use super::*;
use crate::mesh::BoxMesh;

/// Reads the appended block of the array called `name` back.
fn block<'a>(file: &'a [u8], name: &str) -> &'a [u8] {
    let start = file.windows(3).position(|w| w == b">\n_").unwrap() + 3;
    let xml = std::str::from_utf8(&file[..start]).unwrap();
    let array = xml.split("<DataArray").find(|a| a.contains(&format!("Name=\"{name}\""))).unwrap();
    let offset = array.split("offset=\"").nth(1).unwrap().split('"').next().unwrap();
    let (length, data) = file[start + offset.parse::<usize>().unwrap()..].split_at(8);
    &data[..u64::from_le_bytes(length.try_into().unwrap()) as usize]
}

fn floats(block: &[u8]) -> Vec<f32> {
    block.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

/// A polynomial of the discretisation's order is exact at every node of the file.
#[test]
fn values_and_points_belong_together() {
    let folder = std::env::temp_dir().join(format!("array-fn-dg-{}-vtu", std::process::id()));
    for order in [1, 3, 4] {
        let d = Discretisation::new(&BoxMesh::cube(1).build(), order).unwrap();
        let f = |x: [f64; 3]| (x[0] - 2.0 * x[1] + 0.5 * x[2]).powi(order as i32);
        let u = d.sample(f).insert_axis(ndarray::Axis(0));
        let mut series = crate::output::Series::create(&folder, "test").unwrap();
        series.write(&d, 0.0, &[Field { name: "u", values: u.view() }]).unwrap();
        let file = std::fs::read(folder.join("test_0000.vtu")).unwrap();
        let (values, points) = (floats(block(&file, "u")), floats(block(&file, "Points")));
        assert_eq!(values.len(), 6 * d.reference.node_count());
        for (u, x) in values.iter().zip(points.chunks_exact(3)) {
            let exact = f([x[0].into(), x[1].into(), x[2].into()]);
            assert!((f64::from(*u) - exact).abs() < 1e-5, "{u} {exact}");
        }
        assert!(block(&file, "types").iter().all(|&t| t == 71));
    }
    let list = std::fs::read_to_string(folder.join("test.pvd")).unwrap();
    assert!(list.contains("test_0000.vtu"));
    let left_over = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(left_over, 2, "temporary files are renamed");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The rank of each element is in the piece of the rank, and in the list of pieces.
#[test]
fn elements_have_their_rank() {
    let folder = std::env::temp_dir().join(format!("array-fn-dg-{}-rank", std::process::id()));
    let mesh = BoxMesh::cube(2).build();
    let written = array_fn::ranks::Threads::new(3).run(|exchange| {
        let rank = exchange.rank();
        let d = Discretisation::of_rank(&mesh, 1, exchange)?;
        let mut series = crate::output::Series::create(&folder, "test")?;
        series.write(&d, 0.0, &[])?;
        let file = std::fs::read(folder.join(format!("test_0000_{rank}.vtu"))).unwrap();
        let ranks = block(&file, "rank").as_chunks::<4>().0.iter().map(|b| i32::from_le_bytes(*b));
        assert_eq!(ranks.collect::<Vec<_>>(), vec![rank as i32; d.element_count()]);
        Ok::<_, Error>(d.element_count())
    });
    assert_eq!(written.unwrap(), [16; 3]);
    let list = std::fs::read_to_string(folder.join("test_0000.pvtu")).unwrap();
    assert!(list.contains("<PCellData>\n<PDataArray type=\"Int32\" Name=\"rank\"/>"), "{list}");
    std::fs::remove_dir_all(&folder).unwrap();
}
