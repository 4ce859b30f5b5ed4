/* fiber.c - further stacks of a rank, on which functions of the library run beside the program, since it has threads elsewhere, and threads of the program (thread.c). While a fiber
 * runs, what the rank knows of its stack is the fiber's, and if that is a thread of the program, so are thread-local variables, locale and what belongs to threads; everything else is the rank's:
 * memory, variables, output. */
#include "pthreads.h"

#include <errno.h>
#include <sys/mman.h>

/* What a stack has for itself. */
struct place {
	struct ga_sim_state state;
	void *sp;
	int error;
	void *caught[2];
	char *stack;
	uint64_t stack_bytes;
	struct called *called;
	int slices;
	char *tls, *thread_pointer;
	struct ga_sim_thread *thread;
	struct handlers at_thread_exit;
};

struct ga_sim_fiber {
	struct ga_sim_state state; /* while it does not run; the first member, as a rank's */
	struct place place;
	struct ga_sim_rank *rank;
	int number;
	void (*fn)(void *);
	void *arg;
	char *memory;                 /* of its stack and guard, to be unmapped; NULL: it is the program's */
	struct ga_sim_thread library; /* what it is to functions for threads, if it is no thread of the program */
	locale_t speaks;              /* chosen by uselocale; 0: none */
	void *variables;              /* with the thread-local ones of the program, to be freed */
};

static struct place leave(const struct ga_sim_rank *r)
{
	return (struct place){
	    r->state,          r->sp,     r->error,         {r->caught[0], r->caught[1]}, r->stack, r->stack_bytes, r->called, r->slices, r->tls,
	    r->thread_pointer, r->thread, r->at_thread_exit};
}

static void enter(struct ga_sim_rank *r, const struct place *p)
{
	r->state = p->state;
	r->sp = p->sp;
	r->error = p->error;
	r->caught[0] = p->caught[0];
	r->caught[1] = p->caught[1];
	r->stack = p->stack;
	r->stack_bytes = p->stack_bytes;
	r->called = p->called;
	r->slices = p->slices;
	r->tls = p->tls;
	r->thread_pointer = p->thread_pointer;
	r->thread = p->thread;
	r->at_thread_exit = p->at_thread_exit;
}

static void begin(void *arg)
{
	struct ga_sim_fiber *f = arg;

	f->fn(f->arg);
	ga_sim_tell(GA_SIM_RETURNED, NULL);
	__builtin_trap();
}

/* A stack that is the program's has no guard. */
static struct ga_sim_fiber *make(struct ga_sim_rank *r, void *stack, uint64_t bytes, void (*fn)(void *), void *arg)
{
	struct ga_sim_fiber *f = calloc(1, sizeof *f);
	char *memory = NULL;

	if (!f)
		return NULL;
	if (!stack) {
		memory = ga_sim_map(r, GUARD + bytes, PROT_READ | PROT_WRITE | (r->image->runs_stack ? PROT_EXEC : 0),
		                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (memory != MAP_FAILED && madvise(memory, GUARD, MADV_GUARD_INSTALL) != 0 && mprotect(memory, GUARD, PROT_NONE) != 0) {
			ga_sim_unmap(r, memory, GUARD + bytes);
			memory = MAP_FAILED;
		}
		if (memory == MAP_FAILED) {
			free(f);
			return NULL;
		}
		stack = memory + GUARD;
	}
	f->rank = r;
	f->number = ++r->fibers;
	f->fn = fn;
	f->arg = arg;
	f->memory = memory;
	f->place.stack = stack;
	f->place.stack_bytes = bytes;
	f->place.sp = ga_sim_prepare((char *)stack + bytes, begin, f);
	return f;
}

static void unmake(struct ga_sim_fiber *f)
{
	if (f->memory)
		ga_sim_unmap(f->rank, f->memory, GUARD + f->place.stack_bytes);
	free(f->place.at_thread_exit.all);
	free(f->variables);
	free(f);
}

struct ga_sim_fiber *ga_sim_fiber_new(struct ga_sim_rank *r, void (*fn)(void *), void *arg)
{
	struct ga_sim_fiber *f = make(r, NULL, STACK, fn, arg);

	if (!f)
		return NULL;
	f->place.tls = r->tls;
	f->library.number = f->number;
	f->place.thread = &f->library;
	return f;
}

struct ga_sim_fiber *ga_sim_fiber_thread(struct ga_sim_rank *r, struct ga_sim_thread *t, void *stack, uint64_t bytes, void (*fn)(void *))
{
	struct ga_sim_fiber *f = make(r, stack, bytes, fn, t);

	if (!f)
		return NULL;
	f->place.thread_pointer = ga_sim_new_thread_pointer(r, ga_sim_scheduler_tls(), &f->variables);
	if (!f->place.thread_pointer) {
		unmake(f);
		return NULL;
	}
	f->place.tls = r->tls;
	t->number = f->number;
	t->fiber = f;
	f->place.thread = t;
	return f;
}

/* Has the rank be at the fiber's place; the result is where it was. */
static struct place swap(struct ga_sim_fiber *f)
{
	const struct place before = leave(f->rank);

	f->place.state = f->state;
	enter(f->rank, &f->place);
	f->rank->fiber = f->number;
	if (f->place.thread != &f->library)
		f->speaks = ga_sim_swap_locale(f->rank, f->speaks);
	return before;
}

static void swap_back(struct ga_sim_fiber *f, const struct place *before)
{
	f->place = leave(f->rank);
	f->state = f->place.state;
	enter(f->rank, before);
	f->rank->fiber = 0;
	if (f->place.thread != &f->library)
		f->speaks = ga_sim_swap_locale(f->rank, f->speaks);
}

enum ga_sim_event ga_sim_fiber_resume(struct ga_sim_fiber *f, int64_t *ns)
{
	struct place before;

	if (ns)
		*ns = 0;
	if (f->rank->over)
		return f->state.event = GA_SIM_EXITED;
	before = swap(f);
	if (ns)
		ga_sim_resume_measured(f->rank, ns);
	else
		ga_sim_resume(f->rank);
	swap_back(f, &before);
	return f->state.event;
}

const struct ga_sim_crash *ga_sim_fiber_where(struct ga_sim_fiber *f)
{
	const struct place before = swap(f);
	const struct ga_sim_crash *there = ga_sim_where(f->rank);

	swap_back(f, &before);
	return there;
}

uint64_t ga_sim_fiber_call_site(struct ga_sim_fiber *f)
{
	const struct place before = swap(f);
	const uint64_t site = ga_sim_call_site(f->rank);

	swap_back(f, &before);
	return site;
}

void ga_sim_fiber_free(struct ga_sim_fiber *f)
{
	if (f->place.thread != &f->library)
		ga_sim_thread_forget(f->rank, f->place.thread);
	unmake(f);
}

int ga_sim_fiber_number(void) { return ga_sim_now ? ga_sim_now->fiber : 0; }

int ga_sim_fiber_is(const struct ga_sim_fiber *f) { return f->number; }

void *ga_sim_fiber_stack(const struct ga_sim_fiber *f, uint64_t *bytes)
{
	*bytes = f->place.stack_bytes;
	return f->place.stack;
}
