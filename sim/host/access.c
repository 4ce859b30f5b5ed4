/* access.c - accesses to watched memory (watch.c): decoded by the caller of ga_sim_resume, made here, on the rank's stack.
 *
 * Such an instruction is executed as a copy, whose operand in memory is the window, a place below 2 GB, so that its encoding changes nowhere else (x86.Redirect). So all instructions
 * with such an operand work, whatever they do. What they load is requested and written to the window before, what they store is found there behind. The copy runs with the
 * rank's registers, on its stack, and then jumps to the next instruction of the program, or, if it stores, to ga_sim_interrupt again. Copies are made once for each encoding. */
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)

enum { FILLED = 0x5a };

uint64_t ga_sim_in_copy(const struct ga_sim_rank *r, mcontext_t *m, uint64_t pc)
{
	const struct accesses *a = r->accesses;
	const struct ga_sim_loop *l = a ? a->loop : NULL;

	if (l && pc - (uint64_t)l->copy < l->copy_bytes) {
		for (uint32_t i = 0; i < l->count; i++)
			if (pc - (uint64_t)l->copy == l->at[i].copy)
				return (uint64_t)(m->gregs[REG_RIP] = (int64_t)(l->pc + l->at[i].program));
		return pc;
	}
	if (a && a->trap.copy && pc - (uint64_t)a->trap.copy < GA_SIM_LONGEST)
		return (uint64_t)(m->gregs[REG_RIP] = (int64_t)a->trap.pc);
	return pc;
}

void ga_sim_trap(struct ga_sim_rank *r, mcontext_t *m, uintptr_t at, bool writes)
{
	static const int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
	                            REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
	struct ga_sim_trap *t = &r->accesses->trap;

	*t = (struct ga_sim_trap){.pc = (uint64_t)m->gregs[REG_RIP], .address = at, .writes = writes};
	for (size_t i = 0; i < COUNT(order); i++)
		t->registers[i] = (uint64_t)m->gregs[order[i]];
	ga_sim_enter_interrupt(r, m, BY_ACCESS);
}

static void ask(uint32_t op, uint64_t address, void *data, uint64_t bytes)
{
	struct ga_sim_request request = {.op = op, .address = address, .data = data, .bytes = bytes, .fn = "accesses memory of another node"};

	if (op == GA_SIM_POLL)
		request.fn = "polls memory that others write";
	ga_sim_tell(GA_SIM_REQUEST, &request);
}

/* Own memory, whatever protects it. The kernel writes and reads it for debuggers, which takes less time than to open it, if it is not forbidden. */
static void own(struct watch *w, uintptr_t at, void *into, const void *from, uint64_t bytes)
{
	static int memory; /* + 1; -1: it cannot be opened */
	const uintptr_t first = at & -PAGE;
	const uint64_t length = ((at + bytes - 1) & -PAGE) + PAGE - first;

	if (memory == 0) {
		memory = ga_sim_high(open("/proc/self/mem", O_RDWR | O_CLOEXEC)) + 1;
		memory = memory ? memory : -1;
	}
	if (memory > 0 && (into ? pread(memory - 1, into, bytes, (off_t)at) : pwrite(memory - 1, from, bytes, (off_t)at)) == (ssize_t)bytes)
		return;
	mprotect((void *)first, length, PROT_READ | PROT_WRITE);
	memcpy(into ? into : (void *)at, from ? from : (void *)at, bytes);
	for (uintptr_t p = first; p < first + length; p += PAGE)
		if (w->seen[(p - w->at) >> PAGE_BITS] < REACHED)
			mprotect((void *)p, PAGE, PROT_NONE);
}

void ga_sim_watch_load(struct watch *w, uintptr_t at, void *into, uint64_t bytes)
{
	if (w->seen)
		own(w, at, into, NULL, bytes);
	else
		ask(GA_SIM_LOAD, at, into, bytes);
}

void ga_sim_watch_store(struct watch *w, uintptr_t at, const void *from, uint64_t bytes)
{
	if (w->seen)
		own(w, at, NULL, from, bytes);
	else
		ask(GA_SIM_STORE, at, (void *)from, bytes);
}

void ga_sim_fetch(const struct ga_sim_rank *r, uint64_t at, void *into, uint64_t bytes)
{
	struct watch *w = ga_sim_watch_at(r, at);

	if (w && w->seen && w->seen[(at - w->at) >> PAGE_BITS] < REACHED)
		own(w, at, into, NULL, bytes);
	else
		memcpy(into, (void *)at, bytes);
}

/* What a program knows when it polls: its registers, and the top of its stack. */
static uint64_t knows(const struct ga_sim_rank *r, const struct ga_sim_trap *t)
{
	enum { ABOVE = 512, RED_ZONE = 128, RSP = 4 };
	const uint64_t low_end = (t->registers[RSP] - RED_ZONE) & -8, high = (uint64_t)r->stack + r->stack_bytes;
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < COUNT(t->registers); i++)
		h = (h ^ t->registers[i]) * UINT64_C(0x9e3779b97f4a7c15) + (h >> 29);
	for (uint64_t p = low_end; p < low_end + RED_ZONE + ABOVE && p < high; p += 8)
		h = (h ^ *(const uint64_t *)p) * UINT64_C(0x9e3779b97f4a7c15) + (h >> 29);
	return h;
}

/* A load of own memory. If the rank has been here in this turn, knew what it knows now, and found what it finds now, it will be here again and again until others write. */
static void poll_or_load(struct ga_sim_rank *r, struct watch *w, const struct ga_sim_trap *t, uint64_t state, void *into)
{
	struct accesses *a = r->accesses;

	for (;;) {
		struct ga_sim_poll now = {.pc = t->pc, .address = t->address, .state = state};

		own(w, t->address, into, NULL, t->bytes);
		for (uint64_t i = 0; i < t->bytes; i++)
			now.value = (now.value ^ ((unsigned char *)into)[i]) * UINT64_C(0x100000001b3) + 1;
		for (int i = 0;; i++) {
			if (i == a->polls) {
				if (i < (int)COUNT(a->polled))
					a->polled[a->polls++] = now;
				return;
			}
			if (memcmp(&a->polled[i], &now, sizeof now) == 0)
				break;
		}
		a->asleep++;
		a->slept = a->turn;
		ask(GA_SIM_POLL, t->address, NULL, t->bytes);
		a->asleep--;
		ga_sim_watch_count(w, t->address); /* by the load that follows, in the next turn */
	}
}

static _Noreturn void refuse(const struct ga_sim_trap *t)
{
	static char why[256];
	int n = snprintf(why, sizeof why, "an instruction accesses a map of another node's memory, and %s in the simulated world:",
	                 t->flow     ? "jumps to what it finds there, which is not supported"
	                 : t->length ? "there is no memory that can be executed for a copy of it"
	                             : "cannot be decoded");

	for (int i = 0; i < 15; i++)
		n += snprintf(why + n, sizeof why - n, " %02x", t->code[i]);
	ga_sim_end(GA_SIM_REFUSED, 1, why);
}

/* Has the rank continue in the copy. */
static void run(struct ga_sim_rank *r, struct saved *all, const struct ga_sim_trap *t)
{
	r->accesses->trap = *t;
	if (t->store)
		r->interrupted = BY_STORED;
	ga_sim_low->back = t->pc + t->length;
	all->pc = (uint64_t)t->copy;
}

void ga_sim_accessed(struct ga_sim_rank *r, struct saved *all)
{
	struct ga_sim_trap t = r->accesses->trap; /* the latest: what this does may be interrupted like the program */
	struct watch *w = ga_sim_watch_at(r, t.address);
	struct ga_sim_request request = {.op = GA_SIM_DECODE, .fn = "accesses memory", .what = &t};
	unsigned char data[GA_SIM_LONGEST];
	uint64_t state = 0;

	if (!w->seen && ga_sim_streams_held())
		ga_sim_end(GA_SIM_REFUSED, 1,
		           "a function of the C library prints or reads into a map of another node's memory, which is not supported in the simulated "
		           "world: copy it first");
	if (w->seen)
		state = knows(r, &t);
	/* The page may be the last one of the text. An instruction that goes on in the next one is found to be incomplete. */
	t.code_bytes = PAGE - t.pc % PAGE < sizeof t.code ? PAGE - t.pc % PAGE : sizeof t.code;
	memcpy(t.code, (void *)t.pc, t.code_bytes);
	ga_sim_tell(GA_SIM_REQUEST, &request);
	if (!t.length && t.code_bytes < sizeof t.code) {
		t.code_bytes = sizeof t.code;
		memcpy(t.code, (void *)t.pc, sizeof t.code);
		ga_sim_tell(GA_SIM_REQUEST, &request);
	}
	if (t.none) {
		all->pc += t.length;
		return;
	}
	if (w->seen && (!t.length || t.flow || t.unknown || t.string || !t.copy || t.address - w->at + t.bytes > w->bytes)) {
		ga_sim_watch_open(w, t.address);
		return;
	}
	if (t.string) {
		ga_sim_watch_string(r, all, &t);
		return;
	}
	if (!t.length || t.flow || !t.copy)
		refuse(&t);
	if (t.unknown) { /* as much as there can be */
		const uint64_t left = w->at + w->bytes - t.address;

		t.bytes = left < GA_SIM_LONGEST ? left : GA_SIM_LONGEST;
	}
	if (t.address - w->at >= w->bytes || w->at + w->bytes - t.address < t.bytes)
		ga_sim_end(GA_SIM_REFUSED, 1, "an instruction accesses the end of a map of another node's memory and what is behind it");
	if (t.load && w->seen && !t.store)
		poll_or_load(r, w, &t, state, data);
	else if (t.load)
		ga_sim_watch_load(w, t.address, data, t.bytes);
	/* From here to the copy nothing else runs. */
	if (t.load)
		memcpy((void *)(uintptr_t)ga_sim_window(t.address), data, t.bytes);
	if (t.load && t.store)
		memcpy(t.before, data, t.bytes);
	if (t.unknown && t.store)
		memset((void *)(uintptr_t)ga_sim_window(t.address), FILLED, t.bytes);
	run(r, all, &t);
}

/* Has the rank continue in the copy of a loop, behind a store. */
static void run_loop(struct ga_sim_rank *r, struct saved *all, const struct ga_sim_loop *l, uint32_t store)
{
	r->accesses->loop = l;
	r->interrupted = BY_LOOP;
	ga_sim_low->exit = l->pc + l->bytes;
	all->pc = (uint64_t)l->copy + l->stores[store].copy;
}

/* A loop of the program that stores again and again continues as a copy, whose stores need no signals. */
static void repeats(struct ga_sim_rank *r, struct saved *all, struct ga_sim_trap *t, const struct watch *w)
{
	enum { ROW = 4, CLOSE = 256 };
	struct accesses *a = r->accesses;
	struct ga_sim_request request = {.op = GA_SIM_LOOP, .fn = "stores to a map", .what = t, .address = w->at, .bytes = w->bytes};

	a->stores = t->pc - a->stored_at + CLOSE < 2 * CLOSE ? a->stores + 1 : 1;
	a->stored_at = t->pc;
	if (a->stores < ROW)
		return;
	a->stores = 0;
	ga_sim_tell(GA_SIM_REQUEST, &request);
	if (t->loop)
		run_loop(r, all, t->loop, t->loop->entered);
}

/* Behind a store in the copy of a loop, whose number is in place of an address to go back to. */
void ga_sim_looped(struct ga_sim_rank *r, struct saved *all)
{
	const struct ga_sim_loop *l = r->accesses->loop;
	const uint32_t store = (uint32_t)all->pc, bytes = l->stores[store].bytes;
	const uintptr_t at = ga_sim_low->address;
	struct watch *w = ga_sim_watch_at(r, at);
	unsigned char data[GA_SIM_LONGEST];

	memcpy(data, ga_sim_low->window, bytes);
	all->pc = l->pc + l->stores[store].program;
	if (!w || w->seen || w->at + w->bytes - at < bytes) { /* it has left the map: the program goes on by itself */
		memcpy((void *)at, data, bytes);
		return;
	}
	ga_sim_watch_store(w, at, data, bytes);
	run_loop(r, all, l, store);
}

/* Behind the copy of an instruction that stores. */
void ga_sim_stored(struct ga_sim_rank *r, struct saved *all)
{
	struct ga_sim_trap t = r->accesses->trap;
	struct watch *w = ga_sim_watch_at(r, t.address);
	unsigned char data[GA_SIM_LONGEST];

	memcpy(data, (void *)(uintptr_t)ga_sim_window(t.address), t.bytes);
	if (!t.unknown) {
		if (!t.conditional || memcmp(data, t.before, t.bytes) != 0)
			ga_sim_watch_store(w, t.address, data, t.bytes);
		if (!w->seen && !t.load)
			repeats(r, all, &t, w);
		return;
	}
	if (!t.again) { /* An instruction that only stores can run twice. What it stores is the same, whatever the window was filled with. */
		t.again = true;
		memcpy(t.before, data, t.bytes);
		memset((void *)(uintptr_t)ga_sim_window(t.address), (unsigned char)~FILLED, t.bytes);
		run(r, all, &t);
		return;
	}
	for (uint64_t from = 0, to; from < t.bytes; from = to) {
		to = from + 1;
		if (data[from] != t.before[from])
			continue;
		while (to < t.bytes && data[to] == t.before[to])
			to++;
		ga_sim_watch_store(w, t.address + from, data + from, to - from);
	}
}

#else

void ga_sim_fetch(const struct ga_sim_rank *r, uint64_t at, void *into, uint64_t bytes)
{
	(void)r;
	memcpy(into, (void *)at, bytes);
}

uint64_t ga_sim_in_copy(const struct ga_sim_rank *r, mcontext_t *m, uint64_t pc)
{
	(void)r, (void)m;
	return pc;
}

#endif
