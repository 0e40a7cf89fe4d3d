//! Requests from threads that wait, to a store whose answers come later.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

use futures_util::{Stream, StreamExt};
use object_store::{Error, ObjectStore};
use tokio::runtime::{Builder, Handle};
use tokio::sync::{mpsc, oneshot};

/// Threads for stores that block, such as folders.
const BLOCKING: usize = 16;
/// Parts of an answer that may wait.
const WAITING: usize = 2;

/// A store with the thread that runs its requests.
#[derive(Debug)]
pub(super) struct Client {
    store: Arc<dyn ObjectStore>,
    handle: Handle,
    /// The thread ends when this is dropped.
    _running: oneshot::Sender<()>,
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Client {
    pub(super) fn new(store: Arc<dyn ObjectStore>) -> io::Result<Client> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(BLOCKING)
            .thread_name("array-fn store")
            .build()?;
        let handle = runtime.handle().clone();
        let (running, ended) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name("array-fn store".to_owned());
        thread.spawn(move || {
            let _ = runtime.block_on(ended);
            // Not waiting for what nobody waits for.
            runtime.shutdown_background();
        })?;
        Ok(Client { store, handle, _running: running })
    }

    pub(super) fn store(&self) -> &dyn ObjectStore {
        &*self.store
    }

    /// Runs a request in the thread of the store, and waits for it.
    pub(super) fn call<T, F>(
        &self,
        request: impl FnOnce(Arc<dyn ObjectStore>) -> F,
    ) -> io::Result<T>
    where
        T: Send + 'static,
        F: Future<Output = object_store::Result<T>> + Send + 'static,
    {
        let (reply, answer) = std::sync::mpsc::sync_channel(1);
        let request = request(self.store.clone());
        self.handle.spawn(async move {
            // Nobody may be waiting any more.
            let _ = reply.send(request.await);
        });
        match answer.recv() {
            Ok(answer) => answer.map_err(failed),
            Err(_) => Err(panicked()),
        }
    }

    /// Lets the thread of the store take the parts of an answer, a few of which wait for the calling thread.
    pub(super) fn parts<T: Send + 'static>(
        &self,
        mut parts: impl Stream<Item = object_store::Result<T>> + Send + Unpin + 'static,
    ) -> Parts<'_, T> {
        let (sender, receiver) = mpsc::channel(WAITING);
        self.handle.spawn(async move {
            // The end is said, too: it must not be taken for a panic, or a panic for it.
            loop {
                let part = parts.next().await;
                let is_end = part.is_none();
                if sender.send(part).await.is_err() || is_end {
                    break;
                }
            }
        });
        Parts { client: self, receiver }
    }
}

/// The parts of an answer.
pub(super) struct Parts<'c, T> {
    client: &'c Client,
    receiver: mpsc::Receiver<Option<object_store::Result<T>>>,
}

impl<T> Parts<'_, T> {
    /// Waits for the next part; `None` at the end. Tokio's own way to wait panics in threads of a runtime, which callers
    /// may be.
    pub(super) fn next(&mut self) -> Option<io::Result<T>> {
        let _context = self.client.handle.enter();
        // In a thread of another runtime, that one's budget of work would end the progress for ever.
        let mut next = pin!(tokio::task::unconstrained(self.receiver.recv()));
        let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            if let Poll::Ready(part) = next.as_mut().poll(&mut context) {
                return match part {
                    Some(part) => part.map(|part| part.map_err(failed)),
                    None => Some(Err(panicked())),
                };
            }
            std::thread::park();
        }
    }
}

fn panicked() -> io::Error {
    io::Error::other("the client of the store panicked")
}

/// The error of a store as one of the system, with a remedy.
pub(super) fn failed(error: Error) -> io::Error {
    let (kind, remedy) = match &error {
        Error::NotFound { .. } => (io::ErrorKind::NotFound, ""),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => (
            io::ErrorKind::PermissionDenied,
            "; give credentials that may do this, in the environment or as options of `Store::from_url_with`",
        ),
        Error::NotSupported { .. } | Error::NotImplemented { .. } => {
            (io::ErrorKind::Unsupported, "; use a store that can do this")
        }
        _ => (io::ErrorKind::Other, "; see whether the store can be reached, and run it again"),
    };
    io::Error::new(kind, format!("{error}{remedy}"))
}
