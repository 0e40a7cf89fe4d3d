//! Lazy streams: what is put on them runs when somebody waits, in an order that a seed chooses.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use crate::graph::{Kind, Launch};
use crate::memory::Position;
use crate::state::{LOST, State};
use crate::work::{Access, Work};

/// Operations that may wait; then some run.
const MOST_PENDING: usize = 2048;

pub struct Stream {
    queue: VecDeque<Operation>,
    /// Number of the next operation.
    next: u64,
    /// For each stream, up to which operation it is done before what comes here.
    clock: Vec<u64>,
    pub alive: bool,
    /// The time that its kernels have taken.
    took: Duration,
    /// What comes on it becomes nodes of a graph.
    pub capture: Option<Capture>,
}

/// A graph that a stream's work becomes.
pub struct Capture {
    pub graph: usize,
    /// The node that came last.
    last: Option<usize>,
    /// What the graph cannot hold.
    fault: Option<String>,
    /// A call that captures forbid was made meanwhile.
    invalid: bool,
    /// What it forbids others: a `CUstreamCaptureMode`.
    mode: u32,
    thread: ThreadId,
}

#[derive(Default)]
pub struct Event {
    /// How often it was recorded, and how many of these records were reached.
    recorded: u64,
    reached: u64,
    clock: Vec<u64>,
    pub time: Option<Instant>,
    pub alive: bool,
}

impl Event {
    pub fn is_recorded(&self) -> bool {
        self.recorded > 0 || self.time.is_some()
    }
}

pub enum Operation {
    Work(Work),
    Graph(Launch),
    Free(u64),
    Record(usize, u64),
    Wait(usize, u64),
    /// A function of the host, as an address, and its argument.
    Host(usize, usize),
}

fn merge(clock: &mut Vec<u64>, other: &[u64]) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, &other) in clock.iter_mut().zip(other) {
        *own = (*own).max(other);
    }
}

impl State {
    pub fn new_stream(&mut self) -> usize {
        // The default stream is number 0.
        while self.streams.is_empty() {
            self.push_stream();
        }
        self.push_stream()
    }

    fn push_stream(&mut self) -> usize {
        let clock = self.host_clock.clone();
        self.streams.push(Stream {
            queue: VecDeque::new(),
            next: 1,
            clock,
            alive: true,
            took: Duration::ZERO,
            capture: None,
        });
        self.streams.len() - 1
    }

    /// Puts an operation on a stream, after checking that what it touches is not in use elsewhere.
    pub fn enqueue(&mut self, stream: usize, operation: Operation) {
        if let Some(capture) = self.streams.get_mut(stream).and_then(|s| s.capture.as_mut()) {
            let Operation::Work(work) = operation else {
                capture.fault = Some("captured work is more than kernels and copies".to_owned());
                return;
            };
            let (graph, after) = (capture.graph, capture.last);
            let added = self.add_node(graph, after.as_slice(), Kind::Work(work));
            if let Some(capture) = &mut self.streams[stream].capture {
                match added {
                    Ok(node) => capture.last = Some(node),
                    Err(fault) => capture.fault = Some(fault),
                }
            }
            return;
        }
        if !self.execute {
            return;
        }
        while self.streams.len() <= stream {
            self.push_stream();
        }
        if !self.streams[stream].alive {
            self.finding(format!("stream {stream} is used after it is destroyed"));
            return;
        }
        let accesses = match &operation {
            Operation::Work(work) => {
                if let Some(fault) = work.fault(self) {
                    let what = work.describe(self);
                    self.finding(format!("{what}: {fault}"));
                    return;
                }
                work.accesses(self)
            }
            Operation::Graph(launch) => launch.accesses.to_vec(),
            Operation::Free(address) => {
                vec![Access { address: *address, bytes: None, write: true }]
            }
            Operation::Record(..) | Operation::Wait(..) | Operation::Host(..) => Vec::new(),
        };
        let number = self.streams[stream].next;
        self.streams[stream].next += 1;
        for access in accesses {
            self.order((stream, number), access, &operation);
        }
        if LOST.load(Ordering::Relaxed) != 0 {
            return;
        }
        self.streams[stream].queue.push_back(operation);
        self.pending += 1;
        if self.pending > MOST_PENDING {
            self.run_while(|state| state.pending > MOST_PENDING / 2);
        }
    }

    /// Makes a graph of what comes on the stream, from now on.
    pub fn begin_capture(&mut self, stream: usize, mode: u32) -> Result<(), String> {
        if stream == 0 {
            return Err("the default stream cannot be captured".to_owned());
        }
        if self.streams[stream].capture.is_some() {
            return Err("the stream is being captured already".to_owned());
        }
        let graph = self.new_graph(None);
        let thread = std::thread::current().id();
        self.streams[stream].capture =
            Some(Capture { graph, last: None, fault: None, invalid: false, mode, thread });
        Ok(())
    }

    /// The graph of what came on the stream; without a text where the capture was made invalid.
    pub fn end_capture(&mut self, stream: usize) -> Result<usize, Option<String>> {
        let capture = self.streams[stream].capture.take();
        let capture = capture.ok_or_else(|| Some("the stream is not being captured".to_owned()))?;
        let fault = match capture {
            Capture { invalid: true, .. } => None,
            Capture { fault: Some(fault), .. } => Some(fault),
            Capture { graph, .. } => {
                self.counters.captures += 1;
                return Ok(graph);
            }
        };
        self.graphs[capture.graph] = None;
        Err(fault)
    }

    /// Makes all captures invalid that are under way; whether there are any.
    pub fn invalidate_captures(&mut self) -> bool {
        self.invalidate(|_| true)
    }

    /// Makes these captures invalid; whether there are any.
    fn invalidate(&mut self, which: impl Fn(&Capture) -> bool) -> bool {
        let mut any = false;
        let captures = self.streams.iter_mut().filter_map(|stream| stream.capture.as_mut());
        for capture in captures.filter(|capture| which(capture)) {
            capture.invalid = true;
            any = true;
        }
        any
    }

    /// Whether a capture forbids a thread with this `CUstreamCaptureMode` a call that may disturb captures. Those that do
    /// are invalid then.
    pub fn is_forbidden(&mut self, mode: u32) -> bool {
        const GLOBAL: u32 = 0;
        const RELAXED: u32 = 2;
        let own = std::thread::current().id();
        self.invalidate(|capture| {
            mode != RELAXED
                && capture.mode != RELAXED
                && (capture.thread == own || capture.mode == GLOBAL && mode == GLOBAL)
        })
    }

    /// Makes the capture of a stream invalid; whether there is one.
    pub fn invalidate_capture(&mut self, stream: usize) -> bool {
        let capture = self.streams.get_mut(stream).and_then(|stream| stream.capture.as_mut());
        let Some(capture) = capture else { return false };
        capture.invalid = true;
        true
    }

    /// Whether the stream is being captured in vain.
    pub fn is_capture_invalid(&self, stream: usize) -> bool {
        let stream = self.streams.get(stream);
        stream.and_then(|stream| stream.capture.as_ref()).is_some_and(|capture| capture.invalid)
    }

    /// Checks an access against those before, and remembers it.
    fn order(&mut self, position: Position, access: Access, operation: &Operation) {
        let what = match operation {
            Operation::Work(work) => work.describe(self),
            Operation::Graph(_) => "a graph".to_owned(),
            _ => "a free".to_owned(),
        };
        let start = match self.memory.find(access.address, access.bytes.unwrap_or(0)) {
            Ok(start) => start,
            Err(problem) => {
                self.illegal(format!("{what}: {problem}"));
                return;
            }
        };
        let stream = position.0;
        let is_before = |clock: &[u64], (other, number): Position| {
            clock.get(other).is_some_and(|&reached| number <= reached)
        };
        let clock = &self.streams[stream].clock;
        let host = &self.host_clock;
        let ordered = |other: Position| {
            other.0 == stream || is_before(clock, other) || is_before(host, other)
        };
        let Some(allocation) = self.memory.get(start) else { return };
        let uses = &mut allocation.uses;
        let mut conflict = uses.writer.filter(|&writer| !ordered(writer));
        if access.write {
            conflict = conflict.or(uses.readers.iter().copied().find(|&reader| !ordered(reader)));
            uses.writer = Some(position);
            uses.readers.clear();
        } else {
            uses.readers.retain(|reader| reader.0 != stream);
            uses.readers.push(position);
        }
        if let Some((other, _)) = conflict {
            self.finding(format!(
                "{what} on stream {stream} uses memory at {start:#x} that stream {other} uses, without \
                 an event between them"
            ));
        }
    }

    /// Marks the end of a stream.
    pub fn record(&mut self, event: usize, stream: usize) {
        self.counters.records += 1;
        if !self.execute {
            self.events[event].time = Some(Instant::now());
            return;
        }
        while self.streams.len() <= stream {
            self.push_stream();
        }
        let mut clock = self.streams[stream].clock.clone();
        let own = self.streams[stream].next;
        if clock.len() <= stream {
            clock.resize(stream + 1, 0);
        }
        clock[stream] = own;
        let state = &mut self.events[event];
        state.recorded += 1;
        state.clock = clock;
        let number = state.recorded;
        self.enqueue(stream, Operation::Record(event, number));
    }

    /// Lets a stream wait for an event.
    pub fn wait(&mut self, stream: usize, event: usize) {
        self.counters.waits += 1;
        if !self.execute {
            return;
        }
        while self.streams.len() <= stream {
            self.push_stream();
        }
        if !self.events[event].alive {
            self.finding(format!("event {event} is waited for after it is destroyed"));
            return;
        }
        let number = self.events[event].recorded;
        let clock = self.events[event].clock.clone();
        merge(&mut self.streams[stream].clock, &clock);
        self.enqueue(stream, Operation::Wait(event, number));
    }

    /// Runs until a stream is empty.
    pub fn synchronize_stream(&mut self, stream: usize) {
        if stream < self.streams.len() {
            self.run_while(|state| !state.streams[stream].queue.is_empty());
            let mut clock = self.streams[stream].clock.clone();
            if clock.len() <= stream {
                clock.resize(stream + 1, 0);
            }
            clock[stream] = self.streams[stream].next - 1;
            merge(&mut self.host_clock, &clock);
        }
    }

    pub fn synchronize_event(&mut self, event: usize) {
        self.run_while(|state| state.events[event].reached < state.events[event].recorded);
        let clock = self.events[event].clock.clone();
        merge(&mut self.host_clock, &clock);
    }

    pub fn synchronize_all(&mut self) {
        for stream in 0..self.streams.len() {
            self.synchronize_stream(stream);
        }
    }

    pub fn is_idle(&mut self, stream: usize) -> bool {
        self.step();
        self.streams.get(stream).is_none_or(|stream| stream.queue.is_empty())
    }

    pub fn is_reached(&mut self, event: usize) -> bool {
        self.step();
        self.events[event].reached >= self.events[event].recorded
    }

    fn run_while(&mut self, more: impl Fn(&State) -> bool) {
        while more(self) {
            if !self.step() {
                self.finding("streams wait for each other".to_owned());
                return;
            }
        }
    }

    /// Runs the first operation of some stream; whether there was one.
    fn step(&mut self) -> bool {
        let ready = |stream: &Stream| match stream.queue.front() {
            None => false,
            Some(Operation::Wait(event, number)) => self.events[*event].reached >= *number,
            Some(_) => true,
        };
        let ready: Vec<usize> =
            (0..self.streams.len()).filter(|&s| ready(&self.streams[s])).collect();
        if ready.is_empty() {
            return false;
        }
        let stream = ready[self.below(ready.len())];
        let Some(operation) = self.streams[stream].queue.pop_front() else { return false };
        self.pending -= 1;
        match operation {
            Operation::Work(work) => {
                let took = self.duration(&work);
                self.streams[stream].took += took;
                work.run(self);
            }
            Operation::Graph(launch) => launch.run(self),
            Operation::Free(address) => self.memory.release(address),
            Operation::Record(event, number) => {
                self.events[event].reached = self.events[event].reached.max(number);
                let time = self.clock.now(self.streams[stream].took);
                self.events[event].time = Some(time);
            }
            Operation::Wait(..) => {}
            Operation::Host(function, argument) => {
                // SAFETY: the program passed the address of such a function, to be called once.
                unsafe {
                    let function: unsafe extern "C" fn(usize) =
                        std::mem::transmute::<usize, unsafe extern "C" fn(usize)>(function);
                    function(argument);
                }
            }
        }
        true
    }

    /// Forgets what is queued; frees and records happen all the same, so that nobody waits for them.
    pub fn drop_queues(&mut self) {
        for stream in 0..self.streams.len() {
            for operation in std::mem::take(&mut self.streams[stream].queue) {
                match operation {
                    Operation::Free(address) => self.memory.release(address),
                    Operation::Record(event, number) => {
                        self.events[event].reached = self.events[event].reached.max(number);
                    }
                    Operation::Work(_)
                    | Operation::Graph(_)
                    | Operation::Wait(..)
                    | Operation::Host(..) => {}
                }
            }
        }
        self.pending = 0;
    }

    /// Whether pending work copies from or to this page-locked memory.
    pub fn is_pinned_in_use(&self, address: u64) -> bool {
        self.streams.iter().flat_map(|stream| &stream.queue).any(|operation| match operation {
            Operation::Work(work) => work.touches_pinned(self, address),
            Operation::Graph(launch) => launch.accesses.iter().any(|access| {
                self.memory.find_any(access.address, 0).is_some_and(|(start, _)| start == address)
            }),
            _ => false,
        })
    }
}
