//! `ARRAY_FN_TRACE=file.json` writes a timeline: what happened when, on which thread. Perfetto
//! (<https://ui.perfetto.dev>) and `chrome://tracing` show it.
//!
//! The file is a JSON array with one event per line. The closing `]` is never written, which the format allows. So the
//! events of every call that has returned can be read, however the program ends.
//!
//! Each process of a launcher writes a file of its own: `{rank}` or `%r` in the name stands for its rank. Without one of
//! these, the rank becomes a part of the name. `tools/merge-traces.py` makes one timeline of the files.
//!
//! A call collects its events and those of the threads that help it, and writes them in one go when it ends. Without
//! the variable, a call only reads one atomic.

use std::cell::Cell;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::instance::BoundLaunch;
use crate::ranks::{Launched, launched};

const UNKNOWN: u8 = 0;
const OFF: u8 = 1;
const ON: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static SINK: OnceLock<Option<Sink>> = OnceLock::new();

/// The file that events are written to.
struct Sink {
    file: Mutex<File>,
    /// The instant that times are counted from.
    begin: Instant,
}

/// The sink, if events are asked for.
fn sink() -> Option<&'static Sink> {
    match STATE.load(Ordering::Relaxed) {
        OFF => None,
        _ => start(),
    }
}

#[cold]
fn start() -> Option<&'static Sink> {
    let mut failed = None;
    let sink = SINK.get_or_init(|| {
        let path = std::env::var_os("ARRAY_FN_TRACE").filter(|path| !path.is_empty())?;
        let launched = launched();
        let path = of_rank(path.into(), launched);
        Sink::new(&path, launched).map_err(|error| failed = Some((path, error))).ok()
    });
    STATE.store(if sink.is_some() { ON } else { OFF }, Ordering::Relaxed);
    // Reported after the state is set, because a listener may call an array function.
    if let Some((path, error)) = failed {
        let path = path.display();
        tracing::warn!(target: "array_fn", %path, %error, "ARRAY_FN_TRACE cannot be written");
    }
    sink.as_ref()
}

impl Sink {
    fn new(path: &Path, launched: Option<Launched>) -> io::Result<Sink> {
        let mut file = File::create(path)?;
        let (begin, now) = (Instant::now(), SystemTime::now());
        // Times of several processes are compared by their clocks.
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
        let process = std::process::id();
        let (name, rank) = match launched {
            Some(Launched { rank, .. }) => (format!("rank {rank}"), format!("\"rank\":{rank},")),
            None => (format!("process {process}"), String::new()),
        };
        let begin_of_all = format!(
            "[\n{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{process},\"args\":{{\"name\":\"{name}\",{rank}\
             \"unix_microseconds\":{now}}}}},\n"
        );
        file.write_all(begin_of_all.as_bytes())?;
        Ok(Sink { file: Mutex::new(file), begin })
    }

    fn write(&self, text: &str) {
        let written = lock(&self.file).write_all(text.as_bytes());
        if let Err(error) = written {
            tracing::warn!(target: "array_fn", %error, "ARRAY_FN_TRACE is written no further");
            STATE.store(OFF, Ordering::Relaxed);
        }
    }
}

/// The file of a process, by the name that was asked for.
fn of_rank(path: PathBuf, launched: Option<Launched>) -> PathBuf {
    let Some(Launched { rank, size }) = launched else { return path };
    // A name that is no text has no rank to be filled in.
    let Some(text) = path.to_str() else { return path };
    let filled = text.replace("{rank}", &rank.to_string()).replace("%r", &rank.to_string());
    if filled != text || size == 1 {
        return filled.into();
    }
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".{rank}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of the current thread in the timeline, from 1; the first time, its name is written as well.
fn thread(sink: &Sink) -> u64 {
    thread_local! {
        static NUMBER: Cell<u64> = const { Cell::new(0) };
    }
    static LAST: AtomicU64 = AtomicU64::new(0);
    let mut number = NUMBER.get();
    if number == 0 {
        number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        NUMBER.set(number);
        let current = std::thread::current();
        let name = quoted(current.name().unwrap_or("unnamed"));
        let process = std::process::id();
        sink.write(&format!(
            "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{process},\"tid\":{number},\"args\":{{\"name\":{name}}}}},\n"
        ));
    }
    number
}

/// The events of one call, written when this is dropped.
pub(crate) struct Recorder {
    sink: &'static Sink,
    function: &'static str,
    begin: Instant,
    /// When the last phase ended.
    mark: Cell<Instant>,
    details: Cell<Option<String>>,
    phases: Cell<Vec<Phase>>,
    chunks: Mutex<Vec<Chunk>>,
    between: Mutex<Vec<Between>>,
}

struct Phase {
    name: &'static str,
    begin: Instant,
    end: Instant,
}

/// Something that happens between launches.
struct Between {
    name: &'static str,
    thread: u64,
    begin: Instant,
    end: Instant,
}

/// Some points of a launch that a thread ran.
struct Chunk {
    launch: usize,
    name: &'static str,
    thread: u64,
    points: (usize, usize),
    begin: Instant,
    end: Instant,
}

/// The recorder of the threads that help a call.
#[derive(Clone, Copy)]
pub(crate) struct Chunks<'a> {
    sink: &'static Sink,
    chunks: &'a Mutex<Vec<Chunk>>,
    between: &'a Mutex<Vec<Between>>,
}

/// Begins to record a call, if that is asked for.
pub(crate) fn call(function: &'static str) -> Option<Recorder> {
    let sink = sink()?;
    let now = Instant::now();
    Some(Recorder {
        sink,
        function,
        begin: now,
        mark: Cell::new(now),
        details: Cell::new(None),
        phases: Cell::new(Vec::new()),
        chunks: Mutex::new(Vec::new()),
        between: Mutex::new(Vec::new()),
    })
}

/// Ends a phase of a call. The phase began when the one before it ended.
pub(crate) fn phase(recorder: Option<&Recorder>, name: &'static str) {
    if let Some(recorder) = recorder {
        let end = Instant::now();
        let begin = recorder.mark.replace(end);
        let mut phases = recorder.phases.take();
        phases.push(Phase { name, begin, end });
        recorder.phases.set(phases);
    }
}

impl Recorder {
    /// Records the arguments that the call was made with.
    pub(crate) fn detail(&self, text: String) {
        self.details.set(Some(text));
    }

    pub(crate) fn chunks(&self) -> Chunks<'_> {
        Chunks { sink: self.sink, chunks: &self.chunks, between: &self.between }
    }

    /// The time of an instant in microseconds.
    fn time(&self, at: Instant) -> f64 {
        at.saturating_duration_since(self.sink.begin).as_secs_f64() * 1e6
    }

    fn event(&self, out: &mut String, event: &Event<'_>) {
        let (begin, end) = (self.time(event.begin), self.time(event.end));
        let (name, process) = (quoted(event.name), std::process::id());
        let _ = writeln!(
            out,
            "{{\"ph\":\"X\",\"cat\":\"{}\",\"name\":{name},\"pid\":{process},\"tid\":{},\"ts\":{begin:.3},\
             \"dur\":{:.3},\"args\":{{{}}}}},",
            event.category,
            event.thread,
            end - begin,
            event.args
        );
    }
}

struct Event<'a> {
    category: &'static str,
    name: &'a str,
    thread: u64,
    begin: Instant,
    end: Instant,
    /// Members of a JSON object.
    args: String,
}

impl Chunks<'_> {
    /// Runs a part of a launch and records it.
    pub(crate) fn run(
        self,
        number: usize,
        launch: &BoundLaunch,
        points: (usize, usize),
        work: impl FnOnce(),
    ) {
        let begin = Instant::now();
        work();
        let end = Instant::now();
        let (name, thread) = (launch.launch.name, thread(self.sink));
        lock(self.chunks).push(Chunk { launch: number, name, thread, points, begin, end });
    }

    /// Does something between launches and records it.
    pub(crate) fn event<T>(self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = work();
        let end = Instant::now();
        lock(self.between).push(Between { name, thread: thread(self.sink), begin, end });
        done
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let end = Instant::now();
        let thread = thread(self.sink);
        let mut out = String::new();
        let args = self.details.take().map(|text| format!("\"dims\":{}", quoted(&text)));
        let args = args.unwrap_or_default();
        let (name, begin) = (self.function, self.begin);
        self.event(&mut out, &Event { category: "call", name, thread, begin, end, args });
        for Phase { name, begin, end } in self.phases.take() {
            let args = String::new();
            self.event(&mut out, &Event { category: "phase", name, thread, begin, end, args });
        }
        for Between { name, thread, begin, end } in std::mem::take(&mut *lock(&self.between)) {
            let args = String::new();
            self.event(&mut out, &Event { category: "ranks", name, thread, begin, end, args });
        }
        let chunks = std::mem::take(&mut *lock(&self.chunks));
        for Chunk { launch, name, thread, points: (first, last), begin, end } in &chunks {
            let args = format!("\"launch\":{launch},\"begin\":{first},\"end\":{last}");
            let (thread, begin, end) = (*thread, *begin, *end);
            self.event(&mut out, &Event { category: "chunk", name, thread, begin, end, args });
        }
        self.launches(&mut out, &chunks);
        self.sink.write(&out);
    }
}

impl Recorder {
    /// Writes each launch, from its first chunk to its last. Launches may overlap, so each has its own track.
    fn launches(&self, out: &mut String, chunks: &[Chunk]) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let mut numbers: Vec<usize> = chunks.iter().map(|chunk| chunk.launch).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let process = std::process::id();
        for number in numbers {
            let own = || chunks.iter().filter(|chunk| chunk.launch == number);
            let begin = own().map(|chunk| chunk.begin).min();
            let end = own().map(|chunk| chunk.end).max();
            let (Some(begin), Some(end), Some(first)) = (begin, end, own().next()) else {
                continue;
            };
            let (id, name) = (LAST.fetch_add(1, Ordering::Relaxed), quoted(first.name));
            for (kind, at) in [("b", begin), ("e", end)] {
                let _ = writeln!(
                    out,
                    "{{\"ph\":\"{kind}\",\"cat\":\"launch\",\"name\":{name},\"id\":{id},\"pid\":{process},\
                     \"tid\":{},\"ts\":{:.3},\"args\":{{\"launch\":{number}}}}},",
                    first.thread,
                    self.time(at)
                );
            }
        }
    }
}

/// The text as a JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_ranks() {
        let of = |path: &str, rank, size| of_rank(path.into(), Some(Launched { rank, size }));
        assert_eq!(of_rank("a/t.json".into(), None), Path::new("a/t.json"));
        assert_eq!(of("a/t.json", 0, 1), Path::new("a/t.json"));
        assert_eq!(of("a/t.json", 12, 16), Path::new("a/t.12.json"));
        assert_eq!(of("trace", 1, 2), Path::new("trace.1"));
        assert_eq!(of("a/{rank}/t.json", 3, 4), Path::new("a/3/t.json"));
        assert_eq!(of("t-%r.json", 0, 1), Path::new("t-0.json"));
    }

    #[test]
    fn strings() {
        assert_eq!(quoted("a\"b\\c\nd\u{e9}"), "\"a\\\"b\\\\c\\u000ad\u{e9}\"");
    }
}
