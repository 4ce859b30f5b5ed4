/* fork, system, popen and exec from a rank: children see the program's globals as at the fork, and their changes are private. */
#include "../gt_shmem.h"

#include <sys/wait.h>

static int global = 1, big[100000];
static long word;

/* A child that changes globals and heap as private copies, then exits without exit handlers. */
static void plain_child(int how)
{
	long *heap = shmem_malloc(4096);
	heap[0] = 1000 + gt_me;
	global = 10 + how;
	big[99999] = how;
	shmem_barrier_all();

	pid_t pid = fork();
	if (pid == 0) {
		if (global != 10 + how || big[99999] != how)
			_exit(2);
		global = -1;
		for (int i = 0; i < 100000; i++)
			big[i] = -7;
		word = -1;
		/* its own child does the same */
		pid_t grandchild = fork();
		if (grandchild == 0) {
			global = -2;
			_exit(0);
		}
		int s;
		if (waitpid(grandchild, &s, 0) != grandchild || s != 0)
			_exit(4);
		_exit(global == -1 ? 0 : 5);
	}
	int status = -1;
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid, "fork");
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "child ended with %x", status);
	CHECK(global == 10 + how, "the child changed a global of its parent: %d", global);
	CHECK(big[99999] == how && big[0] == 0, "the child changed an array of its parent: %d", big[99999]);
	CHECK(word != -1, "the child changed a word of its parent");
	CHECK(heap[0] == 1000 + gt_me, "heap");
	shmem_barrier_all();

	/* and peers still reach it */
	shmem_int_p(&global, 500 + gt_me, GT_NEXT);
	shmem_barrier_all();
	CHECK(global == 500 + GT_PREV, "a peer's put after fork did not reach the parent: %d", global);
	shmem_free(heap);
}

int main(void)
{
	gt_start();
	for (int i = 0; i < 3; i++)
		plain_child(i);

	CHECK(system("exit 7") >> 8 == 7, "system");
	CHECK(system("true") == 0, "system");
	FILE *f = popen("echo from a pipe", "r");
	char line[100] = "";
	CHECK(f != NULL && fgets(line, sizeof line, f) != NULL && strcmp(line, "from a pipe\n") == 0, "popen: %s", line);
	CHECK(f != NULL && pclose(f) == 0, "pclose");

	pid_t pid = fork();
	if (pid == 0) {
		execlp("sh", "sh", "-c", "test -n \"$PATH\" && exit 21", (char *)NULL);
		_exit(1);
	}
	int status = -1;
	CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 21, "exec: %x", status);

	/* a child that calls exit(), as some programs do: the job continues */
	pid = fork();
	if (pid == 0)
		exit(0);
	CHECK(waitpid(pid, &status, 0) == pid && status == 0, "a child that calls exit: %x", status);

	/* children start and end while peers write to this PE */
	for (int i = 0; i < 20; i++) {
		shmem_long_atomic_inc(&word, GT_NEXT);
		if ((pid = fork()) == 0)
			_exit(0);
		shmem_long_atomic_inc(&word, GT_NEXT);
		waitpid(pid, NULL, 0);
	}
	shmem_barrier_all();
	CHECK(word == 40, "%ld", word);
	return gt_finish();
}
