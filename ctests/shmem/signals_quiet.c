/* Signals while shmem_quiet waits for another host: the target is stopped, so the call cannot return. A handler for a signal that comes once in a while runs meanwhile, and another
 * thread can install one for any signal. On one host the call does not wait. */
#include "../gt_shmem.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>

#define LIMIT_MS 20000

static long word;
static int pids[64];
static volatile sig_atomic_t waits, interrupts, in_the_wait, users;
static pthread_t main_thread;

static void on_interrupt(int s) { (void)s, interrupts++, in_the_wait = waits; }
static void on_user(int s) { (void)s, users++; }

static void *other_thread(void *target)
{
	const int pid = *(int *)target;

	gt_sleep_ms(50); /* the call sleeps by now */
	pthread_kill(main_thread, SIGINT);
	for (int ms = 0; ms < LIMIT_MS && interrupts == 0; ms++)
		gt_sleep_ms(1);
	CHECK(signal(SIGUSR1, on_user) == SIG_DFL, "signal");
	kill(pid, SIGCONT);
	return NULL;
}

/* Stops a process. On a busy host kill may return while all but one of its threads still run, and one of them could make the call complete. */
static void stop(int pid)
{
	char tasks[64];
	bool running = true;

	CHECK(kill(pid, SIGSTOP) == 0, "kill %d", pid);
	snprintf(tasks, sizeof tasks, "/proc/%d/task", pid);
	for (int ms = 0; ms < LIMIT_MS && running; ms++) {
		DIR *all = opendir(tasks);

		running = false;
		for (struct dirent *d; all && (d = readdir(all)) != NULL;) {
			char name[sizeof tasks + sizeof d->d_name + 8], state = 0;
			FILE *f;

			snprintf(name, sizeof name, "%s/%s/stat", tasks, d->d_name);
			if (d->d_name[0] == '.' || (f = fopen(name, "r")) == NULL)
				continue;
			running |= fscanf(f, "%*d (%*[^)]) %c", &state) == 1 && state != 'T';
			fclose(f);
		}
		if (all)
			closedir(all);
		if (running)
			gt_sleep_ms(1);
	}
	CHECK(!running, "process %d does not stop", pid);
}

int main(void)
{
	const char *hosts = getenv("GT_EXPECT_HOSTS");
	pthread_t other;

	gt_start();
	if (gt_n > 64)
		GT_SKIP("%d ranks", gt_n);
	shmem_int_p(&pids[gt_me], (int)getpid(), 0);
	shmem_barrier_all();
	if (gt_me == 0 && gt_n > 1) {
		int *const target = &pids[gt_n - 1];

		main_thread = pthread_self();
		signal(SIGINT, on_interrupt);
		shmem_long_p(&word, 1, gt_n - 1); /* the first message to a rank takes longer */
		shmem_quiet();
		for (int turn = 0; turn < 2; turn++) { /* in the second one the call holds signals from its beginning */
			const int before = interrupts;

			stop(*target);
			interrupts = 0;
			waits = 1;
			CHECK(pthread_create(&other, NULL, other_thread, target) == 0, "thread");
			shmem_long_p(&word, 2, gt_n - 1);
			shmem_quiet();
			waits = 0;
			pthread_join(other, NULL);
			CHECK(interrupts == 1 && before == turn, "turn %d: %d and %d SIGINT", turn, (int)interrupts, before);
			CHECK(in_the_wait || !hosts, "turn %d: the handler ran after the call", turn);
			signal(SIGUSR1, SIG_DFL);
		}
		signal(SIGUSR1, on_user);
		raise(SIGUSR1);
		CHECK(users == 1, "%d SIGUSR1", (int)users);
	}
	shmem_barrier_all();
	CHECK(gt_n == 1 || gt_me != gt_n - 1 || word == 2, "%ld", word);
	return gt_finish();
}
