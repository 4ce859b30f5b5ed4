/* plane/guard.c - calls AddressSanitizer's runtime, if the program has it. */
#include "plane.h"

#define RUNTIME extern __attribute__((weak))

RUNTIME void __asan_poison_memory_region(const volatile void *at, size_t bytes);
RUNTIME void __asan_unpoison_memory_region(const volatile void *at, size_t bytes);
RUNTIME void *__asan_region_is_poisoned(void *at, size_t bytes);
RUNTIME void __asan_report_load_n(void *at, size_t bytes);
RUNTIME void __asan_report_store_n(void *at, size_t bytes);

bool ga_guard_works(void)
{
	return __asan_poison_memory_region && __asan_unpoison_memory_region && __asan_region_is_poisoned && __asan_report_load_n &&
	       __asan_report_store_n;
}

void ga_guard_set(uintptr_t at, size_t bytes, bool allow)
{
	(allow ? __asan_unpoison_memory_region : __asan_poison_memory_region)((void *)at, bytes);
}

char *ga_translate_guarded(const void *addr, size_t bytes, uint32_t local, enum ga_access access)
{
	const struct ga_window *w = &ga_plane.guarded;
	const size_t off = (uintptr_t)addr - w->base;
	char *bad;

	if (off >= w->len || bytes > w->len - off)
		return NULL;
	bad = access == GA_NO_ACCESS || bytes == 0 ? NULL : __asan_region_is_poisoned((void *)(uintptr_t)addr, bytes);
	if (bad)
		(access == GA_WRITES ? __asan_report_store_n : __asan_report_load_n)(bad, bytes - (size_t)(bad - (const char *)addr));
	return w->local0 + (size_t)local * w->stride + off;
}
