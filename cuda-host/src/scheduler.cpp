// Runs kernels: blocks one after another, the threads of a block as fibers that take turns at
// __syncthreads(). Shared memory starts as a pattern of NaNs, has exactly the size that the launch asked
// for, and is followed by bytes whose change is reported.
//
// A fiber runs threads until one waits at a barrier; then the next fiber takes over the threads that
// have not begun. So the threads of a kernel without barriers run as a plain loop on one fiber.

namespace array_fn_host {

enum Status { OK = 0, DIVERGENT_BARRIER = 1, SHARED_OVERRUN = 2, OUT_OF_MEMORY = 3 };

// As much as CUDA gives a thread's local memory, and some; the system hands out pages as they are used.
static const size_t STACK = 640 * 1024;
static const unsigned int MAX_THREADS = 1024;
static const unsigned char GUARD_BYTE = 0xA5;
#if defined(ARRAY_FN_HOST_ADDRESS_SANITIZER)
// The sanitizer sees and names a write behind an allocation.
static const size_t GUARD = 0;
#else
static const size_t GUARD = 256;
#endif

// A fiber, and the thread that it runs.
struct Worker {
    Fiber fiber;
    Mark mark;
    bool prepared = false;
    // Whether the thread waits at the barrier of this line; otherwise the worker wants a thread.
    bool waiting = false;
    int line = 0;
    unsigned int thread = 0;
    // What the thread hands to another one. Rounds take turns, because the other may read after the next round began.
    unsigned long long handed[2] = {};
};

// The block that runs on this OS thread, and the stacks of its threads.
struct Block {
    Fiber scheduler;
    Mark mark;
    Order order;
    Worker* all = nullptr;
    char* stacks = nullptr;
    // Those of `all` that run this block.
    Worker* workers = nullptr;
    Worker* running = nullptr;
    Context* context = nullptr;
    void (*kernel)(void**) = nullptr;
    void** parameters = nullptr;
    unsigned int threads = 0;
    // Threads from this one on have not begun.
    unsigned int next = 0;
    // Whether the number of rounds, each from a barrier to the next one, is odd.
    bool odd = false;

    bool reserve() {
        if (!all) all = new (std::nothrow) Worker[BANKS * MAX_THREADS];
        if (!all) return false;
        if (stacks) return true;
        const int use = PROT_READ | PROT_WRITE, kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        void* memory = mmap(nullptr, BANKS * MAX_THREADS * STACK, use, kind, -1, 0);
        if (memory == MAP_FAILED) return false;
        stacks = static_cast<char*>(memory);
        return true;
    }

    ~Block() {
        if (stacks) munmap(stacks, BANKS * MAX_THREADS * STACK);
        delete[] all;
    }
};
extern "C" __thread Context array_fn_host_thread = {};

// The block, once the OS thread has launched a kernel.
static __thread Block* of_thread __attribute__((tls_model("initial-exec"))) = nullptr;

static void to_scheduler(Worker& self) {
    Block& block = *of_thread;
    self.mark.leave(block.mark);
    Fiber::transfer(self.fiber, block.scheduler);
    self.mark.arrive(block.mark);
}

static void wait(Worker& self, int line) {
    self.waiting = true;
    self.line = line;
    to_scheduler(self);
}

static void barrier(int line) {
    Block& block = *of_thread;
    void* const reached = block.order.reach_barrier();
    wait(*block.running, line);
    block.order.pass_barrier(reached);
}

// Unlike a barrier it orders no accesses to memory. Where all threads wait, each worker has the thread of its number.
static unsigned long long exchange(unsigned long long value, unsigned int other, int line) {
    Block& block = *of_thread;
    Worker& self = *block.running;
    const bool odd = block.odd;
    self.handed[odd] = value;
    wait(self, line);
    return other < block.threads ? block.workers[other].handed[odd] : ~0ull;
}

static void work() {
    Block& block = *of_thread;
    Worker& self = *block.running;
    self.mark.arrive(block.mark);
    for (;;) {
        do {
            self.thread = block.next++;
            block.context->threadIdx = {self.thread, 0, 0};
            block.order.begin_thread();
            block.kernel(block.parameters);
            block.order.end_thread();
        } while (!ONE_THREAD_PER_FIBER && block.next < block.threads);
        to_scheduler(self);
    }
}

static void resume(Worker& worker) {
    Block& block = *of_thread;
    if (worker.waiting) {
        worker.waiting = false;
        block.context->threadIdx = {worker.thread, 0, 0};
    }
    block.running = &worker;
    block.mark.leave(worker.mark);
    Fiber::transfer(block.scheduler, worker.fiber);
    block.mark.arrive(worker.mark);
}

// Whether all threads of the block, run by the first `used` workers, wait at one barrier or none waits.
static bool together(unsigned int used) {
    Block& block = *of_thread;
    const Worker& first = block.workers[0];
    if (first.waiting && used != block.threads) return false;
    for (unsigned int k = 1; k < used; ++k) {
        const Worker& other = block.workers[k];
        if (other.waiting != first.waiting) return false;
        if (first.waiting && other.line != first.line) return false;
    }
    return true;
}

// What waits will never go on: its fiber begins anew with the next block.
static void abandon(unsigned int used) {
    Block& block = *of_thread;
    for (unsigned int k = 0; k < used; ++k) {
        Worker& worker = block.workers[k];
        if (!worker.waiting) continue;
        worker.waiting = false;
        worker.prepared = false;
    }
}

static int run_block() {
    Block& block = *of_thread;
    const size_t first = bank(block.context->blockIdx.x) * MAX_THREADS;
    block.workers = block.all + first;
    unsigned int used = 0;
    for (block.next = 0; block.next < block.threads; ++used) {
        Worker& worker = block.workers[used];
        if (!worker.prepared) {
            char* stack = block.stacks + (first + used) * STACK;
            // Tops of stacks at equal distances would all compete for the same few lines of the cache.
            const size_t bytes = STACK - used % 64 * 320;
            worker.mark.prepare(stack, bytes);
            worker.fiber.prepare(stack, bytes, work);
            worker.prepared = true;
        }
        resume(worker);
    }
    // Every other round runs backwards, so that a missing barrier shows in one of them.
    for (bool forward = false;; forward = !forward) {
        if (!together(used)) {
            abandon(used);
            return DIVERGENT_BARRIER;
        }
        if (!block.workers[0].waiting) return OK;
        block.order.begin_round();
        block.odd = !block.odd;
        for (unsigned int k = 0; k < used; ++k) {
            resume(block.workers[forward ? k : used - 1 - k]);
        }
    }
}

// The shared memory of a launch's blocks, one after another; each has its own if threads have their own
// fibers, lest the use by one after the other be taken for a conflict.
class SharedMemory {
    unsigned char** starts;
    unsigned int count = 0;

public:
    explicit SharedMemory(unsigned int grid) {
        const unsigned int different = ONE_THREAD_PER_FIBER ? grid : 1;
        starts = static_cast<unsigned char**>(malloc(different * sizeof *starts));
    }
    unsigned char* of_block(size_t bytes) {
        if (!starts) return nullptr;
        if (count == 0 || ONE_THREAD_PER_FIBER) {
            unsigned char* start = static_cast<unsigned char*>(malloc(bytes));
            if (!start) return nullptr;
            starts[count++] = start;
        }
        return starts[count - 1];
    }
    ~SharedMemory() {
        for (unsigned int k = 0; k < count; ++k) free(starts[k]);
        free(starts);
    }
};

// The block that comes at a position. Order 0 is that of the numbers; other orders begin elsewhere, and odd ones run
// backwards.
static unsigned int block_at(unsigned int position, unsigned int grid, unsigned int order) {
    const unsigned long long start = order / 2 % grid;
    const unsigned long long step = order % 2 ? grid - 1ull : 1;
    return static_cast<unsigned int>((start + position * step) % grid);
}

static int run_blocks(unsigned int grid, size_t shared, unsigned int order) {
    Block& block = *of_thread;
    if (!block.reserve()) return OUT_OF_MEMORY;
    SharedMemory memory(grid);
    int status = OK;
    block.order.begin_launch();
    for (unsigned int position = 0; position < grid && status == OK; ++position) {
        const unsigned int b = block_at(position, grid, order);
        unsigned char* start = memory.of_block(shared + GUARD);
        if (!start) {
            status = OUT_OF_MEMORY;
            break;
        }
        memset(start, 0xFF, shared);
        memset(start + shared, GUARD_BYTE, GUARD);
        block.context->blockIdx = {b, 0, 0};
        block.context->shared = start;
        block.order.begin_block();
        status = run_block();
        block.order.end_block();
        for (size_t k = 0; k < GUARD && status == OK; ++k) {
            if (start[shared + k] != GUARD_BYTE) status = SHARED_OVERRUN;
        }
    }
    block.order.end_launch();
    return status;
}

}  // namespace array_fn_host

// Runs a kernel of the library that `context` belongs to.
extern "C" int array_fn_host_launch(
    void (*kernel)(void**), array_fn_host::Context* context, unsigned int grid, unsigned int threads,
    size_t shared, void** parameters, unsigned int order) {
    using namespace array_fn_host;
    if (threads > MAX_THREADS) return OUT_OF_MEMORY;
    static thread_local Block block;
    of_thread = &block;
    context->gridDim = {grid, 1, 1};
    context->blockDim = {threads, 1, 1};
    context->barrier = barrier;
    context->exchange = exchange;
    block.context = context;
    block.kernel = kernel;
    block.parameters = parameters;
    block.threads = threads;
    block.mark.enter_launch();
    return run_blocks(grid, shared, order);
}
