// Fibers: stacks between which an OS thread switches.

#if defined(__x86_64__) && !defined(ARRAY_FN_HOST_UCONTEXT)

namespace array_fn_host {

class Fiber {
    void* place = nullptr;

public:
    // Makes the fiber call `entry`, which must not return, when it is first switched to.
    void prepare(char* stack, size_t bytes, void (*entry)()) {
        void** top = reinterpret_cast<void**>(stack + bytes);
        // A call leaves the stack 8 bytes off a multiple of 16; nobody returns to the null above.
        *--top = nullptr;
        *--top = reinterpret_cast<void*>(entry);
        *--top = nullptr;
        place = top;
    }

    // Leaves the stack's place in `from`, and goes on where the stack of `to` left off. No system call, unlike
    // swapcontext; and neither a call nor a return, which processors predict in pairs. Where this is inlined, the compiler
    // saves what it needs of the registers that are named, and may use the red zone, the 128 bytes below the stack.
    static __attribute__((always_inline)) inline void transfer(Fiber& from, Fiber& to) {
        void** left = &from.place;
        void* entered = to.place;
        asm volatile(
            "leaq -128(%%rsp), %%rsp\n\t"
            "leaq 1f(%%rip), %%rax\n\t"
            "pushq %%rax\n\t"
            "pushq %%rbp\n\t"
            "movq %%rsp, (%0)\n\t"
            "movq %1, %%rsp\n\t"
            "popq %%rbp\n\t"
            "popq %%rax\n\t"
            "jmpq *%%rax\n"
            "1:\n\t"
            "leaq 128(%%rsp), %%rsp"
            : "+D"(left), "+S"(entered)
            :
            : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1",
              "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
              "xmm14", "xmm15", "memory", "cc");
    }
};

}  // namespace array_fn_host

#else

#include <ucontext.h>

namespace array_fn_host {

class Fiber {
    ucontext_t context;

public:
    void prepare(char* stack, size_t bytes, void (*entry)()) {
        getcontext(&context);
        context.uc_stack.ss_sp = stack;
        context.uc_stack.ss_size = bytes;
        context.uc_link = nullptr;
        makecontext(&context, entry, 0);
    }

    static void transfer(Fiber& from, Fiber& to) { swapcontext(&from.context, &to.context); }
};

}  // namespace array_fn_host

#endif
