/* A server thread made with a bare clone, as old communication libraries do it: no thread-local storage of its own, a small stack from malloc
 * whose top is not aligned. Both threads call the library and malloc at the same time and check errno. Then the usual forms of clone. */
#include "../gt_portals.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define STACK (256 * 1024)
#define TURNS 3000
#define SERVER (CLONE_THREAD | CLONE_SIGHAND | CLONE_VM)

static ptl_handle_eq_t server_eq;
static char zone[8];
static volatile int server_tid, done;
static _Thread_local int mine = 1;

static void alloc_some(int i)
{
	enum { N = 30 };
	char *p[N];
	for (int k = 0; k < N; k++) {
		size_t bytes = (size_t)(16 + (i * 37 + k * 101) % 3000);
		p[k] = malloc(bytes);
		memset(p[k], k, bytes);
	}
	for (int k = 0; k < N; k++) {
		CHECK(p[k][15] == k, "malloc gives the same twice");
		free(p[k]);
	}
}

/* Receives the requests of the previous rank and replies to its main thread. */
static int serve(void *arg)
{
	struct gt_end out = gt_bind(NULL, 0, PTL_EQ_NONE);
	volatile char large[128 << 10]; /* half of the stack that the program believes to have */

	for (size_t i = 0; i < sizeof large; i += 256)
		large[i] = (char)i;
	CHECK(arg == zone && large[256] == 0, "argument");
	CHECK(mine == 1, "storage of the parent");
	mine = 2;
	server_tid = gettid();
	for (int i = 0; i < TURNS; i++) {
		ptl_event_t e;
		errno = 1000 + i;
		OK(PtlEQWait(server_eq, &e));
		CHECK(e.type == PTL_EVENT_PUT_END && e.hdr_data == (ptl_hdr_data_t)i, "request %" PRIu64 " instead of %d", (uint64_t)e.hdr_data, i);
		CHECK(errno == 1000 + i || errno == EAGAIN || errno == ETIMEDOUT || errno == EINTR, "errno %d of turn %d is another thread's", errno,
		      i);
		alloc_some(i);
		OK(PtlPut(out.h, PTL_NOACK_REQ, e.initiator, PT + 1, 0, 0, 0, e.hdr_data));
	}
	CHECK(mine == 2, "storage of the parent");
	done = 1;
	return 3; /* ends this thread alone */
}

static void serving(void)
{
	char *stack = malloc(STACK);
	ptl_handle_eq_t answers = gt_eq(64);
	struct gt_end out = gt_bind(NULL, 0, PTL_EQ_NONE);
	int tid;

	server_eq = gt_eq(64);
	gt_offer_md(PT, 0, ALL_BITS, gt_md(zone, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, server_eq), PTL_RETAIN);
	gt_offer_md(PT + 1, 0, ALL_BITS, gt_md(zone, 0, PTL_MD_THRESH_INF, PTL_MD_OP_PUT | PTL_MD_EVENT_START_DISABLE, answers), PTL_RETAIN);
	errno = 4711;
	tid = clone(serve, &stack[STACK - 1], SERVER, zone);
	CHECK(tid > 0 && tid != getpid() && tid != gettid(), "clone gives %d: %s", tid, strerror(errno));
	CHECK(errno == 4711, "errno %d", errno);
	mine = 5;
	gt_barrier();
	for (int i = 0; i < TURNS; i++) {
		ptl_event_t e;
		OK(PtlPut(out.h, PTL_NOACK_REQ, NEXT_ID, PT, 0, 0, 0, (ptl_hdr_data_t)i));
		alloc_some(i + 7);
		errno = -i;
		OK(PtlEQWait(answers, &e));
		CHECK(e.hdr_data == (ptl_hdr_data_t)i, "answer %" PRIu64 " instead of %d", (uint64_t)e.hdr_data, i);
		CHECK(errno < 1000, "errno %d is another thread's", errno);
	}
	for (int i = 0; i < 60000 && !done; i++) /* the previous rank may be much slower */
		gt_sleep_ms(1);
	CHECK(done && server_tid == tid, "the server is %d, clone gave %d", server_tid, tid);
	CHECK(mine == 5, "storage of the child");
	for (int i = 0; i < 5000 && syscall(SYS_tgkill, getpid(), tid, 0) == 0; i++)
		gt_sleep_ms(1);
	CHECK(syscall(SYS_tgkill, getpid(), tid, 0) == -1 && errno == ESRCH, "the server has not ended");
	free(stack);
}

static pid_t parent_tid, child_tid, seen_tid;

static int look(void *arg)
{
	(void)arg;
	seen_tid = gettid();
	CHECK(parent_tid == seen_tid && child_tid == seen_tid, "%d %d in %d", parent_tid, child_tid, seen_tid);
	return 0;
}

/* The ids that the kernel would store and clear. */
static void ids(void)
{
	static char stack[STACK];
	int tid, now;

	for (int i = 0; i < 20; i++) {
		parent_tid = child_tid = -1;
		tid = clone(look, stack + STACK,
		            SERVER | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID, NULL,
		            &parent_tid, NULL, &child_tid);
		CHECK(tid > 0 && parent_tid == tid, "%d %d", tid, parent_tid);
		while ((now = __atomic_load_n(&child_tid, __ATOMIC_ACQUIRE)) != 0)
			syscall(SYS_futex, &child_tid, FUTEX_WAIT, now, NULL, NULL, 0);
		CHECK(seen_tid == tid, "ran as %d, clone gave %d", seen_tid, tid);
	}
	errno = 0;
	CHECK(clone(look, NULL, SERVER, NULL) == -1 && errno == EINVAL, "no stack: %s", strerror(errno));
	CHECK(clone(look, stack + STACK, CLONE_THREAD, NULL) == -1 && errno == EINVAL, "a thread without its process: %s", strerror(errno));
}

static int child(void *arg)
{
	*(volatile int *)arg = getpid();
	return 21;
}

/* Processes: the C library's clone, unchanged. */
static void processes(void)
{
	static char stack[STACK];
	static volatile int pid_seen;
	int status = -1;
	pid_t pid, set = 0;

	pid = clone(child, stack + STACK, SIGCHLD, (void *)&pid_seen);
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 21, "a copy: %x", status);
	CHECK(pid_seen == 0, "memory of a copy is the parent's");
	pid = clone(child, stack + STACK, CLONE_VM | CLONE_VFORK | CLONE_PARENT_SETTID | SIGCHLD, (void *)&pid_seen, &set);
	CHECK(pid > 0 && set == pid && waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 21, "as vfork: %x, %d", status, set);
	CHECK(pid_seen == pid, "%d in the memory of both, clone gave %d", pid_seen, pid);
}

int main(void)
{
	gt_start();
	serving();
	ids();
	processes();
	return gt_finish();
}
