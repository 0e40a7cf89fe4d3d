//! Files that ranks write and read together.

use super::super::write::write_with;
use super::*;
use array_fn::ranks::Threads;
use ndarray::Axis;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};

const TOTAL: usize = 11;

fn number(array: usize, field: usize, place: usize, i: usize) -> f64 {
    (1 + array) as f64 / 3.0 + field as f64 + 100.0 * place as f64 + 0.1 * i as f64
}

/// The places of a rank's elements. They are no range, and in no order.
fn places(rank: usize, ranks: usize) -> Vec<usize> {
    (0..TOTAL).rev().filter(|place| place * 7 % TOTAL % ranks == rank).collect()
}

fn state(places: &[usize]) -> [Array<f64, 3>; 2] {
    [0, 1].map(|array| {
        let shape = [2, places.len(), 5];
        let numbers = Array3::from_shape_fn(shape, |(f, e, i)| number(array, f, places[e], i));
        convert(numbers.view(), shape).unwrap()
    })
}

type Opened = io::Result<File>;

fn write_on(
    ranks: usize,
    path: &Path,
    open: impl Fn(usize, &Path) -> Opened + Sync,
) -> Vec<Result<(), String>> {
    let all = Threads::new(ranks).disorder(3).run(|exchange| {
        let places = places(exchange.rank(), ranks);
        let [q, increment] = state(&places);
        let of = elements(&*exchange, &places, TOTAL);
        let open = |path: &Path| open(exchange.rank(), path);
        let written = write_with(path, &header(0.25), &of, &[&q, &increment], open);
        Ok::<_, Error>(written.map_err(|error| error.to_string()))
    });
    all.unwrap()
}

fn read_on(ranks: usize, path: &Path) -> Vec<Result<(), String>> {
    let all = Threads::new(ranks).run(|exchange| {
        let places = places(exchange.rank(), ranks);
        let of = elements(&*exchange, &places, TOTAL);
        let read: Read = read(path, &header(0.0), &of, [2, 5]);
        Ok::<_, Error>(read.map_err(|error| error.to_string()).map(|(time, arrays)| {
            assert_eq!(time, 0.25);
            for (array, own) in arrays.iter().zip(&state(&places)) {
                assert_eq!(array.len_of(Axis(1)), places.len());
                assert!(array.iter().zip(own.as_slice()).all(|(x, y)| x.to_bits() == y.to_bits()));
            }
        }))
    });
    all.unwrap()
}

fn open(_: usize, path: &Path) -> Opened {
    OpenOptions::new().write(true).open(path)
}

#[test]
fn any_number_of_ranks_writes_and_reads_the_same_file() {
    let one = Scratch::new();
    assert_eq!(write_on(1, &one.0, open), [Ok(())]);
    let bytes = std::fs::read(&one.0).unwrap();
    for ranks in [2, 3, 7, TOTAL, TOTAL + 2] {
        let file = Scratch::new();
        assert_eq!(write_on(ranks, &file.0, open), vec![Ok(()); ranks]);
        assert!(std::fs::read(&file.0).unwrap() == bytes, "{ranks} ranks");
        assert_eq!(read_on(ranks, &one.0), vec![Ok(()); ranks]);
        assert_eq!(read_on(1, &file.0), [Ok(())]);
    }
}

/// Ranks on machines that do not see the folder.
#[test]
fn ranks_without_the_folder_hand_their_records_on() {
    let one = Scratch::new();
    assert_eq!(write_on(1, &one.0, open), [Ok(())]);
    for apart in [1, 2, 3, 7] {
        let file = Scratch::new();
        let written = write_on(4, &file.0, |rank, path| match apart >> rank & 1 {
            0 => open(rank, path),
            _ => Err(ErrorKind::NotFound.into()),
        });
        assert_eq!(written, vec![Ok(()); 4]);
        assert!(std::fs::read(&file.0).unwrap() == std::fs::read(&one.0).unwrap(), "{apart:b}");
    }
}

/// A rank that cannot write leaves the file as it was, on all ranks, and nothing beside it.
#[test]
fn a_rank_that_fails_leaves_the_old_file() {
    let folder = Scratch::new().0.with_extension("folder");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("c");
    assert_eq!(write_on(2, &path, open), [Ok(()), Ok(())]);
    let before = std::fs::read(&path).unwrap();
    let outcome = write_on(3, &path, |rank, path| match rank {
        // It can only be read.
        2 => File::open(path),
        _ => open(rank, path),
    });
    for (rank, outcome) in outcome.into_iter().enumerate() {
        let message = outcome.expect_err("it has written");
        let says = if rank == 2 { "cannot write `" } else { "rank 2: cannot write `" };
        assert!(message.starts_with(says), "rank {rank}: {message}");
    }
    assert!(std::fs::read(&path).unwrap() == before);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A rank that reads only sound records still knows that others are damaged.
#[test]
fn damage_is_found_by_all_ranks() {
    let file = Scratch::new();
    assert_eq!(write_on(3, &file.0, open), vec![Ok(()); 3]);
    let good = std::fs::read(&file.0).unwrap();
    let name = file.0.display().to_string();
    let all_say = |bytes: &[u8], says: &str| {
        std::fs::write(&file.0, bytes).unwrap();
        for (rank, outcome) in read_on(3, &file.0).into_iter().enumerate() {
            let message = outcome.expect_err("damage is not found");
            assert!(message.contains(says) && message.contains(&name), "rank {rank}: {message}");
        }
    };
    let start = header_length(&good);
    for at in (start..good.len()).step_by(37) {
        let mut flipped = good.clone();
        flipped[at] ^= 16;
        all_say(&flipped, "its state does not have the checksum");
    }
    all_say(&good[..good.len() - 1], "it ends too early");
    all_say(&good[..start - 20], "it ends too early");
    all_say(&[&good[..], &[0]].concat(), "it is longer than its state");
    std::fs::remove_file(&file.0).unwrap();
    assert!(
        read_on(2, &file.0).iter().all(|outcome| {
            outcome.as_ref().is_err_and(|message| message.contains("cannot read"))
        })
    );
}
