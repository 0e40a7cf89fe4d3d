//! The small sizes on CPUs: one and two threads, which agree to the bit.

mod checks;

use array_fn::Device;
use array_fn_dataflow::{
    Outcome, Size, black_scholes, bm25f, id3, kmeans, pagerank, skyserver, terasort,
};

fn agree(
    run: impl Fn(&Device, Size, usize) -> Result<Outcome, array_fn::Error>,
    check: impl Fn(&Outcome),
) {
    let [one, two] = [1, 2].map(|threads| {
        run(&Device::cpu_with_threads(threads), Size::Small, 0).unwrap_or_else(|e| panic!("{e}"))
    });
    assert_eq!(one.sums, two.sums);
    check(&one);
}

#[test]
fn clusters() {
    let x = kmeans::data(Size::Small).unwrap_or_else(|e| panic!("{e}")).x;
    let sum: f64 = x.to_vec().iter().sum();
    assert!((sum - 1_004_796.569).abs() < 1e-3, "{sum}");
    agree(kmeans::run, checks::clusters);
}

#[test]
fn ranks() {
    agree(pagerank::run, checks::ranks);
}

#[test]
fn prices() {
    agree(black_scholes::run, checks::prices);
}

#[test]
fn neighbours() {
    agree(skyserver::run, checks::neighbours);
}

#[test]
fn records() {
    agree(terasort::run, checks::records);
}

#[test]
fn trees() {
    agree(id3::run, checks::trees);
}

#[test]
fn scores() {
    agree(bm25f::run, checks::scores);
}

/// Keys that agree in their first 8 bytes, and whole keys that agree, whose records stay in their order.
#[test]
fn records_of_equal_keys() {
    let keys = [[2, 9, 1], [1, 0, 7], [2, 3, 200], [1, 0, 7], [1, 0, 3], [2, 9, 0]];
    let record = |k: usize| {
        let [first, ninth, tenth] = keys[k];
        let mut record = [0u8; terasort::RECORD];
        (record[0], record[8], record[9], record[99]) = (first, ninth, tenth, k as u8);
        record
    };
    let bytes = (0..keys.len()).flat_map(record).collect();
    let shape = [keys.len(), terasort::RECORD];
    let records = array_fn::Array::from_vec(shape, bytes).unwrap_or_else(|e| panic!("{e}"));
    let mut sorted = records.clone();
    terasort::terasort(&records, &mut sorted).unwrap_or_else(|e| panic!("{e}"));
    let last: Vec<u8> = sorted.as_slice().chunks(terasort::RECORD).map(|r| r[99]).collect();
    assert_eq!(last, [4, 1, 3, 2, 5, 0]);
}
