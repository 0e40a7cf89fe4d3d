//! Ranks that are threads of one process.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Channel, Exchange, Link};
use crate::Error;

/// The transport of ranks that are threads of one process. It serves tests, and runs on one machine without MPI.
///
/// ```
/// use array_fn_runtime::ranks::{Exchange, Threads};
///
/// let sums = Threads::new(3).run(|rank| {
///     let mut sum = [rank.rank() as i64];
///     rank.sum(&mut sum)?;
///     Ok::<_, array_fn_runtime::Error>(sum[0])
/// })?;
/// assert_eq!(sums, [3, 3, 3]);
/// # Ok::<(), array_fn_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    size: usize,
    timeout: Duration,
    disorder: Option<u64>,
    lost: Option<u64>,
}

impl Threads {
    /// The time after which a message counts as lost.
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// So many ranks, at least 1.
    pub fn new(size: usize) -> Threads {
        Threads { size: size.max(1), timeout: Threads::TIMEOUT, disorder: None, lost: None }
    }

    /// Waits so long for a message.
    pub fn timeout(mut self, timeout: Duration) -> Threads {
        self.timeout = timeout;
        self
    }

    /// Delays messages, and hands them over in another order, by random numbers from this seed. Results must not depend
    /// on that, which tests find out.
    pub fn disorder(mut self, seed: u64) -> Threads {
        self.disorder = Some(seed);
        self
    }

    /// Loses the message with this number, from 0, of those that all ranks send. It is for tests.
    pub fn lose(mut self, message: u64) -> Threads {
        self.lost = Some(message);
        self
    }

    /// Runs `work` on one thread for each rank, and returns the results in the order of ranks.
    ///
    /// If one rank returns an error or panics, calls of the others fail.
    ///
    /// # Errors
    /// The error of the first rank that failed.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn run<T: Send, E: Send + std::fmt::Display>(
        self,
        work: impl Fn(Arc<dyn Exchange>) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let hub = Arc::new(Hub { of: self, state: Mutex::default(), changed: Condvar::new() });
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.size)
                .map(|rank| {
                    let (hub, work) = (hub.clone(), &work);
                    scope.spawn(move || {
                        let member = Arc::new(Member { hub, rank, meetings: AtomicU64::new(0) });
                        let outcome = catch_unwind(AssertUnwindSafe(|| work(member.clone())));
                        match &outcome {
                            Ok(Ok(_)) => {}
                            Ok(Err(error)) => member.abort(&error.to_string()),
                            Err(_) => member.abort("it panicked"),
                        }
                        outcome
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().and_then(|outcome| outcome)).collect()
        });
        let first = hub.lock().failed.as_ref().map(|(rank, _)| *rank);
        let (mut results, mut failed) = (Vec::new(), None);
        for (rank, outcome) in outcomes.into_iter().enumerate() {
            match outcome {
                Ok(Ok(result)) => results.push(result),
                Ok(Err(error)) if first == Some(rank) => failed = Some(error),
                Ok(Err(_)) => {}
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(results),
        }
    }
}

/// What all ranks share.
struct Hub {
    of: Threads,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Messages that have not been received: by sender, receiver and channel.
    messages: HashMap<(usize, usize, u32), VecDeque<Message>>,
    /// The number of messages so far.
    sent: u64,
    /// The operations on all ranks that some ranks have begun, by their number.
    meetings: HashMap<u64, Meeting>,
    /// The rank that failed first, and why.
    failed: Option<(usize, String)>,
}

struct Message {
    bytes: Vec<u8>,
    /// How many times a receiver looks before it sees the message.
    hidden: u32,
}

#[derive(Default)]
struct Meeting {
    parts: HashMap<usize, Vec<u8>>,
    left: usize,
}

impl Hub {
    /// How long a rank that waits stays awake.
    const AWAKE: Duration = Duration::from_micros(100);

    fn lock(&self) -> MutexGuard<'_, State> {
        // A rank that panics leaves valid state.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `take` gives something.
    fn wait<T>(
        &self,
        rank: usize,
        what: impl Fn() -> String,
        mut take: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T, Error> {
        let begin = Instant::now();
        let end = begin + self.of.timeout;
        let mut state = self.lock();
        loop {
            if let Some((failed, message)) = &state.failed {
                return Err(Error::Ranks {
                    message: format!("rank {failed} has failed: {message}"),
                });
            }
            if let Some(found) = take(&mut state) {
                return Ok(found);
            }
            let now = Instant::now();
            if now >= end {
                let seconds = self.of.timeout.as_secs_f64();
                let message = format!(
                    "rank {rank} has waited {seconds} s for {}: all ranks have to make the same calls in the same order",
                    what()
                );
                return Err(Error::Ranks { message });
            }
            // To be woken takes longer than most messages do, so a rank looks again for a while.
            if now - begin < Hub::AWAKE {
                drop(state);
                std::thread::yield_now();
                state = self.lock();
                continue;
            }
            // Hidden messages appear by looking, so nobody is told.
            let most =
                if self.of.disorder.is_some() { Duration::from_micros(20) } else { end - now };
            state =
                self.changed.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A random number for something that happens once.
    fn random(&self, number: u64) -> u64 {
        let mut x = self.of.disorder.unwrap_or(0) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }
}

/// A rank.
struct Member {
    hub: Arc<Hub>,
    rank: usize,
    /// The number of operations on all ranks that this rank has begun.
    meetings: AtomicU64,
}

impl Member {
    /// Brings the bytes of all ranks together, in the order of ranks.
    fn meet(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
        let (number, size) = (self.meetings.fetch_add(1, Ordering::Relaxed), self.size());
        let mut state = self.hub.lock();
        state.meetings.entry(number).or_default().parts.insert(self.rank, bytes.to_vec());
        drop(state);
        self.hub.changed.notify_all();
        let what = || format!("all ranks to come to operation {number}");
        self.hub.wait(self.rank, what, |state| {
            let meeting = state.meetings.get_mut(&number)?;
            if meeting.parts.len() < size {
                return None;
            }
            meeting.left += 1;
            let all = (0..size).map(|rank| meeting.parts[&rank].clone()).collect();
            if meeting.left == size {
                state.meetings.remove(&number);
            }
            Some(all)
        })
    }
}

impl Exchange for Member {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.hub.of.size
    }

    fn channel(&self, number: u32, links: &[Link]) -> Result<Box<dyn Channel>, Error> {
        if let Some(link) = links.iter().find(|link| link.rank >= self.size()) {
            let message = format!("there are {} ranks, and no rank {}", self.size(), link.rank);
            return Err(Error::Ranks { message });
        }
        let of_link = |link: &Link| (vec![0; link.send], vec![0; link.receive]);
        let buffers = links.iter().map(of_link).collect();
        let (hub, links) = (self.hub.clone(), links.to_vec());
        Ok(Box::new(Mailboxes { hub, rank: self.rank, number, links, buffers }))
    }

    fn max(&self, values: &mut [f64]) -> Result<(), Error> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        for part in self.meet(&bytes)? {
            for (value, bytes) in values.iter_mut().zip(part.as_chunks::<8>().0) {
                *value = larger(*value, f64::from_ne_bytes(*bytes));
            }
        }
        Ok(())
    }

    fn sum(&self, values: &mut [i64]) -> Result<(), Error> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        values.fill(0);
        for part in self.meet(&bytes)? {
            for (value, bytes) in values.iter_mut().zip(part.as_chunks::<8>().0) {
                *value = value.wrapping_add(i64::from_ne_bytes(*bytes));
            }
        }
        Ok(())
    }

    fn gather(&self, bytes: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let all = self.meet(bytes)?;
        Ok((self.rank == 0).then_some(all))
    }

    fn broadcast(&self, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let own: &[u8] = if self.rank == 0 { bytes } else { &[] };
        *bytes = self.meet(own)?.swap_remove(0);
        Ok(())
    }

    fn all_to_all(&self, parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        if parts.len() != self.size() {
            let message =
                format!("{} parts for {} ranks: each rank needs one", parts.len(), self.size());
            return Err(Error::Ranks { message });
        }
        let lengths = parts.iter().flat_map(|part| (part.len() as u64).to_ne_bytes());
        let bytes: Vec<u8> = lengths.chain(parts.iter().flatten().copied()).collect();
        let own = |bytes: Vec<u8>| {
            let (lengths, rest) = bytes.split_at(8 * parts.len());
            let lengths = lengths.as_chunks::<8>().0.iter();
            let lengths: Vec<usize> = lengths.map(|l| u64::from_ne_bytes(*l) as usize).collect();
            let begin: usize = lengths[..self.rank].iter().sum();
            rest[begin..][..lengths[self.rank]].to_vec()
        };
        Ok(self.meet(&bytes)?.into_iter().map(own).collect())
    }

    fn abort(&self, message: &str) {
        self.hub.lock().failed.get_or_insert_with(|| (self.rank, message.to_string()));
        self.hub.changed.notify_all();
    }
}

/// The larger of two numbers, or NaN if one of them is NaN. Of zeros, the positive one is larger, so that the order of
/// ranks does not matter.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || !b.is_nan() && a.total_cmp(&b).is_gt() { a } else { b }
}

struct Mailboxes {
    hub: Arc<Hub>,
    rank: usize,
    number: u32,
    links: Vec<Link>,
    /// For each link, what goes out and what came in.
    buffers: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Channel for Mailboxes {
    fn outgoing(&mut self, link: usize) -> &mut [u8] {
        &mut self.buffers[link].0
    }

    fn start(&mut self) -> Result<(), Error> {
        for (link, (outgoing, _)) in self.links.iter().zip(&self.buffers) {
            if link.send == 0 {
                continue;
            }
            let bytes = outgoing.clone();
            let mut state = self.hub.lock();
            let number = state.sent;
            state.sent += 1;
            if self.hub.of.lost == Some(number) {
                continue;
            }
            let hidden = match self.hub.of.disorder {
                Some(_) => (self.hub.random(number) % 4) as u32,
                None => 0,
            };
            let key = (self.rank, link.rank, self.number);
            state.messages.entry(key).or_default().push_back(Message { bytes, hidden });
        }
        self.hub.changed.notify_all();
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Error> {
        let (rank, channel) = (self.rank, self.number);
        let mut missing: Vec<usize> =
            (0..self.links.len()).filter(|&link| self.links[link].receive > 0).collect();
        while !missing.is_empty() {
            let links = &self.links;
            let what = || {
                let ranks: Vec<String> =
                    missing.iter().map(|&link| links[link].rank.to_string()).collect();
                format!("a message of rank {} on channel {channel}", ranks.join(", "))
            };
            let (place, bytes) = self.hub.wait(rank, what, |state| {
                (0..missing.len()).find_map(|place| {
                    let key = (links[missing[place]].rank, rank, channel);
                    let queue = state.messages.get_mut(&key)?;
                    let first = queue.front_mut()?;
                    if first.hidden > 0 {
                        first.hidden -= 1;
                        return None;
                    }
                    Some((place, queue.pop_front()?.bytes))
                })
            })?;
            let link = missing.remove(place);
            let expected = self.links[link].receive;
            if bytes.len() != expected {
                let from = self.links[link].rank;
                let message = format!(
                    "rank {from} sent {} bytes to rank {rank} on channel {channel}, which expects {expected}: both have \
                     to name the same elements of the halo",
                    bytes.len()
                );
                return Err(Error::Ranks { message });
            }
            self.buffers[link].1 = bytes;
        }
        Ok(())
    }

    fn incoming(&self, link: usize) -> &[u8] {
        &self.buffers[link].1
    }
}
