//! Updates of arrays on disk by a process that is killed at random instants. The process is this test program, with one test.

#![allow(missing_docs)]

mod folder;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use array_fn::store::Stored;
use array_fn::{Array, array_fn};
use folder::Folder;

array_fn! {
    /// Elements after one update, from those of neighbours, too. They are no fixed point, so each update shows.
    #[stream(N, M)]
    pub fn advance<N, M>(u: &mut [i64; N, M]) {
        u[1..-1, 1..-1] = (3 * u[1..-1, 1..-1] + u[2.., 1..-1] + u[1..-1, ..-2] + 1) % 1000003;
    }
    #[stream(N, M)]
    pub fn both<N, M>(a: &mut [i64; N, M], b: &mut [i64; N, M]) {
        let sum = a + b;
        b = (a - b) % 1000003;
        a = sum % 1000003;
    }
    /// What can be done in place.
    #[stream(N, M)]
    pub fn next<N, M>(u: &mut [i64; N, M]) { u = (3 * u + 1) % 1000003; }
}

const SIZE: usize = 112;
const CHUNK: u64 = 4;
const KILLS: usize = 50;

/// The array that the child updates, and how.
const TASK: &str = "ARRAY_FN_TEST_UPDATE";

/// Not a test of its own: what the other tests start and kill.
#[test]
fn child() {
    let Ok(task) = std::env::var(TASK) else { return };
    let (kind, path) = task.split_once(' ').unwrap();
    let open = |name: &str| Stored::<i64, 2>::open(Path::new(path).join(name)).unwrap();
    match kind {
        "advance" => advance::stream(&open("a")).tile_bytes(1, 8000).run().unwrap(),
        "both" => both::stream(&open("a"), &open("b")).tile_bytes(1, 8000).run().unwrap(),
        "next" => next::stream(&open("a")).tile_bytes(1, 2000).in_place().run().unwrap(),
        other => panic!("{other}"),
    }
}

fn start(kind: &str, folder: &Folder) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["child", "--exact"])
        .env(TASK, format!("{kind} {}", folder.0.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }
}

/// How long an update takes that nobody ends.
fn time_of(kind: &str, folder: &Folder) -> u64 {
    let begin = Instant::now();
    assert!(start(kind, folder).wait().unwrap().success());
    begin.elapsed().as_micros() as u64
}

/// Starts an update and kills it after a random part of `time`, with SIGKILL. Returns whether it was alive.
fn killed(kind: &str, folder: &Folder, time: u64, random: &mut Random) -> bool {
    let mut child = start(kind, folder);
    std::thread::sleep(Duration::from_micros(random.below(time)));
    let was_alive = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    was_alive
}

/// Starts an update, and kills it when chunks are being moved into place. Returns whether it was.
fn killed_late(kind: &str, folder: &Folder, random: &mut Random) -> bool {
    let mut child = start(kind, folder);
    let complete = beside(&folder.0.join("a")).join("complete");
    while child.try_wait().unwrap().is_none() && !complete.exists() {
        std::hint::spin_loop();
    }
    std::thread::sleep(Duration::from_micros(random.below(4000)));
    child.kill().unwrap();
    child.wait().unwrap();
    complete.exists()
}

fn beside(path: &Path) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(".update");
    path.into()
}

fn first() -> Array<i64, 2> {
    Array::from_fn([SIZE, SIZE], |[i, j]| (i * 1009 + j * 31) as i64).unwrap()
}

fn read(folder: &Folder, name: &str) -> Vec<i64> {
    let stored = Stored::<i64, 2>::open(folder.0.join(name)).unwrap();
    stored.all().read().unwrap().as_slice().to_vec()
}

/// An array is as before or as wanted, and the next update goes on from there.
#[test]
fn updates_happen_as_a_whole_or_not_at_all() {
    let folder = Folder::new("kills");
    let mut old = first();
    let advanced = |old: &Array<i64, 2>| {
        let mut new = old.clone();
        advance(&mut new).unwrap();
        new
    };
    folder.stored("a", &old, [CHUNK; 2], "zstd:1");
    let time = time_of("advance", &folder);
    old = advanced(&old);
    let mut new = advanced(&old);
    let mut random = Random(7);
    // Kills before all new chunks are there, after the call, and while chunks are moved.
    let (mut kills, mut before, mut after, mut between) = (0, 0, 0, 0);
    while kills < KILLS {
        let is_late = kills % 2 == 1;
        let is_between = match is_late {
            false => {
                kills += usize::from(killed("advance", &folder, time, &mut random));
                beside(&folder.0.join("a")).join("complete").exists()
            }
            true => {
                kills += 1;
                killed_late("advance", &folder, &mut random)
            }
        };
        let found = read(&folder, "a");
        assert!(!beside(&folder.0.join("a")).join("complete").exists());
        let is_new = found == new.as_slice();
        assert!(is_new || found == old.as_slice(), "after {kills} kills the array is neither");
        assert!(is_new || !is_between, "new chunks that were complete are lost");
        between += usize::from(is_between);
        *(if is_new { &mut after } else { &mut before }) += 1;
        if is_new {
            old = new;
            new = advanced(&old);
        }
    }
    println!(
        "{before} times as before, {after} as wanted, {between} of them moved by the next opening"
    );
    assert!(before > 0 && after > 0 && between > 0, "{before} {after} {between}");
    time_of("advance", &folder);
    assert_eq!(read(&folder, "a"), new.as_slice());
    assert!(!beside(&folder.0.join("a")).exists());
}

/// Arrays of one call are replaced one after another, each as a whole.
#[test]
fn of_two_arrays_each_is_whole() {
    let folder = Folder::new("kills-of-two");
    let (a, b) = (first(), Array::from_fn([SIZE, SIZE], |[i, j]| (i + 7 * j) as i64).unwrap());
    let (mut new_a, mut new_b) = (a.clone(), b.clone());
    both(&mut new_a, &mut new_b).unwrap();
    let prepare = || {
        for (name, array) in [("a", &a), ("b", &b)] {
            let _ = std::fs::remove_dir_all(beside(&folder.0.join(name)));
            folder.stored(name, array, [2 * CHUNK; 2], "plain");
        }
    };
    prepare();
    let time = time_of("both", &folder);
    let mut random = Random(11);
    for kill in 0..KILLS / 2 {
        prepare();
        match kill % 2 {
            0 => killed("both", &folder, time, &mut random),
            _ => killed_late("both", &folder, &mut random),
        };
        let (found_a, found_b) = (read(&folder, "a"), read(&folder, "b"));
        assert!(found_a == a.as_slice() || found_a == new_a.as_slice());
        // The first array is replaced before the second.
        let is_first_new = found_a == new_a.as_slice();
        assert!(found_b == b.as_slice() || (is_first_new && found_b == new_b.as_slice()));
    }
}

/// In place, each chunk is as before or as wanted.
#[test]
fn in_place_each_chunk_is_whole() {
    let folder = Folder::new("kills-in-place");
    let old = first();
    let mut new = old.clone();
    next(&mut new).unwrap();
    folder.stored("a", &old, [CHUNK; 2], "zstd:1");
    let time = time_of("next", &folder);
    assert_eq!(read(&folder, "a"), new.as_slice());
    let mut random = Random(13);
    let (mut kills, mut mixed) = (0, 0);
    while kills < KILLS / 2 {
        folder.stored("a", &old, [CHUNK; 2], "zstd:1");
        kills += usize::from(killed("next", &folder, time, &mut random));
        let found = read(&folder, "a");
        let mut seen = [false; 2];
        let size = CHUNK as usize;
        for i in (0..SIZE).step_by(size) {
            for j in (0..SIZE).step_by(size) {
                let of = |array: &[i64]| -> Vec<i64> {
                    (i..i + size).flat_map(|i| array[i * SIZE + j..][..size].to_vec()).collect()
                };
                let (is_old, is_new) =
                    (of(&found) == of(old.as_slice()), of(&found) == of(new.as_slice()));
                assert!(is_old || is_new, "chunk {} {} is neither", i / size, j / size);
                seen[usize::from(is_new)] = true;
            }
        }
        mixed += usize::from(seen == [true; 2]);
    }
    println!("{mixed} of {kills} kills left both kinds of chunks");
    assert!(mixed > 0);
}
