/* strings.c - instructions that repeat themselves, in watched memory: copies, fills, searches, comparisons. They are made in pieces. */
#include "watch.h"

#include <string.h>

#if defined(__x86_64__)

enum {
	MOVS = 0xa4,
	CMPS = 0xa6,
	STOS = 0xaa,
	LODS = 0xac,
	SCAS = 0xae,
	PIECE = 1024,
	DOWN = 0x400,
	ZERO = 0x40,
	RESULT = 0x8d5, /* the flags that a comparison sets */
	LOW = 0x14,     /* parity and auxiliary carry, which are of the lowest byte */
	WHILE_EQUAL = 0xf3,
};

/* One element at an address, watched or not: another range's accesses are seen by themselves. */
static uint64_t element(const struct ga_sim_rank *r, uint64_t at, uint32_t bytes)
{
	struct watch *w = ga_sim_watch_at(r, at);
	uint64_t value = 0;

	if (w && !w->seen)
		ga_sim_watch_load(w, at, &value, bytes);
	else
		memcpy(&value, (void *)at, bytes);
	return value;
}

/* The flags of a comparison. */
static uint64_t compared(uint64_t a, uint64_t b, uint32_t bytes)
{
	const int shift = 64 - 8 * (int)bytes; /* at the top of a register the carry, the sign and the overflow are those of the element */
	uint64_t whole, lowest;                /* ah: flags; al: overflow */

	__asm__("cmpq %2, %1\n\tlahf\n\tseto %%al" : "=&a"(whole) : "r"(a << shift), "r"(b << shift) : "cc");
	__asm__("cmpb %b2, %b1\n\tlahf" : "=&a"(lowest) : "r"(a), "r"(b) : "cc");
	return (whole >> 8 & RESULT & ~LOW) | (lowest >> 8 & LOW) | (whole & 1) << 11;
}

/* How many elements the next piece of a copy or fill has. */
static uint64_t piece(const struct watch *w, uint64_t at, uint64_t count, uint32_t bytes)
{
	const uint64_t left = (w->at + w->bytes - at) / bytes, most = PIECE / bytes, n = left < most ? left : most;

	return n == 0 ? 1 : count < n ? count : n;
}

static void fill(struct watch *w, struct saved *all, const struct ga_sim_trap *t, uint64_t n)
{
	unsigned char data[PIECE];

	for (uint64_t i = 0; i < n; i++)
		memcpy(data + i * t->bytes, &all->rax, t->bytes);
	ga_sim_watch_store(w, all->rdi, data, n * t->bytes);
}

/* What is not watched is accessed as the program would, so a fault is the program's; if it is watched, too, that is one more interruption. */
static void copy(struct watch *to, struct watch *from, const struct saved *all, uint64_t bytes)
{
	unsigned char data[PIECE];

	if (from && !from->seen)
		ga_sim_watch_load(from, all->rsi, data, bytes);
	else
		memcpy(data, (void *)all->rsi, bytes);
	if (to && !to->seen)
		ga_sim_watch_store(to, all->rdi, data, bytes);
	else
		memcpy((void *)all->rdi, data, bytes);
}

void ga_sim_watch_string(struct ga_sim_rank *r, struct saved *all, const struct ga_sim_trap *t)
{
	const bool down = all->flags & DOWN;
	const uint64_t step = down ? -(uint64_t)t->bytes : t->bytes;

	for (;;) {
		struct watch *to = ga_sim_watch_at(r, all->rdi), *from = ga_sim_watch_at(r, all->rsi);
		uint64_t n = 1, count = t->repeat ? all->rcx : 1;

		to = t->string == LODS || (to && to->seen) ? NULL : to;
		from = t->string == STOS || t->string == SCAS || (from && from->seen) ? NULL : from;
		if (count == 0) {
			all->pc += t->length;
			return;
		}
		if (!to && !from)
			return; /* the processor goes on by itself */
		if (t->string == MOVS || t->string == STOS) {
			n = down ? 1 : count;
			if (to)
				n = piece(to, all->rdi, n, t->bytes);
			if (from)
				n = piece(from, all->rsi, n, t->bytes);
			if (all->rdi - all->rsi < n * t->bytes && t->string == MOVS)
				n = 1; /* what it has stored is what it loads next */
		}
		switch (t->string) {
		case MOVS: copy(to, from, all, n * t->bytes); break;
		case STOS: fill(to, all, t, n); break;
		case LODS: {
			const uint64_t value = element(r, all->rsi, t->bytes);

			if (t->bytes == 4)
				all->rax = 0;
			memcpy(&all->rax, &value, t->bytes);
			break;
		}
		default: {
			const uint64_t b = element(r, all->rdi, t->bytes), mask = UINT64_MAX >> (64 - 8 * t->bytes);
			const uint64_t a = t->string == SCAS ? all->rax & mask : element(r, all->rsi, t->bytes);

			all->flags = (all->flags & ~(uint64_t)RESULT) | compared(a, b, t->bytes);
		}
		}
		if (t->string != LODS)
			all->rdi += n * step;
		if (t->string != STOS && t->string != SCAS)
			all->rsi += n * step;
		if (t->repeat)
			all->rcx -= n;
		if (!t->repeat || ((t->string == SCAS || t->string == CMPS) && !(all->flags & ZERO) == (t->repeat == WHILE_EQUAL))) {
			all->pc += t->length;
			return;
		}
	}
}

#endif
