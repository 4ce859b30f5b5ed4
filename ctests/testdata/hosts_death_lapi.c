/* hosts_death_lapi.c - the last task kills itself while the others wait for it in a fence. */
#include <lapi.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	lapi_handle_t h;
	lapi_info_t info;
	int me, tasks;

	memset(&info, 0, sizeof info);
	LAPI_Init(&h, &info);
	LAPI_Qenv(h, TASK_ID, &me);
	LAPI_Qenv(h, NUM_TASKS, &tasks);
	LAPI_Gfence(h);
	if (me == tasks - 1)
		kill(getpid(), SIGKILL);
	LAPI_Gfence(h);
	return 0;
}
