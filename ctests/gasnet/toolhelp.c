/* The names of the tools that gasnet.h alone has, for clients that never include gasnet_tools.h; also as C++ (toolhelp_cxx.cc). */
#include "../gt_gasnet.h"
#include <sys/utsname.h>

#ifdef _INCLUDED_GASNET_TOOLS_H
#error "gasnet.h includes gasnet_tools.h"
#endif

/* As a runtime of tasks does, so that compilers do not name the function as unused. */
static const void *gt_ignored GT_UNUSED = (const void *)_gasneti_threadkey_init;

GASNETI_THREADKEY_DECLARE(gt_key);
GASNETI_THREADKEY_DEFINE(gt_key);

static gasneti_mutex_t mutex = GASNETI_MUTEX_INITIALIZER;
static gasneti_cond_t cond = GASNETI_COND_INITIALIZER;
static gasneti_rwlock_t rwlock = GASNETI_RWLOCK_INITIALIZER;
static gasneti_atomic_t counter = gasneti_atomic_init(3);
static gasneti_atomic64_t wide = gasneti_atomic64_init(5);

GASNETI_ALWAYS_INLINE(gt_twice)
int gt_twice(int x) { return 2 * x; }

GASNETI_NORETURN static void gt_never(void) { gasneti_fatalerror("never %d", gt_me); }

static void gt_handler(gasnet_token_t token)
{
	(void)token;
	gasneti_atomic_increment(&counter, GASNETI_ATOMIC_REL);
}

static void host(void)
{
	struct utsname u;

	uname(&u);
	CHECK(strcmp(gasneti_gethostname(), u.nodename) == 0, "%s and not %s", gasneti_gethostname(), u.nodename);
	CHECK(gasneti_cpu_count() > 0 && gasneti_getPhysMemSz(1) > 1 << 20, "%d processors", gasneti_cpu_count());
	CHECK(gasneti_isLittleEndian(), "byte order");
	CHECK(gasneti_checksum("ab", 2) == 0x6162, "%#jx", (uintmax_t)gasneti_checksum("ab", 2));
	CHECK(gasneti_count0s("\0a\0", 3) == 2, "%zu", gasneti_count0s("\0a\0", 3));
	gasneti_flush_streams();
}

static void environment(void)
{
	char text[32];

	gasneti_setenv("GT_TOOLHELP", "12K");
	CHECK(strcmp(gasneti_getenv("GT_TOOLHELP"), "12K") == 0, "set");
	CHECK(gasneti_getenv_int_withdefault("GT_TOOLHELP", 1, 1) == 12 << 10, "%jd", (intmax_t)gasneti_getenv_int_withdefault("GT_TOOLHELP", 1, 1));
	gasneti_unsetenv("GT_TOOLHELP");
	CHECK(gasneti_getenv("GT_TOOLHELP") == NULL, "unset");
	CHECK(gasneti_getenv_yesno_withdefault("GT_TOOLHELP", 1) == 1, "default");
	CHECK(strcmp(gasneti_format_number(2048, text, sizeof text, 1), "2 KB") == 0, "%s", text);
	CHECK(gasneti_parse_int("1K", 1) == 1024, "parsed");
}

static void threads(void)
{
	int here;

	gasneti_mutex_lock(&mutex);
	CHECK(gasneti_mutex_trylock(&mutex) == EBUSY, "locked");
	gasneti_cond_signal(&cond);
	gasneti_mutex_unlock(&mutex);
	gasneti_rwlock_rdlock(&rwlock);
	gasneti_rwlock_unlock(&rwlock);
	gasneti_threadkey_init(gt_key);
	CHECK(gasneti_threadkey_get(gt_key) == NULL, "key");
	gasneti_threadkey_set(gt_key, &here);
	CHECK(gasneti_threadkey_get(gt_key) == &here, "key");
	gasneti_sched_yield();
	gasneti_local_wmb();
	gasneti_local_rmb();
	gasneti_local_mb();
	gasneti_sync_reads();
	gasneti_compiler_fence();
	gasneti_spinloop_hint();
	CHECK(gasneti_atomic_add(&counter, 4, GASNETI_ATOMIC_MB_PRE) == 7, "%u", (unsigned)gasneti_atomic_read(&counter, 0));
	gasneti_atomic_set(&counter, 0, 0);
	CHECK(gasneti_atomic64_compare_and_swap(&wide, 5, 6, GASNETI_ATOMIC_ACQ_IF_TRUE) && gasneti_atomic64_read(&wide, 0) == 6, "64 bits");
}

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{200, (void (*)())gt_handler}};
	const gasneti_tick_t begun = gasneti_ticks_now();
	char *where;

	gt_attach(&argc, &argv, table, 1, GASNET_PAGESIZE);
	if (argc > 100)
		gt_never();
	host();
	environment();
	threads();
	gt_barrier();
	GASNETI_SAFE(gasnet_AMRequestShort0((gasnet_node_t)((gt_me + 1) % gt_n), 200));
	gasneti_polluntil(gasneti_atomic_read(&counter, GASNETI_ATOMIC_ACQ) == 1);
	CHECK(gasneti_ticks_to_ns(gasneti_ticks_now() - begun) > 0, "no time");
	where = gasneti_current_loc;
	CHECK(strstr(where, "main") != NULL, "%s", where);
	free(where);
	CHECK(gt_twice(GASNETI_MAX_THREADS) >= 2, "%d threads", GASNETI_MAX_THREADS);
	CHECK(GASNETI_PAGE_ALIGNUP(GASNETI_PAGESIZE + 1) == 2 * GASNET_PAGESIZE && GASNETI_POWEROFTWO(GASNETI_CACHE_LINE_BYTES), "arithmetic");
	CHECK(GASNETI_MAKEWORD(1, 2) == UINT64_C(0x100000002) && GASNETI_HIWORD(GASNETI_MAKEWORD(1, 2)) == 1, "words");
	CHECK(MIN(1, 2) == 1 && MAX(1, 2) == 2, "MIN, MAX");
	gt_leave();
	return 0;
}
