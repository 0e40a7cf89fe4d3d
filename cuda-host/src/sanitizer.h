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

// Every thread of every block has a stack and shared memory that nobody used before it in the launch:
// the use of memory by one after the other would look like a race between them.
static const bool ONE_THREAD_PER_FIBER = true;

// The scheduler, or the thread that a worker runs.
class Mark {
    void* fiber = nullptr;

public:
    void enter_launch() { fiber = __tsan_get_current_fiber(); }
    void prepare(char*, size_t) {}
    // A new thread comes after all that the scheduler did before.
    void begin_thread() { fiber = __tsan_create_fiber(0); }
    void end_thread() { __tsan_destroy_fiber(fiber); }
    void leave(Mark& to) {
        const unsigned int without_order = 1;
        __tsan_switch_to_fiber(to.fiber, without_order);
    }
    void arrive(Mark&) {}
};

// Barriers order the threads of a block. Blocks have no order; the end of a launch comes after all.
class Order {
    char* block = nullptr;
    char launch;

public:
    void begin_block() { block = static_cast<char*>(malloc(1)); }
    void end_block() { free(block); }
    void reach_barrier() { __tsan_release(block); }
    void pass_barrier() { __tsan_acquire(block); }
    void end_thread() { __tsan_release(&launch); }
    void end_launch() { __tsan_acquire(&launch); }
};

#elif defined(ARRAY_FN_HOST_ADDRESS_SANITIZER)

extern "C" {
void __asan_unpoison_memory_region(const volatile void* start, size_t bytes);
void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, size_t bytes);
void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, size_t* bytes);
}

static const bool ONE_THREAD_PER_FIBER = false;

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
    void begin_thread() {}
    void end_thread() {}
    void leave(Mark& to) { __sanitizer_start_switch_fiber(&fake_stack, to.bottom, to.bytes); }
    void arrive(Mark& from) {
        __sanitizer_finish_switch_fiber(fake_stack, &from.bottom, &from.bytes);
    }
};

#else

static const bool ONE_THREAD_PER_FIBER = false;

class Mark {
public:
    void enter_launch() {}
    void prepare(char*, size_t) {}
    void begin_thread() {}
    void end_thread() {}
    void leave(Mark&) {}
    void arrive(Mark&) {}
};

#endif

#if !defined(ARRAY_FN_HOST_THREAD_SANITIZER)

class Order {
public:
    void begin_block() {}
    void end_block() {}
    void reach_barrier() {}
    void pass_barrier() {}
    void end_thread() {}
    void end_launch() {}
};

#endif

}  // namespace array_fn_host
