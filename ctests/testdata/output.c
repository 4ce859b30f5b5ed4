/* output WAY TEXT WHO - what reaches standard output and error when a job ends. Compile with -DAPI_GASNET or its like.
 *
 * WAY: how PE WHO, or -1 all, ends; the others wait. TEXT: line, part (without a newline), many (more than a buffer), flushed, all (fflush(NULL)),
 * between (write after fflush, then a part), write, line_buffered, unbuffered. A rank's bytes are recognised by their letters: rank 0 has small ones, and
 * a newline follows its rank's letter at once. */
#include "../gt.h"

#include <signal.h>
#include <sys/resource.h>

#if defined(API_SHMEM)
#include <shmem.h>
static int start(int *argc, char ***argv) { return (void)argc, (void)argv, shmem_init(), shmem_my_pe(); }
static void meet(void) { shmem_barrier_all(); }
static void finish(void) { shmem_finalize(); }
static void end(int status) { shmem_global_exit(status); }
#elif defined(API_GASNET)
#define GASNET_SEQ 1
#include <gasnet.h>
static int start(int *argc, char ***argv)
{
	gasnet_init(argc, argv);
	gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0);
	return (int)gasnet_mynode();
}
static void meet(void)
{
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void finish(void) {}
static void end(int status) { gasnet_exit(status); }
#elif defined(API_ARMCI)
#include <armci.h>
static int start(int *argc, char ***argv) { return (void)argc, (void)argv, ARMCI_Init(), armci_msg_me(); }
static void meet(void) { ARMCI_Barrier(); }
static void finish(void) { ARMCI_Finalize(); }
static void end(int status) { ARMCI_Error("the end", status); }
#elif defined(API_PORTALS)
#include <cnos_mpi_os.h>
#include <portals/portals3.h>
static int start(int *argc, char ***argv)
{
	ptl_handle_ni_t ni;
	int interfaces;

	(void)argc, (void)argv;
	PtlInit(&interfaces);
	PtlNIInit(IFACE_FROM_BRIDGE_AND_NALID(PTL_BRIDGE_UK, PTL_IFACE_SS), PTL_PID_ANY, NULL, NULL, &ni);
	return cnos_get_rank();
}
static void meet(void) { cnos_barrier(); }
static void finish(void) { PtlFini(); }
static void end(int status) { exit(status); }
#else
#include <lapi.h>
static lapi_handle_t handle;
static int start(int *argc, char ***argv)
{
	lapi_info_t info = {0};
	int me = -1;

	(void)argc, (void)argv;
	LAPI_Init(&handle, &info);
	LAPI_Qenv(handle, TASK_ID, &me);
	return me;
}
static void meet(void) { LAPI_Gfence(handle); }
static void finish(void) { LAPI_Term(handle); }
static void end(int status) { exit(status); }
#endif

static const char *text;
static bool is(const char *name) { return strcmp(text, name) == 0; }

/* In this rank's letters. */
static const char *word(const char *small)
{
	static char room[4][64];
	static int next;
	char *w = room[next++ % 4];
	size_t i;

	for (i = 0; small[i] && i < 63; i++)
		w[i] = gt_me && small[i] >= 'a' && small[i] <= 'z' ? (char)(small[i] - 32) : small[i];
	w[i] = 0;
	return w;
}

static void print(void)
{
	const char *w;

	if (is("line_buffered"))
		setvbuf(stdout, NULL, _IOLBF, 0);
	if (is("unbuffered"))
		setvbuf(stdout, NULL, _IONBF, 0);
	printf("%s", word("begun\n"));
	meet();
	fputs(word("error without an end"), stderr);
	for (int i = 0; is("many") && i < 700; i++)
		printf("%s", word("seven.."));
	if (is("write") || is("between")) {
		w = word("written");
		printf("%s", word("before"));
		if (is("between"))
			fflush(stdout);
		GT_UNUSED ssize_t n = write(1, w, strlen(w));
	}
	printf("%s", word(is("line") ? "a line\n" : "a part"));
	if (is("flushed"))
		fflush(stdout);
	if (is("all"))
		fflush(NULL);
	if (is("line_buffered"))
		printf("%s", word("x\nrest"));
}

static void leave(const char *way)
{
	if (strcmp(way, "return") == 0 || strcmp(way, "exit") == 0 || strcmp(way, "quick_exit") == 0 || strcmp(way, "_exit") == 0)
		finish();
	if (strcmp(way, "exit") == 0)
		exit(0);
	if (strcmp(way, "exit3") == 0)
		exit(3);
	if (strcmp(way, "_exit") == 0)
		_exit(0);
	if (strcmp(way, "_exit3") == 0)
		_exit(3);
	if (strcmp(way, "quick_exit") == 0)
		quick_exit(0);
	if (strcmp(way, "abort") == 0)
		abort();
	if (strcmp(way, "segv") == 0)
		*(volatile int *)8 = 1;
	if (strcmp(way, "kill") == 0)
		raise(SIGTERM);
	if (strcmp(way, "end") == 0)
		end(0);
	if (strcmp(way, "end5") == 0)
		end(5);
	if (strcmp(way, "stuck") == 0)
		meet();
}

int main(int argc, char **argv)
{
	const char *way = argv[1];
	const int who = atoi(argv[3]);

	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	text = argv[2];
	gt_me = start(&argc, &argv);
	print();
	meet();
	if (who >= 0 && gt_me != who) {
		if (strcmp(way, "stuck") == 0)
			sleep(1000000); /* a thousand hours of the others' waiting */
		meet();
		return 0;
	}
	leave(way);
	return 0;
}
