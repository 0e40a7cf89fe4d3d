//! Arrays behind a small HTTP server on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Folder, read_all, specs, write_all};
use crate::{Store, StoredArray, relayout};

/// Requests so far, and the number of the one whose answer is cut off.
#[derive(Debug)]
struct Server {
    root: PathBuf,
    number: AtomicU64,
    cut: AtomicU64,
}

impl Server {
    /// Serves the files of a folder until the process ends. Returns its URL.
    fn start(root: &Path) -> (Arc<Server>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = Arc::new(Server {
            root: root.to_owned(),
            number: AtomicU64::new(0),
            cut: AtomicU64::new(u64::MAX),
        });
        let of_thread = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = of_thread.clone();
                std::thread::spawn(move || server.serve(stream));
            }
        });
        (server, url)
    }

    fn serve(&self, mut stream: TcpStream) -> Option<()> {
        let mut lines = BufReader::new(stream.try_clone().ok()?);
        loop {
            let mut first = String::new();
            if lines.read_line(&mut first).ok()? == 0 {
                return None;
            }
            let (mut range, mut length) = (None, 0);
            loop {
                let mut line = String::new();
                lines.read_line(&mut line).ok()?;
                let line = line.trim().to_ascii_lowercase();
                let Some((name, value)) = line.split_once(": ") else { break };
                match name {
                    "range" => range = value.strip_prefix("bytes=").map(str::to_owned),
                    "content-length" => length = value.parse().ok()?,
                    _ => {}
                }
            }
            let mut body = vec![0; length];
            lines.read_exact(&mut body).ok()?;
            let mut words = first.split(' ');
            let (method, path) = (words.next()?, words.next()?);
            let path = self.root.join(path.trim_start_matches('/'));
            self.answer(&mut stream, method, &path, range, &body)?;
        }
    }

    fn answer(
        &self,
        stream: &mut TcpStream,
        method: &str,
        path: &Path,
        range: Option<String>,
        body: &[u8],
    ) -> Option<()> {
        let is_cut =
            self.number.fetch_add(1, Ordering::Relaxed) == self.cut.load(Ordering::Relaxed);
        if method == "PUT" {
            std::fs::create_dir_all(path.parent()?).ok()?;
            std::fs::write(path, body).ok()?;
            return stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").ok();
        }
        let Ok(bytes) = std::fs::read(path) else {
            return stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").ok();
        };
        let all = bytes.len();
        let (status, part, extra) = match range.as_deref().and_then(|range| range.split_once('-')) {
            Some((from, to)) => {
                let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
                if from >= all {
                    let head = "HTTP/1.1 416 Range Not Satisfiable\r\ncontent-length: 0\r\n\r\n";
                    return stream.write_all(head.as_bytes()).ok();
                }
                let to = to.min(all - 1);
                let extra = format!("content-range: bytes {from}-{to}/{all}\r\n");
                ("206 Partial Content", &bytes[from..=to], extra)
            }
            None => ("200 OK", &bytes[..], String::new()),
        };
        let length = part.len();
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{extra}\r\n");
        stream.write_all(head.as_bytes()).ok()?;
        if is_cut {
            stream.write_all(&part[..length / 2]).ok()?;
            stream.shutdown(std::net::Shutdown::Both).ok()?;
            return None;
        }
        if method == "HEAD" { Some(()) } else { stream.write_all(part).ok() }
    }
}

#[test]
fn arrays_behind_http() {
    let folder = Folder::new();
    let (server, url) = Server::start(&folder.0);
    for (name, spec) in specs() {
        let name = name.replace(' ', "-");
        let file = StoredArray::create(folder.0.join(&name), &spec).unwrap();
        let expected = write_all(&file);
        let store = Store::from_url(&format!("{url}/{name}")).unwrap();
        let array = StoredArray::open_at(&store, "").unwrap();
        assert_eq!(array.header().name, format!("{url}/{name}"));
        assert_eq!(read_all(&array), expected);
        let copy = folder.0.join(format!("copies/{name}"));
        relayout(&array, &copy).chunks(&[40, 3]).durable(false).verify(true).run().unwrap();
        assert_eq!(read_all(&StoredArray::open(&copy).unwrap()), expected);
        let made = StoredArray::create_at(&store, "made", &spec).unwrap();
        write_all(&made);
        assert_eq!(
            read_all(&StoredArray::open(folder.0.join(name).join("made")).unwrap()),
            expected
        );
    }
    // Half of an answer is no answer.
    let store = Store::from_url(&url).unwrap();
    let array = StoredArray::open_at(&store, "plain").unwrap();
    let mut out = vec![0; 4];
    let block = crate::Block { start: vec![20, 30], shape: vec![1, 1] };
    server.cut.store(server.number.load(Ordering::Relaxed), Ordering::Relaxed);
    let error = array.read_block(&block, &mut out).unwrap_err().to_string();
    assert!(error.contains("plain: chunk [1, 1]") && error.contains("plain/c/1/1"), "{error}");
    array.read_block(&block, &mut out).unwrap();
    assert_eq!(out, super::numbers(40 * 50)[(20 * 50 + 30) * 4..][..4]);
    let missing = StoredArray::open_at(&store, "nothing").unwrap_err().to_string();
    assert!(missing.contains("/nothing: there is no array"), "{missing}");
}
