//! A store that counts requests, lets some fail, and takes random times.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use object_store::path::Path;
use object_store::{
    CopyOptions, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};

/// What was asked of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub gets: u64,
    pub heads: u64,
    pub puts: u64,
    pub bytes_read: u64,
    pub bytes_written: u64,
    /// The most gets that were under way at one time.
    pub most: u64,
    under_way: u64,
}

/// A store around another one.
#[derive(Debug)]
pub(super) struct Watched {
    inner: Arc<dyn ObjectStore>,
    asked: Mutex<Asked>,
    /// Requests so far, and the number of the one that fails.
    number: AtomicU64,
    pub fails: AtomicU64,
    /// The most microseconds that a request takes.
    pub delay: AtomicU64,
}

impl fmt::Display for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "watched")
    }
}

impl Watched {
    pub(super) fn new(inner: Arc<dyn ObjectStore>) -> Arc<Watched> {
        Arc::new(Watched {
            inner,
            asked: Mutex::default(),
            number: AtomicU64::new(0),
            fails: AtomicU64::new(u64::MAX),
            delay: AtomicU64::new(0),
        })
    }

    /// What was asked since the last call.
    pub(super) fn asked(&self) -> Asked {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    /// Lets the request fail that comes after so many others.
    pub(super) fn fail_after(&self, requests: u64) {
        self.fails.store(self.number.load(Ordering::Relaxed) + requests, Ordering::Relaxed);
    }

    fn count(&self, count: impl FnOnce(&mut Asked)) {
        count(&mut self.asked.lock().unwrap());
    }

    async fn request(&self) -> Result<()> {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let delay = self.delay.load(Ordering::Relaxed);
        if delay > 0 {
            let random = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            tokio::time::sleep(Duration::from_micros(random % delay)).await;
        }
        if number == self.fails.load(Ordering::Relaxed) {
            let source = "the cable was pulled".into();
            return Err(object_store::Error::Generic { store: "watched", source });
        }
        Ok(())
    }
}

type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

impl ObjectStore for Watched {
    fn put_opts<'s, 'p, 'a>(
        &'s self,
        location: &'p Path,
        payload: PutPayload,
        options: PutOptions,
    ) -> Answer<'a, PutResult>
    where
        's: 'a,
        'p: 'a,
        Self: 'a,
    {
        Box::pin(async move {
            self.request().await?;
            let bytes = payload.content_length() as u64;
            self.count(|asked| {
                asked.puts += 1;
                asked.bytes_written += bytes;
            });
            self.inner.put_opts(location, payload, options).await
        })
    }

    fn put_multipart_opts<'s, 'p, 'a>(
        &'s self,
        location: &'p Path,
        options: PutMultipartOptions,
    ) -> Answer<'a, Box<dyn MultipartUpload>>
    where
        's: 'a,
        'p: 'a,
        Self: 'a,
    {
        self.inner.put_multipart_opts(location, options)
    }

    fn get_opts<'s, 'p, 'a>(
        &'s self,
        location: &'p Path,
        options: GetOptions,
    ) -> Answer<'a, GetResult>
    where
        's: 'a,
        'p: 'a,
        Self: 'a,
    {
        Box::pin(async move {
            let head = options.head;
            self.count(|asked| {
                asked.under_way += 1;
                asked.most = asked.most.max(asked.under_way);
                *if head { &mut asked.heads } else { &mut asked.gets } += 1;
            });
            let requested = self.request().await;
            self.count(|asked| asked.under_way = asked.under_way.saturating_sub(1));
            requested?;
            let found = self.inner.get_opts(location, options).await?;
            if !head {
                self.count(|asked| asked.bytes_read += found.range.end - found.range.start);
            }
            Ok(found)
        })
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.inner.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        // In pieces that come one after another, as from a service.
        let found = self.inner.list(prefix);
        found
            .then(|one| async move {
                tokio::task::yield_now().await;
                one
            })
            .boxed()
    }

    fn list_with_delimiter<'s, 'p, 'a>(&'s self, prefix: Option<&'p Path>) -> Answer<'a, ListResult>
    where
        's: 'a,
        'p: 'a,
        Self: 'a,
    {
        self.inner.list_with_delimiter(prefix)
    }

    fn copy_opts<'s, 'f, 't, 'a>(
        &'s self,
        from: &'f Path,
        to: &'t Path,
        options: CopyOptions,
    ) -> Answer<'a, ()>
    where
        's: 'a,
        'f: 'a,
        't: 'a,
        Self: 'a,
    {
        self.inner.copy_opts(from, to, options)
    }
}
