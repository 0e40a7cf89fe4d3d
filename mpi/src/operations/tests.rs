//! The operations over channels of threads, which need no MPI.

use array_fn_runtime::ranks::{Exchange, Threads};
use std::sync::Arc;

use super::*;

/// Runs `work` on so many ranks, with pieces of so many bytes.
fn on_ranks<T: Send>(
    ranks: usize,
    piece: usize,
    work: impl Fn(&mut Operations) -> Result<T, Error> + Sync,
) -> Vec<T> {
    let results = Threads::new(ranks).run(|exchange: Arc<dyn Exchange>| {
        let (rank, size) = (exchange.rank(), exchange.size());
        let open = move |operation, links: &[Link]| exchange.channel(operation as u32, links);
        let mut operations = Operations { piece, ..Operations::new(rank, size, Box::new(open)) };
        work(&mut operations)
    });
    results.unwrap()
}

/// Some bytes from one rank for another.
fn bytes(from: usize, to: usize) -> Vec<u8> {
    (0..(7 * from + 3 * to) % 23).map(|k| (from * 31 + to * 5 + k) as u8).collect()
}

#[test]
fn reductions() {
    for ranks in 1..=9 {
        let all = on_ranks(ranks, 8, |operations| {
            let rank = operations.rank;
            let mut sum = [rank as i64, i64::MAX];
            let mut max =
                [1.0 - rank as f64, rank as f64, if rank == ranks / 2 { f64::NAN } else { 1.0 }];
            let mut zero = [if rank == 0 { 0.0 } else { -0.0 }];
            operations.sum(&mut sum)?;
            operations.max(&mut max)?;
            operations.max(&mut zero)?;
            operations.sum(&mut [])?;
            Ok((sum, max.map(f64::to_bits), zero[0].to_bits()))
        });
        let last = ranks as i64 - 1;
        let sum = [ranks as i64 * last / 2, i64::MAX.wrapping_mul(ranks as i64)];
        for (sums, max, zero) in all {
            assert_eq!(sums, sum, "{ranks} ranks");
            assert_eq!(max[..2], [1.0, last as f64].map(f64::to_bits), "{ranks} ranks");
            assert!(f64::from_bits(max[2]).is_nan(), "{ranks} ranks");
            assert_eq!(zero, 0, "{ranks} ranks");
        }
    }
}

/// With pieces that are shorter than the bytes.
#[test]
fn bytes_of_any_number() {
    for (ranks, piece) in [(1, 4), (2, 4), (3, 1000), (5, 4), (8, 3), (9, 64)] {
        let all = on_ranks(ranks, piece, |operations| {
            let rank = operations.rank;
            let gathered = operations.gather(&bytes(rank, 0))?;
            let mut cast = if rank == 0 { bytes(5, 2) } else { bytes(rank, 9) };
            operations.broadcast(&mut cast)?;
            let parts = operations.all_to_all((0..ranks).map(|to| bytes(rank, to)).collect())?;
            // Empty ones.
            let nothing = operations.all_to_all(vec![Vec::new(); ranks])?;
            assert_eq!(nothing, vec![Vec::<u8>::new(); ranks]);
            Ok((gathered, cast, parts))
        });
        for (rank, (gathered, cast, parts)) in all.into_iter().enumerate() {
            let expected = (rank == 0).then(|| (0..ranks).map(|from| bytes(from, 0)).collect());
            assert_eq!(gathered, expected, "{ranks} ranks");
            assert_eq!(cast, bytes(5, 2), "rank {rank} of {ranks}");
            let expected: Vec<_> = (0..ranks).map(|from| bytes(from, rank)).collect();
            assert_eq!(parts, expected, "rank {rank} of {ranks}");
        }
    }
}

#[test]
fn parts_for_another_number_of_ranks() {
    let message = on_ranks(1, 8, |operations| {
        Ok(operations.all_to_all(vec![Vec::new(); 2]).unwrap_err().to_string())
    });
    assert_eq!(message, ["2 parts for 1 ranks: each rank needs one"]);
}
