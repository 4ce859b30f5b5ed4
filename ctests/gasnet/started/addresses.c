/* addresses.c - every rank prints the addresses of a function and a variable, and sends the function's address to its neighbour, which calls it.
 * With arguments, rank 0 also prints how it was started, as the program sees it. */
#define _GNU_SOURCE
#include <errno.h>
#define GASNET_SEQ
#include <gasnet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static int variable, called;
static volatile int arrived;

static void function(int from) { called = from + 1; }

static void run_it(gasnet_token_t token, gasnet_handlerarg_t hi, gasnet_handlerarg_t lo)
{
	void (*const f)(int) = (void (*)(int))(uintptr_t)((uint64_t)(uint32_t)hi << 32 | (uint32_t)lo);
	gasnet_node_t from;

	gasnet_AMGetMsgSource(token, &from);
	f((int)from);
	arrived = 1;
}

static void show(int argc, char **argv, char **env, int error)
{
	for (int i = 0; i < argc; i++)
		printf("argument '%s'\n", argv[i]);
	printf("name %s, errno %d, environ %s, mark %s\n", program_invocation_name, error, env == environ ? "own" : "other",
	       getenv("GASNETGO_PERSONALITY") ? "left" : "gone");
	fflush(stdout);
	if (system("echo child $(cat /proc/self/personality) of $(cat /proc/$PPID/comm)") != 0)
		printf("no child\n");
}

int main(int argc, char **argv, char **env)
{
	const int error = errno, call = getenv("GT_NO_CALL") == NULL;
	gasnet_handlerentry_t handlers[] = {{200, (void (*)())run_it}};
	const uint64_t f = (uintptr_t)function;

	if (gasnet_init(&argc, &argv) != GASNET_OK || gasnet_attach(handlers, 1, GASNET_PAGESIZE, 0) != GASNET_OK)
		return 1;
	printf("rank %d of %d: f=%p x=%p\n", (int)gasnet_mynode(), (int)gasnet_nodes(), (void *)(uintptr_t)f, (void *)&variable);
	if (gasnet_mynode() == 0 && argc > 1)
		show(argc, argv, env, error);
	fflush(stdout);
	if (call) {
		const gasnet_node_t next = (gasnet_mynode() + 1) % gasnet_nodes(), before = (gasnet_mynode() + gasnet_nodes() - 1) % gasnet_nodes();

		gasnet_AMRequestShort2(next, 200, (gasnet_handlerarg_t)(f >> 32), (gasnet_handlerarg_t)f);
		GASNET_BLOCKUNTIL(arrived);
		if (called != (int)before + 1)
			gasnet_exit(2);
	}
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_exit(0);
	return 0;
}
