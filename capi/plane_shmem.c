/* plane_shmem.c - SHMEM's strided copies and waits on windows. No Go frame is on the stack while a program waits here. */
#include "plane_shmem.h"

#include <shmem.h>

/* Bytes from the first to past the last element touched, SIZE_MAX if that overflows or a stride is below a block. */
static size_t span(ptrdiff_t stride, size_t bsize, size_t nelems, size_t elem)
{
	size_t last, all;

	if (nelems == 0)
		return 0;
	if (stride < 1 || (size_t)stride < bsize || __builtin_mul_overflow((size_t)stride, nelems - 1, &last) ||
	    __builtin_add_overflow(last, bsize, &all))
		return SIZE_MAX;
	return ga_bytes(all, elem);
}

static inline void copy_blocks(char *to, const char *from, size_t to_step, size_t from_step, size_t block, size_t n)
{
	for (; n > 0; n--, to += to_step, from += from_step)
		memcpy(to, from, block);
}

static void copy_strided(char *to, const char *from, size_t to_step, size_t from_step, size_t block, size_t n)
{
	switch (block) { /* constant sizes copy with one load and one store */
	case 1: copy_blocks(to, from, to_step, from_step, 1, n); break;
	case 2: copy_blocks(to, from, to_step, from_step, 2, n); break;
	case 4: copy_blocks(to, from, to_step, from_step, 4, n); break;
	case 8: copy_blocks(to, from, to_step, from_step, 8, n); break;
	case 16: copy_blocks(to, from, to_step, from_step, 16, n); break;
	default: copy_blocks(to, from, to_step, from_step, block, n);
	}
}

bool ga_shmem_strided_put(const void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe)
{
	char *to;

	if (!source || span(sst, bsize, nelems, elem) == SIZE_MAX || !(to = ga_translate(dest, span(dst, bsize, nelems, elem), pe)))
		return false;
	copy_strided(to, source, (size_t)dst * elem, (size_t)sst * elem, bsize * elem, nelems);
	ga_notify(ga_rank(pe));
	return true;
}

bool ga_shmem_strided_get(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nelems, size_t elem, uint32_t pe)
{
	const char *from;

	if (!dest || span(dst, bsize, nelems, elem) == SIZE_MAX || !(from = ga_translate(source, span(sst, bsize, nelems, elem), pe)))
		return false;
	copy_strided(dest, from, (size_t)dst * elem, (size_t)sst * elem, bsize * elem, nelems);
	return true;
}

/* Where _any begins to look: one further from call to call on the same array, so that every satisfied element gets its turn. A few arrays are
 * remembered per thread; one that is not begins anywhere. */
static size_t first_look(const void *ivars, size_t nelems)
{
	static _Thread_local struct {
		const void *ivars;
		size_t next;
	} turns[64];
	static _Thread_local uint32_t anywhere = 1;
	const size_t slot = ((uintptr_t)ivars * 0x9e3779b97f4a7c15u) >> 58;

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
	return mode == GA_SHMEM_WAIT_UNTIL_ONE || mode == GA_SHMEM_WAIT_UNTIL_ALL || mode == GA_SHMEM_WAIT_UNTIL_ANY || mode == GA_SHMEM_WAIT_UNTIL_SOME;
}

bool ga_shmem_plane_wait(int mode, int type, int cmp, const void *ivars, size_t nelems, size_t *indices, const int *status, uint64_t value, const void *values, uint64_t *out)
{
	struct query q = {mode, type, cmp, ivars, nelems, indices, status, value, values, 0};
	struct ga_wait w = {0};
	size_t width = ga_shmem_type_bytes(type);
	bool some = mode == GA_SHMEM_WAIT_UNTIL_SOME || mode == GA_SHMEM_WAIT_TEST_SOME;

	if (ga_plane.shmem_pes == 0 || (unsigned)cmp > SHMEM_CMP_LE || nelems == 0 || ((uintptr_t)ivars & (width - 1)) || (some && !indices) || values == GA_MISSING ||
	    !ga_translate(ivars, ga_bytes(nelems, width), ga_plane.me))
		return false;
	if (mode == GA_SHMEM_WAIT_UNTIL_ANY || mode == GA_SHMEM_WAIT_TEST_ANY)
		q.start = first_look(ivars, nelems);
	while (!look(&q, out) && blocks(mode))
		ga_wait_step(&w);
	return true;
}

/* Locks: the queue that shmem/lock.go describes, step by step, on the same two words. */
enum { QUEUED = 1u << 31, HELD = 1u << 30, BEHIND = HELD - 1 };

struct lock_words {
	uint32_t tail; /* PE 0: last in the queue, rank + 1 */
	uint32_t own;  /* each PE: its own state and who is behind */
};

static struct lock_words *lock_on(const long *lock, uint32_t pe) { return (struct lock_words *)(void *)ga_translate(lock, sizeof(struct lock_words), pe); }

static bool lock_set(long *lock, struct lock_words *mine)
{
	const uint32_t me = ga_plane.me + 1;
	uint32_t before, own = 0;
	struct ga_wait w = {0};

	if (!__atomic_compare_exchange_n(&mine->own, &own, HELD, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return false;
	before = __atomic_exchange_n(&lock_on(lock, 0)->tail, me, __ATOMIC_ACQ_REL);
	if (before == 0)
		return true;
	if (before > ga_plane.ranks || before == me)
		ga_fatal(1, "shmem_set_lock: lock = %p: the program has written over it: its tail names PE %d", (void *)lock, (int)before - 1);
	__atomic_fetch_xor(&mine->own, HELD | QUEUED, __ATOMIC_RELAXED);
	__atomic_fetch_or(&lock_on(lock, before - 1)->own, me, __ATOMIC_RELEASE);
	ga_notify(ga_rank(before - 1));
	while (!(__atomic_load_n(&mine->own, __ATOMIC_ACQUIRE) & HELD))
		ga_wait_step(&w);
	return true;
}

static bool lock_test(long *lock, struct lock_words *mine, int *out)
{
	const uint32_t me = ga_plane.me + 1;
	const uint32_t own = __atomic_load_n(&mine->own, __ATOMIC_RELAXED);
	uint32_t *tail = &lock_on(lock, 0)->tail, free_tail = 0;

	*out = 1;
	if (own != 0)
		return (own & ~BEHIND) == HELD || (own & ~BEHIND) == QUEUED;
	if (__atomic_load_n(tail, __ATOMIC_RELAXED) != 0 || !__atomic_compare_exchange_n(tail, &free_tail, me, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return true;
	__atomic_fetch_or(&mine->own, HELD, __ATOMIC_RELAXED);
	*out = 0;
	return true;
}

static bool lock_clear(long *lock, struct lock_words *mine)
{
	const uint32_t me = ga_plane.me + 1;
	uint32_t own = __atomic_load_n(&mine->own, __ATOMIC_ACQUIRE), tail = me;
	struct ga_wait w = {0};

	if (!(own & HELD))
		return false;
	__atomic_thread_fence(__ATOMIC_SEQ_CST); /* quiet */
	if (!(own & BEHIND)) {
		if (__atomic_compare_exchange_n(&lock_on(lock, 0)->tail, &tail, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
			__atomic_store_n(&mine->own, 0, __ATOMIC_RELAXED);
			return true;
		}
		if (tail == 0 || tail > ga_plane.ranks)
			ga_fatal(1, "shmem_clear_lock: lock = %p: the program has written over it: its tail names PE %d while this PE holds it", (void *)lock, (int)tail - 1);
		while (!((own = __atomic_load_n(&mine->own, __ATOMIC_ACQUIRE)) & BEHIND))
			ga_wait_step(&w);
	}
	own &= BEHIND;
	if (own > ga_plane.ranks || own == me)
		ga_fatal(1, "shmem_clear_lock: lock = %p: the program has written over it: it names PE %d as the next", (void *)lock, (int)own - 1);
	__atomic_store_n(&mine->own, 0, __ATOMIC_RELAXED);
	__atomic_fetch_xor(&lock_on(lock, own - 1)->own, HELD | QUEUED, __ATOMIC_RELEASE);
	ga_notify(ga_rank(own - 1));
	return true;
}

bool ga_shmem_plane_lock(int op, long *lock, int *out)
{
	struct lock_words *mine;

	*out = 0;
	if (ga_plane.shmem_pes == 0 || ((uintptr_t)lock & (sizeof *mine - 1)) || !(mine = lock_on(lock, ga_plane.me)))
		return false;
	switch (op) {
	case GA_SHMEM_LOCK_SET: return lock_set(lock, mine);
	case GA_SHMEM_LOCK_CLEAR: return lock_clear(lock, mine);
	case GA_SHMEM_LOCK_TEST: return lock_test(lock, mine, out);
	default: return false;
	}
}
