//! Files of version 4 are read, on any number of ranks.

use super::*;
use array_fn::ranks::Threads;
use std::io::Write;
use xxhash_rust::xxh3::Xxh3;

/// Writes as programs of that version did. Behind the elements there are `behind` elements of states.
fn encode(header: &Header, behind: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut hash = Xxh3::new();
    let mut put = |part: &[u8]| {
        hash.update(part);
        bytes.write_all(part).unwrap();
        hash.digest128()
    };
    let text = format!("solver\t{}\ntime\t{:?}\n{}", header.kind, header.time, header.settings);
    let start = format!("array-fn-dg checkpoint 4\nheader {:08x}\n{text}", text.len());
    let sum = put(start.as_bytes());
    put(&sum.to_le_bytes());
    for array in arrays(1.0) {
        let mut all = Vec::new();
        for field in array.as_slice().chunks(15) {
            all.extend_from_slice(field);
            all.extend(vec![7.0; 5 * behind]);
        }
        let numbers: Vec<u8> = all.into_iter().flat_map(f64::to_le_bytes).collect();
        let sum = put(&numbers);
        put(&sum.to_le_bytes());
    }
    bytes
}

#[test]
fn as_programs_of_that_version_wrote_it() {
    for behind in [0, 1, 4] {
        let bytes = encode(&header(0.25), behind);
        let Ok((time, state)) = read_back(&bytes, &header(0.0)) else {
            panic!("{behind}: {}", refused(&bytes, &header(0.0)))
        };
        assert_eq!(time, 0.25);
        for (state, array) in state.iter().zip(&arrays(1.0)) {
            assert_eq!(state.as_slice(), Some(array.as_slice()));
        }
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 4;
            assert_ne!(refused(&wrong, &header(0.25)), "it is not", "byte {at}");
            assert_ne!(refused(&bytes[..at], &header(0.25)), "it is not", "{at} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_ne!(refused(&longer, &header(0.25)), "it is not");
    }
}

#[test]
fn ranks_keep_their_elements() {
    let bytes = encode(&header(0.25), 1);
    let all = arrays(1.0);
    let read = Threads::new(2).run(|exchange| {
        // The elements of this rank, in an order of its own.
        let own: &[usize] = if exchange.rank() == 0 { &[2, 0] } else { &[1] };
        let places: Vec<usize> = own.iter().map(|e| PLACES[*e]).collect();
        let numbers = Some(own);
        let of = Elements { exchange: &*exchange, places: &places, numbers, total: 3 };
        let file = Ok(Cursor::new(&bytes[..]));
        let (_, state): (_, [Array3<f64>; 2]) =
            read_from(Path::new("file"), file, &header(0.0), &of, [2, 5])?;
        for (state, whole) in state.iter().zip(&all) {
            for ((field, e, i), x) in state.indexed_iter() {
                assert_eq!(*x, whole.as_slice()[(field * 3 + own[e]) * 5 + i]);
            }
        }
        Ok::<_, Error>(())
    });
    read.unwrap();
}
