/* Children that install handlers, while another thread of their parent is in the middle of a call: they must not wait for that thread. */
#include "../gt_portals.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

static volatile sig_atomic_t handled, stop;

static void on_signal(int sig) { (void)sig, handled++; }

static void *calls(void *arg)
{
	(void)arg;
	while (!stop) {
		ptl_uid_t uid = 0;
		CHECK(PtlGetUid(gt_ni, &uid) == PTL_OK && uid == getuid(), "uid");
	}
	return NULL;
}

static void child(void)
{
	struct sigaction action = {.sa_handler = on_signal};

	alarm(20); /* ends a child that hangs */
	handled = 0;
	signal(SIGUSR1, on_signal);
	sigaction(SIGTERM, &action, NULL);
	raise(SIGUSR1), raise(SIGTERM), raise(SIGINT);
	_exit(handled == 3 ? 5 : 6);
}

static void wait_for(pid_t pid, int want)
{
	int status = -1;
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == want, "child ended with %x", status);
}

static pid_t exec_true(void)
{
	pid_t pid = vfork();
	if (pid == 0) {
		signal(SIGUSR2, SIG_IGN);
		signal(SIGALRM, on_signal);
		execlp("true", "true", (char *)NULL);
		_exit(1);
	}
	return pid;
}

int main(void)
{
	pthread_t thread;
	pid_t pid;

	gt_start();
	signal(SIGINT, on_signal);
	pthread_create(&thread, NULL, calls, NULL);
	for (int i = 0; i < 50; i++) {
		if ((pid = fork()) == 0)
			child();
		wait_for(pid, 5);
		wait_for(exec_true(), 0);
	}
	handled = 0;
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < 1000; i++)
		pthread_kill(thread, SIGUSR1);
	pthread_kill(thread, SIGINT);
	for (int i = 0; i < 5000 && handled < 2; i++)
		gt_sleep_ms(1);
	CHECK(handled >= 2, "%d handled", (int)handled);
	stop = 1;
	pthread_join(thread, NULL);
	return gt_finish();
}
