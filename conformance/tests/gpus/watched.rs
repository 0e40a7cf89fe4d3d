//! A transport that says what a GPU has done when messages are posted and waited for.

use afn_mock_cuda::StandIn;
use array_fn::ranks::{Channel, Exchange, Link};
use array_fn::{Device, Error};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Messages are posted.
    Start,
    /// They are waited for.
    Wait,
}

/// What the device had done.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub what: What,
    pub graph_launches: u64,
    /// Kernels that had run.
    pub kernels: u64,
    /// Kernels that were on streams, and had not run. Of a start it is 0.
    pub kernels_pending: u64,
}

pub type Log = Arc<Mutex<Vec<Seen>>>;

/// The same transport, watched.
pub fn watched(
    of: Arc<dyn Exchange>,
    driver: &'static StandIn,
    device: Device,
) -> (Arc<dyn Exchange>, Log) {
    let log = Log::default();
    (Arc::new(Watched { of, watch: Watch { driver, device, log: log.clone() } }), log)
}

#[derive(Clone)]
struct Watch {
    driver: &'static StandIn,
    device: Device,
    log: Log,
}

impl Watch {
    fn see(&self, what: What) {
        let before = self.driver.counters();
        let mut kernels_pending = 0;
        if what == What::Wait {
            self.device.synchronize().expect("the device works");
            kernels_pending = self.driver.counters().kernels - before.kernels;
        }
        let (graph_launches, kernels) = (before.graph_launches, before.kernels);
        let seen = Seen { what, graph_launches, kernels, kernels_pending };
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
    }
}

struct Watched {
    of: Arc<dyn Exchange>,
    watch: Watch,
}

impl Exchange for Watched {
    fn rank(&self) -> usize {
        self.of.rank()
    }

    fn size(&self) -> usize {
        self.of.size()
    }

    fn channel(&self, number: u32, links: &[Link]) -> Result<Box<dyn Channel>, Error> {
        let of = self.of.channel(number, links)?;
        Ok(Box::new(WatchedChannel { of, watch: self.watch.clone() }))
    }

    fn max(&self, values: &mut [f64]) -> Result<(), Error> {
        self.of.max(values)
    }

    fn sum(&self, values: &mut [i64]) -> Result<(), Error> {
        self.of.sum(values)
    }

    fn gather(&self, bytes: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Error> {
        self.of.gather(bytes)
    }

    fn broadcast(&self, bytes: &mut Vec<u8>) -> Result<(), Error> {
        self.of.broadcast(bytes)
    }

    fn all_to_all(&self, parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        self.of.all_to_all(parts)
    }

    fn abort(&self, message: &str) {
        self.of.abort(message);
    }
}

struct WatchedChannel {
    of: Box<dyn Channel>,
    watch: Watch,
}

impl Channel for WatchedChannel {
    fn outgoing(&mut self, link: usize) -> &mut [u8] {
        self.of.outgoing(link)
    }

    fn start(&mut self) -> Result<(), Error> {
        self.watch.see(What::Start);
        self.of.start()
    }

    fn poll(&mut self) {
        self.of.poll();
    }

    fn wait(&mut self) -> Result<(), Error> {
        self.watch.see(What::Wait);
        self.of.wait()
    }

    fn incoming(&self, link: usize) -> &[u8] {
        self.of.incoming(link)
    }
}
