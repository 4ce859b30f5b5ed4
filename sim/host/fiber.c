/* fiber.c - further stacks of a rank, on which functions of the library run beside the program: it has threads elsewhere. While a fiber runs, what the
 * rank knows of its stack is the fiber's; everything else is the rank's: memory, thread-local variables, output. */
#include "rank.h"

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
};

struct ga_sim_fiber {
	struct ga_sim_state state; /* while it does not run; the first member, as a rank's */
	struct place place;
	struct ga_sim_rank *rank;
	int number;
	void (*fn)(void *);
	void *arg;
};

static struct place leave(const struct ga_sim_rank *r)
{
	return (struct place){r->state, r->sp, r->error, {r->caught[0], r->caught[1]}, r->stack, r->stack_bytes, r->called, r->slices};
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
}

static void begin(void *arg)
{
	struct ga_sim_fiber *f = arg;

	f->fn(f->arg);
	ga_sim_tell(GA_SIM_RETURNED, NULL);
	__builtin_trap();
}

struct ga_sim_fiber *ga_sim_fiber_new(struct ga_sim_rank *r, void (*fn)(void *), void *arg)
{
	struct ga_sim_fiber *f = calloc(1, sizeof *f);
	char *memory;

	if (!f)
		return NULL;
	memory = ga_sim_map(r, GUARD + STACK, PROT_READ | PROT_WRITE | (r->image->runs_stack ? PROT_EXEC : 0),
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED || (madvise(memory, GUARD, MADV_GUARD_INSTALL) != 0 && mprotect(memory, GUARD, PROT_NONE) != 0)) {
		free(f);
		return NULL;
	}
	*f = (struct ga_sim_fiber){.rank = r, .number = ++r->fibers, .fn = fn, .arg = arg};
	f->place.stack = memory + GUARD;
	f->place.stack_bytes = STACK;
	f->place.sp = ga_sim_prepare(memory + GUARD + STACK, begin, f);
	return f;
}

/* Has the rank be at the fiber's place; the result is where it was. */
static struct place swap(struct ga_sim_fiber *f)
{
	const struct place before = leave(f->rank);

	f->place.state = f->state;
	enter(f->rank, &f->place);
	f->rank->fiber = f->number;
	return before;
}

static void swap_back(struct ga_sim_fiber *f, const struct place *before)
{
	f->place = leave(f->rank);
	f->state = f->place.state;
	enter(f->rank, before);
	f->rank->fiber = 0;
}

enum ga_sim_event ga_sim_fiber_resume(struct ga_sim_fiber *f)
{
	struct place before;

	if (f->rank->over)
		return f->state.event = GA_SIM_EXITED;
	before = swap(f);
	ga_sim_resume(f->rank);
	swap_back(f, &before);
	return f->state.event;
}

void ga_sim_fiber_free(struct ga_sim_fiber *f)
{
	ga_sim_unmap(f->rank, f->place.stack - GUARD, GUARD + f->place.stack_bytes);
	free(f);
}

int ga_sim_fiber_number(void) { return ga_sim_now ? ga_sim_now->fiber : 0; }
