/* spin_bench.c - the twin of wait_bench.c: two processes that share a page and spin, without the library. And the loads of gasnetgo bench --beside.
 *
 *   spin_bench barrier OPERATIONS   each writes its line and watches the other's
 *   spin_bench trip OPERATIONS      one writes its line, the other one replies with its own
 *   spin_bench hog                  computes until it is killed
 *   spin_bench start                starts /bin/true repeatedly until it is killed
 *
 * A spin polls and pauses; it never yields and never sleeps. As for wait_bench's ranks, the kernel chooses the cores of the two. On one core each step takes a time slice,
 * and a job would take minutes. So after LONGEST seconds a job ends with the operations that it has done. */
#define _GNU_SOURCE
#include "../each.h"

#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 2 };

#define ENDED (1L << 62) /* above all values that are waited for */

/* Each line is written by one process and watched by the other; far enough apart for adjacent-line prefetch. */
struct page {
	_Alignas(128) long line[2][16];
};

static struct page *page;
static int me;
static volatile sig_atomic_t late; /* rank 0's */

static void relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("isb" ::: "memory");
#endif
}

static void write_line(long value) { __atomic_store_n(&page->line[me][0], value, __ATOMIC_RELEASE); }

/* Waits for at least a value, because in a barrier the other one may be ahead by one. Returns the value seen. */
static long watch_line(long value)
{
	long seen;

	while ((seen = __atomic_load_n(&page->line[1 - me][0], __ATOMIC_ACQUIRE)) < value)
		relax();
	return seen;
}

static long meet(long value)
{
	write_line(value);
	return watch_line(value);
}

static void on_alarm(int signal)
{
	(void)signal;
	late = 1;
}

/* The operations begin after a synchronization, when the second process has started, as after a library's init. */
static int two(bool barrier, long operations)
{
	const pid_t parent = getpid();

	each_prepare(operations);
	page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED) {
		perror("spin_bench: mmap");
		return 1;
	}
	switch (fork()) {
	case -1: perror("spin_bench: fork"); return 1;
	case 0:
		me = 1;
		prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
		if (getppid() != parent)
			return 1;
		break;
	}
	signal(SIGALRM, on_alarm);
	meet(1);
	if (me == 0)
		alarm(LONGEST);
	if (barrier)
		EACH(operations, {
			if (late && i > 0)
				break;
			if (meet(i + 2) == ENDED)
				break;
		});
	else if (me == 0)
		EACH(operations, {
			if (late && i > 0)
				break;
			write_line(i + 2);
			watch_line(i + 2);
		});
	else
		EACH(operations, {
			if (watch_line(i + 2) == ENDED)
				break;
			write_line(i + 2);
		});
	if (me == 0) {
		write_line(ENDED);
		each_report();
		wait(NULL);
	}
	return 0;
}

/* Notifies the tool that the load runs. */
static void up(void)
{
	if (write(STDOUT_FILENO, "\n", 1) != 1)
		exit(1);
}

static int start(void)
{
	char *const argv[] = {"true", NULL}, *const envp[] = {NULL};
	pid_t child;

	for (long n = 0;; n++) {
		if (posix_spawn(&child, "/bin/true", NULL, NULL, argv, envp)) {
			perror("spin_bench: /bin/true");
			return 1;
		}
		waitpid(child, NULL, 0);
		if (n == 0)
			up();
	}
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	const long operations = argc > 2 ? atol(argv[2]) : 0;

	if (!strcmp(mode, "hog")) {
		up();
		for (;;)
			__asm__ __volatile__("" ::: "memory");
	}
	if (!strcmp(mode, "start"))
		return start();
	if (operations > 0 && !strcmp(mode, "barrier"))
		return two(true, operations);
	if (operations > 0 && !strcmp(mode, "trip"))
		return two(false, operations);
	fprintf(stderr, "spin_bench: barrier or trip and a number of operations, hog, or start\n");
	return 2;
}
