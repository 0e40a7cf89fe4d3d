//! Threads that work on the tasks of a call beside the thread that calls.
//!
//! The right-hand side of a differential equation takes less than a millisecond, and a time step calls it again a few
//! microseconds later. Therefore:
//!
//! - The caller takes part in the work instead of waiting.
//! - A thread that runs out of work looks for more for a while before it sleeps.
//! - In each call every thread begins with the same part of the tasks, so that its caches still hold the arrays.
//! - A job allocates nothing.

use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};
use std::{hint, io, mem, ptr};

/// The time for which a thread without work looks for more: several times the pause between the calls of a time step.
const PATIENCE: Duration = Duration::from_micros(200);
/// The stack of a thread, as large as that of a main thread. Local arrays of kernels take up to half a megabyte, several
/// times that without optimisation, and sanitizers keep data of their own there.
const STACK_BYTES: usize = 8 << 20;
/// The number of looks at the queues after which a thread lets others run between two looks.
const EAGER_LOOKS: u32 = 500;

/// The threads, without the caller.
pub(crate) struct Team {
    shared: Arc<Shared>,
    /// The threads of members 1, 2, ...; member 0 is the caller.
    threads: Vec<JoinHandle<()>>,
    /// The lock that the caller holds while its job runs.
    job: Mutex<()>,
    /// The process that the threads belong to. A process that is forked off does not have them.
    process: u32,
}

struct Shared {
    members: Box<[Member]>,
    task: UnsafeCell<Erased>,
    progress: Progress,
    /// The payload of the first task that panicked.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    stop: AtomicBool,
    caller: Mutex<()>,
    finished: Condvar,
}

// SAFETY: `task`, the only field that is not `Sync`, is written by the caller while no task is queued, and read
// by threads that have taken a task of the job, which acquires that write.
unsafe impl Sync for Shared {}
// SAFETY: the pointer in `task` is only followed while the job's caller waits for it.
unsafe impl Send for Shared {}

/// The fields that every task writes, in cache lines apart from the fields that every thread reads.
#[repr(align(128))]
struct Progress {
    /// The number of tasks of the job that have not run.
    left: AtomicUsize,
    /// Whether the caller sleeps until all tasks have run.
    caller_sleeps: AtomicBool,
}

/// The tasks of a thread, in their own cache line (two lines, because processors fetch pairs).
#[repr(align(128))]
struct Member {
    /// The range of tasks that nobody has taken: the first one and the end, 32 bits each. A task that is taken always
    /// belongs to the job that runs now, because the job cannot end before the task has run.
    queue: AtomicU64,
    sleeps: AtomicBool,
    /// Set by the thread before it first sleeps.
    thread: OnceLock<Thread>,
}

/// The function of a job, which takes the numbers of a task and of the member that runs it, without its type.
#[derive(Clone, Copy)]
struct Erased {
    data: *const (),
    run: unsafe fn(*const (), usize, usize),
}

impl Team {
    /// The most threads of a team, more than machines run at once. To ask for more is a mistake, which the system would
    /// report only after a minute, or when memory is exhausted.
    pub(super) const MOST: usize = 4096;

    /// A team of this many threads, including the caller.
    ///
    /// # Errors
    /// If there are more than [`Team::MOST`]; and the system's error if it has no more threads. In that case those that
    /// started have ended.
    pub(crate) fn new(threads: usize) -> io::Result<Team> {
        if threads > Team::MOST {
            let reason = format!("at most {} can work together", Team::MOST);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        let member = |_| Member {
            queue: AtomicU64::new(0),
            sleeps: AtomicBool::new(false),
            thread: OnceLock::new(),
        };
        let shared = Arc::new(Shared {
            members: (0..threads.max(1)).map(member).collect(),
            task: UnsafeCell::new(Erased { data: ptr::null(), run: |_, _, _| {} }),
            progress: Progress { left: AtomicUsize::new(0), caller_sleeps: AtomicBool::new(false) },
            panic: Mutex::new(None),
            stop: AtomicBool::new(false),
            caller: Mutex::new(()),
            finished: Condvar::new(),
        });
        let process = std::process::id();
        let mut team = Team { shared, threads: Vec::new(), job: Mutex::new(()), process };
        for k in 1..threads {
            let shared = Arc::clone(&team.shared);
            let builder = thread::Builder::new().name(format!("array-fn-{k}"));
            let builder = builder.stack_size(STACK_BYTES);
            team.threads.push(builder.spawn(move || shared.work(k))?);
        }
        Ok(team)
    }

    /// The number of threads, including the caller.
    pub(crate) fn threads(&self) -> usize {
        self.shared.members.len()
    }

    /// Runs `task(0)`, ..., `task(count - 1)`, side by side. All have run when it returns. While another job runs, the
    /// calling thread runs all tasks of this one.
    ///
    /// # Panics
    /// If a task panics: after all others have run, or at once if the calling thread runs all tasks.
    pub(crate) fn run<F: Fn(usize) + Sync>(&self, count: usize, task: &F) {
        self.run_by(count, &|k, _| task(k));
    }

    /// The same for a task that also takes the number of the member that runs it, below [`Team::threads`]. No two tasks
    /// of a job have the same at one time.
    ///
    /// # Panics
    /// As for [`Team::run`].
    pub(crate) fn run_by<F: Fn(usize, usize) + Sync>(&self, count: usize, task: &F) {
        let members = self.shared.members.len().min(count);
        let guard =
            (members > 1 && u32::try_from(count).is_ok()).then(|| self.try_lock()).flatten();
        match guard {
            Some(_guard) => self.shared.run(members, count, task),
            None => (0..count).for_each(|k| task(k, 0)),
        }
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, ()>> {
        match self.job.try_lock() {
            Ok(guard) => Some(guard),
            // A task of that job panicked; all of them have ended.
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        if std::process::id() != self.process {
            // The threads belong to the parent process, so there is none to wait for.
            self.threads.drain(..).for_each(mem::forget);
            return;
        }
        self.shared.stop.store(true, Ordering::SeqCst);
        for thread in &self.threads {
            thread.thread().unpark();
        }
        for thread in self.threads.drain(..) {
            // It catches the panics of tasks and has none of its own.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Runs the caller's part of a job. At the beginning the first `members` members have a part each.
    fn run<F: Fn(usize, usize) + Sync>(&self, members: usize, count: usize, task: &F) {
        /// # Safety
        /// `data` must lead to an `F`.
        unsafe fn call<F: Fn(usize, usize)>(data: *const (), k: usize, member: usize) {
            // SAFETY: promised by the caller.
            unsafe { (*data.cast::<F>())(k, member) }
        }
        self.progress.left.store(count, Ordering::Relaxed);
        // SAFETY: the job before is done and this one is not queued, so that nobody reads this now.
        unsafe { *self.task.get() = Erased { data: ptr::from_ref(task).cast(), run: call::<F> } };
        // Backwards, so that a thread that takes a task of a member sees the queues of the members that it has to wake.
        let mut end = count as u64;
        for (k, member) in self.members[..members].iter().enumerate().rev() {
            let begin = count as u64 * k as u64 / members as u64;
            member.queue.store(pack(begin as u32, end as u32), Ordering::Release);
            end = begin;
        }
        self.take_part(0);
        self.wait();
        if let Some(panic) = lock(&self.panic).take() {
            resume_unwind(panic);
        }
    }

    /// Runs for the whole life of a thread.
    fn work(&self, me: usize) {
        let _ = self.members[me].thread.set(thread::current());
        while !self.stop.load(Ordering::SeqCst) {
            if !self.take_part(me) && !self.look_for_work(me) {
                self.sleep(me);
            }
        }
    }

    /// Runs tasks until none is left. Returns whether there was one.
    fn take_part(&self, me: usize) -> bool {
        let mut any = false;
        while let Some((owner, task)) = self.take(me) {
            self.wake_after(owner);
            self.execute(task, me);
            any = true;
        }
        any
    }

    /// Takes one of the member's own tasks, or else the last task of another member. Returns the owner and the task.
    fn take(&self, me: usize) -> Option<(usize, usize)> {
        let first = |(begin, end): (u32, u32)| (begin, pack(begin + 1, end));
        let last = |(begin, end): (u32, u32)| (end - 1, pack(begin, end - 1));
        if let Some(task) = self.members[me].take(first) {
            return Some((me, task));
        }
        let mut others = (me + 1..self.members.len()).chain(0..me);
        others.find_map(|k| Some((k, self.members[k].take(last)?)))
    }

    fn execute(&self, k: usize, me: usize) {
        // SAFETY: task `k` is taken and has not run, so the caller waits for it: what it wrote before it queued
        // the task stays, and `take` has acquired it. The type is that of `data`.
        let outcome = catch_unwind(AssertUnwindSafe(|| unsafe {
            let task = *self.task.get();
            (task.run)(task.data, k, me);
        }));
        if let Err(panic) = outcome {
            let mut first = lock(&self.panic);
            match *first {
                None => *first = Some(panic),
                // Dropping it might panic, too, and then the task would never be done.
                Some(_) => mem::forget(panic),
            }
        }
        // This was the last task, after which the caller may return.
        if self.progress.left.fetch_sub(1, Ordering::SeqCst) == 1
            && self.progress.caller_sleeps.load(Ordering::SeqCst)
        {
            let _asleep = lock(&self.caller);
            self.finished.notify_all();
        }
    }

    /// Wakes the two children of `owner`, if they have tasks and sleep, after one of the tasks of `owner` was taken.
    ///
    /// The members form a binary tree, and a thread that takes a task of a member wakes its children. So all members
    /// that have tasks are woken, and no thread has to wake all of them.
    fn wake_after(&self, owner: usize) {
        // The tasks of the children were queued before those of `owner`. If a child went to sleep without seeing its
        // tasks, this thread sees that it sleeps: the fence in `sleep` is the other half.
        fence(Ordering::SeqCst);
        for member in self.members.iter().skip(2 * owner + 1).take(2) {
            if member.has_tasks()
                && member.sleeps.load(Ordering::SeqCst)
                && member.sleeps.swap(false, Ordering::SeqCst)
                && let Some(thread) = member.thread.get()
            {
                thread.unpark();
            }
        }
    }

    /// Looks for work until patience ends. Returns whether there is some.
    fn look_for_work(&self, me: usize) -> bool {
        let mut looks = Looks::new();
        while looks.next() {
            // The queues of others are looked at less often, because looking takes their cache lines away from them.
            let all = looks.count.is_multiple_of(16);
            let stop = self.stop.load(Ordering::Relaxed);
            if stop || self.members[me].has_tasks() || all && self.any_tasks() {
                return true;
            }
        }
        false
    }

    fn sleep(&self, me: usize) {
        let sleeps = &self.members[me].sleeps;
        sleeps.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        while sleeps.load(Ordering::SeqCst)
            && !self.members[me].has_tasks()
            && !self.stop.load(Ordering::SeqCst)
        {
            thread::park();
        }
        sleeps.store(false, Ordering::SeqCst);
    }

    fn any_tasks(&self) -> bool {
        self.members.iter().any(Member::has_tasks)
    }

    /// Waits until all tasks have run.
    fn wait(&self) {
        let done = || self.progress.left.load(Ordering::SeqCst) == 0;
        let mut looks = Looks::new();
        while !done() {
            if !looks.next() {
                let mut asleep = lock(&self.caller);
                self.progress.caller_sleeps.store(true, Ordering::SeqCst);
                while !done() {
                    asleep = self.finished.wait(asleep).unwrap_or_else(PoisonError::into_inner);
                }
                self.progress.caller_sleeps.store(false, Ordering::SeqCst);
            }
        }
    }
}

impl Member {
    fn has_tasks(&self) -> bool {
        let (begin, end) = unpack(self.queue.load(Ordering::SeqCst));
        begin < end
    }

    /// Takes a task. `split` says which one, and which tasks are left.
    fn take(&self, split: impl Fn((u32, u32)) -> (u32, u64)) -> Option<usize> {
        let mut queue = self.queue.load(Ordering::Acquire);
        loop {
            let (begin, end) = unpack(queue);
            if begin >= end {
                return None;
            }
            let (task, rest) = split((begin, end));
            let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
            match self.queue.compare_exchange_weak(queue, rest, success, failure) {
                Ok(_) => return Some(task as usize),
                Err(now) => queue = now,
            }
        }
    }
}

fn pack(begin: u32, end: u32) -> u64 {
    u64::from(begin) | u64::from(end) << 32
}

fn unpack(queue: u64) -> (u32, u32) {
    (queue as u32, (queue >> 32) as u32)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pauses of a thread that looks again and again for something.
struct Looks {
    count: u32,
    since: Option<Instant>,
}

impl Looks {
    fn new() -> Looks {
        Looks { count: 0, since: None }
    }

    /// Pauses. Returns false if this has gone on for too long.
    fn next(&mut self) -> bool {
        self.count = self.count.wrapping_add(1);
        if self.since.is_none() && self.count < EAGER_LOOKS {
            hint::spin_loop();
            return true;
        }
        thread::yield_now();
        self.since.get_or_insert_with(Instant::now).elapsed() < PATIENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `count` rounds, but only a few under Miri.
    fn rounds(count: usize) -> std::ops::Range<usize> {
        0..if cfg!(miri) { count.div_ceil(100) } else { count }
    }

    /// Runs a job and checks that each task has run once.
    fn check(team: &Team, count: usize) {
        let runs: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
        team.run(count, &|k| {
            runs[k].fetch_add(1, Ordering::Relaxed);
        });
        assert!(runs.iter().all(|run| run.load(Ordering::Relaxed) == 1));
    }

    #[test]
    fn every_task_runs_once() {
        for threads in [0, 1, 2, 3, 8] {
            let team = Team::new(threads).unwrap();
            for round in 0..3 {
                let counts = [0, 1, 2, 3, 7, 64, 1000];
                for &count in if cfg!(miri) { &counts[..6] } else { &counts[..] } {
                    rounds(200).for_each(|_| check(&team, count));
                }
                if round > 0 {
                    // Long enough to fall asleep.
                    thread::sleep(4 * PATIENCE);
                }
            }
        }
    }

    #[test]
    fn results_are_there_when_it_returns() {
        let team = Team::new(3).unwrap();
        let mut values = vec![0_u64; 5000];
        for round in rounds(200) {
            let cells: Vec<_> = values.chunks_mut(100).map(Mutex::new).collect();
            team.run(cells.len(), &|k| cells[k].lock().unwrap().iter_mut().for_each(|x| *x += 1));
            drop(cells);
            assert!(values.iter().all(|x| *x == round as u64 + 1));
        }
    }

    /// Tasks that wait for each other for a while. In most rounds each task gets its own thread, whether the threads
    /// slept before or not.
    #[test]
    #[cfg_attr(miri, ignore = "threads take turns there")]
    fn all_threads_take_part() {
        let team = Team::new(4).unwrap();
        for pause in [Duration::ZERO, 4 * PATIENCE] {
            let together = (0..50).filter(|_| {
                thread::sleep(pause);
                let here = AtomicUsize::new(0);
                let all_here = || here.load(Ordering::Relaxed) == 4;
                let met = AtomicUsize::new(0);
                team.run(4, &|_| {
                    here.fetch_add(1, Ordering::Relaxed);
                    let begin = Instant::now();
                    while !all_here() && begin.elapsed() < Duration::from_millis(50) {
                        thread::yield_now();
                    }
                    met.fetch_add(usize::from(all_here()), Ordering::Relaxed);
                });
                met.into_inner() == 4
            });
            let together = together.count();
            assert!(together > 25, "{together} of 50 rounds after {pause:?}");
        }
    }

    #[test]
    fn several_panics() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                if !thread::panicking() {
                    panic!("of the payload");
                }
            }
        }
        let team = Team::new(3).unwrap();
        for _ in rounds(20) {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                team.run(9, &|_| std::panic::panic_any(Bomb));
            }));
            mem::forget(outcome.unwrap_err());
            check(&team, 10);
        }
    }

    #[test]
    fn several_callers() {
        let team = Team::new(3).unwrap();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| rounds(500).for_each(|_| check(&team, 40)));
            }
        });
    }

    #[test]
    fn a_task_may_run_a_job() {
        let team = Team::new(2).unwrap();
        let sum = AtomicUsize::new(0);
        team.run(8, &|_| team.run(5, &|k| _ = sum.fetch_add(k, Ordering::Relaxed)));
        assert_eq!(sum.into_inner(), 80);
    }

    #[test]
    fn a_panic_is_the_callers() {
        let team = Team::new(2).unwrap();
        for _ in rounds(20) {
            let runs = AtomicUsize::new(0);
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                team.run(10, &|k| {
                    runs.fetch_add(1, Ordering::Relaxed);
                    assert_ne!(k, 7, "the task's words");
                });
            }));
            let panic = outcome.unwrap_err();
            assert!(panic.downcast_ref::<String>().unwrap().contains("the task's words"));
            assert_eq!(runs.into_inner(), 10, "the others have run");
            check(&team, 10);
        }
    }

    /// The caller sleeps until a slow task of another thread is done.
    #[test]
    fn slow_tasks() {
        let team = Team::new(2).unwrap();
        for slow in [0, 3] {
            let runs = AtomicUsize::new(0);
            team.run(4, &|k| {
                if k == slow {
                    thread::sleep(Duration::from_millis(20));
                }
                runs.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(runs.into_inner(), 4);
        }
    }
}
