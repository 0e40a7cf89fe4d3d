//! Unit tests of the module `npy`.

use super::*;

fn file(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn a_matrix() {
    let data: Vec<u8> =
        [1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let bytes = file("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", &data);
    let array = parse::<f64>(&bytes).unwrap();
    assert_eq!(array, ndarray::array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].into_dyn());
}

#[test]
fn a_vector_and_a_scalar() {
    let vector =
        file("{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }", &7i32.to_le_bytes());
    assert_eq!(parse::<i32>(&vector).unwrap(), ndarray::array![7].into_dyn());
    let scalar =
        file("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", &0.5f32.to_le_bytes());
    assert_eq!(parse::<f32>(&scalar).unwrap(), ndarray::arr0(0.5).into_dyn());
}

#[test]
fn refusals() {
    let says = |bytes: &[u8], words: &str| {
        let problem = parse::<f64>(bytes).unwrap_err();
        assert!(problem.contains(words), "{problem}");
    };
    says(b"PK\x03\x04", "not a .npy file");
    says(b"\x93NUMPY\x01", "cut off");
    says(
        &file("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", &[0; 4]),
        "holds '<f4'",
    );
    says(&file("{'descr': '<f8', 'fortran_order': True, 'shape': (1,), }", &[0; 8]), "Fortran");
    says(&file("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", &[0; 8]), "needs 16");
    says(&file("{'descr': '<f8', 'fortran_order': False, 'shape': (x,), }", &[0; 8]), "`x`");
}
