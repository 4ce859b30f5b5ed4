/* Two ranks in shared memory, of which rank 1 is a child: who rings whom, and who leaves a shared core. Prints what it sees. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../sim/host/host.h"
#include "plane/place.h"
#include "plane/plane.h"
#include "plane/wait.h"

/* There are no simulated ranks here. */
struct ga_sim_rank *ga_sim_running(void) { return NULL; }
bool ga_sim_futex_wait(uint32_t *word, uint32_t seen, uint64_t timeout_ns)
{
	(void)word, (void)seen, (void)timeout_ns;
	abort();
}
void ga_sim_futex_wake(uint32_t *word, int sleepers)
{
	(void)word, (void)sleepers;
	abort();
}

void ga_fatal(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	exit(status);
}

bool ga_forked;
uint32_t ga_ranks;

static void attach(void *memory, uint32_t me)
{
	ga_plane_attach(memory, (struct ga_position){2, me, 2, me}, -1, false);
	ga_local(me)->pid = getpid();
}

static void keep_to(int core)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(core, &one);
	if (sched_setaffinity(0, sizeof one, &one) != 0)
		ga_fatal(1, "sched_setaffinity\n");
}

/* Rank 1 waits until *word is 1; what may end that is wants. */
static pid_t waiter(void *memory, uint32_t *word, enum ga_wants wants)
{
	struct ga_wait w = {.wants = wants};
	const pid_t child = fork();

	if (child)
		return child;
	attach(memory, 1);
	while (!__atomic_load_n(word, __ATOMIC_ACQUIRE))
		ga_wait_step(&w);
	_exit(0);
}

static void rings(void *memory, uint32_t *word)
{
	for (int wants = GA_WANTS_ANYTHING; wants <= GA_WANTS_NO_DATA; wants++) {
		const uint32_t before = ga_local(1)->bell.v;
		const pid_t child = (*word = 0, waiter(memory, word, wants));
		uint32_t after;

		while (!__atomic_load_n(&ga_local(1)->sleeping, __ATOMIC_ACQUIRE))
			usleep(1000);
		ga_notify_data(ga_local(1));
		after = ga_local(1)->bell.v;
		printf("a sleeper that wants %s: %s by data\n", wants ? "no data" : "anything", after != before ? "rung" : "not rung");
		__atomic_store_n(word, 1, __ATOMIC_RELEASE);
		ga_notify(ga_local(1));
		waitpid(child, NULL, 0);
	}
}

/* Rank 1 on core `core`, at work or asleep. */
static pid_t neighbour(void *memory, int core, bool works)
{
	const pid_t child = fork();

	if (child)
		return child;
	attach(memory, 1);
	keep_to(core);
	__atomic_store_n(&ga_local(1)->claim.v, (uint64_t)syscall(SYS_gettid) << 32 | (uint32_t)(core + 1), __ATOMIC_RELEASE);
	while (works)
		ga_relax();
	for (;;)
		pause();
}

static void places(void *memory)
{
	cpu_set_t all, after;

	sched_getaffinity(0, sizeof all, &all);
	if (CPU_COUNT(&all) < 2) {
		puts("one core: no rank can move");
		return;
	}
	for (int works = 0; works < 2; works++) {
		const int core = CPU_ISSET(0, &all) ? 0 : sched_getcpu();
		const pid_t child = (ga_local(1)->claim.v = 0, neighbour(memory, core, works));

		while (!__atomic_load_n(&ga_local(1)->claim.v, __ATOMIC_ACQUIRE))
			usleep(1000);
		usleep(20000); /* until it has done what it is for */
		keep_to(core);
		sched_setaffinity(0, sizeof all, &all);
		ga_plane.node->moved.v = 0;
		if (sched_getcpu() == core)
			ga_place_look();
		sched_getaffinity(0, sizeof after, &after);
		printf("beside a rank that %s: %s, mask %s\n", works ? "works" : "sleeps",
		       works ? (sched_getcpu() != core ? "moved" : "stayed") : (ga_plane.node->moved.v ? "moved" : "stayed"),
		       CPU_EQUAL(&all, &after) ? "as before" : "changed");
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
}

int main(void)
{
	char *memory = mmap(NULL, 8 * GA_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	setvbuf(stdout, NULL, _IONBF, 0);
	attach(memory, 0);
	rings(memory, (uint32_t *)(void *)(memory + 6 * GA_PAGE));
	places(memory);
	return 0;
}
