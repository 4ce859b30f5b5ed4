/* The tools from C++: everything compiles, links and returns. */
#include "../gt_tools.h"

GASNETT_THREADKEY_DECLARE(key);
GASNETT_THREADKEY_DEFINE(key);
GASNETT_IDENT(gt_ident, "$GTIdent: there $");

static int calls;
static int my_backtrace(int) { return calls++, 0; }
GASNETT_BEGIN_EXTERNC
gasnett_backtrace_type_t gasnett_backtrace_user = {"USER", my_backtrace, 1};
GASNETT_END_EXTERNC

static gasnett_atomic_t counter = gasnett_atomic_init(3);
static struct {
	gasnett_mutex_t mutex;
	gasnett_cond_t cond;
	gasnett_rwlock_t rw;
} locks = {GASNETT_MUTEX_INITIALIZER, GASNETT_COND_INITIALIZER, GASNETT_RWLOCK_INITIALIZER};

struct counted {
	gasnett_atomic64_t n = gasnett_atomic64_init(1);
	gasnett_mutex_t m = GASNETT_MUTEX_INITIALIZER;
};

int main()
{
	counted c;
	char text[32];
	gt_tools_begin();
	CHECK(gasnett_atomic_add(&counter, 4, GASNETT_ATOMIC_MB_PRE) == 7, "%u", gasnett_atomic_read(&counter, 0));
	CHECK(gasnett_atomic64_swap(&c.n, 9, 0) == 1 && gasnett_strongatomic64_compare_and_swap(&c.n, 9, 10, 0), "64 bits");
	gasnett_mutex_lock(&c.m);
	gasnett_mutex_unlock(&c.m);
	gasnett_mutex_lock(&locks.mutex);
	gasnett_cond_signal(&locks.cond);
	gasnett_mutex_unlock(&locks.mutex);
	gasnett_rwlock_rdlock(&locks.rw);
	gasnett_rwlock_unlock(&locks.rw);
	gasnett_threadkey_set(key, &c);
	CHECK(gasnett_threadkey_get(key) == &c, "key");
	CHECK(gasnett_ticks_to_us(gasnett_ticks_now()) < GASNETT_TICK_MAX, "ticks");
	CHECK(strcmp(gasnett_format_number(2048, text, sizeof text, 1), "2 KB") == 0, "%s", text);
	gasnett_backtrace_init("x");
	CHECK(gasnett_print_backtrace(1) == 0 && calls == 1, "backtrace");
	GASNETT_TRACE_PRINTF("%d", 1);
	return GT_END();
}
