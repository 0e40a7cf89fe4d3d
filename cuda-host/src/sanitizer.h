// What the sanitizers must be told: where fibers switch, and what orders the accesses of threads.

namespace array_fn_host {

#if defined(ARRAY_FN_HOST_THREAD_SANITIZER)

extern "C" {
void* __tsan_get_current_fiber(void);
void* __tsan_create_fiber(unsigned int flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned int flags);
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}

static const bool ONE_THREAD_PER_FIBER = true;

// Fibers are dear: each costs time at every barrier. So the blocks of a launch use those of two banks, and a conflict
// between two blocks of one bank is not seen. Which one changes without a period (the sequence of Thue and Morse), so
// that for every distance many pairs of blocks that lie so far apart are of different banks.
static const unsigned int BANKS = 2;
static unsigned int bank(unsigned int block) { return __builtin_parity(block); }

// The scheduler, or a worker.
class Mark {
    void* fiber = nullptr;

public:
    void enter_launch() { fiber = __tsan_get_current_fiber(); }
    void prepare(char*, size_t) {
        if (fiber) __tsan_destroy_fiber(fiber);
        fiber = __tsan_create_fiber(0);
    }
    void leave(Mark& to) {
        const unsigned int without_order = 1;
        __tsan_switch_to_fiber(to.fiber, without_order);
    }
    void arrive(Mark&) {}
};

// Threads come after what preceded the launch, and the end of the launch after all of them. Barriers order
// the threads of a block; nothing orders blocks.
class Order {
    // Successive barriers take turns, lest a thread that leaves one come after those that have reached the
    // next.
    long long* barriers = nullptr;
    bool second = false;
    char start, end;

public:
    void begin_launch() { __tsan_release(&start); }
    void end_launch() { __tsan_acquire(&end); }
    void begin_block() { barriers = static_cast<long long*>(malloc(2 * sizeof *barriers)); }
    void end_block() { free(barriers); }
    void begin_round() { second = !second; }
    void begin_thread() { __tsan_acquire(&start); }
    void end_thread() { __tsan_release(&end); }
    void* reach_barrier() {
        void* const barrier = barriers + second;
        __tsan_release(barrier);
        return barrier;
    }
    void pass_barrier(void* barrier) { __tsan_acquire(barrier); }
};

#elif defined(ARRAY_FN_HOST_ADDRESS_SANITIZER)

extern "C" {
void __asan_unpoison_memory_region(const volatile void* start, size_t bytes);
void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, size_t bytes);
void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, size_t* bytes);
}

// The stack of the scheduler or of a worker.
class Mark {
    void* fake_stack = nullptr;
    const void* bottom = nullptr;
    size_t bytes = 0;

public:
    void enter_launch() {}
    void prepare(char* stack, size_t size) {
        // Frames that an earlier fiber never left.
        __asan_unpoison_memory_region(stack, size);
        fake_stack = nullptr;
        bottom = stack;
        bytes = size;
    }
    void leave(Mark& to) { __sanitizer_start_switch_fiber(&fake_stack, to.bottom, to.bytes); }
    void arrive(Mark& from) {
        __sanitizer_finish_switch_fiber(fake_stack, &from.bottom, &from.bytes);
    }
};

#else

class Mark {
public:
    void enter_launch() {}
    void prepare(char*, size_t) {}
    void leave(Mark&) {}
    void arrive(Mark&) {}
};

#endif

#if !defined(ARRAY_FN_HOST_THREAD_SANITIZER)

static const bool ONE_THREAD_PER_FIBER = false;
static const unsigned int BANKS = 1;
static unsigned int bank(unsigned int) { return 0; }

class Order {
public:
    void begin_launch() {}
    void end_launch() {}
    void begin_block() {}
    void end_block() {}
    void begin_round() {}
    void begin_thread() {}
    void end_thread() {}
    void* reach_barrier() { return nullptr; }
    void pass_barrier(void*) {}
};

#endif

}  // namespace array_fn_host
