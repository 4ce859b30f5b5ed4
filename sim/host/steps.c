/* steps.c - finds loops of a program that do nothing but poll memory.
 *
 * A timer interrupts a rank that has run for long without a call, in its own code. Go then executes the rank's next instructions on a copy of its registers (GA_SIM_EXECUTE, execute_unsafe.go), while the rank
 * stands still. If the copy comes back to a state that it has had, the instructions in between are a loop. Go chooses one state of the loop, by a rule that does not depend on where the rank was interrupted. The rank
 * is set to that state, and makes the request GA_SIM_AWAIT.
 *
 * If Go does not know an instruction, the rank executes the loop itself, with the processor's trap flag set: each instruction ends in the handler below, which records the registers. When the rank is back where it was,
 * with the registers that it had, Go decodes which memory the instructions load and store (GA_SIM_DECODE_STEPS). The rank goes on to the chosen state, and once more around the loop. If all registers are the same in
 * each step, and at the end the vector registers and every byte that the loop stores, the rank waits.
 *
 * All this takes no virtual time, and when it happens has no effect: a loop that does not end by itself is in the same states whenever it is found. So real time does not matter here.
 *
 * On arm64 no loops are found. */
#include "rank.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#if defined(__x86_64__)

#define FIRST INT64_C(50000) /* ns */
#define LAST INT64_C(10000000)
#define SECOND INT64_C(1000000000)

enum {
	TRAP = 1 << 8,
	CONDITIONS = 0xcd5 /* of the flags */,
	SHORTEST = 64,
	ROOM = 8 << 10,
	GAP = 512,
	RED_ZONE = 128,
	STORED = 16 << 10,
	EXECUTED = 4096,
	TRIES = 16,
	LONGEST = 64 << 10,
	VECTORS = 16 << 10
};

static bool wanted;
static timer_t timer;                /* of real time */
static int64_t interval = FIRST;     /* until it ends next */
static uint64_t noted;               /* the turn in which it has ended last */
static int64_t not_before;           /* when a rank may be stepped through again: stepping is a small part of all time */
static uint32_t limit = SHORTEST;    /* of steps */
static uint32_t executed = EXECUTED; /* limit of instructions that are executed without the rank */
static uint32_t enough = EXECUTED;   /* what it begins with: for the loop that was found last */
static uint32_t tries;               /* left, in this turn, to find the rank in its own code */
static int64_t began;                /* stepping */
static volatile bool traced;         /* the trap flag may be set, or is on a stack */
static struct ga_sim_rank *stepped;  /* the rank that is being stepped through */

static enum { EXECUTE, TRACE, SEEK, REPEAT } phase;
static uint32_t at; /* the step that it is in */
static bool begins; /* the next trap is before the first instruction */
static struct ga_sim_steps steps;
static unsigned char stored[STORED], vectors[VECTORS]; /* when the rank was in the chosen state before */

static int64_t now(void)
{
	struct timespec t;

	return clock_gettime(CLOCK_MONOTONIC, &t) == 0 ? t.tv_sec * SECOND + t.tv_nsec : 0;
}

static void arm(int64_t ns)
{
	const struct itimerspec when = {.it_value = {.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND}};

	timer_settime(timer, 0, &when, NULL);
}

bool ga_sim_find_polls(void) { return wanted = true; }

const void *ga_sim_known_function(int i)
{
	static void *const all[] = {(void *)memset, (void *)memcpy, (void *)memmove, (void *)memcmp};

	return i < (int)COUNT(all) ? all[i] : NULL;
}

bool ga_sim_own_code(const struct ga_sim_rank *r, uint64_t pc) { return ga_sim_in_own_code(r, pc); }

uint64_t ga_sim_thread_pointer(void) { return (uint64_t)__builtin_thread_pointer(); }

void ga_sim_steps_setup(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = GA_SIM_STEP_SIGNAL};
	static bool done;

	if (done || !wanted)
		return;
	done = true;
	event.sigev_notify_thread_id = ga_sim_thread();
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
		arm(interval);
}

static uint64_t turn(void)
{
	uint64_t turns;

	ga_sim_turn(&turns);
	return turns;
}

static void stop(ucontext_t *u)
{
	u->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP;
	traced = false;
	stepped = NULL;
}

/* Looking takes a seventeenth of the time at most. */
static void fail(void)
{
	const int64_t end = now();

	not_before = end + 16 * (end - began);
	stepped = NULL;
	arm(not_before - end + 1);
}

static void state_of(const mcontext_t *m, struct ga_sim_step *s)
{
	static const int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
	                            REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

	for (size_t i = 0; i < COUNT(order); i++)
		s->registers[i] = (uint64_t)m->gregs[order[i]];
	s->pc = (uint64_t)m->gregs[REG_RIP];
	s->flags = (uint64_t)m->gregs[REG_EFL] & CONDITIONS;
}

static bool same(const struct ga_sim_step *a, const struct ga_sim_step *b) { return memcmp(a, b, sizeof *a) == 0; }

/* Whether the rank may be stepped on: it is in its own code, on its own stack, and its next instruction does not have the trap flag be stored or enter the kernel. */
static bool may_step(const struct ga_sim_rank *r, const mcontext_t *m)
{
	enum { PUSHF = 0x9c, WORD = 0x66, TWO = 0x0f, SYSCALL = 0x05, INT = 0xcd };
	const uint64_t low = (uint64_t)r->stack + ROOM + VECTORS, sp = (uint64_t)m->gregs[REG_RSP], pc = (uint64_t)m->gregs[REG_RIP];
	const unsigned char *code = (const unsigned char *)pc;

	if (!ga_sim_in_own_code(r, pc) || sp < low || sp >= (uint64_t)r->stack + r->stack_bytes)
		return false;
	return code[0] != PUSHF && code[0] != INT && !(code[0] == WORD && code[1] == PUSHF) && !(code[0] == TWO && code[1] == SYSCALL);
}

static void arm_again(void)
{
	arm(interval);
	interval = 2 * interval < LAST ? 2 * interval : LAST;
}

static uint64_t vector_bytes(void) { return ga_sim_vector_bytes ? ga_sim_vector_bytes : 512; }

/* Where ga_sim_interrupt saves vector registers, below the others. */
static unsigned char *vectors_below(uint64_t saved) { return (unsigned char *)((saved - GAP - vector_bytes()) & -(uint64_t)64); }

/* Has the rank continue in ga_sim_interrupt. What that does not write of the space for vectors is 0. */
static void interrupt(struct ga_sim_rank *r, ucontext_t *u)
{
	mcontext_t *m = &u->uc_mcontext;

	ga_sim_enter_interrupt(r, m, BY_STEPS);
	traced = false;
	memset(vectors_below((uint64_t)m->gregs[REG_RSP] - sizeof(struct saved) + sizeof(uint64_t)), 0, vector_bytes());
}

static void begin(struct ga_sim_rank *r, ucontext_t *u)
{
	const int64_t time = now();

	if (time < not_before) {
		arm(not_before - time);
		return;
	}
	began = time;
	phase = EXECUTE;
	arm(LAST);
	interrupt(r, u);
}

/* Most turns end soon: a rank is looked at that is in the same one when the timer ends once more. One that is in a library of the system then may be back soon. */
void ga_sim_steps_timer(struct ga_sim_rank *r, ucontext_t *u)
{
	const int error = errno;

	if (!r || r->crashing || r->watched || r->group || stepped) {
		arm_again();
	} else if (turn() != noted) {
		noted = turn();
		executed = enough;
		tries = TRIES;
		interval = 2 * interval < LAST ? 2 * interval : LAST;
		arm(FIRST);
	} else if (may_step(r, &u->uc_mcontext)) {
		begin(r, u);
	} else if (tries > 0) {
		tries--;
		arm(FIRST / 4 + (int64_t)tries * 997);
	} else {
		arm_again();
	}
	errno = error;
}

bool ga_sim_steps_trap(struct ga_sim_rank *r, const siginfo_t *info, ucontext_t *u)
{
	const int error = errno;
	mcontext_t *m = &u->uc_mcontext;
	struct ga_sim_step next;

	if (info->si_code != TRAP_TRACE || !traced)
		return false;
	if (!r || r != stepped || r->crashing) {
		stop(u);
		return true;
	}
	state_of(m, &next);
	if (begins) { /* behind the return from ga_sim_interrupt */
		begins = false;
		if (!same(&next, &steps.steps[at]))
			goto failed;
		return true;
	}
	at++;
	if (phase == TRACE) {
		if (same(&next, &steps.steps[0])) {
			steps.count = at;
			interrupt(r, u);
			return true;
		}
		if (at == limit || !may_step(r, m)) {
			if (at == limit && limit < GA_SIM_STEPS)
				limit *= 4;
			goto failed;
		}
		steps.steps[at] = next;
		return true;
	}
	at %= steps.count;
	if (!same(&next, &steps.steps[at]))
		goto failed;
	if (at == steps.chosen)
		interrupt(r, u);
	return true;
failed:
	fail();
	stop(u);
	errno = error;
	return true;
}

void ga_sim_steps_end(void) { stepped = NULL; }

static bool store_bytes(bool compare)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < steps.nstores; i++) {
		const struct ga_sim_range *s = &steps.stores[i];

		if (n + s->bytes > STORED)
			return false;
		if (!compare)
			memcpy(stored + n, (const void *)s->at, s->bytes);
		else if (memcmp(stored + n, (const void *)s->at, s->bytes) != 0)
			return false;
		n += s->bytes;
	}
	return true;
}

/* Has the rank be stepped on when it continues. */
static struct saved *go_on(struct ga_sim_rank *r, struct saved *all, int next)
{
	if (next == TRACE)
		ga_sim_handle_here(SIGTRAP);
	phase = next;
	begins = true;
	stepped = r;
	traced = true;
	all->flags |= TRAP;
	return all;
}

static void state_saved(const struct saved *s, struct ga_sim_step *to)
{
	const uint64_t sp = (uint64_t)(s + 1) + RED_ZONE;
	const uint64_t all[] = {s->rax, s->rcx, s->rdx, s->rbx, sp,     s->rbp, s->rsi, s->rdi,
	                        s->r8,  s->r9,  s->r10, s->r11, s->r12, s->r13, s->r14, s->r15};

	memcpy(to->registers, all, sizeof all);
	to->pc = s->pc;
	to->flags = s->flags & CONDITIONS;
}

/* Has the rank continue in ga_sim_interrupt, as if it were in this state and had been interrupted there. */
static struct saved *interrupted_at(struct ga_sim_rank *r, const struct saved *all, const struct ga_sim_step *s)
{
	enum { A, C, D, B, SP, BP, SI, DI, R8, R9, R10, R11, R12, R13, R14, R15 };
	const uint64_t *const g = s->registers;
	uint64_t *const top = (uint64_t *)(g[SP] - RED_ZONE) - 1;
	struct saved *const there = (struct saved *)((char *)top - RED_ZONE) - 1;
	struct saved state = {.rax = g[A], .rcx = g[C], .rdx = g[D], .rbx = g[B], .rbp = g[BP], .rsi = g[SI], .rdi = g[DI], .r8 = g[R8]};

	_Static_assert(sizeof state + RED_ZONE + sizeof *top <= GAP, "it is above the vector registers");
	state.r9 = g[R9];
	state.r10 = g[R10];
	state.r11 = g[R11];
	state.r12 = g[R12];
	state.r13 = g[R13];
	state.r14 = g[R14];
	state.r15 = g[R15];
	state.flags = (all->flags & ~(uint64_t)CONDITIONS) | s->flags;
	state.pc = (uint64_t)ga_sim_interrupt;
	*there = state;
	*top = s->pc;
	r->interrupted = BY_AWAIT;
	return there;
}

/* Finds out what a rank does from here on by executing its instructions without it. NULL: it does not poll, as far as that is known. */
static struct saved *execute(struct ga_sim_rank *r, struct saved *all, uint32_t most)
{
	struct ga_sim_request request = {.op = GA_SIM_EXECUTE, .fn = "polls memory, without a library call", .what = &steps};

	state_saved(all, &steps.steps[0]);
	steps.limit = most;
	r->same_turn = true;
	ga_sim_tell(GA_SIM_REQUEST, &request);
	r->same_turn = false;
	return steps.polls ? interrupted_at(r, all, &steps.steps[1]) : NULL;
}

/* The rank waits. When it goes on it is looked at at once, for it may poll on. */
static struct saved *await(struct ga_sim_rank *r, struct saved *all)
{
	struct ga_sim_request request = {.op = GA_SIM_AWAIT, .fn = "polls memory, without a library call", .what = &steps};
	const uint32_t iteration = steps.count;
	struct saved *there;

	not_before = 0;
	enough = 8 * iteration > EXECUTED ? 8 * iteration : EXECUTED;
	enough = enough < LONGEST ? enough : LONGEST;
	interval = FIRST;
	arm(FIRST);
	ga_sim_tell(GA_SIM_REQUEST, &request);
	there = execute(r, all, 4 * iteration + SHORTEST);
	return there ? there : all;
}

/* On the rank's stack. waits: it has been found to poll, and is in the state that was chosen. */
struct saved *ga_sim_steps_stopped(struct ga_sim_rank *r, struct saved *all, bool waits)
{
	const unsigned char *const now_vectors = vectors_below((uint64_t)all);
	struct ga_sim_request request = {.op = GA_SIM_DECODE_STEPS, .fn = "polls memory, without a library call", .what = &steps};
	struct saved *there;

	stepped = NULL;
	if (waits)
		return await(r, all);
	switch (phase) {
	case EXECUTE:
		there = execute(r, all, executed);
		if (there)
			return there;
		if (steps.longer && executed < LONGEST)
			executed *= 4;
		if (steps.unknown && !ga_sim_debugged()) { /* who would take each trap for a breakpoint */
			at = 0;
			return go_on(r, all, TRACE);
		}
		break;
	case TRACE:
		r->same_turn = true;
		ga_sim_tell(GA_SIM_REQUEST, &request);
		r->same_turn = false;
		if (!steps.polls || vector_bytes() > VECTORS)
			break;
		at = 0;
		if (steps.chosen != 0)
			return go_on(r, all, SEEK);
		/* fall through */
	case SEEK:
		if (!store_bytes(false))
			break;
		memcpy(vectors, now_vectors, vector_bytes());
		return go_on(r, all, REPEAT);
	case REPEAT:
		if (!store_bytes(true) || memcmp(vectors, now_vectors, vector_bytes()) != 0)
			break;
		limit = 2 * steps.count > SHORTEST ? 2 * steps.count : SHORTEST;
		limit = limit < GA_SIM_STEPS ? limit : GA_SIM_STEPS;
		return await(r, all);
	}
	fail();
	return all;
}

#else

const void *ga_sim_known_function(int i)
{
	(void)i;
	return NULL;
}

bool ga_sim_own_code(const struct ga_sim_rank *r, uint64_t pc)
{
	(void)r, (void)pc;
	return false;
}

uint64_t ga_sim_thread_pointer(void) { return 0; }

bool ga_sim_find_polls(void)
{
	errno = ENOSYS;
	return false;
}

void ga_sim_steps_setup(void) {}
void ga_sim_steps_timer(struct ga_sim_rank *r, ucontext_t *u) { (void)r, (void)u; }

bool ga_sim_steps_trap(struct ga_sim_rank *r, const siginfo_t *info, ucontext_t *u)
{
	(void)r, (void)info, (void)u;
	return false;
}

#endif
