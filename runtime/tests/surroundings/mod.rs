//! Calls from where programs hardly ever call: destructors of thread-locals, subscribers of `tracing`, processes
//! that were forked off; and devices of more threads than there can be.

use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use array_fn_runtime::{Array, Device, Error};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::programs::axpy;

/// Set where a test is its own child.
const CHILD: &str = "ARRAY_FN_TEST_CHILD";

/// Sums of rows of ones, by as many threads as are worth it if it is `large`.
fn sums(large: bool) -> Result<(), Error> {
    let (e, n) = if large { (5000, 20) } else { (4, 2) };
    let u = Array::full([e, n], 1.0)?;
    let sums = axpy(&u, 2.0, &mut Array::zeros([e, n])?)?;
    assert!(sums.as_slice().iter().all(|&sum| sum == 2.0 * n as f64));
    Ok(())
}

/// Runs a test again in a process of its own, which has to end well, and soon.
fn run_as_child(test: &str, environment: &[(&str, &str)]) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, "1")
        .envs(environment.iter().copied())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return assert!(status.success(), "{test}: {status}");
        }
        if begin.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("{test} does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

#[test]
#[cfg_attr(miri, ignore = "does not end in minutes there")]
fn destructors_of_thread_locals_call_functions() {
    struct Calling(&'static Mutex<u32>);
    impl Drop for Calling {
        fn drop(&mut self) {
            sums(false).unwrap();
            let device = Device::cpu_with_threads(2);
            device.run(|| {
                assert_eq!(Device::current(), device);
                sums(true).unwrap();
            });
            *self.0.lock().unwrap() += 1;
        }
    }
    static CALLS: Mutex<u32> = Mutex::new(0);
    thread_local! {
        static FIRST: Calling = const { Calling(&CALLS) };
        static LAST: Calling = const { Calling(&CALLS) };
    }
    let thread = std::thread::spawn(|| {
        FIRST.with(|_| ());
        Device::cpu().run(|| sums(false)).unwrap();
        LAST.with(|_| ());
    });
    thread.join().unwrap();
    assert_eq!(*CALLS.lock().unwrap(), 2);
}

/// Calls a function whenever it is told something.
#[derive(Default)]
struct Calling {
    calls: AtomicBool,
    messages: &'static Messages,
}

#[derive(Default)]
struct Messages(Mutex<Vec<String>>);

static MESSAGES: Messages = Messages(Mutex::new(Vec::new()));

impl Default for &'static Messages {
    fn default() -> Self {
        &MESSAGES
    }
}

impl Visit for &'static Messages {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.0.lock().unwrap().push(format!("{value:?}"));
        }
    }
}

impl Subscriber for Calling {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut { self.messages });
        if !self.calls.swap(true, Ordering::SeqCst) {
            sums(true).unwrap();
            self.calls.store(false, Ordering::SeqCst);
        }
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn subscribers_call_functions() {
    if !is_child() {
        let environment = [
            ("ARRAY_FN_NUM_THREADS", "abc"),
            ("ARRAY_FN_ISA", "sse9"),
            ("ARRAY_FN_TRACE", "/no/such/folder/trace.json"),
        ];
        return run_as_child("surroundings::subscribers_call_functions", &environment);
    }
    tracing::subscriber::set_global_default(Calling::default()).unwrap();
    sums(true).unwrap();
    Device::cpu_with_threads(3).run(|| sums(true)).unwrap();
    let told = MESSAGES.0.lock().unwrap();
    let of = |part: &str| told.iter().filter(|message| message.contains(part)).count();
    let threads = "ARRAY_FN_NUM_THREADS is `abc`: expected a whole number from 1 on; ignored";
    assert_eq!(of(threads), 1, "{told:?}");
    assert_eq!((of("ARRAY_FN_ISA is `sse9`"), of("instruction set selected")), (1, 1), "{told:?}");
    assert_eq!(of("ARRAY_FN_TRACE cannot be written"), 1, "{told:?}");
    assert!(of("threads started") > 0 && of("plan built") > 0, "{told:?}");
}

#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(miri, ignore = "starts a process")]
fn forked_processes_call_and_drop() {
    if !is_child() {
        return run_as_child("surroundings::forked_processes_call_and_drop", &[]);
    }
    let device = Device::cpu_with_threads(3);
    device.run(|| sums(true)).unwrap();
    // SAFETY: the child's only thread is the one that called; it uses no lock that another thread may hold.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let outcome = std::panic::catch_unwind(move || {
            device.run(|| sums(true)).unwrap();
            drop(device);
        });
        // SAFETY: ends the process.
        unsafe { libc::_exit(i32::from(outcome.is_err())) }
    }
    let mut status = -1;
    // SAFETY: waits for the child, whose status is written.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    assert_eq!(status, 0);
}

#[test]
#[cfg_attr(miri, ignore = "takes longer there than it may")]
fn more_threads_than_there_can_be_are_an_error_at_once() {
    for threads in [1_000_000_000, usize::MAX] {
        let begin = Instant::now();
        let device = Device::cpu_with_threads(threads);
        // What is not worth other threads needs none.
        device.run(|| sums(false)).unwrap();
        let error = device.run(|| sums(true)).unwrap_err();
        assert!(matches!(error, Error::Threads { .. }), "{error}");
        assert!(begin.elapsed() < Duration::from_secs(5));
    }
}
