/* simhost.c - the executable of a process that holds all ranks of a simulated machine. It is small on purpose: the code is in the library. */
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>

#include "../copies.h"

#define SHOWN __attribute__((visibility("default")))

/* Programs keep their thread-local variables right beside the thread pointer, which is where those of a process's executable are. These are set aside
 * for them, and there must be no others in this file. */
enum { ROOM = 32 << 10 };
#if defined(__aarch64__)
enum { ALIGN = 16 }; /* or else other libraries' variables would come between */
#else
enum { ALIGN = 64 };
#endif
static _Thread_local char room[ROOM] __attribute__((aligned(ALIGN), used));

/* By this the library knows that it is so. */
SHOWN extern const int gasnetgo_sim_host;
SHOWN const int gasnetgo_sim_host = ROOM;

/* For debuggers that come later; one that is there has a breakpoint on the function. */
SHOWN extern volatile struct gasnetgo_sim_copies {
	const struct gasnetgo_sim_copy *all;
	size_t n;
} gasnetgo_sim_copies;
volatile struct gasnetgo_sim_copies gasnetgo_sim_copies;

SHOWN __attribute__((noinline)) void gasnetgo_sim_loaded(const struct gasnetgo_sim_copy *all, size_t n)
{
	gasnetgo_sim_copies.all = all;
	gasnetgo_sim_copies.n = n;
}

int gasnetgo_sim_main(int argc, char **argv);

/* Addresses are the same in every run, for programs that print them or sort by them. Where that is not allowed, nothing else suffers. */
static void same_addresses(char **argv)
{
	const int now = personality(0xffffffff);

	if (now == -1 || now & ADDR_NO_RANDOMIZE || getenv("GASNETGO_SIM_RANDOM"))
		return;
	setenv("GASNETGO_SIM_RANDOM", "", 1);
	if (personality(now | ADDR_NO_RANDOMIZE) != -1)
		execv("/proc/self/exe", argv);
}

int main(int argc, char **argv)
{
	same_addresses(argv);
	unsetenv("GASNETGO_SIM_RANDOM");
	room[0] = 0;
	return gasnetgo_sim_main(argc, argv);
}
