/* run.c - from the scheduler to a rank and back. */
#include "pthreads.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct ga_sim_rank *ga_sim_now;

/* On x86-64 variables lie below the thread pointer, on arm64 above it and 16 bytes that are the C library's. */
#if defined(__x86_64__)
enum { TLS_SKIP = 0 };
#else
enum { TLS_SKIP = 16 };
#endif

static void *scheduler; /* its stack pointer while a rank runs */

void **ga_sim_scheduler(void) { return &scheduler; }

static struct {
	int32_t rank;   /* that runs, + 1 */
	uint64_t turns; /* so far */
	int64_t began;  /* CPU time of the thread, if it was measured */
} turn;                 /* other threads look at it */

/* What a thread has one of and every rank should have: found again should the scheduler ever come from another thread. */
static struct {
	char *top; /* the thread pointer */
	int *error;
	void **caught;
	char *tls; /* where the thread-local variables are kept that are at the thread pointer, */
	uint64_t tls_bytes;
	pid_t id;
	bool known;
} thread;

char *ga_sim_tls_top(void) { return ga_sim_now && ga_sim_now->thread_pointer ? thread.top : __builtin_thread_pointer(); }

char *ga_sim_scheduler_tls(void) { return thread.top; }

/* Of libraries that are opened at run time, and of those that the ranks share, there is one block for all threads of a rank. */
char *ga_sim_tls_base(int64_t module)
{
	const int64_t bytes = ga_sim_now ? (int64_t)ga_sim_now->image->tls_bytes : 0;

	return module && module >= -bytes && module <= bytes ? __builtin_thread_pointer() : ga_sim_tls_top();
}

static int first_object(struct dl_phdr_info *info, size_t size, void *room)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS)
			*(uint64_t *)room = info->dlpi_phdr[i].p_memsz;
	return 1;
}

/* The TLS block of the process's executable is where a program expects its own. Only simhost reserves it. */
uint64_t ga_sim_tls_room(void)
{
	void *self = dlopen(NULL, RTLD_NOW);
	uint64_t room = 0;

	if (self && dlsym(self, "gasnetgo_sim_host"))
		dl_iterate_phdr(first_object, &room);
	return room ? room + TLS_SKIP : 0;
}

static char *tls_block(uint64_t bytes)
{
#if defined(__x86_64__)
	return thread.top - bytes;
#else
	(void)bytes;
	return thread.top;
#endif
}

static void save_tls(void)
{
	if (thread.tls)
		memcpy(thread.tls + TLS_SKIP, tls_block(thread.tls_bytes) + TLS_SKIP, thread.tls_bytes - TLS_SKIP);
}

static void swap_tls(struct ga_sim_rank *r)
{
	save_tls();
	thread.tls = r->tls;
	thread.tls_bytes = r->image->tls_bytes;
	memcpy(tls_block(thread.tls_bytes) + TLS_SKIP, r->tls + TLS_SKIP, thread.tls_bytes - TLS_SKIP);
}

void ga_sim_forget_tls(const char *block)
{
	if (thread.tls == block)
		thread.tls = NULL;
}

static __attribute__((noinline)) void know_thread(void)
{
	void *const cxx = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_NOLOAD); /* it may be there for an opened library only */
	void **(*const globals)(void) = (void **(*)(void))dlsym(cxx ? cxx : RTLD_DEFAULT, "__cxa_get_globals");

	save_tls();
	thread.tls = NULL;
	thread.known = true;
	thread.top = __builtin_thread_pointer();
	thread.error = &errno;
	__atomic_store_n(&thread.id, gettid(), __ATOMIC_RELAXED);
	thread.caught = globals ? globals() : NULL;
	ga_sim_crash_setup();
	ga_sim_steps_setup();
}

void ga_sim_know_again(void) { thread.known = false; }

void ga_sim_setup(void)
{
	static bool done;

	ga_sim_know_again();
	if (done)
		return;
	done = true;
	ga_sim_heap_setup();
	ga_sim_stdio_setup();
	ga_sim_interrupt_setup();
	ga_sim_share("libgcc_s.so.1", RTLD_GLOBAL); /* walks the stack for exceptions and for us */
}

pid_t ga_sim_thread(void) { return __atomic_load_n(&thread.id, __ATOMIC_RELAXED); }

void ga_sim_stop(void)
{
	const pid_t id = ga_sim_thread();

	if (id)
		tgkill(getpid(), id, GA_SIM_STOP_SIGNAL);
}

void ga_sim_peek(void)
{
	const pid_t id = ga_sim_thread();
	siginfo_t info = {.si_signo = GA_SIM_STOP_SIGNAL, .si_code = SI_QUEUE, .si_value.sival_int = GA_SIM_PEEK};

	if (id)
		syscall(SYS_rt_tgsigqueueinfo, getpid(), id, GA_SIM_STOP_SIGNAL, &info);
}

int32_t ga_sim_turn(uint64_t *turns)
{
	*turns = __atomic_load_n(&turn.turns, __ATOMIC_RELAXED);
	return __atomic_load_n(&turn.rank, __ATOMIC_RELAXED) - 1;
}

struct ga_sim_rank *ga_sim_running(void) { return ga_sim_now; }

void **ga_sim_kept(uint32_t api) { return ga_sim_now ? &ga_sim_now->kept[api] : NULL; }

/* A thread of the program has a thread pointer, and with it errno and a locale. */
static void enter_thread(struct ga_sim_rank *r)
{
	ga_sim_set_thread_pointer(thread.top, r->thread_pointer);
	ga_sim_heap_enter(r, r->thread_pointer);
	if (ga_sim_apart) {
		ga_sim_speak_again();
		ga_sim_be(r);
	}
}

static void leave_thread(struct ga_sim_rank *r)
{
	ga_sim_set_thread_pointer(r->thread_pointer, thread.top);
	ga_sim_speak_again();
}

static void go(struct ga_sim_rank *r)
{
	char *const pointer = r->thread_pointer;

	/* With thousands of ranks none of this rank's memory is cached: prefetch all of it at once. */
	for (int i = 0; i < 6; i++)
		__builtin_prefetch((char *)r->sp + 64 * i, 1);
	if (__builtin_expect(r->watched, 0))
		ga_sim_watch_turn(r);
	r->state.event = 0;
	if (__builtin_expect(!thread.known || thread.top != (char *)__builtin_thread_pointer(), 0))
		know_thread();
	if (r->tls && thread.tls != r->tls && !pointer)
		swap_tls(r);
	*thread.error = r->error;
	if (thread.caught) {
		thread.caught[0] = r->caught[0];
		thread.caught[1] = r->caught[1];
	}
	ga_sim_now = r;
	ga_sim_heap_enter(r, thread.top);
	if (__builtin_expect(ga_sim_apart, 0))
		ga_sim_be(r);
	if (__builtin_expect(pointer != NULL, 0))
		enter_thread(r);
	__atomic_store_n(&turn.rank, r->id + 1, __ATOMIC_RELAXED);
	__atomic_store_n(&turn.turns, turn.turns + (r->slices == 0 && !r->same_turn), __ATOMIC_RELAXED);
	if (__builtin_expect(__atomic_load_n(&ga_sim_slicing, __ATOMIC_RELAXED), 0))
		ga_sim_slice_begin(r, turn.began);
	ga_sim_switch(&scheduler, r->sp);
	if (__builtin_expect(pointer != NULL, 0))
		leave_thread(r);
	ga_sim_heap_leave();
	if (__builtin_expect(__atomic_load_n(&ga_sim_slicing, __ATOMIC_RELAXED), 0))
		ga_sim_slice_end(r);
	__atomic_store_n(&turn.rank, 0, __ATOMIC_RELAXED);
	r->error = *thread.error;
	if (thread.caught) {
		r->caught[0] = thread.caught[0];
		r->caught[1] = thread.caught[1];
	}
	if (__builtin_expect(r->state.event == GA_SIM_CRASHED, 0))
		ga_sim_drain(r);
	else
		ga_sim_flush(r);
	ga_sim_now = NULL;
}

/* Not by itself: then its streams are flushed, as they are of a process that the library ends. */
static bool ended_by_job(const struct ga_sim_rank *r)
{
	return r->state.event == GA_SIM_REFUSED || (r->state.event == GA_SIM_CRASHED && r->state.crash->signal == GA_SIM_STOP_SIGNAL);
}

enum ga_sim_event ga_sim_resume(struct ga_sim_rank *r)
{
	if (__builtin_expect(r->over, 0))
		return r->state.event;
	go(r);
	if (r->state.event >= GA_SIM_EXITED) {
		r->over = true;
		if (ended_by_job(r))
			ga_sim_commit(r);
		ga_sim_flush_lines(r);
		ga_sim_forget_tls(r->tls);
	}
	if (r->state.event == GA_SIM_RETURNED && r->called) {
		struct called *c = r->called;

		r->called = c->outer;
		r->sp = c->sp;
		r->state = c->state;
		r->error = c->error;
		free(c);
		return GA_SIM_RETURNED;
	}
	return r->state.event;
}

enum ga_sim_event ga_sim_resume_measured(struct ga_sim_rank *r, int64_t *ns)
{
	enum ga_sim_event event;
	struct timespec from, to;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
	turn.began = from.tv_sec * INT64_C(1000000000) + from.tv_nsec;
	event = ga_sim_resume(r);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
	*ns = (to.tv_sec - from.tv_sec) * INT64_C(1000000000) + to.tv_nsec - from.tv_nsec;
	return event;
}

/* The rank walks its own stack. If too little of it is left for that, it returns as after a crash, with the frames found so far. */
const struct ga_sim_crash *ga_sim_where(struct ga_sim_rank *r)
{
	const struct ga_sim_state before = r->state;
	const struct ga_sim_crash *there;
	void *const sp = r->sp;

	if (r->over || (before.event != GA_SIM_FRAME && before.event != GA_SIM_REQUEST))
		return NULL;
	r->asked = true;
	go(r);
	r->asked = r->crashing = false;
	there = r->state.crash;
	r->state = before;
	r->sp = sp;
	return there;
}

enum { WALK = 16 << 10 /* bytes of stack that it takes, at most */ };

/* The rank walks its own stack, as in ga_sim_where. But this is no turn: what it has of its own besides the stack stays where it is, and watched memory closed. */
uint64_t ga_sim_call_site(struct ga_sim_rank *r)
{
	void *const sp = r->sp;
	uint64_t site = 0;

	if (r->over || (r->state.event != GA_SIM_FRAME && r->state.event != GA_SIM_REQUEST) || (char *)r->sp - r->stack < WALK)
		return 0;
	r->site = &site;
	r->asked = true;
	ga_sim_now = r;
	ga_sim_switch(&scheduler, r->sp);
	ga_sim_now = NULL;
	r->asked = false;
	r->site = NULL;
	r->sp = sp;
	return site;
}

bool ga_sim_home_of(struct ga_sim_rank *r, uint64_t pc, int *object, uint64_t *offset)
{
	const int i = pc ? ga_sim_object_at(r, pc) : -1;

	if (i < 0)
		return false;
	*object = i;
	*offset = pc - r->base[i];
	return true;
}

bool ga_sim_site(struct ga_sim_rank *r, int *object, uint64_t *offset) { return ga_sim_home_of(r, ga_sim_call_site(r), object, offset); }

void ga_sim_tell(enum ga_sim_event event, void *frame)
{
	struct ga_sim_rank *r = ga_sim_now;

	if (__builtin_expect(ga_sim_below_stack(r, (uint64_t)__builtin_frame_address(0)), 0) && event != GA_SIM_CRASHED)
		ga_sim_overflow(r);
	r->state.frame = frame;
	r->state.event = event;
	ga_sim_switch(&r->sp, scheduler);
	while (__builtin_expect(r->asked, 0)) {
		if (r->site)
			*r->site = ga_sim_own_site();
		else
			ga_sim_trace(r);
		ga_sim_switch(&r->sp, scheduler);
	}
}

void ga_sim_enter(struct ga_head *head)
{
	if (__builtin_expect(!ga_sim_now, 0)) {
		static const char why[] = "gasnetgo: a library call outside any rank\n";

		(void)!write(2, why, sizeof why - 1);
		_exit(70);
	}
	ga_sim_tell(GA_SIM_FRAME, head);
}

void ga_sim_end(enum ga_sim_event event, int status, const char *why)
{
	ga_sim_now->state.status = status;
	ga_sim_now->state.why = why;
	ga_sim_tell(event, NULL);
	__builtin_trap();
}

/* From a signal handler: it is never returned to, which the kernel does not mind. */
void ga_sim_leave_handler(void)
{
	struct ga_sim_rank *r = ga_sim_now;

	r->state.frame = NULL;
	r->state.event = GA_SIM_CRASHED;
	ga_sim_switch(&r->sp, scheduler);
	__builtin_trap();
}

void ga_sim_refuse_in_handler(struct ga_sim_rank *r, const char *why)
{
	r->state.frame = NULL;
	r->state.event = GA_SIM_REFUSED;
	r->state.status = 1;
	r->state.why = why;
	ga_sim_switch(&r->sp, scheduler);
	__builtin_trap();
}

int64_t ga_sim_ask(uint32_t op, int clock, int64_t ns, const char *fn)
{
	struct ga_sim_request request = {.op = op, .clock = clock, .ns = ns, .fn = fn};

	ga_sim_tell(GA_SIM_REQUEST, &request);
	return request.answer;
}

static void call(void *arg)
{
	struct called *c = arg;

	c->fn(c->arg);
	ga_sim_tell(GA_SIM_RETURNED, NULL);
	__builtin_trap();
}

/* Below what the rank has left there; a red zone is not in use during a call. */
void ga_sim_call(struct ga_sim_rank *r, void (*fn)(void *), void *arg)
{
	struct called *c = malloc(sizeof *c);

	if (!c)
		abort();
	*c = (struct called){.sp = r->sp, .state = r->state, .fn = fn, .arg = arg, .outer = r->called, .error = r->error};
	r->called = c;
	r->sp = ga_sim_prepare((char *)r->sp - 128, call, c);
}

/* What the program's own entry point calls. Programs that were linked with an old C library bring init along, which runs their constructors. */
void ga_sim_start_program(struct ga_sim_rank *r, int (*main)(int, char **, char **))
{
	const struct object *o = r->image->objects[0];
	void (**all)(int, char **, char **) = (void *)(r->base[0] + o->preinit_array);

	for (uint64_t n = 0; n < o->npreinit; n++)
		all[n](r->argc, r->argv, *var_environ(r));
	if (o->init)
		((void (*)(int, char **, char **))(r->base[0] + o->init))(r->argc, r->argv, *var_environ(r));
	all = (void *)(r->base[0] + o->init_array);
	for (uint64_t n = 0; n < o->ninit; n++)
		all[n](r->argc, r->argv, *var_environ(r));
	ga_sim_exit(r, main(r->argc, r->argv, *var_environ(r)));
}
