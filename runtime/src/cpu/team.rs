//! Threads that work on the tasks of a call beside the thread that calls.
//!
//! A right-hand side takes less than a millisecond, and a time step calls it again a few microseconds later:
//! so the caller takes part instead of waiting, threads that run out of work look for more for a while before
//! they sleep, and every thread begins with the same part of the tasks in each call, which its caches still
//! hold. Nothing is allocated by a job.

use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};
use std::{hint, io, mem, ptr};

/// How long a thread without work looks for more: several times what lies between the calls of a time step.
const PATIENCE: Duration = Duration::from_micros(200);
/// Looks at the queues before a thread lets others run between two looks.
const EAGER_LOOKS: u32 = 500;

/// The threads, the caller apart.
pub(crate) struct Team {
    shared: Arc<Shared>,
    /// Of workers 1, 2, ...; 0 is whoever calls.
    threads: Vec<JoinHandle<()>>,
    /// Held by the caller whose job it is.
    job: Mutex<()>,
    /// Whose threads they are: a process that is forked off has none of them.
    process: u32,
}

struct Shared {
    members: Box<[Member]>,
    task: UnsafeCell<Erased>,
    progress: Progress,
    /// What the first task that panicked said.
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

/// What every task writes, apart from what every thread reads.
#[repr(align(128))]
struct Progress {
    /// Tasks of the job that have not run.
    left: AtomicUsize,
    /// Whether the caller sleeps until there are none.
    caller_sleeps: AtomicBool,
}

/// A thread's tasks: in a cache line of their own (two, because processors fetch pairs).
#[repr(align(128))]
struct Member {
    /// First task, and end, of those that nobody has taken: 32 bits each. Whatever is taken is of the job
    /// that runs now: it cannot end before the task has run.
    queue: AtomicU64,
    sleeps: AtomicBool,
    /// Set by the thread before it first sleeps.
    thread: OnceLock<Thread>,
}

/// A job's function of the number of a task, without its type.
#[derive(Clone, Copy)]
struct Erased {
    data: *const (),
    run: unsafe fn(*const (), usize),
}

impl Team {
    /// More threads than machines run at once. Who asks for more made a mistake, of which the system would
    /// tell after a minute, or when memory is exhausted.
    pub(super) const MOST: usize = 4096;

    /// A team of so many threads, the caller included.
    ///
    /// # Errors
    /// For more than [`Team::MOST`], and the system's, if it has no more threads; those that started have
    /// ended then.
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
            task: UnsafeCell::new(Erased { data: ptr::null(), run: |_, _| {} }),
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
            team.threads.push(builder.spawn(move || shared.work(k))?);
        }
        Ok(team)
    }

    /// How many there are, the caller included.
    pub(crate) fn threads(&self) -> usize {
        self.shared.members.len()
    }

    /// Runs `task(0)`, ..., `task(count - 1)`, side by side; all have run when it returns. While another job
    /// runs, the calling thread does all of this one.
    ///
    /// # Panics
    /// If a task does: after all others have run, or, where the calling thread does all of the job, at once.
    pub(crate) fn run<F: Fn(usize) + Sync>(&self, count: usize, task: &F) {
        let members = self.shared.members.len().min(count);
        let guard =
            (members > 1 && u32::try_from(count).is_ok()).then(|| self.try_lock()).flatten();
        match guard {
            Some(_guard) => self.shared.run(members, count, task),
            None => (0..count).for_each(task),
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
            // The threads are the parent's: there is none to wait for.
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
    /// The caller's part of a job, of which so many members have a part to begin with.
    fn run<F: Fn(usize) + Sync>(&self, members: usize, count: usize, task: &F) {
        /// # Safety
        /// `data` must lead to an `F`.
        unsafe fn call<F: Fn(usize)>(data: *const (), k: usize) {
            // SAFETY: promised by the caller.
            unsafe { (*data.cast::<F>())(k) }
        }
        self.progress.left.store(count, Ordering::Relaxed);
        // SAFETY: the job before is done and this one is not queued, so that nobody reads this now.
        unsafe { *self.task.get() = Erased { data: ptr::from_ref(task).cast(), run: call::<F> } };
        // Backwards: whoever takes from a queue sees those of the members that it has to wake.
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

    /// What a worker does all its life.
    fn work(&self, me: usize) {
        let _ = self.members[me].thread.set(thread::current());
        while !self.stop.load(Ordering::SeqCst) {
            if !self.take_part(me) && !self.look_for_work(me) {
                self.sleep(me);
            }
        }
    }

    /// Runs tasks until none is left; whether there was one.
    fn take_part(&self, me: usize) -> bool {
        let mut any = false;
        while let Some((owner, task)) = self.take(me) {
            self.wake_after(owner);
            self.execute(task);
            any = true;
        }
        any
    }

    /// One of the member's own tasks, or else of those that another has not come to: whose, and which.
    fn take(&self, me: usize) -> Option<(usize, usize)> {
        let first = |(begin, end): (u32, u32)| (begin, pack(begin + 1, end));
        let last = |(begin, end): (u32, u32)| (end - 1, pack(begin, end - 1));
        if let Some(task) = self.members[me].take(first) {
            return Some((me, task));
        }
        let mut others = (me + 1..self.members.len()).chain(0..me);
        others.find_map(|k| Some((k, self.members[k].take(last)?)))
    }

    fn execute(&self, k: usize) {
        // SAFETY: task `k` is taken and has not run, so the caller waits for it: what it wrote before it queued
        // the task stays, and `take` has acquired it. The type is that of `data`.
        let outcome = catch_unwind(AssertUnwindSafe(|| unsafe {
            let task = *self.task.get();
            (task.run)(task.data, k);
        }));
        if let Err(panic) = outcome {
            let mut first = lock(&self.panic);
            match *first {
                None => *first = Some(panic),
                // To drop it might panic, too, and the task would never be done.
                Some(_) => mem::forget(panic),
            }
        }
        // The last one, after which the caller may return.
        if self.progress.left.fetch_sub(1, Ordering::SeqCst) == 1
            && self.progress.caller_sleeps.load(Ordering::SeqCst)
        {
            let _asleep = lock(&self.caller);
            self.finished.notify_all();
        }
    }

    /// Wakes two members that have tasks and sleep, after a task was taken from `owner`'s. The members are a
    /// tree, and whoever takes of a member's tasks wakes its children: so all that have tasks are woken, and none
    /// has to wake them all.
    fn wake_after(&self, owner: usize) {
        // A member that does not see its tasks, which were queued before those of `owner`, is seen to sleep:
        // `sleep` has the other half.
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

    /// Whether there was something to do before patience ended.
    fn look_for_work(&self, me: usize) -> bool {
        let mut looks = Looks::new();
        while looks.next() {
            // Those of others less often: their cache lines are on their way to them.
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

    /// Takes a task: `split` says which, and what is left.
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

/// The pauses of a thread that looks for something again and again.
struct Looks {
    count: u32,
    since: Option<Instant>,
}

impl Looks {
    fn new() -> Looks {
        Looks { count: 0, since: None }
    }

    /// Pauses; false if this has gone on for too long.
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

    /// So many rounds, but few where Miri runs them.
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

    /// Tasks that wait for each other for a while: in most rounds each has a thread of its own, whether
    /// the threads slept before or not.
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
