/* checked.c - libgasnetgo-checked.a, which oshcc --check links: the functions that compilers call with -fsanitize=thread, and the C library's that move memory.
 *
 * They note loads and stores for a race checker, where there is one: in simulated jobs with --check. All else is as without them. The names are those of LLVM's interface of ThreadSanitizer. */
#include "checked.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#pragma weak gasnetgo_checked

static struct ga_checked *checked;

enum { SPINS = 1 << 14 };

static __attribute__((noinline, cold)) void take(struct ga_checked *c) { c->full(); }
static __attribute__((noinline, cold)) void spin(struct ga_checked *c)
{
	c->again = 0;
	c->spins();
}

static inline __attribute__((always_inline)) void note(const volatile void *p, uint64_t bits, const void *pc)
{
	struct ga_checked *const c = checked;
	const uint64_t at = (uint64_t)p;
	uint64_t key, *recent;

	if (!c || !c->watched[at >> GA_CHECKED_PAGE_BITS & (GA_CHECKED_PAGES - 1)])
		return;
	key = ((at << 16) ^ (uint64_t)pc * UINT64_C(0x9e3779b97f4a7c15) ^ bits) + c->generation;
	recent = &c->recent[(at >> 3 ^ (uint64_t)pc) % GA_CHECKED_RECENT];
	if (*recent == key) {
		if (++c->again == SPINS)
			spin(c);
		return;
	}
	*recent = key;
	c->again = 0;
	*c->next++ = (struct ga_checked_access){at, (uint64_t)pc | bits};
	if (c->next >= c->end)
		take(c);
}

/* Some of the pages of a range are watched: all are noted. */
static inline __attribute__((always_inline)) void note_range(const volatile void *p, size_t n, uint64_t bits, const void *pc)
{
	struct ga_checked *const c = checked;

	if (!c || !n)
		return;
	for (uint64_t page = (uint64_t)p >> GA_CHECKED_PAGE_BITS; page <= ((uint64_t)p + n - 1) >> GA_CHECKED_PAGE_BITS; page++)
		if (c->watched[page & (GA_CHECKED_PAGES - 1)]) {
			c->again = 0;
			*c->next++ = (struct ga_checked_access){(uint64_t)p, (uint64_t)pc | bits | GA_CHECKED_RANGE};
			*c->next++ = (struct ga_checked_access){n, 0};
			if (c->next >= c->end)
				take(c);
			return;
		}
}

#define HERE __builtin_return_address(0)

void __tsan_init(void);
void __tsan_init(void)
{
	if (!checked && gasnetgo_checked)
		gasnetgo_checked(&checked);
}

/* clang-format off */
#define ACCESSES(bits, log) \
	void __tsan_read##bits(void *p); void __tsan_read##bits(void *p) { note(p, GA_CHECKED_SIZE(log), HERE); } \
	void __tsan_write##bits(void *p); void __tsan_write##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE, HERE); } \
	void __tsan_unaligned_read##bits(void *p); void __tsan_unaligned_read##bits(void *p) { note(p, GA_CHECKED_SIZE(log), HERE); } \
	void __tsan_unaligned_write##bits(void *p); void __tsan_unaligned_write##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE, HERE); } \
	void __tsan_volatile_read##bits(void *p); void __tsan_volatile_read##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_VOLATILE, HERE); } \
	void __tsan_volatile_write##bits(void *p); void __tsan_volatile_write##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE | GA_CHECKED_VOLATILE, HERE); } \
	void __tsan_unaligned_volatile_read##bits(void *p); void __tsan_unaligned_volatile_read##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_VOLATILE, HERE); } \
	void __tsan_unaligned_volatile_write##bits(void *p); void __tsan_unaligned_volatile_write##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE | GA_CHECKED_VOLATILE, HERE); } \
	void __tsan_read_write##bits(void *p); void __tsan_read_write##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE, HERE); } \
	void __tsan_unaligned_read_write##bits(void *p); void __tsan_unaligned_read_write##bits(void *p) { note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE, HERE); }
ACCESSES(1, 0)
ACCESSES(2, 1)
ACCESSES(4, 2)
ACCESSES(8, 3)
ACCESSES(16, 4)

void __tsan_read_range(void *p, size_t n); void __tsan_read_range(void *p, size_t n) { note_range(p, n, 0, HERE); }
void __tsan_write_range(void *p, size_t n); void __tsan_write_range(void *p, size_t n) { note_range(p, n, GA_CHECKED_WRITE, HERE); }

void __tsan_vptr_update(void **p, void *v); void __tsan_vptr_update(void **p, void *v) { (void)v; note(p, GA_CHECKED_SIZE(3) | GA_CHECKED_WRITE, HERE); }
void __tsan_vptr_read(void **p); void __tsan_vptr_read(void **p) { note(p, GA_CHECKED_SIZE(3), HERE); }

void __tsan_func_entry(void *pc); void __tsan_func_entry(void *pc) { (void)pc; }
void __tsan_func_exit(void); void __tsan_func_exit(void) {}

/* Atomic operations are carried out here. Compilers inline those of up to 8 bytes; the strongest order is every other one, too. */
#define MODIFY(bits, log, T, name) \
	T __tsan_atomic##bits##_##name(volatile T *p, T v, int order); \
	T __tsan_atomic##bits##_##name(volatile T *p, T v, int order) { (void)order; note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE | GA_CHECKED_ATOMIC, HERE); return __atomic_##name##_FORM(p, v); }
#define __atomic_exchange_FORM(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define __atomic_fetch_add_FORM(p, v) __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST)
#define __atomic_fetch_sub_FORM(p, v) __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST)
#define __atomic_fetch_and_FORM(p, v) __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST)
#define __atomic_fetch_or_FORM(p, v) __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST)
#define __atomic_fetch_xor_FORM(p, v) __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST)
#define __atomic_fetch_nand_FORM(p, v) __atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST)
#define SWAPS(bits, log, T, name) \
	int __tsan_atomic##bits##_compare_exchange_##name(volatile T *p, T *expected, T v, int order, int failed); \
	int __tsan_atomic##bits##_compare_exchange_##name(volatile T *p, T *expected, T v, int order, int failed) { \
		(void)order; (void)failed; note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE | GA_CHECKED_ATOMIC, HERE); \
		return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }
#define ATOMICS(bits, log, T) \
	T __tsan_atomic##bits##_load(const volatile T *p, int order); \
	T __tsan_atomic##bits##_load(const volatile T *p, int order) { (void)order; note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_ATOMIC, HERE); return __atomic_load_n(p, __ATOMIC_SEQ_CST); } \
	void __tsan_atomic##bits##_store(volatile T *p, T v, int order); \
	void __tsan_atomic##bits##_store(volatile T *p, T v, int order) { (void)order; note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE | GA_CHECKED_ATOMIC, HERE); __atomic_store_n(p, v, __ATOMIC_SEQ_CST); } \
	MODIFY(bits, log, T, exchange) MODIFY(bits, log, T, fetch_add) MODIFY(bits, log, T, fetch_sub) MODIFY(bits, log, T, fetch_and) \
	MODIFY(bits, log, T, fetch_or) MODIFY(bits, log, T, fetch_xor) MODIFY(bits, log, T, fetch_nand) \
	SWAPS(bits, log, T, strong) SWAPS(bits, log, T, weak) \
	T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T v, int order, int failed); \
	T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T v, int order, int failed) { \
		(void)order; (void)failed; note(p, GA_CHECKED_SIZE(log) | GA_CHECKED_WRITE | GA_CHECKED_ATOMIC, HERE); \
		__atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); return expected; }
ATOMICS(8, 0, uint8_t)
ATOMICS(16, 1, uint16_t)
ATOMICS(32, 2, uint32_t)
ATOMICS(64, 3, uint64_t)

void __tsan_atomic_thread_fence(int order); void __tsan_atomic_thread_fence(int order) { (void)order; __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order); void __tsan_atomic_signal_fence(int order) { (void)order; __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/* Clang's names for these, and the linker's (--wrap). */
#define COPIES(name) \
	void *__real_##name(void *, const void *, size_t); void *__wrap_##name(void *to, const void *from, size_t n); void *__tsan_##name(void *to, const void *from, size_t n); \
	void *__wrap_##name(void *to, const void *from, size_t n) { note_range(from, n, 0, HERE); note_range(to, n, GA_CHECKED_WRITE, HERE); return __real_##name(to, from, n); } \
	void *__tsan_##name(void *to, const void *from, size_t n) { note_range(from, n, 0, HERE); note_range(to, n, GA_CHECKED_WRITE, HERE); return __real_##name(to, from, n); }
COPIES(memcpy)
COPIES(memmove)

void *__real_memset(void *, int, size_t); void *__wrap_memset(void *to, int c, size_t n); void *__tsan_memset(void *to, int c, size_t n);
void *__wrap_memset(void *to, int c, size_t n) { note_range(to, n, GA_CHECKED_WRITE, HERE); return __real_memset(to, c, n); }
void *__tsan_memset(void *to, int c, size_t n) { note_range(to, n, GA_CHECKED_WRITE, HERE); return __real_memset(to, c, n); }

int __real_memcmp(const void *, const void *, size_t); int __wrap_memcmp(const void *a, const void *b, size_t n);
int __wrap_memcmp(const void *a, const void *b, size_t n) { note_range(a, n, 0, HERE); note_range(b, n, 0, HERE); return __real_memcmp(a, b, n); }
/* clang-format on */
