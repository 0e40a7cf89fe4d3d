// Fibers: stacks between which an OS thread switches.

#if defined(__x86_64__) && !defined(ARRAY_FN_HOST_UCONTEXT)

// Saves the registers that a function must preserve on the stack, the stack's place in `*from`, and
// goes on where the stack `to` left off. No system call, unlike swapcontext.
extern "C" void array_fn_host_switch(void** from, void* to);
asm(R"(
    .text
    .p2align 4
    .hidden array_fn_host_switch
    .globl array_fn_host_switch
    .type array_fn_host_switch, @function
array_fn_host_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size array_fn_host_switch, . - array_fn_host_switch
)");

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
        for (int registers = 0; registers < 6; ++registers) *--top = nullptr;
        place = top;
    }

    static void transfer(Fiber& from, Fiber& to) { array_fn_host_switch(&from.place, to.place); }
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
