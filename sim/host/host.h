/* host.h - many copies of one program in one process, each with its own globals and stack, one at a time on one thread.
 *
 * An image is a program that has been read and whose symbols have been resolved; a rank is one copy of it in memory. ga_sim_resume runs a rank until
 * it stops for one of the reasons below. Only ga_sim_enter may be called on a rank's stack; docs/design/host.md describes all of it. */
#ifndef GA_SIM_HOST_H
#define GA_SIM_HOST_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

struct ga_head; /* of capi/runtime/edge.h; any pointer will do here */
struct ga_sim_image;
struct ga_sim_rank;

/* What ga_sim_resume comes back with. */
enum ga_sim_event {
	GA_SIM_FRAME = 1, /* a library call: frame is its struct ga_head */
	GA_SIM_REQUEST,   /* a call of the C library that needs the world: frame is a struct ga_sim_request */
	GA_SIM_RETURNED,  /* what ga_sim_call asked for is done */
	GA_SIM_EXITED,    /* the program is over: status; why: the function that ended it without exit handlers, or NULL */
	GA_SIM_CRASHED,   /* it got a signal that ends it: crash. Never resume it again */
	GA_SIM_REFUSED,   /* it did what no rank can do here: why. Never resume it again */
};

enum ga_sim_op {
	GA_SIM_NOW = 1,      /* answer: nanoseconds of clock (CLOCK_...) */
	GA_SIM_SLEEP,        /* for ns nanoseconds */
	GA_SIM_YIELD,        /* let other ranks run */
	GA_SIM_PAUSE,        /* wait for a signal; none will ever come */
	GA_SIM_COUNTER,      /* answer: the time stamp counter; processor */
	GA_SIM_SPIN,         /* let other ranks run; see ga_sim_slice */
	GA_SIM_OPEN,         /* open a library: ga_sim_open_begin, ga_sim_open_end */
	GA_SIM_DECODE,       /* decode the instruction of a struct ga_sim_trap */
	GA_SIM_LOOP,         /* find the loop that it is in; address, bytes: the map */
	GA_SIM_LOAD,         /* answer: data, the bytes at address of a map */
	GA_SIM_STORE,        /* data is stored there */
	GA_SIM_THREAD,       /* run what, a struct ga_sim_fiber, as a thread of the program from now on. answer: 1 if that is so */
	GA_SIM_PARK,         /* wait until GA_SIM_UNPARK, or, if clock is not -1, until it shows ns. answer: 1, or 0 if that time has come */
	GA_SIM_UNPARK,       /* end the wait, or the next one, of the rank's thread with the number ns */
	GA_SIM_POLL,         /* wait until others change own memory that is watched; the rank polls address */
	GA_SIM_DECODE_STEPS, /* decode the instructions of a struct ga_sim_steps */
	GA_SIM_EXECUTE,      /* find out what a rank does that is at steps[0] of a struct ga_sim_steps */
	GA_SIM_AWAIT,        /* wait until others change memory that a loop of struct ga_sim_steps loads */
	GA_SIM_ACCESSES,     /* take what struct ga_checked has of loads and stores, which is full */
};

/* fn is the function that the program called, or the instruction that stands for a call. */
struct ga_sim_request {
	uint32_t op;
	int32_t clock;
	int64_t ns;
	int64_t answer;
	uint32_t processor; /* that rdtscp names: node << 12 | number on the node */
	const char *fn;
	void *what; /* of GA_SIM_OPEN, GA_SIM_DECODE, GA_SIM_DECODE_STEPS and GA_SIM_AWAIT */
	uint64_t address, bytes;
	void *data;
};

/* A loop of a program with stores to a map, copied: each store writes to the window and continues in ga_sim_interrupt with its number. */
enum { GA_SIM_LOOP_INSTRUCTIONS = 64, GA_SIM_LOOP_STORES = 8 };
struct ga_sim_loop {
	uint64_t pc; /* of the program's loop */
	uint32_t bytes;
	uint32_t count, nstores;
	uint32_t entered; /* the store that it was made for */
	uint32_t copy_bytes;
	const unsigned char *copy;
	struct {
		uint16_t copy, program; /* where an instruction begins in each */
	} at[GA_SIM_LOOP_INSTRUCTIONS];
	struct {
		uint16_t copy, program, bytes; /* what is behind the store in each */
	} stores[GA_SIM_LOOP_STORES];
	uint8_t original[256];
};

/* A rank that is looked at because it may be in a loop that only polls memory. */
enum { GA_SIM_STEPS = 4096, GA_SIM_RANGES = 1024 };
struct ga_sim_range {
	uint64_t at, bytes;
};
struct ga_sim_steps {
	struct ga_sim_step {
		uint64_t registers[16]; /* general ones, in the order in which they are encoded */
		uint64_t pc, flags;     /* before the instruction */
	} steps[GA_SIM_STEPS + 1];
	uint32_t limit; /* of instructions that GA_SIM_EXECUTE executes */
	uint32_t count; /* steps that have been made, for GA_SIM_DECODE_STEPS; answer of GA_SIM_EXECUTE: instructions of an iteration */

	/* Answers. The memory is what the rank has in the chosen step: the dead part of its stack is left out. */
	bool polls;   /* it is a loop that only polls; for GA_SIM_DECODE_STEPS it may be one */
	bool unknown; /* it has instructions that GA_SIM_EXECUTE does not know */
	bool longer;  /* it has more than the limit */
	uint32_t
	    chosen; /* the step in which the rank waits: the same, wherever the loop has been entered. GA_SIM_EXECUTE: steps[1], and the memory is as it is then */
	uint32_t nloads, nstores;
	struct ga_sim_range loads[GA_SIM_RANGES], stores[GA_SIM_RANGES];
};

/* An instruction that has accessed watched memory. */
struct ga_sim_trap {
	uint64_t pc, address;   /* of the instruction; the first byte that faulted */
	uint64_t registers[16]; /* general ones, in the order in which they are encoded */
	uint8_t code[16];
	uint32_t code_bytes;
	bool writes; /* the fault was one of a write */

	/* What GA_SIM_DECODE answers; length is 0 if there is no such instruction. The address becomes that of the first byte of the access. */
	bool load, store, conditional, flow, none, unknown;
	uint8_t string, repeat;
	uint32_t length;
	uint64_t bytes;
	const struct ga_sim_loop *loop; /* answer of GA_SIM_LOOP */
	const void *copy;               /* of the instruction, which accesses ga_sim_window(address) */

	uint8_t before[64]; /* what it has loaded, if it stores, too; what unknown stores have left of one filling of the window */
	bool again;         /* they store into another one */
};

enum { GA_SIM_TRACE = 48 };

struct ga_sim_crash {
	int32_t signal, code;
	uint64_t address; /* that was accessed, for SIGSEGV and SIGBUS */
	int32_t overflow; /* it is in the guard below the stack */
	int32_t depth;
	uint64_t trace
	    [GA_SIM_TRACE];   /* program counters, innermost first; all but the first, and but those of interrupted functions, are return addresses */
	uint64_t interrupted; /* by bit: places in trace of functions that a signal has interrupted */
};

/* The first member of a rank. */
struct ga_sim_state {
	void *frame;
	int32_t event, status;
	const char *why;
	const struct ga_sim_crash *crash;
	int32_t answer; /* ga_sim_resume's */

	/* For the library's functions on the rank's stack; see Shelve and Found in host_unsafe.go. */
	uint32_t awaits; /* the rank's frame waits for something in this object of the views, counted from 1 */
	void *views;
	uint32_t view_count, most, taken;
	uint32_t found; /* there is something: the rank takes it itself and has paid. If 0 when the rank continues, the frame has the answer */
};

struct ga_sim_start {
	int32_t id;
	int32_t argc;
	char **argv, **envp; /* copied; envp ends with NULL */
	uint64_t stack;      /* bytes; 0: 1 MiB */
	int32_t cores;       /* of its node, for programs that ask; 0: those of this machine */
	const char *tag;     /* in front of every line that the rank prints; NULL: nothing */
	const char *host;    /* what gethostname says; NULL: the truth */
};

/* An instruction of an object that reads the time stamp counter, or calls the system. */
enum ga_sim_reads { GA_SIM_READS_COUNTER, GA_SIM_READS_PROCESSOR /* too: rdtscp */, GA_SIM_CALLS_SYSTEM };
struct ga_sim_read {
	uint64_t at, offset; /* address and place in the file */
	uint32_t length;     /* with prefixes */
	uint32_t kind;       /* enum ga_sim_reads */
};

/* Has these instructions of object i, which are in the order of their addresses, make requests in ranks from now on: the copies are mapped from a changed copy of the file.
 * False, with errno, if there cannot be one; then they read the processor's counter. Before the first rank. x86-64 only. */
bool ga_sim_redirect_reads(struct ga_sim_image *, int i, const struct ga_sim_read *reads, size_t n);

/* A 32-bit word of an object's file. */
struct ga_sim_weight {
	uint64_t offset;
	uint32_t value;
};

/* Stores these words in object i, whose counter of instructions is at this address: the copies are mapped from a changed copy of the file. False, with errno, if there cannot be one. Before the
 * first rank that has the object. */
bool ga_sim_weigh(struct ga_sim_image *, int i, uint64_t counter, const struct ga_sim_weight *weights, size_t n);

/* The sum of the counters in the rank's copies, which are 0 then. */
uint64_t ga_sim_counted(struct ga_sim_rank *);

int ga_sim_id(const struct ga_sim_rank *);

/* Has the rank's program note its loads and stores, if it has been compiled for that: program/checked.h. False: no memory. Before the rank runs. */
struct ga_checked;
bool ga_sim_check(struct ga_sim_rank *);
struct ga_checked *ga_sim_checked(struct ga_sim_rank *);
bool ga_sim_is_checked(struct ga_sim_rank *); /* an object of it has begun to */

/* An object in whose file nobody has looked for such instructions; -1: none. It does not answer the same one again. */
int ga_sim_unsearched(struct ga_sim_image *);

/* Whether object i is a library for threads that waits by system calls of its own (libgomp), which make requests, too. */
bool ga_sim_waits_itself(const struct ga_sim_image *, int i);

/* The file of object i; NULL past the last. It lives as long as the image, or until no rank has the object. */
const void *ga_sim_file(const struct ga_sim_image *, int i, uint64_t *bytes);

/* Writes at most size bytes of one sentence to why if it answers NULL. preload are libraries whose functions come before those of other libraries, with
 * NULL at the end. */
struct ga_sim_image *ga_sim_open(const char *path, char *const *preload, char *why, size_t size);
struct ga_sim_rank *ga_sim_new(struct ga_sim_image *, const struct ga_sim_start *, char *why, size_t size);

/* How many mappings of memory a rank takes, at most, of those that the kernel allows a process. */
int ga_sim_mappings(const struct ga_sim_image *);

/* Has all ranks made from now on take one mapping each, with a stack of so many bytes (0: 1 MiB). They can then write to their own text. */
bool ga_sim_compact(struct ga_sim_image *, uint64_t stack, char *why, size_t size);

enum ga_sim_event ga_sim_resume(struct ga_sim_rank *);

/* The same, and how much CPU time it took this thread. */
enum ga_sim_event ga_sim_resume_measured(struct ga_sim_rank *, int64_t *ns);

/* Where a rank is that waits with a frame or a request; it continues waiting. NULL if it does not. Valid until the next call of anything here. */
const struct ga_sim_crash *ga_sim_where(struct ga_sim_rank *);

/* The innermost address in the rank's own code, behind a call, of what it waits with: object and address in its file. False if there is none. */
bool ga_sim_site(struct ga_sim_rank *, int *object, uint64_t *offset);

/* The same as an address; 0: there is none. */
uint64_t ga_sim_call_site(struct ga_sim_rank *);

/* Object and address in its file of an address in the rank's own code. */
bool ga_sim_home_of(struct ga_sim_rank *, uint64_t pc, int *object, uint64_t *offset);

/* The next ga_sim_resume runs fn(arg) on the stack of a rank that waits, and comes back with GA_SIM_RETURNED when that is over; fn may make library
 * calls. The rank then waits as it did before. Calls nest. */
void ga_sim_call(struct ga_sim_rank *, void (*fn)(void *), void *arg);

/* ga_sim_call of what exit(status) does, up to the end of the program. */
void ga_sim_call_exit(struct ga_sim_rank *, int status);

/* Writes all that the rank has printed, if its program has not ended: the job has, and its ranks' streams are flushed. Never resume it again. */
void ga_sim_written(struct ga_sim_rank *);

/* Answer GA_SIM_OPEN. The first reads the files of what the rank's program opens, the second makes the rank's copies of them. */
void ga_sim_open_begin(struct ga_sim_rank *, void *what);
void ga_sim_open_end(struct ga_sim_rank *, void *what);

/* Has the thread be in the working directory in which the process has begun, and with its mode mask: where ranks are stays theirs. On the ranks' thread. */
void ga_sim_home(void);

/* Only when no rank of the image will run any more, or when this rank's program has ended and no address in it is in use. */
void ga_sim_free(struct ga_sim_rank *);

/* Memory for all ranks, aligned to a power of 2, of which only touched pages exist: at the same address in every run. NULL: errno. */
void *ga_sim_reserve(uint64_t length, uint64_t align);

/* The ga_enter of this world: passes a frame to the caller of ga_sim_resume. */
void ga_sim_enter(struct ga_head *);

/* From any thread: the rank that runs, if one does, comes back with GA_SIM_CRASHED and SIGXCPU. For those that never call again. */
void ga_sim_stop(void);

/* A line on standard error, in place of the last one if that is a terminal; it goes away when a rank prints something, or with ga_sim_hide. */
void ga_sim_show(const char *text);
void ga_sim_hide(void);

/* From any thread: the rank that runs, if one does, notes where, and continues. ga_sim_peeked answers that, once; NULL while nothing has been noted of this
 * rank. One thread at a time. */
void ga_sim_peek(void);

/* From any thread: the rank that runs, -1 if none does, and how often one has been let run; GA_SIM_SPIN does not count, the same turn goes on. */
int32_t ga_sim_turn(uint64_t *turns);

/* From any thread, once: from now on, also in the turn that there is now, a rank that runs for some time in its own code makes the request GA_SIM_SPIN. That time is 100 us at first
 * and twice as long each time, up to 10 ms, until the rank makes another call or request. False, with errno, if that is not possible. */
bool ga_sim_slice(void);

/* Before a rank runs: loops that do nothing but poll memory make the request GA_SIM_AWAIT from now on. False, with errno, if they cannot be found here. */
bool ga_sim_find_polls(void);

/* A function of the C library whose effects are known, by number: memset, memcpy, memmove, memcmp; NULL past the last. */
const void *ga_sim_known_function(int i);

/* Whether this is code of the rank's own copies. */
bool ga_sim_own_code(const struct ga_sim_rank *, uint64_t pc);

/* What is in memory for a turn of a rank that does not run: addresses. */
struct ga_sim_turn {
	uint64_t stack, stack_at;       /* its stack pointer, and where that is stored */
	uint64_t leave;                 /* the function that leaves its stack, with stack_at as its first argument */
	uint64_t text, text_bytes;      /* code of the library's, which calls that function */
	uint64_t now, scheduler, event; /* stored before each turn: the rank; any stack pointer; 0 in a state's event */
	uint64_t frame;                 /* where the address of its frame is */
};
void ga_sim_turn_of(const struct ga_sim_rank *, struct ga_sim_turn *);

/* Whether what a rank does in a turn follows from memory that can be looked at while it does not run: it is where a call or a request of its first thread waits, and no memory of it is watched. */
bool ga_sim_repeatable(const struct ga_sim_rank *);

/* The ranks' thread pointer. */
uint64_t ga_sim_thread_pointer(void);

/* The rank's turns stay at 100 us, or no longer do. On the ranks' thread. */
void ga_sim_hurry(struct ga_sim_rank *, bool on);

/* From any thread: nanoseconds of CPU time that the ranks' thread has had; 0 before a rank has run. */
int64_t ga_sim_cpu(void);

const struct ga_sim_crash *ga_sim_peeked(const struct ga_sim_rank *);

/* A map of another node's memory in a rank's address space: plain accesses of its program are GA_SIM_LOAD and GA_SIM_STORE. 0: errno, of which ENOSYS means that this is not possible
 * here. ga_sim_unwatch ends it. */
uint64_t ga_sim_watch_map(struct ga_sim_rank *, uint64_t bytes);

/* Has plain loads of own memory, whole pages, that do the same again and again be GA_SIM_POLL. False: errno. */
bool ga_sim_watch_own(struct ga_sim_rank *, uint64_t at, uint64_t bytes);

/* Ends one of the two; own memory can be accessed then. False: nothing that is watched begins there. */
bool ga_sim_unwatch(struct ga_sim_rank *, uint64_t at);

/* Has own memory be accessible for others until the rank's next turn, as a fault of the caller's would: that takes longer. own: none of it is in a map. accessed: the rank may have accessed
 * these pages in its latest turn. */
struct ga_sim_reached {
	bool own, accessed;
};
struct ga_sim_reached ga_sim_reach(struct ga_sim_rank *, uint64_t at, uint64_t bytes);

/* Copies own memory of a rank, all or none of which is watched, without making it accessible. */
void ga_sim_fetch(const struct ga_sim_rank *, uint64_t at, void *into, uint64_t bytes);

/* Where the copy of an instruction is to access memory in place of an address, below 2 GB. */
uint32_t ga_sim_window(uint64_t address);

/* An executable copy of an instruction, with what comes behind it. NULL: errno. */
const void *ga_sim_copy(const unsigned char *code, size_t n, bool stores);

/* For copies of loops: addresses below 2 GB. The window's is aligned to 64 bytes. */
struct ga_sim_places {
	uint32_t window, rax, address, again, exit;
};
struct ga_sim_places ga_sim_places(void);

/* A loop with its executable copy, for as long as the process. NULL: errno. */
struct ga_sim_loop *ga_sim_place_loop(const struct ga_sim_loop *, const unsigned char *code, size_t n);

/* The rank whose stack this is; NULL on any other stack. It begins with its state. */
struct ga_sim_rank *ga_sim_running(void);

/* A place for what the C side of an API retains for that rank, by the API's number in its table: NULL at first, and given to free with the rank; NULL if there is no
 * rank. */
enum { GA_SIM_KEEPERS = 16 };
void **ga_sim_kept(uint32_t api);

/* A further stack of a rank, of 1 MiB, on which fn(arg) runs beside the program, as on another thread; NULL: no memory. It begins with its state. Resuming it is as with
 * a rank; GA_SIM_RETURNED: fn has returned, never resume it again; GA_SIM_EXITED also if the program is over. */
struct ga_sim_fiber;
struct ga_sim_fiber *ga_sim_fiber_new(struct ga_sim_rank *, void (*fn)(void *), void *arg);
enum ga_sim_event ga_sim_fiber_resume(struct ga_sim_fiber *, int64_t *ns); /* ns: as ga_sim_resume_measured, or NULL */
void ga_sim_fiber_free(struct ga_sim_fiber *);
const struct ga_sim_crash *ga_sim_fiber_where(struct ga_sim_fiber *);
uint64_t ga_sim_fiber_call_site(struct ga_sim_fiber *);
int ga_sim_fiber_is(const struct ga_sim_fiber *); /* its number in the rank */

/* Sleeping on a word of the running rank, in virtual time, as by a futex: false when the time is over. */
bool ga_sim_futex_wait(uint32_t *word, uint32_t seen, uint64_t timeout_ns);
void ga_sim_futex_wake(uint32_t *word, int sleepers);

/* A thread of a program runs, other than the first: it has thread-local storage of its own, where the first threads of all ranks have the same. */
bool ga_sim_on_thread(void);

/* The program of the running rank has made threads. */
bool ga_sim_has_threads(void);

/* The fiber whose stack this is, by number in its rank, from 1 on; 0: it is the program's. */
int ga_sim_fiber_number(void);

/* What a program gets from here when it asks for this function of the C library; NULL if it gets the C library's. */
void *ga_sim_function(const char *name);

/* The address of a function or variable that the program of the running rank defines; NULL if it has none, or if no rank runs on this stack. */
void *ga_sim_program(const char *name);

/* Tells a debugger where the copies are. Once, before a rank runs. */
void ga_sim_announce(struct ga_sim_rank *const *ranks, size_t n);

/* When the image has no ranks any more. */
void ga_sim_close(struct ga_sim_image *);

/* Whether an object of the image has an undefined symbol with this prefix, with or without a leading p. */
bool ga_sim_refers(const struct ga_sim_image *, const char *prefix);

/* Objects that ranks have copies of: 0 is the program, then the libraries that it brings along, then those that are opened at run time. NULL past the last; a base is 0 if
 * the rank has no copy. */
const char *ga_sim_object(const struct ga_sim_image *, int i);
uint64_t ga_sim_base(const struct ga_sim_rank *, int i);

/* Where the program's variables are in this rank: from the first byte of the first writable segment to the last of the last. */
void ga_sim_data(const struct ga_sim_rank *, uint64_t *at, uint64_t *bytes);
void ga_sim_stack(const struct ga_sim_rank *, uint64_t *at, uint64_t *bytes);

/* What a shared library of the process has at this address: name and offset into it; 0 if nothing. */
int ga_sim_symbol(uint64_t pc, const char **name, uint64_t *offset, const char **object);

#endif
