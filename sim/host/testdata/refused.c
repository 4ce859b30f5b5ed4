/* What no rank can do. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <signal.h>
#include <time.h>
#include <errno.h>
#include <unistd.h>

#include "world.h"

static void *thread(void *arg) { return arg; }

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	pthread_t t;
	timer_t timer;

	if (timer_create(CLOCK_REALTIME, NULL, &timer) != -1 || errno != ENOSYS)
		return 1;
	if (strcmp(how, "thread") == 0)
		pthread_create(&t, NULL, thread, NULL);
	if (strcmp(how, "fork") == 0)
		fork();
	if (strcmp(how, "system") == 0 && system(NULL) == 0)
		return system("true");
	if (strcmp(how, "popen") == 0)
		popen("true", "r");
	if (strcmp(how, "exec") == 0)
		execlp("true", "true", NULL);
	if (strcmp(how, "alarm") == 0)
		alarm(1);
	if (strcmp(how, "timer") == 0)
		setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_sec = 1}, NULL);
	if (strcmp(how, "pause") == 0)
		pause();
	return 77;
}
