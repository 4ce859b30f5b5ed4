/* hosts_ends_lapi.c - the last task ends in the given way while the others wait for it in a fence; with "return", all return the status. */
#include "hosts_ends.h"

#include <lapi.h>

int main(int argc, char **argv)
{
	int me, tasks, status = argc > 2 ? atoi(argv[2]) : 0;
	lapi_handle_t h;
	lapi_info_t info;

	memset(&info, 0, sizeof info);
	LAPI_Init(&h, &info);
	LAPI_Qenv(h, TASK_ID, &me);
	LAPI_Qenv(h, NUM_TASKS, &tasks);
	LAPI_Gfence(h);
	if (me == tasks - 1)
		end_now(argv[1], status);
	LAPI_Gfence(h);
	LAPI_Term(h);
	return status;
}
