/* rank.h - what the files of this folder know of each other. */
#ifndef GA_SIM_RANK_H
#define GA_SIM_RANK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <elf.h>
#include <link.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <ucontext.h>

#include "host.h"

#define HIDDEN __attribute__((visibility("hidden")))
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { OBJECTS = 60 /* when the program starts */, MOST_OBJECTS = 1024 /* at any time */, GUARD = 64 << 10, STACK = 1 << 20, PAGE_BITS = 12 };
#define PAGE ((uint64_t)1 << PAGE_BITS)

/* Above where Go places its heap, which is another place in every run, and below the executable. See area.c. */
#if defined(__aarch64__)
#define HEAPS_AT 0x800000000000u
#else
#define HEAPS_AT 0x400000000000u
#endif
#define AREA ((uint64_t)8 << 40) /* bytes */
#define MAPS_AT (HEAPS_AT + AREA)
#define RANKS_AT (MAPS_AT + AREA)
#define COMMON_AT (RANKS_AT + ((uint64_t)3 << 40))
#define AREAS (COMMON_AT - HEAPS_AT)    /* bytes of the ranks' */
#define HEAP_FIRST ((uint64_t)64 << 10) /* behind the variables */

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

/* Variables of the C library that a rank has for itself. Functions that use them are ours and look at rank.vars. */
enum var { ENVIRON, STDIN, STDOUT, STDERR, OPTARG, OPTIND, OPTERR, OPTOPT, SIGNGAM, DAYLIGHT, TIMEZONE, TZNAME, VARS };

union var_value {
	void *p;
	int i;
	long l;
	char *pair[2];
};

/* A word that depends on where a rank's copies are: base[of] + value. */
struct word {
	uint64_t at, value;
	uint16_t in, of;
};
enum { OF_RANK = MOST_OBJECTS, OF_NOTHING };

struct copy {
	uint64_t at, bytes;
	const void *from; /* shared, or NULL: at from_at in object of, or var */
	uint64_t from_at;
	uint16_t in, of;
	int8_t var;
};

/* What copies of objects need: which words depend on where they are. */
struct relocations {
	struct word *words;
	struct word *indirect; /* base[of] + value is a function that says what to store */
	struct copy *copies;
	size_t nwords, nindirect, ncopies;
};

/* Writable memory. The file's part comes from pattern, or by mapping the file if pattern is NULL. */
struct data {
	uint64_t at, bytes, file_bytes, offset;
	char *pattern;
};

struct text {
	uint64_t at, bytes, offset;
	int prot;
};

/* One file of which every rank has a copy. Addresses are the file's, to be added to a rank's base. */
struct object {
	char *path;       /* as it was found */
	char *real;       /* from the root, whatever the working directory is; NULL: unknown */
	const char *name; /* DT_SONAME, or the file's name */
	int fd;
	const char *file;
	uint64_t file_bytes;
	const Elf64_Ehdr *head;
	const Elf64_Phdr *segments;
	uint64_t low, high, align;
	struct text texts[8];
	struct data datas[8];
	int ntexts, ndatas;

	const char *strings;
	uint64_t strings_bytes;
	const Elf64_Sym *symbols;
	uint64_t nsymbols;
	const uint32_t *gnu_hash;
	const Elf64_Half *versions;
	const char *needs_version, *has_version;
	const Elf64_Rela *rela, *plt;
	uint64_t nrela, nplt, nrelr;
	const Elf64_Relr *relr;
	uint64_t init, fini, preinit_array, npreinit, init_array, ninit, fini_array, nfini;
	const char *runpath;
	uint64_t eh_frame_header, got;
	uint64_t tls_at, tls_file_bytes, tls_bytes, tls_align;
	uint64_t tls_offset; /* of the object's TLS block, from the thread pointer: down on x86-64, up on arm64 */
	bool symbolic;
	struct ga_sim_read *reads; /* of the time stamp counter, which trap in the ranks' copies; by address */
	size_t nreads;
	bool searched;    /* for them */
	bool changeable;  /* fd is a copy of the file in memory, which ranks map and only this process has */
	uint64_t counter; /* address of the counter of instructions; 0: none. See weights.c */

	uint64_t *needed; /* names in strings */
	int nneeded;
	uint64_t serial; /* no other object has had it */
	struct stat is;  /* the file */
	bool stays;      /* DF_1_NODELETE */

	/* Of a library that is opened at run time. */
	int users;               /* ranks that have it */
	uint64_t left;           /* when the last of them closed it */
	uint64_t tls_place;      /* of its thread-local variables, behind the others */
	uint64_t bytes;          /* of a copy, with them */
	int whole_fd;            /* a file of all that, in the compact layout; 0: none yet */
	struct relocations here; /* as the latest rank that opened it needed them, */
	uint64_t *scope;         /* which looked for symbols in these: serials and handles */
	int nscope;
	const char *missing; /* the first function that no library has, of those that are looked for when they are called */
};

struct ga_sim_image {
	struct object *objects[MOST_OBJECTS]; /* NULL behind the first nstart: a place that is free */
	int nobjects, nstart;                 /* the program and the libraries that it starts with; the others are opened at run time */
	uint64_t serials, closings;           /* so far */
	uint8_t order[OBJECTS];               /* constructors run in this one */
	int nordered;
	uint64_t offset[OBJECTS]; /* of each object in a rank's memory */
	uint64_t bytes, align;
	uint64_t heap; /* where that begins in it, behind the variables */
	struct relocations start;
	uint64_t tls_bytes; /* of all objects of the start */
	int64_t once;       /* where two words of std::call_once are, from the thread pointer; 0: nowhere */
	bool runs_stack;    /* the program has code on its stack: functions inside functions */
	bool compact;       /* each rank is one mapping of compact_fd, with a stack of compact_stack bytes: see compact.c */
	int compact_fd;
	uint64_t compact_stack;
	char *const *preload; /* while it is opened */
	char *why;
	size_t why_size;
};

struct handler {
	enum { PLAIN, WITH_ARG, WITH_STATUS } kind;
	void (*fn)(void);
	void *arg, *dso;
};

struct handlers {
	struct handler *all;
	int n, room;
};

/* What a rank has printed to a stream and what has not been written yet: the beginning is a line that has no end, of which a process would have written
 * flushed bytes. The rest is what a process would have in its buffer. */
struct line {
	char *text;
	size_t n, room, flushed;
	size_t block; /* bytes of that buffer */
	enum { BY_BLOCK, BY_LINE, UNBUFFERED } buffering;
};

/* getopt's place between calls. */
struct scan {
	char *next;
	int first, last; /* non-options that were skipped */
	bool started;
	char order; /* '+', '-' or 0: permute */
};

struct called {
	void *sp;
	struct ga_sim_state state;
	void (*fn)(void *);
	void *arg;
	struct called *outer;
	int error;
};

enum { GA_SIM_CXX = 3 }; /* std::set_terminate, set_unexpected, set_new_handler */

struct ga_sim_rank {
	_Alignas(64) struct ga_sim_state state; /* this and what follows up to tls are two lines of a cache: all that letting a rank run looks at */
	void *sp;
	char *calls; /* where the program has the addresses of functions that it calls */
	int id;
	int error;       /* errno while it does not run */
	void *caught[2]; /* libstdc++'s exceptions in flight, likewise */
	char *tls;       /* its thread-local variables, likewise */
	bool over;
	bool asked;     /* to say where it is */
	uint64_t *site; /* where its answer goes, if its call site is enough; NULL: it is not */
	bool crashing;  /* its stack is being walked */
	enum interrupted {
		BY_RDTSC = 1,
		BY_RDTSCP,
		BY_TIMER,
		BY_ACCESS,
		BY_STORED,
		BY_LOOP,
		BY_SYSCALL,
		BY_STEPS,
		BY_AWAIT
	} interrupted;               /* what ga_sim_interrupt is for */
	int slices;                  /* at the ends of which it has been interrupted, since it last called */
	bool watched, watch_counted; /* memory of it is watched; pages of its own have been accessed in this turn, or may be open */
	bool hurry;                  /* slices of it do not grow: ga_sim_hurry */
	bool same_turn;              /* when it is resumed, its turn goes on */

	struct ga_sim_image *image;
	struct ga_sim_heap *heap; /* NULL: the program has the process's */
	char *heap_end;           /* of its first memory */
	int number;               /* of its parts of the areas */
	uint64_t mapped;          /* of its part of MAPS_AT */
	char *break_at, *break_now;
	uintptr_t *base; /* of each object; 0: it has none */
	int nbases;
	struct loaded *loaded; /* libraries that it has opened; NULL: it has not asked for any */
	char *memory, *stack;
	uint64_t bytes, stack_bytes;
	void *first_sp;
	int argc;
	char **argv;
	struct called *called;

	union var_value own[VARS];
	void *vars[VARS]; /* own, or the program's copy */
	struct scan scan;
	char **environ_array; /* made for a variable that was added; NULL: none yet */
	size_t environ_room;
	struct handlers at_exit, at_quick_exit, at_thread_exit;
	int finished;         /* objects whose destructors have run */
	struct line lines[2]; /* of stdout and stderr */
	char *tag, *host;
	char *token;       /* strtok's */
	struct dice *dice; /* of random numbers */
	struct sigaction *actions;
	sigset_t mask, pending;
	void *kept[GA_SIM_KEEPERS];
	int folder;  /* its working directory, as a descriptor + 1; 0: the process's */
	bool masked; /* it has called umask, with this: */
	mode_t new_files;
	struct moved *moved; /* descriptors whose numbers are the rank's: files.c */
	int nmoved, moved_room;
	struct tongue *tongue;         /* its locale; NULL: the process's */
	void (*cxx[GA_SIM_CXX])(void); /* handlers of C++ that it has set, by these bits: */
	int cxx_set;
	int fibers, fiber;                 /* how many it has had; the one that runs, 0: none */
	struct ga_sim_thread *thread;      /* that runs; NULL: the program's first */
	char *thread_pointer;              /* of that; NULL: the ranks' thread's, where tls is copied to */
	struct ga_sim_thread_group *group; /* NULL: it has used nothing of threads */
	int cores;                         /* of its node */
	char *first_stack;                 /* the rank's own, */
	uint64_t first_bytes;              /* also while a fiber runs */
	uint64_t counter;                  /* that it has read last, and the processor */
	uint32_t processor;
	struct watch *watches;      /* memory that is watched: watch.c */
	struct ga_checked *checked; /* loads and stores that its program notes; NULL: none */
	bool is_checked;            /* it does */
	struct accesses *
	    accesses; /* what access.c knows of it; NULL: no memory of the rank has been watched. Most jobs have none, and some have very many ranks */
};

extern HIDDEN struct ga_sim_rank *ga_sim_now;     /* the rank whose stack this is */
extern HIDDEN struct ga_sim_rank *ga_sim_mapping; /* the rank whose functions run while it is being mapped */

/* What a word's value is added to. */
static inline uintptr_t base_of(const struct ga_sim_rank *r, int of) { return of < OF_RANK ? r->base[of] : of == OF_RANK ? (uintptr_t)r : 0; }

static inline int *var_int(struct ga_sim_rank *r, enum var v) { return r->vars[v]; }
static inline char **var_text(struct ga_sim_rank *r, enum var v) { return r->vars[v]; }
static inline char ***var_environ(struct ga_sim_rank *r) { return r->vars[ENVIRON]; }

/* switch_*.S: stores the stack pointer at *from after saving what a call preserves, and continues where a stack was left. */
HIDDEN void ga_sim_switch(void **from, void *to);

/* Where the stack pointer of the scheduler is stored while a rank runs. */
HIDDEN void **ga_sim_scheduler(void);

/* Puts what ga_sim_switch pops below top, so that a switch there calls fn(arg). fn never returns. */
HIDDEN void *ga_sim_prepare(void *top, void (*fn)(void *), void *arg);
HIDDEN void ga_sim_tls_described(void); /* not for C */
/* Goes to an entry point as the kernel would. */
HIDDEN _Noreturn void ga_sim_jump(void *sp, uintptr_t entry);

/* run.c */
HIDDEN void ga_sim_tell(enum ga_sim_event, void *frame); /* on a rank's stack: returns to the caller of ga_sim_resume */
HIDDEN _Noreturn void ga_sim_end(enum ga_sim_event, int status, const char *why);
HIDDEN void ga_sim_start_program(struct ga_sim_rank *r, int (*main)(int, char **, char **));
HIDDEN int64_t ga_sim_ask(uint32_t op, int clock, int64_t ns, const char *fn);
HIDDEN void ga_sim_forget_tls(const char *block); /* that save and restore thread-local variables use */
HIDDEN void ga_sim_setup(void);                   /* once per process */
HIDDEN void ga_sim_know_again(void);              /* libstdc++ may have been loaded, whose exceptions in flight are a rank's */
HIDDEN _Noreturn void ga_sim_leave_handler(void); /* in a signal handler: returns to the caller of ga_sim_resume */
HIDDEN _Noreturn void ga_sim_refuse_in_handler(struct ga_sim_rank *r, const char *why); /* the same, with GA_SIM_REFUSED */

/* map.c */
HIDDEN uint64_t ga_sim_stack_bytes(uint64_t asked);                    /* 0: the usual */
HIDDEN bool ga_sim_map_object(const struct ga_sim_rank *r, int index); /* at its base, where there is memory; false: errno */
HIDDEN void ga_sim_apply(struct ga_sim_rank *r, const struct relocations *all);
HIDDEN int ga_sim_object_at(const struct ga_sim_rank *r, uintptr_t at); /* whose copy this is; -1: none's. May be called in a handler */

HIDDEN void ga_sim_fill_tls(const struct ga_sim_rank *r, char *block); /* of zeros: with what a thread begins with */

/* area.c */
HIDDEN bool ga_sim_number(struct ga_sim_rank *r);
HIDDEN struct ga_sim_rank *ga_sim_numbered(uint64_t number);
HIDDEN char *ga_sim_heap_part(const struct ga_sim_rank *r, uint64_t *bytes); /* *bytes is 0: there is none */
HIDDEN void *ga_sim_map_inside(struct ga_sim_rank *r, uint64_t length, int prot, int flags, int fd,
                               int64_t offset);                                                               /* mmap in the rank's part only */
HIDDEN void *ga_sim_map(struct ga_sim_rank *r, uint64_t length, int prot, int flags, int fd, int64_t offset); /* there, or else anywhere */
HIDDEN void *ga_sim_remap(struct ga_sim_rank *r, void *from, uint64_t old, uint64_t length, bool inside);
HIDDEN int ga_sim_unmap(struct ga_sim_rank *r, void *from, uint64_t length);
HIDDEN void ga_sim_areas_free(struct ga_sim_rank *r);
HIDDEN bool ga_sim_own_area(const struct ga_sim_rank *r, uintptr_t at, uintptr_t *from,
                            uintptr_t *to); /* of the rank's heap, mappings, or copies and stack */

/* fixed.c */
HIDDEN void ga_sim_fix(const struct ga_sim_rank *r, uintptr_t at,
                       uint64_t length); /* before a mapping with MAP_FIXED: ends the job if another has memory there */
HIDDEN void ga_sim_fixed(const struct ga_sim_rank *r, uintptr_t at, uint64_t length); /* the rank has memory there now */
HIDDEN void ga_sim_unfixed(const struct ga_sim_rank *r, uintptr_t at, uint64_t length);

/* heap_calls.c */
HIDDEN void ga_sim_heap_setup(void);
HIDDEN void ga_sim_heap_new(struct ga_sim_rank *r, char *from, char *to); /* with this memory, which is zero, to begin with */
HIDDEN void ga_sim_heap_enter(const struct ga_sim_rank *r, void *top);    /* the rank runs on the thread with this thread pointer */
HIDDEN void ga_sim_heap_leave(void);
HIDDEN void *ga_sim_outside_realloc(void *old,
                                    size_t n); /* memory of the process, also while a rank runs: what a rank prints has no say in its addresses */

/* compact.c */
HIDDEN char *ga_sim_map_compact(const struct ga_sim_image *image); /* a rank's stack, with its copies behind it; NULL: errno */
HIDDEN bool ga_sim_map_whole(struct object *o, char *at);          /* a library that is opened at run time, as one mapping; false: errno */

/* opened.c */
HIDDEN void ga_sim_destroy_opened(struct ga_sim_rank *r); /* runs the destructors of libraries that have been opened and are not closed */
HIDDEN void ga_sim_forget_opened(struct ga_sim_rank *r);
HIDDEN void ga_sim_count_opened(const struct ga_sim_rank *r, struct dl_phdr_info *info); /* how many it has had */

/* elf_symbols.c */
HIDDEN bool ga_sim_find(const struct object *o, const char *name, const char *version, const Elf64_Sym **symbol);
HIDDEN uint64_t ga_sim_tls_room(void);
HIDDEN char *ga_sim_tls_top(void);            /* the thread pointer of the ranks' thread, or of another one of the process */
HIDDEN char *ga_sim_tls_base(int64_t module); /* to which a module's distance is added */

/* names.c: functions and variables that the program gets from here instead of from a library. */
enum { PROGRAM_ONLY = 1 };
struct name {
	const char *name;
	void *fn;
	int flags;
};
/* clang-format off */
#define NAME(fn) {#fn, (void *)sim_##fn, 0}
#define OWN_NAME(fn) {#fn, (void *)sim_##fn, PROGRAM_ONLY}
/* clang-format on */
HIDDEN void *ga_sim_name(const char *name, bool program);
HIDDEN int ga_sim_var(const char *name); /* -1: none */
HIDDEN uint64_t ga_sim_var_bytes(enum var);
extern HIDDEN const struct name ga_sim_time_names[], ga_sim_exit_names[], ga_sim_environ_names[], ga_sim_getopt_names[], ga_sim_state_names[],
    ga_sim_signal_names[], ga_sim_refused_names[], ga_sim_dl_names[], ga_sim_folder_names[], ga_sim_shared_names[], ga_sim_locale_names[],
    ga_sim_file_names[], ga_sim_files_names[], ga_sim_lock_names[], ga_sim_outside_names[], ga_sim_stdio_names[], ga_sim_area_names[],
    ga_sim_thread_names[], ga_sim_cancel_names[], ga_sim_mutex_names[], ga_sim_meeting_names[], ga_sim_key_names[], ga_sim_futex_names[],
    ga_sim_core_names[], ga_sim_checked_names[];

/* outside.c: libraries that the ranks share. */
HIDDEN void *ga_sim_share(const char *name, int flags); /* dlopen, with its calls led to ours */
HIDDEN void ga_sim_patch_libraries(void);
HIDDEN void ga_sim_ready_streams(void);

/* libc_exit.c */
HIDDEN _Noreturn void ga_sim_exit(struct ga_sim_rank *r, int status);
HIDDEN void ga_sim_run_thread_exit(struct ga_sim_rank *r); /* destructors of the thread's variables of C++ */

/* stdio.c */
HIDDEN void ga_sim_stdio_setup(void);
HIDDEN bool ga_sim_streams_held(void);                 /* the rank is in a function of the C library that uses one of them */
HIDDEN void ga_sim_stdio_new(struct ga_sim_rank *r);   /* knows its tag */
HIDDEN void ga_sim_flush(struct ga_sim_rank *r);       /* the streams hold nothing of the rank's; it stays in its lines until it is flushed */
HIDDEN void ga_sim_commit(struct ga_sim_rank *r);      /* as fflush of both */
HIDDEN void ga_sim_flush_lines(struct ga_sim_rank *r); /* when the rank has ended: a line without an end, too; what was not flushed is lost */
HIDDEN void ga_sim_drain(struct ga_sim_rank *r);       /* ga_sim_flush after a crash: without trusting stdio */

/* libc_folder.c */
extern HIDDEN bool ga_sim_apart; /* ranks differ in what the thread has one of: ga_sim_be before one runs */
HIDDEN void ga_sim_be(const struct ga_sim_rank *r);
HIDDEN void ga_sim_forget_folder(struct ga_sim_rank *r);
HIDDEN int ga_sim_high(int fd); /* the same file under a number that programs do not meet */

/* libc_locale.c */
HIDDEN void ga_sim_speak_again(void);                  /* the thread pointer is another one: nothing is known of its locale */
HIDDEN void ga_sim_speak(const struct ga_sim_rank *r); /* the thread has its locale; NULL: the process's */
HIDDEN void ga_sim_forget_tongue(struct ga_sim_rank *r);
HIDDEN locale_t ga_sim_swap_locale(struct ga_sim_rank *r, locale_t to); /* what uselocale has chosen; 0: nothing. The result is what it was */

/* libc_shared.c: what all ranks share although processes do not. */
enum ga_sim_shared {
	GA_SIM_SHARED_LIBRARY,
	GA_SIM_SHARED_LIMITS,
	GA_SIM_SHARED_PRIORITY,
	GA_SIM_SHARED_CPUS,
	GA_SIM_SHARED_USER,
	GA_SIM_SHARED_SESSION,
	GA_SIM_SHARED_ROOT,
	GA_SIM_SHARED_LOCALE,
	GA_SIM_SHARED,
};
/* Tells the user that the running rank changes it: once in a job. */
HIDDEN __attribute__((format(printf, 2, 3))) void ga_sim_notice(enum ga_sim_shared what, const char *format, ...);
HIDDEN void ga_sim_handlers_of(const struct ga_sim_rank *r); /* C++ has the rank's handlers */

/* interrupt.c */
HIDDEN void ga_sim_interrupt_setup(void);
HIDDEN bool ga_sim_changeable(struct object *o); /* makes it so; false: errno */
#if defined(__x86_64__)
/* The registers that ga_sim_interrupt has saved, from the lowest address. */
struct saved {
	uint64_t r15, r14, r13, r12, rbx, r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax, rbp, flags, pc;
};
HIDDEN void ga_sim_interrupt(void);         /* switch_amd64.S; not for C */
extern HIDDEN uint64_t ga_sim_vector_bytes; /* of the area that xsave64 fills; 0: fxsave64 */
/* Has the handler of a signal return to ga_sim_interrupt. */
HIDDEN void ga_sim_enter_interrupt(struct ga_sim_rank *r, mcontext_t *m, enum interrupted by);
#endif
HIDDEN bool ga_sim_in_own_code(const struct ga_sim_rank *r, uint64_t pc);
/* In a handler of SIGILL: whether the instruction reads the counter; then the handler may return. mapped: the rank runs, and can make requests. */
HIDDEN bool ga_sim_interrupt_counter(struct ga_sim_rank *r, bool mapped, ucontext_t *u);
/* In a handler of the timer's signal: has the rank make the request, if it is in its own code; else later. */
HIDDEN void ga_sim_interrupt_slice(struct ga_sim_rank *r, ucontext_t *u);

/* futex.c: the number and its arguments; the answer is the kernel's */
HIDDEN long ga_sim_system_call(const long call[7]);

/* watch.c */
HIDDEN void ga_sim_watch_turn(struct ga_sim_rank *r); /* begins */
HIDDEN void ga_sim_watch_free(struct ga_sim_rank *r);
HIDDEN void ga_sim_watch_timer(struct ga_sim_rank *r, uint64_t pc); /* in the handler of GA_SIM_CLOSE: r runs, at pc, or NULL */
enum ga_sim_watched { GA_SIM_UNWATCHED, GA_SIM_WATCHED, GA_SIM_WATCHED_FULL /* the rank's stack is */ };
/* In a handler of SIGSEGV: whether the access was to watched memory; then the handler may return. r: the rank that runs, or NULL. */
HIDDEN enum ga_sim_watched ga_sim_watch_fault(struct ga_sim_rank *r, const siginfo_t *info, ucontext_t *u);

/* Before the kernel accesses memory of the running rank: opens what is watched. A map ends the job. */
HIDDEN void ga_sim_touch(const void *at, uint64_t bytes, const char *fn);

/* access.c; x86-64 only */
HIDDEN bool ga_sim_access_setup(void);                                                    /* in window.c; false: errno */
HIDDEN void ga_sim_trap(struct ga_sim_rank *r, mcontext_t *m, uintptr_t at, bool writes); /* in the handler */
/* Has a fault in the copy of an instruction be one of the program's; the result is where. */
HIDDEN uint64_t ga_sim_in_copy(const struct ga_sim_rank *r, mcontext_t *m, uint64_t pc);
struct saved;
HIDDEN void ga_sim_accessed(struct ga_sim_rank *r, struct saved *all);
HIDDEN void ga_sim_looped(struct ga_sim_rank *r, struct saved *all);
HIDDEN void ga_sim_stored(struct ga_sim_rank *r, struct saved *all);

/* slice.c */
extern HIDDEN bool ga_sim_slicing;
HIDDEN void ga_sim_slice_begin(const struct ga_sim_rank *r, int64_t began); /* a turn, at this CPU time */
HIDDEN bool ga_sim_slice_over(const struct ga_sim_rank *r);                 /* in the handler of the timer; r: the rank that runs, or NULL */
HIDDEN void ga_sim_slice_again(const struct ga_sim_rank *r);                /* soon; may be called in a handler */
HIDDEN void ga_sim_slice_end(struct ga_sim_rank *r);
HIDDEN pid_t ga_sim_thread(void); /* the ranks'; 0 before one has run */

/* steps.c */
HIDDEN void ga_sim_steps_setup(void);                                 /* on the ranks' thread */
HIDDEN void ga_sim_steps_timer(struct ga_sim_rank *r, ucontext_t *u); /* in the handler of GA_SIM_STEP_SIGNAL: r runs, or NULL */
/* In a handler of SIGTRAP: whether that was a step; then the handler may return. */
HIDDEN bool ga_sim_steps_trap(struct ga_sim_rank *r, const siginfo_t *info, ucontext_t *u);
#if defined(__x86_64__)
HIDDEN void ga_sim_steps_end(void);                                                              /* the rank is interrupted for something else */
HIDDEN struct saved *ga_sim_steps_stopped(struct ga_sim_rank *r, struct saved *all, bool waits); /* the result is where the registers are then */
#endif

/* debugger.c */
HIDDEN bool ga_sim_debugged(void); /* another process traces this one */

/* crash.c */
#define GA_SIM_STEP_SIGNAL 53                /* of the timer of steps.c: one that no library handles, as libgfortran does SIGXCPU */
#define GA_SIM_STOP_SIGNAL SIGXCPU           /* of ga_sim_stop; nothing else here makes it */
enum { GA_SIM_PEEK = 0x6b65, GA_SIM_CLOSE }; /* as its value: look only; close pages that are watched */
HIDDEN void ga_sim_crash_setup(void);
HIDDEN void ga_sim_handle_here(int sig); /* whatever a library has installed since */
HIDDEN void ga_sim_trace(struct ga_sim_rank *r);
HIDDEN uint64_t ga_sim_own_site(void); /* on the rank's stack: the innermost address in its own code, behind the call; 0: none */
HIDDEN int ga_sim_raise(struct ga_sim_rank *r, int sig);
HIDDEN _Noreturn void ga_sim_die(struct ga_sim_rank *r, int sig);

/* Whether an address is below a rank's stack, where a large frame reaches beyond the guard into memory that is another rank's: within 256 MiB, since the stacks of a program's own
 * threads of control are further away. */
static inline bool ga_sim_below_stack(const struct ga_sim_rank *r, uint64_t at) { return (uint64_t)r->stack - 1 - at < 256u << 20; }

/* Ends a rank whose stack is full. */
HIDDEN _Noreturn void ga_sim_overflow(struct ga_sim_rank *r);

HIDDEN void ga_sim_init_vars(struct ga_sim_rank *r);

#endif
