/* shmem/wait.c - SHMEM's waits and tests, on one word or an array. No Go frame is on the stack while a program waits here. */
#include "plane.h"
#include "../runtime/signals.h"

#include <shmem.h>

#define LOCAL_LOOKS 40 /* in a job of several hosts, for what a rank of this one writes: a microsecond */

/* Where _any begins to look: one further from call to call on the same array, so that every satisfied element gets its turn. A few arrays are
 * remembered per thread; one that is not begins anywhere. */
static size_t first_look(const void *ivars, size_t nelems)
{
	static _Thread_local struct {
		const void *ivars;
		size_t next;
	} turns[16]; /* few: a library that is loaded late has little room for such memory */
	static _Thread_local uint32_t anywhere = 1;
	const size_t slot = ((uintptr_t)ivars * 0x9e3779b97f4a7c15u) >> 60;

	if (turns[slot].ivars != ivars) {
		anywhere = anywhere * 1664525u + 1013904223u;
		turns[slot].ivars = ivars;
		turns[slot].next = anywhere >> 8;
	}
	return turns[slot].next++ % nelems;
}

/* Does (*word cmp value) hold? An unsigned and a signed view of the same bits, by type. */
static inline bool compare_signed(int cmp, int64_t a, int64_t b)
{
	switch (cmp) {
	case SHMEM_CMP_EQ: return a == b;
	case SHMEM_CMP_NE: return a != b;
	case SHMEM_CMP_GT: return a > b;
	case SHMEM_CMP_GE: return a >= b;
	case SHMEM_CMP_LT: return a < b;
	default: return a <= b;
	}
}

static inline bool compare_unsigned(int cmp, uint64_t a, uint64_t b)
{
	switch (cmp) {
	case SHMEM_CMP_EQ: return a == b;
	case SHMEM_CMP_NE: return a != b;
	case SHMEM_CMP_GT: return a > b;
	case SHMEM_CMP_GE: return a >= b;
	case SHMEM_CMP_LT: return a < b;
	default: return a <= b;
	}
}

/* *seen gets the element's bits. */
static bool holds(int type, int cmp, const void *ivars, size_t i, uint64_t value, uint64_t *seen)
{
#define LOOK(T) (T)(*seen = (uint64_t)__atomic_load_n((const T *)ivars + i, __ATOMIC_ACQUIRE))
	switch (type) {
	case GA_SHMEM_TYPE_I8: return compare_signed(cmp, LOOK(int8_t), (int8_t)value);
	case GA_SHMEM_TYPE_U8: return compare_unsigned(cmp, LOOK(uint8_t), (uint8_t)value);
	case GA_SHMEM_TYPE_I16: return compare_signed(cmp, LOOK(int16_t), (int16_t)value);
	case GA_SHMEM_TYPE_U16: return compare_unsigned(cmp, LOOK(uint16_t), (uint16_t)value);
	case GA_SHMEM_TYPE_I32: return compare_signed(cmp, LOOK(int32_t), (int32_t)value);
	case GA_SHMEM_TYPE_U32: return compare_unsigned(cmp, LOOK(uint32_t), (uint32_t)value);
	case GA_SHMEM_TYPE_I64: return compare_signed(cmp, LOOK(int64_t), (int64_t)value);
	default: return compare_unsigned(cmp, LOOK(uint64_t), value);
	}
#undef LOOK
}

/* Element i of the values of a vector form, as the bits of a word. */
static uint64_t value_at(int type, const void *values, size_t i)
{
	switch (ga_shmem_type_bytes(type)) {
	case 1: return ((const uint8_t *)values)[i];
	case 2: return ((const uint16_t *)values)[i];
	case 4: return ((const uint32_t *)values)[i];
	default: return ((const uint64_t *)values)[i];
	}
}

struct query {
	int mode, type, cmp;
	const void *ivars;
	size_t nelems;
	size_t *indices;
	const int *status;
	uint64_t value;
	const void *values;
	size_t start; /* _any: first to look at; UNTIL_ALL: all before it have been satisfied */
};

static bool element(const struct query *q, size_t i)
{
	uint64_t seen;

	return holds(q->type, q->cmp, q->ivars, i, q->values ? value_at(q->type, q->values, i) : q->value, &seen);
}

/* Looks once. True when the call can return, with its result in *out. */
static bool look(struct query *q, uint64_t *out)
{
	size_t considered = 0, found = 0;
	uint64_t seen;

	switch (q->mode) {
	case GA_SHMEM_WAIT_UNTIL_ONE: return holds(q->type, q->cmp, q->ivars, 0, q->value, out);
	case GA_SHMEM_WAIT_TEST_ONE: return (*out = holds(q->type, q->cmp, q->ivars, 0, q->value, &seen));
	case GA_SHMEM_WAIT_UNTIL_ALL: /* each must have been satisfied once, not all at the same time */
		*out = 1;
		while (q->start < q->nelems && ((q->status && q->status[q->start]) || element(q, q->start)))
			q->start++;
		return q->start == q->nelems;
	case GA_SHMEM_WAIT_UNTIL_ANY:
	case GA_SHMEM_WAIT_TEST_ANY:
		*out = SIZE_MAX;
		for (size_t k = 0, i = q->start; k < q->nelems; k++, i = i + 1 < q->nelems ? i + 1 : 0) {
			if (q->status && q->status[i])
				continue;
			considered++;
			if (element(q, i)) {
				*out = i;
				return true;
			}
		}
		return considered == 0;
	case GA_SHMEM_WAIT_UNTIL_SOME:
	case GA_SHMEM_WAIT_TEST_SOME:
		for (size_t i = 0; i < q->nelems; i++) {
			if (q->status && q->status[i])
				continue;
			considered++;
			if (element(q, i))
				q->indices[found++] = i;
		}
		*out = found;
		return found > 0 || considered == 0;
	default: /* GA_SHMEM_WAIT_TEST_ALL */
		*out = 0;
		for (size_t i = 0; i < q->nelems; i++)
			if (!(q->status && q->status[i]) && !element(q, i))
				return false;
		*out = 1;
		return true;
	}
}

/* True for the modes that block. */
static bool blocks(int mode)
{
	return mode == GA_SHMEM_WAIT_UNTIL_ONE || mode == GA_SHMEM_WAIT_UNTIL_ALL || mode == GA_SHMEM_WAIT_UNTIL_ANY ||
	       mode == GA_SHMEM_WAIT_UNTIL_SOME;
}

bool ga_shmem_plane_wait(int mode, int type, int cmp, const void *ivars, size_t nelems, size_t *indices, const int *status, uint64_t value,
                         const void *values, uint64_t *out)
{
	struct query q = {mode, type, cmp, ivars, nelems, indices, status, value, values, 0};
	struct ga_wait w = {0};
	size_t width = ga_shmem_type_bytes(type);
	bool some = mode == GA_SHMEM_WAIT_UNTIL_SOME || mode == GA_SHMEM_WAIT_TEST_SOME;

	if (ga_plane.shmem_locals == 0 || (unsigned)cmp > SHMEM_CMP_LE || nelems == 0 || ((uintptr_t)ivars & (width - 1)) || (some && !indices) ||
	    values == GA_MISSING || !ga_translate(ivars, ga_bytes(nelems, width), ga_plane.local_rank, GA_READS))
		return false;
	if (mode == GA_SHMEM_WAIT_UNTIL_ANY || mode == GA_SHMEM_WAIT_TEST_ANY)
		q.start = first_look(ivars, nelems);
	while (!look(&q, out)) {
		if (GA_UNLIKELY(ga_plane.shmem_pes == 0)) { /* Go polls the network */
			if (!blocks(mode) || w.steps++ == LOCAL_LOOKS || ga_spins == 0)
				return false;
			ga_relax();
			continue;
		}
		if (!blocks(mode)) {
			ga_polled();
			break;
		}
		if (w.steps == 0)
			ga_waits_for(ivars, type, cmp, value);
		ga_wait_step(&w);
	}
	return true;
}
