/* Counting zeros against a simple loop, checksums, memory, and properties of the machine. */
#include "../gt_tools.h"

#include <sys/mman.h>
#include <sys/resource.h>

enum { MOST = 300, GUARD = 16 };

static void zeros(void)
{
	for (int round = 0; round < 3000; round++) {
		static unsigned char from[MOST + 2 * GUARD], to[MOST + 2 * GUARD];
		size_t len = gt_range(0, MOST - 16), a = GUARD + gt_range(0, 15), b = GUARD + gt_range(0, 15), want = 0, sparse = gt_range(1, 4);
		memset(to, 0xEE, sizeof to);
		for (size_t i = 0; i < sizeof from; i++)
			from[i] = gt_rand() % sparse ? 0 : (unsigned char)(gt_rand() & 1 ? 0x80 : gt_rand());
		for (size_t i = 0; i < len; i++)
			want += from[a + i] == 0;
		CHECK(gasnett_count0s(from + a, len) == want, "%zu bytes at %zu: %zu zeros instead of %zu", len, a, gasnett_count0s(from + a, len),
		      want);
		CHECK(gasnett_count0s_copy(to + b, from + a, len) == want, "copied: %zu bytes at %zu", len, a);
		CHECK(memcmp(to + b, from + a, len) == 0, "%zu bytes are not copied", len);
		for (size_t i = 0; i < sizeof to; i++)
			if ((i < b || i >= b + len) && to[i] != 0xEE) {
				ERR("%zu bytes to %zu: byte %zu is written", len, b, i);
				break;
			}
	}
	for (int mask = 0; mask < 256; mask++) {
		uint64_t x = 0;
		int bytes = 0;
		for (int i = 0; i < 8; i++)
			if (mask >> i & 1) {
				x |= (uint64_t)gt_range(1, 255) << 8 * i;
				bytes++;
			}
		CHECK(gasnett_count0s_uint64_t(x) == 8 - bytes && gasnett_count0s_uintptr_t((uintptr_t)x) == 8 - bytes, "%" PRIx64, x);
		if (mask < 16)
			CHECK(gasnett_count0s_uint32_t((uint32_t)x) == 4 - bytes, "%" PRIx64, x);
	}
}

static void checksums(void)
{
	unsigned char text[100];
	uint64_t whole, h = 0;
	gt_fill(text, sizeof text, 1, 2);
	for (size_t i = 0; i < sizeof text; i++)
		h = (h << 8 | h >> 56) ^ text[i];
	whole = gasnett_checksum(text, sizeof text);
	CHECK(whole == h && gasnett_checksum(text, 0) == 0, "%" PRIx64 " instead of %" PRIx64, whole, h);
	for (int i = 0; i < 100; i++) {
		text[i] ^= 0x10;
		CHECK(gasnett_checksum(text, sizeof text) != whole, "byte %d does not matter", i);
		text[i] ^= 0x10;
	}
}

static void memory(void)
{
	unsigned char *p = (unsigned char *)gasnett_mmap(3 * GASNETT_PAGESIZE);
	CHECK((uintptr_t)p % GASNETT_PAGESIZE == 0 && gasnett_count0s(p, 3 * GASNETT_PAGESIZE) == 3 * GASNETT_PAGESIZE, "whole pages of zero");
	gt_fill(p, 3 * GASNETT_PAGESIZE, 0, 0);
	CHECK(munmap(p, 3 * GASNETT_PAGESIZE) == 0, "munmap");
	for (size_t align = 1; align <= 8192; align *= 2) {
		unsigned char *q = (unsigned char *)gasnett_malloc_aligned(align, align + 5);
		CHECK((uintptr_t)q % align == 0, "%p is not aligned to %zu", (void *)q, align);
		gt_fill(q, align + 5, 1, 1);
		gasnett_free_aligned(q);
	}
}

static void machine(void)
{
	struct rlimit files;
	char name[256];
	uint64_t bytes = gasnett_getPhysMemSz(0);
	CHECK(gasnett_cpu_count() >= 1, "%d processors", gasnett_cpu_count());
	CHECK(!gt_simulated() || gasnett_cpu_count() == 1, "%d processors of a simulated rank", gasnett_cpu_count());
	CHECK(gethostname(name, sizeof name) == 0 && strcmp(name, gasnett_gethostname()) == 0, "host %s, or %s", name, gasnett_gethostname());
	CHECK(bytes >= (uint64_t)1 << 20 && bytes <= (uint64_t)1 << 50 && bytes == gasnett_getPhysMemSz(1), "%" PRIu64 " bytes of memory", bytes);
	CHECK(gasnett_isLittleEndian() == (*(const char *)&(const int){1} == 1), "which byte comes first");
	CHECK(1 << GASNETT_PAGESHIFT == GASNETT_PAGESIZE && sysconf(_SC_PAGESIZE) == GASNETT_PAGESIZE, "pages");
	CHECK((GASNETT_CACHE_LINE_BYTES & (GASNETT_CACHE_LINE_BYTES - 1)) == 0, "cache lines");
	CHECK(gasnett_maximize_rlimit(RLIMIT_NOFILE, "RLIMIT_NOFILE"), "no more files");
	CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur == files.rlim_max, "files");
	gasnett_maximize_rlimits();
	CHECK(gasnett_set_affinity(gt_me) == 0, "no processor of its own");
	gasnett_sched_yield();
	gasnett_spinloop_hint();
	gasnett_flush_streams();
	CHECK(*gasnett_performance_warning_str() == 0, "%s", gasnett_performance_warning_str());
}

GASNETT_IDENT(gt_ident, "$GTIdent: there $");

int main(void)
{
	gt_tools_begin();
	zeros();
	checksums();
	memory();
	machine();
	CHECK(strstr(GASNETT_CONFIG_STRING,
	             _STRINGIFY(GASNETT_TIMER_CONFIG) "," _STRINGIFY(GASNETT_MEMBAR_CONFIG) "," _STRINGIFY(GASNETT_ATOMIC_CONFIG)),
	      "%s", GASNETT_CONFIG_STRING);
	CHECK(strstr(GASNETT_PLATFORM_COMPILER_IDSTR, PLATFORM_COMPILER_VERSION_STR) &&
	          GASNETT_PLATFORM_COMPILER_FAMILYID == PLATFORM_COMPILER_FAMILYID && GASNETT_PLATFORM_COMPILER_ID == PLATFORM_COMPILER_ID &&
	          GASNETT_PLATFORM_COMPILER_VERSION == PLATFORM_COMPILER_VERSION,
	      "%s", GASNETT_PLATFORM_COMPILER_IDSTR);
	CHECK(strstr(GASNETT_CONFIG_STRING, "RELEASE=1.29.3,SPEC=1.9,PTR=64bit,"), "%s", GASNETT_CONFIG_STRING);
	MSG0("%s, compiler %s %s, %s", GASNETT_SYSTEM_TUPLE, _STRINGIFY(PLATFORM_COMPILER_FAMILYNAME), PLATFORM_COMPILER_VERSION_STR,
	     GASNETT_CONFIG_STRING);
	return GT_END();
}
