//! Messages of fixed sizes, as persistent requests.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use array_fn_runtime::Error;
use array_fn_runtime::ranks::{Channel, Link};
use ferrompi::{MpiErrorClass, PersistentRequest};

use super::shared::{Shared, refused};
use crate::operations::Operation;

/// What messages are for.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Channel(u32),
    Operation(Operation),
}

impl Place {
    /// The tag of the messages. MPI may have none above 32767.
    fn tag(self) -> Result<i32, Error> {
        match self {
            Place::Operation(operation) => Ok(operation as i32),
            Place::Channel(number) => match i16::try_from(number) {
                Ok(tag) => Ok(tag.into()),
                Err(_) => Err(refused(format!(
                    "there is no channel {number} over MPI: use numbers up to {}",
                    i16::MAX
                ))),
            },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Channel(number) => write!(f, "on channel {number}"),
            Place::Operation(operation) => write!(f, "in operation `{operation}`"),
        }
    }
}

pub(super) struct Messages {
    shared: Arc<Shared>,
    place: Place,
    links: Vec<Open>,
}

struct Open {
    link: Link,
    send: Option<PersistentRequest<u8>>,
    receive: Option<PersistentRequest<u8>>,
    /// Takes the place of the outgoing message while MPI sends that.
    spare: Vec<u8>,
}

impl Messages {
    pub(super) fn new(
        shared: Arc<Shared>,
        place: Place,
        links: &[Link],
    ) -> Result<Messages, Error> {
        shared.check()?;
        let tag = place.tag()?;
        let world = match place {
            Place::Channel(_) => &shared.channels,
            Place::Operation(_) => &shared.operations,
        };
        let mut messages = Messages { shared: shared.clone(), place, links: Vec::new() };
        for link in links {
            let rank = i32::try_from(link.rank).ok().filter(|_| link.rank < shared.size);
            let Some(rank) = rank else {
                let (size, rank) = (shared.size, link.rank);
                return Err(refused(format!("there are {size} ranks, and no rank {rank}")));
            };
            let bytes = link.send.max(link.receive);
            if i32::try_from(bytes).is_err() {
                return Err(refused(format!(
                    "a message of {bytes} bytes between ranks {} and {rank} {place} is too large for MPI, which has up to \
                     {} bytes: use more ranks",
                    shared.rank,
                    i32::MAX
                )));
            }
            let made = |request: ferrompi::Result<PersistentRequest<u8>>| {
                request.map(Some).map_err(|error| {
                    refused(format!("MPI makes no message to or from rank {rank} {place}: {error}"))
                })
            };
            let _calls = shared.calls();
            let (mut send, mut receive) = (None, None);
            if link.send > 0 {
                send = made(world.send_init(vec![0; link.send], rank, tag))?;
            }
            if link.receive > 0 {
                receive = made(world.recv_init(vec![0; link.receive], rank, tag))?;
            }
            messages.links.push(Open { link: *link, send, receive, spare: Vec::new() });
        }
        Ok(messages)
    }

    /// Whether all messages have come and gone.
    fn is_done(&mut self) -> Result<bool, Error> {
        let (shared, place) = (&self.shared, self.place);
        let _calls = shared.calls();
        let mut done = true;
        for Open { link, send, receive, .. } in &mut self.links {
            let rank = link.rank;
            if let Some(send) = send.as_mut().filter(|send| send.is_active()) {
                let sent = send.test().map_err(|error| {
                    shared.fail(format!("a message to rank {rank} {place} failed: {error}"))
                })?;
                done &= sent.is_some();
            }
            if let Some(receive) = receive.as_mut().filter(|receive| receive.is_active()) {
                let wrong = |sent: &str| {
                    shared.fail(format!(
                        "rank {rank} sent {sent} to rank {} {place}, which expects {} bytes: both have to name the same \
                         elements of the halo, and to make the same calls",
                        shared.rank, link.receive
                    ))
                };
                let come = receive.test().map_err(|error| match error {
                    ferrompi::Error::Mpi { class: MpiErrorClass::Truncate, .. } => wrong("more"),
                    error => {
                        shared.fail(format!("a message of rank {rank} {place} failed: {error}"))
                    }
                })?;
                match come.map(|status| status.count.unwrap_or(0)) {
                    None => done = false,
                    Some(bytes) if bytes == link.receive => {}
                    Some(bytes) => return Err(wrong(&format!("{bytes} bytes"))),
                }
            }
        }
        Ok(done)
    }

    /// The error of messages that have not come or gone in time.
    fn late(&self, timeout: Duration) -> Error {
        let ranks = |of: fn(&Open) -> &Option<PersistentRequest<u8>>| {
            let active = self
                .links
                .iter()
                .filter(|open| of(open).as_ref().is_some_and(PersistentRequest::is_active));
            active.map(|open| open.link.rank.to_string()).collect::<Vec<_>>().join(", ")
        };
        let (from, to) = (ranks(|open| &open.receive), ranks(|open| &open.send));
        let place = self.place;
        let what = match from.is_empty() {
            false => format!("a message of rank {from} {place}"),
            true => format!("rank {to} to take a message {place}"),
        };
        self.shared.fail(format!(
            "rank {} has waited {} s for {what}: all ranks have to make the same calls in the same order; \
             ARRAY_FN_MPI_TIMEOUT sets the time",
            self.shared.rank,
            timeout.as_secs_f64()
        ))
    }
}

impl Channel for Messages {
    fn outgoing(&mut self, link: usize) -> &mut [u8] {
        let open = &mut self.links[link];
        match open.send.as_mut().map(PersistentRequest::buffer_mut) {
            Some(Ok(buffer)) => buffer,
            _ => {
                open.spare.resize(open.link.send, 0);
                &mut open.spare
            }
        }
    }

    fn start(&mut self) -> Result<(), Error> {
        let shared = &self.shared;
        shared.check()?;
        let _calls = shared.calls();
        // Receives come first, so that no message has to be kept for them.
        for open in &mut self.links {
            begin(shared, self.place, open.link.rank, &mut open.receive)?;
        }
        for open in &mut self.links {
            begin(shared, self.place, open.link.rank, &mut open.send)?;
        }
        Ok(())
    }

    fn poll(&mut self) {
        // A failure is kept, and reported when somebody waits.
        let _ = self.is_done();
    }

    fn wait(&mut self) -> Result<(), Error> {
        let begin = Instant::now();
        loop {
            self.shared.check()?;
            if self.is_done()? {
                return Ok(());
            }
            let waited = begin.elapsed();
            match self.shared.timeout {
                Some(timeout) if waited >= timeout => return Err(self.late(timeout)),
                _ => {}
            }
            // Messages that travel come soon. Others wait for the work of a rank, which may need this processor.
            if waited > Duration::from_millis(20) {
                std::thread::sleep(Duration::from_micros(50));
            } else if waited > Duration::from_micros(5) {
                std::thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        }
    }

    fn incoming(&self, link: usize) -> &[u8] {
        match self.links[link].receive.as_ref().map(PersistentRequest::buffer) {
            Some(Ok(buffer)) => buffer,
            _ => &[],
        }
    }
}

/// Starts a request, if there is one.
fn begin(
    shared: &Shared,
    place: Place,
    rank: usize,
    request: &mut Option<PersistentRequest<u8>>,
) -> Result<(), Error> {
    let Some(request) = request else { return Ok(()) };
    request.start().map_err(|error| {
        shared.fail(format!("a message to or from rank {rank} {place} cannot start: {error}"))
    })
}

impl Drop for Messages {
    fn drop(&mut self) {
        let _calls = self.shared.calls();
        for open in self.links.drain(..) {
            for request in [open.send, open.receive].into_iter().flatten() {
                // Dropping a request that MPI works on would wait for it, and its message may never come.
                if request.is_active() {
                    std::mem::forget(request);
                }
            }
        }
    }
}
